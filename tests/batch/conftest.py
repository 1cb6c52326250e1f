"""Fixtures of the tests of data sets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.batch.jobs import cluster
from tests.batch.trying import registered


@pytest.fixture
def trying() -> Iterator[None]:
    """The verb `try`, in this process and its workers."""
    with registered():
        yield


@pytest.fixture(scope="session")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The scheduler file of a Dask cluster with two workers."""
    pytest.importorskip("distributed")
    with cluster(tmp_path_factory.mktemp("dask")) as (file, _):
        yield file
