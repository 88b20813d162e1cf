"""Pointing instead of wording: every place of a deal has its questions, and their answers stand beside it."""

import re
from html import unescape
from pathlib import Path
from typing import Final

import pytest
from flask.testing import FlaskClient

from notation import read
from notation.judge import judge
from notation.rulings import account, answer_claims, answer_question, questions_at
from tests.support.corpus import ROOT, SAMPLES
from tests.support.each import for_each
from tests.support.languages import COMPLETE
from viewer.documents.languages import language

pytestmark = pytest.mark.usefixtures("few_repairs")

SAMPLE: Final = ROOT / "samples/closed-and-won.sgn"


@pytest.fixture
def record(client: FlaskClient) -> str:
    answer = client.post("/records", data={"text": SAMPLE.read_text("utf-8")})
    return answer.location.rpartition("/")[2]


def links(page: str, of: str) -> dict[str, str]:
    """The addresses of the links in a list of the page, by their words."""
    [part] = re.findall(rf'<[uo]l class="{of}">(.*?)</[uo]l>', page, re.DOTALL)
    found = re.findall(r'<a href="([^"]*)"[^>]*>(.*?)</a>', part, re.DOTALL)
    return {unescape(re.sub("<[^>]*>", "", words)): unescape(address) for address, words in found}


def words(page: str) -> str:
    return unescape(re.sub("<[^>]*>", "", page))


@pytest.mark.slow
def test_a_card_leads_to_its_questions_and_a_question_to_its_answer(client: FlaskClient, record: str) -> None:
    page = client.get(f"/records/{record}/deals/1/questions").text
    played = links(page, "played")
    assert "Ivan: A♠" in played
    asked = client.get(played["Ivan: A♠"]).text
    assert "Trick 1: Ivan: A♠" in words(asked)
    questions = links(asked, "asks")
    assert next(name for name in questions if "revoked" in name).startswith("Ivan")
    for name, address in questions.items():
        answer = client.get(address)
        assert answer.status_code == 200
        assert "The claim is " in words(answer.text), name
    [paper] = re.findall(r'href="([^"]*/disputes\?[^"]*)"', answer.text)
    settled = client.get(unescape(paper))
    assert name.rstrip("?") in words(settled.text)
    [again] = re.findall(r'href="([^"]*/dispute\?[^"]*ask=[^"]*)"', settled.text)
    form = client.get(unescape(again)).text
    assert re.search(r'<input type="checkbox" name="ask" value="1\.2:[^"]+" checked>', form)


def test_the_result_and_every_step_of_the_replay_have_questions(client: FlaskClient, record: str) -> None:
    page = client.get(f"/records/{record}/deals/1/questions?at=%3D").text
    assert "Maria wins the deal?" in links(page, "asks")
    shown = [
        words(client.get(f"/records/{record}/deals/1/questions?step={step}").text) for step in (1, 2, 99)
    ]
    assert "Trick 1: Maria: 9♠" in shown[0]
    assert "Trick 1: Ivan: A♠" in shown[1]
    assert "The questions and their answers appear here." in shown[2]


@pytest.mark.parametrize("asked", ["at=9.9", "at=nonsense", "at=0", "at=1.2&question=nonsense", "step=x"])
def test_a_place_that_is_not_there_has_no_questions(client: FlaskClient, record: str, asked: str) -> None:
    assert client.get(f"/records/{record}/deals/1/questions?{asked}").status_code == 200


def test_a_question_that_is_none_is_refused(client: FlaskClient, record: str) -> None:
    for asked in ("nonsense", "1.2:nonsense", "9:revoke-A", ":", "=:legal"):
        answer = client.get(f"/records/{record}/deals/1/disputes", query_string={"ask": asked})
        assert answer.status_code == 422
        assert "There is no question" in words(answer.text)


OPENING: Final = """%SGN 1
[Rules "bauernschnapsen"]
[B "Franz"]

deal 1 dealer A
A: Ac Ks Ah | Js Ad
B: Kc Td Kh | Qh Qs
C: Th Qc Kd | As Jd
D: Jh Tc Ts | Qd Jc
0. trump h bid bettler bid gang bid bettler pass pass
"""


def test_what_is_said_before_the_first_lead_has_questions(client: FlaskClient) -> None:
    record = client.post("/records", data={"text": OPENING}).location.rpartition("/")[2]
    played = links(client.get(f"/records/{record}/deals/1/questions").text, "played")
    bids = [address for said, address in played.items() if "bids Bettler" in said]
    assert [re.findall("at=([0-9.]+)", address) for address in bids] == [["0.2"], ["0.4"]]
    for address, low in zip(bids, ("is wrong", "is right"), strict=True):
        asked = client.get(address).text
        assert "Before the first lead: " in words(asked)
        questions = links(asked, "asks")
        [name] = [name for name in questions if "too low" in name]
        answer = words(client.get(questions[name]).text)
        assert low in answer


def test_the_desk_leads_to_the_play_without_losing_what_was_written(client: FlaskClient) -> None:
    sent = {"text": SAMPLE.read_text("utf-8"), "deal": "2", "saysA": "draw", "point": "yes"}
    answer = client.post("/dispute", data=sent)
    assert answer.status_code == 303
    page = client.get(answer.location).text
    question = next(iter(links(client.get(links(page, "played")["Trick 1"]).text, "asks").values()))
    [paper] = re.findall(r'href="([^"]*/disputes\?[^"]*)"', client.get(question).text)
    settled = words(client.get(unescape(paper)).text)
    assert "Ivan says: the deal is a draw" in settled
    assert "the trick is" in settled


@pytest.mark.slow
@for_each(SAMPLES, one_in=10)
def test_every_question_of_every_place_is_answered_in_every_language(path: Path) -> None:
    judged = judge(next(read(path.read_bytes())))
    found = account(judged, 1)
    places = {(step.written.trick, step.written.action) for step in found.played if step.written}
    for place in [(0, 0), *((trick, 0) for trick, _ in places), *places][::4][:5]:
        questions = questions_at(found, *place)
        assert len({question.name for question in questions}) == len(questions) > 0
        for question in questions[:3]:
            dispute = answer_question(found, question, language("en"))
            assert not dispute.fault
            for code in COMPLETE:
                said = question.words(found.speaking(language(code)))
                assert said
                assert "{" not in said
                assert "\ue000" not in said


@pytest.mark.slow
def test_what_is_pointed_at_has_the_answer_of_the_same_claim_in_words() -> None:
    [game] = read(SAMPLE.read_bytes())
    judged = judge(game)
    for number in (1,):
        found = account(judged, number)
        for trick in (0, 2, len(found.deal.tricks)):
            for question in questions_at(found, trick):
                said = question.words(found.speaking(language("en")))
                said = re.sub(r" \(trick (\d+)\)", r" at trick \1", said)
                [dispute] = answer_claims(game, number, found.rules, [said])
                if not dispute.understood:
                    continue  # it is asked what is meant
                assert dispute.verdict is answer_question(found, question, language("en")).verdict, said
