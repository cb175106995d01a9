"""The list of faults: each can still be put into the source."""

import pytest

from mutants import Mutant, mutants


@pytest.mark.parametrize("mutant", mutants(), ids=lambda mutant: mutant.name)
def test_a_fault_changes_the_source_in_one_place(mutant: Mutant) -> None:
    assert mutant.source()


def test_faults_have_names_of_their_own() -> None:
    names = [mutant.name for mutant in mutants()]
    assert len(set(names)) == len(names) >= 30
