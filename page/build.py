"""Build the page without a server: one folder for any static host.

```text
rustup target add wasm32-unknown-unknown
python page/build.py [FOLDER]        (target/page)
```

It holds the files of `rushhour serve`, the core and the readers of texts and of pictures as
WebAssembly, the collection, and what makes the page installable and usable offline.
`rushhour serve` gets the reader of pictures, too. Python and rushhour are needed to build it, not
to use it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from contextlib import suppress
from errno import EEXIST, ENOTEMPTY
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from rushhour.web.bundle import bundle, later
from rushhour.web.operations import puzzles
from rushhour.web.page import contents

ROOT = Path(__file__).resolve().parent.parent
HERE = Path(__file__).parent
TARGET = "wasm32-unknown-unknown"
# The reader of pictures, for `rushhour serve`.
SERVED = ROOT / "python/rushhour/web/static/picture.wasm"
# Core and reader of texts are small rather than fast: a visitor waits for their bytes longer than
# for their answers. Who gives a picture waits for its reader, which is twice as fast for 6 kB more.
LEVELS = {"wasm": "s", "wasm-text": "s", "wasm-picture": "2"}
SCRIPT = '<script type="module" src="app.js"></script>'
# All others are parts of these, or loaded when they are needed; one script comes sooner than forty.
SCRIPTS = {"app.js", "photo-worker.js", "rush-hour.js", "worker.js"}
# Nothing but this page's own files, and of scripts WebAssembly too.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


def compiled(feature: str) -> bytes:
    """The crate with a feature, compiled for browsers."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    flags = f"{os.environ.get('RUSTFLAGS', '')} -C target-feature=+simd128 -C strip=symbols"
    command = ["cargo", "build", "--quiet", "--release", "--lib", "--locked"]
    command += ["--target", TARGET, "--features", feature, "--target-dir", str(target)]
    level = {"CARGO_PROFILE_RELEASE_OPT_LEVEL": LEVELS[feature]}
    environment = {**os.environ, **level, "RUSTFLAGS": flags.strip()}
    subprocess.run(command, cwd=ROOT, check=True, env=environment)
    return (target / TARGET / "release" / "rushhour.wasm").read_bytes()


def files() -> dict[str, bytes]:
    """The contents of every file of the folder, by name."""
    made = {
        "core.wasm": compiled("wasm"),
        "text.wasm": compiled("wasm-text"),
        SERVED.name: compiled("wasm-picture"),
        "puzzles.json": puzzles().encode(),
    }
    SERVED.write_bytes(made[SERVED.name])
    # The package may be installed elsewhere, without what is made here.
    found = contents() | made
    found["backend.js"] = found["local.js"]
    joined = scripts(found)
    found = {n: each for n, each in found.items() if n in SCRIPTS or not n.endswith(".js")} | joined
    found["manifest.json"] = (HERE / "manifest.json").read_bytes()
    found["index.html"] = index(found).encode()
    worker = (HERE / "service-worker.js").read_text(encoding="utf-8")
    names = json.dumps(["./", *sorted(name for name in found if name != "index.html")])
    found["service-worker.js"] = (
        worker.replace("VERSION", version(found)).replace("NAMES", names).encode()
    )
    return found


def scripts(found: dict[str, bytes]) -> dict[str, bytes]:
    """The script of the page, and those that it loads when they are needed."""
    whole = bundle("app.js", found) + "export { modules };\n"
    rest = {name: bundle(name, found, "app.js") for name in later("app.js", found)}
    return {name: script.encode() for name, script in {"app.js": whole, **rest}.items()}


def index(found: dict[str, bytes]) -> str:
    """The page, which fetches its puzzles and its script at once."""
    text = found["index.html"].decode()
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<link rel="manifest" href="manifest.json">',
        '<link rel="preload" href="puzzles.json" as="fetch" crossorigin>',
        SCRIPT,
    ]
    assert SCRIPT in text, "the page names its script"
    return text.replace('href="favicon.ico"', 'href="icon.svg"').replace(SCRIPT, "\n".join(head))


def version(found: dict[str, bytes]) -> str:
    """A name for exactly these contents: another build replaces what browsers keep."""
    digest = sha256()
    for name in sorted(found):
        digest.update(name.encode() + b"\0" + sha256(found[name]).digest())
    return digest.hexdigest()[:16]


def replace(folder: Path, found: dict[str, bytes]) -> None:
    """Put a folder of these files in the place of another, whole or not at all.

    Of two builds at once the last one stays.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".page-", dir=folder.parent) as place:
        new = Path(place, "new")
        new.mkdir()
        for name, content in found.items():
            (new / name).write_bytes(content)
        for number in count():
            with suppress(FileNotFoundError):
                folder.rename(Path(place, f"old-{number}"))
            try:
                new.rename(folder)
                return
            except OSError as error:
                if error.errno not in {EEXIST, ENOTEMPTY}:  # else another build came first
                    raise


def main() -> None:
    """Write the folder anew."""
    about = argparse.ArgumentParser(description="Build the page without a server.")
    about.add_argument("folder", nargs="?", type=Path, default=ROOT / "target" / "page")
    folder = about.parse_args().folder
    marker = folder / "service-worker.js"
    if folder.exists() and any(folder.iterdir()) and not marker.exists():
        about.error(
            f"expected an empty folder or an earlier build, found {folder} with other files"
        )
    found = files()
    replace(folder.resolve(), found)
    print(f"{folder}: {len(found)} files, {sum(map(len, found.values())) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
