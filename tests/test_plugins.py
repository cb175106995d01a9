"""Plug-ins: the example package, as pip would install it, and packages that are broken."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import tomllib
from io import StringIO
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "plugin"
LINE = "..B...~AAB...~......~......"
JAM = str(ROOT / "puzzles" / "jam-01.txt")
BROKEN = {
    "raising": "raise OSError('no such library')\n",
    "empty": "",
    "failing": "def matches(source):\n    return 1 / 0\n\n\ndef read(source):\n    return 1 / 0\n",
}


def install(folder: Path, name: str, points: dict[str, dict[str, str]]) -> None:
    """Write what pip writes beside a package, so that its entry points are found."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [
        line
        for group, entries in points.items()
        for line in (f"[{group}]", *(f"{key} = {value}" for key, value in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example package and with three broken ones."""
    folder = tmp_path_factory.mktemp("site")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copy(EXAMPLE / "rushhour_example.py", folder)
    install(folder, project["name"], project["entry-points"])
    for name, text in BROKEN.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        install(folder, f"{name}-package", {"rushhour.formats": {name: name}})
    bad = {"half": "empty:half", "grid": "empty", "blocking": "empty:other"}
    install(folder, "bad-heuristics", {"rushhour.heuristics": bad, "rushhour.formats": bad})
    return folder


def run(site: Path, *words: str, text: str | None = None) -> tuple[int, str, str]:
    paths = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    environment = {**os.environ, "PYTHONPATH": paths, "COLUMNS": "100"}
    found = subprocess.run(
        [sys.executable, *words],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    return found.returncode, found.stdout, found.stderr


def rushhour(site: Path, *words: str, text: str | None = None) -> tuple[int, str, str]:
    return run(site, "-m", "rushhour", *words, text=text)


def test_a_format_is_detected_named_and_written(site: Path) -> None:
    for words in (["-"], ["-", "--format", "tildes"]):
        code, out, err = rushhour(site, "solve", *words, text=LINE)
        assert (code, "Move car # B down 2 squares" in out) == (0, True)
        # Only detection tries the others, which are named and passed over.
        broken = [name for name in BROKEN if f"plug-in {name!r} of the package {name}-" in err]
        assert sorted(broken) == ([] if "--format" in words else sorted(BROKEN))
    code, out, err = rushhour(site, "convert", "-", "--to", "tildes", text="..B/AAB/...")
    assert (code, out, err) == (0, "..B~AAB~...\n", "")


def test_an_error_in_its_text_has_a_place(site: Path) -> None:
    code, out, err = rushhour(site, "solve", "-", "--format", "tildes", text="AA.~..")
    assert (code, out) == (2, "")
    assert err == "rushhour: <stdin>, line 1: expected rows of one length\n"


def test_a_heuristic_has_a_name(site: Path) -> None:
    code, out, err = rushhour(site, JAM, "crossed", "--algorithm", "astar", "--json")
    assert (code, err) == (0, "")
    assert '"heuristic": "crossed"' in out
    assert rushhour(site, "check-heuristic", "crossed", JAM, "--no-tiny")[0] == 0
    code, out, _ = rushhour(
        site, "compare", JAM, "--heuristic", "blocking,crossed", "--algorithm", "astar", "--csv"
    )
    ours, theirs = csv.DictReader(StringIO(out))
    # The same estimate in the core and in the plug-in: the same search. But nothing says that the
    # plug-in is admissible, so it proves no bound.
    same = {"heuristic": "", "seconds": "", "lower_bound": ""}
    assert (ours["heuristic"], theirs["heuristic"]) == ("blocking", "crossed")
    assert {**ours, **same} == {**theirs, **same}


def test_help_lists_them(site: Path) -> None:
    more = "of other packages: "
    for words in (["--help"], ["solve", "--help"]):
        code, out, _ = rushhour(site, *words)
        assert code == 0
        text = " ".join(out.split())
        assert f"More heuristics, {more}" in text
        assert "crossed (rushhour-example)" in text
        assert "tildes (rushhour-example)" in text
    assert more not in rushhour(site, "serve", "--help")[1]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["check", "--format", "tild"], "tildes"),
        (["convert", "--to", ""], "tildes"),  # also beside formats that cannot be loaded
        (["solve", "--heuristic", ""], "crossed"),
    ],
)
def test_tab_completes_their_names(site: Path, words: list[str], name: str) -> None:
    code, out, err = rushhour(site, "__complete", *words)
    assert (code, err) == (0, "")
    assert name in out.splitlines()


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("raising", "OSError: no such library"),
        ("empty", "expected a function matches"),
        ("failing", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_broken_format_is_named(site: Path, name: str, what: str) -> None:
    code, out, err = rushhour(site, "solve", "-", "--format", name, text=LINE)
    assert (code, out) == (2, "")
    assert err.endswith(f": plug-in {name!r} of the package {name}-package: {what}\n")


def test_a_broken_heuristic_is_named(site: Path) -> None:
    code, _, err = rushhour(site, "solve", JAM, "--heuristic", "half")
    assert code == 2
    assert "plug-in 'half' of the package bad-heuristics: AttributeError" in err


def test_broken_ones_disturb_nothing_else(site: Path) -> None:
    assert rushhour(site, JAM, "--heuristic", "blocking") == rushhour(Path(), JAM, "blocking")
    code, out, err = rushhour(site, "solve", JAM, "--heuristic", "crosed")
    assert (code, out) == (2, "")
    assert "did you mean 'crossed'?" in err
    code, out, err = rushhour(site, "solve", "-", text="what is this")
    assert (code, out) == (2, "")
    assert "expected a puzzle, found 'what is this'; as boardstring" in err
    assert "Traceback" not in err


def test_a_name_of_ours_stays_ours(site: Path) -> None:
    code, out, _ = rushhour(site, "convert", JAM, "--to", "grid", "--relabel")
    assert (code, len(out.splitlines())) == (0, 6)


def test_nothing_is_scanned_where_nothing_is_asked() -> None:
    code = (
        "import sys, rushhour; rushhour.solve('..B/AAB/...', heuristic='blocking');"
        "rushhour.parse('..B/AAB/...', 'boardstring'); print('importlib.metadata' in sys.modules)"
    )
    assert run(Path(), "-c", code)[1] == "False\n"
