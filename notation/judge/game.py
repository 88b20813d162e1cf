"""A game judged: every action against the rules, every statement against the play.

The way of a record, in the order in which its modules are read:

* :mod:`~notation.judge.rules` chooses the rules.
* :mod:`~notation.judge.match` takes up one deal after the other, counts what each brings, and compares what
  is stated of numbers, results and scores.
* :mod:`~notation.judge.played` judges the cards of a deal and its play, whatever the score is.
  :mod:`~notation.judge.deal` lays the cards out, and chooses how they are known: every one
  (:mod:`~notation.judge.exact`) or not (:mod:`~notation.judge.incomplete`).
* :mod:`~notation.judge.play` follows trick after trick; :mod:`~notation.judge.action` gives each action to
  the referee, and stops where the record shows that its play is not whole.
* :mod:`~notation.judge.assertions` has a plain function for each statement.
* Here the findings get their fixes (:mod:`~notation.judge.fixes`), those of a deal what would make it right
  (:mod:`~notation.judge.repairs`), and are put in order.

None of these knows a rule: the referee's deal and match do.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.judge.fixes import with_fixes
from notation.judge.judgement import Judgement
from notation.judge.match import judge_deals
from notation.judge.played import Plays
from notation.judge.repairs import deals_tried, with_repairs
from notation.judge.rules import not_dealt_so, rules_dealt, rules_of_record
from notation.limits import MAX_FINDINGS
from notation.text.reader import Game
from referee.rules import RuleSet

_OF_DEALING: Final = frozenset({"R270", "R271"})
"""Hands or a talon of other sizes than the rules deal."""


def judge(game: Game, assumed: RuleSet | None = None, imposed: RuleSet | None = None) -> Judgement:
    """The judgement of a game, of which what could not be read is left out.

    ``assumed`` serves a record that names no rules; ``imposed`` replaces what it names.

    >>> from notation.text.reader import read
    >>> [finding.code.id for finding in judge(next(read("%SGN 1"))).findings]
    ['N301']
    """
    if game.meant:
        return _as_meant(game, judge(game.meant, assumed, imposed))
    judgement = heard(game, assumed, imposed)
    dealt = dealt_by(judgement) if imposed is None else None
    if dealt:
        judgement = _as_dealt(judgement, dealt)
    conclude(judgement)
    return judgement


def dealt_by(judgement: Judgement) -> RuleSet | None:
    """The rules by which hands were dealt, where they are others than those by which a game is judged."""
    rules = judgement.rules
    if rules is None or not any(each.code.id in _OF_DEALING for each in judgement.findings):
        return None
    return rules_dealt(judgement.game.readable, rules)


def _as_dealt(judgement: Judgement, dealt: RuleSet) -> Judgement:
    """The judgement by the rules that the hands show, if no more is wrong by them."""
    game, rules = judgement.game, judgement.rules
    if rules is None:
        return judgement
    trial = heard(game, imposed=dealt)
    trial.findings = [each for each in trial.findings if each.code is not catalogue.RULES_REPLACED]
    trial.findings.append(not_dealt_so(game.readable, rules, dealt))
    fewer = sum(each.is_error for each in trial.findings) <= sum(each.is_error for each in judgement.findings)
    return trial if fewer else judgement


def _as_meant(game: Game, meant: Judgement) -> Judgement:
    """The judgement of a game that is not read as it is, with what is found in it as it is meant.

    A change of the whole is safe if nothing is wrong after it. In another encoding it is not judged.
    """
    found = [
        replace(each, fix=each.proposal if meant.ok else None, proposal=None if meant.ok else each.proposal)
        for each in game.findings
    ]
    for each in meant.findings:
        found.append(replace(each, deal=0, trick=0, fix=None, proposal=None, repairs=()))
    is_judged = any(each.code is catalogue.HABIT for each in game.findings)
    judgement = replace(meant, game=game, deals=[]) if is_judged else Judgement(game, None)
    arrange(judgement, found)
    return judgement


def heard(
    game: Game, assumed: RuleSet | None = None, imposed: RuleSet | None = None, plays: Plays | None = None
) -> Judgement:
    """The judgement of a game before :func:`conclude`; ``plays`` are known and need not be judged again."""
    judgement = Judgement(game, None, list(game.findings))
    if game.draft is not None:
        rules = rules_of_record(game.draft, assumed, imposed, judgement.findings)
        if rules is not None:
            judge_deals(judgement, rules, game.draft, plays=plays)
    return judgement


def conclude(judgement: Judgement) -> None:
    """Add fixes, put the findings in the order of their places, count errors, leave out what is too much."""
    if judgement.findings:
        fixed = with_fixes(judgement, judgement.findings, judgement.game)
        tried = deals_tried(judgement.findings)
        arrange(judgement, with_repairs(judgement, fixed, judgement.game, tried))


def arrange(judgement: Judgement, found: Iterable[Finding]) -> None:
    """Give a judgement its findings in the order of their places, without what is too much."""
    findings = sorted(found, key=lambda finding: finding.span[:2])
    judgement.errors = sum(finding.is_error for finding in findings)
    ends = [finding for finding in findings if finding.code is catalogue.CUT_SHORT]
    shown = [finding for finding in findings if finding.code is not catalogue.CUT_SHORT]
    more = shown[MAX_FINDINGS:]
    if more:
        errors = sum(finding.is_error for finding in more)
        ends.append(Finding(catalogue.MORE, more[0].span, {"stated": len(more), "errors": errors}))
    judgement.findings = sorted(shown[:MAX_FINDINGS] + ends, key=lambda finding: finding.span[:2])
