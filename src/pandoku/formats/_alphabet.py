"""The digits of a text: usually 1-9, but also 0-8, 0-F or A-P.

If a text uses zeros and no other sign for blanks, the zeros are the blanks. If dots are the blanks,
zero may be a digit: a 9x9 may have the digits 0-8, and a 16x16 may have 0-F. If all digits are
letters, they are A-P. Ambiguous texts raise an error unless the caller specifies the digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pandoku.errors import FormatError, PuzzleError
from pandoku.formats._text import BLANKS, SourceLine, digit_words, fail
from pandoku.model import DIGITS, VALUES, Geometry, Puzzle, span_of, symbols_from

_LETTER_A = 10  # the value of the first letter
_LEAST_IN_LETTERS = 4  # a shorter row of letters may be a word of another format
_BLANK_WORDS = frozenset((*BLANKS, "", " ", "-1", "None", "null", "nil", "nan", "NaN"))
_MAYBE_DIGITS = "0X"  # characters that are blanks in some texts and digits in others
_CLEAR_BLANKS = _BLANK_WORDS - {*_MAYBE_DIGITS, "x"}


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The digits of one text.

    Attributes:
        order: The order of the puzzle.
        symbols: As in `Puzzle.symbols`.
        note: A sentence about a character that was read as a blank but may be a digit, or None.
    """

    order: int
    symbols: str = ""
    note: str | None = None

    def digit_of(self, cell: str) -> int | None:
        """Return the digit of a cell, 0 for a blank, or None for anything else."""
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
        """The characters allowed in a cell, for an error message."""
        if self.symbols:
            return f"a digit {span_of(self.symbols)} or '.'"
        return digit_words(min(self.order, len(DIGITS)))


def _value_of(cell: str) -> int | None:
    """Return the value of a character or number: 0 for "0", 10 for "A", None for anything else."""
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
        cells: The cells of the text row by row, each a character, a number or a word for a blank.
        geometry: The geometry of the puzzle. A character that may be a blank or a digit is a blank
            if it occurs twice in a house.
        line: The first line of the text. Errors show it, and its attribute `digits` has the digits
            that the caller specified.
        format: The name of the format, for errors.

    Raises:
        FormatError: The text is ambiguous, or the number of digits that the caller specified is not
            the order of the puzzle.
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
            return Alphabet(n)  # the reader reports the wrong character
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
            notes.append(f"{char} is read as a blank, as is {other!r}: {house} has it twice")
        elif char == "0" and not symbols and n not in values:
            symbols = VALUES[:n]
        else:
            usual_span = span_of(symbols or DIGITS[:n])
            found_two = f"found {char} and {other!r}, and {char} may be a digit"
            way_out = f"--digits {usual_span} reads it as a blank, other digits named so as a digit"
            fail(format, f"expected one kind of blank, {found_two}; {way_out}", line)
    return Alphabet(n, symbols, "; ".join(notes) or None)


def usual_only(cells: Sequence[str], geometry: Geometry, line: SourceLine, format: str) -> None:
    """Check that a text has the digits 1..n, for a format that only supports these digits.

    The arguments are as in `alphabet_of`.

    Raises:
        FormatError: The text has other digits, or is ambiguous.
    """
    symbols = alphabet_of(cells, geometry, line, format).symbols
    if symbols:
        usual = span_of(DIGITS[: geometry.order])
        fail(format, f"expected the digits {usual}, found {span_of(symbols)}", line)


def _where_twice(cells: Sequence[str], geometry: Geometry, char: str) -> str | None:
    """Return the name of a house that contains a character twice, or None."""
    at = {cell for cell, text in enumerate(cells) if text.upper() == char}
    if len(cells) != geometry.n_cells:  # the reader reports the wrong number of cells
        return None
    return next((h.phrase for h in geometry.houses if len(at.intersection(h.cells)) > 1), None)


def digits_note(puzzle: Puzzle) -> str:
    """Return the note that names the digits of a puzzle with unusual digits."""
    zero = ", so 0 is a digit" if "0" in puzzle.symbols else ""
    return f"read with the digits {span_of(puzzle.symbols)}{zero}"


def kept_symbols(puzzle: Puzzle, digits: Iterable[int] = ()) -> str:
    """Return the symbols of a puzzle if its readers would detect them in the text, else "".

    Args:
        puzzle: The puzzle.
        digits: The digits to write, 0 for a blank. The default is the givens.
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
    """Return digits as characters, dots for 0.

    >>> cells_text((1, 0, 9)), cells_text((1, 0, 9), "012345678")
    ('1.9', '0.8')
    """
    shown = symbols or DIGITS
    return "".join([shown[digit - 1] if digit else "." for digit in digits])


def givens_as_numbers(puzzle: Puzzle) -> list[str]:
    """Return the givens as numbers, or as letters if the source has letters, with dots for blanks.

    If the symbols of the puzzle start with 0, the numbers do as well: a 16x16 has 0 to 15.
    """
    symbols = kept_symbols(puzzle)
    if not symbols:
        return [str(given or ".") for given in puzzle.givens]
    shown = [str(VALUES.index(each)) for each in symbols] if symbols[0] == "0" else symbols
    return [shown[given - 1] if given else "." for given in puzzle.givens]
