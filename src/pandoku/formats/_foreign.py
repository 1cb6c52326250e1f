"""Recognize texts of other programs that no format can read, to give helpful errors.

A document of another program may contain rules that pandoku does not support. Reading only a part
of the document would give a different puzzle, so pandoku does not try to read the document.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from pandoku.formats._foreign_documents import F_PUZZLES_RULES
from pandoku.formats._links.addresses import BEFORE
from pandoku.formats._links.cells import cells_in
from pandoku.formats._links.payloads import digits_in, wiki_text_in
from pandoku.formats._text import first_line
from pandoku.formats.f_puzzles.links import packed_in
from pandoku.formats.iss.text import is_string, string_in
from pandoku.formats.penpa.text import penpa_in
from pandoku.formats.sudoku_maker.links import packed_by_maker
from pandoku.formats.sudokupad.links import packed_by_pad, puzzle_number, why_no_packed_puzzle
from pandoku.model import refusal

# Names of columns and sections that may contain rules, in lower case.
_OTHER_WORDS = (
    "arrow arrows box boxes cage cages candidates clone constraint constraints diagonal diagonals "
    "difference even houses jigsaw killer maximum minimum negative odd ratio region regions rules "
    "thermo thermometers thermos variant variants"
)
_RULES = F_PUZZLES_RULES | frozenset(_OTHER_WORDS.split())

_ENTER = (
    "if the puzzle has no other rules, enter its cells as one line of characters, with dots for "
    "empty cells"
)
_PROGRAMS = {  # from the end of a host name to the name of the program
    "f-puzzles.com": "f-puzzles",
    "sudokupad.app": "SudokuPad",
    "crackingthecryptic.com": "SudokuPad",
    "sudokumaker.app": "Sudoku Maker",
    "sigh.github.io": "Interactive Sudoku Solver",
    "penpa-edit": "Penpa+",
    "sudokuwiki.org": "SudokuWiki",
    "sudokuexchange.com": "SudokuExchange",
    "sudoku.coach": "sudoku.coach",
    "sudoku-coach.com": "sudoku.coach",
    "lisudoku.xyz": "lisudoku",
    "playgoodsudoku.com": "Good Sudoku",
    "michelkraemer.com": "Sudocle",
}
_SHORTENERS = ("tinyurl.com", "bit.ly", "is.gd", "t.ly", "tiny.cc")
_OPENED = {  # from the name of a program to the part of its links that contains the puzzle
    "f-puzzles": "?load=N4Ig...",
    "SudokuPad": "scl..., fpuz... or scf...",
    "Sudoku Maker": "?puzzle=N4Ig...",
    "Penpa+": "#m=edit&p=... or #m=solve&p=...",
    "SudokuWiki": "?bd=010200...",
    "SudokuExchange": "?s=010200...",
    "lisudoku": "?import=010200...",
    "Good Sudoku": "/puzzle/$AQAC...",
    "Sudocle": "?puzzleid=fpuzzlesN4Ig... or sclN4Ig...",
    "Interactive Sudoku Solver": "?q=.Cage~10~R1C1...",
}
_KNOWN = "|".join(re.escape(host) for host in _PROGRAMS if "." in host)
# An address at the start of a line, or after words that contain no cells of a puzzle.
_LINK = re.compile(
    rf"{BEFORE}((?:https?|sudokupad)://\S+|(?:www\.)?(?:{_KNOWN})/\S+)", re.IGNORECASE
)
_CELLS = re.compile(r"[?&#]\w+=[0-9.]{16,}")
_PENPA = re.compile(r"(?:square|hex|tri|sudoku|kakuro),\d+,\d+,")
# The parameters of a game in Simon Tatham's collection, then # and the random seed of the game.
_SEED = re.compile(r"[0-9]{1,2}(?:x[0-9]{1,2}|j)?[a-z0-9]{0,8}#[0-9]{6,30}")
_ROOTS = {"onegsudoku": "Sudoku 10'000"}
_ROOT = re.compile(rf"<({'|'.join(_ROOTS)})[\s>]", re.IGNORECASE)


def foreign_text(head: list[str]) -> str | None:
    """Return the reason that a text of another program cannot be read, or None.

    The result is None if some format reads the text. It is also None for JSON documents, which
    `foreign_document` checks.

    Args:
        head: The first lines of the text.

    Raises:
        PuzzleError: *head* is not a list of lines.
    """
    if not isinstance(head, list) or not all(isinstance(line, str) for line in head):
        raise refusal(head, "the first lines of a text, as a list of texts")
    first = first_line(head)
    if holds_puzzle(first):
        return None
    if puzzle_number(first) is not None:
        return why_no_packed_puzzle(first)
    if found := _LINK.match(first):
        return _of_link(found[1])
    if _SEED.fullmatch(first):
        return (
            f"this is a random seed of Simon Tatham's collection, {first!r}, which only that "
            "program understands; copy the game id with a colon (Game > Specific...)"
        )
    if _PENPA.match(first):
        what = "this is a puzzle of Penpa+ without its link"
        return f"{what}; copy the link that has #m=edit&p=... in it"
    if first.startswith("<") and (root := _ROOT.search("\n".join(head))):
        program = _ROOTS[root[1].lower()]
        return _refusal(f"a file of {program}", program)
    return None


def holds_puzzle(line: str) -> bool:
    """Return whether a line is a link or text of another program, and some format reads it."""
    return bool(
        packed_in(line)
        or packed_by_pad(line)
        or packed_by_maker(line)
        or penpa_in(line)
        or is_string(line)
        or string_in(line)
        or cells_in(line)
        or wiki_text_in(line)
        or ((digits := digits_in(line)) and not digits.rule)
    )


def may_hold_rules(name: str) -> bool:
    """Return whether a column or section called *name* may contain rules of the puzzle.

    Raises:
        PuzzleError: *name* is not a text.

    >>> may_hold_rules("Cages"), may_hold_rules("difficulty")
    (True, False)
    """
    if not isinstance(name, str):
        raise refusal(name, "the name of a column or section")
    return name.strip().lower() in _RULES


def _of_link(link: str) -> str:
    address = link if "://" in link else f"https://{link}"
    try:
        host = (urlsplit(address).hostname or "").lower()
    except ValueError:  # urlsplit raises an error for some brackets
        host = ""
    program = next((_PROGRAMS[end] for end in _PROGRAMS if f".{host}".endswith(f".{end}")), None)
    if "penpa-edit" in address[:200]:
        program = "Penpa+"
    what = f"a link to {program}" if program else "a link"
    if digits := digits_in(address):
        return (
            f"this is {what} with the {len(digits.cells)} cells of a puzzle and {digits.rule!r}, "
            "which may be a rule; copy only the cells if it is not a rule"
        )
    if found := _CELLS.search(address):
        mark = found[0].partition("=")[0]
        return f"this is {what}, which pandoku does not open; copy only the cells after {mark}="
    if program in _OPENED:
        # Inside double quotes, a shell would replace a $ and the name after it.
        quotes = "single quotes" if "$" in _OPENED[program] else "quotes"
        return (
            f"this is {what} that has no puzzle in it; copy one with {_OPENED[program]}; in a "
            f"shell, put the link in {quotes}"
        )
    if program:
        return _refusal(what, program)
    if any(f".{host}".endswith(f".{each}") for each in _SHORTENERS):
        return (
            "this is a short link; open it in a browser, and copy the long address that the "
            "browser then shows"
        )
    return f"this is a link, which pandoku does not open; copy the puzzle instead ({_ENTER})"


def _refusal(what: str, program: str) -> str:
    return f"this is {what}; pandoku cannot read {program} yet ({_ENTER})"
