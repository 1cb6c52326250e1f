"""The fonts of printed pages: Roboto, or TrueType files of the user, which are checked first."""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from pandoku._extras import needed_for
from pandoku.errors import PandokuError

__all__ = ["Typeface", "typeface"]

_LARGEST = 64_000_000  # maximum bytes of a file: twice the size of the largest usual fonts
_WHOLE = 3000  # characters
_TRUE_TYPE = (b"\x00\x01\x00\x00", b"true")
_KINDS = {b"OTTO": "CFF outlines", b"ttcf": "a collection", b"wOFF": "WOFF", b"wOF2": "WOFF 2"}
_NEEDED = ("cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post")
_NOT_EMBEDDABLE = 2  # bit of fsType that means a restricted license
_EXPECTED = "expected a TrueType font with glyf outlines that may be embedded"


@dataclass(frozen=True, slots=True)
class Typeface:
    """The regular font and the bold font of a page.

    Attributes:
        regular: The name of the regular font in reportlab.
        bold: The name of the bold font in reportlab.
    """

    regular: str
    bold: str

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return the width of a text in points."""
        from reportlab.pdfbase.pdfmetrics import stringWidth

        return float(stringWidth(text, self.bold if bold else self.regular, size))

    def wrapped(self, text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
        """Split a text into lines of at most *width* points. Longer words are broken."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".lstrip()
            if self.width(longer, size, bold=bold) <= width:
                lines[-1] = longer
                continue
            lines += self._divided(word, size, width, bold)
        return lines[1:] if len(lines) > 1 and not lines[0] else lines

    def _divided(self, word: str, size: float, width: float, bold: bool) -> list[str]:
        parts = [""]
        for character in word:
            if parts[-1] and self.width(parts[-1] + character, size, bold=bold) > width:
                parts.append("")
            parts[-1] += character
        return parts

    def embed_whole(self, canvas: Any) -> None:
        """Embed all characters of the fonts, even unused characters, as presses recommend.

        Fonts with thousands of characters are not embedded completely, because the file would
        become several times larger.
        """
        from reportlab.pdfbase.pdfmetrics import getFont

        for name in dict.fromkeys((self.regular, self.bold)):
            font = getFont(name)
            characters = "".join(map(chr, sorted(font.face.charToGlyph)))
            if len(characters) <= _WHOLE:
                font.splitString(characters, canvas._doc)

    def missing(self, text: str) -> str:
        """Return the characters of a text that at least one font lacks, without duplicates."""
        from reportlab.pdfbase.pdfmetrics import getFont

        known = [getFont(name).face.charToGlyph for name in (self.regular, self.bold)]
        return "".join(
            each
            for each in dict.fromkeys(text)
            if each not in "\n\xa0" and not all(ord(each) in glyphs for glyphs in known)
        )


def typeface(
    font: str | os.PathLike[str] | None = None, bold: str | os.PathLike[str] | None = None
) -> Typeface:
    """Return the fonts for a document.

    Args:
        font: A TrueType file to use instead of Roboto.
        bold: A TrueType file for bold texts. If it is None, bold texts also use *font*.

    Raises:
        MissingExtraError: The extra "print" is not installed.
        PandokuError: A file is not a TrueType font with ``glyf`` outlines, or may not be embedded.
        OSError: A file cannot be read.
    """
    with needed_for("a PDF"):
        import reportlab  # noqa: F401
    if font is None and bold is not None:
        raise PandokuError("expected a regular font along with the bold one, found only the latter")
    if font is None:
        return _roboto()
    regular = _register_file(os.fspath(font))
    return Typeface(regular, regular if bold is None else _register_file(os.fspath(bold)))


@lru_cache(maxsize=1)
def _roboto() -> Typeface:
    from importlib.resources import files

    folder = files("pandoku.draw") / "assets" / "roboto"
    regular, bold = (
        _register(f"Roboto-{weight}", (folder / f"Roboto-{weight}.ttf").read_bytes())
        for weight in ("Regular", "Bold")
    )
    return Typeface(regular, bold)


def _register_file(path: str) -> str:
    """Register the font of a file. Return its name, which contains a digest of the file."""
    from hashlib import sha256

    with open(path, "rb") as stream:
        data = stream.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise PandokuError(f"{path}: expected a font of at most {_LARGEST // 10**6} MB, found more")
    if reason := _why_not(data):
        raise PandokuError(f"{path}: {_EXPECTED}, found {reason}")
    digest = sha256(data).hexdigest()[:12]
    try:
        return _register(f"font-{digest}", data, digest)
    except Exception as error:  # reportlab's parser can raise any exception for a broken table
        raise PandokuError(f"{path}: {_EXPECTED}, found a broken one ({error})") from error


def _register(name: str, data: bytes, digest: str = "") -> str:
    """Register a font. *digest* distinguishes user fonts that have the same name."""
    from io import BytesIO

    from reportlab.pdfbase.pdfmetrics import getRegisteredFontNames, registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    if name not in getRegisteredFontNames():
        font = TTFont(name, BytesIO(data))
        if digest:
            font.face.name += b"-" + digest.encode()
            places = font.face.glyphPos
            if any(end < start for start, end in pairwise(places)):
                raise ValueError("outlines that end before they begin")
            font.face.makeSubset([*font.face.charToGlyph])  # reads every outline of the font
        registerFont(font)
    return name


def _why_not(data: bytes) -> str:
    """Return the reason why a font cannot be embedded as a TrueType font, or ""."""
    if data[:4] in _KINDS:
        return _KINDS[data[:4]]
    if data[:4] not in _TRUE_TYPE:
        return "another kind of file"
    try:
        (count,) = struct.unpack_from(">H", data, 4)
        tables = {}  # start and length of each table, by its name
        for at in range(count):
            name, _, start, length = struct.unpack_from(">4sLLL", data, 12 + 16 * at)
            tables[name.decode("latin-1")] = start, length
        if "fvar" in tables:
            return "a variable font"
        if lacking := [name for name in _NEEDED if name not in tables]:
            return f"no table {lacking[0]}"
        if any(start + length > len(data) for start, length in tables.values()):
            return "a file that was cut short"
        if "OS/2" in tables:
            (rights,) = struct.unpack_from(">H", data, tables["OS/2"][0] + 8)
            if rights & 0xF == _NOT_EMBEDDABLE:
                return "a license that forbids it (fsType 2)"
    except struct.error:
        return "a file that was cut short"
    return ""
