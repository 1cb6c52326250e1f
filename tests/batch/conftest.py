"""Fixtures of the tests of data sets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pandoku.batch import running
from pandoku.batch.part import do_task
from pandoku.batch.verbs import VERBS
from tests.batch.jobs import cluster
from tests.batch.trying import register


@pytest.fixture
def trying() -> Iterator[None]:
    """The verb `try`, in this process and its workers."""
    register()
    yield
    del VERBS.entries["try"]
    running.do_task = do_task  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The scheduler file of a Dask cluster with two workers."""
    pytest.importorskip("distributed")
    with cluster(tmp_path_factory.mktemp("dask")) as (file, _):
        yield file
