"""The play of one deal under many rule sets, judged again only from where it asks for something else.

Remembers which decisions the judging of a play asked for, in their order, and what they were: rules that
answer alike come to the same, and of others only what follows the trick in which the answers part is judged.
It knows no rule, and leaves to :mod:`notation.judge.match` whatever is not the play of a whole deal of known
cards.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from notation.findings.finding import Finding
from notation.judge.assertions import DEALT
from notation.judge.exact import ExactCards
from notation.judge.integrity import IMPOSSIBLE_PLAY
from notation.judge.judgement import DealJudgement
from notation.judge.play import Play
from notation.judge.played import PlayedDeal
from notation.judge.setup import Setup, plays_unknown
from notation.record.model import DealRecord, Unread, Variation
from notation.record.traversal import walk_deal
from notation.text.slips import has_slips
from referee.rules import ConsultedRules, RuleSet


class _Moment(NamedTuple):
    """A play that has come to a trick, by its place among them, with what was found before it."""

    trick: int
    play: Play
    findings: tuple[Finding, ...]


class _Question:
    """What is asked next of the rules, once they have answered all that was asked before."""

    __slots__ = ("answers", "is_end", "moment", "name", "played")

    def __init__(self) -> None:
        self.name = ""
        """The decision that is asked for."""
        self.answers: dict[Any, _Question] = {}
        """What follows each answer."""
        self.moment: _Moment | None = None
        """The last trick to which the play came before."""
        self.is_end = False
        """Whether nothing more is asked."""
        self.played: PlayedDeal | None = None


class DealMemory:
    """The play of a deal, as far as it has been judged under any rules."""

    def __init__(self, record: DealRecord) -> None:
        self.record = record
        self._first = _Question()
        self._is_whole = (
            record.is_headed
            and record.is_stated_once
            and record.position is None
            and not has_slips(record)
            and not plays_unknown(record.tricks)
            and not any(isinstance(part, Unread | Variation) for _, part in walk_deal(record))
        )

    def played(self, rules: RuleSet) -> PlayedDeal | None:
        """What the play comes to under rules; None where that is to be judged in the ordinary way.

        The clauses of its findings are those of the rules that came to it first.
        """
        if not self._is_whole:
            return None
        question, path = self._first, list[str]()
        moment, known = None, 0
        while not question.is_end:
            if question.moment:
                moment, known = question.moment, len(path)
            following = question.answers.get(getattr(rules, question.name)) if question.name else None
            if following is None:
                return self._judge(rules, moment, path[:known])
            path.append(question.name)
            question = following
        return question.played

    def _judge(self, rules: RuleSet, moment: _Moment | None, known: list[str]) -> PlayedDeal | None:
        """Judge the play from a moment on, to which it has come by what is known; without one all of it."""
        record, consulted = self.record, ConsultedRules(rules)
        moments: dict[int, _Moment] = {}
        findings: list[Finding] = []

        def contradiction() -> Finding | None:
            """What shows, from this trick on, that the play cannot have happened as written."""
            found: list[Finding] = []
            index, paused, _ = moments[max(moments)]
            paused.resumed(paused.deal.rules, found.append, None).go_on(record.tricks, None, index)
            return next((finding for finding in found if finding.code.id in IMPOSSIBLE_PLAY), None)

        if moment:
            for name in known:
                getattr(consulted, name)
            play = moment.play.resumed(consulted.in_deal(record.number), findings.append, contradiction)
            findings += moment.findings
        else:
            start = _start(consulted, record)
            if start is None:
                return self._remember(consulted, moments, None)
            play = start(findings.append, contradiction)
            play.begin(record.tricks)

        def pause(index: int) -> None:
            paused = play.resumed(play.deal.rules, findings.append, contradiction)
            moments[len(consulted.answers())] = _Moment(index, paused, tuple(findings))

        play.go_on(record.tricks, record.result, moment.trick if moment else 0, pause=pause)
        return self._remember(consulted, moments, PlayedDeal(play.entry, tuple(findings)))

    def _remember(
        self, consulted: ConsultedRules, moments: dict[int, _Moment], played: PlayedDeal | None
    ) -> PlayedDeal | None:
        question = self._first
        for number, (name, answer) in enumerate(consulted.answers().items()):
            question.moment = moments.get(number, question.moment)
            question.name = name
            question = question.answers.setdefault(answer, _Question())
        question.is_end, question.played = True, played
        return played


def _start(
    rules: ConsultedRules, record: DealRecord
) -> Callable[[Callable[[Finding], None], Callable[[], Finding | None]], Play] | None:
    """The play of a deal before its first action; None unless its cards are a whole deal of the rules."""
    setup = Setup(rules, record)
    if (
        setup.has_gaps
        or len(setup.starts) != 1
        or any(finding for check in DEALT for finding in check(setup))
    ):
        return None

    def play(report: Callable[[Finding], None], contradiction: Callable[[], Finding | None]) -> Play:
        entry = DealJudgement(record.number, record.dealer)
        return Play(setup.starts[0], entry, report, ExactCards(), None, None, contradiction)

    return play


class Memory:
    """The deals of some games, by the records of them."""

    def __init__(self) -> None:
        self._deals: dict[int, DealMemory] = {}

    def of(self, record: DealRecord) -> DealMemory:
        """That of a deal."""
        found = self._deals.get(id(record))
        if found is None:
            found = self._deals[id(record)] = DealMemory(record)
        return found
