"""What the specification says of canonical form, digests and JSON, of bounds and of versions."""

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from tests.support.commands import run
from tests.support.statements import (
    CARDS,
    HEAD,
    TALON,
    WON,
    A,
    B,
    Check,
    Section,
    becomes,
    canonical,
    checking,
    different,
    digest,
    equal,
    expect,
    found,
    gets,
    judged,
    of,
    record,
    right,
    stored,
    tagged,
    unreadable,
    wrong,
)

CANONICAL: Final = of(WON, head=f"\n{HEAD}")
FOUR: Final = "A: As Ks Qs 9s Kh Qh\nB: Ts Js Jh 9h Ad Kd\nC: Ac Kc Qc Jc Tc 9c\nD: Td Qd Jd 9d Th Ah\n"
NOTED: Final = (
    "1. As (Kc {or so} Qc) {quick} @clk(0:00:05) Td! <0-21> ; he smiled\n"
    "2. exchange 40d close Kd Kc\n3. out\n= B 3 by out (0-69) score 0-3 {well}\n"
)


def written(play: str, expected: str) -> Check:
    return becomes(of(play), of(expected, head=f"\n{HEAD}"))


@checking
def twice(*texts: str) -> None:
    """Canonical form is its own canonical form."""
    for text in texts:
        expect(canonical(canonical(text)), canonical(text))


FORM: Final[Section] = {
    "Canonical form has the tags in the order Event, Site, Date, Round, Table, Rules, A to F,"
    " Result, then the others by name;": becomes(
        "%SGN 1\n"
        '[x-a "1"][Zeta "2"][Alpha "3"][Result "*"][E "e"][B "b"][A "a"][Rules "santase"][Table "4"]'
        '[Round "5"][Date "2026"][Site "6"][Event "7"]',
        '%SGN 1\n[Event "7"]\n[Site "6"]\n[Date "2026"]\n[Round "5"]\n[Table "4"]\n[Rules "santase"]\n'
        '[A "a"]\n[B "b"]\n[E "e"]\n[Result "*"]\n[Alpha "3"]\n[Zeta "2"]\n[x-a "1"]\n',
    ),
    "an empty line before each deal; one line for its head, for its position, for each hand in the"
    " order of the seats, for the talon, for the cards won, for its opening, for each trick,"
    " for each ruling and for the result; one blank between words;": [
        becomes("%SGN 1\n" + " ".join(of(WON)[7:].split()).replace(" ", "\t \n"), CANONICAL),
        becomes(
            tagged() + "deal 1 trump Qd position lead B <0-21> tricks 0-1 won B: As Td talon: Qd B: Ts A: Kc"
            ' 2. ruling B 1 "late" = *',
            tagged() + "\ndeal 1 trump Qd\nposition lead B <0-21> tricks 0-1\nA: Kc\nB: Ts\ntalon: Qd\n"
            'won B: As Td\n2.\nruling B 1 "late"\n= *\n',
        ),
    ],
    "a glyph that comes first directly after its action;": written(
        "1. As  ! Td {so} !\n", "1. As! Td {so} !\n"
    ),
    "a variation in its trick's line, without a blank inside its brackets;": written(
        "1. As\n( Kc\nQc\n) Td\n", "1. As (Kc Qc) Td\n"
    ),
    "marriages with their suit;": written(
        "1. As Td 2. exchange 40 Kd Kc\n", "1. As Td\n2. exchange 40d Kd Kc\n"
    ),
    "cards in their first spelling;": written("1. AL 10♦\n", "1. As Td\n"),
    "a rule spec with only what differs from its rule set, in the order of `santase rules`;": becomes(
        tagged(rules="santase failed-close=3 next-dealer=winner target=11"),
        tagged(rules="santase target=11 failed-close=3"),
    ),
    "LF and a final LF.": becomes(CANONICAL.replace("\n", "\r\n").rstrip().encode(), CANONICAL),
    "A remark ends its line, and stays on a line of its own if it had one, with the empty line before"
    " it.": written(
        "1. As Td ; a\n; b\n\n\n; c\n2. Kd ; d\nKc\n", "1. As Td ; a\n; b\n\n; c\n2. Kd ; d\nKc\n"
    ),
    "Cards keep the order in which they were written.": [
        becomes(CANONICAL, CANONICAL),
        different(of(), of(cards=CARDS.replace("Ks As", "As Ks"))),
    ],
    "Two games in one file are separated by an empty line.": becomes(
        CANONICAL + "%SGN 1\n\n\n\n" + CANONICAL, f"{CANONICAL}\n%SGN 1\n\n{CANONICAL}"
    ),
    "Writing is idempotent and loses nothing that was read.": twice(
        of(NOTED), of("1. As §  Td\n"), "%SGN 1\n;x\n"
    ),
    "A game with faults is laid out too: what could be read as above, except that tags, hands and talon"
    " keep their order if something among them could not be read;": [
        becomes('%SGN 1\n[B  "b"]\n[A §]\n[A "a"]\n', '%SGN 1\n[B "b"]\n[A §]\n[A "a"]\n'),
        becomes(
            of("1.   As\tTd\n", cards=TALON + "B: Ts ?\n" + A, head=f"\n{HEAD}"),
            of("1. As Td\n", cards=TALON + "B: Ts ?\n" + A, head=f"\n{HEAD}"),
        ),
    ],
    "The digest of a game is the SHA-256 of its canonical form without comments, remarks, annotations,"
    " glyphs and variations.": equal(
        lambda: digest(of(NOTED)), sha256(CANONICAL.replace("Td\n2", "Td <0-21>\n2").encode()).hexdigest()
    ),
    "A game with faults in its text has none: neither one of which some part could not be read, nor one"
    " that was read with an error (a tag or a hand given twice, a bidirectional control outside of"
    " comments, a value that an annotation cannot have).": [
        unreadable(
            of("1. As §\n"),
            of(tags='[Event "a"]\n[Event "b"]\n'),
            of(cards=CARDS + A),
            of(tags='[Event "\u202e"]\n'),
            of("1. As @clk(soon)\n"),
        ),
        equal(lambda: digest(of("1. As Ah\n")) is None, False),
    ],
}

POSITION: Final = (
    "deal 3 trump h\nposition lead A <26-5> tricks 2-2 pending 20-0 closed B <20-5> tricks 0-2 score 3-6\n"
    "A: -- -- --\nwon B: As\nplayed: Kc --\n= *\n"
)
THREE: Final = (
    tagged(rules="sixty-six-three") + "deal 1 dealer B trump 9d\n= pays -1 -1 2 by total score -1 -1 2\n"
)


@checking
def there_and_back(*texts: str) -> None:
    """Text to JSON to text is the same text."""
    for text in texts:
        expect(run("json", "-", "--to", "sgn", stdin=run("json", "-", stdin=text).stdout).stdout, text)


JSON: Final[Section] = {
    'The same record as JSON: `{"sgn": 1, "tags": {...}, "deals": [...]}`.': equal(
        lambda: record('%SGN 1\n[A "Ivan"]\n'), {"sgn": 1, "tags": {"A": "Ivan"}, "deals": []}
    ),
    "A deal has `number`, `dealer` (with a position, or where there is only a result, only where it is"
    " stated), and where they are stated"
    " `trump` (a card or the letter of a suit), `position`, `hands` by seat, `packets` (how many cards"
    " stand before the bar, by seat), `talon`, `opening`, `tricks`, `rulings` and `result`.": equal(
        lambda: record(of(cards=B))["deals"],
        [
            {
                "number": 1,
                "dealer": "B",
                "trump": "Qd",
                "hands": {"B": "Ts 9d Kd Td 9c Qc".split()},
                "tricks": [],
            }
        ],
    ),
    "A trick has its `number` and its `actions`, each of which is its SGN word, with one blank"
    " after a seat and between the words of one action; a reader accepts every spelling of it.": stored(
        of("1. A: As ~9d Td^ +9h +--\n2. exchange 40 close Kd Kc out\n"),
        "deals 0 tricks",
        as_=[
            {"number": 1, "actions": ["A: As", "~9d Td^", "+9h", "+--"]},
            {"number": 2, "actions": ["exchange", "40d", "close", "Kd", "Kc", "out"]},
        ],
    ),
    "A position has `lead`, and where they are stated `points`, `tricks`, `pending` and `score` by"
    " seat, `closed` with the seat `by` which, and `points` and `tricks` as above; `won` by seat and"
    " `played` are lists of cards.": stored(
        tagged() + POSITION,
        "deals 0 position",
        as_={
            "lead": "A",
            "points": {"A": 26, "B": 5},
            "tricks": {"A": 2, "B": 2},
            "pending": {"A": 20, "B": 0},
            "closed": {"by": "B", "points": {"A": 20, "B": 5}, "tricks": {"A": 0, "B": 2}},
            "score": {"A": 3, "B": 6},
            "won": {"B": ["As"]},
            "played": ["Kc", "--"],
        },
    ),
    'What belongs to a side stands at its first seat, `{"A": 66, "B": 40}` for two pairs of partners;': [
        stored(
            tagged(rules="sixty-six-four") + "deal 1 dealer D trump Ah\n= AC 1 by total (66-40)\n",
            "deals 0 result card_points",
            as_={"A": 66, "B": 40},
        )
    ],
    'a winner, and whom a ruling is `to`, are written as in SGN, `"AC"`, `"BC"`.': [
        stored(
            tagged(rules="sixty-six-four") + "deal 1 dealer D trump Ah\nruling AC 1\n= AC 1 by total\n",
            "deals 0",
            as_={
                "number": 1,
                "dealer": "D",
                "trump": "Ah",
                "tricks": [],
                "rulings": [{"tricks": 0, "to": "AC", "points": 1}],
                "result": {"winner": "AC", "game_points": 1, "reason": "total"},
            },
        )
    ],
    "What three win or pay stands by seat in `paid`, beside the `winner` and what he is paid in all.": stored(
        THREE,
        "deals 0 result",
        as_={
            "winner": "C",
            "game_points": 2,
            "paid": {"A": -1, "B": -1, "C": 2},
            "reason": "total",
            "score": {"A": -1, "B": -1, "C": 2},
        },
    ),
    "A ruling has the number of `tricks` before it, whom it is `to`, its `points` and `why`.": stored(
        of('1. As Td\n2. exchange\nruling A 2 "late"\n'),
        "deals 0 rulings",
        as_=[{"tricks": 2, "to": "A", "points": 2, "why": "late"}],
    ),
    'A result has `winner` (null for a draw) and `game_points`, or `"finished": false`; then `reason`,'
    " `card_points` and `score`, the last two by seat.": [
        stored(
            of(WON),
            "deals 0 result",
            as_={
                "winner": "B",
                "game_points": 3,
                "reason": "out",
                "card_points": {"A": 0, "B": 69},
                "score": {"A": 0, "B": 3},
            },
        ),
        stored(of("= draw\n"), "deals 0 result", as_={"winner": None, "game_points": 0}),
        stored(of("= *\n"), "deals 0 result", as_={"finished": False}),
    ],
    "Notes stand in a list `notes` of the game, the deal, the trick, the ruling or the result; each is a"
    " `comment`, a `glyph`, a `checkpoint`, an `annotation` with its `value` as it is written,": [
        stored(
            of('1. As {a} ! <11-0> @x-b("c")\n'),
            "deals 0 tricks 0 notes",
            as_=[
                {"after": 1, "comment": "a"},
                {"after": 1, "glyph": "!"},
                {"after": 1, "checkpoint": {"A": 11, "B": 0}},
                {"after": 1, "annotation": "x-b", "value": '"c"'},
            ],
        ),
        stored(of("= * {x}\n"), "deals 0 result notes", as_=[{"comment": "x"}]),
        stored(of("ruling A 1 {x}\n"), "deals 0 rulings 0 notes", as_=[{"comment": "x"}]),
    ],
    "a `remark` with `lines` (1 on a line of its own, 2 with an empty line before it),": stored(
        of("1. As ;a\n;b\n\n;c\n"),
        "deals 0 tricks 0 notes",
        as_=[
            {"after": 1, "remark": "a"},
            {"after": 1, "remark": "b", "lines": 1},
            {"after": 1, "remark": "c", "lines": 2},
        ],
    ),
    "or a `variation` with its `tricks`, of which the first may lack its number, and `result`.": stored(
        of("1. As (Kc Qc 2. Ah = B 1)\n"),
        "deals 0 tricks 0 notes 0 variation",
        as_={
            "tricks": [{"actions": ["Kc", "Qc"]}, {"number": 2, "actions": ["Ah"]}],
            "result": {"winner": "B", "game_points": 1},
        },
    ),
    "`after` says what it follows: `game` or a tag's name; `deal`, `position`, a seat, `talon`, `won A`"
    " and so on, or `played`; `opening` for the number of line `0.`, and `0.2` for its second action, in the"
    " notes of the deal; the number of actions before it in the trick.": [
        stored(
            '%SGN 1\n{g}\n[A "a"] {t}\n',
            "notes",
            as_=[{"after": "game", "comment": "g"}, {"after": "A", "comment": "t"}],
        ),
        equal(
            lambda: [
                note["after"]
                for note in record(
                    tagged() + "deal 1 trump Qd {1}\nposition lead A {2}\nA: -- {3}\ntalon: Qd {4}\n"
                    "won A: -- {5}\nplayed: -- {6}\n"
                )["deals"][0]["notes"]
            ],
            ["deal", "position", "A", "talon", "won A", "played"],
        ),
        stored(of("1. {x} As\n"), "deals 0 tricks 0 notes", as_=[{"after": 0, "comment": "x"}]),
    ],
    "Text to JSON to text is byte-identical in canonical form.": there_and_back(
        CANONICAL,
        of(NOTED, head=f"\n{HEAD}"),
        tagged() + "\n" + POSITION,
        THREE.replace("deal 1", "\ndeal 1"),
    ),
}


@checking
def bound(code: str, text: Callable[[int], str], most: int, *, others: str = "") -> None:
    """As much as this is taken, and one more gets this error; nothing else is wrong but others."""
    within, beyond = found(text(most)), found(text(most + 1))
    within_codes = {each.split()[0] for each in within}
    assert code not in within_codes, within[:3]
    assert within_codes <= set(others.split()), within[:3]
    assert code in {each.split()[0] for each in beyond}, beyond[:3]


def nested(depth: int) -> str:
    return of("1. As " + "(As " * depth + ")" * depth + " Td\n")


def sized(characters: int) -> str:
    """A game of so many characters in remarks on short lines."""
    text = tagged()
    whole, rest = divmod(characters - len(text), 1000)
    return text + (";" + "é" * 998 + "\n") * (whole - 1) + ";" + "é" * (rest + 998) + "\n"


def worded(words: int) -> str:
    """A game of so many words and signs; three stand in its first line."""
    lines, rest = divmod(words - 3, 100)
    return "%SGN 1\n" + (";" + " x" * 99 + "\n") * lines + (";" + " x" * (rest - 1) + "\n" if rest else "")


def escaped() -> None:
    [finding] = [
        each for each in judged(of("1. As Td\u202e\n"))[0]["findings"] if each["severity"] == "error"
    ]
    assert "\u202e" not in finding["message"]
    assert "202e" in finding["message"].lower()


BOUNDS: Final[Section] = {
    "| a line | 65,536 bytes |": [
        bound("S108", lambda n: tagged() + ";" + "x" * (n - 1) + "\n", 65_536),
        bound("S108", lambda n: tagged() + ";" + "é" * (n - 32_768 - 1) + "x" * (65_536 - n) + "x\n", 65_536),
    ],
    "| a comment | 4,096 characters |": bound("S107", lambda n: of("1. As {" + "é" * n + "}\n"), 4_096),
    "| the value of a tag or annotation, the reason of a ruling | 1,024 characters |": [
        bound("S109", lambda n: tagged(f'[Event "{"é" * n}"]\n'), 1_024),
        bound("S109", lambda n: of(f'1. As @x-a("{"é" * n}")\n'), 1_024),
        bound("S109", lambda n: of(f'ruling A 1 "{"é" * n}"\n'), 1_024, others=""),
    ],
    "| the name of a tag or annotation | 64 characters |": [
        bound("S111", lambda n: tagged(f'[{"x" * n} "v"]\n'), 64),
        bound("S111", lambda n: of(f'1. As @x-{"x" * (n - 2)}("v")\n'), 64),
    ],
    "| variations within variations | 16 |": bound("S126", nested, 16),
    "| deals in a game | 256 |": bound(
        "S115",
        lambda n: tagged() + "".join(f"deal {i} dealer B\n= *\n" for i in range(1, n + 1)),
        256,
        others="X120 R260 X111",
    ),
    "| tricks, actions and rulings in a deal | 96 of each |": [
        bound("S116", lambda n: of("".join(f"{i}.\n" for i in range(1, n + 1))), 96, others="X129"),
        bound("S116", lambda n: of("1." + " As" * n + "\n"), 96, others="X129"),
        bound("S116", lambda n: of("ruling A 1\n" * n), 96),
    ],
    "| actions in the variations of a deal | 960 |": bound(
        "S116",
        lambda n: of("1. As (" + "Kc Qc) (" * (n // 2 - 1) + "Kc Qc" + " 2. Ah" * (n % 2) + ") Td\n"),
        960,
    ),
    "| a game | 1,048,576 characters, and 131,072 words and signs |": [
        bound("S132", sized, 1_048_576),
        bound("S132", worded, 131_072),
    ],
    "| digits in a number | 4 |": [
        gets(of("1. As\n9999. Td\n"), "X103"),
        gets(of("1. As\n10000. Td\n"), "S114"),
        gets(of("= B 3 by agreement score 0-00003\n"), "S114"),
    ],
    "A line is counted without its end, and an escape such as `\\}` as one character.": [
        bound("S108", lambda n: f"%SGN 1\r\n;{'x' * (n - 1)}\r\n", 65_536),
        bound("S107", lambda n: of("1. As {" + "\\}" * n + "}\n"), 4_096),
        bound("S109", lambda n: tagged('[Event "' + '\\"' * n + '"]\n'), 1_024),
    ],
    "Bidirectional control characters are allowed only in comments, and are escaped wherever a finding"
    " shows them.": [right(of("1. As Td {\u202e}\n")), gets(of("1. As Td ;\u202e\n"), "S117"), escaped],
}


def kept_forever() -> None:
    """As version 1 has it: worked out once, and never again."""
    expect(digest(of(WON)), "6739dd385fd2dd19de3320867f6406067eadbf90109748eab016ad9488846676")


VERSIONS: Final[Section] = {
    "The number after `%SGN` is the version of the notation.": [
        right(tagged()),
        *(gets(f"%SGN{word}\n", "S105") for word in (" 2", " 10", " 1.1", "", " 0")),
    ],
    "What is valid in version 1 stays valid, keeps its meaning, its canonical form and its digest.": [
        becomes(of(WON), CANONICAL),
        kept_forever,
    ],
    "It will not take `x-` names,": right(tagged('[x-mood "1"]\n') + "deal 1 dealer B\n1. As @x-mood(1)\n"),
    "A reader of version 1 refuses a game of a later version as a whole, and reads the next.": wrong(
        of("1. §\n= B 9\n").replace("N 1", "N 2") + of("1. As Td\n= B 2\n"), "S105 1:1", "X115 16:1"
    ),
}

SECTIONS: Final = {"Canonical form and digest": FORM, "JSON": JSON, "Bounds": BOUNDS, "Versions": VERSIONS}
