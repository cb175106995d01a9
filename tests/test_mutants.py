"""The list of faults: each can still be put into the source."""

import re

import pytest

from mutants import ROOT, Mutant, mutants


@pytest.mark.parametrize("mutant", mutants(), ids=lambda mutant: mutant.name)
def test_a_fault_changes_the_source_in_one_place(mutant: Mutant) -> None:
    assert mutant.source()


def test_faults_have_names_of_their_own() -> None:
    names = [mutant.name for mutant in mutants()]
    assert len(set(names)) == len(names) >= 130


def test_the_report_has_every_fault_with_its_file() -> None:
    report = (ROOT / "tests" / "MUTANTS.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| `((?:src|python)/[^`]+)` \| (.+) \|$", report, re.MULTILINE)
    assert [row[:2] for row in rows] == [(mutant.name, mutant.file) for mutant in mutants()]
    assert all("survived" not in fate for _, _, fate in rows)
