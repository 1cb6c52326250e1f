"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from pandoku.errors import PandokuError

# What the options name is loaded when a name has to be looked up: a command that searches nothing
# shows its screen, or its help, without the engines.
if TYPE_CHECKING:
    from pandoku.engines import Budget

__all__ = [
    "ENGINE_TYPE",
    "FORMAT_TYPE",
    "MOST_PER_CANDIDATE",
    "OUTPUT_TYPE",
    "SCALE_TYPE",
    "WHEN_REPLACED",
    "Amount",
    "Medium",
    "added_constraints",
    "budget_option",
    "engine_option",
    "file_argument",
    "files_argument",
    "from_option",
    "json_option",
    "left_out_kinds",
    "limit_option",
    "lines_or_option",
    "looks_option",
    "named_digits",
    "output_option",
    "scale_option",
    "selection_options",
    "theme_option",
    "threads_option",
    "time_option",
]

_F = TypeVar("_F", bound=Callable[..., Any])

MOST_PER_CANDIDATE = 1000  # solutions for each candidate
_ADDED = "pandoku.cli.added"
_LEFT_OUT = "pandoku.cli.left_out"
_DIGITS = "pandoku.cli.digits"
_MOST = 1 << 62  # more solutions than any search finds
_AMOUNT = re.compile(r"(\d{1,40}(?:\.\d{1,40})?(?:e\d{1,2})?)([kMG]?)")
_MULTIPLES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}
_UNITS_S = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


class _Registered(click.ParamType):  # type: ignore[type-arg]  # not in every click
    """A name in a registry: shells complete it, and an error suggests similar names."""

    def __init__(
        self, name: str, get: Callable[[str], object], names: Callable[[], Iterable[str]]
    ) -> None:
        self.name, self._get, self._names = name, get, names

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            self._get(value)
        except PandokuError as error:
            self.fail(str(error), param, ctx)
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self._names() if name.startswith(incomplete)]


def _known_format(name: str) -> object:
    from pandoku.formats import get_format

    return get_format(name)


def _formats() -> Iterable[str]:
    from pandoku.formats import FORMATS

    return FORMATS


def _engine_or_auto(name: str) -> object:
    from pandoku.engines import get_engine

    return None if name == "auto" else get_engine(name)


def _engines() -> Iterable[str]:
    from pandoku.engines import ENGINES

    return ["auto", *ENGINES]


def _known_scale(name: str) -> object:
    from pandoku.logic import require_scale

    require_scale(name)
    return name


def _scales() -> Iterable[str]:
    from pandoku.logic import scale_names

    return scale_names()


FORMAT_TYPE = _Registered("format", _known_format, _formats)
SCALE_TYPE = _Registered("scale", _known_scale, _scales)
ENGINE_TYPE = _Registered("engine", _engine_or_auto, _engines)


class _Limit(click.IntRange):
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return min(int(super().convert(value, param, ctx)), _MOST)


class _OutputPath(click.Path):
    """The name of a file; what names standard output is "-"."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        # To replace the file behind /dev/stdout would drop what `>>` is to keep.
        name = super().convert(value, param, ctx)
        return "-" if name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1") else name


OUTPUT_TYPE = _OutputPath()
# What the help says about any file that a command writes.
WHEN_REPLACED = ", replaced when all is written; Ctrl-C leaves the lines so far in FILE.part"


class Medium(click.Choice):  # type: ignore[type-arg]
    """Media by name; "terminal" also means "text"."""

    def __init__(self, *media: str) -> None:
        super().__init__(media)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(super().convert("text" if value == "terminal" else value, param, ctx))


class _BudgetType(click.ParamType):  # type: ignore[type-arg]
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


class _Seconds(_BudgetType):
    """A budget that can only be a time."""

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
        what: What is counted, in the plural.
        advice: What to add to the message if it is refused.
        least: The least number allowed.
        most: The greatest number allowed; None means no bound.
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
        # Exact: as a float, a number above 2^53 would become another one.
        amount = Fraction(found[1]) * _MULTIPLES[found[2]] if found else Fraction(-1)
        if amount < self._least or amount.denominator != 1:
            reason = f"expected a number of {self._what} such as 500k or 20M, found {value!r}"
            self.fail(reason + self._advice, param, ctx)
        if self._most is not None and amount > self._most:
            reason = f"expected at most {self._most:.0e} {self._what}, found {value!r}"
            self.fail(reason.replace("e+", "e"), param, ctx)
        return int(amount)


def json_option(of: str, keys: str) -> Callable[[_F], _F]:
    """Return the flag `--json` of a command that prints a line for each *of* ("puzzle")."""
    return click.option(
        "--json",
        "as_json",
        is_flag=True,
        help=f"Print a JSON object for each {of}, one per line; messages go to standard error. "
        f"Keys: {keys}.",
    )


def limit_option(what: str) -> Callable[[_F], _F]:
    """Return the option `--limit`; *what* is what happens at the limit."""
    return click.option(
        "--limit",
        type=_Limit(min=1),
        default=2,
        show_default=True,
        metavar="N",
        help=what,
    )


def budget_option(whose: str, default: str | None = None) -> Callable[[_F], _F]:
    """Return the option `--budget`; *whose* is what each budget is for ("puzzle")."""
    return click.option(
        "--budget",
        type=_BudgetType(),
        default=default,
        show_default=True,
        metavar="10s|1e6",
        help=f"Budget for each {whose}: a time in ms, s, m or h, or a number of search nodes.",
    )


def time_option(whose: str) -> Callable[[_F], _F]:
    """Return the option `--budget` that is a time; *whose* is what each is for ("puzzle")."""
    return click.option(
        "--budget",
        type=_Seconds(),
        metavar="10s",
        help=f"Budget for each {whose}: a time in ms, s, m or h. What is known by then is shown.",
    )


def looks_option(whose: str) -> Callable[[_F], _F]:
    """Return the option `--budget` of a rating; *whose* is what each budget is for ("puzzle")."""
    return click.option(
        "--budget",
        type=Amount("looks", "; a time would give another answer on another machine"),
        metavar="500k|20M",
        help=f"Budget for each {whose}: a number of looks, which are nodes of chains.",
    )


files_argument = click.argument("files", nargs=-1, type=click.Path(), metavar="[FILE]...")
file_argument = click.argument("file", default="-", type=click.Path())


def from_option(command: _F) -> _F:
    """Add the options that say how the input is read: --from, --digits, --with and --without."""
    form = click.option(
        "--from",
        "from_format",
        type=FORMAT_TYPE,
        metavar="FORMAT",
        help="Format of the input.  [default: detected]",
    )
    digits = click.option(
        "--digits",
        metavar="0-8",
        expose_value=False,
        callback=_keep_digits,
        help="The digits of cells, in order, such as 0-8, 0-F, A-P or 1-9.  [default: as the text "
        "has them: 0 is a digit where another character is the blank]",
    )
    added = click.option(
        "--with",
        multiple=True,
        metavar="CONSTRAINT",
        expose_value=False,
        callback=_keep_added,
        help="Add a constraint to each puzzle, such as 'thermometer r1c1 r2c2'; may be repeated.",
    )
    left_out = click.option(
        "--without",
        multiple=True,
        metavar="KIND",
        expose_value=False,
        callback=_keep_left_out,
        help="Leave the constraints of a kind out of each puzzle, such as 'rules-in-words', or "
        "'unchecked' for all that are not checked; may be repeated.",
    )
    return form(digits(added(left_out(command))))


def _keep_digits(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    from pandoku.model import symbols_from

    try:
        symbols_from(value or "")
    except PandokuError as error:
        raise click.BadParameter(str(error), ctx, param) from None
    if value is not None and not value.strip():
        raise click.BadParameter("expected digits such as 0-8, found none", ctx, param)
    ctx.meta[_DIGITS] = value or ""


def named_digits() -> str:
    """Return the value of the option --digits of the command that runs, or ""."""
    context = click.get_current_context(silent=True)
    return context.meta.get(_DIGITS, "") if context else ""


def _keep_added(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> None:
    ctx.meta[_ADDED] = value


def _keep_left_out(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> None:
    from pandoku.constraints import constraint_class

    for kind in value:
        try:
            kind == "unchecked" or constraint_class(kind)
        except PandokuError as error:
            raise click.BadParameter(str(error), ctx, param) from None
    ctx.meta[_LEFT_OUT] = value


def added_constraints() -> tuple[str, ...]:
    """Return the values of the option --with of the command that runs."""
    context = click.get_current_context(silent=True)
    return context.meta.get(_ADDED, ()) if context else ()


def left_out_kinds() -> tuple[str, ...]:
    """Return the values of the option --without of the command that runs."""
    context = click.get_current_context(silent=True)
    return context.meta.get(_LEFT_OUT, ()) if context else ()


def theme_option(command: _F) -> _F:
    """Add the option `--theme` to a command."""
    from pandoku.draw import THEMES

    return click.option(
        "--theme",
        type=click.Choice(THEMES),
        default="auto",
        show_default=True,
        help="Theme of pictures; auto follows the reader's system, and is light in print.",
    )(command)


def selection_options(command: _F) -> _F:
    """Add the options --nth and --id to a command, as its parameters `nth` and `name`."""
    by_number = click.option(
        "--nth",
        type=click.IntRange(min=1),
        metavar="N",
        help="Take only puzzle N of the input, counted from 1.",
    )
    by_id = click.option("--id", "name", metavar="NAME", help="Take only the puzzle of this id.")
    return by_number(by_id(command))


scale_option = click.option(
    "--scale",
    type=SCALE_TYPE,
    help="Scale whose order of steps is used: human, the order in which a person looks; se, the "
    "steps of Sudoku Explainer, for 9x9 Sudokus; ...  [default: human]",
)
engine_option = click.option(
    "--engine",
    type=ENGINE_TYPE,
    default="auto",
    show_default=True,
    help="Engine to search with; see `pandoku engines`.",
)
lines_or_option = click.option(
    "--to",
    "to_format",
    type=FORMAT_TYPE,
    metavar="FORMAT",
    help="Format of the output; see `pandoku formats`.  [default: by the suffix of -o, else line]",
)
output_option = click.option(
    "-o",
    "--output",
    type=OUTPUT_TYPE,
    metavar="FILE",
    help=f"Write to this file{WHEN_REPLACED}.  [default: standard output]",
)
threads_option = click.option(
    "--threads",
    type=click.IntRange(min=1),
    metavar="N",
    help="Maximum number of threads.  [default: all cores]",
)
