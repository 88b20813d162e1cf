"""The faults of a score sheet in the words of whoever keeps it: one line a fault, at its deal.

A finding says what does not fit; this module says what the scribe did, from the rows around it: two columns
swapped, a deal left out, a wrong sum. Everything comes from a judgement, and nothing is judged again.
"""

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase
from notation.judge.assertions import outcome_fact
from notation.judge.judgement import DealJudgement, Judgement
from notation.record.model import UNNUMBERED, DealRecord, Outcome, Record
from notation.record.words import score_words
from referee import codes as rulings
from referee.cards import Seat
from referee.rules import RuleSet

MOST_PLAYED: Final = 3
"""The most game points that play brings; more are agreed on."""


class FaultKind(Enum):
    """What a scribe did wrong."""

    SUM = "sum"
    COLUMNS = "columns"
    WINNER = "winner"
    POINTS = "points"
    RESULT = "result"
    IMPOSSIBLE = "impossible"
    TWICE = "twice"
    MISSING = "missing"
    NUMBER = "number"
    DEALER = "dealer"
    OVER = "over"
    TOTAL = "total"
    NAMES = "names"
    REPEATED = "repeated"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class SheetFault:
    """A fault: its kind, the place of its deal in the record from 1, 0 for the whole game, and a sentence.

    ``result`` is the result that the score proves where the written one cannot count.
    """

    kind: FaultKind
    place: int
    says: Phrase
    result: Outcome | None = None


class SheetRow(NamedTuple):
    """A deal as a row of its sheet: what is written, and what the rows before add up to.

    ``gains`` are the game points by side that its result says, ``before`` is the written score before it.
    """

    record: DealRecord
    judged: DealJudgement
    gains: tuple[int, ...]
    before: tuple[int, ...]

    @property
    def stated(self) -> tuple[int, ...]:
        """The score as written after the deal; empty if there is none."""
        return self.record.result.score if self.record.result else ()

    @property
    def added(self) -> tuple[int, ...]:
        """The score before and the result, added up."""
        return _sum(self.before, self.gains)

    @property
    def written(self) -> tuple[int, ...]:
        """The score after the deal according to the sheet: as written, otherwise added up."""
        return self.stated or self.added


def sheet_rows(judgement: Judgement) -> list[SheetRow]:
    r"""Return the deals of a judged game as rows of its sheet.

    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> [game] = read('%SGN 1\n[Rules "schnapsen"]\ndeal 1\n= A 2 score 2-0\ndeal 2\n= B 1 score 2-2\n')
    >>> [(row.gains, row.before, row.added, row.stated) for row in sheet_rows(judge(game))]
    [((2, 0), (0, 0), (2, 0), (2, 0)), ((0, 1), (2, 0), (2, 1), (2, 2))]
    """
    record, rules = judgement.game.draft, judgement.rules
    if record is None or rules is None:
        return []
    rows: list[SheetRow] = []
    written: tuple[int, ...] = (0,) * len(rules.sides)
    for deal, judged in zip(record.deals, judgement.deals, strict=False):
        gains = _sum(_gains(deal, judged, rules), judged.awarded)
        rows.append(SheetRow(deal, judged, gains, written))
        written = rows[-1].written
    return rows


def _gains(deal: DealRecord, judged: DealJudgement, rules: RuleSet) -> tuple[int, ...]:
    """Return the game points by side that a deal brings as written, or as counted if nothing is written.

    Empty if a side unknown to the game has won, or nothing is known.
    """
    result = deal.result
    if result is None:
        played = judged.result
        result = Outcome(played.winner, judged.game_points, paid=played.paid) if played else None
    if result is None:
        return ()
    if not result.finished or (result.winner < 0 and not any(result.paid)):
        return (0,) * len(rules.sides)
    if any(result.paid):
        return result.paid
    if result.winner not in rules.sides or rules.mp_all_pay:
        return ()
    return _won(result, rules)


def _won(result: Outcome, rules: RuleSet) -> tuple[int, ...]:
    return tuple(result.game_points if side == result.winner else 0 for side in rules.sides)


def _sum(score: tuple[int, ...], gains: tuple[int, ...]) -> tuple[int, ...]:
    """Return a score with some points added; empty if either is unknown."""
    if not gains:
        return score
    return tuple(map(sum, zip(score, gains, strict=True))) if len(score) == len(gains) else ()


def errors_by_deal(judgement: Judgement) -> dict[int, list[Finding]]:
    """Return the errors of a game by the place of their deal, 0 for those of the whole game."""
    record = judgement.game.draft
    heads = [deal.span[:2] for deal in record.deals] if record else []
    errors: dict[int, list[Finding]] = {}
    for finding in judgement.findings:
        if finding.is_error:
            errors.setdefault(finding.deal or bisect(heads, finding.span[:2]), []).append(finding)
    return errors


def sheet_faults(judgement: Judgement) -> tuple[SheetFault, ...]:
    r"""Return the faults of a judged game in the order of its deals, those of the whole game last.

    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> [game] = read('%SGN 1\n[Rules "schnapsen"]\ndeal 1\n= A 3 score 3-0\ndeal 2\n= B 1 score 1-3\n')
    >>> [str(fault.says) for fault in sheet_faults(judge(game))]
    ['the columns of the score are swapped: 3-1, not 1-3']
    """
    sheet = _ResultsSheet(judgement)
    found = (fault for place in range(1, len(sheet.rows) + 1) for fault in sheet.of_deal(place))
    return (*found, *sheet.of_game())


CONSEQUENT: Final = frozenset({rulings.WRONG_DEALER, rulings.MATCH_OVER})
"""What one fault brings about in the deals after it."""


class _ResultsSheet:
    """The rows of a sheet and what is wrong with them."""

    def __init__(self, judgement: Judgement) -> None:
        self.judgement = judgement
        self.rows = sheet_rows(judgement)
        self.errors = errors_by_deal(judgement)
        self.kinds: dict[int, set[FaultKind]] = {}

    @cached_property
    def rules(self) -> RuleSet:
        """The rules by which the sheet was judged."""
        assert self.judgement.rules  # noqa: S101 - rows exist only with rules
        return self.judgement.rules

    def of_deal(self, place: int) -> Iterator[SheetFault]:
        """Yield the faults of the deal at a place."""
        kinds = self.kinds.setdefault(place, set())
        for finding in self.errors.get(place, ()):
            fault = self._fault(place, finding)
            if fault is not None:
                kinds.add(fault.kind)
                yield fault

    def of_game(self) -> Iterator[SheetFault]:
        """Yield the faults of the whole game."""
        last = self.rows[-1].written if self.rows else ()
        for finding in self.errors.get(0, ()):
            facts = finding.facts or {}
            if finding.code is not catalogue.RESULT_TAG:
                yield SheetFault(FaultKind.OTHER, 0, finding.phrase)
            elif not (any(self.kinds.values()) and facts["stated"] == score_words(last)):
                says = Phrase("the match ended {expected}, not {stated} as written", facts)
                yield SheetFault(FaultKind.TOTAL, 0, says)

    def _fault(self, place: int, finding: Finding) -> SheetFault | None:
        """Return what the scribe did; None if that was said of another finding."""
        row = self.rows[place - 1]
        kind, says, result = FaultKind.OTHER, finding.phrase, None
        if finding.code in CONSEQUENT and self._follows(place, finding):
            return None
        if finding.code is catalogue.SCORE:
            if row.stated == row.added and any(self.kinds.values()):  # what went wrong before was added
                return None
            kind, says, result = self._score(place)
        elif finding.code is catalogue.RESULT:
            kind, says = self._result(row, finding)
        elif finding.code is catalogue.RESULT_FORM:
            kind = FaultKind.IMPOSSIBLE
            says, result = self._impossible(row, finding)
        elif finding.code is catalogue.DEAL_NUMBER:
            kind, says = self._number(place)
        elif finding.code is rulings.WRONG_DEALER:
            kind = FaultKind.DEALER
        elif finding.code is rulings.MATCH_OVER:
            facts: dict[str, Fact] = {"score": row.before}
            kind, says = FaultKind.OVER, Phrase("played after the match was over, at {score}", facts)
        return SheetFault(kind, place, says, result)

    def _follows(self, place: int, finding: Finding) -> bool:
        """Whether a finding only follows from a fault of the deal before."""
        if finding.code is rulings.MATCH_OVER and max(self.rows[place - 1].before) < self.rules.game_target:
            return any(self.kinds.values())
        codes = {each.code for each in self.errors.get(place - 1, ())}
        return finding.code in codes or FaultKind.WINNER in self.kinds.get(place - 1, ())

    # Scores.

    def _score(self, place: int) -> tuple[FaultKind, Phrase, Outcome | None]:
        """Return what is wrong with a score that the rows do not add up to."""
        row = self.rows[place - 1]
        facts: dict[str, Fact] = {"expected": row.added, "stated": row.stated}
        is_proved = row.judged.result is not None or self._is_mended(place)
        result = None if is_proved else self._result_by(row.before, row.stated)
        is_other_way = result is not None and row.gains[::-1] == _won(result, self.rules)
        if row.stated == row.added[::-1] and not is_other_way:
            says = Phrase("the columns of the score are swapped: {expected}, not {stated}", facts)
            return FaultKind.COLUMNS, says, None
        if result:
            if is_other_way:
                both: dict[str, Fact] = {
                    "result": _words(result),
                    "written": _words(row.record.result or Outcome()),
                }
                says = Phrase("winners swapped: by the score {result}, not {written}", both)
                return FaultKind.WINNER, says, result
            facts["result"] = _words(result)
            says = Phrase("added wrongly: {expected}, not {stated}, unless it was {result}", facts)
            return FaultKind.SUM, says, None
        return FaultKind.SUM, Phrase("added wrongly: {expected}, not {stated}", facts), None

    def _is_mended(self, place: int) -> bool:
        """Whether the next score is right again, so that only this one is written wrongly."""
        row = self.rows[place - 1]
        if place < len(self.rows):
            return self.rows[place].stated == _sum(row.added, self.rows[place].gains)
        record = self.judgement.game.draft
        return record is not None and record.tag("Result") == score_words(row.added)

    def _result_by(self, before: tuple[int, ...], after: tuple[int, ...]) -> Outcome | None:
        """Return the only result that leads from one score to another, if one deal can."""
        rules = self.rules
        if rules.mp_all_pay or not len(before) == len(after) == len(rules.sides):
            return None
        gains = [late - early for early, late in zip(before, after, strict=True)]
        won = [side for side, points in zip(rules.sides, gains, strict=True) if points]
        if len(won) != 1 or not 0 < sum(gains) <= MOST_PLAYED:
            return None
        return Outcome(won[0], sum(gains))

    # Results.

    def _result(self, row: SheetRow, finding: Finding) -> tuple[FaultKind, Phrase]:
        """Return what is wrong with a result that the play contradicts."""
        stated, played = row.record.result, row.judged.result
        facts = finding.facts or {}
        if stated is None or played is None or played.winner < 0 or stated.winner < 0:
            return FaultKind.RESULT, Phrase("wrong result: {expected}, not {stated}", facts)
        if stated.winner == played.winner:
            return FaultKind.POINTS, Phrase("wrong game points: {expected}, not {stated}", facts)
        if stated.game_points == row.judged.game_points:
            return FaultKind.WINNER, Phrase("winners swapped: {expected}, not {stated}", facts)
        return FaultKind.RESULT, Phrase("wrong result: {expected}, not {stated}", facts)

    def _impossible(self, row: SheetRow, finding: Finding) -> tuple[Phrase, Outcome | None]:
        result = self._result_by(row.before, row.stated) if row.stated else None
        if result is None:
            return Phrase("{stated} is impossible: {why}", finding.facts or {}), None
        facts = {**(finding.facts or {}), "result": _words(result)}
        return Phrase("{stated} is impossible; by the score it was {result}", facts), result

    # Numbers.

    def _number(self, place: int) -> tuple[FaultKind, Phrase]:
        """Return what is wrong with the number of a deal: it is missing, doubled or out of order."""
        row = self.rows[place - 1]
        number, before = row.record.number, self._number_at(place - 1)
        due, following = before + 1, self._number_at(place + 1)
        facts: dict[str, Fact] = {"number": number}
        if number == before and self._is_again(place):
            return FaultKind.TWICE, Phrase("deal {number} is written twice", facts)
        if number < before:
            facts["before"] = before
            return FaultKind.NUMBER, Phrase("deal {number} stands after deal {before}", facts)
        if number == before or following == due + 1:
            return FaultKind.NUMBER, Phrase(
                "numbered {number}, but it is deal {place}", {"number": number, "place": due}
            )
        return FaultKind.MISSING, self._missing(row, due)

    def _number_at(self, place: int) -> int:
        """Return the number of a deal; 0 before the first, and for none."""
        if not 0 < place <= len(self.rows):
            return 0
        number = self.rows[place - 1].record.number
        return 0 if number == UNNUMBERED else number

    def _is_again(self, place: int) -> bool:
        """Whether a deal with the number of the one before is that deal, written a second time."""
        before, row = self.rows[place - 2], self.rows[place - 1]
        if row.gains != before.gains or row.record.tricks != before.record.tricks:
            return False
        if row.stated:
            return (
                row.stated in (before.stated, row.added)
                and self._number_at(place + 1) != row.record.number + 2
            )
        return True

    def _missing(self, row: SheetRow, due: int) -> Phrase:
        last = row.record.number - 1
        if last > due:
            return Phrase("deals {first} to {last} are missing", {"first": due, "last": last})
        between = tuple(after - gain for after, gain in zip(row.stated, row.gains, strict=False))
        result = self._result_by(row.before, between) if between else None
        if result is None:
            return Phrase("deal {missing} is missing", {"missing": due})
        facts: dict[str, Fact] = {"missing": due, "result": _words(result)}
        return Phrase("deal {missing} is missing; by the score it was {result}", facts)


def _words(result: Outcome) -> Phrase:
    return outcome_fact(Seat(result.winner), result.game_points, result.paid)


def mended(judgement: Judgement, faults: tuple[SheetFault, ...]) -> Record | None:
    """Return a record without deals that are written twice, and with the results that its scores prove.

    None if there is nothing of the kind.
    """
    record = judgement.game.draft
    doubled = {fault.place for fault in faults if fault.kind is FaultKind.TWICE}
    proved = {fault.place: fault.result for fault in faults if fault.result}
    if record is None or not (doubled or proved):
        return None
    deals = []
    for place, deal in enumerate(record.deals, start=1):
        result = proved.get(place)
        if result and deal.result:
            result = replace(deal.result, winner=result.winner, game_points=result.game_points)
            deals.append(replace(deal, result=result))
        elif place not in doubled:
            deals.append(deal)
    return replace(record, deals=tuple(deals))
