"""The core cannot run in a subinterpreter, and says so in place of waiting for itself."""

from __future__ import annotations

import subprocess
import sys

import pytest

CREATE = """
import importlib, sys
for name in ("_interpreters", "_xxsubinterpreters"):
    try:
        module = importlib.import_module(name)
        break
    except ImportError:
        pass
interpreter = module.create()
failure = module.run_string(interpreter, textwrap.dedent(CODE))
assert not failure, failure
"""

CALLS = """
    import sys, warnings
    warnings.simplefilter("ignore")  # NumPy warns, too
    import pandoku
    text = "..4....3.....3.1"
    for name in ("solve", "count", "check", "explain", "hint", "rate", "true_candidates"):
        try:
            print(name, getattr(pandoku, name)(text))
        except pandoku.EngineError as error:
            assert "\\n" not in str(error)
            print(name, error)
    for call in (lambda: pandoku.generate(), lambda: pandoku.solve_all([text])):
        try:
            print(call())
        except pandoku.EngineError as error:
            print(error)
    print(pandoku.solve(text, engine="backtracking").count, flush=True)
"""


def _run(code: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def _in_subinterpreter(code: str, before: str = "", after: str = "") -> list[str]:
    return _run(f"import textwrap\n{before}\nCODE = {code!r}\n{CREATE}\n{after}")


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    "before", ["", "import pandoku; print(pandoku.solve('1' + '.' * 15).count, 'at first')"]
)
def test_every_call_of_the_core_is_refused_in_one_line_and_the_main_one_goes_on(
    before: str,
) -> None:
    after = "import pandoku; print(pandoku.solve('..4....3.....3.1').count, 'at end')"
    lines = _in_subinterpreter(CALLS, before, after)
    if before:
        assert lines.pop(0).endswith(" at first")
    *refused, count, at_end = lines
    assert len(refused) == 9
    for line in refused:
        assert "use the main interpreter" in line
    assert count == "1"  # an engine that needs nothing but Python, asked for by name
    assert at_end == "1 at end"


def test_the_main_interpreter_is_no_subinterpreter() -> None:
    from pandoku.kernel import in_subinterpreter

    assert not in_subinterpreter()
