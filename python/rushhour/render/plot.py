"""Pictures of a cluster, and its display in a notebook."""

from __future__ import annotations

from typing import Literal, get_args

from rushhour.model.expect import known
from rushhour.render.graph import graph_svg
from rushhour.render.histogram import histogram_svg
from rushhour.render.markup import Svg, element
from rushhour.render.palette import Theme
from rushhour.search.cluster import Cluster

Plot = Literal["auto", "histogram", "graph"]

# The most states whose lines and dots can be told apart.
SMALL = 500


def plot_svg(cluster: Cluster, form: Plot, *, theme: Theme) -> Svg:
    """The picture of a form."""
    known("plot", form, get_args(Plot))
    if form == "graph" or (form == "auto" and len(cluster) <= SMALL and cluster.goals):
        return graph_svg(cluster, theme=theme)
    return histogram_svg(cluster, theme=theme)


def cluster_html(cluster: Cluster) -> str:
    """The plots, and one of the hardest states."""
    pictures = [histogram_svg(cluster, theme="auto")]
    if cluster.goals:
        pictures += [graph_svg(cluster, theme="auto")] if len(cluster) <= SMALL else []
        pictures.append(cluster.hardest(1)[0].svg())
    return element("div", *pictures, style="display:flex;flex-wrap:wrap;gap:1em;align-items:start")
