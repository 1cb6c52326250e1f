"""The colors and attributes of the parts of a board, blended if parts overlap."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

__all__ = ["Ink", "Layers", "Palette", "contrast"]

Layers = tuple[str, ...]  # the layers behind a character, lowest first

_CUBE = (0, 95, 135, 175, 215, 255)
_COARSE = [
    *((red, green, blue) for red in _CUBE for green in _CUBE for blue in _CUBE),
    *((gray, gray, gray) for gray in range(8, 239, 10)),
]
_LEAST_CONTRAST = {"line": 1.0, "mark": 3.6, "digit": 5.5}
# The colors of the 16 terminal colors on which black is easier to read than white.
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
        layers: The layers by name: a color and its opacity, 0 to 1. The 16 terminal colors are not
            blended: only the top layer is visible.
        has_signs: Whether selected cells have brackets and colors have letters, because the
            terminal has few colors or none.
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
        """Return the style of an ink over some layers."""
        return self.look(behind, ink)[0]

    def look(self, behind: Layers, ink: str) -> tuple[Style, bool]:
        """Return the style of an ink over layers, and whether its spaces look like any other."""
        found = self._looks.get((behind, ink))
        if found is None:
            style = self._blended(behind, ink)
            has_own = style.underline or style.strike or self._inks.get(ink, Ink()).behind
            found = self._looks[behind, ink] = style, not has_own
        return found

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
        """Return the color of layers over the paper."""
        ground = self.paper
        for layer in behind:
            color, share = self._layers.get(layer, ("", 0.0))
            if color.startswith("#"):
                ground = _mixed(ground, color, share)
            elif color:
                ground = color
        return nearest_color(ground) if self._is_coarse else ground


def legible(color: str, ground: str, kind: str) -> str:
    """Return a color, made lighter or darker if necessary to be legible on *ground*."""
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
    """Return the nearest of the 256 colors of a terminal, without the first 16.

    A difference in hue counts more than a difference in brightness. With plain rounding, dark
    colors would become black or gray.

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
