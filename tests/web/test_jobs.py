"""Pools: work in processes, which are bounded, stopped, replaced and ended."""

import asyncio
import operator
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pandoku.errors import FormatError
from pandoku.formats import loads
from pandoku.web.jobs import Pool, Seat
from pandoku.web.limits import QUICK, Bounds
from pandoku.web.responses import ServingError
from pandoku.web.worker import FRAME_BYTES, framed

LONG_S = 60.0  # no test waits for it


@asynccontextmanager
async def opened(workers: int = 1, **bounds: Any) -> AsyncIterator[Pool]:
    pool = Pool(replace(QUICK, **{"time_s": LONG_S} | bounds), workers)
    pool.start()
    try:
        yield pool
    finally:
        await pool.stop()


def run(work: Callable[[Pool], Awaitable[Any]], workers: int = 1, **bounds: Any) -> Any:
    async def main() -> Any:
        async with opened(workers, **bounds) as pool:
            return await work(pool)

    return asyncio.run(main())


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG_S):
        while not what():
            await asyncio.sleep(0.01)


def begin(seat: Seat, function: Callable[..., Any], *arguments: Any) -> asyncio.Task[Any]:
    return asyncio.create_task(seat.run(function, *arguments))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_work_is_done_in_another_process_that_ends_with_the_pool() -> None:
    async def work(pool: Pool) -> int:
        with pool.seat("a") as seat:
            assert await seat.run(operator.add, 2, 3) == 5
            pid: int = await seat.run(os.getpid)
            return pid

    pid = run(work)
    assert pid != os.getpid()
    assert not is_alive(pid)


def test_what_the_work_raises_is_raised_with_all_it_knows() -> None:
    async def work(pool: Pool) -> None:
        with pool.seat("a") as seat:
            with pytest.raises(FormatError) as caught:
                await seat.run(loads, "53..7....\n6..x95...")
            assert caught.value.line == 2

    run(work)


def test_a_call_that_is_cancelled_is_stopped_and_its_process_goes_on() -> None:
    async def work(pool: Pool) -> None:
        with pool.seat("a") as seat:
            before = await seat.run(os.getpid)
            call = begin(seat, time.sleep, LONG_S)
            await until(lambda: pool.busy == 1)
            call.cancel()
            assert await seat.run(os.getpid) == before

    run(work)


def test_a_call_that_does_not_listen_is_killed_with_its_process() -> None:
    async def work(pool: Pool) -> None:
        with pool.seat("a") as seat:
            before = await seat.run(os.getpid)
            # A C function that never looks for signals.
            call = begin(seat, pow, 7, 10**9)
            await until(lambda: pool.busy == 1)
            call.cancel()
            assert await seat.run(os.getpid) != before
            assert pool.restarts == 1

    run(work)


def test_a_process_that_hangs_while_a_large_call_is_sent_is_replaced() -> None:
    async def work(pool: Pool) -> None:
        with pool.seat("a") as seat:
            before = await seat.run(os.getpid)
            os.kill(before, signal.SIGSTOP)
            large = begin(seat, len, b"x" * 5_000_000)  # a pipe holds 64 kB
            await until(lambda: pool.busy == 1)
            large.cancel()
            assert await seat.run(os.getpid) != before
            assert pool.restarts == 1
            assert not is_alive(before)

    run(work)


def test_a_call_to_a_process_that_was_killed_while_idle_goes_to_another() -> None:
    async def work(pool: Pool) -> None:
        with pool.seat("a") as seat:
            for _ in range(5):
                idle = await seat.run(os.getpid)
                os.kill(idle, signal.SIGKILL)
                with suppress(ChildProcessError):  # asyncio was first, in a separate thread
                    os.waitid(os.P_PID, idle, os.WEXITED | os.WNOWAIT)
                assert await seat.run(operator.add, 1, 1) == 2

    run(work)


@pytest.mark.parametrize(("workers", "at_once"), [(1, 1), (2, 1), (4, 3)])
def test_a_client_runs_in_all_processes_but_one(workers: int, at_once: int) -> None:
    async def work(pool: Pool) -> None:
        await until(lambda: pool.ready == workers)
        with pool.seat("a") as greedy, pool.seat("b") as other:
            calls = [begin(greedy, time.sleep, LONG_S) for _ in range(2 * workers)]
            await until(lambda: pool.busy == at_once)
            await asyncio.sleep(0.1)
            assert (pool.busy, pool.waiting) == (at_once, 2 * workers - at_once)
            if workers > 1:
                assert await other.run(operator.add, 1, 1) == 2  # at once
            for call in calls:
                call.cancel()
            await asyncio.wait(calls)
            await until(lambda: pool.busy == 0)
            assert await greedy.run(operator.add, 2, 2) == 4

    run(work, workers)


def test_a_process_that_dies_is_replaced_and_its_caller_is_answered() -> None:
    async def work(pool: Pool) -> None:
        with pool.seat("a") as seat:
            with pytest.raises(ServingError) as caught:
                await seat.run(os._exit, 3)
            assert (caught.value.status, caught.value.name) == (504, "WorkerDied")
            assert await seat.run(operator.add, 1, 1) == 2

    run(work)


@pytest.mark.turns(3)
def test_a_call_whose_process_is_killed_is_tried_once_more(tmp_path: Path) -> None:
    async def work(pool: Pool) -> None:
        with pool.seat("a") as seat:
            mark = tmp_path / "mark"
            assert await seat.run(_dies_unless_marked, str(mark)) == "answer"
            await until(lambda: pool.restarts == 1)

    run(work)


def _dies_unless_marked(mark: str) -> str:
    if os.path.exists(mark):
        return "answer"
    Path(mark).touch()
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def test_a_call_ends_when_its_time_is_up_even_if_it_waits() -> None:
    async def work(pool: Pool) -> None:
        with pool.seat("a") as holding, pool.seat("b") as waiting:
            await holding.run(os.getpid)
            call = begin(holding, time.sleep, LONG_S)
            await until(lambda: pool.busy == 1)
            waiting.end = asyncio.get_running_loop().time()
            with pytest.raises(ServingError, match="within 60 s") as caught:
                await waiting.run(os.getpid)
            assert caught.value.status == 504
            assert pool.waiting == 0
            call.cancel()
            await asyncio.wait({call})
            holding.end = asyncio.get_running_loop().time() + 0.05
            with pytest.raises(ServingError, match="within 60 s"):
                await holding.run(time.sleep, LONG_S)

    run(work)


def test_the_time_begins_when_the_first_process_is_ready() -> None:
    async def work(pool: Pool) -> int:
        with pool.seat("a") as seat:
            before = seat.end
            assert await seat.run(operator.add, 1, 1) == 2
            assert seat.end < before  # the start was allowed for, and then taken back
            result: int = await seat.run(operator.add, 2, 2)
            return result

    assert run(work, time_s=LONG_S) == 4


def test_a_process_has_bounded_memory() -> None:
    async def work(pool: Pool) -> None:
        with pool.seat("a") as seat, pytest.raises(MemoryError):
            await seat.run(bytearray, 2 << 30)

    pytest.importorskip("resource")
    run(work)


def test_too_many_calls_are_refused_with_the_time_to_try_again() -> None:
    async def work(pool: Pool) -> None:
        with pool.seat("a"), pool.seat("b"):
            with pytest.raises(ServingError) as caught, pool.seat("a"):
                pass
            assert caught.value.status == 429
            assert caught.value.headers == {"Retry-After": "7"}
        with pool.seat("a"):  # there is room again
            pass

    run(work, calls=9, calls_of_client=1, retry_after_s=7)


def test_one_client_with_many_calls_does_not_hold_up_another() -> None:
    async def work(pool: Pool) -> list[str]:
        done: list[str] = []

        async def call(client: str) -> None:
            with pool.seat(client) as seat:
                await seat.run(operator.add, 1, 1)
                done.append(client)

        async with asyncio.TaskGroup() as calls:
            for client in "aaaaaab":
                calls.create_task(call(client))
        return done

    assert run(work).index("b") <= 2  # one of theirs runs, one is next


def test_waiting_calls_are_ended_when_the_pool_refuses_and_running_ones_when_it_abandons() -> None:
    async def work(pool: Pool) -> list[int]:
        with pool.seat("a") as first, pool.seat("b") as second:
            running = begin(first, time.sleep, LONG_S)
            await until(lambda: pool.busy == 1)
            waiting = begin(second, os.getpid)
            await until(lambda: pool.waiting == 1)
            pool.refuse()
            await asyncio.wait({waiting})
            assert not running.done()
            pool.abandon()
            ends = await asyncio.gather(running, waiting, return_exceptions=True)
        with pytest.raises(ServingError), pool.seat("c"):
            pass
        return [end.status for end in ends if isinstance(end, ServingError)]

    assert run(work) == [503, 503]


@pytest.mark.turns(3)
def test_a_process_that_cannot_start_is_tried_again_without_haste() -> None:
    async def main() -> tuple[int, int]:
        pool = Pool(Bounds("x", 1, 1, time_s=9, retry_after_s=1), 1, warm=_die)
        complaints: list[str] = []
        pool.complain = complaints.append
        pool.start()
        await until(lambda: bool(complaints))
        await asyncio.sleep(0.1)
        await pool.stop()
        return pool.ready, len(complaints)

    assert asyncio.run(main()) == (0, 1)


def test_a_system_without_room_for_processes_is_complained_about_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> int:
        pool = Pool(QUICK, 1)
        complaints: list[str] = []
        pool.complain = complaints.append
        with monkeypatch.context() as patch:
            patch.setattr("sys.executable", "/nowhere/python")
            pool.start()
            await until(lambda: len(complaints) > 1)
        assert "/nowhere/python" in complaints[0]
        with pool.seat("a") as seat:
            result: int = await seat.run(operator.add, 1, 1)
        await pool.stop()
        return result

    monkeypatch.setattr("pandoku.web.jobs._PAUSE_S", 0.01)
    assert asyncio.run(main()) == 2


@pytest.fixture
def alone() -> Iterator[subprocess.Popen[bytes]]:
    """A process that works, without a pool."""
    command = (sys.executable, "-m", "pandoku.web.worker", "0", str(1 << 30))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield process
        process.kill()


def tell(process: subprocess.Popen[bytes], *messages: object) -> None:
    assert process.stdin
    process.stdin.write(b"".join(map(framed, messages)))
    process.stdin.flush()


def told(process: subprocess.Popen[bytes]) -> Any:
    assert process.stdout
    length = int.from_bytes(process.stdout.read(FRAME_BYTES), "big")
    return pickle.loads(process.stdout.read(length))


def test_a_call_that_is_unwanted_before_it_begins_does_not_begin(
    alone: subprocess.Popen[bytes],
) -> None:
    tell(alone, ("stop", 1), ("call", 1, time.sleep, (LONG_S,)), ("call", 2, len, ("ab",)))
    number, is_result, _ = told(alone)
    assert (number, is_result) == (1, False)
    assert told(alone) == (2, True, 2)


def test_a_process_ends_with_its_server_even_in_the_middle_of_work(
    alone: subprocess.Popen[bytes],
) -> None:
    tell(alone, ("call", 1, len, ("ab",)), ("call", 2, time.sleep, (LONG_S,)))
    assert told(alone) == (1, True, 2)
    assert alone.stdin
    alone.stdin.close()  # as the system does when the server is killed
    assert alone.wait(timeout=LONG_S) == 0


def _die() -> None:
    os._exit(1)
