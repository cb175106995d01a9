"""Seals: a file holds the digest of all its other bytes, so that every change of it is found.

A seal is text. It stands where a format has a place for text: in JSON under `seal`, in Parquet
among the metadata. It protects from damage, not from people: who changes a file can seal it again.
"""

from __future__ import annotations

import hashlib
import json

from rushhour.base.text import JsonDict
from rushhour.errors import RushHourError

# Stands before the digest, so that a seal can be found without parsing a damaged file.
_MARK = b"sha256 of all other bytes: "
_BLANK = b"0" * 64
NO_SEAL = (_MARK + _BLANK).decode()
"""The text that `sealed` replaces by the seal."""


class SpoiltError(RushHourError):
    """A file does not hold what was written; the message says why, and does not name the file."""


def sealed(data: bytes) -> bytes:
    """The bytes of a file with its seal in the place of `NO_SEAL`."""
    head, rest = _parted(data)
    return b"".join((head, _digest(head, rest), rest))


def digest_of(data: bytes) -> str:
    """The digest in the seal of a file; SpoiltError if a byte has changed, or without a seal."""
    head, rest = _parted(data)
    if not head:
        raise SpoiltError("expected a sealed file, found another file or a piece of one")
    digest = _digest(head, rest)
    if data[len(head) : len(head) + len(_BLANK)] != digest:
        raise SpoiltError("expected the bytes that were written, found others")
    return digest.decode()


def sealed_json(content: JsonDict) -> bytes:
    """A sealed file of JSON, whose last value is the seal."""
    return sealed(json.dumps(content | {"seal": NO_SEAL}, indent=1).encode() + b"\n")


def unsealed_json(data: bytes) -> JsonDict:
    """What `sealed_json` has written; SpoiltError if it is something else."""
    digest_of(data)
    try:
        content = dict(json.loads(data))
        del content["seal"]
    except (ValueError, TypeError, KeyError):
        raise SpoiltError("expected a sealed file of JSON, found another file") from None
    return content


def _parted(data: bytes) -> tuple[memoryview, memoryview]:
    """The bytes before and after the digest; nothing before it if there is no seal."""
    at, view = data.rfind(_MARK) + len(_MARK), memoryview(data)
    return (view[:0], view) if at < len(_MARK) else (view[:at], view[at + len(_BLANK) :])


def _digest(head: memoryview, rest: memoryview) -> bytes:
    digest = hashlib.sha256(head)
    digest.update(_BLANK)
    digest.update(rest)
    return digest.hexdigest().encode()
