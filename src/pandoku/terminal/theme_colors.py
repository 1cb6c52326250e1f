"""The colors of the themes. This module needs no textual, so the first frame can use it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["THEME_COLORS", "ThemeColors", "color_system", "usual_theme"]


class ThemeColors(NamedTuple):
    """The colors of a theme.

    Attributes:
        name: Name of the theme.
        dark: Whether the ground is dark.
        colors: The colors "#rrggbb" by name. Empty if the theme uses the terminal's colors.
        ansi: Whether the theme uses the colors of the terminal.
    """

    name: str
    dark: bool
    colors: Mapping[str, str]
    ansi: bool = False

    @property
    def background(self) -> str:
        """The color of the ground, or "" for the terminal's color."""
        return self.colors.get("background", "")


_THEMES = (
    ThemeColors(
        "pandoku-dark",
        True,
        {
            "primary": "#6cbcf5",
            "secondary": "#8fa3bf",
            "accent": "#f2b63c",
            "warning": "#f2b63c",
            "error": "#ff8f76",
            "success": "#66dba0",
            "foreground": "#e6e8ec",
            "background": "#14161a",
            "surface": "#1b1e24",
            "panel": "#232730",
            "tint-1": "#2b3a4c",
            "tint-2": "#3a3445",
            "tint-3": "#2d4038",
            "tint-4": "#443b2b",
        },
    ),
    ThemeColors(
        "pandoku-light",
        False,
        {
            "primary": "#005f9e",
            "secondary": "#5c6b80",
            "accent": "#9a5b00",
            "warning": "#9a5b00",
            "error": "#b32400",
            "success": "#00704f",
            "foreground": "#1b1d21",
            "background": "#fbfaf7",
            "surface": "#f2f0ea",
            "panel": "#e7e4dc",
            "tint-1": "#cfdcea",
            "tint-2": "#e3d8ea",
            "tint-3": "#d3e6da",
            "tint-4": "#efe2c6",
        },
    ),
    ThemeColors(
        "pandoku-contrast",
        True,
        {
            "primary": "#5ad1ff",
            "secondary": "#ffffff",
            "accent": "#ffe000",
            "warning": "#ffe000",
            "error": "#ff7b7b",
            "success": "#5dff9b",
            "foreground": "#ffffff",
            "background": "#000000",
            "surface": "#000000",
            "panel": "#1a1a1a",
            "tint-1": "#004a7a",
            "tint-2": "#5a2a6a",
            "tint-3": "#005a3a",
            "tint-4": "#6a5200",
        },
    ),
    ThemeColors("pandoku-16", True, {}, ansi=True),
    ThemeColors("pandoku-plain", True, {}, ansi=True),
)
THEME_COLORS = {each.name: each for each in _THEMES}

# Names of rich for the numbers of colors, by the end of TERM.
_SYSTEMS = {"kitty": "256", "256color": "256"}


def color_system(environ: Mapping[str, str]) -> str:
    """Return rich's name for the colors of a terminal, as rich finds it on Linux and macOS.

    >>> color_system({"TERM": "xterm-256color"}), color_system({"TERM": "linux"})
    ('256', 'standard')
    """
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return "truecolor"
    ends = environ.get("TERM", "").strip().lower().rpartition("-")[2]
    return _SYSTEMS.get(ends, "standard")


def usual_theme(environ: Mapping[str, str], color_system: str | None) -> str:
    """Return the name of the default theme for a terminal.

    Args:
        environ: The environment variables. NO_COLOR (if not empty) turns colors off.
        color_system: Color system detected by rich: "truecolor", "256", "standard" (16 colors),
            "windows" or None (no colors).

    >>> usual_theme({}, "truecolor"), usual_theme({"NO_COLOR": "1"}, "truecolor")
    ('pandoku-dark', 'pandoku-plain')
    """
    if environ.get("NO_COLOR") or color_system is None:
        return "pandoku-plain"
    return "pandoku-dark" if color_system in ("truecolor", "256") else "pandoku-16"
