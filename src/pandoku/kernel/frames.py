"""Tables of results as pandas DataFrames."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from pandoku.errors import MissingExtraError

__all__ = ["frame_of"]


def frame_of(columns: Mapping[str, Any], n: int) -> Any:
    """Return columns as a pandas DataFrame with n rows, numbered from 0.

    Args:
        columns: The values of each column by its name: an array or a list of n values, or a single
            value for all rows.
        n: Number of rows.

    Raises:
        MissingExtraError: pandas is not installed. Run `pip install pandas`.
    """
    try:
        pandas = import_module("pandas")  # pandas has no type annotations
    except ImportError as error:
        raise MissingExtraError("to_frame()", package="pandas") from error
    return pandas.DataFrame(dict(columns), index=range(n))
