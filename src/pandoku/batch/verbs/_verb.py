"""What a verb of `pandoku batch` is: a value."""

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
        name: Its name in Python; on the command line, ``_`` becomes ``-``.
        type: "count" (an int; 10k and 1M on the command line), "int", "float", "percent" (0.0 to
            1.0; ``5%`` on the command line), "text", "file" (a text; on the command line also the
            name of a file that has it), "names" (a tuple of texts; commas between them), or
            "flag".
        help: What it does, a sentence.
        default: What it is if it is not given; None means that it is not.
        choices: The texts that are allowed; () means any.
        least: The smallest number that is allowed, or None.
        is_content: Whether it may change a byte of the result.
        is_argument: Whether the command line takes it without a name, before the inputs.
        is_required: Whether it has to be given.
        is_drawn: Whether it is drawn at random if it is not given. A job that goes on keeps what
            was drawn for it.
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

    def checked(self, value: Any) -> Any:
        """Return a value as this option takes it.

        Raises:
            BatchError: It takes no such value; the message says what it takes.
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
        table: The rows as the input has them, with all columns that are carried or needed. A verb
            without input gets a table without columns.
        first: The place of the first of them in the job, from 0.
        total: How many rows the job has.
        count: How many rows these are.
        aside: What `prepare` made for this part, or None.
        seed: The seed of the job.
    """

    table: pa.Table
    first: int = 0
    total: int = 0
    count: int = 0
    aside: pa.Table | None = None
    seed: int = 0


def _no_contradiction(options: Options) -> None:
    """Accept any options."""


def _never(options: Options) -> bool:
    """Return False."""
    return False


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: what becomes of the rows of a part.

    A verb knows tables; it knows no file, part, engine, clock or host. What `run` returns depends
    on the rows, the options and the versions of the libraries only.

    Attributes:
        name: Its name, as in ``pandoku batch NAME``.
        summary: What it does, a short sentence.
        run: Returns the tables of a part, the one that ends the part last: "puzzles" alone, or
            "steps" and "puzzles". If it keeps rows, "puzzles" has the columns that it adds and may
            have `error`; the columns that are carried are put beside them. If not, it has every
            column but `index`.
        columns: The names of the columns that it adds to the table `puzzles`.
        rows: How many rows a part has: of puzzles without cages, and with cages.
        options: Its options.
        needs: The columns that the input must have.
        needs_for: Returns these columns if they depend on the options; None means `needs`.
        reads: Further columns that it reads if the input has them.
        keeps_rows: Whether row i of the result is row i of the input.
        has_input: Whether it takes tables; if not, its option `count` says how many rows it makes.
        help: The text of its help page; "" means the summary.
        makes_cages: For verbs without input: whether what they make has cages.
        check: Refuses options that contradict each other, with a BatchError.
        first: The verb whose job is done before this one, into a folder of its own, if the input
            lacks a column that this one needs.
        prepare: For verbs that have to see all rows before the first part. It gets the tables of
            the parts in order, with the columns of `sees` only, the options, and an empty local
            folder for what is too large for memory. It returns a table for each part, in order,
            which `run` gets as `Rows.aside`.
        sees: Returns the columns that `prepare` gets, as far as the input has them; None means
            those that the verb needs.
        stream: For a verb that reads files of any kind, in order: yields the rows of each part but
            `index`, from the names of the files, the options, and how many rows a part has. Called
            with `on_note`, too, for sentences about how a file was read.
        puts_out: For verbs that keep no rows: how many rows a part puts out, from what was made
            for it aside.
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
    check: Callable[[Options], None] = _no_contradiction
    help: str = ""
    makes_cages: Callable[[Options], bool] = _never
    first: str | None = None
    prepare: Callable[[Iterable[pa.Table], Options, Path], Iterator[pa.Table]] | None = None
    sees: Callable[[Options], tuple[str, ...]] | None = None
    puts_out: Callable[[pa.Table], int] | None = None
    stream: Callable[..., Iterator[pa.Table]] | None = None

    def needed(self, options: Options) -> tuple[str, ...]:
        """Return the columns that the input must have."""
        return self.needs_for(options) if self.needs_for else self.needs

    def checked(self, given: Options) -> dict[str, Any]:
        """Return the options with what they are if they are not given.

        Raises:
            BatchError: There is no such option, or one has another value than it takes.
        """
        known = {each.name: each for each in self.options}
        if unknown := sorted(set(given) - set(known)):
            listed = ", ".join(known) or "none"
            raise BatchError(f"{self.name} has no option {unknown[0]!r:.60}; its options: {listed}")
        checked = {name: option.checked(given.get(name)) for name, option in known.items()}
        self.check(checked)
        return checked
