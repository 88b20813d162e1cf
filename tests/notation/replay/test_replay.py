"""What a replay tells: everything that was found and noted, once and in its place; and pages that hold it."""

import base64
import json
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from notation import Judgement, read
from notation.judge import judge
from notation.rulings.ledger import accounts_of
from notation.wire.record import dump
from tests.support.corpus import ROOT, SAMPLES, VECTORS
from tests.support.each import for_each
from tests.support.languages import COMPLETE
from viewer.documents.languages import language
from viewer.replay.page import (
    MOST,
    found_parts,
    packed_parts,
    packed_script,
    record_in,
    replay_html,
    replay_parts,
    sprite,
    unpacked_parts,
)
from viewer.replay.script import script

pytestmark = pytest.mark.usefixtures("few_repairs")

ENGLISH = language("en")
HOSTILE = '</script><script>alert(1)</script><!-- --> ]]> <script type="application/json">{'
WITHOUT_PLAY = """%SGN 1
[Rules "santase"] {of the rules}
deal 1 dealer A {of the deal}
= B 2 {of the result}
"""
EVERYWHERE = """%SGN 1
{of the game}
[Rules "santase"] {of the tag}
deal 1 dealer B trump Qd {of the deal}
A: Ks As Qh Kh Ah Kc {of a hand} @x-a(1)
B: Ts 9d Kd Td 9c Qc
talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd {of the talon}
1. {of trick 1} As {of the lead} (Ks {inside} 9c 2. {of its trick 2} Ah Td) Td! <0-21> +9h {of a draw} +Tc
2. {of trick 2} <0-21> exchange {of the exchange} 40d close Kd Kc
ruling A 1 "late" {of the ruling}
3. {of the last number} out {of the claim}
= B 3 by out (0-69) score 1-3 {of the result} @x-b(2)
"""


def judged(data: bytes | str) -> Iterator[Judgement]:
    return (found for found in map(judge, read(data)) if found.rules and found.deals)


def scripts(judgement: Judgement) -> list[dict[str, Any]]:
    numbers = range(1, len(judgement.deals) + 1)
    return [script(account, ENGLISH) for account in accounts_of(judgement, numbers)]


def tellers(deal: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Everything in a script that can tell of something: the deal, its steps, those of variations."""
    yield deal
    todo = [deal["steps"]]
    while todo:
        for step in todo.pop():
            yield step
            todo += step.get("lines", ())


def test_the_end_of_a_line_of_play_names_what_it_rests_on() -> None:
    text = '%SGN 1\n[Rules "santase"]\ndeal 1 dealer A trump As\n1. Js 9d\n2. close 40s Qs 9s\n'
    text += "3. Ad Qc\n4. Jd Kc (Ac 5. 9c Ah 6. out)\n5. 9c Ah 6. out\n= B 3\n"
    [game] = judged(text)
    [deal] = scripts(game)
    [*_, end] = [step for teller in tellers(deal) for line in teller.get("lines", []) for step in line]
    doubt = (
        "This holds if B's 40 in spades was good, which cannot be decided; otherwise: A wins 3 game points."
    )
    assert end["say"].endswith(doubt)
    assert deal["answer"].endswith(doubt)


def found(judgement: Judgement) -> Counter[tuple[str, int, int]]:
    places = ((finding.code.id, judgement.game.place(finding.span)) for finding in judgement.findings)
    return Counter((code, place.line, place.column) for code, place in places)


def told(deals: list[dict[str, Any]]) -> Counter[tuple[str, int, int]]:
    shapes = (shape for deal in deals for at in tellers(deal) for shape in at.get("findings", ()))
    return Counter((shape["code"], shape["line"], shape["column"]) for shape in shapes)


def noted(shape: Any) -> Iterator[tuple[str, str]]:
    """Comments, glyphs, annotations and checkpoints anywhere in a record's JSON."""
    if isinstance(shape, list):
        for part in shape:
            yield from noted(part)
    elif isinstance(shape, dict):
        for name in ("comment", "glyph", "annotation"):
            if name in shape:
                yield name, shape[name]
        if "checkpoint" in shape:
            points = shape["checkpoint"]
            yield "checkpoint", "-".join(map(str, points.values() if isinstance(points, dict) else points))
        for name, part in shape.items():
            if name not in ("tags", "actions"):
                yield from noted(part)


def retold(deals: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for deal in deals:
        for at in tellers(deal):
            yield from (("comment", text) for text in at.get("comments", ()))
            yield from (("glyph", mark) for mark in at.get("glyphs", ()))
            yield from (("annotation", name) for name, _ in at.get("annotations", ()))
            yield from (("checkpoint", points) for points in at.get("checkpoints", ()))


def check_notes(judgement: Judgement, deals: list[dict[str, Any]]) -> int:
    """All notes of a record are told, each once; how many there are."""
    if judgement.game.record is None:
        return 0
    expected = Counter(noted(dump(judgement.game.record)))
    assert Counter(retold(deals)) == expected, judgement.game.text
    return expected.total()


def check_allowed(deals: list[dict[str, Any]]) -> None:
    """A refused play is not among the allowed ones; those were held by the seat in turn."""
    for deal in deals:
        held: dict[str, Any] = {}
        for step in deal["steps"]:
            if step.get("irregular") and "allowed_cards" in step and "card" in step:
                allowed = step["allowed_cards"].split()
                hands = [set(held[f"hand {seat}"].split()) for seat in "AB"]
                assert step["card"] not in allowed
                assert any(set(allowed) <= hand for hand in hands)
            held |= step["changes"]


@pytest.mark.slow
@for_each([*SAMPLES, *VECTORS], one_in=12)
def test_everything_that_was_found_or_noted_is_told_once(path: Path) -> None:
    for judgement in judged(path.read_bytes()):
        deals = scripts(judgement)
        assert told(deals) == found(judgement)
        check_notes(judgement, deals)
        check_allowed(deals)


def test_notes_everywhere_are_told() -> None:
    everywhere = next(judged(EVERYWHERE))
    assert check_notes(everywhere, scripts(everywhere))


def test_notes_stand_where_they_belong() -> None:
    (deal,) = scripts(next(judged(EVERYWHERE)))
    at = {text: step for step in tellers(deal) for text in step.get("comments", ())}
    start, *_, claim, end = deal["steps"]
    for text in ("of the game", "of the tag", "of the deal", "of a hand", "of the talon"):
        assert at[text] is start
    assert start["annotations"] == [["x-a", "1"]]
    assert at["of trick 1"] is at["of the lead"]
    assert at["of the lead"]["card"] == "As"
    assert (at["inside"]["card"], at["of its trick 2"]["card"]) == ("Ks", "Ah")
    assert at["of a draw"]["trick"] == 1
    assert at["of trick 2"] is at["of the exchange"]
    assert at["of the exchange"]["kind"] == "exchange"
    assert at["of the ruling"]["card"] == "Kc"
    assert at["of the last number"] is at["of the claim"] is claim
    assert at["of the result"] is end
    assert end["annotations"] == [["x-b", "2"]]


def test_a_deal_that_could_not_be_judged_tells_all_by_itself() -> None:
    judgement = next(judged(WITHOUT_PLAY))
    (deal,) = scripts(judgement)
    assert deal["steps"] == []
    assert deal["comments"] == ["of the rules", "of the deal", "of the result"]
    assert told([deal]) == found(judgement) != Counter()


@pytest.mark.parametrize(
    ("name", "code", "allowed"),
    [
        ("does-not-follow", "R210", "Qh"),
        ("does-not-head", "R211", None),
        ("does-not-trump", "R212", None),
        ("marriage-at-the-first-trick", "R222", None),
    ],
)
def test_a_broken_rule_is_told_at_its_step(name: str, code: str, allowed: str | None) -> None:
    judgement = next(judged((ROOT / f"samples/faulty/{name}.sgn").read_bytes()))
    (deal,) = scripts(judgement)
    (step,) = [step for step in deal["steps"] if step.get("irregular")]
    (shape,) = [shape for shape in step["findings"] if shape["own"]]
    line, carets = shape["excerpt"]
    lines = judgement.game.text.split("\n")
    assert (shape["code"], line) == (code, lines[shape["line"] - 1])
    assert carets.index("^") + 1 == shape["column"]
    assert shape["clause"]
    assert step["allowed"]
    if allowed:
        assert (step["allowed_cards"], step["allowed"]) == (allowed, ["B may play Q♥."])


def test_where_a_deal_is_impossible_nothing_more_is_judged() -> None:
    (deal,) = scripts(next(judged((ROOT / "samples/faulty/a-card-played-twice.sgn").read_bytes())))
    *_, stop, written, end = deal["steps"]
    assert (stop["kind"], [shape["code"] for shape in stop["findings"]]) == ("stop", ["R203"])
    assert stop["allowed_cards"] == "Qs Ts Jh Ah 9d Td"
    assert (written["kind"], written["card"], end["kind"]) == ("written", "9c", "end")


# Pages.


class Elements(HTMLParser):
    """The elements of a page, and what stands in its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: dict[str, str] = {}
        self._kind = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._kind = (dict(attrs).get("type") or "") if tag == "script" else ""

    def handle_data(self, data: str) -> None:
        if self._kind:
            self.scripts[self._kind] = self.scripts.get(self._kind, "") + data
            self._kind = ""


@pytest.mark.parametrize("code", COMPLETE)
def test_a_page_of_its_own_holds_its_record_and_asks_for_nothing(code: str) -> None:
    record = (
        EVERYWHERE.replace("of the game", HOSTILE).replace("late", HOSTILE).encode() + b"\r\n;\xef\xbb\xbf"
    )
    judgement = next(judged(record))
    page = replay_html(judgement, language(code))
    elements = Elements(page)
    assert record_in(page.encode()) == judgement.game.source == record
    assert list(elements.scripts) == ["application/json", "application/vnd.santase.sgn+base64", "module"]
    for tag, attributes in elements.found:
        assert tag not in ("link", "img", "iframe", "object")
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    for pack in ("french", "german"):
        assert f'id="{pack}-As"' in page
    assert "import " not in elements.scripts["module"]


def marked(data: bytes) -> bytes:
    return b'<script type="application/vnd.santase.sgn+base64" id="record">%b</script>' % data


@pytest.mark.parametrize(
    "page",
    [
        b"",
        b"<p>",
        marked(b"YQ==") * 2,
        marked(b"YQ="),
        marked(b"YQ== "),
        marked(b"Y Q=="),
        marked(b"a"),
        marked(b"<b>"),
        marked(b"=YQ="),
        marked(b"YQ==").replace(b"record", b"other"),
        marked(b"YQ==") + b" " * MOST,
    ],
    ids=range(11),
)
def test_a_page_that_holds_no_record(page: bytes) -> None:
    assert record_in(page) is None


def test_any_bytes_come_back() -> None:
    for data in (b"", b"\x00\xff\r\n", bytes(range(256)) * 999):
        assert record_in(b"<p>" + marked(base64.b64encode(data)) + b"</p>") == data


def test_a_record_that_cannot_be_judged_shows_its_lines() -> None:
    text = '%SGN 1\n[Event "a\tb\u202e<b>"]\n[Rules "santasse"]\ndeal 1 dealer B\n'
    judgement = judge(next(read(text)))
    shown = found_parts(judgement, language("de"))
    assert [line for line, is_wrong in shown["source"] if is_wrong] == [
        '[Event "a b\\u202e<b>"]',
        '[Rules "santasse"]',
    ]
    shape = shown["found"][-1]
    assert (shape["code"], shape["line"], "bekannt" in shape["message"]) == ("S119", 3, True)


@pytest.mark.slow
def test_every_record_that_is_judged_has_a_page() -> None:
    for path in [*SAMPLES[::5], *VECTORS[::20]]:
        for game in read(path.read_bytes()):
            judgement = judge(game)
            if judgement.rules and judgement.game.draft:
                parts = replay_parts(judgement, language("hu"))
                assert len(parts["sheets"]) == len(judgement.deals)
                assert "</script" not in parts["script"]
                assert unpacked_parts(packed_parts(parts)) == parts
            else:
                assert found_parts(judgement, language("hu"))["found"]


def test_sprites_are_those_of_a_pack() -> None:
    for code in COMPLETE:
        for pack in ("french", "german"):
            ids = re.findall('id="([^"]+)"', sprite(pack, language(code)))
            assert len(ids) == len(set(ids))
            assert all(each.startswith(f"{pack}-") for each in ids)
    with pytest.raises(ValueError, match="tarot"):
        sprite("tarot", ENGLISH)


def test_the_element_finds_every_word_that_it_says() -> None:
    source = packed_script("replay")
    known = json.loads(replay_parts(next(judged(EVERYWHERE)), ENGLISH)["script"])["words"].keys()
    said = set(re.findall(r'(?:this|replay)\.say\("(\w+)"', source))
    assert said <= known, said - known
