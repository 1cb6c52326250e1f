"""What the parts of a board look like: colours and attributes, blended where parts overlap."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

__all__ = ["Ink", "Layers", "Palette", "contrast"]

Layers = tuple[str, ...]  # what lies behind a character, lowest first

_CUBE = (0, 95, 135, 175, 215, 255)
_COARSE = [
    *((red, green, blue) for red in _CUBE for green in _CUBE for blue in _CUBE),
    *((grey, grey, grey) for grey in range(8, 239, 10)),
]
_LEAST_CONTRAST = {"line": 1.0, "mark": 3.6, "digit": 5.5}
# Of the 16 colours of terminals, those on which black is easier to read than white.
_LIGHT_GROUNDS = frozenset(
    ["green", "yellow", "cyan", "white", *(f"bright_{c}" for c in ("green", "yellow", "cyan"))]
)


class Ink(NamedTuple):
    """How characters are written.

    Attributes:
        colour: "#rrggbb", the name of one of 16 colours, or "" for the usual colour.
        attributes: "bold", "underline", ... separated by spaces.
        behind: The colour behind them, or "" for the cell's.
        kind: How much contrast they need: "line", "mark" or "digit".
    """

    colour: str = ""
    attributes: str = ""
    behind: str = ""
    kind: str = "mark"


class Palette:
    """The look of a board in one theme.

    Args:
        paper: "#rrggbb", or "" for the terminal's own.
        inks: By what is written.
        layers: By what lies behind: a colour, and how much of it covers what is below, 0 to 1. Of
            the 16 colours of a terminal, the uppermost alone is seen.
        has_signs: Whether selected cells have brackets and colours have letters, because the
            terminal has too few colours or none.
        is_coarse: Whether the terminal has 256 colours only.
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
        """Return the style of characters: what they are, over what lies behind them."""
        return self.look(behind, ink)[0]

    def look(self, behind: Layers, ink: str) -> tuple[Style, bool]:
        """Return the style of characters, and whether spaces in it look like any others there."""
        found = self._looks.get((behind, ink))
        if found is None:
            style = self._blended(behind, ink)
            has_own = style.underline or style.strike or self._inks.get(ink, Ink()).behind
            found = self._looks[behind, ink] = style, not has_own
        return found

    def _blended(self, behind: Layers, name: str) -> Style:
        ink = self._inks.get(name, Ink())
        ground, colour = ink.behind or self._ground(behind), ink.colour
        if ground.startswith("#"):
            colour = legible(colour or self._inks["given"].colour, ground, ink.kind)
        elif ground:
            colour = "black" if ground in _LIGHT_GROUNDS else "bright_white"
        on = f" on {ground}" if ground else ""
        return Style.parse(f"{ink.attributes} {colour or 'default'}{on}")

    def _ground(self, behind: Layers) -> str:
        """Return the colour of layers on the paper."""
        ground = self.paper
        for layer in behind:
            colour, share = self._layers.get(layer, ("", 0.0))
            if colour.startswith("#"):
                ground = _mixed(ground, colour, share)
            elif colour:
                ground = colour
        return nearest(ground) if self._is_coarse else ground


def legible(colour: str, ground: str, kind: str) -> str:
    """Return a colour, if need be lighter or darker, such that it can be read on *ground*."""
    least = _LEAST_CONTRAST[kind]
    end = "#ffffff" if contrast("#ffffff", ground) > contrast("#000000", ground) else "#000000"
    return next(
        (
            mixed
            for tenth in range(10)
            if contrast(mixed := _mixed(colour, end, tenth / 10), ground) >= least
        ),
        end,
    )


@lru_cache(maxsize=512)
def nearest(colour: str) -> str:
    """Return the nearest of the 256 colours of a terminal, without the first 16.

    The difference in hue counts more than that in brightness: dark colours that are rounded in the
    usual way become black or grey.

    >>> nearest("#1d212a"), nearest("#25425f")
    ('#262626', '#5f5f87')
    """
    red, green, blue = _triple(colour)

    def distance(found: tuple[int, int, int]) -> float:
        r, g, b = found[0] - red, found[1] - green, found[2] - blue
        return (r - g) ** 2 + (g - b) ** 2 + (b - r) ** 2 + ((r + g + b) / 3) ** 2

    return "#" + "".join(f"{value:02x}" for value in min(_COARSE, key=distance))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours "#rrggbb", 1 to 21, as the web's guidelines define it.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return round((high + 0.05) / (low + 0.05), 2)


def _luminance(colour: str) -> float:
    shares = [value / 255 for value in _triple(colour)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _mixed(below: str, above: str, share: float) -> str:
    pairs = zip(_triple(below), _triple(above), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _triple(colour: str) -> tuple[int, int, int]:
    return Color.parse(colour).get_truecolor()
