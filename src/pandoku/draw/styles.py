"""The style sheet of pages that show pictures without one of their own."""

from __future__ import annotations

from pandoku.draw._colors import THEMES, page_colors, style_sheet

__all__ = ["styles"]


def styles(theme: str = "auto") -> str:
    """Return the rules for pictures made with ``svg(..., style=False)``.

    The page may use the same colors: --paper, --ink, --soft, --line and --link.

    Args:
        theme: "light", "dark", or "auto" (the reader's preference; light in print).

    Raises:
        ValueError: The theme is unknown.

    >>> styles("dark").startswith(":root{color-scheme:dark;")
    True
    """
    if theme not in THEMES:
        raise ValueError(f"expected a theme out of {', '.join(THEMES)}, found {theme!r}")
    return f"{page_colors(theme)}\n{style_sheet(theme)}"
