"""The Format class. Each format is a value defined in its own file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pandoku.formats._alphabet import kept_symbols
from pandoku.formats._text import Item, Lines
from pandoku.model import DIGITS, Batch, Board, Puzzle, span_of


def _no_progress(_: Board) -> str:
    return "it cannot store progress"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Format:
    r"""A text format for puzzles.

    Attributes:
        name: One lower-case word.
        summary: The look of the format, its users and its blank characters, in one line.
        carries: The supported parts of a puzzle, in one line ("givens, boxes; orders 1 to 35").
        example: A small complete text that `read` accepts.
        sniff_order: A number for the order of detection: formats with smaller numbers are tried
            first.
        sniff: Takes the first lines of a text. Returns whether the text is in this format.
        read: Yields every puzzle, with an error in place of each bad puzzle.
        why_not: Returns a description of the rules that the format would lose, or None.
        write: Returns the text of a puzzle, ending with a newline. Only called if `why_not` returns
            None.
        keeps: The descriptive attributes of a Puzzle that the format writes: some of id, kind,
            title, author, source, words, solution, extra, symbols. "extra:key" means that only this
            key of `extra` is written.
        suffixes: File name suffixes that suggest the format, with the dot.
        separator: Text between two written puzzles ("" or "\n").
        frame: The text before the first puzzle and after the last, such as the root element's tags.
        read_batches: Like `read`, with a Batch for a run of plain lines (see `_batches`). None if
            the format has no plain lines.
        could_be: For a format whose texts may also fit another format, returns whether a text that
            starts with these lines can be read. It is called before every `sniff` if the file's
            name suggests the format. Otherwise None.
        note: For a format whose texts may also fit another format, returns a sentence on how a text
            was read, or None. Otherwise None.
        closing: ``closing(n, width)`` returns a comment to write after *n* puzzles, each a line of
            *width* characters, so that the text is not detected as another format. None if no text
            of this format can be mistaken for another format.
        why_not_board: Returns a description of the parts of a board that the format would lose, or
            None.
        write_board: Returns the text of a board, ending with a newline. Only called if
            `why_not_board` returns None. None if the format cannot store progress. If the format
            can store it, the items of `read` have boards.
        program: The common name of the program that opens links with puzzles of this format, or
            "".
        takes_digits: Whether the digits in a text may be other than 1..n (see `_alphabet`). If so,
            `write` uses the symbols of the puzzle if a reader would detect them.
        link: Returns a link that opens the puzzle in the program. Only called if `why_not` returns
            None. None if there is no program.
    """

    name: str
    summary: str
    carries: str
    example: str
    sniff_order: int
    sniff: Callable[[list[str]], bool]
    read: Callable[[Lines], Iterator[Item]]
    why_not: Callable[[Puzzle], str | None]
    write: Callable[[Puzzle], str]
    keeps: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    separator: str = ""
    frame: tuple[str, str] = ("", "")
    read_batches: Callable[[Lines], Iterator[Item | Batch]] | None = None
    could_be: Callable[[list[str]], bool] | None = None
    note: Callable[[list[str]], str | None] | None = None
    closing: Callable[[int, int], str] | None = None
    why_not_board: Callable[[Board], str | None] = _no_progress
    write_board: Callable[[Board], str] | None = None
    program: str = ""
    takes_digits: bool = False
    link: Callable[[Puzzle], str] | None = None


def never_written(puzzle: Puzzle) -> str:
    """The `Format.write` of read-only formats, whose `Format.why_not` always returns a reason."""
    raise AssertionError(puzzle)


def left_out(form: Format, puzzle: Puzzle) -> tuple[str, ...]:
    """Return the descriptive attributes of *puzzle* that *form* does not write."""
    names = ("id", "kind", "title", "author", "source", "words", "solution")
    lost = [name for name in names if getattr(puzzle, name) and name not in form.keeps]
    if "extra" not in form.keeps and any(f"extra:{k}" not in form.keeps for k in puzzle.extra):
        lost.append("extra")
    if digits := relabeling(form, puzzle):
        lost.append(digits)
    return tuple(lost)


def relabeling(form: Format, puzzle: Puzzle) -> str:
    """Return a sentence about digits that *form* would write as 1..n, or "" if it keeps them."""
    is_kept = "symbols" in form.keeps or (form.takes_digits and kept_symbols(puzzle))
    if not puzzle.symbols or is_kept:
        return ""
    usual = span_of(DIGITS[: puzzle.order])
    return f"the digits {span_of(puzzle.symbols)} (written as {usual}, in this order)"


def why_not_written(
    form: Format, puzzle: Puzzle, way_out: str = 'puzzle.without("unchecked")'
) -> str | None:
    """Return the reason that *form* cannot store *puzzle*, or None.

    Args:
        form: The format.
        puzzle: The puzzle.
        way_out: Python code that removes unchecked rules, such as drawings. The reason suggests
            this code if *form* could store the puzzle without these rules.
    """
    reason = form.why_not(puzzle)
    if reason and puzzle.unchecked and form.why_not(puzzle.without("unchecked")) is None:
        return f"{reason}; {way_out} leaves out what is not checked"
    return reason


class Writer:
    """An incremental writer of a document with many puzzles.

    The document is empty, without the text of `Format.frame`, if it gets no puzzles.
    """

    def __init__(self, form: Format) -> None:
        self._form = form
        self._header, self._footer = form.frame
        self._n_texts = 0
        self._widths: set[int] = set()

    def next(self, text: str) -> str:
        """Return the part of the document for the next puzzle, whose text is *text*."""
        before = self._form.separator if self._n_texts else self._header
        self._n_texts += 1
        self._widths.add(len(text) - 1)
        return before + text

    def end(self) -> str:
        """Return the end of the document, after the last puzzle."""
        if not self._n_texts:
            return ""
        if self._form.closing is None or len(self._widths) > 1:
            return self._footer
        return self._form.closing(self._n_texts, *self._widths) + self._footer


def document(form: Format, text: str) -> str:
    """Return the document of a single puzzle with this text."""
    writer = Writer(form)
    return writer.next(text) + writer.end()
