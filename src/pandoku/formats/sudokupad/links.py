"""Links to SudokuPad, and the packed puzzles inside them.

The first letters of a packed puzzle name its form: `scl` and `ctc` are documents of SudokuPad,
`fpuz` is a document of f-puzzles, and `scf` and `classic` are the digits of a plain 9x9. Any other
text in a link is the number of a puzzle on SudokuPad's server.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote, unquote

from pandoku.formats._links.addresses import BEFORE, LABEL
from pandoku.formats._links.lz_string import LzError, pack, unpack, zipped_json
from pandoku.formats._links.payloads import payload_in
from pandoku.formats.f_puzzles.links import document_in, document_of

_N_CELLS = 81
_CODE = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_DIGIT_AND_BLANKS = re.compile(r"\d0{0,5}")
# In the older code, the position of a character in this text is the length of a run of blanks.
_RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"


def packed_digits(digits: Sequence[int]) -> str:
    """Return 81 digits (0 for empty) as text.

    Each character encodes a digit and up to 5 blanks after it.

    >>> packed_digits([0] * 80 + [7])
    'oooooooooooooA7'
    """
    text = "".join(map(str, digits))
    found = _DIGIT_AND_BLANKS.findall(text)
    return "".join(_CODE[int(each[0]) + 10 * (len(each) - 1)] for each in found)


def unpacked_digits(text: str) -> tuple[list[int], str]:
    """Return the 81 digits of a packed text, and the text after them.

    Raises:
        LzError: The number of digits is wrong, or there are other characters.

    >>> unpacked_digits("oooooooooooooA7x")[1]
    'x'
    """
    digits: list[int] = []
    for at, character in enumerate(text):
        if len(digits) >= _N_CELLS:
            return _checked(digits), text[at:]
        code = _CODE.find(character)
        if code < 0:
            raise LzError(f"expected a packed digit, found {character!r}", at)
        digits += [code % 10, *[0] * (code // 10)]
    return _checked(digits), ""


def unpacked_runs(text: str) -> list[int]:
    """Return the 81 digits of a text in the older code, which has digits and runs of blanks.

    Raises:
        LzError: The number of digits is wrong, or there are other characters.
    """
    digits: list[int] = []
    for at, character in enumerate(text):
        if character.isdecimal() and character.isascii():
            digits.append(int(character))
        elif (n_blanks := _RUNS.find(character)) >= 0:
            digits += [0] * n_blanks
        else:
            raise LzError(f"expected a digit or a run of blanks, found {character!r}", at)
    return _checked(digits)


def _checked(digits: list[int]) -> list[int]:
    if len(digits) != _N_CELLS:
        raise LzError(f"expected {_N_CELLS} digits in the packed text, found {len(digits)}", 0)
    return digits


_PREFIX = r"(?P<form>scl|ctc|fpuz(?:zles)?|scf|classic)"
_ALONE = re.compile(rf"{_PREFIX}/?(?P<text>\S+(?: [\w+/%=-]+)*)")
_HOSTS = rf"{LABEL}{{0,8}}(?:sudokupad\.app|crackingthecryptic\.com)"
_LINK = re.compile(
    rf"{BEFORE}(?:(?:https?://)?{_HOSTS}(?:/sudoku)?(?:/fog)?/(?:\?(?:[^\s#]*&)?puzzleid=)?"
    r"|sudokupad://puzzle/)(?P<path>[^\s#]*(?: [\w+/%=-]+)*)",
    re.IGNORECASE,
)
# The player's settings, which may follow the puzzle.
_SETTINGS = re.compile(r"[?&]\w+(?:-\w+)*=.*|\?setting-.*|&.*", re.DOTALL)
_STORED = "https://sudokupad.app/api/puzzle/"  # shows the packed puzzle of a number
_SHORTEST = 12  # minimum number of characters of a packed puzzle, since a shorter text is a number
_FORMS = {"ctc": "scl", "fpuzzles": "fpuz"}
_PACKED = re.compile(r"[\w+/%= -]+")
_DIGITS = re.compile(r"[0-9A-Za-z]+")
_DIGITS_END = "wx"  # letters that may follow the digits: w for windows, x for diagonals


class Packed(NamedTuple):
    """A packed puzzle.

    Attributes:
        form: "scl", "fpuz", "scf" or "classic".
        text: The packed text.
    """

    form: str
    text: str

    def document(self) -> object:
        """Return the document of a packed puzzle of the form "scl" or "fpuz".

        Raises:
            LzError: The text is cut off or damaged.
        """
        return document_of(self.text, document_in if self.form == "fpuz" else _scl_in)

    def digits(self) -> tuple[list[int], str]:
        """Return the 81 digits (0 for empty) and the extra houses of an scf or classic puzzle.

        The extra houses are given as letters: w for windows, x for diagonals.

        Raises:
            LzError: The text is cut off or damaged.
        """
        try:
            digits, rest = unpacked_digits(self.text)
        except LzError:
            if self.form != "classic":
                raise
            digits, rest = unpacked_runs(self.text), ""
        if odd := rest.strip(_DIGITS_END):
            raise LzError(f"expected w or x after 81 digits, found {odd[:20]!r}", 0)
        return digits, rest


def packed_by_pad(line: str) -> Packed | None:
    """Return the packed puzzle in a line of text, or None.

    >>> packed_by_pad("https://sudokupad.app/scfoooooooooooooK?setting-nogrid=1")
    Packed(form='scf', text='oooooooooooooK')
    """
    link = _LINK.match(line.strip())
    text = unquote(link["path"]) if link else line.strip()
    found = _ALONE.fullmatch(_SETTINGS.sub("", text))
    if found is None:
        other = None if link else payload_in(line)
        return Packed(other.form, other.text) if other and other.form == "scl" else None
    form = _FORMS.get(found["form"], found["form"])
    packed = unquote(found["text"])
    if link and form != "classic":  # classic texts may include brackets and periods
        # Remove the punctuation and words after the link. Words after a blank are kept, because the
        # blank may have been a plus sign. If they do not belong to the document, they come after
        # its end code and are ignored.
        kept = (_DIGITS if form == "scf" else _PACKED).match(packed)
        packed = kept[0] if kept else packed
    if form in ("scl", "fpuz"):
        packed = packed.replace(" ", "+")
        is_packed = _PACKED.fullmatch(packed) is not None
    else:
        is_packed = " " not in packed
    return Packed(form, packed) if is_packed and len(packed) >= _SHORTEST else None


def puzzle_number(line: str) -> str | None:
    """Return the number of the puzzle if a link refers to one on SudokuPad's server, else None.

    >>> puzzle_number("https://sudokupad.app/8h6j2k?setting-nogrid=1")
    '8h6j2k'
    """
    link = _LINK.match(line.strip())
    found = _SETTINGS.sub("", unquote(link["path"])) if link else ""
    return found if link and packed_by_pad(line) is None and found else None


def why_no_packed_puzzle(line: str) -> str:
    """Return a sentence with the reason why a line has no packed puzzle, and with advice."""
    number = puzzle_number(line)
    if number is not None and re.match(_PREFIX, number) and "/" not in number:
        return "this is a link to SudokuPad that is cut off; copy the entire link"
    if number is not None:
        return (
            f"this is a short link to SudokuPad that has only the number {number[:40]!r} of a "
            f"puzzle; open {_STORED}{quote(number[:80])} in a browser, and copy all the text that "
            "it shows in place of the link"
        )
    return (
        "expected a link to SudokuPad with scl..., fpuz... or scf..., or this text, "
        f"found {line.strip()[:20]!r}"
    )


def document_link(text: str, form: str = "fpuz") -> str:
    """Return the link that contains a document, which is given as JSON."""
    return f"https://sudokupad.app/{form}{quote(pack(text), safe='')}"


def digits_link(digits: list[int]) -> str:
    """Return the link that contains 81 digits."""
    return f"https://sudokupad.app/scf{packed_digits(digits)}"


def _scl_in(packed: str) -> object:
    """Return the document in a packed text, which is JSON or relaxed JSON."""
    try:
        return document_in(packed)
    except LzError:
        found = zipped_json(unpack(packed))
    if not isinstance(found, dict):
        raise LzError("expected an object in the packed text, found something else", 0)
    return found
