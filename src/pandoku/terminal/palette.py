"""The colors and attributes of a board in each theme. Colors blend where they overlap.

Nothing is distinguished by color alone. Hints and the player's colors use the colors of the
pictures, which were chosen for people with any kind of color vision. In a terminal with 16 colors,
the board uses only these colors. In a terminal without colors, signs and attributes replace the
colors.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.color import Color
from rich.style import Style

from pandoku.draw.items import STYLES
from pandoku.draw.looks import LINE_ROLES, look_of_line
from pandoku.draw.palette import DARK, LIGHT, PLAYER

if TYPE_CHECKING:
    from textual.app import App
    from textual.theme import Theme

    from pandoku.terminal.theme_colors import ThemeColors

__all__ = [
    "COLOR_LETTERS",
    "LETTER_ROLES",
    "Ink",
    "Layers",
    "Palette",
    "contrast",
    "palette_in",
    "palette_of",
]

COLOR_LETTERS = "ABCDEFGHI"  # letters that stand for the player's colors

Layers = tuple[str, ...]  # names of the layers behind a character, lowest first

_CUBE = (0, 95, 135, 175, 215, 255)
_COARSE = [
    *((red, green, blue) for red in _CUBE for green in _CUBE for blue in _CUBE),
    *((gray, gray, gray) for gray in range(8, 239, 10)),
]
_LEAST_CONTRAST = {"line": 1.0, "mark": 3.6, "digit": 5.5}
# The backgrounds among the 16 terminal colors that make black text easier to read than white text.
_LIGHT_GROUNDS = frozenset(
    ["green", "yellow", "cyan", "white", *(f"bright_{c}" for c in ("green", "yellow", "cyan"))]
)


class Ink(NamedTuple):
    """The style of characters.

    Attributes:
        color: "#rrggbb", the name of one of 16 colors, or "" for the default color.
        attributes: "bold", "underline", ... separated by spaces.
        behind: Background color, or "" for the background of the cell.
        kind: Required contrast: "line", "mark" or "digit".
    """

    color: str = ""
    attributes: str = ""
    behind: str = ""
    kind: str = "mark"


class Palette:
    """The look of a board in one theme.

    Args:
        paper: Background "#rrggbb", or "" for the terminal's background.
        inks: The inks by name.
        layers: Maps the name of each layer to its color and its opacity, 0 to 1. The 16 terminal
            colors are not blended, so only the top layer is visible.
        has_signs: Whether brackets show the selected cells and letters show the player's colors,
            because the terminal has few colors or none.
        is_coarse: Whether the terminal has only 256 colors.
    """

    def __init__(
        self,
        paper: str,
        inks: dict[str, Ink],
        layers: dict[str, tuple[str, float]],
        *,
        has_signs: bool = False,
        is_coarse: bool = False,
    ) -> None:
        self.paper, self.has_signs, self._is_coarse = paper, has_signs, is_coarse
        self._inks, self._layers = inks, layers
        self._looks: dict[tuple[Layers, str], tuple[Style, bool]] = {}

    def style(self, behind: Layers, ink: str) -> Style:
        """Return the style of an ink on some layers."""
        return self.look(behind, ink)[0]

    def look(self, behind: Layers, ink: str) -> tuple[Style, bool]:
        """Return the style of an ink on layers, and whether a space in it is only background.

        A space is more than background if the ink has an underline, a strike or a background.
        """
        found = self._looks.get((behind, ink))
        if found is None:
            style = self._blended(behind, ink)
            has_own = style.underline or style.strike or self._inks.get(ink, Ink()).behind
            found = self._looks[behind, ink] = style, not has_own
        return found

    def markup(self, behind: Layers, ink: str) -> str:
        """Return the style of an ink on some layers, as textual's markup."""
        style = self.style(behind, ink)
        names = []
        for color in (style.color, style.bgcolor):
            name = "" if color is None or color.is_default else color.name
            names.append(f"ansi_{name}" if name and not name.startswith("#") else name)
        weight = "bold " if style.bold else ""
        return f"{weight}{names[0]}{f' on {names[1]}' if names[1] else ''}".strip()

    def swatch(self, name: str) -> str:
        """Return the style of a layer or an ink in a legend, as markup, or "" if unknown."""
        if name in self._layers:
            return self.markup((name,), "sign")
        return self.markup((), name) if name in self._inks else ""

    def _blended(self, behind: Layers, name: str) -> Style:
        ink = self._inks.get(name, Ink())
        ground, color = ink.behind or self._ground(behind), ink.color
        if ground.startswith("#"):
            color = legible(color or self._inks["given"].color, ground, ink.kind)
        elif ground:
            color = "black" if ground in _LIGHT_GROUNDS else "bright_white"
        on = f" on {ground}" if ground else ""
        return Style.parse(f"{ink.attributes} {color or 'default'}{on}")

    def _ground(self, behind: Layers) -> str:
        """Return the color that results from layers over the paper."""
        ground = self.paper
        for layer in behind:
            color, share = self._layers.get(layer, ("", 0.0))
            if color.startswith("#"):
                ground = _mixed(ground, color, share)
            elif color:
                ground = color
        return nearest_color(ground) if self._is_coarse else ground


def legible(color: str, ground: str, kind: str) -> str:
    """Return a color. If it is not legible on *ground*, it is made lighter or darker."""
    least = _LEAST_CONTRAST[kind]
    end = "#ffffff" if contrast("#ffffff", ground) > contrast("#000000", ground) else "#000000"
    return next(
        (
            mixed
            for tenth in range(10)
            if contrast(mixed := _mixed(color, end, tenth / 10), ground) >= least
        ),
        end,
    )


@lru_cache(maxsize=512)
def nearest_color(color: str) -> str:
    """Return the nearest of a terminal's 256 colors, without the first 16.

    A difference in hue counts more than a difference in brightness. If each component were rounded
    separately, dark colors would become black or gray.

    >>> nearest_color("#1d212a"), nearest_color("#25425f")
    ('#262626', '#5f5f87')
    """
    red, green, blue = _triple(color)

    def distance(found: tuple[int, int, int]) -> float:
        r, g, b = found[0] - red, found[1] - green, found[2] - blue
        return (r - g) ** 2 + (g - b) ** 2 + (b - r) ** 2 + ((r + g + b) / 3) ** 2

    return "#" + "".join(f"{value:02x}" for value in min(_COARSE, key=distance))


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors "#rrggbb", 1 to 21, as defined by WCAG.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return round((high + 0.05) / (low + 0.05), 2)


def _luminance(color: str) -> float:
    shares = [value / 255 for value in _triple(color)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _mixed(below: str, above: str, share: float) -> str:
    pairs = zip(_triple(below), _triple(above), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _triple(color: str) -> tuple[int, int, int]:
    return Color.parse(color).get_truecolor()


# ------------------------------------------------------------------ themes

# Roles of wide, translucent lines. The board shows such a line as letters, in the color of the line
# in pictures.
LETTER_ROLES = tuple(role for role in LINE_ROLES if look_of_line(role).layer == "pale")

_SHAPE_INKS = ("shape", *(f"shape-{role}" for role in LETTER_ROLES))
_MODES = ("digit", "corner", "center", "color")


def palette_in(app: App[Any]) -> Palette:
    """Return the look of the board in the current theme of an application."""
    return palette_of(app.current_theme, is_coarse=app.console.color_system == "256")


def palette_of(theme: Theme | ThemeColors, *, is_coarse: bool = False) -> Palette:
    """Return the look of the board in any theme, including textual's themes.

    Args:
        theme: Theme of the application.
        is_coarse: Whether the terminal has only 256 colors.
    """
    if theme.ansi:
        return _plain() if theme.name == "pandoku-plain" else _sixteen()
    kind = "dark" if theme.dark else "light"
    paper = theme.background or ""
    if not paper.startswith("#"):
        paper = _PAPERS[kind]
    if theme.name == "pandoku-contrast":
        kind = "contrast"
    return _shaded(kind, paper, is_coarse)


_PAPERS = {"dark": "#14161a", "light": "#fbfaf7"}


@lru_cache(maxsize=8)
def _shaded(kind: str, paper: str, is_coarse: bool) -> Palette:
    """Return the look of the board in a theme with many colors."""
    colors, own, weight = _COLORS[kind]
    ink = colors["ink"]
    inks = {
        "given": Ink(ink, "bold", kind="digit"),
        "digit": Ink(own["digit"], kind="digit"),
        "placed": Ink(colors["placed-line"], "bold", kind="digit"),
        "wrong": Ink(colors["goes-line"], "bold underline", kind="digit"),
        "wrong big": Ink(colors["goes-line"], "bold", kind="digit"),
        "ruled": Ink(own["rule"], "underline", kind="line"),
        "corner": Ink(own["corner"], "italic"),
        "corner same": Ink(own["same"], "bold italic"),
        "center": Ink(own["center"]),
        "center same": Ink(own["same"], "bold"),
        "more": Ink(colors["mark"]),
        "candidate": Ink(colors["mark"]),
        "goes": Ink(colors["goes-line"], "strike bold", colors["goes"]),
        "sign": Ink(ink, "bold"),
        "ground": Ink(own["ground"], kind="line"),
        "clue": Ink(own["clue"], kind="digit"),
        "tag": Ink(colors["mark"]),
        "shape": Ink(own["clue"], "bold", kind="digit"),
        **{f"shape-{r}": Ink(colors[look_of_line(r).color], "bold") for r in LETTER_ROLES},
        "stroke": Ink(colors["shape"]),
        "line-cell": Ink(own["rule"], kind="line"),
        "line-cage": Ink(own["cage"], kind="line"),
        "line-box": Ink(own["box"], kind="line"),
        "line-told": Ink(colors["a-line"], "bold", kind="line"),
        "bracket": Ink(own["cursor-digit"], "bold"),
        **{f"cursor-{mode}": Ink(own[f"cursor-{mode}"], "bold") for mode in _MODES},
        **{style: Ink(colors[f"{style}-line"], "bold", colors[style]) for style in STYLES},
        "seen": Ink(ink, "bold", colors["seen"]),
        "placed-mark": Ink(colors["placed-line"], "bold", colors["placed"]),
    }
    layers = {
        "extra": (own["extra"], 1.0),
        "diagonal": (own["extra"], 0.8),
        "peer": (own["peer"], 0.55 * weight),
        "same": (own["same"], 0.3 * weight),
        "house": (colors["house"], 0.2 * weight),
        "highlight": (colors["highlight"], 0.9),
        "selected": (own["selected"], 0.42 * weight),
        "wrong": (colors["goes-line"], 0.16),
        "placed": (colors["placed"], 1.0),
        "seen": (colors["seen"], 1.0),
        **{style: (colors[style], 0.85) for style in STYLES},
        **{f"color-{k}": (f"#{c}", 0.55) for k, c in enumerate(PLAYER, 1)},
    }
    return Palette(paper, inks, layers, is_coarse=is_coarse)


_DARK_OWN = {
    "digit": "#7fb2ff",
    "corner": "#a6abb5",
    "center": "#c6cbd4",
    "same": "#f2b63c",
    "rule": "#343a44",
    "ground": "#55706c",
    "cage": "#8d7a4f",
    "box": "#a9b0bc",
    "clue": "#e0bd6e",
    "extra": "#20302f",
    "peer": "#242a35",
    "selected": "#3b7ab8",
    "cursor-digit": "#ffd166",
    "cursor-corner": "#7ee0b8",
    "cursor-center": "#f09bd0",
    "cursor-color": "#aca6fb",
}
_LIGHT_OWN = {
    "digit": "#1f5fbf",
    "corner": "#5c6068",
    "center": "#3c4048",
    "same": "#b06a00",
    "rule": "#d0cdc4",
    "ground": "#8fae9f",
    "cage": "#a08a4c",
    "box": "#3a3f47",
    "clue": "#7a5600",
    "extra": "#e6f0ea",
    "peer": "#e4e8f0",
    "selected": "#5aa5ee",
    "cursor-digit": "#c05a00",
    "cursor-corner": "#007a59",
    "cursor-center": "#a33f80",
    "cursor-color": "#5348ad",
}
_CONTRAST_OWN = {
    **_DARK_OWN,
    "digit": "#5ad1ff",
    "corner": "#e0e0e0",
    "center": "#ffffff",
    "rule": "#6a6a6a",
    "ground": "#5fb3a4",
    "cage": "#ffd75f",
    "box": "#ffffff",
    "clue": "#ffe000",
    "extra": "#003a34",
    "peer": "#2a2a2a",
    "selected": "#0078ff",
    "cursor-digit": "#ffe000",
}
_CONTRAST = {**DARK, "ink": "#ffffff", "mark": "#d8d8d8", "goes-line": "#ff8f8f"}
# For each theme: the colors of pictures, the additional colors of the board, and a factor for the
# opacity of layers.
_COLORS = {
    "dark": (DARK, _DARK_OWN, 1.0),
    "light": (LIGHT, _LIGHT_OWN, 1.0),
    "contrast": (_CONTRAST, _CONTRAST_OWN, 1.3),
}


@lru_cache(maxsize=1)
def _sixteen() -> Palette:
    """Return the look of the board with the 16 named colors, which differ between terminals."""
    player = ("bright_black", "yellow", "cyan", "green", "bright_yellow", "blue", "red", "magenta")
    grounds = {"a": "blue", "b": "yellow", "c": "magenta", "d": "cyan", "e": "red", "f": "white"}
    inks = {
        "given": Ink("", "bold"),
        "digit": Ink("cyan"),
        "placed": Ink("green", "bold"),
        "wrong": Ink("red", "bold underline"),
        "wrong big": Ink("red", "bold"),
        "ruled": Ink("bright_black", "underline"),
        "corner": Ink("", "italic"),
        "corner same": Ink("yellow", "bold italic"),
        "center": Ink(),
        "center same": Ink("yellow", "bold"),
        "more": Ink("bright_black"),
        "candidate": Ink(),
        "goes": Ink("red", "strike bold"),
        "sign": Ink("", "bold"),
        "ground": Ink("bright_black"),
        "clue": Ink("yellow"),
        "tag": Ink("", "bold"),
        **{name: Ink("yellow", "bold") for name in _SHAPE_INKS},
        "stroke": Ink(),
        "line-cell": Ink("bright_black"),
        "line-cage": Ink("yellow"),
        "line-box": Ink(),
        "line-told": Ink("cyan", "bold"),
        "bracket": Ink("yellow", "bold"),
        "cursor-digit": Ink("yellow", "bold"),
        "cursor-corner": Ink("green", "bold"),
        "cursor-center": Ink("magenta", "bold"),
        "cursor-color": Ink("cyan", "bold"),
        **{style: Ink("", "bold", ground) for style, ground in grounds.items()},
        "seen": Ink("", "bold"),
        "placed-mark": Ink("", "bold", "green"),
    }
    layers = {
        "selected": ("blue", 1.0),
        "highlight": ("cyan", 1.0),
        "placed": ("green", 1.0),
        "seen": ("bright_black", 1.0),
        **{style: (ground, 1.0) for style, ground in grounds.items()},
        **{f"color-{k}": (c, 1.0) for k, c in enumerate((*player, "bright_magenta"), 1)},
    }
    return Palette("", inks, layers, has_signs=True)


@lru_cache(maxsize=1)
def _plain() -> Palette:
    """Return the look of the board without colors."""
    names = (
        "wrong",
        "wrong big",
        "placed",
        "sign",
        "tag",
        *_SHAPE_INKS,
        "bracket",
        "placed-mark",
        "line-told",
        *STYLES,
    )
    inks = {
        **{name: Ink("", "bold") for name in names},
        "given": Ink("", "bold"),
        "goes": Ink("", "strike"),
        "corner": Ink("", "italic"),
        "corner same": Ink("", "bold italic underline"),
        "center same": Ink("", "bold underline"),
        "line-cell": Ink("", "dim"),
        "ruled": Ink("", "dim underline"),
        "ground": Ink("", "dim"),
        "more": Ink("", "dim"),
        **{f"cursor-{mode}": Ink("", "bold") for mode in _MODES},
    }
    return Palette("", inks, {}, has_signs=True)
