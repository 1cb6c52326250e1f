"""The style sheet of an SVG: colours by role, light and dark."""

from __future__ import annotations

from pandoku.draw.items import STYLES

__all__ = ["THEMES", "page_colours", "style_sheet"]

THEMES = ("auto", "light", "dark")

# After Okabe and Ito, "Color universal design": readers with any kind of colour vision can
# distinguish them. Each style, "goes" and "placed" have a fill colour and a stronger line colour.
_LIGHT = {
    "paper": "#ffffff",
    "ink": "#1a1a1a",
    "digit": "#1f5fbf",
    "soft": "#b9bcc2",
    "mark": "#5c6068",
    "shade": "#e3eaf5",
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
}
_DARK = {
    "paper": "#17191d",
    "ink": "#ececec",
    "digit": "#7fb2ff",
    "soft": "#4b5059",
    "mark": "#a6abb5",
    "shade": "#263043",
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
}
# A player's colours, translucent so that digits stay legible in both themes.
_PLAYER = ("999999", "e69f00", "56b4e9", "009e73", "f0e442", "0072b2", "d55e00", "cc79a7", "7f5fc8")
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
    + "".join(f".colour-{k}{{fill:#{c};fill-opacity:.4}}" for k, c in enumerate(_PLAYER, 1))
)
_PAGE = "--paper:%(paper)s;--ink:%(ink)s;--soft:%(mark)s;--line:%(rule)s;--link:%(digit)s"


def style_sheet(theme: str) -> str:
    """Return the rules of a picture, all scoped to `.pandoku` so as not to affect the page."""
    return _themed(theme, _nested(_COLOURS % _LIGHT), _nested(_COLOURS % _DARK)) + _nested(_SHAPES)


def page_colours(theme: str) -> str:
    """Return the rules that set the variables of `page.css`, in the colours of the pictures."""
    light = f":root{{color-scheme:light;{_PAGE % _LIGHT}}}"
    return _themed(theme, light, f":root{{color-scheme:dark;{_PAGE % _DARK}}}")


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
