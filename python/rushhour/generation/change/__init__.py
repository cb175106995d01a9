"""What is near a puzzle: its canonical form, its smaller forms and its neighbours."""

from rushhour.generation.change.canonical import Canonical, canonical
from rushhour.generation.change.minimise import Minimised, Reduction, minimise
from rushhour.generation.change.vary import Variant, Variation, vary

__all__ = [
    "Canonical",
    "Minimised",
    "Reduction",
    "Variant",
    "Variation",
    "canonical",
    "minimise",
    "vary",
]
