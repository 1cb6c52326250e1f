"""The corpora of the fuzz targets: inputs that reached new code, all in `native/fuzz/corpora.zip`.

    python -m tests.fuzz.corpora FOLDER            # unpack: a folder for each target
    python -m tests.fuzz.corpora FOLDER --pack     # write the archive from such a folder

An archive keeps a thousand small files out of the checkout. It has no times and its files are
sorted, so the same inputs make the same bytes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tests.data import ROOT

ARCHIVE = ROOT / "native" / "fuzz" / "corpora.zip"
_START_OF_TIME = (1980, 1, 1, 0, 0, 0)  # of zip files


def inputs_of(target: str) -> Iterator[bytes]:
    """Yield the inputs of a target, in the order of their names."""
    with ZipFile(ARCHIVE) as archive:
        for name in sorted(archive.namelist()):
            if name.startswith(f"{target}/"):
                yield archive.read(name)


def pack(folder: Path, archive: Path) -> None:
    """Write the files in the folders of *folder* to an archive."""
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for file in sorted(folder.glob("*/*")):
            entry = ZipInfo(file.relative_to(folder).as_posix(), _START_OF_TIME)
            entry.compress_type = ZIP_DEFLATED
            packed.writestr(entry, file.read_bytes())


def main() -> None:
    """Unpack the archive, or write it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pack", action="store_true", help="write the archive")
    options = parser.parse_args()
    if options.pack:
        pack(options.folder, ARCHIVE)
    else:
        with ZipFile(ARCHIVE) as archive:
            archive.extractall(options.folder)


if __name__ == "__main__":
    main()
