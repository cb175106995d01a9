"""The command line in this process, which takes a tenth of the time of a process of its own.

What only a process has (signals, pipes that break, a terminal, exit codes of the interpreter) is
tested with `test_cli.run` and `subprocess`.
"""

import json
from contextlib import redirect_stderr, redirect_stdout
from io import BufferedReader, BytesIO, TextIOWrapper
from typing import Any, cast
from unittest.mock import patch

from rushhour import cli


class _Typed(BytesIO):
    name = "<stdin>"


def result(*arguments: object, text: str | bytes = "") -> tuple[int, str, str]:
    """Exit code, standard output and standard error; an error that nothing catches is raised."""
    code, out, err = result_in_bytes(*arguments, text=text)
    return code, out.decode(), err


def result_in_bytes(*arguments: object, text: str | bytes = "") -> tuple[int, bytes, str]:
    """The same with the bytes of standard output, for pictures."""
    out, err = _written("strict"), _written("backslashreplace")
    content = text if isinstance(text, bytes) else text.encode()
    typed = TextIOWrapper(BufferedReader(cast(Any, _Typed(content))), encoding="utf-8")
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", typed):
        code = cli.run([str(argument) for argument in arguments])
    return code, _bytes_of(out), _bytes_of(err).decode()


def solved(*arguments: str, text: str = "") -> dict[str, Any]:
    """The one JSON object that `--json` prints."""
    code, out, err = result(*arguments, "--json", text=text)
    assert (code, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


def _written(errors: str) -> TextIOWrapper:
    return TextIOWrapper(BytesIO(), encoding="utf-8", errors=errors, newline="\n")


def _bytes_of(stream: TextIOWrapper) -> bytes:
    stream.flush()
    return cast(BytesIO, stream.buffer).getvalue()
