"""What the referee says of a record, for programs: as the command line says it, and as it is replayed."""

from collections.abc import Mapping
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
from notation.wire.knowledge import KnowledgeSchema, dump_knowledge
from notation.wire.replay import ScriptSchema
from notation.wire.ruling import RulingSchema, dump_ruling
from notation.wire.situation import SituationSchema, dump_situation
from viewer.limits import POSITIONS_SOLVED
from viewer.replay.script import ScriptedDeal
from viewer.store import Stored
from viewer.web.api.answers import answer, answer_as, packed
from viewer.web.api.bodies import sent_game
from viewer.web.api.contract import FILE, Resources
from viewer.web.api.shapes import (
    ComparedQuery,
    DisputedQuery,
    JudgedQuery,
    KnowerQuery,
    PlacedQuery,
    RuledQuery,
    SentDealQuery,
    SentMomentQuery,
    SentRulingQuery,
    SizedViewQuery,
    ViewQuery,
)
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
from viewer.web.pictures import PNG, SVG, picture

rulings = Resources("rulings", "What the referee says of a record.")

Asked = Mapping[str, Any]


def _name(kept: Stored) -> str:
    """What a record is called where a file is named."""
    return f"{kept.id[:16]}.sgn"


# The whole record.


@rulings.read("/records/<id>/judgement", JudgementSchema, query=JudgedQuery, faults=(404,))
def judgement(asked: Asked, id: str) -> Response:
    """What the referee says of a record, as `santase check --format json` prints it."""
    kept = stored()

    def make() -> bytes:
        return packed(dump_judgement(file_name(kept), heard(kept, asked.get("rules"))))

    return tagged(kept, lambda: remembered(kept, make))


@rulings.read("/records/<id>/comparison", ComparisonSchema, query=ComparedQuery, faults=(404,))
def compare(asked: Asked, id: str) -> Response:
    """The same play under several rule sets, as `santase compare --format json` prints it."""
    kept = stored()

    def make() -> bytes:
        try:
            compared = compare_rules(few_deals(kept), asked.get("rules", ()))
        except PacksError as error:
            raise Problem(422, error.phrase) from None
        return packed(dump_comparison(compared, language(), file_name(kept)))

    return tagged(kept, lambda: remembered(kept, make))


@rulings.read("/records/<id>/inference", InferenceSchema, faults=(404,))
def inferred(_: Asked, id: str) -> Response:
    """The rules that a record fits, as `santase infer --format json` prints them."""
    kept = stored()

    def make() -> bytes:
        game = few_deals(kept)
        return packed(dump_inference(infer(game), game, language(), file_name(kept)))

    return tagged(kept, lambda: remembered(kept, make))


# One deal.


@rulings.read("/records/<id>/deals/<int:number>/ruling", RulingSchema, query=RuledQuery, faults=(404,))
def ruling(asked: Asked, id: str, number: int) -> Response:
    """The ruling of a deal, as `santase explain --format json` prints it."""
    kept = stored()

    def make() -> bytes:
        return packed(_ruling(deal(kept, number, asked.get("rules")), asked))

    return tagged(kept, lambda: remembered(kept, make))


def _ruling(account: Account, asked: Asked) -> dict[str, Any]:
    found = best_play(account, POSITIONS_SOLVED) if asked["best_play"] else None
    return dump_ruling(account, language(), found)


@rulings.read("/records/<id>/deals/<int:number>/best-play", BestPlaySchema, query=JudgedQuery, faults=(404,))
def solved(asked: Asked, id: str, number: int) -> Response:
    """What the end of a deal was worth with best play, as `santase solve --format json` prints it.

    It searches fewer positions than that, so that the values may begin later.
    """
    kept = stored()

    def make() -> bytes:
        return packed(solved_deal(kept, number, asked.get("rules")))

    return tagged(kept, lambda: remembered(kept, make))


@rulings.read(
    "/records/<id>/deals/<int:number>/situation",
    SituationSchema,
    query=PlacedQuery,
    faults=(404,),
)
def situated(asked: Asked, id: str, number: int) -> Response:
    """How a deal stands at a moment, as `santase explain --at --format json` prints it."""
    kept = stored()
    return tagged(kept, lambda: _situation(deal(kept, number, asked.get("rules")), asked["moment"]))


def _situation(account: Account, moment: Path) -> Response:
    """How a deal stands at a moment; a Problem where it never comes to that."""
    now = situation(account, moment)
    if isinstance(now, Phrase):
        raise Problem(404, now)
    return answer(dump_situation(account, now, language()))


@rulings.read(
    "/records/<id>/deals/<int:number>/disputes",
    DisputesSchema,
    query=DisputedQuery,
    faults=(404,),
)
def disputed(asked: Asked, id: str, number: int) -> Response:
    """The claims made of a deal, answered, as `santase dispute --format json` prints them.

    Those that stand in its record by `@dispute`, or those that are asked about: `?claim=Neda: Vasil revoked`.
    """
    kept = stored()

    def make() -> bytes:
        account = deal(kept, number, asked.get("rules"))
        where = (account.judgement.game, number, account.rules)
        said = asked.get("claim")
        found = answer_claims(*where, said) if said else disputes(*where)
        return packed(dump_disputes(found, *where, language(), file_name(kept)))

    return tagged(kept, lambda: remembered(kept, make))


# A deal of a record that is sent, and not kept.


@rulings.take("/explain", RulingSchema, query=SentRulingQuery, faults=(404,))
def explain(asked: Asked) -> Response:
    """The ruling of a deal of a record that is sent.

    It is what `.../ruling` answers for one that is kept. Nothing of the record is kept.
    """
    return answer(_ruling(_deal_sent(asked), asked))


@rulings.take("/solve", BestPlaySchema, query=SentDealQuery, faults=(404,))
def solve(asked: Asked) -> Response:
    """What the end of a deal of a record that is sent was worth with best play.

    It is what `.../best-play` answers for one that is kept. Nothing of the record is kept.
    """
    record = UnkeptRecord(sent_game(asked["game"]))
    return answer(solved_deal(record, asked["deal"], asked.get("rules")))


@rulings.take("/situation", SituationSchema, query=SentMomentQuery, faults=(404,))
def describe(asked: Asked) -> Response:
    """How a deal of a record that is sent stands at a moment.

    It is what `.../situation` answers for one that is kept. Nothing of the record is kept.
    """
    return _situation(_deal_sent(asked), asked["moment"])


def _deal_sent(asked: Asked) -> Account:
    """The deal that is asked about; a Problem where there is no such game or deal."""
    found = sent_game(asked["game"])
    return deal(UnkeptRecord(found), asked["deal"], asked.get("rules"))


# A deal as it is replayed.


@rulings.read("/records/<id>/deals/<int:number>/script", ScriptSchema, query=JudgedQuery, faults=(404,))
def replay(asked: Asked, id: str, number: int) -> Response:
    """A deal step by step: what is done, in words, and what lies where then."""
    kept = stored()
    imposed = asked.get("rules")

    def make() -> Response:
        return answer_as(ScriptSchema, ScriptedDeal(deal_to_show(kept, number, imposed), language()))

    return tagged(kept, make)


@rulings.read(
    "/records/<id>/deals/<int:number>/steps/<int:step>/knowledge",
    KnowledgeSchema,
    query=KnowerQuery,
    faults=(404,),
)
def knowledge(asked: Asked, id: str, number: int, step: int) -> Response:
    """What a seat could know at a step of the script: where each card could be, and why; the first is 0.

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


@rulings.read(
    "/records/<id>/deals/<int:number>/steps/<int:step>/svg",
    FILE,
    query=ViewQuery,
    kind=SVG,
    faults=(404,),
)
def step_svg(asked: Asked, id: str, number: int, step: int) -> Response:
    """A step of the script as a picture; the first is 0."""
    return picture(stored(), number, step, asked)


@rulings.read(
    "/records/<id>/deals/<int:number>/steps/<int:step>/png",
    FILE,
    query=SizedViewQuery,
    kind=PNG,
    faults=(404, 501),
)
def step_png(asked: Asked, id: str, number: int, step: int) -> Response:
    """A step of the script as a picture in pixels; the first is 0."""
    return picture(stored(), number, step, asked, asked["width"])
