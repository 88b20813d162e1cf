"""Cards in own letters, and records laid out in another way: the same record comes back from them."""

import json
import random
import re
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from notation import digest, read, write
from notation.judge import Judgement, judge, judge_text
from notation.text import ALPHABETS, Game, LineLayout, WritingStyle, format_file
from notation.text.letters import alphabet_of, in_english
from notation.text.parsing import parse_game
from notation.wire import dump, load
from tests.support.commands import run
from tests.support.corpus import SAMPLES, VECTORS
from tests.support.games import random_record, valid_spec
from tests.support.layouts import relaid
from tests.support.naming import case
from tests.support.rulings import DEAL, HEAD
from tests.support.sizes import Size
from viewer.editor.completion import complete
from viewer.editor.diagnostics import diagnostics
from viewer.editor.hovers import hover
from viewer.editor.layout import edits
from viewer.editor.navigation import dealt_at
from viewer.editor.review import Review

RECORDS: Final = Size("LETTERED", 4_000).share(50)
"""Random matches that are written in every set of letters and every layout."""
FILES: Final = [path for path in (*SAMPLES, *VECTORS) if path.suffix == ".sgn"]
SMALL: Final = 3_000
"""Bytes of a file that is read in every style on every change."""
STYLES: Final = [
    WritingStyle(alphabet, layout) for alphabet, layout in product((None, *ALPHABETS.values()), LineLayout)
]
ENGLISH: Final = f"""{HEAD}[A "Anna"]
[B "Bert"]

{DEAL}1. As ~Qc Td! <0-21> {{Dh, As, Fp}} @best(Qc) @incident(exposed A Qh)
2. exchange 40d close Kd (Qd Ah) Kc
3. out
= B 3 by out (0-69) score 0-3
"""
OWN: Final = {
    "de": (
        "trump Dd\nA: Ks As Dh Kh Ah Kc\nB: 10s 9d Kd 10d 9c Dc\n"
        "talon: 9h 10c Ds Ad 10h Bc 9s Bd Ac Bs Bh Dd\n"
        "1. As ~Dc 10d! <0-21> {Dh, As, Fp} @best(Dc) @incident(exposed A Dh)\n"
        "2. exchange 40d close Kd (Dd Ah) Kc\n3. out\n= B 3 by out (0-69) score 0-3\n"
    ),
    "deutsch": (
        "trump Os\nA: Kg Ag Or Kr Ar Ke\nB: 10g 9s Ks 10s 9e Oe\n"
        "talon: 9r 10e Og As 10r Ue 9g Us Ae Ug Ur Os\n"
        "1. Ag ~Oe 10s! <0-21> {Dh, As, Fp} @best(Oe) @incident(exposed A Or)\n"
        "2. exchange 40s close Ks (Os Ar) Ke\n3. out\n= B 3 by out (0-69) score 0-3\n"
    ),
    "bg": (
        "trump Дd\nA: Кs Аs Дh Кh Аh Кc\nB: 10s 9d Кd 10d 9c Дc\n"
        "talon: 9h 10c Дs Аd 10h Вc 9s Вd Аc Вs Вh Дd\n"
        "1. Аs ~Дc 10d! <0-21> {Dh, As, Fp} @best(Дc) @incident(exposed A Дh)\n"
        "2. exchange 40d close Кd (Дd Аh) Кc\n3. out\n= B 3 by out (0-69) score 0-3\n"
    ),
    "hu": (
        "trump Dt\nA: Kz Áz Dp Kp Áp Km\nB: 10z 9t Kt 10t 9m Dm\n"
        "talon: 9p 10m Dz Át 10p Bm 9z Bt Ám Bz Bp Dt\n"
        "1. Áz ~Dm 10t! <0-21> {Dh, As, Fp} @best(Dm) @incident(exposed A Dp)\n"
        "2. exchange 40t close Kt (Dt Áp) Km\n3. out\n= B 3 by out (0-69) score 0-3\n"
    ),
}
"""The same game as people write it, from the turn-up on."""
READ: Final = {
    "de": ("Ah ah", "10h Zh zh", "Kh kh", "Dh dh", "Bh bh", "9h", "20s 20S"),
    "deutsch": ("Ar ar Dr dR", "10r Xr Zr xr zr", "Kr kr", "Or or", "Ur ur", "9r 9R", "20g 20G"),
    "bg": ("Аh аh Ah ah А♥", "10h 10♥", "Кh Пh кh пh Kh kh", "Дh дh", "Вh вh Bh bh", "9h", "20s 20♠"),
    "hu": ("Áp áp", "10p Xp xp", "Kp kp", "Dp dp Fp fp FP", "Bp bp Ap ap", "9p", "20z 20Z"),
}
"""What is read as ace, ten, king, queen, jack and nine of hearts, and as a marriage in spades."""
OTHERS: Final = {
    "de": ("Fh", "Áh", "Дh"),
    "deutsch": ("Br", "Fr", "Bh"),
    "bg": ("Dh", "Fh"),
    "hu": ("Zp", "Дp"),
}
"""Ranks of other people, which are refused all the same."""


def own(name: str) -> str:
    """The game in own letters."""
    return ENGLISH.replace("\n[A ", f'\n[Letters "{name}"]\n[A ').partition("trump")[0] + OWN[name]


def game_of(text: str) -> Game:
    [game] = read(text)
    return game


def found(text: str) -> list[tuple[str, int, int, str]]:
    [judged] = map(judge, read(text))
    return [(each.code.id, each.span.line, each.span.column, each.sentence) for each in judged.findings]


def check(*words: str | Path, stdin: str = "") -> str:
    return run(*words, stdin=stdin).output


# Reading.


@pytest.mark.parametrize("name", OWN)
def test_a_record_in_own_letters_is_that_in_english_ones(name: str) -> None:
    game, english = game_of(own(name)), game_of(ENGLISH)
    assert game.record
    assert english.record
    assert not game.findings
    assert game.record == english.record
    assert digest(game.record) == digest(english.record)
    assert json.dumps(dump(game.record)) == json.dumps(dump(english.record))
    assert write(game.record) == ENGLISH == format_file(own(name).encode()).decode()
    assert game_of(own(name).replace("\n", "\r\n")).record == english.record
    moved = [(code, line - 1, column) for code, line, column, _ in found(own(name))]
    assert [code for code, *_ in moved] == [code for code, *_ in found(ENGLISH)] == ["N309"]


@pytest.mark.parametrize("name", READ)
def test_every_spelling_of_a_card_is_read_in_its_letters(name: str) -> None:
    *cards, marriages = READ[name]
    head = f'%SGN 1\n[Letters "{name}"]\ndeal 1 dealer B\nA: '
    for rank, words in zip("ATKQJ9", cards, strict=True):
        record = game_of(head + words).record
        assert record, words
        assert set(dump(record)["deals"][0]["hands"]["A"]) == {f"{rank}h"}, words
    for word in marriages.split():
        record = game_of(f"{head.removesuffix('A: ')}1. {word}").record
        assert record, word
        assert dump(record)["deals"][0]["tricks"][0]["actions"] == ["20s"], word


@pytest.mark.parametrize(("name", "word"), [(name, word) for name, words in OTHERS.items() for word in words])
def test_ranks_of_other_people_are_refused(name: str, word: str) -> None:
    game = game_of(f'%SGN 1\n[Letters "{name}"]\ndeal 1 dealer B\nA: {word}')
    assert game.record is None
    assert {each.code.id for each in game.findings} <= {"S111", "S113", "S133"}
    assert not any(each.proposal and each.proposal.is_sole for each in game.findings)


def test_without_the_tag_both_readings_are_named_and_nothing_is_put_right(tmp_path: Path) -> None:
    for rank, first, last in ("DQA", "BJT", "FQJ", "dQA", "bJT", "fQJ"):
        text = f'%SGN 1\n[Rules "santase"]\ndeal 1 dealer B\nA: {rank}h\n'
        [(code, line, column, sentence), *_] = found(text)
        assert (code, line, column) == ("S113", 4, 4)
        assert f"write {first}h or {last}h" in sentence
        assert "tag Letters" in sentence
        (tmp_path / "a.sgn").write_text(text, "utf-8")
        check("check", "--fix", tmp_path / "a.sgn")
        assert (tmp_path / "a.sgn").read_text("utf-8") == text


def test_what_looks_like_a_card_and_is_none_stays() -> None:
    text = (
        '%SGN 1 {Ds}\n[Bd "Ds [Letters \\"hu\\"]"] ; Ds\n[Letters "de"]\n@x-note("Ds") @x-a(Ds)\n'
        'deal 1 dealer B trump D {Ds\\} Ds}\n1. Ds ; Ds\nruling BD 1 "Ds"\n= AC 2 score 2-1\n'
    )
    expected = text.replace("1. Ds", "1. Qs")
    assert in_english(text) == expected
    assert len(in_english(text)) == len(text)


@pytest.mark.parametrize(
    ("cards", "place", "is_likely"),
    [
        ("Áp Ap Bz", None, False),
        ("áp ap", None, False),
        ("Az Ap", 4, False),
        ("Kz Ap Bp", 7, True),
        ("Kz Ap Jp", 7, True),
        ("Áp Az A♠", 10, True),
        ("Áp As Bz", 7, True),
        ("Kz 9z {Ap}", None, False),
        ("Kz Fp", None, False),
    ],
)
def test_an_a_that_may_be_an_ace_is_told_and_stays_the_also(
    cards: str, place: int | None, is_likely: bool
) -> None:
    """The Hungarian alsó is written as the ace is by whoever leaves out its accent."""
    text = f'%SGN 1\n[Rules "santase"]\n[Letters "hu"]\ndeal 1 dealer B\nA: {cards}\n'
    told = [(line, column, sentence) for code, line, column, sentence in found(text) if code == "S143"]
    assert [each[:2] for each in told] == ([] if place is None else [(5, place)])
    assert all(("an ace is probably meant" in sentence) == is_likely for *_, sentence in told)
    record = game_of(text).record
    assert record
    read_as = ["J" if card[0] in "AaBJ" else card[0].upper() for card in re.sub("{.*?}", "", cards).split()]
    assert [card[0] for card in dump(record)["deals"][0]["hands"]["A"]] == [
        {"Á": "A", "F": "Q"}.get(rank, rank) for rank in read_as
    ]
    assert ("S143" in check("check", "-", stdin=text)) == bool(told)


def test_letters_nobody_knows_are_told_and_nothing_is_read() -> None:
    for word, meant in (("DE", "de"), ("deutch", "deutsch"), ("Hungarian", "hu"), ("x", "")):
        text = f'%SGN 1\n[Rules "santase"]\n\n[Letters "{word}"]\ndeal 1 dealer B\nA: Dh\n'
        [(code, line, column, sentence)] = found(text)
        assert (code, line, column) == ("S137", 4, 2)
        assert ("did you mean" in sentence) == bool(meant)
        assert f"did you mean {meant}?" in sentence or not meant
        assert format_file(text.encode()) == text.encode()


def test_notes_behind_the_tag_are_kept() -> None:
    for before, why in product(("", '[A "x"] ; end\n'), ("", "{why}")):
        text = f'%SGN 1\n{before}[Letters "hu"] {why} ; a remark\n; another\n[B "y"] ; third\n'
        once = format_file(text.encode())
        assert format_file(once) == once
        assert b"Letters" not in once
        for word in (why.encode() or b"[B", b"; a remark", b"; another", b"; third"):
            assert once.count(word) == 1
        first, again = (game_of(each.decode() if isinstance(each, bytes) else each) for each in (text, once))
        assert first.record == again.record


@pytest.mark.parametrize("name", OWN)
def test_the_scanner_and_the_grammar_read_the_same(name: str) -> None:
    record, findings = parse_game(in_english(own(name)), own(name))
    assert not findings
    assert record
    assert record.tag("Letters") == name
    [verdict], game = list(judge_text(own(name))), game_of(own(name))
    assert not isinstance(verdict, Judgement) or verdict.game.record == game.record
    assert verdict.score == judge(game).score == (0, 3)


def test_json_has_english_letters_and_cannot_name_others() -> None:
    shape = dump(game_of(ENGLISH).readable)
    shape["tags"]["Letters"] = "hu"
    [game] = load(json.dumps(shape).encode())
    assert game.record is None
    assert [each.code.id for each in game.findings] == ["S141"]
    assert "English letters" in game.findings[0].sentence


def test_no_text_takes_more_than_linear_time() -> None:
    for part in ("{", '"', '"\\', "[ ", "@a(", "= ", "{\\}", "[Letters ", "trump ", "Ds\n"):
        started = time.process_time()
        body = part * (100_000 // len(part))
        in_english(f'%SGN 1\n[Letters "de"]\n{body}')
        in_english(f'%SGN 1\n{body}\n[Letters "de"]')
        assert time.process_time() - started < 10, part


# Faults.


@pytest.mark.parametrize("name", OWN)
def test_a_fault_stands_where_it_is_written(name: str) -> None:
    text = own(name).replace(" close ", " kloze ")
    [(code, line, column, _)] = [each for each in found(text) if each[0].startswith("S")]
    assert (code, text.split("\n")[line - 1][column - 1 : column + 4]) == ("S111", "kloze")
    once = format_file(text.encode()).decode()
    tag = f'[Letters "{name}"]\n'
    assert once == text.replace(tag, "").replace("\n\n", f"\n{tag}\n", 1)
    assert format_file(once.encode()).decode() == once


def test_words_of_findings_and_fixes_are_those_of_the_record(tmp_path: Path) -> None:
    text = own("hu").replace("A: Kz Áz", "A: zK Áz").replace("deal 1 dealer", "del 1 dealer")
    (tmp_path / "a.sgn").write_text(text, "utf-8")
    told = check("check", tmp_path / "a.sgn")
    assert "`zK` is not a card, did you mean Kz?" in told
    assert "del" in told
    text = own("deutsch").replace("A: Kg Ag", "A: Kg A g")
    (tmp_path / "a.sgn").write_text(text, "utf-8")
    told = check("check", tmp_path / "a.sgn")
    assert "`A g` is not a card, did you mean Ag?" in told
    check("check", "--fix", tmp_path / "a.sgn")
    assert (tmp_path / "a.sgn").read_text("utf-8") == own("deutsch")
    late = own("deutsch").replace("40s close Ks (Os Ar) Ke", "close Ks 40s Ke")
    [found] = [each for each in diagnostics(Review(late)) if each.code == "X130"]
    assert found.actions[0].edits[0].text == "40s Ks"


def test_a_card_in_the_wrong_place_is_named_as_it_is_written() -> None:
    [(code, _, _, sentence), *_] = found(own("de").replace("dealer B", "dealer Dh"))
    assert (code, "`Dh`" in sentence) == ("S111", True)


# Writing.


def check_styles(data: bytes, styles: list[WritingStyle]) -> None:
    """Check that a file in another style has the same content, is stable, and returns to canonical form."""
    canonical = format_file(data)
    before = list(read(canonical))
    for style in styles:
        styled = format_file(data, style)
        assert format_file(styled, style) == styled, (style, data)
        assert format_file(styled) == canonical, (style, data)
        if style.alphabet is None:
            words = styled.replace(b"%SGN 1 stream\n", b"%SGN 1\n").split()
            assert words == canonical.split(), "a layout changes nothing but blanks"
        for game, other in zip(before, read(styled), strict=True):
            if game.record:
                assert other.record == game.record
                assert digest(other.record) == digest(game.record)
                assert (alphabet_of(other.text) or None) == style.alphabet
                assert all(len(line.encode()) <= 65536 for line in other.text.split("\n"))


@pytest.mark.slow
@pytest.mark.parametrize("every", [60, pytest.param(1, marks=pytest.mark.nightly)])
def test_a_file_comes_back_from_every_style(every: int) -> None:
    for path in FILES[::every]:
        if every == 1 or path.stat().st_size < SMALL:
            with case(path.name):
                check_styles(path.read_bytes(), STYLES)


def random_files(seed: int, number: int) -> Iterator[bytes]:
    rng = random.Random(seed)
    for _ in range(number):
        text = write(random_record(valid_spec(rng), rng, rng.random() < 0.7, 3))
        yield (relaid(text, rng) if rng.random() < 0.5 else text).encode()


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [1, pytest.param(8, marks=pytest.mark.nightly)])
def test_random_matches_come_back_from_every_style(seeds: int) -> None:
    for seed in range(seeds):
        rng = random.Random(seed)
        for data in random_files(seed, RECORDS // 24):
            check_styles(data, rng.sample(STYLES, 4 if seeds > 1 else 2))


@pytest.mark.parametrize("name", OWN)
def test_own_letters_are_written_as_people_write_them(name: str) -> None:
    styled = format_file(ENGLISH.encode(), WritingStyle(ALPHABETS[name])).decode()
    assert styled.partition("trump")[2] == OWN[name].partition("trump")[2]
    assert styled.startswith(
        f'%SGN 1\n[Rules "santase"]\n[A "Anna"]\n[B "Bert"]\n[Letters "{name}"]\n\ndeal 1 dealer B trump'
    )


# Layouts.


TABLE: Final = """deal 1 dealer B trump Qd
A:     Ks As Qh Kh Ah Kc
B:     Ts 9d Kd Td 9c Qc
talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd
1.                       As ~Qc Td! <0-21> {Dh, As, Fp} @best(Qc) @incident(exposed A Qh)
2. exchange 40d close B: Kd (Qd Ah) Kc
3. out
= B 3 by out (0-69) score 0-3
"""


def test_a_table_has_cards_and_points_under_each_other() -> None:
    text = ENGLISH.replace("close Kd", "close B: Kd")
    assert (
        format_file(text.encode(), WritingStyle(layout=LineLayout.TABLE)).decode().partition("\n\n")[2]
        == TABLE
    )


@pytest.mark.parametrize("path", [path for path in SAMPLES if "three" in path.name or "four" in path.name])
def test_every_card_of_a_table_has_its_column(path: Path) -> None:
    table = format_file(path.read_bytes(), WritingStyle(layout=LineLayout.TABLE)).decode()
    for deal in table.split("\ndeal ")[1:]:
        rows = [re.split(r"[{(@;]", line)[0] for line in deal.split("\n") if re.match(r"[0-9]+\. ", line)]
        columns = [
            [found.start() for found in re.finditer(r"(?<!\S)\[?[ATKQJ97][shdc]\b", row)] for row in rows
        ]
        for column in zip(*(each for each in columns if len(each) == max(map(len, columns))), strict=True):
            assert len(set(column)) == 1, deal


def test_a_compact_deal_has_two_lines() -> None:
    text = ENGLISH.replace("(Qd Ah)", "").replace("{Dh, As, Fp}", "")
    compact = format_file(text.encode(), WritingStyle(layout=LineLayout.COMPACT)).decode()
    dealt, played = compact.partition("\n\n")[2].splitlines()
    assert re.fullmatch("deal 1 .*Js Jh Qd", dealt)
    assert re.fullmatch("1[.] As .*score 0-3", played)


def test_a_compact_line_is_no_longer_than_a_line_may_be() -> None:
    remarks = " ".join(f"{{{'♥' * 4000}}}" for _ in range(20))
    text = ENGLISH.replace("1. As", f"1. {remarks} As")
    assert len(text.split("\n")[9].encode()) > 65536
    laid = text.replace("} {", "}\n{")
    compact = format_file(laid.encode(), WritingStyle(layout=LineLayout.COMPACT))
    assert max(map(len, compact.split(b"\n"))) <= 65536
    assert game_of(compact.decode()).record == game_of(laid).record


# The command, and the editor.


def test_the_command_prints_checks_and_writes(tmp_path: Path) -> None:
    path = tmp_path / "a.sgn"
    path.write_text(ENGLISH, "utf-8")
    assert (
        check("fmt", "--letters", "de", path)
        == format_file(ENGLISH.encode(), WritingStyle(ALPHABETS["de"])).decode()
    )
    assert check("fmt", "--check", "--letters", "de", path) == f"{path}\n"
    check("fmt", "--write", "--letters", "de", "--layout", "table", path)
    assert (
        path.read_text("utf-8")
        == format_file(ENGLISH.encode(), WritingStyle(ALPHABETS["de"], LineLayout.TABLE)).decode()
    )
    assert check("fmt", "--check", "--letters", "de", "--layout", "table", path) == ""
    assert check("fmt", "--check", path) == f"{path}\n"
    check("fmt", "--write", path)
    assert path.read_text("utf-8") == ENGLISH
    assert "Invalid value" in check("fmt", "--letters", "fr", path)


def test_the_editor_speaks_the_letters_of_the_record() -> None:
    text = own("hu")
    review = Review(text)
    at = text.index("Áz ~Dm")
    assert dealt_at(review, at) == (text.index("Áz"), text.index("Áz") + 2)
    held = hover(review, text.index("10z") + 1)
    assert held
    assert text[slice(*held.extent)] == "10z"
    offered = complete(Review(text[: text.index("Km\n3.")]), text.index("Km\n3."))
    assert "Km" in {item.text for item in offered.items}
    assert not any(item.text.endswith(("h", "d")) for item in offered.items if len(item.text) == 2)
    named = complete(Review('%SGN 1\n[Letters "'), len('%SGN 1\n[Letters "'))
    assert [item.text for item in named.items] == ["de", "deutsch", "bg", "hu"]
    [change] = edits(
        format_file(text.encode(), WritingStyle(ALPHABETS["hu"])).decode().replace("A: Kz", "A:   Kz")
    )
    assert change.text == "A: Kz Áz Dp Kp Áp Km\n"
