"""Rule packs: what a file may say, what it is refused for, and that it is a rule set like any other."""

import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from markupsafe import escape

from notation import Finding, read
from notation.judge import bulk, judge
from notation.specs import PackError, load_pack, packs_named, read_pack, read_spec, write_spec
from referee import BOOKS, PRESETS, cite
from referee.cards import ACE, JACK, KING, NINE, QUEEN, TEN
from referee.contracts import NO_AUCTION, Contract
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.forked import Forked
from tests.support.rows import rows
from tests.support.rulings import DEAL
from viewer.documents.languages import language

SAMPLE = ROOT / "samples" / "packs" / "danube-league.toml"
PACK = """pack = 1
name = "corner-table"
base = "santase"
source = "House rules"
[options]
target = 11
[clauses."game.target"]
rule = "11"
"""
RECORD = f"""%SGN 1
[Rules "corner-table"]
{DEAL}1. As Ts
2. close Kc Tc
"""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Unregister the packs of a test after it."""
    books, presets = dict(BOOKS), dict(PRESETS)
    yield
    for name in BOOKS.keys() - books:
        forget(name)
    assert presets == dict(PRESETS)


def forget(name: str) -> None:
    del BOOKS[name], PRESETS[name]
    bulk._rules.cache_clear()


def faults(text: str) -> list[str]:
    """What is wrong with a pack, which is said in other languages too."""
    with pytest.raises(PackError) as refused:
        read_pack(text.encode())
    said = [str(fault) for fault in refused.value.faults]
    assert not set(said) & set(map(language("de").put, refused.value.faults))
    return said


def test_a_pack_decides_as_its_options_and_as_its_base() -> None:
    book = read_pack(PACK.encode())
    same = read_spec("santase target=11")
    assert not isinstance(same, Finding)
    assert replace(book.rules, name="santase") == same


def test_a_clause_of_its_own_is_cited_and_every_other_is_that_of_the_base(tmp_path: Path) -> None:
    path = tmp_path / "pack.toml"
    path.write_text(PACK.replace('rule = "11"', 'section = "2"\nrule = "11"'))
    rules = load_pack(path).rules
    assert cite(rules, "game.target") == "House rules, 2"
    assert cite(rules, "close.min_talon") == cite(PRESETS["santase"], "close.min_talon")
    assert write_spec(rules) == "corner-table"
    other = read_spec("corner-table target=7 failed-close=3")
    assert not isinstance(other, Finding)
    assert write_spec(other) == "corner-table target=7 failed-close=3"
    assert cite(other, "game.target") == "agreed at this table, instead of House rules, 2"


def test_records_are_judged_by_it(tmp_path: Path) -> None:
    [unknown] = judge(next(read(RECORD))).findings
    assert unknown.code.id == "S119"
    path = tmp_path / "pack.toml"
    path.write_text(PACK)
    load_pack(path)
    judgement = judge(next(read(RECORD)))
    assert judgement.ok
    assert judgement.rules is not None
    assert judgement.rules.game_target == 11


@pytest.mark.parametrize(("old", "new", "told"), rows("vectors/packs.txt")["options and clauses"])
def test_what_is_wrong_is_said(old: str, new: str, told: str) -> None:
    text = PACK.replace(old, new)
    assert text != PACK
    assert any(fault.startswith(told) for fault in faults(text)), faults(text)


def test_all_that_is_wrong_is_said_at_once() -> None:
    text = (
        PACK.replace("pack = 1", "").replace("target = 11", "targett = 11").replace('rule = "11"', "rule = 1")
    )
    assert len(faults(text)) == 3


def test_bytes_that_are_no_text_and_too_many_are_refused() -> None:
    for data, told in ((b"pack = \xff", "byte 8 is not UTF-8"), (b"#" * 300_000, "has at most 262144 bytes")):
        with pytest.raises(PackError, match=told):
            read_pack(data)


def test_points_may_be_written_without_quotation_marks() -> None:
    assert read_pack(PACK.replace('"game.target"', "game.target").encode()) == read_pack(PACK.encode())


def test_two_packs_of_one_name_are_refused_and_one_may_be_read_twice(tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text(PACK)
    other.write_text(PACK.replace("11", "9"))
    load_pack(one)
    load_pack(one)
    with pytest.raises(PackError, match="`corner-table` is the name of another rule set"):
        load_pack(other)


# On the command line.


def test_the_sample_is_right_and_every_sentence_of_it_is_kept() -> None:
    assert run("rules", "check", str(SAMPLE)).output == f"{SAMPLE}: right\n"
    quotes = re.findall(r'^quote = "(.*)"$', SAMPLE.read_text(), re.M)
    book = read_pack(SAMPLE.read_bytes())
    own = {point: clause for point, clause in book.clauses.items() if point not in book.sources}
    assert {clause.quote for clause in own.values()} == set(quotes)
    base = BOOKS["santase"].clauses
    assert {point: book.clauses[point] for point in book.sources} == {p: base[p] for p in book.sources}


def test_a_pack_that_cannot_be_used_is_told_of(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(PACK.replace("target = 11", "targett = 11"))
    checked = run("rules", "check", str(wrong), str(SAMPLE))
    assert checked.exit_code == 1
    assert checked.output.splitlines()[-1] == f"{SAMPLE}: right"
    for words in (("--rules-pack", str(wrong), "rules"), ("--rules-pack", str(tmp_path / "none"), "rules")):
        refused = run(*words)
        assert refused.exit_code == 2
        assert words[1] in refused.output
    assert run("rules", "check").exit_code == 2


@pytest.mark.parametrize("way", ["option", "environment", "folder", "folder above"])
def test_a_pack_is_found(tmp_path: Path, way: str) -> None:
    (tmp_path / "pack.toml").write_text(PACK)
    (tmp_path / "game.sgn").write_text(RECORD)
    here, words, env = tmp_path, ["check", str(tmp_path / "game.sgn")], {}
    match way:
        case "option":
            words = ["--rules-pack", str(tmp_path / "pack.toml"), *words]
        case "environment":
            env = {"SANTASE_RULES": os.pathsep.join([str(SAMPLE), str(tmp_path / "pack.toml")])}
        case _:
            (tmp_path / "santase.toml").write_text('packs = ["pack.toml"]\n')
            here = tmp_path if way == "folder" else tmp_path / "evenings"
            here.mkdir(exist_ok=True)
    assert run(*words, folder=here, env=env).exit_code == 0
    if "folder" in way:
        (tmp_path / "santase.toml").unlink()
    forget("corner-table")
    assert run("check", str(tmp_path / "game.sgn"), folder=here).exit_code == 1


def test_a_folder_names_the_rules_of_records_that_name_none(tmp_path: Path) -> None:
    (tmp_path / "santase.toml").write_text('rules = "schnapsen target=9"\n')
    (tmp_path / "game.sgn").write_text("%SGN 1\ndeal 1 dealer B trump Qd\n1. As Ts\n")
    said = run("check", "game.sgn", folder=tmp_path).output
    assert "N301: no rules are named; judged by schnapsen target=9" in said
    other = run("check", "--rules", "santase", "game.sgn", folder=tmp_path).output
    assert "judged by santase\n" in other


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pack = 1", "`pack` is not known; expected lang, packs, rules, sheets or a table of a command"),
        ("packs = 'one.toml'", "`packs` is a list of files"),
        ("rules = 7", "`rules` is a rule set with its options"),
        ("rules = 'santasse'", "S119: unknown rule set `santasse`"),
        ("rules = ", "Invalid value"),
    ],
)
def test_a_folder_that_says_something_else_is_told_so(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "santase.toml").write_text(text)
    refused = run("rules", folder=tmp_path)
    assert refused.exit_code == 2
    assert told in refused.output


def test_a_sheet_shows_what_the_pack_decides(tmp_path: Path) -> None:
    sheet = json.loads(run("--rules-pack", str(SAMPLE), "rules", "danube-league", "--format", "json").output)
    points = {point["point"]: point for point in sheet["points"]}
    assert points["game.target"]["cite"] == "Rules of Play of the Danube League, 2026-03-01, § 3"
    assert points["game.target"]["rule"] == "11"
    assert points["game.target"]["quote"] == "A match is won by the player who first has eleven points."
    assert (sheet["address"], sheet["revision"]) == (None, "2026-03-01")
    assert not points["game.target"]["agreed"]
    assert points["close.effect"]["cite"] == "Santase Rules (SantaseGameEngine, docs/Rules.md), Closing"
    shown = " ".join(run("--rules-pack", str(SAMPLE), "rules", "danube-league").output.split())
    assert "After Rules of Play of the Danube League, 2026-03-01. What it does not decide" in shown
    assert f"follows Santase Rules (SantaseGameEngine, docs/Rules.md), {BOOKS['santase'].revision}" in shown
    assert "§ 3: “A match is won by the player who first has eleven points.”" in shown
    base = BOOKS["santase"]
    assert f"{base.source}, Closing: “{base.clauses['close.last_trick'].quote}”" in shown


def test_a_sentence_is_in_the_language_that_its_pack_names(tmp_path: Path) -> None:
    text = SAMPLE.read_text("utf-8").replace('language = "en"', 'language = "de"')
    pack = tmp_path / "own.toml"
    pack.write_text(text, "utf-8")
    page = run("--rules-pack", str(pack), "rules", "danube-league", "--format", "html").output
    told = "A match is won by the player who first has eleven points."
    assert f'<span lang="de">“{told}”</span></small>' in page
    assert f'<span lang="en">“{escape(BOOKS["santase"].clauses["close.effect"].quote)}”' in page
    assert read_pack(text.replace('language = "de"\n', "").encode()).language == ""


def test_a_sentence_without_a_section_is_shown_with_its_source(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(PACK + 'quote = "To eleven."\n')
    shown = run("--rules-pack", str(tmp_path / "pack.toml"), "rules", "corner-table").output
    assert "House rules: “To eleven.”" in shown


def test_inference_and_comparison_know_it(tmp_path: Path) -> None:
    path = tmp_path / "game.sgn"
    path.write_text(RECORD.replace("corner-table", "danube-league"))
    listed = run("--rules-pack", str(SAMPLE), "rules").output
    assert "danube-league" in listed
    compared = run("--rules-pack", str(SAMPLE), "compare", str(path), "--under", "danube-league,santase")
    assert "danube-league" in compared.output


@pytest.mark.nightly
def test_a_service_knows_the_packs_of_its_environment(tmp_path: Path) -> None:
    assert packs_named({"SANTASE_RULES": f"one.toml{os.pathsep}two.toml"}) == [
        Path("one.toml"),
        Path("two.toml"),
    ]
    program = "\n".join(
        (
            "from viewer.web import create_app_from_environment",
            "app = create_app_from_environment()",
            "print([found['rules'] for found in app.test_client().get('/api/v1/rules').get_json()['sets']])",
        )
    )
    environ = {
        **os.environ,
        "SANTASE_DATABASE": f"sqlite:///{tmp_path / 'archive.db'}",
        "SANTASE_RULES": str(SAMPLE),
    }
    with Forked([sys.executable, "-c", program], environ) as process:
        assert "danube-league" in process.communicate()[0]


# Contracts.

TABLE = """pack = 1
name = "stammtisch"
base = "bauernschnapsen partner-plays=no"
source = "Hausregeln"
[contracts]
bettler = 5
kontrabauernschnapser = false
[contracts.koenigsgang]
like = "gang"
value = 8
order = "K Q J A 10"
[clauses."auction.contracts"]
rule = "as in the table"
[clauses."auction.partner_plays"]
rule = "no"
"""
EVENING = """%SGN 1
[Rules "stammtisch"]
deal 1 dealer D
A: Kh Qd Jc | Ks Qh
B: Ah Th Ts Qs Js
C: Ad Td Kd Jd As
D: Ac Tc Kc Qc Jh
0. trump h bid koenigsgang pass pass pass
1. Kh Th Jh
= *
"""


def contracts(text: str) -> dict[str, Contract]:
    return {each.name: each for each in read_pack(text.encode()).rules.auction.contracts}


def test_contracts_are_dropped_priced_and_added_and_stand_by_what_they_are_worth() -> None:
    base = {each.name: each for each in PRESETS["bauernschnapsen"].auction.contracts}
    found = contracts(TABLE)
    assert found.keys() ^ base.keys() == {"koenigsgang", "kontrabauernschnapser"}
    changed = {name for name in found.keys() & base.keys() if found[name] != base[name]}
    assert changed == {"bettler"}
    assert found["bettler"] == base["bettler"]._replace(value=5)
    added = base["gang"]._replace(name="koenigsgang", value=8, order=(NINE, TEN, ACE, JACK, QUEEN, KING))
    assert found["koenigsgang"] == added
    assert [each.value for each in found.values()] == sorted(each.value for each in found.values())
    auction = read_pack(TABLE.encode()).rules.auction
    assert auction.contracts[auction.unbid].name == "rufer"
    dearer = list(contracts(TABLE.replace("bettler = 5", "bettler = 11")))
    assert dearer[dearer.index("bettler") - 1] == "zehnergang"
    assert contracts(TABLE.replace('"K Q J A 10"', '"kqjat"')) == found
    ace_low = contracts(TABLE.replace('"K Q J A 10"', '"KQJTA9"'))["koenigsgang"]
    assert ace_low.order == (NINE, ACE, TEN, JACK, QUEEN, KING)


def test_a_contract_of_a_pack_is_played_by_its_own_ranks(tmp_path: Path) -> None:
    """The king of hearts beats the ace that is laid to it; in a Gang it would not."""
    path = tmp_path / "pack.toml"
    path.write_text(TABLE)
    load_pack(path)
    judgement = judge(next(read(EVENING)))
    assert judgement.ok, judgement.findings
    [deal] = judgement.deals
    assert deal.undertaking is not None
    assert (deal.undertaking.contract.value, deal.tricks[-1].winner) == (8, 0)
    other = judge(next(read(EVENING.replace("koenigsgang", "gang").replace("Kh Th Jh\n= *", "Kh Ah Jh"))))
    assert other.deals[0].result is not None
    assert other.deals[0].result[1:2] == (9,)
    [unknown] = [
        each
        for each in judge(next(read(EVENING.replace("koenigsgang", "damengang")))).findings
        if each.is_error
    ]
    assert unknown.code.id == "X140"
    forget("stammtisch")


def test_a_table_without_contracts_is_the_ordinary_game() -> None:
    text = """pack = 1
name = "kettes"
base = "snapszer"
source = "Házszabály"
[contracts]
snapszer = false
[clauses."auction.contracts"]
rule = "none"
"""
    rules = read_pack(text.encode()).rules
    assert rules.auction == NO_AUCTION
    priced = read_pack(text.replace("false", "5").encode()).rules
    assert [each.value for each in priced.auction.contracts] == [5]


@pytest.mark.parametrize(("old", "new", "told"), rows("vectors/packs.txt")["contracts"])
def test_what_is_wrong_with_contracts_is_said(old: str, new: str, told: str) -> None:
    text = TABLE.replace(old, new)
    assert text != TABLE
    assert any(fault.startswith(told) for fault in faults(text)), faults(text)


def test_a_table_keeps_something_to_bid_and_is_no_longer_than_records_can_say() -> None:
    names = [each.name for each in PRESETS["dreierschnapsen"].auction.contracts[1:]]
    head = TABLE.partition("[contracts]")[0].replace("bauernschnapsen partner-plays=no", "dreierschnapsen")
    tail = '[clauses."auction.contracts"]\nrule = "none"\n'
    none = head + "[contracts]\n" + "".join(f"{name} = false\n" for name in names) + tail
    assert faults(none) == ["no contract is left that can be bid"]
    more = "".join(f'[contracts.gang-{at}]\nlike = "gang"\n' for at in range(30))
    assert faults(head + more + tail) == ["there are at most 34 contracts"]


def test_the_sample_with_contracts_is_right_and_its_sheet_has_them() -> None:
    sample = SAMPLE.with_name("stammtisch.toml")
    assert run("rules", "check", str(sample)).output == f"{sample}: right\n"
    sheet = run("--rules-pack", str(sample), "rules", "stammtisch", "--format", "markdown").output
    for row in ("| Damengang | 7 |", "| Königsgang | 8 |", "| Bauernloch | 12 |", "| Farbensolo | 16 |"):
        assert row in sheet
    assert "rank K Q J A 10" in sheet
    assert "Kontrabauernschnapser | 24" not in sheet
    parted = run("rules", "--diff", "bauernschnapsen", "stammtisch").output
    assert "Hausregeln des Stammtischs" in parted
    forget("stammtisch")


@pytest.mark.parametrize(
    "said", ["the Königsgang failed at trick 1", "der Königsgang ist beim 1. Stich verloren gegangen"]
)
def test_claims_call_a_contract_of_a_pack_by_its_name(tmp_path: Path, said: str) -> None:
    path = tmp_path / "pack.toml"
    path.write_text(TABLE)
    load_pack(path)
    (tmp_path / "evening.sgn").write_text(
        EVENING.replace("Kh Th Jh\n= *", "Qh Ah Jh\n= BD 8 by koenigsgang-failed")
    )
    told = run("dispute", str(tmp_path / "evening.sgn"), "--deal", "1", "--claim", f"B: {said}").output
    assert "(trick 1, Königsgang)" in told
    assert "The claim is right" in told
    forget("stammtisch")


def test_with_a_pack_the_program_is_another_as_long_as_it_is_there(tmp_path: Path) -> None:
    from viewer.store.summaries import program  # of the extra for the web

    path = tmp_path / "pack.toml"
    path.write_text(PACK)
    before = program()
    load_pack(path)
    assert program() != before
    forget("corner-table")
    assert program() == before
