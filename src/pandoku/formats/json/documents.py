"""Read puzzles from JSON documents, or from lines with a link or a packed document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from pandoku.errors import FormatError
from pandoku.formats._text import Item, Lines, SourceLine, fail, first_line, guarded, read_each_line
from pandoku.formats.json.stream import json_values
from pandoku.formats.json.values import BadValueError
from pandoku.model import Board, Puzzle

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_MARKDOWN = re.compile(r"\[[^\[\]{}\"]{0,300}\]\(")  # a Markdown link
_PLACE = re.compile(r'\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"line"\s*:\s*\d')  # the place in a record
_T = TypeVar("_T")

_SHOWN = 20  # maximum number of characters of a bad line in an error message


def guarded_value(
    format: str, line: int, parse: Callable[[_T], Puzzle | Board | Item], value: _T
) -> Item:
    """Return an Item with the puzzle of a JSON value, or with the error.

    Args:
        format: The format's name, for error messages.
        line: The number of the line where the value starts.
        parse: Returns the puzzle of a value, a board if the value stores progress, or an Item.
            Raises BadValueError if the value is wrong.
        value: The value.
    """

    def parsed(value: _T) -> Puzzle | Board | Item:
        try:
            return parse(value)
        except BadValueError as error:
            raise FormatError(str(error), format=format, line=line) from None

    return guarded(line, parsed, value)


def read_documents(
    lines: Lines, format: str, parse: Callable[[object], Puzzle | Board | Item]
) -> Iterator[Item]:
    """Yield a puzzle for each document. The arguments are the same as for `guarded_value`."""
    for line, value in json_values(lines, format):
        is_bad = isinstance(value, FormatError)
        yield Item(line, value) if is_bad else guarded_value(format, line, parse, value)  # type: ignore[arg-type]


def read_packed(
    lines: Lines,
    format: str,
    parse: Callable[[object], Puzzle | Board | Item],
    *,
    packed_in: Callable[[str], str | None],
    unpack: Callable[[str], object],
    expected: str,
) -> Iterator[Item]:
    """Yield a puzzle for each JSON document, or for each line that contains a packed document.

    Args:
        lines: The source.
        format: As in `guarded_value`.
        parse: As in `guarded_value`.
        packed_in: Returns the packed text in a line, or None if the line has no packed text.
        unpack: Returns the value in a packed text, or raises LzError.
        expected: Description of a valid line, which error messages show.
    """
    from pandoku.formats._links.lz_string import LzError  # JSON contains no packed text

    def of_line(line: SourceLine) -> Item:
        packed = packed_in(line.text)
        if packed is None:
            shown = line.text.strip()[:_SHOWN]
            fail(format, f"expected {expected}, found {shown!r}", line, 1)
        try:
            return guarded_value(format, line.number, parse, unpack(packed))
        except LzError as error:
            reason = f"{error}; {error.advice}"
            raise FormatError(reason, format=format, line=line.number) from None

    if is_json(first_line(lines.head())):
        yield from read_documents(lines, format, parse)
    else:
        yield from read_each_line(lines, of_line)


def is_json(line: str) -> bool:
    """Return whether a first line starts an object or an array."""
    return line.startswith(("{", "[")) and not _MARKDOWN.match(line)


def is_record(head: list[str]) -> bool:
    """Return whether a JSON text starts with a record, which a command printed with `--json`."""
    return has_key(head, "source", _PLACE)


def has_key(head: list[str], key: str, follows: re.Pattern[str] | None = None) -> bool:
    """Return whether the first object of a JSON text has a key at its top level.

    Args:
        head: The first lines of the text.
        key: The key.
        follows: A pattern that must match the text after the key; None means any text.
    """
    text = "\n".join(head)
    depth, outside = 0, int(text.lstrip().startswith("["))
    for token in _TOKEN.finditer(text):
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
            if depth <= outside:
                return False
        elif token[0] == f'"{key}"' and depth == outside + 1:
            is_followed = follows is None or follows.match(text, token.end())
            if is_followed:
                return True
    return False
