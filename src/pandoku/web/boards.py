"""The board that a page shows where there is no script: the puzzle of its link, or of today."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from datetime import date
from html import escape

from pandoku.web.jobs import Lane
from pandoku.web.refusals import Refusal

__all__ = ["Boards", "board_html"]

_KEPT = 64
_WAIT_S = 2.0  # the page itself must not wait for a picture that few people see
_CLIENT = "pages"


class Boards:
    """Boards as HTML, drawn by a lane; the last ones are kept."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self._kept: OrderedDict[tuple[str, str], str] = OrderedDict()

    async def html(self, link: str) -> str:
        """Return the board of a link, or of today's puzzle for ""; "" if that takes too long."""
        today = date.today().isoformat()
        key = (link, "" if link else today)
        if key not in self._kept:
            try:
                async with asyncio.timeout(_WAIT_S):
                    with self.lane.seat(_CLIENT) as seat:
                        self._keep(key, await seat.run(board_html, link, today))
            except (Refusal, TimeoutError):
                return ""
        self._kept.move_to_end(key)
        return self._kept[key]

    def _keep(self, key: tuple[str, str], html: str) -> None:
        self._kept[key] = html
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)


def board_html(link: str, today: str) -> str:
    """Return a board as HTML, or a paragraph that says why there is none; runs in a worker."""
    from pandoku.draw import svg
    from pandoku.errors import PandokuError
    from pandoku.formats import loads
    from pandoku.play.daily import daily

    try:
        puzzle = loads(link) if link else daily(date.fromisoformat(today))
        picture = svg(puzzle, style=False)
    except PandokuError as error:
        return f"<p>This link has no puzzle: {escape(str(error))}.</p>"
    title = f"<h2>{escape(puzzle.title)}</h2>\n" if puzzle.title else ""
    return title + picture
