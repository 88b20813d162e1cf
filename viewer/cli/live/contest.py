"""The matches of an arena: the same cards for every seating, with programs and built-in players.

The results depend only on the parameters of a contest and on the programs, not on how many matches run in
parallel. Built-in players alone play without a table: by the same rules, with identical bytes, many times
faster.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from random import Random
from shlex import split
from typing import Final, NamedTuple

from notation import read, read_spec, write_spec
from notation.corpus import MOST_DEALS, LaidCards, played, shuffled, trumps_of
from notation.findings import Finding
from notation.live.events import snapshot
from notation.live.match import BY_HAND, MatchOpening
from notation.players import PLAYERS, Player
from notation.record import score_words, seat_letter
from referee import Match, RuleSet, Seat, actions
from referee.cards import SEATS
from referee.codes import STALE
from referee.table import ARBITER, HOST, Entry, Kind, MatchEnding, Refused
from viewer.cli.live.programs import Program, ProgramError, load
from viewer.session import Session

EVENT: Final = "Arena"
"""The event of a match; in its record the seed follows, with which a program could deal the cards itself."""
MOST_FAULTS: Final = 3
"""The number of faults after which a program loses the match, and not only the deal."""
MOST_ASKED: Final = 100
"""How many lines a program may send while one action is awaited."""
ALLOWED: Final = (None, Kind.ACT.value, Kind.SETTLE.value, Kind.LEAVE.value)
"""The requests of a program in an arena; there is nobody to agree with it on anything."""


class ProgramFault(NamedTuple):
    """A fault of a program that stopped playing: whose, and why."""

    entrant: int
    why: str


class Compared(NamedTuple):
    """How an entrant's play in a match compares with best play, in the deals in which that is known."""

    deals: int = 0
    decisions: int = 0
    right: int = 0
    """Decisions after which nothing would have been worth more."""
    cost: int = 0
    """Game points that the others cost."""


class Played(NamedTuple):
    """A match that was played: its record and its results."""

    text: str
    seating: int
    deals: int
    points: tuple[int, ...]
    """Game points by entrant; with payments between all, the balance."""
    winner: int
    """The entrant who won the match; -1 for none."""
    faults: tuple[ProgramFault, ...]
    compared: tuple[Compared, ...] = ()
    """By entrant, if that was asked for."""


@dataclass(frozen=True)
class Contest:
    """The parameters of an arena: the rules, the players and the seed.

    ``players`` are by seat in the first seating. An entrant is a side there: everybody moves on by one seat
    for the next seating, until each side has had all the cards. ``seconds`` is the time of a program for an
    action. ``is_compared`` says whether the play is compared with best play.
    """

    spec: str
    players: tuple[str, ...]
    seed: int = 0
    seconds: float = 5.0
    swapped: bool = True
    is_compared: bool = False

    @cached_property
    def rules(self) -> RuleSet:
        """The rules of all matches."""
        rules = read_spec(self.spec)
        if isinstance(rules, Finding):
            raise ValueError(rules.message)
        return rules

    @property
    def is_quick(self) -> bool:
        """Whether all players are built in."""
        return all(player in PLAYERS for player in self.players)

    @property
    def entrants(self) -> int:
        """The number of entrants: one for each side."""
        return len(self.rules.sides)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat in the first seating; different players have different names."""
        names: dict[tuple[str, int], str] = {}
        for seat, player in enumerate(self.players):
            words = [word for word in split(player) if not word.startswith("-") and "=" not in word]
            name = PurePath(words[-1]).stem if words else player
            taken = sum(each.partition(" ")[0] == name for each in names.values())
            names.setdefault((player, seat % self.entrants), f"{name} {taken + 1}" if taken else name)
        return tuple(names[player, seat % self.entrants] for seat, player in enumerate(self.players))

    def play(self, board: int) -> list[Played]:
        """Play the matches with the cards of a board, one for each seating."""
        play = self._quickly if self.is_quick else self.at_table
        matches = [play(board, seating) for seating in range(self.entrants if self.swapped else 1)]
        return list(map(self._compare, matches)) if self.is_compared else matches

    def _compare(self, played: Played) -> Played:
        """Return a match with how its play compares with best play."""
        from notation.judge import judge
        from notation.rulings import RULED_POSITIONS, BestPlay, accounts_of, best_play  # others need none

        found = [Compared()] * self.entrants
        for account in accounts_of(judge(next(read(played.text)))):
            best = best_play(account, RULED_POSITIONS)
            actions = best.actions if isinstance(best, BestPlay) else ()
            decisions = [each for each in actions if each.is_decision]
            for entrant, sums in enumerate(found):
                own = [each.cost for each in decisions if self._entrant(each.seat, played.seating) == entrant]
                counted = Compared(bool(own), len(own), own.count(0), sum(own))
                found[entrant] = Compared(*map(sum, zip(sums, counted, strict=True)))
        return played._replace(compared=tuple(found))

    def seated(self, seating: int, of: Sequence[str]) -> list[str]:
        """Return the players, or their names, by seat."""
        return [of[(seat + seating) % len(of)] for seat in range(len(of))]

    def cards(self, board: int, number: int, dealer: Seat) -> LaidCards:
        """Return the cards of a deal, the same in every seating."""
        rng = Random(f"{self.seed}/{board}/{number}")  # noqa: S311 - repeatable, no stakes
        hands, talon = shuffled(self.rules, rng)
        return LaidCards(hands, talon, trumps_of(self.rules, dealer, hands, talon, rng))

    def _dealer(self, board: int) -> Seat:
        return Random(f"{self.seed}/{board}").choice(SEATS[: self.rules.seats])  # noqa: S311 - repeatable

    def _player(self, board: int, seating: int, seat: Seat, kind: str) -> Player:
        return PLAYERS[kind](Random(f"{self.seed}/{board}/{seating}/{seat}"))  # noqa: S311 - repeatable

    def _tags(self, board: int, seating: int) -> dict[str, str]:
        return {"Event": EVENT, "Round": f"{board}.{seating + 1}"}

    def _entrant(self, seat: Seat, seating: int) -> int:
        return (seat + seating) % self.entrants

    def _played(
        self,
        text: str,
        seating: int,
        deals: int,
        score: Sequence[int],
        winner: Seat,
        faults: Sequence[ProgramFault],
    ) -> Played:
        points = [0] * self.entrants
        for side, won in zip(self.rules.sides, score, strict=True):
            points[self._entrant(side, seating)] = won
        won_by = self._entrant(winner, seating) if winner >= 0 else -1
        if self.rules.mp_all_pay:
            won_by = points.index(max(points)) if points.count(max(points)) == 1 else -1
        text = text.replace(f'"{EVENT}"', f'"{EVENT}, seed {self.seed}"', 1)
        return Played(text, seating, deals, tuple(points), won_by, tuple(faults))

    def _quickly(self, board: int, seating: int) -> Played:
        """Play a match between built-in players, without a table."""
        rules = self.rules
        match = Match(rules, self._dealer(board))
        kinds = self.seated(seating, self.players)
        players = [self._player(board, seating, seat, kind) for seat, kind in zip(SEATS, kinds, strict=False)]
        parts: list[str] = []
        while match.winner < 0 and (rules.game_target or len(parts) < MOST_DEALS):
            cards = self.cards(board, len(parts) + 1, match.dealer)
            parts.append(played(len(parts) + 1, match, cards, players))
        tags = self._tags(board, seating) | {"Rules": write_spec(rules)}
        names = self.seated(seating, self.names)
        tags |= {seat_letter(seat): name for seat, name in enumerate(names)}
        tags["Result"] = score_words(match.score)
        head = ["%SGN 1", *(f'[{tag} "{value}"]' for tag, value in tags.items())]
        text = "\n".join([*head, *parts]) + "\n"
        return self._played(text, seating, len(parts), match.score, match.winner, ())

    def at_table(self, board: int, seating: int) -> Played:
        """Play a match at a table, at which programs can play."""
        with _ContestedMatch(self, board, seating) as game:
            session = game.play()
            table = session.match.table
            score = table.match.score
            if table.ending is not MatchEnding.PLAYED and table.winner >= 0:
                won = self.rules.sides.index(table.winner)
                score[won] = max(score[won], self.rules.game_target)
            deals = len(table.finished)
            return self._played(session.record, seating, deals, score, table.winner, game.faults)


class _ContestedMatch:
    """A match at a table, with the programs that play in it."""

    def __init__(self, contest: Contest, board: int, seating: int) -> None:
        rules = contest.rules
        kinds = contest.seated(seating, contest.players)
        self._contest, self._board, self._seating = contest, board, seating
        self._commands = {seat: kind for seat, kind in zip(SEATS, kinds, strict=False) if kind not in PLAYERS}
        self._players = {
            seat: contest._player(board, seating, seat, kind)
            for seat, kind in zip(SEATS, kinds, strict=False)
            if kind in PLAYERS
        }
        self._programs: dict[Seat, Program] = {}
        self.faults: list[ProgramFault] = []
        opening = MatchOpening(
            rules,
            tuple(contest.seated(seating, contest.names)),
            dealer=contest._dealer(board),
            dealing=BY_HAND,
            deals=0 if rules.game_target else MOST_DEALS,
            tags=contest._tags(board, seating),
        )
        self._session = Session(opening, seed=contest.seed, readers=tuple(self._commands))
        self._table = self._session.match.table

    def __enter__(self) -> "_ContestedMatch":
        return self

    def __exit__(self, *_: object) -> None:
        for program in self._programs.values():
            program.end()

    def play(self) -> Session:
        """Play the match to its end."""
        while self._table.ending is None:
            if self._table.now is None:
                self._deal()
            else:
                self._step()
        for seat, program in self._programs.items():
            program.tell(self._session.events(seat))
        return self._session

    def _deal(self) -> None:
        number, dealer = len(self._table.finished) + 1, self._table.match.dealer
        hands, talon, trumps = self._contest.cards(self._board, number, dealer)
        cards = bytes([card for hand in (*hands, talon) for card in hand])
        entry = Entry(Kind.DEAL, HOST, self._session.now(), data=cards)
        self._session.enter(entry if trumps.card is not None else entry._replace(suit=trumps.suit))
        for seat in self._commands:
            try:
                self._tell(seat)
            except ProgramError as error:
                self._rule(seat, str(error))
                break

    def _step(self) -> None:
        """Let one seat act: first any that may act out of turn, then the one in turn."""
        assert self._table.now is not None  # noqa: S101 - checked before
        deal = self._table.now.deal
        turn = deal.turn
        for seat in [seat for seat in self._players if seat != turn] + [turn]:
            if not self._table.legal(seat):
                continue
            if seat in self._commands:
                self._ask(seat)
                return
            view = self._table.view_of_deal(seat)
            assert view is not None  # noqa: S101 - there is a deal
            action = self._players[seat].choose(view)
            if action is not None:
                self._session.enter(Entry(Kind.ACT, seat, self._session.now(), action=action))
                return
        self._session.enter(Entry(Kind.SETTLE, HOST, self._session.now()))

    def _ask(self, seat: Seat) -> None:
        """Wait until the program of a seat acts; any other may act first, as far as it is allowed to."""
        until = time.monotonic() + self._contest.seconds
        heard = dict.fromkeys(self._commands, 0)
        at_fault = seat
        try:
            for at_fault in self._commands:
                self._tell(at_fault)
            at_fault = seat
            version = self._table.version
            while True:
                for at_fault, program in self._programs.items():
                    while time.monotonic() < until and (line := program.next_line()) is not None:
                        heard[at_fault] += 1
                        if heard[at_fault] > MOST_ASKED:
                            raise ProgramError(f"sent more than {MOST_ASKED} lines for one action")
                        self._hear(at_fault, program, line)
                        if self._table.version != version:
                            return
                at_fault = seat
                if self._programs[seat].ended:
                    raise ProgramError(self._programs[seat].why_ended())
                if time.monotonic() >= until:
                    raise ProgramError(f"did nothing within {self._contest.seconds:g} s")
                Program.wait(list(self._programs.values()), until)
        except ProgramError as error:
            self._rule(at_fault, str(error))

    def _tell(self, seat: Seat) -> None:
        """Send a program the new events; start it first if it is not running."""
        events = self._session.events(seat)
        if seat not in self._programs:
            try:
                self._programs[seat] = Program(self._commands[seat])
            except (OSError, ValueError) as error:
                raise ProgramError(f"cannot be started: {error}") from None
            events = [snapshot(self._session.match, seat, self._session.now())]
        self._programs[seat].tell(events)

    def _hear(self, seat: Seat, program: Program, line: bytes) -> None:
        """Carry out the request of a program; raise ProgramError if that is not possible."""
        found = load(line)
        if found.get("do") not in ALLOWED:
            raise ProgramError(f"asked for {str(found['do'])[:20]!r}, which is not for an arena")
        answer = self._session.ask(seat_letter(seat), found)
        if answer["event"] == "error":
            raise ProgramError(f"asked for what cannot be understood: {answer['says']}")
        if answer["event"] == "refused" and answer["ruling"]["code"] != STALE.id:
            ruling = answer["ruling"]
            raise ProgramError(f"did what is against the rules: {ruling['says']} ({ruling['code']})")
        program.tell([answer])

    def _rule(self, seat: Seat, why: str) -> None:
        """Award the deal against a seat whose program stopped playing, or the match if that is not enough."""
        if seat in self._programs:
            self._programs.pop(seat).end()
        contest = self._contest
        fault = ProgramFault(contest._entrant(seat, self._seating), why)
        self.faults.append(fault)
        lost = Entry(Kind.ACT, ARBITER, self._session.now(), actions.RESIGN, seat, reason=why)
        often = sum(each.entrant == fault.entrant for each in self.faults) >= MOST_FAULTS
        if often or isinstance(self._session.enter(lost), Refused):
            self._session.enter(Entry(Kind.FORFEIT, ARBITER, self._session.now(), seat=seat, reason=why))
