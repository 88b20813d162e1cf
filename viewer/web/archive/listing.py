"""The pages of the archive: the list with its search, and the form that adds records."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import ServiceUnavailable

from notation.findings import Phrase
from notation.formats import ReportEntry
from notation.limits import SpentError
from notation.record import seat_letter
from notation.rulings import rules_in_words
from notation.specs import read_spec
from referee import PRESETS, RuleSet
from viewer import limits
from viewer.documents.sides import side_names, with_guests
from viewer.rulings.series import order_of, rows_of, series_title, tallied
from viewer.store import Added, Order, SearchError, StoreError, Summary
from viewer.store.names import NameKind
from viewer.web.adding import keep, put_in_place_of, visibility_asked
from viewer.web.conversion.pages import conversion_page
from viewer.web.failures import TOO_MUCH, Problem, said_of
from viewer.web.kept import archive as store
from viewer.web.kept import language, series_named
from viewer.web.links import rules_called
from viewer.web.server.work import hand_over
from viewer.web.uploads import UploadKind, as_sgn, chosen, kind_of, text_sent
from viewer.web.visits import note_unreachable

listing = Blueprint("listing", __name__)

NOTHING: Final = Phrase("Nothing was sent: please choose a file, or paste the text of a record.")
_SEEN: Final = ("text", "player", "event", "rules")
"""The fields of the search that are always in view."""
_REFUSED: Final = (400, 409, 415, 422)
"""The problems of a text that whoever typed it can mend: it stays in the form."""
FIELDS: Final = ("player", "event", "date_from", "date_to", "rules", "result", "errors", "text", "series")
ORDERS: Final = {
    Order.ADDED: Phrase("added last"),
    Order.DATE: Phrase("played last"),
    Order.OLDEST: Phrase("added first"),
    Order.EVENT: Phrase("by event"),
    Order.PLAYER: Phrase("by player"),
    Order.RULES: Phrase("by rules"),
    Order.ERRORS: Phrase("most errors"),
}
"""The names of the orders of the list."""


@listing.get("/")
def archive() -> ResponseReturnValue:
    """Show the list of records, and the form that adds some."""
    return _archive()


def _archive(unsent: str = "") -> str:
    """Render the list of records and the form that adds some; with why what it sent was not taken."""
    asked: dict[str, Any] = {name: request.args.get(name, "").strip() for name in FIELDS}
    page = request.args.get("page", "1")
    errors = {"yes": True, "no": False}.get(asked["errors"])
    named = request.args.get("order", "")
    order = Order(named) if named in {each.value for each in Order} else Order.ADDED
    fault: SearchError | None = None
    try:
        found = store().search(
            **{**asked, "errors": errors},
            order=order,
            page=int(page) if page.isascii() and page.isdigit() and len(page) < 7 else 1,
            size=limits.LISTED_RECORDS,
        )
    except SearchError as error:
        found, fault = store().search(size=limits.LISTED_RECORDS), error
    return render_template(
        "archive.html",
        found=found,
        asked=asked,
        fault=fault,
        why=language().put(fault.phrase) if fault else "",
        is_empty=not found.total and not any(asked.values()),
        is_narrowed=any(said for name, said in asked.items() if name not in _SEEN),
        playing=playing,
        rule_sets=_rule_sets(asked["rules"]),
        known={kind.value: store().names(kind, size=limits.OFFERED_NAMES).names for kind in NameKind},
        longest=limits.SEARCH_CHARACTERS,
        **limits.size_fact(limits.UPLOAD_BYTES),
        orders={each.value: language().put(called) for each, called in ORDERS.items()},
        order=order.value,
        goes_on=found.next is not None and found.page * found.size <= limits.RECORDS_SKIPPED,
        exported=_exported({**asked, "errors": errors}) if not fault else {},
        unsent=unsent,
        text=text_sent().decode(),
    )


def _rule_sets(asked: str) -> dict[str, str]:
    """Return the rule sets to choose from, by spec, with the one that is asked for."""
    specs = dict.fromkeys([*PRESETS, *filter(None, (asked,))])
    return {spec: rules_called(spec) for spec in specs}


def _exported(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the link that exports the search through the API."""
    words = {True: "true", False: "false"}
    return {name: words.get(value, value) for name, value in asked.items() if value not in ("", None)}


def playing(told: Summary) -> str:
    """Return the players, partners together."""
    rules = read_spec(told.rules)
    names = with_guests(told.players, told.guests, language())
    if isinstance(rules, RuleSet) and rules.mp_partners and any(names):
        seats = range(rules.seats)
        named = [(names[seat] if seat < len(names) else "") or seat_letter(seat) for seat in seats]
        return " – ".join(side_names(named, rules, language()))
    return " – ".join(filter(None, names)) or language().say("A game")


@listing.get("/series")
def series() -> ResponseReturnValue:
    """Show a series of matches, by its name: every match with its result, and the tally."""
    judged = series_named(request.args.get("name", ""))
    wording = language()
    return render_template(
        "series.html",
        title=series_title(judged, wording),
        order=order_of(judged, wording),
        rules=rules_in_words(wording, judged.rules) if judged.rules else "",
        rows=list(rows_of(judged, wording)),
        told=tallied(judged, wording),
        wording=wording,
    )


class TakenFile(NamedTuple):
    """What became of one uploaded file, by the name that it came with."""

    name: str
    games: list[Added]
    why: str = ""
    """Why it was refused."""
    report: tuple[ReportEntry, ...] = ()
    """The report on its conversion."""


@listing.post("/records")
def add() -> ResponseReturnValue:
    """Add records from files or from the text of the form; a refused file does not stop the others."""
    files = [file for file in request.files.getlist("file") if file.filename]
    if len(files) < 2:
        data, name = (files[0].read(), files[0].filename or "") if files else (chosen(text_sent()), "")
        if not files and not data.strip():
            return _archive(language().put(NOTHING)), 400
        if kind_of(data, name) is UploadKind.LOG:
            return conversion_page(data, name)  # where its games are shown and selected
        try:
            taken = [_add(data, name)]
        except Problem as problem:
            if files or problem.code not in _REFUSED:
                raise
            return _archive(language().put(problem.detail)), problem.code
    else:
        hand_over()  # each file is stored separately
        taken = list(_taken_one_by_one(files))
    added = [game for one in taken for game in one.games]
    if len(added) == len(taken) == 1 and not taken[0].report:
        return redirect(url_for("pages.record", id=added[0].id[:16]), 303)
    status = 503 if taken[-1].why == _unreached() else 201 if added else 422
    return render_template("added.html", taken=taken, wording=g.language), status


def _add(data: bytes, name: str = "") -> TakenFile:
    try:
        sent = as_sgn(data, kind_of(data, name))
        beside = request.form.get("beside") == "yes"
        games = keep(sent.data, visibility_asked(), beside)
        replaced = request.form.get("replaces", "")
        if replaced and len(games) == 1:
            put_in_place_of(replaced, games[0])
        return TakenFile("", games, report=sent.report)
    except SpentError:
        raise Problem(422, TOO_MUCH) from None


def _taken_one_by_one(files: list[FileStorage]) -> Iterator[TakenFile]:
    """Add each file separately; once the archive is unreachable, no more are tried."""
    reached = True
    for file in files:
        if reached:
            try:
                yield _taken(file)
                continue
            except StoreError as error:
                note_unreachable(error)
                reached = False
        yield TakenFile(_name(file), [], _unreached())


def _unreached() -> str:
    return said_of(ServiceUnavailable(), g.language)


def _name(file: FileStorage) -> str:
    return (file.filename or "")[-80:]


def _taken(file: FileStorage) -> TakenFile:
    name = _name(file)
    try:
        return _add(file.read(), file.filename or "")._replace(name=name)
    except Problem as problem:
        return TakenFile(name, [], said_of(problem, g.language))
