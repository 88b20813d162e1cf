"""Three players and four: the codes, and what the oracle, which plays whole deals, is not asked."""

import json
import random
import re
from dataclasses import replace
from itertools import product

import pytest

from notation.findings import CATALOGUE as ALL_CODES
from notation.findings import Phrase, SeatFact
from referee import Deal, Match, RuleSet, actions, arithmetic
from referee.cards import CLUBS, HEARTS, PACK, PARTNERS, SEATS, SUITS, Seat, card, mask, members, suit_of
from referee.codes import FACTS, FactKind
from referee.deal import DealPosition
from referee.rulesets import PRESETS
from referee.state import Marriage
from tests.support.commands import run
from tests.support.each import for_each
from tests.support.tables import TableOfMore, rules_of
from viewer.documents.languages import language

THREE = ("santase-three", "sixty-six-three")
FOUR = ("santase-four", "sixty-six-four")
three = pytest.mark.parametrize("name", THREE)
four = pytest.mark.parametrize("name", FOUR)
partners = pytest.mark.parametrize("seat", ["A", "C"])


# Three players.


@three
def test_a_tie_is_dealt_again_by_the_same_dealer(name: str) -> None:
    table = TableOfMore("As|9s|9h", "c", name)
    table.deal.points = [39, 60, 10]
    match = Match(rules_of(name), Seat(2))
    assert match.add(Seat(2), table.do("As 9s 9h").result()) == 0
    assert (match.dealer, match.score, table.end()) == (2, [0, 0, 0], ("", 0, "total"))


@three
def test_three_announce_for_themselves_at_their_own_lead(name: str) -> None:
    table = TableOfMore("Ks Qs Kd Qd|9s Jh Kh Qh|9h Kc Qc As", "c", name)
    assert table.refused("40c", "C") == "R221"
    assert table.do("20s").refused("20d") == "R223"
    assert table.refused("Kd") == "R224"
    assert table.do("Ks 9s As").do("40c").points == (0, 0, 15 + 40)


@three
def test_nobody_claims_or_gives_up_where_every_trick_is_played(name: str) -> None:
    table = TableOfMore("As Ks|9s 9d|9h Jh", "c", name).do("As 9s 9h")
    table.deal.points[0] = 100
    for seat in SEATS[:3]:
        ruling = table.deal.why_not(actions.RESIGN, seat)
        assert ruling is not None
        assert (ruling.code.id, table.refused("out", "ABC"[seat])) == ("R255", "C205")
    assert not table.do("Ks 9d").deal.over
    assert table.do("Jh").deal.over, "the last card ends it"


# Four players.


def partners_at_the_lead(name: str, points: tuple[int, int], tricks: tuple[int, int]) -> TableOfMore:
    """A has won the trick before and leads; each side has this."""
    table = TableOfMore("As Ks|9s 9d|9h Jh|Td Jd", "c", name).do("As 9s 9h Td")
    table.deal.points, table.deal.tricks = list(points), list(tricks)
    return table


@four
def test_both_partners_announce_and_only_the_leader_must_lead_a_card_of_his(name: str) -> None:
    table = TableOfMore("Ks Qs As|9s 9h Jh|Kd Qd Td|Js Jd Ad", "d", name).do("20s")
    assert table.refused("As") == "R224"
    table.do("C:40d")
    assert (table.refused("20s", "A"), table.refused("40d", "C")) == ("R223", "R223")
    assert table.refused("40d", "B") == table.refused("40d", "D") == "R227"
    assert table.do("Ks").refused("40d", "C") == "R227"
    assert table.do("9s").refused("Js", "D") == "R208"
    table.do("Td Js")
    assert table.points == (4 + 10 + 2 + 60, 0)
    assert table.do("A:out").end() == ("AC", 3, "out")


@four
def test_a_partner_announces_first_and_leaves_the_leader_free(name: str) -> None:
    table = TableOfMore("Ks Qs As|9s 9h Jh|Kd Qd Td|Js Jd Ad", "d", name).do("C:40d")
    assert table.deal.pending == [40, 0]
    assert table.do("As 9s Td Js").points == (11 + 10 + 2 + 40, 0)


@four
def test_a_marriage_that_a_partner_keeps_is_not_announced_again(name: str) -> None:
    table = TableOfMore("As Ks 9d|9s Js Jd|Kh Qh Ts|Qs Td Ad", "c", name)
    table.do("C:20h As 9s Ts Qs")
    assert table.points == (11 + 10 + 3 + 20, 0)
    assert table.refused("20h", "C") == "R219", "C still holds king and queen"
    table.do("Ks Js")
    assert table.refused("20h", "C") == "R227"
    own = TableOfMore("9s Ks 9d|Js Qs Jd|Kh Qh As|Ts Td Ad", "c", name).do("C:20h 9s Js As Ts")
    assert (own.turn, own.refused("20h")) == ("C", "R219"), "nor where he leads himself"


@four
def test_who_gives_up_gives_up_for_his_partner(name: str) -> None:
    for seat, winner in zip(SEATS[:4], ("BD", "AC", "BD", "AC"), strict=True):
        table = partners_at_the_lead(name, (40, 40), (2, 2))
        assert table.deal.push(actions.RESIGN, seat) is None
        assert table.end() == (winner, 1, "resignation")


# Options.


@partners
def test_where_the_reply_ends_the_chance_either_partner_claims_on_the_lead(seat: str) -> None:
    table = TableOfMore("Ks Qs As|9s 9h Jh|Kd Qd Td|Js Jd Ad", "d", "sixty-six-four claim-window=reply")
    table.deal.points, table.deal.tricks, table.deal.trick = [20, 33], [1, 1], 2
    table.do("20s C:40d Ks")
    assert table.refused("out", "B") == "C203"
    assert table.allows("out", seat)
    assert table.do("9s").refused("out", seat) == "C203"


def test_66_ends_a_deal_of_partners_by_itself_where_the_table_says_so() -> None:
    spec = "sixty-six-four claim=auto"
    table = TableOfMore("Ks Qs As|9s 9h Jh|Kd Qd Td|Js Jd Ad", "d", spec).do("20s C:40d Ks 9s Td Js")
    assert table.end() == ("AC", 3, "out")
    hands = [mask(PACK[seat * 6 : seat * 6 + 5]) for seat in range(4)]
    for points, winner in (((70, 20), 8), ((20, 70), 9)):
        for leader in SEATS[:4]:
            deal = Deal.at(rules_of(spec), DealPosition(tuple(hands), (), HEARTS, leader, points, (1, 0)))
            deal.end_if_reached()
            assert deal.result is not None
            assert deal.result.winner == winner


# A deal taken up, told from another, and dealt.


def test_a_card_out_of_order_is_told_from_a_second_one() -> None:
    table = TableOfMore("As Ks|9s 9d|9h Jh|Td Jd", "c", "sixty-six-four").do("As")
    assert [table.refused(card, seat) for card, seat in (("Ks", "A"), ("9h", "C"), ("Td", "D"))] == [
        "R202",
        "R208",
        "R208",
    ]
    table.do("9s")
    assert (table.refused("9d", "B"), table.refused("Td", "D")) == ("R202", "R208")


def taken_up(*marriages: tuple[int, int, int]) -> Deal:
    """A leads to the third trick; C holds both cards of hearts and of diamonds."""
    hands = [mask(cards) for cards in (PACK[:4], PACK[4:8], (*PACK[8:10], *PACK[14:16]), PACK[18:22])]
    announced = tuple(Marriage(trick, SEATS[seat], SUITS[suit], 20) for trick, seat, suit in marriages)
    position = DealPosition(tuple(hands), (), CLUBS, Seat(0), (40, 10), (1, 1), (0, 0), marriages=announced)
    return Deal.at(rules_of("sixty-six-four"), position)


def test_marriages_that_were_announced_are_part_of_how_a_deal_stands() -> None:
    none, hearts, both, turned = (
        taken_up(),
        taken_up((1, 2, 1)),
        taken_up((1, 2, 1), (2, 2, 2)),
        taken_up((1, 2, 2), (2, 2, 1)),
    )
    found = [
        [
            action - actions.MARRIAGE
            for action, seat in deal.legal()
            if seat == 2 and actions.is_marriage(action)
        ]
        for deal in (none, hearts, both)
    ]
    assert found == [[1, 2], [2], []]
    assert len({none.key(), hearts.key(), both.key()}) == 3
    assert both.key() == turned.key()
    assert both.legal() == turned.legal()
    spades, by_partner = taken_up(), taken_up((2, 2, 1))
    spades.do(actions.MARRIAGE)
    by_partner.do(actions.MARRIAGES[2], Seat(2))
    assert by_partner.key() != both.key(), "C has announced just now"
    assert by_partner.copy().key() == by_partner.key()


@pytest.mark.parametrize("name", [*THREE, *FOUR])
def test_states_with_one_key_have_one_future(name: str) -> None:
    """Many deals of a small pack, whose states meet."""
    rules = PRESETS[name]
    pack = mask(
        card(suit, rank) for suit in SUITS[:2] for rank in ((2, 3, 4, 5) if rules.seats == 4 else (2, 3, 5))
    )
    small = replace(rules, deck_cards=pack, deal_hand_size=2)
    legal: dict[tuple[object, ...], object] = {}
    met = 0

    def visit(deal: Deal) -> None:
        nonlocal met
        key, known = deal.key(), (deal.legal(), tuple(deal.points), deal.result)
        met += key in legal
        assert legal.setdefault(key, known) == known
        for action, seat in deal.legal():
            after = deal.copy()
            after.do(action, seat)
            visit(after)

    order = list(members(pack))
    for seed in range(20):
        random.Random(seed).shuffle(order)
        visit(Deal.dealt_from(small, SEATS[seed % rules.seats], order))
    assert met


@pytest.mark.parametrize("dealer", range(4))
def test_the_card_that_fixes_trumps(dealer: int) -> None:
    order = [card for rank in range(6) for card in PACK[rank::6]]
    fixed = Deal.dealt_from(rules_of("sixty-six-four"), SEATS[dealer], order)
    assert fixed.trump == suit_of(order[dealer * 6 + 5]), "the last that the dealer gets"
    if dealer < 3:
        named: RuleSet = rules_of("sixty-six-three")
        first = (dealer + 1) % 3
        turned = Deal.dealt_from(named, SEATS[dealer], order)
        assert (turned.turn, turned.trump) == (first, suit_of(order[first * 8 + 3])), "his fourth card"
        assert Deal.dealt_from(named, SEATS[dealer], order, HEARTS).trump == HEARTS
        few = replace(named, deck_cards=mask(order[:9]), deal_hand_size=3)
        assert Deal.dealt_from(few, SEATS[dealer], order[:9]).trump == suit_of(order[first * 3 + 2])


@pytest.mark.parametrize("name", THREE)
def test_each_payment_is_told_with_what_it_rests_on(name: str) -> None:
    table = TableOfMore("As|9s|9h", "c", name)
    table.deal.steps = []
    table.do("As 9s 9h")
    lines = [step.line for step in table.deal.steps]
    assert lines.count(arithmetic.PAYS) == 2
    most, first, pays, second, pays_too = lines[-5:]
    assert (most, pays, pays_too) == (arithmetic.MOST, arithmetic.PAYS, arithmetic.PAYS)
    assert first == second
    assert first not in (arithmetic.MOST, arithmetic.PAYS), "why the stakes are what they are"


# What a side is called.

NAMED = '[A "Ana"]\n[B "Boris"]\n[C "Vida"]\n[D "Gero"]\n'
WON_BY_A = """A: Kh Jd Ad Qs As Qd
B: Td Kc Tc 9h Ks Jh
C: Jc Qc 9d Th Ah Ac
D: 9c Ts 9s Js Qh Kd
1. Ks 9d Ts As
2. Th Qh Kh Jh
3. Ac 9c Ad Kc
"""
OF_A_SIDE = {
    "C201": f"deal 1 dealer A trump Qd\n{WON_BY_A.replace('3. Ac 9c Ad Kc', '3. out')}",
    "X106": f"deal 1 dealer A trump Qd\n{WON_BY_A}4. out\n= BD 3\n",
    "X116": f"deal 1 dealer A trump Qd\n{WON_BY_A}4. out\n= *\n",
    "X132": "deal 1 dealer A\n= BD 9 by agreement\n",
    "N307": 'deal 1 dealer A\nruling AC 2 "late"\n',
    "R261": "deal 1 dealer A\n= AC 4\ndeal 2 dealer B\n= AC 4\ndeal 3 dealer C\n= BD 1\n",
}
"""Records of partners in which a code is found whose sentence names a side."""
PAIRED = ("Ana/Vida", "Boris/Gero")


def findings_in(text: str, form: str) -> list[str]:
    """What `check` says of a record in a format, finding by finding, code first."""
    said = run("check", "-", "--format", form, stdin=text).stdout
    if form == "json":
        return [f"{each['code']} {each['message']}" for each in json.loads(said)["findings"]]
    if form == "sarif":
        results = json.loads(said)["runs"][0]["results"]
        return [f"{each['ruleId']} {each['message']['text']}" for each in results]
    return said.splitlines()


NAMINGS = (NAMED, "", '[A "Ana"]\n', NAMED + '[E "Else"]\n[F "Fritz"]\n')


@for_each(product(OF_A_SIDE, NAMINGS, ["text", "json", "sarif", "github"]), one_in=3)
def test_a_side_is_called_by_its_partners_in_every_format(code: str, names: str, form: str) -> None:
    text = f'%SGN 1\n[Rules "sixty-six-four"]\n{names}\n{OF_A_SIDE[code]}'
    [message] = [each for each in findings_in(text, form) if code in each]
    players: dict[str, str] = dict(re.findall(r'\[(.) "(.*)"', names))
    sides = ["/".join(players.get(letter, letter) for letter in pair) for pair in ("AC", "BD")]
    assert any(side in message for side in sides), message
    assert not re.search(r"/\w+/|Else|Fritz", message.replace("sixty-six-four/", "")), message


@pytest.mark.parametrize("tongue", ["en", "bg", "de", "hu"])
def test_no_code_names_anybody_who_is_not_on_the_side(tongue: str) -> None:
    """Every code whose sentence can name a seat, of either side, with names for four seats and for six."""
    for names in (["Ana", "Boris", "Vida", "Gero"], ["Ana", "Boris", "Vida", "Gero", "E", "F"]):
        words = language(tongue).naming(names)
        for code in ALL_CODES.values():
            facts = re.findall(r"{(\w+)}", code.sentence)
            seats = [fact for fact in facts if FACTS.get(fact) is FactKind.SEAT]
            for place, called in enumerate(PAIRED) if seats else ():
                given = {fact: SeatFact(PARTNERS + place) if fact in seats else 1 for fact in facts}
                said = words.put(Phrase(code.sentence, given))
                assert said.count(called) >= len(set(seats)), said
                assert "/E" not in said, said
                assert "/F" not in said, said
