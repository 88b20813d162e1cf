"""Rule trials: the verdict on the play of a game under many rule sets, and the decisions it depends on.

A verdict is about the play: statements of the record and variations do not count. Each stretch of play is
judged once for all rules that answer alike whatever it asks of them: what was asked and what it came to is
remembered, and plays that stand alike go on together. Judges only through :mod:`notation.judge`, to which it
leaves whatever is not the play of a whole deal of known cards; must never contain a rule itself.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, NamedTuple, TypeVar

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.judge.action import IMPOSSIBLE_PLAY, PlayLog, Stop
from notation.judge.deal import Setup
from notation.judge.exact import ExactCards
from notation.judge.judgement import DealJudgement, Judgement, TrickLedger
from notation.judge.match import judge_under
from notation.judge.play import Play
from notation.judge.played import DEALT, PlayedDeal, Plays, cited, play_out
from notation.limits import check, spend
from notation.record.model import DealRecord, Ply, Span, Unread, Variation
from notation.record.path import Path
from notation.record.traversal import is_unsure, plays_unknown, plies_of, rebuild, walk_deal
from notation.text.reader import Game
from notation.text.slips import has_slips
from referee import actions
from referee.cards import NOBODY, Seat
from referee.codes import CATALOGUE, DEAL_OVER
from referee.rules import DECISION_BITS, ConsultedRules, RuleSet
from referee.state import Reason, Result

_T = TypeVar("_T")

HEAD: Final = -1
"""In the place of an action: the head of the trick."""


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
    varies = any(isinstance(note, Variation) for _, ply in plies_of(deal) for note in ply.notes)
    return rebuild(deal, _without_variations) if varies else deal


def _without_variations(_: Path, ply: Ply) -> Ply:
    notes = tuple(note for note in ply.notes if not isinstance(note, Variation))
    return replace(ply, notes=notes) if notes != ply.notes else ply


# What is remembered.


@dataclass(slots=True)
class _AskedNext(Generic[_T]):
    """What is asked next of the rules, once they have answered all that was asked before."""

    name: str = ""
    """The decision that is asked for; none if nothing more is asked."""
    answers: "dict[Any, _AskedNext[_T]]" = field(default_factory=dict)
    """What follows each answer."""
    found: tuple[_T, int] | None = None
    """What it comes to then, and the decisions that were asked for, by :data:`DECISION_BITS`."""


class Remembered(Generic[_T]):
    """What something comes to under any rules, by the decisions that it asks for."""

    def __init__(self) -> None:
        self._first = _AskedNext[_T]()

    def known(self, rules: RuleSet) -> tuple[_T, int] | None:
        """Return what it comes to, and the decisions that this rests on, by their bits.

        None if it is not known of rules that decide alike whatever it asks for.
        """
        question = self._first
        while question.name:
            following = question.answers.get(getattr(rules, question.name))
            if following is None:
                return None
            question = following
        return question.found

    def keep(self, rules: ConsultedRules, found: _T) -> tuple[_T, int]:
        """Keep what it has come to under rules of which nothing else was asked, and return both."""
        question, asked = self._first, 0
        for name, answer in rules.answers().items():
            asked |= DECISION_BITS.get(name, 0)
            question.name = name
            question = question.answers.setdefault(answer, _AskedNext())
        question.found = found, asked
        return question.found


class _PlayMoment:
    """A play that has come to an action, to the head of a trick or to its end, whatever the rules were."""

    def __init__(self, play: Play, place: int, stop: Stop | None) -> None:
        self.play = play
        self.place = place
        """How many heads and actions lie before it."""
        self.stop = stop
        """Why the play stops there, if it does."""
        self.standing = (stop, play.standing())
        self.parts: defaultdict[int, Remembered[_Stretch]] = defaultdict(Remembered)
        """What comes next; by the id of what shows that the play cannot have happened as written."""
        self.trusted: _PlayMoment | None = None
        """The same moment of a play of which nobody asks whether it can have happened."""


class _Stretch(NamedTuple):
    """Heads of tricks and actions up to one that asks the rules for something, or the end of a play.

    It has what was found and written down there.
    """

    findings: tuple[Finding, ...]
    entry: DealJudgement
    """The first of its ledgers goes on with the last before it, and has only what is new there."""
    after: _PlayMoment | None = None
    """What follows, before the end."""
    is_asked: bool = False
    """Whether it matters if the play cannot have happened as written."""


class _DealMemory:
    """The play of a deal, as far as it has been judged under any rules."""

    def __init__(self, record: DealRecord) -> None:
        self.record = record
        self.is_whole = (
            record.is_headed
            and record.is_stated_once
            and record.position is None
            and record.opening is None
            and not has_slips(record, None)
            and not is_unsure(record)
            and not plays_unknown(record.tricks)
            and not any(isinstance(part, Unread | Variation) for _, part in walk_deal(record))
        )
        self._places = [
            (index, order)
            for index, trick in enumerate(record.tricks)
            for order in range(HEAD, len(trick.plies))
        ]
        self._first = Remembered[tuple[_PlayMoment, ...]]()
        self._moments: defaultdict[int, list[_PlayMoment]] = defaultdict(list)
        self._known = Remembered[PlayedDeal]()
        self._played: dict[tuple[int, ...], PlayedDeal] = {}
        self._different: list[PlayedDeal] = []

    def played(self, rules: RuleSet) -> tuple[PlayedDeal | None, int]:
        """What the play comes to, without clauses, and the decisions that this rests on.

        It is the same one whenever everything in it is; None unless its cards are a whole deal of the rules.
        """
        first = self._first.known(rules)
        if first is None:
            consulted = ConsultedRules(rules)
            first = self._first.keep(consulted, self._begin(consulted))
        begun, asked = first
        if not begun:
            return None, asked
        played, more = self._known.known(rules) or self._play(begun[0], rules)
        return played, asked | more

    def _play(self, moment: _PlayMoment, rules: RuleSet) -> tuple[PlayedDeal, int]:
        """Judge the play from its first moment on."""
        consulted = ConsultedRules(rules).in_deal(self.record.number)
        parts = self._parts(moment, consulted)
        way = tuple(map(id, parts))
        if way not in self._played:
            come = _put_together(parts)
            same = next((each for each in self._different if each == come), None)
            if same is None:
                self._different.append(come)
            self._played[way] = same or come
        return self._known.keep(consulted, self._played[way])

    def _begin(self, rules: ConsultedRules) -> tuple[_PlayMoment, ...]:
        """The play before its first trick; nothing unless its cards are a whole deal of the rules."""
        setup = Setup(rules, self.record)
        if (
            setup.has_gaps
            or setup.lacks_opening
            or len(setup.starts) != 1
            or any(finding for check in DEALT for finding in check(setup))
        ):
            return ()
        log = PlayLog.of(self.record)
        play = Play(setup.starts[0], log, ExactCards(), contradiction=lambda: None)
        play.begin(self.record.tricks)
        return (self._moment(play, 0, None),)

    def _moment(self, play: Play, place: int, stop: Stop | None) -> _PlayMoment:
        """The moment to which a play has come."""
        come = _PlayMoment(play, place, stop)
        for known in self._moments[place]:
            if known.standing == come.standing:
                return known
        self._moments[place].append(come)
        return come

    def _parts(self, moment: _PlayMoment | None, rules: RuleSet) -> list[_Stretch]:
        """What comes from a moment on, one after the other, and the end."""
        parts = []
        while moment:
            part, _ = moment.parts[id(None)].known(rules) or self._judge(moment, rules, None)
            if part.is_asked and (shown := self._contradiction(moment, rules)):
                part, _ = moment.parts[id(shown)].known(rules) or self._judge(moment, rules, shown)
            parts.append(part)
            moment = part.after
        return parts

    def _judge(self, moment: _PlayMoment, rules: RuleSet, shown: Finding | None) -> tuple[_Stretch, int]:
        """Judge what comes next, with what shows that the play cannot have happened as written."""
        record = self.record
        findings: list[Finding] = []
        asked: list[bool] = []

        def contradiction() -> Finding | None:
            asked.append(True)
            return shown

        consulted = ConsultedRules(rules)
        play = moment.play.resumed(consulted, findings, contradiction)
        entry, place, stop = play.entry, moment.place, moment.stop
        before = [len(ledger.events) for ledger in entry.tricks]
        after = None
        if stop or place == len(self._places):
            play.conclude(record.tricks, record.result, stop)
        else:
            while not (stop or asked or consulted.answers()) and place < len(self._places):
                index, order = self._places[place]
                if order == HEAD:
                    stop = play.head(record.tricks, index)
                else:
                    stop = play.action(record.tricks, index, order)
                place += 1
            play.entry = DealJudgement(entry.number, entry.dealer, entry.tricks[-1:])
            after = self._moment(play, place, stop)
        for trick, events in enumerate(before):
            entry.tricks[trick] = entry.tricks[trick].copy()
            del entry.tricks[trick].events[:events]
        part = _Stretch(tuple(findings), entry, after, bool(asked))
        return moment.parts[id(shown)].keep(consulted, part)

    def _contradiction(self, moment: _PlayMoment, rules: RuleSet) -> Finding | None:
        """What shows, from a moment on, that the play cannot have happened as written."""
        if moment.trusted is None:
            play = moment.play.resumed(rules, [], None)
            moment.trusted = self._moment(play, moment.place, None)
        found = (finding for part in self._parts(moment.trusted, rules) for finding in part.findings)
        return next((finding for finding in found if finding.code.id in IMPOSSIBLE_PLAY), None)


def _put_together(parts: Sequence[_Stretch]) -> PlayedDeal:
    """The play whose parts these are."""
    tricks: list[TrickLedger] = []
    for part in parts:
        for place, told in enumerate(part.entry.tricks):
            ledger = told.copy()
            if tricks and not place:
                ledger.events = tricks.pop().events + ledger.events
            tricks.append(ledger)
    found = (finding for part in parts for finding in part.findings)
    findings = tuple(
        finding.in_deal(finding.deal, finding.point if finding.cite else "") for finding in found
    )
    return PlayedDeal(replace(parts[-1].entry, tricks=tricks), findings)


class Memory(Plays):
    """The plays of the deals of some games that are judged under many rule sets."""

    def __init__(self) -> None:
        super().__init__()
        self._deals: dict[int, _DealMemory] = {}

    def of(self, record: DealRecord, rules: RuleSet, is_after_torn: bool, bonus: int) -> PlayedDeal:
        """The play of a deal; from memory if it can be had from there."""
        played, _ = self.known(record, rules)
        if played is None:
            return play_out(record, rules, is_after_torn, bonus)
        deal_rules = rules.in_deal(record.number)
        found = (cited(each, deal_rules) if each.cite else each for each in played.findings)
        return played._replace(findings=tuple(found))

    def known(self, record: DealRecord, rules: RuleSet) -> tuple[PlayedDeal | None, int]:
        """The play of a deal from memory, for a clause its point, and the decisions that this rests on.

        None if it is not kept there.
        """
        deal = self._deals.get(id(record))
        if deal is None:
            deal = self._deals[id(record)] = _DealMemory(record)
        return deal.played(rules) if deal.is_whole else (None, 0)


class GivenPlays(Plays):
    """Plays of which all are known that a memory knows, whatever rules they are asked for."""

    def __init__(self, given: dict[int, PlayedDeal | None]) -> None:
        super().__init__()
        self._given = given

    def of(self, record: DealRecord, rules: RuleSet, is_after_torn: bool, bonus: int) -> PlayedDeal:
        """The play of a deal; where its findings have clauses, they have the points of these."""
        return self._given[id(record)] or play_out(record, rules, is_after_torn, bonus)


# The verdicts.


class Hearing:
    """Judges the play of one game or deal under many rule sets, memoised by the decisions consulted.

    It is judged once for all rule sets that agree on every decision that the judgement consulted: a verdict
    depends on nothing else. If a work limit stops the judgement there is no verdict: SpentError is raised.
    """

    def __init__(self, game: Game, is_whole: bool, memory: Memory | None = None) -> None:
        self.game = game
        self._memory = memory or Memory()
        self._is_whole = is_whole
        self._counted: defaultdict[tuple[int, ...], Remembered[GameVerdict]] = defaultdict(Remembered)
        """What the same plays count for."""
        self._judgements: dict[RuleSet, Judgement] = {}

    def judgement(self, rules: RuleSet) -> Judgement:
        """Return the judgement under a rule set."""
        judgement = self._judgements.get(rules)
        if judgement is None:
            judgement = judge_under(self.game, rules, self._memory)
            check()
            self._judgements[rules] = judgement
        return judgement

    def verdict(self, rules: RuleSet) -> tuple[GameVerdict, int]:
        """Return the verdict under a rule set, and the decisions that it depends on, by their bits."""
        spend()
        given: dict[int, PlayedDeal | None] = {}
        asked = 0
        for record in self.game.readable.deals:
            given[id(record)], more = self._memory.known(record, rules)
            asked |= more
        counted = self._counted[tuple(map(id, given.values()))]
        verdict, more = counted.known(rules) or self._count(GivenPlays(given), rules, counted)
        return verdict, asked | more

    def _count(
        self, plays: GivenPlays, rules: RuleSet, counted: Remembered[GameVerdict]
    ) -> tuple[GameVerdict, int]:
        """Judge what plays count for under a rule set, and remember it."""
        consulted = ConsultedRules(rules)
        verdict = verdict_of(judge_under(self.game, consulted, plays))
        check()
        if not self._is_whole:
            verdict = verdict._replace(score=(), winner=NOBODY, games=1)
        return counted.keep(consulted, verdict)


def hearings(game: Game) -> Iterator[Hearing]:
    """Yield every deal of a game alone, in order, and then the game."""
    bare, memory = only_play(game), Memory()
    for deal in bare.readable.deals:
        yield Hearing(
            replace(bare, draft=replace(bare.readable, deals=(deal,))), is_whole=False, memory=memory
        )
    yield Hearing(bare, is_whole=True, memory=memory)
