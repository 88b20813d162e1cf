"""A record being edited, as its editor shows it: the text, the findings, and what can come next.

Stateless: every request contains the whole record. Nothing is stored, and no rule is implemented here.
"""

from functools import cached_property
from typing import Any

from notation import Game, Judgement
from notation.editing import Options, edited, options_at, outcome, written
from notation.editing.edits import NOT_THERE, EditError
from notation.findings.names import player_names
from notation.record import Path, Record, seat_letter
from notation.replay import aftermath
from notation.rulings import Account, account, account_as_written, rules_of
from notation.specs import write_spec
from notation.text import outcome_words, read
from notation.wire.editing import NotedComment, comments_in
from referee import SEATS, RuleSet, Seat
from viewer.documents.contract_tables import contract_names
from viewer.documents.languages import Language
from viewer.documents.reports import spoken_of
from viewer.documents.sides import side_names
from viewer.limits import judge_record
from viewer.replay.script import ReplayedFinding, ScriptedDeal


class EditedTable:
    """The players at the table and their cards."""

    def __init__(self, record: Record, rules: RuleSet, language: Language) -> None:
        self.of_rules = rules
        self.rules = write_spec(rules)
        names = player_names(record, rules)
        self.names = {seat_letter(seat): name for seat, name in enumerate(names)}
        sides = side_names(names, rules, language)
        self.short = {seat_letter(seat): language.seat(seat) for seat in SEATS[: rules.seats]}
        self.sides = [
            {"seats": seat_letter(side), "name": name, "short": language.seat(side)}
            for side, name in zip(rules.sides, sides, strict=True)
        ]
        self.contracts = contract_names(rules, language)
        self.pays = rules.mp_all_pay
        self.target = rules.game_target


class NextSteps:
    """What can be written at a place of a deal."""

    def __init__(self, shown: "EditedRecord", options: Options) -> None:
        self._shown = shown
        self.turn = options.turn
        self.gaps = options.gaps
        self.allowed, self.draws, self.irregular = options.allowed, options.draws, options.irregular

    @cached_property
    def dealers(self) -> list[Seat]:
        """The possible dealers of the next deal."""
        shown = self._shown
        deals = shown.judgement.deals
        last = shown.record.deals[-1]
        if shown.deal != len(deals) or not (last.result or last.awards or deals[-1].result):
            return []
        return aftermath(shown.rules, shown.record).dealers

    @property
    def result(self) -> str:
        """The result of the play."""
        shown = self._shown
        if shown.path.variations or not 1 <= shown.deal <= len(shown.judgement.deals):
            return ""
        entry = shown.judgement.deals[shown.deal - 1]
        return outcome_words(outcome(entry, entry.score)).removeprefix("= ") if entry.result else ""


class EditedDeal:
    """A deal in short."""

    def __init__(self, shown: "EditedRecord", number: int) -> None:
        record = shown.record.deals[number - 1]
        judged = shown.judgement.deals[number - 1 : number]
        self.dealer = record.dealer
        self.tricks = len(record.tricks)
        self.result = outcome_words(record.result).removeprefix("= ") if record.result else ""
        self.score = judged[0].score if judged else ()


class EditedRecord:
    """A record after edits, and the place in question; raises EditError for an invalid edit.

    Unreadable parts stay as they were.
    """

    def __init__(self, record: Record, path: Path | None, language: Language) -> None:
        self.text = written(record)
        self.judgement: Judgement = judge_record(next(read(self.text)))
        self.language = spoken_of(self.judgement, language).beside_table()
        self.record = self.judgement.game.readable
        self.path = path or Path(deal=len(self.record.deals))
        self.deal = self.path.deal
        if self.deal > len(self.record.deals):
            raise EditError(NOT_THERE)
        self.rules = rules_of(self.judgement)

    @property
    def errors(self) -> int:
        """The number of errors."""
        return self.judgement.errors

    @property
    def findings(self) -> list[ReplayedFinding]:
        """The findings."""
        return [ReplayedFinding(self.judgement, each, self.language) for each in self.judgement.findings]

    @property
    def tags(self) -> dict[str, str]:
        """The tags by name."""
        return {tag.name: tag.value for tag in self.record.tags}

    @property
    def table(self) -> EditedTable | None:
        """The players; empty if the rules are unknown."""
        return EditedTable(self.record, self.rules, self.language) if self.judgement.rules else None

    @property
    def deals(self) -> list[EditedDeal]:
        """Every deal in short."""
        return [EditedDeal(self, number) for number in range(1, len(self.record.deals) + 1)]

    @property
    def comments(self) -> list[NotedComment]:
        """The comments of the game, and of the deal."""
        return list(comments_in(self.record, self.deal))

    @property
    def winner(self) -> Seat:
        """The winner of the match."""
        return self.judgement.winner

    @property
    def score(self) -> tuple[int, ...]:
        """The score of the match."""
        return self.judgement.score

    @cached_property
    def _account(self) -> Account | None:
        if not self.deal:
            return None
        judged = self.judgement.rules is not None and self.deal <= len(self.judgement.deals)
        return (account if judged else account_as_written)(self.judgement, self.deal)

    @property
    def script(self) -> ScriptedDeal | None:
        """The deal, step by step."""
        return ScriptedDeal(self._account, self.language) if self._account else None

    @property
    def next(self) -> NextSteps | None:
        """What can be written at the place."""
        if not self.deal or self.judgement.rules is None:
            return None
        deal = self.record.deals[self.deal - 1]
        return NextSteps(self, options_at(self.rules, deal, self.path))


def edit_game(game: Game, edits: Any, path: Path | None, language: Language) -> EditedRecord:
    """Return a game after edits; raise EditError for an invalid edit."""
    return EditedRecord(edited(game.readable, edits), path, language)
