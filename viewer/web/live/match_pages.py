"""The pages of live matches: the list, the form that opens one, the table, replays and rulings.

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
from notation.record import SEAT_LETTERS, card_word, seat_letter
from notation.record.words import KINDS
from notation.rulings import accounts_as_written
from notation.specs import read_spec
from notation.text import write
from referee import PRESETS, RuleSet
from referee.cards import NOBODY
from viewer.documents.contract_tables import OPENING_DEEDS, contract_names
from viewer.documents.languages import Language
from viewer.limits import LISTED_RECORDS, QR_CHARACTERS
from viewer.replay.page import SAID as TABLE
from viewer.replay.page import in_html, picture_titles, replay_parts, table_script
from viewer.rulings.explanation import explanation
from viewer.store.access import Adders
from viewer.store.journal import ListedMatch, rematch_id
from viewer.web.failures import Problem
from viewer.web.kept import UnkeptRecord, archive, deal, heard, language
from viewer.web.live.roles import BAD_TOKEN, NO_MATCH
from viewer.web.record.pictures import last_step

live_pages = Blueprint("live", __name__)

API: Final = "/api/v1/live/matches"
NOTHING_YET: Final = Phrase("No deal of this match is over yet.")
SAID: Final = {
    # State.
    "live": Phrase("Live"),
    "past": Phrase("Deal {deal}, trick {trick}: {number} steps behind the live match"),
    "toLive": Phrase("Back to live"),
    "invite": Phrase("Send this link; the cards are dealt when everybody has come."),
    "inviteAll": Phrase("The seat is open: whoever comes to the list of live matches can sit down."),
    "share": Phrase("Share"),
    "elsewhere": Phrase("Play on another device"),
    "qr": Phrase("QR code"),
    "qrOf": Phrase("{name}: the link as a QR code"),
    "linkOf": Phrase("For {name}"),
    "connecting": Phrase("Connecting…"),
    "connected": Phrase("Connected"),
    "unsent": Phrase("Not sent yet, trying again…"),
    "lost": Phrase("Connection lost, reconnecting…"),
    "closed": Phrase("Nothing more will come"),
    "late": Phrase("shown {seconds} seconds late"),
    "watching": Phrase("You are watching"),
    "playingAs": Phrase("You play as {name}"),
    "arbitrating": Phrase("You are the arbiter"),
    "scoring": Phrase("You keep the score"),
    "badKey": Phrase("The key in this address is not valid here. Perhaps it was renewed or revoked?"),
    "forget": Phrase("Watch without a key"),
    "yourTurn": Phrase("Your turn"),
    "yourCall": Phrase("Your turn: call a card"),
    "yourDiscard": Phrase("Your turn: lay two cards away"),
    "turnOf": Phrase("{name}'s turn"),
    "settles": Phrase("All cards are played. {result}"),
    "dealing": Phrase("The cards are about to be dealt."),
    "byHand": Phrase("The cards have not been dealt yet."),
    "waitsFor": Phrase("Waiting for {names}"),
    "paused": Phrase("The match is paused. Only the arbiter can resume it."),
    "waitsStart": Phrase("The match has not begun yet."),
    # Actions.
    "actions": Phrase("What you can do"),
    "marriage": Phrase("Announce {marriage}"),
    "do exchange": Phrase("Exchange the turn-up"),
    "do close": Phrase("Close the talon"),
    "do draw": Phrase("Draw"),
    "do out": Phrase("I have enough points"),
    "do resign": Phrase("Resign the deal"),
    **OPENING_DEEDS,
    "settle": Phrase("Count the deal now"),
    "did exchange": Phrase("exchanges the turn-up"),
    "did close": Phrase("closes the talon"),
    "did draw": Phrase("draws"),
    "did out": Phrase("claims enough points"),
    "did resign": Phrase("resigns the deal"),
    "did trump": Phrase("names trumps: {suit}"),
    "did none": Phrase("names no trumps"),
    "did turn": Phrase("lets {card} be turned up"),
    "did bid": Phrase("bids {contract}"),
    "did call": Phrase("calls {card}"),
    "did pass": Phrase("passes"),
    "did double": Phrase("doubles"),
    "did discard": Phrase("lays a card away"),
    "did settle": Phrase("The deal is settled without a claim."),
    "did deal": Phrase("Deal {number} is dealt."),
    "did leave": Phrase("{name} resigns the match."),
    "did pause": Phrase("The match is paused."),
    "did resume": Phrase("The match is in progress."),
    "did correct": Phrase("The last action is taken back."),
    "did award": Phrase("{name} is awarded {points}."),
    "did accept": Phrase("{name} accepts."),
    "did decline": Phrase("{name} declines."),
    "areYouSure": Phrase("Are you sure?"),
    "yes": Phrase("Yes"),
    "no": Phrase("No"),
    "notNow": Phrase("Not now:"),
    # Offers.
    "offers": Phrase("Proposals"),
    "offer takeback": Phrase("Take back the last action"),
    "offer agree": Phrase("Agree on a result"),
    "offer abort": Phrase("Abandon the match"),
    "offer rematch": Phrase("Another match"),
    "proposes": Phrase("{name} proposes: {what}"),
    "proposed": Phrase("You propose: {what}. The others have not answered yet."),
    "accept": Phrase("Accept"),
    "decline": Phrase("Decline"),
    "withdraw": Phrase("Withdraw it"),
    "propose": Phrase("Propose"),
    "giveUp": Phrase("Resign the match"),
    "callArbiter": Phrase("Call the arbiter"),
    "callsArbiter": Phrase("{name} calls the arbiter."),
    "answerCall": Phrase("Answer"),
    "answered": Phrase("The arbiter has answered {name}."),
    "abort": Phrase("Abandon the match"),
    "winner": Phrase("Winner"),
    "points": Phrase("Game points"),
    "rematchAgreed": Phrase("All want another match."),
    "openAnother": Phrase("Open another match"),
    # Between deals.
    "nextDeal": Phrase("Next deal"),
    "nextDealIn": Phrase("Next deal ({seconds})"),
    "cut": Phrase("Your cut for the shuffle"),
    "cutHint": Phrase("Letters and digits of your choice; if left empty, it is chosen at random."),
    "lastDeal": Phrase("The last deal"),
    "asDealt": Phrase("The cards as they were dealt"),
    "replayAll": Phrase("Replay of the finished deals"),
    "shuffle": Phrase("How it was shuffled"),
    "commitment": Phrase("Commitment: {digest}"),
    "seed": Phrase("Seed: {digest}"),
    "cuts": Phrase("Cuts: {cuts}"),
    "nobody": Phrase("Nobody wins the deal"),
    "reason out": Phrase("The claim was right."),
    "reason false-out": Phrase("The claim was wrong."),
    "reason closer-failed": Phrase("The talon was closed, and the closer did not win enough."),
    "reason defender-out": Phrase("The opponent closed the talon and did not get to claim."),
    "reason total": Phrase("{name} has more card points."),
    "reason last-trick": Phrase("{name} won the last trick, which decides."),
    "reason resignation": Phrase("The deal was resigned."),
    "reason agreement": Phrase("The players agreed on it."),
    "reason forfeit": Phrase("The deal was forfeited."),
    "made": Phrase("{contract} made"),
    "notMade": Phrase("{contract} not made"),
    "wins": Phrase("{name} wins the match"),
    "winsAt": Phrase("{name} wins the match {score}."),
    "noWinner": Phrase("The match ends without a winner"),
    "ending played": Phrase("All deals have been played."),
    "ending left": Phrase("It was resigned."),
    "ending time": Phrase("Time ran out."),
    "ending forfeit": Phrase("The arbiter declared it forfeited."),
    "ending aborted": Phrase("It was abandoned."),
    "takeRecord": Phrase("Download the record (SGN)"),
    "takeJournal": Phrase("Download the journal"),
    # Scorers and arbiters.
    "scorer": Phrase("Scorer"),
    "arbiter": Phrase("Arbiter"),
    "entry": Phrase("Card or action"),
    "entryHint": Phrase(
        "Type as for the ace of spades, 10h, 20h for a marriage; x exchange, c close, d draw, o claim, "
        "r resign, then Enter. ↑ ↓ change the seat, Backspace in the empty field takes back."
    ),
    "entryWrong": Phrase("{text} is neither a card nor an action."),
    "who": Phrase("Who"),
    "undo": Phrase("Take back the last entry"),
    "grid": Phrase("All cards"),
    "irregularPlay": Phrase("Irregular play"),
    "noneIrregular": Phrase("None recorded."),
    "dealCards": Phrase("Deal"),
    "turnUp": Phrase("Turn-up, or trump suit"),
    "handOf": Phrase("Hand of {name}"),
    "talonFrom": Phrase("Talon from the top"),
    "dealHint": Phrase("Cards separated by spaces: As 10h Kd. Unknown cards can be left out."),
    "dealHintAll": Phrase("Cards separated by spaces: As 10h Kd. All cards are needed, the turn-up last."),
    "resume": Phrase("Resume"),
    "award": Phrase("Award game points"),
    "forfeit": Phrase("Declare it forfeited"),
    "clock": Phrase("Set a clock"),
    "minutes": Phrase("Minutes"),
    "for": Phrase("For"),
    "against": Phrase("Against"),
    "why": Phrase("Reason"),
    "correct": Phrase("Take back"),
    "correctTo": Phrase("All since"),
    "accessKeys": Phrase("Keys of the players"),
    "renew": Phrase("New key"),
    "renewed": Phrase("The previous key no longer works. Send this address:"),
    "receipts": Phrase("Receipts"),
    "receiptHint": Phrase("The last entry of each, with its version and the head of the journal."),
    "house": Phrase("The house"),
    "copyLink": Phrase("Copy"),
}
"""Messages of the page of a match."""
GAMES: Final = {
    "santase": (Phrase("Santase"), Phrase("Two players, 24 cards, the Bulgarian way: the first to 7 wins.")),
    "schnapsen": (
        Phrase("Schnapsen"),
        Phrase("Two players, 20 cards, quick: the first to 7 wins."),
    ),
    "sixty-six": (Phrase("Sixty-six"), Phrase("Two players, 24 cards, the classic: the first to 7 wins.")),
    "sixty-six-three": (
        Phrase("Sixty-six for three"),
        Phrase("Three players, eight cards each, everybody for himself."),
    ),
    "sixty-six-four": (
        Phrase("Sixty-six for four"),
        Phrase("Two pairs, six cards each, partners opposite: the first to 7 wins."),
    ),
}
"""The rule sets that are offered first: what people call them, and a sentence on each."""
OPENING: Final = {
    "opened": Phrase("The match is open"),
    "linkArbiter": Phrase("For the arbiter"),
    "linkScorer": Phrase("For the scorer"),
    "linkWatch": Phrase("To watch"),
    "secret": Phrase(
        "Each address is a key: give it to nobody else. It is shown only once; the arbiter can make new ones."
    ),
    "waits": Phrase("Send the links: the cards are dealt when everybody has come."),
    "anonymous": Phrase("Anonymous"),
    "program": Phrase("Program"),
    "guest": Phrase("Guest"),
    **{name: SAID[name] for name in ("copyLink", "linkOf", "qr", "qrOf")},
    "unsent": Phrase("It could not be sent. Please try again."),
    "copied": TABLE["copied"],
}
"""Messages of the page that opens a match."""


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
        over=over[:LISTED_RECORDS],
        after=over[LISTED_RECORDS - 1].id if len(over) > LISTED_RECORDS else "",
        asked={name: said for name, said in asked.items() if said},
        playing=_players,
        standing=_standing,
        called=lambda listed: (
            language().put(GAMES[listed.listing.rules][0])
            if listed.listing.rules in GAMES
            else listed.listing.rules
        ),
        **form_parts(),
    )


@live_pages.get("/live/new")
def new_match() -> ResponseReturnValue:
    """Show the form that opens a match."""
    return render_template("live_new.html", **form_parts())


def form_parts(words: dict[str, Phrase] = OPENING) -> dict[str, Any]:
    """Return what a form needs that opens matches, with its messages."""
    config = current_app.extensions["config"]
    return {
        "presets": {name: (rules.seats, rules.mp_all_pay) for name, rules in PRESETS.items()},
        "games": {name: tuple(map(language().put, told)) for name, told in GAMES.items()},
        "has_programs": config.settings.live_programs > 0,
        "needs_key": config.live is Adders.KEY,
        "opens": _opens(),
        "api": API,
        "words": Markup(in_html({"words": said_here(words)})),  # noqa: S704 - made here
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
    listed = _listed(match)
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
    return unkept(
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

    For a private match a key must be sent.
    """
    listed = _listed(match)
    if (closed := _asks_for_key(listed)) is not None:
        return closed
    judgement = heard(_record(listed))
    if judgement.game.draft is None or not judgement.game.draft.deals:
        raise Problem(404, NOTHING_YET)
    return unkept(
        render_template(
            "live_record.html",
            id=match,
            record=listed.record[:16],
            ruling=url_for("live.ruling", match=match, number=0),
            pictures=url_for("pages.pictures", pack="PACK", lang=language().code),
            **replay_parts(judgement, language()),
        )
    )


@live_pages.route("/live/<match>/deals/<int:number>/ruling", methods=["GET", "POST"])
def ruling(match: str, number: int) -> ResponseReturnValue:
    """Show the ruling of a finished deal; for a private match a key must be sent."""
    listed = _listed(match)
    if (closed := _asks_for_key(listed)) is not None:
        return closed
    document = explanation(deal(_record(listed), number), language())
    return unkept(render_template("live_ruling.html", document=document, id=match))


def unkept(page: str) -> Response:
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
    """Return the form that asks for a key, where one is needed and no valid one was sent."""
    if listed.listing.public:
        return None
    sent = request.form.get("key", "")
    key = sent.rpartition("#")[2].strip()  # of a whole URL
    if key and archive().journal.role_of(listed.id, key) is not None:
        return None
    fault = language().put(BAD_TOKEN) if sent else ""
    return unkept(render_template("live_key.html", id=listed.id, fault=fault)), 403 if sent else 200


def _record(listed: ListedMatch) -> UnkeptRecord:
    """Return the record of the deals that the caller has seen to the end; key holders have no delay."""
    return UnkeptRecord(text_of(_seen(listed)).encode())


def _seen(listed: ListedMatch) -> LiveMatch:
    """Return a match as far as those who watch it have seen it; key holders have no delay."""
    lines = archive().journal.since(listed.id, -1)
    delay = LiveMatch.resume(lines[:1]).opening.delay if listed.listing.public else 0
    if delay:
        due = time.time_ns() // 1_000_000 - int(listed.listing.opened.timestamp() * 1000) - delay
        lines = [line for line in lines if line.number == 0 or line.said["entry"]["at"] <= due]
    return LiveMatch.resume(lines)


def _standing(listed: ListedMatch) -> str:
    """Return the score of a match in a list."""
    match = _seen(listed)
    points = match.table.match.score
    return "–".join(map(str, points)) if len(points) == 2 else " · ".join(map(str, points))


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
    response = unkept(last_step(account, "".join(hidden), language()))
    response.mimetype = "image/svg+xml"
    return response


def _opens() -> bool:
    """Return whether anybody may open matches here."""
    return current_app.extensions["config"].live is not Adders.NOBODY and not archive().read_only


def _players(listed: ListedMatch) -> str:
    names = [name or seat_letter(seat) for seat, name in enumerate(listed.listing.names)]
    return " – ".join(names)


def said_here(words: dict[str, Phrase]) -> dict[str, str]:
    """Return messages in the language of the caller."""
    spoken: Language = language()
    return {name: spoken.translate(phrase.sentence) for name, phrase in words.items()}
