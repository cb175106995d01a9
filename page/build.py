"""Build the page without a server: one folder for any static host.

```text
rustup target add wasm32-unknown-unknown
python page/build.py [FOLDER]        (target/page)
```

It holds the files of `rushhour serve`, the core as WebAssembly, the collection, and what makes the
page installable and usable offline. Python and rushhour are needed to build it, not to use it.
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

from rushhour.web.operations import puzzles
from rushhour.web.page import contents, modules

ROOT = Path(__file__).resolve().parent.parent
HERE = Path(__file__).parent
TARGET = "wasm32-unknown-unknown"
# Small rather than fast: a visitor waits for the bytes of the core longer than for its answers.
PROFILE = {"CARGO_PROFILE_RELEASE_OPT_LEVEL": "s"}
BACKEND = '<meta name="backend" content="service">'
# What the page loads when it is needed.
LATER = {"days.js", "hardest-boards.js", "worker.js"}
# Nothing but this page's own files, and of scripts WebAssembly too.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


def core() -> bytes:
    """The core, compiled for browsers."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    flags = f"{os.environ.get('RUSTFLAGS', '')} -C target-feature=+simd128 -C strip=symbols"
    command = ["cargo", "build", "--quiet", "--release", "--lib", "--locked"]
    command += ["--target", TARGET, "--features", "wasm", "--target-dir", str(target)]
    environment = {**os.environ, **PROFILE, "RUSTFLAGS": flags.strip()}
    subprocess.run(command, cwd=ROOT, check=True, env=environment)
    return (target / TARGET / "release" / "rushhour.wasm").read_bytes()


def files() -> dict[str, bytes]:
    """The contents of every file of the folder, by name."""
    found = contents() | {"core.wasm": core(), "puzzles.json": puzzles().encode()}
    del found["remote.js"]  # for a page with the service
    found["manifest.json"] = (HERE / "manifest.json").read_bytes()
    found["index.html"] = index(found).encode()
    worker = (HERE / "service-worker.js").read_text(encoding="utf-8")
    names = json.dumps(["./", *sorted(name for name in found if name != "index.html")])
    found["service-worker.js"] = (
        worker.replace("VERSION", version(found)).replace("NAMES", names).encode()
    )
    return found


def index(found: dict[str, bytes]) -> str:
    """The page, which finds its core beside it."""
    text = found["index.html"].decode()
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    manifest = '<link rel="manifest" href="manifest.json">'
    local = BACKEND.replace("service", "core")
    assert BACKEND in text, "the page names its backend"
    text = text.replace('href="favicon.ico"', 'href="icon.svg"')
    return text.replace(BACKEND, "\n".join([local, policy, manifest, *early(found)]))


def early(found: dict[str, bytes]) -> list[str]:
    """Links to what the page needs first: a browser that knows all of it fetches it at once."""
    names = sorted(modules(found, "app.js").keys() - LATER)
    links = [f'<link rel="modulepreload" href="{name}">' for name in names]
    return [*links, '<link rel="preload" href="puzzles.json" as="fetch" crossorigin>']


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
