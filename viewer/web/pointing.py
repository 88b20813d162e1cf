"""Pointing instead of wording: an action, a trick or the result of a deal, then a question about it.

Every choice is a link, and the answer stands beside it; a question can be put on the page that settles a
dispute. Which questions make sense, and what their answers are, is decided in :mod:`notation.rulings`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from notation.findings import Phrase
from notation.replay import Frame, FrameKind, frames
from notation.rulings import Account, Dispute, Question, answer_question, question_named, questions_at, said
from viewer.documents.languages import Language
from viewer.documents.quotations import citing
from viewer.limits import CLAIMS_HEARD, SEARCH_CHARACTERS
from viewer.rulings.disputes import answers
from viewer.web.failures import Problem
from viewer.web.kept import asked_rules, deal, language, stored

pointing = Blueprint("pointing", __name__)

_PLACE: Final = re.compile(r"=|(?P<trick>0(?=\.)|[1-9][0-9]{0,3})(?:\.(?P<action>[1-9][0-9]{0,3}))?")
NO_QUESTION: Final = Phrase("There is no question {name} about this deal.")
TOO_MANY: Final = Phrase("At most {number} questions can be answered at once.", {"number": CLAIMS_HEARD})
_UNPLAYED = (FrameKind.WRITTEN, FrameKind.AFTER)


class PointedPlace(NamedTuple):
    """What can be pointed at: a trick or an action as numbered in the record, or the result of the deal.

    An action without a trick is one before the first lead.
    """

    trick: int = 0
    action: int = 0

    def __str__(self) -> str:
        if self.action:
            return f"{self.trick}.{self.action}"
        return str(self.trick) if self.trick else "="


class PointedTrick(NamedTuple):
    """A trick to be pointed at: its place, and its actions, each with its place and in words."""

    place: PointedPlace
    actions: list[tuple[PointedPlace, str]]


@pointing.get("/records/<id>/deals/<int:number>/questions")
def ask(id: str, number: int) -> ResponseReturnValue:
    """Show what can be pointed at, the questions about the place in the URL, and the answer to one."""
    kept = stored()
    account = deal(kept, number, asked_rules())
    spoken = account.speaking(language())
    tricks = list(_tricks(account, spoken))
    place = _place(account)
    questions = questions_at(account, *place) if place else []
    chosen = next((each for each in questions if each.name == request.args.get("question")), None)
    answer = None
    if chosen:
        dispute = answer_question(account, chosen, language())
        answer = citing("", answers([dispute], account, language()), language())
    return render_template(
        "pointing.html",
        id=kept.id[:16],
        number=number,
        tricks=tricks,
        place=place,
        result=PointedPlace(),
        told=_told(place, tricks, spoken) if place else "",
        questions=[(each.name, each.words(spoken)) for each in questions],
        chosen=chosen,
        answer=answer,
        here=_here,
        page=_on_the_page(place, chosen) if place and chosen else "",
    )


def asked_questions(account: Account) -> list[tuple[str, Question]]:
    """Return the questions that the URL puts on a page, as in `?ask=3.2:revoke-B`, with their names there."""
    names = request.args.getlist("ask")
    if len(names) > CLAIMS_HEARD:
        raise Problem(422, TOO_MANY)
    return [(name, _question(account, name)) for name in names]


def answered(account: Account) -> list[Dispute]:
    """Return the answers to the questions of the URL."""
    return [answer_question(account, question, language()) for _, question in asked_questions(account)]


def _question(account: Account, named: str) -> Question:
    where, _, name = named.partition(":")
    place = _read_place(where)
    question = question_named(account, name, *place) if place else None
    if question:
        return question
    raise Problem(422, Phrase(NO_QUESTION.sentence, {"name": named[:SEARCH_CHARACTERS]}))


def _read_place(text: str) -> PointedPlace | None:
    found = _PLACE.fullmatch(text)
    return PointedPlace(int(found["trick"] or 0), int(found["action"] or 0)) if found else None


def _place(account: Account) -> PointedPlace | None:
    """Return the place of the URL: named by `at`, or that of a step of the replay; None if none is named."""
    step = request.args.get("step", "")
    if not step:
        return _read_place(request.args.get("at", ""))
    shown = frames(account)
    if not (step.isascii() and step.isdigit() and len(step) < 7 and int(step) < len(shown)):
        return None
    return _of_frame(shown[int(step)])


def _of_frame(frame: Frame) -> PointedPlace:
    """Return the place that a step of the replay shows."""
    if frame.path and frame.kind not in _UNPLAYED:
        return PointedPlace(frame.path.trick, frame.path.action)
    return (
        PointedPlace()
        if frame.kind in (FrameKind.END, FrameKind.BONUS, FrameKind.START)
        else PointedPlace(frame.trick)
    )


def _tricks(account: Account, language: Language) -> Iterator[PointedTrick]:
    """Yield the tricks of a deal as far as it was judged."""
    by_trick: dict[int, list[tuple[PointedPlace, str]]] = {}
    for step in account.played:
        if step.event and step.written:
            place = PointedPlace(step.written.trick, step.written.action)
            told = said(language, step.event, step.after.terms.target)
            by_trick.setdefault(place.trick, []).append((place, told))
    for trick, actions in by_trick.items():
        yield PointedTrick(PointedPlace(trick), actions)


def _told(place: PointedPlace, tricks: Sequence[PointedTrick], language: Language) -> str:
    if not any(place):
        return language.say("The result and the score")
    words = dict(pair for trick in tricks for pair in trick.actions)
    if not place.trick:
        return f"{language.say('Before the first lead')}: {words.get(place, '')}"
    if place in words:
        return language.say("Trick {number}: {what}", number=place.trick, what=words[place])
    return language.say("Trick {number}", number=place.trick)


def _here(**changed: str | None) -> str:
    """Return the URL of this page with other parameters."""
    asked = _kept("step") | changed
    return url_for("pointing.ask", **asked, _anchor="asked")


def _on_the_page(place: PointedPlace, question: Question) -> str:
    kept = _kept("at", "question", "step", "ask")
    return url_for("desk.settled", **kept, ask=[*request.args.getlist("ask"), f"{place}:{question.name}"])


def _kept(*without: str) -> dict[str, Any]:
    """Return the parameters of this URL without some."""
    named = (request.view_args or {}) | request.args.to_dict(flat=False)
    return {name: said for name, said in named.items() if name not in (*without, "lang")}
