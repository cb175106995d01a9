"""Colours that everybody can tell apart, measured: CIEDE2000 under simulated colour blindness."""

import itertools

import pytest

from rushhour.render.palette import DARK, FILLS, LIGHT, RED, SIMILAR, Scene, colour, contrast
from support.colours import VISIONS, Vector, difference, lab


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [  # from the table that Sharma, Wu and Dalal publish
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_measure_is_that_of_its_authors(one: Vector, other: Vector, expected: float) -> None:
    assert difference(one, other) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("vision", VISIONS)
def test_any_two_colours_stay_apart(vision: str) -> None:
    for one, other in itertools.combinations(FILLS, 2):
        assert difference(lab(one, vision), lab(other, vision)) > 9, (one, other)
    for fill in FILLS:
        assert difference(lab(fill, vision), lab(RED, vision)) > 12, fill


def test_those_that_look_alike_are_known() -> None:
    shades = [lab(fill, "normal") for fill in (*FILLS, RED)]
    for one, other in itertools.permutations(range(len(shades)), 2):
        is_close = difference(shades[one], shades[other]) < 30
        assert is_close == (other in SIMILAR[one]), (one, other)


@pytest.mark.parametrize("number", range(len(FILLS) + 1))
def test_labels_can_be_read(number: int) -> None:
    look = colour(number)
    assert look.fill == (*FILLS, RED)[number]
    assert contrast(look.fill, look.ink) >= 4.5


@pytest.mark.parametrize("scene", [LIGHT, DARK], ids=["light", "dark"])
def test_the_scenes_have_contrast(scene: Scene) -> None:
    assert contrast(scene.text, scene.ground) >= 7
    assert contrast(scene.accent, scene.ground) >= 4.5
    assert contrast(scene.frame, scene.floor) >= 2
    for fill in (RED, *FILLS):
        line = mixed(scene.edge, fill, scene.edge_opacity)
        assert max(contrast(fill, scene.floor), contrast(line, scene.floor)) >= 2.5, fill


def mixed(one: str, other: str, part: float) -> str:
    """So much of one colour over another."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(part * a + (1 - part) * b):02x}" for a, b in pairs)
