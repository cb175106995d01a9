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
from rushhour.errors import LimitReachedError, RushHourError
from rushhour.generation.records import search_records
from support.commands import result

FLIPS = [pytest.param(3, id="few"), pytest.param(20, id="many", marks=pytest.mark.slow)]
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
        yield Damage(f"delete {name}", (name,), _deleted(name))
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


def _deleted(name: str) -> Callable[[Path], object]:
    return lambda root: (root / name).unlink()


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
    """The name of the file with its last digit, or else its first letter, changed."""
    folder = name.rfind("/") + 1
    at = next((at for at in range(len(name) - 1, folder, -1) if name[at].isdigit()), folder)
    return name[:at] + drawn.choice("0123456789") + name[at + 1 :]


def require_survival(
    folder: Path, answer: Callable[[Path], object], scratch: Path, flips: int, *also: str
) -> None:
    """Every damage leaves the answer as it is, or is refused by name, or by a name of `also`."""
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
            is_right = f"{copy}" in str(error) and any(
                Path(name).name in str(error) for name in (*damage.names, *also)
            )
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

    @pytest.mark.weekly
    def test_a_larger_one(self, tmp_path: Path) -> None:
        rushhour.explore(JAM, disk=tmp_path / "dd", max_memory=1 << 20)
        with pytest.raises(LimitReachedError):
            rushhour.explore(JAM, disk=tmp_path / "some", max_memory=1 << 20, max_states=40_000)
        # The level before the last goes when the next is there, so either may be what is missing.
        last = max(path.name for path in (tmp_path / "some").glob("reached-*"))
        after = f"reached-{int(last.removesuffix('.level')[-6:]) + 1:06}.level"
        for name, also in (("dd", ()), ("some", (after,))):
            scratch = tmp_path / f"{name} damaged"
            scratch.mkdir()
            require_survival(tmp_path / name, lambda path: explored(path, JAM), scratch, 20, *also)


def explored(folder: Path, puzzle: Any = BOARD) -> object:
    """All that is asked of a cluster on disk."""
    cluster = rushhour.explore(puzzle, disk=folder, max_memory=1 << 20)
    hardest = cluster.hardest()
    solutions = [cluster.solution(state) for state in (None, *hardest[:9])]
    moves = [solution and str(solution) for solution in solutions]
    return len(cluster), cluster.histogram, cluster.distance(), hardest, moves


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An atlas in a few parts."""
    pytest.importorskip("pyarrow")
    folder = tmp_path_factory.mktemp("atlas") / "atlas"
    enumerated(folder)
    assert 3 <= len(list(folder.glob("part-*"))) <= 6, "few, so that the tests are quick"
    return folder


class TestAtlas:
    """The folder of an enumeration, opened, and gone on with."""

    @pytest.mark.parametrize("flips", FLIPS)
    def test_an_atlas_that_is_opened(self, flips: int, folder: Path, tmp_path: Path) -> None:
        require_survival(
            folder, lambda path: asked(rushhour.atlas.open_atlas(path)), tmp_path, flips
        )

    @pytest.mark.parametrize("flips", FLIPS)
    def test_a_run_that_is_made_again(self, flips: int, folder: Path, tmp_path: Path) -> None:
        require_survival(folder, enumerated, tmp_path, flips)

    def test_a_run_that_is_resumed(self, folder: Path, tmp_path: Path) -> None:
        shutil.copytree(folder, tmp_path / "some")
        for name in ("_summary.json", "_records.csv", "part-000001.parquet"):
            (tmp_path / "some" / name).unlink()
        require_survival(tmp_path / "some", enumerated, tmp_path, 1)


def enumerated(folder: Path) -> object:
    """All that is asked of an atlas that is enumerated into a folder."""
    options: dict[str, Any] = {"keep": "solvable", "part_states": 200, "threads": 1}
    return asked(rushhour.atlas.enumerate_clusters(3, 4, output=folder, **options))


def asked(atlas: rushhour.atlas.Atlas) -> object:
    """All that is asked of an atlas."""
    rows = atlas.table().to_pylist()
    return len(atlas), rows, atlas.hardest(5).to_pylist(), atlas.summary, atlas.options


class TestBatch:
    """A folder of parts, and a file with the folder beside it."""

    @pytest.mark.parametrize("flips", FLIPS)
    @pytest.mark.parametrize("name", ["out", "out.csv", "out.parquet"])
    def test_a_finished_one(self, name: str, flips: int, tmp_path: Path) -> None:
        target = begun(tmp_path)
        solved(target, name)
        # Answers whose record is gone are refused like any file that the run does not know.
        require_survival(target, lambda path: solved(path, name), tmp_path, flips, name)

    def test_one_whose_file_is_not_joined(self, tmp_path: Path) -> None:
        target = begun(tmp_path)
        arguments = target / "in.txt", "-o", target / "out.csv", *BATCH
        for _ in range(2):
            assert result("batch", *arguments, "--max-seconds", 0)[0] == 3
        require_survival(target, lambda path: solved(path, "out.csv"), tmp_path, 2)


# Small parts, on one thread.
BATCH = ["--part-rows", 3, "--states", "--threads", 1]


def begun(root: Path) -> Path:
    """A folder with an input of a few parts, one board of which is malformed."""
    pytest.importorskip("pyarrow")
    (root / "batch").mkdir()
    (root / "batch" / "in.txt").write_text("AAB./..B./..../....\nAA../..../CCC./..DD\nAA\n" * 3)
    return root / "batch"


def solved(folder: Path, name: str) -> object:
    """What a batch into a folder or a file says, and the answers that stand there then."""
    boards, out = folder / "in.txt", folder / name
    text = boards.read_bytes() if boards.is_file() else b""
    code, _, said = result("batch", boards, "-o", out, *BATCH)
    counted = [line for line in said.splitlines() if " rows: " in line]
    if code not in (0, 2) or not counted:
        raise RushHourError(said)
    files = [out] if out.is_file() else sorted(out.glob("part-*"))
    return text, counted, [file.read_bytes() for file in files]


class TestFiles:
    """Files without a folder of their own."""

    @pytest.mark.parametrize("flips", FLIPS)
    def test_the_rounds_of_a_search(self, flips: int, tmp_path: Path) -> None:
        (tmp_path / "searches").mkdir()
        searched(tmp_path / "searches", 2)
        require_survival(
            tmp_path / "searches", lambda path: searched(path, 2), tmp_path, 20 * flips
        )

    @pytest.mark.parametrize("flips", FLIPS)
    def test_a_certificate(self, flips: int, tmp_path: Path) -> None:
        (tmp_path / "proofs").mkdir()
        certificate = rushhour.certificate.certify(rushhour.solve("..BB/AA.C/...C"))
        certificate.save(tmp_path / "proofs" / "one.cert")
        require_survival(tmp_path / "proofs", proved, tmp_path, 20 * flips)


def searched(folder: Path, rounds: int) -> object:
    """The rounds of two searches."""
    options: dict[str, Any] = {"size": "4x4", "boards": 20, "threads": 1, "rounds": rounds}
    return [
        search_records(folder / name, seed=seed, **options).rounds
        for name, seed in (("one.json", 1), ("two.json", 2))
    ]


def proved(folder: Path) -> object:
    """What a certificate proves."""
    return rushhour.certificate.verify_certificate(folder / "one.cert")
