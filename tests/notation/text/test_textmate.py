"""The grammar for colours against the grammar of SGN: every word of the one has its scope in the other."""

import json
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from grammar import GRAMMAR
from notation.text.letters import in_english
from notation.text.source import cut
from tests.support.corpus import ROOT, SAMPLES, VECTORS
from tests.support.each import for_each

COLOURS = json.loads((ROOT / "viewer/editor/sgn.tmLanguage.json").read_text("utf-8"))
FILES = SAMPLES + VECTORS

WITHIN = {
    "GAME": "meta.game.sgn",
    "COMMENT": "comment.block.sgn",
    "ANNOTATION": "meta.annotation.sgn",
    "REMARK": "comment.line.semicolon.sgn",
    "LINE_REMARK": "comment.line.semicolon.sgn",
}
"""Terminals that are entirely in one scope, with other scopes inside."""
SCOPES = WITHIN | {
    "LSQB": "punctuation.definition.tag.begin.sgn",
    "RSQB": "punctuation.definition.tag.end.sgn",
    "TAG_NAME": "entity.name.tag.sgn",
    "TAG_VALUE": "string.quoted.double.sgn",
    "STRING": "string.quoted.double.sgn",
    "DEAL": "keyword.control.deal.sgn",
    "POSITION": "keyword.control.position.sgn",
    "_LEAD": "keyword.other.position.sgn",
    "_TRICKS": "keyword.other.position.sgn",
    "_PENDING": "keyword.other.position.sgn",
    "_CLOSED": "keyword.other.position.sgn",
    "WON": "keyword.other.won.sgn",
    "_DEALER": "keyword.other.dealer.sgn",
    "_TRUMP": "keyword.other.trump.sgn",
    "TALON": "keyword.other.talon.sgn",
    "DEALT": "keyword.other.dealt.sgn",
    "DEALT_TALON": "keyword.other.dealt.sgn",
    "OWNER": "variable.language.owner.sgn",
    "SEAT": "variable.language.seat.sgn",
    "SEATS": "variable.language.seat.sgn",
    "NUMBER": "constant.numeric.sgn",
    "SUIT": "constant.other.suit.sgn",
    "CARD": "constant.other.card.sgn",
    "TURNED": "constant.other.card.sgn",
    "UNKNOWN": "constant.other.card.unknown.sgn",
    "HALF": "constant.other.card.half.sgn",
    "UNSURE": "constant.other.card.unsure.sgn",
    "BACK": "constant.other.card.withdrawn.sgn",
    "BACK_SAID": "constant.other.card.withdrawn.sgn",
    "FACE_DOWN": "constant.other.card.facedown.sgn",
    "DRAWN": "constant.other.card.drawn.sgn",
    "BAR": "punctuation.separator.packet.sgn",
    "OPENING": "entity.name.section.trick.sgn",
    "TRUMP": "keyword.other.trump.sgn",
    "NO_TRUMP": "constant.language.none.sgn",
    "CALL": "support.function.action.sgn",
    "PASS": "support.function.action.sgn",
    "BID": "support.function.action.sgn",
    "CONTRACT": "constant.language.reason.sgn",
    "DOUBLE": "support.function.action.sgn",
    "DISCARD": "support.function.action.sgn",
    "TRICK": "entity.name.section.trick.sgn",
    "MARRIAGE": "support.function.marriage.sgn",
    "EXCHANGE": "support.function.action.sgn",
    "CLOSE": "support.function.action.sgn",
    "OUT": "support.function.action.sgn",
    "RESIGN": "support.function.action.sgn",
    "IRREGULAR": "keyword.operator.irregular.sgn",
    "GLYPH": "keyword.operator.glyph.sgn",
    "CHECKPOINT": "constant.numeric.checkpoint.sgn",
    "LPAR": "punctuation.section.variation.begin.sgn",
    "RPAR": "punctuation.section.variation.end.sgn",
    "RULING": "keyword.control.ruling.sgn",
    "EQUALS": "keyword.operator.result.sgn",
    "STAR": "constant.language.unfinished.sgn",
    "_DRAW": "constant.language.draw.sgn",
    "_BY": "keyword.other.result.sgn",
    "_SCORE": "keyword.other.result.sgn",
    "_PAYS": "keyword.other.result.sgn",
    "REASON": "constant.language.reason.sgn",
    "TOTALS": "constant.numeric.points.sgn",
    "SCORE": "constant.numeric.score.sgn",
    "STAKES": "constant.numeric.score.sgn",
}
"""The scope of every terminal of the grammar."""
COLOURLESS = {"WHITE", "UNREAD"}
"""What is skipped, and what the reader alone puts in."""

EVERYTHING = """%SGN 1
{a \\} comment
over two lines; with [things] 20 in it}
; a remark {with a brace
[Event "a \\"name\\" {x} ; y"] {why} @x-y("a ) b") [Rules
"santase"] ; more
deal 20 dealer A trump A ; acorns
A: 10h X♥ T♥\ufe0f --##
deal 40 dealer
 B trump
 10h {x}
A: Ks Oa Ob Ul XC -- B: K♠ ##
stock: 9h
deal 3 dealer C trump d 1. As!! Td?! $14 <0-21> (1. Kc^ (Qc) 20 Kh = * (1-2) ) 20. 20 Kh
4. A: ~9c ~-- ~40d ~close ~out 9s^ +Jc^ +--
B:40d^ exchange close out^ resign^ @clk(0:01:02)@at(2026-11-20T21:04:11Z)
ruling A 20 "a {reason} \\" = ; 1." ; a remark = B
ruling B 3
= B 20
 by out (0-69)
 score 0-3 {x} deal 5 dealer D 1. Ks (As = draw by last-trick) deal 6 dealer D = draw
deal 7 dealer D
= * score 1-2-3
deal 8 trump
 h {x} position lead A <1-2> tricks
 2-1 pending 20-0 closed B <3-4> tricks 1-1 score 3-6 won A: Ks -- {x} played: 9h B: Td 4. Ks
deal 13 dealer A trump Kd 1. Ks = B 1 dealt B: Kd -- {x} dealt stock: 9h Kd dealt A: Ks
deal 9 dealer A trump Kd position lead B closed A won B: Ks = *
deal 10 dealer C trump h 1. Ks ruling BD 2 = AC 1 by out (66-3) score 2-0
deal 11 dealer C trump Kh = pays 2 -1 -1 score -12 6	6
deal 14 dealer E trump h E: Ks F: -- -h 10- Ks|10♥ K♥% 1. F: Ks% -♥^ = F 1 (1-2-3-4-5-6) score 1 -2 3 -4 5 -3
deal 15 dealer A A: Ks Qs | K♥ -- widow: Ts 0. trump
 h (0. trump Qh^ {x} pass (bid
 gang B: pass 1. [K♥] [--]) ) trump none call 10h ~trump h ~call Ts ~bid gang ~pass ~double bid
 my-own; x
 double discard Jh -- ! out 20h 1. [Ks] Qs = BC 9 by my-own-failed (1-2-3)
deal 16 dealer A 0. trump T♥ bid out = A 1 by gang dealt A: Ks | Qs dealt widow: 9h
deal 12 trump h position lead A <1-2-3> score 3 -1 -2 A: Ks
"""
"""Every terminal, in places where lines and brackets do not help."""


class OpenRule(NamedTuple):
    """A rule that is open: how it ends, the scopes of its inside, and what it holds."""

    end: str | None
    scopes: tuple[str, ...]
    rule: dict[str, Any]
    outside: tuple[str, ...] = ()


@cache
def lark() -> Lark:
    return Lark(GRAMMAR, start="game", parser="lalr")


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def flat(patterns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rules that some patterns come to, in order."""
    rules: list[dict[str, Any]] = []
    for pattern in patterns:
        if "include" in pattern:
            rules += flat([COLOURS["repository"][pattern["include"].removeprefix("#")]])
        elif "match" in pattern or "begin" in pattern:
            rules.append(pattern)
        else:
            rules += flat(pattern["patterns"])
    return rules


def named(scopes: tuple[str, ...], name: str | None) -> tuple[str, ...]:
    return (*scopes, name) if name else scopes


def scopes_of(text: str) -> list[tuple[str, ...]]:
    """The scopes of every character by TextMate's rules: line by line, leftmost first, ends before all."""
    found: list[tuple[str, ...]] = []
    stack = [OpenRule(None, ("source.sgn",), COLOURS)]
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        shown = line.removesuffix("\n").removesuffix("\r") + "\n"
        colours: list[tuple[str, ...]] = [("source.sgn",)] * len(line)
        paint_line(shown, stack, colours)
        found += colours
    return found


def paint_line(line: str, stack: list[OpenRule], colours: list[tuple[str, ...]]) -> None:
    at = 0

    def paint(start: int, end: int, scopes: tuple[str, ...]) -> None:
        for place in range(start, min(end, len(colours))):
            colours[place] = scopes

    def paint_match(match: re.Match[str], scopes: tuple[str, ...], captures: dict[str, Any]) -> None:
        paint(*match.span(), scopes)
        for number, capture in sorted((int(key), value) for key, value in captures.items()):
            if match[number] is not None:
                paint(*match.span(number), (*scopes, capture["name"]))

    for _ in range(4 * len(line) + 40):
        frame = stack[-1]
        best: tuple[int, re.Match[str], dict[str, Any] | None] | None = None
        if frame.end is not None and (match := compiled(frame.end).search(line, at)):
            best = (match.start(), match, None)
        for rule in flat(frame.rule.get("patterns", [])):
            match = compiled(rule.get("match") or rule["begin"]).search(line, at)
            if match and (best is None or match.start() < best[0]):
                best = (match.start(), match, rule)
        if best is None:
            paint(at, len(line), frame.scopes)
            return
        start, match, chosen = best
        paint(at, start, frame.scopes)
        at = match.end()
        if chosen is None:
            paint_match(match, frame.scopes, frame.rule.get("endCaptures", {}))
            stack.pop()
            continue
        assert match.end() > match.start(), "a rule that matches nothing"
        scopes = named(frame.scopes, chosen.get("name"))
        if "match" in chosen:
            paint_match(match, scopes, chosen.get("captures", {}))
        else:
            paint_match(match, scopes, chosen.get("beginCaptures", {}))
            stack.append(OpenRule(chosen["end"], scopes, chosen))
    raise AssertionError("no end of it")


def tokens_of(text: str) -> list[Token]:
    """The words of a game as the grammar tells them, up to the first fault."""
    cursor = lark().parse_interactive(text)
    found: list[Token] = []
    with suppress(UnexpectedInput):
        found.extend(cursor.iter_parse())
    return found


def check(text: str) -> set[str]:
    """Every word of a text has its scope; which kinds of words there were."""
    tokens = tokens_of(in_english(text))
    colours = scopes_of(text)
    for token in tokens:
        expected, start = SCOPES[token.type], token.start_pos or 0
        for place, character in enumerate(token, start):
            scopes = colours[place]
            known = scopes[-1] == expected or (token.type in WITHIN and expected in scopes)
            assert known or character in " \t\r\n", (token.type, str(token), text[:place][-30:], scopes)
    return {token.type for token in tokens}


def test_every_terminal_has_a_scope() -> None:
    assert {terminal.name for terminal in lark().terminals} | COLOURLESS == SCOPES.keys() | COLOURLESS
    assert not SCOPES.keys() & COLOURLESS


def test_every_terminal_is_painted_wherever_it_stands() -> None:
    lark().parse(EVERYTHING)
    assert check(EVERYTHING) == SCOPES.keys()


@for_each(FILES, one_in=10)
def test_every_word_of_a_file_has_its_scope(path: Path) -> None:
    for source in cut(path.read_bytes()):
        if source.number:
            check(source.text)
            check(source.text.replace("\r", "").replace("\n", "\r\n"))


def test_a_game_line_ends_whatever_stands_open() -> None:
    for opened in (
        "{ a comment",
        '[Event "x"',
        "deal 1 dealer",
        "deal 1 dealer B trump",
        "= B",
        "ruling A",
        "1. As (",
    ):
        text = f'%SGN 1\n{opened}\n%SGN 1\n[A "x"]\n'
        colours = scopes_of(text)
        second = text.index("%SGN", 5)
        assert colours[second] == ("source.sgn", "meta.game.sgn", "keyword.control.directive.sgn"), opened
        assert colours[text.index('"x"]')][-1] == "string.quoted.double.sgn", opened


def test_what_is_no_word_has_no_colour() -> None:
    text = "%SGN 2\n%SGN 1\nmisdeal dealt outs Ksx 12345 6h talons ab:\n"
    colours = scopes_of(text)
    assert colours[0] == ("source.sgn", "invalid.illegal.version.sgn")
    assert set(colours[text.index("misdeal") : -1]) == {("source.sgn",)}


def test_every_rule_is_reached() -> None:
    included = set(re.findall(r'"include": "#(\w+)"', json.dumps(COLOURS)))
    assert included == COLOURS["repository"].keys()
    scopes = set(re.findall(r'"name": "([a-z.]+\.sgn)"', json.dumps(COLOURS)))
    seen = {scope for colours in scopes_of("%SGN 2\n" + EVERYTHING) for scope in colours}
    assert scopes <= seen | {"source.sgn"}, scopes - seen
