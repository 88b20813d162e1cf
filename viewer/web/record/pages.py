"""The pages of a record: replay, rulings, pictures and downloads."""

import json
from typing import Any, Final

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from marshmallow import EXCLUDE, ValidationError

from notation.findings import Phrase
from notation.findings.names import player_names
from notation.record import SEAT_LETTERS, SERIES
from notation.rulings import best_play, every_choice, rules_of
from notation.specs import write_spec
from notation.wire import dump
from referee import PRESETS
from viewer import limits
from viewer.cards import PACKS
from viewer.documents.rendering import as_markdown
from viewer.documents.reports import summary
from viewer.replay.known import known_in_deal
from viewer.replay.page import SCRIPTS, found_parts, packed_script, replay_html, sprite
from viewer.replay.worth import values_in_deal, worth_in_words
from viewer.rulings.deal_rulings import explanation
from viewer.web.api.bodies import packed
from viewer.web.api.shapes import AnimatedViewQuery, Query, SizedViewQuery
from viewer.web.caching import DAY, found_once, generated, tagged
from viewer.web.config import Config
from viewer.web.failures import Problem
from viewer.web.kept import (
    asked_rules,
    deal,
    deal_to_show,
    file_name,
    heard,
    language,
    record_of,
    replay_of,
    stored,
    to_show,
    unjudged,
)
from viewer.web.record.pictures import animated_picture, picture
from viewer.web.record.sharing import EmbeddedView, frame, shared
from viewer.web.styles import sheet as styles_of

pages = Blueprint("pages", __name__)


@pages.get("/records/<id>")
def record(id: str) -> ResponseReturnValue:
    """Show the replay of a record under its own or other rules; if nothing can be read, its findings."""
    kept, imposed = stored(), asked_rules()
    judgement = heard(kept, imposed)
    found = found_parts(judgement, language())
    draft = judgement.game.draft
    if imposed and (draft is None or judgement.rules is None):
        raise unjudged(judgement)
    if draft is None or not (judgement.rules or draft.deals):
        return render_template("unjudged.html", stored=kept, rule_sets=list(PRESETS), **found)
    return render_template(
        "record.html",
        stored=kept,
        rule_sets=list(PRESETS),
        spec=write_spec(imposed) if imposed else "",
        players=[
            (name, letter in draft.guests) for letter in SEAT_LETTERS for name in [draft.tag(letter)] if name
        ],
        event=draft.tag("Event"),
        is_public=kept.standing.is_public,
        series=draft.tag(SERIES),
        shared=shared(kept, language()),
        summary=summary(judgement, language()),
        **found,
        **replay_of(kept, imposed),
    )


@pages.get("/records/<id>/embed")
def embed(id: str) -> ResponseReturnValue:
    """Show the replay alone, to be embedded in another page."""
    kept, imposed = stored(), asked_rules()
    view = EmbeddedView.asked(request.args)
    if view.place:
        look = {"size": view.size, "theme": view.theme}
        look |= {name: request.args.get(name, "") for name in ("lang", "rules")}
        named: dict[str, Any] = {name: said for name, said in look.items() if said}
        return redirect(url_for("pages.embed", id=id, **named, _anchor=view.place))
    spec = write_spec(imposed) if imposed else ""
    return render_template("embed.html", id=kept.id[:16], spec=spec, view=view, **replay_of(kept, imposed))


@pages.get("/records/<id>/sharing")
def share(id: str) -> ResponseReturnValue:
    """Show links to a step of a record and to pictures of it, and the HTML that embeds it in another page."""
    kept = stored()
    view = EmbeddedView.asked(request.args)
    shown = shared(kept, language(), view.place)
    judgement = to_show(kept)
    readable = judgement.game.readable
    named: dict[str, Any] = {name: said for name, said in view._asdict().items() if said}
    named["id"] = key = kept.id[:16]
    embedded = frame(url_for("pages.embed", **named, _external=True), *view.room, "Santase")
    config: Config = current_app.extensions["config"]
    return render_template(
        "sharing.html",
        id=key,
        view=view,
        deals=range(1, len(readable.deals) + 1),
        seats=dict(zip(SEAT_LETTERS, player_names(readable, rules_of(judgement)), strict=False)),
        page=url_for("pages.record", id=key, _external=True, _anchor=view.place or None),
        picture=shown.picture(key) if shown else "",
        animation=shown.animation(key) if shown else "",
        embedders=config.frame_ancestors.removeprefix("'self'").strip(),
        snippet=embedded,
        preview=Markup(embedded),  # noqa: S704 - made here
    )


@pages.get("/records/<id>/deals/<int:number>/ruling")
def ruling(id: str, number: int) -> ResponseReturnValue:
    """Show the ruling of a deal under the rules of its record or others, with best play on request."""
    judged = deal(stored(), number, asked_rules())
    asks_cost = request.args.get("best_play") == "true"
    found = best_play(judged, limits.POSITIONS_SOLVED) if asks_cost else None
    document = explanation(judged, language(), found)
    if request.args.get("form") == "markdown":
        return Response(as_markdown(document), mimetype="text/markdown")
    return render_template("ruling.html", document=document, id=id, number=number, asks_cost=asks_cost)


@pages.get("/records/<id>/deals/<int:number>/knowledge.json")
def known(id: str, number: int) -> ResponseReturnValue:
    """Return what each seat could know at every step of a deal, for its replay."""
    kept, imposed = stored(), asked_rules()

    def make() -> Response:
        account = deal_to_show(kept, number, imposed)
        spoken = account.speaking(language()).beside_table()
        return jsonify(known_in_deal(account, spoken))

    return tagged(kept, make)


@pages.get("/records/<id>/deals/<int:number>/best-play.json")
def solved(id: str, number: int) -> ResponseReturnValue:
    """Return what a deal is worth with best play, step by step, for its replay.

    The values are kept without words: they are found once, whatever languages the readers have.
    """
    kept, imposed = stored(), asked_rules()

    def make() -> Response:
        account = deal(kept, number, imposed)
        spec = write_spec(imposed) if imposed else ""

        def search() -> bytes:
            return packed(values_in_deal(account, every_choice(account, limits.POSITIONS_REPLAYED)))

        values = json.loads(found_once(kept, f"values {number} {spec}", search))
        return jsonify(worth_in_words(account, values, account.speaking(language())))

    return tagged(kept, make)


@pages.get("/records/<id>/deals/<int:number>/steps/<int:step>.<any(svg, png):form>")
def position(id: str, number: int, step: int, form: str) -> ResponseReturnValue:
    """Return a step of a deal as a picture, from the requested point of view."""
    view = _asked(SizedViewQuery)
    return picture(stored(), number, step, view, view["width"] if form == "png" else 0)


@pages.get("/records/<id>/deals/<int:number>/steps/<int:first>-<int:last>.png")
def animated(id: str, number: int, first: int, last: int) -> ResponseReturnValue:
    """Return steps of a deal as an animated picture, from the requested point of view."""
    return animated_picture(stored(), number, range(first, last + 1), _asked(AnimatedViewQuery))


_LONG_NAMES: Final = {"b": "bottom", "h": "hidden"}
"""The parameters that the addresses of pages shorten, by the names that they have in the API."""


def _asked(shape: type[Query]) -> dict[str, Any]:
    """Return the parameters of the query by a schema; raise a Problem for invalid ones."""
    asked = {_LONG_NAMES.get(name, name): said for name, said in request.args.items() if name != "lang"}
    try:
        found: dict[str, Any] = shape().load(asked, unknown=EXCLUDE)
    except ValidationError as error:
        names = ", ".join(sorted(error.messages_dict))
        raise Problem(
            422, Phrase("The address gives a value for {names} that cannot be used.", {"names": names})
        ) from None
    return found


@pages.get("/records/<id>.sgn")
def as_sgn(id: str) -> ResponseReturnValue:
    """Return the record byte for byte as it was sent."""
    kept = stored()
    return tagged(kept, lambda: _download(kept.text, file_name(kept), "application/x-sgn"), fixed=True)


@pages.get("/records/<id>.json")
def as_json(id: str) -> ResponseReturnValue:
    """Return the record as JSON, if all of it could be read."""
    kept = stored()

    def make() -> Response:
        data = json.dumps(dump(record_of(kept)), ensure_ascii=False).encode()
        return _download(data, f"{kept.id[:16]}.json", "application/json")

    return tagged(kept, make)


@pages.get("/records/<id>.html")
def as_page(id: str) -> ResponseReturnValue:
    """Return the replay as one self-contained file."""
    kept = stored()
    page = replay_html(to_show(kept), language())
    return _download(page.encode(), f"{kept.id[:16]}.html", "text/html")


def _download(data: bytes, name: str, kind: str) -> Response:
    response = Response(data, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@pages.get("/styles/<any(site, table, list):sheet>.css")
def styles(sheet: str) -> ResponseReturnValue:
    """Return a style sheet of several pages."""
    return generated(styles_of(sheet), "text/css")


@pages.get(f"/<any({', '.join(map(repr, SCRIPTS))}):module>.js")
def script(module: str) -> ResponseReturnValue:
    """Return a script of the pages, all its modules in one."""
    return generated(packed_script(module), "text/javascript")


@pages.get("/cards/<pack>.svg")
def pictures(pack: str) -> ResponseReturnValue:
    """Return the pictures of a pack, from which the replay takes its cards."""
    if pack not in PACKS:
        abort(404)
    response = Response(sprite(pack, language()), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = DAY
    return response


@pages.get("/favicon.ico")
def icon() -> ResponseReturnValue:
    """Return the icon of this site, for answers that link none."""
    return redirect(url_for("static", filename="icon.svg"), 301)
