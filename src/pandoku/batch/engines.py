"""Engines, which run the parts of a job in processes of this machine or on a Dask cluster.

An engine runs tasks. It never writes a file and is independent of jobs.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import wait as wait_for
from time import monotonic
from typing import Any, Protocol
from weakref import WeakSet

from pandoku._extras import needed_for
from pandoku.errors import BatchError

__all__ = ["DaskEngine", "GivenEngine", "PartEngine", "PoolEngine"]

_PRELOADED = ["pandoku.batch.part", "pandoku.batch.verbs"]
_CONNECT_S = 20
_COUNTED_S = 2.0  # seconds between two counts of the workers of a cluster


class PartEngine(Protocol):
    """The interface of an engine for the loop in `drive`."""

    has_twins: bool
    """Whether a slow task may finish earlier if a second worker starts it as well."""

    @property
    def n_workers(self) -> int:
        """The number of tasks that run at the same time."""

    def submit(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        """Start a task."""

    def is_broken_by(self, error: BaseException) -> bool:
        """Return whether an error means that workers are broken and all running tasks are lost."""

    def mend(self) -> None:
        """Replace broken workers."""

    def is_alive(self) -> bool:
        """Return whether new tasks can be started."""

    def stop(self) -> None:
        """Stop all tasks immediately."""

    def close(self) -> None:
        """Finish the tasks, then shut down."""


class PoolEngine:
    """Processes of this machine. They exit when this process exits or is killed."""

    has_twins = False

    def __init__(self, n_workers: int) -> None:
        self._n_workers = n_workers
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            context.set_forkserver_preload(_PRELOADED)
        return ProcessPoolExecutor(
            self._n_workers, context, initializer=_begin_worker, initargs=(dict(os.environ),)
        )

    @property
    def n_workers(self) -> int:
        """The number of processes."""
        return self._n_workers

    def submit(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        """Start a task.

        Raises:
            BrokenExecutor: A worker or the server that forks the workers was killed.
        """
        try:
            return self._pool.submit(work, task)
        except (EOFError, ConnectionError) as error:  # the server did not answer
            raise BrokenExecutor("the server that forks workers was killed") from error

    def is_broken_by(self, error: BaseException) -> bool:
        """Return whether an error means that a process died. The pool then runs no more tasks."""
        return isinstance(error, BrokenExecutor)

    def mend(self) -> None:
        """Start new processes."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new_pool()

    def is_alive(self) -> bool:
        """Return True."""
        return True

    def stop(self) -> None:
        """Kill the processes."""
        # `active_children` would include processes that the caller started.
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def close(self) -> None:
        """Finish the tasks, then end the processes."""
        self._pool.shutdown()


def _begin_worker(environment: Mapping[str, str]) -> None:
    """Ignore Ctrl-C, which the driver handles, and exit when the driver exits.

    Args:
        environment: The environment of the driver. It is passed explicitly, because workers are
            forked from a server process. This server may have started before the caller set
            environment variables, such as the keys of an object store.
    """
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    sentinel = parent.sentinel

    def exit_with_parent() -> None:
        wait_for([sentinel])
        os._exit(1)

    threading.Thread(target=exit_with_parent, daemon=True).start()


class GivenEngine:
    """An executor that the caller made, such as a pool of threads, or one of mpi4py or parsl."""

    has_twins = False

    def __init__(self, executor: Executor, n_workers: int) -> None:
        self._executor, self._n_workers = executor, n_workers
        self._futures: WeakSet[Future[Any]] = WeakSet()

    @property
    def n_workers(self) -> int:
        """The number of tasks that run at the same time, according to the caller."""
        return self._n_workers

    def submit(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        """Start a task."""
        future = self._executor.submit(work, task)
        self._futures.add(future)
        return future

    def is_broken_by(self, error: BaseException) -> bool:
        """Return whether an error means that the executor accepts no more tasks."""
        return isinstance(error, BrokenExecutor)

    def mend(self) -> None:
        """Raise an error, because only the caller can make a new executor.

        Raises:
            BatchError: Always.
        """
        raise BatchError("the executor broke; the finished parts are kept")

    def is_alive(self) -> bool:
        """Return True."""
        return True

    def stop(self) -> None:
        """Cancel the waiting tasks. The executor remains usable."""
        for future in list(self._futures):
            future.cancel()

    def close(self) -> None:
        """Do nothing, because the executor belongs to the caller."""


def _is_no_closed_connection(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return type(error).__name__ != "CommClosedError"


class DaskEngine:
    """The workers of a Dask cluster. They may join and leave at any time."""

    has_twins = True

    def __init__(self, address: str) -> None:
        with needed_for("a Dask cluster"):
            from distributed import Client
        how = {"scheduler_file": address} if address.endswith(".json") else {"address": address}
        try:
            self._client = Client(**how, timeout=_CONNECT_S, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise BatchError(f"{address}: no Dask scheduler answers ({reason})") from None
        # Dask does not retry tasks, because the loop of the driver retries parts.
        self._executor = self._client.get_executor(pure=False)
        self._n_workers, self._counted = 1, -_COUNTED_S

    @property
    def n_workers(self) -> int:
        """The number of threads of all workers. The count is at most two seconds old."""
        if monotonic() - self._counted >= _COUNTED_S:
            self._counted = monotonic()
            with suppress(Exception):  # the scheduler may be gone; `is_alive` detects that
                counts = self._client.nthreads(callback_timeout=_COUNTED_S)
                self._n_workers = max(1, sum(counts.values()))
        return self._n_workers

    def run_on_each(self, work: Callable[..., Any], *arguments: Any) -> Mapping[str, Any]:
        """Call a function once on each worker.

        Returns:
            The results, by the address of the worker.

        Raises:
            BatchError: A worker raised an error.
        """
        try:
            return dict(self._client.run(work, *arguments))
        except Exception as error:
            reason = str(error).strip().splitlines()[0] if str(error) else type(error).__name__
            raise BatchError(f"a worker of the cluster cannot start: {reason}") from None

    def submit(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        """Start a task."""
        future: Future[Any] = self._executor.submit(work, task)
        return future

    def is_broken_by(self, error: BaseException) -> bool:
        """Return False, because Dask restarts the tasks of a lost worker."""
        return False

    def mend(self) -> None:
        """Do nothing."""

    def is_alive(self) -> bool:
        """Return whether the scheduler answers."""
        return bool(self._client.status == "running")

    def stop(self) -> None:
        """Cancel all tasks."""
        with suppress(Exception):  # the scheduler may be gone
            self._executor.shutdown(wait=False)
        # Requests that are still open end with an error. Nobody needs to know.
        logging.getLogger("tornado.application").addFilter(_is_no_closed_connection)
        self.close()

    def close(self) -> None:
        """Disconnect from the cluster."""
        with suppress(Exception):
            self._client.close(timeout=_COUNTED_S)
