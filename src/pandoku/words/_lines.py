"""Numbered or indented sentences: as paragraphs, as nested lines, and as HTML.

An indented sentence belongs to the last sentence before it that is less indented. In HTML, each
span of a sentence is an element whose attributes have the cells and digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from pandoku.words._spans import Sentence, Span, run_together

_DIGITS = re.compile(r"(?<=\d) (?=\d)")
_NUMBER = re.compile(r" *\d+(\.\d+)*\. ")


class NestedLine(NamedTuple):
    """A sentence without its indentation, and the sentences that belong to it."""

    text: str
    inner: tuple[NestedLine, ...] = ()


def paragraphs(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return sentences as one paragraph. If any is numbered, each becomes a paragraph.

    >>> paragraphs(["Row 1 is full.", "So is row 2."])
    ('Row 1 is full. So is row 2.',)
    >>> paragraphs(["1. Suppose r1c1 is 5.", "    1.1. Suppose r1c2 is 6."])
    ('1. Suppose r1c1 is 5.', '    1.1. Suppose r1c2 is 6.')
    """
    if any(map(_NUMBER.match, sentences)):
        return tuple(sentences)
    return (run_together(sentences),)


def nested_lines(sentences: Sequence[str]) -> tuple[NestedLine, ...]:
    """Return sentences as nested lines. A line contains the sentences indented below it.

    >>> nested_lines(["a", "  b", "c"])
    (NestedLine(text='a', inner=(NestedLine(text='b', inner=()),)), NestedLine(text='c', inner=()))
    """
    lines, at = [], 0
    while at < len(sentences):
        end = at + 1
        while end < len(sentences) and _indent(sentences[end]) > _indent(sentences[at]):
            end += 1
        lines.append(NestedLine(_stripped(sentences[at]), nested_lines(sentences[at + 1 : end])))
        at = end
    return tuple(lines)


def lines_as_html(sentences: Sequence[str], *, links: bool = False) -> str:
    """Return sentences as HTML: paragraphs, or folded blocks for sentences with inner lines.

    Args:
        sentences: The sentences, in order.
        links: Whether names of earlier steps are links to `#step-N`.

    >>> lines_as_html(["a", "  b"])
    '<details class="inner"><summary>a</summary><p>b</p></details>'
    """
    return "".join(_html(line, links) for line in nested_lines(sentences))


def sentence_as_html(sentence: str, *, links: bool = False) -> str:
    """Return a sentence as HTML. Each span is an element with cells and digits as attributes.

    Args:
        sentence: A text. Only a `Sentence` has spans.
        links: As in `lines_as_html`.

    >>> sentence_as_html(Sentence("r1c2 is 4", (Span(0, 4, "cells", (1,)),)))
    '<span data-cells="1">r1c2</span> is 4'
    """
    return "".join(_parts(sentence, links))


def _parts(sentence: str, links: bool) -> Iterator[str]:
    text, at = str(sentence), 0
    open_spans: list[tuple[int, str]] = []
    for span in getattr(sentence, "spans", ()):
        begin, end = _tags(span, links)
        if not begin:
            continue
        while open_spans and open_spans[-1][0] <= span.start:
            stop, tag = open_spans.pop()
            yield f"{_glued(text[at:stop])}{tag}"
            at = stop
        yield f"{_glued(text[at : span.start])}{begin}"
        at = span.start
        open_spans.append((span.end, end))
    for stop, tag in reversed(open_spans):
        yield f"{_glued(text[at:stop])}{tag}"
        at = stop
    yield _glued(text[at:])


def _glued(text: str) -> str:
    """Return a text as HTML, with no line breaks within a filling of a cage."""
    return _DIGITS.sub("\N{NO-BREAK SPACE}", escape(text))


def _tags(span: Span, links: bool) -> tuple[str, str]:
    """Return the tags around a span, or empty tags if HTML does not show the span."""
    if span.about == "step":
        return (f'<a href="#step-{span.number}">', "</a>") if links else ("", "")
    if not span.cells:
        return "", ""
    digits = f' data-digits="{" ".join(map(str, span.digits))}"' if span.digits else ""
    return f'<span data-cells="{cells_attribute(span.cells)}"{digits}>', "</span>"


def cells_attribute(cells: Sequence[int]) -> str:
    """Return cells as the value of an attribute. Cells at equal distances are written as a range.

    >>> cells_attribute((3, 9, 10, 11, 12, 21, 30, 39))
    '3 9-12 21-39/9'
    """
    parts, at = [], 0
    while at < len(cells):
        step = cells[at + 1] - cells[at] if at + 1 < len(cells) else 0
        end = at + 1
        while step > 0 and end < len(cells) and cells[end] - cells[end - 1] == step:
            end += 1
        if end - at < 3:
            end = at + 1
            parts.append(str(cells[at]))
        else:
            parts.append(f"{cells[at]}-{cells[end - 1]}{f'/{step}' if step > 1 else ''}")
        at = end
    return " ".join(parts)


def _html(line: NestedLine, links: bool) -> str:
    text = sentence_as_html(line.text, links=links)
    if not line.inner:
        return f"<p>{text}</p>"
    inner = "".join(_html(each, links) for each in line.inner)
    return f'<details class="inner"><summary>{text}</summary>{inner}</details>'


def _indent(sentence: str) -> int:
    return len(sentence) - len(sentence.lstrip(" "))


def _stripped(sentence: str) -> str:
    """Return a sentence without spaces at its ends, with adjusted spans."""
    text, left = sentence.strip(), _indent(sentence)
    if not isinstance(sentence, Sentence):
        return text
    moved = (span._replace(start=span.start - left, end=span.end - left) for span in sentence.spans)
    return Sentence(text, tuple(moved), sentence.claims)
