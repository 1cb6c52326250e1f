"""Functions and classes for all formats: numbered lines, digits as characters, and errors."""

from __future__ import annotations

import codecs
import re
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from io import BufferedReader, BytesIO, RawIOBase
from typing import Any, BinaryIO, NamedTuple, NoReturn, ParamSpec, cast

from pandoku.errors import FormatError, MissingExtraError, PandokuError, PuzzleError
from pandoku.formats.json.values import BadValueError
from pandoku.model import DIGITS, Board, OutOfTimeError, Puzzle, default_box

# Errors about the file, the machine or the time limit. `guarded` raises them, because they do not
# concern a single puzzle.
PASSED_ON = (OSError, MemoryError, MissingExtraError, OutOfTimeError)

# Maximum number of bytes in a line. The limit saves memory, and no format needs longer lines.
MAX_LINE = 4_000_000
_BOM = b"\xef\xbb\xbf"
# UTF-32 comes before UTF-16, because the mark of UTF-32-LE begins with the mark of UTF-16-LE.
_OTHER_BOMS = {
    b"\xff\xfe\0\0": "UTF-32-LE",
    b"\0\0\xfe\xff": "UTF-32-BE",
    b"\xff\xfe": "UTF-16-LE",
    b"\xfe\xff": "UTF-16-BE",
}
# Some programs end lines with these characters, but Python treats them as spaces. `Lines` therefore
# refuses them. They are allowed in lines with quotation marks, because quoted texts in JSON, XML
# and CSV may contain them.
_NO_LINE_ENDS = {
    "\v": "U+000B (line tabulation)",
    "\f": "U+000C (form feed)",
    "\x85": "U+0085 (next line)",
    "\u2028": "U+2028 (line separator)",
    "\u2029": "U+2029 (paragraph separator)",
}
_NO_LINE_END = re.compile("[\v\f\x85\u2028\u2029]")
HEAD_LINES, HEAD_CHARS = 200, 65_536  # limits of `Lines.head`, not counting comments
_RECODED_AT_ONCE = 65_536  # bytes
_HEAD_COMMENTS = 20_000  # maximum number of blank lines and comments that are not counted
_TYPE_IT = "type the digits of its puzzle as text, with dots for empty cells"
# Files of other kinds: their first bytes in lower case, the name of the kind, and the way out.
_OTHER_FILES = (
    ((b"\x89png", b"\xff\xd8\xff", b"gif8", b"bm\xfe", b"ii*\0"), "a picture", _TYPE_IT),
    (b"%pdf", "a PDF", _TYPE_IT),
    ((b"<html", b"<!doctype htm"), "a web page", "copy only the puzzle, or its link"),
    (b"pk\x03\x04", "a zip file or an office document", "unpack it, or save it as CSV"),
    ((b"\x1f\x8b", b"bzh", b"\xfd7zxz", b"\x28\xb5\x2f\xfd"), "a packed file", "unpack it"),
    (b"sqlite format", "a database", "export its puzzles as CSV"),
    ((b"par1", b"arrow1"), "a table of a data set", "pandoku batch export --to json converts it"),
)
BLANKS = ".0xX-*_?"  # characters of empty cells, except X and x in an order where X is a digit

_DIGIT_OF = {c: d for d, pair in enumerate(DIGITS, 1) for c in (pair, pair.lower())}
_PLAIN_CHARS = frozenset(BLANKS + "123456789")
_BLANK_CHARS = frozenset(BLANKS + " ")
_P = ParamSpec("_P")


class SourceLine(NamedTuple):
    """A line of a source.

    Attributes:
        number: The line number, from 1.
        text: The text without the line ending.
        original: The text of the line before rewriting, or None if the line was not rewritten.
        digits: The digits that the caller specified, in the notation of `symbols_from`, or "".
    """

    number: int
    text: str
    original: str | None = None
    digits: str = ""

    def rewritten(self, text: str) -> SourceLine:
        """Return the line with the new text *text*. The result also stores the original text."""
        original = self.text if self.original is None else self.original
        return self._replace(text=text, original=original)


class Item(NamedTuple):
    """One puzzle of a source, or the error in its place.

    Attributes:
        line: The number of the line where the puzzle starts, from 1.
        value: The puzzle, or the error.
        board: The progress stored with the puzzle (digits placed, candidates eliminated), or None.
            `board.puzzle` equals *value*, with one exception: if candidates may be either a rule or
            progress, *value* has them, and `board.puzzle` does not.
        note: A sentence that explains how an ambiguous text was read, or None.
    """

    line: int
    value: Puzzle | PandokuError
    board: Board | None = None
    note: str | None = None


class Lines:
    """The numbered lines of a source, read on demand, with look-ahead.

    Iterating yields `SourceLine`s. Lines end with LF, CRLF or CR. The text is in UTF-8. If it
    starts with a byte order mark, it may also be in UTF-16 or UTF-32. The mark is removed.

    Raises (while reading):
        FormatError: The text is binary or has a different encoding, a line is longer than MAX_LINE,
            or a line without quotation marks contains a character that some programs treat as a
            line end.
    """

    def __init__(
        self, stream: BinaryIO, after: int = 0, *, may_have_bom: bool = True, digits: str = ""
    ) -> None:
        """Read a stream whose first line has the number *after* + 1.

        *digits* are the digits that the caller specified, in the notation of `symbols_from`, or "".
        """
        self.digits = digits
        self._stream = stream
        self._ahead: deque[SourceLine] = deque()
        # Lines that were read from the stream too early, because it splits at LF but not at CR.
        self._raw: deque[bytes] = deque()
        self._number = after
        self._may_have_bom = may_have_bom
        self.raw_end = 0  # the number of the last line that `take_raw` returned

    @classmethod
    def of(cls, text: str | bytes, digits: str = "") -> Lines:
        """Return the lines of a text in memory. The constructor describes *digits*."""
        raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        return cls(BytesIO(raw), digits=digits)

    def __iter__(self) -> Iterator[SourceLine]:
        while (line := self.take()) is not None:
            yield line

    def take(self) -> SourceLine | None:
        """Consume and return the next line, or None at the end."""
        return self._ahead.popleft() if self._ahead else self._read()

    def peek(self) -> SourceLine | None:
        """Return the next line without consuming it, or None at the end."""
        if not self._ahead and (line := self._read()) is not None:
            self._ahead.append(line)
        return self._ahead[0] if self._ahead else None

    def head(self) -> list[str]:
        """Return the next lines (up to HEAD_LINES or HEAD_CHARS) without consuming them.

        To keep the detection of formats fast, each line is cut to HEAD_CHARS characters. Blank
        lines and comments (lines that start with #) are included, but the first 20,000 of them do
        not count toward the limits.
        """
        lines = size = others = 0
        for line in self._look_ahead():
            if line.text[:1] in ("", "#") and others < _HEAD_COMMENTS:
                others += 1
                continue
            lines, size = lines + 1, size + len(line.text)
            if lines >= HEAD_LINES or size >= HEAD_CHARS:
                break
        return [line.text[:HEAD_CHARS] for line in self._ahead]

    @property
    def number(self) -> int:
        """The number of the last line that was read, or 0 if no line was read."""
        return self._number

    def _look_ahead(self) -> Iterator[SourceLine]:
        yield from tuple(self._ahead)
        while (line := self._read()) is not None:
            self._ahead.append(line)
            yield line

    def take_raw(self) -> tuple[int, bytes] | None:
        """Consume some lines, and return the number of the first line and the bytes of all lines.

        The number of lines depends on the stream's buffer. The result is None at the end of the
        source. Each line ends with LF, except perhaps the last line of the source.
        """
        number = self._number + 1
        if self._ahead:
            number = self._ahead[0].number
            raw = "".join(f"{line.text}\n" for line in self._ahead).encode()
            self._ahead.clear()
        else:
            raw = self._raw_lines()
            if self._may_have_bom and self._is_recoded(raw):
                raw = self._raw_lines()
            if self._may_have_bom:
                raw = raw.removeprefix(_BOM)
            self._number += raw.count(b"\n")
        self._may_have_bom = False
        self.raw_end = self._number
        return (number, raw) if raw else None

    def _raw_lines(self) -> bytes:
        """Return the lines in the stream's buffer with LF as line ends, or b"" at the end."""
        stream = cast(BufferedReader, self._stream)
        raw = b"".join(self._raw) or stream.read1()
        self._raw.clear()
        if raw and not raw.endswith(b"\n"):
            raw += stream.readline(MAX_LINE + 2)
        if b"\r" in raw:
            if len(raw) > MAX_LINE and not raw.endswith(b"\n"):  # `readline` stopped inside a line
                raw, self._raw = _without_last(raw)
            raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return raw

    def _raw_line(self) -> bytes:
        """Return the next line with its line ending. A line longer than MAX_LINE is cut."""
        if not self._raw:
            raw = self._stream.readline(MAX_LINE + 2)
            if b"\r" not in raw or b"\r" not in raw.removesuffix(b"\r\n"):  # most calls return here
                return raw
            self._raw.extend(raw.splitlines(keepends=True))
        first = self._raw.popleft()
        if not self._raw and not first.endswith(b"\n") and len(first) <= MAX_LINE:
            # `readline` may have stopped inside the line, or between the CR and LF of a CRLF.
            more = self._stream.readline(MAX_LINE + 2)
            self._raw.extend((first + more).splitlines(keepends=True))
            first = self._raw.popleft()
        return first

    def _is_recoded(self, first: bytes) -> bool:
        """Return whether the source is UTF-16 or UTF-32. In this case, convert it to UTF-8.

        Args:
            first: The first bytes of the source, already read from the stream.
        """
        bom = next((each for each in _OTHER_BOMS if first.startswith(each)), None)
        if bom is None:
            return False
        taken = b"".join((first[len(bom) :], *self._raw))
        self._raw.clear()
        recoded = _Recoded(taken, cast(BufferedReader, self._stream), _OTHER_BOMS[bom])
        self._stream = cast(BinaryIO, BufferedReader(recoded))
        return True

    def _read(self) -> SourceLine | None:
        raw = self._raw_line()
        if self._may_have_bom and self._is_recoded(raw):
            raw = self._raw_line()
        if not raw:
            return None
        self._number += 1
        if len(raw) > MAX_LINE and not raw.endswith((b"\n", b"\r")):
            reason = f"expected lines of at most {MAX_LINE:,} characters, found a longer one"
            raise FormatError(reason, line=self._number)
        if b"\0" in raw:
            raise FormatError(other_file(raw) or _no_text(raw), line=self._number)
        if self._may_have_bom:
            raw = raw.removeprefix(_BOM)
            self._may_have_bom = False
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            if self._number == 1 and (found := other_file(raw)):
                raise FormatError(found, line=1) from None
            column = len(raw[: error.start].decode("utf-8")) + 1
            raise FormatError(
                _no_utf8(raw[error.start]), line=self._number, column=column
            ) from None
        line = SourceLine(self._number, text.rstrip("\r\n"), digits=self.digits)
        if not raw.isascii() or b"\v" in raw or b"\f" in raw:
            _refuse_line_ends(line)
        return line


class _Recoded(RawIOBase):
    """A byte stream that converts another stream from UTF-16 or UTF-32 to UTF-8."""

    def __init__(self, first: bytes, stream: BufferedReader, encoding: str) -> None:
        """Convert the bytes *first*, and then the rest of the stream."""
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._first, self._stream, self._encoding = first, stream, encoding
        self._ready = b""
        self._number = 1  # number of the next line to decode

    def readable(self) -> bool:
        """Return True. A BufferedReader accepts only readable streams."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Write the next bytes into a buffer, and return their number, or 0 at the end."""
        while not self._ready:
            raw, self._first = self._first or self._stream.read1(_RECODED_AT_ONCE), b""
            text = self._decoded(raw)
            if not raw and not text:
                return 0
            self._number += text.count("\n")
            self._ready = text.encode("utf-8", "surrogatepass")
        n = min(len(buffer), len(self._ready))
        buffer[:n], self._ready = self._ready[:n], self._ready[n:]
        return n

    def _decoded(self, raw: bytes) -> str:
        try:
            return self._decoder.decode(raw, final=not raw)
        except UnicodeDecodeError as error:
            good, bad = error.object[: error.start], error.object[error.start : error.end]
            number = self._number + good.decode(self._encoding).count("\n")
            reason = f"expected text in {self._encoding[:6]}, found the bytes {bad.hex(' ')}"
            raise FormatError(f"{reason}; save the file as UTF-8", line=number) from None


def _refuse_line_ends(line: SourceLine) -> None:
    """Raise FormatError if a line contains a character that some programs treat as a line end.

    Lines with quotation marks are not checked.
    """
    if '"' in line.text:
        return
    blanks = len(line.text) - len(line.text.lstrip())
    found = _NO_LINE_END.search(line.text.strip())
    if found is not None:
        reason = f"expected LF, CRLF or CR at the end of a line, found {_NO_LINE_ENDS[found[0]]}"
        column = blanks + found.start() + 1
        raise FormatError(reason, line=line.number, column=column, text=line.text)


def _without_last(raw: bytes) -> tuple[bytes, deque[bytes]]:
    """Split *raw* before its last line, which may be incomplete. A single line is not split."""
    *lines, last = raw.splitlines(keepends=True)
    return (b"".join(lines), deque([last])) if lines else (last, deque())


def _no_text(raw: bytes) -> str:
    """Return the error message for a line with zero bytes."""
    # In ASCII texts, every second byte is zero in UTF-16, and three of four bytes are zero in
    # UTF-32. Lines of one or two bytes are too short for a guess.
    n, n_zeros = len(raw.rstrip(b"\r\n")), raw.count(0)
    encoding = None
    if n > 2 and abs(2 * n_zeros - n) <= 2:
        encoding = "UTF-16"
    if encoding is None and n > 4 and abs(4 * n_zeros - 3 * n) <= 4:
        encoding = "UTF-32"
    if encoding:
        return f"expected text in UTF-8, found {encoding}; save the file as UTF-8"
    return "expected text, found a zero byte: is this a binary file?"


def other_file(raw: bytes) -> str | None:
    """Return the error message for a file that is not a text, by its first bytes, or None."""
    start = raw.lstrip()[:16].lower()
    for signs, name, way_out in _OTHER_FILES:
        if start.startswith(signs):
            return f"expected a text with puzzles, found {name}; {way_out}"
    return None


def _no_utf8(byte: int) -> str:
    shown = bytes([byte]).decode("cp1252", "ignore")
    meaning = f" ({shown!r} in Latin-1 or Windows-1252)" if shown else ""
    return f"expected text in UTF-8, found the byte 0x{byte:02x}{meaning}; save the file as UTF-8"


def fail(format: str, reason: str, line: SourceLine, column: int | None = None) -> NoReturn:
    """Raise a FormatError that points at a line, and at *column* (counted from 1) if specified."""
    text = line.text if line.original is None else line.original
    raise FormatError(reason, format=format, line=line.number, column=column, text=text)


def first_line(head: list[str]) -> str:
    """Return the first line that is not blank or a # comment, without spaces at its ends, or ""."""
    lines = (text.strip() for text in head)
    return next((text for text in lines if text and not text.startswith("#")), "")


def is_content(text: str) -> bool:
    """Return whether a line is neither blank nor a # comment."""
    return text.strip() != "" and not text.lstrip().startswith("#")


def digit_of(char: str, order: int) -> int | None:
    """Return the digit that a character means, 0 for a blank, or None for any other character.

    Digits above 9 are A, B, ... in upper or lower case. The blanks are the space and each character
    in `. 0 _ * - ? x X`, except x and X in an order where X is a digit.

    >>> digit_of("7", 9), digit_of("b", 16), digit_of("X", 9), digit_of("A", 9)
    (7, 11, 0, None)
    """
    digit = _DIGIT_OF.get(char, 0)
    if 0 < digit <= order:
        return digit
    return 0 if char in _BLANK_CHARS else None


def char_of(digit: int) -> str:
    """Return a digit 0..35 as one character, with "." for 0.

    >>> char_of(9), char_of(10), char_of(0)
    ('9', 'A', '.')
    """
    return DIGITS[digit - 1] if digit else "."


def digit_words(order: int) -> str:
    """Describe the characters that are allowed in a cell, for an error message.

    >>> digit_words(9), digit_words(16)
    ("a digit 1-9 or '.'", "a digit 1-9, A-G or '.'")
    """
    if order == 1:
        return "the digit 1 or '.'"
    last = "9, A" if order == 10 else str(order) if order < 10 else f"9, A-{DIGITS[order - 1]}"
    return f"a digit 1-{last} or '.'"


def number_words(order: int) -> str:
    """Describe the numbers that are allowed in a cell, for an error message.

    >>> number_words(1), number_words(16)
    ("the number 1 or '.'", "a number 1-16 or '.'")
    """
    return "the number 1 or '.'" if order == 1 else f"a number 1-{order} or '.'"


def looks_like_cells(text: str, order: int) -> bool:
    """Return whether at least nine tenths of the characters of a text are digits and blanks.

    In addition, at least one fifth must be blanks or digits from 1 to 9. Letters count as digits
    only from order 10, because a smaller grid with letters belongs to a different format.
    """
    plain = sum(c in _PLAIN_CHARS for c in text)
    letters = sum(c in _DIGIT_OF and c not in _PLAIN_CHARS for c in text) if order > 9 else 0
    return 10 * (plain + letters) >= 9 * len(text) and 5 * plain >= len(text)


def usual_width(widths: Iterable[int]) -> int:
    """Return the most common width, or the largest of several equally common widths.

    The result is the width of a grid even if a few of its rows have a wrong width by mistake.

    >>> usual_width([8, 9, 9, 9])
    9
    """
    counts = Counter(widths)
    return max(counts, key=lambda width: (counts[width], width), default=0)


def read_each_line(
    lines: Iterable[SourceLine], parse: Callable[[SourceLine], Puzzle | Item]
) -> Iterator[Item]:
    """Yield the parsed puzzle of every line that is neither blank nor a # comment."""
    for line in lines:
        if not line.text.strip() or line.text.lstrip().startswith("#"):
            continue
        yield guarded(line.number, parse, line)


def guarded(
    number: int, parse: Callable[_P, Puzzle | Board | Item], *args: _P.args, **kwargs: _P.kwargs
) -> Item:
    """Return the result of *parse* as an Item, or an Item whose value is the error.

    An unexpected exception also becomes an Item, so that the reader can continue with the next
    puzzle. If *parse* returns a Board, the Item contains the board and its puzzle.
    """
    try:
        made = parse(*args, **kwargs)
    except FormatError as error:
        return Item(number, error)
    except PuzzleError as error:
        return Item(number, PuzzleError(error.reason, problems=error.problems, line=number))
    except BadValueError as error:
        return Item(number, FormatError(str(error), line=number))
    except PASSED_ON:
        raise
    except Exception as error:
        return Item(number, defect(error, line=number))
    if isinstance(made, Board):
        return Item(number, made.puzzle, made)
    return made._replace(line=number) if isinstance(made, Item) else Item(number, made)


def defect(error: Exception, *, format: str = "", line: int | None = None) -> FormatError:
    """Return the error for a puzzle that made a reader crash.

    Args:
        error: The exception of the reader. It becomes the cause of the returned error.
        format: The name of the format, or "" if it is unknown.
        line: The number of the first line of the puzzle.
    """
    shown = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    reason = f"a defect of pandoku ({shown:.120}); please report it with this text"
    found = FormatError(reason, format=format, line=line)
    found.__cause__ = error
    return found


def with_progress(
    puzzle: Puzzle, digits: Sequence[int], marks: Sequence[Collection[int]]
) -> Puzzle | Board:
    """Return a board with a player's entries, or the puzzle itself if there are no entries.

    Args:
        puzzle: The puzzle.
        digits: The player's digit for every cell, or 0. The digits of given cells are ignored.
        marks: For every cell, the player's pencil marks. An empty collection means no marks.
    """
    n = puzzle.order
    empty = [not given for given in puzzle.givens]
    noted = [sum(1 << (d - 1) for d in {*each} if 1 <= d <= n) for each in marks]
    has_marks = any(mask and is_empty for mask, is_empty in zip(noted, empty, strict=True))
    if not has_marks and not any(d and e for d, e in zip(digits, empty, strict=True)):
        return puzzle
    board = Board.start(puzzle, digits)
    masks = [
        mask if digit else (mask & note or mask)
        for mask, note, digit in zip(board.masks, noted, board.digits, strict=True)
    ]
    return Board(puzzle, board.digits, tuple(masks))


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
    """Return a description of the rules of *puzzle* that a format would lose, or None.

    The keyword arguments describe the format.

    Args:
        puzzle: The puzzle to write.
        orders: The orders that the format can store.
        cages: Whether the format can store cages.
        givens: Whether the format can store givens.
        boxes: The boxes that the format can store: "default" for the default boxes of the order,
            "none" for Latin squares only, or "any".
        regions: Whether the format can store jigsaw regions.
        diagonals: Whether the format can store diagonals.
    """
    geometry = puzzle.geometry
    if geometry.order not in orders:
        alone = len(orders) == 1
        known = f"order {orders[0]}" if alone else f"orders {orders[0]} to {orders[-1]}"
        return f"it stores {known}, found {geometry.order}"
    is_default = geometry.regions is not None or geometry.box == default_box(geometry.order)
    if boxes == "default" and not is_default:
        return f"it cannot store {_box_words(geometry.box)}"
    if boxes == "none" and geometry.box is not None:
        return "it cannot store boxes"
    checks = [
        (geometry.regions is not None and not regions, "jigsaw regions"),
        (geometry.diagonals and not diagonals, "diagonals"),
        (bool(geometry.extra), "extra houses"),
        (bool(puzzle.cages) and not cages, "cages"),
        (bool(puzzle.further), ", ".join(dict.fromkeys(each.NAME for each in puzzle.further))),
        (puzzle.candidates is not None, "candidates"),
        (bool(puzzle.n_givens) and not givens, "givens"),
    ]
    lost = [what for is_lost, what in checks if is_lost]
    if lost:
        return f"it cannot store {', '.join(lost)}"
    odd = next((given for given in puzzle.givens if not 0 <= given <= geometry.order), None)
    return None if odd is None else f"it stores givens up to {geometry.order}, found {odd}"


def _box_words(box: tuple[int, int] | None) -> str:
    return "a grid without boxes" if box is None else f"boxes of {box[0]}x{box[1]}"
