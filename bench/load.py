"""Load the server with hints, slow clients and an expensive caller, and measure the latencies.

    python bench/load.py [--rate 200] [--seconds 60] [--slow 50] [--expensive 20] [--runs 3]
        [--out FILE]

Starts `pandoku serve` on a free port and requests hints at a fixed rate. The due times of the
requests are set beforehand, and latencies count from these times, so a stalled server still gets
all requests (no coordinated omission). The positions come from games in progress: puzzles of
several kinds and difficulties, made from seeds, with some cells filled, a few of them wrong.

In the second phase, slow clients hold connections and send a byte of a head or a body per second.
In the third, a caller makes 20 puzzles at a time as often as it can. Each phase reports the
latencies, the answers, the processor time of the server and the memory of its processes.

The exit status is 1 if a hint failed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from pandoku import Puzzle, generate, solve
from pandoku.bench import circumstances
from pandoku.formats import dumps
from pandoku.web.served import Served, served

# Kind, difficulty, number of puzzles.
MIX = (
    ("sudoku", "easy", 60),
    ("sudoku", "medium", 60),
    ("sudoku", "hard", 60),
    ("sudoku", "expert", 30),
    ("killer", "medium", 40),
    ("calcudoku", "medium", 30),
)
FILLED = (0.0, 0.85)  # share of the empty cells
WRONG = 0.03  # share of positions with a wrong digit
LEVELS = (0, 1, 1, 2, 2, 3, 4, 5)  # players seldom climb the whole ladder
WARM_S = 5.0
IDLE_S = 5.0  # seconds to reuse a connection; the server closes it after 10


@dataclass
class Phase:
    """The measurements of a phase."""

    name: str
    ms: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    late_ms: float = 0.0  # the longest delay of the client itself
    server_s: float = 0.0
    memory_mb: list[float] = field(default_factory=list)
    others: Counter[str] = field(default_factory=Counter)

    def at(self, share: float) -> float:
        """Return the latency that *share* of the hints did not exceed, in ms."""
        return sorted(self.ms)[min(len(self.ms) - 1, int(share * len(self.ms)))]


# ---- requests


def puzzles() -> list[Puzzle]:
    """Return the puzzles of the mix, the same in each run."""
    made = []
    for kind, difficulty, many in MIX:
        made += [generate(kind, difficulty=difficulty, seed=seed) for seed in range(many)]
    return made


def requests(made: list[Puzzle], many: int, seed: int) -> Iterator[bytes]:
    """Yield requests of hints in games of *made*."""
    random = Random(seed)
    solved = [(dumps(puzzle, "json"), puzzle, solve(puzzle).solution or ()) for puzzle in made]
    for _ in range(many):
        text, puzzle, solution = random.choice(solved)
        empty = [cell for cell, given in enumerate(puzzle.givens) if not given]
        entered = random.sample(empty, int(random.uniform(*FILLED) * len(empty)))
        digits = list(puzzle.givens)
        for cell in entered:
            digits[cell] = solution[cell]
        if entered and random.random() < WRONG:
            digits[entered[-1]] = digits[entered[-1]] % puzzle.order + 1
        asked = {"puzzle": text, "digits": digits, "entered": entered}
        yield posted("hint", {**asked, "level": random.choice(LEVELS)})


def posted(name: str, content: object) -> bytes:
    body = json.dumps(content).encode()
    lines = (
        f"POST /api/v1/{name} HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join((*lines, "", "")).encode() + body


# ---- clients

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def ask(connection: Connection, request: bytes) -> tuple[int, dict[str, str]]:
    """Send a request and read its answer; return the status and the headers."""
    reader, writer = connection
    writer.write(request)
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    first, *lines = head.strip().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    await reader.readexactly(int(headers["content-length"]))
    return int(first.split()[1]), headers


async def ask_for_hints(port: int, asked: list[bytes], rate: float, phase: Phase) -> None:
    """Send each request when it is due, whether or not others have been answered."""
    free: list[tuple[float, Connection]] = []

    async def a_connection() -> Connection:
        while free:
            since, connection = free.pop()
            if perf_counter() - since < IDLE_S:
                return connection
            connection[1].close()
        return await asyncio.open_connection("127.0.0.1", port)

    async def one(due: float, request: bytes) -> None:
        connection = await a_connection()
        try:
            status, _ = await ask(connection, request)
            free.append((perf_counter(), connection))
        except (OSError, EOFError):
            status = 0
            connection[1].close()
        phase.statuses[status] += 1
        phase.ms.append(1000 * (perf_counter() - due))

    begin = perf_counter()
    async with asyncio.TaskGroup() as group:
        for n, request in enumerate(asked):
            due = begin + n / rate
            await asyncio.sleep(max(0.0, due - perf_counter()))
            phase.late_ms = max(phase.late_ms, 1000 * (perf_counter() - due))
            group.create_task(one(due, request))
    for _, (_, writer) in free:
        writer.close()


async def dawdle(port: int, text: bytes, phase: Phase) -> None:
    """Send a byte a second, again and again."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with suppress(OSError):
            for n in range(len(text)):
                writer.write(text[n : n + 1])
                await writer.drain()
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1), 1)
                    break
        phase.others["slow connections ended by the server"] += 1
        writer.close()


async def dawdle_in_body(port: int, text: bytes, phase: Phase) -> None:
    """Send a head at once and its body a byte a second."""
    head, _, body = text.partition(b"\r\n\r\n")
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head + b"\r\n\r\n")
        with suppress(OSError):
            for n in range(len(body)):
                writer.write(body[n : n + 1])
                await writer.drain()
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1), 1)
                    break
        phase.others["slow bodies ended by the server"] += 1
        writer.close()


async def make(port: int, seed: int, phase: Phase) -> None:
    """Ask for puzzles that take long, again and again, as often as the server lets us."""
    while True:
        wishes = {"kind": "sudoku", "difficulty": "extreme", "count": 5, "seed": seed}
        connection = await asyncio.open_connection("127.0.0.1", port)
        status, headers = await ask(connection, posted("generate", wishes))
        phase.others[f"generate {status}"] += 1
        connection[1].close()
        await asyncio.sleep(int(headers.get("retry-after", "0")))
        seed += 1000


# ---- the server


def family(pid: int) -> list[int]:
    """Return a process and its children."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [pid, *(int(child) for task in tasks for child in task.read_text().split())]


def memory_mb(pid: int) -> float:
    """Return the memory of a server and its processes, counting shared memory once."""
    total = 0
    for each in family(pid):
        with suppress(OSError):
            text = Path(f"/proc/{each}/smaps_rollup").read_text()
            total += next(int(line.split()[1]) for line in text.splitlines() if "Pss:" in line)
    return total / 1024


def processor_s(pid: int) -> float:
    """Return the processor time of a server and its processes so far."""
    ticks = 0
    for each in family(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def watch(pid: int, phase: Phase, every_s: float) -> None:
    while True:
        phase.memory_mb.append(memory_mb(pid))
        await asyncio.sleep(every_s)


# ---- phases

Crowd = Callable[[int, Phase], list[Coroutine[Any, Any, None]]]


async def measured(
    name: str, server: Served, asked: list[bytes], rate: float, crowd: Crowd
) -> Phase:
    """Ask for hints while others keep the server busy."""
    pid, port = server.process.pid, urlsplit(server.address).port or 80
    phase = Phase(name)
    others = [asyncio.create_task(each) for each in crowd(port, phase)]
    watching = asyncio.create_task(watch(pid, phase, len(asked) / rate / 6))
    await asyncio.sleep(2 if others else 0)
    before = processor_s(pid)
    await ask_for_hints(port, asked, rate, phase)
    phase.server_s = processor_s(pid) - before
    for task in (*others, watching):
        task.cancel()
    await asyncio.gather(*others, watching, return_exceptions=True)
    return phase


def crowds(slow: int, expensive: int) -> dict[str, Crowd]:
    hint = posted("hint", {"puzzle": "." * 81})
    return {
        "hints alone": lambda port, phase: [],
        f"{slow} slow clients beside them": lambda port, phase: [
            (dawdle if n % 2 else dawdle_in_body)(port, hint, phase) for n in range(slow)
        ],
        f"{expensive} generates at once beside them": lambda port, phase: [
            make(port, n, phase) for n in range(expensive)
        ],
    }


def shown(phases: list[Phase], seconds: float) -> str:
    """Return a row of the table: the median of the runs."""

    def middle(of: Callable[[Phase], float]) -> float:
        return median(map(of, phases))

    errors = sum(sum(p.statuses.values()) - p.statuses[200] for p in phases)
    cells = (
        phases[0].name,
        *(f"{median(each.at(share) for each in phases):.1f}" for share in (0.5, 0.9, 0.99, 0.999)),
        f"{max(max(p.ms) for p in phases):.0f}",
        str(errors),
        f"{middle(lambda p: p.server_s) / seconds:.2f}",
        f"{middle(lambda p: p.memory_mb[0]):.0f} → {middle(lambda p: p.memory_mb[-1]):.0f}",
    )
    return f"| {' | '.join(cells)} |"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--slow", type=int, default=50)
    parser.add_argument("--expensive", type=int, default=20)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--phase", type=int, action="append", help="0, 1 or 2; all by default")
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def main() -> int:
    asked_for = arguments()
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    made, phases = puzzles(), list(crowds(asked_for.slow, asked_for.expensive).items())
    chosen = asked_for.phase or range(len(phases))
    many = int(asked_for.rate * asked_for.seconds)
    done: dict[str, list[Phase]] = {}
    workers = ("--workers", str(asked_for.workers)) if asked_for.workers else ()
    with served(*workers) as server:
        warm = list(requests(made, int(WARM_S * asked_for.rate), 1))
        asyncio.run(measured("warm", server, warm, asked_for.rate, phases[0][1]))
        for run in range(asked_for.runs):
            for name, crowd in (phases[n] for n in chosen):
                asked = list(requests(made, many, run + 2))
                phase = asyncio.run(measured(name, server, asked, asked_for.rate, crowd))
                done.setdefault(name, []).append(phase)
                print(
                    phase.name,
                    dict(phase.statuses),
                    dict(phase.others),
                    f"client late by {phase.late_ms:.0f} ms at worst",
                    file=sys.stderr,
                )
                print(shown([phase], asked_for.seconds), file=sys.stderr, flush=True)
    page = "\n".join(shown(each, asked_for.seconds) for each in done.values())
    print(
        json.dumps(circumstances()),
        page,
        sep="\n",
        file=asked_for.out.open("w") if asked_for.out else sys.stdout,
    )
    return int(any(p.statuses.keys() != {200} for each in done.values() for p in each))


if __name__ == "__main__":
    sys.exit(main())
