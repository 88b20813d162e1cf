"""What would make a deal right: the slip of a scribe is found, and a breach of the rules stays one."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations
from typing import Final, NamedTuple

import pytest

from notation import read, write
from notation.findings import ENGLISH, Finding, Repair
from notation.judge import Judgement, judge
from notation.judge.deal import has_gaps, set_up
from notation.judge.game import heard
from notation.judge.repairs import repairs_of
from notation.judge.slips.writing import Writing
from notation.judge.tried_deal import TriedDeal
from notation.judge.tried_play import PLAYED, REFUSED, TriedPlay, numbered_action, play_on
from notation.limits import limited
from notation.record.model import DealRecord, Record
from notation.text.fixes import fixed_game
from notation.text.reader import Game
from notation.text.writer import bare
from referee.deal import Deal
from referee.rulesets import PRESETS
from tests.support.corpus import ROOT
from tests.support.games import random_record
from tests.support.naming import case
from tests.support.scribes import SLIPS
from tests.support.sizes import Size, some

SCRIBES: Final = Size("SCRIBES", 20_000)
"""Records with slips over all tests here."""


class Slipped(NamedTuple):
    kind: str
    right: Record
    judgement: Judgement


CLAIMED: Final = """%SGN 1
[Rules "santase"]

deal 1 dealer A trump Td
A: Ad Qs Js Th Qc Jc
B: As Ts Ks 9s 9h Tc
talon: Kd 9c Kc Kh Ac Jd Qd Ah 9d Jh Qh Td
1. 9s Jc
2. 9h 9c
3. Ts Ad
4. Qc Tc
5. close Ks Qs
6. 40d Qd Js out
= B 2 by out score 0-2
"""


def game_of(record: Record) -> Game:
    [game] = read(write(record))
    return game


def slipped(number: int, hands: int = 4, slips: int = 1, noted: float = 0) -> Iterator[Slipped]:
    """So many records of each kind with slips, if those make them wrong; of so many hands the cards.

    ``noted`` is the share of them that have notes.
    """
    for kind, slip in SLIPS.items():
        for seed in range(number):
            rng = random.Random(f"{kind} {seed}")
            spec, has_notes = rng.choice(list(PRESETS)), noted > 0 and rng.random() < noted
            record = random_record(spec, rng, noted=has_notes, most_deals=1)
            record = record if has_notes else bare(record)
            [deal] = record.deals
            if hands < 2:
                deal = replace(deal, hands=deal.hands[:hands], talon=None)
            wrong = slip(deal, rng) if deal.result and deal.result.finished else None
            for another in rng.sample(list(SLIPS.values()), slips - 1):
                wrong = wrong and (another(wrong, rng) or wrong)
            if wrong:
                judgement = judge(game_of(replace(record, deals=(wrong,))))
                if not judgement.ok:
                    yield Slipped(kind, replace(record, deals=(deal,)), judgement)


def misnumbered(number: int) -> Iterator[Slipped]:
    """So many records in which nothing is wrong but the number of a trick."""
    for seed in range(number):
        rng = random.Random(seed)
        record = bare(random_record("santase", rng, noted=False, most_deals=1))
        tricks = list(record.deals[0].tricks)
        at = rng.randrange(len(tricks) - 1)
        tricks[at] = replace(tricks[at], number=tricks[at].number + rng.choice((1, 5, 9)))
        wrong = replace(record, deals=(replace(record.deals[0], tricks=tuple(tricks)),))
        yield Slipped("the number of a trick", record, judge(game_of(wrong)))


def repairs(judgement: Judgement) -> tuple[Repair, ...]:
    return next((each.repairs for each in judgement.findings if each.repairs), ())


def repaired(judgement: Judgement, repair: Repair) -> Game:
    """The game after a repair, as it is applied to its text."""
    one = judgement.findings[0]
    changes = [replace(one, fix=change, proposal=None) for change in repair.changes]
    [game] = read(fixed_game(judgement.game, changes))
    return game


def accuses(finding: Finding) -> bool:
    return finding.is_error and finding.code.id[0] in "RC"


def played(record: Record) -> DealRecord:
    """The deal alone; the cards of a hand have no order."""
    [deal] = bare(record).deals
    hands = ((seat, replace(hand, cards=tuple(sorted(hand.cards)))) for seat, hand in deal.hands)
    return replace(deal, hands=tuple(hands))


def wrong_repairs(judgement: Judgement) -> list[str]:
    """What the repairs say after which something is still wrong with a deal, if the rest was right."""
    return [
        str(repair.says)
        for repair in repairs(judgement)
        if any(each.is_error and each.deal for each in judge(repaired(judgement, repair)).findings)
    ]


def is_accused(judgement: Judgement) -> bool:
    """Whether a breach stands alone, without what would explain it."""
    return not repairs(judgement) and any(map(accuses, judgement.findings))


@pytest.mark.slow
def test_a_slip_is_named_before_anybody_is_accused() -> None:
    assert len(SLIPS) >= 25
    found: Counter[str] = Counter()
    for kind, right, judgement in slipped(SCRIBES.share(3 * len(SLIPS))):
        with case(kind):
            assert not wrong_repairs(judgement)
        want = played(game_of(right).readable)
        hits = [played(repaired(judgement, each).readable) == want for each in repairs(judgement)[:3]]
        found["first"] += hits[:1] == [True]
        found["among three"] += any(hits)
        found["accused"] += is_accused(judgement)
        found["all"] += 1
    assert not SCRIBES.is_full or found["first"] >= 0.8 * found["all"], found
    assert not SCRIBES.is_full or found["among three"] >= 0.94 * found["all"], found
    assert not SCRIBES.is_full or found["accused"] <= 0.02 * found["all"], found


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if rules.auction.contracts])
def test_a_slip_is_named_where_something_is_bid_before_the_first_lead(name: str) -> None:
    rng, named, wrong = random.Random(name), 0, 0
    while wrong < 8:
        record = bare(random_record(name, rng, noted=False, most_deals=1))
        [deal] = record.deals
        slip = SLIPS["the two cards of a trick"](deal, rng) if deal.result and deal.result.finished else None
        judgement = judge(game_of(replace(record, deals=(slip,)))) if slip else None
        if judgement and any(map(accuses, judgement.findings)):
            wrong += 1
            named += bool(repairs(judgement))
    assert named >= 7


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("gaigel-two", "cards of two hands"),
        ("gaigel-four", "a card dealt left out"),
        ("gaigel-four", "an announcement a trick too late"),
        ("gaigel-three", "a marriage behind its trick"),
        ("santase-three", "a marriage behind its trick"),
    ],
)
def test_a_slip_is_named_with_two_packs_and_where_others_than_the_leader_announce(
    name: str, kind: str
) -> None:
    rng, wrong, restored = random.Random(name), 0, 0
    for _ in range(30):
        record = bare(random_record(name, rng, noted=False, most_deals=1))
        [deal] = record.deals
        slip = SLIPS[kind](deal, rng) if deal.result and deal.result.finished else None
        judgement = judge(game_of(replace(record, deals=(slip,)))) if slip else None
        if judgement and any(map(accuses, judgement.findings)):
            wrong += 1
            assert not wrong_repairs(judgement)
            found = [played(repaired(judgement, each).readable) for each in repairs(judgement)]
            restored += played(game_of(record).readable) in found
        if wrong == 4:
            break
    assert 3 <= restored <= wrong


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("two hands", "the hands of A and B are in each other's place"),
        ("the cards of all tricks by seat", "the cards of every trick are written in the order of the seats"),
        ("a claim before a card", "the claim of 66 in trick 6 was made after the trick"),
    ],
)
def test_what_is_written_in_another_order_throughout_is_named(kind: str, says: str) -> None:
    [game] = read(CLAIMED)
    slip = SLIPS[kind](game.readable.deals[0], random.Random(1))
    assert slip
    judgement = judge(game_of(replace(game.readable, deals=(slip,))))
    found = repairs(judgement)
    assert says in [str(each.says) for each in found]
    assert not is_accused(judgement)
    assert not wrong_repairs(judgement)
    assert all(each.is_explained for each in judgement.findings if each.code.id == "C201")


def test_a_wrong_dealer_is_no_fault_of_the_next_one_and_no_change_of_the_play_explains_it() -> None:
    text = (ROOT / "samples" / "schnapsen-a-game-to-seven.sgn").read_text("utf-8")
    [game] = read(text.replace("deal 2 dealer B", "deal 2 dealer A"))
    found = [each for each in judge(game).findings if each.code.id == "R260"]
    assert [(each.deal, each.is_explained) for each in found] == [(2, True), (3, True)]
    assert [[str(repair.says) for repair in each.repairs] for each in found] == [["the dealer was B"], []]
    text = (ROOT / "samples" / "the-closer-fails.sgn").read_text("utf-8")
    [game] = read(text.replace("deal 3 dealer A", "deal 3 dealer B"))
    [found_in_3] = [each for each in judge(game).findings if each.code.id == "R260"]
    assert [str(repair.says) for repair in found_in_3.repairs] == ["the dealer was A"]


def test_who_is_written_as_the_dealer_of_every_deal_though_he_led_is_no_fault_of_a_player() -> None:
    text = (ROOT / "samples" / "schnapsen-a-game-to-seven.sgn").read_text("utf-8")
    turned = re.sub("dealer ([AB])", lambda found: f"dealer {'BA'['AB'.index(found[1])]}", text)
    found = [each for each in judge(next(read(turned))).findings if each.repairs]
    assert [str(each.repairs[0].says) for each in found] == [
        f"the dealer was {dealer}" for dealer in re.findall("dealer ([AB])", text)
    ]


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("trump h", "passes before the first lead are left out"),
        ("trump h pass pass pass pass pass", "there is one pass too many before the first lead"),
        (
            "trump h bid rufer pass pass pass",
            "a pass is written as a bid of the game that is played if nobody bids",
        ),
    ],
)
def test_a_slip_before_the_first_lead_is_named(said: str, says: str) -> None:
    text = (ROOT / "samples" / "bauernschnapsen-ein-abend-beim-kirchenwirt.sgn").read_text("utf-8")
    written = "trump h pass pass pass pass"
    [game] = read(text.replace(written, said, 1))
    found = repairs(judge(game))
    assert [str(each.says) for each in found] == [says]
    assert repaired(judge(game), found[0]).text == text.rstrip("\n") + "\n"


def test_a_card_is_changed_where_it_stands_behind_the_bar_of_its_hand() -> None:
    text = (ROOT / "samples" / "bauernschnapsen-ein-abend-beim-kirchenwirt.sgn").read_text("utf-8")
    assert "B: Kc Td Kh | Qh Qs\n" in text
    [game] = read(text.replace("B: Kc Td Kh | Qh Qs\n", "B: Kc Td Kh | Qh Qd\n"))
    judgement = judge(game)
    assert text in [repaired(judgement, each).text for each in repairs(judgement)]


@pytest.mark.slow
@pytest.mark.parametrize("hands", some([0, 1], 1))
def test_with_cards_that_are_not_known_a_repair_is_right_too(hands: int) -> None:
    found: Counter[str] = Counter()
    for kind, _, judgement in slipped(SCRIBES.share(12 * len(SLIPS)), hands):
        with case(kind):
            assert not wrong_repairs(judgement)
        found["accused"] += is_accused(judgement)
        found["all"] += 1
    assert not SCRIBES.is_full or found["accused"] <= 0.3 * found["all"], found


@pytest.mark.slow
def test_what_is_refused_at_a_glance_is_wrong_and_counts_as_a_judgement_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If every change is judged, the same are right; what is belied at the end of the play costs the same."""
    may_be_right = TriedDeal.may_be_right

    def if_not_refused(
        self: TriedDeal, came: int, record: DealRecord, plies: int, deal: Deal | None = None, **numbers: bool
    ) -> bool:
        belied[0] += came == PLAYED and deal is not None and self.agrees(record, deal) is False
        return came != REFUSED or may_be_right(self, came, record, plies, deal, **numbers)

    def found(writing: Writing) -> tuple[tuple[Repair, ...], int]:
        with limited(10**7) as work:
            return repairs_of(writing), work.spent

    belied = [0]
    monkeypatch.setattr("notation.judge.repairs.REPAIR_WORK", 10**6)
    monkeypatch.setattr("notation.judge.repairs.FAR_FETCHED_WORK", 10**6)
    for slip in chain(slipped(1, noted=0.5), misnumbered(3)):
        judgement = slip.judgement
        errors = [each for each in judgement.findings if each.is_error]
        if judgement.rules is None or judgement.rules.auction.steps or not errors:
            continue
        if has_gaps(judgement.rules, judgement.game.readable.deals[0]):
            continue
        args = judgement, judgement.rules, judgement.game, 1, errors
        with case(slip.kind), pytest.MonkeyPatch.context() as patch:
            repairs, spent = found(Writing(*args))
            patch.setattr(TriedDeal, "is_borne_out", lambda *_: False)
            patch.setattr(TriedDeal, "may_be_right", if_not_refused)
            assert found(Writing(*args)) == (repairs, spent)
            patch.setattr(TriedDeal, "may_be_right", lambda *_, **__: True)
            assert found(Writing(*args))[0] == repairs
    assert belied[0] > 5


def test_no_change_is_judged_that_leaves_the_wrong_number_of_a_trick(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = list[list[int]]()

    def is_right(_: TriedDeal, deal: DealRecord) -> bool:
        judged.append([trick.number for trick in deal.tricks])
        return False

    monkeypatch.setattr(TriedDeal, "is_right", is_right)
    for slip in misnumbered(5):
        assert {each.code.id for each in slip.judgement.findings if each.is_error} == {"X101"}
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in judged)


@pytest.mark.slow
def test_two_cards_in_each_others_place_are_played_as_if_they_were_dealt_so() -> None:
    """Of each deal some pairs, from the first action on that depends on them, and from the start."""
    tried: Counter[int] = Counter()
    for name, rules in PRESETS.items():
        for seed in range(4 if rules.talon_size and not rules.auction.steps else 0):
            rng = random.Random(f"{name} {seed}")
            [deal] = random_record(name, rng, noted=False, most_deals=1).deals
            tricks = [
                [numbered_action(rules, ply.action, ply.seat, ply.irregular) for ply in trick.plies]
                for trick in deal.tricks
            ]
            if seed % 2:  # one action is wrong
                trick = rng.choice(tricks)
                trick[0] = rng.choice(rules.pack)
            play = TriedPlay(set_up(rules, deal)[0], tricks)
            for one, other in combinations(
                [card for holding in deal.holdings for card in holding.cards][:-1], 2
            ):
                swap = {one: other, other: one}
                hands = tuple(
                    (seat, replace(hand, cards=tuple(swap.get(card, card) for card in hand.cards)))
                    for seat, hand in deal.hands
                )
                talon = deal.talon and replace(
                    deal.talon, cards=tuple(swap.get(card, card) for card in deal.talon.cards)
                )
                [start] = set_up(rules, replace(deal, hands=hands, talon=talon))
                came = play_on(start, tricks)
                assert play.swapped(one, other) == came, (name, seed, one, other)
                last = play.last
                assert came != PLAYED or (last.points, last.result) == (start.points, start.result)
                tried[came] += 1
    assert min(tried[PLAYED], tried[REFUSED]) > 100, tried


@pytest.mark.slow
def test_two_slips_are_never_worse_than_one() -> None:
    """Findings are the same as without repairs, each repair is right, and nobody is accused more often."""
    for kind, _, judgement in slipped(SCRIBES.share(6 * len(SLIPS)), slips=2):
        before = heard(judgement.game)
        with case(kind):
            assert not wrong_repairs(judgement)
            assert sorted(map(key, before.findings)) == sorted(map(key, judgement.findings))
            assert is_accused(judgement) <= any(map(accuses, before.findings))


def key(finding: Finding) -> tuple[object, ...]:
    return finding.span[:4], finding.code.id, finding.deal, finding.trick


def test_a_breach_that_no_slip_explains_stays_one() -> None:
    for name in ("does-not-follow", "does-not-head", "does-not-trump"):
        [game] = read((ROOT / f"samples/faulty/{name}.sgn").read_bytes())
        [breach] = [each for each in judge(game).findings if each.is_error]
        assert accuses(breach)
        assert not breach.is_explained
        assert "everything fits" not in ENGLISH.message(breach)


def test_a_message_names_the_slip_first() -> None:
    text = (ROOT / "samples/closed-and-won.sgn").read_text("utf-8")
    [game] = read(text.replace("4. Ts Js", "4. Js Ts"))
    errors = [each for each in judge(game).findings if each.is_error]
    assert ENGLISH.message(errors[0]).startswith(
        "if Js and Ts in trick 4 are in the wrong order, everything fits; as"
    )
    assert all(ENGLISH.message(each).startswith("as written, ") for each in errors[1:])


CLOSED: Final = """%SGN 1
[Rules "santase"]
deal 1 dealer A trump Qh
A: As Qs Td Ac Tc Qc
B: Th 9h Js 9s Kd Qd
talon: Jc Jh Ah Ts Ad Jd Ks Kh Kc 9d 9c Qh
1. 9s As
2. Tc Th
3. exchange close 20d Kd Td
4. Ts Js
5. Qc Qh
6. Ah Qs
7. Jh Jc
8. Qd Ac out
= B 1 by out (37-78) score 0-1
"""


ANNOUNCED: Final = re.compile(
    r"\n(?P<number>[2-9]\.|1[0-9]\.) (?P<said>(?:exchange|close|[24]0[shdc])(?: (?:close|[24]0[shdc]))*) "
)
"""What is announced before a lead."""
SLIPS_OF_CLOSED: Final = [
    ("4. Ts Js", "4. Js Ts", "Js and Ts in trick 4 are in the wrong order"),
    ("Kd Qd\n", "Kd\n", "Qd is left out in B's hand"),
    ("Kd Qd\n", "Kd Qh\n", "Qh in B's hand is a slip for Qd"),
    ("As Qs Td", "As Kd Td", "Kd in A's hand is a slip for Qs"),
    ("Jc Jh Ah Ts", "Jh Jc Ah Ts", "Jh and Jc in the talon are in the wrong order"),
    ("Jc Jh Ah Ts", "Jc Ah Ah Ts", "Ah in the talon is a slip for Jh"),
    ("= B 1", "= A 1", "the result of the deal is B 1 by out (37-78)"),
    ("= B 1", "= B 2", "the result of the deal is B 1 by out (37-78)"),
    ("(37-78)", "(37-87)", "the result of the deal is B 1 by out (37-78)"),
    ("dealer A", "dealer B", "the dealer was A"),
    ("trump Qh", "trump Qd", "Qd in the head is a slip for Qh"),
    ("6. Ah Qs", "6. Qs", "Ah is left out in trick 6"),
    ("6. Ah Qs", "6. Ah", "Qs is left out in trick 6"),
    ("5. Qc Qh", "5. Qh Qc", "Qh and Qc in trick 5 are in the wrong order"),
    ("20d", "40d", "the marriage in trick 3 is 20 in diamonds"),
    ("20d", "20s", "the marriage in trick 3 is 20 in diamonds"),
    ("20d ", "", "the marriage of 20 in diamonds in trick 3 is left out"),
    ("exchange ", "", "the exchange in trick 3 is left out"),
    (" out\n", "\n", "the claim of 66 at the end of the deal is left out"),
    ("5. Qc Qh\n6. Ah Qs", "5. Ah Qs\n6. Qc Qh", "tricks 5 and 6 are in each other's place"),
    ("6. Ah Qs\n7. Jh Jc\n8.", "6. Qc Qh\n7. Ah Qs\n8. Jh Jc\n9.", "trick 5 is written twice"),
    ("8. Qd Ac out\n", "", "the last trick Qd Ac claim of 66 is left out"),
    ("7. Jh Jc", "7. Th Jc", "Th in trick 7 is a slip for Jh"),
    ("8. Qd Ac", "8. Qd As", "As in trick 8 is a slip for Ac"),
    ("1. 9s As", "1. 9s Ah", "Ah in trick 1 is a slip for As"),
    ("Th\n3. exchange", "Th exchange\n3.", "exchange after trick 2 belongs to trick 3"),
    ("exchange close 20d", "exchange (close 20d)", "what stands in brackets in trick 3 was done"),
    ("exchange close 20d Kd Td", "close 20d Kd Td (exchange)", "what stands in brackets in trick 3 was done"),
    ("Th\n3. exchange", "Th (exchange)\n3.", "what stands in brackets in trick 2 was done"),
    ("exchange close 20d Kd", "exchange (close) Kd (20d)", "what stands in brackets was done"),
    ("8. Qd Ac out", "8. Qd Ac (out)", "what stands in brackets in trick 8 was done"),
    (
        "exchange close 20d Kd Td",
        "Kd Td exchange close 20d",
        "what is announced in trick 3 was said before its lead",
    ),
    ("8. Qd Ac out", "8. Qd Ac A: out", "A is named by mistake in trick 8"),
    ("As Qs Td Ac Tc Qc", "As Qs Td Ac Tc Qc Td", "Td is written twice in A's hand"),
    ("Kc 9d 9c Qh\n", "Kc 9d 9c Qh Qh\n", "Qh is written twice in the talon"),
    ("Kc 9d 9c Qh\n", "Kc 9d 9c\n", "Qh is left out in the talon"),
    ("20d Kd", "20d 20d Kd", "the 20 in diamonds in trick 3 is written twice"),
    ("2. Tc Th\n3. exchange", "2. exchange Tc Th\n3.", "the exchange in trick 2 belongs to trick 3"),
]


@pytest.mark.parametrize(("right", "slip", "said"), SLIPS_OF_CLOSED)
def test_the_likeliest_repair_says_what_was_written_and_restores_it(right: str, slip: str, said: str) -> None:
    assert CLOSED.count(right) == 1
    [game] = read(CLOSED.replace(right, slip))
    judgement = judge(game)
    first, *_ = repairs(judgement)
    assert str(first.says) == said
    assert repaired(judgement, first).text == CLOSED


def test_repairs_are_looked_for_with_half_of_what_a_limit_leaves() -> None:
    """The judgement stands without them, and the rest is for what else is asked."""
    [game] = read(CLOSED.replace("7. Jh Jc", "7. Th Jc"))
    whole = judge(game)
    with limited(10**7) as budget:
        assert judge(game).findings == whole.findings
    needed = budget.units - budget.left
    for units in (needed // 4, needed // 2, 2 * needed):
        with limited(units) as budget:
            found = judge(game).findings
        assert budget.left > units // 3
        assert list(map(key, found)) == list(map(key, whole.findings))
    assert found == whole.findings


@pytest.mark.parametrize(
    "line", ["\nexchange close\n3. 20d ", " exchange\nclose 20d\n3. ", "\nexchange\n3. close 20d "]
)
def test_what_is_announced_between_two_tricks_belongs_to_the_next(line: str) -> None:
    [game] = read(CLOSED.replace("\n3. exchange close 20d ", line))
    judgement = judge(game)
    error = next(each for each in judgement.findings if each.is_error)
    assert "after trick 2 belongs to trick 3, everything fits" in ENGLISH.message(error)
    assert repaired(judgement, error.repairs[0]).text == CLOSED


def test_what_is_announced_between_tricks_throughout_belongs_to_the_next_ones() -> None:
    rng, tried = random.Random(66), 0
    while tried < 2:
        text = write(bare(random_record("santase", rng, noted=False, most_deals=1)))
        wrong, number = ANNOUNCED.subn(r" \g<said>\n\g<number> ", text)
        judgement = judge(next(read(wrong)))
        if number > 1 and not judgement.ok:
            tried += 1
            throughout = repairs(judgement)[0]
            assert str(throughout.says) == "what is announced after a trick belongs to the next one"
            assert repaired(judgement, throughout).text == text


def test_a_line_of_its_own_in_an_open_trick_is_told_with_a_proposal() -> None:
    [game] = read(CLOSED.replace("3. exchange close 20d Kd Td", "3. exchange 20d Kd\nclose"))
    [finding, *_] = judge(game).findings
    assert finding.code.id == "X103"
    assert finding.proposal
    assert finding.proposal.text == "4. close "
    assert finding.related
    assert finding.related.sentence.endswith("for the next lead it is written `4. close`")


def test_a_card_of_another_pack_is_not_played_to_try_a_repair() -> None:
    """In a game of a pack with sevens, under rules whose pack has none."""
    hands = "A: Qh Qc\nB: Kd Qs Jh\ntalon: Kd Ts 7s 7s 7d Qh 7c Qs Td 7c 7h Th\n"
    text = f"%SGN 1\ndeal 2 dealer B trump Th\n{hands}1. [Qc] [Kd]\nQh Jh\n7s\ndeal\n"
    assert not judge(next(read(text))).ok


@pytest.mark.parametrize("spec", ["snapszer-four", "snapszer-three", "dreierschnapsen", "bauernschnapsen"])
def test_what_the_rules_do_not_know_is_never_done_in_a_trial(spec: str) -> None:
    """A called card, where the rules that are asked for call none."""
    text = write(random_record("snapszer-four", random.Random(7), noted=False, most_deals=1))
    assert "call " in text
    for seat in "ABCD":
        [game] = read(re.sub("dealer .", f"dealer {seat}", text))
        assert judge(game, imposed=PRESETS[spec]).ok is (spec == "snapszer-four" and game.text == text)
