"""Help: what there is, how each verb is used, examples that work, and completion with tab."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rushhour import read, solve
from rushhour.cli import _VERBS, _app, run
from rushhour.cli.manual import examples
from support.command_lines import PUZZLES
from support.commands import result

# Examples that wait for a person, or for another program.
WAITING = ("play", "serve")
GROUPS = {"Arguments", "Search", "Input", "Limits", "Output", "Service"}
SOLVER = "import rushhour\ndef solve(text):\n    return str(rushhour.solve(text).solution)\n"
ESTIMATE = "def estimate(state):\n    return 0 if state.is_solved else 1\n"


def helped(*tokens: str) -> str:
    code, out, err = result(*tokens)
    assert (code, err) == (0, "")
    return out


@lru_cache
def help_of(verb: str) -> str:
    return helped(verb, "--help")


def function(verb: str) -> Callable[..., Any]:
    word = verb.replace("-", "_")
    found: Callable[..., Any] = getattr(import_module(f"rushhour.cli.{word}"), word)
    return found


def test_the_bare_command_prints_what_there_is() -> None:
    code, out, err = result()
    assert (code, out) == (2, "")
    assert err == helped("--help")
    listed = re.findall(r"^│ ([a-z]\S+) ", err, re.MULTILINE)
    assert sorted(listed) == sorted(_VERBS)


def test_a_call_without_a_verb_has_the_help_of_solve() -> None:
    assert helped("puzzles/jam-01.txt", "--help") == helped("solve", "--help")


@pytest.mark.parametrize("tokens", [["-V"], ["--version"]])
def test_the_version(tokens: list[str]) -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", helped(*tokens))


def test_help_is_a_word_too() -> None:
    assert helped("help") == helped("--help")
    assert helped("help", "grade") == helped("grade", "--help")
    code, out, err = result("help", "grad")
    assert (code, out) == (2, "")
    assert "no command named 'grad'; did you mean 'grade'?" in err


@pytest.mark.parametrize("verb", _VERBS)
def test_a_verb_is_described(verb: str) -> None:
    usage, _, rest = help_of(verb).partition("\n\n")
    assert usage.startswith(f"Usage: rushhour {verb}")
    assert "ARGS" not in usage
    sentence = rest.partition("\n\n")[0]
    assert (sentence[0].isupper(), sentence.count(". "), sentence[-1]) == (True, 0, ".")
    assert set(re.findall(r"^╭─ (\w+) ", rest, re.MULTILINE)) <= GROUPS
    assert not re.search(r"--[a-z-]+ (STR|INT|FLOAT|PATH)\b", rest)
    shown = rest.partition("\nExamples:\n")[2].splitlines()
    assert shown == [f"  {example}" for example in examples(function(verb))]
    assert len(shown) == 2


@pytest.mark.parametrize("verb", _VERBS)
def test_the_usage_names_every_argument(verb: str) -> None:
    usage, _, rest = help_of(verb).partition("\n")
    panel = re.search(r"─ Arguments ─.*?╰", rest, re.DOTALL)
    names = re.findall(r"^│ (?:\*  |   |)([A-Z]+)  ", panel[0], re.MULTILINE) if panel else []
    placed = [word for word in usage.split()[3:] if "OPTIONS" not in word]
    required = re.findall(r"--[a-z]+ [A-Z]+ ", usage)
    assert [word.strip("[].") for word in placed][2 * len(required) :] == names


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the examples of help read."""
    (tmp_path / "puzzles").symlink_to(PUZZLES)
    monkeypatch.chdir(tmp_path)
    Path("boards.txt").write_text("AA.B/...B/..../....\n.AAB/...B/..../....\n", encoding="utf-8")
    Path("boards.csv").write_text("id,board,slide_exit\n7,AA.B/...B/....,2\n", encoding="utf-8")
    Path("my.py").write_text(ESTIMATE, encoding="utf-8")
    Path("answers").mkdir()
    Path("answers/ada.txt").write_text("3-1 5-3 3+3 4+2 0+3", encoding="utf-8")
    Path("submissions").mkdir()
    Path("submissions/ada.py").write_text(SOLVER, encoding="utf-8")
    Path("homework").mkdir()
    for name in ("jam-01", "jam-02"):
        moves = solve(read(f"puzzles/{name}.txt")).solution
        Path(f"homework/{name}.txt").write_text(str(moves), encoding="utf-8")
    solved = ["solve", "puzzles/jam-01.txt"]
    assert run([*solved, "--certificate", "proof.json"]) == 0
    assert run([*solved, "--algorithm", "astar", "--trace", "trace.jsonl"]) == 0
    return tmp_path


@pytest.mark.parametrize("verb", [verb for verb in _VERBS if verb not in WAITING])
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.usefixtures("workshop")
def test_an_example_works(verb: str, number: int, capfdbinary: Any) -> None:
    if verb == "batch":
        pytest.importorskip("pyarrow")
    words = shlex.split(examples(function(verb))[number])
    tokens = [name for word in words for name in sorted(map(str, Path().glob(word))) or [word]]
    assert tokens[0] == "rushhour"
    code = run(tokens[1:])
    assert (code, capfdbinary.readouterr().err) == (0, b"") or verb == "batch"
    assert code == 0


@pytest.mark.parametrize("verb", WAITING)
def test_an_example_of_a_verb_that_waits_is_understood(verb: str) -> None:
    for example in examples(function(verb)):
        tokens = shlex.split(example)[1:]
        assert _app(tokens).parse_args(tokens, exit_on_error=False)[0] is function(verb)


def test_tab_completes_verbs_options_choices_and_files(tmp_path: Path) -> None:
    (tmp_path / "jam.txt").write_text("", encoding="utf-8")
    script = tmp_path / "rushhour.bash"
    install = ["--install-completion", "--shell", "bash", "--output", str(script)]
    environment = {"HOME": str(tmp_path)}
    from test_cli import run as started

    assert started(*install, **environment).returncode == 0
    expected = {
        "gra": "grade grade-code",
        "solve --certif": "--certificate",
        "solve jam.txt --metric st": "step",
        "ja": "jam.txt",
        "check ja": "jam.txt",
        "grade a ja": "jam.txt",
        "jam.txt --heuristic crit": "critical-path",
        "solve --heuristic must": "must-move",
        "solve jam.txt --algorithm bid": "bidirectional",
        "solve --goal p": "past",
        "check jam.txt --format fog": "fogleman",
        "compare jam.txt --algorithm astar,gr": "astar\\,greedy",  # as the shell quotes it
        "compare --heuristic lm": "lm-cut",
        "convert jam.txt --to p": "pieces pddl",
        "generate --to car": "carlist",
        "generate --to fog": "",  # it can be read only
        "generate --difficulty ex": "expert",
        "canonical --to ma": "matrix",
        "sort jam.txt --by dif": "difficulty",
        "render --as st": "strip",
        "reproduce pri": "princeton",
        "batch --format js": "jsonl",
    }
    ask = "".join(
        f"COMP_WORDS=(rushhour {line}); COMP_CWORD={len(line.split())}; COMPREPLY=(); _rushhour;"
        ' echo "${COMPREPLY[@]}"; '
        for line in expected
    )
    command = ["bash", "--norc", "-c", f"source {script}; complete -p rushhour >&2; {ask}"]
    # The shell asks the command itself for what is no fixed list.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    found = subprocess.run(
        command,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": path},
    )
    assert dict(zip(expected, found.stdout.splitlines(), strict=True)) == expected
