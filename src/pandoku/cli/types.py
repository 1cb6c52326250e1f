"""Types of option values: names in a registry, amounts, budgets and files."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from pandoku.errors import PandokuError, WishError
from pandoku.model import whole_number

# Registries and engines are imported only when a value has to be checked. So the help, and commands
# that do not search, start faster.
if TYPE_CHECKING:
    from pandoku.engines import Budget

_MOST = 1 << 62  # more solutions than any search can find
_MOST_SEED = 2**64 - 1
_AMOUNT = re.compile(r"(\d{1,40}(?:\.\d{1,40})?(?:e\d{1,2})?)([kMG]?)")
_MULTIPLES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}
_UNITS_S = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


class RegisteredName(click.ParamType):  # type: ignore[type-arg]  # not generic in every click
    """A name in a registry. Shells can complete the name, and error messages suggest similar names.

    Args:
        name: Name of the type.
        module: Module of the registry, imported when a name is looked up.
        names: Attribute of *module* that gives the names. It is an iterable, or a function that
            returns an iterable.
        check: Function of *module* that raises a PandokuError for an unknown name. If this is "",
            any text is accepted, and the command has to check the name.
        others: Names that are accepted but not in the registry.
    """

    def __init__(
        self, name: str, module: str, names: str, check: str = "", others: tuple[str, ...] = ()
    ) -> None:
        self.name = name
        self._module, self._names, self._check, self._others = module, names, check, others

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if self._check and value not in self._others:
            try:
                getattr(import_module(self._module), self._check)(value)
            except PandokuError as error:
                self.fail(str(error), param, ctx)
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        found: Iterable[str] | Callable[[], Iterable[str]]
        found = getattr(import_module(self._module), self._names)
        names = [*self._others, *(found() if callable(found) else found)]
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


FORMAT_TYPE = RegisteredName("format", "pandoku.formats", "FORMATS", "get_format")
SCALE_TYPE = RegisteredName("scale", "pandoku.logic", "scale_names", "require_scale")
ENGINE_TYPE = RegisteredName("engine", "pandoku.engines", "ENGINES", "get_engine", ("auto",))
KIND_TYPE = RegisteredName("kind", "pandoku.generation", "KINDS")
TECHNIQUE_TYPE = RegisteredName("technique", "pandoku.techniques", "TECHNIQUES")
LEVEL_TYPE = RegisteredName("word", "pandoku.rating", "LEVELS")
SYMMETRY_TYPE = RegisteredName("symmetry", "pandoku.symmetry", "GIVENS_SYMMETRIES")


class Limit(click.IntRange):
    """A number of solutions, at least 1. Values too large for any search are lowered to 2^62."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return min(int(super().convert(value, param, ctx)), _MOST)


class OutputPath(click.Path):
    """The name of an output file. Names of standard output such as /dev/stdout become "-"."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        # /dev/stdout may be a file that `>>` appends to. Replacing that file would lose its lines.
        name = super().convert(value, param, ctx)
        return "-" if name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1") else name


class Medium(click.Choice):  # type: ignore[type-arg]
    """The name of a medium. The name "terminal" is changed to "text"."""

    def __init__(self, *media: str) -> None:
        super().__init__(media)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(super().convert("text" if value == "terminal" else value, param, ctx))


class BudgetType(click.ParamType):  # type: ignore[type-arg]
    """A time such as 10s, or a number of search nodes such as 1e6."""

    name = "budget"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Budget:
        from pandoku.engines import Budget

        if isinstance(value, Budget):
            return value
        text = str(value).strip().lower()
        number = text.rstrip("hms")
        unit = text[len(number) :]
        try:
            if unit:
                return Budget(seconds=float(number) * _UNITS_S[unit])
            if isfinite(float(number)) and not float(number).is_integer():
                self.fail(f"expected a whole number of nodes, or {number}s, found {value!r}")
            return Budget(nodes=int(float(number)))
        except (ValueError, KeyError, OverflowError):
            reason = f"expected seconds such as 10s or 2m, or nodes such as 1e6, found {value!r}"
            self.fail(reason, param, ctx)


class TimeType(BudgetType):
    """A time such as 10s. Numbers of search nodes are refused."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Budget:
        budget = super().convert(value, param, ctx)
        if budget.nodes is not None:
            self.fail(f"expected a time such as 10s or 2m, found {value!r}", param, ctx)
        return budget


class Amount(click.ParamType):  # type: ignore[type-arg]
    """A whole number, which may be written as 500k, 20M or 1e6.

    Args:
        what: Plural noun for the things that are counted.
        advice: Text to add to the error message.
        least: Minimum value.
        most: Maximum value, or None if there is no maximum.
    """

    name = "amount"

    def __init__(
        self, what: str, advice: str = "", *, least: int = 1, most: int | None = None
    ) -> None:
        self._what, self._advice = what, advice
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = _AMOUNT.fullmatch(str(value).strip())
        # A Fraction is exact. A float would round numbers above 2^53.
        amount = Fraction(found[1]) * _MULTIPLES[found[2]] if found else Fraction(-1)
        if amount < self._least or amount.denominator != 1:
            reason = f"expected a number of {self._what} such as 500k or 20M, found {value!r}"
            self.fail(reason + self._advice, param, ctx)
        if self._most is not None and amount > self._most:
            reason = f"expected at most {self._most:.0e} {self._what}, found {value!r}"
            self.fail(reason.replace("e+", "e"), param, ctx)
        return int(amount)


class Word(click.Choice[str]):
    """One of a few words. An error message lists them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices:
            self.fail(f"expected {' or '.join(self.choices)}, found {value!r}", param, ctx)
        return str(value)


class Order(click.ParamType):  # type: ignore[type-arg]
    """The order of a puzzle: 9, or 9x9."""

    name = "order"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from pandoku.generation import read_order

        try:
            return value if isinstance(value, int) else read_order(value)
        except WishError as error:
            self.fail(str(error), param, ctx)


class Seed(click.ParamType):  # type: ignore[type-arg]
    """A seed, 0 to 2^64 - 1."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return whole_number("seed", int(value), 0, _MOST_SEED)
        except ValueError:
            self.fail(f"expected a whole number of 0 to 2^64 - 1, found {value!r}", param, ctx)


class FileOrText(click.ParamType):  # type: ignore[type-arg]
    """A text, or the name of a file that contains the text."""

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
