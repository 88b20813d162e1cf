"""The play of some deals under many rule sets: each action is judged once for all that decide it alike.

Remembers which decisions the judging of an action asked for, and what they were: rules that answer alike come
to the same, and go on from the same state. It knows no rule, and leaves to :mod:`notation.judge.played`
whatever is not the play of a whole deal of known cards.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, NamedTuple, TypeVar

from notation.findings.finding import Finding
from notation.judge.action import IMPOSSIBLE_PLAY, Stop
from notation.judge.assertions import DEALT
from notation.judge.exact import ExactCards
from notation.judge.judgement import DealJudgement, Event, TrickLedger
from notation.judge.play import Play
from notation.judge.played import PlayedDeal, Plays, cited, play_out
from notation.judge.setup import Setup, plays_unknown
from notation.record.model import DealRecord, Unread, Variation
from notation.record.traversal import is_unsure, walk_deal
from notation.text.slips import has_slips
from referee.rules import ConsultedRules, RuleSet

_T = TypeVar("_T")

HEAD: Final = -1
"""In the place of an action: the head of the trick."""


@dataclass(slots=True)
class _Question(Generic[_T]):
    """What is asked next of the rules, once they have answered all that was asked before."""

    name: str = ""
    """The decision that is asked for; none if nothing more is asked."""
    answers: "dict[Any, _Question[_T]]" = field(default_factory=dict)
    """What follows each answer."""
    found: _T | None = None
    """What it comes to then."""


class Remembered(Generic[_T]):
    """What something comes to under any rules, by the decisions that it asks for."""

    def __init__(self) -> None:
        self._first = _Question[_T]()

    def known(self, rules: RuleSet) -> _T | None:
        """Return what it comes to, if it is known of rules that decide alike whatever it asks for."""
        question = self._first
        while question.name:
            following = question.answers.get(getattr(rules, question.name))
            if following is None:
                return None
            question = following
        return question.found

    def keep(self, rules: ConsultedRules, found: _T) -> _T:
        """Keep what it has come to under rules of which nothing else was asked."""
        question = self._first
        for name, answer in rules.answers().items():
            question.name = name
            question = question.answers.setdefault(answer, _Question())
        question.found = found
        return found


class _Moment:
    """A play that has come to an action, to the head of a trick or to its end, whatever the rules were."""

    def __init__(self, play: Play, place: int, stop: Stop | None) -> None:
        self.play = play
        self.place = place
        """How many heads and actions lie before it."""
        self.stop = stop
        """Why the play is followed no further, if it is not."""
        self.standing = (stop, play.standing())
        self.parts: defaultdict[int, Remembered[_Part]] = defaultdict(Remembered)
        """What comes next; by the id of what shows that the play cannot have happened as written."""
        self.trusted: _Moment | None = None
        """The same moment of a play of which nobody asks whether it can have happened."""


class _Part(NamedTuple):
    """Heads of tricks and actions up to one that asks the rules for something, or the end of a play.

    It has what was found and written down there.
    """

    findings: tuple[Finding, ...]
    entry: DealJudgement
    """The first of its ledgers goes on with the last before it, and has only what is new there."""
    after: _Moment | None = None
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
            and not has_slips(record)
            and not is_unsure(record)
            and not plays_unknown(record.tricks)
            and not any(isinstance(part, Unread | Variation) for _, part in walk_deal(record))
        )
        self._places = [
            (index, order)
            for index, trick in enumerate(record.tricks)
            for order in range(HEAD, len(trick.plies))
        ]
        self._first = Remembered[tuple[_Moment, ...]]()
        self._moments: defaultdict[int, list[_Moment]] = defaultdict(list)
        self._played: dict[tuple[int, ...], PlayedDeal] = {}
        self._different: list[PlayedDeal] = []

    def played(self, rules: RuleSet) -> PlayedDeal | None:
        """What the play comes to, without clauses; None unless its cards are a whole deal of the rules.

        It is the same one whenever everything in it is.
        """
        first = self._first.known(rules)
        if first is None:
            consulted = ConsultedRules(rules)
            first = self._first.keep(consulted, self._begin(consulted))
        if not first:
            return None
        parts = self._parts(first[0], rules.in_deal(self.record.number))
        way = tuple(map(id, parts))
        if way not in self._played:
            come = _put_together(parts)
            same = next((each for each in self._different if each == come), None)
            if same is None:
                self._different.append(come)
            self._played[way] = same or come
        return self._played[way]

    def _begin(self, rules: ConsultedRules) -> tuple[_Moment, ...]:
        """The play before its first trick; nothing unless its cards are a whole deal of the rules."""
        setup = Setup(rules, self.record)
        if (
            setup.has_gaps
            or setup.lacks_opening
            or len(setup.starts) != 1
            or any(finding for check in DEALT for finding in check(setup))
        ):
            return ()
        entry = DealJudgement(self.record.number, self.record.dealer)
        findings: list[Finding] = []
        play = Play(setup.starts[0], entry, findings.append, ExactCards(), contradiction=lambda: None)
        play.begin(self.record.tricks)
        return (self._moment(play, 0, None),)

    def _moment(self, play: Play, place: int, stop: Stop | None) -> _Moment:
        """The moment to which a play has come."""
        come = _Moment(play, place, stop)
        for known in self._moments[place]:
            if known.standing == come.standing:
                return known
        self._moments[place].append(come)
        return come

    def _parts(self, moment: _Moment | None, rules: RuleSet) -> list[_Part]:
        """What comes from a moment on, one after the other, and the end."""
        parts = []
        while moment:
            part = moment.parts[id(None)].known(rules) or self._judge(moment, rules, None)
            if part.is_asked and (shown := self._contradiction(moment, rules)):
                part = moment.parts[id(shown)].known(rules) or self._judge(moment, rules, shown)
            parts.append(part)
            moment = part.after
        return parts

    def _judge(self, moment: _Moment, rules: RuleSet, shown: Finding | None) -> _Part:
        """Judge what comes next, with what shows that the play cannot have happened as written."""
        record, findings, asked = self.record, list[Finding](), list[bool]()

        def contradiction() -> Finding | None:
            asked.append(True)
            return shown

        consulted = ConsultedRules(rules)
        play = moment.play.resumed(consulted, findings.append, contradiction)
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
            play.entry = replace(entry, tricks=entry.tricks[-1:])
            after = self._moment(play, place, stop)
        for trick, events in enumerate(before):
            entry.tricks[trick] = replace(entry.tricks[trick], events=entry.tricks[trick].events[events:])
        part = _Part(tuple(findings), entry, after, bool(asked))
        return moment.parts[id(shown)].keep(consulted, part)

    def _contradiction(self, moment: _Moment, rules: RuleSet) -> Finding | None:
        """What shows, from a moment on, that the play cannot have happened as written."""
        if moment.trusted is None:
            play = moment.play.resumed(rules, list[Finding]().append, None)
            moment.trusted = self._moment(play, moment.place, None)
        found = (finding for part in self._parts(moment.trusted, rules) for finding in part.findings)
        return next((finding for finding in found if finding.code.id in IMPOSSIBLE_PLAY), None)


def _put_together(parts: Sequence[_Part]) -> PlayedDeal:
    """The play whose parts these are."""
    told: list[TrickLedger] = []
    events: list[list[Event]] = []
    for part in parts:
        for place, ledger in enumerate(part.entry.tricks):
            if told and not place:
                told[-1] = ledger
                events[-1] += ledger.events
            else:
                told.append(ledger)
                events.append(ledger.events.copy())
    tricks = [replace(ledger, events=done) for ledger, done in zip(told, events, strict=True)]
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
        played = self.known(record, rules)
        if played is None:
            return play_out(record, rules, is_after_torn, bonus)
        deal_rules = rules.in_deal(record.number)
        found = (cited(each, deal_rules) if each.cite else each for each in played.findings)
        return played._replace(findings=tuple(found))

    def known(self, record: DealRecord, rules: RuleSet) -> PlayedDeal | None:
        """The play of a deal from memory, for a clause its point; None if it is not kept there."""
        deal = self._deals.get(id(record))
        if deal is None:
            deal = self._deals[id(record)] = _DealMemory(record)
        return deal.played(rules) if deal.is_whole else None


class GivenPlays(Plays):
    """Plays of which all are known that a memory knows, whatever rules they are asked for."""

    def __init__(self, memory: Memory, records: Iterable[DealRecord], rules: RuleSet) -> None:
        super().__init__()
        self._given = {id(record): memory.known(record, rules) for record in records}

    @property
    def identity(self) -> tuple[int, ...]:
        """What is the same exactly if all plays are."""
        return tuple(map(id, self._given.values()))

    def of(self, record: DealRecord, rules: RuleSet, is_after_torn: bool, bonus: int) -> PlayedDeal:
        """The play of a deal; where its findings have clauses, they have the points of these."""
        return self._given[id(record)] or play_out(record, rules, is_after_torn, bonus)
