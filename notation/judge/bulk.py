"""Games judged in bulk: mostly by the fast lane; deals in which something may be wrong by the full judge.

Finds nothing itself: of a deal that the lane does not take, :mod:`notation.judge.match` judges the record, as
it does those of a game of which the lane can tell nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from itertools import accumulate
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from notation.findings.finding import Finding
from notation.findings.hints import COMPASS, tag_meant
from notation.judge.lane import CleanDeal, Lane, NotedClaim
from notation.judge.recorder import PlayRecorder, takes
from notation.limits import MAX_FINDINGS, is_limited, spend
from notation.record.span import span_at
from notation.record.tags import DATE, LETTERS, SERIES, TAG_ORDER
from notation.record.words import score_words
from notation.specs.spec import read_spec, write_spec
from notation.text.parts import unescape
from notation.text.scan import (
    ANNOTATION,
    BIDI,
    COMMENT,
    DEAL,
    OWNER,
    REMARK,
    TAG_NAME,
    TAG_VALUE,
    TRICK,
    Tokens,
    one_byte_each,
    scan,
)
from notation.text.source import MAX_DEALS, MAX_WORDS, Source, cut
from referee.cards import Seat
from referee.deal import Deal
from referee.rules import RuleSet
from referee.rulesets import cite
from referee.terms import terms_of

if TYPE_CHECKING:
    from notation.judge.judgement import Judgement
    from notation.judge.turns import JudgedInTurns
    from notation.text.reader import Game

_BIDI: Final = bytes((BIDI,))
_SEED: Final = "@seed("
"""What a game has in its text in which a seed is revealed."""


def _specialised() -> Any:
    """The lane and the scanner that a compiled wheel has for deals of two players, if this is one.

    Made of those that are here (`grammar/specialising`), and so decides no differently.
    """
    try:
        return import_module("notation.judge.specialised")
    except ImportError:
        return None


_QUICK: Final = _specialised()


class Verdict(NamedTuple):
    """What a game comes to whose deals are all judged: its rules, its score, who has won the match.

    :meth:`judgement` is the whole of it, which is made when it is asked for.
    """

    source: Source
    rules: RuleSet
    deals: int
    score: tuple[int, ...]
    winner: Seat
    """The side that has won the match, or -1."""
    games: int
    """What a match that is won counts for: 2 after a win to nil, 4 after a lead to nil that was lost."""
    findings: tuple[Finding, ...] = ()
    """What the judgement finds."""
    errors: int = 0
    """How many findings are errors, those that are not shown included."""
    head: Mapping[str, str] | None = None
    """The tags of the record, where they have been read."""
    has_comments: bool = False
    played: list[CleanDeal] | None = None
    """The deals, where they were asked for and nothing is found in them but false claims."""
    unjudged: int = 0
    """How many deals are not judged to their end."""
    is_open: bool = False
    """Whether the score is not known: the play of a deal was not judged, and no result is stated."""
    game: "Game | None" = None
    """The game, where it was read."""
    canonical: str | None = None
    """Its text in canonical form, where it was not read for that."""
    last: Deal | None = None
    """The last deal that came to a whole trick, where it was asked for."""

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags of the record."""
        if self.head is not None:
            return self.head
        before = self.source.english.partition("\ndeal ")[0]  # a deal in a comment leaves that open
        tokens = scan(before) or scan(self.source.scannable)
        head = _head(self.source.english, _places(tokens)) if tokens else None
        return head[2] if head is not None else {}

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with the record; notes and warnings may remain."""
        return not self.errors

    def found(self) -> "Judgement":
        """The judgement without its deals and its ledger: what the findings need to be shown."""
        from notation.judge.judgement import Judgement
        from notation.record.model import Record, Tag
        from notation.text.reader import Game

        source = self.source
        head = Record(tags=tuple(Tag(name, value) for name, value in self.tags.items()))
        game = Game(source.number, source.line, source.text, None, (), head)
        return Judgement(
            game,
            self.rules,
            list(self.findings),
            [],
            self.score,
            self.winner,
            self.is_open,
            self.games,
            self.errors,
        )

    def judgement(self) -> "Judgement":
        """The judgement of the game."""
        from notation.judge.game import judge
        from notation.text.reader import read_game

        return judge(read_game(self.source))


def judge_text(
    data: bytes | str | IO[bytes], assumed: RuleSet | None = None, imposed: RuleSet | None = None
) -> "Iterator[Verdict | Judgement]":
    r"""Every game of a text or of an open file: a verdict where that says all, else its judgement.

    ``assumed`` and ``imposed`` are as in :func:`notation.judge.game.judge`.

    >>> text = '%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B trump Ts\nA: Js Jh Qh Jd Kd\nB: Qs Ks Th Qd Td\n'
    >>> text += "talon: Jc Qc Kc Tc Ac As Kh Ah Ad Ts\n1. Js Qs\n2."
    >>> [verdict] = judge_text(text)
    >>> verdict.deals, verdict.score, verdict.judgement().findings
    (1, (0, 0), [])
    """
    for source in cut(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data):
        yield judge_source(source, assumed, imposed)


def judge_source(
    source: Source,
    assumed: RuleSet | None = None,
    imposed: RuleSet | None = None,
    *,
    keeps_deals: bool = False,
) -> "Verdict | Judgement":
    """One game: a verdict where its deals can be judged one by one, else its judgement.

    With ``keeps_deals`` there is a verdict, which has the deals, only where nothing is wrong with them.
    """
    may_be_quick = imposed is None and not is_limited()
    if _QUICK and may_be_quick and not keeps_deals:
        verdict = _quick_verdict(source)
        if verdict is not None:
            return verdict
    tokens = scan(source.scannable)
    if tokens is not None and may_be_quick:
        verdict = _verdict(source, tokens, is_clean=keeps_deals, keeps_deals=keeps_deals)
        if verdict is not None:
            return verdict
    if tokens is None and not is_limited():
        return _judged_in_sections(source, assumed, imposed, may_be_quick=may_be_quick and not keeps_deals)
    from notation.judge.game import judge
    from notation.text.reader import game_of

    return judge(game_of(source, tokens), assumed, imposed)


def recorded(source: Source, recorder: PlayRecorder, *, keeps_notes: bool = True) -> Verdict | None:
    """The verdict on a game in which nothing is wrong but false claims, whose deals were all recorded.

    None for any other game, and for one whose rules the recorder does not know. Without ``keeps_notes`` false
    claims are not noted.
    """
    tokens = scan(source.scannable)
    recorder.clear()
    if tokens is None or is_limited():
        return None
    verdict = _verdict(source, tokens, is_clean=True, recorder=recorder, keeps_notes=keeps_notes)
    return verdict if verdict is not None and recorder.is_whole else None


def read_and_judged(source: Source, most: int) -> "Game | Verdict":
    """The verdict on a game, with the game or its canonical text, if judging it is work of ``most`` at most.

    Where there is a limit on work, that is counted, and there is a verdict only if nothing is wrong with the
    game; without a verdict nothing is counted. Without a limit a game is read only if that is necessary.
    """
    from notation.judge.match import work_of, work_of_deal  # who only judges needs none of them
    from notation.text.canonical import canonical_text
    from notation.text.reader import MAX_ACTIONS, game_of

    tokens = scan(source.scannable)
    is_bound = is_limited()
    verdict = _verdict(source, tokens, is_clean=is_bound, keeps_last=True) if tokens is not None else None
    if verdict is not None and verdict.last is not None and not is_bound:
        is_little = verdict.deals * work_of_deal(MAX_ACTIONS) <= most
        canonical = canonical_text(source.text, write_spec(verdict.rules)) if is_little else None
        if canonical is not None:
            return verdict._replace(canonical=canonical)
    game = game_of(source, tokens)
    if verdict is None or game.record is None or game.findings:
        return game
    work = work_of(game.record)
    if work > most:
        return game
    spend(work)
    return verdict._replace(game=game)


def _verdict(
    source: Source,
    tokens: Tokens,
    *,
    is_clean: bool = False,
    keeps_deals: bool = False,
    keeps_last: bool = False,
    keeps_notes: bool = True,
    recorder: PlayRecorder | None = None,
) -> Verdict | None:
    """The verdict on a scanned game, unless something may be wrong with more than some of its deals.

    ``is_clean`` asks for one only where nothing may be wrong with any, ``keeps_deals`` for the deals,
    ``keeps_last`` for the last one, and ``keeps_notes`` for what is noted of false claims; a ``recorder``
    records them, and has no use for others than those of its rules.
    """
    text = source.english
    if _BIDI in tokens.characters or DEAL not in tokens.kinds:
        return None
    if any(sign in text for sign in "{@;"):
        said = ((kind, text[start:end]) for kind, start, end in _places(tokens))
        if not _are_in_order(said):
            return None
    first = tokens.kinds.index(DEAL)
    head = _head(text, _places(tokens, first))
    if head is None:
        return None
    rules, tags, meant = head
    if _SEED in text and _is_misdealt(source, tokens, rules):
        return None
    if recorder is not None and not takes(rules):
        return None
    lane = Lane(tokens, first, rules, keeps_deals, takes_false_claims=True)
    lane.recorder = recorder
    if not lane.run():
        if is_clean:
            return None
        lane.takes_false_claims = False  # they are noted beside what else is found
        if lane.false_claims:
            lane = Lane(tokens, first, rules)
            lane.run()
        return _verdict_with_judge(source, tokens, lane, meant)
    notes = _notes(source, tokens, rules, lane.false_claims) if keeps_notes else ()
    match, deals, score = lane.match, len(lane.scores), tuple(lane.match.score)
    if len(notes) > MAX_FINDINGS or not _goes_with(tags, deals, score, match.winner):
        return None
    last = lane.last if keeps_last else None
    verdict = Verdict(source, rules, deals, score, match.winner, match.games, notes, head=meant, last=last)
    if not keeps_deals:
        return verdict
    return verdict._replace(has_comments=COMMENT in tokens.kinds, played=lane.deals)


def _quick_verdict(source: Source) -> Verdict | None:
    """The verdict on a game of two players in which nothing is wrong but false claims; None for any other."""
    raw = source.raw
    if source.fault or not 0 < len(raw) <= MAX_WORDS or (b"@" in raw and _SEED in source.text):
        return None
    characters = raw
    # A text beyond ASCII can be scanned as it is, but for suits and controls, which in UTF-8 begin so: the
    # scanner takes any character in quotation marks and notes, and none elsewhere.
    if 0xE2 in raw or 0xEF in raw or 0xD8 in raw:
        characters = one_byte_each(source.text)
    found = _QUICK.game(characters, _book())
    if found is None:
        return None
    rules, deals, score, winner, games, said, claims = found
    if said:
        places = zip(said[::3], said[1::3], said[2::3], strict=True)
        if characters is raw:
            said = [(kind, raw[start:end].decode()) for kind, start, end in places]
        else:
            said = [(kind, source.text[start:end]) for kind, start, end in places]
        if not _are_in_order(said):
            return None
    if deals > MAX_DEALS or len(claims) > MAX_FINDINGS:
        return None
    notes: tuple[Finding, ...] = ()
    if claims:
        tokens = scan(source.scannable)
        if tokens is None:
            return None
        notes = _notes(source, tokens, rules, claims)
    return Verdict(source, rules, deals, score, winner, games, notes)


@lru_cache(maxsize=1)
def _book() -> Any:
    """What the specialised lane asks of tags, once for each."""
    names: dict[bytes, int] = {b"Rules": _QUICK.RULES, b"Result": _QUICK.RESULT, DATE.encode(): _QUICK.DATE}

    def number(word: bytes) -> int:
        name = word.decode()
        if name in (LETTERS, SERIES) or _needs_judge(name):
            return -1
        return names.setdefault(word, min(len(names), 61))

    def rules(spec: bytes) -> Any:
        found = _rules(unescape(spec.decode(), '"\\'))
        return None if found is None else _QUICK.rules_of(found)

    return _QUICK.Book(number, rules, lambda date: _is_date(date.decode()))


def _places(tokens: Tokens, end: int | None = None) -> list[tuple[int, int, int]]:
    """The tags and notes of a game, or of its first tokens: the kind, the start and the end of each."""
    starts = accumulate(tokens.steps[:end])
    each = zip(tokens.kinds[:end], starts, tokens.lengths[:end], strict=True)
    return [(kind, start, start + length) for kind, start, length in each if COMMENT <= kind <= TAG_VALUE]


def _head(
    text: str, places: Iterable[tuple[int, int, int]]
) -> tuple[RuleSet, dict[str, str], dict[str, str]] | None:
    """The rules and the tags of a game, as they stand and as they are meant; None if they need the judge."""
    tags: dict[str, str] = {}
    name = ""
    for kind, start, end in places:
        if kind == TAG_NAME:
            name = text[start:end]
            if name in tags or _needs_judge(name):
                return None
        elif kind == TAG_VALUE:
            tags[name] = text[start + 1 : end - 1]
            if name == DATE and not _is_date(tags[name]):
                return None
    rules = _rules(unescape(tags.get("Rules", ""), '"\\'))
    if rules is None or rules.auction.contracts or SERIES in tags:
        return None
    return rules, tags, {name: unescape(value, '"\\') for name, value in tags.items() if name != LETTERS}


def _needs_judge(name: str) -> bool:
    """Whether there is something to find in the name of a tag."""
    return name in COMPASS or (name not in TAG_ORDER and bool(tag_meant(name)))


def _goes_with(tags: Mapping[str, str], deals: int, score: tuple[int, ...], winner: int) -> bool:
    """Whether a match has a number of deals that may be, and the result that its tags state, if they do."""
    stated = tags.get("Result")
    is_so = stated is None or stated == score_words(score) or (stated == "*" and winner < 0)
    return is_so and deals <= MAX_DEALS


def _notes(
    source: Source, tokens: Tokens, rules: RuleSet, claims: Sequence[NotedClaim]
) -> tuple[Finding, ...]:
    """What the judge notes of false claims."""
    if not claims:
        return ()
    from notation.judge.assertions import false_claim  # few games have one

    kinds, steps = tokens.kinds, tokens.steps
    notes = []
    for at, seat, points, winner in claims:
        first = at - 1 if OWNER <= kinds[at - 1] < TRICK else at
        start = sum(steps[: first + 1])
        begins = span_at(source.text, start)
        ends = span_at(source.text, start + sum(steps[first + 1 : at + 1]) + tokens.lengths[at])
        span = begins._replace(end_line=ends.line, end_column=ends.column)
        before = kinds[:at]
        deal, trick = before.count(DEAL), before[at - before[::-1].index(DEAL) :].count(TRICK)
        of_deal = rules.in_deal(deal)
        note = false_claim(span, terms_of(of_deal), Seat(seat), points, Seat(winner))
        notes.append(replace(note, deal=deal, trick=trick, cite=cite(of_deal, note.point)))
    return tuple(notes)


def _is_date(value: str) -> bool:
    from notation.text.dates import is_date  # many games have none

    return is_date(value)


def _verdict_with_judge(
    source: Source, tokens: Tokens, lane: Lane, tags: Mapping[str, str]
) -> Verdict | None:
    """The verdict on a game in which the lane stands before a deal that it leaves to the judge.

    None where the whole game is for the judge.
    """
    from notation.judge.turns import judge_tokens  # what a right game does not need

    judged = judge_tokens(source, tokens, lane)
    return _verdict_of(source, tags, judged) if judged else None


def _judged_in_sections(
    source: Source, assumed: RuleSet | None, imposed: RuleSet | None, *, may_be_quick: bool
) -> "Verdict | Judgement":
    """What is made of a game that the scanner does not take: a verdict, if the lane may judge deals of it."""
    from notation.judge.sections import judge_sections  # what most games do not need
    from notation.judge.turns import judge_in_sections
    from notation.text.sections import read_sections

    sections = read_sections(source, in_place=True)
    judged = judge_in_sections(sections) if may_be_quick else None
    if judged is None:
        return judge_sections(sections, None, assumed, imposed).judgement
    tags = {tag.name: tag.value for tag in reversed(sections.head.tags)}
    return _verdict_of(source, tags, judged)


def _verdict_of(source: Source, tags: Mapping[str, str], judged: "JudgedInTurns") -> Verdict:
    judgement, rules, unjudged = judged
    return Verdict(
        source,
        rules,
        len(judgement.deals),
        judgement.score,
        judgement.winner,
        judgement.games,
        tuple(judgement.findings),
        judgement.errors,
        tags,
        unjudged=unjudged,
        is_open=judgement.is_open,
    )


def _is_misdealt(source: Source, tokens: Tokens, rules: RuleSet) -> bool:
    """Whether some deal of a game that reveals seeds has other cards than its seed gives."""
    from notation.judge.dealing_proofs import misdealt  # few games reveal any
    from notation.text.reader import game_of

    return any(any(misdealt(rules, deal)) for deal in game_of(source, tokens).readable.deals)


@lru_cache(maxsize=256)
def _rules(spec: str) -> RuleSet | None:
    rules = read_spec(spec)
    return None if isinstance(rules, Finding) else rules


def _are_in_order(said: Iterable[tuple[int, str]]) -> bool:
    """Whether there is nothing to find in any comment, remark or annotation, with the kind of its token."""
    from notation.text.annotations import INCIDENT, annotation_fault  # many games have none
    from notation.text.comments import played_in, swallowed

    for kind, text in said:
        if kind == COMMENT:
            if swallowed(unescape(text[1:-1].replace("\r\n", "\n"), "}\\")):
                return False
        elif kind == REMARK and played_in(text[1:]):
            return False
        elif kind == ANNOTATION:
            name, _, value = text[1:-1].partition("(")
            if name == INCIDENT or annotation_fault(name, value):
                return False
    return True
