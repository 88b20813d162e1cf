"""The pages that ask more of a record say what the commands say, and lead on in a click."""

import io
import re
from collections.abc import Iterator
from html import unescape
from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient

from notation import Judgement, read
from notation.formats import convert
from notation.rulings import Comparing, Pair
from referee import PRESETS
from tests.support.apps import app_in
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.languages import COMPLETE
from viewer.documents.languages import language
from viewer.exports.formats import FORMATS
from viewer.limits import SETS_COMPARED
from viewer.rulings.mending import mend
from viewer.web.record.comparing import Pieces

WRONG: Final = ROOT / "samples/faulty/does-not-follow.sgn"
MISSTATED: Final = ROOT / "samples/faulty/wrong-score.sgn"
MISSPELT: Final = (
    (ROOT / "samples/schnapsen-a-game-to-seven.sgn").read_bytes().replace(b'"schnapsen"', b'"shnapsen"')
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return app_in(tmp_path_factory.mktemp("questions"))


def add(client: FlaskClient, data: bytes) -> str:
    answer = client.post("/api/v1/records", data=data, content_type="application/x-sgn")
    return str(answer.get_json()["records"][0]["id"])[:16]


def seen(page: str) -> str:
    """What is read on a page, without blanks, links, marks and the place of its source."""
    return re.sub(r"\s+|\(SantaseGameEngine,.*?\)", "", unescape(re.sub(r"<[^>]+>", "", page)))


def said(*words: str) -> list[str]:
    """The paragraphs and headings that a command prints as Markdown, without its marks and blanks.

    A page says a clause, its quotation, the translation and the source in another order, and of the source
    its short name.
    """
    printed = run(*words, "--format", "markdown").output
    blocks = [re.sub(r"[\\*#`]", "", block) for block in printed.split("\n\n") if block[:1] not in "|-1`"]
    parts = [part for block in blocks for part in re.split(r"\[(.+?)\]\(<.+?>\):?|  \n", block)]
    return [seen(part) for part in parts if part]


@pytest.mark.parametrize("lang", ["en", pytest.param("hu", marks=pytest.mark.nightly)])
@pytest.mark.parametrize(
    ("address", "command"),
    [
        ("comparison?set=santase&set=sixty-six", ["compare", "--under", "santase,sixty-six"]),
        pytest.param("inference", ["infer"], marks=pytest.mark.nightly),
        ("deals/1/disputes", ["dispute"]),
        ("deals/1/disputes?claim=A 3", ["dispute", "--deal", "1", "--claim", "A 3"]),
        (
            "deals/1/disputes?claim=A: B revoked&claim=B: I win",
            ["dispute", "--deal", "1", "--claim", "A: B revoked", "--claim", "B: I win"],
        ),
    ],
)
def test_a_page_says_what_the_command_says(
    client: FlaskClient, address: str, command: list[str], lang: str
) -> None:
    key = add(client, WRONG.read_bytes())
    answer = client.get(f"/records/{key}/{address}{'&' if '?' in address else '?'}lang={lang}")
    assert answer.status_code == 200
    page = seen(answer.text).replace("`", "").replace("*", "")
    printed = said(command[0], str(WRONG), *command[1:], "--lang", lang)
    assert len(printed) >= 2
    for block in printed[1:]:
        if not block.startswith(seen(str(WRONG))):  # the small print of a page does not name the file
            assert block in page, block


def test_a_comparison_is_sent_as_it_is_made(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict of each rule set is sent before the next is asked for, and all of them before the pairs."""
    judged, compared = [], []
    judgements, pairs = Comparing.judgements, Comparing.pairs

    def judging(self: Comparing) -> Iterator[Judgement]:
        for judgement in judgements(self):
            judged.append(judgement)
            yield judgement

    def comparing(self: Comparing, begun: int = 0) -> Iterator[Pair]:
        for pair in pairs(self, begun):
            compared.append(pair)
            yield pair

    monkeypatch.setattr(Comparing, "judgements", judging)
    monkeypatch.setattr(Comparing, "pairs", comparing)
    key = add(client, WRONG.read_bytes())
    page, seen_after = "", list[tuple[int, int, int]]()
    with client.get(f"/records/{key}/comparison?set=santase&set=sixty-six&set=santase-club") as answer:
        for part in answer.iter_encoded():
            page += part.decode()
            if part.count(b"</tr>") and len(seen_after) < 4:
                seen_after.append((page.count("data-is") // 2, len(judged), len(compared)))
    assert seen_after[1:] == [(1, 1, 0), (2, 2, 0), (3, 3, 0)]
    assert page.count('<details class="pair">') == sum(pair.parting is not None for pair in compared) > 0
    assert page.rstrip().endswith("</html>")


def test_the_rest_of_a_comparison_is_the_same_from_wherever_a_process_begins(app: Flask) -> None:
    [game] = read(WRONG.read_bytes())
    named = [PRESETS[name] for name in ("santase", "sixty-six", "sixty-six-casual")]
    with app.test_request_context():
        app.preprocess_request()
        whole = list(Pieces(Comparing(game, named), language("en")).made(0))
        assert (
            len(whole) == 9
        )  # the head of the table, three rows, how they agree, three pairs, the small print
        for begun in range(1, len(whole)):
            assert list(Pieces(Comparing(game, named), language("en")).made(begun)) == whole[begun:], begun


def test_what_could_not_be_judged_is_replayed_under_other_rules_and_mended(client: FlaskClient) -> None:
    key = add(client, MISSPELT)
    page = client.get(f"/records/{key}").text
    assert f'action="/records/{key}"' in page
    assert f'href="/records/{key}/fix"' in page
    assert "<santase-replay" in client.get(f"/records/{key}?rules=schnapsen").text
    assert "schnapsen" in client.get(f"/records/{key}/fix").text


def test_a_safe_fix_is_added_as_a_new_record_and_no_statement_is_changed(client: FlaskClient) -> None:
    """What the form sends, as browsers send it, is byte for byte what `check --fix` writes."""
    key = add(client, MISSTATED.read_bytes())
    assert "<textarea" not in client.get(f"/records/{key}/fix").text
    data = MISSPELT
    key = add(client, data)
    page = client.get(f"/records/{key}/fix").text
    [text] = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    sent = unescape(text).replace("\n", "\r\n")
    answer = client.post("/records", data={"text": sent, "file": (io.BytesIO(), "")})
    assert answer.status_code == 303
    assert client.get(f"{answer.headers['Location']}.sgn").data == mend(data)[0]
    assert key not in answer.headers["Location"]
    assert "<textarea" not in client.get(f"{answer.headers['Location']}/fix").text


def test_a_page_with_findings_shows_the_record_after_each_repair(client: FlaskClient) -> None:
    right = (ROOT / "samples/closed-and-won.sgn").read_text("utf-8")
    key = add(client, right.replace("4. Ts Js", "4. Js Ts").encode())
    page = client.get(f"/records/{key}").text
    [link] = re.findall(rf'href="(/records/{key}/fix\?repair=[0-9.]+)"', page)
    assert "in trick 4 are in the wrong order</a>" in page
    shown = client.get(link)
    [text] = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", shown.text, re.DOTALL)
    assert unescape(text) == right
    assert "everything fits" in shown.text
    assert client.get(f"/records/{key}/fix?repair=999").status_code == 404
    dispute = client.get(f"/records/{key}/deals/1/disputes?claim=Maria led out of turn").text
    assert dispute.index("The sheet itself may be wrong: if ") < dispute.index("R201")
    edited = client.post("/api/v1/edits", json={"text": right.replace("4. Ts Js", "4. Js Ts")}).get_json()
    [repair] = [each for finding in edited["findings"] for each in finding.get("repairs", ())]
    after = client.post("/api/v1/edits", json={"text": repair["text"], "edits": []}).get_json()
    assert after["errors"] == 0


NOT_ASKED: Final = (
    *(("?rules=whist", 422), ("?rules=" + "x" * 999, 422), ("/embed?rules=whist", 422)),
    ("/deals/9/disputes", 404),
    *(("/deals/1/disputes?" + "claim=draw&" * 9, 422), ("/deals/1/disputes?rules=x", 422)),
    *(("/comparison?set=x", 422), ("/comparison?set=santase-three", 422), ("/deals/1/ruling?rules=x", 422)),
    ("/comparison?" + "&".join(f"set=santase target={n}" for n in range(1, SETS_COMPARED + 2)), 422),
)


def test_what_cannot_be_asked_is_said_in_every_language(client: FlaskClient) -> None:
    key = add(client, WRONG.read_bytes())
    for address, status in NOT_ASKED:
        pages = set()
        for lang in COMPLETE:
            answer = client.get(f"/records/{key}{address}", headers={"Accept-Language": lang})
            assert answer.status_code == status, address
            assert "<x" not in answer.text
            pages.add(re.sub("(?s).*<main", "", answer.text))
        assert len(pages) == len(COMPLETE), address


@pytest.mark.nightly
def test_a_record_is_had_in_every_format_that_is_written(client: FlaskClient) -> None:
    """What is saved, and what is said of it before, is what `santase convert` writes and reports."""
    source = ROOT / "samples/closed-and-won.sgn"
    key = add(client, source.read_bytes())
    listed = client.get(f"/records/{key}/formats").text
    writable = [each for each in FORMATS.values() if each.writer]
    assert len(writable) > 5
    for form in writable:
        assert f"/records/{key}/formats/{form.name}" in listed
        done = convert(source.read_bytes(), FORMATS["sgn"], form)
        page = client.get(f"/records/{key}/formats/{form.name}")
        assert page.status_code == 200
        for entry in done.report:
            assert not entry.why or unescape(page.text).count(str(entry.why)), form.name
        answer = client.get(f"/records/{key}/formats/{form.name}/file")
        assert (answer.status_code == 200) == bool(done.data), form.name
        if done.data and form.name not in ("html", "bummerl-pickle"):
            assert answer.data == done.data, form.name
    for name in ("nothing", "actions"):
        assert client.get(f"/records/{key}/formats/{name}").status_code == 404


def test_what_cannot_be_read_is_converted_into_nothing(client: FlaskClient) -> None:
    key = add(client, b"%SGN 1\ndeal deal\n")
    assert client.get(f"/records/{key}/formats/csv-deals").status_code == 422
