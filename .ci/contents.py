"""Check that a wheel holds the package and nothing else, and an sdist what builds and tests it."""

import re
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

WHEEL = re.compile(
    r"rushhour/.*\.(py|pyi|typed|so|pyd|html|css|js|json|wasm|jsonl|svg|csv|txt)|rushhour-[^/]*\.dist-info/.*|rushhour\.libs/.*"
)
SDIST = re.compile(
    r"(src|python/rushhour|tests|puzzles|benches|examples|docs|research)/.*"
    r"|Cargo\.(toml|lock)|pyproject\.toml|conftest\.py|PKG-INFO|LICENSE-(MIT|APACHE)"
    r"|(README|DESIGN|CHANGELOG|CONTRIBUTING|SECURITY|CODE_OF_CONDUCT)\.md|rustfmt\.toml|CITATION\.cff"
)
NEEDED = {
    ".whl": {
        "rushhour/__init__.py",
        "rushhour/py.typed",
        "rushhour/_core.pyi",
        "rushhour/render/player.js",
        "rushhour/lab/watch.js",
        "rushhour/web/collection.jsonl",
        "rushhour/web/static/index.html",
        "rushhour/lab/published/puzzles.csv",
        "rushhour/generation/words.txt",
    },
    ".gz": {"src/lib.rs", "python/rushhour/py.typed", "conftest.py", "puzzles/jam-01.txt"},
}


def names(archive: Path) -> set[str]:
    """The files of an archive, for an sdist below its one folder."""
    if archive.suffix == ".whl":
        with ZipFile(archive) as wheel:
            return set(wheel.namelist())
    with tarfile.open(archive) as sdist:
        return {name.partition("/")[2] for name in sdist.getnames()}


for path in map(Path, sys.argv[1:]):
    found = names(path)
    allowed = WHEEL if path.suffix == ".whl" else SDIST
    if path.suffix == ".whl" and not any(re.search(r"/sboms/.*\.json$", name) for name in found):
        sys.exit(f"{path.name}: expected a list of what is in it (SBOM), found none")
    strange = {name for name in found if not allowed.fullmatch(name)}
    missing = NEEDED[path.suffix] - found
    if strange or missing:
        sys.exit(f"{path.name}: unexpected {sorted(strange)}, missing {sorted(missing)}")
    print(f"{path.name}: {len(found)} files, {path.stat().st_size >> 10} KiB")
