"""The relaxed JSON that SudokuPad packs in its links, next to plain JSON.

Strings have single quotes or none, keys have no quotes and are often short, `t` and `f` are truth
values, and nothing between two commas of a list is an empty object: `{ce:[[,{v:5}]],re:[]}`.
"""

from __future__ import annotations

import re
from typing import NoReturn

from pandoku.formats._json_stream import MAX_DEPTH
from pandoku.formats._lz_string import LzError
from pandoku.model import MAX_NUMBER

__all__ = ["zipped_json"]

_MOST_VALUES = 300_000  # far more than any puzzle has
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
    """Return the value of a relaxed text, with the long names of its keys.

    Raises:
        LzError: It is something else, is nested too deep, or has too many values.

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
    """Reads one token after another."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.at = 0
        self._n_values = 0

    def fail(self, expected: str) -> NoReturn:
        """Raise an LzError that names what stands at the place."""
        found = self._text[self.at : self.at + 12]
        shown = repr(found) if found else "the end"
        raise LzError(f"expected {expected} in the packed text, found {shown}", 0)

    def skip_blanks(self) -> None:
        """Go on to the next character that is not blank."""
        while self._text[self.at : self.at + 1].isspace():
            self.at += 1

    def value(self, key: str, depth: int) -> object:
        """Return the next value, which belongs to a key."""
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
        """Return the values to the closing bracket; a hole is an empty object."""
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
        """Return the keys and values to the closing brace."""
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
        """Return the next character that is not blank, without going past it."""
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
    """Return a text, with the short names of black and white written out."""
    return {"#0": "#000000", "#F": "#FFFFFF"}.get(text, text)


def _unescaped(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        name = match[1]
        return chr(int(name[1:], 16)) if len(name) == 5 else _ESCAPED.get(name, name)

    return _ESCAPE.sub(character, text)
