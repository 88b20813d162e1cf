"""Compares the outcome of the same play under several rule sets: where and why each two differ.

Compares verdicts of :mod:`notation.rulings.trials`, and tries mixtures of two rule sets for the smallest set
of differences that explains theirs. What a rule does is decided by the judgement, never here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cache
from itertools import combinations, islice
from typing import Final, NamedTuple

from notation.findings.finding import Fact, Finding, Phrase, PhraseError
from notation.judge.judgement import Judgement
from notation.judge.rules import rules_to_judge_by
from notation.limits import spend
from notation.record.model import DealRecord, Holding, Ply, Record, Span, Trick
from notation.record.path import Path
from notation.record.traversal import first_trick, walk_deal
from notation.rulings.trials import Breach, GameVerdict, Hearing, breach_of, hearings, rulings, verdict_of
from notation.specs.spec import dealt_alike, write_spec
from notation.text.reader import Game
from referee.rules import DECISION_BITS, RulesError, RuleSet

Decisions = tuple[str, ...]
"""Decisions that one rule set takes from another, in the order of their points."""

MOST_TRIED: Final = 10_000
"""Sets of decisions tried in the search for a smallest one."""


class Deciding(NamedTuple):
    """What the first of two rule sets must take from the second to come to the same verdict.

    No smaller set of decisions does that. Of several of this size it is the one with the earliest points;
    ``others`` are the rest. If more than :data:`MOST_TRIED` would have to be tried it may not be
    ``smallest``: it is then only irreducible. There are none where only contracts make the difference.
    """

    decisions: Decisions
    smallest: bool = True
    others: tuple[Decisions, ...] = ()


class PacksError(PhraseError, ValueError):
    """Rule sets that cannot be compared over a record; the phrase says why."""


class Matter(Enum):
    """What two rule sets differ in: a ruling, the card points, the result of a deal, or only the match."""

    RULING = "ruling"
    POINTS = "points"
    RESULT = "result"
    MATCH = "match"


class WrittenPart(NamedTuple):
    """A part of a record, by its address and span; ``ply`` is the action, if it is one.

    ``trick`` counts the tricks of the record from 1, even if the deal starts from a position.
    """

    path: Path
    span: Span
    ply: Ply | None = None
    trick: int = 0


class PartingSide(NamedTuple):
    """One rule set's side: a ruling that the other does not give, and the card points at that place."""

    ruling: Finding | None = None
    points: tuple[int, ...] = ()


class Parting(NamedTuple):
    """The first difference between the verdicts of two rule sets: the place, both sides, and the cause."""

    matter: Matter
    place: WrittenPart
    first: PartingSide
    second: PartingSide
    deciding: Deciding


@dataclass(frozen=True, slots=True)
class Pair:
    """Two rule sets over one game: where they differ, in the game and in each deal alone."""

    first: RuleSet
    second: RuleSet
    parting: Parting | None
    deals: tuple[Parting, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A game under several rule sets: the outcome of each, and each pair of them."""

    game: Game
    rules: tuple[RuleSet, ...]
    judgements: tuple[Judgement, ...]
    verdicts: tuple[GameVerdict, ...]
    pairs: tuple[Pair, ...]

    @property
    def groups(self) -> list[list[RuleSet]]:
        """The rule sets grouped by outcome, in their order."""
        groups: dict[GameVerdict, list[RuleSet]] = {}
        for rules, verdict in zip(self.rules, self.verdicts, strict=True):
            groups.setdefault(verdict, []).append(rules)
        return list(groups.values())


class Comparing:
    """A comparison while it is made: first what the game comes to under each rule set, then each pair.

    Raises the PacksError of :func:`rules_to_compare`.
    """

    def __init__(self, game: Game, named: Sequence[RuleSet] = ()) -> None:
        self.game = game
        self.rules = rules_to_compare(game, named)
        *self._deals, self._whole = hearings(game)

    def judgements(self) -> Iterator[Judgement]:
        """Judge the game under one rule set after the other."""
        return map(self._whole.judgement, self.rules)

    def without_pairs(self) -> Comparison:
        """Return the comparison of which no two rule sets have been compared yet."""
        judgements = tuple(self.judgements())
        return Comparison(self.game, self.rules, judgements, tuple(map(verdict_of, judgements)), ())

    def pairs(self, begun: int = 0) -> Iterator[Pair]:
        """Compare one pair of rule sets after the other, without the first ones."""
        places = RulingPlaces()
        for first, second in islice(combinations(self.rules, 2), begun, None):
            difference = DecisionSearch(first, second)
            parting = _parting(difference, (*self._deals, self._whole), places)
            apart = (
                _parting(difference, (deal,), places, number)
                for number, deal in enumerate(self._deals, start=1)
            )
            yield Pair(first, second, parting, tuple(filter(None, apart)))


def compare_rules(game: Game, named: Sequence[RuleSet] = ()) -> Comparison:
    r"""Compare the rule sets of :func:`rules_to_compare` over a game; raises the same PacksError.

    >>> from notation.text.reader import read
    >>> from referee.rulesets import PRESETS
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. 20h Kh 9c"
    >>> [pair] = compare_rules(next(read(text)), [PRESETS["santase"], PRESETS["sixty-six"]]).pairs
    >>> pair.parting.deciding.decisions, pair.parting.first.ruling.code.id
    (('marriage_first_trick',), 'R222')
    """
    comparing = Comparing(game, named)
    return replace(comparing.without_pairs(), pairs=tuple(comparing.pairs()))


def rules_to_compare(game: Game, named: Sequence[RuleSet] = ()) -> tuple[RuleSet, ...]:
    """Return the named rule sets without duplicates; to a single one the record's own are added, first.

    If only one remains, the presets with the same number of players and pack are added. Raises PacksError if
    a set has another number of players or pack than the rest or the record's rules, if those are needed and
    cannot be read, and if nothing of the record can.
    """
    if game.draft is None:
        raise PacksError(Phrase("the record cannot be read"))
    own = rules_to_judge_by(game, assumed=next(iter(named), None))
    if len(named) < 2:
        if own is None:
            raise PacksError(Phrase("the rules of the record cannot be read: name two rule sets or more"))
        named = (own, *named)
    if len(set(named)) == 1:
        named = (*named, *dealt_alike(named[0]))
    told = game.draft.tag("Rules") is not None
    played = own if told and own is not None else named[0]
    for rules in named:
        facts: dict[str, Fact] = {"rules": write_spec(played), "other": write_spec(rules)}
        if rules.seats != played.seats:
            facts |= {"needed": played.seats, "stated": rules.seats}
            raise PacksError(
                Phrase(
                    "{rules} is for {needed} players, {other} for {stated}: they cannot be compared", facts
                )
            )
        if bool(rules.auction.steps) != bool(played.auction.steps):
            bids, plain = (rules, played) if rules.auction.steps else (played, rules)
            facts |= {"rules": write_spec(bids), "other": write_spec(plain)}
            raise PacksError(
                Phrase(
                    "under {rules} contracts are bid before the first lead, under {other} nothing is: "
                    "they cannot be compared",
                    facts,
                )
            )
        if (rules.deck_cards, rules.deal_hand_size) != (played.deck_cards, played.deal_hand_size):
            facts |= {"needed": played.deck_cards.bit_count(), "stated": rules.deck_cards.bit_count()}
            raise PacksError(
                Phrase(
                    "{rules} is played with {needed} cards, {other} with {stated}: they cannot be compared",
                    facts,
                )
            )
    return tuple(dict.fromkeys(named))


def _parting(
    difference: "DecisionSearch", heard: Sequence[Hearing], places: "RulingPlaces", number: int = 0
) -> Parting | None:
    """Return where and why two rule sets differ over the last game of ``heard``; None if they do not.

    A game that is one deal of several has that deal's number.
    """
    deciding, game = difference.decide(heard), heard[-1].game
    if deciding is None or game.draft is None:
        return None
    mixed = difference.between(deciding.decisions) if deciding.decisions else difference.second
    if mixed is None:
        return None
    judge = heard[-1].judgement
    first, last = judge(difference.first), judge(difference.second)
    matter, place, ours, theirs = _first_place(game.draft, first, last, lambda: judge(mixed), places)
    return Parting(
        matter,
        place._replace(path=replace(place.path, deal=number or place.path.deal)),
        ours,
        theirs,
        deciding,
    )


NOTHING: Final[Mapping[Breach, Finding]] = {}


class _Said(NamedTuple):
    """A judgement at a place: its rulings, and the points after the action if it was reached."""

    rulings: Mapping[Breach, Finding]
    points: tuple[int, ...]


class RulingPlaces:
    """The places of deals where a ruling can be, found once for all rule sets."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int], list[WrittenPart]] = {}

    def of(self, number: int, deal: DealRecord) -> list[WrittenPart]:
        """Return those of a deal, in order, with its number in their addresses."""
        found = self._found.get((number, id(deal)))
        if found is None:
            found = self._found[number, id(deal)] = list(_places(number, deal))
        return found


def _first_place(
    record: Record,
    judged: Judgement,
    otherwise: Judgement,
    halfway: Callable[[], Judgement],
    all_places: RulingPlaces,
) -> tuple[Matter, WrittenPart, PartingSide, PartingSide]:
    """Return the first place where a judgement differs from another, and in what.

    The one ``halfway`` is by the first rules with the decisive decisions taken from the others: differences
    in card points that it does not share with the other do not affect the verdict.
    """
    first, last = verdict_of(judged), verdict_of(otherwise)
    for number, deal in enumerate(record.deals, start=1):
        places = all_places.of(number, deal)
        one, other = first.deals[number - 1], last.deals[number - 1]
        spend(len(places))
        between: list[_Said] = []
        both = zip(_said(judged, number, places), _said(otherwise, number, places), strict=True)
        for at, (place, (ours, theirs)) in enumerate(zip(places, both, strict=True)):
            if ours.rulings.keys() != theirs.rulings.keys():
                return Matter.RULING, place, _side(ours, theirs), _side(theirs, ours)
            if ours.points and theirs.points and ours.points != theirs.points:
                between = between or list(_said(halfway(), number, places))
                if between[at].points and between[at].points != ours.points:
                    return Matter.POINTS, place, _side(ours, theirs), _side(theirs, ours)
            over = (one.result and not ours.points) or (other.result and not theirs.points)
            if place.ply and over and one != other:  # by one of them the deal has ended
                return Matter.RESULT, place, PartingSide(), PartingSide()
        if one != other:
            span = deal.result.span if deal.result else places[-1].span
            return Matter.RESULT, WrittenPart(Path(deal=number), span), PartingSide(), PartingSide()
    spans = [tag.span for tag in record.tags if tag.name == "Result"]
    spans += [deal.result.span if deal.result else deal.span for deal in record.deals[-1:]]
    return Matter.MATCH, WrittenPart(Path(), spans[0]), PartingSide(), PartingSide()


def _places(number: int, deal: DealRecord) -> Iterator[WrittenPart]:
    """Yield the places of a deal where a ruling can be, in order."""
    for path, part in walk_deal(deal, Path(deal=number)):
        if isinstance(part, DealRecord | Holding | Trick | Ply):
            trick = path.trick - first_trick(deal) + 1 if path.trick else 0
            yield WrittenPart(path, part.span, part if isinstance(part, Ply) else None, trick)


def _said(judgement: Judgement, number: int, places: Sequence[WrittenPart]) -> Iterator[_Said]:
    """Return what a judgement has at each place of a deal."""
    found: dict[Span, dict[Breach, Finding]] = {}
    for finding in rulings(judgement, number):
        found.setdefault(finding.span, {})[breach_of(finding)] = finding
    tricks = judgement.deals[number - 1].tricks
    points = {event.ply.span: event.points for trick in tricks for event in trick.events}
    for place in places:
        yield _Said(found.get(place.span, NOTHING), points.get(place.span, ()) if place.ply else ())


def _side(said: _Said, other: _Said) -> PartingSide:
    ruling = next((finding for breach, finding in said.rulings.items() if breach not in other.rulings), None)
    return PartingSide(ruling, said.points)


# The smallest difference.


class DecisionSearch:
    """The decisions in which two rule sets differ, and which of them their verdicts depend on.

    A set of decisions is one of their bits. Verdicts are memoised: one under a mixture of the two serves
    every mixture with the same values of the decisions that it depends on.
    """

    def __init__(self, first: RuleSet, second: RuleSet) -> None:
        self.first = first
        self.second = second
        self._bits = {
            name: bit for name, bit in DECISION_BITS.items() if getattr(first, name) != getattr(second, name)
        }
        self._all = sum(self._bits.values())
        self._fields = {field.name: getattr(first, field.name) for field in fields(first)}
        self._mixed: dict[int, RuleSet | int] = {}
        self._heard: dict[Hearing, dict[int, dict[int, GameVerdict]]] = {}

    def between(self, taken: Decisions) -> RuleSet | None:
        """Return the first rule set with some decisions taken from the second; None if not valid.

        >>> from referee.rulesets import PRESETS
        >>> search = DecisionSearch(PRESETS["santase"], PRESETS["sixty-six"])
        >>> search.between(("close_min_talon",)).close_min_talon
        2
        """
        mixed = self._between(self._mask(taken))
        return None if isinstance(mixed, int) else mixed

    def decide(self, hearings: Sequence[Hearing]) -> Deciding | None:
        """Return what decides between the verdicts of the two in all hearings; None if they agree.

        There are no decisions where those of both give another verdict, because the contracts differ.
        Sets are tried by size, starting with the empty one. While a verdict differs from that of the second
        rule set, one of the decisions which it depends on must be added: no other can change it.
        """
        aims = [hearing.verdict(self.second)[0] for hearing in hearings]

        @cache
        def lacking(taken: int) -> tuple[int, ...]:
            """Return sets of decisions of each of which one must be added; none if nothing is lacking.

            They are disjoint, so that at least as many decisions are needed as there are sets.
            """
            mixed = self._between(taken)
            if isinstance(mixed, int):
                return (mixed & ~taken,)
            wrong = []
            unheard = []
            for hearing, aim in zip(hearings, aims, strict=True):
                heard = self._known(hearing, taken)
                if heard is None:
                    unheard.append((hearing, aim))
                elif heard[0] != aim:
                    wrong.append(heard[1] & ~taken)
            for hearing, aim in unheard if not wrong else ():
                verdict, depends = self._hear(hearing, taken)
                if verdict != aim:
                    return (depends & ~taken,)
            return tuple(_disjoint(sorted(wrong, key=int.bit_count)))

        if not lacking(0):
            return None
        if self.first.auction != self.second.auction and lacking(self._all):
            return Deciding(())
        found = _smallest(self._all, lacking)
        if not found:
            return Deciding(self._named(_irreducible(self._all, lacking)), smallest=False)
        first, *others = map(self._named, found)
        return Deciding(first, others=tuple(others))

    def _between(self, taken: int) -> RuleSet | int:
        """Return a mixture or, of one that is not valid, the decisions that are about that."""
        if taken not in self._mixed:
            try:
                changes = {name: getattr(self.second, name) for name in self._named(taken)}
                self._mixed[taken] = RuleSet(**self._fields | changes)
            except RulesError as error:
                self._mixed[taken] = self._mask(error.decisions) or self._all
        return self._mixed[taken]

    def _known(self, hearing: Hearing, taken: int) -> tuple[GameVerdict, int] | None:
        """Return the verdict of a hearing under a mixture and what it depends on, if it is known."""
        for depends, verdicts in self._heard.setdefault(hearing, {}).items():
            heard = verdicts.get(taken & depends)
            if heard is not None:
                return heard, depends
        return None

    def _hear(self, hearing: Hearing, taken: int) -> tuple[GameVerdict, int]:
        mixed = self._between(taken)
        assert isinstance(mixed, RuleSet)  # noqa: S101 - seen before
        verdict, asked = hearing.verdict(mixed)
        depends = asked & self._all
        self._heard[hearing].setdefault(depends, {})[taken & depends] = verdict
        return verdict, depends

    def _mask(self, names: Iterable[str]) -> int:
        """Return the bit mask of those named decisions in which the two differ."""
        return sum(self._bits.get(name, 0) for name in names)

    def _named(self, taken: int) -> Decisions:
        return tuple(name for name, bit in self._bits.items() if taken & bit)


def _each(decisions: int) -> Iterator[int]:
    """Yield the bits of a set of decisions in the order of their points."""
    while decisions:
        yield (bit := decisions & -decisions)
        decisions ^= bit


def _disjoint(sets: Iterable[int]) -> Iterator[int]:
    """Yield the sets without those that overlap an earlier one."""
    seen = 0
    for one in sets:
        if not one & seen:
            seen |= one
            yield one


def _smallest(apart: int, lacking: Callable[[int], Sequence[int]]) -> list[int]:
    """Return the smallest sets that lack nothing, by their points; none if there were too many to try.

    Sizes are tried in ascending order; a branch that lacks more than its size allows is cut off.
    """
    tried: set[int] = set()
    for size in range(apart.bit_count() + 1):
        level = {0}
        for room in range(size, -1, -1):
            larger: set[int] = set()
            found = []
            for taken in sorted(level, key=lambda taken: list(_each(taken))):
                tried.add(taken)
                more = lacking(taken)
                if not more:
                    found.append(taken)
                    continue
                if len(tried) >= MOST_TRIED:
                    return found
                if len(more) <= room:
                    larger.update(taken | bit for bit in _each(more[0]))
            if found:
                return found
            level = larger
    raise AssertionError("a verdict hangs on a decision that it did not ask for")


def _irreducible(apart: int, lacking: Callable[[int], object]) -> int:
    """Return an irreducible set that lacks nothing: all decisions, minus those that can be removed."""
    kept = apart
    while True:
        smaller = (kept & ~bit for bit in reversed(list(_each(kept))))
        found = next((less for less in smaller if not lacking(less)), None)
        if found is None:
            return kept
        kept = found
