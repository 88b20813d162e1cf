"""Explain, dispute, compare, infer and audit never contradict each other about a deal.

`SANTASE_AGREEING` sets how many random deals they are asked about.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from notation import Game, read, read_file, write
from notation.judge import Judgement, judge
from notation.judge.assertions import outcome_words
from notation.judge.match import judge_under
from notation.record.model import NOBODY, Outcome, Record, Tag
from notation.rulings import audit, compare_rules, rules_in_words
from notation.rulings.audits import Audit
from notation.rulings.claim_sentences import claim_sentence
from notation.rulings.claims import Claim, Worth
from notation.rulings.comparison import Comparison
from notation.rulings.dispute import Dispute, answer_claims
from notation.rulings.elsewhere import ClaimVerdict, Elsewhere
from notation.rulings.ledger import Account, account
from notation.rulings.trials import Hearing, only_play
from notation.specs.spec import changes_of, dealt_alike, tried_options, with_options, write_spec
from notation.wire.dispute import dump_disputes
from notation.wire.ruling import dump_ruling
from referee.cards import Seat
from referee.codes import DEAL_OVER, MATCH_OVER, WRONG_DEALER
from referee.rules import RuleSet
from tests.referee.test_contract_oracle import GAMES, rules_of
from tests.support.corpus import SAMPLES
from tests.support.each import for_each
from tests.support.games import deal_record
from tests.support.plain import PLAIN
from tests.support.random_contracts import played, random_deal, written
from tests.support.sizes import Size
from viewer.documents.languages import language
from viewer.documents.rendering import as_html
from viewer.documents.text import as_text
from viewer.rulings.deal_rulings import case

pytestmark = pytest.mark.usefixtures("few_repairs")

DEALS: Final = Size("AGREEING", 1_000)
ENGLISH: Final = language("en")
RIGHT, OPEN = ClaimVerdict.RIGHT, ClaimVerdict.OPEN
OF_THE_COURSE: Final = {DEAL_OVER.id, MATCH_OVER.id, WRONG_DEALER.id}
NO_OTHER_SET: Final = "No other rules for these cards make it right."
NO_OPTION: Final = "No change of one or two rules"


class ToldDeal(NamedTuple):
    """A deal, and what all were told of it; ``audited`` has what `infer` finds."""

    account: Account
    compared: Comparison
    audited: Audit

    @property
    def game(self) -> Game:
        return self.account.judgement.game

    def disputed(self, claim: Worth, rules: RuleSet | None = None) -> Dispute:
        """The answer to a claim about the deal under its own or other rules."""
        words = claim_sentence(Claim(claim), ENGLISH)
        [found] = answer_claims(self.game, self.account.number, rules or self.account.rules, [words])
        assert found.answer
        assert found.answer.claim == claim
        return found


def asked(judgement: Judgement) -> Iterator[ToldDeal]:
    """Every deal of a game, all questions having been asked about it."""
    assert judgement.rules
    compared = compare_rules(judgement.game, [*dealt_alike(judgement.rules), judgement.rules])
    audited = audit([("a.sgn", judgement)], infers=True)
    for number in range(1, len(judgement.deals) + 1):
        yield ToldDeal(account(judgement, number), compared, audited)


def contradictions(asked: ToldDeal, claims: set[Worth]) -> list[str]:
    """What is said of a deal and what it is claimed to be worth, and does not go with something else said."""
    found = [*explain_and_compare(asked), *compare_and_audit(asked)]
    for claim in sorted(claims):
        dispute = asked.disputed(claim)
        for pair in (dispute_and_explain, dispute_and_itself, dispute_and_infer, dispute_and_its_forms):
            found += [f"{claim}: {each}" for each in pair(asked, claim, dispute)]
    return found


def explain_and_compare(asked: ToldDeal) -> Iterator[str]:
    """Each rule set comes to the same result and refuses the same."""
    verdicts = dict(zip(asked.compared.rules, asked.compared.verdicts, strict=True))
    shown = {each["rules"]: each for each in dump_ruling(asked.account, ENGLISH)["elsewhere"]}
    for other in asked.account.elsewhere.rule_sets():
        verdict = verdicts[other.rules].deals[asked.account.number - 1]
        compared = verdict.result and (verdict.result.winner, verdict.game_points)
        explained = other.deal.result and (other.deal.result.winner, other.deal.game_points)
        if compared != explained:
            yield f"{other.spec}: {explained} and compared {compared}"
        codes = [breach.code for breach in verdict.breaches if breach.code not in OF_THE_COURSE]
        if not set(shown[other.spec]["codes"]) <= set(codes):
            yield f"{other.spec}: {shown[other.spec]['codes']} and compared {codes}"


def compare_and_audit(asked: ToldDeal) -> Iterator[str]:
    """The worth of a deal is the verdict under its own rules, unless its stated result is taken on trust."""
    [game], number = asked.audited.games, asked.account.number
    if asked.account.deal.trusted:
        return
    own = asked.compared.verdicts[asked.compared.rules.index(asked.account.rules)].deals[number - 1]
    worth = outcome_words(own.result.winner, own.game_points, own.result.paid) if own.result else ""
    if game.deals[number - 1].counted != worth:
        yield f"counted {game.deals[number - 1].counted}, and compared {worth}"


def dispute_and_explain(asked: ToldDeal, claim: Worth, dispute: Dispute) -> Iterator[str]:
    """A rule set is named for a claim if it is said to give that, and on a condition if that is said."""
    assert dispute.answer
    if dispute.verdict is RIGHT:
        return
    holding = dispute.answer.elsewhere
    for other in asked.account.elsewhere.rule_sets():
        result = other.deal.result
        worth = result and Worth(result.winner, other.deal.game_points, result.paid)
        fits = [each for each in (worth, *other.certainty.otherwise) if each and claim.fits(each)]
        is_plain = other.certainty.certain and not other.refused
        if (other.spec in [each.spec for each in holding.rule_sets]) != bool(fits and is_plain):
            yield f"{other.spec} gives {worth}, and is plain: {is_plain}"
        if (other.spec in [each.spec for each in holding.conditional]) != bool(fits and not is_plain):
            yield f"{other.spec} gives {worth}, and is plain: {is_plain}"


def named(dispute: Dispute) -> Iterator[Elsewhere]:
    """Everything that is named for a claim."""
    assert dispute.answer
    for others in dispute.answer.elsewhere:
        yield from others


def dispute_and_itself(asked: ToldDeal, claim: Worth, dispute: Dispute) -> Iterator[str]:
    """Where a claim is said to be right it is right, if judged by those rules."""
    for other in named(dispute):
        again = asked.disputed(claim, other.rules).verdict
        if again is not (RIGHT if other.certainty.certain else OPEN):
            yield f"{other.spec}: {again} there"


def dispute_and_infer(asked: ToldDeal, claim: Worth, dispute: Dispute) -> Iterator[str]:
    """Rules that explain a stated result make it right; and what does so cannot be nearer than the best."""
    stated, rules, number = asked.account.record.result, asked.account.rules, asked.account.number
    if stated is None or Worth(stated.winner, stated.game_points) != claim or asked.account.deal.trusted:
        return
    inferred = asked.audited.inference
    assert inferred
    for candidate in inferred.candidates:
        left = [finding for finding in candidate.left if finding.deal == number]
        if left or dispute.verdict is RIGHT or candidate.rules.sides != rules.sides:
            continue
        there = asked.disputed(claim, candidate.rules).verdict
        if there is ClaimVerdict.WRONG:
            yield f"{candidate.spec} explains it, and it is wrong there"
        is_near = candidate.rules.name == rules.name and len(changes_of(candidate.rules, rules)) <= 2
        if there is RIGHT and is_near and not any(each.changes for each in named(dispute)):
            yield f"{candidate.spec} explains it, and no option makes it right"
    if len(asked.game.readable.deals) == 1:
        least = min(len(candidate.left) + len(candidate.changes) for candidate in inferred.candidates)
        for other in named(dispute):
            errors = judge_under(asked.game, other.rules).errors
            if errors + len(other.changes) < least:
                yield f"{other.spec} leaves {errors}, and the nearest {least}"


def dispute_and_its_forms(asked: ToldDeal, claim: Worth, dispute: Dispute) -> Iterator[str]:
    """The text, the page and the object name the same rules, and deny none of them."""
    document = case([dispute], asked.account, ENGLISH)
    text, page = " ".join(as_text(document, 100).split()), as_html(document)
    where = asked.game, asked.account.number, asked.account.rules
    shape = dump_disputes([dispute], *where, ENGLISH, "a.sgn")["disputes"][0]["answer"]
    told = {*shape["rule_sets"], *(each["rules"] for each in shape["options"])}
    told |= {each["rules"] for each in shape.get("conditional", [])}
    if told != {other.spec for other in named(dispute)}:
        yield f"the object names {told}"
    sets = {other.spec for other in named(dispute) if not other.changes}
    answer = dispute.answer
    looked = dispute.verdict is not RIGHT and answer and (answer.worth or answer.deal.tricks)
    for form in (text, page):
        if looked and (NO_OTHER_SET in form) == bool(sets):
            yield f"no other rule set, and {sets}"
        if looked and (NO_OPTION in form) == bool(told - sets):
            yield f"no option, and {told - sets}"
    names = {rules_in_words(ENGLISH, other.rules) for other in named(dispute) if not other.changes}
    yield from (f"{name} is not on the page" for name in names if name not in text or name not in page)


def some_claims(asked: ToldDeal, rng: random.Random) -> set[Worth]:
    """The stated result, a result by some other rules, and one at random."""
    rules, stated = asked.account.rules, asked.account.record.result
    most = 6 if rules.mp_all_pay else 3
    side, points = rng.choice(rules.sides), rng.randrange(1, most + 1)
    claims = {rng.choice([Worth(NOBODY, 0), Worth(NOBODY, points), Worth(side, points)])}
    results = [other.deal.result for other in asked.account.elsewhere.rule_sets()]
    claims |= {Worth(result.winner, result.game_points) for result in results[:2] if result}
    return claims | ({Worth(stated.winner, stated.game_points)} if stated and stated.finished else set())


@pytest.mark.slow
@for_each(SAMPLES, one_in=50)
def test_nothing_said_of_a_sample_contradicts_anything_else_said_of_it(sample: Path) -> None:
    rng = random.Random(sample.stem)
    for game in read_file(sample):
        judgement = judge(game)
        if judgement.rules and judgement.deals:
            for each in asked(judgement):
                assert contradictions(each, some_claims(each, rng)) == []


def random_game(rng: random.Random) -> Game:
    """A deal played at random under one rule set and recorded under another, with any stated result."""
    rules = PLAIN[rng.choice(list(PLAIN))]
    deal, end = deal_record(
        1, rng.choice(dealt_alike(rules)), Seat(rng.randrange(rules.seats)), rng, noted=False
    )
    side, points = rng.choice(rules.sides), rng.randrange(1, 4)
    stated = rng.choice([Outcome(side, points), Outcome(), Outcome(side, 2)])
    if end.result and rng.random() < 0.3:
        stated = Outcome(end.result.winner, end.result.game_points)
    if not rules.mp_all_pay:
        deal = replace(deal, result=stated)
    [game] = read(write(Record((Tag("Rules", rules.name),), (deal,))))
    return game


def game_with_bids(name: str, rng: random.Random) -> Game:
    """A deal of a game with contracts, played at random, with its result or any other."""
    spiel, hands, talon = random_deal(name, rng)
    for _ in played(spiel, rng):
        pass
    rules = rules_of(name)
    [game] = read(f'%SGN 1\n[Rules "{write_spec(rules)}"]\n\n{written(spiel, hands, talon)}')
    deal = game.readable.deals[0]
    if rng.random() < 0.6:
        deal = replace(deal, result=Outcome(rng.choice(rules.sides), rng.choice((1, 2, 3, 6, 9))))
    [game] = read(write(replace(game.readable, deals=(deal,))))
    return game


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(DEALS.share(4)))
@pytest.mark.parametrize("name", GAMES)
def test_nothing_said_of_a_game_with_bids_contradicts_anything_else_said_of_it(name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    game = game_with_bids(name, rng)
    for each in asked(judge(game)):
        assert contradictions(each, some_claims(each, rng)) == [], write(game.readable)


@pytest.mark.parametrize("seed", range(DEALS))
def test_nothing_said_of_a_random_deal_contradicts_anything_else_said_of_it(seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(rng)
    for each in asked(judge(game)):
        assert contradictions(each, some_claims(each, rng)) == [], write(game.readable)


@pytest.mark.parametrize("seed", range(DEALS.share(6)))
def test_where_no_change_of_two_options_is_said_to_make_a_claim_right_none_does(seed: int) -> None:
    """All pairs of options are judged, not only those that can matter."""
    rng = random.Random(seed)
    [found] = asked(judge(random_game(rng)))
    rules, hearing = found.account.rules, Hearing(only_play(found.game), is_whole=False)
    for claim in some_claims(found, rng):
        dispute = found.disputed(claim)
        if dispute.verdict is RIGHT or any(other.changes for other in named(dispute)):
            continue
        for settings in combinations(tried_options(rules), 2):
            other = with_options(rules, *settings)
            result = hearing.verdict(other)[0].deals[0].result if other else None
            assert not (result and claim.fits(Worth(result.winner, result.game_points))), settings
