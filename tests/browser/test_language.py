"""The page in other languages: nothing stays in English."""

import json
import re
import string

import pytest
from playwright.sync_api import Page, Route, expect

from support import words
from support.visit import Site, Visit

pytestmark = pytest.mark.either

SMALL = "..B.../AAB.../....../......"
LOCKED = "AABB/..../..../...."
DIALOGS = ("open", "save", "record", "theme", "help", "new", "find", "cards", "research")

# What a person sees or hears of the page: each text with the element that says it.
SEEN = """() => {
  const names = "svg.icons, #language, script, #open-format, #save-format, .terms";
  const texts = [];
  const visit = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.closest(names) || !element.checkVisibility()) continue;
      const name = element.localName + (element.id ? `#${element.id}` : `.${element.className}`);
      for (const each of ["aria-label", "aria-valuetext", "title", "placeholder"]) {
        if (element.hasAttribute(each)) texts.push([name, element.getAttribute(each)]);
      }
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) texts.push([name, node.data]);
      }
      if (element.shadowRoot) visit(element.shadowRoot);
    }
  };
  visit(document.body);
  return texts;
}"""
# Names are the same in every language: of puzzles, formats, heuristics and keys.
NAMES = {*words.NAMES, "Jam", "app", "js"}
LANGUAGE = """if (location.protocol.startsWith("http")) {
  localStorage.setItem("rushhour-language", JSON.stringify("%s"));
}"""
# Dates are words of the browser: `Samstag, 28. November 2026`.
DATE = re.compile(r"(\w+, )?(\d+\. )?[A-Z]\w+\.? \d{4}")
WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in string.ascii_letters}


def wide(text: str) -> str:
    """A text in wide letters, which no English has, but for its values."""
    parts = re.split(r"(\{\w+\})", text)
    return "".join(part if part.startswith("{") else part.translate(WIDE) for part in parts)


@pytest.fixture
def strange(page: Page) -> Page:
    """A page whose German says every text in wide letters."""

    def answer(route: Route) -> None:
        table = json.loads((words.STATIC / "words-de.json").read_text("utf-8"))
        forms = {True: lambda text: {"one": wide(text), "other": wide(text)}, False: wide}
        route.fulfill(json={text: forms[text.startswith("# ")](text) for text in table})

    page.route("**/words-de.json", answer)
    page.add_init_script(LANGUAGE % "de")
    return page


def english(page: Page) -> list[str]:
    """What a person sees in usual letters, and where."""
    return [f"{name}: {text}" for name, text in page.evaluate(SEEN) if is_english(text)]


def is_english(text: str) -> bool:
    """Whether there is a word in small letters that is no name and in no date."""
    text = DATE.sub("", text)
    return any(word not in NAMES for word in re.findall(r"\b[A-Za-z]*[a-z][A-Za-z]+\b", text))


def test_words_in_wide_letters_are_not_english() -> None:
    assert not is_english(wide("Solved in {slides}").replace("{slides}", "8"))
    assert wide("Solved in {slides}").endswith("{slides}")
    assert is_english("Solved")


def test_nothing_stays_in_english(strange: Page, site: Site) -> None:
    visit = Visit(strange, site, SMALL)
    page, seen = visit.page, lambda: english(page)
    assert seen() == []
    for _ in range(3):
        page.locator("#hint").click()
        expect(page.locator("#note")).to_be_visible()
        assert seen() == []
    visit.vehicle("B").press("ArrowUp")
    page.locator(".gauge summary").first.click()
    page.locator("#solve").click()
    expect(page.locator("#win")).to_be_visible()
    assert seen() == []
    page.locator("#win-close").click()
    page.locator("#review").click()
    expect(page.locator("#review-found")).to_be_visible()
    assert seen() == []
    page.locator("[data-view=daily]").first.click()
    expect(page.locator("#daily")).to_be_visible()
    assert seen() == []


def test_the_editor_has_no_english(strange: Page, site: Site) -> None:
    visit = Visit(strange, site, SMALL)
    page = visit.page
    page.locator("[data-view=edit]").first.click()
    expect(page.locator("#verdict")).to_contain_text(wide("Solved in"))
    page.locator("#grid .cells button").nth(2).click()
    expect(page.locator("#chosen")).to_be_visible()
    assert english(page) == []
    page.locator("#easier").click()
    expect(page.locator("#variants-found button").first).to_be_visible()
    assert english(page) == []
    page.locator("#fewer").click()
    expect(page.locator("#variants-said")).to_have_text(wide("No car can go: each is needed."))
    page.locator("#clear").click()
    expect(page.locator("#verdict")).to_contain_text(wide("the red car is missing"))
    assert english(page) == []


def test_what_is_wrong_with_a_drawing_is_said_in_the_language(strange: Page, site: Site) -> None:
    visit = Visit(strange, site, SMALL)
    page = visit.page
    page.locator("[data-view=edit]").first.click()
    page.locator("#side").select_option("top")
    expect(page.locator("#verdict li")).to_have_text(re.compile(wide("cannot leave at the top")))
    assert english(page) == []
    visit.fill("line", "4")
    page.locator("#side").select_option("right")
    expect(page.locator("#verdict li")).to_have_text(re.compile(wide("but the exit is in row")))
    assert english(page) == []


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("6x6:202115", "vehicles {first} and {second} overlap at {cell}"),
        ("6x6:202602", "vehicle {label} leaves the board at {cell}"),
        ("pack=6x6:202,21", "vehicle {label} stands on the wall at {cell}"),
        ("AAoBoooooooooooo", "expected vehicle {label} in one piece of at least 2 cells"),
    ],
)
def test_what_is_wrong_with_a_link_is_said_in_the_language(
    strange: Page, site: Site, link: str, said: str
) -> None:
    visit = Visit(strange, site, SMALL)
    page = visit.page
    page.goto(f"{visit.address}#{link}")
    page.locator("#refusal summary").click()
    part = wide(max(re.split(r"\{\w+\}", said), key=len))
    expect(page.locator("#refusal-reason")).to_contain_text(part)
    assert english(page) == []


def test_exploring_has_no_english(strange: Page, site: Site) -> None:
    visit = Visit(strange, site, SMALL)
    page = visit.page
    page.locator("[data-view=explore]").first.click()
    expect(page.locator("#facts dd").first).to_be_visible()
    expect(page.locator("#graph canvas").first).to_be_visible()
    page.locator("#counted summary").click()
    expect(page.locator(".terms button").first).to_be_visible()
    assert english(page) == []


@pytest.mark.parametrize("dialog", DIALOGS)
def test_a_dialog_has_no_english(strange: Page, site: Site, dialog: str) -> None:
    visit = Visit(strange, site, SMALL)
    page = visit.page
    if dialog == "research":
        page.locator("#help").click()
    page.locator(f"#{dialog}").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    if dialog == "record":
        expect(page.locator("#record-days button").first).to_be_visible()
    if dialog == "find":
        expect(page.locator("#find-next")).to_be_visible()
    assert english(page) == []


def test_a_puzzle_without_a_solution_has_no_english(strange: Page, site: Site) -> None:
    page = Visit(strange, site, LOCKED).page
    expect(page.locator("#note-text")).to_contain_text(wide("cannot be solved"))
    assert english(page) == []


def test_the_browser_decides_and_then_the_person(page: Page, site: Site) -> None:
    page.add_init_script(
        "Object.defineProperty(navigator, 'languages', { value: ['fr-CA', 'de'] })"
    )
    visit = Visit(page, site)
    expect(page.locator("#hint")).to_have_text("Indice")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.locator("#theme").click()
    assert page.locator("#language option").all_inner_texts() == [
        "English",
        "Deutsch",
        "Français",
        "Español",
    ]
    page.locator("#language").select_option("es")
    expect(page.locator("#hint")).to_have_text("Pista")
    visit.reload()
    expect(page.locator("#hint")).to_have_text("Pista")


def test_english_loads_no_words(page: Page, site: Site) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    Visit(page, site)
    assert [url for url in asked if "words-" in url] == []


def test_without_its_words_the_page_is_in_english(page: Page, site: Site) -> None:
    page.add_init_script(LANGUAGE % "de")
    page.route("**/words-de.json", lambda route: route.fulfill(body="{"))
    Visit(page, site)
    expect(page.locator("#hint")).to_have_text("Hint")
    expect(page.locator("html")).to_have_attribute("lang", "en")


NUMBERS = """async (language) => {
  const words = await import("./words.js");
  const table = await (await fetch(`words-${language}.json`)).json();
  words.speak(language, table);
  const day = Date.UTC(2026, 2, 5);
  return [
    ...[0, 1, 2, "1\u202f234"].map((number) => words.count(number, "slide")),
    words.dateIn(day, { weekday: "short" }),
    words.dateIn(day, { day: "numeric", month: "long", year: "numeric" }),
    words.listed(["A", "B", "C"]),
  ];
}"""
# By the rules of each language, not of the page: French has no plural for 0.
WANTED = {
    "de": ["0 Züge", "1 Zug", "2 Züge", "1\u202f234 Züge", "Do", "5. März 2026", "A, B und C"],
    "fr": ["0 coup", "1 coup", "2 coups", "1\u202f234 coups", "jeu.", "5 mars 2026", "A, B et C"],
    "es": [
        "0 jugadas",
        "1 jugada",
        "2 jugadas",
        "1\u202f234 jugadas",
        "jue",
        "5 de marzo de 2026",
        "A, B y C",
    ],
}


@pytest.mark.parametrize("language", WANTED)
def test_numbers_and_dates_are_those_of_the_language(page: Page, site: Site, language: str) -> None:
    Visit(page, site)
    assert page.evaluate(NUMBERS, language) == WANTED[language]
