"""The names that somebody who mistyped one may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["nearest"]

_MOST = 5
_SHORTEST_PART = 3


def nearest(name: object, names: Iterable[str]) -> list[str]:
    """Return the *names* that *name* may stand for, the likeliest first; at most five.

    Upper case, a plural and everything that is neither a letter nor a digit make no difference.
    Names that contain *name* come before those that are only spelled like it.

    >>> nearest("xwing", ["x-wing", "xy-wing"])
    ['x-wing']
    >>> nearest("naked", ["naked-single", "hidden-single", "naked-pair"])
    ['naked-single', 'naked-pair']
    >>> nearest("killers", ["killer", "killer-sudoku"])
    ['killer']
    """
    wanted, plain = _plain(str(name)), {each: _plain(each) for each in names}
    if same := [each for each, spelled in plain.items() if spelled == wanted]:
        return same[:_MOST]
    if single := [each for each, spelled in plain.items() if spelled == wanted.removesuffix("s")]:
        return single[:_MOST]
    if len(wanted) >= _SHORTEST_PART:
        containing = [each for each, spelled in plain.items() if wanted in spelled]
        if containing:
            return containing[:_MOST]
    by_spelling = {spelled: each for each, spelled in plain.items()}
    return [by_spelling[each] for each in get_close_matches(wanted, by_spelling, n=3)]


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))
