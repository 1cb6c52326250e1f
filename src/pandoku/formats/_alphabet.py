"""Detect the digits of a text, which are usually 1-9, but may also be 0-8, 0-F or A-P.

If a text has zeros but no other sign for blanks, the zeros are blanks. If dots are the blanks, zero
may be a digit: a 9x9 may have the digits 0-8, and a 16x16 may have 0-F. If all digits are letters,
the first digit is A, so a 16x16 has A-P. An ambiguous text raises an error unless the caller
specifies the digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pandoku.errors import FormatError, PuzzleError
from pandoku.formats._text import BLANKS, SourceLine, digit_words, fail
from pandoku.model import DIGITS, VALUES, Geometry, Puzzle, span_of, symbols_from

_LETTER_A = 10  # the value of the letter A
_LEAST_IN_LETTERS = 4  # minimum order for letters: a shorter row may be a word
_BLANK_WORDS = frozenset((*BLANKS, "", " ", "-1", "None", "null", "nil", "nan", "NaN"))
_MAYBE_DIGITS = "0X"  # characters that are blanks in some texts and digits in others
_CLEAR_BLANKS = _BLANK_WORDS - {*_MAYBE_DIGITS, "x"}


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The digits of one text.

    Attributes:
        order: The order of the puzzle.
        symbols: As in `Puzzle.symbols`.
        note: A note on characters that were read as blanks but may be digits, or None.
    """

    order: int
    symbols: str = ""
    note: str | None = None

    def digit_of(self, cell: str) -> int | None:
        """Return the digit 1..n of a cell, 0 for a blank, or None for any other text."""
        value = _value_of(cell)
        if self.symbols:
            at = -1 if value is None else self.symbols.find(VALUES[value : value + 1] or " ")
            if at >= 0:
                return at + 1
        elif value is not None and 0 < value <= self.order:
            return value
        return 0 if cell in _BLANK_WORDS else None

    @property
    def words(self) -> str:
        """A description of the characters allowed in a cell, for an error message."""
        if self.symbols:
            return f"a digit {span_of(self.symbols)} or '.'"
        return digit_words(min(self.order, len(DIGITS)))


def _value_of(cell: str) -> int | None:
    """Return the value of a cell, such as 0 for "0", 10 for "A" and 12 for "12".

    Return None if the cell is not a digit, a letter or a number of two digits.
    """
    if len(cell) == 1:
        at = VALUES.find(cell.upper()) if cell.isascii() else -1
        return at if at >= 0 else None
    is_number = len(cell) == 2 and cell.isascii() and cell.isdecimal()
    return int(cell) if is_number and int(cell) <= len(VALUES) else None


def alphabet_of(
    cells: Sequence[str], geometry: Geometry, line: SourceLine, format: str
) -> Alphabet:
    """Return the digits of a text.

    Args:
        cells: The cells of the text, row by row. Each is a character, a number or a word for a
            blank.
        geometry: The geometry of the puzzle. If a character may be a blank or a digit and occurs
            twice in a house, it is a blank.
        line: The first line of the text, which errors show. If the caller specified the digits,
            `line.digits` has them.
        format: The name of the format, for errors.

    Raises:
        FormatError: The text is ambiguous, or the caller specified digits that do not fit the order
            of the puzzle.
    """
    n = geometry.order
    if line.digits:
        try:
            return Alphabet(n, symbols_from(line.digits, n))
        except PuzzleError as error:
            fail(format, error.reason, line)
    found = set(cells)
    blanks = found & _CLEAR_BLANKS
    is_x_blank = n < VALUES.index("X")
    values = {value for cell in found - _BLANK_WORDS if (value := _value_of(cell)) is not None}
    has_x = not found.isdisjoint("xX")
    if has_x and not is_x_blank:
        values.add(VALUES.index("X"))
    symbols, usual = "", {*range(1, n + 1)}
    if values and max(values) > n:
        symbols = VALUES[_LETTER_A : _LETTER_A + n]
        if has_x and "X" in symbols:
            values.add(VALUES.index("X"))
            has_x = False
        usual = {*range(_LETTER_A, _LETTER_A + n)}
        if n < _LEAST_IN_LETTERS or len(symbols) < n or not values <= usual:
            return Alphabet(n)  # the reader will report the wrong character
    doubtful = ["0"] if "0" in found else []
    if has_x and is_x_blank:
        if n > 9:
            doubtful.append("X")
        else:
            blanks |= found & {"x", "X"}
    if values == usual or not doubtful or len(doubtful) + len(blanks) < 2:
        return Alphabet(n, symbols)
    notes = []
    for char in doubtful:
        others = sorted(blanks) or [other for other in _MAYBE_DIGITS if other != char]
        other = others[-1] or "nothing"
        if (house := _where_twice(cells, geometry, char)) is not None:
            notes.append(
                f"{char} is read as a blank like {other!r}, because {house} contains it twice"
            )
        elif char == "0" and not symbols and n not in values:
            symbols = VALUES[:n]
        else:
            usual_span = span_of(symbols or DIGITS[:n])
            found_two = f"found {char} and {other!r}, and {char} may be a digit"
            way_out = (
                f"use --digits {usual_span} if {char} is a blank, else digits that include {char}"
            )
            fail(format, f"expected one kind of blank, {found_two}; {way_out}", line)
    return Alphabet(n, symbols, "; ".join(notes) or None)


def usual_only(cells: Sequence[str], geometry: Geometry, line: SourceLine, format: str) -> None:
    """Check that a text has the digits 1..n, for a format that supports only these digits.

    The arguments are as in `alphabet_of`.

    Raises:
        FormatError: The text has digits other than 1..n, or is ambiguous.
    """
    symbols = alphabet_of(cells, geometry, line, format).symbols
    if symbols:
        usual = span_of(DIGITS[: geometry.order])
        fail(format, f"expected the digits {usual}, found {span_of(symbols)}", line)


def _where_twice(cells: Sequence[str], geometry: Geometry, char: str) -> str | None:
    """Return the name of a house that contains the character twice, or None."""
    at = {cell for cell, text in enumerate(cells) if text.upper() == char}
    if len(cells) != geometry.n_cells:  # the reader will report the wrong number of cells
        return None
    return next((h.phrase for h in geometry.houses if len(at.intersection(h.cells)) > 1), None)


def digits_note(puzzle: Puzzle) -> str:
    """Return a note that lists the digits of a puzzle with unusual digits."""
    zero = ", so 0 is a digit" if "0" in puzzle.symbols else ""
    return f"read with the digits {span_of(puzzle.symbols)}{zero}"


def kept_symbols(puzzle: Puzzle, digits: Iterable[int] = ()) -> str:
    """Return the symbols of a puzzle if a reader would detect them in its text, else "".

    Args:
        puzzle: The puzzle.
        digits: The digits of the text, 0 for a blank. The default is the givens.
    """
    symbols = puzzle.symbols
    if not symbols:
        return ""
    cells = [symbols[digit - 1] if digit else "." for digit in digits or puzzle.givens]
    try:
        again = alphabet_of(cells, puzzle.geometry, SourceLine(0, ""), "")
    except FormatError:
        return ""
    return symbols if again.symbols == symbols else ""


def cells_text(digits: Iterable[int], symbols: str = "") -> str:
    """Return the characters of digits, with a dot for each 0.

    >>> cells_text((1, 0, 9)), cells_text((1, 0, 9), "012345678")
    ('1.9', '0.8')
    """
    shown = symbols or DIGITS
    return "".join([shown[digit - 1] if digit else "." for digit in digits])


def givens_as_numbers(puzzle: Puzzle) -> list[str]:
    """Return each given as the text of a number or a symbol, and each blank as a dot.

    If the puzzle has symbols that a reader would detect, such as A-P, the symbols are used. Symbols
    that start with 0 are written as numbers that start with 0, such as 0 to 15 in a 16x16.
    """
    symbols = kept_symbols(puzzle)
    if not symbols:
        return [str(given or ".") for given in puzzle.givens]
    shown = [str(VALUES.index(each)) for each in symbols] if symbols[0] == "0" else symbols
    return [shown[given - 1] if given else "." for given in puzzle.givens]
