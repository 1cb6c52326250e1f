"""The links of README.md. It is also the page of the package index, where nothing is relative."""

import re

import pytest

from tests.data import ROOT

HOME = "https://github.com/pandoku/pandoku"
FILES = (
    f"{HOME}/blob/main/",
    f"{HOME}/tree/main/",
    "https://raw.githubusercontent.com/pandoku/pandoku/main/",
)
SITE = "https://pandoku.github.io/pandoku/"
LINK = re.compile(
    r"\]\(([^)\s]+)[^)]*\)|\b(?:src|srcset|href)=\"([^\"]+)\"|^\[[^\]]+\]:\s*(\S+)", re.M
)


def links_of(text: str) -> list[str]:
    return ["".join(groups) for groups in LINK.findall(text)]


def dead_link(link: str) -> str | None:
    """Return why a link leads nowhere, as far as can be said without a network."""
    path, _, anchor = link.partition("#")
    if not path:
        return None if anchor in anchors_of("README.md") else "no such heading"
    if not path.startswith("https://"):
        return "relative: it is dead on the page of the package index"
    for prefix in FILES:
        if path.startswith(prefix) and not (ROOT / path.removeprefix(prefix)).exists():
            return "no such file in the repository"
    if path.startswith(SITE) and not has_page(path.removeprefix(SITE)):
        return "no such page of the documentation"
    return None


def anchors_of(name: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", (ROOT / name).read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def has_page(path: str) -> bool:
    """Whether a page of the site has a source. Those of techniques and modules are generated."""
    if path.startswith(("techniques/", "reference/")):
        return True
    name = path.removesuffix(".html") or "index"
    return any((ROOT / "docs" / f"{name}{suffix}").is_file() for suffix in (".md", ".ipynb"))


def test_every_link_and_picture_of_the_readme_leads_somewhere() -> None:
    links = links_of((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(links) > 3
    assert {link: why for link in links if (why := dead_link(link))} == {}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[design](ARCHITECTURE.md)", "relative"),
        ('<img src="docs/step.svg" alt="a step">', "relative"),
        ("[design]: ARCHITECTURE.md", "relative"),
        (f"[design]({HOME}/blob/main/DESIGN.md)", "no such file"),
        (f"[a page]({SITE}nowhere.html)", "no such page"),
        ("[below](#nowhere)", "no such heading"),
    ],
)
def test_a_dead_link_is_found(text: str, why: str) -> None:
    (link,) = links_of(text)
    assert why in (dead_link(link) or "")
