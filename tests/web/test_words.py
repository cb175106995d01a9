"""The words of the page: every text in every language, with the same values, and none too many."""

import json
import re
from collections.abc import Iterator

import pytest

from rushhour.formats import FORMATS
from rushhour.web.operations import puzzles
from support import words

HELP = {entry.help for entry in FORMATS}
TITLES = {
    puzzle["title"] for puzzle in (entry["puzzle"] for entry in json.loads(puzzles())["puzzles"])
}
# What a language may say as English does.
SAME = re.compile(r"[^\w]*|.{0,14}|.*\{.*")
# French has a blank before its signs.
END = re.compile(r"\S\u00a0?[.:?!]$")
VALUE = re.compile(r"\{\w+\}")


@pytest.fixture(params=words.LANGUAGES)
def table(request: pytest.FixtureRequest) -> dict[str, str | dict[str, str]]:
    """The words of a language."""
    path = words.STATIC / f"words-{request.param}.json"
    found: dict[str, str | dict[str, str]] = json.loads(path.read_text("utf-8"))
    return found


def pairs(table: dict[str, str | dict[str, str]]) -> Iterator[tuple[str, str]]:
    """The English texts, each with one of its translations."""
    for text, said in table.items():
        yield from ((text, each) for each in ([said] if isinstance(said, str) else said.values()))


def test_every_table_is_a_language_to_choose() -> None:
    listed = (words.STATIC / "language.js").read_text("utf-8").partition("LANGUAGES = {")[2]
    names = re.findall(r"(\w+): \"", listed.partition("}")[0])
    assert sorted(names) == sorted(["en", *words.LANGUAGES])


def test_every_text_of_the_page_has_words(table: dict[str, str | dict[str, str]]) -> None:
    said = (
        words.of_scripts()
        | words.of_page()
        | words.of_core()
        | HELP
        | {title for title in TITLES if not title.startswith("Jam ")}
    )
    assert set(table) - said == set()
    assert said - set(table) == set()


def test_words_have_the_values_of_their_text(table: dict[str, str | dict[str, str]]) -> None:
    for text, said in pairs(table):
        assert sorted(set(VALUE.findall(said))) == sorted(set(VALUE.findall(text))), text
        assert said.count("#") == text.count("#"), text
        assert said == said.strip()
        assert bool(END.search(text)) == bool(END.search(said)), text


def test_what_is_counted_has_both_plurals(table: dict[str, str | dict[str, str]]) -> None:
    for text, said in table.items():
        assert isinstance(said, dict) == text.startswith("# "), text
        if isinstance(said, dict):
            assert set(said) == {"one", "other"}, text


def test_no_sentence_stays_in_english(table: dict[str, str | dict[str, str]]) -> None:
    assert [text for text, said in pairs(table) if text == said and not SAME.fullmatch(text)] == []


def test_a_script_whose_text_cannot_be_found_is_refused() -> None:
    assert words.of_script("one.js", 'h(t("one {n}", { n }), t(\n  "two"))') == {"one {n}", "two"}
    with pytest.raises(AssertionError, match="expected a text"):
        words.of_script("one.js", "t(text)")
    assert words.units('count(of(a, (b)), "slide"); count(n, unit); count(n, "step",)') == {
        "slide",
        "step",
    }
