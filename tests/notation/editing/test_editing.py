"""Records that are edited: every edit beside the text that somebody would have typed; hostile input."""

import json
import random
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from notation import DealRecorder, read, write
from notation.editing import (
    AddAction,
    AddVariation,
    Edit,
    EditError,
    NotePlace,
    Remove,
    SetComment,
    SetGlyphs,
    SetTag,
    edited,
    options_at,
    written,
)
from notation.judge import judge
from notation.judge.opening import action_of, ply_of
from notation.record import Comment, Glyph, Ply, Record, Variation, walk
from notation.record import Path as Address
from notation.record.model import LAID_AWAY
from notation.record.path import read_path
from notation.text import ply_word
from notation.text.reader import read_action
from notation.wire.editing import comments_in
from referee import PRESETS, SEATS, Deal, RuleSet, actions, members
from tests.support.apps import app_in
from tests.support.corpus import ROOT
from tests.support.sizes import Size
from viewer.store import Novelty, Store

TEXT: Final = """%SGN 1
; the scribe
[Event "Friday"] {cold}
[Rules "santase"]
[A "Ivan"]
[Board "3"]

deal 1 dealer B trump Qd {first}
A: Ks As Qh Kh Ah Kc {A's}
B: Ts 9d Kd Td 9c Qc
talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd
1. As @clk(0:09:55) (Kc Qc {again} 2. 20h! Kh) (1. Ah Td) Td <0-21> ; in pencil
2. exchange 40d close Kd Kc
3. out
= B 3 by out (0-69) score 0-3 {quick}
"""
OPENED: Final = """%SGN 1
[Rules "bauernschnapsen"]

deal 1 dealer D
A: Qc Tc Kc | Ac Jh
B: Qd Ah Js | Th As
C: Ts Kh Qh | Jd Qs
D: Td Ad Kd | Ks Jc
0. trump c bid schnapser (pass pass) bid kontraschnapser pass
"""
CHANGES: Final = Size("EDITS", 60)
ASKED: Final = "/api/v1/edits"


def game(text: str) -> Record:
    found = next(read(text)).record
    assert found is not None
    return found


def at(text: str) -> Address:
    found = read_path(text)
    assert found is not None
    return found


def ply(word: str) -> Ply:
    found = read_action(word) or read_action(word, is_opening=True)
    assert found is not None
    return found


# Each edit, against the text as it is typed.


@pytest.mark.parametrize(
    ("edit", "before", "after"),
    [
        (SetComment(NotePlace(at("1:1.2")), "dear", 0), "Td <0-21>", "Td <0-21> {dear}"),
        (SetComment(NotePlace(at("1:1.1")), "why", 0), "@clk(0:09:55) (Kc", "@clk(0:09:55) {why} (Kc"),
        (SetComment(NotePlace(at("1:1.1/1:1.2")), "and again", 1), "{again}", "{and again}"),
        (SetComment(NotePlace(at("1:1.1/1:1.2")), "", 1), " {again}", ""),
        (SetComment(NotePlace(at("1:1.1/1:2.1")), "a } b", 0), "20h!", "20h! {a \\} b}"),
        (SetComment(NotePlace(at("1:3")), "now", 0), "3. out", "3. {now} out"),
        (SetComment(NotePlace(at("1:")), "", 1), " {first}", ""),
        (SetComment(NotePlace(at("1:"), "A"), "his", 1), "{A's}", "{his}"),
        (SetComment(NotePlace(at("1:"), "talon"), "all", 0), "Jh Qd\n", "Jh Qd {all}\n"),
        (SetComment(NotePlace(at("1:"), "result"), "slow", 1), "{quick}", "{slow}"),
        (SetComment(NotePlace(at(""), "Event"), "warm", 1), "{cold}", "{warm}"),
        (SetGlyphs(at("1:1.2"), ("!?",)), "Td <0-21>", "Td!? <0-21>"),
        (SetGlyphs(at("1:1.1/1:2.1"), ()), "20h!", "20h"),
        (SetGlyphs(at("1:1.1/1:2.1"), ("$14", "!")), "20h!", "20h! $14"),
        (SetTag("Event", "Monday"), '"Friday"', '"Monday"'),
        (SetTag("Board", ""), '[Board "3"]\n', ""),
        (SetTag("B", "Maria"), '[Board "3"]', '[B "Maria"]\n[Board "3"]'),
        (AddAction(at("1:1.1/2"), ply("Jc"), 2), "(1. Ah Td)", "(1. Ah Td 2. Jc)"),
        (AddAction(at("1:1.1/1"), ply("Kd"), 3), "Kh)", "Kh 3. Kd)"),
        (AddAction(at("1:"), ply("Ah")), "3. out", "3. out Ah"),
        (AddVariation(at("1:1.2"), ply("9d")), "Td <0-21>", "Td <0-21> (9d)"),
        (AddVariation(at("1:1.1/1:2.2"), ply("Ts")), "Kh)", "Kh (Ts))"),
        (Remove(at("1:1.1/1")), " (Kc Qc {again} 2. 20h! Kh)", ""),
        (Remove(at("1:1.1/1:2.1")), " 2. 20h! Kh", ""),
        (Remove(at("1:1.1/2:1.1")), " (1. Ah Td)", ""),
        (Remove(at("1:2.3")), " close Kd Kc\n3. out", ""),
    ],
)
def test_an_edit_is_what_somebody_would_have_typed(edit: Edit, before: str, after: str) -> None:
    typed = TEXT.replace(before, after, 1)
    assert typed != TEXT
    assert written(edited(game(TEXT), [edit])) == write(game(typed))


@pytest.mark.parametrize(
    ("edit", "before", "after"),
    [
        (AddAction(at("1:"), ply("pass")), "kontraschnapser pass", "kontraschnapser pass pass"),
        (AddAction(at("1:"), ply("Ac")), "kontraschnapser pass", "kontraschnapser pass\n1. Ac"),
        (AddAction(at("1:0.2/1"), ply("bid gang")), "(pass pass)", "(pass pass bid gang)"),
        (AddAction(at("1:0.2/1"), ply("Ac"), 1), "(pass pass)", "(pass pass 1. Ac)"),
        (AddVariation(at("1:0.3"), ply("pass")), "kontraschnapser", "kontraschnapser (pass)"),
        (AddVariation(at("1:0.2/1:0.3"), ply("bid gang")), "pass pass)", "pass pass (bid gang))"),
        (SetGlyphs(at("1:0.3"), ("!",)), "kontraschnapser", "kontraschnapser!"),
        (SetComment(NotePlace(at("1:0.1")), "long"), "trump c", "trump c {long}"),
        (Remove(at("1:0.2/1:0.3")), "(pass pass)", "(pass)"),
        (Remove(at("1:0.2/1")), " (pass pass)", ""),
        (Remove(at("1:0.3")), " bid kontraschnapser pass", ""),
        (Remove(at("1:0.1")), "0. trump c bid schnapser (pass pass) bid kontraschnapser pass\n", ""),
    ],
)
def test_what_is_said_before_the_first_lead_is_edited_as_a_trick_is(
    edit: Edit, before: str, after: str
) -> None:
    assert written(edited(game(OPENED), [edit])) == write(game(OPENED.replace(before, after, 1)))


def test_comments_on_what_is_said_have_its_address() -> None:
    record = game(OPENED.replace("| Ks Jc", "| Ks Jc {held}").replace("trump c", "{so} trump c {long}"))
    found = [(str(each.at), each.of, each.comment) for each in comments_in(record, 1)]
    assert found == [("1:", "D", "held"), ("1:0.1", "", "long")]


def test_in_the_place_of_a_bid_stands_what_was_allowed_there() -> None:
    deal = game(OPENED).deals[0]
    found = options_at(PRESETS["bauernschnapsen"], deal, at("1:0.2"))
    assert found.turn == 0
    assert {"pass", "bid gang"} <= {ply_word(each.ply) for each in found.allowed}
    inside = options_at(PRESETS["bauernschnapsen"], deal, at("1:0.2/1"))
    assert inside.turn == 2
    assert "bid kontraschnapser" not in {ply_word(each.ply) for each in inside.allowed}


@pytest.mark.parametrize(
    "edit",
    [
        SetComment(NotePlace(at("1:9.1")), "x"),
        SetComment(NotePlace(at("2:")), "x"),
        SetComment(NotePlace(at("1:"), "B"), "x", 1),
        SetComment(NotePlace(at("1:"), "D"), "x"),
        SetComment(NotePlace(at("1:1.1/1")), "x"),
        SetComment(NotePlace(at(""), "Nothing"), "x"),
        SetGlyphs(at("1:1.1/3:1.1"), ("!",)),
        Remove(at("1:1.1/3")),
        Remove(at("2:")),
        AddAction(at("1:1.2/1"), ply("As")),
    ],
)
def test_what_is_not_there_is_not_edited(edit: Edit) -> None:
    with pytest.raises(EditError):
        edited(game(TEXT), [edit])


@pytest.mark.parametrize("text", ["a\x01b", "x" * 5000, "{" * 5000])
def test_what_cannot_be_read_back_is_not_written(text: str) -> None:
    with pytest.raises(EditError):
        written(edited(game(TEXT), [SetComment(NotePlace(at("1:1.1")), text)]))


# Edits by chance.


def places(record: Record) -> dict[type, list[Address]]:
    found: dict[type, list[Address]] = {}
    for path, part in walk(record):
        found.setdefault(type(part), []).append(path)
    return found


def by_chance(record: Record, chance: random.Random) -> Edit:
    there = places(record)
    plies = there.get(Ply, [Address(0, 1)])
    word = chance.choice(["As", "B: Ts", "40d", "exchange", "close^", "~9c 9s", "out", "--", "Qh^", "+Jc"])
    kind = chance.randrange(7)
    text = "".join(chance.choices('a b}{\\\n;()[]"№%!', k=chance.randrange(1, 30)))
    if kind == 0:
        return SetComment(NotePlace(chance.choice(plies)), text)
    if kind == 1 and there.get(Comment):
        return SetComment(NotePlace(chance.choice(there[Comment])), chance.choice(["", text]), 1)
    if kind == 2:
        marks = chance.sample(["!", "?", "!!", "??", "!?", "?!", "$1", "$14"], chance.randrange(4))
        return SetGlyphs(chance.choice(plies), tuple(marks))
    if kind == 3:
        return AddVariation(chance.choice(plies), ply(word))
    if kind == 4 and there.get(Variation):
        return AddAction(chance.choice(there[Variation]), ply(word), chance.choice([0, 0, 7]))
    if kind == 5:
        return SetTag(chance.choice(["Event", "A", "X-1"]), text.replace("\n", " "))
    return Remove(chance.choice([*there.get(Variation, plies), chance.choice(plies)]))


@pytest.mark.parametrize("seed", range(6))
def test_a_record_that_was_edited_by_chance_reads_back_as_it_is(seed: int) -> None:
    chance, done, refused = random.Random(seed), 0, 0
    record = game(TEXT)
    for _ in range(CHANGES // 6 + 10):
        try:
            changed = edited(record, [by_chance(record, chance)])
            text = written(changed)
        except EditError:
            refused += 1
            continue
        again = game(text)
        assert write(again) == text
        for kind in (Comment, Glyph, Variation, Ply):
            assert len(places(again).get(kind, [])) == len(places(changed).get(kind, []))
        record, done = again, done + 1
    assert done > refused


def test_all_that_an_edit_does_not_name_stays() -> None:
    """In every sample a comment more changes nothing else, and without it all is as before."""
    chance = random.Random(8)
    for path in sorted((ROOT / "samples").glob("*.sgn"))[::3]:
        for found in read(path.read_bytes()):
            if not found.record or Ply not in places(found.record):
                continue
            where = NotePlace(chance.choice(places(found.record)[Ply]))
            more = edited(found.record, [SetComment(where, "seen")])
            assert written(more).replace(" {seen}", "", 1) == write(found.record)
            own = [path for path in places(more)[Comment] if path == where.path]
            fewer = [edited(more, [SetComment(where, "", number)]) for number in range(1, len(own) + 1)]
            assert write(found.record) in map(written, fewer)


# What can come next.


def dealt(rules: RuleSet, chance: random.Random) -> tuple[Deal, str]:
    """A deal by chance, and how its cards are written."""
    order = chance.sample(list(members(rules.deck_cards)), rules.deck_cards.bit_count())
    recorder = DealRecorder.dealt_from(rules, chance.choice(SEATS[: rules.seats]), order)
    return recorder.deal, write(recorder.game())


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_offered_is_what_the_referee_allows(name: str) -> None:
    """A deal played by chance through the options alone, beside a deal of the referee's own."""
    chance = random.Random(name)
    rules = PRESETS[name]
    deal, text = dealt(rules, chance)
    record = game(text)
    while not deal.over and not deal.spent:
        found = options_at(rules, record.deals[0], at("1:"))
        offered = {
            (ply_word(each.ply).removeprefix(f"{'ABCD'[each.seat]}: "), each.seat, each.early)
            for each in found.allowed
        }
        plays = {(word, seat) for word, seat, _ in offered if re.fullmatch(r"\[?[97JQKTA][shdc]\]?", word)}
        if not deal.undrawn and (deal.auction is None or deal.auction.due is None):
            played = [(act, seat) for act, seat in deal.legal() if act < actions.CARDS]
            allowed = {(ply_word(ply_of(rules, act, face_down=deal.face_down)), seat) for act, seat in played}
            assert plays == allowed
        option = chance.choice([each for each in found.allowed if ply_word(each.ply) != "resign"])
        record = game(written(edited(record, [AddAction(at("1:"), option.ply, option.trick)])))
        act = action_of(rules, option.ply)
        if option.early or act == actions.OUT:
            break  # what is said before the draw is the business of other tests
        if deal.undrawn:
            assert deal.push(actions.DRAW) is None
        assert act is not None
        acts = option.ply.cards if option.ply.action == LAID_AWAY else (act,)
        done = [deal.push(deal.meant(each, option.seat), option.seat) for each in acts]
        assert done == [None] * len(acts)
    assert judge(next(read(write(record)))).ok


def test_in_the_place_of_an_action_stands_what_was_allowed_there() -> None:
    deal = game(TEXT).deals[0]
    words = [ply_word(each.ply) for each in options_at(PRESETS["santase"], deal, at("1:1.2")).allowed]
    assert words == ["Ts", "9d", "Kd", "Td", "9c", "Qc", "resign"]
    inside = options_at(PRESETS["santase"], deal, at("1:1.1/1"))
    assert inside.turn == 1


def test_what_is_irregular_stands_apart_and_says_why() -> None:
    text = TEXT[: TEXT.index("3. out")] + "3. Ts"
    found = options_at(PRESETS["santase"], game(text).deals[0], at("1:"))
    assert [ply_word(each.ply) for each in found.allowed if each.ply.plays] == ["Ks"]
    against = {ply_word(each.ply): each.ruling.code.id for each in found.irregular if each.ruling}
    assert against == {"Kh^": "R210", "Qh^": "R210", "Ah^": "R210", **against}


# Over HTTP.


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    app = app_in(tmp_path_factory.mktemp("edits"))
    yield app.test_client()
    app.extensions["archive"].close()


def ask(client: FlaskClient, body: Any, status: int = 200) -> Any:
    answer = client.post(ASKED, json=body)
    assert answer.status_code == status, answer.text
    assert answer.mimetype == ("application/json" if status == 200 else "application/problem+json")
    return answer.get_json()


def test_a_record_is_entered_from_nothing(client: FlaskClient) -> None:
    edits = [
        {"do": "tag", "name": "Rules", "value": "santase"},
        {
            "do": "deal",
            "dealer": "B",
            "trump": "Qd",
            "hands": {"A": "Ks As Qh Kh Ah Kc".split(), "B": "Ts 9d Kd Td 9c Qc".split()},
            "talon": "9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd".split(),
        },
    ]
    told = ask(client, {"edits": edits})
    for action in "As Td exchange 40d close Kd Kc out".split():
        option = next(each for each in told["next"]["actions"] if each["action"] == action)
        added = {"do": "act", "at": "1:", "action": action, "trick": option["trick"]}
        told = ask(client, {"text": told["text"], "edits": [added]})
    assert told["next"]["result"] == "B 3 by out (0-69) score 0-3"
    stated = {"do": "result", "at": "1:", "result": told["next"]["result"]}
    told = ask(client, {"text": told["text"], "edits": [stated]})
    assert told["text"].endswith("2. exchange 40d close Kd Kc out\n= B 3 by out (0-69) score 0-3\n")
    assert (told["errors"], told["score"], told["next"]["dealers"]) == (0, {"A": 0, "B": 3}, ["B"])


def test_nothing_is_kept(client: FlaskClient) -> None:
    ask(client, {"text": TEXT, "edits": [{"do": "comment", "at": "1:1.1", "text": "secret"}]})
    assert client.get("/api/v1/records").get_json()["records"] == []


HOSTILE: Final[list[Any]] = [
    [],
    "x",
    7,
    {"txt": ""},
    {"text": 7},
    {"text": TEXT, "edits": {}},
    {"text": TEXT, "edits": [{}]},
    {"text": TEXT, "edits": [{"do": "burn"}]},
    {"text": TEXT, "edits": [{"do": "comment"}]},
    {"text": TEXT, "edits": [{"do": "act", "at": "1:", "action": "As " * 200}]},
    {"text": TEXT, "edits": [{"do": "act", "at": "1:", "action": "As {x}"}]},
    {"text": TEXT, "edits": [{"do": "act", "at": "1:", "action": "As", "trick": 10**9}]},
    {"text": TEXT, "edits": [{"do": "result", "at": "1:", "result": "B 3\ndeal 2 dealer A"}]},
    {"text": TEXT, "edits": [{"do": "result", "at": "1:", "result": "much"}]},
    {"text": TEXT, "edits": [{"do": "tag", "name": "A]", "value": "x"}]},
    {"text": TEXT, "edits": [{"do": "tag", "name": "Event", "value": 'a"]\n%SGN 1\n'}]},
    {"text": TEXT, "edits": [{"do": "comment", "at": "1:1.1", "text": "x", "number": -1}]},
    {"text": TEXT, "edits": [{"do": "glyphs", "at": "1:1.1", "glyphs": ["?" * 9]}]},
    {"text": TEXT, "edits": [{"do": "remove", "at": "9:"}]},
    {"text": TEXT, "edits": [{"do": "remove", "at": "1:1.1" + "/1:1.1" * 40}]},
    {"text": TEXT, "edits": [{"do": "deal", "dealer": "G"}]},
    {"text": TEXT, "edits": [{"do": "deal", "dealer": "A", "trump": "h", "hands": {"A": ["Zz"]}}]},
    {"text": TEXT, "edits": [{"do": "remove", "at": "1:"}] * 201},
    {"text": TEXT, "at": "1:9.9"},
    {"text": TEXT, "at": "5:"},
    {"text": TEXT, "at": "1:1:1.1"},
    {"text": TEXT, "at": "nowhere"},
    {"text": TEXT + TEXT},
    {"text": ""},
    {"text": "%SGN 2\n"},
    {"text": "%SGN 1\n" + "(" * 5000},
]


@pytest.mark.parametrize("body", HOSTILE, ids=range(len(HOSTILE)))
def test_what_cannot_be_understood_is_refused_with_a_reason(client: FlaskClient, body: Any) -> None:
    problem = ask(client, body, 422)
    assert problem["detail"]
    assert "Traceback" not in json.dumps(problem)


def test_what_is_no_json_is_refused(client: FlaskClient) -> None:
    assert client.post(ASKED, data=b"{", content_type="application/json").status_code == 400
    assert client.post(ASKED, data=b"[" * 100_000, content_type="application/json").status_code == 400
    assert client.post(ASKED, data=b"{}", content_type="text/plain").status_code == 415
    assert client.post(ASKED, json={"text": "x" * (1 << 20)}).status_code == 413
    assert client.get(ASKED).status_code == 405


def test_a_record_with_faults_can_be_annotated_and_keeps_them(client: FlaskClient) -> None:
    for path in sorted(Path(ROOT / "samples/faulty").glob("*.sgn"))[::4]:
        text = path.read_text("utf-8")
        if text.count("%SGN 1") != 1 or not next(read(text)).draft:
            continue
        told = ask(client, {"text": text, "edits": [{"do": "tag", "name": "Annotator", "value": "Me"}]})
        assert told["text"].replace('[Annotator "Me"]\n', "") == write(next(read(text)).readable)


def test_a_result_of_a_variation_is_stated(client: FlaskClient) -> None:
    stated = {"do": "result", "at": "1:1.1/2", "result": "A 3"}
    assert "(1. Ah Td = A 3)" in ask(client, {"text": TEXT, "edits": [stated]})["text"]


# Kept beside the first.


def test_an_annotated_record_is_kept_beside_the_first(tmp_path: Path) -> None:
    noted = TEXT.replace("3. out", "3. out! {at last}").encode()
    with Store.open(f"sqlite:///{tmp_path / 'a.db'}") as store:
        [first] = store.add(TEXT.encode())
        [rewritten] = store.add(noted)
        assert (rewritten.id, rewritten.novelty) == (first.id, Novelty.REWRITTEN)
        [beside] = store.add(noted, beside=True)
        assert (beside.id, beside.novelty) == (sha256(noted).hexdigest(), Novelty.NEW)
        for again in (store.add(noted, beside=True), store.add(noted)):
            assert [(each.id, each.novelty) for each in again] == [(beside.id, Novelty.KNOWN)]
        assert [each.novelty for each in store.add(TEXT.encode(), beside=True)] == [Novelty.KNOWN]
        texts = [store.get(each.id) for each in (first, beside)]
        assert [each.text for each in texts if each] == [TEXT.encode(), noted]
        assert list(store.faults()) == []
        store.remove(first.id, "asked", actor="office")
        assert [each.novelty for each in store.add(noted + b" ", beside=True)] == [Novelty.REFUSED]
        for name, there in (("b", ""), ("c", TEXT)):
            with Store.open(f"sqlite:///{tmp_path / name}") as other:
                other.add(there.encode())
                assert [other.take(each, actor="office") for each in store.transfer()] == [Novelty.NEW]
                assert other.get(beside.id) is not None
                assert list(other.faults()) == []


def test_programs_can_keep_one_beside_the_first(client: FlaskClient) -> None:
    noted = TEXT.replace("As @clk", "As? @clk")
    ids = [
        client.post(f"/api/v1/records{query}", data=text, content_type="application/x-sgn").get_json()
        for query, text in (("", TEXT), ("", noted), ("?beside=true", noted))
    ]
    first, same, beside = (each["records"][0]["id"] for each in ids)
    assert (first, beside) == (same, sha256(noted.encode()).hexdigest())


def test_nobody_puts_a_version_in_place_of_a_record_that_is_not_theirs(client: FlaskClient) -> None:
    text = TEXT.replace("Friday", "Sunday")
    kept = client.post("/api/v1/records", data=text, content_type="application/x-sgn").get_json()
    old = kept["records"][0]["id"]
    form = {"text": text.replace("As @clk", "As! @clk"), "beside": "yes", "replaces": old}
    assert client.post("/records", data=form).status_code == 303
    found = client.get("/api/v1/records?event=Sunday").get_json()["records"]
    assert len(found) == 2
    assert old in [each["id"] for each in found]
