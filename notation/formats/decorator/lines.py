"""Parses the lines of `PlayerWithLoggerDecorator` into what each player saw.

:mod:`notation.formats.decorator.log` describes the traps. Views are not merged here.
"""

import re
from typing import Final

from notation.findings.finding import Phrase
from notation.formats.core.lines import LogError
from notation.formats.core.observation import OneSidedDeal, OneSidedLog, OneSidedTrick
from notation.formats.core.report import Telling
from notation.record.words import read_card
from referee import actions
from referee.cards import NO_CARD, Card

CARD: Final = "(?:10|[9JQKA])[♠♥♦♣]"
"""A card as it is logged."""
_VALUE: Final = "None|Twenty|Forty"
VALUES: Final = {"None": 0, "Twenty": 20, "Forty": 40}
"""The values of a marriage announced with a lead, by word."""
DOING: Final = {"ChangeTrump": actions.EXCHANGE, "CloseGame": actions.CLOSE}
"""The actions before a lead, by word."""
RULE: Final = "-" * 40
"""The line after a deal."""
_MAX_LINES: Final = 500
"""Lines of a deal."""
LINES: Final = {
    "game": re.compile(r"New game vs ?(.*)"),
    "round": re.compile(
        rf"New round \((\d{{1,5}})-(\d{{1,5}})\)\. Cards: ((?:{CARD})*)\. Trump card: ({CARD})"
    ),
    "turn": re.compile(
        rf"--GetTurn; Trump: ({CARD})\((\d\d?)\); State: (\w+);"
        rf" First: ({CARD})?\(({_VALUE})\); I am first: (True|False)"
    ),
    "playing": re.compile(
        rf"Playing Action: (PlayCard|ChangeTrump|CloseGame); Card: ({CARD})?; Announce: (?:{_VALUE})"
    ),
    "end": re.compile(rf"End of turn ({CARD})\(({_VALUE})\) - ?({CARD})?"),
    "draw": re.compile(rf"New card ({CARD})"),
    "over": re.compile(r"EndRound\(\);"),
    "won": re.compile(r"EndGame\((True|False)\);"),
    "nothing": re.compile(rf"{RULE}|#.*|\s*"),
}
"""The patterns of the lines of a log, by kind."""


def kind_of(text: str) -> tuple[str, re.Match[str] | None]:
    """Return the kind of a line and its match; "" for a line that is not of a log."""
    matches = ((kind, form.fullmatch(text)) for kind, form in LINES.items())
    return next(((kind, found) for kind, found in matches if found), ("", None))


class LogReader:
    """Splits the lines of a file into logs; a line that cannot be read ends its deal."""

    def __init__(self, telling: Telling) -> None:
        self.logs: list[OneSidedLog] = []
        self._telling = telling
        self._lost = False
        """Whether a bad line before any game or deal has been reported."""
        self._turn_up: Card = NO_CARD
        """The turn-up as last seen; -1 after the player has exchanged it."""
        self._closed = False

    def read(self, number: int, text: str) -> None:
        """Process a line; errors are reported once per deal."""
        kind, found = kind_of(text)
        deal = self.logs[-1].rounds[-1] if self.logs and self.logs[-1].rounds else None
        if kind == "nothing":
            return
        try:
            if found is None:
                raise LogError("a line of the log")
            if kind == "game":
                self._lost = False
                self.logs.append(OneSidedLog(found[1], line=number))
            elif kind == "round":
                self._lost = False
                self._begin(number, found)
            elif deal is None:
                raise LogError("New round")
            elif not deal.broken:
                self._in_round(deal, kind, number, found)
        except LogError as error:
            if not (deal.broken if deal else self._lost):
                error.tell(self._telling, number, 1, text)
            if deal:
                deal.broken = True
            self._lost = True

    def _begin(self, number: int, found: re.Match[str]) -> None:
        hand = tuple(map(read_card, re.findall(CARD, found[3])))
        if not self.logs:
            self.logs.append(OneSidedLog(line=number))
        deal = OneSidedDeal(number, (int(found[1]), int(found[2])), hand, read_card(found[4]))
        self.logs[-1].rounds.append(deal)
        self._turn_up, self._closed = deal.turn_up, False

    def _in_round(self, deal: OneSidedDeal, kind: str, number: int, found: re.Match[str]) -> None:
        if number - deal.line > _MAX_LINES:
            raise LogError("New round")
        if kind == "over":
            deal.over = True
            return
        if kind == "won":
            self.logs[-1].won = found[1] == "True"
            return
        if kind == "draw":
            self._draw(deal, read_card(found[1]))
            return
        if not deal.views or deal.views[-1].ended:
            deal.views.append(OneSidedTrick())
        view = deal.views[-1]
        if kind == "turn":
            self._turn(view, found)
        elif kind == "playing":
            self._play(view, found)
        else:
            self._put(view, "lead", found[1])
            self._put(view, "reply", found[3])
            view.value, view.ended = VALUES[found[2]], True

    def _draw(self, deal: OneSidedDeal, drawn: Card) -> None:
        view = deal.views[-1] if deal.views else None
        if view and view.done[-1:] == [actions.EXCHANGE] and not view.ended and self._turn_up < 0:
            return  # the turn-up that was exchanged, as some versions log it
        if view is None or not view.ended or view.drawn >= 0:
            raise LogError("--GetTurn, EndRound")
        view.drawn = drawn

    def _turn(self, view: OneSidedTrick, found: re.Match[str]) -> None:
        first = found[6] == "True"
        if view.first not in (None, first) or first == bool(found[4]):
            raise LogError(Phrase("it says two different things about who leads"))
        view.first = first
        turn_up = read_card(found[1])
        if turn_up != self._turn_up >= 0:
            view.seen.append(actions.EXCHANGE)
        self._turn_up = turn_up
        if found[3] == "Final" and int(found[2]) and not self._closed:
            view.seen.append(actions.CLOSE)
            self._closed = True
        if found[4]:
            self._put(view, "lead", found[4])
            view.value = VALUES[found[5]]

    def _play(self, view: OneSidedTrick, found: re.Match[str]) -> None:
        if view.first is None:
            raise LogError("--GetTurn")
        if found[1] == "PlayCard":
            if not found[2]:
                raise LogError("Card")
            self._put(view, "lead" if view.first else "reply", found[2])
            return
        if not view.first or view.lead >= 0:
            raise LogError("PlayCard")
        view.done.append(DOING[found[1]])
        if found[1] == "ChangeTrump":
            self._turn_up = NO_CARD
        else:
            self._closed = True

    def _put(self, view: OneSidedTrick, place: str, word: str | None) -> None:
        """Put a card into its place in a trick, where it may be already."""
        if word is None:
            return
        known, card = getattr(view, place), read_card(word)
        if known not in (NO_CARD, card):
            raise LogError(Phrase("it says two different things about the cards of a trick"))
        setattr(view, place, card)
