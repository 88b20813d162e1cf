"""The summary of a record, and the normal forms in which its words and dates are compared.

All of it is read from the record or asked of the referee; nothing is judged here.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final, NamedTuple

from notation.judge import DEFAULT_RULES, Judgement, Member, Verdict, member_of
from notation.record import NOBODY, SEAT_LETTERS, Record, card_word, score_words
from notation.replay import trump_written
from notation.specs import BUILT_IN, read_spec, write_spec
from referee import BOOKS, SUIT_LETTERS, Card, Deal, RuleSet, Seat, Suit
from referee.actions import CARDS
from referee.cards import CARDS_BY_NUMBER

VERSION: Final = version("santase")


def program() -> str:
    """Return the version and build of the program, by which outdated judgements are recognised."""
    packs = tuple(repr(BOOKS[name]) for name in sorted(BOOKS.keys() - BUILT_IN))
    return f"{VERSION}+{_build(packs)}"


@cache
def _build(packs: tuple[str, ...]) -> str:
    """Return a digest of everything that determines an answer, registered rule packs included.

    Two builds of one version may judge or word differently.
    """
    here = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for package in ("grammar", "notation", "referee", "viewer"):
        for path in sorted((here / package).rglob("*")):
            name = path.relative_to(here).as_posix()
            if path.suffix in _MADE_BY and not name.startswith(_WITHOUT_PART):
                digest.update(f"{name}\0".encode() + path.read_bytes())
    for pack in packs:
        digest.update(pack.encode())
    return digest.hexdigest()[:12]


_MADE_BY: Final = frozenset({".py", ".lark", ".json", ".po", ".mo", ".html"})
_WITHOUT_PART: Final = ("grammar/tables.json", "viewer/editor/vscode/")
"""What has no part in an answer. The tables follow from the grammar, in another order each time."""
_UNKEEPABLE: Final = re.compile("[\0\ud800-\udfff]")
"""Characters that a database cannot store in a text: lone surrogates and NUL."""
_DATE: Final = re.compile(r"[0-9?]{4}(?:-[0-9?]{2}){0,2}")


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a record; a text is empty where the record says nothing."""

    event: str
    site: str
    date: str
    round: str
    players: tuple[str, ...]
    """The names by seat, up to the last one that is known."""
    guests: str
    """The letters of the seats among them that guests played in a live match; they count for nobody."""
    rules: str
    """The rules of the record in canonical spelling."""
    deals: int
    result: str
    """The result of the match as stated in the record."""
    score: str
    """The judged game points by side, ``7-4``, or the payments, ``4 -2 -2``.

    Empty if nothing could be judged.
    """
    winner: int
    """The side that won the match, or -1."""
    whole: bool
    """Whether the whole text could be read."""
    errors: int
    findings: int
    """The number of findings shown, errors included."""
    series: str = ""
    """The series that the match belongs to; empty for none."""
    match: int = 0
    """The number of the match in its series; 0 if unknown."""
    first_dealer: int = NOBODY
    games: int = 1
    """What the match counts for once it is won."""
    open: bool = False
    """Whether the score is unknown."""
    series_score: str = ""
    """The tally of the series after the match, as stated in the record."""
    scene: str = ""
    """What a list draws: the trump suit, or a dash, and the cards of the last whole trick, ``h Kd Ad``."""

    def member(self, file: str) -> Member:
        """Return the match as a member of its series, under the name of its record."""
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


def summarise_verdict(verdict: Verdict) -> Summary:
    """Return the summary of a game of which there is a verdict, with the game or its canonical text."""
    if verdict.game is None:
        scene = _scene_of(verdict.last) if verdict.last else ""
        return replace(summarise(verdict.found()), deals=verdict.deals, whole=True, scene=scene)
    score, winner, games = verdict.score, verdict.winner, verdict.games
    is_open = verdict.is_open
    judgement = Judgement(
        verdict.game, verdict.rules, score=score, winner=winner, games=games, is_open=is_open
    )
    return replace(summarise(judgement), findings=len(verdict.findings), errors=verdict.errors)


def summarise(judgement: Judgement) -> Summary:
    r"""Return the summary of a judged game.

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
        guests="".join(letter for letter in record.guests if letter in SEAT_LETTERS[: len(names)]),
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
        scene=_scene(record, rules.seats if isinstance(rules, RuleSet) else 2),
    )


def _scene(record: Record, seats: int) -> str:
    for deal in reversed(record.deals):
        for trick in reversed(deal.tricks):
            cards = [ply.played for ply in trick.plies if ply.plays]
            if len(cards) == seats and min(cards) >= 0:
                return _scene_words(trump_written(deal), cards)
    return ""


def _scene_of(deal: Deal) -> str:
    """Return the scene of a deal that came to a whole trick."""
    cards = [CARDS_BY_NUMBER[action] for action in deal.history[1::2] if action < CARDS]
    seats = deal.rules.seats
    end = len(cards) // seats * seats
    return _scene_words(deal.trump, cards[end - seats : end])


def _scene_words(trump: Suit, cards: Iterable[Card]) -> str:
    return f"{SUIT_LETTERS[trump] if trump >= 0 else '-'} {' '.join(map(card_word, cards))}"


def fold(text: str) -> str:
    """Return a text in the form in which it is compared: case and Unicode composition are ignored.

    >>> fold("Йордан") == fold("и\u0306ОРДАН"), fold("Straße")
    (True, 'strasse')
    """
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())
    return _UNKEEPABLE.sub("\ufffd", folded)


LONGEST_KEY: Final = 64
"""Maximum length of a sort key; more does not fit into every index."""


def sorting_key(name: str) -> str:
    """Return the sort key of a text."""
    return fold(name)[:LONGEST_KEY]


def is_keepable(text: str) -> bool:
    """Return whether a database can store a text, so that it may occur in the archive."""
    return not _UNKEEPABLE.search(text)


class Days(NamedTuple):
    """The first and the last day that a date may mean."""

    first: str
    last: str


def days(date: str) -> Days | None:
    """Return the days that a date may mean, parts of which may be unknown or missing; None for other texts.

    >>> days("2026-11-??"), days("2026"), days("in autumn")
    (Days(first='2026-11-00', last='2026-11-99'), Days(first='2026-00-00', last='2026-99-99'), None)
    """
    if not _DATE.fullmatch(date):
        return None
    whole = date + "????-??-??"[len(date) :]
    return Days(whole.replace("?", "0"), whole.replace("?", "9"))
