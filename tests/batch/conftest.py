"""Fixtures of the tests of data sets."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.batch.jobs import cluster, shared_cluster
from tests.batch.trying import registered


@pytest.fixture
def trying() -> Iterator[None]:
    """The verb `try`, in this process and its workers."""
    with registered():
        yield


@pytest.fixture(scope="session")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The scheduler file of a Dask cluster with two workers, which the processes of xdist share."""
    pytest.importorskip("distributed")
    folder = tmp_path_factory.getbasetemp()
    if os.name != "posix":
        with cluster(folder) as (file, _):
            yield file
    else:
        is_one_of_many = "PYTEST_XDIST_WORKER" in os.environ
        with shared_cluster((folder.parent if is_one_of_many else folder) / "dask") as file:
            yield file
