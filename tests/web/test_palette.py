"""The page's pictures have the colors of every other medium."""

from __future__ import annotations

from tests.web.make_palette import PALETTE, palette


def test_the_pages_palette_is_current() -> None:
    assert PALETTE.read_text(encoding="utf-8") == palette(), (
        "run ./run python -m tests.web.make_palette"
    )


def test_a_color_that_differs_between_the_themes_follows_the_switch() -> None:
    assert ".pandoku .paper { fill: light-dark(#ffffff, #17191d); }" in palette()
    assert "fill-opacity: .4" in palette()
