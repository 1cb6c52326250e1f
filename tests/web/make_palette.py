"""Writes web/src/picture/palette.css: the style sheet of pictures, for a page with themes.

Run ``./run python -m tests.web.make_palette`` after a change of `pandoku.draw.palette` or of the
looks of an SVG. The sheet is the one of `pandoku.draw.styles`. A color that differs between the
themes becomes ``light-dark(...)``, so that the switch of the page decides.
"""

from __future__ import annotations

import re
from pathlib import Path

from pandoku.draw.styles import styles

PALETTE = Path(__file__).parents[2] / "web" / "src" / "picture" / "palette.css"
_HEAD = "/* Made by tests/web/make_palette.py from pandoku.draw.palette: do not edit. */\n"
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def palette() -> str:
    """Return the sheet: the same rules as in the SVG of a notebook, light and dark in one."""
    light, dark = (_rules(theme) for theme in ("light", "dark"))
    lines = []
    for (selectors, body), (others, other) in zip(light, dark, strict=True):
        assert selectors == others
        lines.append(f"{selectors} {{ {_merged(body, other)} }}\n")
    return _HEAD + "".join(lines)


def _rules(theme: str) -> list[tuple[str, str]]:
    """Return the rules for pictures, without those for the page around them."""
    sheet = styles(theme).partition("\n")[2]
    return [(selectors.replace(",", ", "), body) for selectors, body in _RULE.findall(sheet)]


def _merged(light: str, dark: str) -> str:
    pairs = zip(light.split(";"), dark.split(";"), strict=True)
    return " ".join(f"{_declared(*each)};" for each in pairs)


def _declared(light: str, dark: str) -> str:
    name, _, value = light.partition(":")
    other = dark.partition(":")[2]
    return f"{name}: {value}" if value == other else f"{name}: light-dark({value}, {other})"


if __name__ == "__main__":
    PALETTE.write_text(palette(), encoding="utf-8")
