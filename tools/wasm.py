"""Compile the C++ core for Pyodide, the CPython of browsers.

    python -m tools.wasm

The modules are in build/wasm: _native.abi3.so and _native_craft.abi3.so. Pyodide imports them as
pandoku._native and pandoku._native_craft. build/wasm/wheels gets the wheel of msgspec for Pyodide,
and build/wasm/pyodide Pyodide itself.

The compiler is that of Zig, which PyPI has for every system (the extra `wasm`). Of Zig it needs
clang, the linker, and the headers of libc and libc++. It does without Emscripten: its libc is musl
its libc++ is that of LLVM, and Pyodide exports both. Python's headers come from a CPython on this
machine, version 3.12 or later, because the modules use the stable interface of 3.12.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "wasm"
MODULES = ("_native", "_native_craft")

# Pyodide, as npm has it, and what its Python is called.
PYODIDE = FOLDER / "pyodide"
_PYODIDE = "314.0.7"
_PYODIDE_SHA512 = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"

# How Emscripten 5 compiles: the calling of functions, exceptions, vectors of 128 bits.
_TARGET = ("--target=wasm32-unknown-emscripten", "-fwasm-exceptions", "-msimd128", "-mbulk-memory")

# The settings of Emscripten's libc++, whose second ABI has another namespace.
_LIBCXX = {
    "ABI_VERSION": "2",
    "ABI_NAMESPACE": "__2",
    "HARDENING_MODE_DEFAULT": "_LIBCPP_HARDENING_MODE_NONE",
    "ASSERTION_SEMANTIC_DEFAULT": "_LIBCPP_ASSERTION_SEMANTIC_IGNORE",
    "PSTL_BACKEND_SERIAL": "1",
    **dict.fromkeys(
        (
            "HAS_FILESYSTEM",
            "HAS_LOCALIZATION",
            "HAS_MONOTONIC_CLOCK",
            "HAS_MUSL_LIBC",
            "HAS_RANDOM_DEVICE",
            "HAS_TERMINAL",
            "HAS_THREADS",
            "HAS_THREAD_API_PTHREAD",
            "HAS_UNICODE",
            "HAS_WIDE_CHARACTERS",
        ),
        "1",
    ),
    **dict.fromkeys(
        (
            "ABI_FORCE_ITANIUM",
            "ABI_FORCE_MICROSOFT",
            "HAS_EXPERIMENTAL_LIBRARY",
            "HAS_THREAD_API_C11",
            "HAS_THREAD_API_EXTERNAL",
            "HAS_THREAD_API_WIN32",
            "HAS_TIME_ZONE_DATABASE",
            "HAS_VENDOR_AVAILABILITY_ANNOTATIONS",
            "LIBC_NEWLIB",
        ),
        "0",
    ),
}


def main() -> None:
    """Compile both modules, and print their sizes."""
    zig, python = _zig(), _python_headers()
    tools = FOLDER / "tools"
    _write_headers(zig, python)
    _write_tools(zig, tools)
    nanobind = Path(_origin("nanobind", "pip install nanobind")).parent
    # The wrapper's path says nothing about the compiler in it.
    known = hashlib.sha256((tools / "c++").read_bytes().replace(bytes(ROOT), b"")).hexdigest()
    cache = {"CCACHE_COMPILERTYPE": "clang", "CCACHE_COMPILERCHECK": f"string:{known}"}
    environment = {**os.environ, **cache}
    for unwanted in ("CXX", "CXXFLAGS", "LDFLAGS"):
        environment.pop(unwanted, None)
    settings = {
        "CMAKE_TOOLCHAIN_FILE": ROOT / "native" / "wasm" / "toolchain.cmake",
        "PANDOKU_WASM": "ON",
        "PANDOKU_TOOLS": tools,
        "PANDOKU_NANOBIND": nanobind,
        "PANDOKU_PYTHON_HEADERS": FOLDER / "python",
    }
    configure: list[str | Path] = ["cmake", "-S", ROOT, "-B", FOLDER, "-G", "Ninja"]
    configure += [f"-D{name}={value}" for name, value in settings.items()]
    _run(configure, environment)
    _run(["cmake", "--build", FOLDER, "--target", *MODULES], environment)
    _fetch_wheels(environment)
    _fetch_pyodide(environment)
    for module in MODULES:
        content = (FOLDER / f"{module}.abi3.so").read_bytes()
        packed = len(gzip.compress(content, 9, mtime=0))
        print(f"{module}.abi3.so: {len(content):,} bytes, {packed:,} compressed")


def _fetch_wheels(environment: dict[str, str]) -> None:
    """Fetch the packages that pandoku needs there, in the version that is installed here."""
    wheels = FOLDER / "wheels"
    wanted = f"msgspec-{version('msgspec')}-"
    for wheel in wheels.glob("*.whl"):
        if wheel.name.startswith(wanted):
            return
        wheel.unlink()
    fetch = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--no-deps"]
    fetch += ["--only-binary", ":all:", "--platform", PLATFORM, "--python-version", PYTHON]
    _run([*fetch, "--dest", wheels, f"msgspec=={version('msgspec')}"], environment)


def _fetch_pyodide(environment: dict[str, str]) -> None:
    """Fetch Pyodide from npm, unless it is there, and check that it is the known one."""
    if (PYODIDE / "package.json").exists():
        return
    pack: list[str | Path] = [
        "npm",
        "pack",
        "--silent",
        f"pyodide@{_PYODIDE}",
        "--pack-destination",
        FOLDER,
    ]
    _run(pack, environment)
    packed = FOLDER / f"pyodide-{_PYODIDE}.tgz"
    found = b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    if found != _PYODIDE_SHA512:
        sys.exit(f"wasm: expected pyodide-{_PYODIDE}.tgz with {_PYODIDE_SHA512}, found {found}")
    with tarfile.open(packed) as files:
        files.extractall(FOLDER, filter="data")
    (FOLDER / "package").rename(PYODIDE)
    packed.unlink()


def _run(command: Sequence[str | Path], environment: dict[str, str]) -> None:
    done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nwasm: '{command[0]}' failed with the report above")


def _origin(package: str, way_out: str) -> str:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        sys.exit(f"wasm: expected the package {package}, found none: {way_out}")
    return spec.origin


def _zig() -> Path:
    return Path(_origin("ziglang", "pip install ziglang")).parent


def _python_headers() -> Path:
    """Return the folder with the Python.h of a CPython from 3.12 on."""
    for folder in _include_folders():
        patch = folder / "patchlevel.h"
        if (folder / "Python.h").exists() and patch.exists():
            lines = [line.split() for line in patch.read_text().splitlines()]
            numbers = {line[1]: line[2] for line in lines if len(line) > 2 and line[0] == "#define"}
            if int(numbers["PY_MAJOR_VERSION"]) == 3 and int(numbers["PY_MINOR_VERSION"]) >= 12:
                return folder
    sys.exit(
        "wasm: expected the headers of CPython 3.12 or later on this machine, found none: "
        "install such a Python (apt-get install python3-dev, or pyenv), or name the folder of "
        "its Python.h in PANDOKU_PYTHON_HEADERS"
    )


def _include_folders() -> Iterator[Path]:
    if named := os.environ.get("PANDOKU_PYTHON_HEADERS"):
        yield Path(named)
        return
    ask = "import sysconfig; print(sysconfig.get_path('include'))"
    programs = [
        sys.executable,
        *filter(None, (shutil.which(f"python3.{n}") for n in range(12, 20))),
    ]
    for program in programs:
        done = subprocess.run([program, "-c", ask], check=False, capture_output=True, text=True)
        if done.returncode == 0:
            yield Path(done.stdout.strip())
    yield from sorted((Path.home() / ".pyenv" / "versions").glob("3.*/include/python3.*"))


def _write_headers(zig: Path, python: Path) -> None:
    """Write the headers that differ for Pyodide."""
    # The pyconfig.h of this machine has the size of its pointers.
    shutil.copytree(python, FOLDER / "python", dirs_exist_ok=True)
    shutil.copy(ROOT / "native" / "wasm" / "pyconfig.h", FOLDER / "python" / "pyconfig.h")
    # musl's types for a 32-bit machine. In WebAssembly, the type of sizes is `unsigned long`.
    types = zig / "lib" / "libc" / "include" / "riscv32-linux-musl" / "bits" / "alltypes.h"
    text = types.read_text()
    for name in ("_Addr", "_Reg"):
        text = text.replace(f"#define {name} int", f"#define {name} __PTRDIFF_TYPE__")
    own = FOLDER / "libc" / "bits" / "alltypes.h"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text(text)


def _write_tools(zig: Path, tools: Path) -> None:
    """Write the compiler, the archiver and the linker as programs of one word each."""
    library = zig / "lib"
    folders = [
        library / "libcxx" / "include",
        library / "libcxxabi" / "include",
        library / "include",
        FOLDER / "libc",
        library / "libc" / "include" / "riscv32-linux-musl",
        library / "libc" / "include" / "generic-musl",
    ]
    compiler = ["clang", "--driver-mode=g++", *_TARGET, "-nostdinc", "-nostdinc++"]
    compiler += [f"-D_LIBCPP_{name}={value}" for name, value in _LIBCXX.items()]
    for folder in folders:
        compiler += ["-isystem", str(folder)]
    programs = {"c++": compiler, "ar": ["ar"], "ranlib": ["ranlib"], "wasm-ld": ["wasm-ld"]}
    tools.mkdir(parents=True, exist_ok=True)
    for name, words in programs.items():
        quoted = " ".join(json.dumps(word) for word in [str(zig / "zig"), *words])
        program = tools / name
        text = f'#!/bin/sh\n# ziglang {version("ziglang")}\nexec {quoted} "$@"\n'
        if not program.exists() or program.read_text() != text:
            program.write_text(text)
            program.chmod(0o755)


if __name__ == "__main__":
    main()
