"""Many cases of one test, for cases that are quicker than a test of their own."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import Any

import pytest

__all__ = ["together"]

_MOST_SHOWN = 200  # characters of a value


def together(
    names: str,
    cases: Iterable[Any],
    *,
    ids: Iterable[object] | Callable[[Any], object] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with each case, like `pytest.mark.parametrize`, but as one test.

    Each test takes pytest three milliseconds, most of them to tell what became of it. All cases
    run. A failure is that of the first case that failed, with the names of all that failed. The
    cases share the fixtures, so a test that changes its fixtures needs `parametrize`.
    """
    keys, every = [name.strip() for name in names.split(",")], [*cases]
    told = [*ids] if isinstance(ids, Iterable) else []

    def name_of(values: dict[str, Any], own: object) -> str:
        if own is not None:
            return str(own)
        name = ids if callable(ids) else repr
        return ", ".join(f"{key}={name(value)}"[:_MOST_SHOWN] for key, value in values.items())

    def run_together(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run_all(**fixtures: Any) -> None:
            failed: list[tuple[BaseException, str]] = []
            skipped: list[BaseException] = []
            for case, own in zip_longest(every, told):
                values = dict(zip(keys, case if len(keys) > 1 else [case], strict=True))
                try:
                    test(**fixtures, **values)
                except pytest.skip.Exception as skip:
                    skipped.append(skip)
                except (Exception, pytest.fail.Exception) as error:
                    failed.append((error, name_of(values, own)))
            if failed:
                for _, name in failed:
                    failed[0][0].add_note(f"failed: {name}")
                raise failed[0][0]
            if len(skipped) == len(every):
                raise skipped[0]

        assert every, f"{test.__name__} has no cases"
        signature = inspect.signature(test)
        left = [each for name, each in signature.parameters.items() if name not in keys]
        run_all.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return run_all

    return run_together
