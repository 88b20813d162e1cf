"""Rule trials: the verdict on the play of a game under a rule set, and the decisions it depends on.

Judges only through :mod:`notation.judge.match`; must never contain a rule itself. A verdict is about the
play: statements of the record and variations do not count.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.judge.judgement import DealJudgement, Judgement
from notation.judge.match import judge_under
from notation.judge.memory import GivenPlays, Memory, Remembered
from notation.limits import check, spend
from notation.record.model import DealRecord, Ply, Span, Variation
from notation.record.path import Path
from notation.record.traversal import rebuild
from notation.text.reader import Game
from referee import actions
from referee.cards import NOBODY, Seat
from referee.codes import CATALOGUE, DEAL_OVER
from referee.rules import ConsultedRules, RuleSet
from referee.state import Reason, Result


class Breach(NamedTuple):
    """A ruling in a verdict: its place, and the id of its code."""

    span: Span
    code: str


class DealVerdict(NamedTuple):
    """The outcome of the play of one deal; without a result it is unfinished or was not judged to its end."""

    result: Result | None
    game_points: int
    card_points: tuple[int, ...]
    stopped: bool
    breaches: tuple[Breach, ...]


class GameVerdict(NamedTuple):
    """The outcome of the play of a game: its deals, the score, its winner and what the win counts.

    That of a deal alone has no score.
    """

    deals: tuple[DealVerdict, ...]
    score: tuple[int, ...]
    winner: Seat
    games: int


def verdict_of(judgement: Judgement) -> GameVerdict:
    r"""Return the verdict of a judgement.

    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> judgement = judge(next(read(text + "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. 20h Kh 9c")))
    >>> [(breach.code, breach.span.column) for breach in verdict_of(judgement).deals[0].breaches]
    [('R222', 4)]
    """
    deals = tuple(
        DealVerdict(
            deal.result,
            deal.game_points,
            deal.card_points,
            deal.stopped,
            tuple(sorted({breach_of(finding) for finding in rulings(judgement, number)})),
        )
        for number, deal in enumerate(judgement.deals, start=1)
    )
    return GameVerdict(deals, judgement.score, judgement.winner, judgement.games)


def rulings(judgement: Judgement, number: int) -> list[Finding]:
    """Return the rulings on the play of a deal, counted from 1; also on actions marked irregular.

    Play after an unannounced end is not a breach: under rules by which 66 has to be claimed, players
    continue.
    """
    found = (finding for finding in judgement.findings if finding.deal == number)
    told = [finding for finding in found if breach_of(finding).code in CATALOGUE]
    if not ends_by_itself(judgement.deals[number - 1]):
        return told
    return [finding for finding in told if finding.code is not DEAL_OVER]


def ends_by_itself(deal: DealJudgement) -> bool:
    """Return whether a side went out in a deal without a claim."""
    if deal.result is None or deal.result.reason not in (Reason.OUT, Reason.DEFENDER_OUT):
        return False
    done = [event.ply.action for trick in deal.tricks for event in trick.events]
    return done[-1:] != [actions.OUT]


def breach_of(finding: Finding) -> Breach:
    """Return the ruling of a finding."""
    if finding.code is catalogue.IRREGULAR and finding.facts:
        return Breach(finding.span, str(finding.facts["rule"]))
    return Breach(finding.span, finding.code.id)


def only_play(game: Game) -> Game:
    """Return a game without its variations and without the findings from reading it."""
    draft = game.draft and replace(game.draft, deals=tuple(map(_only_play, game.draft.deals)))
    return replace(game, draft=draft, findings=())


def _only_play(deal: DealRecord) -> DealRecord:
    return rebuild(deal, _without_variations)


def _without_variations(_: Path, ply: Ply) -> Ply:
    notes = tuple(note for note in ply.notes if not isinstance(note, Variation))
    return replace(ply, notes=notes) if notes != ply.notes else ply


class Hearing:
    """Judges the play of one game or deal under many rule sets, memoised by the decisions consulted.

    It is judged once for all rule sets that agree on every decision that the judgement consulted: a verdict
    depends on nothing else. If a work limit stops the judgement there is no verdict: SpentError is raised.
    """

    def __init__(self, game: Game, is_whole: bool, memory: Memory | None = None) -> None:
        self.game = game
        self._memory = memory or Memory()
        self._is_whole = is_whole
        self._verdicts = Remembered[tuple[GameVerdict, tuple[str, ...]]]()
        self._counted: defaultdict[tuple[int, ...], Remembered[GameVerdict]] = defaultdict(Remembered)
        """What the same plays count for."""
        self._judgements: dict[RuleSet, Judgement] = {}

    def judgement(self, rules: RuleSet) -> Judgement:
        """Return the judgement under a rule set."""
        if rules not in self._judgements:
            judgement = judge_under(self.game, rules, self._memory)
            check()
            self._judgements[rules] = judgement
        return self._judgements[rules]

    def verdict(self, rules: RuleSet) -> tuple[GameVerdict, tuple[str, ...]]:
        """Return the verdict under a rule set, and the decisions that it depends on."""
        spend()
        heard = self._verdicts.known(rules)
        if heard is not None:
            return heard
        consulted = ConsultedRules(rules)
        plays = GivenPlays(self._memory, self.game.readable.deals, consulted)
        counted = self._counted[plays.identity]
        verdict = counted.known(consulted)
        if verdict is None:
            counting = ConsultedRules(consulted)
            verdict = verdict_of(judge_under(self.game, counting, plays))
            check()
            if not self._is_whole:
                verdict = verdict._replace(score=(), winner=NOBODY, games=1)
            counted.keep(counting, verdict)
        return self._verdicts.keep(consulted, (verdict, consulted.consulted()))


def hearings(game: Game) -> Iterator[Hearing]:
    """Yield every deal of a game alone, in order, and then the game."""
    bare, memory = only_play(game), Memory()
    for deal in bare.readable.deals:
        yield Hearing(
            replace(bare, draft=replace(bare.readable, deals=(deal,))), is_whole=False, memory=memory
        )
    yield Hearing(bare, is_whole=True, memory=memory)
