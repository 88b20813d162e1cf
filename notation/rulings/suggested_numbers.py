"""The numbers that a record suggests for numerical options, derived from its scores.

Judges nothing: compares the statements of the score sheet with what the referee counted.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from notation.judge.judgement import DealJudgement
from notation.record.model import DealRecord
from notation.record.words import wins
from referee import actions
from referee.rules import RuleSet

SCHNEIDER: Final = (2, 66)
"""The smallest and greatest number of card points that can save from a second game point."""
MOST_BONUS: Final = 66
"""The greatest bonus for the last trick."""


def suggested_numbers(
    rules: RuleSet, deals: Sequence[DealRecord], judged: Sequence[DealJudgement]
) -> dict[str, set[int]]:
    """Return the numbers worth trying, by decision, for some deals as judged under these rules.

    The bonus for the last trick and the card points that save the loser from a second point follow from the
    statements. When the talon may be closed and trumps exchanged, and how many marriages a lead may have, is
    tried with all values, if they occur in the record.

    >>> from pathlib import Path
    >>> from notation.judge import judge
    >>> from notation.text.reader import read_file
    >>> [game] = read_file(Path("samples/closed-and-won.sgn"))
    >>> judgement = judge(game)
    >>> sorted(suggested_numbers(judgement.rules, game.draft.deals, judgement.deals))[:2]
    ['close_min_talon', 'close_min_tricks']
    """
    numbers: dict[str, set[int]] = {}
    done = {ply.action for deal in deals for trick in deal.tricks for ply in trick.plies}
    if any(actions.is_marriage(action) for action in done):
        numbers["marriage_per_lead"] = {1, 2}
    closes = {actions.CLOSE, actions.CLOSE_SHORT}
    for kinds, what in ((closes, "close"), ({actions.EXCHANGE}, "exchange")):
        if not done.isdisjoint(kinds) and rules.talon_size:
            numbers[f"{what}_min_talon"] = set(range(2, rules.talon_size + 1, 2))
            numbers[f"{what}_min_tricks"] = set(range(rules.deal_hand_size))
    if not rules.mp_all_pay:
        pairs = [(stated, found) for stated, found in zip(deals, judged, strict=False) if found.result]
        # The loser's points at the end, and when the talon was closed: rules differ in what counts.
        told = [
            [(stated, _losers_points(rules, found)) for stated, found in pairs if not found.closing],
            [(stated, _losers_points(rules, found)) for stated, found in pairs if found.closing],
            [
                (stated, _losers_points(rules, found, found.closing.points))
                for stated, found in pairs
                if found.closing
            ],
        ]
        numbers["score_tiers"] = {number for each in told for number in _schneider(each, rules)}
        numbers["last_bonus"] = set(_bonuses(pairs, rules))
    return {decision: tried for decision, tried in numbers.items() if tried}


def _schneider(told: Sequence[tuple[DealRecord, int]], rules: RuleSet) -> Iterator[int]:
    """Yield the nearest number between the points that cost two and one, if the rules' own is not.

    If only the score of the match shows what deals were worth, every number that changes the worth of one.
    """
    least, most = SCHNEIDER
    for stated, points in told:
        if points < 0:
            continue
        worth = stated.result.game_points >> _doubles(stated) if stated.result else 0
        if not worth:
            number = points + (points >= rules.score_tiers)
            if SCHNEIDER[0] <= number <= SCHNEIDER[1]:
                yield number
        elif worth == 2:
            least = max(least, points + 1)
        elif worth == 1:
            most = min(most, points)
    if least <= rules.score_tiers <= most:
        return
    if least <= most:
        yield most if most < rules.score_tiers else least
    else:  # something else matters as well
        yield from (number for number in (least, most) if SCHNEIDER[0] <= number <= SCHNEIDER[1])


def _doubles(deal: DealRecord) -> int:
    """Return how often a deal was doubled before the first lead."""
    return sum(ply.action == actions.DOUBLE for ply in deal.opening.plies) if deal.opening else 0


def _losers_points(rules: RuleSet, judged: DealJudgement, points: Sequence[int] | None = None) -> int:
    """Return the card points of the loser of two game points, as stated or at the end; -1 if undecided."""
    result = judged.result
    if result is None or result.winner < 0 or result.contract or not judged.tricks_won:
        return -1
    losers = [place for place, side in enumerate(rules.sides) if not wins(result.winner, side)]
    counted = result.card_points if points is None else points
    if len(counted) != len(rules.sides) or not any(judged.tricks_won[place] for place in losers):
        return -1
    return sum(counted[place] for place in losers)


def _bonuses(pairs: Sequence[tuple[DealRecord, DealJudgement]], rules: RuleSet) -> Iterator[int]:
    """Return the bonuses for the last trick that would make the stated card points right."""
    for stated, judged in pairs:
        if stated.result and judged.result:
            for told, counted in zip(stated.result.card_points, judged.result.card_points, strict=False):
                bonus = rules.last_bonus + told - counted
                if told != counted and 0 <= bonus <= MOST_BONUS:
                    yield bonus
