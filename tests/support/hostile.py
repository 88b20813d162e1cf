"""Hostile inputs by name, generated and not stored: SGN, JSON, and file names.

An input is bytes, or a recipe that generates them for a size; the same size gives the same bytes.
"""

import gzip
import io
import json
import random
import zipfile
from collections.abc import Callable, Mapping
from typing import Final

from tests.support.rulings import HANDS

Recipe = Callable[[int], bytes]

FULL: Final = 100_000
"""The usual number of repetitions in an input of full size."""
LONG: Final = 60_000
"""Bytes of a line within the limit."""
HEAD: Final = "%SGN 1\n"
RULED: Final = f'{HEAD}[Rules "santase"]\n'
DEAL: Final = f"{RULED}deal 1 dealer B trump Qd\n"
PLAYED: Final = f"{DEAL}{HANDS}1. As Td "
GOOD: Final = f"""{DEAL}{HANDS}1. As Td! <0-21>
2. exchange 40d close Kd Kc {{61 and 8 are 69}}
3. out
= B 3 by out (0-69) score 0-3
"""


def wrapped(unit: str, count: int) -> str:
    """A unit repeated, on lines within the limit."""
    width = max(1, LONG // len(unit.encode()))
    return (unit * width + "\n") * (count // width) + unit * (count % width) + "\n"


def headed(*parts: str) -> bytes:
    """A game for each part, placed after the game line."""
    return "".join(f"{HEAD}{part}\n" for part in parts).encode()


def tagged(*parts: str) -> bytes:
    """A game for each part, placed among its tags."""
    return "".join(f"{RULED}{part}\n" for part in parts).encode()


def dealt(*parts: str) -> bytes:
    """A game for each part, placed after the head of a deal."""
    return "".join(f"{DEAL}{part}\n" for part in parts).encode()


def played(*parts: str) -> bytes:
    """A game for each part, placed after the first trick."""
    return "".join(f"{PLAYED}{part}\n" for part in parts).encode()


def guessed(*parts: str) -> bytes:
    """A game for each part, placed after the first lead of a deal without recorded cards."""
    return "".join(f"{DEAL}1. -- {part}\n" for part in parts).encode()


def changed(*changes: tuple[str, str]) -> bytes:
    """A valid game with each change applied to its text."""
    return "".join(GOOD.replace(old, new) for old, new in changes).encode()


def noise(size: int) -> bytes:
    return random.Random(66).randbytes(size)


def chatter(words: list[str], count: int, seed: int = 66) -> str:
    """Random words of a list."""
    return " ".join(random.Random(seed).choices(words, k=count))


def shuffled(parts: list[str], seed: int) -> list[str]:
    """Parts in random order."""
    return random.Random(seed).sample(parts, len(parts))


def _archive() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("game.sgn"), GOOD * 1000, zipfile.ZIP_DEFLATED)
    return file.getvalue()


_BYTES: Final = {
    "nothing": b"",
    "one-letter": b"x",
    "mark-alone": b"\xef\xbb\xbf",
    "mark-in-front": ("\ufeff" + GOOD).encode(),
    "mark-before-every-game": ("\ufeff" + GOOD).encode() * 20,
    "mark-in-the-middle": played("\ufeff2. exchange", "\n\ufeff\n2. exchange", "{\ufeff}"),
    "mark-of-utf-16-alone": b"\xff\xfe",
    "mark-of-utf-16-before-utf-8": b"\xfe\xff" + GOOD.encode(),
    "nul-bytes-between-letters": "\0".join(GOOD).encode(),
    "utf-16": (GOOD * 50).encode("utf-16"),
    "utf-16-without-its-mark": (GOOD * 50).encode("utf-16-le"),
    "utf-16-big-endian": (GOOD * 50).encode("utf-16-be"),
    "utf-32": (GOOD * 50).encode("utf-32"),
    "utf-7": GOOD.replace("!", "♥").encode("utf-7"),
    "latin-1": headed('[A "J"]') + '[B "Jürgen"] {Anaïs}'.encode("latin-1"),
    "windows-1251": headed('[A "J"]') + '[B "Иван"] {Мария}'.encode("cp1251"),
    "ebcdic": GOOD.encode("cp500"),
    "lone-surrogates": played("{") + b"\xed\xa0\x80\xed\xbf\xbf" * 1000 + b"}",
    "surrogate-pairs": played("{") + b"\xed\xa0\xbd\xed\xb8\x80" * 1000 + b"}",
    "overlong": played("") + b"\xc0\x80\xc1\xbf\xe0\x80\xaf\xf0\x80\x80\xaf\n\xc0\xa5SGN 1\n" * 1000,
    "past-the-last-code-point": played("") + b"\xf4\x90\x80\x80\xf8\x88\x80\x80\x80\xfe" * 1000,
    "truncated-at-the-end": played("{") + "😀".encode()[:3],
    "truncated-before-a-game-line": b"\n".join(played("{") + "😀".encode()[:end] for end in (1, 2, 3)),
    "every-byte": bytes(range(256)) * 400,
    "every-byte-in-its-own-game": b"".join(b"%%SGN 1\n%c\n" % byte for byte in range(256)),
    "gzip": gzip.compress(GOOD.encode() * 1000, mtime=0),
    "zip": _archive(),
    "html": b'<!DOCTYPE html>\n<script>alert("%SGN 1")</script>\n' * 1000,
    "json-where-text-should-be": b'{"sgn": 1, "tags": {"Rules": "santase"}}\n' * 1000,
}

_BIDI: Final = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_INVISIBLE: Final = "\u00ad\u034f\u180e\u200b\u200c\u200d\u2060\u2061\u2064\ufe0e\ufe0f\U000e0001\U000e0061"
_BREAKS: Final = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_SPACES: Final = "\u00a0\u1680\u2000\u2009\u202f\u205f\u3000"
_C0: Final = "".join(map(chr, (*range(32), 127)))
_C1: Final = "".join(map(chr, range(128, 160)))

CHARACTERS: Final = {
    "bidi-outside": played(*_BIDI, _BIDI * 1000),
    "bidi-in-a-comment": played(*(f"{{{c}}}" for c in _BIDI), f"{{{_BIDI * 300}}}"),
    "bidi-in-a-tag": headed(*(f'[A "x{c}y"]' for c in _BIDI)),
    "bidi-in-a-tag-name": headed(*(f'[A{c} "x"]' for c in _BIDI)),
    "bidi-in-the-rules": headed(*(f'[Rules "santase{c} {c}=1"]' for c in _BIDI)),
    "bidi-in-the-result": tagged(*(f'[Result "0-{c}0"]' for c in _BIDI)),
    "bidi-in-a-remark": played(*(f"; {c}; 9d" for c in _BIDI)),
    "bidi-in-an-annotation": played(*(f'@x-club("{c}")' for c in _BIDI)),
    "bidi-in-a-ruling": played(*(f'ruling B 2 "{c}"' for c in _BIDI)),
    "bidi-in-the-game-line": "".join(f"%SGN {c}1\n%SGN 1{c}\n" for c in _BIDI).encode(),
    "isolates-never-closed": played("{" + "\u2067" * 4000 + "}", "\u2067" * LONG),
    "right-to-left": played("{سانتازه שישים ושש}", "سانتازه", "שישים ושש 9c"),
    "zero-width": played(*(f"K{c}d {c}9c{c}" for c in _INVISIBLE), wrapped(_INVISIBLE, 10_000)),
    "zero-width-in-a-tag": headed(*(f'[A{c} "x{c}"]\n[B "{c}"]' for c in _INVISIBLE)),
    "zero-width-in-the-rules": headed(*(f'[Rules "san{c}tase"]' for c in _INVISIBLE)),
    "combining": played("K" + "\u0301\u0489" * 1000 + "d", wrapped("\u0301\u0489", LONG)),
    "combining-in-a-comment": played("{" + "\u0301" * 4000 + "}"),
    "c0-controls": played(*_C0),
    "c0-controls-in-a-comment": played(*(f"{{{c}}}" for c in _C0)),
    "c0-controls-in-a-tag": headed(*(f'[A "{c}"]' for c in _C0)),
    "c1-controls": played(*_C1),
    "c1-controls-in-a-comment": played(*(f"{{{c}}}" for c in _C1)),
    "terminal-sequences": played("\x1b]0;title\x07", "\x1b[2J", "\x9b31m", "{\x1bP}", "\x1b[6n" * 1000),
    "lone-cr": GOOD.replace("\n", "\r").encode(),
    "lone-cr-here-and-there": played("\r", "{\r}", ";\r", "9c\r9c"),
    "cr-cr-lf": GOOD.replace("\n", "\r\r\n").encode(),
    "lf-cr": GOOD.replace("\n", "\n\r").encode(),
    "crlf": GOOD.replace("\n", "\r\n").encode() * 20,
    "crlf-and-lf-in-turn": GOOD.replace("\n", "\r\n").replace("\r\n", "\n", 5).encode(),
    "line-separators": (GOOD.replace("\n", "\u2028") + GOOD.replace("\n", "\u2029")).encode(),
    "line-breaks-of-unicode": played(*_BREAKS, *(f"{{{c}}}" for c in _BREAKS)),
    "line-breaks-of-unicode-before-a-game-line": played(*(f"{c}%SGN 1" for c in _BREAKS)),
    "vertical-tab-and-form-feed": GOOD.replace(" ", "\x0b").replace("\n", "\x0c").encode(),
    "spaces-of-unicode": played(*_SPACES, *(f"Kd{c}Kc" for c in _SPACES)),
    "noncharacters": played("\ufffe", "\uffff", "{\ufdd0}", "\U0010ffff", "\ufffd", "{\U0001fffe}"),
    "private-and-unassigned": played("\ue000", "\U000f0000", "\u0378", "{\U000e0fff}"),
    "homoglyph-seats": GOOD.replace("A:", "А:").replace("B:", "В:").encode(),
    "homoglyph-seats-elsewhere": changed(("= B", "= В"), ("dealer B", "dealer В"), ("0-3", "О-3")),
    "homoglyph-cards": GOOD.replace("Kc", "Кс").replace("As", "Аѕ").encode(),
    "homoglyph-words": changed(("exchange", "ехсhаngе"), ("out", "оut"), ("deal 1", "dеаl 1")),
    "homoglyph-tags": changed(("Rules", "Rulеs"), ("santase", "sаntаsе")),
    "letters-that-fold": played("\u212ad", "9ſ", "20ſ", "İ", "ı", "ß", "9ᵈ", "ﬁ"),
    "digits-arabic-indic": played("٢. ٩d <٠-١>", "= B ٣", "٢٠d", "$١", "ruling B ٢"),
    "digits-fullwidth": played("２. ９d <０-１>", "= B ３", "２０d", "$１", "ruling B ２"),
    "digits-superscript": played("². 9d", "= B ³", "$²", "<¹-²>", "①. 9d", "Ⅸd"),
    "digits-of-other-scripts-in-the-rules": headed(*(f'[Rules "santase target={c}"]' for c in "²٧７Ⅶ七߇")),
    "digits-of-other-scripts-in-the-game-line": "%SGN １\n%SGN ¹\n%SGN 1１\n%SGN 1\u0661\n".encode(),
    "suit-symbols": GOOD.replace("d ", "♦ ").encode(),
    "suit-emoji": played("2. K♦\ufe0f K♣\ufe0f", "2. 40♦\ufe0f K♦", "~9♣\ufe0f 9d", "A: 9♥\ufe0f"),
    "suit-emoji-selected-twice": played("K♦\ufe0f\ufe0f", "K♦\ufe0e", "K\ufe0f♦", "K♦\ufe0f" * 5000),
    "suit-emoji-joined": played("K♦\u200d♥", "♥\u200d🔥", "🃏", "🂡", "♡ ♢ ♤ ♧", "K♡"),
    "emoji": played(wrapped("👩\u200d👩\u200d👧\u200d👦🏳️\u200d🌈", 10_000)),
}
"""Inputs with unusual characters."""

_NUMBERED: Final = {
    "deal-number": f"{RULED}deal {{}} dealer B\n",
    "trick-number": f"{PLAYED}\n{{}}. Kd\n",
    "marriage": f"{PLAYED}{{}}h\n",
    "rank": f"{PLAYED}{{}}h Kd\n",
    "checkpoint": f"{PLAYED}<0-{{}}>\n",
    "glyph": f"{PLAYED}${{}}\n",
    "clock": f"{PLAYED}@clk({{}}:00:00)\n",
    "ruling": f"{PLAYED}ruling B {{}}\n",
    "game-points": f"{PLAYED}= B {{}}\n",
    "card-points": f"{PLAYED}= B 1 by out ({{}}-0)\n",
    "score": f"{PLAYED}= B 1 score 0-{{}}\n",
    "result-tag": f'{RULED}[Result "0-{{}}"]\n',
    "target": f'{HEAD}[Rules "santase target={{}}"]\n',
    "version": "%SGN {}\n",
}
_VERSIONS: Final = (
    *("", " ", "\t", " 1 1", " 1.0", " 01", " -1", " 2", " 99999999", " 1{", " 1;", "1", " 1%SGN 1"),
    *(" " * 65 + "1", " 1" + " " * 65, "\t1\t", " 1\r", " 1\0", " one", " 1 ; remark", "\x0b1", " 1 {x}"),
)

_NUMBERS: Final = {
    **{
        f"{place}-of-{digits}-digits": template.format("9" * digits).encode()
        for place, template in _NUMBERED.items()
        for digits in (5, 5000, LONG)
    },
    "numbers-below-nothing": played("-1. Kd", "<-1--2>", "$-1", "= B -1", "= B 1 (-1--1)", "ruling B -1"),
    "numbers-that-are-none": played("1e9. Kd", "0x10. Kd", "<1.5-2>", "= B 1_0", "= B +1", "$∞"),
    "numbers-at-their-bounds": played("0. Kd", "9999. Kd", "<9999-9999-9999-9999>", "= D 9999"),
    "versions": "".join(f"%SGN{rest}\n" for rest in _VERSIONS).encode(),
    "versions-not-at-the-start-of-a-line": b" %SGN 1\n\t%SGN 1\n%sgn 1\n%%SGN 1\n" * 1000,
}

_OPTIONS: Final = {
    "options-by-the-thousand": " ".join(f"option{number}=1" for number in range(10_000)),
    "options-within-the-bound": " ".join("target=7" for _ in range(110)),
    "option-repeated": "target=7 target=7",
    "equals-signs": "= " * 500,
    "equals-signs-in-one-word": "=" * 1000,
    "option-with-two-equals-signs": "target==7",
    "option-without-a-value": "target=",
    "option-below-nothing": "target=-1",
    "option-of-nothing": "target=0",
    "option-of-1000-digits": "target=" + "9" * 1000,
    "option-of-1000-letters": "x" * 1000,
    "option-that-is-nearly-one": "targets=7",
    "options-at-their-bounds": "target=9999 exchange-min-tricks=9999 close-min-talon=9999 schneider=9999",
    "last-trick-of-9999": "last-trick=9999",
    "quotation-marks": '\\"' * 400,
    "backslashes": "\\\\" * 400,
    "braces": "{target} {0} {} %s %n",
}
_RESULTS: Final = (
    *("", "-", "--", "*-*", "**", "0-3-0-3-0", "7 - 4", "9" * 1000, "99999-0", "-1-0", "７-４", "∞", "0x0-0"),
    *("{stated}", "%s", '\\"', "\\\\", "0-3 ", " 0-3", "draw", "A", "\u00a0"),
)

_TAGS: Final = {
    **{
        f"rules-{name}": changed(("santase", f"santase {options}"), ("santase", options))
        for name, options in _OPTIONS.items()
    },
    "rules-twice": GOOD.replace('[Rules "santase"]', '[Rules "santase"]\n[Rules "schnapsen"]').encode(),
    "rules-of-another-game": GOOD.replace("santase", "schnapsen").encode(),
    "results-of-rubbish": tagged(*(f'[Result "{result}"]' for result in _RESULTS)),
    "results-by-the-thousand": tagged("".join(f'[Result "{number}-0"]\n' for number in range(1000))),
    "tags-of-python": headed('[__class__ "x"]', '[A "{0.__class__}"]', '[A "%(x)s"]', '[A "${x}"]'),
    "tags-of-rich": headed('[A "[red]x[/red]"]', '[A "[/]"]', '[A "[link=file:///]x"]', '[Event "[bold"]'),
    "tags-in-odd-places": played('[A "x"]', "2. Kd [B", '"x"', "[ ] [ ]", '[A "x" "y"]', "[[A]]"),
    "tag-value-at-its-bound": headed(*(f'[A "{"x" * length}"]' for length in (1024, 1025, LONG))),
    "tag-value-of-backslashes": headed(*('[A "' + "\\" * length + '"]' for length in (LONG, LONG + 1))),
    "tag-value-of-bad-escapes": headed('[A "' + "\\n" * (LONG // 2) + '"]'),
    "tag-value-never-closed": headed('[A "' + "x" * LONG),
    "tag-name-at-its-bound": headed(*(f'[{"x" * length} "y"]' for length in (64, 65, LONG))),
}

_WORDS: Final = [
    *"Kd 9c 10h A♠ 20h 40d 20 exchange close out resign -- ## +Jc +-- ~9c ^ ( ) ! ?? $5 <0-21> {x}".split(),
    *'{ } @clk(0:01) @ ; 2. 3. A: B: C: talon: deal dealer trump 1 12345 [ ] "x" " = draw * by'.split(),
    *"total (0-21) score 0-3 ruling %SGN é \\ \u200b \n \t".split(" "),
]
_SPOKEN: Final = ("exchange", "close", "out", "40d", "20", "resign", "--", "##", "+Jc", "Kd")
_SWAPS: Final = [(at, GOOD[:at] + GOOD[at + 1] + GOOD[at] + GOOD[at + 2 :]) for at in range(7, len(GOOD) - 2)]

_SENSELESS: Final = {
    "cut-off-everywhere": "\n".join(GOOD[:end] for end in range(len(GOOD))).encode(),
    "letters-lost": "".join(f"{GOOD[:at]}{GOOD[at + 1 :]}\n" for at in range(7, len(GOOD))).encode(),
    "letters-swapped": "".join(text for _, text in _SWAPS).encode(),
    "lines-shuffled": headed(*("\n".join(shuffled(GOOD.split("\n")[1:], seed)) for seed in range(100))),
    "words-shuffled": tagged(*(" ".join(shuffled(GOOD.split()[4:], seed)) for seed in range(100))),
    "words-by-chance": played(*(chatter(_WORDS, 60, seed) for seed in range(100))),
    "seats-that-are-not-there": changed(
        ("dealer B", "dealer D"), ("B:", "C:"), ("= B", "= D"), ("2. ", "2. D: "), ("3. ", "3. C: ")
    ),
    "hands-of-odd-sizes": dealt("A: Kd", "A: Kd\nB: Kd\ntalon: Kd\n1. Kd Kd", "talon: Kd\n1. Kd"),
    "hands-of-one-card": dealt(HANDS.replace("As Qh", "Ks Ks") + "1. Ks Ks"),
    "hands-that-are-missing": dealt("1. Kd Kc", "A: Ks As Qh Kh Ah Kc\n1. Ks Ts", "= B 3 score 0-3"),
    "hands-that-are-hidden": dealt("A: -- -- -- -- -- --\nB: ## ## ## ## ## ##\n1. Kd Kc\n= B 3"),
    "numbers-that-run-away": changed(("deal 1", "deal 0"), ("2.", "0."), ("3.", "9999.")),
    "points-for-four": changed(("<0-21>", "<0-21-0-0>"), ("0-3", "0-3-0-0"), ("(0-69)", "(0-69-1)")),
    "deals-without-cards": guessed("", "--", *("2. -- -- " * tricks for tricks in range(1, 20))),
    "deals-without-cards-whose-leads-are-known": guessed(
        "-- "
        + " ".join(f"{n}. {c} --" for n, c in enumerate("Kd Kc Qh Qs Js Jh Jd Jc 9c 9d 9h".split(), start=2))
    ),
    "deals-without-cards-that-are-settled": guessed(
        *(
            f"-- {word}\n= B 3 by {reason} (0-69) score 0-3"
            for word, reason in zip(
                ("out", "close out", "resign", "20h out", "out", "close out", "20h out"),
                ("out", "total", "last-trick", "forfeit", "agreement", "resignation", "closer-failed"),
                strict=True,
            )
        )
    ),
    "actions-of-one-kind": played(*(f"{word} " * 96 for word in _SPOKEN)),
    "taken-back-before-a-card": played(*("~9c " * times + "9d" for times in range(0, 100, 5))),
    "deals-300": tagged("".join(f"deal {n} dealer B\n{HANDS}1. As Td\n" for n in range(1, 301))),
    "deals-that-are-wrong-everywhere": tagged(
        "".join(
            f"deal {n + 5} dealer B\n{HANDS}1. As <1-1> Td <1-1>\n= A 1 by total (1-1) score 9-{n}\n"
            for n in range(250)
        )
    ),
    "comment-at-its-bound": played(*(f"{{{c * n}}}" for c in ("x", "\\\\", "\\}") for n in (4096, 4097))),
    "annotation-at-its-bound": played(*(f'@x-club("{"x" * length}")' for length in (1024, 1025, LONG))),
    "annotations-of-backslashes": played(*['@x("' + "\\" * LONG + '")'] * 10),
    "line-at-its-bound": played(*(f"\n{'x' * length}" for length in (65535, 65536, 65537))),
    "line-at-its-bound-in-bytes": played(*(f"\n{'é' * length}" for length in (32768, 32769))),
}

_PAIRS: Final = {
    "brackets": ("(", ")"),
    "square-brackets": ("[", "]"),
    "angles": ("<", ">"),
    "braces": ("{", "}"),
    "variations": ("(Kd ", ")"),
    "variations-with-tricks": ("(2. Kd ", ")"),
    "variations-with-results": ("(Kd ", " = B 1)"),
    "annotations": ("@x-a(", ")"),
    "comments-in-variations": ("({", "})"),
}


def _nesting(name: str, opening: str, closing: str) -> dict[str, Recipe]:
    return {
        f"{name}-opened": lambda n: played(wrapped(opening, n)),
        f"{name}-closed": lambda n: played(wrapped(closing, n)),
        f"{name}-opened-and-closed": lambda n: played(wrapped(opening, n) + wrapped(closing, n)),
        f"{name}-of-every-depth": lambda _: played(*(opening * d + closing * d for d in range(100))),
        f"{name}-in-one-line": lambda n: played(opening * n),
    }


_LINES: Final = {
    "blanks": " ",
    "tabs": "\t",
    "a-word": "a",
    "a-digit": "1",
    "cards": "Ks ",
    "cards-without-blanks": "Ks",
    "takings-back": "~",
    "draws": "+",
    "at-signs": "@",
    "semicolons": ";",
    "quotation-marks": '"',
    "backslashes": "\\",
    "brackets": "(",
    "square-brackets": "[",
    "braces": "{",
    "closing-braces": "}",
    "hyphens": "-",
    "hashes": "#",
    "percent-signs": "%",
    "game-lines": "%SGN 1 ",
    "hearts": "♥",
    "emoji": "😀",
}


def _line(unit: str) -> Recipe:
    return lambda n: played(unit * (100 * n // len(unit.encode())))


def _lines(unit: str) -> Recipe:
    return lambda n: played(wrapped(unit, 10 * n // len(unit.encode())))


def _number(template: str) -> Recipe:
    return lambda n: template.format("9" * 10 * n).encode()


_BULK: Final[dict[str, Recipe]] = {
    "nul-bytes": bytes,
    "nul-bytes-in-a-comment": lambda n: played("{" + "\0" * n + "}"),
    "marks-in-front": lambda n: ("\ufeff" * n + GOOD).encode(),
    "continuation-bytes-alone": lambda n: b"\x80\xbf" * n,
    "random-bytes": lambda n: noise(10 * n),
    "random-bytes-behind-a-game-line": lambda n: HEAD.encode() + noise(10 * n),
    "png": lambda n: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + noise(n),
    "elf": lambda n: b"\x7fELF\x02\x01\x01" + bytes(9) + noise(n),
    "pdf": lambda n: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n" + noise(n) + b"\n%%EOF\n",
    "version-behind-blanks": lambda n: b"%SGN" + b" " * 10 * n + b"1\n%SGN 1" + b"\t" * 10 * n + b"\n",
    "empty-lines": lambda n: b"\n" * 10 * n,
    "empty-lines-in-a-game": lambda n: played("\n" * 10 * n + "Kd"),
    "empty-lines-before-the-game": lambda n: b"\n" * 10 * n + GOOD.encode(),
    "empty-lines-with-cr": lambda n: played("\r\n" * 10 * n),
    "text-before-the-game": lambda n: b"x\n" * 10 * n + GOOD.encode(),
    "remark-of-1-mb": lambda n: played(";" + "x" * 10 * n),
    "comment-of-10-mb": lambda n: played("{" + "x" * 100 * n + "}"),
    "comment-of-10-mb-in-lines": lambda n: played("{" + wrapped("x", 100 * n) + "}"),
    "comment-of-escaped-braces": lambda n: played("{" + wrapped("\\}", 10 * n) + "}"),
    "comment-of-backslashes": lambda n: played(*("{" + wrapped("\\", n + odd) + "}" for odd in (0, 1))),
    "comment-never-closed": lambda n: played("{" + wrapped("x", 100 * n)),
    "tag-value-of-1-mb": lambda n: headed('[A "' + "x" * 10 * n + '"]'),
    "tag-name-of-100000-letters": lambda n: headed("[" + "x" * n + ' "y"]'),
    "annotation-of-1-mb": lambda n: played(f'@x-club("{"x" * 10 * n}")', f"@x-club({'x' * 10 * n})"),
    "annotation-name-of-100000-letters": lambda n: played(f"@{'x' * n}(1)", f"@{'x' * LONG}(1)"),
    "ruling-of-1-mb": lambda n: played(f'ruling B 2 "{"x" * 10 * n}"', f'ruling B 2 "{"x" * LONG}"'),
}

_LINED: Final[dict[str, Recipe]] = {
    "lines-of-one-blank": lambda n: played(" \n" * 10 * n),
    "lines-of-one-word": lambda n: played("a\n" * n),
    "remarks": lambda n: played(";\n" * n),
    "remarks-apart": lambda n: played("\n\n;" * n),
    "remarks-behind-blanks": lambda n: played(f"\n{'':100};x" * (n // 10)),
    "remark-that-never-comes": lambda n: played(f"\n{'':100}" * (n // 10) + "x"),
    "comment-never-closed-of-escaped-braces": lambda n: played("{" + wrapped("\\}", 10 * n)),
    "tag-value-over-lines": lambda n: headed('[A "' + "x\n" * n + '"]'),
    "tag-values-never-closed": lambda n: headed('[A "x]\n' * (n // 10)),
    "annotation-of-backslashes": lambda n: played('@x-club("' + wrapped("\\", n) + '")'),
    "annotations-never-closed": lambda n: played(
        *(f"{word}\n" * (n // 10) for word in ('@x("y', "@x(y", "@x"))
    ),
    "rulings-never-closed": lambda n: played('ruling B 2 "x\n' * (n // 10)),
}

_REPEATED: Final = {
    "actions-in-a-trick": "Kd ",
    "actions-without-blanks": "Kd",
    "tricks": "1. ",
    "tricks-with-a-card": "2. Kd Kc\n",
    "glyphs": "!? ",
    "glyphs-without-blanks": "!?",
    "glyphs-by-number": "$1 ",
    "checkpoints": "<0-21> ",
    "checkpoints-that-are-wrong": "<1-1> ",
    "annotations-on-clocks": "@clk(0:03:12) ",
    "annotations-with-text": '@x-club("x") ',
    "annotations-that-are-wrong": "@clk(x) ",
    "comments": "{} ",
    "remarks-with-text": "; remark\n",
    "variations": "(Kd) ",
    "variations-that-are-empty": "() ",
    "rulings": 'ruling B 2 "x" ',
    "resignations": "resign ",
    "results": "= = = ",
    "results-that-are-right": "= B 3\n",
    "actors": "A: ",
    "unknown-cards": "-- ",
    "hidden-cards": "## ",
    "draws": "+Jc ",
    "draws-unknown": "+-- ",
    "taken-back": "~9c ",
    "irregular": "Kd^ ",
    "irregular-many-times": "^",
    "marriages-without-a-suit": "20 ",
    "strings": '"x" ',
    "strings-never-closed": '"x\n',
    "words-by-chance": chatter(_WORDS, 3000) + " ",
    "letters-by-chance": chatter([chr(code) for code in range(32, 127)], 3000).replace(" ", "") + " ",
}


def _repeated(unit: str) -> Recipe:
    return lambda n: played(wrapped(unit, n * 3 // max(3, len(unit))))


_COUNTS: Final[dict[str, Recipe]] = {
    **{f"{name}-by-the-thousand": _repeated(unit) for name, unit in _REPEATED.items()},
    "deals-100000": lambda n: tagged("deal 1 dealer B\n" * n),
    "game-lines-100000": lambda n: HEAD.encode() * n,
    "games-with-nothing-but-a-fault": lambda n: headed("x") * (n // 5),
    "games-with-a-comment-never-closed": lambda n: headed("{") * (n // 5),
    "tags-of-one-name": lambda n: headed('[A "x"]\n' * n),
    "tags-of-100000-names": lambda n: headed("".join(f'[x{number} "y"]\n' for number in range(n))),
    "tags-without-values": lambda n: headed("[A]\n" * n),
    "cards-in-a-hand": lambda n: dealt("A: " + wrapped("Kd ", n)),
    "unknown-cards-in-a-hand": lambda n: dealt("A: " + wrapped("-- ", n)),
    "unknown-cards-in-the-talon": lambda n: dealt("talon: " + wrapped("-- ## ", n)),
    "hands": lambda n: dealt(wrapped("A: Kd ", n)),
    "hands-that-are-empty": lambda n: dealt(wrapped("A: ", n)),
    "talons": lambda n: dealt(wrapped("talon: Kd ", n)),
    "heads": lambda n: tagged(wrapped("deal ", n)),
    "heads-that-go-on": lambda n: tagged("deal 1 dealer B " + wrapped("trump Qd ", n)),
}

_FAULTS: Final = (
    *'(Kd x|(x|(Kd|( |{|@x(|x|]|)|= B|deal|A: x|ruling|[|"|<1|~|(2. x|(Kd (Kd x'.split("|"),
    *"(Kd = x|+x|^|talon: x|(Kd)x|{}x|(Kd\n[|(Kd\ndeal 2|){|2. x".split("|"),
)
_TAILS: Final = {
    "words": "x ",
    "lines-of-words": "x\n",
    "closing-braces": "} ",
    "closing-brackets": ") ",
    "opening-brackets": "(",
    "square-brackets": "]\n",
    "cards": "Kd ",
    "empty-lines": "\n",
    "tricks": "2. ",
    "comments": "{} ",
    "results": "= ",
    "glyphs": "!",
}


def _tailed(tail: str) -> Recipe:
    return lambda n: played(*(f"{fault} {wrapped(tail, n // 100)}" for fault in _FAULTS))


_SAID: Final = {
    "announcements": "20h ",
    "exchanges": "exchange ",
    "closes": "close ",
    "claims": "out ",
    "cards": "Kd ",
    "unknown-cards": "-- ",
    "draws": "+-- ",
    "tricks": "2. ",
    "tricks-with-unknown-cards": "2. -- -- ",
    "variations": "(-- --) ",
    "checkpoints": "<0-0> ",
}


def _varied(unit: str) -> dict[str, Recipe]:
    """A unit in a variation, in one of a deal without recorded cards, and there without a variation."""
    return {
        "in-a-variation": lambda n: played(f"({wrapped(unit, n)})"),
        "behind-a-card-of-a-variation": lambda n: played(f"(Kc {wrapped(unit, n)})"),
        "in-a-variation-of-unknown-cards": lambda n: guessed(f"(-- {wrapped(unit, n)})"),
        "behind-unknown-cards": lambda n: guessed(wrapped(unit, n), f"-- {wrapped(unit, n)}"),
    }


NEAR_MISSES: Final = {
    "HALF": ("A: K-- -x", "1. Ks| -", "1. Ks|Q "),
    "UNSURE": ("1. K% s%", "A: Ks%% "),
    "GAME": ("%SGN", "%SGN 1", "%"),
    "TAG_NAME": ('[x x "x"]', "[1", "[-"),
    "TAG_VALUE": ('[A "\\\\x"y]', '[A "\\x"]'),
    "STRING": ('ruling B 2 "\\\\x"y', 'ruling B 2 "\\x" '),
    "DEAL": ("deal_", "dealdeal", "Deal "),
    "MIDDEAL": (
        *("deal 1 positions", "deal 1 {x} @x(1) {", "deal 1 \n "),
        f"deal 1 trump h {';' * 60}",
        f"deal 1 {'{}' * 60}",
    ),
    "POSITION": ("position_", "positio "),
    "WON": ("won ", "won A", "won E: ", "played "),
    "_LEAD": ("deal 1 position leads A ", "deal 1 position lead"),
    "_TRICKS": ("deal 1 position lead A trick 1-1 ", "deal 1 position lead A tricks"),
    "_PENDING": ("deal 1 position lead A pendin 1-1 ", "deal 1 position lead A pending"),
    "_CLOSED": ("deal 1 position lead A closedB ", "deal 1 position lead A closed"),
    "_DEALER": ("deal 1 dealers ", "deal 1 dealer"),
    "_TRUMP": ("deal 1 dealer B trumps ", "deal 1 dealer B trump"),
    "TALON": ("talon ", "stock", "talon::"),
    "DEALT": ("dealt A", "dealt E:", "dealtA:"),
    "DEALT_TALON": ("dealt talon", "dealt stok:", "dealttalon:"),
    "_BY": ("= B 1 bye ", "= B 1 by"),
    "_SCORE": ("= B 1 scores ", "= B 1 score"),
    "_PAYS": ("= pay ", "= paysx ", "= pays pays "),
    "_DRAW": ("= draws ", "= draw draw "),
    "EXCHANGE": ("exchange_", "exchang "),
    "CLOSE": ("close-", "closed "),
    "RESIGN": ("resign1", "resig "),
    "RULING": ("rulings ", "ruling", "ruling B "),
    "EQUALS": ("==", "= "),
    "OUT": ("out-", "ou "),
    "REASON": ("= B 1 by false- ", "= B 1 by last-trick-"),
    "SEAT": ("= A1 ", "AB"),
    "SEATS": ("= ACx ", "= CA 1 ", "AC: ", "= ABCDEFA "),
    "OPENING": ("0", "0..", "00.", "0. 0."),
    "BAR": ("|", "||", "A: Ks || "),
    "TRUMP": ("0. trumps ", "0. trump", "0. trump trump "),
    "NO_TRUMP": ("0. trump non ", "0. trump nones "),
    "CALL": ("0. call ", "0. calls ", "0. call h "),
    "TURNED": ("0. trump 7h ", "0. call 7h ", "0. call 10"),
    "PASS": ("0. passs ", "0. pas", "pass "),
    "BID": ("0. bid", "0. bid bid bid", "bid gang "),
    "CONTRACT": ("0. bid g ", "0. bid gang-", "0. bid -gang ", "0. pass = A 1 by g "),
    "DOUBLE": ("0. double_", "0. doubl "),
    "DISCARD": ("0. discard ", "0. discard -", "0. discard Ks%"),
    "BACK_SAID": ("0. ~pas ", "0. ~bid", "0. ~bid g-", "0. ~trump ", "0. ~discard Ks "),
    "FACE_DOWN": ("[Ks", "[Ks]]", "[-]", "[10]", "~[Ks]"),
    "OWNER": ("A:A", "E:"),
    "CARD": ("10", "10hh", "A♠♠", "1"),
    "SUIT": ("deal 1 dealer B trump hh ", "h"),
    "UNKNOWN": ("-", "#", "---", "-#"),
    "BACK": ("~", "~~9c", "~10", "~-", "~20", "~closed"),
    "DRAWN": ("+", "++Jc", "+10", "+-"),
    "MARRIAGE": ("4", "40", "20hh", "2 "),
    "NUMBER": ("1", "12345", "1.1"),
    "TRICK": ("1", "12345.", ".", "1.."),
    "SCORE": ("= B 1 score 0-", "0-0-0-0-", "0-0-0-0-0 "),
    "STAKES": ("= pays -", "= pays 1 -1", "= pays 1 1 1 1 1", "score -1 -"),
    "TOTALS": ("(0-", "(0-0-0-0-", "(0-0"),
    "CHECKPOINT": ("<0-", "<0-0-0-0-", "<0-0"),
    "IRREGULAR": ("^^", "Kd^^"),
    "GLYPH": ("!?!?!?", "$", "$1$", "!!! "),
    "LPAR": ("((", "( "),
    "RPAR": ("))", ") "),
    "COMMENT": ("{", "{\\}", "{{", "}"),
    "ANNOTATION": ("@", "@x", "@x(", '@x("', "@x(1", '@x("\\x")', "@x()("),
    "REMARK": (" ;", ";;\n"),
    "LINE_REMARK": ("\n ", "\n\n", " \n;", "\n\t\n"),
    "WHITE": (" ", "\n", "\t ", "\u00a0"),
    "LSQB": ("[", "[[ "),
    "RSQB": ("]", "] ]"),
    "STAR": ("*", "= ** "),
}
"""Near misses of the grammar's terminals, by name."""


def _near_misses(units: tuple[str, ...]) -> Recipe:
    return lambda n: b"".join(
        place(wrapped(unit, n // len(units) // 2)) for unit in units for place in (dealt, played)
    )


def _fixed(inputs: Mapping[str, bytes]) -> dict[str, Recipe]:
    return {name: lambda _, data=data: data for name, data in inputs.items()}  # type: ignore[misc]


BULKY: Final[dict[str, Recipe]] = {
    **{f"line-of-{name}": _line(unit) for name, unit in _LINES.items()},
    **{f"{place}-of-a-million-digits": _number(template) for place, template in _NUMBERED.items()},
    **_BULK,
}
"""SGN inputs that at large sizes have many bytes and few words."""

GROWING: Final[dict[str, Recipe]] = {
    **BULKY,
    **{f"lines-of-{name}": _lines(unit) for name, unit in _LINES.items()},
    **_LINED,
    **{name: make for pair, ends in _PAIRS.items() for name, make in _nesting(pair, *ends).items()},
    **_COUNTS,
    **{f"{name}-{place}": make for name, unit in _SAID.items() for place, make in _varied(unit).items()},
    **{f"faults-before-{name}": _tailed(tail) for name, tail in _TAILS.items()},
    **{f"nearly-{name.strip('_')}": _near_misses(units) for name, units in NEAR_MISSES.items()},
}
"""SGN inputs that grow with the size."""

INPUTS: Final[dict[str, Recipe]] = {**_fixed(_BYTES | CHARACTERS | _NUMBERS | _TAGS | _SENSELESS), **GROWING}
"""SGN inputs."""


def shaped(**parts: object) -> bytes:
    """A game of JSON."""
    return json.dumps({"sgn": 1, **parts}).encode()


def shaped_deal(**parts: object) -> bytes:
    """A game of JSON with one deal."""
    return shaped(deals=[{"number": 1, "dealer": "B"} | parts])


def noted(*notes: object) -> bytes:
    """A game of JSON with notes."""
    return shaped(notes=list(notes))


def _raw(text: str, key: str = "notes") -> bytes:
    """A JSON game with a raw text in place of a value."""
    return f'{{"sgn": 1, "{key}": {text}}}'.encode("utf-8", "surrogatepass")


def _deep(opening: str, inner: str, closing: str, key: str = "notes", place: str = "%s") -> bytes:
    """JSON games, nested more and more deeply beyond any reader's limit."""
    depths = (1, 2, 5, *range(10, 200, 5), *range(200, 1000, 10))
    return b"\n".join(_raw(place % (opening * depth + inner + closing * depth), key) for depth in depths)


_NO_JSON: Final = (
    *'|{|}|[|"|"sgn"|sgn|nul|01|1.|.1|+1|0x1|1e|- 1|{\'sgn\': 1}|{"sgn": 1,}|{"sgn" 1}'.split("|"),
    *'{"sgn": 1 "x"}|{"sgn": 1}}|{sgn: 1}|{"sgn": 1} // remark|{"sgn": NaN}|{"sgn": -Infinity}'.split("|"),
    *'"\\x"|"\\u12"|"\t"|"\0"|"\x7f\x9b\u202e|\ufeff\ufeff{}|\u00a0{}'.split("|"),
)
_NO_GAME: Final = (
    *'null|true|1|1.5|"x"|[]|[[]]|{}|{"sgn": 1.0}|{"sgn": true}|{"sgn": "1"}|{"sgn": 1e0}'.split("|"),
    *'{"sgn": -0}|{"sgn": 1e999}|{"sgn": null}|{"sgn": [1]}|{"": 1}|{"sgn": 1, "tags": []}'.split("|"),
    *'{"sgn": 1, "tags": {"A": null}}|{"sgn": 1, "deals": {}}|{"sgn": 1, "deals": [1]}'.split("|"),
    '{"sgn": 1, "notes": [null]}',
)
_PLACES: Final[tuple[object, ...]] = (
    *(None, True, -1, 1, 0.0, 1.5, 10**100, "x", "x" * 100_000, "\x1b\u202e", [], [[]] * 1000, {}, {"a": 1}),
)
_NUMBERS_OF_JSON: Final = (*"1e999 -1e999 1e-999 1e99999999999 -0 1.0 10000 -1 true".split(), "9" * 4000)
_RESULTS_OF_JSON: Final[tuple[object, ...]] = (
    *({}, [], None, {"finished": 0}, {"winner": "A", "game_points": 9999}, {"winner": "D", "game_points": 1}),
    *({"finished": False, "score": {"B": 1}}, {"finished": False, "card_points": dict.fromkeys("ABCD", 1)}),
    {"winner": None, "game_points": 0, "reason": "x\n%SGN 1", "score": {}},
    {"winner": "A", "game_points": 1, "reason": "\u202e", "score": {"A": 1, "B": 10000}},
)
_CONTROLS: Final = _C0 + _C1 + _BIDI + _BREAKS + _INVISIBLE
_SURROGATES: Final = (b"\\ud800", b"\\udfff", b"\\udc00\\ud800", b"\\ud800x")

_SHAPES: Final = {
    **{f"json-no-json-{number}": text.encode() for number, text in enumerate(_NO_JSON)},
    "json-no-game": "\n".join(_NO_GAME).encode(),
    "json-mark": b"\xef\xbb\xbf" + shaped(),
    "json-mark-alone": b"\xef\xbb\xbf",
    "json-mark-before-bad-bytes": b"\xef\xbb\xbf" + shaped() + b"\xff",
    "json-utf-16": shaped().decode().encode("utf-16"),
    "json-latin-1": shaped(tags={"A": "x"}).replace(b"x", b"\xfc"),
    "json-sgn-instead": GOOD.encode(),
    "json-surrogates-in-bytes": _raw('"\ud800"'),
    **{
        f"json-surrogates-in-{part}": b"\n".join(game.replace(b"?", pair) for pair in _SURROGATES)
        for part, game in (
            ("tags", shaped(tags={"A": "?"})),
            ("names", shaped(tags={"?": "x"})),
            ("keys", _raw('1, "?": 1')),
            ("notes", noted({"after": "?", "comment": "?"})),
        )
    },
    "json-deep-notes": _deep("[", "", "]"),
    "json-deep-places-of-notes": _deep("[", "", "]", place='[{"comment": "x", "after": %s}]'),
    "json-deep-objects-as-places": _deep('{"a":', "1", "}", place='[{"comment": "x", "after": %s}]'),
    "json-deep-comments": _deep("[", "", "]", place='[{"comment": %s}]'),
    "json-deep-checkpoints": _deep('{"A":', "1", "}", place='[{"checkpoint": %s}]'),
    "json-notes-in-notes": _deep('[{"notes":', "[]", "}]"),
    "json-variations-in-notes": _deep('[{"variation":', "[]", "}]"),
    "json-deep-variations": _deep(
        '[{"after": 1, "variation": {"tricks": [{"actions": ["Ks"], "notes": ',
        "[]",
        "}]}}]",
        "deals",
        '[{"number": 1, "dealer": "A", "tricks": [{"number": 1, "actions": ["Ks"], "notes": %s}]}]',
    ),
    "json-deep-unknown-keys": _deep('{"a":', "1", "}", "more"),
    "json-deep-tags": _deep('{"A":', '"x"', "}", "tags"),
    "json-deep-deals": _deep('[{"deals":', "[]", "}]", "deals"),
    "json-deep-finished": _deep(
        "[", "", "]", "deals", '[{"number": 1, "dealer": "A", "result": {"finished": %s}}]'
    ),
    "json-number-of-5000-digits": b'{"sgn": ' + b"1" * 5000 + b"}",
    "json-numbers": "\n".join(
        f'{{"sgn": 1, "deals": [{{"number": {n}}}]}}' for n in _NUMBERS_OF_JSON
    ).encode(),
    "json-keys-of-controls": b"\n".join(shaped(**{f"x{c}y": 1}) for c in _CONTROLS),
    "json-keys-of-python": shaped(__class__=1, __proto__=1, _schema=1, context=1, self=1),
    "json-nul-escapes": b"\n".join((shaped(tags={"A\0": "\0"}), noted({"after": "game", "comment": "\0"}))),
    "json-controls-in-tags": b"\n".join(shaped(tags={"A": f"x{c}y"}) for c in _CONTROLS),
    "json-controls-in-comments": b"\n".join(noted({"after": "game", "comment": f"x{c}y"}) for c in _CONTROLS),
    "json-game-line-in-a-comment": noted({"after": "game", "comment": "\n%SGN 1\n"}),
    "json-game-line-in-tags": shaped(tags={"A": "%SGN 1", "%SGN 1": "x", 'A"]\n[B "': "x"}),
    "json-comment-of-braces": noted({"after": "game", "comment": "}\\" * 2000}),
    "json-string-of-quotation-marks": shaped(tags={"A": '"' * 1000, "B": "\\" * 1000}),
    "json-actions-of-every-kind": b"\n".join(
        shaped_deal(tricks=[{"number": 1, "actions": [word]}])
        for word in (*_WORDS, "", "Kd Kc", "Kd\n%SGN 1", "\0", "Kd{", "\ud800", "Kd\u202e", "x" * 100_000)
    ),
    "json-notes-in-odd-places": b"\n".join(noted({"after": place, "comment": "x"}) for place in _PLACES),
    "json-hands-that-are-not-there": b"\n".join(
        shaped_deal(hands={seat: ["Kd"]}) for seat in ("E", "", "a", "А", "A:", "\u202e", "C")
    ),
    "json-results-of-rubbish": b"\n".join(shaped_deal(result=result) for result in _RESULTS_OF_JSON),
}

GROWING_JSON: Final[dict[str, Recipe]] = {
    "json-blanks": lambda n: b" \n" * 10 * n,
    "json-random-bytes": lambda n: noise(10 * n),
    "json-arrays": lambda n: b"[" * n + b"]" * n,
    "json-arrays-never-closed": lambda n: b"[" * n,
    "json-objects": lambda n: b'{"a":' * n + b"1" + b"}" * n,
    "json-objects-never-closed": lambda n: b'{"a":' * n,
    "json-arrays-in-notes": lambda n: _raw("[" * n + "]" * n),
    "json-number-of-a-million-digits": lambda n: _raw("1" * 10 * n),
    "json-fraction-of-a-million-digits": lambda n: _raw("0." + "1" * 10 * n),
    "json-keys-twice": lambda n: b'{"sgn": 1' + b', "sgn": 1' * n + b"}",
    "json-keys-twice-that-are-long": lambda n: b'{"%b": 1, "%b": 1}' % (b"x" * 10 * n, b"x" * 10 * n),
    "json-keys-unknown": lambda n: shaped(**{f"k{number}": number for number in range(n)}),
    "json-key-of-1-mb": lambda n: shaped(**{"x" * 10 * n: 1}),
    "json-string-of-10-mb": lambda n: shaped(tags={"A": "x" * 100 * n}),
    "json-string-of-escapes": lambda n: b'{"sgn": 1, "tags": {"A": "' + b"\\u0041" * 10 * n + b'"}}',
    "json-string-never-closed": lambda n: b'{"sgn": 1, "tags": {"A": "' + b"x" * 100 * n,
    "json-string-of-backslashes": lambda n: b'{"sgn": "' + b"\\" * (10 * n + 1),
    "json-comment-of-1-mb": lambda n: noted({"after": "game", "comment": "x" * 10 * n}),
    "json-comment-of-bidi": lambda n: noted({"after": "game", "comment": "\u202e" * n}),
    "json-tags-100000": lambda n: shaped(tags={f"x{number}": "y" for number in range(n)}),
    "json-deals-100000": lambda n: shaped(deals=[{"number": 1, "dealer": "B"}] * n),
    "json-deals-that-are-wrong": lambda n: shaped(deals=[1] * n),
    "json-actions-100000": lambda n: shaped_deal(tricks=[{"number": 1, "actions": ["Kd"] * n}]),
    "json-actions-that-are-wrong": lambda n: shaped_deal(tricks=[{"number": 1, "actions": ["x"] * n}]),
    "json-actions-that-are-long": lambda n: shaped_deal(
        tricks=[{"number": 1, "actions": ["Kd " * n, "(" * n]}]
    ),
    "json-cards-100000": lambda n: shaped_deal(hands={"A": ["Kd"] * n}, talon=["Kd"] * n),
    "json-tricks-100000": lambda n: shaped_deal(tricks=[{"number": 1, "actions": []}] * n),
    "json-notes-100000": lambda n: noted(*[{"after": "game", "comment": "x"}] * n),
    "json-notes-that-are-wrong": lambda n: noted(*[{"after": 1}] * n),
    "json-games-20000": lambda n: (shaped() + b"\n") * (n // 5),
    "json-games-on-one-line": lambda n: (shaped() + b" ") * n,
    "json-games-that-are-none": lambda n: b"0\n" * (n // 5),
}
"""JSON inputs that grow with the size."""

JSON_INPUTS: Final[dict[str, Recipe]] = {**_fixed(_SHAPES), **GROWING_JSON}
"""JSON inputs."""

FILE_NAMES: Final = {
    "terminal-sequence": b"\x1b[31mred.sgn",
    "controls": b"a\x07\x08\x7f\tb.sgn",
    "line-end": b"a\nforged: game 1: right.sgn",
    "carriage-return": b"a\rb.sgn",
    "c1-controls": "a\x9b31m\x85.sgn".encode(),
    "bidi": "a\u202engs.sgn".encode(),
    "zero-width": "a\u200b\u2028.sgn".encode(),
    "not-utf-8": b"a\xff\xfe.sgn",
    "lone-surrogate": b"a\xed\xa0\x80.sgn",
    "quotation-marks": b"a\"'\\.sgn",
    "markup": b"[red]a[bold].sgn",
    "braces": b"{0} %s %n $x.sgn",
    "at-its-bound": b"x" * 251 + b".sgn",
    "suffix-alone": b".sgn",
}
"""Possible file names."""
