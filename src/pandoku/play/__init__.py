"""Games: a puzzle and the moves made on it, as immutable values without display or clock.

>>> from pandoku.model import Puzzle
>>> game = Game.start(Puzzle(4, (1, 0, 0, 0) + (0,) * 12)).place(1, 1)
>>> [conflict.where.name for conflict in game.conflicts()]
['row 1', 'box 1']
>>> game.undo().moves
()
"""

from pandoku.model import Conflict, find_conflicts
from pandoku.play.game import Game, Move

__all__ = ["Conflict", "Game", "Move", "find_conflicts"]
