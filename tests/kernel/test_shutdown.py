"""Programs that end while a thread is in the core."""

import signal
import subprocess
import sys
from contextlib import ExitStack
from textwrap import dedent

import pytest

_CALLS = {
    "lanes": "pandoku.solve(pandoku.Puzzle(9), limit=10**12, engine='lanes')",
    "cages": "pandoku.solve(pandoku.Puzzle(9), limit=10**12, engine='cages')",
    "true_candidates": "[pandoku.true_candidates(pandoku.Puzzle(25)) for _ in range(10**6)]",
    "explain": "[pandoku.explain(pandoku.Puzzle(16), is_proper=False) for _ in range(10**6)]",
    "explain_many": "pandoku.explain_many(np.zeros((500, 1296), np.uint8))",
    "solve_many": "pandoku.solve_many(np.zeros((500, 81), np.uint8), limit=10**9)",
}


def _program(call: str, ending: str) -> str:
    return dedent(f"""\
        import threading, time
        import numpy as np
        import pandoku

        worker = threading.Thread(target=lambda: {call}, daemon=True)
        worker.start()
        time.sleep(0.2)
        print("ready", flush=True)
        {ending}
        """)


@pytest.mark.turns(3)
def test_a_program_ends_while_a_daemon_thread_searches() -> None:
    with ExitStack() as stack:  # all at once, as they sleep
        programs = {
            name: stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", _program(call, "")],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                )
            )
            for name, call in _CALLS.items()
        }
        ends = {}
        try:
            for name, program in programs.items():
                told = program.communicate(timeout=60)
                ends[name] = (program.returncode, *told)
        finally:
            for program in programs.values():
                program.kill()
    assert ends == dict.fromkeys(_CALLS, (0, "ready\n", ""))


@pytest.mark.skipif(sys.platform == "win32", reason="a signal of Unix")
def test_ctrl_c_ends_a_program_while_a_daemon_thread_searches() -> None:
    program = _program(_CALLS["cages"], "worker.join()")
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.wait(30)
        errors = process.stderr.read()
    assert errors.rstrip().endswith("KeyboardInterrupt")
    assert process.returncode in (1, -signal.SIGINT)


@pytest.mark.turns(3)
def test_what_outlives_a_program_is_not_told_as_leaked() -> None:
    # As another package may, this one holds a cache beyond the end.
    program = dedent("""\
        import ctypes
        import pandoku
        from pandoku.kernel._exchange import native_layout

        pandoku.explain(pandoku.Puzzle(4))
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(native_layout))
        """)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
