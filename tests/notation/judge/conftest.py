"""Whatever the judge says in a test of this room has all facts that its sentences name."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from notation.findings.finding import Finding, Phrase
from tests.notation.record.test_facts import names

needed = cache(names)


@pytest.fixture(autouse=True, scope="module")
def every_sentence_has_its_facts() -> Iterator[None]:
    """Look at findings and phrases as they are made, at those too that no judgement keeps."""
    make_phrase, make_finding = Phrase.__init__, Finding.__init__

    def phrase(self: Phrase, *args: Any, **kwargs: Any) -> None:
        make_phrase(self, *args, **kwargs)
        assert not self.facts or needed(self.sentence) <= self.facts.keys(), self

    def finding(self: Finding, *args: Any, **kwargs: Any) -> None:
        make_finding(self, *args, **kwargs)
        if self.facts or not self.code.id.startswith("S"):  # the reader adds them
            assert needed(self.code.sentence) <= (self.facts or {}).keys(), self.code
        assert all(isinstance(repair.says, Phrase) for repair in self.repairs), self.code

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Phrase, "__init__", phrase)
        patch.setattr(Finding, "__init__", finding)
        yield
