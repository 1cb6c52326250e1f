"""The packing of lz-string, which f-puzzles, SudokuPad and Sudoku Maker use in their links.

A text is packed as numbers of a growing dictionary, the bits of each from the lowest, six bits to a
character. The algorithm is pieroxy's (https://pieroxy.net/blog/pages/lz-string/); this is written
from its description.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["LzError", "pack", "unpack"]

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {character: f"{value:06b}" for value, character in enumerate(_ALPHABET)}
_MOST_CHARACTERS = 4_000_000  # of an unpacked text: far more than any puzzle
_BYTE, _WORD, _END = 0, 1, 2  # codes: a character of 8 bits or of 16 follows; the text ends
_FIRST = 3  # the code of the first word


class LzError(ValueError):
    """A text that is not packed by lz-string.

    Attributes:
        at: The position in it at which this shows.
        advice: What to do.
    """

    def __init__(self, reason: str, at: int, advice: str = "copy all of the link again") -> None:
        super().__init__(reason)
        self.at, self.advice = at, advice


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
            raise LzError(reason, bits.at, "no puzzle is as long as that")
        if last:
            words.append(last + entry[0])
        for _ in range(is_new + bool(last)):
            until_wider -= 1
            if until_wider == 0:
                until_wider, n_bits = 1 << n_bits, n_bits + 1
        last = entry
    return _without_surrogates("".join(text))


def pack(text: str) -> str:
    """Return the base64 string of lz-string that holds a text.

    >>> pack("hello")
    'BYUwNmD2Q==='
    """
    packing, last = _Packing(), ""
    for unit in _units(text):
        packing.add_unit(unit)
        if last + unit in packing.codes:
            last += unit
            continue
        packing.put(last)
        packing.codes[last + unit] = len(packing.codes) + _FIRST
        last = unit
    if last:
        packing.put(last)
    return packing.ended()


class _Packing:
    """The bits of a text that is packed, and the codes of its words.

    The code of a character that is used for the first time is followed by the character.
    """

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}
        self._unsent = set[str]()
        self._bits: list[str] = []
        self._n_bits, self._until_wider = 2, 2

    def add_unit(self, unit: str) -> None:
        """Give a character a code if it has none."""
        if unit not in self.codes:
            self.codes[unit] = len(self.codes) + _FIRST
            self._unsent.add(unit)

    def put(self, word: str) -> None:
        """Write the code of a word."""
        if word in self._unsent:
            self._unsent.remove(word)
            is_wide = ord(word) > 255
            self._put_number(_WORD if is_wide else _BYTE, self._n_bits)
            self._put_number(ord(word), 16 if is_wide else 8)
            self._count()
        else:
            self._put_number(self.codes[word], self._n_bits)
        self._count()

    def ended(self) -> str:
        """Return all as base64, with the code of the end."""
        self._put_number(_END, self._n_bits)
        bits = "".join(self._bits)
        bits += "0" * (6 - len(bits) % 6)  # at least one bit follows the end
        packed = "".join(_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
        return packed + "=" * (-len(packed) % 4)

    def _put_number(self, number: int, n_bits: int) -> None:
        self._bits.append(f"{number:0{n_bits}b}"[::-1])

    def _count(self) -> None:
        self._until_wider -= 1
        if self._until_wider == 0:
            self._until_wider, self._n_bits = 1 << self._n_bits, self._n_bits + 1


def _units(text: str) -> Iterator[str]:
    """Yield the UTF-16 units of a text as characters."""
    raw = text.encode("utf-16-le", "surrogatepass")
    return (chr(raw[at] | raw[at + 1] << 8) for at in range(0, len(raw), 2))


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
