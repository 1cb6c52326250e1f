"""The two compiled modules: what is in which, what their stubs say, and when they are loaded."""

from __future__ import annotations

import ast
import subprocess
import sys
from types import ModuleType

import pytest

import pandoku
import pandoku.kernel
from pandoku.errors import EngineError
from pandoku.kernel import cages, lanes, native, native_craft
from tests.data import ROOT

MODULES = {"_native": native, "_native_craft": native_craft}


def names_in(module: ModuleType) -> set[str]:
    return {name for name in vars(module) if not name.startswith("_")}


def names_in_stub(name: str) -> set[str]:
    tree = ast.parse((ROOT / "src" / "pandoku" / f"{name}.pyi").read_text(encoding="utf-8"))
    defined = {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    return {name for name in defined if not name.startswith("_")}


@pytest.mark.parametrize("name", MODULES)
def test_a_stub_names_what_its_module_has(name: str) -> None:
    assert names_in_stub(name) == names_in(MODULES[name]())


def test_no_name_is_in_both_modules() -> None:
    assert not names_in(native()) & names_in(native_craft())


@pytest.mark.turns(3)
def test_only_what_is_beyond_solving_loads_the_second() -> None:
    calls = [
        "import pandoku",
        "pandoku.solve('..4....3.....3.1')",
        "pandoku.check(pandoku.load('examples/killer.txt'))",
        "pandoku.solve_many(['..4....3.....3.1'])",
        "pandoku.explain('..4....3.....3.1')",
    ]
    seen = "print('pandoku._native_craft' in sys.modules)"
    code = "\n".join(["import sys", *(f"{call}\n{seen}" for call in calls)])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loading = dict(zip(calls, done.stdout.split(), strict=True))
    assert loading == dict.fromkeys(calls, "False") | {calls[-1]: "True"}


def test_without_the_second_puzzles_are_solved_and_the_rest_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pandoku.kernel._why_not_craft.cache_clear()
    monkeypatch.setitem(sys.modules, "pandoku._native_craft", None)
    try:
        assert pandoku.solve("..4....3.....3.1").is_unique
        with pytest.raises(EngineError, match=r"explains, rates .*not built"):
            pandoku.kernel.native_craft()
    finally:
        pandoku.kernel._why_not_craft.cache_clear()


def test_without_the_first_each_call_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    pandoku.kernel.why_not_native.cache_clear()
    monkeypatch.setitem(sys.modules, "pandoku._native", None)
    puzzle = pandoku.Puzzle(4)
    try:
        assert cages.can_take(puzzle) is False
        for call in (
            lambda: cages.cage_lists([()], 16),
            lambda: cages.search_cages([puzzle]),
            lambda: lanes.search_lanes([]),
            pandoku.kernel.keep_freed_memory,
        ):
            with pytest.raises(EngineError, match="core is not built"):
                call()
    finally:
        pandoku.kernel.why_not_native.cache_clear()
