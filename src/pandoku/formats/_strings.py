"""Puzzles in string literals of programming languages: `grid = "53..7...."`, or triple-quoted.

The name, the quotation marks and the text after them become spaces. A name that may refer to a rule
raises an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandoku.formats._declarations import check_name
from pandoku.formats._form import Form, Rewrite
from pandoku.formats._text import SourceLine

__all__ = ["FORM"]

_NAME = r"\s*(?:(?P<name>[A-Za-z_$@][\w\s.:*&\[\]<>]*?)\s*(?::=|=)\s*)?"
_HOST = r"[a-z][\w.-]*\.[a-z]{2,}/"  # the start of a link, for other formats
_LINE = re.compile(
    rf"{_NAME}[rbfu]?(?P<quote>[\"'`])(?P<cells>(?!{_HOST})[^\"'`\s,;:=]{{4,}})(?P=quote)\s*[;,]?\s*"
)
_OPEN = re.compile(rf"{_NAME}[rbfu]?(?P<quote>\"\"\"|'''|`)\\?(?P<cells>[^\"'`]*)")
_CLOSE = re.compile(r"(?P<cells>[^\"'`]*)(?P<quote>\"\"\"|'''|`)(?:\.\w+\(\))?\s*[;,]?\s*")
_SIGN = re.compile("[\"'`]")


def _rewrite_of(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites a text in quotation marks, or None for another text.

    Raises:
        FormatError: A string has a name that may refer to a rule or a solution.
    """
    content = [text for text in head if text.strip() and not text.lstrip().startswith("#")]
    if not content:
        return None
    patterns: tuple[re.Pattern[str], ...]
    if _LINE.fullmatch(content[0]):
        patterns = (_LINE,)
    elif _OPEN.fullmatch(content[0]) and any(map(_CLOSE.fullmatch, content[1:])):
        patterns = (_OPEN, _CLOSE)
    else:
        return None
    for _ in _bare(iter([SourceLine(at, text) for at, text in enumerate(head, 1)]), patterns):
        pass
    return lambda lines: _bare(lines, patterns)


def _bare(
    lines: Iterator[SourceLine], patterns: tuple[re.Pattern[str], ...]
) -> Iterator[SourceLine]:
    for line in lines:
        found = next(filter(None, (each.fullmatch(line.text) for each in patterns)), None)
        if found is None:
            yield line
            continue
        if name := found.groupdict().get("name"):
            check_name(name, line, found.start("name") + 1)
        text = " " * found.start("cells") + found["cells"]
        yield line.rewritten(text if found["cells"].strip() else "")


FORM = Form(frozenset(("line", "sdk", "grid", "pretty")), _SIGN, _rewrite_of)
