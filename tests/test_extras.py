"""Whatever takes a package that may be missing says which extra installs it.

The source is read for imports inside functions, so that none can be added without a test.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import rushhour
from rushhour.cli import run

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "python" / "rushhour"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
INSTALLS = {"PIL": "pillow", "resvg_py": "resvg-py"}

# What imports a package without `needs`, and the function that has asked for it before.
BEHIND = {
    "batch": "store.py: require_pyarrow",
    "store.py": "store.py: require_pyarrow",
    "atlas.py": "store.py: require_pyarrow",
    "enumeration": "store.py: require_pyarrow",
    "lab/plot.py": "lab/plot.py: require",
    "pictures.py": "pictures.py: pixels_of",
    "render/raster.py": "render/raster.py: require_extra",
    "render/gif.py": "render/raster.py: require_extra",
}

BOARD = "..B.../AAB.../....../......"
SOLVED = rushhour.solve(BOARD)
CLUSTER = rushhour.explore(BOARD)


def picture() -> object:
    assert SOLVED.solution is not None
    return SOLVED.solution.gif()


def plot() -> None:
    from rushhour.lab.plot import require

    require("plot.svg")


def connect() -> object:
    from rushhour.batch.dask import connected

    return connected("local:1", 1).__enter__()


def service() -> object:
    return import_module("rushhour.web.server")


def environment() -> object:
    return import_module("rushhour.gym")


def widget() -> object:
    return import_module("rushhour.widget")


# What a user calls, without each package that it takes.
DOORS: list[tuple[str, str, Callable[[], object]]] = [
    ("graph", "numpy", CLUSTER.arrays),
    ("graph", "numpy", CLUSTER.graph),
    ("graph", "numpy", CLUSTER.to_scipy),
    ("graph", "scipy", CLUSTER.to_scipy),
    ("graph", "networkx", CLUSTER.to_networkx),
    ("graph", "igraph", CLUSTER.to_igraph),
    ("graph", "rustworkx", CLUSTER.to_rustworkx),
    ("plot", "matplotlib", plot),
    ("pictures", "PIL", picture),
    ("pictures", "resvg_py", picture),
    ("pictures", "resvg_py", rushhour.parse(BOARD).svg().png),
    ("batch", "pyarrow", lambda: rushhour.solve_batch([BOARD])),
    ("batch", "pyarrow", lambda: rushhour.atlas.enumerate_clusters(3, 3)),
    ("batch", "pyarrow", lambda: rushhour.atlas.open_atlas("nowhere")),
    ("cluster", "distributed", connect),
    ("notebook", "anywidget", widget),
    ("web", "starlette", service),
    ("notebook", "traitlets", widget),
    ("gym", "gymnasium", environment),
    ("gym", "numpy", environment),
]

JAM = str(ROOT / "puzzles" / "jam-01.txt")
COMMANDS = [
    ("web", "starlette", ["serve", "--port", "0"]),
    ("web", "uvicorn", ["serve", "--port", "0"]),
    ("web", "h11", ["serve", "--port", "0"]),
    ("play", "textual", ["play", JAM]),
    ("batch", "pyarrow", ["batch", JAM, "-o", "nowhere"]),
    ("batch", "pyarrow", ["analyse", JAM, "-o", "nowhere.parquet"]),
    ("batch", "pyarrow", ["explore", JAM, "--graph", "nowhere.parquet"]),
    ("cluster", "distributed", ["batch", JAM, "-o", "-", "--cluster", "local:1"]),
    ("pictures", "PIL", ["render", JAM, "-o", "nowhere.gif"]),
    ("pictures", "resvg_py", ["render", JAM, "-o", "nowhere.png"]),
    ("plot", "matplotlib", ["compare", JAM, "--plot", "nowhere.svg"]),
    ("play", "textual", ["play", str(ROOT / "puzzles" / "jam-01.txt")]),
    ("batch", "pyarrow", ["batch", str(ROOT / "puzzles" / "jam-01.txt"), "-o", "nowhere"]),
    ("batch", "pyarrow", ["enumerate", "--rows", "3", "--cols", "3"]),
]


class Found(NamedTuple):
    """An import of a package that is no dependency, below the top of a file."""

    place: str
    package: str
    extra: str | None


def late_imports(path: Path) -> Iterator[Found]:
    """The imports of a file that run late, or within `needs`."""
    place = path.relative_to(SOURCE).as_posix()

    def walk(node: ast.AST, extra: str | None, is_late: bool) -> Iterator[Found]:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if isinstance(node, ast.With):
            match = re.fullmatch(r"needs\('(\w+)'\)", ast.unparse(node.items[0]))
            extra = match[1] if match else extra
        if is_late or extra:
            yield from (Found(place, package, extra) for package in imported(node))
        is_late = is_late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for child in ast.iter_child_nodes(node):
            yield from walk(child, extra, is_late)

    return walk(ast.parse(path.read_text(encoding="utf-8")), None, False)


def imported(node: ast.AST) -> Iterator[str]:
    """The packages of others that a statement imports."""
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    if isinstance(node, ast.ImportFrom):
        names = [node.module or ""]
    yield from {name.partition(".")[0] for name in names} - KNOWN


def plain(requirement: str) -> str:
    return re.split(r"[<>=\[]", requirement)[0]


KNOWN = {*sys.stdlib_module_names, *map(plain, PROJECT["dependencies"]), "rushhour"}


FOUND = sorted({found for path in SOURCE.rglob("*.py") for found in late_imports(path)}, key=str)


def test_every_late_import_asks_for_its_extra() -> None:
    assert len(FOUND) > 20
    for found in FOUND:
        folder = found.place.partition("/")[0]
        assert found.extra or found.place in BEHIND or folder in BEHIND, found


def test_every_package_is_tried() -> None:
    tried = {(extra, package) for extra, package, _ in [*DOORS, *COMMANDS]}
    assert {(found.extra, found.package) for found in FOUND if found.extra} <= tried
    assert {found.package for found in FOUND} <= {package for _, package in tried}


@pytest.mark.parametrize(("extra", "package"), sorted({(e, p) for e, p, _ in [*DOORS, *COMMANDS]}))
def test_the_extra_installs_the_package(extra: str, package: str) -> None:
    listed = [plain(each) for each in PROJECT["optional-dependencies"][extra]]
    comes_with = {"h11": "uvicorn", "traitlets": "anywidget"}
    assert INSTALLS.get(package, comes_with.get(package, package)) in listed


def block(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the package be missing, and what has imported it be imported anew."""
    again = ("rushhour.web", "rushhour.play.app", "rushhour.widget", "rushhour.gym", f"{package}.")
    for name in [name for name in sys.modules if name.startswith(again)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)


@pytest.mark.parametrize(("extra", "package", "call"), DOORS)
def test_without_it_a_call_names_the_extra(
    extra: str, package: str, call: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    block(package, monkeypatch)
    with pytest.raises(rushhour.errors.MissingExtraError) as caught:
        call()
    assert str(caught.value) == f"needs {package}: pip install 'rushhour[{extra}]'"
    assert isinstance(caught.value, ImportError)
    assert isinstance(caught.value, rushhour.RushHourError)
    assert (caught.value.name, caught.value.extra) == (package, extra)


@pytest.mark.parametrize(("extra", "package", "command"), COMMANDS)
def test_without_it_a_command_names_the_extra(
    extra: str,
    package: str,
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    block(package, monkeypatch)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert run(command) == 2
    assert (
        capsys.readouterr().err == f"rushhour: needs {package}: pip install 'rushhour[{extra}]'\n"
    )


def test_a_fault_of_our_own_is_no_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    from rushhour.base.packages import needs

    monkeypatch.setitem(sys.modules, "rushhour.widget", None)
    with pytest.raises(ModuleNotFoundError, match="rushhour"), needs("notebook"):
        import_module("rushhour.widget")
