"""What the specification says of files, tags, cards and deals."""

from typing import Final

from tests.support.commands import run
from tests.support.statements import (
    CARDS,
    HEAD,
    PLAY,
    TALON,
    WON,
    A,
    B,
    Check,
    Section,
    becomes,
    canonical,
    checking,
    comes_to,
    different,
    equal,
    expect,
    gets,
    judged,
    of,
    record,
    right,
    same,
    scored,
    stored,
    tagged,
    unreadable,
    wrong,
)

GOOD: Final = of(WON)
REVOKED: Final = "1. As Td\n2. close Qc Ah\n"
"""A holds the king of clubs and must follow: R210 in the second line, column 13."""
NEXT: Final = HEAD.replace("1", "2") + CARDS
"""The second deal of a match that B has begun to win."""
LONE: Final = '%SGN 1\n[Event "The second game"]\n'


@checking
def spoilt_and_good(spoilt: str, *codes: str) -> None:
    """A game after one with these errors is judged as if it stood alone."""
    [alone] = judged(GOOD)
    first, second = judged(f"{spoilt}\n{GOOD}")
    assert {each["code"] for each in first["findings"] if each["severity"] == "error"} == set(codes)
    assert {**second, "game": 1, "line": 1} == alone, second


def limited() -> None:
    """Of 120 wrong checkpoints 100 are reported, and the rest counted."""
    [game] = judged(of("1. As" + " <1-1>" * 120 + "\n"))
    expect([each["code"] for each in game["findings"]], ["X105"] * 100 + ["N308"])
    assert game["findings"][-1]["message"].startswith("20 more"), game["findings"][-1]["message"]


def cut_short() -> None:
    [game] = judged(tagged() + "[1]\n" * 150)
    expect([each["code"] for each in game["findings"]], ["S111"] * 100 + ["N311"])
    [game] = judged(tagged() + "[1]\n" * 99)
    expect([each["code"] for each in game["findings"]], ["S111"] * 99)


def fix_of(text: str) -> tuple[str, str | None, str]:
    """The code of the only fault of a game, what can be put in its place without asking, and its sentence."""
    [fault] = [each for each in judged(text)[0]["findings"] if each["severity"] == "error"]
    fix = fault["fix"]
    return fault["code"], fix["text"] if fix and fix["safe"] else None, fault["message"]


def slip() -> None:
    code, fix, message = fix_of(of("1. As Td\n2. exchange 40d zu Kd Kc\n"))
    assert (code, fix) == ("S133", None)
    assert "`close`" in message


FILES: Final[Section] = {
    "a file holds any number of games.": equal(
        lambda: [len(judged(LONE * count)) for count in (1, 2, 7)], [1, 2, 7]
    ),
    "does so whatever was left open before it: an unclosed comment can spoil one game and never the next.": [
        spoilt_and_good('%SGN 1\n[Event "x"] {oops', "S106"),
        spoilt_and_good('%SGN 1\n[Event "x', "S110"),
        spoilt_and_good(of("1. As (Kc Qc"), "S125"),
    ],
    "Games share nothing, and a fault in one leaves the others as they are.": [
        spoilt_and_good(tagged() + "deal 1 dealer B\n1. As Dh", "S113"),
        spoilt_and_good(of(WON).replace("= B 3", "= B 2"), "X106"),
    ],
    "so that one reading shows everything that is wrong.": wrong(
        tagged('[Event "Friday]\n') + HEAD + A + "B: Ts 9d Kd Td 9c cQ\n" + TALON + "1. As Td\n2. Ks? Dh\n",
        *("S110 3:8", "S113 6:19", "S113 9:8"),
    ),
    "What it could not read is kept byte for byte.": becomes(
        of("1. As   Td §\t 5x\n"), of("1. As Td §\t 5x\n", head=f"\n{HEAD}")
    ),
    "A deal whose play contains the fault is judged up to there, and nobody is accused of anything"
    " after it.": [wrong(of(REVOKED), "R210 8:13"), wrong(of(REVOKED.replace("Td", "Td §")), "S111 7:10")],
    "Wherever in a deal something cannot be read, be it in the play, a hand or the result, nobody is"
    " accused of anything before it either: the deal is judged up to the first action against the"
    " rules, and that is not reported.": [
        wrong(of(REVOKED + "3. §\n"), "S111 9:4"),
        wrong(of(REVOKED, cards=CARDS.replace("Kc", "Kx")), "S113 4:19"),
        wrong(of(REVOKED + "= B §\n"), "S111 9:5"),
    ],
    "because a card is played twice or from a hand that does not hold it; this alone is reported then.": [
        wrong(of(REVOKED + "3. Qc As\n"), "R203 9:4"),
        wrong(of(REVOKED + "3. B: Ks\n"), "R204 9:4"),
    ],
    "The other deals are judged as usual.": wrong(
        of("1. As Td §\n= B 1\n") + NEXT + REVOKED, "S111 7:10", "R210 14:13"
    ),
    "it starts with a digit, or it has one to four cards.": [
        comes_to(of("8h Td\n" + PLAY), "S113", winner=None, complete=False),
        comes_to(of("8?? what\n" + PLAY), "S111", winner=None, complete=False),
        comes_to(of("late evening\n" + PLAY), "S133", winner="B", complete=True),
    ],
    "If a result is stated, it is counted, and a note says why;": [
        scored(of("1. As Td §\n= B 2 score 0-2\n"), "0-2", "S111"),
        wrong(of("1. As Td §\n= B 2 score 0-2\n"), "S111 7:10", "N303 8:1", notes=True),
    ],
    "otherwise the score is unknown from there on, until the record states it.": [
        gets(of("1. As Td §\n") + NEXT + "= B 1 by agreement score 3-3\n", "S111"),
        gets(
            of("1. As Td §\n") + NEXT + "= B 1 by agreement score 3-3\n"
            "deal 3 dealer B\n= B 1 by agreement score 3-5\n",
            *("S111", "X109"),
        ),
    ],
    "A reader may say what is meant, and look for the faults after such a slip as if that had been"
    " written, so that each slip is one finding and none hides another.": gets(
        of("1) As Td\n2) exchange 40 d close Kd Kc\n3) out\n= B 3 (0:69)\n"), *["S133"] * 5
    ),
    "the slip stays text that could not be read, and nobody is accused because of it.": [
        gets(of("1. As Td\n2. zu Qc Ah\n"), "S133"),
        unreadable(of("1) As Td\n")),
    ],
    "Where only one thing can be meant, a reader may correct it by itself, but never where that says"
    " what was done at the table: `zu` is proposed as `close`, and a person decides.": [
        slip,
        equal(lambda: fix_of(of("1. As 10 d\n"))[:2], ("S113", "Td")),
    ],
    "A program may stop reporting what it finds in a game after 100 findings if it then says how many"
    " more there are (N308), and stop reading a game after 100 faults in its text if it says that it"
    " did (N311).": [limited, cut_short],
    "a byte order mark at the start is dropped. Lines end with LF or CRLF.": same(
        GOOD, GOOD.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + GOOD.encode()
    ),
    "Other control characters than tab and line end are not allowed.": [
        right(GOOD.replace(" ", "\t").replace("%SGN\t", "%SGN ")),
        *(gets(GOOD.replace("1. ", f"1.{sign} "), "S103") for sign in "\a\v\f\x1f\x7f\x85"),
        gets(GOOD.replace("1. ", "1.\r ").encode(), "S103"),
    ],
    "Words are separated by blanks, tabs or line ends; other layout is free.": [
        same(GOOD, "%SGN 1\n" + GOOD[7:].replace("\n", " "), "%SGN 1\n" + GOOD[7:].replace(" ", "\n\t")),
        gets(GOOD.replace("\n", " "), "S105"),
    ],
    "Letters and digits, where this page speaks of them, are those of ASCII, which is enough"
    " for every record.": unreadable(
        tagged('[Événement "x"]\n'),
        tagged('[x٣ "x"]\n'),
        of("1. As @x-a(é) Td\n"),
        of("１. As Td\n"),
        of("1. As @cut(A é)\n"),
    ),
    "Tags come first, then deals.": wrong('%SGN 1\ndeal 1 dealer B\n[Rules "santase"]\n', "S111 3:1"),
}

TAGS: Final[Section] = {
    r"in a value `\"` is a quotation mark and `\\` a backslash.": [
        stored('%SGN 1\n[Event "a \\"b\\" \\\\ c"]\n', "tags Event", as_='a "b" \\ c'),
        wrong('%SGN 1\n[Rules "santase"]\n[Event "a\\n"]\n', "S124 3:8"),
    ],
    "a name has letters, digits, `_` and `-`, starts with a letter,": [
        right('%SGN 1\n[Rules "santase"]\n[xY-9_Z "v"]\n'),
        unreadable(*(tagged(f'[{name} "v"]\n') for name in ("9x", "_x", "x.y"))),
    ],
    "and stands once in a game;": wrong('%SGN 1\n[Rules "santase"]\n[Event "a"]\n[Event "a"]\n', "S118 4:2"),
    "any other name is kept as it is, with a warning if it looks like one of these misspelt,": [
        stored(tagged('[Weather "rain"]\n'), "tags Weather", as_="rain"),
        right(tagged('[Weather "rain"]\n')),
        gets(tagged('[Evnt "x"]\n'), "S129"),
        stored(tagged('[Evnt "x"]\n'), "tags Evnt", as_="x"),
    ],
    "or is what another notation or language calls one of them (`White`, `Datum`).": [
        gets(tagged('[White "x"]\n'), "S129"),
        gets(tagged('[Datum "2026"]\n'), "S129"),
    ],
    "`A` to `F` name the players by their seats,": equal(
        lambda: "Maria" in run("explain", "-", stdin=of(WON, tags='[B "Maria"]\n')).stdout, True
    ),
    "`Date` is `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, a date that exists.": [
        *(right(tagged(f'[Date "{date}"]\n')) for date in ("2024-02-29", "2024-12", "1899")),
        *(gets(tagged(f'[Date "{date}"]\n'), "S135") for date in ("2023-02-29", "2026-13", "20.11.2026")),
    ],
    "Another value is kept; if it has a word or figures, a warning says how it is written.": [
        right(tagged('[Date "????.??.??"]\n')),
        gets(tagged('[Date "Maria"]\n'), "S135"),
        gets(tagged('[Date "20 November"]\n'), "S135"),
        stored(tagged('[Date "20 November"]\n'), "tags Date", as_="20 November"),
    ],
    "`Rules` names the rule set, with options where the table plays otherwise:": [
        scored(tagged(rules="santase target=3") + HEAD + CARDS + WON, "0-3", winner="B"),
        scored(GOOD, "0-3"),
    ],
    "A record without it is judged by the rules given to the program, and a note says so.": [
        wrong(of(REVOKED).replace('[Rules "santase"]', ""), "N301 1:1", "R210 8:13", notes=True),
        scored(
            GOOD.replace('[Rules "santase"]', ""), "0-3", winner="B", options=("--rules", "santase target=3")
        ),
    ],
    "An unknown rule set or option is an error, and the game is not judged.": [
        gets(of(REVOKED, rules="santasse"), "S119"),
        gets(of(REVOKED, rules="santase failed=3"), "S120"),
        gets(of(REVOKED, rules="santase failed-close=4"), "S121"),
    ],
    "`Result` has the final score of the [sides](#three-and-four-players) in order.": [
        right(of(WON, tags='[Result "0-3"]\n')),
        wrong(of(WON, tags='[Result "3-0"]\n'), "X110 3:2"),
    ],
    "or `*` if the match was not finished": [
        right(of(WON, tags='[Result "*"]\n')),
        gets(of(WON, tags='[Result "*"]\n', rules="santase target=3"), "X110"),
    ],
}


def read_as(spelt: str, expected: str) -> Check:
    """A card in the play, spelt so, is written so."""
    return equal(lambda: canonical(of(f"1. {spelt}\n")).splitlines()[-1], f"1. {expected}")


def both_named() -> None:
    for rank, meant in (("D", ("Q", "A")), ("B", ("J", "T")), ("F", ("Q", "J"))):
        code, fix, message = fix_of(of(f"1. {rank}h\n"))
        assert (code, fix) == ("S113", None)
        assert all(f"{each}h" in message for each in meant), message


CARD_WORDS: Final[Section] = {
    "A rank, `A T K Q J 9`, then a suit, `s h d c` for spades, hearts, diamonds, clubs.": [
        *(read_as(rank + suit, rank + suit) for rank in "ATKQJ9" for suit in "shdc"),
        *(gets(of(f"1. {word}\n"), "S113") for word in ("8h", "kh", "hK", "Kx", "1h")),
    ],
    "| `10h`, `Xh` | the ten |": [read_as("10h", "Th"), read_as("Xh", "Th")],
    "| `O`, `U` before a suit | queen, jack: the German *Ober*, *Unter* |": [
        read_as("Oh", "Qh"),
        read_as("Ud", "Jd"),
    ],
    "| `l`, `a`, `b` | spades, clubs, diamonds: leaves, acorns, bells |": [
        read_as("Kl", "Ks"),
        read_as("Ka", "Kc"),
        read_as("Kb", "Kd"),
    ],
    "| `♠ ♥ ♦ ♣` | the suits |": [
        read_as("K" + sign, "K" + suit) for sign, suit in zip("♠♥♦♣", "shdc", strict=True)
    ],
    "| a suit letter in capitals | the same suit |": [
        *(read_as("9" + suit.upper(), "9" + suit) for suit in "shdc"),
        read_as("9L", "9s"),
    ],
    "these spellings are read, and written back as those:": same(
        GOOD, GOOD.replace("Td", "10♦").replace("As", "AL")
    ),
    "The error names both cards, and no program chooses between them.": both_named,
    "In place of a card there can also be `##`, a card that is hidden from this reader:": [
        right(of("1. As Td\n", cards="A: -- ## Qh Kh Ah Kc\n")),
        different(of("1. As --\n"), of("1. As ##\n"), of("1. As Td\n")),
        stored(of("1. As --\n", cards="A: -- ## --\n"), "deals 0 hands A", as_=["--", "##", "--"]),
    ],
    "Neither is ever guessed.": [
        becomes(
            of("1. As --\n", cards="A: ## -- Qh Kh Ah Kc\n"),
            of("1. As --\n", head="\n" + HEAD, cards="A: ## -- Qh Kh Ah Kc\n"),
        ),
        comes_to(of("1. As --\n"), winner=None, complete=False),
    ],
}

AT_THE_END: Final = "".join(f"dealt {line}\n" for line in CARDS.splitlines())

DEALS: Final[Section] = {
    "It has no dealer before a [position](#positions) either.": [
        gets(of(head="deal 1 trump Qd\n"), "S111"),
        right(of(head="deal 1 trump Qd\nposition lead A <0-0>\n")),
        right('%SGN 1\n[Rules "santase"]\ndeal 1\n= A 2\n'),
    ],
    "`trump h` also names a suit that was called.": [
        right(of(head="deal 1 dealer B trump d\n")),
        stored(of(head="deal 1 dealer B trump d\n"), "deals 0 trump", as_="d"),
    ],
    "Then, in any order, each at most once:": [
        same(GOOD, of(WON, cards=TALON + B + A)),
        gets(of(PLAY + A, cards=B + TALON), "X129"),
    ],
    "the seat after the dealer leads,": [
        right(of("1. A: As B: Td\n")),
        right(of("1. B: Td\n", head="deal 1 dealer A trump Qd\n")),
        wrong(of("1. Td As\n"), "R201 7:4"),
    ],
    "which is written as it was when that card was turned up.": [
        right(of("1. As Td +9h +Tc\n")),
        wrong(of("1. As Td +Tc +9h\n"), "X124 7:10", "X124 7:14"),
    ],
    "`stock:` is read as `talon:`.": same(GOOD, GOOD.replace("talon:", "stock:")),
    "The turn-up or suit after `trump` is compared with the last card of the talon,": [
        wrong(of(head="deal 1 dealer B trump Qh\n"), "X112 3:1"),
        wrong(of(head="deal 1 dealer B trump h\n"), "X126 3:1"),
    ],
    "Hands and talon may be missing, in part (`--`) or wholly.": right(
        of(PLAY, cards=""),
        of(PLAY, cards=A),
        of(PLAY, cards="B: Ts 9d Kd Td -- --\ntalon: -- -- -- -- -- -- -- -- -- -- -- Qd\n"),
    ),
    "They can stand at the end of the deal instead, after its result, each after the word `dealt`:": [
        right(of(WON + AT_THE_END, cards="")),
        gets(of(PLAY + AT_THE_END + "= B 3\n", cards=""), "S111"),
    ],
    "They mean the same there, and stand at the head in canonical form.": [
        same(GOOD, of(WON + AT_THE_END, cards=""), of(WON + f"dealt {TALON}", cards=A + B)),
        becomes(of(WON + AT_THE_END, cards=""), of(WON, head="\n" + HEAD)),
        wrong(of(REVOKED + "= *\n" + AT_THE_END, cards=""), "R210 5:13"),
    ],
    "None is given twice, and a deal that begins with a [position](#positions) has none.": [
        gets(of(WON + f"dealt {A}"), "X118"),
        gets(of("= *\n" + AT_THE_END, head="deal 1 trump Qd\nposition lead A\n", cards=""), "S111"),
    ],
    "deals count from 1,": wrong(of(head="deal 2 dealer B trump Qd\n"), "X111 3:1"),
    "The dealer of a later deal is compared with the one whom the rules name.": [
        right(GOOD + NEXT),  # the winner of a deal deals in Santase
        wrong(GOOD + NEXT.replace("dealer B", "dealer A"), "R260 11:1"),
        right(GOOD.replace('"santase"', '"santase next-dealer=turn"') + NEXT.replace("dealer B", "dealer A")),
    ],
}


# Own letters.

GERMAN: Final = """deal 1 dealer B trump Os
A: Kg Dg Or Kr Dr Ke
B: Xg 9s Ks Zs 9e Oe
talon: 9r 10e Og As Xr Ue 9g Us Ae Ug Ur Os
1. Ag Xs
2. exchange 40s close Ks Ke
3. out
= B 3 by out (0-69) score 0-3
"""
HUNGARIAN: Final = """deal 1 dealer B trump ft
A: Kz Áz Fp Kp áp km
B: 10z 9t Kt Xt 9m Fm
talon: 9p 10m Fz Át xp Am 9z At Ám Az Ap Ft
1. Áz Xt
2. exchange 40t close Kt Km
3. out
= B 3 by out (0-69) score 0-3
"""
BULGARIAN: Final = """deal 1 dealer B trump Дd
A: Кs Аs Дh Пh Ah пс
B: 10s 9d Кd 10d 9c дc
talon: 9h 10♣ Д♠ А♦ 10h Вc 9s Вd Аc Bs Вh Дd
1. Аs 10d
2. exchange 40d close Пd Kc
3. out
= B 3 by out (0-69) score 0-3
"""


def lettered(name: str, deal: str) -> str:
    """A game in the letters of a name."""
    return tagged(f'[Letters "{name}"]\n') + deal


NAMED: Final = '{"sgn":1,"tags":{"Letters":"hu"}}'
LETTERS: Final[Section] = {
    "The tag `Letters` says in whose letters the cards of a game are written.": same(
        GOOD,
        lettered("deutsch", GERMAN),
        lettered("hu", HUNGARIAN),
        lettered("bg", BULGARIAN),
        lettered("de", GOOD.split("\n", 2)[2].replace("Q", "D").replace("J", "B").replace("T", "Z")),
    ),
    "Without it they are English.": gets(of("1. As Dd\n"), "S113"),
    "These letters are read in both cases.": right(lettered("hu", HUNGARIAN), lettered("bg", BULGARIAN)),
    "`Qh` is a queen in every set; but in `deutsch` `s` is Schellen, diamonds, and in `hu` `A` is the"
    " *als\u00f3*, the jack, and `F` the *fels\u0151*, the queen.": [
        becomes(
            lettered("deutsch", "deal 1 dealer B\nA: Qh Os\n"), tagged() + "\ndeal 1 dealer B\nA: Qh Qd\n"
        ),
        becomes(lettered("hu", "deal 1 dealer B\nA: Fp Ap\n"), tagged() + "\ndeal 1 dealer B\nA: Qh Jh\n"),
    ],
    "Such an `A` gets a warning (S143) where an ace may be meant: beside a suit that is not Hungarian"
    " (`A\u2660`), and in a game without any `\u00c1`.": [
        gets(lettered("hu", "deal 1 dealer B trump p\n1. \u00c1p A\u2660\n"), "S143"),
        gets(lettered("hu", "deal 1 dealer B trump p\n1. Kp Ap\n"), "S143"),
    ],
    "The first letter of each column is the one that is written.": equal(
        lambda: "talon: 9p 10m Dz \u00c1t 10p Bm" in run("fmt", "--letters", "hu", "-", stdin=GOOD).output,
        True,
    ),
    "The letters hold for every card of the game: of the turn-up and the suit after `trump`, hands,"
    " talon, play, draws, cards taken back, marriages, variations, and in `@best` and `@incident`.": same(
        of(WON.replace("Td", "~9d Td @best(9d) (Qc)"), head=HEAD.replace("Qd", "d")),
        lettered("deutsch", GERMAN.replace("Xs\n", "~9s Xs @best(9s) (Oe)\n").replace("trump Os", "trump s")),
    ),
    "Texts in quotation marks, comments and remarks are not touched by them, nor are seats and sides.": [
        stored(
            lettered("deutsch", GERMAN.replace("1. Ag", "1. {Ag Ds} A: Ag")),
            "deals 0 tricks 0 notes 0 comment",
            as_="Ag Ds",
        )
    ],
    "The tag stands once (S118); another value is an error (S137), and the game is not read.": [
        gets(tagged('[Letters "hu"]\n[Letters "hu"]\n'), "S118"),
        gets(lettered("hungarian", HUNGARIAN), "S137"),
    ],
    "canonical form, digest and JSON have English letters and no tag `Letters`,": [
        becomes(lettered("deutsch", GERMAN), of(WON, head="\n" + HEAD)),
        equal(lambda: record(lettered("hu", HUNGARIAN))["tags"], {"Rules": "santase"}),
    ],
    "Only a record in which something could not be read keeps letters and tag when it is formatted.": equal(
        lambda: 'Letters "hu"' in canonical(lettered("hu", HUNGARIAN.replace("Km", "K\u00a7"))), True
    ),
    "As JSON a record names no letters.": equal(
        lambda: "S141" in run("json", "--to", "sgn", "-", stdin='{"sgn":1,"tags":{"Letters":"hu"}}').output,
        True,
    ),
}

# The stream form is a part of the first section.

STREAM: Final = f"""%SGN 1 stream
[Rules "santase"]
{HEAD}{CARDS}1. As
Td
2. exchange
40d
close
Kd
Kc
3. out
= B 3 by out (0-69) score 0-3
"""
STREAMS: Final[Section] = {
    "It is the same record, in a form that only ever gets longer and can be read and judged after each"
    " of its lines:": [
        same(GOOD, STREAM),
        right(*("".join(STREAM.splitlines(True)[:end]) for end in range(2, STREAM.count("\n")))),
    ],
    "Nothing that was written changes. If something no longer counts, a new game begins with all that"
    " does; the last game is the record. A stream can end at any line: what is missing was not recorded.": [
        equal(lambda: len(judged(STREAM + STREAM)), 2)
    ],
    "Canonical form is that of any record and begins with `%SGN 1`, so a stream and the record it becomes"
    " have one digest;": becomes(STREAM, of(WON, head="\n" + HEAD)),
}

SECTIONS: Final = {
    "Games and files": FILES | STREAMS,
    "Tags": TAGS,
    "Cards": CARD_WORDS,
    "Own letters": LETTERS,
    "Deals": DEALS,
}
