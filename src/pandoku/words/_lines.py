"""Sentences that are numbered or indented: as paragraphs, as lines within lines, as HTML.

A sentence that starts with spaces belongs to the last one before it that starts with fewer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

__all__ = ["Line", "lines_as_html", "nested_lines", "paragraphs"]

_NUMBER = re.compile(r" *\d+(\.\d+)*\. ")


class Line(NamedTuple):
    """A sentence without its indentation, and the sentences that belong to it."""

    text: str
    inner: tuple[Line, ...] = ()


def paragraphs(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return sentences as one paragraph, or, if some are numbered, each as its own.

    >>> paragraphs(["Row 1 is full.", "So is row 2."])
    ('Row 1 is full. So is row 2.',)
    >>> paragraphs(["1. Suppose r1c1 is 5.", "    1.1. Suppose r1c2 is 6."])
    ('1. Suppose r1c1 is 5.', '    1.1. Suppose r1c2 is 6.')
    """
    if any(map(_NUMBER.match, sentences)):
        return tuple(sentences)
    return (" ".join(sentences),)


def nested_lines(sentences: Sequence[str]) -> tuple[Line, ...]:
    """Return sentences as lines, each with the further indented ones that follow it.

    >>> nested_lines(["a", "  b", "c"])
    (Line(text='a', inner=(Line(text='b', inner=()),)), Line(text='c', inner=()))
    """
    lines, at = [], 0
    while at < len(sentences):
        end = at + 1
        while end < len(sentences) and _indent(sentences[end]) > _indent(sentences[at]):
            end += 1
        lines.append(Line(sentences[at].strip(), nested_lines(sentences[at + 1 : end])))
        at = end
    return tuple(lines)


def lines_as_html(sentences: Sequence[str]) -> str:
    """Return sentences as HTML: a paragraph each, or a folded block for one that has inner lines.

    >>> lines_as_html(["a", "  b"])
    '<details class="inner"><summary>a</summary><p>b</p></details>'
    """
    return "".join(map(_html, nested_lines(sentences)))


def _html(line: Line) -> str:
    if not line.inner:
        return f"<p>{escape(line.text)}</p>"
    inner = "".join(map(_html, line.inner))
    return f'<details class="inner"><summary>{escape(line.text)}</summary>{inner}</details>'


def _indent(sentence: str) -> int:
    return len(sentence) - len(sentence.lstrip(" "))
