"""Walk the paths of many puzzles: in the core if possible, otherwise in Python, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pandoku.kernel.logic import walk_many
from pandoku.kernel.trails import Choice, Trails, walk_steps
from pandoku.logic import _columns
from pandoku.logic._order import why_unusable
from pandoku.logic._time import OutOfTimeError, Time
from pandoku.logic._walk import efforts_of, end_of, native_first, native_head
from pandoku.logic.explaining import PathOptions, replays, search_path
from pandoku.logic.path_steps import PATH_ENDS, PathSteps
from pandoku.model import Board, Cage, Constraint, Geometry, Puzzle, Step
from pandoku.rating import get_scale
from pandoku.techniques import TECHNIQUES, Technique

_Value = TypeVar("_Value")
_MOST = 4096  # maximum number of puzzles whose steps exist as `Step` values at the same time
_STUCK, _CUT = PATH_ENDS.index("stuck"), PATH_ENDS.index("cut")


@dataclass(frozen=True, slots=True, eq=False)
class Walks:
    """Puzzles of one geometry, and the options for walking them.

    Attributes:
        geometry: The geometry of the puzzles.
        rows: uint8 (n, cells): the givens of the puzzles.
        cages: The cages of each puzzle, or None if no puzzle has any.
        further: The other constraints of each puzzle, or None if no puzzle has any.
        is_bound: bool (n,): whether the puzzle's constraints do more than make cells differ (see
            `_order.is_bound`).
        is_unique: bool (n,): whether the puzzle has no constraints and is known to be proper.
        order: The techniques to try, in order.
        named: The techniques that the caller named, in order, or None if the caller named no
            technique.
        scale: The name of the scale.
        threads: Maximum number of threads, or None.
        time: The time limit for all walks together.
    """

    geometry: Geometry
    rows: NDArray[np.uint8]
    cages: Sequence[tuple[Cage, ...]] | None
    further: Sequence[tuple[Constraint, ...]] | None
    is_bound: NDArray[np.bool_]
    is_unique: NDArray[np.bool_]
    order: Sequence[Technique]
    named: Sequence[Technique] | None
    scale: str
    threads: int | None
    time: Time

    def names(self, is_unique: bool) -> tuple[str, ...]:
        """Return the names of the techniques that are tried, depending on `Walks.is_unique`."""
        return tuple(each.name for each in self._used(is_unique, bool(self.is_bound.any())))

    def counts(self, part: slice, names: tuple[str, ...]) -> _Counts:
        """Return the int32 step counts by path and technique, and the uint8 ends of the paths."""
        n = part.stop - part.start
        counts, ends = np.zeros((n, len(names)), np.int32), np.full(n, _CUT, np.uint8)
        for group in self._groups(part, _columns.Extras()):
            found = self._counts_in_core(group)
            for place in self._left(group, found.ends):
                path, end = self._walked(group, place, _columns.Extras())
                found.counts[place] = 0
                found.ends[place] = end
                for step, _ in path:
                    found.counts[place, group.place_of(step.technique)] += 1
            at = group.at - part.start
            counts[np.ix_(at, [names.index(each.name) for each in group.used])] = found.counts
            ends[at] = found.ends
        return _Counts(counts, ends)

    def steps(self, part: slice, names: tuple[str, ...], extras: _columns.Extras) -> PathSteps:
        """Return the steps of the paths of the puzzles in *part*, in order."""
        pieces, places = [], []
        for start in range(part.start, part.stop, _MOST):
            for group in self._groups(slice(start, min(start + _MOST, part.stop)), extras):
                trails, ends = self._trails(
                    group, [t for t in group.head if _columns.needs_facts(t, extras)]
                )
                found = _columns.columns_of_trails(
                    trails, ends, self.geometry, self.rows[group.at], group.head, names, extras
                )
                if left := self._left(group, ends):
                    paths = [self._walked(group, place, extras) for place in left]
                    at = np.arange(len(ends))
                    at[left] = len(ends) + np.arange(len(left))
                    others = _columns.columns_of_paths(paths, names, extras)
                    found = _columns.reordered_steps(_columns.joined_steps([found, others]), at)
                pieces.append(found)
                places.append(group.at)
        if not pieces:
            return _columns.columns_of_paths([], names, extras)
        return _columns.reordered_steps(
            _columns.joined_steps(pieces), np.argsort(np.concatenate(places))
        )

    # ---- groups of puzzles

    def _used(self, is_unique: bool, is_bound: bool) -> list[Technique]:
        plain = Puzzle(self.geometry)
        return [
            each
            for each in self.order
            if not why_unusable(each, plain, is_unique)
            and (is_bound or "constraints" not in each.needs)
        ]

    def _groups(self, part: slice, extras: _columns.Extras) -> Iterator[_Group]:
        for is_unique, is_bound in ((False, False), (False, True), (True, False)):
            is_alike = (self.is_unique[part] == is_unique) & (self.is_bound[part] == is_bound)
            at = np.flatnonzero(is_alike) + part.start
            if len(at):
                used = self._used(is_unique, is_bound)
                # If constraints do more than make cells differ, the core cannot check whether a
                # full grid is a solution.
                head = [] if is_bound else self._head(used, is_unique, extras)
                yield _Group(at, is_unique, used, head)

    def _head(
        self, used: list[Technique], is_unique: bool, extras: _columns.Extras
    ) -> list[Technique]:
        """Return the techniques that the core tries, up to the first one that needs Python."""
        if is_unique and replays(self.scale, self.order, Board.start(Puzzle(self.geometry))):
            return []
        known = TECHNIQUES

        def is_for_core(each: Technique) -> bool:
            # The lines of text of an unregistered technique may need the board before the step,
            # which the core does not return.
            return each.is_native and (not extras.short or known.get(each.name) is each)

        is_free = self.named is None and get_scale(self.scale).choosing is not None
        return list(takewhile(is_for_core, native_first(used) if is_free else used))

    def _left(self, group: _Group, ends: NDArray[np.uint8]) -> list[int]:
        """Return the positions in a group of the puzzles that the core cannot finish."""
        if len(group.head) == len(group.used):
            return []
        places: list[int] = np.flatnonzero(ends == _STUCK).tolist()
        return places

    # ---- the walks

    def _counts_in_core(self, group: _Group) -> _Counts:
        n, ends = len(group.at), np.full(len(group.at), _CUT, np.uint8)
        counts = np.zeros((n, len(group.used)), np.int32)
        columns = [group.place_of(each.name) for each in group.head]
        if get_scale(self.scale).choosing:
            trails, ends = self._trails(group, [])
            rows = np.repeat(np.arange(n), trails.n_steps)
            if columns:
                np.add.at(counts, (rows, np.array(columns)[trails.finders]), 1)
            return _Counts(counts, ends)
        in_head = np.zeros((n, len(columns)), np.int32)
        with suppress(OutOfTimeError), self.time.limit():
            walk_many(
                self.geometry,
                native_head(group.head),
                self.rows[group.at],
                in_head,
                ends,
                self.threads,
                cages=_at(group, self.cages),
                further=_at(group, self.further),
                seconds=self.time.left(),
            )
        counts[:, columns] = in_head
        return _Counts(counts, ends)

    def _trails(self, group: _Group, told: Sequence[Technique]) -> tuple[Trails, NDArray[np.uint8]]:
        chooser, finders = get_scale(self.scale).choosing, native_head(group.head)
        choice = None
        if chooser and finders:
            efforts = efforts_of(chooser, finders)
            choice = Choice(efforts, chooser.singles, in_order=self.named is not None)
        ends = np.full(len(group.at), _CUT, np.uint8)
        try:
            with self.time.limit():
                trails = walk_steps(
                    self.geometry,
                    finders,
                    self.rows[group.at],
                    ends,
                    choice=choice,
                    told=native_head(told),
                    threads=self.threads,
                    cages=_at(group, self.cages),
                    further=_at(group, self.further),
                    seconds=self.time.left(),
                )
        except OutOfTimeError:
            return Trails.none(len(group.at)), np.full(len(group.at), _CUT, np.uint8)
        return trails, ends

    def _puzzle(self, at: int) -> Puzzle:
        cages = self.cages[at] if self.cages else ()
        further = self.further[at] if self.further else ()
        return Puzzle(self.geometry, tuple(self.rows[at].tolist()), cages, further=further)

    def _walked(
        self, group: _Group, place: int, extras: _columns.Extras
    ) -> tuple[list[tuple[Step, str]], int]:
        """Return the steps of a path, each with its line of text or "", and the path's end."""
        at = int(group.at[place])
        board = Board.start(self._puzzle(at))
        technique = {each.name: each for each in group.used}
        path, end = [], None
        try:
            with self.time.limit():
                options = PathOptions(self.scale, time=self.time)
                found = search_path(board, self.named, options, is_proper=group.is_unique)
                for step, after in found.steps:
                    path.append(
                        (step, technique[step.technique].line(step, board) if extras.short else "")
                    )
                    board = after
        except OutOfTimeError:
            end = "cut"
        return path, PATH_ENDS.index(end or end_of(board))


def _at(group: _Group, values: Sequence[_Value] | None) -> list[_Value] | None:
    """Return the elements of *values* that belong to the puzzles of a group."""
    return None if values is None else [values[at] for at in group.at.tolist()]


class _Counts(NamedTuple):
    counts: NDArray[np.int32]
    ends: NDArray[np.uint8]


class _Group(NamedTuple):
    """Puzzles that are walked with the same techniques.

    Attributes:
        at: The positions of the puzzles in `Walks`.
        is_unique: Whether the puzzles have no constraints and are known to have one solution.
        used: The techniques to try, in order.
        head: The techniques that the core tries before any technique in Python, in this order.
    """

    at: NDArray[np.int64]
    is_unique: bool
    used: list[Technique]
    head: list[Technique]

    def place_of(self, name: str) -> int:
        """Return the position of a technique in `used`."""
        return next(at for at, each in enumerate(self.used) if each.name == name)
