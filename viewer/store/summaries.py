"""What a list says of a record, and the forms in which its words and dates are compared.

All of it is read from the record or asked of the referee; nothing is judged here.
"""

import hashlib
import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final, NamedTuple

from notation import Game
from notation.judge import DEFAULT_RULES, Judgement, Member, Verdict, member_of
from notation.record import NOBODY, SEAT_LETTERS, Record, score_words
from notation.specs import BUILT_IN, read_spec, write_spec
from referee import BOOKS, RuleSet, Seat

VERSION: Final = version("santase")


@cache
def program() -> str:
    """The version of the program and its build, by which a judgement is known to be of today."""
    return f"{VERSION}+{_build()}"


def _build() -> str:
    """A digest of all that an answer is made by, the rule packs that are known among it.

    Two builds of one version may judge or speak differently.
    """
    here = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for package in ("grammar", "notation", "referee", "viewer"):
        for path in sorted((here / package).rglob("*")):
            if path.suffix in _MADE_BY:
                digest.update(f"{path.relative_to(here).as_posix()}\0".encode() + path.read_bytes())
    for name in sorted(BOOKS.keys() - BUILT_IN):
        digest.update(repr(BOOKS[name]).encode())
    return digest.hexdigest()[:12]


_MADE_BY: Final = frozenset({".py", ".lark", ".json", ".po", ".mo", ".html"})
_UNKEEPABLE: Final = re.compile("[\0\ud800-\udfff]")
"""What a database cannot keep in a text: half characters, and the character that is none."""
_DATE: Final = re.compile(r"[0-9?]{4}(?:-[0-9?]{2}){0,2}")


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list says of a record; a text is empty where the record says nothing."""

    event: str
    site: str
    date: str
    round: str
    players: tuple[str, ...]
    """The names by seat, as far as there are any."""
    rules: str
    """The rules that the record names, in their one spelling."""
    deals: int
    result: str
    """The result of the match as the record states it."""
    score: str
    """The game points by side as they were judged, ``7-4``, or what was won and paid, ``4 -2 -2``.

    Empty where nothing could be judged.
    """
    winner: int
    """The side that won the match, or -1."""
    whole: bool
    """Whether all of the text could be read."""
    errors: int
    findings: int
    """How many findings are told, errors among them."""
    series: str = ""
    """The series of matches to which the match belongs; empty where it belongs to none."""
    match: int = 0
    """Which match of the series it is; 0 where that is not said."""
    first_dealer: int = NOBODY
    games: int = 1
    """What the match counts for once it is won."""
    open: bool = False
    """Whether the score is not known."""
    series_score: str = ""
    """The tally of the series after the match, as the record states it."""

    def member(self, file: str) -> Member:
        """What a series needs of the match, by the name of its record."""
        rules = read_spec(self.rules or DEFAULT_RULES) if self.score else None
        known = rules if isinstance(rules, RuleSet) else None
        score = self.score.split() if " " in self.score else self.score.split("-")
        seats = known.seats if known else len(self.players)
        return Member(
            series=self.series,
            number=self.match,
            players=(*self.players, *[""] * seats)[:seats],
            rules=known,
            dealer=Seat(self.first_dealer),
            score=tuple(map(int, score)) if self.score else (),
            winner=Seat(self.winner),
            games=self.games,
            is_open=self.open,
            stated=self.series_score,
            file=file,
        )


def summarise_verdict(game: Game, verdict: Verdict) -> Summary:
    """What a list says of a game in which nothing is found but false claims."""
    score, winner, games = verdict.score, verdict.winner, verdict.games
    judgement = Judgement(game, verdict.rules, score=score, winner=winner, games=games)
    return replace(summarise(judgement), findings=verdict.false_claims)


def summarise(judgement: Judgement) -> Summary:
    r"""What a list says of a game that was judged.

    >>> from notation import read
    >>> from notation.judge import judge
    >>> [game] = read('%SGN 1\n[Rules "santase  target=7"] [B "Мария"]')
    >>> summary = summarise(judge(game))
    >>> summary.players, summary.rules, summary.score, summary.whole
    (('', 'Мария'), 'santase', '0-0', True)
    """
    game = judgement.game
    record = game.draft or Record()
    tags = {tag.name: tag.value for tag in reversed(record.tags)}
    names = [tags.get(letter, "") for letter in SEAT_LETTERS]
    while names and not names[-1]:
        names.pop()
    rules = read_spec(tags.get("Rules", ""))
    member = member_of(judgement)
    return Summary(
        event=tags.get("Event", ""),
        site=tags.get("Site", ""),
        date=tags.get("Date", ""),
        round=tags.get("Round", ""),
        players=tuple(names),
        rules=write_spec(rules) if isinstance(rules, RuleSet) else "",
        deals=len(record.deals),
        result=tags.get("Result", ""),
        score=score_words(judgement.score),
        winner=judgement.winner,
        whole=game.record is not None,
        errors=judgement.errors,
        findings=len(judgement.findings),
        series=member.series if member else "",
        match=member.number if member else 0,
        first_dealer=member.dealer if member else NOBODY,
        games=judgement.games,
        open=judgement.is_open,
        series_score=member.stated if member else "",
    )


def fold(text: str) -> str:
    """A text as it is compared: capital or small, in one piece or composed, it is the same.

    >>> fold("Йордан") == fold("и\u0306ОРДАН"), fold("Straße")
    (True, 'strasse')
    """
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())
    return _UNKEEPABLE.sub("\ufffd", folded)


LONGEST_KEY: Final = 64
"""Characters that a list is sorted by; more do not fit into every index."""


def sorting_key(name: str) -> str:
    """What a list is sorted by."""
    return fold(name)[:LONGEST_KEY]


def is_keepable(text: str) -> bool:
    """Whether a database can keep a text, so that it may be one that is kept."""
    return not _UNKEEPABLE.search(text)


class Days(NamedTuple):
    """The first and the last day that a date may mean."""

    first: str
    last: str


def days(date: str) -> Days | None:
    """The days that a date may mean, of which parts may be unknown or missing; None where it is no date.

    >>> days("2026-11-??"), days("2026"), days("in autumn")
    (Days(first='2026-11-00', last='2026-11-99'), Days(first='2026-00-00', last='2026-99-99'), None)
    """
    if not _DATE.fullmatch(date):
        return None
    whole = date + "????-??-??"[len(date) :]
    return Days(whole.replace("?", "0"), whole.replace("?", "9"))
