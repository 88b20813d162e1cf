"""What follows from a claim: what it would have brought, what it costs, and the clause that says so."""

import json

import pytest

from notation import read_file
from notation.judge import judge, judge_under
from notation.rulings import ClaimVerdict, Consequence, account, alternatives, answer_claims
from notation.rulings.alternative import Alternative, AlternativeKind
from notation.rulings.answers import consequence_sentence
from notation.rulings.certainty import worth_of
from notation.rulings.dispute import Dispute
from notation.specs import parse_spec
from tests.support.corpus import ROOT
from viewer.documents.languages import language

VECTORS = sorted((ROOT / "tests/vectors/rulings").glob("*.sgn"))
ENGLISH = language("en")


def disputed(vector: str, claim: str) -> Dispute:
    path = ROOT / "tests/vectors/disputes" / f"{vector}.sgn"
    [game] = read_file(path)
    judgement = judge(game)
    assert judgement.rules
    number = json.loads(path.with_suffix(".json").read_text("utf-8"))["deal"]
    [dispute] = answer_claims(game, number, judgement.rules, [claim])
    return dispute


def words(dispute: Dispute) -> list[str]:
    return [consequence_sentence(ENGLISH, each) for each in dispute.follows]


@pytest.mark.slow
def test_66_that_was_not_claimed_has_what_a_claim_and_other_rules_would_have_given() -> None:
    told = 0
    for path in VECTORS:
        for game in read_file(path):
            judgement = judge(game)
            for number in range(1, len(judgement.deals) + 1 if judgement.rules else 1):
                found = account(judgement, number)
                result = found.deal.result
                missed = [chance for chance in found.chances if result and result.winner != chance.seat]
                if not missed or found.claims or found.rules.claim_mode.value != "said":
                    continue
                seat = "AB"[missed[0].seat]
                [dispute] = answer_claims(game, number, found.rules, [f"{seat} reached 66"])
                said = words(dispute)
                assert said[0] == f"This alone does not win the deal: {seat} did not claim 66."
                assert {each.point for each in dispute.follows if not isinstance(each, Alternative)} <= {
                    "claim.mode",
                    "",
                }
                of_claims = [each for each in alternatives(found) if each.kind is AlternativeKind.CLAIM]
                assert any(each in of_claims for each in dispute.follows)
                automatic = judge_under(game, parse_spec(f"{found.rules.name} claim=auto"))
                other = worth_of(automatic.deals[number - 1])
                unclaimed = [each.worth for each in dispute.follows if not isinstance(each, Alternative)][1:]
                assert unclaimed in ([], [other])
                told += 1
    assert told


REVOKE = "No penalty: at the table the card is refused; in a record it counts as it was played."


@pytest.mark.parametrize(
    ("vector", "claim", "said", "point"),
    [
        ("claimed-with-too-few", "Vasil claimed falsely", "A false claim costs 2.", "claim.false"),
        ("claimed-with-too-few", "Vasil: my claim was right", "A false claim costs 2.", "claim.false"),
        ("revoke", "Neda revoked at trick 4", REVOKE, "irr.revoke"),
        ("revoke", "Vasil revoked", "", ""),
        (
            "close-that-failed",
            "the close failed",
            "Leopold had a trick when Anna closed the talon, which counts 2.",
            "score.closer_fails",
        ),
        (
            "forgot-to-claim",
            "Neda reached 33 card points",
            "Neda has 73 card points, 33 or more, which counts 1.",
            "score.tiers",
        ),
        ("forgot-to-claim", "Vasil reached 33 card points", "", ""),
    ],
)
def test_what_something_costs_is_said_with_its_clause(vector: str, claim: str, said: str, point: str) -> None:
    dispute = disputed(vector, claim)
    assert dispute.weighed
    spoken = dispute.weighed.account.speaking(ENGLISH)
    found = [
        (consequence_sentence(spoken, each), each.point)
        for each in dispute.follows
        if isinstance(each, Consequence)
    ]
    assert found == ([(said, point)] if said else [])


def test_a_deal_is_not_void_for_an_irregularity_on_which_the_rules_are_silent() -> None:
    dispute = disputed("exposed-card", "the deal is void")
    assert dispute.weighed
    assert dispute.verdict is ClaimVerdict.WRONG
    assert [str(phrase) for phrase in dispute.weighed.told] == [
        "the deal is not void for this; the rules say nothing about it, the table decides"
    ]
    assert [finding.code.id for finding in dispute.weighed.findings] == ["N309"]
