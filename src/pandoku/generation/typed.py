"""Kinds and orders as people type them: an order may stand alone, as "6" or "6x6"."""

from __future__ import annotations

from pandoku.errors import WishError
from pandoku.rating import LEVELS

__all__ = ["USUAL_KIND", "kind_and_order", "order_in", "order_of"]

USUAL_KIND = "sudoku"


def order_in(text: str) -> int | None:
    """Return the order that a text names, as "6" or as "6x6"; None if it names none.

    >>> order_in("6x6"), order_in("6x4")
    (6, None)
    """
    rows, sign, columns = text.lower().partition("x")
    is_order = rows.isdecimal() and (columns == rows or not sign)
    return int(rows) if is_order else None


def order_of(text: str) -> int:
    """Return the order that a text names.

    Raises:
        WishError: It names none.
    """
    order = order_in(text)
    if order is not None:
        return order
    if text.lower() in LEVELS:
        raise WishError(f"found {text!r}, which is a difficulty: --difficulty {text.lower()}")
    raise WishError(f"expected an order such as 6 or 6x6, found {text!r}")


def kind_and_order(kind: str, order: int | None) -> tuple[str, int | None]:
    """Return a kind and an order, where an order may have been typed in place of the kind.

    Args:
        kind: The name of a kind, which `wishes_of` checks; or an order of the usual kind.
        order: The order that was typed after it, or None.

    Raises:
        WishError: There are two orders, or the kind is a difficulty.

    >>> kind_and_order("6x6", None)
    ('sudoku', 6)
    """
    if (instead := order_in(kind)) is not None:
        if order is not None:
            raise WishError(f"expected a kind before the order, found {kind!r}")
        return USUAL_KIND, instead
    if kind.lower() in LEVELS:
        raise WishError(f"{kind!r} is a difficulty, not a kind: --difficulty {kind.lower()}")
    return kind, order
