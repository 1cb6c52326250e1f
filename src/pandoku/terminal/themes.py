"""The themes of the application: dark, light, high contrast, 16 colors, and no colors."""

from __future__ import annotations

from collections.abc import Mapping

from textual.css.stylesheet import Stylesheet
from textual.theme import BUILTIN_THEMES, Theme

__all__ = ["TERMINAL_THEMES", "ThemeStyles", "usual_theme"]


def _theme(name: str, dark: bool, **colors: str) -> Theme:
    tints = {key.replace("_", "-"): colors.pop(key) for key in [*colors] if "tint" in key}
    return Theme(name=f"pandoku-{name}", dark=dark, variables=tints, **colors)  # type: ignore[arg-type]


TERMINAL_THEMES = (
    _theme(
        "dark",
        True,
        primary="#6cbcf5",
        secondary="#8fa3bf",
        accent="#f2b63c",
        warning="#f2b63c",
        error="#ff8f76",
        success="#66dba0",
        foreground="#e6e8ec",
        background="#14161a",
        surface="#1b1e24",
        panel="#232730",
        tint_1="#2b3a4c",
        tint_2="#3a3445",
        tint_3="#2d4038",
        tint_4="#443b2b",
    ),
    _theme(
        "light",
        False,
        primary="#005f9e",
        secondary="#5c6b80",
        accent="#9a5b00",
        warning="#9a5b00",
        error="#b32400",
        success="#00704f",
        foreground="#1b1d21",
        background="#fbfaf7",
        surface="#f2f0ea",
        panel="#e7e4dc",
        tint_1="#cfdcea",
        tint_2="#e3d8ea",
        tint_3="#d3e6da",
        tint_4="#efe2c6",
    ),
    _theme(
        "contrast",
        True,
        primary="#5ad1ff",
        secondary="#ffffff",
        accent="#ffe000",
        warning="#ffe000",
        error="#ff7b7b",
        success="#5dff9b",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#1a1a1a",
        tint_1="#004a7a",
        tint_2="#5a2a6a",
        tint_3="#005a3a",
        tint_4="#6a5200",
    ),
    Theme(
        name="pandoku-16",
        ansi=True,
        dark=True,
        primary="ansi_blue",
        secondary="ansi_cyan",
        accent="ansi_yellow",
        warning="ansi_yellow",
        error="ansi_red",
        success="ansi_green",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        variables={
            **BUILTIN_THEMES["ansi-dark"].variables,
            "tint-1": "ansi_blue",
            "tint-2": "ansi_magenta",
            "tint-3": "ansi_green",
            "tint-4": "ansi_yellow",
            "block-cursor-foreground": "ansi_bright_white",
            "block-cursor-background": "ansi_blue",
        },
    ),
    Theme(
        name="pandoku-plain",
        ansi=True,
        dark=True,
        primary="ansi_default",
        secondary="ansi_default",
        accent="ansi_default",
        warning="ansi_default",
        error="ansi_default",
        success="ansi_default",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        variables={
            **dict.fromkeys(BUILTIN_THEMES["ansi-dark"].variables, "ansi_default"),
            "input-cursor-text-style": "reverse",
            **{f"tint-{k}": "ansi_default" for k in range(1, 5)},
            "block-cursor-foreground": "ansi_default",
            "block-cursor-background": "ansi_default",
            "block-cursor-text-style": "reverse",
        },
    ),
)


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


class ThemeStyles(Stylesheet):
    """Styles that are read again only if the colors of the theme have changed.

    Textual would read all styles a second time before the first frame.
    """

    _has_changed = False

    def set_variables(self, variables: dict[str, str]) -> None:
        """Set the colors of the theme."""
        if variables != self._variables:
            self._has_changed = True
            super().set_variables(variables)

    def reparse(self) -> None:
        """Read all styles with new colors, or only the styles that were not read yet."""
        if self._has_changed:
            self._has_changed = False
            super().reparse()
        elif self._require_parse:
            self.parse()
