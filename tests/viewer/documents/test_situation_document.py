"""The output on a moment for people and programs, at places of every sample."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from notation import read
from notation.judge import judge
from notation.judge.opening import action_of
from notation.record.path import Path as Address
from notation.record.words import read_card
from notation.rulings.ledger import Account, account
from notation.rulings.state_at import Situation, situation
from notation.text.reader import read_action
from notation.wire.situation import dump_situation
from referee import actions
from referee.actions import Action
from referee.cards import CARDS_BY_NUMBER, Card, kind, members
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from tests.support.corpus import ROOT, SAMPLES
from tests.support.each import for_each
from tests.support.marked import Marked, texts, unmarked
from viewer.documents.document import DataTable, Document, Heading, Listing, Paragraph
from viewer.documents.languages import language
from viewer.documents.rendering import as_markdown
from viewer.rulings.situation import description

PLACES = 6
"""How many places of each deal are looked at."""
RULE_SETS = frozenset("santase sixty schnapsen tompa casual sharp tournament".split())


def situations(path: Path) -> Iterator[tuple[Account, Situation]]:
    """Situations of every deal of a file."""
    rng = random.Random(path.stem)
    for game in read(path.read_bytes()):
        judgement = judge(game)
        for number in range(1, len(judgement.deals) + 1 if judgement.rules else 1):
            found = account(judgement, number)
            places = list({step.path for step in found.played})
            for place in rng.sample(sorted(places), min(PLACES, len(places))):
                now = situation(found, place)
                if isinstance(now, Situation):
                    yield found, now


def at(name: str, deal: int, place: Address) -> tuple[Account, Situation]:
    [game] = read((ROOT / "samples" / f"{name}.sgn").read_bytes())
    found = account(judge(game), deal)
    now = situation(found, place)
    assert isinstance(now, Situation)
    return found, now


@for_each(SAMPLES, one_in=12)
def test_the_object_says_what_the_situation_is_and_every_word_of_it_is_in_the_language(path: Path) -> None:
    for found, now in situations(path):
        document = description(found, now, Marked())
        assert as_markdown(document).startswith("# ")
        for text in map(unmarked, texts(document)):
            assert not set(re.findall(r"\b[a-z]{4,}\b", text)) - RULE_SETS, text
        shape = json.loads(json.dumps(dump_situation(found, now, language("en"))))
        deal = now.deal
        assert shape["at"] == str(now.path)
        assert list(shape["points"].values()) == list(deal.own_points)
        assert shape["over"] == deal.over == (shape["turn"] is None)
        for name, choices in (("allowed", now.allowed), ("open", now.open_choices)):
            told = [("ABCD".index(each["seat"]), meant(deal.rules, each["action"])) for each in shape[name]]
            assert told == [
                (seat, actions.CLOSE if action == actions.CLOSE_SHORT else as_written(action))
                for seat, action in choices
            ]
        assert [told["code"] for told in shape["refused"]] == [told.ruling.code.id for told in now.refused]
        assert [told["refused"] is None for told in shape["claims"]] == [
            claim.refused is None for claim in now.claims
        ]
        for seen, told in zip(now.sights, shape["known"], strict=True):
            for hand, shown in zip(seen.hands, told["hands"].values(), strict=True):
                for word, cards in (("known", hand.known), ("possible", hand.possible)):
                    assert Counter(map(read_card, shown[word])) == Counter(map(kind, members(cards)))
                assert shown["unknown"] == hand.unknown


def as_written(action: Action) -> Action:
    """The action of a word that stands for it: a record does not say which copy of a card is played."""
    return kind(Card(action)) if action < len(CARDS_BY_NUMBER) else action


def meant(rules: RuleSet, word: str) -> Action | None:
    """What is done, in the play or before the first lead."""
    if word == "draw":
        return actions.DRAW
    ply = read_action(word) or read_action(word, is_opening=True)
    assert ply is not None
    return action_of(rules, ply)


def test_a_document_tells_what_may_be_done_claimed_and_known() -> None:
    document = description(*at("closed-and-won", 1, Address(trick=6, action=1)), language("en"))
    told = texts(document)
    assert told[:2] == ["A♥ was led to trick 6; Ivan is to play.", "Last: Maria: A♥."]
    assert "Ivan may play Q♠ A♣ J♣." in told
    assert "Ivan may not close the talon: the talon is already closed." in told
    tables = {row[:2]: row[2:] for part in document.parts if isinstance(part, DataTable) for row in part.rows}
    assert tables["Card points", "37"] == ("46",)
    assert tables["Card points when the talon was closed", "11"] == ("20",)
    assert tables["Ivan", "Maria"] == ("Q♦", "K♠ K♥ J♥ A♦ J♦ 9♦", "1", "K♣ 9♣"), (
        "the marriage, and no club behind Q♣"
    )
    assert language("en").quoted(PRESETS["santase"], "play2.duty") in notes(document)


def notes(document: Document) -> list[str]:
    found = [part.note for part in document.parts if isinstance(part, Paragraph)]
    return found + [item.note for part in document.parts if isinstance(part, Listing) for item in part.items]


def test_a_claim_is_told_right_or_wrong_with_its_steps() -> None:
    found = description(*at("closed-and-won", 1, Address(trick=8, action=2)), language("en"))
    [claim] = [part for part in found.parts if getattr(part, "kind", "") in ("right", "wrong")]
    assert isinstance(claim, Paragraph)
    assert (claim.text, claim.kind) == ("If Maria claims now, Maria wins 1 game point.", "right")
    steps = found.parts[found.parts.index(claim) + 1]
    assert isinstance(steps, Listing)
    assert steps.items[0].text == "Maria claims 66 and has 78 card points: Maria is out."
    found = description(*at("closed-and-won", 1, Address(trick=2)), language("en"))
    [claim] = [part for part in found.parts if getattr(part, "kind", "") in ("right", "wrong")]
    assert isinstance(claim, Paragraph)
    assert (claim.text, claim.kind) == ("If Ivan claims now, Maria wins 2 game points.", "wrong")


def test_of_a_deal_that_is_over_its_result_is_told() -> None:
    document = description(*at("closed-and-won", 1, Address(trick=8, action=3)), language("en"))
    told = texts(document)
    assert told[0] == "The deal is over."
    assert told[2].startswith("Maria wins 1 game point")
    assert not any("may" in text for text in told[:3])
    assert [part.text for part in document.parts if isinstance(part, Heading)] == [
        "What everybody can know about the cards"
    ]


def test_what_is_not_recorded_is_said() -> None:
    told = texts(description(*at("a-score-sheet-with-gaps", 1, Address(trick=3)), language("en")))
    assert any("The turn-up is not recorded." in text for text in told)
    assert "2 of Sevda's cards are not recorded; Sevda knows them and what follows from them." in told
    assert "Sevda may announce 40 in clubs, if the unrecorded cards allow it." in told
