"""Drawings as PNG, rendered by resvg with a fixed font to be the same on every machine."""

from __future__ import annotations

from math import inf, sqrt
from numbers import Real
from struct import pack
from zlib import crc32

from pandoku._extras import needed_for
from pandoku.draw.drawing import Drawable, drawing_of
from pandoku.draw.svg import svg

__all__ = ["png"]

LARGEST = 16_000  # maximum pixels per side, as viewers fail with larger images
MOST_PIXELS = 64_000_000  # maximum pixels: rendering so large an image takes 4 seconds and 500 MB


def png(what: Drawable, *, theme: str = "light", scale: float = 2.0) -> bytes:
    """Return a picture as a PNG image, with its title and description in text chunks.

    Args:
        what: A drawing, or a value with a drawing (see `drawing_of`).
        theme: "light" or "dark". "auto" means "light", because an image cannot adapt to the viewer.
        scale: Pixels per unit of the SVG, above 0. It is reduced if a side would have more than
            16000 pixels, or if the image would have more than 64 million pixels.

    Raises:
        MissingExtraError: The extra "png" is not installed.
        ValueError, TypeError: The theme is unknown, or *scale* is not a number above 0.
        PuzzleError, FormatError: *what* cannot be drawn.
    """
    if isinstance(scale, bool) or not isinstance(scale, Real):
        raise TypeError(f"expected a scale as a number, found {scale!r:.60}")
    if not 0 < scale < inf:
        raise ValueError(f"expected a finite scale above 0, found {scale!r}")
    drawing = drawing_of(what)
    document = svg(drawing, theme="light" if theme == "auto" else theme)
    with needed_for("a PNG"):
        import resvg_py
    view_box = document.partition('viewBox="')[2].partition('"')[0]
    width, height = map(float, view_box.split()[2:])
    from importlib.resources import as_file, files

    with as_file(files("pandoku.draw") / "assets" / "roboto") as fonts:
        rendered = resvg_py.svg_to_bytes(
            svg_string=document,
            zoom=min(scale, LARGEST / max(width, height), sqrt(MOST_PIXELS / (width * height))),
            skip_system_fonts=True,
            font_files=[str(fonts / f"Roboto-{weight}.ttf") for weight in ("Regular", "Bold")],
            sans_serif_family="Roboto",
        )
    image, chunks = bytes(rendered), b""
    for keyword, text in ((b"Title", drawing.title), (b"Description", drawing.description)):
        # A chunk of the type iTXt (international text), uncompressed and without a language.
        body = b"iTXt" + keyword + b"\0\0\0\0\0" + text.encode()
        chunks += pack(">I", len(body) - 4) + body + pack(">I", crc32(body))
    header = image.index(b"IHDR") + 4 + 13 + 4  # the chunk's name, its data, its check sum
    return image[:header] + chunks + image[header:]
