"""The arithmetic of cages: the operations ``+ - * / =``, and hidden operations.

`-` subtracts all other digits from the largest digit, and `/` divides the largest digit by all
others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import factorial, prod

__all__ = ["OPERATIONS", "is_reachable", "may_reach", "operations_of", "reaches"]

OPERATIONS = "+-*/=?"
_HIDDEN = "+-*/"  # the possible operations of a cage with "?"
_MOST_PRODUCTS = 100_000  # if a cage has more products, its target counts as reachable


def operations_of(operation: str) -> str:
    """Return the four possible operations for "?", or else the operation itself."""
    return _HIDDEN if operation == "?" else operation


def reaches(operation: str, target: int, digits: Sequence[int]) -> bool:
    """Return whether an operation on digits gives a target.

    >>> reaches("-", 1, (1, 4, 2)), reaches("?", 12, (3, 4))
    (True, True)
    """
    return any(_gives(each, target, digits) for each in operations_of(operation))


def _gives(operation: str, target: int, digits: Sequence[int]) -> bool:
    if operation == "+":
        return sum(digits) == target
    if operation == "*":
        return prod(digits) == target
    if operation == "=":
        return len(digits) == 1 and digits[0] == target
    largest = max(digits)
    if operation == "-":
        return 2 * largest - sum(digits) == target
    # The condition is largest / others == target, where others is the product of the other digits.
    # Multiplied by largest * others, it has no fractions.
    return largest * largest == target * prod(digits)


def is_reachable(operation: str, target: int, n_cells: int, order: int, repeats: bool) -> bool:
    """Return whether some digits 1..order in a cage give a target, regardless of houses.

    Args:
        operation: As in `Cage`. "=" is only possible in a cage of one cell.
        target: The target.
        n_cells: Number of cells, at least 1.
        order: The greatest digit.
        repeats: Whether digits may occur more than once.
    """
    return any(
        _REACHABLE[each](target, n_cells, order, repeats) for each in operations_of(operation)
    )


def _sum_reaches(target: int, k: int, n: int, repeats: bool) -> bool:
    if repeats:
        return k <= target <= k * n
    low = k * (k + 1) // 2
    return low <= target <= k * (n + 1) - low


def _difference_reaches(target: int, k: int, n: int, repeats: bool) -> bool:
    # The result is the largest digit minus the other digits. If the largest digit is n, the result
    # is smallest when the other digits are as large as possible. It is greatest when the other
    # digits are as small as possible.
    if k == 1:
        return 1 <= target <= n
    if repeats:
        return n - (k - 1) * n <= target <= n - (k - 1)
    highest = n - (k - 1) * k // 2
    lowest = n - sum(range(n - k + 1, n))
    # Two different digits have a difference of at least 1.
    return (1 if k == 2 else lowest) <= target <= highest


@lru_cache(maxsize=1024)
def _product_reaches(target: int, k: int, n: int, repeats: bool) -> bool:
    divisors = [digit for digit in range(1, n + 1) if target > 0 and target % digit == 0]
    # products[j] has all products of j divisors, taken from the divisors so far. Products that do
    # not divide the target are left out.
    products: list[set[int]] = [{1}, *(set() for _ in range(k))]
    n_products = 0
    for divisor in divisors:
        # If j counts down, each divisor is used at most once. If j counts up, divisors may repeat.
        for j in range(1, k + 1) if repeats else range(k, 0, -1):
            products[j] |= {p * divisor for p in products[j - 1] if target % (p * divisor) == 0}
            n_products += len(products[j - 1])
            if n_products > _MOST_PRODUCTS:
                return True
    return target in products[k]


def _quotient_reaches(target: int, k: int, n: int, repeats: bool) -> bool:
    if target < 1:
        return False
    if repeats or k == 1:
        return target <= n
    if k == 2:
        return 2 <= target <= n
    # The other k-1 digits are all different, so their product is at least (k-1)!.
    return target * factorial(k - 1) <= n


def _equals_reaches(target: int, k: int, n: int, repeats: bool) -> bool:
    return k == 1 and 1 <= target <= n


_REACHABLE: dict[str, Callable[[int, int, int, bool], bool]] = {
    "+": _sum_reaches,
    "-": _difference_reaches,
    "*": _product_reaches,
    "/": _quotient_reaches,
    "=": _equals_reaches,
}


def may_reach(operation: str, target: int, masks: Sequence[int]) -> bool:
    """Return whether bounds on sums and products allow a target.

    Args:
        operation: As in `Cage`.
        target: The target.
        masks: The candidates of each cell, bit d-1 for digit d.

    Returns:
        False proves that no digits in the masks give the target. If every mask has a single digit,
        True proves that these digits give the target.
    """
    if not all(masks):
        return False
    lows = [(mask & -mask).bit_length() for mask in masks]
    highs = [mask.bit_length() for mask in masks]
    if lows == highs:
        return reaches(operation, target, lows)
    return any(_in_bounds(each, target, lows, highs) for each in operations_of(operation))


def _in_bounds(operation: str, target: int, lows: list[int], highs: list[int]) -> bool:
    if operation == "+":
        return sum(lows) <= target <= sum(highs)
    if operation == "*":
        decided = prod(low for low, high in zip(lows, highs, strict=True) if low == high)
        return prod(lows) <= target <= prod(highs) and target % decided == 0
    if operation == "=":
        return len(lows) == 1 and lows[0] <= target <= highs[0]
    # One cell has the largest digit. The digit of any other cell is at least the cell's smallest
    # candidate.
    if operation == "-":
        rest = sum(lows)
        return any(target <= high - rest + low for low, high in zip(lows, highs, strict=True))
    others = prod(lows)
    return target >= 1 and any(
        target * (others // low) <= high for low, high in zip(lows, highs, strict=True)
    )
