"""QR codes next to the captions of puzzles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from pandoku._extras import needed_for
from pandoku.errors import FormatError, PressError
from pandoku.formats import dumps
from pandoku.press.entries import Entry

__all__ = ["Codes"]

_MODULE = 1.134  # side of a module in points (0.4 mm)
_QUIET = 4  # width of the white border (quiet zone) around a code, in modules
_BELOW = 6.0  # points: space between a code and the frame of the puzzle below it
_FIELD = re.compile(r"\{(\w*)\}")
_FIELDS = ("line", "number", "id")
_MOST = 600  # maximum bytes in a code
_DENSE = re.compile(r"[0-9A-Z $%*+\-./:]*")  # QR codes need fewer bits for these characters
_HOW: dict[str, Any] = {"error": "m", "micro": False, "boost_error": False}


class Codes:
    """The QR codes of a book. All have the same size.

    Attributes:
        module: Side of a module in points.
        side: Side of a code in points, without its white border, or 0 if there are no codes.
        height: Height in points of a caption that contains a code, or 0 if there are no codes.
    """

    def __init__(self, template: str, entries: Sequence[Entry]) -> None:
        self._template = template
        self.module = _MODULE
        self.side = self.height = 0.0
        self._version: int | None = None
        if template:
            _require_fields(template)
            self._version = self._largest(entries)
            modules = 17 + 4 * self._version
            self.side = modules * _MODULE
            self.height = self.side + 2 * _QUIET * _MODULE + _BELOW

    @property
    def quiet(self) -> float:
        """The width of the white border of a code, in points."""
        return _QUIET * self.module

    def rows(self, entry: Entry) -> list[bytes]:
        """Return the rows of modules of a puzzle's code. 1 is black and 0 is white."""
        code = _segno().make(self._text(entry), version=self._version, **_HOW)
        return [bytes(row) for row in code.matrix]

    def _largest(self, entries: Sequence[Entry]) -> int:
        """Return the QR version (the size) of the largest code. All codes have this version."""
        alike = {}
        for text in map(self._text, entries):
            if _length(text) > _MOST:
                raise PressError(
                    f"expected a QR code of at most {_MOST} bytes, found {_length(text)}"
                )
            alike[len(text), bool(_DENSE.fullmatch(text)), text.isdigit()] = text
        segno = _segno()
        return max(int(segno.make(text, **_HOW).version) for text in alike.values())

    def _text(self, entry: Entry) -> str:
        values = {"number": str(entry.number), "id": entry.puzzle.id or ""}
        if "{line}" in self._template:
            try:
                # "0" replaces the dot, because a QR code with only digits is smaller.
                values["line"] = dumps(entry.puzzle, "line").strip().replace(".", "0")
            except FormatError as error:
                raise PressError(
                    f"puzzle {entry.number} cannot be written as a line in a QR code: "
                    f"{error.reason}; use {{number}} or {{id}}"
                ) from error
        return _FIELD.sub(lambda found: quote(values[found[1]], safe=""), self._template)


def _require_fields(template: str) -> None:
    for name in _FIELD.findall(template):
        if name not in _FIELDS:
            raise PressError(f"expected {{line}}, {{number}} or {{id}} in qr, found {{{name}}}")
    if not template.isprintable():
        raise PressError("expected a printable text in qr")


def _length(text: str) -> int:
    return len(text.encode())


def _segno() -> Any:
    with needed_for("a QR code"):
        import segno
    return segno
