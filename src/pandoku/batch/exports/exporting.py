"""Export of data sets: for the hub, as text, or as arrays for a trainer."""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.batch.exports import Exported, require_puzzles
from pandoku.batch.exports.hrm import export_hrm
from pandoku.batch.exports.hub import export_hub
from pandoku.batch.exports.text import export_csv, export_json, export_jsonl
from pandoku.batch.inputs import files_of, origins_of, require_license, sources_of
from pandoku.batch.store import is_address, place_text
from pandoku.errors import BatchError
from pandoku.kernel import default_threads
from pandoku.model import OnProgress, whole_number

__all__ = ["TARGETS", "Exported", "export_tables"]

TARGETS = ("hub", "csv", "jsonl", "json", "hrm")

_TEXTS = {"csv": export_csv, "jsonl": export_jsonl, "json": export_json}


def export_tables(
    inputs: Sequence[str] | str,
    output: str,
    to: str,
    *,
    license: str = "CC0-1.0",
    license_unknown: bool = False,
    overwrite: bool = False,
    workers: int | None = None,
    on_progress: OnProgress = lambda done, total: None,
) -> Exported:
    """Write a data set in a format that other programs read.

    Rows stay in order. A file appears only when it is complete, and the same data set always gives
    the same bytes.

    Args:
        inputs: Output folders of jobs, table files or patterns. For the hub, the puzzles come from
            the first input. The steps come from all other inputs, or from the first input if it is
            the only input. For the other targets, the puzzles come from all inputs.
        output: Path of a folder for "hub" and "hrm", and of a file for the other targets. For
            "hub", it may also be the address of a folder.
        to: "hub" for a folder with a card, which the hub of Hugging Face and its library `datasets`
            read. "csv" or "jsonl" for a text with all columns. "json" for puzzles that every
            command of pandoku reads. "hrm" for arrays that the trainers of HRM and TRM read.
        license: SPDX name of the license of generated puzzles, for the card of "hub".
        license_unknown: Whether to accept puzzles with an unknown license for the hub.
        overwrite: Whether to replace the export of another data set in *output*. An interrupted
            export of the same data set is continued in any case.
        workers: For "hub": number of files to write at the same time, at least 1. None means the
            number of cores. The bytes of the files do not depend on it.
        on_progress: Called with the number of finished rows and the number of all rows.

    Returns:
        The names of the files, and the numbers of rows that were written and left out.

    Raises:
        BatchError: A value is invalid, the data set does not fit the target, or a license is
            unknown.
        OSError: A table cannot be read, or a file cannot be written.
    """
    if to not in TARGETS:
        raise BatchError(f"expected to as one of {', '.join(TARGETS)}, found {to!r:.60}")
    if workers is not None and to != "hub":
        raise BatchError(f"workers applies only to 'hub', because {to} is written in order")
    n_workers = default_threads() if workers is None else whole_number("workers", workers)
    require_license(license)
    places = [inputs] if isinstance(inputs, str) else list(inputs)
    if not places:
        raise BatchError("expected data sets to export, found none")
    if not isinstance(output, str) or not output:
        raise BatchError(f"expected a path for the output, found {output!r:.60}")
    output = place_text(output)
    if is_address(output) and to != "hub":
        raise BatchError(f"{output}: for {to}, expected a path of this machine, found an address")
    done = Exported(to)
    if to == "hub":
        origins = [] if license_unknown else origins_of(places[:1])
        unknown = [each.name for each in origins if each.license is None and not each.is_generated]
        if unknown:
            more = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
            raise BatchError(
                f"the license of {unknown[0]}{more} is unknown; import it again with --license "
                "SPDX, or give --license-unknown, which the card repeats"
            )
        export_hub(places, output, license, done, overwrite, n_workers, on_progress)
    else:
        sources = sources_of(files_of(places))
        require_puzzles(sources)
        write = export_hrm if to == "hrm" else _TEXTS[to]
        write(sources, output, done, on_progress)
    return done
