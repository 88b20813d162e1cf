"""Whatever the judge says in a test of this room has a translation, and all facts that its sentences name."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

import pytest

from notation.findings import catalogue
from notation.findings.finding import Finding, Phrase
from tests.notation.record.test_facts import names, phrases
from viewer.documents.catalogues import read_catalogue

needed = cache(names)


@cache
def known() -> frozenset[str]:
    """The sentences of the program, as a catalogue of translations has them."""
    ids = (message.id for message in read_catalogue("de"))
    return frozenset(chain.from_iterable([each] if isinstance(each, str) else each for each in ids))


@cache
def is_known(sentence: str) -> bool:
    """Whether a sentence has a translation, or no words beside the facts that it names."""
    return sentence in known() or not any(map(str.isalpha, re.sub("{[^}]*}", "", sentence)))


@pytest.fixture(autouse=True, scope="module")
def every_sentence_has_its_facts() -> Iterator[None]:
    """Look at findings and phrases as they are made, at those too that no judgement keeps."""
    make_phrase, make_finding = Phrase.__init__, Finding.__init__

    def phrase(self: Phrase, *args: Any, **kwargs: Any) -> None:
        make_phrase(self, *args, **kwargs)
        assert not self.facts or needed(self.sentence) <= self.facts.keys(), self

    def finding(self: Finding, *args: Any, **kwargs: Any) -> None:
        make_finding(self, *args, **kwargs)
        if self.code.id != catalogue.INCIDENT.id:  # what a house rules is in its own words
            for fact in (self.facts or {}).values():
                assert all(is_known(each.sentence) for each in phrases(fact)), self
        if self.facts or not self.code.id.startswith("S"):  # the reader adds them
            assert needed(self.code.sentence) <= (self.facts or {}).keys(), self.code
        assert all(isinstance(repair.says, Phrase) for repair in self.repairs), self.code

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Phrase, "__init__", phrase)
        patch.setattr(Finding, "__init__", finding)
        yield
