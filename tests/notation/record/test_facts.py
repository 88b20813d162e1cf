"""Facts of sentences: each says itself what it is, and every sentence is given the facts that it names."""

from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from notation import read
from notation.findings.finding import (
    CardFact,
    CardsFact,
    Choice,
    Fact,
    Finding,
    Phrase,
    SeatFact,
    SuitFact,
    typed,
)
from notation.judge import judge
from notation.rulings.ledger import account
from referee.arithmetic import LINES
from referee.codes import CATALOGUE as RULES
from referee.codes import FACTS
from tests.support.corpus import ROOT, SAMPLES
from tests.support.each import for_each
from viewer.documents.languages import Language, language
from viewer.rulings.deal_rulings import explanation

KINDS = {
    **dict.fromkeys(("seat", "turn", "holder", "winner", "loser", "closer", "stated_seat"), SeatFact),
    **dict.fromkeys(("card", "lead", "best", "turn_up", "due"), CardFact),
    **{f"card{number}": CardFact for number in range(4)},
    "cards": CardsFact,
    "suit": SuitFact,
}
"""What a fact of this name is wherever it is named; all others are numbers, words or phrases."""
TYPED = (SeatFact, CardFact, CardsFact, SuitFact)


def names(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def phrases(fact: Fact) -> Iterator[Phrase]:
    """The phrases in a fact, those inside them too."""
    if isinstance(fact, Phrase):
        yield fact
        for part in fact.facts.values():
            yield from phrases(part)
    elif isinstance(fact, Choice):
        for choice in fact.parts:
            yield from phrases(choice)


def wrong(phrase: Phrase) -> list[str]:
    """The facts of a phrase that are missing or are not what their name says."""
    missing = [f"{name} is missing" for name in names(phrase.sentence) - set(phrase.facts)]
    return missing + [
        f"{name} is {fact!r}"
        for name, fact in phrase.facts.items()
        if (type(fact) is not KINDS[name] if name in KINDS else isinstance(fact, TYPED))
    ]


def misnamed(finding: Finding) -> list[str]:
    """What is wrong with the facts of a finding."""
    said = [finding.phrase, *([finding.related.phrase] if finding.related else [])]
    return [fault for each in said for phrase in phrases(each) for fault in wrong(phrase)]


def test_every_fact_of_a_ruling_and_of_the_arithmetic_has_a_kind() -> None:
    for sentence in (*(code.sentence for code in RULES.values()), *(line.sentence for line in LINES)):
        assert names(sentence) <= set(FACTS), sentence


def test_what_the_referee_says_is_given_its_kinds() -> None:
    for name, fact in typed(dict.fromkeys(FACTS, 1)).items():
        assert type(fact) is KINDS.get(name, int)


def test_the_same_number_is_put_into_words_by_what_it_is() -> None:
    facts = {"a": SeatFact(1), "b": CardFact(1), "c": CardsFact(0b100010), "d": SuitFact(1), "e": 1}
    phrase = Phrase("{a} {b} {c} {d} {e}", facts)
    assert str(phrase) == "B Js As Js hearts 1"
    assert language("de").put(phrase) == "B B♠ A♠ B♠ Herz 1"


@for_each([*SAMPLES, *sorted((ROOT / "tests/vectors/valid").glob("*.sgn"))], one_in=6)
def test_the_findings_of_a_record_have_the_facts_that_their_sentences_name(path: Path) -> None:
    """Those of the vectors that show a code are looked at where the catalogue is."""
    for game in read(path.read_bytes()):
        for finding in judge(game).findings:
            assert not misnamed(finding), finding


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests/vectors/rulings").glob("*.sgn"))[::4], ids=lambda p: p.stem
)
def test_a_ruling_is_put_into_words_by_what_its_facts_are(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaking = language("en")
    put = type(speaking).put
    faults: list[str] = []

    def checked(self: Language, phrase: Phrase) -> str:
        faults.extend(wrong(phrase))
        return put(self, phrase)

    monkeypatch.setattr(type(speaking), "put", checked)
    for game in read(path.read_bytes()):
        judgement = judge(game)
        for number in range(1, len(judgement.deals) + 1):
            explanation(account(judgement, number), speaking)
    assert not faults
