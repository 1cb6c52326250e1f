"""The classes for verbs of `pandoku batch`, their options, and the rows of a part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pandoku.errors import BatchError

if TYPE_CHECKING:
    from pathlib import Path

    import pyarrow as pa


__all__ = ["Option", "Options", "PartRows", "Tables", "Verb"]

Options: TypeAlias = Mapping[str, Any]
Tables: TypeAlias = "Mapping[str, pa.Table]"


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a verb.

    Attributes:
        name: Name of the option in Python.
        type: "count", "int", "float", "percent", "text", "file", "names" or "flag". The value of a
            count is an int, which can be 10k or 1M on the command line. A percent is a float from
            0.0 to 1.0, or ``5%`` on the command line. A file is a string. On the command line, it
            can also be the name of a file that contains the string. Names are a tuple of strings,
            which the command line separates by commas.
        help: A sentence on the effect of the option.
        default: Default value, or None.
        choices: Allowed strings. () means that any string is allowed.
        least: Smallest allowed number, or None.
        is_content: Whether the option affects the bytes of the result.
        is_argument: Whether the option is a positional argument on the command line, before the
            inputs.
        is_required: Whether the caller must give a value.
        is_drawn: Whether pandoku draws a random value if the caller does not give a value. A
            resumed job uses the value that the first run drew.
        shell_name: Name on the command line, or "" for *name*.
    """

    name: str
    type: Literal["count", "int", "float", "percent", "text", "file", "names", "flag"]
    help: str
    default: Any = None
    choices: tuple[str, ...] = ()
    least: float | None = None
    is_content: bool = True
    is_argument: bool = False
    is_required: bool = False
    is_drawn: bool = False
    shell_name: str = ""

    @property
    def flag(self) -> str:
        """The option on the command line, such as "--hide-operations"."""
        return f"--{(self.shell_name or self.name).replace('_', '-')}"

    def checked(self, value: Any) -> Any:
        """Return a value with the type of this option.

        Raises:
            BatchError: The value is invalid. The message lists valid values.
        """
        if value is None:
            if self.is_required:
                raise BatchError(f"expected {self.name}, found none: {self.help}")
            return self.default
        check = {
            "count": self._whole, "int": self._whole, "float": self._number,
            "percent": self._share, "text": self._text, "file": self._text, "names": self._names,
            "flag": self._flag,
        }[self.type]  # fmt: skip
        return check(value)

    def _refuse(self, what: str, value: object) -> BatchError:
        return BatchError(f"expected {self.name} as {what}, found {value!r:.60}")

    def _whole(self, value: Any) -> int:
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise self._refuse("a whole number", value)
        number = value.__index__()
        if self.least is not None and number < self.least:
            raise self._refuse(f"a whole number of at least {self.least:g}", number)
        return int(number)

    def _number(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._refuse("a number", value)
        if self.least is not None and not value >= self.least:
            raise self._refuse(f"a number of at least {self.least:g}", value)
        return float(value)

    def _share(self, value: Any) -> float:
        share = self._number(value)
        if not 0 <= share <= 1:
            raise self._refuse("a share from 0 to 1 (5% is 0.05)", value)
        return share

    def _text(self, value: Any) -> str:
        if not isinstance(value, str):
            raise self._refuse("a text", value)
        if self.choices and value not in self.choices:
            raise self._refuse(f"one of {', '.join(self.choices)}", value)
        return value

    def _names(self, value: Any) -> tuple[str, ...]:
        names = tuple(value.split(",")) if isinstance(value, str) else tuple(value)
        return tuple(self._text(each) for each in names)

    def _flag(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self._refuse("True or False", value)
        return value


@dataclass(frozen=True, slots=True)
class PartRows:
    """The rows of a part.

    Attributes:
        table: Rows of the input, with all columns that the verb needs or that are copied to the
            output. For a verb without input, a table without columns.
        first: Index of the first row of the part among all rows of the job, from 0.
        total: Number of rows of the job.
        count: Number of rows of the part.
        aside: The table that `Verb.prepare` made for this part, or None if the verb has no
            `prepare`.
        seed: Seed of the job.
    """

    table: pa.Table
    first: int = 0
    total: int = 0
    count: int = 0
    aside: pa.Table | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of `pandoku batch`, a function from tables to tables.

    A verb is independent of files, parts, engines, clocks and hosts. The result of `run` depends
    only on the rows, the options and the versions of the libraries.

    Attributes:
        name: Name of the verb, as in ``pandoku batch NAME``.
        summary: A short sentence on the purpose of the verb.
        run: Function that returns the tables of a part: either only "puzzles", or first "steps" and
            then "puzzles". If `keeps_rows` is True, "puzzles" contains only the new columns and
            optionally `error`, and the caller adds the columns of the input. Otherwise, "puzzles"
            contains all columns except `index`.
        columns: Function that returns the names of the columns that the verb adds to the table
            `puzzles`.
        rows: Default numbers of rows per part, for puzzles without cages and for puzzles with
            cages.
        options: The options.
        needs: Columns that the input must have.
        needs_for: Function that returns the columns that the input must have, given the options.
            None means that the columns are always `needs`.
        reads: Columns that the verb reads if the input has them.
        keeps_rows: Whether row i of the result is row i of the input.
        has_input: Whether the verb reads tables. Otherwise the option `count` is the number of rows
            to make.
        has_steps: Whether the verb writes a table `steps`.
        help: Text of the help page. "" means that the help page shows the summary.
        makes_cages: For verbs without input: a function that returns whether the puzzles have
            cages, given the options.
        check: Function that raises a BatchError if options contradict each other.
        first: Name of another verb that must run first if the input lacks a needed column. Its
            output goes to a separate folder, which becomes the input of this verb.
        prepare: Function for verbs that must see all rows before the first part runs, or None. The
            function has three arguments: the input tables of all parts, in order, the options, and
            an empty local folder for data that does not fit into memory. It yields one table for
            each part, in order, and `run` receives this table as `PartRows.aside`.
        sees: Function that returns the columns of the tables that `prepare` gets. None means the
            columns that the input must have.
        stream: Function for verbs that read files in any format instead of tables, or None. The
            function is called with the file names (in order), the options, the number of rows per
            part, and `on_note`, a callback for remarks on how a file was read. It yields the rows
            of each part, without the column `index`.
        puts_out: For verbs that have `prepare` and do not keep rows: a function that returns the
            number of output rows of a part, given the table that `prepare` made for the part.
    """

    name: str
    summary: str
    run: Callable[[PartRows, Options], Tables]
    columns: Callable[[Options], tuple[str, ...]]
    rows: tuple[int, int]
    options: tuple[Option, ...] = ()
    needs: tuple[str, ...] = ("puzzle",)
    needs_for: Callable[[Options], tuple[str, ...]] | None = None
    reads: tuple[str, ...] = ("rules", "error")
    keeps_rows: bool = True
    has_input: bool = True
    has_steps: bool = False
    check: Callable[[Options], None] = lambda options: None
    help: str = ""
    makes_cages: Callable[[Options], bool] = lambda options: False
    first: str | None = None
    prepare: Callable[[Iterable[pa.Table], Options, Path], Iterator[pa.Table]] | None = None
    sees: Callable[[Options], tuple[str, ...]] | None = None
    puts_out: Callable[[pa.Table], int] | None = None
    stream: Callable[..., Iterator[pa.Table]] | None = None

    def needed(self, options: Options) -> tuple[str, ...]:
        """Return the columns that the input must have."""
        return self.needs_for(options) if self.needs_for else self.needs

    def checked(self, given: Options) -> dict[str, Any]:
        """Return the checked values of all options, using defaults for options not in *given*.

        Raises:
            BatchError: There is no such option, or a value is invalid.
        """
        known = {each.name: each for each in self.options}
        if unknown := sorted(set(given) - set(known)):
            listed = ", ".join(known) or "none"
            raise BatchError(f"{self.name} has no option {unknown[0]!r:.60}; its options: {listed}")
        checked = {name: option.checked(given.get(name)) for name, option in known.items()}
        self.check(checked)
        return checked
