"""What the specification says of tricks and actions, of gaps and of positions."""

from typing import Final

from notation import read
from notation.judge import judge
from notation.rulings.ledger import EntryKind, accounts_of
from tests.support.statements import (
    CARDS,
    PLAY,
    TALON,
    WON,
    A,
    B,
    Section,
    becomes,
    checking,
    comes_to,
    different,
    equal,
    expect,
    found,
    gets,
    judged,
    of,
    right,
    same,
    scored,
    stored,
    tagged,
    unreadable,
    wrong,
)

NO_TRUMP_CARD: Final = "deal 1 dealer B\n"
NEXT: Final = "deal 2 dealer B trump Qd\n"
REVOKED: Final = "1. As Td\n2. close Qc Ah\n"
GERMAN: Final = "sixty-six"
"""Where the talon can be closed before the draw, and the closer's opponent can exchange."""


@checking
def noted(text: str, *codes: str) -> None:
    """Nothing is wrong, and exactly these notes are found."""
    expect([each.split()[0] for each in found(text, notes=True)], sorted(codes), text)


@checking
def related(text: str, code: str, *lines: int) -> None:
    """The finding with this code stands on the first of these lines and names the other."""
    [finding] = [each for each in judged(text)[0]["findings"] if each["code"] == code]
    expect((finding["line"], finding["related"]["line"]), lines, text)


@checking
def counting(play: str, *marriages: int) -> None:
    """In the account of the deal exactly marriages of these points count."""
    [told] = accounts_of(judge(next(read(of(play)))))
    gains = [entry.points for entry in told.entries if entry.kind is EntryKind.MARRIAGE]
    expect(gains, list(marriages), play)


LATE: Final = "deal 4 trump Qd\nposition lead B <0-21> tricks 0-1 score 2-4\n"
LEFT: Final = "A: Ks Qh Kh Ah Kc Tc\nB: Ts 9d Kd 9c Qc 9h\ntalon: -- -- -- -- -- -- -- -- -- Qd\n"
TAKEN: Final = LEFT + "won B: As Td\n"
REST: Final = "2. exchange 40d close Kd Kc\n3. out\n"


def at(play: str, *, head: str = LATE, cards: str = TAKEN, rules: str = "santase") -> str:
    """A game of one deal that begins in the middle; its play begins on line 9."""
    return of(play, head=head, cards=cards, rules=rules)


SWAPPED: Final = TAKEN.replace("9d", "Qd").replace("-- Qd\n", "-- 9d\n")
"""After the exchange."""
AHEAD: Final = LATE.replace("<0-21> tricks 0-1", "<0-31> tricks 0-2")
"""A trump marriage brings B 71."""
WON_TWO: Final = (
    "A: Ks Qh Kh Ah Kc Th\nB: Ts 9d Kd Qs Qc 9h\ntalon: -- -- -- -- -- -- -- Qd\nwon B: As Td 9c Tc\n"
)
AUTO: Final = "santase claim=auto"
LAST: Final = "deal 1 trump d\nposition lead A <60-53>\n"

TRICKS: Final[Section] = {
    "The number of a trick is required and compared.": [
        wrong(of("1. As Td Kd Kc\n"), "X102 7:10"),
        wrong(of("1. As Td\n3. exchange 40d close Kd Kc\n3. out\n= B 3\n"), "X101 8:1"),
    ],
    "A single wrong number, with the next one right again, is an error and nothing more.": comes_to(
        of("1. As Td\n7. exchange 40d close Kd Kc\n3. out\n= B 3\n"), "X101", winner="B", game_points=3
    ),
    "judging of the deal ends there, because nothing after it can be judged as if all tricks were there.": [
        wrong(of("1. As Td\n3. close Qc Ah\n4. Ks\n"), "X129 8:1"),
        wrong(of("1. As Td\n1. close Qc Ah\n"), "X129 8:1"),
    ],
    "a trick with only a reply is short and nobody is said to have led to it;": wrong(
        of("1. As Td\n2. Kc\n3. Qc Ah\n"), "X103 8:4"
    ),
    "and where a card is played twice in a deal, nothing is reported between the two plays.": wrong(
        of("1. As Td\n2. close Qc Ah\n3. exchange As\n"), "R203 9:13"
    ),
    "| a card | it is played: the lead, then the reply |": comes_to(
        of("1. As Td\n"), card_points={"A": 0, "B": 21}, tricks={"A": 0, "B": 1}
    ),
    "a marriage, before its lead; `20` alone takes its suit from the next card in the trick": [
        same(of(WON), of(WON.replace("40d", "40"))),
        comes_to(of("1. As Td\n2. exchange 40 Kd Kc\n"), card_points={"A": 0, "B": 69}),
        wrong(of("1. As Td\n2. exchange 20 Kd Kc\n"), "X113 8:13"),
        gets(of("1. As Td\n2. exchange 40 close\n"), "S123"),
    ],
    "| `exchange` | the lowest trump for the turn-up |": [
        right(of("1. As Td\n2. exchange Qd Kc\n")),
        wrong(of("1. As Td\n2. Qd Kc\n"), "R205 8:4"),
    ],
    "at the head of a trick both have drawn, after a complete trick they have not": [
        right(of("1. As Td\n2. close Kd Kc\n"), of("1. As Td close\n", rules=GERMAN)),
        wrong(of("1. As Td close\n"), "R245 7:10"),
        gets(of("1. As Td close\n2. 9h\n", rules=GERMAN), "R205"),
    ],
    "a claim to have 66: after a trick, at the head of the next one, or after a marriage": [
        right(of(WON), of(WON.replace("\n3. out", " out"))),
        comes_to(of("1. As Td\n2. exchange 40d out\n"), winner="A", reason="false-out", game_points=2),
    ],
    "| `resign` | the deal is given up, at any time |": [
        comes_to(of(f"{play} {seat}resign\n"), reason="resignation", winner=winner)
        for play, seat, winner in (
            ("1.", "", "B"),
            ("1.", "B: ", "A"),
            ("1. As", "", "A"),
            ("1. As Td", "", "A"),
            ("1. As Td", "A: ", "B"),
        )
    ],
    "a card is drawn, after a complete trick, the winner's first; `+--` if it is not known.": [
        right(of("1. As Td +9h +Tc\n2. 9h Tc\n", cards=A + B), of("1. As Td +-- +Tc\n", cards=A + B)),
        wrong(of("1. As Td +9h +Tc\n2. Tc 9h\n", cards=A + B), "R201 7:4"),
        wrong(of("1. As +9h Td\n"), "R251 7:7"),
    ],
    "Needed only if the talon is not recorded; compared if it is": wrong(
        of("1. As Td +9h +Qs\n"), "X124 7:14"
    ),
    "| `~9c 9s` | 9c was played and taken back, then 9s was played |": [
        comes_to(of("1. As ~9c Td\n"), card_points={"A": 0, "B": 21}),
        right(of("1. As ~9c Td\n2. 9c Tc\n")),
    ],
    "an exchange or a marriage may lead up to it there: `6. 9s 9c 40h close`.": [
        right(of("1. As Td exchange 40d close\n", rules=GERMAN + " exchange-min-tricks=0")),
        gets(of("1. As Td exchange 40d\n2. 9h\n", rules=GERMAN), "R224", "R254"),
    ],
    "Where they let the closer's opponent exchange, it is written `B: exchange` right after `close`.": [
        right(
            of(
                "1. As 9c 20h close B: exchange\n2. Kh Td\n",
                rules=GERMAN + " exchange-min-tricks=0",
                head=NO_TRUMP_CARD,
            )
        ),
        gets(of("1. As 9c\n2. close B: exchange Kh Td\n", head=NO_TRUMP_CARD), "R233"),
    ],
    "Whoever is in turn acts.": [
        right(of("1. As Td\n2. Kd Kc\n")),
        equal(
            lambda: [g["tricks"] for g in judged(of("1. As Td\n2. Kd Kc\n"))[0]["deals"]], [{"A": 0, "B": 2}]
        ),
    ],
    "An actor who is named is compared with the one that the rules give.": [
        right(of("1. A: As B: Td\n2. B: Kd\n")),
        gets(of("1. As Td\n2. A: Kd\n"), "X104"),
        gets(of("1. As Td\n2. A: close Kd\n"), "R240"),
    ],
    "After a complete trick, only draws, `out`, `resign` and what belongs to closing with the short"
    " hand can come before the next number.": [
        wrong(of("1. As Td exchange\n2. Kd\n"), "R253 7:10"),
        wrong(of("1. As Td 20s\n", cards=A + B), "R220 6:10", "R253 6:10"),
    ],
    "A play against the rules is an error, and stands as it was made.": comes_to(
        of(REVOKED), "R210", tricks={"A": 0, "B": 2}, card_points={"A": 0, "B": 35}
    ),
    "Marked `^` it is noted instead, and stands the same; the mark on a play that is not irregular is"
    " an error.": [
        comes_to(of(REVOKED.replace("Ah", "Ah^")), card_points={"A": 0, "B": 35}),
        noted(of(REVOKED.replace("Ah", "Ah^")), "N305"),
        wrong(of("1. As^ Td\n"), "X122 7:4"),
    ],
    "Cards taken back must have been in the hand.": wrong(of("1. As ~Jd Td\n"), "X123 7:7"),
    "A claim ends the play.": gets(of("1. As Td\n2. exchange 40d close Kd Kc out\n3. Qd Kh\n"), "R250"),
    "Where 66 is claimed automatically (`claim=auto`), `out` may be written where the deal ends; it"
    " only says what happened.": [
        comes_to(of(play, rules="santase claim=auto"), winner="B", reason="out", game_points=3)
        for play in (PLAY, PLAY.replace("3. out\n", ""))
    ],
    "Where it is a marriage that ends the deal so, the card that its maker leads with it belongs to the"
    " announcement: `20s Qs` is kept and shown, changes nothing, and is no error if that card may be"
    " led with the marriage.": [
        *(
            comes_to(
                at(f"3. exchange 40d{card}\n", head=AHEAD, cards=WON_TWO, rules=AUTO),
                winner="B",
                reason="out",
            )
            for card in ("", " Kd", " Qd", " Kd out")
        ),
        stored(
            at("3. exchange 40d Qd\n", head=AHEAD, cards=WON_TWO, rules=AUTO),
            "deals 0 tricks 0 actions",
            as_=["exchange", "40d", "Qd"],
        ),
        gets(at("3. exchange 40d Ts\n", head=AHEAD, cards=WON_TWO, rules=AUTO), "R250"),
        gets(at("3. exchange 40d Kd Kc\n", head=AHEAD, cards=WON_TWO, rules=AUTO), "R250"),
    ],
    "A claim after the very last trick stands after it, or after the number that would follow.": [
        comes_to(of(f"12. Kc Qc{claim}\n", head=LAST, cards="A: Kc\nB: Qc\n"), winner="A", reason="out")
        for claim in (" out", "\n13. out")
    ],
    "A marriage that stands after its card, `Qs 20s` or `Qs(20)`, or after the reply to it, `Qs As"
    " 20s`, is most likely a slip of the scribe.": [
        gets(of(f"1. As Td\n2. exchange {play}\n"), "X130")
        for play in ("Qd 40d Kc", "Qd(40) Kc", "Qd Kc 40d")
    ],
    "What both readings agree on holds; a claim or a result that depends on the marriage is not"
    " decided, and neither player is accused because of it.": [
        gets(of("1. As Td\n2. exchange close Kd 40d Kc\n3. out\n= B 3\n"), "X130"),
        comes_to(of("1. As Td\n2. exchange close Kd 40d Kc\n3. out\n= B 3\n"), "X130", certain=False),
    ],
    "The account of the deal has the marriage where it stands: there it does not count.": [
        counting(f"1. As Td\n2. exchange {play}\n") for play in ("Kd 40d Kc", "Kd(40) Kc")
    ],
    "If it was only written late, it is written before its card; one that is marked irregular, `20s^`,"
    " was not, and the deal is judged without it.": [
        counting("1. As Td\n2. exchange 40d Kd Kc\n", 40),
        counting("1. As Td\n2. exchange Kd 40d^ Kc\n"),
        comes_to(of("1. As Td\n2. exchange Kd 40d^ Kc\n"), "X130", certain=True),
    ],
}

UNKNOWN: Final = of("{}", cards="")
GAPS: Final[Section] = {
    "A record need not be complete: hands and talon can be missing, and single cards can be `--` or"
    " `##`, in hands, in the talon, in draws and in the play.": right(
        of(PLAY, cards=""),
        of(
            "1. As Td +-- +##\n2. -- ##\n",
            cards="A: -- As ## -- -- --\ntalon: -- -- -- -- -- -- -- -- -- -- ## Qd\n",
        ),
    ),
    "What is certainly wrong is an error: a card that is played twice, a play that would be wrong"
    " whatever cards the player can hold.": [
        wrong(of("1. As Td\n2. Kd As\n", cards=""), "R203 5:7"),
        wrong(of("1. As Qd\n", cards=""), "R205 4:7"),
    ],
    "A card that can only be in one place is there.": [
        wrong(of(REVOKED, cards=CARDS.replace("Ah Kc", "Ah --")), "R210 8:13"),
        wrong(of(REVOKED, cards=B + TALON), "R210 7:13"),
    ],
    "Once nobody draws any more, every card that a player plays later was in his hand: if he could have"
    " followed suit, headed or trumped with it, the earlier play is an error, and the finding names"
    " both places.": [
        related(of(REVOKED + "3. Ts Qs\n4. 9c Kc\n", cards=""), "R210", 5, 7),
        gets(of(REVOKED + "3. Ts Qs\n4. 9c Kc\n", cards=""), "R210"),
        right(of(REVOKED + "3. Ts Qs\n", cards="")),
    ],
    "What cannot be decided is reported once in a deal, with the reason, and is not held against the"
    " record.": [
        noted(of(REVOKED + "3. Kd Qs\n4. 9d Ks\n", cards=""), "N304"),
        equal(lambda: judged(of(REVOKED, cards=""))[0]["ok"], True),
    ],
    "A trick with an unknown card goes on if its winner is the same whatever the card is,": comes_to(
        of("1. Ad --\n2. out\n", cards=""), winner="B", reason="false-out"
    ),
    "or if the next lead (its actor or its card) shows who won.": [
        comes_to(of("1. Ks --\n2. Td Kc\n", cards=CARDS), tricks={"A": 0, "B": 2}),
        comes_to(of("1. Ks --\n2. B: -- As\n3. A: --\n", cards=CARDS), tricks={"A": 1, "B": 1}),
    ],
    "The points are then known within bounds; a claim, a checkpoint and a result are judged if they"
    " come to the same within them.": [
        right(of("1. Ad -- <11-0>\n", cards=""), of("1. Ad -- <22-0>\n", cards="")),
        wrong(of("1. Ad -- <10-0>\n", cards=""), "X105 4:10"),
        wrong(of("1. Ad -- <23-0>\n", cards=""), "X105 4:10"),
    ],
    "Where it cannot be known how play went on, judging of the deal ends, and its stated result is"
    " counted as it is.": [
        scored(of("1. Ks --\n= B 3\n", cards=""), "0-3"),
        noted(of("1. Ks --\n2. -- --\n= B 3\n", cards=""), "N303", "N304"),
    ],
}

POSITIONS: Final[Section] = {
    "`position` stands after the head of the deal, and the hands and the talon are then what is left of"
    " them.": comes_to(at(REST), winner="B", game_points=3, card_points={"A": 0, "B": 69}),
    "A position is always at the head of a trick, when everybody has drawn: a card that is already on"
    " the table is written in the hand, and as the lead of the first trick;": [
        right(at("2. Kd Kc\n")),
        gets(at("", cards=TAKEN.replace(" 9h", "")), "X127"),
    ],
    "The dealer need not be named.": [
        right(at(REST)),
        right(at(REST, head=LATE.replace("4 ", "4 dealer B "))),
    ],
    "`lead SEAT` says who is about to lead. Everything else may be missing, and stands in this order:": [
        right(of("2. Kd Kc\n", head="deal 4\nposition lead B\n", cards="")),
        gets(at("", head=LATE.replace("tricks 0-1 score 2-4", "score 2-4 tricks 0-1")), "S111"),
    ],
    "| `<26-5>` | the card points that count, seats in order |": right(at("2. Kd Kc <0-29>\n")),
    "where card points are stated and this is not, none wait": wrong(
        at("2. 20c Qc Kh <0-48>\n", head=LATE.replace("<0-21>", "<0-21>"), rules="sixty-six"),
        "R220 9:4",
        "X105 9:14",
    ),
    "without it the talon was not closed": [
        right(at("2. close Kd Kc\n")),
        gets(at("2. close Kd Kc\n", head=LATE.replace("0-1 ", "0-1 closed B ")), "R243"),
    ],
    "| `score 3-6` | the game points before the deal; a match that is recorded from here on goes on"
    " from them |": [scored(at(REST), "2-7", winner="B"), right(at(REST + "= B 3 score 2-7\n"))],
    "The turn-up after `trump` is the present one; if there is none, only its suit counts.": [
        gets(at("", head=LATE.replace("trump Qd", "trump 9d")), "X112"),
        right(at("11. Th Qh\n", head="deal 1 trump 9h\nposition lead A\n", cards="A: Th Ah\nB: Qh Kh\n")),
    ],
    "Cards in either can be `--`. Each of these lines stands at most once.": [
        right(at(REST, cards=LEFT + "won B: -- Td\n")),
        gets(at(REST, cards=LEFT + "won B: -- --\nwon B: -- --\n"), "X127"),
        gets(at(REST, cards=LEFT + "played: -- --\nplayed: -- --\n"), "X127"),
    ],
    "In canonical form they stand after the talon, seats in order.": becomes(
        tagged() + "deal 4 trump Qd position lead B won B: -- played: -- won A: -- A: Kc talon: Qd\n",
        tagged() + "\ndeal 4 trump Qd\nposition lead B\nA: Kc\ntalon: Qd\nwon A: --\nwon B: --\nplayed: --\n",
    ),
    "It must all fit together, otherwise the deal is not judged.": [
        gets(at("2. Ks Ah\n", head=LATE.replace("0-1", "1-1")), "X127"),
        gets(at("", head=LATE.replace("0-1", "0-2")), "X127"),
    ],
    "so is a marriage that was announced with it.": right(
        at("2. 40d Kd Kc <0-69>\n", cards=SWAPPED, head=LATE.replace("Qd", "9d"))
    ),
    "so are points of a marriage that no trick of its seat makes count.": gets(
        at("", head=LATE.replace("0-21", "20-21"), rules=GERMAN), "X128"
    ),
    "Card points that no cards can have brought are an error, and are counted as they are stated;": comes_to(
        at("2. Kd Kc\n", head=LATE.replace("0-21", "0-22")), "X128", "X128", card_points={"A": 0, "B": 30}
    ),
    "A close that the rules forbid is assumed only where no other fits, and is reported with the code"
    " that it would have in play.": gets(
        of(
            "",
            head="deal 1 trump Qd\nposition lead A <0-0> tricks 0-0 closed A <0-0> tricks 0-0\n",
            cards=CARDS,
        ),
        "R241",
    ),
    "Where 66 ends a deal automatically and the leader has it already, the deal is over: the position"
    " has a result, and nothing more is played.": [
        comes_to(
            of(
                "",
                rules="schnapsen-tompa",
                head="deal 1 trump h\nposition lead A <70-22>\n",
                cards="A: Th Ah\nB: Qh Kh\n",
            ),
            winner="A",
            game_points=2,
        ),
        gets(
            of(
                "9. Th Qh\n",
                rules="schnapsen-tompa",
                head="deal 1 trump h\nposition lead A <70-22>\n",
                cards="A: Th Ah\nB: Qh Kh\n",
            ),
            "R250",
        ),
    ],
}

REMEMBERED: Final = (
    '%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B trump Kc\nA: As Qs -d Qh J-\nB: Jd Th Ks Kh Ad\n'
    "talon: Ah Qd Tc -- Jc Ac Ts Kd Qc Kc\n1. close Qh Th\n2. Ks As\n3. J- Kh\n4. Jd Td\n"
)
UNSURE: Final = (
    '%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B trump Kc\nA: As Qs Td Qh Jh\nB: Jd Th Ks Kh Ad\n'
    "talon: Ah Qd Tc Js Jc Ac Ts Kd Qc Kc\n1. close Qh Th\n2. Ad% As\n"
)
IN_ORDER: Final = UNSURE.replace("2. Ad% As", "?. Ks As\n?. Jh Kh\n?. Jd Td\n?. Qs Ad")
REVOKE_IN_ORDER: Final = IN_ORDER.replace("Jd Td", "Jd Qs").replace("Qs Ad", "Ad Td")
TESTIMONY: Final[Section] = {
    "In a hand, in the talon, among cards won and in the play, a card can be half known:": right(REMEMBERED),
    "The suit of `-h` is a small letter or a symbol, since `-A` could be an ace as well.": unreadable(
        REMEMBERED.replace("-d", "-D")
    ),
    "Two spellings of one card, `Ts|10s`, are that card.": same(UNSURE, UNSURE.replace("Ts", "Ts|10s")),
    "What is wrong with some of them and right with others is not an error": right(
        REMEMBERED.replace("J-", "-h")
    ),
    "if none is left, that is an error (X137)": gets(
        REMEMBERED.replace("J-", "Ks|Kh").partition("2. Ks")[0], "X137"
    ),
    "In variations half known cards are unknown.": right(UNSURE.replace("Qh Th\n", "Qh (Q- Th) Th\n")),
    "is a note (N327) that names the card": noted(UNSURE, "N327"),
    "only behind a card that is written in full, and not in the head of a deal": unreadable(
        UNSURE.replace("trump Kc", "trump Kc%"), UNSURE.replace("Ad%", "-d%")
    ),
    "If the number that is due is the only one left, because there would be too few numbers up to the next"
    " that is written, or too few cards for the tricks that follow, the trick has that number.": [
        comes_to(IN_ORDER, winner="B", game_points=3),
        gets(REVOKE_IN_ORDER, "R210"),
    ],
    "Otherwise judging of the deal ends there, with a note (N304)": [
        noted(IN_ORDER.replace("?. Jh Kh\n", ""), "N304"),
        noted(REVOKE_IN_ORDER.replace("?. Jh Kh\n", ""), "N304"),
    ],
    "What is wrong whichever trick it is stays an error: a card that is played twice, numbers that do not"
    " rise.": [
        gets(IN_ORDER.replace("?. Jh Kh\n", "").replace("Qs Ad", "Qs Qh"), "R203"),
        gets(IN_ORDER.replace("?. Jh Kh\n?. Jd", "5. Jh Kh\n4. Jd"), "X129"),
    ],
    "they stand in canonical form, JSON and digest": different(
        REMEMBERED, REMEMBERED.replace("J-", "--"), REMEMBERED.replace("Ks As", "Ks% As")
    ),
}

SECTIONS: Final = {"Tricks and actions": TRICKS, "Gaps": GAPS, "Testimony": TESTIMONY, "Positions": POSITIONS}
