"""The corpus of a target as files, and back.

python fuzz/corpus.py unpack TARGET    lines of tests/fuzz/corpus/TARGET.txt to fuzz/corpus/TARGET/
python fuzz/corpus.py pack TARGET FOLDER    files of a folder to these lines, the shortest first
"""

import sys
from hashlib import sha1
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "fuzz"))

import fuzz_corpus  # noqa: E402

# Bytes of the lines of a target: all of them together stay below a megabyte.
MOST = 80_000


def unpack(target: str) -> None:
    """Write each input into a file of its own, as libFuzzer takes them."""
    folder = ROOT / "fuzz" / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    for data in fuzz_corpus.inputs(target):
        (folder / sha1(data).hexdigest()).write_bytes(data)
    print(f"{len(list(folder.iterdir()))} inputs in {folder}")


def pack(target: str, folder: str) -> None:
    """Write the inputs of a folder as lines, the shortest first, as far as they fit."""
    found = sorted(
        (path.read_bytes() for path in Path(folder).iterdir()), key=lambda d: (len(d), d)
    )
    lines, size = [], 0
    for line in map(fuzz_corpus.escaped, found):
        size += len(line) + 1
        if size <= MOST:
            lines.append(line + "\n")
    (fuzz_corpus.FOLDER / f"{target}.txt").write_text("".join(lines), encoding="ascii")
    print(f"{len(lines)} of {len(found)} inputs in tests/fuzz/corpus/{target}.txt")


if __name__ == "__main__":
    {"unpack": unpack, "pack": pack}[sys.argv[1]](*sys.argv[2:])
