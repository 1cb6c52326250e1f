"""Parse XML documents into trees of elements, and refuse documents with DTD declarations."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers.expat import ExpatError, ParserCreate, errors

from pandoku.errors import FormatError
from pandoku.formats._text import Item, Lines, first_line, guarded

_MOST = 100_000  # maximum number of elements (a game has a few hundred)
_MOST_CHARS = 10_000_000  # maximum number of characters of text


def is_document(head: list[str], root: re.Pattern[str]) -> bool:
    """Return whether a text starts with < and contains a match for *root*."""
    return first_line(head).startswith("<") and root.search("\n".join(head)) is not None


def read_document(lines: Lines, item: Callable[[Lines], Item]) -> Iterator[Item]:
    """Yield the Item that *item* returns for a document, or an Item with the error."""
    first = lines.peek()
    yield guarded(first.number if first else 1, item, lines)


@dataclass(slots=True)
class Element:
    """An element of a document.

    Attributes:
        name: The tag name.
        attributes: The attributes.
        line: The line number.
        format: The format's name, for error messages.
        children: The child elements.
        text: The stripped text, without the text of child elements.
    """

    name: str
    attributes: dict[str, str]
    line: int
    format: str
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def fail(self, reason: str) -> NoReturn:
        """Raise a FormatError that points at the line of the element."""
        raise FormatError(reason, format=self.format, line=self.line)

    def all(self, name: str) -> Iterator[Element]:
        """Yield the descendants called *name*, in document order."""
        for child in self.children:
            if child.name == name:
                yield child
            yield from child.all(name)

    def first(self, name: str) -> Element | None:
        """Return the first descendant called *name*, or None."""
        return next(self.all(name), None)


def parsed_xml(
    lines: Lines,
    format: str,
    known: Collection[str],
    *,
    ignored: Collection[str] = (),
    may_name_dtd: bool = False,
) -> Element:
    """Return the root element of a document.

    Args:
        lines: The source.
        format: The format's name, for error messages.
        known: The names of the elements that the format supports. The depth of nested elements may
            be up to twice the number of names.
        ignored: The names of elements to skip together with their contents.
        may_name_dtd: Whether the document type may name a DTD file. The file is never read.

    Raises:
        FormatError: The XML is not well-formed, is too large, has DTD declarations, or has an
            unknown element (which may be a rule).
    """
    first = lines.peek()
    above = first.number - 1 if first else 0
    root = Element("", {}, above + 1, format)
    open_: list[tuple[Element, list[str]]] = [(root, [])]  # each open element, and its text parts
    n_elements = n_ignored = n_chars = 0
    parser = ParserCreate()
    parser.buffer_text = True

    def refuse(reason: str) -> None:
        raise FormatError(reason, format=format, line=above + parser.CurrentLineNumber)

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal n_elements, n_ignored
        n_elements += 1
        if n_elements > _MOST:
            refuse(f"expected at most {_MOST:,} elements, found more")
        if n_ignored or name in ignored:
            n_ignored += 1
            return
        if name not in known:
            reason = f"expected {', '.join(known)}, found the element {name[:40]!r}"
            refuse(f"{reason}, which may be a rule")
        if len(open_) > 2 * len(known):
            refuse(f"expected elements that are nested less deeply, found {name!r}")
        element = Element(name, attributes, above + parser.CurrentLineNumber, format)
        open_[-1][0].children.append(element)
        open_.append((element, []))

    def end(_: str) -> None:
        nonlocal n_ignored
        if n_ignored:
            n_ignored -= 1
        else:
            element, parts = open_.pop()
            element.text = "".join(parts).strip()

    def text(part: str) -> None:
        nonlocal n_chars
        n_chars += len(part)
        if n_chars > _MOST_CHARS:
            refuse(f"expected at most {_MOST_CHARS:,} characters of text, found more")
        if not n_ignored:
            open_[-1][1].append(part)

    def doctype(_: str, system: str | None, public: str | None, has_subset: bool) -> None:
        # Refuse declarations, because they can define entities that expand without bound.
        if has_subset or ((system or public) and not may_name_dtd):
            refuse("expected no declarations in the document type, found some; delete them")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = text, doctype
    try:
        for line in lines:
            parser.Parse(f"{line.text}\n")
        parser.Parse("", True)
    except ExpatError as error:
        reason = f"expected well-formed XML, found {errors.messages[error.code]}"
        raise FormatError(reason, format=format, line=above + error.lineno) from None
    return root.children[0]
