"""Walkers: how likely the moves of people are to players who prefer some slides.

A walker chooses a slide with a probability in proportion to its weight, the product of one number
to the power of each feature (conditional logit; McFadden, "Conditional logit analysis of
qualitative choice behavior", 1974).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from rushhour.lab.people.choices import Choices
from rushhour.model.extras import needs

with needs("graph"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Array: TypeAlias = NDArray[np.float64]

WALK = {
    "solves": 100.0,
    "farthest": 15.0,
    "related": 2.5,
    "cells": 1.4,
    "blockers": 0.6,
    "again": 0.3,
}
"""The walker of the measure `walk`."""

_RIDGE = 1e-3


@dataclass(frozen=True, slots=True)
class Walker:
    """How well a walker predicts.

    `likelihoods` has the mean log-likelihood of a chosen slide by participant, `mean` that of all
    slides; the weights that predict a participant were fitted to others. `weights` are those of a
    fit to all.
    """

    name: str
    weights: dict[str, float]
    mean: float
    likelihoods: dict[str, float]


def log_likelihoods(choices: Choices, names: Sequence[str], logarithms: _Array) -> _Array:
    """The log-likelihood of each chosen slide, for weights given by their logarithms."""
    utilities, normal = _normalised(choices, choices.columns(names) @ logarithms)
    return utilities[choices.chosen] - normal


def _normalised(choices: Choices, utilities: _Array) -> tuple[_Array, _Array]:
    """The utilities, and for each choice the logarithm of the sum of their exponentials."""
    highest = np.maximum.reduceat(utilities, choices.starts)
    raised = np.exp(utilities - highest[choices.of_slides()])
    return utilities, highest + np.log(np.add.reduceat(raised, choices.starts))


def fitted(choices: Choices, names: Sequence[str], shares: _Array) -> _Array:
    """The logarithms of the weights that maximise the likelihood, by Newton's method.

    Each choice counts by its share. A small ridge keeps a weight finite that no choice limits.
    """
    columns, of = choices.columns(names), choices.of_slides()
    found = np.zeros(len(names))
    for _ in range(50):
        utilities, normal = _normalised(choices, columns @ found)
        chances = np.exp(utilities - normal[of])
        means = np.add.reduceat(columns * chances[:, None], choices.starts)
        gradient = shares @ (columns[choices.chosen] - means) - _RIDGE * found
        weighted = columns * (chances * shares[of])[:, None]
        curvature = weighted.T @ columns - (means * shares[:, None]).T @ means
        step = np.linalg.solve(curvature + _RIDGE * np.eye(len(names)), gradient)
        found += step / max(1.0, float(np.abs(step).max()) / 3)
        if np.abs(step).max() < 1e-7:
            break
    return found


def fixed(name: str, choices: Choices, weights: dict[str, float]) -> Walker:
    """A walker with these weights; without any, one that chooses at random."""
    logarithms = np.log(np.array(list(weights.values()), float))
    return _walker(name, choices, weights, log_likelihoods(choices, list(weights), logarithms))


def cross_validated(name: str, choices: Choices, names: Sequence[str], folds: int = 11) -> Walker:
    """A walker with these features; each fold of participants is predicted by a fit to the rest."""
    people = sorted(set(choices.participants))
    fold = {person: number % folds for number, person in enumerate(people)}
    of = np.array([fold[person] for person in choices.participants])
    likelihoods = np.zeros(len(of))
    for number in sorted(set(fold.values())):
        logarithms = fitted(choices, names, (of != number).astype(float))
        left_out = of == number
        likelihoods[left_out] = log_likelihoods(choices, names, logarithms)[left_out]
    found = np.exp(fitted(choices, names, np.ones(len(of)))).tolist()
    return _walker(name, choices, dict(zip(names, found, strict=True)), likelihoods)


def _walker(name: str, choices: Choices, weights: dict[str, float], likelihoods: _Array) -> Walker:
    who = np.array(choices.participants)
    by_person = {str(person): float(likelihoods[who == person].mean()) for person in np.unique(who)}
    return Walker(name, weights, float(likelihoods.mean()), by_person)
