"""Files that are read back: damage to one changes no answer, or the refusal names the file.

Every file of a folder is deleted, cut, extended, renamed, replaced by a sibling, exchanged with it,
and one bit of it is flipped at places drawn by a seed. `-m slow` flips many more.
"""

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import rushhour
from rushhour.model.errors import LimitReachedError, RushHourError

FLIPS = [pytest.param(5, id="few"), pytest.param(250, id="many", marks=pytest.mark.slow)]
# 1 018 states at up to 5 slides.
BOARD = "BB.C../...C../AA.C../..DDD./E...FF/E....."
# 78 501 states, levels of several blocks.
JAM = rushhour.read(Path(__file__).parent.parent / "puzzles" / "jam-14.txt")


class Damage(NamedTuple):
    """What is done to a folder, and the files that a refusal may name."""

    what: str
    names: tuple[str, ...]
    do: Callable[[Path], object]


def damages(folder: Path, flips: int) -> Iterator[Damage]:
    """All kinds of damage to each file of a folder."""
    files = sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )
    drawn = random.Random(0)
    for place, name in enumerate(files):
        size = (folder / name).stat().st_size
        yield Damage(f"delete {name}", (name,), lambda root, name=name: (root / name).unlink())
        for kept in sorted({0, 1, size // 2, size - 1} - {-1}):
            yield Damage(f"cut {name} at {kept}", (name,), _kept(name, kept))
        yield Damage(f"extend {name}", (name,), _extended(name))
        for _ in range(flips if size else 0):
            at, bit = drawn.randrange(size), drawn.randrange(8)
            yield Damage(f"flip bit {bit} of byte {at} of {name}", (name,), _flipped(name, at, bit))
        near = files[(place + 1) % len(files)]
        far = drawn.choice(files)
        for other in sorted({near, far} - {name}):
            both = (name, other)
            yield Damage(f"put {other} in the place of {name}", both, _copied(other, name))
            yield Damage(f"exchange {name} and {other}", both, _exchanged(name, other))
        renamed = _with_another_digit(name, drawn)
        if renamed not in (name, *files):
            both = (name, renamed)
            yield Damage(f"rename {name} {renamed}", both, _renamed(name, renamed))


def _kept(name: str, size: int) -> Callable[[Path], object]:
    return lambda root: (root / name).write_bytes((root / name).read_bytes()[:size])


def _extended(name: str) -> Callable[[Path], object]:
    return lambda root: (root / name).write_bytes((root / name).read_bytes() + b"0")


def _flipped(name: str, at: int, bit: int) -> Callable[[Path], object]:
    def do(root: Path) -> None:
        data = bytearray((root / name).read_bytes())
        data[at] ^= 1 << bit
        (root / name).write_bytes(data)

    return do


def _copied(source: str, target: str) -> Callable[[Path], object]:
    return lambda root: (root / target).write_bytes((root / source).read_bytes())


def _exchanged(one: str, other: str) -> Callable[[Path], object]:
    def do(root: Path) -> None:
        data = (root / one).read_bytes()
        (root / one).write_bytes((root / other).read_bytes())
        (root / other).write_bytes(data)

    return do


def _renamed(name: str, other: str) -> Callable[[Path], object]:
    return lambda root: (root / name).rename(root / other)


def _with_another_digit(name: str, drawn: random.Random) -> str:
    """The name with its last digit, or else its first letter, changed."""
    digits = [at for at, letter in enumerate(name) if letter.isdigit()]
    at = digits[-1] if digits else 0
    return name[:at] + drawn.choice("0123456789") + name[at + 1 :]


def require_survival(
    folder: Path, answer: Callable[[Path], object], scratch: Path, flips: int
) -> None:
    """Every damage to the folder leaves the answer as it is, or is refused by name."""
    copy = scratch / "damaged"
    shutil.copytree(folder, copy)
    expected = answer(copy)
    wrong, count = [], 0
    for damage in damages(folder, flips):
        shutil.rmtree(copy)
        shutil.copytree(folder, copy)
        damage.do(copy)
        count += 1
        try:
            is_right = answer(copy) == expected
        except (RushHourError, OSError) as error:
            is_right = f"{copy}" in str(error) and any(name in str(error) for name in damage.names)
            if not is_right:
                wrong.append(f"{damage.what}: {error}")
            continue
        except BaseException as error:  # a panic of the core is not an Exception
            if isinstance(error, KeyboardInterrupt):
                raise
            wrong.append(f"{damage.what}: {error!r}")
            continue
        if not is_right:
            wrong.append(f"{damage.what}: another answer")
    assert not wrong, f"{len(wrong)} of {count}:\n" + "\n".join(wrong[:40])


class TestExploration:
    """`explore --disk`, finished and stopped in both passes."""

    @pytest.mark.parametrize("flips", FLIPS)
    def test_a_finished_one(self, flips: int, tmp_path: Path) -> None:
        rushhour.explore(BOARD, disk=tmp_path / "dd", max_memory=1 << 20)
        require_survival(tmp_path / "dd", explored, tmp_path, flips)

    @pytest.mark.parametrize("most", [1, 300, 700, 1000])
    @pytest.mark.parametrize("flips", FLIPS)
    def test_one_that_was_stopped_while_it_looked_for_states(
        self, most: int, flips: int, tmp_path: Path
    ) -> None:
        with pytest.raises(LimitReachedError):
            rushhour.explore(BOARD, disk=tmp_path / "dd", max_memory=1 << 20, max_states=most)
        assert list((tmp_path / "dd").glob("reached-*"))
        require_survival(tmp_path / "dd", explored, tmp_path, flips)

    @pytest.mark.parametrize("levels", [1, 2, 4])
    def test_one_that_was_stopped_while_it_looked_for_distances(
        self, levels: int, tmp_path: Path
    ) -> None:
        rushhour.explore(BOARD, disk=tmp_path / "dd", max_memory=1 << 20)
        for file in sorted((tmp_path / "dd").glob("distance-*"))[levels:]:
            file.unlink()
        require_survival(tmp_path / "dd", explored, tmp_path, 5)

    @pytest.mark.slow
    def test_a_larger_one(self, tmp_path: Path) -> None:
        rushhour.explore(JAM, disk=tmp_path / "dd", max_memory=1 << 20)
        with pytest.raises(LimitReachedError):
            rushhour.explore(JAM, disk=tmp_path / "some", max_memory=1 << 20, max_states=40_000)
        for name in ("dd", "some"):
            (tmp_path / f"{name} damaged").mkdir()
            require_survival(
                tmp_path / name, lambda path: explored(path, JAM), tmp_path / f"{name} damaged", 20
            )


def explored(folder: Path, puzzle: Any = BOARD) -> object:
    """All that is asked of a cluster on disk."""
    cluster = rushhour.explore(puzzle, disk=folder, max_memory=1 << 20)
    hardest = cluster.hardest()
    solutions = [cluster.solution(state) for state in (None, *hardest[:9])]
    moves = [solution and str(solution) for solution in solutions]
    return len(cluster), cluster.histogram, cluster.distance(), hardest, moves
