"""The marks `^` and `~` before and after every action, and the glyphs: read, judged, shown."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from notation import Record, read, write
from notation.findings.catalogue import CATALOGUE
from notation.judge import Judgement, judge
from notation.record import Ply, Withdrawn
from notation.record.path import Path as Place
from notation.record.traversal import plies_of, rebuild
from notation.rulings import accounts_of
from notation.rulings.answers import said
from notation.text import GLYPHS
from notation.text.parsing import parse_game
from notation.text.scan import GLYPHS as NUMBERS
from referee import actions
from referee.cards import PACK
from tests.support.corpus import ROOT
from tests.support.each import for_each
from tests.support.languages import COMPLETE
from tests.support.rulings import HANDS
from viewer.documents.languages import language

pytestmark = pytest.mark.usefixtures("few_repairs")

HEAD = f"""%SGN 1
[Rules "santase"]
deal 1 dealer B
{HANDS}"""
DONE = (
    *(Withdrawn(action) for action in (*PACK, actions.EXCHANGE, actions.CLOSE, actions.OUT, actions.RESIGN)),
    *(Withdrawn(action, value) for action in actions.MARRIAGES for value in (20, 40)),
)
VECTORS = sorted(
    path
    for folder in ("valid", "invalid")
    for path in (ROOT / "tests/vectors" / folder).glob("[RXC]*.sgn")
    if all(path.read_text("utf-8", "replace").count(each) == 1 for each in ("\nA: ", "\nB: ", "\ntalon: "))
)


def judged(play: str) -> Judgement:
    [game] = read(HEAD + play)
    assert game.record, [finding.message for finding in game.findings]
    return judge(game)


def found(play: str) -> list[tuple[str, str]]:
    return [(each.code.id, each.code.severity.value) for each in judged(play).findings]


def altered(record: Record, change: Callable[[Place, Ply], Ply]) -> Record:
    return replace(record, deals=tuple(rebuild(deal, change) for deal in record.deals))


# What is marked.


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("1. 20h{} Kh 9c", "R222"),
        ("1. As Td\n2. 40d{} Kd Kc\n", "R220"),
        ("1. out{} As Td", "C203"),
        ("1. As Td\n2. exchange 20d{} Kd Kc", "X113"),
    ],
)
def test_an_announcement_against_the_rules_is_noted_where_it_is_marked(play: str, code: str) -> None:
    assert found(play.format("")) == [(code, "error")]
    assert found(play.format("^")) == [("N305", "note")]
    bare, marked = (judged(play.format(mark)).deals[0] for mark in ("", "^"))
    assert (bare.card_points, bare.tricks_won) == (marked.card_points, marked.tricks_won)


@pytest.mark.parametrize(
    "play", ["1. As Td +9h^", "1. As Td\n2. exchange 40d^ Kd Kc", "1. As Td\n2. resign^"]
)
def test_the_mark_on_what_no_rule_is_against_is_an_error(play: str) -> None:
    assert found(play) == [("X122", "error")]


def test_a_deal_is_judged_up_to_a_card_that_was_drawn_irregularly() -> None:
    assert found("1. As Td +Tc\n2. Tc 9h")[0] == ("X124", "error")
    marked = judged("1. As Td +Tc^ +9h^\n2. Tc 9h\n= B 3")
    assert [each.code.id for each in marked.findings] == ["N305", "N303"]
    assert marked.score == (0, 3)


@pytest.mark.slow
@for_each(VECTORS, one_in=20)
def test_marks_change_how_much_a_finding_weighs_and_nothing_else(path: Path) -> None:
    rng = Random(path.stem)

    def bare(_: Place, ply: Ply) -> Ply:
        return replace(ply, irregular=False, withdrawn=())

    def marked(_: Place, ply: Ply) -> Ply:
        irregular = ply.action != actions.DRAW and rng.random() < 0.4
        return replace(
            ply, irregular=irregular, withdrawn=tuple(rng.choices(DONE, k=rng.choice((0, 0, 1, 2))))
        )

    for game in read(path.read_bytes()):
        if game.record is None or len(game.record.deals) > 8:
            continue
        texts = [write(altered(game.record, change)) for change in (bare, marked)]
        plain, other = (judge(next(read(text))) for text in texts)
        assert parse_game(texts[1]) == (other.game.record, []), "the scanner and the grammar read the same"
        assert write(next(read(texts[1])).readable) == texts[1]
        if not any(finding.code.id in ("N304", "N312") for finding in plain.findings):
            assert [deal.result for deal in plain.deals] == [deal.result for deal in other.deals]
            assert plain.score == other.score


# What is withdrawn.


def test_what_is_withdrawn_is_noted_told_and_counts_nothing() -> None:
    play = "1. As Td\n2. exchange ~40d close ~out ~Ts Kd Kc"
    judgement = judged(play)
    without = judged(re.sub(r"~\w+ ", "", play))
    assert judgement.deals[0].card_points == without.deals[0].card_points
    assert [each.code.id for each in judgement.findings] == ["N309", "N309"]
    assert {each.seat for each in judgement.findings} == {1}
    [account] = accounts_of(judgement)
    events = [step.event for step in account.played if step.event]
    told = [said(language("en"), event) for event in events if event.ply.withdrawn]
    assert told == [
        "B takes back the 40 in diamonds, B closes",
        "B takes back the claim, B takes back 10♠, B: K♦",
    ]
    for code in COMPLETE:
        assert len({said(language(each), events[4]) for each in (code, "en")}) == 1 + (code != "en")


def test_cards_and_announcements_are_kept_apart() -> None:
    [game] = read(f"{HEAD}1. ~As ~20h ~-- ~close Ks Td")
    assert game.record
    [(_, ply), _] = plies_of(game.record.deals[0])
    assert ply.withdrawn == (
        Withdrawn(PACK[5]),
        Withdrawn(actions.MARRIAGES[1], 20),
        Withdrawn(actions.Action(-1)),
        Withdrawn(actions.CLOSE),
    )
    assert ply.cards_back == [PACK[5]]


# Glyphs.


def test_the_table_of_glyphs_is_the_scanners_and_that_of_the_specification() -> None:
    signs = {f"${number}" for number in NUMBERS}
    assert signs | {"!", "?", "!!", "??", "!?", "?!"} == set(GLYPHS)
    text = (ROOT / "grammar/SPECIFICATION.md").read_text("utf-8")
    rows = re.findall(r"^\| ((?:`[!?$][^|]*)+) \| [^|]+ \|$", text, re.MULTILINE)
    assert {mark for row in rows for mark in re.findall(r"`([!?]+|\$\d+)`", row)} == set(GLYPHS)


@pytest.mark.parametrize("code", [code for code in COMPLETE if code != "en"])
def test_every_glyph_is_told_in_every_language(code: str) -> None:
    assert all(language(code).put(said) != said.sentence for said in GLYPHS.values())


@pytest.mark.parametrize("mark", ["$0", "$07", "$11", "$12", "$20", "$9999"])
def test_another_number_is_refused(mark: str) -> None:
    [game] = read(f"{HEAD}1. As {mark} Td")
    assert game.record is None
    assert [finding.code for finding in game.findings] == [CATALOGUE["S136"]]
