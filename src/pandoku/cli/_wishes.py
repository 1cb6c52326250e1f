"""The values of wishes on the command line: kinds, orders, names, and files in place of texts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from pandoku.model import whole_number

__all__ = ["KIND", "ORDER", "SEED", "SYMMETRY", "TECHNIQUE", "WORD", "FileOrText", "order_in"]


def order_in(text: str) -> int | None:
    """Return the order that a text names, as "6" or as "6x6"; None if it names none."""
    rows, sign, columns = text.lower().partition("x")
    is_order = rows.isdecimal() and (columns == rows or not sign)
    return int(rows) if is_order else None


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
    from pandoku.generation import kinds  # here, so that the help shows at once

    return kinds()


def _levels() -> Iterable[str]:
    from pandoku.rating import LEVELS

    return LEVELS


def _symmetries() -> Iterable[str]:
    from pandoku.symmetry import GIVENS_SYMMETRIES

    return GIVENS_SYMMETRIES


def _techniques() -> Iterable[str]:
    from pandoku.techniques import registry

    return registry()


class _Order(click.ParamType):  # type: ignore[type-arg]
    name = "order"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        order = value if isinstance(value, int) else order_in(value)
        if order is None:
            if value.lower() in _levels():
                self.fail(f"found {value!r}, which is a difficulty: --difficulty {value.lower()}")
            self.fail(f"expected an order such as 6 or 6x6, found {value!r}", param, ctx)
        return order


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


KIND = _Name("kind", _kinds)
ORDER = _Order()
SEED = _Seed()
SYMMETRY = _Name("symmetry", _symmetries)
TECHNIQUE = _Name("technique", _techniques)
WORD = _Name("word", _levels)
