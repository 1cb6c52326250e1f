"""The readers under atheris, which keeps the inputs that reach new code.

    pip install atheris
    PYTHONPATH=.:src python deploy/oss-fuzz/fuzz_readers.py FOLDER [-max_total_time=SECONDS]

The folder has the inputs to start from, such as the folder `fuzz_readers` that
`python -m tests.fuzz.corpora` unpacks. Inputs that reach new code are added to it. The first byte
of an input chooses the format, and the other bytes are the text.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["pandoku"]):
    from pandoku.formats import registry
    from tests.fuzz.readers import read_bytes


def read_input(data: bytes) -> None:
    """Read an input of the fuzzer; whatever it raises is a finding."""
    names = (None, *registry())
    if data:
        read_bytes(data[1:], names[data[0] % len(names)])


def main() -> None:
    """Run until the options say to stop."""
    atheris.Setup(sys.argv, read_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
