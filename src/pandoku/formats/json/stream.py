"""JSON values from a stream of lines.

Each line may have one value, a value may span several lines, or the values may be in an array. The
text is split where its brackets close. Therefore only one value is in memory at a time, and a
broken value does not affect the other values. Brackets are counted before parsing, so deeply nested
text never reaches the parser.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator
from math import isfinite
from typing import NoReturn

from pandoku.errors import FormatError
from pandoku.formats._text import Lines, SourceLine
from pandoku.formats.json.values import BadValueError
from pandoku.model import MAX_NUMBER

MAX_DEPTH = 64  # deeper than any puzzle, and far below the recursion limit of the parser
_MAX_CHARS, _MAX_LINES = 16_000_000, 500_000  # limits for a single value or array

_BLANKS = re.compile(r"[ \t\r\n]*")
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*("?)|[\[\]{}]')
_ANY_START = re.compile(r"[ \t]*[\[{]")
# A line with indentation belongs to the broken value.
_OWN_START = re.compile(r"\{")
_OWN_LINE = re.compile(r"\{.*\}[ \t]*$")

_EXPECTED = {
    "Expecting value": "a value",
    "Expecting ',' delimiter": "',' or a closing bracket",
    "Expecting ':' delimiter": "':'",
    "Expecting property name enclosed in double quotes": "a key in double quotes",
}


def json_values(lines: Lines, format: str) -> Iterator[tuple[int, object]]:
    """Yield every top-level value, or element of a top-level array, with its line number.

    A FormatError replaces a value that cannot be read. If the value is not valid JSON, the error
    has a line, a column and a caret. Objects become dicts and arrays become lists. Reading stops
    after a value that is too large.

    Args:
        lines: The source, read only as far as needed.
        format: The format's name, for error messages.
    """
    block = _Block(format)
    # After an error, lines are skipped until one matches this pattern.
    resume: re.Pattern[str] | None = None
    for line in lines:
        if block.is_empty and (not line.text.strip() or (resume and not resume.match(line.text))):
            continue
        if block.cannot_go_on_with(line.text):
            yield from block.values()
            block = _Block(format)
        block.add(line)
        if block.is_done:
            yield from block.values()
            if block.is_too_large:
                return
            resume = block.resume
            block = _Block(format)
    if not block.is_empty:
        yield from block.values()


class _Block:
    """The lines from an opening bracket to the matching closing bracket."""

    def __init__(self, format: str) -> None:
        self._format = format
        self._lines: list[str] = []
        self._first = 0
        self._size = self._depth = self._deepest = 0
        self._is_open_string = False  # a string did not end on its line, so this is not JSON
        self.resume: re.Pattern[str] | None = None

    @property
    def is_empty(self) -> bool:
        return not self._lines

    @property
    def is_done(self) -> bool:
        return self._depth <= 0 or self._is_open_string or self._is_too_much

    @property
    def is_too_large(self) -> bool:
        return self._size > _MAX_CHARS or len(self._lines) > _MAX_LINES

    @property
    def _is_too_much(self) -> bool:
        return self._deepest > MAX_DEPTH or self.is_too_large

    def add(self, line: SourceLine) -> None:
        """Add a line and count its brackets."""
        self._first = self._first or line.number
        self._lines.append(line.text)
        self._size += len(line.text) + 1
        for match in _TOKEN.finditer(line.text):
            token = match.group()
            if token in ("{", "["):
                self._depth += 1
                self._deepest = max(self._deepest, self._depth)
            elif token in ("}", "]"):
                self._depth -= 1
            elif not match[1]:
                self._is_open_string = True
            if self._is_too_much:
                return

    def cannot_go_on_with(self, text: str) -> bool:
        """Return whether *text* starts a new object although the value before it is truncated."""
        if not text.lstrip().startswith("{"):
            return False
        last = next((held.rstrip()[-1] for held in reversed(self._lines) if held.strip()), "")
        return last not in ("", "[", ",", ":")

    def values(self) -> Iterator[tuple[int, object]]:
        """Yield the values in the lines. If the JSON is broken, set `resume`."""
        text, at, number = "\n".join(self._lines), 0, self._first
        try:
            self._refuse_too_much()
            for start, value in _walk(text):
                number += text.count("\n", at, start)
                at = start
                yield number, value
        except json.JSONDecodeError as error:
            self.resume = _ANY_START if self._depth <= 0 else _OWN_START
            yield self._first, self._broken(error)
        except FormatError as error:
            self.resume = _OWN_LINE
            yield self._first, error
        except BadValueError as error:
            yield number, FormatError(str(error), format=self._format, line=number)

    def _refuse_too_much(self) -> None:
        if self._deepest > MAX_DEPTH:
            reason = f"expected brackets nested at most {MAX_DEPTH} deep, found more"
            raise FormatError(reason, format=self._format, line=self._first + len(self._lines) - 1)
        if self.is_too_large:
            reason = (
                f"expected at most {_MAX_CHARS:,} characters and {_MAX_LINES:,} lines before the "
                "closing bracket, found more, so the rest is not read; write one object per line"
            )
            raise FormatError(reason, format=self._format, line=self._first)

    def _broken(self, error: json.JSONDecodeError) -> FormatError:
        expected = _EXPECTED.get(error.msg)
        message = error.msg.removesuffix(" starting at")  # FormatError adds the position
        reason = f"not JSON: {message[0].lower()}{message[1:]}"
        if expected is not None:
            found = repr(error.doc[error.pos]) if error.pos < len(error.doc) else "the end"
            reason = f"not JSON: expected {expected}, found {found}"
        at = error.lineno - 1
        return FormatError(
            reason,
            format=self._format,
            line=self._first + at,
            column=error.colno,
            text=self._lines[at],
        )


def _walk(text: str) -> Iterator[tuple[int, object]]:
    """Yield the position and value of each value in *text*, or of each element of an array."""
    at = _after_blanks(text, 0)
    while at < len(text):
        if text[at] == "[":
            at = yield from _walk_array(text, at)
        else:
            value, end = _DECODER.raw_decode(text, at)
            yield at, value
            at = end
        at = _after_blanks(text, at)


def _walk_array(text: str, at: int) -> Generator[tuple[int, object], None, int]:
    """Yield the elements of the array at *at*, and return the position after it."""
    at = _after_blanks(text, at + 1)
    if text[at : at + 1] == "]":
        return at + 1
    while True:
        value, end = _DECODER.raw_decode(text, at)
        yield at, value
        at = _after_blanks(text, end)
        if text[at : at + 1] == "]":
            return at + 1
        if text[at : at + 1] != ",":
            raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
        at = _after_blanks(text, at + 1)


def _after_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return at if match is None else match.end()


def _no_constant(text: str) -> NoReturn:
    raise BadValueError(f"expected a finite number, found {text}")


def _float(text: str) -> float:
    if not isfinite(number := float(text)):
        raise BadValueError(f"expected a finite number, found {text[:20]}")
    return number


def _int(text: str) -> int:
    if (n_digits := len(text.lstrip("-"))) > MAX_NUMBER:
        raise BadValueError(f"expected numbers of at most {MAX_NUMBER} digits, found {n_digits}")
    return int(text)


def _no_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise BadValueError(f"expected different keys in one object, found {repeated[:40]!r} twice")
    return result


_DECODER = json.JSONDecoder(
    parse_float=_float,
    parse_int=_int,
    parse_constant=_no_constant,
    object_pairs_hook=_no_twins,
)
