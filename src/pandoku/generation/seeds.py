"""Seeds: the number that everything random follows from."""

from __future__ import annotations

import secrets

from pandoku.model import whole_number

__all__ = ["seed_of"]

_MOST = 2**64 - 1
_BITS = 32  # of a random seed: easy to copy, and no two people draw the same


def seed_of(seed: int | None) -> int:
    """Return a seed as an int 0..2^64-1, or a random one for None.

    Raises:
        ValueError, TypeError: It is out of range, or no whole number.

    >>> seed_of(7)
    7
    """
    return secrets.randbits(_BITS) if seed is None else whole_number("seed", seed, 0, _MOST)
