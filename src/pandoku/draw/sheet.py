"""The pictures of a page, which share common elements to save space."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

from pandoku.draw._legend import swatch
from pandoku.draw.items import Drawing, Key, WayTable
from pandoku.draw.svg import svg

__all__ = ["Sheet"]

_ELEMENT = re.compile(r"<(?:path [^>]*/>|text [^>]*>[^<]*</text>)")
_GROUP = re.compile(r"<g [^>]*>|")
_LEAST = 30  # characters: a reference to a shorter element would not save space
_GRID = re.compile(r'data-grid="(\S+) (\S+) (\S+)"')


class Sheet:
    """The pictures of a page.

    Consecutive boards of a path only differ in a few cells, so most elements of a picture are
    references to elements of earlier pictures. The style sheet and the descriptions are on the
    page, so pictures do not repeat them.
    """

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], str] = {}

    def picture(self, drawing: Drawing, name: str = "") -> str:
        """Return the picture of a drawing, without its words, as an SVG element.

        Args:
            drawing: The drawing. Its title becomes the alternative text.
            name: An id for the contents of the picture. `closer` needs the id to show a part of the
                picture.
        """
        bare = replace(drawing, legend=(), sums=(), description="")
        head, *body, foot = svg(bare, style=False, caption=False).splitlines()
        lines = [self._shared(line) for line in body if not line.startswith("<title>")]
        named = [f'<g id="{name}">', *lines, "</g>"] if name else lines
        return "\n".join([head, *named, foot])

    def closer(self, picture: str, name: str, area: tuple[int, int, int, int]) -> str:
        """Return a part of a picture, along with the numbers of its rows and columns.

        Args:
            picture: The result of `picture` with the same *name*.
            name: The id of the picture's contents.
            area: The first and the last row and column of the part (top, left, bottom, right),
                counted from 0.
        """
        top, left, bottom, right = area
        found = _GRID.search(picture)
        assert found  # every picture of a board has the attribute data-grid
        x0, y0, cell = map(float, found.groups())
        # The border of the part, with room for the upper half of a house's name.
        x, y = x0 + left * cell - 3, y0 + top * cell - 5
        width, height = (right - left + 1) * cell + 6, (bottom - top + 1) * cell + 8
        beside = 0.4 * cell
        numbers = [
            _number(x0 + (at + 0.5) * cell, y - 0.1 * cell, at, cell)
            for at in range(left, right + 1)
        ]
        numbers += [
            _number(x - 0.2 * cell, y0 + (at + 0.6) * cell, at, cell)
            for at in range(top, bottom + 1)
        ]
        box = f"{x - beside:g} {y - beside:g} {width + beside:g} {height + beside:g}"
        return (
            f'<svg class="pandoku" viewBox="{box}" width="{width + beside:g}" role="img" '
            f'aria-label="a closer look" {found[0]}>{"".join(numbers)}<svg x="{x:g}" y="{y:g}" '
            f'width="{width:g}" height="{height:g}" viewBox="{x:g} {y:g} {width:g} {height:g}">'
            f'<use href="#{name}"/></svg></svg>'
        )

    def words(self, drawing: Drawing) -> str:
        """Return the calculations and the legend of a drawing as HTML."""
        sums = ""
        for calculation in drawing.sums:
            groups = (
                "".join(f"<b>{escape(t.text)}<small>{escape(t.note)}</small></b>" for t in group)
                for group in calculation.groups()
            )
            sums += f'<p class="sum">{" ".join(f"<span>{group}</span>" for group in groups)}</p>'
        sums += "".join(map(_way_table, drawing.ways))
        keys = "".join(map(self._key, drawing.legend))
        return sums + (f'<ul class="legend">{keys}</ul>' if keys else "")

    def _key(self, key: Key) -> str:
        signs = "".join(map(self._shared, swatch(0, 0, key)))
        return (
            '<li><svg class="pandoku" viewBox="-1 -1 28 19" width="28" height="19" '
            f'aria-hidden="true">{signs}</svg>{escape(key.text)}</li>'
        )

    def _shared(self, line: str) -> str:
        """Return a line of a picture, or a reference to the same line in an earlier picture."""
        if not line.startswith("<g ") or not line.endswith("</g>"):
            return self._elements(line)
        if name := self._names.get(("", line)):
            return f'<use href="#{name}"/>'
        name = self._names["", line] = f"s{len(self._names)}"
        return f'<g id="{name}"{self._elements(line)[2:]}'

    def _elements(self, line: str) -> str:
        found = _GROUP.match(line)
        group = found[0] if found else ""
        return _ELEMENT.sub(lambda element: self._used(group, element[0]), line)

    def _used(self, group: str, element: str) -> str:
        """Return an element, or a reference to an equal element in an equal group on the page."""
        if len(element) < _LEAST:
            return element
        if name := self._names.get((group, element)):
            return f'<use href="#{name}"/>'
        name = self._names[group, element] = f"s{len(self._names)}"
        return f'{element[:5]} id="{name}"{element[5:]}'


def _number(x: float, y: float, at: int, cell: float) -> str:
    return (
        f'<text class="coordinate" x="{x:g}" y="{y:g}" font-size="{0.24 * cell:g}">{at + 1}</text>'
    )


def _way_table(table: WayTable) -> str:
    """Return the ways of a constraint as an HTML table."""
    heads, *rows = table.lines()
    cells = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows
    )
    return (
        f'<table class="ways"><caption>{escape(table.title)}</caption>'
        f"<thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"
    )
