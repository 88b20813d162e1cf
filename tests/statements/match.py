"""What the specification says of three and four players, of series, and of provably fair dealing."""

import hmac
from hashlib import sha256
from itertools import count
from typing import Final

from tests.support.commands import run
from tests.support.statements import (
    Section,
    checking,
    comes_to,
    digest,
    equal,
    expect,
    gets,
    of,
    right,
    scored,
    tagged,
    wrong,
)

THREE_CARDS: Final = "A: As Qs Kh Qh Jh Qd Tc Kc\nB: 9s Ah 9h Kd Jd Ac Qc Jc\nC: Ts Ks Js Th Ad Td 9d 9c\n"
THREE_PLAY: Final = (
    "1. Ad Qd Jd\n2. 9c Kc Ac\n3. Ah Th Jh\n4. 9s Js As\n"
    "5. 20h Qh 9h 9d\n6. Ts Qs Kd\n7. Jc Td Tc\n8. Ks Kh Qc\n"
)
"""C leads. By hand: A has 13 and the marriage, B 15, 23 and 17, C 16, 3, 22, 11 and 10 for the last trick."""
FOUR_CARDS: Final = "A: As Ks Qs 9s Kh Qh\nB: Ts Js Jh 9h Ad Kd\nC: Ac Kc Qc Jc Tc 9c\nD: Td Qd Jd 9d Th Ah\n"


def three(play: str = THREE_PLAY, *, tags: str = "", cards: str = THREE_CARDS, trump: str = "9d") -> str:
    """A game of three; without tags its play begins on line 7."""
    return of(play, rules="sixty-six-three", tags=tags, head=f"deal 1 dealer B trump {trump}\n", cards=cards)


def four(play: str = "", *, tags: str = "", cards: str = FOUR_CARDS, trump: str = "Ah") -> str:
    """A game of partners; without tags its play begins on line 8."""
    return of(play, rules="sixty-six-four", tags=tags, head=f"deal 1 dealer D trump {trump}\n", cards=cards)


MORE: Final[Section] = {
    "All of the above holds for three and four players as well; the rule set says how many there are.": [
        right(three(), four("1. Kh Jh 9c Ah\n")),
        gets(of("C: Ks\n", cards=""), "X119"),
        gets(three(cards=THREE_CARDS + "D: --\n"), "X119"),
    ],
    "in the order of play, and every hand has its line; there is no talon.": gets(
        four("", cards=FOUR_CARDS + "talon: 9h\n"), "X114", "X112", "R271"
    ),
    "A trick has a card of each seat.": [
        wrong(four("1. Kh Jh 9c\n2. Th\n"), "X103 9:1"),
        wrong(three("1. Ad Qd\n2. Jd\n"), "X103 8:1"),
    ],
    "Each of three players is a side of his own; of four, `AC` are partners against `BD`.": [
        comes_to(three(), card_points={"A": 33, "B": 55, "C": 62}),
        comes_to(
            four("1. Kh Jh 9c Ah\n2. Th Qh 9h Jc\n"), card_points={"A": 0, "B": 32}, tricks={"A": 0, "B": 2}
        ),
    ],
    "What is counted belongs to the side and is written in the order of the sides' first seats: card"
    " points `(66-40)`, checkpoints, tricks and waiting points of a position, scores.": [
        right(four("1. Kh Jh 9c Ah <0-17>\n")),
        wrong(four("1. Kh Jh 9c Ah <17-0>\n"), "X105 8:16"),
        gets(four("1. Kh Jh 9c Ah <0-17-0-0>\n"), "X105"),
    ],
    "A partner's hand and actions are his own; an action of the leader's partner before the lead names"
    " its actor, `C: 20h`, `C: out`. Such a partner leads no card of his marriage and may hold both;": [
        right(four("1. C: 20c Kh Jh 9c Ah\n")),
        gets(four("1. 20c Kh Jh 9c Ah\n"), "R220"),
        gets(four("1. D: 20d Kh Jh 9c Ah\n"), "R227"),
    ],
    "`trump h` says that the player left of the dealer has named them, and `trump Kd` that his fourth"
    " card was turned up.": [right(three(trump="d")), gets(three("", trump="Qd"), "X131")],
    "Where partners play, `trump Kd` is the card at the bottom of the pack, which the dealer gets.": [
        right(four()),
        gets(four(trump="Kh"), "X131"),
    ],
    "The winner is always the side, and `ruling AC 1` or `ruling C 1` awards a point to it.": [
        scored(four("= AC 2 by agreement score 2-0\n"), "2-0"),
        equal(lambda: digest(four("= A 2 by agreement\n")) == digest(four("= AC 2 by agreement\n")), False),
        *(scored(four(f"ruling {side} 1\n= *\n"), "1-0") for side in ("AC", "C", "A")),
    ],
    "Three play for stakes, and every trick is played: nobody claims (C205) and nobody resigns (R255).": [
        wrong(three("1. Ad Qd Jd\n2. out\n"), "C205 8:4"),
        wrong(three("1. resign\n"), "R255 7:4"),
    ],
    "Whoever has the most card points is paid by each of the others, 1 to 3.": [
        comes_to(three(), winner="C", paid={"A": -1, "B": -1, "C": 2}),
        right(three(THREE_PLAY + "= pays -1 -1 2 by total (33-55-62)\n")),
        gets(three(THREE_PLAY + "= pays 2 -1 -1\n"), "X106"),
    ],
    "`= pays 2 -1 -1` says what each seat wins or pays; the numbers come to nothing in all.": gets(
        three(THREE_PLAY + "= pays -1 -1 3\n"), "X132"
    ),
    "`= A 2` says only what the winner is paid in all; where that leaves open who pays how much, the"
    " score is not known until one is stated.": [
        right(three("= C 2 by agreement score -1 -1 2\n", cards="")),
        right(three("= C 3 by agreement\ndeal 2 dealer C\n= draw by agreement score -2 -1 3\n", cards="")),
    ],
    "`= draw` is a deal in which more than one has the most, and nobody pays.": [
        scored(three("= draw by agreement\n", cards=""), "0-0-0"),
        gets(three(THREE_PLAY + "= draw\n"), "X106"),
    ],
    'where one is below nothing, they are written with blanks, `score 2 -1 -1` and `[Result "2 -1'
    ' -1"]`, and each number of such a score may be from -9999 to 9999.': [
        right(three(THREE_PLAY + "= pays -1 -1 2 score -1 -1 2\n", tags='[Result "-1 -1 2"]\n')),
        gets(three(THREE_PLAY, tags='[Result "2 -1 -1"]\n'), "X110"),
        right(
            three("= draw by agreement\n", cards="").replace(
                "= draw", "position lead C score -9999 0 9999\n= draw"
            )
        ),
        gets(three("= * score -10000 0 10000\n"), "S114"),
    ],
}


def match(
    number: int | None, result: str, *, rules: str = "schnapsen target=3", tags: str = "", dealer: str = "B"
) -> str:
    numbered = f'[Match "{number}"]\n' if number else ""
    return tagged(f'{numbered}[Series "Winter"]\n{tags}', rules) + f"deal 1 dealer {dealer}\n{result}\n"


A3: Final = "= A 3 by agreement"
B3: Final = "= B 3 by agreement"


def tally(stated: str) -> str:
    return f'[SeriesScore "{stated}"]\n'


NAMED: Final = '[A "Anna"]\n[B "Karl"]\n'
SWAPPED: Final = '[A "Karl"]\n[B "Anna"]\n'

SERIES: Final[Section] = {
    "`Series` names the series. Games that name the same series, letter for letter, belong together, in"
    " one file or in several.": [
        gets(match(1, A3) + match(1, A3), "N321"),
        right(match(1, A3) + match(1, A3).replace("Winter", "winter")),
    ],
    "`Match` is the number of the match in the series, from 1 to 9999, without leading zeros.": [
        right(match(1, A3)),
        *(gets(match(1, A3).replace('"1"', f'"{word}"'), "N322") for word in ("0", "01", "10000", "one")),
    ],
    "`SeriesScore` is optional and states the tally after this match: what each side has won, in the"
    " order of the seats of this record;": [
        right(match(1, A3, tags=tally("1-0")) + match(2, B3, tags=tally("1-1"))),
        gets(match(1, A3, tags=tally("0-1")), "N325"),
    ],
    "whatever the order of the games and files:": right(
        match(2, B3, tags=tally("1-1")) + match(1, A3, tags=tally("1-0"))
    ),
    "A won match counts one for its winner, or two where a match won to nil counts double"
    " (`whitewash=yes`: the loser is *Schneider*).": [
        right(match(1, A3, rules="schnapsen whitewash=yes target=3", tags=tally("2-0"))),
        right(
            match(
                1,
                "= B 1 by agreement\ndeal 2 dealer A\n" + A3,
                rules="schnapsen whitewash=yes target=3",
                tags=tally("1-0"),
            )
        ),
    ],
    "A match that nobody has won counts nothing.": right(match(1, "= A 2 by agreement", tags=tally("0-0"))),
    "The numbers have no gap (N320) and none is given twice (N321): of two equal ones the first counts,"
    " by the name of its file and its line. A match without a number is not counted (N322).": [
        gets(match(1, A3) + match(3, A3), "N320"),
        gets(match(1, A3) + match(1, B3) + match(2, A3, tags=tally("2-0")), "N321"),
        gets(match(1, A3) + match(None, B3) + match(2, A3, tags=tally("2-0")), "N322"),
    ],
    "The sides are the same in all matches (N323). Where all players have names they can change seats,"
    " and are followed by their names;": [
        right(match(1, A3, tags=NAMED) + match(2, A3, tags=SWAPPED + tally("1-1"))),
        gets(match(1, A3, tags=NAMED) + match(2, A3, tags=NAMED.replace("Karl", "Max")), "N323"),
    ],
    "Where a name is missing, the seat counts.": right(
        match(1, A3, tags='[A "Anna"]\n') + match(2, A3, tags='[B "Anna"]\n' + tally("2-0"))
    ),
    "Who deals first is what the rules say of the match after another (N324): anybody, or in turn"
    " (`series-dealer=turn`).": [
        right(match(1, A3) + match(2, A3)),
        gets(
            match(1, A3, rules="schnapsen series-dealer=turn target=3")
            + match(2, A3, rules="schnapsen series-dealer=turn target=3"),
            "N324",
        ),
        right(
            match(1, A3, rules="schnapsen series-dealer=turn target=3")
            + match(2, A3, rules="schnapsen series-dealer=turn target=3", dealer="A")
        ),
    ],
    "After a gap, and if the first match given is not match 1, the tally is open until a record states it.": [
        right(match(2, A3, tags=tally("2-5")) + match(3, A3, tags=tally("3-5"))),
        gets(match(2, A3, tags=tally("2-5")) + match(3, A3, tags=tally("2-6")), "N325"),
        gets(match(1, A3) + match(3, A3, tags=tally("7-7")) + match(4, A3, tags=tally("8-7")), "N320"),
    ],
    "All matches are played by the same rules (N326).": gets(
        match(1, A3) + match(2, A3, rules="schnapsen target=3 claim=auto"), "N326"
    ),
}

# Fair dealing, worked out from the page alone.

NAME: Final = b"santase-shuffle-1"
SEED: Final = bytes(range(32))


def framed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def commitment(seed: bytes) -> str:
    return sha256(framed(NAME, b"commitment", seed)).hexdigest()


def shuffled(ranks: str, seed: bytes, number: int, cuts: tuple[str, ...]) -> list[str]:
    """The pack from the top."""
    pack = [rank + suit for suit in "shdc" for rank in ranks]
    message = framed(NAME, b"order", str(number).encode(), *(cut.encode() for cut in cuts))
    stream = (
        byte
        for counter in count()
        for byte in hmac.digest(seed, message + counter.to_bytes(4, "big"), "sha256")
    )
    for place in range(len(pack) - 1, 0, -1):
        below = 256 - 256 % (place + 1)
        other = next(byte for byte in stream if byte < below) % (place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    return pack


def dealt(
    rules: str, dealer: str, number: int = 1, cuts: tuple[str, ...] = ("x", "")
) -> tuple[dict[str, list[str]], list[str], str]:
    """The hands by seat, the talon as it is written, and the card that fixes trumps."""
    players, size, ranks = {
        "santase": ("AB", 6, "9JQKTA"),
        "schnapsen": ("AB", 5, "JQKTA"),
        "sixty-six-three": ("ABC", 8, "9JQKTA"),
        "sixty-six-four": ("ABCD", 6, "9JQKTA"),
    }[rules]
    pack = shuffled(ranks, SEED, number, cuts)
    bottom = pack[-1]
    at = players.index(dealer)
    order = players[at + 1 :] + players[: at + 1]
    if len(players) == 4:
        order = order[1] + order[0] + order[2] + order[3]
    hands: dict[str, list[str]] = {seat: [] for seat in players}
    turn_up = ""
    for packet in {6: (3, 3), 5: (3, 2), 8: (3, 2, 3)}[size]:
        for seat in order:
            hands[seat] += pack[:packet]
            del pack[:packet]
        if len(players) == 2 and not turn_up and (size == 5 or len(hands[dealer]) == size):
            turn_up = pack.pop(0)
    if len(players) == 3:
        turn_up = hands[order[0]][3]
    return hands, [*pack, turn_up] if len(players) == 2 else [], turn_up or bottom


def fair(
    rules: str = "santase",
    dealer: str = "B",
    number: int = 1,
    cuts: tuple[str, ...] = ("x", ""),
    *,
    swapped: bool = False,
    committed: str = "",
    left_out: str = "",
) -> str:
    """A record of a deal that was dealt so, with all that says how."""
    hands, talon, trump = dealt(rules, dealer, number, cuts)
    if swapped:
        hands["A"][0], hands["B"][0] = hands["B"][0], hands["A"][0]
    stated = [
        "@shuffle(santase-shuffle-1)",
        f"@commitment({committed or commitment(SEED)})",
        *(f"@cut({seat} {cut})" for seat, cut in zip("ABCD", cuts, strict=False) if cut),
    ]
    head = " ".join(each for each in stated if not left_out or left_out not in each)
    cards = "".join(f"{seat}: {' '.join(hand)}\n" for seat, hand in hands.items())
    cards += f"talon: {' '.join(talon)}\n" if talon else ""
    seed = "" if left_out == "seed" else f" @seed({SEED.hex()})"
    return f"{tagged(rules=rules)}deal {number} dealer {dealer} trump {trump} {head}\n{cards}= *{seed}\n"


EXAMPLE: Final = "Tc Qh Td Ac Jc"


def verified(text: str) -> str:
    """What `verify` says of a deal."""
    return run("verify", "-", stdin=text).stdout


@checking
def unproved(*texts: str) -> None:
    """Nothing is proved of these, neither for nor against."""
    for text in texts:
        expect(verified(text).split(": ")[2], "not verified", text)


FAIR: Final[Section] = {
    "| `@commitment(8e28...)` | the commitment to the seed, which was published before the cuts: 64"
    " hexadecimal digits |": [
        right(fair()),
        gets(fair(committed="0" * 63), "S127"),
        gets(fair(committed="0" * 63 + "G"), "S127"),
    ],
    "| `@cut(A lucky-7)` | what a seat added to the shuffle: up to 64 letters, digits and `:.,+_-`; a"
    " seat without a cut added nothing |": [
        right(fair(cuts=("", "")), fair(cuts=("a" * 64, "0:.,+_-"))),
        gets(fair(cuts=("a" * 65, "")), "S127"),
        right(fair().replace("@cut(A x)", "@cut(A x) @cut(B)")),
    ],
    "The first three stand in the head of the deal, the seed after its result; a reader takes them"
    " anywhere in the deal, variations excepted.": [
        gets(fair(swapped=True).replace("= *", "1.\n= *").replace(" @seed", "\n@seed"), "X134"),
        gets(fair(swapped=True).replace(" @cut(A x)", "").replace("= *", "= * @cut(A x)"), "X134"),
    ],
    "Each stands once in a deal, a cut once for each seat.": [
        unproved(
            fair().replace("@cut(A x)", "@cut(A x) @cut(A x)"),
            fair().replace("@cut(A x)", "@cut(A x) @cut(A y)"),
            fair().replace("= *", f"= * @seed({SEED.hex()})"),
        )
    ],
    "the seed is compared with its commitment (X133) and the cards with those that it gives (X134), as"
    " far as they are recorded: hands as sets, the talon place by place.": [
        gets(fair(committed="0" * 64), "X133"),
        gets(fair(swapped=True), "X134"),
        right(
            fair().replace(
                " ".join(dealt("santase", "B")[0]["A"]), " ".join(sorted(dealt("santase", "B")[0]["A"]))
            )
        ),
        gets(
            fair().replace(" ".join(dealt("santase", "B")[1][:2]), " ".join(dealt("santase", "B")[1][1::-1])),
            "X134",
        ),
    ],
    "Where something is missing or stands twice, or the algorithm is not known, nothing is said.": [
        right(fair(swapped=True).replace("= *", f"= * @seed({SEED.hex()})")),
        *(right(fair(swapped=True, left_out=what)) for what in ("shuffle", "commitment", "seed")),
        right(fair(swapped=True).replace("shuffle-1", "shuffle-9")),
    ],
    "The commitment is the SHA-256 of three framed parts: the name of the algorithm, `commitment`, and"
    " the 32 bytes of the seed.": equal(
        lambda: commitment(SEED), "8e28a98b1cbf27d72e14a654bd762f676a4a41d862974bfc0c89fd900fe20af5"
    ),
    "The message is the framed parts: the name of the algorithm, `order`, the number of the deal in"
    " decimal digits, and the cut of every seat in order, an empty part where there is none.": [
        equal(lambda: dealt("schnapsen", "B", cuts=("4f1c", "lucky-7"))[0]["A"], EXAMPLE.split()),
        gets(fair(cuts=("x", "y")).replace("@cut(A x) @cut(B y)", "@cut(A y) @cut(B x)"), "X134"),
        gets(fair(number=12), "X111"),
    ],
    "The pack starts with spades, hearts, diamonds and clubs, each in the order `9 J Q K T A`, as far"
    " as the rules have these cards;": right(fair("santase"), fair("schnapsen")),
    "*n* is one more than the number of the place, and *b* the next byte of the stream that is less"
    " than the greatest multiple of *n* up to 256; bytes that are not are skipped.": right(
        *(fair("santase", cuts=(f"c{number}", "")) for number in range(20))
    ),
    "3 and 3 of six, 3 and 2 of five, 3, 2 and 3 of eight. The dealer is served last, after the others"
    " in the order of play; where partners play, his partner is served first.": right(
        *(fair("santase", dealer) for dealer in "AB"),
        *(fair("schnapsen", dealer) for dealer in "AB"),
        *(fair("sixty-six-three", dealer, cuts=("x", "", "z")) for dealer in "ABC"),
        *(fair("sixty-six-four", dealer, cuts=("x", "", "z", "")) for dealer in "ABCD"),
    ),
    "the 13th of 24 cards, the 7th of 20. What remains is the talon, from the top.": [
        equal(lambda: dealt("santase", "A")[2], shuffled("9JQKTA", SEED, 1, ("x", ""))[12]),
        equal(lambda: dealt("schnapsen", "A")[2], shuffled("JQKTA", SEED, 1, ("x", ""))[6]),
        equal(lambda: ": verified: " in verified(fair("schnapsen", "A")), True),
    ],
}

SECTIONS: Final = {"Three and four players": MORE, "Series of matches": SERIES, "Fair dealing": FAIR}
