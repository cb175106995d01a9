"""The core of the page without a server, run outside a browser: it answers as the service."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from support.service import Answer

FOLDER = Path(os.environ.get("RUSHHOUR_PAGE", Path(__file__).parents[2] / "target/page"))


class Core:
    """The core, which knows the operations that search."""

    def __init__(self) -> None:
        wasmtime = pytest.importorskip("wasmtime")
        file = FOLDER / "core.wasm"
        if not file.is_file():
            pytest.skip(f"there is no {file}: python page/build.py makes it")
        store = wasmtime.Store()
        linker = wasmtime.Linker(store.engine)
        i32, f64 = wasmtime.ValType.i32(), wasmtime.ValType.f64()
        now, progress = wasmtime.FuncType([], [f64]), wasmtime.FuncType([i32, i32, i32], [])
        linker.define_func("page", "now", now, lambda: time.monotonic() * 1e3)
        linker.define_func("page", "progress", progress, lambda *_: None)
        module = wasmtime.Module.from_file(store.engine, str(file))
        self._store = store
        self._exports = linker.instantiate(store, module).exports(store)

    def ask(self, name: str, **request: Any) -> Any:
        """The answer of an operation that must succeed."""
        answer = self.post(name, request)
        assert answer.status == 200, answer
        return answer.body

    def post(self, name: str, request: Any) -> Answer:
        """The answer to a request."""
        memory = self._exports["memory"]
        sent = f"{name}{json.dumps(request)}".encode()
        start = self._call("reserve", len(sent)) & 0xFFFFFFFF
        memory.write(self._store, sent, start)
        start = self._call("call", len(name)) & 0xFFFFFFFF
        found = json.loads(memory.read(self._store, start, start + self._call("answer_length")))
        return Answer(found["status"], {}, found["body"])

    def _call(self, name: str, *arguments: int) -> int:
        return int(self._exports[name](self._store, *arguments))
