"""Define the class Format. Each format is an instance of this class in a separate file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pandoku.formats._alphabet import kept_symbols
from pandoku.formats._text import Item, Lines
from pandoku.model import DIGITS, Batch, Board, Puzzle, span_of


def _no_progress(_: Board) -> str:
    return "it cannot store progress"


def _never_written(puzzle: Puzzle) -> str:
    """Raise an error. This is the function `Format.write` of all read-only formats.

    It is never called, because `Format.why_not` of a read-only format always returns a reason.
    """
    raise AssertionError(puzzle)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Format:
    r"""A text format for puzzles.

    Attributes:
        name: One lower-case word, which may contain hyphens.
        summary: One line that describes the look of the format, its users, and its characters for
            blanks.
        carries: One line that lists the supported parts of a puzzle, such as "givens, boxes; orders
            1 to 35".
        example: A small complete text that `read` accepts.
        sniff_order: A number for the order of detection. Formats with smaller numbers are tried
            first.
        sniff: Takes the first lines of a text. Returns whether the text is in this format.
        read: Takes a source. Yields an Item for each puzzle. The Item of a bad puzzle has an error.
        why_not: Takes a puzzle. Returns a description of the rules that the format would lose, or
            None if the format can store the puzzle.
        write: Takes a puzzle. Returns its text, ending with a newline. This function is called only
            if `why_not` returns None. A read-only format needs no such function.
        keeps: The names of the descriptive attributes that the format writes: some of id, kind,
            title, author, source, words, solution, extra, symbols. "extra:key" means that only this
            key of `extra` is written.
        suffixes: File name suffixes that suggest the format, with the dot.
        separator: Text between two written puzzles ("" or "\n").
        frame: The text before the first puzzle, and the text after the last puzzle. Examples are
            the start tag and the end tag of a root element.
        read_batches: Yields the same puzzles as `read`, but combines consecutive plain lines into a
            Batch (see `_batches`). None if the format has no plain lines.
        could_be: Takes the first lines of a text. Returns whether this format can read the text. If
            the file's name suggests this format, `could_be` is called before any format's `sniff`.
            None if the texts of this format fit no other format.
        note: Takes the first lines of a text. If the text may also fit another format, returns a
            sentence on how the text was read, else None. The attribute itself is None if the texts
            of this format fit no other format.
        closing: ``closing(n, width)`` returns a comment to write after *n* puzzles, each a line of
            *width* characters. The comment prevents the detection of the text as another format.
            None if no text of this format can be mistaken for another format.
        why_not_board: Takes a board. Returns a description of the parts that the format would lose,
            or None if the format can store the board.
        write_board: Takes a board. Returns its text, ending with a newline. This function is called
            only if `why_not_board` returns None. None if the format cannot store progress.
            Otherwise the Items of `read` have boards.
        program: The common name of the program that opens links in this format, or "" if no program
            does.
        takes_digits: Whether a text may have digits other than 1..n (see `_alphabet`). If True,
            `write` uses the symbols of the puzzle, provided that a reader would detect them.
        link: Takes a puzzle. Returns a link that opens the puzzle in `program`. This function is
            called only if `why_not` returns None. None if the format does not write links.
    """

    name: str
    summary: str
    carries: str
    example: str
    sniff_order: int
    sniff: Callable[[list[str]], bool]
    read: Callable[[Lines], Iterator[Item]]
    why_not: Callable[[Puzzle], str | None]
    write: Callable[[Puzzle], str] = _never_written
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

    @property
    def is_written(self) -> bool:
        """True if the format writes puzzles, and does not only read them."""
        return self.write is not _never_written


def left_out(form: Format, puzzle: Puzzle) -> tuple[str, ...]:
    """Return the names of the descriptive attributes of *puzzle* that *form* does not write.

    If *form* would replace the symbols of *puzzle*, the last entry is the note of `relabeling`.
    """
    names = ("id", "kind", "title", "author", "source", "words", "solution")
    lost = [name for name in names if getattr(puzzle, name) and name not in form.keeps]
    if "extra" not in form.keeps and any(f"extra:{k}" not in form.keeps for k in puzzle.extra):
        lost.append("extra")
    if digits := relabeling(form, puzzle):
        lost.append(digits)
    return tuple(lost)


def relabeling(form: Format, puzzle: Puzzle) -> str:
    """Return a note on the symbols of *puzzle*, which *form* would write as 1..n.

    Return "" if *puzzle* has no symbols, or if *form* writes them.
    """
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
    """A writer that returns the parts of a document with many puzzles one by one.

    A document without puzzles is empty: it does not even contain the text of `Format.frame`.
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
