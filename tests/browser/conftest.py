"""A browser for the tests that need one: Debian's chromium, driven by playwright."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest

from rushhour.web.page import contents
from support.chromium import program
from support.core_of_page import FOLDER
from support.service import Service, Static, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BACK_ENDS = ["service", "static"]
# With `one` each test has one of them, which its name decides.
IS_ONE_ENOUGH = os.environ.get("RUSHHOUR_BACK_ENDS") == "one"
# Without a sandbox: the tests run as root in a container, and open only pages of our own.
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage"]
# Milliseconds for what must happen; a busy machine may let the browser wait.
PATIENCE = 60_000

# Lowers the limits of what the page's workers are to solve.
STRICT = """{
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function ({ name, request, ...rest }) {
    if (name === "solve") request = JSON.stringify({ ...JSON.parse(request), max_states: 1000 });
    return post.call(this, { name, request, ...rest });
  };
}"""

HERE = Path(__file__).parent
HAS_PLAYWRIGHT = find_spec("playwright") is not None
collect_ignore_glob = [] if HAS_PLAYWRIGHT else ["test_*.py"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say so where none of these tests ran."""
    if not HAS_PLAYWRIGHT:
        terminalreporter.write_line("SKIPPED tests/browser: playwright is not installed")


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """One chromium for all tests of a file; skips them, saying so, where there is none.

    Its event loop goes with it: tests of other files have their own.
    """
    from playwright import sync_api

    chromium = program()
    if chromium is None:
        pytest.skip("there is no chromium on the PATH")
    with sync_api.sync_playwright() as playwright:
        sync_api.expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def static() -> Iterator[Static]:
    """The built page, below a path; skips where it is not built."""
    if not (FOLDER / "core.wasm").is_file():
        pytest.skip(f"there is no page in {FOLDER}: python page/build.py makes it")
    with TemporaryDirectory() as root:
        page = Path(root) / "puzzles/page"
        page.mkdir(parents=True)
        for file in FOLDER.iterdir():
            (page / file.name).symlink_to(file)
        # The modules in its one script, for tests of one of them.
        modules = contents()
        for name, module in (modules | {"backend.js": modules["local.js"]}).items():
            if not (page / name).exists():
                (page / name).write_bytes(module)
        command = [sys.executable, "-m", "http.server", "0", "--bind", "127.0.0.1"]
        with subprocess.Popen(
            [*command, "--directory", root],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            text=True,
        ) as server:
            assert server.stdout is not None
            said = server.stdout.readline()
            found = re.search(r"port ([0-9]+)", said)
            assert found, said
            yield Static(f"http://127.0.0.1:{found[1]}/puzzles/page/")
            server.terminate()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Repeat a test with both back ends; one marked `either` has the one that its name decides."""
    turn = crc32(metafunc.function.__name__.encode()) % 2
    is_either = IS_ONE_ENOUGH or metafunc.definition.get_closest_marker("either") is not None
    ends = [BACK_ENDS[turn]] if is_either else BACK_ENDS
    for name in {"site", "strict"}.intersection(metafunc.fixturenames):
        metafunc.parametrize(name, ends, indirect=True)


@pytest.fixture
def site(request: pytest.FixtureRequest) -> Service | Static:
    """The page by `rushhour serve`, or the page on a static host."""
    found: Service | Static = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def strict(request: pytest.FixtureRequest, page: "Page") -> Iterator[Service | Static]:
    """The page, whose searches end at a thousand states."""
    if request.param == "static":
        page.add_init_script(STRICT)
        yield request.getfixturevalue("static")
    else:
        with serving("--max-states", "1000") as service:
            yield service
            page.goto("about:blank")


@pytest.fixture
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What the browser is like; a module may have its own, such as a telephone.

    On the page nothing moves, so nothing must be waited for.
    """
    return {"reduced_motion": "reduce"} if "site" in request.fixturenames else {}


@pytest.fixture
def page(browser: "Browser", context_options: dict[str, Any]) -> Iterator["Page"]:
    """A new page in a context of its own; anything on its console or an uncaught error fails."""
    context = browser.new_context(**context_options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    seen: list[str] = []
    page.on("console", lambda message: seen.append(message.text))
    page.on("pageerror", lambda error: seen.append(str(error)))
    yield page
    context.close()
    assert not seen, f"the page complained: {seen}"
