"""The pages of players and events: their games and results.

Only public records are counted, for every reader; the number of games in a player's balance is bounded.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Final, NamedTuple

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.routing import PathConverter

from notation.findings import Phrase, escape
from notation.rulings import Meeting, audit, cross_table, pairings
from notation.specs import read_spec
from notation.wire.audit import dump_audit
from referee import RuleSet
from viewer import limits
from viewer.corpora.statistics import Measured, doings, group_name, results
from viewer.measures import DealTally, share
from viewer.rulings.audits import TABLES, as_csv, audit_sheet
from viewer.store import SearchError
from viewer.store.named import NamedGames
from viewer.store.names import NameKind, NameOrder, NamesPage
from viewer.web.api.bodies import packed
from viewer.web.archive.listing import playing
from viewer.web.archive.statistics import Plot, Section, share_bar
from viewer.web.failures import Problem
from viewer.web.kept import archive, file_name, heard, language
from viewer.web.links import page_of, rules_called

names = Blueprint("names", __name__)

NO_PLAYER: Final = Phrase("No public record has a player of this name.")
NO_EVENT: Final = Phrase("No public record has an event of this name.")
_LISTS: Final = {NameKind.PLAYER: "names.players", NameKind.EVENT: "names.events"}


class NameConverter(PathConverter):
    """Converts a name in a URL, slashes included."""

    regex = ".+?"
    part_isolating = False


@names.get("/players")
def players() -> ResponseReturnValue:
    """List the players with their numbers of games."""
    return _listed(NameKind.PLAYER)


@names.get("/events")
def events() -> ResponseReturnValue:
    """List the events with their numbers of games."""
    return _listed(NameKind.EVENT)


def _listed(kind: NameKind) -> str:
    text = request.args.get("text", "").strip()
    named = request.args.get("order", "")
    order = NameOrder(named) if named in {each.value for each in NameOrder} else NameOrder.GAMES
    page, why = _page(), ""
    found = NamesPage((), 0, False, 1, limits.LISTED_NAMES, False)
    try:
        found = archive().names(kind, text, order=order, page=page, size=limits.LISTED_NAMES)
    except SearchError as error:
        why = language().put(error.phrase)
    return render_template(
        "names.html",
        kind=kind.value,
        found=found,
        text=text,
        order=order.value,
        why=why,
        longest=limits.SEARCH_CHARACTERS,
        address=_LISTS[kind],
    )


def _page() -> int:
    said = request.args.get("page", "1")
    return int(said) if said.isascii() and said.isdigit() and 0 < len(said) < 7 and int(said) else 1


def _named(kind: NameKind, name: str, absent: Phrase) -> NamedGames:
    try:
        found = archive().named(kind, name, page=_page(), size=limits.LISTED_RECORDS)
    except SearchError as error:
        raise Problem(404, error.phrase) from None
    if found is None:
        raise Problem(404, absent)
    return found


@names.get("/players/<name:name>")
def player(name: str) -> ResponseReturnValue:
    """Show a player: games and results, by rule set and by opponent."""
    uncounted = archive().count(limits.COUNT_WORK)
    found = _named(NameKind.PLAYER, name, NO_PLAYER)
    spoken, drawn = language(), balances(found)
    say = spoken.say
    sections = [
        _section(say("By rule set"), say("Rules"), drawn.by_rules, _sheet, rules_called),
        _deals(found.tallies),
        _section(say("By opponent"), say("Opponent"), drawn.by_opponent, partial(page_of, "player")),
    ]
    return render_template(
        "player.html",
        found=found,
        page=_page(),
        total=drawn.total,
        most=limits.BALANCED_GAMES,
        uncounted=uncounted,
        sections=[section for section in sections if section.names],
        playing=playing,
    )


@names.get("/events/<name:name>")
def event(name: str) -> ResponseReturnValue:
    """Show an event: its games, and the cross table of its players if it is a tournament."""
    found = _named(NameKind.EVENT, name, NO_EVENT)
    return render_template(
        "event.html",
        found=found,
        page=_page(),
        crossed=cross_table(meetings(found)),
        pairs=pairings(meetings(found)),
        series=sorted({each.summary.series for each in found.records if each.summary.series}),
        playing=playing,
    )


class Balance(NamedTuple):
    """How many games ended in which way for a player."""

    name: str
    games: int
    won: int
    lost: int


class PlayerBalance(NamedTuple):
    """The results of a player by rule set, options ignored, and by opponent, most games first."""

    total: Balance
    by_rules: list[Balance]
    by_opponent: list[Balance]


def balances(found: NamedGames) -> PlayerBalance:
    """Return the balance of a player; unfinished games and games against oneself count as undecided."""
    by_rules: dict[str, Counter[str]] = defaultdict(Counter)
    by_opponent: dict[str, Counter[str]] = defaultdict(Counter)
    total: Counter[str] = Counter()
    for game in found.played:
        his = {_side(game.rules, seat) for seat, name in enumerate(game.players) if name == found.name}
        others = {
            name for seat, name in enumerate(game.players) if name and _side(game.rules, seat) not in his
        }
        ended = "open" if game.winner < 0 or len(his) > 1 else "won" if game.winner in his else "lost"
        total[ended] += 1
        if game.rules:
            by_rules[game.rules.split()[0]][ended] += 1
        for name in others:
            by_opponent[name][ended] += 1
    return PlayerBalance(
        _balance(found.name, total), _balances(by_rules.items()), _balances(by_opponent.items())
    )


def _balances(counted: Iterable[tuple[str, Counter[str]]]) -> list[Balance]:
    found = [_balance(name, each) for name, each in counted]
    return sorted(found, key=lambda each: (-each.games, each.name))[: limits.SHOWN_ROWS]


def _balance(name: str, counted: Counter[str]) -> Balance:
    return Balance(name, counted.total(), counted["won"], counted["lost"])


@cache
def _sides_of(spec: str) -> Sequence[int]:
    """Return the side of each seat under the rules that a listing names; cached, for there are few."""
    rules = read_spec(spec)
    return tuple(map(int, rules.side_of)) if isinstance(rules, RuleSet) else ()


def _side(spec: str, seat: int) -> int:
    found = _sides_of(spec)
    return found[seat] if seat < len(found) else seat


def _sheet(spec: str) -> str:
    return url_for("handbook.sheet", spec=spec)


def _section(
    title: str,
    group: str,
    rows: Sequence[Balance],
    page: Callable[[str], str],
    called: Callable[[str], str] = str,
) -> Section:
    say, names = language().say, tuple(called(each.name) for each in rows)
    table = [
        Measured(say("Games"), [str(each.games) for each in rows]),
        Measured(say("Won"), [str(each.won) for each in rows]),
        Measured(say("Lost"), [str(each.lost) for each in rows]),
        Measured(say("Undecided"), [str(each.games - each.won - each.lost) for each in rows]),
        Measured(say("Won of those decided"), [share(each.won, each.won + each.lost) for each in rows]),
    ]
    decided = [(called(each.name), each.won, each.won + each.lost) for each in rows if each.won + each.lost]
    bars = tuple(share_bar(*each) for each in decided)
    links = tuple(page(each.name) for each in rows)
    plots = (Plot(say("Games won"), bars),) if bars else ()
    return Section(title, group, names, links, (table,), plots)


def _deals(tallies: Sequence[DealTally]) -> Section:
    spoken, rules = language(), tuple(map(group_name, tallies))
    counted = list(zip(map(rules_called, rules), tallies, strict=True))
    won = tuple(share_bar(name, each.wins, each.complete) for name, each in counted)
    closes = tuple(share_bar(name, each.closes_won, each.closes) for name, each in counted if each.closes)
    plots = [Plot(spoken.say("Deals won"), won)]
    if closes:
        plots.append(Plot(spoken.say("Closes that won the deal"), closes))
    return Section(
        spoken.say("Deals"),
        spoken.say("Rules"),
        tuple(name for name, _ in counted),
        tuple(map(_sheet, rules)),
        (results(tallies, spoken, by_player=True), doings(tallies, spoken)),
        tuple(plots),
    )


def meetings(found: NamedGames) -> list[Meeting]:
    """Return the matches of an event; empty unless it is a small tournament of two-player games."""
    if len(found.played) < found.games:
        return []
    met = []
    for game in reversed(found.played):
        names = game.players
        if len(names) != 2 or len(set(names)) != 2 or not all(names):
            return []
        score = tuple(map(int, game.score.split("-"))) if game.score and " " not in game.score else ()
        met.append(Meeting((names[0], names[1]), score, game.winner, game.counts, game.id[:16]))
    players = {name for meeting in met for name in meeting.sides}
    return met if 3 <= len(players) <= limits.CROSSED_PLAYERS else []


@names.get("/audits/<name:name>")
def event_audit(name: str) -> ResponseReturnValue:
    """Audit the score sheets of an event: each fault in a line, standings, who played whom."""
    found = _named(NameKind.EVENT, name, NO_EVENT)
    its = [game for game in reversed(found.played) if not game.guests]
    kept = [each for game in its if (each := archive().get(game.id))]
    heard_of = [(file_name(each), heard(each)) for each in kept]
    judged = [(file, each) for file, each in heard_of if each.rules and each.game.draft]
    merged = request.args.getlist("same")
    same = {one: other for one, _, other in (each.partition("=") for each in merged) if one and other}
    audited = audit(judged, same=same)
    form, table = request.args.get("form", ""), request.args.get("table", "deals")
    if form == "json":
        return Response(packed(dump_audit(audited, language())), mimetype="application/json")
    if form == "csv" and table in TABLES:
        return Response(as_csv(audited, table, language()), mimetype="text/csv")
    links = {file_name(each): url_for("pages.record", id=each.id[:16]) for each in kept}
    merging = {
        each: url_for("names.event_audit", name=name, same=[*merged, f"{each.name}={each.like}"])
        for each in audited.names
    }
    return render_template(
        "audit.html",
        document=audit_sheet(audited, language(), escape(name), links, merging),
        name=name,
        same=merged,
        tables=list(TABLES),
        left_out=found.games - len(judged),
    )
