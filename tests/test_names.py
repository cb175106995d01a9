"""The names of the package: all are there, and what a solve does not need is imported later."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from inspect import signature
from pathlib import Path

import pytest

import rushhour
from rushhour.analysis import AnalysisOptions, analyse
from rushhour.generation import GenerationArguments, Order, generate
from rushhour.generation.order import OrderArguments, PackOrderArguments

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", rushhour.__all__)
def test_every_name_is_there(name: str) -> None:
    code = f"import rushhour; value = rushhour.{name}; assert value is rushhour.{name}"
    namespace: dict[str, object] = {}
    exec(code, namespace)
    assert not str(namespace["value"]).startswith("<module")


def test_type_checkers_see_what_is_imported_later() -> None:
    source = ast.parse(Path(rushhour.__file__).read_text(encoding="utf-8"))
    (block,) = (node for node in source.body if isinstance(node, ast.If))
    seen = {
        (found.module, alias.name)
        for found in block.body
        if isinstance(found, ast.ImportFrom) and found.module != "rushhour"
        for alias in found.names
    }
    later = {
        (f"rushhour.{module}", name) for module, names in rushhour._LATER.items() for name in names
    }
    assert seen == later


@pytest.mark.parametrize("name", rushhour._PACKAGES)
def test_a_public_package_is_there_when_it_is_used(name: str) -> None:
    code = f"import rushhour; print(*rushhour.{name}.__all__)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split()


def test_a_solve_imports_no_batch_and_no_analysis() -> None:
    code = (
        "import sys, rushhour; rushhour.solve('..B.../AAB.../....../......')\n"
        "print(*(name for name in sys.modules if name.startswith('rushhour.')))"
    )
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert "rushhour.search.solve" in loaded
    packages = {*rushhour._PACKAGES, *(module.split(".")[0] for module in rushhour._LATER)}
    assert not packages & {name.split(".")[1] for name in loaded}


def test_an_unknown_name_suggests_a_known_one() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import rushhour; rushhour.analize"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "has no attribute 'analize'" in run.stderr
    if sys.version_info >= (3, 12):
        assert "'analyse'" in run.stderr
    assert "analyse" in dir(rushhour)


@pytest.mark.parametrize(
    ("folder", "suffix", "definition", "defended"),
    [
        (
            "src",
            "rs",
            r"(?:pub(?:\([^)]*\))? )?(?:struct|enum|trait|type) (\w+)",
            {"Bytes", "Field", "MoveTables", "Packed"},
        ),
        (
            "python/rushhour",
            "py",
            r"(?:class |(?=[A-Z][a-z]\w*(?:: TypeAlias)? = ))(\w+)",
            {"Board", "Cell", "Move", "Progress", "RefutedError", "Verdict"},
        ),
    ],
)
def test_a_type_name_has_one_meaning(
    folder: str, suffix: str, definition: str, defended: set[str]
) -> None:
    files = defaultdict(set)
    for file in (ROOT / folder).rglob(f"*.{suffix}"):
        for name in re.findall(f"^{definition}", file.read_text(encoding="utf-8"), re.MULTILINE):
            files[name].add(file)
    assert {name for name, places in files.items() if len(places) > 1} == defended


def test_every_public_name_is_in_the_reference() -> None:
    reference = (ROOT / "docs/reference/python.md").read_text(encoding="utf-8")
    shown = set(
        re.findall(
            r"auto(?:class|function|exception):: (?:rushhour\.errors\.)?(\w+)$", reference, re.M
        )
    )
    errors = {name for name in vars(rushhour.errors) if name.endswith(("Error", "Warning"))}
    assert errors | {*rushhour.__all__} - {"__version__"} <= shown


@pytest.mark.parametrize(
    ("arguments", "function", "others"),
    [
        (AnalysisOptions, analyse, {"puzzle"}),
        (OrderArguments, Order.of, set()),
        (PackOrderArguments, Order.of, {"difficulty"}),
        (GenerationArguments, generate, {"order", "wanted", *OrderArguments.__annotations__}),
    ],
)
def test_arguments_have_the_names_and_types_of_their_function(
    arguments: type, function: Callable[..., object], others: set[str]
) -> None:
    taken = {name: one.annotation for name, one in signature(function).parameters.items()}
    named = {name: one.__forward_arg__ for name, one in arguments.__annotations__.items()}
    assert {name: kind for name, kind in named.items() if name not in others} == {
        name: kind for name, kind in taken.items() if name not in others
    }
