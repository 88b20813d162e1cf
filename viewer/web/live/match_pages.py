"""The pages of live matches and tournaments: lists, forms that open them, tables, replays and rulings.

They call the API as any program does (:mod:`viewer.web.live`): no page contains a card that is not open to
every watcher. Keys are in the fragment of a URL, which browsers never send; the replay of a private match is
shown for a key sent in a form, so that no log contains it.
"""

import time
from io import BytesIO
from typing import Any, Final
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from notation.findings import Phrase
from notation.live.match import LiveMatch
from notation.live.record import record_so_far, text_of
from notation.record import SEAT_LETTERS, card_word, score_words, seat_letter
from notation.record.words import KINDS
from notation.rulings import accounts_as_written
from notation.specs import read_spec
from notation.text import write
from referee import PRESETS, RuleSet
from referee.cards import NOBODY, Seat
from referee.table import Table
from viewer.documents.contract_tables import contract_names
from viewer.documents.languages import Language
from viewer.documents.sides import with_guests
from viewer.limits import LISTED_RECORDS, QR_CHARACTERS
from viewer.replay.page import SAID as TABLE
from viewer.replay.page import in_html, picture_titles, replay_parts, table_script
from viewer.rulings.deal_rulings import explanation
from viewer.store.access import Adders
from viewer.store.journal import ListedMatch, rematch_id
from viewer.web.access import actor, caller
from viewer.web.failures import Problem
from viewer.web.kept import UnkeptRecord, archive, deal, heard, language
from viewer.web.live.page_words import GAMES, OPENING, SAID, TOURNAMENT
from viewer.web.live.roles import BAD_TOKEN, NO_MATCH, NO_TOURNAMENT, is_owner
from viewer.web.record.pictures import last_step

live_pages = Blueprint("live", __name__)

API: Final = "/api/v1/live/matches"
NOTHING_YET: Final = Phrase("No deal of this match is over yet.")


@live_pages.get("/live/")
def matches() -> ResponseReturnValue:
    """List the public matches, running and finished."""
    asked: dict[str, Any] = {
        name: request.args.get(name, "").strip()[:80] for name in ("tournament", "round", "board")
    }
    journal = archive().journal
    over = journal.matches(
        is_open=False, after=request.args.get("after", "")[:16], size=LISTED_RECORDS + 1, **asked
    )
    going = [] if "after" in request.args else journal.matches(is_open=True, size=LISTED_RECORDS, **asked)
    return render_template(
        "live_matches.html",
        going=journal.with_seats(going),
        over=journal.with_seats(over[:LISTED_RECORDS]),
        after=over[LISTED_RECORDS - 1].id if len(over) > LISTED_RECORDS else "",
        asked={name: said for name, said in asked.items() if said},
        **_listing(),
        **_form_parts(),
    )


def _listing() -> dict[str, Any]:
    return {
        "playing": _players,
        "standing": _standing,
        "table_of": lambda listed: _seen(listed).table,
        "won": _winner,
        "pictured": _is_pictured,
    }


@live_pages.get("/own/matches")
def own_matches() -> ResponseReturnValue:
    """List the matches of the caller, those first that wait for him."""
    journal, name = archive().journal, actor()
    asked: dict[str, Any] = {"person": name, "size": LISTED_RECORDS}
    over = journal.matches(is_open=False, after=request.args.get("after", "")[:16], **asked)
    going = [] if "after" in request.args else journal.matches(is_open=True, **asked)
    going = [
        each._replace(awaited=tuple(map(seat_letter, _seen(each).awaited)))
        for each in journal.with_seats(going, name)
    ]
    going.sort(key=lambda each: not each.own or each.own not in each.awaited)
    return render_template(
        "live_own.html",
        going=going,
        over=journal.with_seats(over, name),
        after=over[-1].id if len(over) == LISTED_RECORDS else "",
        asked={},
        **_listing(),
    )


@live_pages.get("/live/new")
def new_match() -> ResponseReturnValue:
    """Show the form that opens a match."""
    return render_template("live_new.html", **_form_parts())


@live_pages.get("/live/tournaments/new")
def new_tournament() -> ResponseReturnValue:
    """Show the form that opens a tournament."""
    return render_template("live_tournament_new.html", **_form_parts())


@live_pages.get("/live/tournaments/<tournament>")
def tournament(tournament: str) -> ResponseReturnValue:
    """Show the boards of a tournament; its script takes the arbiter's key from the fragment."""
    found = archive().tournaments.find(tournament)
    if found is None:
        raise Problem(404, NO_TOURNAMENT)
    title = found.name if found.public else language().say("A tournament")
    words = _said_here(TOURNAMENT)
    return _unkept(render_template("live_tournament.html", id=found.id, title=title, api=API, words=words))


def _form_parts() -> dict[str, Any]:
    """Return what a form needs that opens matches, with its messages."""
    config = current_app.extensions["config"]
    return {
        "presets": {name: (rules.seats, rules.mp_all_pay) for name, rules in PRESETS.items()},
        "games": {name: tuple(map(language().put, told)) for name, told in GAMES.items()},
        "has_programs": config.settings.live_programs > 0,
        "needs_key": config.live is Adders.KEY,
        "opens": config.live is not Adders.NOBODY and not archive().read_only,
        "api": API,
        "words": _said_here(OPENING),
    }


@live_pages.post("/live/qr.svg")
def qr() -> ResponseReturnValue:
    """Draw an address of a live match, or of their list, as a QR code.

    It is sent in the body, because it can contain a key, which only the page that already shows it has.
    """
    address = request.form.get("address", "")
    if len(address) > QR_CHARACTERS or not _is_here(address):
        raise Problem(422, Phrase("Only the address of a live match of this site can be drawn."))
    response = Response(qr_code(address), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "no-store"
    return response


def _is_here(address: str) -> bool:
    """Return whether an address is that of a live match of this site, or of their list."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    is_web = parts.scheme in ("http", "https")
    return is_web and parts.netloc == request.host and parts.path.startswith(url_for("live.matches"))


def qr_code(address: str) -> str:
    """Return a QR code as SVG: dark on white in every look of the page, as cameras need it."""
    drawn = BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, omitsize=True, svgclass=None, lineclass=None, light="#fff", nl=False
    )
    return drawn.getvalue().decode()


@live_pages.get("/live/<match>/next")
def next_match(match: str) -> ResponseReturnValue:
    """Redirect to the rematch that all agreed to; browsers preserve the key in the fragment."""
    following = rematch_id(match)
    if archive().journal.find(following) is None:
        raise Problem(404, NO_MATCH)
    return redirect(url_for("live.match", match=following))


@live_pages.get("/live/<match>")
def match(match: str) -> ResponseReturnValue:
    """Show the table of a match; its script takes the role of the reader from the key in the fragment."""
    [listed] = archive().journal.with_seats([_listed(match)])
    rules = read_spec(listed.listing.rules)
    if not isinstance(rules, RuleSet):
        raise Problem(404, NO_MATCH)
    is_public = listed.listing.public
    names = listed.listing.names if is_public else ()
    players = [*names, *[""] * rules.seats][: rules.seats]
    players = [name or seat_letter(seat) for seat, name in enumerate(players)]
    spoken = language().naming(players)
    address = url_for("live.match", match=listed.id, _external=True)
    told = table_script(players, rules, spoken, TABLE | SAID) | {
        "contracts": contract_names(rules, spoken),
        "cards": picture_titles(spoken),
        "letters": {card_word(card)[0]: spoken.rank(card) for card in KINDS},
        "pack": [card_word(card) for card in KINDS if rules.deck_cards >> card & 1],
    }
    return _unkept(
        render_template(
            "live_match.html",
            id=listed.id,
            api=f"{API}/{listed.id}",
            title=_players(listed) if is_public else language().say("A live match"),
            is_over=not listed.open,
            record=listed.record[:16] if is_public else "",
            pictures=url_for("pages.pictures", pack="PACK", lang=language().code),
            words=Markup(in_html(told)),  # noqa: S704 - made here
            address=address,
            drawn=Markup(qr_code(address)) if is_public else "",  # noqa: S704 - made here
        )
    )


@live_pages.route("/live/<match>/record", methods=["GET", "POST"])
def record(match: str) -> ResponseReturnValue:
    """Show the replay of the finished deals, as far as watchers have seen them.

    For a private match a key must be sent. The worth of best play is shown only for the record in the
    archive, which exists once everybody may know that the match is over.
    """
    listed = _listed(match)
    if (closed := _asks_for_key(listed)) is not None:
        return closed
    judgement = heard(_record(listed))
    if judgement.game.draft is None or not judgement.game.draft.deals:
        raise Problem(404, NOTHING_YET)
    return _unkept(
        render_template(
            "live_record.html",
            id=match,
            record=listed.record[:16],
            ruling=url_for("live.ruling", match=match, number=0),
            pictures=url_for("pages.pictures", pack="PACK", lang=language().code),
            worth=_worth(listed),
            **replay_parts(judgement, language()),
        )
    )


def _worth(listed: ListedMatch) -> str:
    """Return the address of what best play is worth in a match that is over; else an empty string."""
    if listed.open or not listed.record:
        return ""
    return url_for("pages.solved", id=listed.record[:16], number=0, lang=language().code)


@live_pages.route("/live/<match>/deals/<int:number>/ruling", methods=["GET", "POST"])
def ruling(match: str, number: int) -> ResponseReturnValue:
    """Show the ruling of a finished deal; for a private match a key must be sent."""
    listed = _listed(match)
    if (closed := _asks_for_key(listed)) is not None:
        return closed
    document = explanation(deal(_record(listed), number), language())
    return _unkept(render_template("live_ruling.html", document=document, id=match))


def _unkept(page: str) -> Response:
    """Render a page that must not be cached, because the match continues."""
    response = Response(page, mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    return response


def _listed(match: str) -> ListedMatch:
    found = archive().journal.find(match)
    if found is None:
        raise Problem(404, NO_MATCH)
    return found


def _asks_for_key(listed: ListedMatch) -> ResponseReturnValue | None:
    """Return the form that asks for a key, where one is needed and no valid one was sent.

    None is needed by a person who sits there, has opened it, or is an operator.
    """
    who = caller()
    if listed.listing.public or is_owner(who, listed.listing.owner):
        return None
    sent = request.form.get("key", "")
    key = sent.rpartition("#")[2].strip()  # of a whole URL
    if (key or who) and archive().journal.role_of(listed.id, key, actor()) is not None:
        return None
    fault = language().put(BAD_TOKEN) if sent else ""
    return _unkept(render_template("live_key.html", id=listed.id, fault=fault)), 403 if sent else 200


def _record(listed: ListedMatch) -> UnkeptRecord:
    """Return the record of the deals that the caller has seen to the end; key holders have no delay."""
    return UnkeptRecord(text_of(_seen(listed)).encode())


def _seen(listed: ListedMatch) -> LiveMatch:
    """Return a match as far as those who watch it have seen it; key holders have no delay."""
    lines = archive().journal.since(listed.id, -1)
    opening = LiveMatch.resume(lines[:1]).opening
    if opening.delay and listed.listing.public:
        due = time.time_ns() // 1_000_000 - opening.began - opening.delay
        lines = [line for line in lines if line.number == 0 or line.at <= due]
    return LiveMatch.resume(lines)


def _standing(listed: ListedMatch, table: Table | None) -> str:
    points = score_words(table.match.score) if table else listed.score
    return points.replace(" ", " · ") if " " in points else points.replace("-", "–")


@live_pages.get("/live/<match>/table.svg")
def picture(match: str) -> ResponseReturnValue:
    """Show the table of a public match as those who watch it see it, all hands hidden."""
    listed = _listed(match)
    seen = _seen(listed)
    seats = seen.opening.rules.seats
    record = record_so_far(seen, NOBODY) if listed.listing.public else None
    if record is None or not record.deals:
        raise Problem(404, NOTHING_YET)
    judgement = heard(UnkeptRecord(write(record).encode()))
    [*_, account] = accounts_as_written(judgement)
    hidden = SEAT_LETTERS[:seats] if seen.table.now else ""
    response = _unkept(last_step(account, "".join(hidden), language()))
    response.mimetype = "image/svg+xml"
    return response


def _is_pictured(table: Table) -> bool:
    """Return whether there is a picture of a table: before anything is said in an auction there is not."""
    now = table.now
    return bool(table.finished or (now and (now.done or not now.deal.rules.auction.contracts)))


def _winner(listed: ListedMatch) -> str:
    """Return who has won a match, in a sentence; empty where nobody has."""
    if listed.winner < 0:
        return ""
    names = dict(zip(SEAT_LETTERS, listed.listing.names, strict=False))
    winners = [names.get(letter) or letter for letter in seat_letter(Seat(listed.winner))]
    return language().put(Phrase(SAID["wins"].sentence, {"name": "/".join(winners)}))


def _players(listed: ListedMatch) -> str:
    names = [name or seat_letter(seat) for seat, name in enumerate(listed.listing.names)]
    return " – ".join(with_guests(names, listed.guests, language()))


def _said_here(words: dict[str, Phrase]) -> Markup:
    """Return messages for a script, in the language of the caller."""
    spoken: Language = language()
    said = {name: spoken.translate(phrase.sentence) for name, phrase in words.items()}
    return Markup(in_html({"words": said}))  # noqa: S704 - made here
