"""The scale hodoku: what HoDoKu itself says of the same puzzles."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

import pandoku
from pandoku.logic import explain
from pandoku.model import Board, Geometry, Puzzle
from pandoku.rating import Rating, get_scale, replay
from pandoku.rating._hodoku_singles import Single, Singles
from tests import data

# How many scores of HoDoKu's are met, of all of a level. `bench/hodoku.md` says what differs.
MET = {"easy": 229, "medium": 280, "hard": 284, "unfair": 76, "extreme": 58}
ONE_IN = {"easy": 5, "medium": 5, "hard": 5, "unfair": 4, "extreme": 4}
