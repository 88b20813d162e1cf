"""Sentences of the specification, section by section, each shown to be so by the program.

A sentence that is changed there has to be changed here, and looked at again.
"""

import re
from typing import Final

import pytest

from tests.statements import SECTIONS
from tests.support.corpus import ROOT
from tests.support.naming import case

pytestmark = pytest.mark.usefixtures("few_repairs")

PAGE: Final = (ROOT / "grammar/SPECIFICATION.md").read_text("utf-8")
CORE: Final = (ROOT / "grammar/CORE.md").read_text("utf-8")
OF_THE_CORE: Final = {
    "Games and files": "Text",
    "Notes": "Comments",
    **{title: title for title in ("Tags", "Cards", "Deals", "Tricks and actions", "Results")},
}
"""Sections of the specification that go on from one of the core, which says the rest of it."""
LEAST: Final = 8
FEWER: Final = {
    "Other formats": 6,  # it has six sentences, the first of which only says that there are such programs
    "Versions": 4,  # the others speak of versions that are still to come
}
"""Sections that say fewer things that can be checked, and how many of them are."""


def folded(text: str) -> str:
    return " ".join(text.split())


def parted(page: str) -> dict[str, str]:
    parts = re.split(r"^## (.*)$", page, flags=re.MULTILINE)
    return {title: folded(text) for title, text in zip(parts[1::2], parts[2::2], strict=True)}


def sections() -> dict[str, str]:
    """The sections of the specification, each after what the core says of it."""
    core = parted(CORE)
    return {
        title: f"{core.get(OF_THE_CORE.get(title, ''), '')} {text}" for title, text in parted(PAGE).items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("title", SECTIONS)
def test_it_is_as_the_specification_says(title: str) -> None:
    for quote, checks in SECTIONS[title].items():
        with case(quote):
            assert folded(quote) in sections()[title]
            for check in checks if isinstance(checks, list) else [checks]:
                check()


def test_every_section_has_its_statements() -> None:
    assert list(sections()) == list(SECTIONS)
    assert {title: len(cases) for title, cases in SECTIONS.items() if len(cases) < LEAST} == FEWER
