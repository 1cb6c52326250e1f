"""Checks for every page of the built site: links, anchors, pictures, and the hosts of assets.

Links to other sites are not followed. Only their form is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

__all__ = ["problems"]

# Elements whose targets a browser fetches to show the page.
_FETCHED = {"img": "src", "script": "src", "iframe": "src", "source": "src", "video": "src"}
_FETCHED_LINKS = {"stylesheet", "icon", "preload", "modulepreload", "manifest", "preconnect"}
# Attributes that make the theme's script contact another host, with the host.
_ASKS = {
    ("data-md-component", "source"): "api.github.com",
    ("class", "mermaid"): "unpkg.com",
    ("class", "pyodide"): "cdn.jsdelivr.net",
}
_FETCHED_BY_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')\s;]+)""")
_NOT_OWN = "expected an asset of the site itself, found {!r}"
_IMPLICIT_ANCHORS = {"", "__search", "__drawer"}


class _Reference(NamedTuple):
    line: int
    target: str
    is_fetched: bool


class _Page(HTMLParser):
    """The references, the anchors and the defects of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.references: list[_Reference] = []
        self.defects: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the anchors, the references and the defects of a tag."""
        of = {name: value or "" for name, value in attrs}
        self.anchors |= {of[name] for name in ("id", "name") if name in of}
        if tag == "img" and not of.get("alt", "").strip():
            self._defect(f"the picture {of.get('src', '')!r} has no alternative text")
        for (name, word), host in _ASKS.items():
            if word in of.get(name, "").split():
                self._defect(f'{name}="{word}" lets the page ask {host}')
        if tag in _FETCHED and _FETCHED[tag] in of:
            self._refer(of[_FETCHED[tag]], is_fetched=True)
        elif tag == "link" and "href" in of:
            rels = set(of.get("rel", "").split())
            if rels & _FETCHED_LINKS:
                self._refer(of["href"], is_fetched=True)
        elif tag == "a" and "href" in of:
            self._refer(of["href"], is_fetched=False)

    def handle_data(self, data: str) -> None:
        """Record the assets that a style sheet within the page fetches."""
        if self.cdata_elem == "style":
            self.defects += _styles(data, self.getpos()[0])

    def _refer(self, target: str, *, is_fetched: bool) -> None:
        self.references.append(_Reference(self.getpos()[0], target, is_fetched))

    def _defect(self, what: str) -> None:
        self.defects.append(f"line {self.getpos()[0]}: {what}")


def problems(site: Path, base: str = "/") -> Iterator[str]:
    """Yield the defects of the pages below *site*: the page, the line and the defect.

    Defects are links to missing pages or anchors, pictures without alternative text, assets from
    other hosts, elements whose script contacts other hosts, and malformed links to other hosts.

    Args:
        site: The folder of the built site.
        base: The path of the site on its host, the start of absolute links.
    """
    pages = {path: _Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    if not pages:
        yield f"expected pages in {site}, found none"
    for path in sorted(site.rglob("*.css")):
        for defect in _styles(path.read_text("utf-8")):
            yield f"{path.relative_to(site).as_posix()}, {defect}"
    for path, page in pages.items():
        where = path.relative_to(site).as_posix()
        for defect in page.defects:
            yield f"{where}, {defect}"
        for reference in page.references:
            parts = urlsplit(reference.target)
            if parts.scheme or parts.netloc:
                what = _foreign(reference, parts)
            else:
                start = site if parts.path.startswith(base) else path.parent
                target = start / unquote(parts.path.removeprefix(base)) if parts.path else path
                what = _own(reference, target.resolve(), pages)
            if what:
                yield f"{where}, line {reference.line}: {what}"


def _styles(text: str, first_line: int = 1) -> Iterator[str]:
    """Yield a defect for each asset that a style sheet fetches from another host."""
    for found in _FETCHED_BY_STYLE.finditer(text):
        line = first_line + text.count("\n", 0, found.start())
        yield f"line {line}: {_NOT_OWN.format(found[1])}"


def _foreign(reference: _Reference, parts: SplitResult) -> str | None:
    """Return the defect of a reference with a scheme or a host, or None."""
    if parts.scheme in ("mailto", "data", "javascript"):
        return None
    if reference.is_fetched:
        return _NOT_OWN.format(reference.target)
    if parts.scheme in ("http", "https") and "." in parts.netloc:
        return None
    return f"expected a link such as https://pypi.org/, found {reference.target!r}"


def _own(reference: _Reference, target: Path, pages: dict[Path, _Page]) -> str | None:
    """Return the defect of a reference to a file of the site, or None."""
    if not target.is_file():
        return f"dead link: there is no {reference.target!r}"
    anchor = unquote(urlsplit(reference.target).fragment)
    if target in pages and anchor not in pages[target].anchors | _IMPLICIT_ANCHORS:
        return f"dead link: there is no anchor {reference.target!r}"
    return None
