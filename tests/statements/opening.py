"""Statements about openings."""

from typing import Final

from tests.support.statements import (
    Section,
    becomes,
    comes_to,
    different,
    of,
    right,
    same,
    stored,
    tagged,
    unreadable,
    wrong,
)

SAID: Final = """0. {so} A: trump h! pass @incident(talked C) B: ~bid bettler pass
C: ~pass bid gang (pass $2) pass
"""
A: Final = "A: Qs Qh Kh | Jc Qc\n"
OTHERS: Final = "B: Kc Ad Ah Th Jh\nC: As Ts Ks Ac Tc\nD: Js Td Kd Qd Jd\n"
HEAD: Final = tagged(rules="bauernschnapsen") + "deal 1 dealer D\n"
GANG: Final = "0. trump h pass pass bid gang pass\n"
PLAY: Final = "1. As Js Qs Jh\n2. Ts Jd Qh Th\n3. Ks Qd Kh Ah\n4. Ac Kd Jc Kc\n5. Tc Td Qc Ad\n"


def deal(play: str, hand: str = A) -> str:
    """A game of one deal; its play begins on line 8."""
    return f"{HEAD}{hand}{OTHERS}{play}"


WON: Final = deal(f"{GANG}{PLAY}= AC 9 by gang (120-0) score 9-0\n")
BARE: Final = tagged(rules="bauernschnapsen") + "deal 1 dealer D\n"

OPENINGS: Final[Section] = {
    "All of it stands on line `0.`, between the cards and trick 1, in the order in which it was said.": [
        right(WON),
        wrong(deal(f"{PLAY}{GANG}"), "S111 13:1"),
    ],
    "Line `0.` is a trick in every other respect: an action can name its actor, and has its notes, glyphs, "
    "checkpoints, variations, `^` and `~`; claims, resignations and incidents stand among what is said.": [
        right(deal(SAID)),
        stored(deal(GANG), "deals 0 opening 3", as_="bid gang"),
    ],
    "It can run over several lines, and stands in one in canonical form.": same(
        WON, WON.replace("pass bid", "pass\n  bid").replace("trump h", "trump\nh")
    ),
    "A contract that they do not have is an error (X140), and so is calling a card where none is called; the "
    "judgement of the deal ends there.": [
        wrong(deal("0. trump h bid gong pass\n1. As\n"), "X140 8:12"),
        wrong(deal("0. call Ah\n1. As\n"), "X140 8:4"),
    ],
    "So it does where a card is led before everything that is due was said (X139).": [
        wrong(deal("0. trump h pass pass\n1. As\n"), "X139 9:1"),
    ],
    "Under rules without an opening line `0.` is an error (X138), and the rest of the deal is judged.": [
        wrong(of("0. trump d pass\n1. As Td <0-1>\n"), "X105 8:10", "X138 7:1"),
    ],
    "Its words are refused in a trick, and cards on line `0.`.": [
        wrong(deal(f"{GANG}1. As double Js\n"), "S111 9:7"),
        wrong(deal("0. trump h As\n"), "S111 8:12"),
    ],
    "Where a word is said in another language, such as `weiter`, `passz` or `пас` for `pass`, `Kontra` for "
    "`double` or `Land` for `gang`, a reader may correct it by itself.": [
        unreadable(deal("0. trump h weiter\n")),
        wrong(
            deal("0. trump h weiter passz bid Land пас Kontra\n"),
            *(f"S133 8:{at}" for at in (12, 19, 29, 34, 38)),
        ),
    ],
    "Hands are as they were dealt, all packets together; `talon:`, read as `widow:` too, holds what was not "
    "dealt.": becomes(f"{BARE}widow: As --\n", f"{BARE.replace('deal', chr(10) + 'deal', 1)}talon: As --\n"),
    "It stands at most once, only in hands, and after as many cards as the rules deal first (X141).": [
        wrong(deal(GANG, "A: Qs Qh | Kh Jc Qc\n"), "X141 4:1"),
        wrong(deal(GANG, "A: Qs Qh Kh | Jc | Qc\n"), "S134 4:18"),
        wrong(deal("talon: As | Ks\n"), "S134 8:11", "X114 8:1"),
        stored(deal(GANG), "deals 0 packets", as_={"A": 3}),
        different(deal(GANG), deal(GANG, A.replace(" |", ""))),
    ],
    "A card in square brackets, `[Ah]`, was played face down, and is turned when its trick is complete; "
    "`[--]` if nobody knows it.": stored(
        of("1. [As] [--]\n"), "deals 0 tricks 0 actions", as_=["[As]", "[--]"]
    ),
    "Rules in which every card is open have none (X142).": wrong(of("1. [As] Td\n"), "X142 7:4"),
    "The reason of a result is the name of the contract, with `-failed` where it was not made: `= AC 18 by "
    "gang`, `= BD 9 by gang-failed`.": comes_to(WON, winner="AC", game_points=9, reason="gang"),
    "In a deal with line `0.` any name can stand there, in another those of the table below; what the rules "
    "do not have is refused.": [
        stored(f"{BARE}0. pass\n= A 2 by own-failed\n", "deals 0 result reason", as_="own-failed"),
        stored(f"{BARE}= A 2 by herrenschnapser-failed\n", "deals 0 result winner", as_="A"),
        wrong(f"{BARE}= A 2 by own-failed\n", "S111 4:10"),
    ],
    "Where several win who are no fixed side, their seats stand together in order, `= BC 6 by "
    "schnapser-failed`, and where nobody is a fixed side, `score` has a number for each seat.": [
        stored(f"{BARE}= BC 6 score 1-2-3-4\n", "deals 0 result winner", as_="BC"),
        stored(f"{BARE}= BC 6 score 1-2-3-4\n", "deals 0 result score D", as_=4),
        wrong(f"{BARE}= CB 6\n", "S133 4:3"),
    ],
}
SECTIONS: Final = {"Openings": OPENINGS}
