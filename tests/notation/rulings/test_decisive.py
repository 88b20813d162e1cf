"""What decided a deal: the answer of a ruling names it, and what would have changed it was judged.

Both are found here without the program's way to them: a claim is written into the record where none was
made, a duty is worked out from the hands, and all is judged again from the text.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

import jsonschema
import pytest

from notation import read, write
from notation.judge import Judgement
from notation.judge.match import judge_under
from notation.record.model import DealRecord, Holding, Ply, Record, Tag, Trick
from notation.rulings.alternative import Alternative, AlternativeKind, alternatives
from notation.rulings.answers import ruling_sentence
from notation.rulings.claims import Worth
from notation.rulings.elsewhere import DealElsewhere
from notation.rulings.ledger import Account, account, judge_in_full
from notation.wire.json_schema import json_schema
from notation.wire.ruling import RulingSchema, dump_ruling
from referee import Deal, actions
from referee.cards import SEATS, Card, Cards, Seat, members
from referee.codes import MUST_FOLLOW, MUST_HEAD, MUST_TRUMP, Ruling
from referee.decisions import ClaimMode
from referee.state import Reason
from tests.support.games import deal_record, random_deal, random_record
from tests.support.languages import COMPLETE
from tests.support.plain import PLAIN
from tests.support.rulings import HANDS
from tests.support.sizes import Size, some
from tests.support.tables import rules_of
from viewer.documents.languages import language
from viewer.documents.text import as_text
from viewer.rulings.deal_rulings import explanation

pytestmark = pytest.mark.usefixtures("few_repairs")

DEALS: Final = Size("DECIDED", 300)
ENGLISH: Final = language("en")
FOR_TWO: Final = tuple(
    f"{name}{options}"
    for name, rules in PLAIN.items()
    if rules.seats == 2 and rules.claim_mode is ClaimMode.SAID
    for options in ("", " closed-basis=close", " failed-close=2", " claim-window=reply")
)
"""Rule sets in which somebody can fail to claim."""


def judged(spec: str, deal: DealRecord) -> Judgement:
    """A single deal, judged from its text."""
    [game] = read(write(Record((Tag("Rules", spec),), (replace(deal, result=None),))))
    return judge_in_full(game, rules_of(spec))


def came_to(judgement: Judgement) -> Worth | None:
    result = judgement.deals[-1].result
    return Worth(result.winner, judgement.deals[-1].game_points) if result else None


# A claim that was not made.


class Moment(NamedTuple):
    """Who had how many card points, after which trick or with a marriage at it."""

    seat: str
    points: int
    trick: int
    marriage: bool


SAID: Final = re.compile(
    r" ([AB]) had ([0-9]+) card points (after|with the marriage at) trick ([0-9]+) and did not claim 66\."
)


CLAIMED_OTHERWISE: Final = re.compile(
    r" ([AB]) could have gone out (after|on the marriage at) trick ([0-9]+) with ([0-9]+) card points\."
)


def named(sentence: str) -> Moment | None:
    """The moment at which a seat did not claim, as an answer says."""
    found = SAID.search(sentence)
    return Moment(found[1], int(found[2]), int(found[4]), found[3].startswith("with")) if found else None


def named_at_all(sentence: str) -> Moment | None:
    """The same, or the moment of which the answer says only that a claim would have been right."""
    found = CLAIMED_OTHERWISE.search(sentence)
    other = Moment(found[1], int(found[4]), int(found[3]), found[2].startswith("on")) if found else None
    return named(sentence) or other


def claims(spec: str, deal: DealRecord, seat: Seat) -> Iterator[tuple[Moment, Worth]]:
    """Every claim that a seat could have made and would have won by, each judged in the record cut there."""
    for place, trick in enumerate(deal.tricks):
        for done in range(len(trick.plies) + 1):
            cut = replace(trick, plies=(*trick.plies[:done], Ply(actions.OUT, 0, seat)))
            judgement = judged(spec, replace(deal, tricks=(*deal.tricks[:place], cut)))
            entry, worth = judgement.deals[0], came_to(judgement)
            if not entry.result or entry.result.reason not in (Reason.OUT, Reason.DEFENDER_OUT):
                continue
            if any(finding.code.id[0] in "RC" for finding in judgement.findings):
                continue
            complete = sum(trick.winner >= 0 for trick in entry.tricks)
            cards = 0
            marriage = False
            for event in (event for trick in entry.tricks for event in trick.events):
                cards += event.ply.plays
                marriage |= cards >= 2 * complete and actions.is_marriage(event.ply.action)
            assert worth is not None
            points = entry.result.card_points[seat]
            yield Moment("AB"[seat], points, complete + marriage, marriage), worth


@pytest.mark.slow
def test_an_unclaimed_66_is_named_where_a_claim_would_have_changed_the_deal() -> None:
    rng = random.Random("unclaimed")
    seen = {"named": 0, "the winner": 0, "the points": 0, "a closer": 0, "nothing": 0}
    for _ in range(DEALS):
        spec = rng.choice(FOR_TWO)
        deal, end = deal_record(1, rules_of(spec), rng.choice(SEATS[:2]), rng, False, rng.random() < 0.6)
        judgement = judged(spec, deal)
        worth, found = came_to(judgement), account(judgement, 1)
        answer = ruling_sentence(ENGLISH, found)
        seats = [seat for seat in SEATS[:2] if end.points[seat] + 10 >= 66]
        possible = [claim for seat in seats for claim in claims(spec, deal, seat)]
        changing = {moment: other for moment, other in possible if other != worth}
        turning = {moment for moment, other in changing.items() if not worth or other.winner != worth.winner}
        moment = named_at_all(answer)
        if turning:
            assert moment in turning, write(judgement.game.readable)
        elif moment:
            assert moment in changing, write(judgement.game.readable)
        told = {_moment(other): other.worth for other in alternatives(found)}
        assert all(changing.get(moment) == other for moment, other in told.items())
        assert not turning or told
        assert bool(told) == bool(moment)
        seen["named"] += bool(moment)
        seen["the winner"] += bool(turning)
        seen["the points"] += bool(moment and not turning)
        closing = judgement.deals[0].closing
        seen["a closer"] += bool(moment and closing and "AB"[closing.seat] == moment.seat)
        seen["nothing"] += moment is None
    if DEALS.is_full:
        assert min(seen.values()) >= 5, seen


def with_claim(deal: DealRecord, place: int, done: int, seat: Seat) -> DealRecord:
    """A deal with a claim of a seat after so many actions of a trick."""
    trick = deal.tricks[place]
    plies = (*trick.plies[:done], Ply(actions.OUT, 0, seat), *trick.plies[done:])
    tricks = (*deal.tricks[:place], replace(trick, plies=plies), *deal.tricks[place + 1 :])
    return replace(deal, tricks=tricks)


def test_of_a_seat_that_has_claimed_nobody_says_that_it_did_not() -> None:
    """A claim is put into the deal wherever it can stand; where it came too late, the answer says so."""
    rng = random.Random("claimed")
    seen = {"late": 0, "otherwise": 0, "valid": 0}
    for _ in range(DEALS.share(10)):
        spec = rng.choice(FOR_TWO)
        deal, _ = deal_record(1, rules_of(spec), rng.choice(SEATS[:2]), rng, False, rng.random() < 0.6)
        moment = named(ruling_sentence(ENGLISH, account(judged(spec, deal), 1)))
        if moment is None:
            continue
        seat = Seat("AB".index(moment.seat))
        places = [
            (place, done) for place, trick in enumerate(deal.tricks) for done in range(len(trick.plies))
        ]
        for place, done in rng.sample(places, 6):
            found = account(judged(spec, with_claim(deal, place, done, seat)), 1)
            answer = ruling_sentence(ENGLISH, found)
            other = named(answer)
            assert other is None or other.seat != moment.seat, answer
            late = re.search(r"([AB])'s claim at trick ([0-9]+) came too late \(([0-9]+) ", answer)
            if late:
                [claim] = [claim for claim in found.claims if claim.refused]
                assert (late[1], int(late[2])) == (moment.seat, claim.trick)
                assert claim.trick >= moment.trick
            seen["late"] += bool(late)
            seen["otherwise"] += f"{moment.seat} could have gone out" in answer
            seen["valid"] += f"{moment.seat} went out" in answer
    if DEALS.is_full:
        assert min(seen.values()) > 0, seen


def _moment(other: Alternative) -> Moment:
    assert other.kind is AlternativeKind.CLAIM
    assert other.seat is not None
    return Moment("AB"[other.seat], other.points, other.trick, other.lead)


# A revoke.

DUTIES: Final = {
    MUST_FOLLOW: ("did not follow suit at", "by not following suit"),
    MUST_HEAD: ("did not head", "by not heading the trick"),
    MUST_TRUMP: ("did not trump at", "by not trumping"),
}


def suit_cards(cards: Cards, like: Card) -> list[Card]:
    return [card for card in members(cards) if card // 6 == like // 6]


def duty(deal: Deal, card: Card) -> tuple[str, str]:
    """What a card does not do that replies to another, from the hand alone."""
    same = suit_cards(deal.hands[deal.turn], deal.lead)
    if same and card not in same:
        return DUTIES[MUST_FOLLOW]
    return DUTIES[MUST_HEAD if same else MUST_TRUMP]


class Revoked(NamedTuple):
    """A deal with revokes: who made the first, in which trick, and which duty it broke."""

    record: DealRecord
    seat: str
    trick: int
    words: tuple[str, str]


def revoke(spec: str, rng: random.Random) -> Revoked | None:
    """A deal played by chance in which a card breaks a duty, or several do; None where none could."""
    rules, dealer = rules_of(spec), rng.choice(SEATS[:2])
    played = random_deal(rules, dealer, rng)
    deal = played.start(rules, dealer)
    tricks: list[Trick] = []
    broken: tuple[str, int, tuple[str, str]] | None = None
    while not deal.over and not deal.spent:
        refused = _revokes(deal) if deal.lead >= 0 else []
        if deal.lead < 0 and (not tricks or tricks[-1].number <= deal.trick):
            tricks.append(Trick(deal.trick + 1))
        if refused and rng.random() < (0.2 if broken else 0.5):
            card, ruling = rng.choice(refused)
            seat = deal.turn
            broken = broken or ("AB"[seat], deal.trick + 1, duty(deal, card))
            action: actions.Action = card
            deal.let_stand(card, ruling)
        else:
            keen = [choice for choice in deal.legal() if choice[0] == actions.CLOSE]
            usual = [c for c in deal.legal() if actions.is_play(c[0]) or c[0] == actions.DRAW]
            action, seat = rng.choice(keen if keen and rng.random() < 0.4 else usual)
            deal.push(action, seat)
        if action == actions.DRAW:
            continue
        tricks[-1] = replace(tricks[-1], plies=(*tricks[-1].plies, Ply(action)))
    if broken is None:
        return None
    hands = tuple(
        (seat, Holding(tuple(members(hand)))) for seat, hand in zip(SEATS, played.hands, strict=False)
    )
    record = DealRecord(1, dealer, played.trumps.card, hands, Holding(tuple(played.talon)), tuple(tricks))
    return Revoked(record, *broken)


def _revokes(deal: Deal) -> list[tuple[Card, Ruling]]:
    """Return the cards with which the seat in turn would revoke."""
    held = ((card, deal.why_not(card, deal.turn)) for card in members(deal.hands[deal.turn]))
    return [(card, ruling) for card, ruling in held if ruling and ruling.code in DUTIES]


@pytest.mark.slow
def test_a_revoke_is_named_where_it_has_decided_the_deal_or_would_have() -> None:
    rng = random.Random("revoked")
    seen = dict.fromkeys(["named", "not named", *(code.id for code in DUTIES)], 0)
    cases = 0
    while cases < DEALS:
        name = rng.choice([name for name, rules in PLAIN.items() if rules.seats == 2])
        case = revoke(name, rng)
        if case is None:
            continue
        cases += 1
        free = account(judged(name, case.record), 1)
        prices = {price: judged(f"{name} revoke={price}", case.record) for price in ("lost", "3")}
        answer = ruling_sentence(ENGLISH, free)
        told = f" {case.seat} {case.words[0]} trick {case.trick}, for which these rules set no penalty"
        worth = {price: came_to(judgement) for price, judgement in prices.items()}
        changing = {price for price, other in worth.items() if other and other != came_to(free.judgement)}
        assert (told in answer) == bool(changing), answer
        assert _options(free) == {f"revoke={price}": worth[price] for price in changing}
        seen["named" if changing else "not named"] += 1
        for price, judgement in prices.items():
            priced = account(judgement, 1)
            if judgement.deals[0].result and judgement.deals[0].result.reason is Reason.FORFEIT:
                why = f"{case.seat} revoked at trick {case.trick} {case.words[1]}."
                assert ruling_sentence(ENGLISH, priced).split(": ", 1)[1].startswith(why)
                freed = came_to(free.judgement)
                options = _options(priced)
                assert options.get("revoke=none") == (freed if freed != worth[price] else None)
        for code, words in DUTIES.items():
            seen[code.id] += words == case.words
    if DEALS.is_full:
        assert min(seen.values()) >= 5, seen


def _options(found: Account) -> dict[str, Worth]:
    """Return the stated worth of the deal at each other price of the revoke."""
    return {
        f"{change.option}={change.value}": other.worth
        for other in alternatives(found)
        if other.kind is AlternativeKind.REVOKE
        for change in other.changes
    }


# Examples of every kind.

NAMED: Final = '%SGN 1\n[Rules "santase"]\n[A "Vasil Ivanov"]\n[B "Neda"]\n'
LATE: Final = """trump Qh
A: Ad 9d Qd Tc Th Td
B: Jd Qs 9h 9s Kd Ah
talon: Ks Ac Js 9c Qc Jc Ts Jh As Kc Kh Qh
1. 9h Tc 2. 20s Qs Qd 3. Js 9c 4. Jd Ad 5. Ac Kd 6. Th Qc 7. As Ks 8. 9d Ah 9. Qh Kh 10. Ts 9s 11. Td Jh
"""
LAST: Final = "12. Kc Jc\n"
CLOSER: Final = """trump Jd
A: Ad Ts Ac 9s Js Ks
B: Qc Th 9h As Td Qd
talon: Tc Kd 9d 9c Qs Kh Qh Kc Jh Jc Ah Jd
1. Qd Ac 2. close Th Ad 3. Kd Td 4. Qc Js 5. Tc Ts 6. As 9s 7. 9h Ks
"""
MARRIED: Final = """trump Kh
A: Kd 9d Tc Qd 9s Ts
B: Th Ks As Qh Qs Jd
talon: 9h Kc Ac Js Jc 9c Qc Jh Ah Td Ad Kh
1. Th Ts 2. Qs Qd 3. Ks 9d 4. exchange Jc Js 5. 40h Kh Kc 6. Qc 9s 7. Jd Td 8. Kd Ad 9. Qh 9h 10. Ah Jh
11. As Tc 12. Ac 9c
"""
SHORT: Final = f"""trump Qd
{HANDS}"""
FALSE: Final = f"{SHORT}1. As 9c 2. Kc Tc 3. close Ts Ks 4. out\n"
AGAIN: Final = f"{SHORT}1. As Td 2. exchange 40d close Kd Kc 3. Ts Ks\n"
REVOKED: Final = """trump Ks
A: As Ts Ad Ac Qc 9h
B: Td Qs Jd Kh Tc 9s
talon: Qd Kd 9d Jh Ah Th Qh Js Jc Kc 9c Ks
1. Td As 2. close Ts Qs 3. Ad Jd 4. Ac Kh 5. Qc Tc 6. Kd 9h 7. 9s Qd
"""
EXAMPLES: Final = {
    "a 66 that was never claimed": (
        f"deal 1 dealer A {LATE}{LAST}",
        "Neda wins 1 game point: nobody went out, and Neda has more card points, 77 to 73. Vasil had 73"
        " card points after trick 10 and did not claim 66.",
        ["If Vasil had claimed 66 after trick 10 with 73 card points: Vasil wins 1 game point."],
    ),
    "a closer who had enough": (
        f"deal 1 dealer A {CLOSER}",
        "Vasil wins 3 game points: Neda closed at trick 2 before Vasil had a trick, and did not go out."
        " Neda had 68 card points after trick 7 and did not claim 66.",
        ["If Neda had claimed 66 after trick 7 with 68 card points: Neda wins 2 game points."],
    ),
    "a marriage that was enough": (
        f"deal 1 dealer A {MARRIED}",
        "Neda wins 2 game points: nobody went out, and Neda has more card points, 158 to 12. Neda had "
        "74 card points with the marriage at trick 5 and did not claim 66.",
        ["If Neda had claimed 66 with the marriage at trick 5 and 74 card points: Neda wins 3 game points."],
    ),
    "a claim that came too late": (
        f"deal 1 dealer A {LATE.rstrip()} A: out\n{LAST}",
        "Neda wins 1 game point: nobody went out, and Neda has more card points, 77 to 73. Vasil's claim at"
        " trick 11 came too late (73 after trick 10); it has no effect and the deal goes on.",
        ["If Vasil had claimed 66 after trick 10 with 73 card points: Vasil wins 1 game point."],
    ),
    "a deal that was not finished": (
        f"deal 1 dealer A {LATE}",
        "The deal was not finished. Vasil had 73 card points after trick 10 and did not claim 66.",
        ["If Vasil had claimed 66 after trick 10 with 73 card points: Vasil wins 1 game point."],
    ),
    "another winner as written": (
        f"deal 1 dealer B {AGAIN}4. out\n= A 2\n",
        "Neda wins 3 game points, not Vasil 2 as written: Neda closed at trick 2 and went out with 83 "
        "card points; Vasil has not taken a trick.",
        [],
    ),
    "another value as written, right under an option": (
        f"deal 1 dealer B {FALSE}= A 3\n",
        "Vasil wins 2 game points, not 3 as written: Neda closed at trick 3 and claimed 66 with 28 card"
        " points.",
        [
            "By another rule the stated result would be right: Vasil wins 3 game points (what a false claim "
            "costs: the other player scores 3, whatever he has).",
            "By another rule the stated result would be right: Vasil wins 3 game points (what a closer's "
            "failure gives the opponent: 3, whatever the opponent has).",
        ],
    ),
    "a draw as written": (
        f"deal 1 dealer A {LATE}{LAST}= draw\n",
        "Neda wins 1 game point, not a draw as written: nobody went out, and Neda has more card points,"
        " 77 to 73. Vasil had 73 card points after trick 10 and did not claim 66.",
        ["If Vasil had claimed 66 after trick 10 with 73 card points: Vasil wins 1 game point."],
    ),
    "a card that was played before": (
        f"deal 1 dealer B {SHORT}1. As Td 2. 40d Kd Kc 3. Td\n= B 2\n",
        "The play does not decide the deal; the result in the record counts: Neda wins 2 game points. The "
        "judgement of the deal stops at trick 3: 10♦ was played before in this deal.",
        [],
    ),
    "a card that was dealt twice": (
        f"deal 1 dealer B {SHORT.replace('Kc', 'As')}1. As Td\n",
        "The judgement of the deal stops at line 6: A♠ is dealt twice.",
        [],
    ),
    "text that cannot be read": (
        f"deal 1 dealer B {SHORT}1. As Td 2. Zz Kc\n",
        "The judgement of the deal stops at trick 2: part of the play could not be read.",
        [],
    ),
    "a revoke without a price": (
        f"deal 1 dealer A {REVOKED}",
        "Neda wins 3 game points: Vasil closed at trick 2 before Neda had a trick, and did not reach "
        "66. Neda did not follow suit at trick 4, for which these rules set no penalty.",
        [
            "If the revoke at trick 4 were penalised (the deal is lost; the other side scores what going out "
            "then would win, or what a failed close gives if the player has closed): Vasil wins 3 game "
            "points.",
            "If the revoke at trick 4 were penalised (the deal is lost, and the other side scores 3): Vasil "
            "wins 3 game points.",
        ],
    ),
    "a marriage that may not have been good": (
        "deal 1 dealer A trump As\n1. Js 9d 2. close 40s Qs 9s 3. Ad Qc 4. Jd Kc 5. 9c Ah out\n",
        "Neda wins 3 game points: Neda closed at trick 2 and went out with 76 card points; Vasil has "
        "not taken a trick. This holds if Neda's 40 in spades was good, which cannot be decided; otherwise: "
        "Vasil wins 3 game points.",
        [],
    ),
}


def ruled(text: str, spec: str = "santase") -> Account:
    """The last deal of a text."""
    [game] = read(NAMED + text)
    judgement = judge_in_full(game, rules_of(spec))
    return account(judgement, len(judgement.deals))


def otherwise(found: Account) -> list[str]:
    return [other["says"] for other in dump_ruling(found, ENGLISH)["alternatives"]]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "answer", "changes"), EXAMPLES.values(), ids=EXAMPLES)
def test_the_answer_settles_the_quarrel(text: str, answer: str, changes: list[str]) -> None:
    found = ruled(text)
    assert ruling_sentence(ENGLISH, found) == answer
    assert otherwise(found) == changes
    ruling = dump_ruling(found, ENGLISH)
    assert ruling["answer"] == answer
    jsonschema.validate(ruling, json_schema(RulingSchema))
    printed = " ".join(as_text(explanation(found, ENGLISH), 100).split())
    assert answer in printed
    assert ("What would have changed it" in printed) == bool(changes)
    assert all(change in printed for change in changes)


def test_a_priced_revoke_is_the_reason_and_nobody_forfeited() -> None:
    for price in ("3", "lost"):
        found = ruled(f"deal 1 dealer A {REVOKED}", f"santase revoke={price}")
        assert ruling_sentence(ENGLISH, found) == (
            "Vasil wins 3 game points: Neda revoked at trick 4 by not following suit."
        )
        assert otherwise(found) == ["If the revoke at trick 4 were not penalised: Neda wins 3 game points."]
    found = ruled("deal 1 dealer A\n= A 3 by forfeit\n", "santase revoke=3")
    assert ruling_sentence(ENGLISH, found) == "Vasil wins 3 game points: Neda forfeited the deal."


def test_a_wrong_lead_behind_a_marriage_is_the_reason_where_it_has_a_price() -> None:
    text = f"deal 1 dealer B {SHORT}1. As Td 2. exchange 40d Ts Ah out\n"
    found = ruled(text, "santase wrong-marriage-lead=3")
    assert ruling_sentence(ENGLISH, found) == (
        "Vasil wins 3 game points: Neda announced a marriage at trick 2 and led another card."
    )
    assert "announced a marriage" not in ruling_sentence(ENGLISH, ruled(text))


def test_a_claim_would_have_brought_the_point_of_a_draw_before() -> None:
    drawn = f"deal 1 dealer A\n= draw by agreement\ndeal 2 dealer A {LATE}{LAST}"
    assert [other.worth for other in alternatives(ruled(drawn, "santase draw-bonus=any"))] == [
        Worth(SEATS[0], 2)
    ]


@pytest.mark.parametrize("code", some(sorted(set(COMPLETE) - {"en"}), "bg"))
def test_every_language_names_the_same(code: str) -> None:
    spoken = language(code)
    for what, (text, _, _) in EXAMPLES.items():
        for spec in ("santase", "santase revoke=3"):
            found = ruled(text, spec)
            told, english = ruling_sentence(spoken, found), ruling_sentence(ENGLISH, found)
            assert told != english, what
            figures = set(re.findall("[0-9]+(?!st|nd|rd|th)", re.sub("trick [0-9]+", "", english))) - {"66"}
            assert figures <= set(re.findall("[0-9]+", told)), told
            assert {"Vasil", "Neda"} & set(re.findall(r"\w+", told)) == {"Vasil", "Neda"} & set(
                re.findall(r"\w+", english)
            )
            ruling = dump_ruling(found, spoken)
            assert len(ruling["alternatives"]) == len(otherwise(found))
            for other, said in zip(ruling["alternatives"], otherwise(found), strict=True):
                assert other["says"] != said
                figures = set(re.findall("[0-9]+", re.sub("trick [0-9]+", "", said))) - {"66"}
                assert figures <= set(re.findall("[0-9]+", other["says"])), other["says"]


def test_a_stated_result_that_only_two_options_together_make_right_is_told_of_no_option() -> None:
    """What would have changed it names single options; an answer to a claim tries two together."""
    text = (
        '%SGN 1\n[Rules "santase"]\ndeal 1 dealer A trump Jd\nA: Js Jc 9d Th Kd Kh\nB: As Qd Ts Qh Ks Qs\n'
        "talon: 9h Qc Ad 9c Td Tc Jh 9s Ac Ah Kc Jd\n1. As 9d\n2. Jc Ts\n3. 9h Qs\n4. Td Qh\n5. Th 9c\n"
        "6. Js 9s\n7. Kd Jd\n8. Kh Ah\n9. Qd Ad\n10. Ac Qc\n11. Kc Tc\n12. Ks Jh\n= B 1\n"
    )
    [game] = read(text)
    others = alternatives(account(judge_in_full(game, rules_of("santase")), 1))
    assert [other for other in others if other.kind is AlternativeKind.RULES] == []
    found = DealElsewhere(judge_in_full(game, rules_of("santase")), 1).where_worth(Worth(Seat(1), 1))
    assert {len(other.changes) for other in found.options} == {2}


@pytest.mark.parametrize("before", ["= draw by agreement", ""])
def test_under_other_rules_a_deal_comes_to_what_it_does_in_the_whole_match(before: str) -> None:
    """After a draw, which can bring it a bonus, and after a head that may have lost its cards."""
    rng, came = random.Random(9), set()
    [first] = next(read(f"%SGN 1\ndeal 1 dealer A\n{before}")).readable.deals
    for _ in range(3):
        record = random_record("santase target=40", rng, noted=False, most_deals=3)
        deals = [replace(first, dealer=record.deals[0].dealer), *record.deals[1:]]
        if not before:
            deals[1] = replace(deals[1], hands=())
        game = next(read(write(replace(record, deals=tuple(deals)))))
        for number, deal in enumerate(game.readable.deals[1:], start=2):
            played = (*game.readable.deals[: number - 1], replace(deal, result=None))
            whole = replace(game, draft=replace(game.readable, deals=played))
            for spec in ("sixty-six", "sixty-six draw-bonus=any", "santase-club"):
                rules = rules_of(spec)
                other = DealElsewhere(judge_in_full(game, rules_of("santase")), number).under(rules).deal
                there = judge_under(whole, rules).deals[-1]
                assert (other.result, other.game_points) == (there.result, there.game_points)
                assert (other.stopped, other.unsure) == (there.stopped, there.unsure)
                bonus = other.result and other.game_points - other.result.game_points
                came.add((number, bonus, other.unsure is not None))
    assert ((2, 1, False) if before else (2, None, True)) in came
