"""A file is text in UTF-8, or in UTF-16 with its mark, wherever it comes from."""

import gzip
from io import BytesIO
from pathlib import Path

import pytest

import rushhour
from rushhour import ParseError
from support.commands import result


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ": expected a puzzle, found an empty text"),
        (b"\xef\xbb\xbf\r\n", ": expected a puzzle, found an empty text"),
        (
            b"6\n1\n1 h 2 1 1\n# caf\xe9",
            ", line 4, column 6: expected text in UTF-8, found the byte 0xe9",
        ),
        ("AA..".encode("utf-16-le"), ", line 1, column 2: expected text, found a NUL character"),
        (b"\xff", ", line 1, column 1: expected text in UTF-8, found the byte 0xff"),
        (bytes(range(256)) * 1000, ", line 1, column 1: expected text, found a NUL character"),
        (b"\x7fELF\2\1\1\0", ", line 1, column 8: expected text, found a NUL character"),
    ],
)
def test_a_file_that_is_no_text(content: bytes, message: str, tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(ParseError) as caught:
        rushhour.read(path)
    assert str(caught.value) == f"{path}{message}"


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_needs_its_mark(mark: str, tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes("\ufeff..B...\r\n..B...\r\nAAB...\r\n......\r\n".encode(mark))
    assert rushhour.read(path) == rushhour.parse("..B.../..B.../AAB.../......")
    path.write_bytes(path.read_bytes() + b"!")  # half a character
    with pytest.raises(ParseError):
        rushhour.read(path)


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_read_wherever_a_text_comes_from(mark: str, tmp_path: Path):
    data = "\ufeffAA.B/...B/....\r\n".encode(mark)
    expected = rushhour.parse("AA.B/...B/....")
    path = tmp_path / "boards.txt"
    path.write_bytes(data)
    with path.open("rb") as binary, path.open("rb", buffering=0) as raw:
        for file in (path, binary, raw, BytesIO(data)):
            assert list(rushhour.read_all(file)) == [expected]
    assert [found.kind for found in rushhour.auditing.audit(BytesIO(data))] == []
    assert result("solve", "-", text=data) == result("solve", path)
    assert result("audit", "-", text=data)[0] == 0
    rows = {
        "boards.txt": "AA.B/...B/....\r\nAAB/...\r\n",
        "boards.csv": "id,board\r\n1,AA.B/...B/....\r\n2,AAB/...\r\n",
        "boards.jsonl": '{"board": "AA.B/...B/...."}\r\n{"board": "AAB/..."}\r\n',
    }
    for name, text in rows.items():
        found = []
        for encoding in ("utf-8", mark):
            content = f"\ufeff{text}".encode(encoding)
            (tmp_path / name).write_bytes(content)
            (tmp_path / f"{name}.gz").write_bytes(gzip.compress(content))
            for file in (tmp_path / name, tmp_path / f"{name}.gz"):
                code, out, _ = result("batch", file, "-o", "-")
                found.append((code, out))
        assert found == found[:1] * 4
        assert "solved" in found[0][1]
