"""What is trusted: parts with changed bytes, swapped and foreign parts, inputs that change."""

import gzip
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

import rushhour
from rushhour import store as arrow
from rushhour.base.seals import SpoiltError
from rushhour.batch import run as runs
from rushhour.batch.plan import Part
from rushhour.batch.sources import SourceFiles, pinned
from rushhour.store import seal, unseal
from support.batches import OPTIONS, PART, classics, content, finished, leftovers, many, parts

Change = Callable[[Path], object]
STAMP = {"part": 0, "boards": "0"}


class TestSeal:
    def test_what_is_sealed_is_read_back(self) -> None:
        table = rushhour.solve_batch(classics()[:3])
        assert unseal(seal(table, STAMP), STAMP, table.schema).equals(table)

    def test_no_flipped_bit_is_missed(self) -> None:
        table = rushhour.solve_batch(classics()[:3])
        data = bytearray(seal(table, STAMP))
        for place in range(len(data)):
            for bit in range(8):
                data[place] ^= 1 << bit
                with pytest.raises(SpoiltError):
                    unseal(bytes(data), STAMP, table.schema)
                data[place] ^= 1 << bit
        assert unseal(bytes(data), STAMP, table.schema).equals(table)

    def test_no_piece_is_taken_for_the_whole(self) -> None:
        table = rushhour.solve_batch(["AA.."])
        data = seal(table, STAMP)
        for end in range(len(data)):
            with pytest.raises(SpoiltError):
                unseal(data[:end], STAMP, table.schema)

    def test_pages_have_checksums_for_other_readers(self, tmp_path: Path) -> None:
        data = bytearray(seal(rushhour.solve_batch(many(100)), STAMP))
        (tmp_path / "whole.parquet").write_bytes(data)
        chunk = parquet.read_metadata(tmp_path / "whole.parquet").row_group(0).column(0)
        data[chunk.data_page_offset + chunk.total_compressed_size // 2] ^= 1
        (tmp_path / "spoilt.parquet").write_bytes(data)
        with pytest.raises(OSError, match="CRC"):
            parquet.read_table(tmp_path / "spoilt.parquet", page_checksum_verification=True)

    def test_boards_with_other_bounds_have_another_digest(self) -> None:
        columns = [["AB", "C"], ["A", "BC"], ["ABC"], ["ABC", ""], ["ABC", None], [None, "ABC"], []]
        arrays = [pa.array(column, pa.large_binary()) for column in columns]
        assert len({arrow.digest(array) for array in arrays}) == len(columns)
        assert {arrow.digest(pa.concat_arrays([arrays[1], array])[2:]) for array in arrays} == {
            arrow.digest(array) for array in arrays
        }


def rewritten(change: Callable[[pa.Table], pa.Table]) -> Change:
    """Parquet as other tools write it."""

    def spoil(part: Path) -> None:
        parquet.write_table(change(parquet.read_table(part)), part)

    return spoil


SPOILT: dict[str, tuple[Change, str]] = {
    "flipped": (lambda part: flip(part, 700), "expected the bytes that were written, found others"),
    "empty": (lambda part: part.write_bytes(b""), "expected a sealed file, found another file"),
    "text": (lambda part: part.write_text("AA.."), "expected a sealed file, found another file"),
    "cut off": (lambda part: part.write_bytes(part.read_bytes()[:-50]), "expected the bytes that"),
    "swapped": (
        lambda part: shutil.copy(part.with_name("part-000008.parquet"), part),
        "expected other answers: part was 7, is now 8; boards was ",
    ),
    "other columns": (
        rewritten(lambda table: table.drop_columns(["moves"])),
        "expected a sealed file, found another file",
    ),
    "other values": (
        rewritten(lambda table: table.set_column(5, "expanded", pa.array([1] * len(table)))),
        "expected a sealed file, found another file",
    ),
}


def flip(file: Path, place: int) -> None:
    data = bytearray(file.read_bytes())
    data[place] ^= 4
    file.write_bytes(data)


@pytest.mark.parametrize("verify", [[], ["--verify"]])
@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_part_is_solved_again(
    how: str, verify: list[str], source: Path, undisturbed: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    shutil.copytree(undisturbed, target)
    change, reason = SPOILT[how]
    change(parts(target)[7])
    said = finished(source, "-o", target, *OPTIONS, *verify, code=2)
    assert f"rushhour: part 7 (rows 175 to 199) is solved again: {reason}" in said
    assert said.count("again") == 1
    assert content(target) == content(undisturbed)
    assert leftovers(target) == []
    assert "again" not in finished(source, "-o", target, *OPTIONS, *verify, code=2)


def test_a_part_of_another_batch_is_solved_again(
    source: Path, undisturbed: Path, tmp_path: Path
) -> None:
    """With the same boards, but to another goal."""
    finished(source, "-o", tmp_path / "other", *OPTIONS, "--goal", "clear", code=2)
    target = tmp_path / "out"
    shutil.copytree(undisturbed, target)
    shutil.copy(parts(tmp_path / "other")[7], parts(target)[7])
    said = finished(source, "-o", target, *OPTIONS, code=2)
    assert 'expected other answers: --goal was "edge", is now "clear"' in said
    assert content(target) == content(undisturbed)


@pytest.mark.parametrize("name", ["out.parquet", "out.csv", "out.jsonl"])
def test_a_spoilt_part_does_not_get_into_one_file(
    name: str, source: Path, undisturbed: Path, tmp_path: Path
) -> None:
    finished(source, "-o", tmp_path / name, *OPTIONS, code=2)
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).unlink()
    beside = tmp_path / f"{name}.parts"
    for part in parts(undisturbed):
        shutil.copy(part, beside)
    flip(parts(beside)[3], 1000)
    shutil.copy(parts(beside)[0], parts(beside)[1])
    said = finished(source, "-o", tmp_path / name, *OPTIONS, code=2)
    assert "part 1 (rows 25 to 49) is solved again" in said
    assert "part 3 (rows 75 to 99) is solved again" in said
    assert (tmp_path / name).read_bytes() == whole


def test_a_part_that_is_spoilt_before_it_is_joined(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill = runs.Run._fill

    def spoilt(self: runs.Run, folder: runs.Folder) -> list[str]:
        digests = fill(self, folder)
        flip(folder.part(2), 1000)
        return digests

    target = tmp_path / "out.csv"
    with monkeypatch.context() as context:
        context.setattr(runs.Run, "_fill", spoilt)
        said = finished(source, "-o", target, *OPTIONS, code=2)
    assert "part-000002.parquet: expected the bytes that were written, found others" in said
    assert not target.exists()
    assert "part 2 (rows 50 to 74) is solved again" in finished(
        source, "-o", target, *OPTIONS, code=2
    )
    finished(source, "-o", tmp_path / "whole.csv", *OPTIONS, code=2)
    assert target.read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_what_would_be_read_as_answers_too(source: Path, undisturbed: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    shutil.copytree(undisturbed, target)
    (target / ".hidden.parquet").touch()
    (target / "README").touch()
    for name in ("part-000040.parquet", "part-000000 (copy).parquet"):
        shutil.copy(parts(undisturbed)[0], target / name)
        said = finished(source, "-o", target, *OPTIONS, code=2)
        expected = "expected 40 parts and no other Parquet in this folder; move this away"
        assert said == f"rushhour: {target / name}: {expected}\n"
        assert (target / name).exists()
        (target / name).unlink()
    finished(source, "-o", target, *OPTIONS, code=2)


def change_a_board(file: Path) -> None:
    """Another board of the same length, in place and with the same date."""
    before = file.stat()
    with file.open("r+b") as stream:
        data = stream.read()
        stream.seek(data.rindex(b"A"))
        stream.write(b"B")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def append(file: Path) -> None:
    with file.open("ab") as stream:
        stream.write(b"\nAA..\n")


CHANGES: dict[str, Change] = {
    "changed": change_a_board,
    "longer": append,
    "shorter": lambda file: os.truncate(file, file.stat().st_size - 20),
    "empty": lambda file: os.truncate(file, 0),
    "another": lambda file: file.rename(file.with_name("old")) and file.write_text("AA..\n"),
}


@pytest.fixture(params=["in.txt", "in.csv", "in.jsonl", "in.parquet", "in.gz"])
def large(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Boards in more than two blocks of what is hashed."""
    file = tmp_path / request.param
    boards = many(70_000)
    if file.suffix == ".parquet":
        table = pa.table({"board": boards})
        parquet.write_table(table, file, compression="none", use_dictionary=False)
    elif file.suffix == ".gz":
        lines = "\n".join(f"{row} {board}" for row, board in enumerate(boards)).encode()
        file.write_bytes(gzip.compress(lines, compresslevel=0))
    elif file.suffix == ".jsonl":
        file.write_text("\n".join(json.dumps({"board": board}) for board in boards))
    else:
        file.write_text("\n".join(["board" if file.suffix == ".csv" else "# boards", *boards]))
    assert file.stat().st_size > 2 * pinned._BLOCK
    return file


class TestInputs:
    """Every byte that is read is one of those that were hashed."""

    def test_an_unchanged_file_is_read_as_without_a_pin(self, large: Path) -> None:
        files = [str(large)]
        known, unknown = SourceFiles(files), SourceFiles(files)
        (what,) = known.pinned()
        assert what.startswith(f"{large.name}, {large.stat().st_size} bytes, sha256 ")
        assert what.endswith(subprocess.check_output(["sha256sum", large], text=True)[:64])
        pairs = zip(known.read(), unknown.read(), strict=True)
        assert all(one.equals(other) for one, other in pairs)
        assert known.consumed == unknown.consumed

    @pytest.mark.parametrize("change", CHANGES)
    def test_a_change_before_it_is_read(self, change: str, large: Path) -> None:
        source = SourceFiles([str(large)])
        source.pinned()
        CHANGES[change](large)
        with pytest.raises(rushhour.RushHourError, match=f"{large.name}: expected no change while"):
            list(source.read())

    def test_a_change_while_it_is_read(self, tmp_path: Path) -> None:
        file = tmp_path / "in.txt"
        file.write_text("\n".join(many(100_000)))
        source = SourceFiles([str(file)])
        source.pinned()
        boards = source.read()
        assert len(next(boards)) > 10_000
        change_a_board(file)
        with pytest.raises(rushhour.RushHourError, match="expected no change while"):
            list(boards)


def disturbed(monkeypatch: pytest.MonkeyPatch, change: Callable[[], object]) -> None:
    """Let something happen after the inputs are hashed and before they are read."""
    cut = runs.cut

    def late(*arguments: object) -> Iterator[Part]:
        change()
        return cut(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(runs, "cut", late)


@pytest.mark.parametrize("name", ["out", "out.csv"])
def test_an_input_that_changes_during_the_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, target = tmp_path / "in.txt", tmp_path / name
    before = "\n".join(many(60))
    file.write_text(before)
    with monkeypatch.context() as context:
        disturbed(context, lambda: change_a_board(file))
        said = finished(file, "-o", target, "--part-rows", 20, code=2)
    assert (
        said == f"rushhour: {file}: expected no change while it is read, found one; run it again\n"
    )
    assert not (tmp_path / "out.csv").exists()
    assert parts(target) == []
    file.write_text(before)
    finished(file, "-o", target, "--part-rows", 20)


def test_an_input_that_is_deleted_during_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "in.txt"
    file.write_text("\n".join(many(60)))
    with monkeypatch.context() as context:
        disturbed(context, file.unlink)
        said = finished(file, "-o", tmp_path / "out", code=2)
    assert said == f"rushhour: {file}: No such file or directory\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_read_but_once(tmp_path: Path) -> None:
    pipe, target = tmp_path / "pipe", tmp_path / "out"
    os.mkfifo(pipe)
    for arguments in (("-o", target), ("-o", tmp_path / "out.csv"), ("-o", "-")):
        writer = threading.Thread(target=pipe.write_text, args=("\n".join(many(30)),))
        writer.start()
        said = finished(pipe, *arguments, "--part-rows", 20)
        writer.join()
        assert said == "rushhour: 30 rows: 30 solved\n"
    said = finished(pipe, "-o", target, "--part-rows", 20, code=2)
    assert "the pipe pipe cannot be read again; take another target" in said


def test_parts_of_an_input_that_was_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part says which boards it answers, whatever the plan of its folder says."""
    file, target = tmp_path / "in.txt", tmp_path / "out"
    file.write_text("\n".join([*many(PART), *["AA.."] * PART]))
    finished(file, "-o", target, "--part-rows", PART)
    plan = json.loads((target / "_plan.json").read_text())
    file.write_text("\n".join([*many(PART), *["..AA"] * PART]))
    plan["inputs"] = SourceFiles([str(file)]).pinned()
    (target / "_plan.json").write_text(json.dumps(plan))
    said = finished(file, "-o", target, "--part-rows", PART)
    assert "part 1 (rows 25 to 49) is solved again: expected other answers: boards was" in said
    assert "part 0" not in said
    assert parquet.read_table(parts(target)[1])["board"].to_pylist() == ["..AA"] * PART
