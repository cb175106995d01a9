"""The modules of the page without a server, run outside a browser: they answer as the service."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from support.service import Answer

FOLDER = Path(os.environ.get("RUSHHOUR_PAGE", Path(__file__).parents[2] / "target/page"))


class _Module:
    """A module of WebAssembly, which takes bytes and answers with JSON."""

    def __init__(self, name: str, room: str, length: str) -> None:
        wasmtime = pytest.importorskip("wasmtime")
        file = FOLDER / name
        if not file.is_file():
            pytest.skip(f"there is no {file}: python page/build.py makes it")
        store = wasmtime.Store()
        linker = wasmtime.Linker(store.engine)
        i32, f64 = wasmtime.ValType.i32(), wasmtime.ValType.f64()
        now, progress = wasmtime.FuncType([], [f64]), wasmtime.FuncType([i32, i32, i32], [])
        linker.define_func("page", "now", now, lambda: time.monotonic() * 1e3)
        linker.define_func("page", "progress", progress, lambda *_: None)
        module = wasmtime.Module.from_file(store.engine, str(file))
        self.imports = [one.name for one in module.imports]
        self._store = store
        self._exports = linker.instantiate(store, module).exports(store)
        self._room, self._length = room, length

    def run(self, sent: bytes, function: str, *arguments: int) -> Answer:
        """The answer of a function to bytes."""
        memory = self._exports["memory"]
        memory.write(self._store, sent, self._call(self._room, len(sent)) & 0xFFFFFFFF)
        start = self._call(function, *arguments) & 0xFFFFFFFF
        found = json.loads(memory.read(self._store, start, start + self._call(self._length)))
        return Answer(found["status"], {}, found["body"])

    def _call(self, name: str, *arguments: int) -> int:
        return int(self._exports[name](self._store, *arguments))


class Core:
    """The core, which knows the operations that search."""

    def __init__(self) -> None:
        self._module = _Module("core.wasm", "reserve", "answer_length")

    def ask(self, name: str, **request: Any) -> Any:
        """The answer of an operation that must succeed."""
        answer = self.post(name, request)
        assert answer.status == 200, answer
        return answer.body

    def post(self, name: str, request: Any) -> Answer:
        """The answer to a request."""
        return self._module.run(f"{name}{json.dumps(request)}".encode(), "call", len(name))


class Reader:
    """The reader of texts, which knows the operations `read` and `qr`."""

    def __init__(self) -> None:
        self._module = _Module("text.wasm", "text_room", "text_length")

    @property
    def imports(self) -> list[str]:
        """What it needs of the page."""
        return self._module.imports

    def read(self, **request: Any) -> Any:
        """The puzzles of a text."""
        answer = self.post(request)
        assert answer.status == 200, answer
        return answer.body

    def post(self, request: Any, function: str = "read_text") -> Answer:
        """The answer to a request."""
        return self._module.run(json.dumps(request).encode(), function)
