"""Ledgers, comparisons and the archive say the same without judging again as after judging again."""

import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from notation import Finding, Game, Judgement, read, read_spec, write
from notation.corpus import generate
from notation.judge import Verdict, judge, judge_source, read_and_judged
from notation.judge.match import judge_under, work_of
from notation.limits import SpentError, limited
from notation.record.model import DealRecord, Record
from notation.rulings import Account, accounts_of, clean_accounts
from notation.rulings.trials import Memory
from notation.text import cut
from notation.text.source import MAX_DEALS
from notation.text.writer import bare
from referee.decisions import ClaimMode
from referee.rulesets import PRESETS
from tests.support.games import random_record, random_spec
from tests.support.plain import PLAIN
from tests.support.sizes import Size
from viewer.documents.languages import language
from viewer.rulings.ledger import score_sheet
from viewer.store.summaries import summarise, summarise_verdict

DEALS = Size("DEALS", 20_000)
MATCHES = DEALS.share(2_000)
"""For each rule set."""


def matches(spec: str, number: int) -> list[str]:
    """Matches by chance, some of them full of notes, and some in which chances to claim are passed over."""
    rng = random.Random(spec)
    found = [write(random_record(spec, rng, noted=at % 3 == 0, most_deals=4)) for at in range(number)]
    return [*found, *generate(PRESETS[spec], 2 * number, 5)]


def clean(text: str) -> tuple[Verdict, Judgement] | None:
    """A game in which nothing is wrong, and what the judge that finds and explains says of it."""
    [source] = cut(text.encode())
    verdict = judge_source(source, keeps_deals=True)
    return (verdict, judge(next(read(text)))) if isinstance(verdict, Verdict) else None


@pytest.mark.parametrize("spec", PLAIN)
def test_a_ledger_from_one_pass_is_that_of_the_judgement(spec: str) -> None:
    seen: Counter[str] = Counter()
    texts = matches(spec, MATCHES)
    for text in texts:
        found = clean(text)
        if found is None:
            continue
        verdict, whole = found
        told = clean_accounts(verdict)
        assert told is not None
        judgement, accounts = told
        assert judgement.findings == whole.findings
        for one, other in zip(accounts, accounts_of(whole), strict=True):
            assert facts(one) == facts(other)
            seen["chances"] += len(one.chances)
            seen["claims"] += len(one.claims)
        for code in ("en", "de"):
            english = language(code)
            assert score_sheet(judgement, english, accounts) == score_sheet(whole, english)
        seen["games"] += 1
    assert seen["games"] > len(texts) // 2
    if PRESETS[spec].claim_mode is ClaimMode.SAID and DEALS.is_full:
        assert seen["chances"]
        assert seen["claims"]


def facts(account: Account) -> list[object]:
    """Everything that a ledger shows of a deal."""
    deal = account.deal
    tricks = [
        (
            trick.number,
            trick.leader,
            trick.winner,
            trick.points,
            [(event.seat, event.ply.action, event.ply.value, event.card) for event in trick.events],
        )
        for trick in deal.tricks
    ]
    rest = replace(deal, tricks=[])
    return [
        rest,
        tricks,
        account.entries,
        account.claims,
        account.chances,
        account.steps,
        account.certainty,
        account.left,
        account.untaken,
        account.knows_frozen,
    ]


# Many rule sets.


def spoilt(record: Record, rng: random.Random) -> Record:
    """A record in which two tricks of a deal have changed places, so that much of it is against the rules."""
    deal = rng.choice(record.deals)
    if len(deal.tricks) < 3:
        return record
    one, other = rng.sample(range(len(deal.tricks)), 2)
    tricks = list(deal.tricks)
    tricks[one] = replace(tricks[one], plies=deal.tricks[other].plies)
    tricks[other] = replace(tricks[other], plies=deal.tricks[one].plies)
    mixed: DealRecord = replace(deal, tricks=tuple(tricks))
    return replace(record, deals=tuple(mixed if each is deal else each for each in record.deals))


@pytest.mark.parametrize(
    "spec",
    [
        "santase",
        "sixty-six",
        "schnapsen",
        "santase-three",
        "sixty-six-four",
        "snapszer-three",
        "snapszer-four",
    ],
)
def test_what_is_remembered_of_a_play_is_what_judging_it_again_finds(spec: str) -> None:
    rng = random.Random(spec)
    alike = [name for name, rules in PRESETS.items() if rules.seats == PRESETS[spec].seats]
    compared = broken = 0
    for turn in range(4):
        record = random_record(spec, rng, noted=turn % 4 == 0, most_deals=3)
        game = next(read(write(spoilt(record, rng) if turn % 2 else record)))
        memory = Memory()
        for _ in range(25):
            rules = read_spec(random_spec(rng, most=6, of=alike))
            if isinstance(rules, Finding):
                continue
            anew, remembered = judge_under(game, rules), judge_under(game, rules, memory)
            assert anew == remembered
            compared += 1
            broken += not anew.ok
    assert compared > broken > 0


def test_a_play_is_not_judged_again_under_rules_that_differ_in_nothing_it_asked_for() -> None:
    game = next(read(write(random_record("santase", random.Random(3), noted=False, most_deals=1))))
    memory = Memory()
    with limited(10_000) as first:
        judge_under(game, PRESETS["santase"], memory)
    with limited(10_000) as second:
        judge_under(game, replace(PRESETS["santase"], game_target=21), memory)
    assert second.units - second.left < first.units - first.left


# The archive.


@pytest.mark.parametrize("spec", ["santase", "schnapsen", "sixty-six-three", "santase-four"])
def test_what_a_list_says_of_a_verdict_is_what_it_says_of_the_judgement(spec: str) -> None:
    """Whether the game was read, as where work is limited, or not, as most that are in canonical form."""
    taken, unread = 0, 0
    texts = matches(spec, 6)
    for text in texts:
        [source] = cut(text.encode())
        with limited(10**6) as counted:
            verdict = read_and_judged(source, 10**6)
        if isinstance(verdict, Game):
            continue
        taken += 1
        with limited(10**6) as ordinary:
            whole = judge(next(read(text)))
        assert summarise_verdict(verdict) == summarise(whole)
        assert verdict.findings or counted.left == ordinary.left
        freely = read_and_judged(source, 10**6)
        assert isinstance(freely, Verdict)
        assert summarise_verdict(freely) == summarise(whole)
        if freely.canonical is not None:
            unread += 1
            assert freely.canonical == write(bare(next(read(text)).readable))
    assert taken > len(texts) // 2
    assert unread > taken // 2


@pytest.mark.parametrize("spec", ["santase", "sixty-six-three"])
def test_what_a_list_says_of_a_wrong_record_is_what_it_says_of_the_judgement(spec: str) -> None:
    rng, seen = random.Random(spec), Counter[bool]()
    for text in matches(spec, 8):
        for altered in (
            re.sub(
                r"(?m)^(= [A-D]) (\d)", lambda found: f"{found[1]} {int(found[2]) % 3 + 1}", text, count=1
            ),
            re.sub(r"(?m)^(1\. )(\S+) (\S+)", r"\1\3 \2", text, count=1),
            re.sub(r'(Result ")\d', rf"\g<1>{rng.randrange(10)}", text),
        ):
            [source] = cut(altered.encode())
            verdict = read_and_judged(source, 10**6)
            seen[isinstance(verdict, Verdict) and not verdict.ok] += 1
            if isinstance(verdict, Verdict):
                assert summarise_verdict(verdict) == summarise(judge(next(read(altered))))
    assert seen[True] > seen.total() // 5


def test_a_record_that_is_too_much_work_has_no_verdict() -> None:
    record = random_record("santase", random.Random(1), noted=False)
    [source] = cut(write(record).encode())
    for most in (30_000, work_of(record)):
        assert isinstance(read_and_judged(source, most), Verdict)
    for most in (20, work_of(record) - 1):
        assert isinstance(read_and_judged(source, most), Game)
    with pytest.raises(SpentError), limited(300):
        read_and_judged(source, 30_000)


def test_more_deals_than_a_game_may_have_with_a_fault_in_each_are_for_the_judge() -> None:
    """Which keeps those that it may have; what is beyond them has no record in which to search."""
    deal = "deal {} dealer B\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n1. As Td\n"
    text = '%SGN 1\n[Rules "santase"]\n' + "".join(map(deal.format, range(1, MAX_DEALS + 3)))
    [source] = cut(text.encode())
    judged = judge_source(source)
    assert isinstance(judged, Judgement)
    assert judged.findings == judge(next(read(text))).findings
