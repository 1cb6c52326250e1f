"""A drawing as PNG, rendered by resvg with a fixed font: the same on every machine."""

from __future__ import annotations

from importlib.resources import as_file, files

from pandoku.draw.items import Drawing
from pandoku.draw.svg import svg
from pandoku.errors import MissingExtraError

__all__ = ["png"]

LARGEST = 16_000  # pixels per side: with more, viewers fail and memory runs short


def png(drawing: Drawing, *, theme: str = "light", scale: float = 2.0) -> bytes:
    """Return the drawing as a PNG image.

    Args:
        drawing: What to draw.
        theme: "light" or "dark"; "auto" means light, since an image cannot adapt.
        scale: Pixels per unit of the SVG, above 0; reduced if a side would have more than 16000
            pixels.

    Raises:
        MissingExtraError: The extra "png" is not installed.
        ValueError: The theme is unknown, or *scale* is not above 0.
    """
    if not scale > 0:
        raise ValueError(f"expected a scale above 0, found {scale!r}")
    document = svg(drawing, theme="light" if theme == "auto" else theme)
    try:
        import resvg_py
    except ImportError as error:
        raise MissingExtraError("a PNG", "png") from error
    width, height = (float(part) for part in _size_of(document))
    with as_file(files("pandoku.draw") / "assets" / "roboto") as fonts:
        image = resvg_py.svg_to_bytes(
            svg_string=document,
            zoom=min(scale, LARGEST / max(width, height)),
            skip_system_fonts=True,
            font_files=[str(fonts / f"Roboto-{weight}.ttf") for weight in ("Regular", "Bold")],
            sans_serif_family="Roboto",
        )
    return bytes(image)


def _size_of(document: str) -> list[str]:
    view_box = document.partition('viewBox="')[2].partition('"')[0]
    return view_box.split()[2:]
