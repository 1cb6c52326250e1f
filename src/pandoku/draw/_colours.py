"""The style sheet of an SVG: colours by role, light and dark."""

from __future__ import annotations

from pandoku.draw.items import STYLES
from pandoku.draw.palette import DARK, LIGHT, PLAYER

__all__ = ["THEMES", "page_colours", "style_sheet"]

THEMES = ("auto", "light", "dark")

_DASHES = {"a": "", "b": "5 3", "c": "1.5 2.5", "d": "9 3 2 3", "e": "2 5", "f": "12 3", "seen": ""}

_COLOURS = (
    ".paper{fill:%(paper)s}.extra{fill:%(shade)s}.highlight{fill:%(highlight)s}"
    ".cell,.diagonal{stroke:%(soft)s}.sum{stroke:%(mark)s}.told{stroke:%(a-line)s}"
    ".cage,.box,.box-in-cage,.frame{stroke:%(ink)s}"
    ".given,.clue,.centre,.corner,.tag,.words{fill:%(ink)s}"
    ".clue{stroke:%(paper)s;stroke-width:3;paint-order:stroke}"
    ".digit{fill:%(digit)s}.candidate{fill:%(mark)s}text.in{fill:%(ink)s}.house{fill:%(house)s}"
    ".strong,.weak,.ring{stroke:%(link)s}.head{fill:%(link)s}"
    ".goes{fill:%(goes)s}text.in.goes{fill:%(goes-line)s}.strike{stroke:%(goes-line)s}"
    "text.placed{fill:%(placed-line)s}"
    + "".join(
        f".{style}{{fill:%({style})s}}.mark.{style},.edge.{style}{{stroke:%({style}-line)s}}"
        for style in (*STYLES, "seen", "placed")
    )
)
_SHAPES = (
    "text{font-family:system-ui,'DejaVu Sans',Arial,sans-serif;text-anchor:middle}"
    ".clue,.words{text-anchor:start}.tag{text-anchor:end}.given,.in,.placed{font-weight:600}"
    ".told-words{font-weight:600}"
    "line{stroke-linecap:square}.sum{stroke-dasharray:4 3;stroke-linecap:butt}"
    ".house{fill-opacity:.1}"
    ".strong,.weak,.ring,.edge{fill:none}.strong,.weak{stroke-width:1.7}.weak{stroke-dasharray:4 3}"
    ".ring{stroke-width:1.4}.mark{stroke-width:1.3}.edge{stroke-width:1.4}.edge.seen{stroke-width:.8}"
    ".strike{stroke-width:1.1}"
    + "".join(f"rect.edge.{s}{{stroke-dasharray:{d}}}" for s, d in _DASHES.items() if d)
    + "".join(f".colour-{k}{{fill:#{c};fill-opacity:.4}}" for k, c in enumerate(PLAYER, 1))
)
_PAGE = "--paper:%(paper)s;--ink:%(ink)s;--soft:%(mark)s;--line:%(rule)s;--link:%(digit)s"


def style_sheet(theme: str) -> str:
    """Return the rules of a picture, all scoped to `.pandoku` so as not to affect the page."""
    return _themed(theme, _nested(_COLOURS % LIGHT), _nested(_COLOURS % DARK)) + _nested(_SHAPES)


def page_colours(theme: str) -> str:
    """Return the rules that set the variables of `page.css`, in the colours of the pictures."""
    light = f":root{{color-scheme:light;{_PAGE % LIGHT}}}"
    return _themed(theme, light, f":root{{color-scheme:dark;{_PAGE % DARK}}}")


def _themed(theme: str, light: str, dark: str) -> str:
    """Return the rules of a theme; "auto" is the reader's preference, and light in print."""
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
