"""Entering digits with the keyboard, in all modes, and also for orders above 9."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from string import ascii_lowercase
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer as Alarm

from pandoku.model import Puzzle
from pandoku.terminal.board import BoardView
from pandoku.terminal.scene import HasDigits, Scene

__all__ = ["EntryBoard", "Take", "Typed", "letter_number"]

Take = Callable[[int, tuple[int, ...], str], None]

# Textual's names for the characters that Shift and 1 to 9 produce on a US keyboard. Terminals
# without kitty's protocol send only these characters.
SHIFTED_DIGITS = (
    "exclamation_mark",
    "at",
    "number_sign",
    "dollar_sign",
    "percent_sign",
    "circumflex_accent",
    "ampersand",
    "asterisk",
    "left_parenthesis",
)
_TYPING_S = 1.5  # time to type a second digit. After that, the number is complete.
_ENTERS = ("digit", "held", "letter", "letter_or_move", "move", "extend")
_MOVES = {"h": "left", "j": "down", "k": "up", "l": "right"}


def _bindings() -> list[BindingType]:
    """Return bindings for digits and letters.

    Bindings, unlike key events, keep the order of keys that arrive at the same time.
    """
    digits = [Binding(str(n), f"digit({n})", show=False) for n in range(10)]
    held = [
        Binding(keys, f"held('{layer}', {n})", show=False)
        for n, shifted in enumerate(SHIFTED_DIGITS, 1)
        for layer, keys in (
            ("center", f"alt+{n},ctrl+{n}"),
            ("corner", f"shift+{n},{shifted}"),
        )
    ]
    letters = [
        Binding(
            each, f"letter_or_move('{each}')" if each in _MOVES else f"letter('{each}')", show=False
        )
        for each in ascii_lowercase
    ]
    return [*digits, *held, *letters]


class EntryBoard(BoardView):
    """A board where the player also types digits into the selected cells.

    Args:
        puzzle: The puzzle.
        position: The digits and marks of the puzzle.
        take: Called with a number (0 erases), the selected cells in ascending order, and the layer
            of a held key ("corner" for Shift, "center" for Alt or Ctrl) or "".
        wait: Called with a description of the typed digit while it waits for a second one, and with
            "" when the number is complete.

    Attributes:
        greatest: The greatest number: the order, or the number of colors.
        has_letters: Whether letters are digits: 10, 11, ..., or symbols of the puzzle.
        is_for_colors: Whether numbers are colors instead of digits.
    """

    BINDINGS: ClassVar[list[BindingType]] = _bindings()

    def __init__(
        self,
        puzzle: Puzzle,
        position: HasDigits | None,
        take: Take,
        wait: Callable[[str], object] = lambda text: None,
    ) -> None:
        super().__init__(puzzle, position)
        self._take, self._wait = take, wait
        self._has_letters = any(map(str.isalpha, puzzle.symbols))
        self._typed, self._into = Typed(puzzle.order), tuple[int, ...]()
        self._alarm: Alarm | None = None
        self.is_for_colors = False

    @property
    def greatest(self) -> int:
        """The greatest number that can be entered."""
        return self._typed.greatest

    @greatest.setter
    def greatest(self, number: int) -> None:
        self.flush()
        self._typed.greatest = number

    @property
    def has_letters(self) -> bool:
        """True if letters are digits: 10, 11, ..., or symbols of the puzzle."""
        return self._has_letters

    @has_letters.setter
    def has_letters(self, value: bool) -> None:
        self._has_letters = value
        self.refresh_bindings()

    @property
    def _symbols(self) -> str:
        """The symbols of the puzzle that keys enter, or ""."""
        return "" if self.is_for_colors else self.puzzle.symbols

    @property
    def pending(self) -> int:
        """The first digit of an incomplete number, or 0."""
        return self._typed.pending

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable letters that are not digits. If the board is not shown, disable all keys."""
        if action in _ENTERS and self.is_too_small:
            return False
        if action == "letter" and self._symbols:
            return self._has_letters and str(parameters[0]).upper() in self._symbols
        return self._has_letters if action == "letter" else True

    def action_digit(self, digit: int) -> None:
        """Enter a digit: the first or second digit of a number, or a symbol of the puzzle."""
        if self.reveal():
            return
        if self._symbols:
            if digit == 0 or str(digit) in self._symbols:
                # If 0 is not a symbol of the puzzle, it erases.
                self.press(self._symbols.find(str(digit)) + 1)
            return
        into = tuple(sorted(self.selection))
        if self._typed.pending and into != self._into:
            self.flush()
        self._into = into
        if not self.is_for_colors and all(map(self.puzzle.givens.__getitem__, into)):
            self.press(digit)  # a second digit would change nothing
            return
        self._silence()
        for number in self._typed.press(digit):
            self._take(number, into, "")
        if first := self._typed.pending:
            self._alarm = self.set_timer(_TYPING_S, self.flush)
            self._wait(
                f"{first}_  {10 * first}-{min(10 * first + 9, self.greatest)} with a second digit; "
                f"Enter, a move or {_TYPING_S:g} seconds make it {first}"
            )
            self._change()

    def action_held(self, layer: str, digit: int) -> None:
        """Enter a mark of *layer*, regardless of the mode."""
        if self.reveal():
            return
        self.flush()
        number = self.puzzle.symbols.find(str(digit)) + 1 if self.puzzle.symbols else digit
        if number:
            self._take(number, tuple(sorted(self.selection)), layer)

    def action_letter(self, letter: str) -> None:
        """Enter the digit of a letter."""
        symbols = self._symbols
        self.press(symbols.find(letter.upper()) + 1 if symbols else letter_number(letter))

    def action_letter_or_move(self, letter: str) -> None:
        """Enter the digit of a letter, or move the cursor in the direction of the letter."""
        if self._has_letters and (not self._symbols or letter.upper() in self._symbols):
            self.action_letter(letter)
        else:
            self.action_move(_MOVES[letter])

    def press(self, number: int) -> None:
        """Enter a complete number, for example after a click on it."""
        if self.reveal():
            return
        self.flush()
        self._take(number, tuple(sorted(self.selection)), "")

    def _choose(self, cursor: int, selection: frozenset[int]) -> None:
        """Enter the incomplete number, and move the cursor."""
        self.flush()
        super()._choose(cursor, selection)

    def _scene(self) -> Scene:
        scene, typed = super()._scene(), self._typed.pending
        return replace(scene, typed=typed, typed_into=frozenset(self._into)) if typed else scene

    def reveal(self) -> bool:
        """Scroll to the cell of the cursor if it is not visible. Return whether it was not.

        A key must not change a cell that the player does not see.
        """
        is_hidden = not self.shows_cursor
        if is_hidden:
            self.show_cursor()
        return is_hidden

    def flush(self) -> None:
        """Enter the incomplete number without waiting for a second digit."""
        self._silence()
        for number in self._typed.flush():
            self._take(number, self._into, "")

    def _silence(self) -> None:
        if self._alarm is not None:
            self._alarm.stop()
            self._alarm = None
            self._wait("")
            self._change()


class Typed:
    """A number that is being typed and may have a second digit.

    Args:
        greatest: The greatest number, at least 1.

    >>> typed = Typed(12)
    >>> typed.press(1), typed.press(2), typed.press(5)
    ([], [12], [5])
    >>> typed.press(1), typed.press(7), typed.flush()
    ([], [1, 7], [])
    """

    def __init__(self, greatest: int) -> None:
        self.greatest, self.pending = greatest, 0

    def press(self, digit: int) -> list[int]:
        """Return the numbers that a typed digit completes. A single 0 erases.

        Args:
            digit: 0 to 9.
        """
        before, self.pending = self.pending, 0
        if before and before * 10 + digit <= self.greatest:
            return [before * 10 + digit]
        if digit and digit * 10 <= self.greatest:
            self.pending = digit
            return [before] if before else []
        return [before, digit] if before else [digit]

    def flush(self) -> list[int]:
        """Return a list with the incomplete number, or an empty list, and forget the number."""
        before, self.pending = self.pending, 0
        return [before] if before else []


def letter_number(letter: str) -> int:
    """Return the number for a letter: 10 for "a", 11 for "b", ... Other characters give 0.

    >>> letter_number("a"), letter_number("g"), letter_number("?")
    (10, 16, 0)
    """
    is_letter = len(letter) == 1 and "a" <= letter <= "z"
    return ord(letter) - ord("a") + 10 if is_letter else 0
