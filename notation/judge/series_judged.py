"""Series of matches: records that name one are put in order, compared and counted.

Each match is judged separately; this module finds how the matches fit together. It uses the tags of a record
and the result of its match, and never looks at the play.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, SeatFact
from notation.judge.judgement import Judgement
from notation.record.model import MATCH, NOBODY, NOWHERE, SERIES, SERIES_SCORE, UNNUMBERED, Record, Span
from notation.record.words import seat_letter
from notation.specs.spec import write_spec
from notation.text.reader import Game
from referee.cards import SEATS, Seat
from referee.codes import Code
from referee.rules import RuleSet
from referee.rulesets import cite
from referee.series import Series

DEAL: Final = "deal"
"""Among the places of a match, that of its first deal."""
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}")
_SCORE: Final = re.compile(r"[0-9]{1,4}(?:-[0-9]{1,4}){1,3}|-?[0-9]{1,4}(?: -?[0-9]{1,4}){1,3}")


@dataclass(frozen=True, slots=True)
class Member:
    """A match of a series: what its record says of the series, and how it ended."""

    series: str
    number: int
    """Which match of the series it is; 0 where the record does not say so."""
    players: tuple[str, ...]
    """By seat; empty where no name is written."""
    rules: RuleSet | None
    dealer: Seat
    """Who dealt first, or -1."""
    score: tuple[int, ...]
    winner: Seat
    games: int
    is_open: bool
    """Whether the score is not known."""
    stated: str = ""
    """The tally after the match, as the record states it."""
    file: str = ""
    """Where the record is found."""
    game: Game | None = None
    """The game, for the places of its tags."""
    spans: Mapping[str, Span] = field(default_factory=dict)

    @property
    def line(self) -> int:
        """The line of its file on which the record starts; 0 where it is in no file."""
        return self.game.line if self.game else 0

    @property
    def place(self) -> str:
        """Where the record is found."""
        return f"{self.file}:{self.line}" if self.game else self.file


@dataclass(frozen=True, slots=True)
class SeriesMatch:
    """A match of a series as it was judged."""

    member: Member
    seats: tuple[Seat, ...] = ()
    """By seat, the seat of the series that its player has; nothing where the match is not counted."""
    score: tuple[int, ...] = ()
    """Its game points by side of the series; nothing where it is not counted."""
    counts: int = 0
    """How many games it counts for its winner."""
    tally: tuple[int, ...] = ()
    """By side of the series, after the match; nothing where it is not known."""
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class SeriesJudgement:
    """A series as it was judged: its matches in order, and the tally after the last."""

    name: str
    rules: RuleSet | None
    players: tuple[str, ...]
    """By seat of the series, which is the seat in its first match."""
    matches: tuple[SeriesMatch, ...]
    tally: tuple[int, ...]
    """What the matches won count for, by side; nothing where it is not known."""
    lost: tuple[int, ...]
    """What the matches lost count for, by side: the Bummerl. Nothing where all pay, or it is not known."""

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.is_error for match in self.matches for finding in match.findings)


def member_of(judgement: Judgement, file: str = "") -> Member | None:
    r"""What a series needs of a game that was judged; None of one that names no series.

    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> [game] = read('%SGN 1\n[Series "Autumn"]\n[Match "2"]\n[A "Ivan"]')
    >>> member = member_of(judge(game))
    >>> member.series, member.number, member.players
    ('Autumn', 2, ('Ivan', ''))
    """
    record = judgement.game.draft
    name = record.tag(SERIES) if record else None
    if record is None or not name:
        return None
    rules = judgement.rules
    number = record.tag(MATCH) or ""
    spans = {tag.name: tag.span for tag in reversed(record.tags)}
    if record.deals:
        spans[DEAL] = record.deals[0].span
    return Member(
        series=name,
        number=int(number) if _NUMBER.fullmatch(number) else 0,
        players=tuple(record.tag(seat_letter(seat)) or "" for seat in SEATS[: rules.seats if rules else 2]),
        rules=rules,
        dealer=_first_dealer(record, rules),
        score=tuple(judgement.score),
        winner=judgement.winner,
        games=judgement.games,
        is_open=judgement.is_open or rules is None,
        stated=record.tag(SERIES_SCORE) or "",
        file=file,
        game=replace(judgement.game, record=None, draft=None, findings=(), source=b""),
        spans=spans,
    )


def _first_dealer(record: Record, rules: RuleSet | None) -> Seat:
    """Who dealt the first deal of a match; -1 where that is not known or not recorded."""
    first = next(iter(record.deals), None)
    if rules is None or first is None or first.number not in (1, UNNUMBERED) or first.dealer >= rules.seats:
        return NOBODY
    return first.dealer


def all_series(members: Iterable[Member]) -> list[SeriesJudgement]:
    """The series to which matches belong, by their names."""
    by_name: dict[str, list[Member]] = {}
    for member in members:
        by_name.setdefault(member.series, []).append(member)
    return [judge_series(by_name[name]) for name in sorted(by_name)]


def judge_series(members: Iterable[Member]) -> SeriesJudgement:
    """A series, from one match or more in whatever order.

    A series may be taken up in its middle: its tally is open until a record states it.
    """
    last = 10_000
    return _Judge(sorted(members, key=lambda each: (each.number or last, each.file, each.line))).judged()


class _Judge:
    """Goes through the matches of one series in their order."""

    def __init__(self, members: list[Member]) -> None:
        self.members = members
        first = next((each for each in members if each.number and each.rules), members[0])
        self.rules = first.rules
        self.players = list(first.players)
        self.series = Series(first.rules) if first.rules else None
        self.known = first.number == 1
        """Whether the tally is known: a match that is missing leaves it open."""
        self.carried: tuple[int, ...] = ()
        """The tally as the records give it, so that one fault is reported once; nothing before they do."""
        self.before: Member | None = None
        """The match before, whether it counts or not."""

    def judged(self) -> SeriesJudgement:
        matches = tuple(map(self._match, self.members))
        series = self.series if self.known else None
        return SeriesJudgement(
            self.members[0].series,
            self.rules,
            tuple(self.players),
            matches,
            tuple(series.tally) if series else (),
            tuple(series.lost) if series else (),
        )

    def _match(self, member: Member) -> SeriesMatch:
        """Compare a match with the series before it, and count it."""
        if not member.number:
            return SeriesMatch(member, findings=(_finding(member, catalogue.SERIES_UNNUMBERED, MATCH),))
        before = self.before
        if before and before.number == member.number:
            facts: dict[str, Fact] = {"stated": member.number, "where": before.place}
            return SeriesMatch(member, findings=(_finding(member, catalogue.SERIES_REPEATED, MATCH, facts),))
        self.before = member
        found = []
        if before and before.number + 1 < member.number:
            facts = {"before": before.number, "stated": member.number}
            found.append(_finding(member, catalogue.SERIES_GAP, MATCH, facts))
            self._lose_count()
        if self.series is None or self.rules is None or member.rules is None:
            self._lose_count()
            return SeriesMatch(member, findings=tuple(found))
        seats = self._seats(member, self.rules)
        if seats is None:
            self._lose_count()
            facts = {"sides": _sides(self.players, self.rules)}
            found.append(_finding(member, catalogue.SERIES_PLAYERS, "A", facts))
            return SeriesMatch(member, findings=tuple(found))
        if member.rules != self.rules:
            facts = {"rules": write_spec(self.rules), "stated": write_spec(member.rules)}
            found.append(_finding(member, catalogue.SERIES_RULES, "Rules", facts))
        found += _dealt_by(member, seats, self.series)
        counts = self._count(member, seats, self.series)
        found += self._compare(member, seats, self.series)
        tally = tuple(self.series.tally) if self.known else ()
        return SeriesMatch(member, seats, _score(member, seats, self.rules), counts, tally, tuple(found))

    def _lose_count(self) -> None:
        """From here on the tally is not known, nor who deals first, until a record states the tally."""
        self.known = False
        if self.series:
            self.series.dealer = NOBODY

    def _seats(self, member: Member, rules: RuleSet) -> tuple[Seat, ...] | None:
        """By seat of a match, the seat of the series that its player has; None for other players or sides.

        Players may change seats where all have names; a name that is missing is that of the seat.
        """
        own, theirs = self.players, member.players
        if member.rules is None or member.rules.side_of != rules.side_of:
            return None
        if len(set(filter(None, own))) == len(set(filter(None, theirs))) == len(own):
            if set(own) != set(theirs):
                return None
            seats = tuple(SEATS[own.index(name)] for name in theirs)
        else:
            if any(mine and other and mine != other for mine, other in zip(own, theirs, strict=True)):
                return None
            self.players = [mine or other for mine, other in zip(own, theirs, strict=True)]
            seats = SEATS[: len(own)]
        of = rules.side_of
        pairs = [(one, other) for one in range(len(seats)) for other in range(one)]
        if any((of[one] == of[other]) != (of[seats[one]] == of[seats[other]]) for one, other in pairs):
            return None
        return seats

    def _count(self, member: Member, seats: tuple[Seat, ...], series: Series) -> int:
        """Add a match to the tally; what it counts for."""
        before = tuple(series.tally)
        dealer = seats[member.dealer] if member.dealer >= 0 else NOBODY
        sides = series.rules.sides
        winner = NOBODY
        if member.winner >= 0:
            winner = sides[_order(seats, series.rules)[sides.index(member.winner)]]
        counts = series.add(dealer, _score(member, seats, series.rules), winner, member.games)
        if self.carried:
            won = (after - past for after, past in zip(series.tally, before, strict=True))
            self.carried = tuple(past + more for past, more in zip(self.carried, won, strict=True))
        if member.is_open:
            self.known = False
        return counts

    def _compare(self, member: Member, seats: tuple[Seat, ...], series: Series) -> Iterator[Finding]:
        """Compare the stated tally with what was won; where that is not known, take it."""
        if not member.stated:
            return
        order = _order(seats, series.rules)
        expected = tuple(series.tally[place] for place in order)
        stated = _numbers(member.stated, len(order))
        facts: dict[str, Fact] = {"stated": member.stated, "expected": expected}
        if not stated:
            if self.known:
                yield _finding(member, catalogue.SERIES_SCORE, SERIES_SCORE, facts)
            return
        given = tuple(stated[order.index(place)] for place in range(len(order)))
        if not self.known:
            series.tally = list(given)
            self.known = True
        elif given not in (tuple(series.tally), self.carried):
            yield _finding(member, catalogue.SERIES_SCORE, SERIES_SCORE, facts)
        self.carried = given


def _order(seats: tuple[Seat, ...], rules: RuleSet) -> list[int]:
    """By side of a match, the place of that side in the series."""
    firsts = [rules.side_of.index(place) for place in range(len(rules.sides))]
    return [rules.side_of[seats[first]] for first in firsts]


def _score(member: Member, seats: tuple[Seat, ...], rules: RuleSet) -> tuple[int, ...]:
    """The game points of a match by side of the series."""
    by_place = dict(zip(_order(seats, rules), member.score, strict=True))
    return tuple(by_place[place] for place in range(len(by_place)))


def _numbers(stated: str, sides: int) -> tuple[int, ...]:
    """A tally as it is stated, by side; nothing where it is none, or of another number of sides."""
    if not _SCORE.fullmatch(stated):
        return ()
    numbers = tuple(map(int, stated.split() if " " in stated else stated.split("-")))
    return numbers if len(numbers) == sides else ()


def _dealt_by(member: Member, seats: tuple[Seat, ...], series: Series) -> Iterator[Finding]:
    """N324: another deals first than the rules have it after the match before."""
    if NOBODY in (series.dealer, member.dealer) or seats[member.dealer] == series.dealer:
        return
    turn = SeatFact(seats.index(series.dealer))
    found = _finding(member, catalogue.SERIES_DEALER, DEAL, {"seat": SeatFact(member.dealer), "turn": turn})
    yield replace(found, deal=1, seat=member.dealer, cite=cite(series.rules, "series.next_dealer"))


def _sides(players: list[str], rules: RuleSet) -> str:
    """The sides of a series by the names of their players, or by their seats."""
    names = [name or seat_letter(seat) for seat, name in enumerate(players)]
    of_side = [
        [name for seat, name in enumerate(names) if rules.side_of[seat] == place]
        for place in range(len(rules.sides))
    ]
    return " – ".join(" + ".join(side) for side in of_side)


def _finding(member: Member, code: Code, tag: str, facts: Mapping[str, Fact] | None = None) -> Finding:
    """A finding at a tag of a match, or at the one that names the series."""
    span = member.spans.get(tag) or member.spans.get(SERIES, NOWHERE)
    return Finding(code, span, facts or {})
