"""What the specification says of variations, notes, rulings and results, and of all that is stated."""

import json
from typing import Final

from tests.statements.play import NEXT, NO_TRUMP_CARD, REVOKED, noted
from tests.support.commands import run
from tests.support.statements import (
    CARDS,
    HEAD,
    PLAY,
    WON,
    Check,
    Section,
    all_of,
    canonical,
    checking,
    comes_to,
    expect,
    found,
    gets,
    of,
    right,
    same,
    scored,
    stored,
    tagged,
    unreadable,
    wrong,
)

VARIATIONS: Final[Section] = {
    "A variation, `( ... )`, stands after an action and shows what could have been done instead: it"
    " continues from just before that action.": [
        right(of("1. As (Kc Qc) Td (9c) (Ts)\n")),
        gets(of("1. (Kc Qc) As Td\n"), "S111"),
        wrong(of("1. As (Td) Td\n"), "X103 7:8"),
    ],
    "It begins with an action or the number of a trick, holds actions,": right(
        of("1. As Td\n2. exchange (Kd Kc) 40d close Kd (Qd) Kc\n")
    ),
    "trick numbers,": right(of("1. As (Kc Qc 2. 20h Kh Ts) Td\n")),
    "notes,": right(of("1. As (Kc! {so} Qc @clk(0:00:01) <7-0> ; late\n) Td\n")),
    "further variations": right(of("1. As (Kc (Ks (Kh) Ts) Qc) Td\n")),
    "and may end with a result.": [
        right(of("1. As (resign = B 3) Td\n")),
        gets(of("1. As (Kc Qc = B 3) Td\n"), "X115"),
    ],
    "One that replaces a lead may start with the number of its trick.": [
        right(of("1. As (1. Ah Td) Td\n"), of("1. As Td\n2. exchange Kd (2. Qd Kc) Kc\n")),
        gets(of("1. As (2. Ah Td) Td\n"), "X129"),
    ],
    "Variations are judged as the play is, but nothing in them counts.": [
        wrong(of("1. As (20h Kh) Td\n"), "R222 7:8"),
        wrong(of("1. As Td\n2. close Qc (Kd Ts) Ah\n"), "R204 8:17", "R210 8:21"),
        comes_to(of(PLAY.replace("2. exchange", "2. exchange (resign = A 3)")), winner="B", game_points=3),
        same(of(WON), of(WON.replace("As Td", "As (Kc Qc) Td"))),
    ],
}


def value(name: str, good: tuple[str, ...], bad: tuple[str, ...]) -> Check:
    """These values of an annotation are taken, and those are errors."""
    return all_of(
        right(*(of(f"1. As @{name}({each}) Td\n", head=HEAD) for each in good)),
        *(gets(of(f"1. As @{name}({each}) Td\n"), "S127") for each in bad),
    )


@checking
def disputed(*claims: tuple[str, str]) -> None:
    """What the ruling says of each claim about a play that B wins with 69 card points and 3 game points."""
    for claim, verdict in claims:
        text = of(WON.replace("Kd Kc", f'Kd Kc @dispute("{claim}")'))
        answer = run("explain", "-", "--format", "json", stdin=text).stdout
        [ruling] = map(json.loads, answer.splitlines())
        expect([each["verdict"] for each in ruling["disputes"]], [verdict], claim)


NOTES: Final[Section] = {
    "belongs to what stands before it: the game line, a tag, the head of a deal, the cards of"
    " a hand or talon, a trick number, an action, a result.": [
        right(
            '%SGN 1\n[Rules "santase"] {a}\ndeal 1 dealer B trump Qd {b}\nA: Ks As Qh Kh Ah Kc {c}\n'
            "B: Ts 9d Kd Td 9c Qc\ntalon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd {d}\n1. {e} As {f} Td\n"
            "ruling A 1 {g}\n= * {h}\n"
        ),
        stored(
            of("1. {e} As {f} Td\n"),
            "deals 0 tricks 0 notes",
            as_=[{"after": 0, "comment": "e"}, {"after": 1, "comment": "f"}],
        ),
    ],
    r"Inside, `\}` is a brace and `\\` a backslash; any other backslash stands for itself.": stored(
        of("1. As {a \\} b \\\\ c \\d} Td\n"), "deals 0 tricks 0 notes 0 comment", as_="a } b \\ c \\d"
    ),
    "It may run over several lines; a reader may warn where one of them looks like a trick.": [
        right(of("1. As {one\ntwo} Td\n")),
        gets(of("1. As {one\n2. Kd Kc\n} Td\n"), "S131"),
    ],
    "A glyph, one of `! ? !! ?? !? ?!` or `$` and a number of [the table](#glyphs), stands after an"
    " action.": [
        right(*(of(f"1. As{glyph} Td {glyph}\n") for glyph in ("!", "?", "!!", "??", "!?", "?!", "$1"))),
        gets(of("! 1. As\n"), "S111"),
        gets(of("1. As $11 Td\n"), "S136"),
    ],
    "It stands after an action or a trick number, and is compared.": [
        right(of("1. <0-0> As <0-0> Td <0-21>\n2. <0-21> Kd\n")),
        wrong(of("1. As Td <21-0>\n"), "X105 7:10"),
    ],
    "`@clk(0:03:12)`, the time that a player has left; `@emt(0:00:07)`, the time that the player used;": [
        value("clk", ("0:03:12", "100:59:59.123"), ("3:12", "0:60:00", "0:00:07.1234", "1000:00:00")),
        value("emt", ("0:00:07", "0:00:00.5"), ("7", "0:00:7")),
    ],
    "`@at(2026-11-20T21:04:11Z)`, the moment;": value(
        "at",
        ("2026-11-20T21:04:11Z", "2026-11-20T21:04:11.123456+02:00"),
        ("2026-11-20", "2026-13-20T21:04:11Z", "2026-11-20T24:04:11Z", "2026-11-20T21:04:11"),
    ),
    "`@eval(A +2)` or `@eval(A 66-41)`, what the deal is worth now, in game points of a side or in card"
    " points, and `@eval(0)` for a deal that nobody wins;": value(
        "eval", ("A +2", "B -1", "A 66-41", "0"), ("2", "G +2", "A", "A 66-")
    ),
    "`@best(Kh)`, the action that would have been best, and `@cost(A 1)`, the game points that an"
    " action cost a side;": [
        value("best", ("Kh", "40d", "exchange", "close", "out"), ("Dh", "resign", "20")),
        value("cost", ("A 1", "B 12"), ("1", "A -1", "A")),
    ],
    "`@diagram(all)` or `@diagram(AB)`, that a printed column shows the table at this moment, with all hands"
    " or with these.": value("diagram", ("all", "A", "ABCDEF"), ("", "G", "none", "A B")),
    '`@x-club-note("...")` is kept and never questioned. Any other name is kept with a warning.': [
        right(of('1. As @x-club-note("§") Td @x-y(1)\n')),
        gets(of("1. As @clock(1) Td\n"), "S128"),
        stored(
            of("1. As @clock(1)\n"),
            "deals 0 tricks 0 notes 0",
            as_={"after": 1, "annotation": "clock", "value": "1"},
        ),
    ],
    "The value is a text in quotation marks, or up to 128 letters, digits, blanks and `:.,+_-`.": [
        right(of(f"1. As @x-a({'x' * 128}) Td @x-b(a 1:.,+_-) @x-c()\n")),
        unreadable(of(f"1. As @x-a({'x' * 129}) Td\n")),
        unreadable(of("1. As @x-a(a/b) Td\n")),
    ],
    "An incident is a kind, then the seat that it concerns, then cards; seat and cards can be missing.": [
        value(
            "incident",
            ("exposed A Kc", "exposed", "exposed A", "exposed Kc Qd", "other B"),
            ("shown", "exposed Kc A", "A"),
        )
    ],
    "It is noted with the clause of the rules (N309) and changes nothing: points that the table gives"
    " for it are written as a ruling.": [
        noted(of("1. As @incident(exposed A Kc) Td\n"), "N309"),
        comes_to(of(PLAY.replace("As", "As @incident(exposed A Kc)")), winner="B", game_points=3),
    ],
    "What can be claimed: `A 3` or `draw`, what the deal is worth; `A wins`;": disputed(
        ("B 3", "right"), ("B 2", "wrong"), ("A wins", "wrong"), ("B wins", "right")
    ),
    "`41-66`, the card points of the seats in order; `A has 41 points`; `A has no trick` or `A has 2"
    " tricks`;": disputed(
        ("0-69", "right"),
        ("69-0", "wrong"),
        ("B has 69 points", "right"),
        ("A has no trick", "right"),
        ("B has 1 trick", "wrong"),
    ),
    "`the leader` or a player's name can stand for a seat, and the speaker can stand first, with a"
    " colon: `B: I have 66`. Case does not matter.": disputed(
        ("B: I have 66", "right"), ("A: I have 66", "wrong"), ("b HAS 69 Points", "right")
    ),
    "A remark, `;` to the end of the line, is the scribe's own. It is kept and is not part of the game;"
    " nor are the blanks around it part of the remark.": [
        stored(of("1. As ;  a b \t\n Td\n"), "deals 0 tricks 0 notes", as_=[{"after": 1, "remark": "a b"}]),
        same(of(WON), of(WON.replace("Td", "Td ; so"))),
    ],
}

REVOKE: Final = of(REVOKED + "= *\n", rules="santase revoke={}", head=NO_TRUMP_CARD)
LATER: Final = "3. Kd Kc\n"


def priced(price: str, play: str = REVOKED) -> str:
    return of(play, rules=f"santase revoke={price}")


RULINGS: Final[Section] = {
    "it stands after the trick after which it was given, and before the result.": [
        noted(of('1. As Td\nruling B 2 "late"\n2. Kd Kc\n= *\n'), "N307"),
        gets(of("1. As Td\n= *\nruling B 2\n"), "S111"),
    ],
    "The reason is optional.": scored(of("1. As Td\nruling B 2\n= *\n"), "0-2"),
    "The points are added to the score; the result of the deal stays what the play gives.": [
        scored(of(PLAY + "ruling A 2\n= B 3 by out (0-69) score 2-3\n"), "2-3"),
        comes_to(of(PLAY + "ruling A 2\n"), winner="B", game_points=3, awarded={"A": 2, "B": 0}),
    ],
    "A deal that has a ruling and no result of its own is settled by the ruling, and the seat with the"
    " most points awarded counts as its winner where the next dealer depends on that.": [
        *(
            gets(of(f"1. As Td\nruling A 1\nruling B {points}\n") + NEXT, *codes)
            for points, codes in ((2, ()), (3, ()))
        ),
        gets(of("1. As Td\nruling A 2\nruling B 1\n") + NEXT, "R260"),
        right(of("1. As Td\nruling A 2\nruling B 1\n") + NEXT.replace("B", "A")),
    ],
    "The sources of the rule sets are silent, so it costs nothing beyond the error;": comes_to(
        of(REVOKED), "R210", winner=None, complete=False
    ),
    "with the option `revoke=3` it costs the deal and 3 game points,": [
        comes_to(priced("3"), "R210", winner="B", game_points=3),
        scored(priced("3"), "0-3", "R210"),
    ],
    "with `revoke=lost` the deal and what going out at that moment would have won the other player, or"
    " a closer what it costs that his close has failed.": [
        comes_to(priced("lost"), "R210", winner="B", game_points=3),
        comes_to(priced("lost", "1. Kh Td\n2. close Qc Ah\n"), "R210", winner="B", game_points=3),
        comes_to(
            priced("lost", "1. As 9c\n2. close Ah 9d\n3. Td Ks\n4. Qc Kh\n"),
            "R210",
            winner="B",
            game_points=3,
        ),
    ],
    "The first revoke of a deal decides it, marked `^` or not,": comes_to(
        priced("3", REVOKED.replace("Ah", "Ah^")), winner="B", game_points=3
    ),
}

CLOSED: Final = "deal 1 trump d\nposition lead B <10-60> tricks 1-4 closed A <10-40> tricks 1-2\n"
LAST: Final = "deal 1 trump d\nposition lead A <50-63>\n"
"""Before the last trick; 120 points are 7 more."""


def reason(
    reason: str,
    play: str,
    winner: str | None,
    points: int,
    rules: str = "santase",
    *,
    head: str = HEAD,
    cards: str = CARDS,
) -> Check:
    """A deal is decided so; stated so nothing is wrong, and with another reason X107 is found."""
    stated = f"= {winner} {points}" if winner else "= draw"
    other = "total" if reason == "out" else "out"

    def ended(result: str = "") -> str:
        return of(play + result, rules=rules, head=head, cards=cards)

    return all_of(
        comes_to(ended(), reason=reason, winner=winner, game_points=points),
        right(ended(f"{stated} by {reason}\n")),
        gets(ended(f"{stated} by {other}\n"), "X107"),
    )


def agreed(reason: str) -> Check:
    """It is worth what is stated."""
    return all_of(
        *(scored(of(f"1. As Td\n= A {points} by {reason}\n"), f"{points}-0") for points in (1, 4)),
        *(
            gets(of(f"1. As Td\n= A {points} by {reason}\n"), code)
            for points, code in ((5, "X132"), (0, "X132"))
        ),
    )


AFTER_DRAW: Final = (
    f"{tagged(rules='santase draw-bonus=any')}deal 1 dealer B\n= draw by agreement\ndeal 2 dealer B\n"
)

RESULTS: Final[Section] = {
    "`= B 3`, the winner and his game points; `= draw`; or `= *`, not finished.": [
        gets(of(PLAY + "= B 2\n"), "X106"),
        gets(of(PLAY + "= A 3\n"), "X106"),
        gets(of(PLAY + "= draw\n"), "X106"),
        gets(of(PLAY + "= *\n"), "X116"),
        right(of("1. As Td\n= *\n"), of(PLAY + "= B 3\n")),
    ],
    "Then can follow, in this order: `by` and a reason (not after `*`), the card points of A and B,": [
        right(
            of(PLAY + "= B 3 (0-69)\n"), of(PLAY + "= B 3 score 0-3\n"), of(PLAY + "= B 3 by out score 0-3\n")
        ),
        unreadable(of(PLAY + "= B 3 (0-69) by out\n")),
        gets(of(PLAY + "= B 3 (1-69)\n"), "X108"),
        gets(of(PLAY + "= B 3 score 3-0\n"), "X109"),
    ],
    "| `out`, `false-out` | a correct claim, not against a closer;": reason("out", PLAY, "B", 3),
    "a false one of the loser |": reason("false-out", "1. As Td\n2. out\n", "A", 2),
    "| `closer-failed`, `defender-out` | the closer's not going out;": reason(
        "closer-failed",
        "1. As Td\n2. exchange close Qd Qh\n3. 9c Kc\n4. Ah 9h\n5. Kh Kd\n6. Ts Ks\n7. Qc Tc\n",
        "A",
        3,
    ),
    "a correct claim of his opponent |": reason(
        "defender-out", "6. Ad --\n7. out\n", "B", 2, head=CLOSED, cards="A: -- -- -- --\nB: Ad -- -- --\n"
    ),
    "| `total` | the card points, nobody having gone out; draws too |": [
        reason("total", "12. Kc Qc\n", "A", 1, head=LAST, cards="A: Kc\nB: Qc\n"),
        comes_to(of("12. Kc Qc\n= A 1 (67-63)\n", head=LAST, cards="A: Kc\nB: Qc\n"), winner="A"),
        reason("total", "12. Kc Qc\n", None, 0, head=LAST.replace("50-63", "48-65"), cards="A: Kc\nB: Qc\n"),
    ],
    "| `last-trick` | the last trick, where the rules let it win the deal |": reason(
        "last-trick", "10. Kc Qc\n", "A", 1, "schnapsen", head=LAST, cards="A: Kc\nB: Qc\n"
    ),
    "| `resignation`, `agreement` | giving up;": reason("resignation", "1. As Td\n2. resign\n", "A", 2),
    "what the players agreed |": agreed("agreement"),
    "| `forfeit` | the loser left, did not turn up, or lost the deal by a revoke |": [
        agreed("forfeit"),
        comes_to(priced("3"), "R210", reason="forfeit"),
    ],
    "What the players agreed, a resignation and a forfeit are worth what the result states, 1 to 4 game"
    " points for a seat of the game, and the play need not support them;": [
        scored(of("1. As resign\n= A 1\n"), "1-0"),
        scored(of("= A 2 by resignation\n"), "2-0"),
        gets(of("= C 2 by resignation\n"), "X132"),
    ],
    "in a deal after a draw that brings more (`draw-bonus`), what is stated holds that, and may be as"
    " much more.": [
        scored(AFTER_DRAW + "= A 5 by forfeit\n", "5-0"),
        gets(AFTER_DRAW + "= A 1 by forfeit\n", "X132"),
    ],
    "Where the play does not decide the deal, another result is an error (X132), and does not count.": [
        wrong(of("= A 5\n", cards=""), "X132 4:1"),
        scored(of("= A 5 by agreement\n", cards=""), "0-0", "X132"),
    ],
    "A deal that is resigned without a stated result is worth what going out then would have won, or,"
    " if it is the closer who resigns, what his failed close costs.": [
        comes_to(of("1. As Td\n2. resign\n"), winner="A", game_points=2),
        comes_to(of("1. As 9c\n2. close Ah 9d\n3. Td A: resign\n"), winner="B", game_points=3),
    ],
    "A deal without a result line has the result that its play gives.": scored(of(PLAY), "0-3"),
    "A deal whose play stops undecided has none; if one is stated anyway, that is an error, and it is"
    " counted in the score so that later deals can be compared.": [
        comes_to(of("1. As Td\n"), winner=None, complete=False),
        scored(
            of("1. As Td\n= A 2\n") + NEXT.replace("dealer B", "dealer A") + "= A 1 by agreement score 3-0\n",
            "3-0",
            "X115",
        ),
    ],
    "A wrong score is reported where it first differs, not again where later deals only carry it on.": wrong(
        of(PLAY + "= B 3 score 0-4\n") + NEXT + "= B 1 by agreement score 0-5\ndeal 3 dealer B\n"
        "= B 1 by agreement score 0-6\n",
        "X109 10:1",
    ),
}


@checking
def stays(text: str, code: str) -> None:
    """A wrong statement is reported, and stays when the record is written."""
    expect([each.split()[0] for each in found(text)], [code], text)
    expect(canonical(text), text.replace("deal 1", "\ndeal 1"), text)


STATED: Final[Section] = {
    "(actors,": stays(of("1. As Td\n2. A: Kd Kc\n"), "X104"),
    "trick numbers,": stays(of("1. As Td\n7. close Kd Kc\n3. Qc Ks\n"), "X101"),
    "the values of marriages,": stays(of("1. As Td\n2. exchange 20d Kd Kc\n"), "X113"),
    "checkpoints,": stays(of("1. As Td <0-20>\n"), "X105"),
    "results,": stays(of(PLAY + "= B 1\n"), "X106"),
    "scores,": stays(of(PLAY + "= B 3 score 0-1\n"), "X109"),
    "the Result tag)": stays(of(PLAY, tags='[Result "0-1"]\n'), "X110"),
    "a card that could be played stands as it was played, and so do an exchange and a close;": [
        comes_to(of(REVOKED), "R210", tricks={"A": 0, "B": 2}),
        comes_to(
            of("1. exchange As Td\n", cards=CARDS.replace("Kc", "9d").replace("Ts 9d", "Ts Kc")),
            "R232",
            tricks={"A": 0, "B": 1},
        ),
        comes_to(of("1. close As Ts\n2. exchange\n"), "R241", "R233"),
    ],
    "an announcement or a claim that was not allowed has no effect;": [
        comes_to(of("1. 20h Kh 9c\n"), "R222", card_points={"A": 4, "B": 0}),
        comes_to(of("1. As out Td\n2. Kd Kc\n"), "C203", winner=None, card_points={"A": 0, "B": 29}),
    ],
    "where the record is impossible (a card that cannot be there), judging of the deal ends.": wrong(
        of("1. As Qd\n2. close Qc Ah\n"), "R205 7:7"
    ),
}

SECTIONS: Final = {
    "Variations": VARIATIONS,
    "Notes": NOTES,
    "Rulings of the table": RULINGS,
    "Results": RESULTS,
    "Statements are compared, never mended": STATED,
}
