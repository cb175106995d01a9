"""What is wrong with a command line: the option or argument, what was expected, what was found."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

from cyclopts import (
    Argument,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    UnknownOptionError,
    UnusedCliTokensError,
    ValidationError,
)

from rushhour.base.files import STREAM
from rushhour.cli.input import NO_OPTION
from rushhour.cli.manual import examples, is_list
from rushhour.errors import listed

_NOUNS = {int: "a whole number", float: "a number", bool: "no value"}


def worded(error: CycloptsError) -> str:
    """The message of an error of the argument parser, as this package words its own."""
    match error:
        case UnknownOptionError():
            return _unknown(error.token.keyword or error.token.value, error.argument_collection)
        case UnusedCliTokensError(unused_tokens=[first, *others]):
            more = f" and {len(others)} more" if others else ""
            return f"expected no further argument, found {first!r}{more}"
        case MissingArgumentError(argument=argument) if argument is not None:
            return _missing(error, argument)
        case CoercionError(msg=None, token=token, argument=argument) if token and argument:
            found = f"expected {_noun(error.target_type)}, found {token.value[:40]!r}"
            return f"{_name(argument, token.keyword)}: {found}"
        case ValidationError(argument=argument) if argument is not None:
            return _invalid(error, argument)
        case _:
            return _in_house_style(str(error))


def _missing(error: MissingArgumentError, argument: Argument) -> str:
    """A missing value and how the verb is called; of several files nobody knows what is missing."""
    if error.keyword:  # an option that was written
        return f"{error.keyword}: expected a value, found none"
    assert error.app is not None
    assert error.app.default_command is not None
    arguments = error.app.assemble_argument_collection() if is_list(argument) else [argument]
    needed = [one for one in arguments if one.required]
    wanted = " and ".join(f"{_name(one, None)} ({_explained(one)})" for one in needed)
    example = next(iter(examples(error.app.default_command)), "")
    found = "none" if len(needed) == 1 else "too few words"
    return f"expected {wanted}, found {found}; for example: {example}"


def _explained(argument: Argument) -> str:
    """The first sentence of an argument's help."""
    first, _, _ = (argument.parameter.help or "").replace(";", ".").partition(". ")
    return _in_house_style(first)


def _unknown(option: str, arguments: Iterable[Argument]) -> str:
    names = [name for argument in arguments for name in argument.names]
    near = get_close_matches(option, [name for name in names if name.startswith("-")], n=1)
    return f"no option {option}" + "".join(f"; did you mean {name}?" for name in near)


def _invalid(error: ValidationError, argument: Argument) -> str:
    token, reason = argument.tokens[-1], _in_house_style(error.exception_message)
    if reason == NO_OPTION:  # a file may begin with a hyphen for the parser, but not for us
        words = [token.value for token in argument.tokens]
        option = next(word for word in words if word.startswith("-") and word != STREAM)
        assert error.app is not None
        return _unknown(option, error.app.assemble_argument_collection())
    return f"{_name(argument, token.keyword)}: {reason}, found {token.value[:40]!r}"


def _name(argument: Argument, keyword: str | None) -> str:
    """An option as it was written; an argument as help names it."""
    name: str = keyword or argument.name
    return name if name.startswith("-") else name.upper()


def _noun(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return listed([str(choice) for choice in get_args(kind)])
    return _NOUNS.get(kind, "another value")


def _in_house_style(message: str) -> str:
    """A message without its capital letter and full stop."""
    message = " ".join(message.split()).removesuffix(".")
    return message[:1].lower() + message[1:]
