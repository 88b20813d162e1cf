"""A live match: its table, its journal, and what the house has to do.

Whoever runs one stores every line before it counts: :meth:`LiveMatch.propose` says what would follow from a
request and changes nothing, :meth:`LiveMatch.take` does it. A match is resumed from its lines alone. Nothing
here stores, sends, reads a clock or draws on chance: salts and seeds are given.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from typing import Any, Final, NamedTuple

from notation.findings.finding import Finding, Phrase
from notation.live.journal import SALT_BYTES, JournalLine, Receipt, SealedLine, faults, next_line
from notation.players import QUICK_PLAYERS
from notation.record.tags import MATCH, SERIES
from notation.record.words import SEAT_LETTERS
from notation.specs.spec import read_spec
from notation.wire import table as wire
from notation.wire.events import OpeningSchema
from notation.wire.shape import dump_as
from referee.actions import is_play
from referee.cards import NOBODY, SEATS, Seat
from referee.clock import TimeControl
from referee.codes import Ruling
from referee.rules import RuleSet
from referee.series import Series
from referee.shuffle import commit, deal_out, order
from referee.state import Phase
from referee.table import HOST, MOST_TIME, Accepted, Entry, Kind, MatchEnding, Mode, Proposal, Refused, Table

FAIR: Final = "fair"
"""Cards come of a seed to which the house commits itself, and of the cuts of the seats."""
BY_HAND: Final = "hand"
"""Cards are dealt by the arbiter, or by whoever keeps the score."""
GRACE: Final = 10_000
"""How many milliseconds a seat has to cut, or to claim after the last trick, before the house goes on."""
LOOK: Final = 2_500
"""How many milliseconds the last trick is shown before a deal is settled in which no claim would hold."""
PACE: Final = 1_200
"""How many milliseconds a program waits before it acts, so that people see what happens."""
PROGRAM_CUT: Final = b"program"
"""What a program adds to the shuffle: always the same, as the house already knows the seed."""
NOT_OF_A_MATCH: Final = (AttributeError, LookupError, TypeError, ValueError)
"""What lines raise that cannot be those of a match."""


@dataclass(frozen=True, slots=True)
class MatchOpening:
    """How a match was opened: all that its table is made of, and what it is called."""

    rules: RuleSet
    names: tuple[str, ...] = ()
    mode: Mode = Mode.STRICT
    dealer: Seat = SEATS[0]
    dealing: str = FAIR
    control: TimeControl | None = None
    deals: int = 0
    """The match ends after so many; 0 at the target of the rules."""
    delay: int = 0
    """By how many milliseconds those who watch see everything later."""
    tags: dict[str, str] = field(default_factory=dict)
    """What the record of the match says of it: Event, Round, Board and so on."""
    opened: str = ""
    """When it was opened, as in 2026-11-20T21:04:11Z."""
    tally: tuple[int, ...] = ()
    """What each side had won in the series before the match; empty where it is of none."""
    programs: tuple[str, ...] = ()
    """By seat, which of :data:`notation.players.QUICK_PLAYERS` plays it; empty for a person."""
    waits: bool = False
    """Whether the first cards are dealt only when every seat has cut, which shows that it has come."""
    identifies: bool = False
    """Whether its record says which seats are persons' (:attr:`LiveMatch.persons`) and which guests'."""

    def __post_init__(self) -> None:
        if self.opened:
            datetime.fromisoformat(self.opened)
        if self.mode is Mode.SCORER and self.dealing == FAIR:
            raise ValueError("the cards of a scorer's table are dealt by hand, not by the server")
        if any(self.programs) and (
            self.mode is Mode.SCORER or not set(self.programs) <= {"", *QUICK_PLAYERS}
        ):
            raise ValueError(
                f"a seat at a strict table is played by a person or one of {', '.join(QUICK_PLAYERS)}"
            )

    @property
    def began(self) -> int:
        """When it was opened, in milliseconds since 1970; 0 where that is not said."""
        return int(datetime.fromisoformat(self.opened).timestamp() * 1000) if self.opened else 0

    def table(self) -> Table:
        """A table at which nothing has been entered."""
        return Table(self.rules, self.dealer, self.mode, self.control, self.deals)

    @staticmethod
    def load(found: dict[str, Any]) -> "MatchOpening":
        """The opening that an object says; KeyError, TypeError or ValueError where it says none."""
        clock, rules = found["clock"], read_spec(found["rules"])
        if isinstance(rules, Finding):
            raise ValueError(rules.message)
        return MatchOpening(
            rules,
            tuple(found["names"]),
            Mode(found["mode"]),
            SEATS[SEAT_LETTERS.index(found["dealer"])],
            found["dealing"],
            TimeControl(**clock) if clock else None,
            found["deals"],
            found["delay"],
            dict(found["tags"]),
            found["opened"],
            tuple(found["tally"]),
            tuple(found.get("programs", ())),
            **{name: found[name] for name in ("waits", "identifies") if name in found},
        )

    def tally_after(self, table: Table) -> Series:
        """How the series stands after the match; one in which nobody reached the target counts nothing.

        The rule books know no other end, and so do not say what a match counts that was left or forfeited.
        Where all pay, what was won and paid counts, however the match ended.
        """
        series = Series(self.rules)
        series.tally = list(self.tally) or series.tally
        won = table.match.winner if table.ending is MatchEnding.PLAYED else NOBODY
        series.add(self.dealer, table.match.score, won, table.match.games)
        return series

    def rematch(self, table: Table, series: str, opened: str) -> "MatchOpening":
        """The opening of the next match of a series, which gets this name if it has none yet.

        The other side deals first where the rules of the series leave that open.
        """
        after = self.tally_after(table)
        dealer = after.dealer if after.dealer >= 0 else SEATS[(self.dealer + 1) % self.rules.seats]
        before = self.tags.get(MATCH, "")
        number = int(before) + 1 if before.isdecimal() else 2
        tags = self.tags | {SERIES: self.tags.get(SERIES, series), MATCH: str(number)}
        return replace(self, dealer=dealer, tags=tags, opened=opened, tally=tuple(after.tally))


def opening_of(spec: str, names: Sequence[str] = (), **more: Any) -> MatchOpening:
    """How a match by the rules of a spec is opened; ValueError for a spec that is not one.

    >>> opening_of("schnapsen target=11").rules.game_target
    11
    """
    rules = read_spec(spec)
    if isinstance(rules, Finding):
        raise ValueError(rules.message)
    return MatchOpening(rules, tuple(names), **more)


def seated_lines(
    opening: MatchOpening, persons: Sequence[str], draw: Callable[[int], bytes]
) -> list[JournalLine]:
    """The first lines of a match at which persons sit from the start, named by seat; ``draw`` gives salts."""
    match = LiveMatch.open(opening, draw(SALT_BYTES))
    lines = [match.last]
    for seat, person in zip(match.seats, persons, strict=False):
        proposed = match.seat(seat, person, 0, draw(SALT_BYTES)) if person else None
        if isinstance(proposed, Proposed):
            match.take(proposed.line)
            lines.append(proposed.line)
    return lines


class Fairness(NamedTuple):
    """What the cards of a deal are made of: with the seed everybody can deal them again."""

    number: int
    commitment: str
    seed: bytes
    cuts: tuple[str, ...]


class Proposed(NamedTuple):
    """A line to store, and its entry."""

    line: JournalLine
    entry: Entry


class LiveMatch:
    """A match that is being played, with its journal.

    >>> from referee.rulesets import SCHNAPSEN
    >>> match = LiveMatch.open(MatchOpening(SCHNAPSEN), salt=bytes(16))
    >>> proposed = match.house(at=0, seed=bytes(32), salt=bytes(16))
    >>> proposed.entry.kind, match.take(proposed.line)
    (<Kind.COMMIT: 'commit'>, Accepted(version=1, rulings=()))
    >>> match.receipt.version, len(match.receipt.head)
    (1, 64)
    """

    def __init__(self, opening: MatchOpening, first: JournalLine) -> None:
        self.opening = opening
        self.table = opening.table()
        self.last = first
        self.receipt = Receipt(first.version, first.head.hex())
        """Of the last line."""
        self.fairness: list[Fairness] = []
        """What the cards of the deals that are over were made of, one that was broken off included."""
        self.shuffled: Fairness | None = None
        """What the cards of the deal last committed to are made of, but for the seed."""
        self._seed = b""
        self._committed_at = 0
        self._at = 0
        self._secret_from = 0
        """The number of the line with which the deal began whose cards are secret."""
        self._secret = b""
        """The salt of that line, which nobody is shown before the deal is over."""
        self._laid: dict[int, Seat] = {}
        """By line of that deal, who laid away the card of which it speaks."""

    @staticmethod
    def open(opening: MatchOpening, salt: bytes) -> "LiveMatch":
        """A match that begins; its first line, ``last``, is to be stored."""
        return LiveMatch(opening, next_line(None, 0, {"open": dump_as(OpeningSchema, opening)}, salt))

    @staticmethod
    def resume(lines: Iterable[JournalLine]) -> "LiveMatch":
        """The match of a journal; one of NOT_OF_A_MATCH where its lines cannot be those of one."""
        match: LiveMatch | None = None
        for line in lines:
            if match is None:
                match = LiveMatch(MatchOpening.load(line.said["open"]), line)
            else:
                match.take(line)
        if match is None:
            raise ValueError("the journal is empty")
        return match

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the match."""
        return SEATS[: self.opening.rules.seats]

    @property
    def persons(self) -> tuple[str, ...]:
        """By seat, the name of the person who sits there; empty for a guest or a program."""
        return tuple(self.table.seated.get(seat, b"").decode() for seat in self.seats)

    @property
    def shown(self) -> MatchOpening:
        """How the match was opened, under the own names of the persons who have sat down since."""
        return replace(self.opening, names=self.names) if self.table.seated else self.opening

    @property
    def names(self) -> tuple[str, ...]:
        """By seat, what the player is called: a person's own name; empty for one without a name."""
        given = (*self.opening.names, *[""] * len(self.seats))
        return tuple(person or name for person, name in zip(self.persons, given, strict=False))

    @property
    def opened(self) -> Fairness | None:
        """What the cards of the last deal were made of, where they are open."""
        dealt = len(self.table.finished) + (self.table.now is not None)
        last = self.fairness[-1] if self.fairness else None
        return last if last and last.number == dealt else None

    def propose(self, entry: Entry, version: int, salt: bytes, key: str = "") -> Proposed | Refused:
        """The line that a request makes, or why it is refused; nothing has changed yet.

        What is refused leaves no line: so it can neither fill a journal nor tell anybody that it was tried.
        """
        ruling = self.table.refusal(entry, version)
        if ruling is not None:
            return Refused(self.table.version, ruling)
        return self._proposed(entry, salt, {"key": key} if key else {})

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats for which the match waits: to act, to answer an offer, or to cut."""
        table = self.table
        if table.ending is not None or table.paused:
            return ()
        if table.offer is not None:
            return tuple(seat for seat in self.seats if not table.offer.accepted >> seat & 1)
        if table.now is not None:
            return () if table.now.deal.over else (table.now.deal.turn,)
        return tuple(seat for seat in self.seats if table.commitment and seat not in table.cuts)

    @property
    def awaited_since(self) -> int:
        """Since when the match has waited for them, in milliseconds since it was opened."""
        offer = self.table.offer
        return offer.entry.at if offer is not None else self.table.due_since

    def seat(self, seat: Seat, person: str, at: int, salt: bytes) -> Proposed | Refused:
        """The line with which a person sits down, or why that is refused (:meth:`propose`)."""
        entry = Entry(Kind.SIT, HOST, at, seat=seat, data=person.encode())
        return self.propose(entry, self.table.version, salt)

    def house(self, at: int, seed: bytes, salt: bytes, grace: int = GRACE) -> Proposed | None:
        """What the house has to enter now, if anything: a commitment, cards, the end of a deal or of time.

        It also plays for the seats of built-in players.

        ``seed`` is used where a commitment is due, and must be new then. ``grace`` is how many milliseconds
        the seats have to cut.
        """
        table = self.table
        if table.paused and table.ending is None:
            return None
        if table.ending is None and table.clock and table.clock.fallen(at) >= 0:
            return self._proposed(Entry(Kind.FLAG, HOST, at), salt)
        played = self._played_by_program(at)
        if played is not None:
            return self._proposed(played, salt)
        if table.ending is not None:
            return None
        if table.is_played_out:
            return self._proposed(Entry(Kind.SETTLE, HOST, at), salt) if at >= self._settles_at() else None
        if self.opening.dealing != FAIR or not table.wants_cards:
            return None
        if not table.commitment:
            entry = Entry(Kind.COMMIT, HOST, at, data=bytes.fromhex(commit(seed)))
            return self._proposed(entry, salt, {"seed": seed.hex()})
        if len(table.cuts) < len(self.seats) and (self._is_waiting or at < self._committed_at + grace):
            return None
        rules = table.match.deal_rules
        cards = order(rules.deck_cards, self._seed, self._cuts(), len(table.finished) + 1)
        hands, talon = deal_out(rules, table.match.dealer, cards)
        dealt = bytes([card for hand in (*hands, talon) for card in hand])
        return self._proposed(Entry(Kind.DEAL, HOST, at, data=dealt), salt)

    def house_waits_until(self) -> int:
        """The latest time of the next automatic entry of the house; -1 if it waits for others."""
        table = self.table
        if table.paused and table.ending is None:
            return -1
        if self._played_by_program(self._at + PACE) is not None:
            return self._at + PACE
        if table.ending is not None:
            return -1
        if table.wants_cards and self.opening.dealing == FAIR:
            is_due = not table.commitment or len(table.cuts) == len(self.seats)
            return 0 if is_due else -1 if self._is_waiting else self._committed_at + GRACE
        return self._settles_at() if table.is_played_out else table.falls_at()

    @property
    def _is_waiting(self) -> bool:
        """Whether the first deal waits for every seat."""
        return self.opening.waits and not self.table.finished

    def _played_by_program(self, at: int) -> Entry | None:
        """The next entry of a built-in player, if one has something to answer, to cut or to do at a time."""
        for seat, name in zip(self.seats, self.opening.programs, strict=False):
            entry = self._of_program(seat, at) if name else None
            if entry is not None and self.table.refusal(entry, self.table.version) is None:
                return entry
        return None

    def _of_program(self, seat: Seat, at: int) -> Entry | None:
        """What a built-in player does by a time, by what its seat may know; None to let the others go on."""
        table, is_time = self.table, at >= self._at + PACE
        if table.ending is not None and seat not in table.confirmed:
            return Entry(Kind.CONFIRM, seat, at)
        if is_time and table.offer is not None and not table.offer.accepted >> seat & 1:
            is_agreeable = table.offer.entry.proposal is not Proposal.AGREE
            return Entry(Kind.ACCEPT if is_agreeable else Kind.DECLINE, seat, at)
        if table.ending is not None:
            return None
        deal = table.now.deal if table.now else None
        if deal is not None and not (is_time and (deal.turn == seat or table.is_played_out)):
            return None
        view = table.view_of_deal(seat)
        if view is None:
            is_due = table.commitment and seat not in table.cuts
            return Entry(Kind.CUT, seat, at, data=PROGRAM_CUT) if is_due else None
        # The same play from the same journal, but nobody can work out from what was played what else is held.
        chance = Random(f"{self._secret.hex()} {self.receipt.head} {seat}")  # noqa: S311
        action = QUICK_PLAYERS[self.opening.programs[seat]](chance).choose(view)
        return None if action is None else Entry(Kind.ACT, seat, at, action=action)

    def _settles_at(self) -> int:
        """When the house settles a deal whose cards have all been played."""
        assert self.table.now is not None  # noqa: S101 - it is played
        deal = self.table.now
        may_claim = any(seat.claim_holds for seat in deal.deal.standing())
        return deal.done[-1].entry.at + (GRACE if may_claim else LOOK)

    def note_clock(self, at: int, salt: bytes, lost: int = 0) -> Proposed | None:
        """What the house enters of the clock that runs when it goes, or has come back; None where none runs.

        It is the time that the seat has left, ``lost`` milliseconds not counted. Where that is none, the time
        was up before, and nothing is entered.
        """
        clock = self.table.clock
        left = clock.left_at(clock.running, at - lost) if clock and clock.running >= 0 else 0
        if clock is None or not left:
            return None
        entry = Entry(Kind.SET_CLOCK, HOST, at, seat=clock.running, points=min(left, MOST_TIME))
        return self._proposed(entry, salt)

    def take(self, line: JournalLine) -> Accepted:
        """Do what a line says that has been stored; one of NOT_OF_A_MATCH where it cannot be the next one."""
        if line.number != self.last.number + 1:
            raise ValueError(f"line {line.number} does not follow line {self.last.number}")
        said = line.said
        entry = wire.load_whole_entry(said["entry"])
        before, now = len(self.table.finished), self.table.now
        is_laid = now is not None and now.deal.phase is Phase.DISCARD and is_play(entry.action)
        answer = self.table.receive(entry, self.table.version)
        if isinstance(answer, Refused) or answer.version != line.version:
            raise ValueError(f"line {line.number} is not accepted")
        self.last, self.receipt = line, Receipt(line.version, line.head.hex())
        self._follow(entry, line, before)
        if is_laid:
            self._laid[line.number] = entry.actor
        return answer

    def laid_by(self, line: JournalLine) -> Seat:
        """Who laid a card away, with this line of the deal that is being played; -1 if nobody did."""
        return self._laid.get(line.number, NOBODY)

    def rulings_at(self, version: int) -> tuple[Ruling, ...]:
        """The rulings on what was done in a deal with the entry of a version, unless it was taken back."""
        for deal in (self.table.now, *reversed(self.table.finished)):
            for done in reversed(deal.done if deal else ()):
                if done.version <= version:
                    return done.rulings if done.version == version else ()
        return ()

    def shown_to(self, reader: Seat, lines: Iterable[JournalLine]) -> Iterable[JournalLine | SealedLine]:
        """The lines of the journal as a reader may have them now: what he may not see yet is sealed.

        Cards are open when their deal is over, those laid away as well, and why a seat called the arbiter;
        the cut of a seat to the others when the cards are dealt; all of it is open to everybody once the
        match is over.
        """
        table = self.table
        has_secrets = table.ending is None and (table.now is not None or table.commitment)
        for line in lines:
            if has_secrets and line.number >= self._secret_from and self._is_secret(line, reader):
                yield SealedLine(line.number, line.version, line.leaf, line.head)
            else:
                yield line

    def _is_secret(self, line: JournalLine, reader: Seat) -> bool:
        """Whether a line of the deal whose cards are secret is so for a reader."""
        entry = wire.load_whole_entry(line.said["entry"])
        if entry.kind is Kind.CUT:
            return entry.by != reader and self.table.now is None
        if entry.as_seen_by(reader) != entry:
            return True
        if entry.kind is Kind.ACT and reader not in (entry.by, entry.actor):
            lies = is_play(entry.action) and self.table.now is not None and self.table.now.deal.face_down
            return lies or self.laid_by(line) >= 0
        return entry.kind in (Kind.COMMIT, Kind.DEAL)

    def _follow(self, entry: Entry, line: JournalLine, before: int) -> None:
        """Keep what the cards are made of, until their deal is over or the match."""
        table = self.table
        self._at = entry.at
        if entry.kind is Kind.COMMIT:
            self._seed, self._committed_at = bytes.fromhex(line.said["seed"]), entry.at
            self.shuffled = Fairness(before + 1, entry.data.hex(), b"", ())
        elif entry.kind is Kind.CUT and self.shuffled:
            self.shuffled = self.shuffled._replace(cuts=self._cuts())
        if entry.kind is Kind.COMMIT or (entry.kind is Kind.DEAL and self.opening.dealing != FAIR):
            self._secret_from, self._secret = line.number, line.salt
            self._laid.clear()
        was_broken_off = table.now is not None and table.ended_at == table.version
        if self.shuffled and (len(table.finished) > before or was_broken_off):
            self.fairness.append(self.shuffled._replace(seed=self._seed))

    def _cuts(self) -> tuple[str, ...]:
        return tuple(self.table.cuts.get(seat, b"").decode() for seat in self.seats)

    def _proposed(self, entry: Entry, salt: bytes, more: dict[str, Any] | None = None) -> Proposed:
        said = {"entry": wire.dump_whole_entry(entry, self.table.trump, self.opening.rules), **(more or {})}
        return Proposed(next_line(self.last, self.table.version + 1, said, salt), entry)


def wrong_in(lines: Sequence[JournalLine | SealedLine], receipts: Sequence[Receipt] = ()) -> list[Phrase]:
    """What is wrong with a journal: its chain, or else that its lines, if none is sealed, make no match."""
    wrong = [fault.phrase for fault in faults(lines, receipts)]
    whole = [line for line in lines if isinstance(line, JournalLine)]
    if not wrong and len(whole) == len(lines):
        try:
            LiveMatch.resume(whole)
        except NOT_OF_A_MATCH as error:
            wrong.append(Phrase("the lines are not those of a match ({why})", {"why": str(error)}))
    return wrong
