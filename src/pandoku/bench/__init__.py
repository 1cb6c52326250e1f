"""Measure how fast sets of puzzles are searched, and compare other programs.

The module `sets` reads puzzles. `rates` measures sets whose puzzles share a geometry, in puzzles
per second. `times` measures any set, in milliseconds per puzzle. `peer` runs another program on the
same puzzles. `circumstances` describes the machine, and contains functions that measure rates.
"""

from __future__ import annotations

from pandoku.bench.circumstances import Rate, circumstances, p95, rate_of
from pandoku.bench.peer import Peer
from pandoku.bench.rates import Rates, measure_rates, peer_lines
from pandoku.bench.sets import PuzzleSet, choose, known_sets, read_set
from pandoku.bench.times import Times, measure_times

__all__ = [
    "Peer",
    "PuzzleSet",
    "Rate",
    "Rates",
    "Times",
    "choose",
    "circumstances",
    "known_sets",
    "measure_rates",
    "measure_times",
    "p95",
    "peer_lines",
    "rate_of",
    "read_set",
]
