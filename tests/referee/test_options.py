"""The values that only options give, each at its boundaries."""

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from notation import read, write_spec
from notation.judge import judge
from notation.record.words import read_seat
from notation.specs import OPTIONS, read_spec
from referee import (
    MEANINGS,
    NUMBER,
    PRESETS,
    Action,
    Deal,
    Match,
    Reason,
    Result,
    RuleSet,
    Ruling,
    actions,
    codes,
    is_option,
    legality,
    meaning,
    point_of,
)
from referee.cards import NOBODY, SEATS, Seat
from referee.decisions import Announcer, ClaimMode, ClaimWindow, MarriageAfterClose
from tests.support.games import first_dealer, random_deal
from tests.support.gaps import any_spec
from tests.support.sizes import Size
from tests.support.tables import WordedTable, rules_of
from viewer.documents.languages import language

DEALS = Size("OPTION_DEALS", 3_000)
"""Random deals under random options whose rulings are compared with them."""


def closed(spec: str, points: tuple[int, int], defender_had_a_trick: bool) -> WordedTable:
    """A has closed and leads his last cards; the points are set for the end."""
    table = WordedTable("9c As Ks", "Tc Ac 9s", "Td Jd 9d Qd Kd Jh 9h Qh", spec)
    table.do("9c Tc draw 9s As draw close" if "sixty-six" in spec else "9c Tc 9s As close")
    if not defender_had_a_trick:
        table.deal.close_tricks = (1, 0)
    table.deal.points = list(points)
    return table


def false_claim(spec: str, other_points: int, other_tricks: int) -> int:
    """What B gets for A's false claim with nothing closed."""
    table = WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah Td Jd 9d Qd", spec).do("Ac 9c")
    table.deal.points[1], table.deal.tricks[1] = other_points, other_tricks
    winner, value, reason = table.do("out").end()
    assert (winner, reason) == ("B", "false-out")
    return value


@pytest.mark.parametrize(
    ("option", "value"), [("flat", 3), ("3", 3), ("schnapsen", 3), ("proportional", 3), ("max", 3)]
)
def test_a_closers_false_claim_is_never_cheaper_than_his_failure(option: str, value: int) -> None:
    table = closed(f"santase false-claim={option}", (30, 40), False)
    assert table.do("out").end() == ("B", 3, "false-out")
    cheap = closed("santase false-claim=proportional failed-close=1", (30, 40), True)
    assert cheap.do("out").end() == ("B", 1, "false-out")


def test_a_false_claim_that_costs_three_is_dearer_than_a_failed_close() -> None:
    for option, value in (("flat", 2), ("3", 3)):
        table = closed(f"santase false-claim={option}", (30, 40), True)
        assert table.do("out").end() == ("B", value, "false-out")
        right = closed(f"santase false-claim={option}", (66, 40), True)
        assert right.do("out").end() == ("A", 1, "out")


def test_two_marriages_at_one_lead() -> None:
    cards = ("Ac Ks Qs Kd Qd Kc Qc", "9c As 9s Td Jd Ah 9h", "Th Js Tc Jc")
    assert WordedTable(*cards).do("Ac 9c 20s").refused("20d") == "R223"
    table = WordedTable(*cards, "santase marriages-per-lead=2").do("Ac 9c 20s")
    assert table.refused("20s") == "R219"
    assert table.do("20d").points == (51, 0)
    assert table.refused("20c") == "R229"
    assert all(table.allows(card) for card in ("Ks", "Qs", "Kd", "Qd"))
    assert table.refused("Th") == "R224"
    wrong = WordedTable(*cards, "santase marriages-per-lead=2").do("Ac 9c 20s 20d").stands("Th")
    assert (wrong.points, wrong.deal.marriages) == ((11, 0), ())
    led = table.do("Qd Js")
    assert led.points == (56, 0)
    assert led.refused("20s") == "R219", "it was announced, although no card of it was led"
    assert led.allows("20c")


@pytest.mark.parametrize(("value", "end"), [("void", ("A", 3, "out")), ("3", ("B", 3, "forfeit"))])
def test_what_the_wrong_card_after_a_marriage_costs(value: str, end: tuple[str, int, str]) -> None:
    cards = ("Ac Ks Qs Kd Qd", "9c 9s 9d Jd 9h", "Th Ah Tc Jc")
    spec = f"santase wrong-marriage-lead={value}"
    table = WordedTable(*cards, spec).do("Ac 9c 20s").stands("Th")
    assert table.deal.marriages == ()
    table.do("9h" if table.allows("9h") else "9s")
    table.deal.points[0] = 66
    assert table.do("out").end() == end
    right = WordedTable(*cards, spec).do("Ac 9c 20s Ks 9s")
    assert right.deal.forfeit is None


def test_a_lead_out_of_turn_after_a_marriage_costs_nobody_the_deal() -> None:
    table = WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah Td Jd", "santase wrong-marriage-lead=3").do(
        "Ac 9c 20s"
    )
    assert table.stands("As", "B").deal.forfeit is None


def test_a_close_without_enough_tricks_in_a_position() -> None:
    def found(tricks: str) -> list[str]:
        start = f"deal 1 dealer B trump Qd\nposition lead A {tricks} closed A\nA: As Kc Qc Ah Kh\n"
        [game] = read(f'%SGN 1\n[Rules "santase close-min-tricks=2"]\n{start}')
        return [finding.code.id for finding in judge(game).findings if finding.is_error]

    assert "R246" not in found("tricks 2-1")


def test_a_right_claim_does_not_ask_for_more_than_33() -> None:
    table = WordedTable(
        "Ac Ks Qs", "9c As 9s", "Th Ah Td Jd 9d Qd", "santase false-claim=proportional false-claim-33=2"
    )
    table.do("Ac 9c")
    table.deal.points, table.deal.tricks = [66, 33], [2, 1]
    assert table.do("out").end() == ("A", 1, "out")


def played_out(spec: str, points: tuple[int, int], last: str = "A") -> WordedTable:
    """A has closed and every card is played; the points are those without what the last trick adds."""
    rules = spec if spec.startswith("santase") else f"santase last-trick-claimable=yes {spec}"
    table = closed(rules, points, True).do("Ks Ac Jd Td Qd 9d")
    table.deal.points = list(points)
    table.deal.result = None
    table.deal.leader = table.deal.turn = read_seat(last)
    return table


@pytest.mark.parametrize(
    ("option", "points", "end"),
    [
        ("no", 56, ("B", 2, "false-out")),
        ("yes", 56, ("A", 1, "out")),
        ("no", 55, ("B", 2, "false-out")),
        ("yes", 55, ("B", 2, "false-out")),
        ("no", 66, ("A", 1, "out")),
        ("yes", 66, ("A", 1, "out")),
    ],
)
def test_the_last_trick_of_a_closed_deal(option: str, points: int, end: tuple[str, int, str]) -> None:
    assert played_out(f"last-trick-closed={option}", (points, 40)).do("out").end() == end
    if end[2] != "out":
        other = played_out(f"last-trick-closed={option}", (40, points), "B").do("out").end()
        assert other == ("A", 2, "false-out")


def test_the_last_trick_of_a_closed_deal_helps_nobody_who_is_silent_or_frozen() -> None:
    silent = played_out("last-trick-closed=yes", (56, 40))
    assert silent.end() == ("B", 2, "closer-failed")
    assert silent.result().card_points == (66, 40)
    assert played_out("last-trick-closed=no", (56, 40)).result().card_points == (56, 40)
    against = played_out("last-trick-closed=yes", (40, 56), "B")
    assert against.do("out").end() == ("B", 2, "defender-out")
    frozen = played_out("last-trick-closed=yes defender-counts=no", (40, 56), "B")
    assert frozen.do("out").end() == ("A", 2, "false-out")


@pytest.mark.parametrize(("option", "points", "value"), [("no", 25, 2), ("yes", 25, 1), ("yes", 22, 2)])
@pytest.mark.parametrize("claims", [False, True])
def test_the_last_trick_of_a_closed_deal_counts_for_what_a_failure_costs(
    option: str, points: int, value: int, claims: bool
) -> None:
    spec = f"last-trick-closed={option} failed-close=1/2/3 false-claim=proportional"
    table = played_out(spec, (points, 40))
    assert (table.do("out") if claims else table).end()[:2] == ("B", value)


def test_the_one_who_replies_exchanges_and_wins_with_the_turned_card() -> None:
    cards = ("Tc Ks Qd", "9c 9h 9s", "Th Td Ts Jd Kd Ah")
    assert WordedTable(*cards, "sixty-six exchange-by=turn").do("Tc").refused("exchange") == "R232"
    table = WordedTable(*cards, "sixty-six exchange-by=turn exchange-min-tricks=0").do("Tc exchange Ah")
    assert (table.turn, table.points) == ("B", (0, 21))
    assert WordedTable(*cards, "sixty-six exchange-min-tricks=0").do("Tc").refused("exchange") == "R231"


def unclaimed(spec: str, ahead: int, behind: int) -> tuple[str, int, str]:
    """A won the last trick; the points are those without it."""
    table = WordedTable("Ac Ks", "9c 9s", "Ah Kh", spec).do("Ac 9c Ks 9s Ah Kh")
    table.deal.points, table.deal.tricks = [ahead, behind], [5, 5]
    return table.end()


def test_a_close_is_not_an_exhaustion() -> None:
    table = WordedTable("Ac Ks Qs", "Tc As 9s", "Td Jd 9d Qd Kd Jh", "santase marriage-after-exhaustion=no")
    assert table.do("Ac Tc close").allows("20s")
    gone = WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah", "santase marriage-after-close=no").do("Ac 9c")
    assert gone.allows("20s")


def test_an_exchange_before_the_draw_stands_where_no_close_could_follow() -> None:
    cards = ("Ac 9h Qs", "9c As 9s", "Th Ah")
    agreed = WordedTable(*cards, "sixty-six close-min-talon=4").do("Ac 9c")
    ruling = agreed.deal.why_not(actions.EXCHANGE)
    assert ruling is not None
    assert (ruling.code.id, ruling.seat) == ("R253", 0)
    assert WordedTable(*cards, "sixty-six").do("Ac 9c").allows("exchange")


def test_frozen_tricks_do_not_save_from_schwarz_whatever_the_basis() -> None:
    for basis in ("close", "total"):
        table = WordedTable(
            "Ac Ks Qs", "Tc As 9s", "Td Jd 9d Qd Kd Jh", f"sixty-six-casual closed-basis={basis}"
        )
        table.do("Ac Tc close Ks As 9s Qs")
        assert (table.points[1], table.deal.tricks) == (0, [2, 1])
        table.deal.points[0] = 66
        assert table.do("out").end() == ("A", 3, "out")


def test_a_marriage_is_kept_with_its_trick() -> None:
    table = WordedTable("Ac Ks Qs", "9c As 9s", "Th Ah Td Jd").do("Ac 9c 20s")
    assert table.deal.marriages == ((2, 0, 0, 20),)


@pytest.mark.parametrize(
    ("value", "end"), [("none", ("A", 3, "out")), ("3", ("B", 3, "forfeit")), ("lost", ("B", 1, "forfeit"))]
)
@pytest.mark.parametrize("then", ["claim", "finish"])
def test_what_a_revoke_costs(value: str, end: tuple[str, int, str], then: str) -> None:
    """A closes, revokes on B's ace of spades although he holds the king, and goes out anyway."""
    table = WordedTable("Ac Ks Kh", "9c As 9s", "Td Jd 9d Qd Kd Jh", f"santase revoke={value}")
    table.do("Ac 9c")
    table.deal.points = [40, 0]
    table.deal.strict = True
    table.deal.turn = table.deal.leader = Seat(1)
    table.do("As").stands("Kh")
    table.deal.points = [66, 0]
    table.deal.tricks = [2, 0]
    table.deal.leader = table.deal.turn = Seat(0)
    if then == "claim":
        assert table.do("out").end() == end
    elif value == "none":
        with pytest.raises(ValueError, match="cards are left"):
            table.end()
    else:
        assert table.end() == end


def test_only_the_first_revoke_counts_and_none_after_the_deal() -> None:
    table = WordedTable("Ac Ks Kh Qs", "9c As 9s Ah", "Td Jd 9d Qd Kd Jh", "schnapsen-sharp revoke=3")
    table.deal.strict = True
    table.do("Ks").stands("Ah")
    assert table.deal.forfeit is not None
    first = table.deal.forfeit
    table.deal.turn = table.deal.leader = Seat(1)
    table.do("As").stands("Kh")
    assert table.deal.forfeit is first
    assert first.winner == 0


@pytest.mark.parametrize(
    ("who", "closed_by", "end"),
    [
        ("A", "", ("B", 3, "resignation")),
        ("B", "", ("A", 3, "resignation")),
        ("A", "A", ("B", 3, "resignation")),
    ],
)
def test_a_resignation_is_worth_what_going_out_would_win(
    who: str, closed_by: str, end: tuple[str, int, str]
) -> None:
    table = WordedTable("Ac Ks Kh", "9c As 9s", "Td Jd 9d Qd Kd Jh")
    if closed_by:
        table.do("Ac 9c close")
    assert table.deal.push(actions.RESIGN, read_seat(who)) is None
    assert table.end() == end
    assert table.refused("Ks") == "R250"


def test_resigning_is_always_open_and_never_listed() -> None:
    table = WordedTable("Ac Ks Kh", "9c As 9s", "Td Jd 9d Qd Kd Jh")
    assert actions.RESIGN not in {action for action, _ in table.deal.legal()}
    for seat in (0, 1, -1):
        assert table.deal.why_not(actions.RESIGN, Seat(seat)) is None


RULES_SAID: dict[str, Callable[[Deal, Ruling], bool]] = {
    "R211": lambda deal, _: deal.strict,
    "R212": lambda deal, _: deal.strict,
    "R210": lambda deal, _: deal.strict,
    "R218": lambda deal, _: not deal.rules.marriage_per_lead,
    "R222": lambda deal, _: not deal.rules.marriage_first_trick,
    "R223": lambda deal, _: deal.rules.marriage_per_lead == 1,
    "R229": lambda deal, ruling: deal.rules.marriage_per_lead == ruling.facts["needed"] > 1,
    "R221": lambda deal, _: deal.rules.marriage_who is Announcer.LEADER,
    "R227": lambda deal, _: deal.rules.marriage_who is Announcer.SIDE,
    "R225": lambda deal, _: deal.rules.marriage_after_close is MarriageAfterClose.NOBODY,
    "R228": lambda deal, _: deal.rules.marriage_after_close is MarriageAfterClose.CLOSER,
    "R226": lambda deal, _: not deal.rules.marriage_after_exhaustion,
    "R232": lambda deal, ruling: (
        deal.tricks[ruling.seat] < ruling.facts["needed"] == deal.rules.exchange_min_tricks
        if "needs" in ruling.code.sentence
        else deal.tricks[ruling.seat] == 0
    ),
    "R234": lambda deal, ruling: ruling.facts["needed"] == deal.rules.exchange_min_talon > deal.talon_left,
    "R241": lambda deal, _: not deal.rules.close_first_lead,
    "R242": lambda deal, ruling: ruling.facts["needed"] == deal.rules.close_min_talon > deal.talon_left,
    "R245": lambda deal, ruling: (
        deal.rules.close_before_draw and not deal.undrawn
        if "no draw" in ruling.code.sentence
        else not deal.rules.close_before_draw
    ),
    "R246": lambda deal, ruling: ruling.facts["needed"] == deal.rules.close_min_tricks,
    "R254": lambda deal, _: _has_announced_undrawn(deal),
    "R255": lambda deal, _: deal.rules.claim_mode is ClaimMode.NEVER,
    "C204": lambda deal, _: deal.rules.claim_mode is ClaimMode.AUTO,
    "C205": lambda deal, _: deal.rules.claim_mode is ClaimMode.NEVER,
}
"""What the sentence of a code says of the rules, or of the deal where an option decides it."""


def _has_announced_undrawn(deal: Deal) -> bool:
    """Whether an exchange or a marriage came after the last card that was played."""
    words = list(deal.history[1::2])
    after = words[max(place for place, word in enumerate(words) if word < actions.CARDS) :]
    return any(word == actions.EXCHANGE or actions.MARRIAGE <= word < actions.EXCHANGE for word in after)


def _moment_of_a_claim(rules: RuleSet) -> str:
    """What C203 says under rules."""
    if rules.claim_mode is ClaimMode.AUTO:
        return "B claims, but under these rules 66 ends the deal without a claim"
    early = rules.claim_window is ClaimWindow.DRAW
    moment = "between winning a trick and the draw" if early else "right after winning a trick"
    if rules.marriage_out_without_lead:
        moment += ", or right after announcing a marriage" if early else " or announcing a marriage"
    return f"B may not claim now: the moment for it is {moment}"


@pytest.mark.slow
def test_what_a_ruling_says_of_the_rules_is_so_whatever_the_options() -> None:
    """Every action of every seat at every moment of random deals under random options."""
    rng, met = random.Random(66), set[str]()
    words = [*range(actions.CARDS), *actions.MARRIAGES, *range(actions.EXCHANGE, actions.RESIGN + 1)]
    for _ in range(DEALS):
        rules = rules_of(any_spec(rng)).in_deal(rng.randrange(1, 3))
        dealer = first_dealer(rules, rng)
        played = random_deal(rules, dealer, rng)
        deal = played.start(rules, dealer)
        for seat, action in played.done:
            for word, asked in product(words, SEATS[: rules.seats]):
                ruling = deal.why_not(Action(word), asked)
                if ruling is None:
                    continue
                met.add(ruling.code.sentence)
                says = RULES_SAID.get(ruling.code.id)
                assert says is None or says(deal, ruling), (ruling, write_spec(rules), deal)
                if ruling.code.id == "C203":
                    said = ruling.code.sentence.replace("{seat}", "B")
                    assert said == _moment_of_a_claim(rules), write_spec(rules)
            deal.push(action, seat)
    assert {sentence[:40] for sentence in met} >= {code.sentence[:40] for code in OFTEN} or not DEALS.is_full


OFTEN = (
    codes.MUST_FOLLOW,
    codes.MARRIAGE_FIRST_TRICK,
    codes.MARRIAGE_AFTER_CLOSE,
    codes.EXCHANGE_WITHOUT_TRICK,
    codes.CLOSE_UNDRAWN,
    codes.MUST_CLOSE,
    codes.CLAIM_UNTIMELY,
    legality.CLAIM_UNDRAWN,
    legality.NOTHING_TO_CLAIM,
)
"""What random deals are refused, so that the sentences are really compared."""


def failed(spec: str, closer: int, had_a_trick: bool) -> int:
    """What B gets for A's failed close, with these points of A at the end."""
    table = closed(spec, (closer, 50), had_a_trick).do("Ks Ac Jd Td Qd 9d")
    table.deal.points, table.deal.result = [closer, 50], None
    return table.end()[1]


def against(spec: str, closers_tricks: int, had_a_trick: bool) -> int:
    """What B gets for going out after A has closed."""
    table = closed(spec, (40, 50), had_a_trick).do("Ks Ac Jd Td Qd 9d")
    table.deal.points, table.deal.result = [40, 66], None
    table.deal.tricks = [closers_tricks, 4]
    table.deal.leader = table.deal.turn = Seat(1)
    return table.do("out").end()[1]


def basis(spec: str) -> int:
    """What A gets who closed when B had 10 points, and goes out when B has 40."""
    table = closed(spec, (70, 40), True)
    table.deal.close_points = (30, 10)
    return table.do("out").end()[1]


def frozen(spec: str) -> int:
    """What A gets whose opponent took his only trick after the close, when his tricks no longer counted."""
    table = closed(f"{spec} defender-counts=no closed-basis=total", (70, 20), False)
    table.deal.frozen, table.deal.tricks = Seat(1), [3, 1]
    return table.do("out").end()[1]


def after_draws(spec: str, *draws: int) -> int:
    """What a deal worth 1 brings after such draws."""
    match = Match(rules_of(spec), dealer=Seat(0))
    for points in draws:
        match.add(Seat(0), Result(NOBODY, 0, Reason.TOTAL, (points, points)))
    return match.add(Seat(0), Result(Seat(1), 1, Reason.OUT, (40, 66)))


def exhausted(spec: str, loser: int) -> tuple[str, int]:
    """Who wins how much when all is played, A has the last trick and B these points."""
    return unclaimed(f"{spec} last-trick=0", 120 - loser, loser)[:2]


@pytest.mark.parametrize(
    ("option", "sentence", "shown"),
    [
        ("failed-close=2/3", "2, or 3 if the opponent had no trick", [failed, (40, True, 2), (40, False, 3)]),
        (
            "failed-close=1/2/3",
            "3 if the opponent had no trick when the talon was closed; otherwise 2 if the closer himself is "
            "schneider at the end, and 1 if he is not",
            [failed, (40, False, 3), (32, True, 2), (33, True, 1)],
        ),
        *(
            (f"failed-close={n}", f"{n}, whatever the opponent has", [failed, (40, True, n), (20, False, n)])
            for n in (1, 2, 3)
        ),
        ("defender-out=2", "2, whatever the closer has", [against, (1, False, 2), (0, True, 2)]),
        ("defender-out=2-or-3", "3 if the closer has not taken", [against, (1, False, 2), (0, True, 3)]),
        (
            "failed-close=2/3 defender-out=as-failed",
            "as much as a failed close gives him",
            [against, (0, True, 2), (1, False, 3)],
        ),
        *(
            (
                f"false-claim={word}",
                f"the other player scores {n}, whatever",
                [false_claim, (0, 0, n), (40, 2, n)],
            )
            for word, n in (("flat", 2), ("3", 3))
        ),
        ("false-claim=schnapsen", "2, or 3 if he has no trick", [false_claim, (40, 1, 2), (0, 0, 3)]),
        (
            "false-claim=proportional",
            "what the claim would have won",
            [false_claim, (33, 1, 1), (32, 1, 2), (0, 0, 3)],
        ),
        (
            "false-claim=max",
            "what the call would have won, but at least 2",
            [false_claim, (33, 1, 2), (32, 1, 2), (0, 0, 3)],
        ),
        *(
            (
                f"false-claim=proportional false-claim-33={n}",
                f"{n}, where a false claim",
                [false_claim, (33, 1, n), (32, 1, 2), (34, 1, 1), (33, 0, 3)],
            )
            for n in (1, 2)
        ),
        ("closed-basis=close", "the points and tricks he had when the talon was closed", [basis, (2,)]),
        ("closed-basis=total", "all his points and tricks, before and after the close", [basis, (1,)]),
        ("frozen-tricks=yes", "they do not: only tricks from before the close", [frozen, (3,)]),
        ("frozen-tricks=no", "they do: any trick saves from schwarz", [frozen, (2,)]),
        ("draw-bonus=no", "no", [after_draws, (65, 1)]),
        ("draw-bonus=yes", "one game point more after 65-65", [after_draws, (65, 2), (60, 1), (65, 65, 2)]),
        ("draw-bonus=any", "one game point more after any draw", [after_draws, (60, 2), (60, 60, 2)]),
        ("draw-bonus=adding", "more for each draw in a row", [after_draws, (60, 2), (60, 65, 3)]),
        ("exhausted=1", "always 1, whatever the points", [exhausted, (20, ("A", 1))]),
        ("exhausted=1/2/3", "1, 2 or 3 by the loser's points", [exhausted, (20, ("A", 2)), (40, ("A", 1))]),
        ("tie=draw", "a draw: no game points", [exhausted, (60, ("", 0))]),
        ("tie=last-trick", "the winner of the last trick wins the deal", [exhausted, (60, ("A", 1))]),
        ("unclaimed=total", "the player with the most card points wins", [exhausted, (70, ("B", 1))]),
        ("unclaimed=last-trick", "the winner of the last trick", [exhausted, (70, ("A", 1))]),
        ("schneider=31", "1 from a loser with {number} card points or more", [exhausted, (31, ("A", 1))]),
        ("schneider=31", "2 from one with fewer", [exhausted, (30, ("A", 2))]),
    ],
)
def test_what_is_said_of_a_value_is_what_it_does(option: str, sentence: str, shown: list[Any]) -> None:
    """A literal deal for each value that counts in settlement: its arguments, and what comes of it."""
    word, _, value = option.split()[-1].partition("=")
    [of] = [each for each in OPTIONS if each.word == word]
    assert sentence in meaning(of.decision, of.read(value)).sentence
    play, *cases = shown
    for *arguments, result in cases:
        assert play(f"santase {option}", *arguments) == result, arguments


def test_every_value_of_every_option_has_a_sentence_and_nothing_else_has() -> None:
    assert MEANINGS.keys() == {option.decision for option in OPTIONS}
    for option in OPTIONS:
        said = MEANINGS[option.decision]
        if option.values is None:
            assert NUMBER in said
            assert all(type(value) is int and value >= 0 for value in said if value != NUMBER)
        else:
            assert set(option.values.values()) == said.keys()
            assert len(set(said.values())) == len(said), "no two values are said alike"


@pytest.mark.parametrize("code", ["en", "bg", "de", "hu"])
def test_a_rule_sheet_says_what_is_agreed_in_a_sentence(code: str) -> None:
    tongue = language(code)
    said = 0
    for option in OPTIONS:
        point = point_of(option.decision)
        for value in option.values or map(str, range(12)):
            specs = (read_spec(f"{name} {option.word}={value}") for name in PRESETS)
            rules = next((r for r in specs if isinstance(r, RuleSet) and is_option(r, point)), None)
            if rules:
                of = meaning(option.decision, option.read(value))
                rule = tongue.rule_in_words(rules, point)
                assert tongue.say(of.sentence, **of.facts) in rule
                assert f"{option.word}=" not in rule
                said += 1
    assert said > 90
