"""Build the page without a server: one folder for any static host.

```text
rustup target add wasm32-unknown-unknown
python page/build.py [FOLDER]        (target/page)
```

It holds the files of `rushhour serve`, the core and the readers of texts and of pictures as
WebAssembly, the collection, and what makes the page installable and usable offline. Its icons need
the extra `pictures`. With `--address`, other sites that name the page find its picture.
`rushhour serve` gets the reader of pictures, too. Python and rushhour are needed to build it, not
to use it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
from contextlib import suppress
from errno import EEXIST, ENOTEMPTY
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from rushhour import read
from rushhour.render.raster import png
from rushhour.web.bundle import bundle, later
from rushhour.web.operations import puzzles
from rushhour.web.page import contents

ROOT = Path(__file__).resolve().parent.parent
HERE = Path(__file__).parent
TARGET = "wasm32-unknown-unknown"
# The reader of pictures, for `rushhour serve`.
SERVED = ROOT / "python/rushhour/web/static/picture.wasm"
# Core and reader of texts are small rather than fast: a visitor waits for their bytes longer than
# for their answers. The reader has no long loop, so it is made for size alone.
# Who gives a picture waits for its reader, which is twice as fast for 6 kB more.
LEVELS = {"wasm": "s", "wasm-text": "z", "wasm-picture": "2"}
# Of these only what they call is compiled, which takes a third of the time. So made, the core would
# be a twentieth larger.
READERS = {"wasm-text", "wasm-picture"}
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
    command = ["cargo", "rustc", "--quiet", "--release", "--lib", "--locked"]
    command += ["--target", TARGET, "--features", feature, "--target-dir", str(target)]
    command += ["--crate-type", "cdylib"] if feature in READERS else []
    level = {"CARGO_PROFILE_RELEASE_OPT_LEVEL": LEVELS[feature]}
    environment = {**os.environ, **level, "RUSTFLAGS": flags.strip()}
    subprocess.run(command, cwd=ROOT, check=True, env=environment)
    return (target / TARGET / "release" / "rushhour.wasm").read_bytes()


def files(address: str = "") -> dict[str, bytes]:
    """The contents of every file of the folder, by name; `address` is that of the page."""
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
    found |= {name: tight(unexplained(found[name])) for name in found if name.endswith(".css")}
    found |= icons(found["icon.svg"].decode())
    found["index.html"] = index(found, address).encode()
    worker = (HERE / "service-worker.js").read_text(encoding="utf-8")
    names = json.dumps(["./", *sorted(name for name in found if name != "index.html")])
    found[PREVIEW] = preview()
    found["service-worker.js"] = (
        worker.replace("VERSION", version(found)).replace("NAMES", names).encode()
    )
    return found


def scripts(found: dict[str, bytes]) -> dict[str, bytes]:
    """The script of the page, and those that it loads when they are needed."""
    whole = bundle("app.js", found) + "export { modules };\n"
    rest = {name: bundle(name, found, "app.js") for name in later("app.js", found)}
    return {name: script.encode() for name, script in {"app.js": whole, **rest}.items()}


def unexplained(style: bytes) -> bytes:
    """A style without its comments, which stay in the sources, as those of the scripts do."""
    return re.sub(rb"/\*.*?\*/\n?", b"", style, flags=re.DOTALL)


def tight(style: bytes) -> bytes:
    """A style without the blanks, and the last `;`, that part nothing in its rules."""
    return re.sub(rb"(?<=[{};,])\n\s*|;?\s*(?=})|\s*(?={)|(?<=[{;]) |(?<=[a-z]:) ", b"", style)


# How large the sign is within a square that nobody rounds off, and one that is cut to a circle.
APPLE, MASKABLE = 1.05, 0.95


def icons(icon: str) -> dict[str, bytes]:
    """The icon in pixels: as it is, and on a ground that telephones cut to their shapes."""
    body = icon.partition(">")[2].removesuffix("</svg>\n")

    def full(part: float) -> str:
        far = 16 * (1 - part)
        sign = f'<g transform="translate({far} {far}) scale({part})">{body}</g>'
        ground = '<rect width="32" height="32" fill="#23282f"/>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{ground}{sign}</svg>'

    return {
        "icon-192.png": png(sized(icon, 192)),
        "icon-512.png": png(sized(icon, 512)),
        "icon-maskable.png": png(sized(full(MASKABLE), 512)),
        "apple-touch-icon.png": png(sized(full(APPLE), 180)),
    }


def sized(svg: str, side: int) -> str:
    """A square picture of so many pixels."""
    return svg.replace("<svg ", f'<svg width="{side}" height="{side}" ', 1)


PREVIEW, PREVIEW_SIZE = "preview.png", (1200, 630)
PREVIEWED = "jam-12.txt"


def preview() -> bytes:
    """The picture that other sites show of the page: a board, and what it is for."""
    wide, high = PREVIEW_SIZE
    board = read(ROOT / "puzzles" / PREVIEWED).svg(theme="dark")
    view = re.search(r'viewBox="[^"]*"', board)
    assert view, "the picture of a board says what it shows"
    inside = board.partition(">")[2]
    placed = (
        f'<svg x="600" y="35" width="560" height="560" {view[0]} class="rushhour dark">{inside}'
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">'
    ground = f'<rect width="{wide}" height="{high}" fill="#15181d"/>'
    style = 'x="70" fill="#eef1f5" font-family="sans-serif"'
    words = (
        f'<text {style} y="280" font-size="92" font-weight="700">rushhour</text>'
        f'<text {style} y="355" font-size="40">Sliding puzzles to play,</text>'
        f'<text {style} y="410" font-size="40">draw, solve and explore</text>'
    )
    return png("".join([head, ground, words, placed, "</svg>"]))


def about(text: str, address: str) -> list[str]:
    """What other sites show of the page, from its own description."""
    found = re.search(r'<meta name="description" content="([^"]*)">', text)
    assert found, "the page describes itself"
    wide, high = PREVIEW_SIZE
    facts = {
        "og:type": "website",
        "og:title": "rushhour: sliding puzzles",
        "og:description": found[1],
        **({"og:url": address} if address else {}),
        "og:image": f"{address}{PREVIEW}",
        "og:image:width": wide,
        "og:image:height": high,
        "og:image:alt": "A board of Rush Hour with its vehicles",
    }
    metas = [f'<meta property="{name}" content="{value}">' for name, value in facts.items()]
    return [*metas, '<meta name="twitter:card" content="summary_large_image">']


def index(found: dict[str, bytes], address: str = "") -> str:
    """The page, which fetches its puzzles and its script at once."""
    text = found["index.html"].decode()
    head = [
        *about(text, address),
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<link rel="manifest" href="manifest.json">',
        '<link rel="apple-touch-icon" href="apple-touch-icon.png">',
        '<link rel="preload" href="puzzles.json" as="fetch" crossorigin>',
        SCRIPT,
    ]
    assert SCRIPT in text, "the page names its script"
    text = text.replace('href="favicon.ico"', 'href="icon.svg"').replace(SCRIPT, "\n".join(head))
    return re.sub(r"^ +", "", text, flags=re.MULTILINE)


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
    parser = argparse.ArgumentParser(description="Build the page without a server.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "target" / "page")
    parser.add_argument("--address", default="", help="where the page will be, with a / at its end")
    asked = parser.parse_args()
    folder = asked.folder
    marker = folder / "service-worker.js"
    if folder.exists() and any(folder.iterdir()) and not marker.exists():
        parser.error(
            f"expected an empty folder or an earlier build, found {folder} with other files"
        )
    found = files(asked.address)
    replace(folder.resolve(), found)
    print(f"{folder}: {len(found)} files, {sum(map(len, found.values())) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
