"""Digits as they are typed: numbers of two digits, and letters for digits from 10 on."""

from __future__ import annotations

__all__ = ["Typed", "letter_number"]


class Typed:
    """What has been typed of a number that may get a second digit.

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
        """Return the numbers that are complete after a digit; 0 alone erases.

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
        """Return the number that nothing more was typed to, if there is one."""
        before, self.pending = self.pending, 0
        return [before] if before else []


def letter_number(letter: str) -> int:
    """Return the number that a letter stands for, from 10 on; 0 if it is none.

    >>> letter_number("a"), letter_number("g"), letter_number("?")
    (10, 16, 0)
    """
    is_letter = len(letter) == 1 and "a" <= letter <= "z"
    return ord(letter) - ord("a") + 10 if is_letter else 0
