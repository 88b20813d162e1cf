"""The desk for disputes: a score sheet and the statements of each side result in one page to sign."""

import re
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from notation import read, read_file
from notation.judge import judge
from notation.rulings import account, answer_claims, disputes, rules_in_words
from notation.specs import read_spec
from referee import RuleSet
from referee.cards import members
from tests.support.apps import app_in, records_in
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.languages import COMPLETE
from viewer.documents.document import Paragraph, Picture
from viewer.documents.languages import language
from viewer.limits import CLAIMS_HEARD, DOCKET_CHARACTERS
from viewer.rulings.deal_rulings import case
from viewer.store import KeyRole
from viewer.store.audit import COMMAND_LINE

pytestmark = pytest.mark.usefixtures("few_repairs")

CLOSER: Final = ROOT / "samples/the-closer-fails.sgn"
REVOKE: Final = ROOT / "samples/faulty/the-revoke-seen-later.sgn"
UNNAMED: Final = ROOT / "samples/faulty/does-not-follow.sgn"
SHEET: Final = CLOSER.read_text("utf-8")
ONE: Final = REVOKE.read_text("utf-8")
DOCKET: Final = {"place": "Graz", "date": "18. 1. 2026", "case": "7", "arbiter": "I. Petrov"}


def asked(answer: TestResponse) -> list[tuple[str, str]]:
    """What the address to which an answer leads asks."""
    return parse_qsl(urlsplit(answer.headers["Location"]).query)


def page_of(client: FlaskClient, **fields: Any) -> TestResponse:
    """The page to which a form leads."""
    answer = client.post("/dispute", data=fields)
    assert answer.status_code == 303, answer.text
    return client.get(answer.headers["Location"])


def faults(answer: TestResponse) -> dict[str, str]:
    """Return the errors shown beside each field."""
    found = re.findall(r'<span class="wrong" role="alert" id="fault-(\w+)">(.*?)</span>', answer.text)
    return {name: unescape(re.sub("<[^>]+>", "", told)) for name, told in found}


def typed(answer: TestResponse, name: str) -> str:
    """Return the content of a large field of a form."""
    [found] = re.findall(rf'<textarea name="{name}"[^>]*>(.*?)</textarea>', answer.text, re.DOTALL)
    return unescape(found).removeprefix("\n")


def seen(page: str) -> str:
    return re.sub(r"\s+", "", unescape(re.sub(r"<[^>]+>", "", page)))


@pytest.mark.slow
@pytest.mark.parametrize("lang", COMPLETE)
def test_the_page_is_the_document_that_the_command_prints(client: FlaskClient, lang: str) -> None:
    claims = {"saysA": "A 3\nLeopold hatte nie einen Stich", "saysB": "Anna: B 2"}
    answer = client.post("/dispute", data={"text": SHEET, "deal": "3", **claims, **DOCKET})
    page = client.get(f"{answer.headers['Location']}&lang={lang}")
    said = ("A: A 3", "A: Leopold hatte nie einen Stich", "Anna: B 2")
    assert [words for name, words in asked(answer) if name == "claim"] == list(said)
    command = ["dispute", str(CLOSER), "--deal", "3", "--lang", lang, "--format", "html"]
    command += [word for claim in said for word in ("--claim", claim)]
    command += ["--place", "Graz", "--date", "18. 1. 2026", "--case", "7", "--arbiter", "I. Petrov"]
    printed = run(*command).output
    [body] = re.findall('<main class="sheet">(.*)</main>', printed, re.DOTALL)
    assert seen(body) in seen(page.text)
    assert page.text.count("<figure") == 1  # the close
    assert "I. Petrov" in page.text


@pytest.mark.slow
def test_a_sheet_comes_as_text_or_as_a_file_and_is_kept_once(app: Flask, client: FlaskClient) -> None:
    claims = {"saysA": "Neda revoked at trick 4", "saysB": "Vasil never had a trick", "visibility": "public"}
    pasted = client.post("/dispute", data={"text": ONE.replace("\n", "\r\n"), **claims})
    sent = client.post("/dispute", data={"file": (BytesIO(ONE.encode()), "game.sgn"), **claims})
    assert pasted.headers["Location"] == sent.headers["Location"]
    assert records_in(app) == 1
    page = client.get(sent.headers["Location"])
    assert "Vasil says: Neda revoked at trick 4" in page.text
    assert "The claim is right under" in page.text
    assert "Neda says: Vasil never had a trick" in page.text
    assert "The claim is wrong." in page.text
    assert '<a href="/codes/R210">' in page.text
    assert '<a href="/rules/santase#play2.duty">' in page.text
    record = urlsplit(sent.headers["Location"]).path.partition("/deals")[0]
    assert client.get(f"{record}.sgn").text == ONE


@pytest.mark.slow
def test_the_deal_is_the_only_one_or_the_disputed_one_or_has_to_be_said(
    app: Flask, client: FlaskClient
) -> None:
    asking = client.post("/dispute", data={"text": SHEET, "saysA": "A 3"})
    assert asking.status_code == 422
    assert faults(asking) == {"deal": "Which deal is disputed? This sheet has 5."}
    assert typed(asking, "text") == SHEET
    assert typed(asking, "saysA") == "A 3"
    for number in ("6", "0", "x", "-1"):
        answer = client.post("/dispute", data={"text": SHEET, "saysA": "A 3", "deal": number})
        assert set(faults(answer)) == {"deal"}, number
    assert records_in(app) == 0
    head, _, rest = SHEET.partition("deal 4")
    written = f'{head}@dispute("A 3")\ndeal 4{rest}'
    answer = client.post("/dispute", data={"text": written})
    assert "/deals/3/disputes" in answer.headers["Location"]
    assert "Line " in client.get(answer.headers["Location"]).text
    wrong = SHEET.replace("= A 2", "= A 3", 1)
    assert wrong != SHEET
    deal = SHEET[: SHEET.index("= A 2")].count("\ndeal ")
    answer = client.post("/dispute", data={"text": wrong, "saysA": "A 3"})
    assert f"/deals/{deal}/disputes" in answer.headers["Location"]


def test_what_cannot_be_read_stays_in_the_form_with_its_place(app: Flask, client: FlaskClient) -> None:
    broken = ONE.replace("2. close", "2. clsoe")
    assert broken != ONE
    answer = client.post("/dispute", data={"text": broken, "saysA": "A 3", **DOCKET})
    line = broken[: broken.index("clsoe")].count("\n") + 1
    assert answer.status_code == 422
    assert f"Line {line}, column 4" in answer.text
    assert "close" in faults(answer)["text"]
    assert typed(answer, "text") == broken
    assert 'value="I. Petrov"' in answer.text
    for text, code in (("hello", 415), ("", 400), (SHEET + SHEET, 422)):
        answer = client.post("/dispute", data={"text": text, "saysA": "A 3"})
        assert (answer.status_code, set(faults(answer))) == (code, {"text"})
        assert typed(answer, "text") == text
    assert records_in(app) == 0


@pytest.mark.slow
def test_what_is_not_understood_is_offered_to_choose_from_and_stops_nothing(client: FlaskClient) -> None:
    page = page_of(client, text=ONE, saysA="A 3\nthe moon is green", saysB="I revoked, and so did the moon")
    assert page.status_code == 200
    assert "Vasil wins 3" in re.sub("<[^>]*>", "", page.text)
    offers = re.findall(r'<section class="answer off-paper">(.*?)</section>', page.text, re.DOTALL)
    assert len(offers) == 2
    assert "the moon is green" in offers[0]
    links = [unescape(link) for link in re.findall(r'<a href="([^"]+)"', offers[0])]
    assert len(links) == 3
    for link in links:
        chosen = client.get(link)
        assert chosen.status_code == 200
        assert chosen.text.count('<section class="answer off-paper">') == 1
        assert "the moon is green" not in chosen.text


def test_the_deal_that_the_claims_fit_is_found(client: FlaskClient) -> None:
    page = page_of(client, text=SHEET, saysB="I get two")
    assert "/deals/4/disputes" in page.request.path
    several = client.post("/dispute", data={"text": SHEET, "saysA": "nobody revoked"})
    assert "which one is disputed?" in faults(several)["deal"]


def test_what_cannot_be_taken_is_told_beside_its_field(app: Flask, client: FlaskClient) -> None:
    many = client.post("/dispute", data={"text": ONE, "saysA": "A 3\n" * (CLAIMS_HEARD + 1)})
    assert "At most" in faults(many)["saysA"]
    empty = client.post("/dispute", data={"text": ONE})
    assert faults(empty) == {"saysA": "Please write what somebody claims."}
    long = client.post("/dispute", data={"text": ONE, "saysA": "A 3", "place": "x" * (DOCKET_CHARACTERS + 1)})
    assert set(faults(long)) == {"place"}
    unruly = client.post("/dispute", data={"text": ONE.replace('"santase"', '"whist"'), "saysA": "A 3"})
    assert set(faults(unruly)) == {"rules"}
    option = {"rules": "santase", "options": "failed=3"}
    assert set(faults(client.post("/dispute", data={"text": ONE, "saysA": "A 3", **option}))) == {"options"}
    assert records_in(app) == 0


def test_other_rules_and_options_decide(client: FlaskClient) -> None:
    own = page_of(client, text=SHEET, deal="3", saysA="A 3")
    club = page_of(client, text=SHEET, deal="3", saysA="A 3", rules="santase-club")
    house = page_of(client, text=SHEET, deal="3", saysA="A 3", rules="santase", options="failed-close=3")
    assert [page.text.count("The claim is right under") for page in (own, club, house)] == [0, 1, 1]
    assert "failure gives the opponent: 3, whatever the opponent has)" in house.text


@pytest.mark.slow
def test_inferred_rules_are_chosen_where_several_fit(client: FlaskClient) -> None:
    text = re.sub(r"\[Rules [^\]]*\]\n", "", UNNAMED.read_text("utf-8"))
    page = page_of(client, text=text, saysA="A 3", rules="infer", case="9")
    assert page.status_code == 200
    choices = re.findall(r'<li><a href="([^"]+)">([^<]+)</a><p>(.*?)</p>', page.text)
    assert len(choices) > 1
    for address, called, answer in choices:
        document = client.get(unescape(address))
        spec = dict(parse_qsl(urlsplit(unescape(address)).query))["rules"]
        assert f" · {spec} · " in document.text
        rules = read_spec(spec)
        assert isinstance(rules, RuleSet)
        assert unescape(called) == rules_in_words(language("en"), rules)
        assert seen(answer) in seen(document.text)
        assert "Ruling no. 9" in document.text
    named = client.post("/dispute", data={"text": SHEET, "deal": "3", "saysA": "A 3", "rules": "infer"})
    leads = client.get(named.headers["Location"])
    assert (leads.status_code, dict(asked(leads))) == (303, {"claim": "A: A 3", "rules": "santase"})


def test_a_record_is_disputed_from_its_page_and_the_questions_can_be_changed(client: FlaskClient) -> None:
    page = page_of(
        client, text=SHEET, deal="3", saysA="A 3\nA wins", saysB="Anna: draw", rules="santase-club"
    )
    [again] = re.findall(r'<a href="([^"]+)">Change the question', page.text)
    form = client.get(unescape(again))
    assert typed(form, "saysA") == "A 3\nA wins"
    assert typed(form, "saysB") == "Anna: draw"
    assert 'value="santase-club" selected' in form.text
    assert "Leopold Hirsch (A) says" in form.text
    assert 'name="deal" value="3"' in form.text
    [address] = re.findall(r'<form class="desk" method="get" action="([^"]+)"', form.text)
    fields = {"settle": "yes", "deal": "3", "saysA": "A 3", "saysB": "B 2", "rules": ""}
    answer = client.get(address, query_string=fields)
    assert answer.status_code == 303
    assert asked(answer) == [("claim", "A: A 3"), ("claim", "B: B 2")]
    wrong = client.get(address, query_string=fields | {"saysB": "much", "deal": "9"})
    assert (wrong.status_code, set(faults(wrong))) == (422, {"deal"})
    record = address.removesuffix("/dispute")
    assert f'href="{address}"' in client.get(record).text
    assert f'href="{address}?deal=3"' in client.get(f"{record}/deals/3/ruling").text
    assert 'href="/dispute"' in client.get("/").text


def test_a_sheet_that_was_written_here_comes_to_the_form(app: Flask, client: FlaskClient) -> None:
    for text in (ONE, ONE[:40], ""):
        answer = client.post("/dispute", data={"desk": "yes", "text": text})
        assert (answer.status_code, faults(answer), typed(answer, "text")) == (200, {}, text)
    assert records_in(app) == 0


@pytest.mark.slow
def test_an_address_with_a_claim_that_is_not_understood_answers_the_others(client: FlaskClient) -> None:
    page = page_of(client, text=ONE, saysA="A 3")
    path = page.request.path
    answer = client.get(path, query_string=[("claim", "A: much"), ("claim", "draw"), ("place", "Lom")])
    assert answer.status_code == 200
    assert "Not understood: “much”" in answer.text
    assert "the deal is a draw" in answer.text
    late = client.get(path, query_string={"claim": "A has no trick (trick 12)"})
    assert "there is no trick 12" in late.text
    for query in ([("claim", "A 3")] * (CLAIMS_HEARD + 1), [("claim", "A 3"), ("place", "x" * 81)]):
        assert client.get(path, query_string=query).status_code == 422


def test_another_language_keeps_every_claim(client: FlaskClient) -> None:
    page = page_of(client, text=ONE, saysA="A 3", saysB="B 2")
    [german] = re.findall(r'<a lang="de" hreflang="de" href="([^"]+)"', page.text)
    told = client.get(unescape(german)).text
    assert "Vasil sagt: Vasil gewinnt 3" in told
    assert "Neda sagt: Neda gewinnt 2" in told


def test_what_is_hostile_is_text(client: FlaskClient) -> None:
    evil = "<script>alert(1)</script>"
    text = ONE.replace('"Vasil"', f'"{evil}"')
    page = page_of(client, text=text, saysA="A 3", place=evil, date=evil, case=evil, arbiter=evil)
    form = client.post("/dispute", data={"text": evil, "saysA": evil, "place": evil, "options": evil})
    for answer in (page, form):
        assert evil not in answer.text
        assert answer.text.count("&lt;script&gt;") >= 4


@pytest.mark.slow
def test_who_may_read_a_sheet_is_chosen_before_it_is_stored(app: Flask, client: FlaskClient) -> None:
    offered = re.findall(
        r'<input type="radio" name="visibility" value="(\w+)" required( checked)?>',
        client.get("/dispute").text,
    )
    assert offered == [("unlisted", ""), ("public", "")]
    for chosen, listed in (({}, 0), ({"visibility": "unlisted"}, 0), ({"visibility": "public"}, 1)):
        text = ONE.replace('"What a referee finds"', f'"{chosen}"')
        assert page_of(client, text=text, saysA="A 3", **chosen).status_code == 200
        assert records_in(app) == listed
    wrong = client.post("/dispute", data={"text": "?", "saysA": "A 3", "visibility": "unlisted"})
    assert 'value="unlisted" required checked' in wrong.text


def test_a_private_sheet_is_for_its_owner(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    store = app.extensions["archive"]
    keys = {who: store.keys.add(who, KeyRole.UPLOADER, actor=COMMAND_LINE) for who in ("owner", "other")}
    headers = {who: {"Authorization": f"Bearer {key}"} for who, key in keys.items()}
    sent = {"text": ONE, "saysA": "A 3", "visibility": "private"}
    client = app.test_client()
    assert client.post("/dispute", data=sent).status_code == 401
    answer = client.post("/dispute", data=sent, headers=headers["owner"])
    assert answer.status_code == 303
    address = answer.headers["Location"]
    assert client.get(address, headers=headers["owner"]).status_code == 200
    record = urlsplit(address).path.partition("/deals")[0]
    for path in (address, f"{record}/dispute", f"{record}/deals/1/disputes/rules?claim=A 3"):
        for other in ({}, headers["other"]):
            assert client.get(path, headers=other).status_code == 404


# The moment in question.


def test_the_picture_has_what_everybody_held_at_that_moment() -> None:
    """Worked out from the referee's states: what lay in the hands after the action, and on the table."""
    [game] = read_file(REVOKE)
    told = account(judge(game), 1)
    [step] = [step for step in told.played if step.event and step.event.ruling]
    found = answer_claims(game, 1, told.rules, ["A: B revoked", "B: B revoked at trick 4"])
    document = case(found, told, language("en"))
    [picture] = [part for part in document.parts if isinstance(part, Picture)]
    assert Paragraph("Trick 4: Neda: K♥.") in document.parts
    spoken = language("en")
    rows = {row[0]: set(row[1].split()) for row in picture.words.rows}
    for seat, who in enumerate(("Vasil (A)", "Neda (B)")):
        assert rows[who] == {spoken.card(card) for card in members(step.after.hands[seat])}
    assert picture.words.rows[2] == ("The trick on the table", "Vasil (A) A♣, Neda (B) K♥")
    assert [half.count("<title>") for half in picture.draw()] == [1, 0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "deal", "claim", "when"),
    [
        (CLOSER, 3, "A: A 3", "Trick 5: Anna closes."),
        (CLOSER, 3, "A: I had 66 at trick 9", "Trick 9: Leopold: 10♦."),
        (REVOKE, 1, "draw", "Trick 4: Neda: K♥."),
        (
            ROOT / "samples/faulty/an-exchange-without-a-trick.sgn",
            1,
            "the exchange was illegal",
            "Trick 1: Marlene exchanges.",
        ),
        (ROOT / "samples/schnapsen-a-game-to-seven.sgn", 1, "draw", "Before the lead to trick 1."),
    ],
)
def test_the_moment_is_that_of_the_claim_or_of_what_decided(
    file: Path, deal: int, claim: str, when: str
) -> None:
    [game] = read_file(file)
    told = account(judge(game), deal)
    parts = case(answer_claims(game, deal, told.rules, [claim]), told, language("en")).parts
    [place] = [place for place, part in enumerate(parts) if isinstance(part, Picture)]
    assert parts[place - 1] == Paragraph(when)


def test_the_moment_of_a_claim_in_the_record_is_where_it_stands() -> None:
    noted = ONE.replace("1. Td As", '1. Td @dispute("legal") As @dispute("B had no trick")')
    assert noted != ONE
    game = next(read(noted.encode()))
    told = account(judge(game), 1)
    found = disputes(game, 1, told.rules)
    parts = case(found, told, language("en")).parts
    shown = [parts[place - 1] for place, part in enumerate(parts) if isinstance(part, Picture)]
    assert shown == [Paragraph("Trick 1: Neda: 10♦."), Paragraph("Trick 1: Vasil: A♠.")]
