"""Types of option values: names in a registry, amounts, times and files."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from math import inf, isclose, nan
from typing import Any

import click
from click.shell_completion import CompletionItem

from pandoku.errors import PandokuError, WishError
from pandoku.model import whole_number

# Registries and engines are imported only when a value has to be checked. So the help, and commands
# that do not search, start faster.
_MOST = 1 << 62  # more solutions than any search can find
_MOST_SEED = 2**64 - 1
_AMOUNT = re.compile(r"(\d{1,40}(?:\.\d{1,40})?(?:e\d{1,2})?)([kMG]?)")
_MULTIPLES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}
_TIME = re.compile(r"(\d{1,40}(?:\.\d{0,40})?|\.\d{1,40}) ?(ms|s|m|h|)")
_UNITS_S = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_SMALL_GRIDS = (9, 16)  # characters of a 3x3 and of a 4x4 grid
_FLAGS_THAT_COUNT = ("--nodes", "--attempts")  # options in addition to a time limit


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
        is_list: Whether the value is a text with several names, separated by commas.
        commands: Names that users look for in the registry, and the command for each.
    """

    def __init__(
        self,
        name: str,
        module: str,
        names: str,
        check: str = "",
        others: tuple[str, ...] = (),
        *,
        is_list: bool = False,
        commands: Mapping[str, str] | None = None,
    ) -> None:
        self._commands = commands or {}
        self.name, self._is_list = name, is_list
        self._module, self._names, self._check, self._others = module, names, check, others

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if command := self._commands.get(str(value).lower()):
            self.fail(f"there is no {self.name} {value!r}; `{command}` makes it", param, ctx)
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
        last = incomplete.rpartition(",")[2].lstrip() if self._is_list else incomplete
        before = incomplete.removesuffix(last)
        taken = {name.strip() for name in before.split(",")}
        return [
            CompletionItem(before + name)
            for name in names
            if name.startswith(last) and name not in taken
        ]


FORMAT_TYPE = RegisteredName(
    "format",
    "pandoku.formats",
    "FORMATS",
    "get_format",
    commands={
        "html": "pandoku export FILE -o puzzle.html",
        "pdf": "pandoku print FILE -o puzzle.pdf",
        "png": "pandoku draw FILE -o puzzle.png",
        "svg": "pandoku draw FILE -o puzzle.svg",
    },
)
SCALE_TYPE = RegisteredName("scale", "pandoku.logic", "scale_names", "require_scale")
ENGINE_TYPE = RegisteredName("engine", "pandoku.engines", "ENGINES", "get_engine", ("auto",))
KIND_TYPE = RegisteredName("kind", "pandoku.generation", "KINDS")
TECHNIQUE_TYPE = RegisteredName("technique", "pandoku.techniques", "TECHNIQUES")
TECHNIQUES_TYPE = RegisteredName("techniques", "pandoku.techniques", "TECHNIQUES", is_list=True)
CONSTRAINT_TYPE = RegisteredName("constraint", "pandoku.constraints", "RULES", "", ("cage",))
CONSTRAINTS_TYPE = RegisteredName("constraints", "pandoku.constraints", "RULES", is_list=True)
ALL_CONSTRAINTS_TYPE = RegisteredName(
    "constraint", "pandoku.constraints", "RULES", "", ("cage", "unchecked")
)
PAPER_TYPE = RegisteredName("paper", "pandoku.draw.paper", "PAPERS")
LEVEL_TYPE = RegisteredName("word", "pandoku.rating", "LEVELS")
SYMMETRY_TYPE = RegisteredName("symmetry", "pandoku.symmetry", "GIVENS_SYMMETRIES")


class Whole(click.IntRange):
    """A whole number in a range. The error message names the range.

    Args:
        least: Minimum value.
        most: Maximum value, or None if there is no maximum.
    """

    def __init__(self, least: int, most: int | None = None) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(str(value))
        except ValueError:
            number = None
        is_within = number is not None and (self.max is None or number <= self.max)
        if number is None or not is_within or number < int(self.min or 0):
            end = "" if self.max is None else f" and at most {self.max}"
            reason = f"expected a whole number of at least {self.min}{end}, found {str(value)!r}"
            self.fail(reason, param, ctx)
        return number


class Number(click.FloatRange):
    """A number in a range, which may have decimals. The error message names the range.

    Args:
        above: The number is greater than this.
        most: Maximum value, or None if there is no maximum.
    """

    def __init__(self, above: float, most: float | None = None) -> None:
        super().__init__(above, most, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number = float(str(value))
        except ValueError:
            number = nan
        if not float(self.min or 0) < number <= (inf if self.max is None else self.max):
            end = "" if self.max is None else f" and at most {self.max:g}"
            reason = f"expected a number above {self.min:g}{end}, found {str(value)!r}"
            self.fail(reason, param, ctx)
        return number


class RatingBound(Number):
    """A rating above 0 and at most 20, with one decimal."""

    def __init__(self) -> None:
        super().__init__(0, 20)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        rating = super().convert(value, param, ctx)
        if not isclose(10 * rating, round(10 * rating)):
            self.fail(f"expected a rating with one decimal, found {str(value)!r}", param, ctx)
        return rating


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


class Seconds(click.ParamType):  # type: ignore[type-arg]
    """A time above 0, such as 10s, 2m or 0.5. A number without a unit means seconds.

    Numbers that people write for counts, such as 1e6 and 500k, are refused. The message names the
    option that counts, if the command has one of these.
    """

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        found = _TIME.fullmatch(str(value).strip())
        seconds = float(found[1]) * _UNITS_S[found[2]] if found else 0.0
        if not 0 < seconds < inf:
            advice, own = "", () if ctx is None else ctx.command.params
            flags = [flag for each in own for flag in each.opts if flag in _FLAGS_THAT_COUNT]
            if flags and _AMOUNT.fullmatch(str(value).strip()) and not found:
                advice = f"; for a number, type {flags[0]} {value}"
            self.fail(f"expected a time such as 10s or 2m, found {value!r}{advice}", param, ctx)
        return seconds


_MOST_COUNTED = 10**18  # the core counts in 64 bits


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
        self, what: str, advice: str = "", *, least: int = 1, most: int | None = _MOST_COUNTED
    ) -> None:
        self._what, self._advice = what, advice
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        from fractions import Fraction  # imported here, because it loads slowly

        found = _AMOUNT.fullmatch(str(value).strip())
        # A Fraction is exact. A float would round numbers above 2^53.
        amount = Fraction(found[1]) * _MULTIPLES[found[2]] if found else Fraction(-1)
        is_within = self._most is None or amount <= self._most
        if self._most is not None and self._most < _MULTIPLES["M"]:
            if amount < self._least or amount.denominator != 1 or not is_within:
                reason = f"expected {self._least} to {self._most} {self._what}, found {value!r}"
                self.fail(reason + self._advice, param, ctx)
        elif amount < self._least or amount.denominator != 1:
            reason = f"expected a number of {self._what} such as 500k or 20M, found {value!r}"
            self.fail(reason + self._advice, param, ctx)
        elif not is_within:
            reason = f"expected at most {self._most:.0e} {self._what}, found {value!r}"
            self.fail(reason.replace("e+", "e"), param, ctx)
        return int(amount)


class Limit(Amount):
    """A number of solutions, at least 1. Values too large for any search are lowered to 2^62."""

    def __init__(self) -> None:
        super().__init__("solutions", most=None)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return min(super().convert(value, param, ctx), _MOST)


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
    """A text of a grid, the name of a file that contains the text, or `-` for standard input.

    A text that cannot be a grid is the name of a missing file.
    """

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if text != "-" and not os.path.lexists(text):
            if _names_file(text):
                self.fail(f"{text}: no such file or directory", param, ctx)
            return text
        name = "standard input" if text == "-" else text
        try:
            if text == "-":
                return _standard_input()
            with open(text, encoding="utf-8") as stream:
                return stream.read()
        except UnicodeDecodeError:
            self.fail(f"{name}: expected text in UTF-8", param, ctx)
        except OSError as error:
            self.fail(f"{name}: {(error.strerror or str(error)).lower()}", param, ctx)
        except ValueError as error:
            self.fail(f"{name}: {error}", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


def _standard_input() -> str:
    """Return the text on standard input, without changed line ends.

    Raises:
        ValueError: Standard input is closed, or empty. It is also empty if another option or FILE
            has read it.
    """
    if sys.stdin is None:
        raise ValueError("it is closed")
    if sys.stdin.isatty():
        click.echo("reading from the terminal: type a text, then press Ctrl-D", err=True)
    text = sys.stdin.buffer.read().decode("utf-8")
    if not text:
        raise ValueError("expected a text, found none")
    return text


def looks_like_path(text: str) -> bool:
    """Return whether a text has a folder that exists, or the suffix of a file of puzzles."""
    from pandoku.formats import format_for_path

    if not text.isprintable():
        return False
    has_folder = "/" in text and os.path.isdir(os.path.dirname(text))
    return has_folder or text.endswith(".txt") or format_for_path(text) is not None


def _names_file(text: str) -> bool:
    """Return whether a text looks like the name of a file, rather than like a grid."""
    is_short = len(text) < max(_SMALL_GRIDS) and len(text) not in _SMALL_GRIDS
    is_word = text.isprintable() and any(each.isalpha() for each in text)
    return looks_like_path(text) or (is_short and is_word)
