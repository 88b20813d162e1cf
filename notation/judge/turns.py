"""A game judged in turns: by the fast lane, but for the deals in which something may be wrong.

Those the ordinary judge judges. Both count in the same match, so that the lane goes on after them.
"""

from collections.abc import Callable
from typing import NamedTuple

from notation.findings.finding import Finding
from notation.judge.fixes import may_have_fixes, needs_record
from notation.judge.game import arrange, conclude, dealt_by
from notation.judge.judgement import Judgement
from notation.judge.lane import Lane
from notation.judge.match import Deals
from notation.judge.played import Plays
from notation.judge.rules import rules_of_record
from notation.judge.sections import findings_placed
from notation.record.model import UNNUMBERED, DealRecord
from notation.record.tags import SERIES
from notation.text.assembly import Assembly
from notation.text.reader import Game, deal_findings, game_of
from notation.text.scan import DEAL, END, NUMBER, Tokens
from notation.text.sections import GameSection, Sections
from notation.text.source import MAX_DEALS, Source
from referee.rules import RuleSet


class JudgedInTurns(NamedTuple):
    """A judgement in which the deals that the lane took have nothing but their score.

    ``unjudged`` is how many deals are not judged to their end.
    """

    judgement: Judgement
    rules: RuleSet
    unjudged: int


_Read = Callable[[bool], tuple[DealRecord, int]]
"""The record of the deal before which the lane stands, and the token after it.

Only its result is asked for if nothing was found in its play.
"""


def judge_tokens(source: Source, tokens: Tokens, lane: Lane) -> JudgedInTurns | None:
    """Judge a scanned game in which the lane stands before a deal that it leaves to the judge.

    None where the whole game is for the judge. Otherwise a record is made of no deals but those that the lane
    leaves, unless the others may show how something is corrected.
    """
    assembly = Assembly(source.english, tokens)
    head = assembly.head()
    judgement = Judgement(Game(source.number, source.line, source.text, None, ()), lane.rules)
    found: list[Finding] = []
    exceeds = False

    def read(of_result: bool) -> tuple[DealRecord, int]:
        nonlocal exceeds
        number = len(judgement.deals) + 1
        if of_result:
            assembly.at = lane.stated
            return DealRecord(number, lane.dealer, None, (), None, (), assembly.result()), assembly.at
        assembly.at = lane.at
        record = assembly.deal()
        more = deal_findings(record, number)
        exceeds = exceeds or more is None
        found.extend(more or ())
        return record, assembly.at

    deals = Deals(lane.rules, judgement, lane.match)
    unjudged = _judge_others(deals, lane, read)
    deals.close(head)
    judgement.findings[:0] = found
    if may_have_fixes(judgement.findings):
        judgement.game = game_of(source, tokens)
    if exceeds or len(judgement.deals) > MAX_DEALS or judgement.game.meant or dealt_by(judgement):
        return None
    conclude(judgement)
    return JudgedInTurns(judgement, lane.rules, unjudged)


def judge_in_sections(sections: Sections) -> JudgedInTurns | None:
    """Judge a game with an error in its text; None where the whole game is for the judge."""
    head, found = sections.head, list(sections.findings)
    is_right = sections.whole is not None or all(part.is_right for part in sections.parts)
    if is_right or head.tag(SERIES) is not None or head.tag("Rules") is None:
        return None
    rules = rules_of_record(head, None, None, found)
    if rules is None or rules.auction.contracts:
        return None
    source = sections.source
    judgement = Judgement(Game(source.number, source.line, source.text, None, (), head), rules, found)
    tokens, places = _deals_of(sections)
    lane = Lane(tokens, 0, rules)
    deals = Deals(rules, judgement, lane.match)
    if deals.of_notes or deals.may_withdraw:
        return None

    def read(_: bool) -> tuple[DealRecord, int]:
        number = len(judgement.deals)
        part, index = places[number][1:]
        end = places[number + 1][0] if number + 1 < len(places) else len(tokens.kinds) - 1
        return part.draft.deals[index], end

    deals.look_before(head)
    if deals.is_in_step:
        lane.run()
    unjudged = _judge_others(deals, lane, read)
    deals.close(head)
    if needs_record(judgement.findings):
        judgement.game = sections.game
    if dealt_by(judgement):
        return None
    arrange(judgement, findings_placed(judgement, sections, Plays()))
    return JudgedInTurns(judgement, rules, unjudged)


def _deals_of(sections: Sections) -> tuple[Tokens, list[tuple[int, GameSection, int]]]:
    """The tokens of all deals of a game; where each deal begins, its section and its index there.

    Of a deal in which something is found there is only that it has no number, so that the lane leaves it.
    """
    tokens, places = Tokens(), list[tuple[int, GameSection, int]]()
    for part in sections.parts:
        scanned = None if part.findings else part.tokens
        if scanned is not None:
            first = scanned.kinds.index(DEAL) if part.deals else -1
            shift = len(tokens.kinds) - first
            starts = [at + shift for at, kind in enumerate(scanned.kinds) if kind == DEAL]
            tokens.kinds += scanned.kinds[first:-1]
            tokens.numbers += scanned.numbers
        else:
            starts = [len(tokens.kinds) + 2 * index for index in range(part.deals)]
            tokens.kinds += (DEAL, NUMBER) * part.deals
            tokens.numbers += (UNNUMBERED,) * part.deals
        places += ((start, part, index) for index, start in enumerate(starts))
    tokens.kinds.append(END)
    return tokens, places


def _judge_others(deals: Deals, lane: Lane, read: _Read) -> int:
    """Judge the deals that the lane leaves, before the first of which it stands.

    Returns how many are not judged to their end.
    """
    judged, unjudged = deals.judgement.deals, 0
    while lane.kinds[lane.at] != END:
        deals.go_on(lane.scores[len(judged) :])
        played = lane.played if deals.is_in_step else None
        record, end = read(played is not None)
        is_last = lane.kinds[end] == END
        if played is not None:
            deals.judge_statement(record, played, is_last)
        else:
            deals.judge_deal(record, len(judged) + 1, is_last)
        unjudged += judged[-1].is_unjudged
        lane.go_on(end)
        if deals.is_in_step:
            lane.run()
    deals.go_on(lane.scores[len(judged) :])
    return unjudged
