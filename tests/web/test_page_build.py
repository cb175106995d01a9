"""The folder of the page without a server is written whole or not at all."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest

from support.loading import loaded

BUILD = Path(__file__).parent.parent.parent / "page/build.py"


@pytest.fixture(scope="module")
def build() -> ModuleType:
    return loaded(BUILD)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_two_builds_at_once_leave_one_of_them(build: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "page"
    builds = [{f"{name}.js": b"%d" % one for name in range(40)} for one in range(4)]
    with ThreadPoolExecutor(4) as pool:
        for _ in pool.map(lambda found: build.replace(folder, found), builds * 10):
            pass
    assert contents(folder) in builds
    assert list(folder.parent.iterdir()) == [folder]


def test_a_build_that_fails_leaves_the_one_before(build: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "page"
    build.replace(folder, {"old.js": b"old"})
    with pytest.raises(TypeError):
        build.replace(folder, {"new.js": b"new", "broken.js": None})
    assert contents(folder) == {"old.js": b"old"}
    assert list(tmp_path.iterdir()) == [folder]


def test_a_style_loses_its_comments_alone(build: ModuleType) -> None:
    style = b"/* One\n   rule */\na { color: red; } /* of two */\nb { color: blue; }\n"
    assert build.unexplained(style) == b"a { color: red; } b { color: blue; }\n"


def test_a_style_loses_the_blanks_between_its_rules(build: ModuleType) -> None:
    style = (
        b"@media (min-width: 1px) and (width > 2px) {\n  a:has(> b c), d {\n    margin: 0 1px;\n"
        b'    width: calc(1px + 2px); font: "A B", c; }\n}\n'
    )
    assert build.tight(style) == (
        b"@media (min-width:1px) and (width > 2px){a:has(> b c), d{margin:0 1px;"
        b'width:calc(1px + 2px);font:"A B", c}}'
    )
