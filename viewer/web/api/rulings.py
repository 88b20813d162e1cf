"""The rulings of the referee for programs, as the commands print them, and the replay of deals."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Response

from notation.findings import Phrase
from notation.record import Path, read_seat
from notation.rulings import (
    Account,
    PacksError,
    answer_claims,
    best_play,
    compare_rules,
    disputes,
    infer,
    known_at_step,
    situation,
)
from notation.wire.best_play import BestPlaySchema
from notation.wire.comparison import ComparisonSchema, dump_comparison
from notation.wire.dispute import DisputesSchema, dump_disputes
from notation.wire.inference import InferenceSchema, dump_inference
from notation.wire.judgement import JudgementSchema, dump_judgement
from notation.wire.replay import ScriptSchema
from notation.wire.ruling import RulingSchema, dump_ruling
from notation.wire.situation import KnowledgeSchema, SituationSchema, dump_knowledge, dump_situation
from viewer import limits
from viewer.replay.script import ScriptedDeal
from viewer.store import Stored
from viewer.web.api import shapes
from viewer.web.api.bodies import answer, answer_as, packed, sent_game
from viewer.web.api.contract import FILE, Resources
from viewer.web.caching import remembered, tagged
from viewer.web.failures import Problem
from viewer.web.kept import (
    UnkeptRecord,
    deal,
    deal_to_show,
    few_deals,
    file_name,
    heard,
    language,
    solved_deal,
    stored,
)
from viewer.web.record.pictures import PNG, SVG, picture

rulings = Resources("rulings", "What the referee says of a record.")

Asked = Mapping[str, Any]


def _remembered(make: Callable[[Stored], dict[str, Any]]) -> Response:
    """Return an expensive answer about the record, which is computed once."""
    kept = stored()
    return tagged(kept, lambda: remembered(kept, lambda: packed(make(kept))))


# The whole record.


@rulings.read("/records/<id>/judgement", JudgementSchema, query=shapes.JudgedQuery)
def judgement(asked: Asked, id: str) -> Response:
    """Judge a record, as `santase check --format json` prints it."""
    return _remembered(lambda kept: dump_judgement(file_name(kept), heard(kept, asked.get("rules"))))


@rulings.read("/records/<id>/comparison", ComparisonSchema, query=shapes.ComparedQuery)
def compare(asked: Asked, id: str) -> Response:
    """Compare the same play under several rule sets, as `santase compare --format json` prints it."""

    def make(kept: Stored) -> dict[str, Any]:
        try:
            compared = compare_rules(few_deals(kept), asked.get("rules", ()))
        except PacksError as error:
            raise Problem(422, error.phrase) from None
        return dump_comparison(compared, language(), file_name(kept))

    return _remembered(make)


@rulings.read("/records/<id>/inference", InferenceSchema)
def inferred(_: Asked, id: str) -> Response:
    """Infer the rules that a record fits, as `santase infer --format json` prints them."""

    def make(kept: Stored) -> dict[str, Any]:
        game = few_deals(kept)
        return dump_inference(infer(game), game, language(), file_name(kept))

    return _remembered(make)


# One deal.


@rulings.read("/records/<id>/deals/<int:number>/ruling", RulingSchema, query=shapes.RuledQuery)
def ruling(asked: Asked, id: str, number: int) -> Response:
    """Return the ruling of a deal, as `santase explain --format json` prints it."""
    return _remembered(lambda kept: _ruling(deal(kept, number, asked.get("rules")), asked))


def _ruling(account: Account, asked: Asked) -> dict[str, Any]:
    found = best_play(account, limits.POSITIONS_SOLVED) if asked["best_play"] else None
    return dump_ruling(account, language(), found)


@rulings.read("/records/<id>/deals/<int:number>/best-play", BestPlaySchema, query=shapes.JudgedQuery)
def solved(asked: Asked, id: str, number: int) -> Response:
    """Return what a deal is worth with best play, as `santase solve --format json` prints it.

    The limit on positions is lower than there, so the values may begin later.
    """
    return _remembered(lambda kept: solved_deal(kept, number, asked.get("rules")))


@rulings.read("/records/<id>/deals/<int:number>/situation", SituationSchema, query=shapes.PlacedQuery)
def situated(asked: Asked, id: str, number: int) -> Response:
    """Return the situation of a deal at a moment, as `santase explain --at --format json` prints it."""
    kept = stored()
    return tagged(kept, lambda: _situation(deal(kept, number, asked.get("rules")), asked["moment"]))


def _situation(account: Account, moment: Path) -> Response:
    """Return the situation of a deal at a moment; raise a Problem if it never comes to that."""
    now = situation(account, moment)
    if isinstance(now, Phrase):
        raise Problem(404, now)
    return answer(dump_situation(account, now, language()))


@rulings.read("/records/<id>/deals/<int:number>/disputes", DisputesSchema, query=shapes.DisputedQuery)
def disputed(asked: Asked, id: str, number: int) -> Response:
    """Answer the claims made about a deal, as `santase dispute --format json` prints them.

    The claims are those of `@dispute` in its record, or those asked about: `?claim=Neda: Vasil revoked`.
    """
    return _remembered(
        lambda kept: answered(deal(kept, number, asked.get("rules")), asked.get("claim"), file_name(kept))
    )


def answered(account: Account, claims: Sequence[str] | None, name: str) -> dict[str, Any]:
    """Return the answers to claims about a deal, or else to those of its record."""
    where = (account.judgement.game, account.number, account.rules)
    found = answer_claims(*where, claims, account) if claims else disputes(*where, account)
    return dump_disputes(found, *where, language(), name)


# One deal of a record in the body, which is not stored.


@rulings.take("/explain", RulingSchema, query=shapes.SentRulingQuery, faults=(404,))
def explain(asked: Asked) -> Response:
    """Return the ruling of a deal of a record in the body.

    It is what `.../ruling` answers for a stored one. Nothing is stored.
    """
    return answer(_ruling(_deal_sent(asked), asked))


@rulings.take("/solve", BestPlaySchema, query=shapes.SentDealQuery, faults=(404,))
def solve(asked: Asked) -> Response:
    """Return what a deal of a record in the body is worth with best play.

    It is what `.../best-play` answers for a stored one. Nothing is stored.
    """
    record = UnkeptRecord(sent_game(asked["game"]))
    return answer(solved_deal(record, asked["deal"], asked.get("rules")))


@rulings.take("/situation", SituationSchema, query=shapes.SentMomentQuery, faults=(404,))
def describe(asked: Asked) -> Response:
    """Return the situation of a deal of a record in the body at a moment.

    It is what `.../situation` answers for a stored one. Nothing is stored.
    """
    return _situation(_deal_sent(asked), asked["moment"])


def _deal_sent(asked: Asked) -> Account:
    """Return the deal in question; raise a Problem if there is no such game or deal."""
    found = sent_game(asked["game"])
    return deal(UnkeptRecord(found), asked["deal"], asked.get("rules"))


# The replay of a deal.


@rulings.read("/records/<id>/deals/<int:number>/script", ScriptSchema, query=shapes.JudgedQuery)
def replay(asked: Asked, id: str, number: int) -> Response:
    """Return a deal step by step: each action in words, and the layout of the table after it."""
    kept, imposed = stored(), asked.get("rules")

    def make() -> Response:
        return answer_as(ScriptSchema, ScriptedDeal(deal_to_show(kept, number, imposed), language()))

    return tagged(kept, make)


@rulings.read(
    "/records/<id>/deals/<int:number>/steps/<int:step>/knowledge", KnowledgeSchema, query=shapes.KnowerQuery
)
def knowledge(asked: Asked, id: str, number: int, step: int) -> Response:
    """Return what a seat could know at a step, counted from 0: where each card could be, and why.

    It is what `santase explain --at --knows --format json` prints of a moment.
    """
    kept = stored()

    def make() -> Response:
        account = deal_to_show(kept, number, asked.get("rules"))
        known = known_at_step(account, step, read_seat(asked["seat"]))
        if isinstance(known, Phrase):
            raise Problem(404, known)
        return answer(dump_knowledge(account, known, language()))

    return tagged(kept, make)


@rulings.read("/records/<id>/deals/<int:number>/steps/<int:step>/svg", FILE, query=shapes.ViewQuery, kind=SVG)
def step_svg(asked: Asked, id: str, number: int, step: int) -> Response:
    """Return a step of the replay as an SVG picture; the first is 0."""
    return picture(stored(), number, step, asked)


@rulings.read(
    "/records/<id>/deals/<int:number>/steps/<int:step>/png",
    FILE,
    query=shapes.SizedViewQuery,
    kind=PNG,
    faults=(501,),
)
def step_png(asked: Asked, id: str, number: int, step: int) -> Response:
    """Return a step of the replay as a PNG picture; the first is 0."""
    return picture(stored(), number, step, asked, asked["width"])
