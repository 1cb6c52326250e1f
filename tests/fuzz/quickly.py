"""Every reader on millions of small texts, without instrumentation, on all cores.

A block of texts follows from the seed, the format and its number alone, so any can be repeated:

    ./run fuzz --readers --runs 1000000         as many texts for each reader
    ./run fuzz --readers sdk --seed 7 --block 3 one block, in this process
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import chain, count
from os import cpu_count
from random import Random
from time import monotonic, process_time
from typing import Any, NamedTuple

from pandoku import Geometry, PandokuError, Puzzle, dumps
from pandoku.formats import FORMATS, Lines, items
from tests.fuzz.agreement import Lie
from tests.fuzz.readers import (
    check_together,
    check_written,
    kept_inputs,
    read_bytes,
    require_no_defect,
)
from tests.fuzz.values import any_puzzle

__all__ = ["BLOCK", "Block", "run_block", "run_readers"]

BLOCK = 2000  # texts
_LONGEST_S = 20  # for a text that takes milliseconds
_SMALL = 400  # bytes, usually
_PIECES = (
    b"0", b"1", b"9", b"-", b"37", b"1e9", b"null", b'"', b"{", b"}", b"[", b"]", b",", b"\n",
    b"\r\n", b"\t", b" ", b"|", b"+", b"*", b"/", b"\0", b"\xff", b"\xc3\xa9", b"<", b">", b"&",
    b"#", b":", b";", b"=", b".", b"A", b"_", b"r1c1", b"99999999999999999999",
)  # fmt: skip


class Block(NamedTuple):
    """What came of a block of texts."""

    n: int
    seconds: float
    findings: tuple[str, ...]


def _written(name: str) -> Iterator[bytes]:
    rng, module = Random(f"written {name}"), FORMATS[name]
    small = [Puzzle(order) for order in (1, 2, 4)] + [Puzzle(Geometry.latin(3))]
    for puzzle in (*small, *(any_puzzle(rng) for _ in range(40))):
        if puzzle.order <= 4 and module.why_not(puzzle) is None:
            yield dumps(puzzle, name).encode()


@cache
def _seeds(name: str) -> tuple[bytes, ...]:
    """Return texts in the format that mutations start from, small ones first."""
    kept = (data[1:] for data in kept_inputs())
    found = {FORMATS[name].example.encode(), *_written(name), *kept}
    return tuple(sorted(found, key=lambda text: (len(text), text)))


def _changed(uniform: Callable[[], float], seeds: Sequence[bytes]) -> bytes:
    """Return a text with a few bytes, tokens or lines changed; small texts come more often."""
    data = bytearray(seeds[int(uniform() ** 2 * len(seeds))])
    if len(data) > _SMALL and uniform() < 0.9:
        data = bytearray(seeds[int(uniform() * len(seeds) / 2)])
    for _ in range(1 + int(3 * uniform() ** 2)):
        at, way = int(uniform() * (len(data) + 1)), int(uniform() * 8)
        if way == 0:
            data[at : at + 1] = bytes((int(uniform() * 256),))
        elif way == 1:
            del data[at : at + 1 + int(9 * uniform() ** 3)]
        elif way == 2:
            data[at:at] = _PIECES[int(uniform() * len(_PIECES))]
        elif way == 3:
            data[at : at + 1] = _PIECES[int(uniform() * len(_PIECES))]
        elif way == 4:
            data[at:at] = data[at : at + 1 + int(9 * uniform())] * (1 + int(3 * uniform()))
        elif way == 5:
            lines = data.split(b"\n")
            line = int(uniform() * len(lines))
            lines[line : line + 1] = lines[line : line + 1] * int(3 * uniform())
            data = bytearray(b"\n".join(lines))
        elif way == 6 and data:
            at %= len(data)
            data[at] = 48 + (data[at] + 1) % 10 if 48 <= data[at] < 58 else 46
        else:
            other = seeds[int(uniform() * len(seeds))]
            start = int(uniform() * (len(other) + 1))
            data[at : at + 20] = other[start : start + 20]
    return bytes(data)


def _read_once(name: str, text: bytes, uniform: Callable[[], float]) -> None:
    """Read a text; look at it from other sides now and then, because that takes longer."""
    side = int(uniform() * 64)
    if side == 0:
        return read_bytes(text, None if uniform() < 0.3 else name)
    found: list[Puzzle | str] = []
    try:
        for item in items(Lines.of(text), name):
            value = item.value
            require_no_defect(value)
            found.append(value if isinstance(value, Puzzle) else str(value))
            if not isinstance(value, Puzzle | PandokuError):
                raise Lie(f"an item is a puzzle or an error of pandoku, found {value!r}")
    except PandokuError as error:
        found.append(str(error))
    if side < 4:
        check_together(text, name, found)
    if side < 12:
        for puzzle in found[:1]:
            if isinstance(puzzle, Puzzle):
                check_written(puzzle, name)
    return None


def _too_long(*_: object) -> None:
    raise TimeoutError(f"a text takes longer than {_LONGEST_S} s")


def run_block(name: str, seed: int, number: int, n: int = BLOCK) -> Block:
    """Read a block of texts in a format, or the first *n* of it."""
    uniform, seeds = Random(f"{name} {seed} {number}").random, _seeds(name)
    start, found = process_time(), dict[str, str]()
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _too_long)
    for at in range(n):
        if at % 100 == 0 and hasattr(signal, "alarm"):
            signal.alarm(_LONGEST_S)
        text = _changed(uniform, seeds)
        try:
            _read_once(name, text, uniform)
        except Exception as error:
            place = f"{type(error).__name__}: {error!s:.300}"
            found.setdefault(place[:60], f"{name}, block {number}, {place}\n    {text!r}")
    if hasattr(signal, "alarm"):
        signal.alarm(0)
    return Block(n, process_time() - start, tuple(found.values()))


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


def _blocks_of(
    name: str, seed: int, blocks: Iterator[int], ends: float, jobs: int
) -> tuple[int, float, list[str]]:
    n, seconds, found = 0, 0.0, list[str]()
    with ProcessPoolExecutor(jobs, initializer=_bound_memory) as pool:
        waiting: list[tuple[int, Any]] = []
        for number in chain(blocks, (None,)):
            if number is not None and monotonic() < ends:
                waiting.append((number, pool.submit(run_block, name, seed, number)))
            while waiting and (len(waiting) > 2 * jobs or number is None or monotonic() >= ends):
                which, future = waiting.pop(0)
                try:
                    done = future.result()
                except BrokenProcessPool:
                    return n, seconds, [*found, f"{name}: a process ended in or near block {which}"]
                n, seconds, found = n + done.n, seconds + done.seconds, [*found, *done.findings]
            if monotonic() >= ends:
                break
    return n, seconds, found


def run_readers(
    names: Sequence[str],
    seed: int,
    *,
    runs: int | None,
    seconds: float,
    block: int | None,
    jobs: int | None = None,
) -> int:
    """Run readers, print what came of it, and return the number of findings.

    Args:
        names: Of formats; none means all.
        seed: Repeats a run.
        runs: Texts for each reader; None means as many as there is time for.
        seconds: The time for each reader, if there are no *runs*.
        block: Only this block, in this process.
        jobs: How many processes read; None means one for each core.
    """
    n_findings = 0
    for name in names or FORMATS:
        if block is not None:
            done = run_block(name, seed, block)
            n, spent, found = done.n, done.seconds, list(done.findings)
        else:
            blocks = iter(range(-(-runs // BLOCK))) if runs else count()
            ends = monotonic() + seconds if runs is None else float("inf")
            n, spent, found = _blocks_of(name, seed, blocks, ends, jobs or cpu_count() or 1)
        rate = n / spent if spent else 0
        print(f"{name}: {n} texts of seed {seed}, {spent:.0f} s of processor time, "
              f"{rate:.0f} a second, {len(found)} findings", flush=True)  # fmt: skip
        print("\n".join(found), end="\n" if found else "", flush=True)
        n_findings += len(found)
    return n_findings
