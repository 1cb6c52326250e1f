"""The colors that setters chose, for light and dark pictures and for paper.

Light pictures and prints at home show them unchanged. Behind digits they are translucent, so that
digits and the colors of cells stay legible, and dark colors become paler. Dark pictures keep the
hue, but make colors light enough for the background or dark enough for digits.
"""

from __future__ import annotations

from typing import NamedTuple

from pandoku.draw.palette import DARK, LIGHT

__all__ = ["PALE", "OwnColor", "own_color"]

PALE = 0.55  # the opacity behind digits
_WHITE = 0.98  # lighter colors count as the color of the paper
_LEAST_LIGHT, _MOST_LIGHT = 0.22, 0.26  # luminance in dark pictures: on the ground, behind digits
_DARK_TEXT = 0.3  # luminance: on lighter colors, texts are dark
_STEPS = 8  # halvings


class OwnColor(NamedTuple):
    """A setter's color, "#rrggbb", or "" for no color.

    Attributes:
        color: The color.
        is_behind: Whether it is behind digits, in a layer with the opacity `PALE`, or below all
            other layers if it is white.
    """

    color: str
    is_behind: bool = False

    @property
    def is_cover(self) -> bool:
        """True if it covers everything below it with the color of the paper."""
        return self.is_behind and bool(self.color) and min(_parts(self.color)) >= _WHITE

    @property
    def is_pale(self) -> bool:
        """True if it is drawn translucent."""
        return self.is_behind and bool(self.color) and not self.is_cover

    @property
    def name(self) -> str:
        """Its name in classes of style sheets: "67f067" or "behind-67f067"."""
        return "behind-" * self.is_behind + (self.color[1:] or "none")

    @property
    def paper(self) -> tuple[float, float, float]:
        """Its red, green and blue from 0 to 1 as seen on white paper."""
        red, green, blue = _parts(self.color or "#ffffff")
        if self.is_pale:
            least = 1 - PALE
            red, green, blue = max(red, least), max(green, least), max(blue, least)
        return round(red, 3), round(green, 3), round(blue, 3)

    @property
    def light(self) -> str:
        """Its value in a light picture, for a style sheet."""
        if self.is_cover:
            return LIGHT["paper"]
        if not self.is_pale:
            return self.color or "none"
        return _text(*(1 - (1 - part) / PALE for part in self.paper))

    @property
    def dark(self) -> str:
        """Its value in a dark picture, for a style sheet."""
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
        """Its value for a page that is light or dark."""
        light, dark = self.light, self.dark
        return light if light == dark else f"light-dark({light},{dark})"

    @property
    def has_dark_text(self) -> bool:
        """True if texts on it are dark in every picture."""
        return _luminance(*_parts(self.color)) >= _DARK_TEXT


def own_color(name: str) -> OwnColor:
    """Return the color with a name.

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
    """Return a color mixed with black (0) or white (1) until it has the luminance *wanted*."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        share = (low + high) / 2
        mixed = [part + share * (other - part) for part in parts]
        is_there = (_luminance(*mixed) >= wanted) == bool(other)
        low, high = (low, share) if is_there else (share, high)
    return tuple(part + high * (other - part) for part in parts)
