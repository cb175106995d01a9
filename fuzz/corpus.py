"""The corpus of a target as files, and back.

python fuzz/corpus.py unpack TARGET    lines of tests/fuzz/corpus/TARGET.txt to fuzz/corpus/TARGET/
python fuzz/corpus.py pack TARGET FOLDER    files of a folder to these lines
"""

import sys
from hashlib import sha1
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support import fuzz_corpus  # noqa: E402

# The most inputs of a target, so that the tests replay all in seconds: those that search are slow.
# And the most bytes of a line: a corpus is committed, and should stay small.
MOST, SLOW, LONGEST = 400, {"search": 120, "share": 120, "columns": 120}, 1000


def unpack(target: str) -> None:
    """Write each input into a file of its own, as libFuzzer takes them."""
    folder = ROOT / "fuzz" / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    for data in fuzz_corpus.inputs(target):
        (folder / sha1(data).hexdigest()).write_bytes(data)
    print(f"{len(list(folder.iterdir()))} inputs in {folder}")


def pack(target: str, folder: str) -> None:
    """Write inputs of a folder as lines, the shortest first; of too many, some of every length."""
    lines = sorted(
        (line(path) for path in Path(folder).iterdir()), key=lambda text: (len(text), text)
    )
    short = [text for text in lines if len(text) <= LONGEST]
    kept = short[:: -(-len(short) // SLOW.get(target, MOST)) or 1]
    path = fuzz_corpus.FOLDER / f"{target}.txt"
    path.write_text("".join(text + "\n" for text in kept), encoding="ascii")
    print(f"{len(kept)} of {len(lines)} inputs in {path.relative_to(ROOT)}")


def line(path: Path) -> str:
    """The line of an input."""
    return fuzz_corpus.escaped(path.read_bytes())


if __name__ == "__main__":
    {"unpack": unpack, "pack": pack}[sys.argv[1]](*sys.argv[2:])
