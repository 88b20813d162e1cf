"""Games judged in bulk: those in which nothing is wrong, mostly by the fast lane; the others as ever.

Finds nothing itself: where the lane does not take a game, :func:`notation.judge.match.judge` has the word.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from notation.findings.finding import Finding
from notation.findings.hints import tag_meant
from notation.judge.lane import clean_outcome
from notation.limits import is_limited
from notation.record.tags import SERIES, TAG_ORDER
from notation.record.words import score_words
from notation.specs.spec import read_spec
from notation.text.parts import unescape
from notation.text.scan import ANNOTATION, BIDI, COMMENT, DEAL, TAG_NAME, Tokens
from notation.text.source import Source, cut
from notation.text.tokens import scanned
from referee.cards import Seat
from referee.rules import RuleSet

if TYPE_CHECKING:
    from notation.judge.judgement import Judgement

_BIDI: Final = bytes((BIDI,))


class Verdict(NamedTuple):
    """What a game comes to in which nothing is wrong: its rules, its score, who has won the match.

    :meth:`judgement` is the whole of it, which is made when it is asked for. It finds nothing but what is
    counted here.
    """

    source: Source
    rules: RuleSet
    deals: int
    score: tuple[int, ...]
    winner: Seat
    """The side that has won the match, or -1."""
    games: int
    """What a match that is won counts for: 2 where a win to nil counts double."""
    false_claims: int
    """How many claims were false, each of which the judgement notes (C201)."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with the record, which is so."""
        return True

    def judgement(self) -> "Judgement":
        """The judgement of the game."""
        from notation.judge.match import judge
        from notation.text.reader import read_game

        return judge(read_game(self.source))


def judge_text(
    data: bytes | str | IO[bytes], assumed: RuleSet | None = None, imposed: RuleSet | None = None
) -> "Iterator[Verdict | Judgement]":
    r"""Every game of a text or of an open file: a verdict where nothing is wrong, else its judgement.

    ``assumed`` and ``imposed`` are as in :func:`notation.judge.match.judge`.

    >>> text = '%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B trump Ts\nA: Js Jh Qh Jd Kd\nB: Qs Ks Th Qd Td\n'
    >>> text += "talon: Jc Qc Kc Tc Ac As Kh Ah Ad Ts\n1. Js Qs\n2."
    >>> [verdict] = judge_text(text)
    >>> verdict.deals, verdict.score, verdict.judgement().findings
    (1, (0, 0), [])
    """
    for source in cut(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data):
        yield judge_source(source, assumed, imposed)


def judge_source(
    source: Source, assumed: RuleSet | None = None, imposed: RuleSet | None = None
) -> "Verdict | Judgement":
    """One game: a verdict where nothing is wrong with it, else its judgement."""
    tokens = scanned(source)
    if tokens is not None and imposed is None and not is_limited():
        verdict = _verdict(source, tokens)
        if verdict is not None:
            return verdict
    from notation.judge.match import judge  # most games need neither
    from notation.text.reader import game_of

    return judge(game_of(source, tokens), assumed, imposed)


def _verdict(source: Source, tokens: Tokens) -> Verdict | None:
    """The verdict on a scanned game, unless something may be wrong with it."""
    text, kinds, starts, ends = source.text, tokens.kinds, tokens.starts, tokens.ends
    if _BIDI in tokens.characters or (("{" in text or "@" in text) and not _are_in_order(text, tokens)):
        return None
    tags: dict[str, str] = {}
    at = 0
    while kinds[at] < DEAL:
        if kinds[at] == TAG_NAME:
            name = text[starts[at] : ends[at]]
            if name in tags or (name not in TAG_ORDER and tag_meant(name)):
                return None
            at += 1
            tags[name] = text[starts[at] + 1 : ends[at] - 1]
        at += 1
    rules = _rules(unescape(tags.get("Rules", ""), '"\\'))
    if rules is None or not rules.marriage_first_deal or SERIES in tags:
        return None
    clean = clean_outcome(tokens, at, rules)
    if clean is None:
        return None
    stated = tags.get("Result")
    if stated is not None and stated != score_words(clean.score) and (stated != "*" or clean.winner >= 0):
        return None
    return Verdict(source, rules, clean.deals, clean.score, clean.winner, clean.games, clean.false_claims)


def _words(text: str, tokens: Tokens, at: int) -> str:
    return text[tokens.starts[at] : tokens.ends[at]]


@lru_cache(maxsize=256)
def _rules(spec: str) -> RuleSet | None:
    """The rules that a spec names, if it names any."""
    rules = read_spec(spec)
    return None if isinstance(rules, Finding) else rules


def _are_in_order(text: str, tokens: Tokens) -> bool:
    """Whether there is nothing to find in any comment or annotation."""
    from notation.text.annotations import INCIDENT, annotation_fault  # many games have none
    from notation.text.comments import swallowed

    for at, kind in enumerate(tokens.kinds):
        if kind == COMMENT:
            if swallowed(unescape(_words(text, tokens, at)[1:-1].replace("\r\n", "\n"), "}\\")):
                return False
        elif kind == ANNOTATION:
            name, _, value = _words(text, tokens, at)[1:-1].partition("(")
            if name == INCIDENT or annotation_fault(name, value):
                return False
    return True
