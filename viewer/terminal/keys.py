"""The state of a replay and the effect of every key: position, orientation of the table, automatic play.

The words are those of the replay's script. Nothing here draws, and nothing knows a terminal or a clock.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from notation.findings import Finding, Phrase, escape
from notation.record import Path, seat_letter
from notation.replay import FrameKind, findings_of
from notation.rulings import Account, situation
from referee import Suit, actions
from viewer.documents.languages import Language
from viewer.documents.reports import spoken_of
from viewer.replay.script import ReplayedStep, ScriptedDeal, conclusion


@dataclass(frozen=True)
class ShownDeal:
    """One deal as shown; its steps are computed on demand."""

    script: ScriptedDeal
    title: str
    names: tuple[str, ...]
    conclusion: tuple[str, ...]
    """The result of the deal, points awarded by the table separately, and the winner of the match."""
    findings: tuple[Finding, ...]

    @property
    def account(self) -> Account:
        """The account of the deal."""
        return self.script.account

    @property
    def trump(self) -> Suit:
        """The trump suit, if known."""
        return self.script.trump

    @property
    def steps(self) -> list[ReplayedStep]:
        """Every step of the deal; empty if its play could not be judged."""
        return self.script.steps

    def step_at(self, path: Path) -> int | Phrase:
        """Return the number of the frame at a moment of the play, from 0, or why there is none."""
        seen = self.account.played
        end = next((index for index, step in enumerate(seen) if step.path == path), None)
        if end is None:
            missing = situation(self.account, path)
            assert isinstance(missing, Phrase)  # noqa: S101 - there is no such moment
            return missing
        done = sum(bool(m.event and m.event.ply.action != actions.DRAW) for m in seen[: end + 1])
        events = [index for index, step in enumerate(self.steps) if step.frame.event]
        index = events[done - 1] if done else 0
        following = self.steps[index + 1 : index + 2]
        drawn = not path.action and any(step.frame.kind is FrameKind.DRAW for step in following)
        return index + drawn


def showings(accounts: Iterable[Account], language: Language) -> Iterator[ShownDeal]:
    """Return the deals of accounts, ready to show."""
    from viewer.replay.page import title  # the parts of a page, which take long to load

    for told in accounts:
        draft = told.judgement.game.draft
        assert draft is not None  # noqa: S101 - an account has one
        yield ShownDeal(
            ScriptedDeal(told, spoken_of(told.judgement, language)),
            title(draft, told.rules, language),
            tuple(escape(draft.tag(seat_letter(seat)) or "") for seat in range(told.rules.seats)),
            conclusion(told, language),
            tuple(findings_of(told)),
        )


SPEEDS: Final = (0.5, 1.0, 2.0, 4.0)
PAUSE: Final = 1.6
"""Seconds per step at normal speed."""


class Replay:
    """The state of a replay: the deal, the path into variations, the step, and the view.

    ``path`` has a pair for every variation entered: the step that it follows, and its index there.
    """

    def __init__(self, deals: Sequence[ShownDeal], deal: int = 0, step: int = 0) -> None:
        self.deals = deals
        self.deal = deal
        self.path: tuple[tuple[int, int], ...] = ()
        self.step = step
        self.bottom = len(deals[deal].names) - 1
        self.covered: frozenset[int] = frozenset()
        self.speed = 1.0
        self.playing = False
        self.helping = False
        self.over = False

    @property
    def showing(self) -> ShownDeal:
        """The deal shown."""
        return self.deals[self.deal]

    @property
    def line(self) -> list[ReplayedStep]:
        """The current line of steps: the deal, or a variation."""
        line = self.showing.steps
        for step, side in self.path:
            line = line[step].lines[side]
        return line

    @property
    def shown(self) -> ReplayedStep | None:
        """The step shown; None in a deal that could not be judged."""
        return self.line[self.step] if self.line else None

    @property
    def last(self) -> int:
        """The number of the last step, from 0."""
        return max(len(self.line) - 1, 0)

    @property
    def state(self) -> tuple[object, ...]:
        """Everything that determines the picture of the replay."""
        place = self.deal, self.path, self.step, self.bottom, self.covered
        return (*place, self.speed, self.playing, self.helping)

    @property
    def pause(self) -> float:
        """Seconds until the next step during automatic play."""
        return PAUSE / self.speed

    def press(self, key: str) -> None:
        """Do what a key stands for; unknown keys are ignored."""
        key = key.lower() if len(key) == 1 else key
        if self.helping and key != "q":
            self.helping = False
        elif len(key) == 1 and key in "123456789":
            self._enter(int(key) - 1)
        elif key in _ACTS:
            _ACTS[key](self)

    def tick(self) -> None:
        """Advance by a step, as automatic play does; it stops at the end."""
        self._go(self.step + 1)
        self.playing = self.step < self.last

    def _go(self, step: int) -> None:
        self.step = min(max(step, 0), self.last)

    def _back(self) -> None:
        if self.step == 0 and self.path:
            self._leave()
        else:
            self._go(self.step - 1)

    def _next_trick(self) -> None:
        step = self.step + 1
        while step < self.last and not self._ends(step):
            step += 1
        self._go(step)

    def _back_trick(self) -> None:
        step = self.step - 1
        while step > 0 and not self._ends(step):
            step -= 1
        if self.step == 0:
            self._back()
        else:
            self._go(step)

    def _ends(self, step: int) -> bool:
        """Return whether the trick on the table is complete, or the next step as written is in another."""
        if step == self.last:
            return True
        frame, following = self.line[step].frame, self.line[step + 1].frame
        written = following.kind is FrameKind.WRITTEN
        return frame.layout.taker >= 0 or (written and following.trick != frame.trick)

    def _to_deal(self, deal: int) -> None:
        self.deal = min(max(deal, 0), len(self.deals) - 1)
        self.path, self.step = (), 0
        self.bottom = min(self.bottom, len(self.showing.names) - 1)

    def _enter(self, side: int) -> None:
        if self.shown and side < len(self.shown.lines):
            self.path = (*self.path, (self.step, side))
            self.step = 0

    def _leave(self) -> None:
        if self.path:
            self.step = self.path[-1][0]
            self.path = self.path[:-1]

    def _toggle(self) -> None:
        self.playing = not self.playing and self.last > 0
        if self.playing and self.step >= self.last:
            self._go(0)

    def _speed(self, by: int) -> None:
        self.speed = SPEEDS[min(max(SPEEDS.index(self.speed) + by, 0), len(SPEEDS) - 1)]

    def _turn(self) -> None:
        self.bottom = (self.bottom + 1) % len(self.showing.names)

    def _reveal(self) -> None:
        """Toggle all hands, the hand of the seat below, none."""
        seats = frozenset(range(len(self.showing.names)))
        if not self.covered & seats:
            self.covered = seats - {self.bottom}
        elif not seats <= self.covered:
            self.covered = seats
        else:
            self.covered = frozenset()

    def _help(self) -> None:
        self.helping = True

    def _quit(self) -> None:
        self.over = True


_ACTS: Final[dict[str, Callable[[Replay], None]]] = {
    "right": lambda replay: replay._go(replay.step + 1),
    "left": Replay._back,
    "down": Replay._next_trick,
    "up": Replay._back_trick,
    "shift right": Replay._next_trick,
    "shift left": Replay._back_trick,
    "home": lambda replay: replay._go(0),
    "end": lambda replay: replay._go(replay.last),
    "page down": lambda replay: replay._to_deal(replay.deal + 1),
    "page up": lambda replay: replay._to_deal(replay.deal - 1),
    " ": Replay._toggle,
    "+": lambda replay: replay._speed(1),
    "-": lambda replay: replay._speed(-1),
    "f": Replay._turn,
    "x": Replay._reveal,
    "v": lambda replay: replay._enter(0),
    "b": Replay._leave,
    "?": Replay._help,
    "q": Replay._quit,
}
KEYS: Final = tuple(_ACTS)
"""The names of the keys, except the digits, which enter a variation by its number."""
