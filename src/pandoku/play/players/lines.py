"""Play in lines of text."""

from __future__ import annotations

from pandoku.play.opening import Opening
from pandoku.play.players import Player


def _play(opening: Opening) -> int:
    from pandoku.play.lines.plain import play_plainly

    play_plainly(opening)
    return 0


PLAYER = Player(name="lines", play=_play)
