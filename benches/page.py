"""The page without a server: `python page/build.py && python benches/page.py`.

It compares the core in chromium with the same core compiled for this machine without vector
instructions, on the same requests, in turn; only the ratios mean something on a busy machine. Then
it adds up what a visit transfers, and measures when the page answers on a processor that is four
times as slow. There the time that the page computes says more than the clock on a busy machine.
Last it measures how long Explore takes to draw the states of a cluster, once it is counted.
"""

from __future__ import annotations

import ctypes
import gzip
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

import rushhour
from rushhour.formats.json import as_dict

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parent.parent
PAGE = Path(os.environ.get("RUSHHOUR_PAGE", ROOT / "target/page"))
NATIVE = ROOT / "target/native"
ROUNDS = 12
VISITS = 5
SLOWER = 4
LARGEST = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ..."

Requests = list[tuple[str, str]]

# The core on the page itself, so that nothing but the core is measured.
BEGIN = """async () => {
  const page = { now: () => performance.now(), progress: () => {} };
  const { instance } = await WebAssembly.instantiateStreaming(fetch("core.wasm"), { page });
  const { memory, reserve, call } = instance.exports;
  globalThis.run = (requests) => {
    const begun = performance.now();
    for (const [name, request] of requests) {
      const sent = new TextEncoder().encode(name + request);
      const room = reserve(sent.length) >>> 0;
      new Uint8Array(memory.buffer, room, sent.length).set(sent);
      call(name.length);
    }
    return (performance.now() - begun) / 1e3;
  };
}"""
# When the page answers: a vehicle of the first puzzle moves at a key, and is painted there.
ANSWERS = """
globalThis.answered = new Promise((done) => {
  const tell = () => done(performance.now() / 1e3);
  const painted = () => requestAnimationFrame(() => setTimeout(tell));
  const look = () => {
    const vehicles = document.querySelector("#board")?.shadowRoot?.querySelectorAll("[tabindex]");
    for (const vehicle of vehicles ?? []) {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        vehicle.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        if (document.querySelector("#slides").textContent === "1") return painted();
      }
    }
    requestAnimationFrame(look);
  };
  look();
});
"""

# What Explore takes from the counts of a cluster to the picture of its states, as it is painted.
DRAWS = """
globalThis.drawn = new Promise((done) => {
  let counted = 0;
  const look = () => {
    if (document.querySelector("#facts dd")) counted ||= performance.now();
    const isThere = document.querySelector("#graph canvas")?.checkVisibility();
    if (!isThere) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => done((performance.now() - counted) / 1e3)));
  };
  look();
});
"""
DRAWN = {"jam-01": 1_247, "jam-40": 4_780, "ntnu-expert-2": 16_210, "jam-14": 19_631}


class Native:
    """The core for this machine, in the loops that need no vector instructions."""

    def __init__(self) -> None:
        command = ["cargo", "build", "--quiet", "--release", "--lib", "--locked"]
        command += ["--features", "wasm,tuning", "--target-dir", str(NATIVE)]
        subprocess.run(command, cwd=ROOT, check=True)
        os.environ["RUSHHOUR_PORTABLE"] = "1"
        (file,) = [each for each in (NATIVE / "release").glob("*rushhour.*") if is_library(each)]
        self._core = ctypes.CDLL(str(file))
        self._core.reserve.restype = ctypes.c_void_p
        self._core.call.restype = ctypes.c_void_p
        for function in (self._core.reserve, self._core.call):
            function.argtypes = [ctypes.c_size_t]

    def run(self, requests: Requests) -> float:
        """The seconds that the requests take, one after another."""
        begun = time.perf_counter()
        for name, request in requests:
            sent = (name + request).encode()
            ctypes.memmove(self._core.reserve(len(sent)), sent, len(sent))
            self._core.call(len(name))
        return time.perf_counter() - begun


def is_library(file: Path) -> bool:
    """Whether this is what the system loads."""
    return file.suffix in {".so", ".dylib", ".dll"}


def requests() -> dict[str, Requests]:
    """What is measured, by name."""
    files = sorted((ROOT / "puzzles").glob("jam-*.txt"))
    classics = [as_dict(rushhour.read(file)) for file in files]

    def each(name: str, puzzles: list[Any], **options: Any) -> Requests:
        return [(name, json.dumps({"puzzle": puzzle, **options})) for puzzle in puzzles]

    return {
        f"solve {len(classics)} classics": each("solve", classics),
        "the same in steps": each("solve", classics, metric="step"),
        "their hints": each("hint", classics),
        "their clusters, and how hard": each("explore", classics),
        "a cluster of 541 934 states": each("explore", [LARGEST]),
    }


def compare(native: Native, page: Page) -> None:
    """Print the best times of both, and their ratios."""
    page.evaluate(BEGIN)
    print(f"{'':28} {'native ms':>10} {'browser ms':>11} {'ratio':>6} {'first':>6}")
    for name, wanted in requests().items():
        runs = [(native.run(wanted), page.evaluate("run", wanted)) for _ in range(ROUNDS)]
        here, there = (min(times) for times in zip(*runs, strict=True))
        first = runs[0][1] / runs[0][0]
        row = f"{1e3 * here:10.1f} {1e3 * there:11.1f} {there / here:6.1f} {first:6.1f}"
        print(f"{name:28} {row}")


class Visit(NamedTuple):
    """A first visit: what was asked for, and seconds."""

    asked: list[str]
    answer: float
    hint: float
    busy: float


def visit(browser: Browser, address: str, slower: int = 1) -> Visit:
    """Open the page, move a vehicle, and press Hint, on a slower processor."""
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(address)))
    tools = context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.add_init_script(ANSWERS)
    page.goto(address)
    answer = page.evaluate("answered")
    metrics = tools.send("Performance.getMetrics")["metrics"]
    (busy,) = [each["value"] for each in metrics if each["name"] == "TaskDuration"]
    page.evaluate("document.querySelector('#hint').click()")
    page.wait_for_selector("#note-do:visible")
    hint = page.evaluate("performance.now() / 1e3")
    context.close()
    return Visit(asked, answer, hint, busy)


def size(names: set[str]) -> str:
    """Files, and what they take on the wire if the host compresses them."""
    files = [PAGE / (name or "index.html") for name in sorted(names)]
    compressed = sum(len(gzip.compress(file.read_bytes())) for file in files)
    return f"{len(files)} files, {compressed / 1e3:.0f} kB compressed"


def loading(browser: Browser, address: str) -> None:
    """Print what a visit transfers, and when the page answers on a slow processor."""
    visits = [visit(browser, address) for _ in range(VISITS)]
    every = {file.name for file in PAGE.iterdir()}
    asked = {name for name in visits[0].asked if (PAGE / (name or "index.html")).is_file()}
    print(f"\nfirst visit, with a hint: {size(asked)}; all that is kept: {size(every)}")
    busy = median(each.busy for each in visits)
    print(f"before it answers it computes {busy:.2f} s; {SLOWER} times that: {SLOWER * busy:.2f} s")
    slow = [visit(browser, address, SLOWER) for _ in range(VISITS)]
    answer, hint = median(each.answer for each in slow), median(each.hint for each in slow)
    print(f"on a processor {SLOWER} times as slow it answers after {answer:.2f} s,", end=" ")
    print(f"and has a hint after {hint:.2f} s")


def drawing(browser: Browser, address: str) -> None:
    """Print how long Explore takes to draw so many states."""
    print()
    for name, states in DRAWN.items():
        link = rushhour.link(rushhour.read(ROOT / f"puzzles/{name}.txt")).partition("#")[2]
        times = []
        for _ in range(VISITS):
            page = browser.new_page()
            page.add_init_script(DRAWS)
            page.goto(f"{address}#{link}&view=explore")
            times.append(page.evaluate("drawn"))
            page.wait_for_load_state("networkidle")
            page.close()
        print(f"{states:6} states of {name:14} drawn in {median(times):.2f} s")


class Quiet(SimpleHTTPRequestHandler):
    """A static host that prints nothing, and keeps connections open as every host does."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Print nothing."""

    def handle(self) -> None:
        """Answer; a browser that closes goes away in the middle of a request."""
        with suppress(ConnectionError):
            super().handle()


@contextmanager
def host() -> Iterator[str]:
    """The address of the page on a static host."""
    handler = partial(Quiet, directory=str(PAGE))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def main() -> None:
    """Measure in chromium."""
    from playwright.sync_api import sync_playwright

    if not (PAGE / "core.wasm").is_file():
        sys.exit(f"expected the built page in {PAGE}: run python page/build.py")
    native = Native()
    with host() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox"],
        )
        page = browser.new_page()
        page.goto(address + "manifest.json")
        compare(native, page)
        loading(browser, address)
        drawing(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
