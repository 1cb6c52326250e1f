"""Write the golden files of pages: python -m tests.press.make_golden.

Look at the changes (git diff, and the pages) before you commit them.
"""

from pathlib import Path

from tests.press.samples import content_of, documents, reader_of

GOLDEN = Path(__file__).with_name("golden")
NAMES = sorted(path.stem for path in GOLDEN.glob("*.content"))


def contents() -> dict[str, str]:
    """Return the operators of a page of each kind, by name."""
    return {
        name: content_of(reader_of(document).pages[number - 1])
        for name, (document, number) in documents().items()
    }


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, content in contents().items():
        (GOLDEN / f"{name}.content").write_text(content, encoding="utf-8")
