"""Ways to play: a file of the folder `players` of any room defines one.

`lines` needs nothing but a pipe. Another room may have the screen, or the browser.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pandoku._extras import missing_extra
from pandoku.errors import PandokuError
from pandoku.play.opening import Opening
from pandoku.registry import Registry

__all__ = ["PLAYERS", "Player", "get_player"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A way to play.

    Attributes:
        name: The name of the file.
        play: Function that shows an opening, and returns an exit status when the player leaves.
    """

    name: str
    play: Callable[[Opening], int]


PLAYERS = Registry("pandoku.*.players", Player, PandokuError)

# The room of each way to play that may be missing, and the words for it.
_ROOMS = {
    "screen": ("pandoku.terminal", "the full screen"),
    "browser": ("pandoku.web", "--web"),
}


def get_player(name: str) -> Player:
    """Return the way to play with a name: "lines", "screen" or "browser".

    Raises:
        MissingExtraError: The room that plays this way is not installed.
    """
    player = PLAYERS.get(name)
    if player is None:
        room, what = _ROOMS[name]
        raise missing_extra(what, room)
    return player
