"""Every screen in every theme: the same characters, which can be read, with or without colors."""

from __future__ import annotations

import asyncio

import pytest
from rich.color import ColorType
from rich.segment import Segment
from textual.color import Color

from pandoku.play.opening import Opening
from tests.data import IS_FULL
from tests.terminal.app_screens import AppPilot, nine, running, sessions, shown

THEMES = ("dark", "light", "contrast", "plain")
LEAST = 3.0  # the contrast of any text
SESSIONS = ("home", "play", "end")


def words(pilot: AppPilot) -> list[Segment]:
    """Return the pieces of the screen that have a letter or a digit."""
    strips = pilot.app.screen._compositor.render_strips()
    return [segment for strip in strips for segment in strip if any(map(str.isalnum, segment.text))]


def contrast(segment: Segment) -> float:
    """Return the contrast of a segment's text with its background, as WCAG defines it."""
    style = segment.style
    assert style is not None
    assert style.color is not None
    assert style.bgcolor is not None
    lights = sorted(luminance(*each.get_truecolor()) for each in (style.color, style.bgcolor))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(*channels: int) -> float:
    parts = [c / 255 for c in channels]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def is_plain(segment: Segment) -> bool:
    style = segment.style
    assert style is not None
    return all(c is None or c.type is ColorType.DEFAULT for c in (style.color, style.bgcolor))


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", SESSIONS)
def test_every_screen_can_be_read_in_every_theme(name: str) -> None:
    async def run() -> None:
        session = sessions()[name]
        async with running(session.opening, kept=session.kept) as (app, pilot):
            for number, (screen, steps) in enumerate(session.screens.items()):
                await steps(pilot)
                texts = set()
                others = THEMES[1:] if IS_FULL else THEMES[1 + number % 3 :][:1]
                for theme in (THEMES[0], *others):
                    app.theme = f"pandoku-{theme}"
                    await pilot.pause()
                    texts |= (
                        {shown(pilot)} if theme != "plain" else set()
                    )  # signs in place of colors
                    for segment in words(pilot):
                        if theme == "plain":
                            assert is_plain(segment), (screen, segment)
                        elif not app.screen.is_modal:  # the screen below a window is dimmed
                            assert contrast(segment) >= LEAST, (screen, theme, segment)
                assert len(texts) == 1, screen

    asyncio.run(run())


@pytest.mark.turns(3)
def test_no_part_of_a_game_keeps_the_ground_of_the_theme_before() -> None:
    async def run() -> None:
        async with running(Opening(puzzle=nine()), size=(120, 40)) as (app, pilot):
            await pilot.press("comma")
            for _ in THEMES[:-1]:
                await pilot.press("space")
                await pilot.press("escape")
                paper = Color.parse(app.current_theme.background or "").hex6
                grounds = {
                    segment.style.bgcolor.get_truecolor().hex
                    for strip in app.screen._compositor.render_strips()
                    for segment in strip
                    if segment.style and segment.style.bgcolor and segment.text.isspace()
                }
                themes = [app.get_theme(f"pandoku-{name}") for name in THEMES[:-1]]
                papers = {theme.background for theme in themes if theme}
                assert grounds & papers == {paper.lower()}, app.theme
                await pilot.press("comma")

    asyncio.run(run())
