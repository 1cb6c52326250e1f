"""./run and the checksum that it compares. Its compiler and installer are small scripts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

from pandoku.cli.command import COMMANDS
from tests.data import EXAMPLE_FILES, by_default

ROOT = Path(__file__).parent.parent
needs_sh = pytest.mark.skipif(shutil.which("sh") is None, reason="./run is a shell script")


def run(folder: Path, *arguments: str, python: str = sys.executable) -> tuple[int, str]:
    """Call a copy of ./run in *folder*, which has no environment."""
    script = shutil.copy(ROOT / "run", folder)
    environment = {"PATH": "/usr/bin:/bin", "PYTHON": python}
    done = subprocess.run(
        ["sh", script, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


def sum_of(folder: Path) -> str:
    """Return what native/sum.py prints in *folder*."""
    command = [sys.executable, str(folder / "native" / "sum.py")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def core(tmp_path: Path) -> Path:
    (tmp_path / "CMakeLists.txt").write_text("project(x)\n")
    (tmp_path / "native" / "tests").mkdir(parents=True)
    (tmp_path / "native" / "a.cpp").write_text("int a;\n")
    shutil.copy(ROOT / "native" / "sum.py", tmp_path / "native")
    return tmp_path


@needs_sh
def test_run_without_a_command_names_one(tmp_path: Path) -> None:
    status, message = run(tmp_path)
    assert status == 2
    assert "./run pandoku solve" in message


@needs_sh
def test_run_with_an_older_python_says_which_it_found(tmp_path: Path) -> None:
    old = tmp_path / "python"
    old.write_text('#!/bin/sh\n[ "$1" != --version ] || { echo Python 3.9.2; exit 0; }\nexit 1\n')
    old.chmod(0o755)
    status, message = run(tmp_path, "pandoku", python=str(old))
    assert status == 2
    assert re.fullmatch(r"run: .*3\.11.* Python 3\.9\.2\n", message)


def test_the_sum_changes_with_a_source_of_the_core(core: Path) -> None:
    before = sum_of(core)
    (core / "native" / "a.cpp").write_text("int b;\n")
    assert sum_of(core) != before


def test_the_sum_changes_with_a_new_source(core: Path) -> None:
    before = sum_of(core)
    (core / "native" / "b.cpp").touch()
    assert sum_of(core) != before


def test_the_sum_does_not_change_with_a_native_test(core: Path) -> None:
    before = sum_of(core)
    (core / "native" / "tests" / "test_a.cpp").write_text("int main() {}\n")
    assert sum_of(core) == before


def test_uv_compiles_the_core_again_after_a_change_to_any_source_that_is_summed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    keys = [each["file"] for each in settings["tool"]["uv"]["cache-keys"]]
    plain = [re.sub(r"\{.*\}", ending, key) for key in keys for ending in _endings(key)]
    watched = {path for key in plain for path in ROOT.glob(key)}
    unused = {ROOT / "native" / each for each in ("tests", "fuzz", "wasm")}
    summed = {
        path
        for path in ((ROOT / "CMakeLists.txt"), *(ROOT / "native").rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and not unused & {*path.parents}
    }
    assert summed - watched == set()


def _endings(key: str) -> list[str]:
    """Return what stands between the braces of a pattern, or the whole pattern without any."""
    found = re.search(r"\{(.*)\}", key)
    return found[1].split(",") if found else [key]


def test_uv_installs_what_the_tests_need() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["dependency-groups"]["dev"] == ["pandoku[test]"]


# ---- what is compiled when

_HEADER = Path(sysconfig.get_path("include")) / "Python.h"
compiles = pytest.mark.skipif(
    sys.platform == "win32" or not _HEADER.exists(),
    reason="./run is a shell script for Unix, and compiles where Python's headers are",
)

# The one of which an environment may be made: a link to another link would not find its library.
_PYTHON = os.path.realpath(sys.executable)

# They take the place of uv, which makes the environment and installs, and of cmake.
_UV = """#!/bin/sh
site=.venv/lib/python3.{minor}/site-packages
case "$1" in
venv)
    mkdir -p .venv/bin "$site/scikit_build_core"
    ln -s {python} .venv/bin/python
    echo "home = $(dirname {python})" >.venv/pyvenv.cfg
    echo "VIRTUAL_ENV=$PWD/.venv" >.venv/bin/activate
    echo "def get_requires_for_build_editable(): return []" >"$site/scikit_build_core/build.py"
    printf '#!/bin/sh\\nls %s/pandoku\\n' "$site" >.venv/bin/pandoku
    chmod +x .venv/bin/pandoku
    ;;
pip)
    mkdir -p "$site/pandoku"
    case "$*" in *--target*) mkdir -p build/run/wheel && cp -r dist build/run/wheel/pandoku ;; esac
    ;;
esac
"""
_CMAKE = """#!/bin/sh
[ "$1" = --build ] || exit 0
echo "$4" >>compiled
echo "[1/2] begin"
sleep {seconds}
if [ -f wrong ]; then echo "a.cpp:1: error"; exit 1; fi
mkdir -p build/run/native/bindings
echo "$4" >"build/run/native/bindings/$4.so"
echo "[2/2] end"
"""


class Checkout:
    """A folder with ./run, a source, and scripts in place of the tools."""

    def __init__(self, folder: Path, seconds: float = 0) -> None:
        self.folder = folder
        for name in ("run", "pyproject.toml"):
            shutil.copy(ROOT / name, folder)
        self._add("uv", _UV.format(python=_PYTHON, minor=sys.version_info.minor))
        self._add("cmake", _CMAKE.format(seconds=seconds))
        self._add("c++", "#!/bin/sh\n")

    def _add(self, name: str, text: str) -> None:
        tool = self.folder / "tools" / name
        tool.parent.mkdir(exist_ok=True)
        tool.write_text(text)
        tool.chmod(0o755)

    def start(self, command: str, **environment: str) -> subprocess.Popen[str]:
        path = f"{self.folder / 'tools'}:/usr/bin:/bin"
        return subprocess.Popen(
            ["sh", "run", *command.split()],
            env={"PATH": path, "PYTHON": sys.executable, **environment},
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def run(self, command: str, **environment: str) -> tuple[int, list[str], str]:
        """Return the status, what `pandoku` printed (the modules that it finds), and the report."""
        process = self.start(command, **environment)
        out, err = process.communicate()
        return process.returncode, out.split(), err

    def compiled(self) -> list[str]:
        """Return what was compiled since the last call."""
        path = self.folder / "compiled"
        names = path.read_text().split() if path.exists() else []
        path.write_text("")
        return names


@pytest.fixture
def checkout(core: Path) -> Checkout:
    return Checkout(core)


BOTH = ["_native.so", "_native_craft.so"]


@pytest.mark.turns(3)
@compiles
def test_a_solve_compiles_the_part_that_solves_only(checkout: Checkout) -> None:
    status, modules, report = checkout.run("pandoku solve x.txt")
    assert (status, modules, checkout.compiled()) == (0, ["_native.so"], ["_native"])
    assert " solves: 2 steps" in report
    assert checkout.run("pandoku count x.txt") == (0, ["_native.so"], "")


@pytest.mark.turns(3)
@compiles
def test_the_other_part_is_compiled_for_the_first_command_that_needs_it(checkout: Checkout) -> None:
    checkout.run("pandoku solve x.txt")
    checkout.compiled()
    status, modules, report = checkout.run("pandoku explain x.txt")
    assert (status, modules) == (0, BOTH)
    assert checkout.compiled()[-1] == "_native_craft"
    assert "explains, rates and makes" in report
    for command in ("pandoku explain x.txt", "pandoku solve x.txt", "python -c pass"):
        assert checkout.run(command)[2] == ""
    assert checkout.compiled() == []


@pytest.mark.turns(3)
@compiles
@pytest.mark.parametrize("command", ["python -c pass", "core"])
def test_whatever_may_need_all_gets_all(checkout: Checkout, command: str) -> None:
    assert checkout.run(command)[0] == 0
    assert checkout.compiled() == ["_native", "_native_craft"]
    assert checkout.run("pandoku solve x.txt") == (0, BOTH, "")


# What a call installs, in an environment without extras.
EXTRAS_OF_CALLS = {
    "python -m tests.program": "test",
    "python tests/program.py": "test",
    "python -c pass": "",
    **{
        f"pandoku {each.name} x.txt": each.extra
        for at, each in enumerate(COMMANDS.values())
        if each.extra or at % by_default(4, full=1) == 0
    },
    "pandoku play --web": "web",
    "pandoku play --help": "",
    "pandoku play --plain x.txt": "",
    "pandoku explain x.txt -o x.pdf": "print",
    "pandoku draw x.txt -o x.png": "png",
    "pandoku solve --engine cp-sat x.txt": "cp-sat",
}


@pytest.mark.turns(3)
@compiles
def test_a_call_gets_the_packages_of_its_extra(checkout: Checkout) -> None:
    (checkout.folder / "tests").mkdir()
    (checkout.folder / "tests" / "program.py").touch()
    assert checkout.run("core")[0] == 0
    stamp = checkout.folder / ".venv" / ".installed"
    without = stamp.read_text()
    assert len(without.split()) == 3
    found = {}
    for call in EXTRAS_OF_CALLS:
        stamp.write_text(without)
        assert checkout.run(call)[0] == 0, call
        _, _, _, *installed = stamp.read_text().split()
        found[call] = " ".join(installed)
    assert found == EXTRAS_OF_CALLS


@pytest.mark.turns(3)
@compiles
def test_after_a_change_no_part_is_left_that_was_made_before_it(checkout: Checkout) -> None:
    checkout.run("core")
    (checkout.folder / "native" / "a.cpp").write_text("int b;\n")
    checkout.compiled()
    assert checkout.run("pandoku solve x.txt")[:2] == (0, ["_native.so"])
    assert checkout.compiled() == ["_native"]
    assert checkout.run("pandoku rate x.txt")[:2] == (0, BOTH)


@pytest.mark.turns(3)
@compiles
@pytest.mark.parametrize("is_of_these_sources", [True, False])
def test_a_wheel_has_both_parts(checkout: Checkout, is_of_these_sources: bool) -> None:
    dist = checkout.folder / "dist"
    dist.mkdir()
    for name in ("pandoku-0.whl", *BOTH):
        (dist / name).touch()
    total = sum_of(checkout.folder) if is_of_these_sources else "another\n"
    (dist / "_native.sum").write_text(total)
    status, modules, report = checkout.run("pandoku solve x.txt")
    assert (status, checkout.compiled()) == (0, [] if is_of_these_sources else ["_native"])
    assert modules == (BOTH if is_of_these_sources else BOTH[:1])
    assert ("passed over" in report) is not is_of_these_sources


@pytest.mark.turns(3)
@compiles
def test_what_does_not_compile_is_tried_again(checkout: Checkout) -> None:
    checkout.run("pandoku solve x.txt")
    (checkout.folder / "wrong").touch()
    status, modules, report = checkout.run("pandoku explain x.txt")
    assert (status, modules) == (2, [])
    assert "a.cpp:1: error" in report
    assert report.endswith(" does not compile\n")
    (checkout.folder / "wrong").unlink()
    assert checkout.run("pandoku explain x.txt")[:2] == (0, BOTH)


@pytest.mark.turns(3)
@compiles
@pytest.mark.parametrize("forbidden", ["", "1"])
def test_python_keeps_what_it_compiled_below_build_where_it_may_not_beside_the_sources(
    checkout: Checkout, forbidden: str
) -> None:
    program = checkout.folder / "asked.py"
    program.write_text("import sys\nprint(sys.dont_write_bytecode, sys.pycache_prefix)\n")
    status, printed, _ = checkout.run(f"python {program}", PYTHONDONTWRITEBYTECODE=forbidden)
    folder = str(checkout.folder / "build" / "bytecode") if forbidden else "None"
    assert (status, printed) == (0, ["False", folder])


@pytest.mark.turns(3)
@compiles
def test_two_at_once_compile_one_after_the_other(core: Path) -> None:
    pytest.importorskip("fcntl")
    Checkout(core).run("pandoku solve x.txt")
    slow = Checkout(core, seconds=1)
    slow.compiled()
    both = [slow.start("pandoku explain x.txt") for _ in range(2)]
    reports = [process.communicate()[1] for process in both]
    assert slow.compiled() == ["_native", "_native_craft"]
    assert [process.returncode for process in both] == [0, 0]
    assert sum("waiting for " in report for report in reports) == 1


@pytest.mark.turns(3)
def test_the_commands_that_only_solve_do_without_the_other_part() -> None:
    commands = re.findall(r"'pandoku ([^']*)'", (ROOT / "run").read_text(encoding="utf-8"))
    assert {"solve", "count", "check", "convert"} <= {*commands}
    kinds = [str(path) for path in EXAMPLE_FILES]
    program = """
import os, sys
from pandoku.cli import cli

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name == "pandoku._native_craft":
            print(*called, file=sys.stderr, flush=True)
            os._exit(1)

sys.meta_path.insert(0, Refuse())
for command in sys.argv[1].split():
    for file in sys.argv[2:]:
        called = command, file
        options = ["--to", "json"] if command == "convert" else []
        try:
            cli([command, file, *options], prog_name="pandoku", standalone_mode=False)
        except (SystemExit, Exception):
            pass  # some solve no puzzle, or take no file
"""
    done = subprocess.run(
        [sys.executable, "-c", program, " ".join(commands), *kinds],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
