"""The packed JSON of f-puzzles, SudokuPad and Sudoku Maker.

All three programs use the compression of lz-string. A packed text is a sequence of codes. Each code
refers to a word in a dictionary that grows with every code. The bits of each code are written with
the lowest bit first, and each base64 character has six bits. The algorithm is pieroxy's
(https://pieroxy.net/blog/pages/lz-string/), implemented from its description.

Packed texts of SudokuPad may contain relaxed JSON: `{ce:[[,{v:5}]],re:[]}`. In relaxed JSON,
strings have single quotes or no quotes. Keys have no quotes and are often abbreviated. True and
false are written as `t` and `f`. An omitted element of a list, such as the one before the comma in
this example, is an empty object.
"""

from __future__ import annotations

import re
from typing import NoReturn

from pandoku.formats.json.stream import MAX_DEPTH
from pandoku.model import MAX_NUMBER

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {character: f"{value:06b}" for value, character in enumerate(_ALPHABET)}
_MOST_CHARACTERS = 4_000_000  # maximum length of an unpacked text, far more than any puzzle needs
# Special codes: a character of 8 bits follows, a character of 16 bits follows, the text ends.
_BYTE, _WORD, _END = 0, 1, 2
_FIRST = 3  # the code of the first word that is added to the dictionary


class LzError(ValueError):
    """Raised for a text that is not packed by lz-string.

    Attributes:
        at: Position of the defect.
        advice: Advice for the user.
    """

    def __init__(self, reason: str, at: int, advice: str = "copy all of the link again") -> None:
        super().__init__(reason)
        self.at, self.advice = at, advice


def unpack(packed: str) -> str:
    """Unpack a base64 string of lz-string. Characters after the end code are ignored.

    Raises:
        LzError: The string is not base64, it is cut off or damaged, or the text has more than four
            million characters.

    >>> unpack("BYUwNmD2Q===")
    'hello'
    """
    bits = _Bits(packed)
    words = [""] * 3  # the word of each code (the first three codes are special)
    text: list[str] = []
    n_bits, until_wider, n_characters = 2, 1, 0
    last = ""
    while (code := bits.take(n_bits)) != _END:
        is_new = code in (_BYTE, _WORD)
        if is_new:
            words.append(chr(bits.take(8 if code == _BYTE else 16)))
            code = len(words) - 1
        # The code may refer to the word that is only added at the end of this step.
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
    # The text consists of UTF-16 units.
    return "".join(text).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def pack(text: str) -> str:
    """Pack a text into a base64 string of lz-string.

    >>> pack("hello")
    'BYUwNmD2Q==='
    """
    packing, last = _Packing(), ""
    raw = text.encode("utf-16-le", "surrogatepass")
    for unit in (chr(raw[at] | raw[at + 1] << 8) for at in range(0, len(raw), 2)):
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
    """A writer of a packed text, with its bits and the codes of its words.

    A character that is used for the first time is written in full instead of its code.
    """

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}
        self._unsent = set[str]()
        self._bits: list[str] = []
        self._n_bits, self._until_wider = 2, 2

    def add_unit(self, unit: str) -> None:
        """Assign a code to a new character."""
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
        """Write the end code, and return the packed text as base64."""
        self._put_number(_END, self._n_bits)
        bits = "".join(self._bits)
        bits += "0" * (6 - len(bits) % 6)  # at least one bit follows the end code
        packed = "".join(_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
        return packed + "=" * (-len(packed) % 4)

    def _put_number(self, number: int, n_bits: int) -> None:
        self._bits.append(f"{number:0{n_bits}b}"[::-1])

    def _count(self) -> None:
        self._until_wider -= 1
        if self._until_wider == 0:
            self._until_wider, self._n_bits = 1 << self._n_bits, self._n_bits + 1


class _Bits:
    """A reader of the bits of a base64 string. The highest bit of each character comes first."""

    def __init__(self, packed: str) -> None:
        self._packed = packed
        n_valid = next((at for at, each in enumerate(packed) if each not in _BITS), len(packed))
        self._bits = "".join(map(_BITS.__getitem__, packed[:n_valid]))
        self._taken = 0

    @property
    def at(self) -> int:
        """Position of the character that contains the next bit."""
        return self._taken // 6

    def take(self, n: int) -> int:
        """Return the next *n* bits as a number. The first of them is the lowest bit."""
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


_MOST_VALUES = 300_000  # maximum number of values, far more than any puzzle has
_LONG_NAMES = {
    "c": "color",
    "ca": "cages",
    "ct": "center",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ce": "cells",
    "cs": "cellSize",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "w": "width",
    "h": "height",
    "v": "value",
    "vd": "videos",
    "l": "lines",
    "r": "rounded",
    "re": "regions",
    "fs": "fontSize",
    "th": "thickness",
    "hl": "headLength",
    "wp": "wayPoints",
    "t": "title",
    "te": "text",
    "d": "duration",
}
_COLORS = frozenset(["color", "borderColor", "backgroundColor"])
_WORDS: dict[str, object] = {"t": True, "true": True, "f": False, "false": False, "null": None}
_TOKEN = re.compile(
    r"""\s*(?:
        (?P<mark>[\[\]{},:])
      | '(?P<single>[^'\\]*(?:\\.[^'\\]*)*)'
      | "(?P<double>[^"\\]*(?:\\.[^"\\]*)*)"
      | (?P<bare>[^\[\]{},:'"]+)
    )""",
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")
_WHOLE = re.compile(r"-?\d+")
_HEX = re.compile(r"[0-9a-fA-F]{6}")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def zipped_json(text: str) -> object:
    """Return the value of a text in relaxed JSON, with full names in place of abbreviated keys.

    Raises:
        LzError: The text is not relaxed JSON, is nested too deeply, or has too many values.

    >>> zipped_json("{ce:[[,{v:5}]],ca:[{v:'title: one'}]}")
    {'cells': [[{}, {'value': 5}]], 'cages': [{'value': 'title: one'}]}
    """
    reader = _Reader(text)
    value = reader.value("", 0)
    reader.skip_blanks()
    if reader.at < len(text):
        reader.fail("the end")
    return value


class _Reader:
    """A reader of relaxed JSON, one token after another."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.at = 0
        self._n_values = 0

    def fail(self, expected: str) -> NoReturn:
        """Raise an LzError whose message contains the text at this place."""
        found = self._text[self.at : self.at + 12]
        shown = repr(found) if found else "the end"
        raise LzError(f"expected {expected} in the packed text, found {shown}", 0)

    def skip_blanks(self) -> None:
        """Move to the next character that is not blank."""
        while self._text[self.at : self.at + 1].isspace():
            self.at += 1

    def value(self, key: str, depth: int) -> object:
        """Return the next value, which follows the key *key*."""
        self._n_values += 1
        if depth > MAX_DEPTH or self._n_values > _MOST_VALUES:
            raise LzError(
                f"expected at most {_MOST_VALUES:,} values nested at most {MAX_DEPTH} deep in the "
                "packed text, found more",
                0,
            )
        token = _TOKEN.match(self._text, self.at)
        if token is None or (token["mark"] or "{") not in "[{":
            self.fail("a value")
        self.at = token.end()
        if token["mark"] == "{":
            return self._object(depth)
        if token["mark"] == "[":
            return self._list(key, depth)
        if token["double"] is not None:
            return _unescaped(token["double"])
        if token["single"] is not None:
            return _of_quoted(_unescaped(token["single"]), key)
        return _of_bare(token["bare"].strip(), key)

    def _list(self, key: str, depth: int) -> list[object]:
        """Return the values up to the closing bracket. A gap is an empty object."""
        if self._next_mark() == "]":
            self.at += 1
            return []
        values: list[object] = []
        while True:
            is_hole = self._next_mark() in (",", "]")
            values.append(self._hole() if is_hole else self.value(key, depth + 1))
            mark = self._next_mark()
            if mark not in (",", "]"):
                self.fail("',' or ']'")
            self.at += 1
            if mark == "]":
                return values

    def _hole(self) -> dict[str, object]:
        self._n_values += 1
        if self._n_values > _MOST_VALUES:
            self.fail(f"at most {_MOST_VALUES:,} values")
        return {}

    def _object(self, depth: int) -> dict[str, object]:
        """Return the keys and values up to the closing brace."""
        found: dict[str, object] = {}
        while (mark := self._next_mark()) != "}":
            if mark == ",":
                self.at += 1
                continue
            token = _TOKEN.match(self._text, self.at)
            name = token and (token["bare"] or token["single"] or token["double"])
            if not token or not name:
                self.fail("a key or '}'")
            self.at = token.end()
            if self._next_mark() != ":":
                self.fail("':'")
            self.at += 1
            name = name.strip()
            key = _LONG_NAMES.get(name, name)
            found[key] = self.value(key, depth + 1)
            if self._next_mark() not in (",", "}"):
                self.fail("',' or '}'")
        self.at += 1
        return found

    def _next_mark(self) -> str:
        """Return the next character that is not blank, without moving past it."""
        self.skip_blanks()
        return self._text[self.at : self.at + 1]


def _of_quoted(text: str, key: str) -> object:
    if key in _COLORS and _HEX.fullmatch(text):
        return f"#{text}"
    is_number = _WHOLE.fullmatch(text) and len(text) < MAX_NUMBER
    return int(text) if is_number and str(int(text)) == text else _color(text)


def _of_bare(text: str, key: str) -> object:
    if key in _COLORS and _HEX.fullmatch(text):
        return f"#{text}"
    if text in _WORDS:
        return _WORDS[text]
    if len(text) < MAX_NUMBER and _WHOLE.fullmatch(text):
        return int(text)
    if len(text) < MAX_NUMBER and _NUMBER.fullmatch(text):
        return float(text)
    return _color(text)


def _color(text: str) -> str:
    """Return a text, with the abbreviations of black and white expanded."""
    return {"#0": "#000000", "#F": "#FFFFFF"}.get(text, text)


def _unescaped(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        name = match[1]
        return chr(int(name[1:], 16)) if len(name) == 5 else _ESCAPED.get(name, name)

    return _ESCAPE.sub(character, text)
