"""Links to any site with a packed puzzle of a known program, or with the digits of a puzzle.

Sudocle and other sites accept puzzles packed by f-puzzles, SudokuPad and Sudoku Maker. Other sites
put the cells of a Sudoku into their links. These links do not specify the rules, so the usual rules
of Sudoku are assumed. A link is refused if one of its words may be the name of an additional rule.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from pandoku.formats._links.addresses import BEFORE, LABEL

# The links to these sites are read by other modules.
_OWN = "f-puzzles.com sudokupad.app crackingthecryptic.com sudokumaker.app sigh.github.io"
_OWN_HOSTS = "|".join(map(re.escape, _OWN.split()))
_HOST = rf"(?!{LABEL}{{0,8}}(?:{_OWN_HOSTS})/){LABEL}{{1,8}}[a-z]{{2,63}}(?::[0-9]{{1,5}})?"
_LOCAL = r"localhost(?::[0-9]{1,5})?"
_LINK = re.compile(
    rf"{BEFORE}(?<![\w./-])(?P<address>(?:https?://)?(?:{_HOST}|{_LOCAL})/(?P<rest>[^\s<>\"]*))",
    re.IGNORECASE,
)
_LONGEST = 50_000  # maximum number of characters of an address that are searched for digits

# All packed texts are JSON or similar, and begin with "{".
_PAYLOAD = re.compile(
    r"(?:^|[/?&#])(?:(?P<key>\w+)=)?(?P<form>fpuz(?:zles)?|scl|ctc)?/?"
    r"(?P<text>N4[\w+/%=$-]{18,}(?: [\w+/%=$-]+)*)(?P<after>\S*)"
)
_FORMS = {"fpuz": "fpuz", "fpuzzles": "fpuz", "scl": "scl", "ctc": "scl"}
_ANY = "N4Ig"  # the start of packed JSON whose first key is in quotation marks
_MAKER = "N4IgZg9gTgtghgF"


class AnyPayload(NamedTuple):
    """A packed puzzle in a link.

    Attributes:
        form: "fpuz" for a document of f-puzzles, "maker" for a document of Sudoku Maker, and "scl"
            for a document of SudokuPad. The form is also "scl" if the link does not show whether
            SudokuPad or f-puzzles wrote the document.
        text: The packed text.
    """

    form: str
    text: str


def payload_in(line: str) -> AnyPayload | None:
    """Return the packed puzzle in a link to a site that does not have a separate format, or None.

    >>> payload_in("https://example.org/?puzzleid=fpuzzlesN4IgzglgXgpiBcB%2BNCALhNAbO8")
    AnyPayload(form='fpuz', text='N4IgzglgXgpiBcB+NCALhNAbO8')
    """
    if "N4" not in line:
        return None
    link = _LINK.match(line.strip())
    if link is None:
        return None
    # Search beyond the end of the address, because the blank after it may have been a plus sign.
    found = _PAYLOAD.search(line.strip(), link.start("rest") - 1)
    if found is None or found.start() > link.end():
        return None
    before = line.strip()[link.start("rest") : found.start()].partition("?")[2]
    if _RULES.search(f"{before} {found['after']}"):
        return None
    form = _FORMS.get(found["form"] or found["key"] or "")
    text = unquote(found["text"])
    if form is None:
        if not text.startswith(_ANY):
            return None
        form = "maker" if text.startswith(_MAKER) else "scl"
    return AnyPayload(form, text if form == "maker" else text.replace(" ", "+"))


_PROGRESS = re.compile(r"(?<=[/=#?])S9B[0-9a-z]{162}(?![0-9a-z])")


def wiki_text_in(line: str) -> str | None:
    """Return the SudokuWiki progress string in a link to another site, or None."""
    if "S9B" not in line:
        return None
    link = _LINK.match(line.strip())
    found = _PROGRESS.search(link["address"]) if link else None
    return found[0] if found and not _RULES.search(link["address"]) else None  # type: ignore[index]


# ------------------------------------------------------------------ digits

_SIZES = {16: "0-4.", 36: "0-6.", 81: "0-9.", 256: "0-9A-Ga-g.", 625: "0-9A-Pa-p."}
_N_CELLS = 81  # a shorter run of digits only counts as cells if the link has a word for a grid
_NAMES_GRID = re.compile(
    r"sudoku|puzzle|grid|board|cells|givens|[?&#](?:s|p|bd|import)=", re.IGNORECASE
)
_RUN = re.compile(r"(?<![\w.])[\w.]{16,626}(?![\w.])")
_DIGITS = {size: re.compile(f"[{chars}]{{{size}}}") for size, chars in _SIZES.items()}
_WORD = re.compile(r"[^\W\d_]+")
# Words in links that are not rules: sections of a site, authors, levels of difficulty.
_HARMLESS_WORDS = (
    "a api app apps archive author b bd beginner board boards by c categories category "
    "cells classic clues code content create custom d daily dark data date day de "
    "demo diabolical difficult difficulty digits e easy edit editor en enter es evil "
    "example examples expert extreme f fiendish fr free from g game games gb givens grid "
    "grids h hard hl home htm html i id import in index init initial input intermediate it "
    "ja js key l lang language level light link list load local locale m main master medium "
    "moderate my n name net new nl no normal nr number of online open p page php pl play "
    "player pt puz puzzle puzzles q quiz r random ref regular ru s sdk search seed share "
    "shared site solution solve solved solver source standard start starter string su "
    "sudoku sudokus t test text theme time timer title today tool tools u uk ultimate url "
    "us user utm v values ver version very view web zh"
)
_HARMLESS = frozenset(_HARMLESS_WORDS.split())
# Keys of a query whose values are free text.
_FREE_WORDS = "author by from id lang language name ref seed source title user"
_FREE = frozenset(_FREE_WORDS.split())
_RULES = re.compile(
    "killer|jigsaw|samurai|diagonal|windoku|hyper|kenken|calcudoku|mathdoku|futoshiki|kakuro|"
    "skyscraper|thermo|arrow|sandwich|kropki|irregular|variant|knight|king|queen|latin|consecutive|"
    "whisper|renban|palindrome|sudokux|xsudoku|x-sudoku|sudoku-x|chaos|nonomino|greater|odd|even",
    re.IGNORECASE,
)


class DigitLink(NamedTuple):
    """The cells of a puzzle in a link.

    Attributes:
        cells: The characters of the cells.
        rule: A word of the link that may name a rule, or "".
    """

    cells: str
    rule: str


def digits_in(line: str) -> DigitLink | None:
    """Return the cells in a link to any site.

    If the link does not have exactly one run of cells, the result is None.

    >>> digits_in("https://example.org/play?s=1000030000200004&d=2")
    DigitLink(cells='1000030000200004', rule='')
    >>> digits_in("https://example.org/play?s=1000030000200004&type=killer").rule
    'type'
    """
    link = _LINK.match(line.strip()[:_LONGEST])
    if link is None:
        return None
    address = unquote(link["address"])
    host, _, rest = address.partition("://")[-1 if "://" in address else 0].partition("/")
    rows = [(row, cells) for row in _RUN.finditer(rest) if (cells := _cells(row[0]))]
    if len(rows) != 1:
        return None
    row, cells = rows[0]
    if len(cells) < _N_CELLS and not _NAMES_GRID.search(address):
        return None
    return DigitLink(cells, _rule_in(host, f"{rest[: row.start()]}{rest[row.end() :]}"))


def _cells(run: str) -> str | None:
    """Return a run of characters if it can be the cells of a grid, or None.

    A period at the end is removed if only the run without the period can be a grid.
    """
    for text in (run, run[:-1] if run.endswith(".") else run):
        digits = _DIGITS.get(len(text))
        if digits is not None and digits.fullmatch(text) and any(map(str.isdigit, text)):
            return text
    return None


def _rule_in(host: str, rest: str) -> str:
    """Return a word of an address (without its cells) that may name a rule, or ""."""
    if found := _RULES.search(host):
        return str(found[0])
    for part in re.split("[/?&#]", rest):
        key, _, value = part.partition("=")
        words = _WORD.findall(key)
        if {word.lower() for word in words} & _FREE and value:
            if found := _RULES.search(value):
                return str(found[0])
        else:
            words += _WORD.findall(value)
        if odd := [word for word in words if word.lower() not in _HARMLESS]:
            return str(odd[0])
    return ""
