"""Write the pictures of the game in the terminal: python docs/make_terminal.py.

Look at the pictures before you commit them.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Sequence
from pathlib import Path

from pandoku import load
from pandoku.play.opening import Opening
from pandoku.play.store import Store
from pandoku.terminal.app import PandokuApp
from pandoku.terminal.shelf import Shelf

DOCS = Path(__file__).parent
EXAMPLES = DOCS.parent / "examples"

# Each with the puzzle, the size of the window, the theme, and the keys.
PICTURES = {
    "play-killer": (
        "killer.txt",
        (100, 30),
        "dark",
        ["t", "f", "down", "right", *"HHHHH"],
    ),
    "play-lines": (
        "sudokupad/thermometers.json",
        (112, 40),
        "dark",
        [*["down"] * 6, "right", "right", *"HHHH"],
    ),
    "play-sudoku": (
        "escargot.txt",
        (106, 41),
        "light",
        ["f", *["right"] * 4, "down", "down", "v", "2", "shift+right", "5", "c", "down"],
    ),
}
# Fonts would be fetched from a host, and a comment names another host.
_LEFT_OUT = re.compile(r"@font-face\s*\{.*?\}|<!--.*?-->", re.DOTALL)


async def picture(file: str, size: tuple[int, int], theme: str, keys: Sequence[str]) -> str:
    """Return the screen after some key presses as a self-contained SVG."""
    store = Store(":memory:")
    store.prefer("settings", {"theme": theme})
    app = PandokuApp(Opening(puzzle=load(EXAMPLES / file)), Shelf(store), clock=lambda: 0.0)
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.5)
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.5)
        svg = app.export_screenshot(title=" ")
    svg = _LEFT_OUT.sub("", svg).replace("Fira Code", "DejaVu Sans Mono")
    return re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE)


if __name__ == "__main__":
    os.environ["COLORTERM"] = "truecolor"
    for name, scene in PICTURES.items():
        (DOCS / f"{name}.svg").write_text(asyncio.run(picture(*scene)), encoding="utf-8")
