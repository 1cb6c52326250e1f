"""The front matter of a card: YAML for the hub and `datasets`."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pandoku.batch.cards.text import CardFacts
from pandoku.batch.origins import Origin

__all__ = ["front_matter", "licenses_of"]

# SPDX names, in lower case, of the licenses that the hub recognizes.
_HUB_LICENSES = frozenset(
    (
        "afl-3.0", "agpl-3.0", "apache-2.0", "artistic-2.0", "bsd-2-clause", "bsd-3-clause",
        "bsl-1.0", "cc-by-2.0", "cc-by-2.5", "cc-by-3.0", "cc-by-4.0", "cc-by-nc-2.0",
        "cc-by-nc-3.0", "cc-by-nc-4.0", "cc-by-nc-nd-4.0", "cc-by-nc-sa-4.0", "cc-by-nd-4.0",
        "cc-by-sa-3.0", "cc-by-sa-4.0", "cc0-1.0", "isc", "mit", "mpl-2.0", "unlicense", "wtfpl",
        "zlib",
    )
)  # fmt: skip


def licenses_of(origins: Sequence[Origin], chosen: str) -> list[str | None]:
    """Return the licenses of puzzles without duplicates. None is an unknown license.

    Args:
        origins: Sources of the puzzles.
        chosen: License of generated puzzles.
    """
    found = (chosen if each.is_generated else each.license for each in origins)
    return list(dict.fromkeys(found))


def front_matter(facts: CardFacts, title: str, licenses: Sequence[str | None]) -> str:
    """Return the front matter, with its marks at both ends."""
    counted = facts.tally
    generated = any(each.is_generated for each in facts.lineage.origins)
    kinds = [kind for (kind,) in counted.by("kind") if kind]
    tags = ["pandoku", "puzzles", "reasoning", "constraint-satisfaction", *sorted(kinds)]
    tags += ["synthetic"] if generated else []
    tasks = ["text-generation", "other"] if facts.n_steps else ["other"]
    lines = [
        "---",
        *_license_lines(licenses),
        f"pretty_name: {json.dumps(title, ensure_ascii=False)}",
    ]
    if any(name == "text" for name, *_ in facts.columns.get("steps", ())):
        lines += ["language:", "- en"]
    lines += ["task_categories:", *(f"- {each}" for each in tasks)]
    lines += ["tags:", *(f"- {json.dumps(each, ensure_ascii=False)}" for each in tags)]
    lines += ["size_categories:", f"- {_size(counted.n_rows)}", "configs:"]
    for config in facts.configs:
        lines += [f"- config_name: {config.name}"]
        lines += ["  default: true"] if config.name == "puzzles" else []
        lines += ["  data_files:"]
        for split, pattern in config.data_files:
            lines += [f"  - split: {split}", f"    path: {json.dumps(pattern, ensure_ascii=False)}"]
    return "\n".join([*lines, "---", ""])


def _license_lines(licenses: Sequence[str | None]) -> list[str]:
    if not licenses or None in licenses:
        return ["license: unknown"]
    names = [each.lower() for each in licenses if each]
    if not _HUB_LICENSES.issuperset(names):
        return [
            "license: other",
            f"license_name: {json.dumps(' AND '.join(filter(None, licenses)))}",
        ]
    return [f"license: {names[0]}"] if len(names) == 1 else ["license:", *(f"- {x}" for x in names)]


def _size(n_rows: int) -> str:
    """Return the size category of the hub for a number of rows."""
    names = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")
    if n_rows < 1000:
        return "n<1K"
    place = min(len(str(n_rows)) - 4, len(names) - 1)
    return f"n>{names[-1]}" if place == len(names) - 1 else f"{names[place]}<n<{names[place + 1]}"
