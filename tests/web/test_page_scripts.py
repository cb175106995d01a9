"""The scripts of the page: the one that comes first, and those that it loads when needed."""

import pytest

from rushhour.web.bundle import bundle, later

FILES = {
    "app.js": b'import { one } from "./one.js";\n\nconst show = () => import("./two.js");\n',
    "one.js": b'/** Of no use: import("./gone.js") */\nexport const one = 1;\n',
    "two.js": b'import { one } from "./one.js";\nimport { three } from "./three.js";\n\n'
    b'export const two = one + three;\nexport const data = () => import("./data.js");\n',
    "three.js": b"export const three = 3;\n",
    "data.js": b"export const DATA = 4;\n",
}


def test_what_is_loaded_later_is_known_from_the_scripts() -> None:
    assert later("app.js", FILES) == ["two.js", "data.js"]


def test_a_script_that_comes_later_has_only_what_the_first_lacks() -> None:
    script = bundle("two.js", FILES, "app.js")
    assert script.startswith('import { modules } from "./app.js";\n')
    assert "modules['three.js']" in script
    assert "modules['one.js'] ??=" not in script
    assert bundle("data.js", FILES, "app.js").endswith("export const DATA = 4;\n")


@pytest.mark.parametrize("name", ["app.js", "two.js"])
def test_nothing_stands_twice(name: str) -> None:
    script = bundle(name, FILES)
    assert script.count("modules['one.js'] ??=") == 1
