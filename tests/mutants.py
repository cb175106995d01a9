"""Faults in the package, one by one, and the test that notices each.

    python tests/mutants.py [PART OF A NAME...] > found.md

tests/data/mutants.toml lists them. Each is put into a copy of this repository in target/mutants,
which is built with few optimisations and tested: first the tests that the fault names, then TESTS,
then the tests of Rust; a fault in Python has only the tests that it names. The first failure kills
the fault. Names on the command line choose among the faults; the output is the table of
tests/MUTANTS.md.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
COPY, BUILD = ROOT / "target" / "mutants" / "copy", ROOT / "target" / "mutants" / "build"
# In the order in which they kill most.
TESTS = ["perft", "cluster", "counts", "heuristics", "agreement", "algorithms", "refine"]
FILES = " ".join(f"tests/test_{name}.py" for name in TESTS)
# Seconds of one test: a fault may make a search endless.
PATIENCE = 600
PYTEST = f"-m pytest -x -q --hypothesis-profile brief -p no:cacheprovider --timeout {PATIENCE}"
RUST = "cargo test --release --lib --test perft"
KILLED = re.compile(r"^(?:FAILED|ERROR) (\S+)|^test (\S+) .*FAILED$", re.M)
FAST_BUILD = {
    "CARGO_PROFILE_RELEASE_LTO": "off",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "64",
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "1",
    "CARGO_PROFILE_RELEASE_INCREMENTAL": "true",
    "CARGO_TARGET_DIR": str(BUILD),
    "PYTHONPATH": str(COPY / "python"),
    "RUSHHOUR_EXAMPLES": "3",
}


class Mutant(NamedTuple):
    """A fault: a text that stands in a file once, and what replaces it."""

    name: str
    file: str
    find: str
    replace: str
    tests: str = FILES
    equivalent: str = ""

    def source(self) -> str:
        """The file with the fault."""
        text = (ROOT / self.file).read_text(encoding="utf-8")
        count = text.count(self.find)
        if count != 1:
            sys.exit(f"expected once in {self.file}, found {count} times: {self.find!r}")
        return text.replace(self.find, self.replace)


def mutants() -> list[Mutant]:
    """All faults."""
    text = (ROOT / "tests" / "data" / "mutants.toml").read_text(encoding="utf-8")
    return [Mutant(**entry) for entry in tomllib.loads(text)["mutant"]]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """A command in the copy."""
    environment = {**os.environ, **FAST_BUILD}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    return subprocess.run(
        command, cwd=COPY, env=environment, check=False, timeout=10 * PATIENCE, **pipes
    )  # type: ignore[call-overload,no-any-return]


def copy() -> None:
    """A copy of all that builds and tests the package."""
    shutil.rmtree(COPY, ignore_errors=True)
    files = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT)
    for name in files.decode().splitlines():
        target = COPY / name
        target.parent.mkdir(parents=True, exist_ok=True)
        # With the time of now: cargo would take an older file for one that it has built.
        shutil.copy(ROOT / name, target)


def build() -> None:
    """Build the core, which must be right as far as Rust is concerned."""
    done = run("cargo", "build", "-q", "--release", "--features", "python")
    if done.returncode:
        sys.exit(done.stdout)
    shutil.copy(BUILD / "release" / "librushhour.so", COPY / "python/rushhour/_core.abi3.so")


def killer(mutant: Mutant | None = None) -> str | None:
    """The first test that fails, those that a fault names first."""
    is_rust = mutant is None or mutant.file.startswith("src/")
    files = dict.fromkeys([mutant.tests if mutant else FILES, *[FILES] * is_rust])
    for command in [*(f"{sys.executable} {PYTEST} {each}" for each in files), *[RUST] * is_rust]:
        try:
            done = run(*shlex.split(command))
        except subprocess.TimeoutExpired:
            return "a test that does not end"
        if done.returncode:
            failed = KILLED.search(done.stdout)
            return next(filter(None, failed.groups())) if failed else "a test that crashes"
    return None


def verdict(mutant: Mutant) -> str:
    """What becomes of a fault: a row of the table."""
    path = COPY / mutant.file
    path.write_text(mutant.source(), encoding="utf-8")
    build()
    found = killer(mutant)
    shutil.copy(ROOT / mutant.file, path)
    path.touch()
    result = f"killed by `{found}`" if found else mutant.equivalent or "**survived**"
    return f"| {mutant.name} | `{mutant.file}` | {result} |"


def main(parts: list[str]) -> None:
    """Judge the faults, after the tests have passed without any."""
    chosen = [m for m in mutants() if not parts or any(part in m.name for part in parts)]
    for mutant in chosen:
        mutant.source()
    copy()
    build()
    if found := killer():
        sys.exit(f"expected all tests to pass without a fault, found {found}")
    print("| fault | file | what becomes of it |\n|---|---|---|")
    for mutant in chosen:
        print(verdict(mutant), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
