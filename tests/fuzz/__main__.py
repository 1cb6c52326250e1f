"""Random calls, answers and texts, in processes of their own: `./run fuzz --help`."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from math import inf
from pathlib import Path
from secrets import randbits
from time import monotonic

from pandoku.formats import FORMATS
from tests.data import ROOT
from tests.fuzz.cases import TARGETS, finding, run_case
from tests.fuzz.quickly import run_readers

CHILD = (sys.executable, "-X", "faulthandler", "-m", "tests.fuzz.child")


def fuzz(
    target: str,
    seed: int,
    seconds: float,
    child: Sequence[str] = CHILD,
    cases: int | None = None,
) -> tuple[int, list[str]]:
    """Run a target for some time, and go on after each case that crashes or hangs.

    Args:
        target: Its name.
        seed: The seed of its cases.
        seconds: How long to run.
        child: The command that runs cases.
        cases: How many cases to run at most; None means no bound.

    Returns:
        How many cases were run, and the findings.
    """
    ends, first, found = monotonic() + seconds, 0, list[str]()
    with tempfile.TemporaryDirectory() as folder:
        progress = Path(folder) / "case"
        while (left := ends - monotonic()) > 0 and (cases is None or first < cases):
            words = (target, str(seed), str(first), str(left), str(progress), str(cases))
            done = subprocess.run(
                [*child, *words],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=False,
            )
            case = int(progress.read_text())
            found += [done.stdout.rstrip()] if done.stdout else []
            if done.returncode:
                ending = f"the process ended with status {done.returncode}"
                found.append(f"case {case}: {ending}\n{done.stderr[-3000:]}")
            first = case + 1
    return first, found


def _again(target: str, seed: int, number: int) -> list[str]:
    try:
        print(run_case(target, seed, number))
    except Exception as error:
        return [finding(error)[1]]
    return []


def main() -> int:
    """Run targets as the command line says; return 1 if there was a finding."""
    parser = argparse.ArgumentParser(prog="./run fuzz", description=__doc__)
    known = ", ".join(TARGETS)
    parser.add_argument("target", nargs="*", help=f"out of {known}, or formats; default: all")
    parser.add_argument("--readers", action="store_true", help="millions of small texts instead")
    parser.add_argument("--runs", type=int, help="texts for each reader, in place of --seconds")
    parser.add_argument("--block", type=int, help="read this block of texts only")
    parser.add_argument("--jobs", type=int, help="processes for --readers; default: all cores")
    parser.add_argument("--seconds", type=float, help="for each target; default: 60")
    parser.add_argument("--cases", type=int, help="for each target, in place of --seconds")
    parser.add_argument("--seed", type=int, help="repeats a run; default: any")
    parser.add_argument("--case", type=int, help="run this case only, in this process")
    asked = parser.parse_args()
    seed = randbits(32) if asked.seed is None else asked.seed
    names = FORMATS if asked.readers else TARGETS
    if unknown := set(asked.target) - set(names):
        parser.error(f"expected targets out of {', '.join(names)}, found {', '.join(unknown)}")
    if asked.cases is not None and (asked.cases < 1 or asked.readers):
        parser.error("expected --cases of at least 1, for targets only")
    if asked.seconds is None:
        asked.seconds = 60 if asked.cases is None else inf
    if asked.readers:
        if asked.jobs is not None and asked.jobs < 1:
            parser.error(f"expected --jobs of at least 1, found {asked.jobs}")
        limits = {name: getattr(asked, name) for name in ("runs", "seconds", "block", "jobs")}
        return 1 if run_readers(asked.target, seed, **limits) else 0
    findings = 0
    for target in asked.target or TARGETS:
        if asked.case is None:
            n, found = fuzz(target, seed, asked.seconds, cases=asked.cases)
        else:
            n, found = 1, _again(target, seed, asked.case)
        print(f"{target}: {n} cases of seed {seed}, {len(found)} findings", flush=True)
        print("\n".join(found), flush=True)
        findings += len(found)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
