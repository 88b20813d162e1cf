"""What the referee says of a record, for programs: as the command line says it, and as it is replayed."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response

from notation import Game, read
from notation.findings import Phrase
from notation.rulings import PacksError, compare_rules, disputes, infer, situation
from viewer.documents.reports import as_json
from viewer.replay.script import script
from viewer.rulings import comparison, disputes_json, inference, pins, situation_json
from viewer.store import Stored
from viewer.web.api.answers import answer, packed
from viewer.web.api.contract import BYTES, TEXT_ITSELF, Resources
from viewer.web.api.documents import ScriptSchema
from viewer.web.api.shapes import ComparedQuery, JudgedQuery, PlacedQuery, SizedViewQuery, ViewQuery
from viewer.web.api.verdicts import ComparisonSchema, DisputesSchema, InferenceSchema, SituationSchema
from viewer.web.caching import remembered, tagged
from viewer.web.failures import Problem
from viewer.web.kept import deal, deal_to_show, heard, language, stored, unjudged
from viewer.web.pictures import PNG, SVG, picture

rulings = Resources("rulings", "What the referee says of a record.")

MOST_DEALS: Final = 32
"""Deals of a game that is put under several rule sets; it takes long."""

Asked = Mapping[str, Any]


def _name(kept: Stored) -> str:
    """What a record is called where a file is named."""
    return f"{kept.id[:16]}.sgn"


def _few(kept: Stored) -> Game:
    """The game of a record that has not too many deals to be put under one rule set after the other."""
    game = next(read(kept.text))
    if game.draft is None:
        raise unjudged(heard(kept))
    if len(game.draft.deals) > MOST_DEALS:
        most = {"number": MOST_DEALS}
        raise Problem(422, Phrase("At most {number} deals can be put under several rule sets at once.", most))
    return game


# The whole record.


@rulings.read("/records/<id>/judgement", "Judgement", query=JudgedQuery, tagged=True, faults=(404,))
def judgement(asked: Asked, id: str) -> Response:
    """What the referee says of a record, as `santase check --format json` prints it."""
    kept = stored(id)

    def make() -> bytes:
        return packed(as_json(_name(kept), heard(kept, asked.get("imposed"))))

    return tagged(kept, lambda: remembered(kept, make))


@rulings.read("/records/<id>/comparison", ComparisonSchema, query=ComparedQuery, tagged=True, faults=(404,))
def compare(asked: Asked, id: str) -> Response:
    """The same play under several rule sets, as `santase compare --format json` prints it."""
    kept = stored(id)

    def make() -> bytes:
        try:
            compared = compare_rules(_few(kept), asked.get("rules", ()))
        except PacksError as error:
            raise Problem(422, error.phrase) from None
        return packed(comparison.as_json(compared, language(), _name(kept)))

    return tagged(kept, lambda: remembered(kept, make))


@rulings.read("/records/<id>/inference", InferenceSchema, tagged=True, faults=(404,))
def inferred(_: Asked, id: str) -> Response:
    """The rules that a record fits, as `santase infer --format json` prints them."""
    kept = stored(id)

    def make() -> bytes:
        game = _few(kept)
        return packed(inference.as_json(infer(game), game, language(), _name(kept)))

    return tagged(kept, lambda: remembered(kept, make))


# One deal.


@rulings.read(
    "/records/<id>/deals/<int:number>/ruling", "Ruling", query=JudgedQuery, tagged=True, faults=(404,)
)
def ruling(asked: Asked, id: str, number: int) -> Response:
    """The ruling of a deal, as `santase explain --format json` prints it."""
    kept = stored(id)

    def make() -> bytes:
        return packed(pins.as_json(deal(kept, number, asked.get("imposed")), language()))

    return tagged(kept, lambda: remembered(kept, make))


@rulings.read(
    "/records/<id>/deals/<int:number>/situation",
    SituationSchema,
    query=PlacedQuery,
    tagged=True,
    faults=(404,),
)
def situated(asked: Asked, id: str, number: int) -> Response:
    """How a deal stands at a moment, as `santase explain --at --format json` prints it."""
    kept = stored(id)

    def make() -> Response:
        account = deal(kept, number, asked.get("imposed"))
        now = situation(account, asked["at"])
        if isinstance(now, Phrase):
            raise Problem(404, now)
        return answer(situation_json.as_json(account, now, language()))

    return tagged(kept, make)


@rulings.read(
    "/records/<id>/deals/<int:number>/disputes",
    DisputesSchema,
    query=JudgedQuery,
    tagged=True,
    faults=(404,),
)
def disputed(asked: Asked, id: str, number: int) -> Response:
    """The claims that stand in a deal, answered, as `santase dispute --format json` prints them."""
    kept = stored(id)

    def make() -> bytes:
        account = deal(kept, number, asked.get("imposed"))
        where = (account.judgement.game, number, account.rules)
        return packed(disputes_json.disputed_json(disputes(*where), *where, language(), _name(kept)))

    return tagged(kept, lambda: remembered(kept, make))


# A deal as it is replayed.


@rulings.read(
    "/records/<id>/deals/<int:number>/script", ScriptSchema, query=JudgedQuery, tagged=True, faults=(404,)
)
def replay(asked: Asked, id: str, number: int) -> Response:
    """A deal step by step: what is done, in words, and what lies where then."""
    kept = stored(id)
    imposed = asked.get("imposed")
    return tagged(kept, lambda: answer(script(deal_to_show(kept, number, imposed), language())))


@rulings.read(
    "/records/<id>/deals/<int:number>/steps/<int:step>/svg",
    TEXT_ITSELF,
    query=ViewQuery,
    kind=SVG,
    tagged=True,
    faults=(404,),
)
def step_svg(asked: Asked, id: str, number: int, step: int) -> Response:
    """A step of the script as a picture; the first is 0."""
    return picture(stored(id), number, step, asked)


@rulings.read(
    "/records/<id>/deals/<int:number>/steps/<int:step>/png",
    BYTES,
    query=SizedViewQuery,
    kind=PNG,
    tagged=True,
    faults=(404, 501),
)
def step_png(asked: Asked, id: str, number: int, step: int) -> Response:
    """A step of the script as a picture in pixels; the first is 0."""
    return picture(stored(id), number, step, asked, asked["width"])
