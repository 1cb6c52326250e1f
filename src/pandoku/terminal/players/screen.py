"""Play on the full screen of a terminal."""

from pandoku.play.players import Player
from pandoku.terminal import run_terminal

PLAYER = Player(name="screen", play=run_terminal)
