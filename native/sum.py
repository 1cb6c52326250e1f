"""Print a checksum of the sources of the C++ core.

The core of a wheel is stored with it, so that `./run` can tell whether it was made from the sources
of a checkout.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

ROOT = Path(__file__).parent.parent
UNUSED = ("native/tests/", "native/fuzz/", "native/wasm/")  # not part of the core


def main() -> None:
    """Print the checksum: of all names and contents, in order of the names."""
    names = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "native").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    total = hashlib.sha256()
    for name in sorted(["CMakeLists.txt", *names]):
        if not name.startswith(UNUSED):
            total.update(f"{name}\n".encode() + (ROOT / name).read_bytes())
    print(total.hexdigest()[:32])


if __name__ == "__main__":
    main()
