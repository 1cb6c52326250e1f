"""The look of the shapes of constraints by role: widths, layers, and rules of style sheets.

Lines are wide and pale, so that digits stay legible on them. In media without colors, such as
print, the width of a line and the pattern along its middle distinguish the roles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from pandoku.draw.palette import OwnColor, own_color
from pandoku.model import Decoration, Disc, Sign, Stroke, Tile

__all__ = [
    "LINE_ROLES",
    "SHAPE_LAYERS",
    "TOP_ROLES",
    "LineLook",
    "core_dashes",
    "is_dot",
    "is_outside",
    "layer_of",
    "look_of_line",
    "own_colors",
    "shape_rules",
]

# Layers from bottom to top. The colors of cells show through "faint" and "pale" shapes.
SHAPE_LAYERS = ("faint", "pale", "below")
TOP_ROLES = ("comparison",)  # roles of strokes that are on the borders of cells, above the grid


class LineLook(NamedTuple):
    """The look of strokes of a role.

    Attributes:
        width: The width in cells.
        layer: One of `SHAPE_LAYERS`.
        color: A name from the palette.
        core: The pattern of the light line along the middle of the stroke: a key of `_CORES`, or
            "".
    """

    width: float
    layer: str = "pale"
    color: str = "shape"
    core: str = ""


# The palette colors of drawings without a known meaning, by hue.
_DRAWN = {
    "red": "parity",
    "orange": "entropic",
    "yellow": "sum-line",
    "green": "whisper",
    "blue": "region-sum",
    "purple": "renban",
    "gray": "palindrome",
}
_LINES = {
    "thermometer": LineLook(0.33, "faint", "ink"),
    "slow-thermometer": LineLook(0.33, "faint", "slow", "dash"),
    "arrow": LineLook(0.06, "below"),
    "between": LineLook(0.13, "below", "soft"),
    "diagonal": LineLook(0.045, "below", "ink"),
    "comparison": LineLook(0.05, "below", "ink"),
    "palindrome": LineLook(0.25, color="palindrome", core="solid"),
    "whisper": LineLook(0.19, color="whisper", core="short"),
    "renban": LineLook(0.2, color="renban"),
    "nabner": LineLook(0.22, color="nabner", core="long"),
    "entropic": LineLook(0.22, color="entropic", core="dots"),
    "modular": LineLook(0.2, color="modular", core="mixed"),
    "parity": LineLook(0.2, color="parity", core="dash"),
    "groups": LineLook(0.28, color="groups", core="dots"),
    "sequence": LineLook(0.14, color="sequence", core="short"),
    "region-sum": LineLook(0.16, color="region-sum", core="solid"),
    "zipper": LineLook(0.28, color="zipper", core="mixed"),
    "double-arrow": LineLook(0.1, color="double-arrow"),
    "sum-line": LineLook(0.28, color="sum-line", core="long"),
    "lockout": LineLook(0.1, color="lockout"),
    "pair": LineLook(0.1),
    "automaton": LineLook(0.14, core="dots"),
    **{f"drawn-{hue}": LineLook(0.18, color=color) for hue, color in _DRAWN.items()},
    "black": LineLook(0.08, "below", "ink"),
    "white": LineLook(0.08, "below", "paper"),
}
LINE_ROLES = tuple(_LINES)
_UNKNOWN = LineLook(0.1, "below")
# In cells: the maximum width of a setter's line and the maximum diameter of a disc that leave room
# for digits. These lines and discs are not pale.
_NARROW, _SMALL = 0.12, 0.5

_DASHED_CELL = 48  # units: side of the cells that the dashes below are made for
# The dashes of the light lines. The ends of dashes are round, so a dash of length 0 is a dot.
_CORES = {
    "solid": "",
    "dash": "7 7",
    "short": "5 10",
    "long": "16 8",
    "dots": "0 8",
    "mixed": "10 8 0 8",
}

# The style declarations of discs and tiles. Names in parentheses are colors of the palette.
_DISCS = {
    "bulb": "fill:%(ink)s;stroke:none",
    "slow-bulb": "fill:%(slow)s;stroke:none",
    "ring": "fill:none;stroke-width:2.8",
    "end": "fill:none",
    "white": "fill:%(white)s;stroke:%(black)s;stroke-width:1.3",
    "black": "fill:%(black)s;stroke:%(white)s;stroke-width:1.3",
    "odd": "fill:%(ink)s;stroke:none",
    "count": "fill:none;stroke:%(count)s;stroke-dasharray:5 3",
    "quadruple": "fill:%(paper)s;stroke:%(ink)s;stroke-width:1.3",
    "mark": "fill:none;stroke:none",
}
_SOLID_DISCS = ("ring", "end", "white", "black", "count", "quadruple", "mark")
_TILES = {
    "even": "fill:%(ink)s",
    "region": "fill:%(ink)s",
    "clone": "fill:%(ink)s",
    "extreme": "fill:%(ink)s",
    "index": "fill:%(index)s",
    "diamond": "fill:none;stroke:%(lockout)s;stroke-width:2",
    "fog": "fill:%(fog)s",
    "cage": "fill:none",
    "black": "fill:%(ink)s",
    "white": "fill:%(paper)s",
    "ring": "fill:none;stroke:%(shape)s;stroke-width:2",
}
_TILE_LAYERS = {
    "index": "pale",
    "diamond": "below",
    "fog": "pale",
    "ring": "below",
    **dict.fromkeys([f"drawn-{hue}" for hue in _DRAWN], "pale"),
}


def look_of_line(role: str) -> LineLook:
    """Return the look of strokes of a role. The look of an unknown role is a gray line."""
    return _LINES.get(role, _UNKNOWN)


def core_dashes(core: str, cell: float) -> tuple[float, ...]:
    """Return the dashes of a pattern along the middle of a line, for a cell of this side."""
    return tuple(float(each) / _DASHED_CELL * cell for each in _CORES.get(core, "").split())


def own_colors(part: Decoration) -> tuple[OwnColor | None, OwnColor | None]:
    """Return the setter's colors for the inside and for the border. None means the role's color.

    A line has only a border color, and a text has only an inside color.
    """
    if isinstance(part, Sign):
        return (OwnColor(part.color) if part.color else None), None
    if isinstance(part, Stroke):
        width = part.width or look_of_line(part.role).width
        return None, OwnColor(part.color, width > _NARROW) if part.color else None
    if part.role == "cage" or not (part.color or part.rim):  # cages keep their usual look
        return None, None
    if isinstance(part, Disc):
        is_behind = part.radius > _SMALL / 2
    else:
        is_behind = min(part.size, part.height or part.size) > _NARROW
    return OwnColor(part.color, is_behind), OwnColor(part.rim)


def layer_of(part: Decoration) -> str:
    """Return the layer of a part that is below the lines of the grid."""
    for own in own_colors(part):
        if own is not None and own.color:
            return "pale" if own.is_pale else "below"
    if isinstance(part, Stroke):
        return look_of_line(part.role).layer
    if isinstance(part, Tile):
        return _TILE_LAYERS.get(part.role, "faint")
    if isinstance(part, Disc) and part.role.startswith("drawn-"):
        return "pale"
    is_filled = isinstance(part, Disc) and part.role not in _SOLID_DISCS
    return "faint" if is_filled else "below"


def shape_rules(used: Collection[str] | None = None) -> tuple[str, str]:
    """Return two texts with rules for shapes: rules with palette names, and all other rules.

    Args:
        used: The classes that a picture has; None means every class.
    """
    rules = [*_colored()]
    if used is not None:
        known = {*used}
        rules = [
            (selector, body)
            for selector, body in rules
            if any({*each.split(".")[1:]} <= known for each in selector.split(","))
        ]
        rules += [_own_rule(name) for name in sorted(used) if name.startswith(_OWN)]
    return "".join(f"{selector}{{{body}}}" for selector, body in rules), _PLAIN


_PLAIN = (
    ".shape-line,.shape-core{fill:none;stroke-linecap:round;stroke-linejoin:round}"
    + "".join(
        f".shape-core-{core}{{stroke-dasharray:{dash}}}" for core, dash in _CORES.items() if dash
    )
    + ".shape-faint{opacity:.21}.shape-pale{opacity:.55}.shape-soft{opacity:.42}"
    ".shape-sign,.shape-value{font-weight:600}"
    ".shape-on-mark{stroke-width:3;stroke-linejoin:round;paint-order:stroke}"
)


def own_color_rules(used: Iterable[str]) -> str:
    """Return the rules for setters' colors. Each rule covers both light and dark pages.

    Args:
        used: The classes in the pictures.
    """
    rules = []
    for name in sorted({name for name in used if name.startswith(_OWN)}):
        selector, body = _own_rule(name)
        own = own_color(name.split("-", 2)[2])
        rules.append(f".pandoku {selector}{{{body.partition(':')[0]}:{own.light_dark}}}")
    return "".join(rules)


_OWN = ("shape-in-", "shape-rim-")  # the classes that name setters' colors


def _own_rule(name: str) -> tuple[str, str]:
    """Return the selector and the declaration for the class of a setter's color.

    The selector repeats its first class to be more specific than the selectors of roles.
    """
    key = "fill" if name.startswith("shape-in-") else "stroke"
    return f".shape-own.shape-own.{name}", f"{key}:%({name.split('-', 2)[2]})s"


def _colored() -> Iterator[tuple[str, str]]:
    """Yield the selectors and declarations of all classes.

    The selector for a single role is more specific than a selector for several roles, so the order
    of the rules does not matter. A page can therefore collect the rules of different pictures.
    """
    yield ".shape-line", "stroke:%(shape)s"
    yield ".shape-core", "stroke:%(paper)s"
    for role, look in _LINES.items():
        if look.color != _UNKNOWN.color:
            yield f".shape-line.shape-{role}", f"stroke:%({look.color})s"
    yield ".shape-line.shape-border", "stroke:%(mark)s"
    yield ".shape-disc", "fill:%(ink)s;stroke:%(shape)s;stroke-width:2"
    for role, body in _DISCS.items():
        yield f".shape-disc.shape-{role}", body
    yield ".shape-tile", "fill:%(ink)s"
    for role, body in _TILES.items():
        if body != "fill:%(ink)s":
            yield f".shape-tile.shape-{role}", body
    for hue, color in _DRAWN.items():
        yield (
            f".shape-disc.shape-drawn-{hue},.shape-tile.shape-drawn-{hue}",
            (f"fill:%({color})s;stroke:none"),
        )
    yield ".shape-sign,.shape-value,.shape-corner", "fill:%(ink)s"
    yield ".shape-value.shape-on-white", "fill:%(black)s"
    yield ".shape-value.shape-on-black", "fill:%(white)s"
    yield ".shape-on-mark", "stroke:%(paper)s"
    yield ".outlined", ("stroke:%(paper)s;stroke-width:3;stroke-linejoin:round;paint-order:stroke")


def is_dot(part: Decoration) -> bool:
    """Return whether a decoration is a disc on the edge of a cell, or a chevron."""
    if isinstance(part, Stroke):
        return part.role in TOP_ROLES
    return isinstance(part, Disc) and any(
        abs(value % 1 - 0.5) > 0.25 for point in part.points for value in point
    )


def is_outside(part: Decoration, order: int) -> bool:
    """Return whether a decoration is outside the grid."""
    points = [(part.x, part.y)] if isinstance(part, Sign) else [*part.points]
    return not any(0 < x < order and 0 < y < order for x, y in points)
