"""The colors of pictures, from palettes and from setters.

In light pictures and prints at home, setters' colors are unchanged, with one exception: dark colors
behind digits become paler, so that the digits are legible. Colors behind digits are drawn
translucent. Dark pictures keep the hue of a setter's color. A color behind digits becomes dark
enough for the digits to be legible. Any other color becomes light enough to stand out from the
background.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["DARK", "LIGHT", "PALE", "PLAYER", "OwnColor", "own_color"]

# The colors follow Okabe and Ito, "Color universal design", so that readers with any kind of color
# vision can distinguish them. Each style has a fill color and a stronger line color. "goes" and
# "placed" also have both colors. Wide lines are translucent. On white, they look like the lines
# that solvers know from other programs.
LIGHT = {
    "paper": "#ffffff",
    "ink": "#1a1a1a",
    "digit": "#1f5fbf",
    "soft": "#b9bcc2",
    "mark": "#5c6068",
    "window": "#f1efe9",
    "rule": "#d5d8dd",
    "highlight": "#ffe9a8",
    "house": "#4466aa",
    "link": "#8a2f6b",
    "a": "#cfe5f6",
    "a-line": "#0072b2",
    "b": "#fde5b8",
    "b-line": "#a86400",
    "c": "#f3d7ea",
    "c-line": "#a33f80",
    "d": "#cdeee1",
    "d-line": "#007a59",
    "e": "#dedcf8",
    "e-line": "#5348ad",
    "f": "#fbf3a8",
    "f-line": "#6f6500",
    "seen": "#ececee",
    "seen-line": "#84888f",
    "goes": "#fbdad3",
    "goes-line": "#c22a00",
    "placed": "#d3f1e0",
    "placed-line": "#006b4b",
    "diagonal": "#34bbe6",
    "shape": "#8f9296",
    "slow": "#1f5fbf",
    "white": "#ffffff",
    "black": "#1a1a1a",
    "palindrome": "#a8a8a8",
    "whisper": "#00e400",
    "renban": "#ea39ea",
    "nabner": "#c9c060",
    "entropic": "#ffa264",
    "modular": "#148d8d",
    "parity": "#ff7a66",
    "groups": "#d0a070",
    "sequence": "#7a6ff0",
    "region-sum": "#00a0ff",
    "zipper": "#b894e6",
    "double-arrow": "#d0508c",
    "sum-line": "#f5cf3c",
    "lockout": "#3e72d2",
    "count": "#a86400",
    "index": "#b8c8f0",
    "fog": "#8d9198",
}
DARK = {
    "paper": "#17191d",
    "ink": "#ececec",
    "digit": "#7fb2ff",
    "soft": "#4b5059",
    "mark": "#a6abb5",
    "window": "#24231f",
    "rule": "#3a3f47",
    "highlight": "#5c4a12",
    "house": "#9db8f0",
    "link": "#f0a6d5",
    "a": "#173c59",
    "a-line": "#6cbcf5",
    "b": "#4e3a0e",
    "b-line": "#f2b63c",
    "c": "#4b2241",
    "c-line": "#f09bd0",
    "d": "#0f4436",
    "d-line": "#4fd3a7",
    "e": "#312e63",
    "e-line": "#aca6fb",
    "f": "#454010",
    "f-line": "#eadf5c",
    "seen": "#2a2d33",
    "seen-line": "#8b9099",
    "goes": "#5a2217",
    "goes-line": "#ff8f76",
    "placed": "#123f2c",
    "placed-line": "#66dba0",
    "diagonal": "#2b8fb3",
    "shape": "#7f858f",
    "slow": "#9cc4ff",
    "white": "#ececec",
    "black": "#0b0c0e",
    "palindrome": "#868b94",
    "whisper": "#349f41",
    "renban": "#ce62ce",
    "nabner": "#958d3d",
    "entropic": "#be7c48",
    "modular": "#269b9b",
    "parity": "#d86d5a",
    "groups": "#8a6540",
    "sequence": "#6a5fd8",
    "region-sum": "#2697bd",
    "zipper": "#9f7acc",
    "double-arrow": "#c04a82",
    "sum-line": "#96801c",
    "lockout": "#7fa8f5",
    "count": "#f2b63c",
    "index": "#3a4a80",
    "fog": "#7f858f",
}
# A player's colors, translucent so that digits stay legible in both themes.
PLAYER = ("999999", "e69f00", "56b4e9", "009e73", "f0e442", "0072b2", "d55e00", "cc79a7", "7f5fc8")

PALE = 0.55  # the opacity of colors behind digits
_WHITE = 0.98  # colors lighter than this count as white paper
# Luminance in dark themes: the minimum, and the maximum behind digits.
_LEAST_LIGHT, _MOST_LIGHT = 0.22, 0.26
_DARK_TEXT = 0.3  # luminance above which texts on a color are dark
_STEPS = 8  # number of steps of a binary search


class OwnColor(NamedTuple):
    """A setter's color, "#rrggbb", or "" for no color.

    Attributes:
        color: The color.
        is_behind: Whether the color is behind digits. Behind digits, white is below all other
            layers, and any other color is in a layer with the opacity `PALE`.
    """

    color: str
    is_behind: bool = False

    @property
    def is_cover(self) -> bool:
        """True if the color hides everything below it, as white paper would."""
        return self.is_behind and bool(self.color) and min(_parts(self.color)) >= _WHITE

    @property
    def is_pale(self) -> bool:
        """True if the color is drawn translucent."""
        return self.is_behind and bool(self.color) and not self.is_cover

    @property
    def name(self) -> str:
        """The name of the color in classes of style sheets: "67f067" or "behind-67f067"."""
        return "behind-" * self.is_behind + (self.color[1:] or "none")

    @property
    def paper(self) -> tuple[float, float, float]:
        """The red, green and blue of the color on white paper, from 0 to 1."""
        red, green, blue = _parts(self.color or "#ffffff")
        if self.is_pale:
            least = 1 - PALE
            red, green, blue = max(red, least), max(green, least), max(blue, least)
        return round(red, 3), round(green, 3), round(blue, 3)

    @property
    def light(self) -> str:
        """The value of the color in the style sheet of a light picture."""
        if self.is_cover:
            return LIGHT["paper"]
        if not self.is_pale:
            return self.color or "none"
        return _text(*(1 - (1 - part) / PALE for part in self.paper))

    @property
    def dark(self) -> str:
        """The value of the color in the style sheet of a dark picture."""
        if self.is_cover:
            return DARK["paper"]
        if not self.color:
            return "none"
        parts = _parts(self.color)
        light = _luminance(*parts)
        if self.is_pale and light > _MOST_LIGHT:
            return _text(*_mixed(parts, 0.0, _MOST_LIGHT))
        return _text(*(_mixed(parts, 1.0, _LEAST_LIGHT) if light < _LEAST_LIGHT else parts))

    @property
    def light_dark(self) -> str:
        """The value of the color in the style sheet of a page that may be light or dark."""
        light, dark = self.light, self.dark
        return light if light == dark else f"light-dark({light},{dark})"

    @property
    def has_dark_text(self) -> bool:
        """True if texts on the color are dark in every picture."""
        return _luminance(*_parts(self.color)) >= _DARK_TEXT


def own_color(name: str) -> OwnColor:
    """Return the color with the given name in classes of style sheets.

    >>> own_color("behind-67f067")
    OwnColor(color='#67f067', is_behind=True)
    """
    code = name.removeprefix("behind-")
    return OwnColor("" if code == "none" else f"#{code}", code != name)


def _parts(color: str) -> tuple[float, float, float]:
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _text(*parts: float) -> str:
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, part))):02x}" for part in parts)


def _luminance(red: float, green: float, blue: float) -> float:
    """Return the relative luminance of a color, from 0 to 1."""
    parts = (
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in (red, green, blue)
    )
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _mixed(parts: tuple[float, float, float], other: float, wanted: float) -> tuple[float, ...]:
    """Mix a color with black (0) or white (1) until the result has the luminance *wanted*."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        share = (low + high) / 2
        mixed = [part + share * (other - part) for part in parts]
        is_there = (_luminance(*mixed) >= wanted) == bool(other)
        low, high = (low, share) if is_there else (share, high)
    return tuple(part + high * (other - part) for part in parts)
