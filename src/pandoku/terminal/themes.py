"""The themes of the application: dark, light, high contrast, 16 colors, and no colors."""

from __future__ import annotations

from textual.css.stylesheet import Stylesheet
from textual.theme import BUILTIN_THEMES, Theme

from pandoku.terminal.theme_colors import THEME_COLORS, ThemeColors

__all__ = ["TERMINAL_THEMES", "ThemeStyles"]


def _theme(colors: ThemeColors) -> Theme:
    tints = {name: color for name, color in colors.colors.items() if "tint" in name}
    own = {name: color for name, color in colors.colors.items() if name not in tints}
    return Theme(name=colors.name, dark=colors.dark, variables=tints, **own)  # type: ignore[arg-type]


TERMINAL_THEMES = (
    *(_theme(colors) for colors in THEME_COLORS.values() if not colors.ansi),
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
