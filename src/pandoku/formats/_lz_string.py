"""The packing of lz-string, which f-puzzles and SudokuPad use in their links.

A text is packed as numbers of a growing dictionary, the bits of each from the lowest, six bits to a
character. The algorithm is pieroxy's (https://pieroxy.net/blog/pages/lz-string/); this is written
from its description.
"""

from __future__ import annotations

__all__ = ["LzError", "unpack"]

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {character: f"{value:06b}" for value, character in enumerate(_ALPHABET)}
_MOST_CHARACTERS = 4_000_000  # of an unpacked text: far more than any puzzle
_BYTE, _WORD, _END = 0, 1, 2  # codes: a character of 8 bits or of 16 follows; the text ends


class LzError(ValueError):
    """A text that is not packed by lz-string.

    Attributes:
        at: The position in it at which this shows.
    """

    def __init__(self, reason: str, at: int) -> None:
        super().__init__(reason)
        self.at = at


def unpack(packed: str) -> str:
    """Return the text of a base64 string of lz-string; what follows its end does not matter.

    Raises:
        LzError: A character is not one of base64, the string is cut off or damaged, or its text is
            longer than four million characters.

    >>> unpack("BYUwNmD2Q===")
    'hello'
    """
    bits = _Bits(packed)
    words = [""] * 3  # by code; the first three are not words
    text: list[str] = []
    n_bits, until_wider, n_characters = 2, 1, 0
    last = ""
    while (code := bits.take(n_bits)) != _END:
        is_new = code in (_BYTE, _WORD)
        if is_new:
            words.append(chr(bits.take(8 if code == _BYTE else 16)))
            code = len(words) - 1
        # The word of the last step and this one is added only after this step, which may use it.
        if code < len(words):
            entry = words[code]
        elif last and code == len(words):
            entry = last + last[0]
        else:
            raise LzError(f"expected a packed text, found the code {code} in it", bits.at)
        text.append(entry)
        n_characters += len(entry)
        if n_characters > _MOST_CHARACTERS:
            reason = f"expected a text of at most {_MOST_CHARACTERS:,} characters, found more"
            raise LzError(reason, bits.at)
        if last:
            words.append(last + entry[0])
        for _ in range(is_new + bool(last)):
            until_wider -= 1
            if until_wider == 0:
                until_wider, n_bits = 1 << n_bits, n_bits + 1
        last = entry
    return _without_surrogates("".join(text))


def _without_surrogates(text: str) -> str:
    """Return a text of UTF-16 units as one of characters."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class _Bits:
    """The bits of a base64 string, the highest of each character first."""

    def __init__(self, packed: str) -> None:
        self._packed = packed
        n_valid = next((at for at, each in enumerate(packed) if each not in _BITS), len(packed))
        self._bits = "".join(map(_BITS.__getitem__, packed[:n_valid]))
        self._taken = 0

    @property
    def at(self) -> int:
        """The position of the character that has the next bit."""
        return self._taken // 6

    def take(self, n: int) -> int:
        """Return the next *n* bits as a number, the lowest first."""
        end = self._taken + n
        if end > len(self._bits):
            at = len(self._bits) // 6
            odd = self._packed[at : at + 1].strip("=")
            reason = "expected the end of a packed text, found that it is cut off"
            if odd:
                reason = f"expected characters of base64, found {odd!r} at {at + 1}"
            raise LzError(reason, at)
        number = int(self._bits[self._taken : end][::-1], 2)
        self._taken = end
        return number
