"""Formats for reading and writing puzzles as text.

Each module or package here whose name has no leading underscore defines a format. `open_items`
reads the puzzles of a file one by one. `loads` and `dumps` convert a single puzzle in memory. If
the caller names no format, the format of a text is detected from its first lines. If two formats
could read the text, the suffix of the file name decides.
"""

from __future__ import annotations

import copyreg
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from os import PathLike
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, TypeVar, cast, overload

from pandoku._first_use import homes_of, load_on_first_use
from pandoku._instead import not_a_call
from pandoku.errors import FormatError, PandokuError, PuzzleError
from pandoku.formats._alphabet import digits_note
from pandoku.formats._first_error import one_error
from pandoku.formats._format import Format, Writer, left_out, relabeling, why_not_written
from pandoku.formats._text import PASSED_ON, Item, Lines, defect
from pandoku.formats._texts import (
    TextLike,
    as_bytes,
    is_like_a_path,
    is_like_an_address,
    read_at,
    read_good_texts,
    read_lines,
)
from pandoku.formats.line import is_plain, plain_puzzle
from pandoku.model import (
    DIGITS,
    Batch,
    Board,
    KeptList,
    Puzzle,
    PuzzleLike,
    PuzzlesLike,
    are_many,
    at_position,
    keeps_errors,
    kept_list,
    listed_puzzles,
    puzzle_of,
    refusal,
    symbols_from,
    type_of,
)
from pandoku.registry import Registry, nearest

if TYPE_CHECKING:
    from pandoku.formats._foreign import foreign_text as foreign_text
    from pandoku.formats._foreign import may_hold_rules as may_hold_rules
    from pandoku.formats._rewriting.rewriting import Rewriting

not_a_call(__name__, "pandoku.formats.FORMATS has the formats by name")

__all__ = [
    "FORMATS",
    "Format",
    "Item",
    "Lines",
    "Writer",
    "dump",
    "dumps",
    "dumps_many",
    "foreign_text",
    "format_for_path",
    "get_format",
    "items",
    "items_and_batches",
    "left_out",
    "link",
    "load",
    "load_board",
    "loads",
    "loads_board",
    "loads_many",
    "may_hold_rules",
    "open_items",
    "program_of",
    "read",
    "read_parts",
    "reads",
    "relabeling",
    "sniff",
    "why_not_written",
]


# The module loads the readers of links.
__getattr__ = load_on_first_use(
    __name__, homes_of(__name__, {"_foreign": "foreign_text may_hold_rules"})
)

_ItemOrBatch = TypeVar("_ItemOrBatch", Item, Item | Batch)
_PICTURES = (".svg", ".png", ".pdf", ".jpg", ".jpeg", ".gif", ".webp")
_CELLS = re.compile(r"[0-9.*_\s|-]{8,}")  # more likely an incomplete puzzle than a file name
_MOST_COUNTED = 1000  # error messages count puzzles up to this number


# All formats by name. Detection tries them in this order.
FORMATS = Registry(__name__, Format, FormatError, order=lambda form: (form.sniff_order, form.name))


def get_format(name: str) -> Format:
    """Return the format called *name*.

    Raises:
        FormatError: No format has this name. The message suggests similar names.
    """
    try:
        return FORMATS[name]
    except FormatError:
        if not isinstance(name, str) or name in FORMATS:
            raise
    suffix = f".{name}".lower()
    if suffix in _PICTURES:
        raise FormatError(
            f"there is no format {name!r}; pandoku.draw(puzzle).save(path) writes a picture"
        )
    near = [form.name for form in FORMATS.values() if suffix in form.suffixes]
    raise FORMATS.missing(name, near or nearest(name, FORMATS) or sorted(FORMATS))


def format_for_path(path: str | PathLike[str]) -> Format | None:
    """Return the format that the suffix of a file name suggests, or None."""
    from pathlib import Path  # imported here, because it loads slowly

    suffix = Path(path).suffix.lower()
    return next((f for f in FORMATS.values() if suffix in f.suffixes), None)


def sniff(lines: Lines, path: str | PathLike[str] | None = None) -> Format:
    """Detect the format of a source from its first lines, without consuming the lines.

    Args:
        lines: The source.
        path: The file's name. If several formats recognize the text, the suffix of the name
            decides.

    Raises:
        FormatError: The source is empty or blank, or no format recognizes it.
    """
    return _named_or_detected(lines, None, path)[0]


def program_of(lines: Lines) -> str:
    """Return the name of the program that a link or document comes from, or "" if unknown.

    For a SudokuPad link that contains an f-puzzles document, the program is SudokuPad.

    Raises:
        FormatError: As in `sniff`.

    >>> program_of(Lines.of(dumps(Puzzle.sudoku(4), "f-puzzles")))
    'f-puzzles'
    """
    from pandoku.formats.sudokupad.links import packed_by_pad

    form, head = sniff(lines), lines.head()
    first = next((line for line in head if line.strip() and line[0] != "#"), "")
    is_packed = bool(form.program) and packed_by_pad(first) is not None
    return FORMATS["sudokupad"].program if is_packed else form.program


def _detect(
    first_lines: list[str], path: str | PathLike[str] | None
) -> tuple[Format, str | None, Rewriting | None]:
    """Detect the format of a text.

    Returns:
        The format, a note if a second format could read the text, and the Rewriting to apply to the
        lines before the format reads them, or None.
    """
    if len(first_lines) == 1 and is_plain(first_lines[0]):
        return FORMATS["line"], None, None  # the most common text, without loading other formats
    from pandoku.formats._foreign import foreign_text
    from pandoku.formats._refusals import blanks_only, multigrid
    from pandoku.formats._rewriting.rewriting import Rewriting

    if reason := blanks_only(first_lines) or foreign_text(first_lines) or multigrid(first_lines):
        raise FormatError(reason)
    rewriting = Rewriting.of(first_lines)
    head = rewriting.head
    suggested = None if path is None else format_for_path(path)
    if suggested and suggested.could_be and suggested.could_be(head):
        return suggested, None, rewriting
    among = rewriting.formats
    if among is not None and len(among) == 1:
        return FORMATS[next(iter(among))], None, rewriting
    for form in FORMATS.entries.values():
        if (among is None or form.name in among) and form.sniff(head):
            return form, form.note(head) if form.note else None, rewriting
    raise _unknown(first_lines)


def _unknown(head: list[str]) -> FormatError:
    """Return the error for a text that no format recognizes."""
    from pandoku.formats._refusals import likely_format, unknown
    from pandoku.formats._rewriting.rewriting import Rewriting

    name = likely_format(head)
    if name is not None:
        rewriting = Rewriting.of(head, name)
        lines = rewriting.apply(Lines.of("\n".join(head)))
        first = next(FORMATS[name].read(lines), None)
        if first is not None and isinstance(first.value, FormatError):
            error = first.value
            reason = f"{error.reason} (no format reads this text; it looks most like {name})"
            return FormatError(reason, line=error.line, column=error.column, text=error.text)
    return FormatError(unknown(head))


def items(
    lines: Lines, format: str | None = None, path: str | PathLike[str] | None = None
) -> Iterator[Item]:
    """Yield an Item for each puzzle of *lines*: a line number, and the puzzle or an error.

    If *format* is None and no puzzle can be read, only the first error is yielded.

    Args:
        lines: The source.
        format: The format's name, or None to detect the format from the text.
        path: The file's name, or None. It helps to detect the format.

    Raises:
        FormatError: The entire text is unreadable (empty, binary or of an unknown format).
    """
    form, note, lines = _named_or_detected(lines, format, path)
    found = _guarded(form, lines, form.read(lines))
    found = _at_least_one(form, found if format else one_error(found, form.name), note)
    yield from _noted(found, form, lines)


def items_and_batches(
    lines: Lines,
    format: str | None = None,
    path: str | PathLike[str] | None = None,
    *,
    every_error: bool = False,
) -> Iterator[Item | Batch]:
    """Yield the same puzzles as `items`, but combine consecutive plain lines into a Batch.

    A format without `Format.read_batches` yields only single puzzles. The origins of a Batch are
    line numbers.

    Args:
        lines: As in `items`.
        format: As in `items`.
        path: As in `items`.
        every_error: Whether to yield the error of each bad puzzle even if no puzzle can be read.

    Raises:
        FormatError: As in `items`.
    """
    form, note, lines = _named_or_detected(lines, format, path)
    found = _guarded(form, lines, (form.read_batches or form.read)(lines))
    if format is None and not every_error:
        found = one_error(found, form.name)
    yield from _noted(_at_least_one(form, found, note), form, lines)


def _named_or_detected(
    lines: Lines, format: str | None, path: str | PathLike[str] | None
) -> tuple[Format, str | None, Lines]:
    """Choose the format of a source, and rewrite the source for the format.

    Returns:
        The format, a note if a second format could read the text, and the rewritten lines.
    """
    rewriting: Rewriting | None
    if format is not None:
        from pandoku.formats._rewriting.rewriting import Rewriting

        form, note = get_format(format), None
        rewriting = Rewriting.for_format(lines, form.name)
    elif lines.digits:
        try:
            symbols = symbols_from(lines.digits)
        except PuzzleError as error:
            raise FormatError(error.reason) from None
        form, note, rewriting = _detect_with(symbols, lines.head(), path)
    else:
        form, note, rewriting = _detect(lines.head(), path)
    if lines.digits and not form.takes_digits:
        able = ", ".join(each.name for each in FORMATS.values() if each.takes_digits)
        raise FormatError(
            f"the digits of this format cannot be chosen; try {able}", format=form.name
        )
    return form, note, lines if rewriting is None else rewriting.apply(lines)


def _detect_with(
    symbols: str, head: list[str], path: str | PathLike[str] | None
) -> tuple[Format, str | None, Rewriting | None]:
    """Detect the format of a text whose digits are *symbols*, as the caller specified."""
    usual = str.maketrans(symbols + symbols.lower(), 2 * DIGITS[: len(symbols)])
    try:
        found = _detect(head, path)
    except FormatError:
        return _detect([text.translate(usual) for text in head], path)
    if found[0].takes_digits:
        return found
    try:
        return _detect([text.translate(usual) for text in head], path)
    except FormatError:
        return found


def _noted(found: Iterator[_ItemOrBatch], form: Format, lines: Lines) -> Iterator[_ItemOrBatch]:
    """Yield the puzzles, and add a note to each puzzle with unusual digits.

    The note is omitted if the caller specified the digits, or if the format stores the symbols.
    """
    is_told = "symbols" in form.keeps or bool(lines.digits)
    for each in found:
        value = each.value if isinstance(each, Item) and not is_told else None
        if isinstance(each, Item) and isinstance(value, Puzzle) and value.symbols:
            notes = filter(None, (each.note, digits_note(value)))
            yield each._replace(note="; ".join(notes))
        else:
            yield each


def _guarded(
    form: Format, lines: Lines, found: Iterator[_ItemOrBatch]
) -> Iterator[_ItemOrBatch | Item]:
    """Yield the items of a reader, and one more item with an error if the reader crashes.

    A reader yields an item with an error for each bad puzzle, so a crash is a bug in the reader.
    """
    try:
        yield from found
    except (PandokuError, *PASSED_ON):
        raise
    except Exception as error:
        yield Item(lines.number, defect(error, format=form.name, line=lines.number))


def _at_least_one(
    form: Format, found: Iterator[_ItemOrBatch], note: str | None
) -> Iterator[_ItemOrBatch]:
    first = next(found, None)
    if first is None:
        raise FormatError("expected a puzzle, found none", format=form.name)
    yield first._replace(note=note) if note and isinstance(first, Item) else first
    yield from found


def open_items(
    path: str | PathLike[str], format: str | None = None, digits: str = ""
) -> Iterator[Item]:
    """Yield an Item for each puzzle of a file, or of a link that contains puzzles.

    *path* is the path of the file, or the link. *format* is as in `items`, and *digits* is as in
    `loads`.

    Raises:
        PuzzleError: *path* is not a path.
        OSError: The file cannot be opened.
        FormatError: As in `items`.
    """
    if not isinstance(path, str | PathLike):  # open(0) would read standard input
        raise refusal(path, "the path of a file")
    if b"\0" in os.fsencode(path):  # the error of open() would not show the path
        raise refusal(path, "the path of a file, without a zero byte")
    if isinstance(path, str) and is_like_an_address(path):
        yield from items(Lines.of(as_bytes(path), digits), format)
        return
    with _opened(path) as stream:
        yield from items(Lines(stream, digits=digits), format, path)


def _opened(path: str | PathLike[str]) -> BinaryIO:
    try:
        return open(path, "rb")
    except FileNotFoundError as error:
        if not _CELLS.fullmatch(os.fsdecode(path)):
            raise
        reason = f"{error.strerror}; pandoku.loads(text) reads the text of a puzzle"
        raise FileNotFoundError(error.errno, reason, error.filename) from None


def read(
    path: str | PathLike[str],
    *,
    format: str | None = None,
    digits: str = "",
    on_error: Callable[[Item], None] | None = None,
) -> Iterator[Puzzle]:
    """Yield the puzzles of a file one by one.

    Args:
        path: The path of the file, or a link that contains the puzzle. Nothing is downloaded.
        format: The format's name, or None to detect the format from the text.
        digits: As in `loads`.
        on_error: Called with the Item of each bad puzzle before reading continues. If None, the
            error of the first bad puzzle is raised.

    Raises:
        OSError: The file cannot be opened.
        FormatError: The entire text is unreadable, or *on_error* is None and the text of a puzzle
            is malformed.
        PuzzleError: *on_error* is None and a well-formed puzzle is invalid.
    """
    yield from _puzzles(open_items(path, format, digits), on_error)


def reads(
    text: str | bytes,
    *,
    format: str | None = None,
    digits: str = "",
    on_error: Callable[[Item], None] | None = None,
) -> Iterator[Puzzle]:
    r"""Yield the puzzles of a text one by one.

    *text* may also be the bytes of a text in UTF-8. The other arguments are as in `read`.

    Raises:
        FormatError: As in `read`.
        PuzzleError: As in `read`, or *text* is neither str nor bytes.

    >>> [puzzle.n_givens for puzzle in reads("1..2............\n3...............\n")]
    [2, 1]
    """
    yield from _puzzles(items(Lines.of(as_bytes(text), digits), format), on_error)


def _puzzles(found: Iterator[Item], on_error: Callable[[Item], None] | None) -> Iterator[Puzzle]:
    for item in found:
        if isinstance(item.value, Puzzle):
            yield item.value
        elif on_error is None:
            raise item.value
        else:
            on_error(item)


def load(path: str | PathLike[str], *, format: str | None = None, digits: str = "") -> Puzzle:
    """Return the only puzzle of a file, or of a link that contains the puzzle.

    Nothing is downloaded. A link that contains only the number of a puzzle on a server raises an
    error. *format* and *digits* are as in `loads`.

    Raises:
        OSError: The file cannot be opened.
        FormatError: The text is malformed, or does not contain exactly one puzzle.
        PuzzleError: The text is well-formed, but its puzzle is invalid.
    """
    return _puzzle_of(_only(open_items(path, format, digits), "read"))


def load_board(path: str | PathLike[str], *, format: str | None = None, digits: str = "") -> Board:
    """Return the only puzzle of a file or link as a board with the stored progress.

    If no progress is stored, the board has only the givens. *format* and *digits* are as in
    `loads`.

    Raises:
        OSError: The file cannot be opened.
        FormatError: The text is malformed, or does not contain exactly one puzzle.
        PuzzleError: The text is well-formed, but its puzzle is invalid.
    """
    return _board_of(_only(open_items(path, format, digits), "read"))


def loads(text: TextLike, *, format: str | None = None, digits: str = "") -> Puzzle:
    r"""Return the only puzzle of a text.

    Args:
        text: A text, its bytes in UTF-8, or the dict of a JSON document, as `json.loads` returns.
        format: The format's name, or None to detect the format from the text.
        digits: The digits of the text in order, such as "0-8", "A-P" or "1-9". If "", the digits
            are detected. In that case, 0 may be a digit if another character marks the blanks.
            `Puzzle.symbols` stores the digits if they differ from 1..n.

    Raises:
        FormatError: The text is malformed, or does not contain exactly one puzzle.
        PuzzleError: The text is well-formed but its puzzle is invalid, or *text* is not a text.

    >>> loads("1...\n..2.\n.3..\n...4")
    Puzzle(4x4, boxes 2x2, 4 givens)
    >>> loads("0...\n..1.\n.2..\n...3").symbols
    '0123'
    """
    return _puzzle_of(_only_of(text, format, digits))


def loads_board(text: TextLike, *, format: str | None = None, digits: str = "") -> Board:
    r"""Return the only puzzle of a text as a board with the stored progress.

    If no progress is stored, the board has only the givens.

    Args:
        text: As in `loads`.
        format: As in `loads`.
        digits: As in `loads`.

    Raises:
        FormatError, PuzzleError: As in `loads`.

    >>> loads_board(":0000:x:1+2..............:313::").candidates(2)
    (4,)
    """
    return _board_of(_only_of(text, format, digits))


@overload
def loads_many(
    texts: Iterable[str | bytes], *, on_error: Literal["raise"] = ...
) -> Sequence[Puzzle]: ...
@overload
def loads_many(texts: Iterable[Any], *, on_error: Literal["keep"]) -> KeptList[Puzzle | None]: ...
def loads_many(
    texts: Iterable[Any], *, on_error: Literal["raise", "keep"] = "raise"
) -> Sequence[Puzzle | None]:
    """Return the puzzles of many texts. Each text contains one puzzle.

    Texts in the format `line` are read especially fast.

    Args:
        texts: Texts as in `loads`, in any mix of formats.
        on_error: "raise" to stop at the first bad text, or "keep" to continue with the next text.

    Returns:
        One puzzle per text, in the same sequence. With "raise", the result is a Batch if all texts
        are in the format `line` and all puzzles have the same size. With "keep", the result is a
        list with None for each bad text. Its attribute `errors` maps the position of each bad text,
        from 0, to the error message.

    Raises:
        FormatError, PuzzleError: As in `loads`. The message contains the position of the bad text,
            from 0.
        ValueError: *on_error* is neither "raise" nor "keep".

    >>> loads_many(["1...............", "...............4"])
    Batch(2 puzzles, 4x4, boxes 2x2)
    >>> loads_many(["1...............", "1..........."], on_error="keep").errors
    {1: 'expected 9 characters (3x3), found 12'}
    """
    listed = listed_puzzles(texts)
    if keeps_errors(on_error):
        parts, errors = read_parts(listed)
        puzzles: list[Puzzle | None] = [None] * len(listed)
        for positions, part in parts:
            for at, puzzle in zip(positions, part, strict=True):
                puzzles[at] = puzzle
        answers = (errors.get(at, puzzle) for at, puzzle in enumerate(puzzles))
        return kept_list(listed, answers, on_error, lambda: None)
    if not listed:
        return []
    found = read_lines(listed, loads)
    return [read_at(listed, at, loads) for at in range(len(listed))] if found is None else found


def read_parts(
    texts: Sequence[object],
) -> tuple[list[tuple[Sequence[int], Sequence[Puzzle]]], dict[int, PandokuError]]:
    """Return the puzzles of many texts, divided into groups, and the errors of unreadable texts.

    Args:
        texts: Texts as in `loads_many`. An entry that is not a text counts as unreadable.

    Returns:
        A list of groups, and a dict of errors. Each group is a pair: the positions of some texts,
        and the puzzles of these texts. The puzzles are a Batch if the texts are plain lines of the
        same size. The dict maps the position of each unreadable text to its error. Positions count
        from 0.

    Raises:
        PuzzleError: *texts* is not an iterable of texts.
    """
    return read_good_texts(listed_puzzles(texts), loads)


def _only_of(text: TextLike, format: str | None, digits: str) -> Item:
    if isinstance(text, str) and format is None and not digits:
        plain = plain_puzzle(text)
        if plain is not None:
            return Item(1, plain)
    try:
        return _only(items(Lines.of(as_bytes(text), digits), format), "reads")
    except FormatError as error:
        if not is_like_a_path(text):
            raise
        raise FormatError(f"{error}; pandoku.load({text!r}) reads a file") from None


def _only(found: Iterator[Item], for_many: str) -> Item:
    """Return the only item of *found*.

    If there are several items, the error recommends the function *for_many*.
    """
    only, *more = islice(found, 2)
    for item in (only, *more):
        if isinstance(item.value, PandokuError):
            raise item.value
    if more:
        n = sum(1 for _ in islice(chain(more, found), _MOST_COUNTED))
        shown = f"more than {n}" if n == _MOST_COUNTED else str(n + 1)
        reason = f"expected one puzzle, found {shown}; use pandoku.{for_many}() to read many"
        raise FormatError(reason, line=more[0].line)
    return only


def _puzzle_of(item: Item) -> Puzzle:
    assert isinstance(item.value, Puzzle)
    return item.value


def _board_of(item: Item) -> Board:
    return item.board or Board.start(_puzzle_of(item))


def dumps(puzzle: PuzzleLike | PuzzlesLike, format: str = "json") -> str:
    r"""Return a puzzle, a board with its progress, or many puzzles as text that ends in a newline.

    Args:
        puzzle: A puzzle in any form (see `pandoku.solve`), or many puzzles as in `dump`.
        format: The format's name.

    Raises:
        FormatError: The format is unknown, would lose some of a puzzle's rules, or cannot store the
            progress.
        PuzzleError: *puzzle* is not a puzzle.

    >>> dumps("1...|..2.|.3..|...4".replace("|", "\n"), "line")
    '1.....2..3.....4\n'
    >>> dumps(["1.....2..3.....4", "................"], "line")
    '1.....2..3.....4\n................\n'
    """
    return "".join(_parts_of(puzzle, get_format(format)))


def dump(
    puzzles: PuzzleLike | PuzzlesLike, path: str | PathLike[str], *, format: str | None = None
) -> None:
    """Write a puzzle, a board with its progress, or many puzzles to a file.

    An existing file is replaced when the new one is complete, and stays unchanged after an error.

    Args:
        puzzles: A puzzle in any form (see `pandoku.solve`), or many puzzles: a list, an iterator,
            an array, a `Batch` or the result of `generate_many`. A list or an array of n rows with
            n cells each is one puzzle.
        path: Path of the file.
        format: The format's name, or None to choose the format by the ending of the path: the name
            of a format, such as .json, .csv, .sdk or .setter, or another ending that
            `pandoku.formats.FORMATS` lists for it. The ending .txt means the format `line`.

    Raises:
        FormatError: The format is unknown, would lose some of a puzzle's rules, or cannot store the
            progress, or the ending suggests no format that can be written. With many puzzles, the
            message starts with the position of the puzzle, counted from 0.
        PuzzleError: *puzzles* contains a value that is not a puzzle, or *path* is not a path.
        OSError: The file cannot be written.
    """
    if hasattr(path, "write"):
        raise PuzzleError(
            f"expected the path of a file, found {type_of(path)}; pandoku.dumps(puzzles, format) "
            "returns the text to write to it"
        )
    if not isinstance(path, str | PathLike):
        raise refusal(path, "the path of a file")
    form = _format_to_write(path) if format is None else get_format(format)
    parts = _parts_of(puzzles, form)
    from pandoku._files import replacement

    with replacement(path) as stream:
        stream.writelines(parts)


def _format_to_write(path: str | PathLike[str]) -> Format:
    """Return the format that the ending of a path names or suggests, and that can be written."""
    from pathlib import Path

    suffix = Path(path).suffix.lower()
    written = [form for form in FORMATS.values() if form.is_written]
    by_name = {f".{form.name}": form for form in written} | {".txt": FORMATS["line"]}
    by_suffix = {suffix: form for form in reversed(written) for suffix in form.suffixes}
    if form := by_name.get(suffix) or by_suffix.get(suffix):
        return form
    way_out = f"try {', '.join(sorted(by_name | by_suffix))}, or name a format"
    if suffix in _PICTURES:
        way_out = "pandoku.draw(puzzle).save(path) writes a picture"
    raise FormatError(
        f"expected the path of a file whose ending names a format, found {os.fspath(path)!r:.60}; "
        f"{way_out}"
    )


def _parts_of(what: PuzzleLike | PuzzlesLike, form: Format) -> Iterator[str]:
    """Yield the parts of a document with one puzzle or board, or with many."""
    writer = Writer(form)
    if not are_many(what):
        one = what if isinstance(what, Board) else puzzle_of(what)
        yield writer.next(_board_text(one, form) if isinstance(one, Board) else _text_of(one, form))
    else:
        for at, each in enumerate(cast(Iterable[PuzzleLike], what)):
            try:
                text = _text_of(puzzle_of(each), form)
            except (FormatError, PuzzleError) as error:
                raise at_position(at, error) from None
            yield writer.next(text)
    yield writer.end()


def _board_text(board: Board, form: Format) -> str:
    if form.write_board is None:
        able = ", ".join(each.name for each in FORMATS.values() if each.write_board)
        reason = f"cannot write this board: it cannot store progress; try {able}"
        raise FormatError(reason, format=form.name)
    if lost := form.why_not_board(board):
        raise FormatError(f"cannot write this board: {lost}", format=form.name)
    return form.write_board(board)


def _text_of(puzzle: Puzzle, form: Format) -> str:
    if reason := why_not_written(form, puzzle):
        raise FormatError(f"cannot write this puzzle: {reason}", format=form.name)
    return form.write(puzzle)


def link(puzzle: PuzzleLike, format: str) -> str:
    r"""Return a link that opens a puzzle in the program of a format.

    The link contains the puzzle, with its title and author if the program supports them.

    Args:
        puzzle: A puzzle in any form (see `pandoku.solve`).
        format: The format's name. `Format.program` is the program that opens the link.

    Raises:
        FormatError: The format is unknown, no program opens links in this format, or the link would
            lose some of the puzzle's rules.
        PuzzleError: *puzzle* is not a puzzle.

    >>> link("1...|..2.|.3..|...4".replace("|", "\n"), "iss").partition("?")[2]
    'q=.Shape~4x4.~R1C1_1~R2C3_2~R3C2_3~R4C4_4'
    """
    form = get_format(format)
    if form.link is None:
        able = ", ".join(each.name for each in FORMATS.values() if each.link)
        no_program = "no program opens links with this format"
        cause = f"links to {form.program} are only read" if form.program else no_program
        raise FormatError(f"{cause}; try {able}", format=form.name)
    read = puzzle_of(puzzle)
    if reason := why_not_written(form, read):
        raise FormatError(f"cannot write this puzzle: {reason}", format=form.name)
    return form.link(read)


def dumps_many(puzzles: Iterable[Puzzle], format: str = "json") -> Iterator[str]:
    """Yield the parts of a document that contains all *puzzles*.

    Each puzzle has one part, and a last part ends the document. Join the parts to get the document.

    Raises:
        FormatError: The format is unknown, or would lose some of a puzzle's rules.
    """
    form = get_format(format)
    writer = Writer(form)
    for puzzle in puzzles:
        yield writer.next(_text_of(puzzle, form))
    yield writer.end()


# Formats are pickled by name, because a copy would not compare equal to the original.
copyreg.pickle(Format, lambda entry: (get_format, (entry.name,)))
