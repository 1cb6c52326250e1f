"""The style sheets of pictures and of pages, light and dark."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from pandoku.draw.items import STYLES
from pandoku.draw.looks import shape_rules
from pandoku.draw.palette import DARK, LIGHT, PLAYER, own_color

__all__ = ["THEMES", "document_rules", "page_colors", "paper_rules", "style_sheet", "styles"]

THEMES = ("auto", "light", "dark")

_DASHES = {"b": "5 3", "c": "1.5 2.5", "d": "9 3 2 3", "e": "2 5", "f": "12 3"}
_STROKES = {
    "cell": "1",
    "diagonal": "2",
    "window": "1",
    "sum": "1.3",
    "told": "3.2",
    "ray": "1.4",
    "cross": "1.6",
    "cage,box,box-in-cage": "3",
    "frame": "4",
    "strong,weak": "1.7",
    "leads,ends": "1.2",
    "ring": "1.4",
    "strike": "1.1",
}

_COLORS = (
    ".paper{fill:%(paper)s}.extra{fill:%(window)s}.highlight{fill:%(highlight)s}"
    ".cell{stroke:%(soft)s}.diagonal{stroke:%(diagonal)s}.sum,.window{stroke:%(mark)s}.told{stroke:%(a-line)s}"
    ".ray,.cross{stroke:%(goes-line)s}"
    ".cage,.box,.box-in-cage,.frame{stroke:%(ink)s}"
    ".given,.clue,.center,.corner,.tag,.words,.term,.label,.number,.order,.named{fill:%(ink)s}"
    ".coordinate,.note{fill:%(mark)s}.clue,.passed,.label,.order{stroke:%(paper)s}"
    ".digit{fill:%(digit)s}.candidate{fill:%(mark)s}.in{fill:%(ink)s}"
    ".house{fill:%(house)s}.cover{stroke:%(house)s}"
    ".strong,.weak,.leads,.ends,.ring{stroke:%(link)s}.head{fill:%(link)s}"
    ".goes{fill:%(goes)s}.in.goes{fill:%(goes-line)s}.strike{stroke:%(goes-line)s}"
    "g.placed{fill:%(placed-line)s}"
    + "".join(
        f".{style}{{fill:%({style})s}}.mark.{style},.edge.{style}{{stroke:%({style}-line)s}}"
        for style in (*STYLES, "seen")
    )
    + "path.placed{fill:%(placed)s}.mark.placed,.edge.placed{stroke:%(placed-line)s}"
)
_SHAPES = (
    ".clue,.words{text-anchor:start}.tag{text-anchor:end}"
    ".given,.in,.placed,.named,.label,.number,.order,.term,.told-words{font-weight:600}"
    ".clue,.passed,.label,.order{stroke-width:3;stroke-linejoin:round;paint-order:stroke}"
    ".house{fill-opacity:.13}.cover{stroke-opacity:.22;stroke-width:3}"
    + "".join(
        ",".join(f".{role}" for role in roles.split(",")) + f"{{fill:none;stroke-width:{width}}}"
        for roles, width in _STROKES.items()
    )
    + ".sum,.weak,.ends{stroke-dasharray:4 3}.cover,path.edge{fill:none}.mark{stroke-width:1.3}"
    ".edge{stroke-width:1.4}.edge.seen{stroke-width:.8}"
    ".cage,.box,.frame,.told{stroke-linecap:square}.ray{stroke-opacity:.55}"
    + "".join(f".edge.{s}{{stroke-dasharray:{d}}}" for s, d in _DASHES.items())
    + "".join(f".color-{k}{{fill:#{c};fill-opacity:.4}}" for k, c in enumerate(PLAYER, 1))
)
# These properties are inherited, so that they also apply to texts that pictures share. The
# browser's forced colors are turned off, because forced black and white would remove all shades.
_PICTURE = (
    ".pandoku{font-family:system-ui,'DejaVu Sans',Arial,sans-serif;text-anchor:middle;"
    "forced-color-adjust:none}"
)
_PAGE = (
    "--paper:%(paper)s;--ink:%(ink)s;--soft:%(mark)s;--line:%(rule)s;"
    "--link:%(digit)s;--lit:%(link)s"
)


def style_sheet(theme: str, *, is_page: bool = False, classes: Collection[str] | None = ()) -> str:
    """Return the style rules of a picture.

    Args:
        theme: One of `THEMES`.
        is_page: Whether the sheet is for a complete page, whose pictures share elements. Rules for
            shared elements cannot depend on the ancestors of these elements. If *is_page* is False,
            all rules are scoped to `.pandoku`, so that they do not affect the page around a
            picture.
        classes: The classes of shapes whose rules are included; None means all classes.
    """
    colors, shapes = _COLORS, _SHAPES
    if classes is None or classes:
        more = shape_rules(classes)
        colors, shapes = colors + more[0], shapes + more[1]
    light, dark = colors % _Palette(LIGHT), colors % _Palette(DARK)
    if not is_page:
        light, dark, shapes = map(_nested, (light, dark, shapes))
    return f"{_themed(theme, light, dark)}{shapes}{_PICTURE}"


class _Palette(dict[str, str]):
    """The colors of a theme by name, including setters' colors."""

    def __missing__(self, name: str) -> str:
        own = own_color(name)
        return own.dark if self["paper"] == DARK["paper"] else own.light


def page_colors(theme: str) -> str:
    """Return the rules that set the color variables of `page.css`."""
    light = f":root{{color-scheme:light;{_PAGE % LIGHT}}}"
    return _themed(theme, light, f":root{{color-scheme:dark;{_PAGE % DARK}}}")


@lru_cache(maxsize=1)
def paper_rules() -> str:
    """Return the rules for printing that all pages share."""
    # Imported here, because pictures in a terminal do not need this module.
    from importlib.resources import files

    return (files("pandoku.draw") / "assets" / "paper.css").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def document_rules() -> str:
    """Return the rules that HTML documents share, for the screen and for print."""
    from importlib.resources import files

    sheet = files("pandoku.draw") / "assets" / "document.css"
    return paper_rules() + sheet.read_text(encoding="utf-8")


def _themed(theme: str, light: str, dark: str) -> str:
    """Return the rules of a theme. "auto" follows the reader's preference, but prints light."""
    if theme == "auto":
        return f"{light}@media screen and (prefers-color-scheme:dark){{{dark}}}"
    return dark if theme == "dark" else light


def _nested(rules: str) -> str:
    """Return the rules with `.pandoku` before each selector."""
    nested = []
    for rule in rules.split("}")[:-1]:
        selectors, body = rule.split("{")
        nested.append(",".join(f".pandoku {each}" for each in selectors.split(",")) + f"{{{body}}}")
    return "".join(nested)


def styles(theme: str = "auto") -> str:
    """Return the rules for pictures made with ``svg(..., style=False)``.

    The page can also use the color variables that these rules define: --paper, --ink, --soft,
    --line and --link.

    Args:
        theme: "light", "dark", or "auto" (the reader's preference, and light in print).

    Raises:
        ValueError: The theme is unknown.

    >>> styles("dark").startswith(":root{color-scheme:dark;")
    True
    """
    if theme not in THEMES:
        raise ValueError(f"expected a theme out of {', '.join(THEMES)}, found {theme!r}")
    return f"{page_colors(theme)}\n{style_sheet(theme, classes=None)}"
