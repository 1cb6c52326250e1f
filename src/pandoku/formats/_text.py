"""What all formats share: lines with numbers, digits as characters, errors with a caret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from io import BufferedReader, BytesIO
from typing import BinaryIO, NamedTuple, NoReturn, ParamSpec, Protocol, cast

from pandoku.errors import FormatError, PandokuError, PuzzleError
from pandoku.model import Board, Puzzle, default_box

__all__ = [
    "BLANKS",
    "DIGITS",
    "MAX_LINE",
    "MAX_NUMBER",
    "FormatModule",
    "Item",
    "Lines",
    "ProgressModule",
    "SourceLine",
    "char_of",
    "digit_of",
    "digit_words",
    "fail",
    "first_line",
    "guarded",
    "left_out",
    "looks_like_cells",
    "read_each_line",
    "rule_losses",
    "usual_width",
]

MAX_LINE = 4_000_000  # characters; no format needs longer ones, and memory stays bounded
MAX_NUMBER = 60  # digits of a number: far above any target, far below what int() refuses
_BOM = b"\xef\xbb\xbf"
HEAD_LINES, HEAD_CHARS = 200, 65_536  # what `Lines.head` looks ahead
DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # digit d is DIGITS[d-1]
BLANKS = ".0xX-*_?"  # where they are not digits

_DIGIT_OF = {c: d for d, pair in enumerate(DIGITS, 1) for c in (pair, pair.lower())}
_PLAIN_CHARS = frozenset(BLANKS + "123456789")
_BLANK_CHARS = frozenset(BLANKS + " ")
_P = ParamSpec("_P")


class SourceLine(NamedTuple):
    """A line of a source: its 1-based number and its text without the line end."""

    number: int
    text: str


class Item(NamedTuple):
    """One puzzle of a source, or why it is none.

    Attributes:
        line: 1-based line on which the puzzle starts.
        value: The puzzle, or the error met in its place.
        board: How far the source has got with it, where it says more than the puzzle: digits
            placed, candidates removed. Its puzzle is *value*, but for candidates that may be
            a rule as well as progress: those are in *value* and not in the board's puzzle.
    """

    line: int
    value: Puzzle | PandokuError
    board: Board | None = None


class FormatModule(Protocol):
    r"""What the file of a format offers; being in this folder registers it.

    A format whose puzzles are lines may also have `read_batches`, see `_batches`. One that holds
    progress has `why_not_board(board)` and `write_board(board)` as well, see `ProgressModule`.

    Attributes:
        NAME: One lower-case word.
        SUMMARY: One line: what it looks like and who uses it.
        CARRIES: One line: what it can hold ("givens, boxes; orders 1 to 35").
        KEEPS: Which of the descriptive attributes of a Puzzle it writes too
            (out of id, kind, title, author, source, solution, extra); "extra:key" when
            it writes that key of `extra` only.
        SUFFIXES: File name endings that suggest it, with the dot.
        EXAMPLE: A whole small text that `read` takes.
        SNIFF_ORDER: Formats with smaller numbers look at a text first.
        SEPARATOR: What stands between two written puzzles ("" or "\n").
    """

    NAME: str
    SUMMARY: str
    CARRIES: str
    KEEPS: tuple[str, ...]
    SUFFIXES: tuple[str, ...]
    EXAMPLE: str
    SNIFF_ORDER: int
    SEPARATOR: str

    def sniff(self, head: list[str]) -> bool:
        """Whether a text that starts with these lines is of this format."""

    def read(self, lines: Lines) -> Iterator[Item]:
        """Yield every puzzle; an error stands in the place of a bad one."""

    def why_not(self, puzzle: Puzzle) -> str | None:
        """What writing would lose of the puzzle's rules, or None."""

    def write(self, puzzle: Puzzle) -> str:
        """The text, ending in a line end. Only called when `why_not` is None."""


class ProgressModule(FormatModule, Protocol):
    """What the file of a format offers that holds boards: `read` yields them with the puzzle."""

    def why_not_board(self, board: Board) -> str | None:
        """What writing would lose of the board or its puzzle's rules, or None."""

    def write_board(self, board: Board) -> str:
        """The text, ending in a line end. Only called when `why_not_board` is None."""


class Lines:
    """The lines of a source, numbered, read as they are asked for; with look-ahead.

    Lines end at LF or CRLF; a BOM is dropped. Iterating yields `SourceLine`s.

    Raises (while reading):
        FormatError: A byte that is no UTF-8 text, or a line longer than MAX_LINE.
    """

    def __init__(self, stream: BinaryIO, after: int = 0, *, may_have_bom: bool = True) -> None:
        """Read a stream; *after* so many lines of the same source that were taken before."""
        self._stream = stream
        self._ahead: list[SourceLine] = []
        self._number = after
        self._may_have_bom = may_have_bom
        self.raw_end = 0  # the number of the last line that `take_raw` gave

    @classmethod
    def of(cls, text: str) -> Lines:
        """The lines of a text in memory."""
        return cls(BytesIO(text.encode("utf-8", "surrogatepass")))

    def __iter__(self) -> Iterator[SourceLine]:
        while (line := self.take()) is not None:
            yield line

    def take(self) -> SourceLine | None:
        """Return the next line, or None at the end."""
        return self._ahead.pop(0) if self._ahead else self._read()

    def peek(self) -> SourceLine | None:
        """Return the next line without taking it, or None at the end."""
        if not self._ahead and (line := self._read()) is not None:
            self._ahead.append(line)
        return self._ahead[0] if self._ahead else None

    def head(self) -> list[str]:
        """Return the first lines still to come (a screenful or two), without taking them.

        A line longer than the look-ahead is cut, so that looking stays quick.
        """
        size = sum(len(line.text) for line in self._ahead)
        while len(self._ahead) < HEAD_LINES and size < HEAD_CHARS:
            line = self._read()
            if line is None:
                break
            self._ahead.append(line)
            size += len(line.text)
        return [line.text[:HEAD_CHARS] for line in self._ahead]

    def take_raw(self) -> tuple[int, bytes] | None:
        """Return the next line's number and whole lines as they stand; None at the end.

        As many as the stream's buffer holds; the last of the source may lack its end.
        """
        number = self._number + 1
        if self._ahead:
            number = self._ahead[0].number
            raw = "".join(f"{line.text}\n" for line in self._ahead).encode()
            self._ahead.clear()
        else:
            stream = cast(BufferedReader, self._stream)
            raw = stream.read1()
            if raw and not raw.endswith(b"\n"):
                raw += stream.readline(MAX_LINE + 2)
            if self._may_have_bom:
                raw = raw.removeprefix(_BOM)
            self._number += raw.count(b"\n")
        self._may_have_bom = False
        self.raw_end = self._number
        return (number, raw) if raw else None

    def blocks(
        self, is_comment: Callable[[str], bool] = lambda _: False
    ) -> Iterator[list[SourceLine]]:
        """Yield runs of lines separated by blank lines, leaving comment lines out."""
        block: list[SourceLine] = []
        for line in self:
            if line.text.strip() and not is_comment(line.text):
                block.append(line)
            elif block and not line.text.strip():
                yield block
                block = []
        if block:
            yield block

    def _read(self) -> SourceLine | None:
        raw = self._stream.readline(MAX_LINE + 2)
        if not raw:
            return None
        self._number += 1
        if len(raw) > MAX_LINE and not raw.endswith(b"\n"):
            reason = f"expected lines of at most {MAX_LINE:,} characters, found a longer one"
            raise FormatError(reason, line=self._number)
        if b"\0" in raw:
            reason = "expected text, found a zero byte: is this a binary file?"
            raise FormatError(reason, line=self._number)
        if self._may_have_bom:
            raw = raw.removeprefix(_BOM)
            self._may_have_bom = False
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            reason = f"expected text in UTF-8, found the byte 0x{raw[error.start]:02x}"
            raise FormatError(reason, line=self._number, column=error.start + 1) from None
        return SourceLine(self._number, text.rstrip("\r\n"))


def fail(format: str, reason: str, line: SourceLine, column: int | None = None) -> NoReturn:
    """Raise a FormatError that points into *line* (*column* is 1-based)."""
    raise FormatError(reason, format=format, line=line.number, column=column, text=line.text)


def first_line(head: list[str]) -> str:
    """Return the first line that is neither blank nor a # comment, stripped; "" without one."""
    lines = (text.strip() for text in head)
    return next((text for text in lines if text and not text.startswith("#")), "")


def digit_of(char: str, order: int) -> int | None:
    """Return the digit a character stands for in a grid of one character a cell.

    0 for a blank, None for neither. Digits above 9 are A, B, ... in either case;
    x X - * _ ? . 0 and blank are blanks where they are not digits.

    >>> digit_of("7", 9), digit_of("b", 16), digit_of("X", 9), digit_of("A", 9)
    (7, 11, 0, None)
    """
    digit = _DIGIT_OF.get(char, 0)
    if 0 < digit <= order:
        return digit
    return 0 if char in _BLANK_CHARS else None


def char_of(digit: int) -> str:
    """Return a digit as one character; "." for 0. Digits to 35.

    >>> char_of(9), char_of(10), char_of(0)
    ('9', 'A', '.')
    """
    return DIGITS[digit - 1] if digit else "."


def digit_words(order: int) -> str:
    """Return what a cell of one character may hold, for an error message.

    >>> digit_words(9), digit_words(16)
    ("a digit 1-9 or '.'", "a digit 1-9, A-G or '.'")
    """
    if order == 1:
        return "the digit 1 or '.'"
    last = str(order) if order < 10 else f"9, A-{DIGITS[order - 1]}"
    return f"a digit 1-{last} or '.'"


def looks_like_cells(text: str, order: int) -> bool:
    """Whether a text of one character a cell is digits and blanks, but for a mistake or two.

    From order 10 on letters are digits; a smaller grid of letters is something else.
    """
    plain = sum(c in _PLAIN_CHARS for c in text)
    letters = sum(c in _DIGIT_OF and c not in _PLAIN_CHARS for c in text) if order > 9 else 0
    return 10 * (plain + letters) >= 9 * len(text) and 5 * plain >= len(text)


def usual_width(widths: Iterable[int]) -> int:
    """Return the width that most rows have, the largest of equals: one row may be wrong.

    >>> usual_width([8, 9, 9, 9])
    9
    """
    counts = Counter(widths)
    return max(counts, key=lambda width: (counts[width], width), default=0)


def read_each_line(
    lines: Iterable[SourceLine], parse: Callable[[SourceLine], Puzzle | Item]
) -> Iterator[Item]:
    """Yield what *parse* makes of every line that is neither blank nor a # comment."""
    for line in lines:
        if not line.text.strip() or line.text.lstrip().startswith("#"):
            continue
        yield guarded(line.number, parse, line)


def guarded(
    number: int, parse: Callable[_P, Puzzle | Item], *args: _P.args, **kwargs: _P.kwargs
) -> Item:
    """Return what *parse* gives for the arguments as an Item, an error of ours included."""
    try:
        made = parse(*args, **kwargs)
    except FormatError as error:
        return Item(number, error)
    except PuzzleError as error:
        return Item(number, PuzzleError(error.reason, problems=error.problems, line=number))
    return made if isinstance(made, Item) else Item(number, made)


def rule_losses(
    puzzle: Puzzle,
    *,
    orders: range,
    cages: bool = False,
    givens: bool = True,
    boxes: str = "default",
    regions: bool = False,
    diagonals: bool = False,
) -> str | None:
    """Say what of the puzzle's rules a format with these abilities would lose, or None.

    *boxes* is "default" (the order's default box is understood and nothing else), "none"
    (Latin squares only), or "any" (written out).
    """
    geometry = puzzle.geometry
    if geometry.order not in orders:
        return f"it holds orders {orders.start} to {orders.stop - 1}, this is {geometry.order}"
    usual = geometry.regions is not None or geometry.box == default_box(geometry.order)
    if boxes == "default" and not usual:
        return f"it cannot say that the boxes are {_box_words(geometry.box)}"
    if boxes == "none" and geometry.box is not None:
        return "it holds no boxes"
    checks = [
        (geometry.regions is not None and not regions, "jigsaw regions"),
        (geometry.diagonals and not diagonals, "diagonals"),
        (bool(geometry.extra), "extra houses"),
        (bool(puzzle.cages) and not cages, "cages"),
        (puzzle.candidates is not None, "candidates"),
        (bool(puzzle.n_givens) and not givens, "givens"),
    ]
    lost = [what for is_lost, what in checks if is_lost]
    if lost:
        return f"it holds no {', '.join(lost)}"
    odd = next((given for given in puzzle.givens if not 0 <= given <= geometry.order), None)
    return None if odd is None else f"it holds givens to {geometry.order}, this has {odd}"


def _box_words(box: tuple[int, int] | None) -> str:
    return "absent" if box is None else f"{box[0]}x{box[1]}"


def left_out(module: FormatModule, puzzle: Puzzle) -> tuple[str, ...]:
    """Return the descriptive attributes of *puzzle* that *module* does not write."""
    names = ("id", "kind", "title", "author", "source", "solution")
    lost = [name for name in names if getattr(puzzle, name) and name not in module.KEEPS]
    if "extra" not in module.KEEPS and any(f"extra:{k}" not in module.KEEPS for k in puzzle.extra):
        lost.append("extra")
    return tuple(lost)
