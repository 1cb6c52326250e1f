"""The options of wishes on the command line: kinds, orders, names, and files in place of texts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from pandoku.cli._groups import in_group
from pandoku.cli._options import Amount
from pandoku.errors import WishError
from pandoku.model import whole_number
from pandoku.words import ATTEMPTS, WISHES, Wish

__all__ = [
    "KIND_TYPE",
    "ORDER_TYPE",
    "SEED_TYPE",
    "TECHNIQUE_TYPE",
    "WORD_TYPE",
    "FileOrText",
    "attempts_option",
    "wish_options",
]

_F = TypeVar("_F", bound=Callable[..., Any])


_MOST_SEED = 2**64 - 1


class _Name(click.ParamType):  # type: ignore[type-arg]
    """A name that shells complete; what it has to be is checked with the other wishes."""

    def __init__(self, name: str, names: Callable[[], Iterable[str]]) -> None:
        self.name, self._names = name, names

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self._names() if name.startswith(incomplete)]


def _kinds() -> Iterable[str]:
    from pandoku.generation import KINDS  # here, so that the help shows at once

    return KINDS


def _levels() -> Iterable[str]:
    from pandoku.rating import LEVELS

    return LEVELS


def _symmetries() -> Iterable[str]:
    from pandoku.symmetry import GIVENS_SYMMETRIES

    return GIVENS_SYMMETRIES


def _techniques() -> Iterable[str]:
    from pandoku.techniques import TECHNIQUES

    return TECHNIQUES


class _Order(click.ParamType):  # type: ignore[type-arg]
    name = "order"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from pandoku.generation import read_order  # here, so that the help shows at once

        try:
            return value if isinstance(value, int) else read_order(value)
        except WishError as error:
            self.fail(str(error), param, ctx)


class _Seed(click.ParamType):  # type: ignore[type-arg]
    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return whole_number("seed", int(value), 0, _MOST_SEED)
        except ValueError:
            self.fail(f"expected a whole number of 0 to 2^64 - 1, found {value!r}", param, ctx)


class FileOrText(click.ParamType):  # type: ignore[type-arg]
    """A text, or the name of a file that has it."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not os.path.isfile(value):
            return str(value)
        try:
            return Path(value).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            self.fail(f"{value}: {error}", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


KIND_TYPE = _Name("kind", _kinds)
ORDER_TYPE = _Order()
SEED_TYPE = _Seed()
TECHNIQUE_TYPE = _Name("technique", _techniques)
WORD_TYPE = _Name("word", _levels)
_NAMES = {
    "symmetry": _Name("symmetry", _symmetries),
    "difficulty": WORD_TYPE,
    "needs": TECHNIQUE_TYPE,
    "at_most": TECHNIQUE_TYPE,
}


def wish_options(command: _F) -> _F:
    """Add an option for each wish to a command, as its parameter of the same name."""
    for wish in reversed(WISHES):
        command = _option(wish)(command)
    return command


def attempts_option(command: _F) -> _F:
    """Add the option `--budget`, the attempts for each puzzle."""
    return _option(ATTEMPTS)(command)


def _option(wish: Wish) -> Callable[[_F], _F]:
    default = f"  [default: {wish.default}]" if wish.default else ""
    settings: dict[str, Any] = {"help": wish.help + default, "metavar": wish.metavar or None}
    if wish.form == "flag":
        settings["is_flag"] = True
    else:
        settings |= {"type": _type_of(wish), "multiple": wish.form == "names"}
    return in_group(wish.group, f"--{wish.name.replace('_', '-')}", **settings)


def _type_of(wish: Wish) -> Any:
    if wish.form == "file":
        return FileOrText()
    if wish.form == "count":
        return Amount("attempts", "; a time would give other puzzles on another machine")
    return _NAMES.get(wish.name) or {"int": int, "float": float}.get(wish.form, str)
