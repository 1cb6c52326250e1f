"""The two codes in which links to SudokuPad hold the digits of a plain 9x9 Sudoku."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pandoku.formats._lz_string import LzError

__all__ = ["packed_digits", "unpacked_digits", "unpacked_runs"]

_N_CELLS = 81
_CODE = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_DIGIT_AND_BLANKS = re.compile(r"\d0{0,5}")
# How many blanks a character of the older code stands for.
_RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"


def packed_digits(digits: Sequence[int]) -> str:
    """Return 81 digits, 0 for empty, as characters that stand for a digit and up to 5 blanks.

    >>> packed_digits([0] * 80 + [7])
    'oooooooooooooA7'
    """
    text = "".join(map(str, digits))
    found = _DIGIT_AND_BLANKS.findall(text)
    return "".join(_CODE[int(each[0]) + 10 * (len(each) - 1)] for each in found)


def unpacked_digits(text: str) -> tuple[list[int], str]:
    """Return the 81 digits of a packed text, and what follows them.

    Raises:
        LzError: There are fewer or more digits, or other characters.

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
    """Return the 81 digits of a text in the older code: digits as they are, and runs of blanks.

    Raises:
        LzError: There are fewer or more digits, or other characters.
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
