"""How a deal stands at every place of a record, by the oracle; and by the truth, where cards are missing."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

import pytest

from notation import read, write
from notation.findings.finding import Phrase
from notation.judge import judge
from notation.record.model import UNRECORDED, DealRecord, Holding, Record, Tag
from notation.record.path import Path
from notation.record.words import card_word, read_card, seat_letter
from notation.rulings.ledger import Account, account
from notation.rulings.state_at import Situation, read_moment, situation
from referee import actions
from referee.actions import Action, is_play
from referee.cards import BIT, PACK, SEATS, Seat, mask
from referee.decisions import ClaimMode
from referee.knowledge import OpenPlay, sight
from tests.support import oracle
from tests.support.cutting import Played, oracles_deal
from tests.support.each import for_each
from tests.support.games import deal_record, first_dealer
from tests.support.plain import PLAIN
from tests.support.rulings import DEAL
from tests.support.sizes import Size
from tests.support.tables import rules_of, side_name
from tests.support.twins import word_of

pytestmark = pytest.mark.usefixtures("few_repairs")

DEALS: Final = Size("DEALS", 20_000)
SPECS: Final = (
    *PLAIN,
    "sixty-six exchange-by=turn marriage-count=next-trick",
    "santase claim=auto",
    "santase last-trick-claimable=yes",
)


def accounted(record: DealRecord, spec: str) -> Account:
    """The account of a record's only deal, written down and read again."""
    [game] = read(write(Record((Tag("Rules", spec),), (record,))))
    assert game.record is not None
    return account(judge(game), 1)


def at(trick: int, action: int = 0) -> Path:
    return Path(trick=trick, action=action)


def told(found: Account, place: Path) -> Situation:
    now = situation(found, place)
    assert isinstance(now, Situation), str(now)
    return now


def places(found: Account) -> list[Path]:
    """Every place of a deal, in order."""
    return list(dict.fromkeys(step.path for step in found.played))


def side_of(plain: Played, seat: str) -> str:
    return seat if isinstance(plain, oracle.OracleDeal) else plain.side(seat)


class Beside(NamedTuple):
    """A situation, and the same deal as the oracle has it."""

    now: Situation
    plain: Played


def played(spec: str, rng: random.Random) -> DealRecord:
    rules = rules_of(spec)
    return deal_record(1, rules, first_dealer(rules, rng), rng, noted=False)[0]


def walk(spec: str, rng: random.Random) -> Iterator[Beside]:
    """Every situation of a random deal, with the oracle's deal at the same place."""
    return walk_through(spec, played(spec, rng))


def walk_through(spec: str, record: DealRecord) -> Iterator[Beside]:
    """Every situation of a deal, with the oracle's deal at the same place."""
    found = accounted(record, spec)
    assert found.judgement.ok
    plain = oracles_deal(record, spec)
    for place in places(found):
        now = told(found, place)
        if now.event is None and isinstance(plain, oracle.OracleDeal) and plain.before_draw:
            plain.act(plain.leader, "draw")
        elif now.event is not None and not plain.over:  # a card led with the last marriage changes nothing
            action = now.event.ply.action
            plain.act(seat_letter(now.event.seat), word_of(now.deal, action))
        yield Beside(now, plain)


def words(now: Situation, choices: tuple[tuple[Seat, Action], ...]) -> set[tuple[str, str]]:
    return {(seat_letter(seat), word_of(now.deal, action)) for seat, action in choices}


@for_each(SPECS, one_in=3)
def test_what_may_be_done_is_what_the_oracle_allows(spec: str) -> None:
    rng = random.Random(spec)
    seen = 0
    for _ in range(DEALS.share(4_000)):
        for now, plain in walk(spec, rng):
            assert words(now, now.allowed) == plain.legal()
            assert now.open_choices == ()
            assert now.deal.over == plain.over
            assert plain.over or tuple(now.deal.points) == tuple(plain.points().values())
            seen += 1
    assert seen > 10 or not DEALS.is_full


@for_each(SPECS, one_in=4)
def test_every_announcement_that_a_seat_has_the_cards_for_is_allowed_or_refused(spec: str) -> None:
    rng = random.Random(f"refused {spec}")
    codes = set()
    for _ in range(DEALS.share(4_000)):
        for now, plain in walk(spec, rng):
            if now.deal.over:
                assert now.refused == ()
                continue
            refused = words(now, tuple((seat, action) for seat, action, _ in now.refused))
            assert not refused & plain.legal()
            codes |= {ruling.code.id for *_, ruling in now.refused}
            expected = set()
            for seat in plain.hands:
                hand = plain.hands[seat]
                expected |= {
                    (seat, f"{40 if suit == plain.trump else 20}{suit}")
                    for suit in "shdc"
                    if {f"K{suit}", f"Q{suit}"} <= set(hand)
                }
                if not isinstance(plain, oracle.OracleDeal):
                    continue
                in_turn = seat_letter(now.deal.turn) == seat and not plain.played_out
                if plain.lowest_trump in hand or in_turn:
                    expected.add((seat, "exchange"))
                if in_turn:
                    expected.add((seat, "close"))
            allowed = {choice for choice in plain.legal() if choice[1][0] in "24ec"}
            assert refused | allowed == expected
    every, some = {"R221", "R230", "R240"}, {"R219", "R221", "R223", "R227"}
    enough = codes >= every if rules_of(spec).talon_size else bool(codes & some)
    assert enough or not DEALS.is_full


def last_bonus(plain: Played, seat: str) -> int:
    """What the last trick adds for a seat that may claim with it."""
    if not isinstance(plain, oracle.OracleDeal):
        return plain.claimable_bonus() if plain.side(plain.leader) == plain.side(seat) else 0
    ended = plain.played_out and plain.closed is None and plain.leader == seat
    return int(plain.rules["last-trick"]) if ended and plain.rules["last-trick-claimable"] == "yes" else 0


@for_each(SPECS, one_in=4)
def test_a_claim_comes_to_what_the_oracle_makes_of_it(spec: str) -> None:
    rng = random.Random(f"claims {spec}")
    reasons, refused = set(), set()
    for _ in range(DEALS.share(4_000)):
        for now, plain in walk(spec, rng):
            for seat, claim in zip(plain.hands, now.claims, strict=now.claims != ()):
                allowed = (seat, "out") in plain.legal()
                assert allowed == (claim.refused is None)
                assert claim.points == plain.counted_points(side_of(plain, seat)) + last_bonus(plain, seat)
                assert claim.missing == max(0, 66 - claim.points)
                if claim.refused is not None:
                    refused.add(claim.refused.code.id)
                    assert claim.result is None
                    continue
                ended = oracle.copied(plain)
                ended.act(seat, "out")
                assert claim.result is not None
                assert ended.result is not None
                won = claim.result.winner
                assert (
                    side_name(won) or None,
                    claim.result.game_points,
                    claim.result.reason.value,
                    claim.result.card_points,
                ) == (
                    ended.result.winner,
                    ended.result.game_points,
                    ended.result.reason,
                    tuple(ended.result.points.values()),
                )
                values = [step.facts["value"] for step in claim.steps if "value" in step.facts]
                assert values[-1:] == [claim.result.game_points] or won < 0
                reasons.add(claim.result.reason.value)
            assert bool(now.claims) != now.deal.over
    if DEALS.is_full:
        mode = rules_of(spec).claim_mode
        assert refused >= ({"C203", "C204"} if mode is ClaimMode.AUTO else set())
        assert refused >= (set() if mode is ClaimMode.NEVER else {"C203"})
        assert reasons >= ({"false-out", "out"} if mode is ClaimMode.SAID else set())


@for_each(SPECS, one_in=6)
def test_what_seats_know_comes_from_all_that_happened_before(spec: str) -> None:
    rng = random.Random(f"what is known {spec}")
    for _ in range(DEALS.share(2_000)):
        play = None
        record = played(spec, rng)
        states = [now for now, _ in walk_through(spec, record)]
        for last, now in pairwise([states[0], *states]):
            deal, event = now.deal, now.event
            if play is None:
                play = OpenPlay.start(deal)
                if record.trump is not None and not deal.talon:  # everybody saw it, and who got it
                    [holder] = (seat for seat, hand in record.hands if record.trump in hand.cards)
                    play = play.showing(holder, BIT[record.trump])
            elif event is not None:
                play = play.then(last.deal, event.seat, event.ply.action, deal)
            else:
                play = play.then(last.deal, deal.turn, actions.DRAW, deal)
            for seat, seen in zip(SEATS, now.sights, strict=False):
                assert seen == sight(play, seat, deal.hands[seat])
                for hand, other in zip(seen.hands, deal.hands, strict=True):
                    assert hand.known & ~other == 0
                    assert other & ~hand.known & ~hand.possible == 0


# Cards that are not recorded.


def blanked(record: DealRecord, rng: random.Random) -> DealRecord:
    """Return a deal in which some cards, dealt or played, are not recorded; the turn-up always is."""
    assert record.talon is not None
    odds = [rng.choice((0.0, 0.0, 0.2, 1.0)) for _ in range(3)]
    hands = tuple(
        (seat, Holding(tuple(UNRECORDED if rng.random() < odds[seat] else card for card in hand.cards)))
        for seat, hand in record.hands
    )
    talon = [UNRECORDED if rng.random() < odds[2] else card for card in record.talon.cards]
    talon[-1] = record.talon.cards[-1]
    blanks = rng.choice((0.0, 0.0, 0.05, 0.2))
    tricks = tuple(
        replace(
            trick,
            plies=tuple(
                replace(ply, action=UNRECORDED) if ply.plays and rng.random() < blanks else ply
                for ply in trick.plies
            ),
        )
        for trick in record.tricks
    )
    return replace(record, hands=hands, talon=Holding(tuple(talon)), tricks=tricks)


@pytest.mark.slow
@pytest.mark.parametrize("spec", [spec for spec in SPECS if rules_of(spec).talon_size])  # it blanks talons
def test_nothing_untrue_is_told_where_cards_are_not_recorded(spec: str) -> None:
    rng = random.Random(f"gaps {spec}")
    opened = sure = claims = doubtful = 0
    for _ in range(DEALS.share(1_000)):
        record, _ = deal_record(1, rules_of(spec), first_dealer(rules_of(spec), rng), rng, noted=False)
        whole, spoilt = accounted(record, spec), accounted(blanked(record, rng), spec)
        for place in places(spoilt):
            true, now = told(whole, place), situation(spoilt, place)
            if isinstance(now, Phrase):
                doubtful += 1
                continue
            compare(true, now)
            opened += len(now.open_choices)
            sure += len(now.allowed)
            claims += any(claim.result for claim in now.claims if claim.slack)
    if DEALS.is_full:
        assert opened > 20
        assert sure > 20
        assert doubtful > 0


def compare(true: Situation, now: Situation) -> None:
    """Check that what is reported without some cards is true with them."""
    assert now.deal.over <= true.deal.over
    if now.deal.over != true.deal.over:
        return
    assert set(now.allowed) <= set(true.allowed)
    assert set(true.allowed) <= {*now.allowed, *now.open_choices}
    assert not {(seat, action) for seat, action, _ in now.refused} & set(true.allowed)
    assert now.deal.turn == true.deal.turn
    for seat, points in zip(SEATS, true.deal.points, strict=False):
        assert now.deal.points[seat] <= points <= now.deal.points[seat] + now.deal.slack[seat]
    for sure, fact in zip(now.claims, true.claims, strict=True):
        assert (sure.refused is None) == (fact.refused is None)
        assert sure.points <= fact.points <= sure.points + sure.slack
        if sure.result and fact.result:
            assert sure.result[:3] == fact.result[:3]
    for seat, seen in zip(SEATS, now.sights, strict=False):
        knows = true.sights[seat]
        for at, (hand, held) in enumerate(zip(seen.hands, true.deal.hands, strict=True)):
            assert hand.known & ~held == 0
            assert held & ~hand.known & ~hand.possible == 0
            assert hand.unknown == (held & ~hand.known).bit_count()
            assert hand.known & ~knows.hands[at].known == 0, "the seat knows at least as much as the reader"
            assert knows.hands[at].possible & ~hand.known & ~hand.possible == 0


DEALT: Final = f"""%SGN 1
[Rules "santase"]
{DEAL}"""
CLOSED: Final = "1. As Td\n2. exchange close Ts Ks\n3. Qc Kc\n"


def of_text(text: str) -> Account:
    [game] = read(text)
    return account(judge(game), 1)


def absent(now: Situation, seat: Seat) -> set[str]:
    return {card_word(card) for card in PACK if now.sights[seat].absent(Seat(1 - seat)) & BIT[card]}


def test_an_exchange_and_a_marriage_are_seen() -> None:
    found = of_text(f"{DEALT}1. As Td\n2. exchange 40d Kd")
    seen = [told(found, at(2, action)).sights[0] for action in range(4)]
    assert [seen[action].turn_up for action in range(4)] == [read_card("Qd"), *[read_card("9d")] * 3]
    known = [("",), ("Qd",), ("Qd", "Kd"), ("Qd",)]
    assert [sight.hands[1].known for sight in seen] == [mask(map(read_card, filter(None, k))) for k in known]


def test_a_revoke_marked_as_known_tells_the_others_nothing() -> None:
    silent = told(of_text(f"{DEALT}{CLOSED}4. Ah Kd"), at(4, 2))
    marked = told(of_text(f"{DEALT}{CLOSED}4. Ah Kd^"), at(4, 2))
    assert {"Th", "9h"} <= absent(silent, Seat(0))
    assert absent(marked, Seat(0)) == set()


def test_a_card_that_was_taken_back_is_known_to_be_there() -> None:
    now = told(of_text(f"{DEALT}{CLOSED}4. Ah ~Kd 9h"), at(4, 2))
    assert now.sights[0].hands[1].known == mask(map(read_card, ("Kd", "Qd")))
    unseen = told(of_text(f"{DEALT}1. As ~Jc Td"), at(1, 2))
    assert unseen.sights[0].hands[1].known == 0, "it was not held, and is not held now"


def test_a_card_that_was_taken_back_is_known_where_the_hand_is_not_recorded() -> None:
    text = DEALT.replace("B: Ts 9d Kd Td 9c Qc\n", "").replace("Jh Qd", "-- Qd")
    now = told(of_text(f"{text}1. As ~9c Td"), at(1, 2))
    assert now.sights[0].hands[1].known == BIT[read_card("9c")]


def test_a_reply_that_can_be_one_card_only_tells_what_that_card_tells() -> None:
    now = told(of_text(f"{DEALT}{CLOSED}4. Qh --\n5. Ah Kd\n6. 9c Tc\n7. Kh Qd"), at(4, 2))
    assert absent(now, Seat(0)) == {"Th"}, "9h follows and does not head"


def test_a_closer_who_had_not_drawn_knows_nothing_of_the_card_he_did_not_draw() -> None:
    now = told(of_text(f"{DEALT}1. As 9c close^"), at(1, 3))
    assert now.sights[0].hands[0].known == mask(map(read_card, "Ks Qh Kh Ah Kc".split()))
    assert now.sights[0].hands[1].possible & BIT[read_card("9h")]


def test_a_hand_that_is_not_recorded_leaves_open_what_may_be_played() -> None:
    text = DEALT.replace("B: Ts 9d Kd Td 9c Qc", "B: Ts -- Kd -- -- --").replace("Ad Th", "-- --")
    now = told(of_text(f"{text}1. As --"), at(1, 1))
    allowed = {card_word(action) for _, action in now.allowed if is_play(action)}
    maybe = {card_word(action) for _, action in now.open_choices if is_play(action)}
    assert allowed == {"Ts", "Kd"}
    assert {"9d", "Td", "9c", "Qc", "Ad", "Th"} <= maybe
    assert "9h" not in maybe
    assert now.sights[1].hands[1].unknown == 4


def test_of_a_strict_reply_only_what_nothing_can_forbid_is_allowed() -> None:
    text = DEALT.replace("Td 9c Qc", "Td 9c --").replace("talon: 9h", "talon: --").replace("Ad Th", "-- Th")
    now = told(of_text(f"{text}1. As Td\n2. exchange close Ts Ks\n3. 9c Tc\n4. Kh"), at(4, 1))
    allowed = {card_word(action) for _, action in now.allowed if is_play(action)}
    maybe = {card_word(action) for _, action in now.open_choices if is_play(action)}
    assert allowed == set(), "B holds two of Ad Qc 9h"
    assert maybe == {"9h", "Kd", "Qd", "Ad"}, "Qc may be held, but B can trump"
    now = told(of_text(f"{text}1. As Td\n2. exchange close Ts Ks\n3. 9c Tc\n4. Kh 9h"), at(4, 1))
    assert {card_word(action) for _, action in now.allowed if is_play(action)} == {"9h"}, "it is seen later"
    text = DEALT.replace("talon: 9h", "talon: --").replace("Jh", "--")
    now = told(of_text(f"{text}1. As Td\n2. exchange close Ts Ks\n3. 9c Tc\n4. Kh"), at(4, 1))
    maybe = {card_word(action) for _, action in now.open_choices if is_play(action)}
    assert maybe == {"9h", "Jh"}, "B holds one of these, and nothing else will do"
    assert not any(action < 24 for _, action in now.allowed)


@pytest.mark.parametrize(
    ("text", "place"), [("7", at(7)), ("12.3", at(12, 3)), ("1.0", at(1)), ("99.12", at(99, 12))]
)
def test_a_place_is_a_trick_or_an_action_of_it(text: str, place: Path) -> None:
    assert read_moment(text) == place


@pytest.mark.parametrize(
    "text",
    ["", "0", "07", "7.", ".2", "7.2.1", "-1", "7 ", "seven", "1e2", "٧", "100", "7.100", "7\n", "x" * 999],
)
def test_anything_else_is_none(text: str) -> None:
    fault = read_moment(text)
    assert isinstance(fault, Phrase)
    assert "write a trick such as 7" in str(fault)
    assert len(str(fault)) < 200


@pytest.mark.parametrize(
    ("play", "place", "fault"),
    [
        ("1. As Td", at(2), "there is no 2 in this deal, which ends at 1.2"),
        ("1. As Td\n2. Ts", at(1, 3), "there is no 1.3 in this deal: trick 1 has the actions 2"),
        ("1. As Td", at(1, 3), "there is no 1.3 in this deal: trick 1 has the actions 2"),
        ("1. As Tc\n2. Ts Ks", at(2), "2 cannot be shown: the deal was judged up to 1.1"),
        ("1. As Td\n2. Ts Qc", at(1, 3), "there is no 1.3 in this deal: trick 1 has the actions 2"),
        ("1. As Tc", at(1, 2), "1.2 cannot be shown: the deal was judged up to 1.1"),
    ],
)
def test_a_place_that_is_not_there_is_told_as_such(play: str, place: Path, fault: str) -> None:
    assert str(situation(of_text(DEALT + play), place)) == fault


def test_nothing_is_told_of_a_trick_whose_lead_nobody_knows() -> None:
    text = DEALT.replace("A: Ks As Qh Kh Ah Kc\n", "")
    found = of_text(f"{text}1. -- Td\n2. Ts Ks")
    assert str(situation(found, at(1, 1))) == (
        "the state of the deal at 1.1 is unknown: a card on the table is not recorded"
    )
    assert isinstance(situation(found, at(1)), Situation)


def test_under_rules_by_which_a_revoke_loses_a_claim_hangs_on_what_is_not_recorded() -> None:
    text = DEALT.replace("A: Ks As Qh Kh Ah Kc\n", "").replace("santase", "santase revoke=lost")
    play = "1. As Td\n2. exchange close Ts Ks\n3. Kd"
    found = of_text(text + play)
    claim = told(found, at(3)).claims[1]
    assert claim.refused is None
    assert claim.result is None
    assert told(found, at(2)).claims[1].result is not None, "before the close nobody can revoke"
    assert told(of_text(text.replace(" revoke=lost", "") + play), at(3)).claims[1].result is not None


def test_a_revoke_that_costs_the_deal_decides_a_claim_too() -> None:
    text = DEALT.replace("santase", "santase revoke=lost")
    found = of_text(f"{text}{CLOSED}4. Ah Kd")
    claim = told(found, at(4)).claims[0]
    assert claim.result is not None
    assert claim.result.winner == 1
    claim = told(found, at(4, 2)).claims[1]
    assert claim.result is not None
    assert (claim.result.winner, claim.result.reason.value) == (0, "forfeit")
    assert claim.steps[0].line.point == "irr.revoke"


def test_a_claim_within_unknown_points_has_a_result_only_where_all_come_to_the_same() -> None:
    text = DEALT.replace("A: Ks As Qh Kh Ah Kc\n", "")
    found = of_text(f"{text}1. As Td\n2. Kd -- {{B led a trump}}\n3. Ts Ks")
    claim = told(found, at(3)).claims[1]
    assert claim.slack > 0
    assert claim.result is not None
    assert claim.result.reason.value == "false-out"
    assert claim.result.card_points == ()


def test_asking_changes_nothing() -> None:
    found = of_text(f"{DEALT}{CLOSED}4. Ah 9h")
    before = [step.after.points[:] for step in found.played]
    told(found, at(4, 2)).deal.points[0] = 99
    assert [step.after.points for step in found.played] == before
    assert told(found, at(4, 2)).deal.points[0] != 99
