"""The same play under several rule sets: what each makes of it, and where and why every two part.

Compares verdicts of :mod:`notation.rulings.trials` and must never know a rule itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from typing import Final, NamedTuple

from notation.findings.finding import Fact, Finding, Phrase
from notation.judge.judgement import Judgement
from notation.judge.match import rules_to_judge_by
from notation.limits import spend
from notation.record.model import DealRecord, Holding, Ply, Record, Span, Trick
from notation.record.path import Path
from notation.record.traversal import first_trick, walk_deal
from notation.rulings.smallest_difference import Deciding, DecisionSearch
from notation.rulings.trials import Breach, GameVerdict, Hearing, breach_of, hearings, rulings, verdict_of
from notation.specs.neighbours import dealt_alike
from notation.specs.spec import write_spec
from notation.text.reader import Game
from referee.rules import RuleSet


class PacksError(ValueError):
    """Rule sets that cannot be compared over a record; the phrase says why."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


class Matter(Enum):
    """In what two rule sets part: a ruling, the card points, the result of a deal, or only the match."""

    RULING = "ruling"
    POINTS = "points"
    RESULT = "result"
    MATCH = "match"


class WrittenPart(NamedTuple):
    """A part of a record by its address and its place in the text; ``ply`` is the action, if it is one.

    ``trick`` counts the tricks of the record from 1, at whatever trick the deal is taken up.
    """

    path: Path
    span: Span
    ply: Ply | None = None
    trick: int = 0


class PartingSide(NamedTuple):
    """What one rule set says at a place: a ruling that the other does not give, and the card points then."""

    ruling: Finding | None = None
    points: tuple[int, ...] = ()


class Parting(NamedTuple):
    """The first place at which the verdicts of two rule sets part, what each says there, and what decides."""

    matter: Matter
    place: WrittenPart
    first: PartingSide
    second: PartingSide
    deciding: Deciding


@dataclass(frozen=True, slots=True)
class Pair:
    """Two rule sets over one game: where they part, if they do, and where in each deal by itself."""

    first: RuleSet
    second: RuleSet
    parting: Parting | None
    deals: tuple[Parting, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A game under several rule sets: what each makes of it, and every two of them side by side."""

    game: Game
    rules: tuple[RuleSet, ...]
    judgements: tuple[Judgement, ...]
    verdicts: tuple[GameVerdict, ...]
    pairs: tuple[Pair, ...]

    @property
    def groups(self) -> list[list[str]]:
        """The rule sets by what they come to, in their order."""
        groups: dict[GameVerdict, list[str]] = {}
        for rules, verdict in zip(self.rules, self.verdicts, strict=True):
            groups.setdefault(verdict, []).append(write_spec(rules))
        return list(groups.values())


def compare_rules(game: Game, named: Sequence[RuleSet] = ()) -> Comparison:
    r"""A game under the rule sets that :func:`rules_to_compare` gives; raises PacksError where that does.

    >>> from notation.text.reader import read
    >>> from referee.rulesets import PRESETS
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. 20h Kh 9c"
    >>> [pair] = compare_rules(next(read(text)), [PRESETS["santase"], PRESETS["sixty-six"]]).pairs
    >>> pair.parting.deciding.decisions, pair.parting.first.ruling.code.id
    (('marriage_first_trick',), 'R222')
    """
    rules = rules_to_compare(game, named)
    *deals, whole = hearings(game)
    pairs, places = [], RulingPlaces()
    for first, second in combinations(rules, 2):
        difference = DecisionSearch(first, second)
        parting = _parting(difference, (*deals, whole), places)
        apart = (_parting(difference, (deal,), places, number) for number, deal in enumerate(deals, start=1))
        pairs.append(Pair(first, second, parting, tuple(filter(None, apart))))
    judgements = tuple(map(whole.judgement, rules))
    return Comparison(game, rules, judgements, tuple(map(verdict_of, judgements)), tuple(pairs))


def rules_to_compare(game: Game, named: Sequence[RuleSet] = ()) -> tuple[RuleSet, ...]:
    """The rule sets named, each once; a single one is compared with the record's own, which go first.

    Where that is one set still, the presets for as many players with its pack are added. Raises PacksError
    where a set is for more or fewer players or has another pack than the rest or than the record's rules, and
    where these are needed and cannot be read.
    """
    own = rules_to_judge_by(game, assumed=next(iter(named), None))
    if len(named) < 2:
        if own is None:
            raise PacksError(Phrase("the rules of the record cannot be read: name two rule sets or more"))
        named = (own, *named)
    if len(set(named)) == 1:
        named = (*named, *dealt_alike(named[0]))
    told = game.draft is not None and game.draft.tag("Rules") is not None
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
    difference: DecisionSearch, heard: Sequence[Hearing], places: "RulingPlaces", number: int = 0
) -> Parting | None:
    """Where and why two rule sets part over the game that is heard last; None where they do not.

    A game that is one deal of several has that deal's number.
    """
    deciding = difference.decide(heard)
    mixed = difference.between(deciding.decisions)
    game = heard[-1].game
    if not deciding.decisions or mixed is None or game.draft is None:
        return None
    judgements = [heard[-1].judgement(rules) for rules in (difference.first, mixed, difference.second)]
    matter, place, ours, theirs = _first_place(game.draft, judgements, places)
    return Parting(
        matter,
        place._replace(path=replace(place.path, deal=number or place.path.deal)),
        ours,
        theirs,
        deciding,
    )


NOTHING: Final[Mapping[Breach, Finding]] = {}


class _Said(NamedTuple):
    """What a judgement says at a place: the rulings, and the points after the action if it came to it."""

    rulings: Mapping[Breach, Finding]
    points: tuple[int, ...]


class RulingPlaces:
    """The places of deals at which a ruling can stand, found once for all rule sets."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int], list[WrittenPart]] = {}

    def of(self, number: int, deal: DealRecord) -> list[WrittenPart]:
        """Those of a deal, in order, with its number in their addresses."""
        found = self._found.get((number, id(deal)))
        if found is None:
            found = self._found[number, id(deal)] = list(_places(number, deal))
        return found


def _first_place(
    record: Record, judgements: Sequence[Judgement], all_places: RulingPlaces
) -> tuple[Matter, WrittenPart, PartingSide, PartingSide]:
    """The first place at which the first of three judgements parts from the last, and in what.

    The second is by the first rules with what decides taken from the last: card points on the way in
    which that does not part from the first have nothing to do with the verdict.
    """
    first, *_, last = (verdict_of(judgement) for judgement in judgements)
    for number, deal in enumerate(record.deals, start=1):
        places = all_places.of(number, deal)
        one, other = first.deals[number - 1], last.deals[number - 1]
        spend(len(places))
        for place, *said in zip(places, *(_said(each, number, places) for each in judgements), strict=True):
            ours, halfway, theirs = said
            if ours.rulings.keys() != theirs.rulings.keys():
                return Matter.RULING, place, _side(ours, theirs), _side(theirs, ours)
            if all(each.points for each in said) and ours.points not in (halfway.points, theirs.points):
                return Matter.POINTS, place, _side(ours, theirs), _side(theirs, ours)
            over = (one.result and not ours.points) or (other.result and not theirs.points)
            if place.ply and over and one != other:  # by one of them the deal has come to its end
                return Matter.RESULT, place, PartingSide(), PartingSide()
        if one != other:
            span = deal.result.span if deal.result else places[-1].span
            return Matter.RESULT, WrittenPart(Path(deal=number), span), PartingSide(), PartingSide()
    spans = [tag.span for tag in record.tags if tag.name == "Result"]
    spans += [deal.result.span if deal.result else deal.span for deal in record.deals[-1:]]
    return Matter.MATCH, WrittenPart(Path(), spans[0]), PartingSide(), PartingSide()


def _places(number: int, deal: DealRecord) -> Iterator[WrittenPart]:
    """The places of a deal at which a ruling can stand, in order."""
    for path, part in walk_deal(deal, Path(deal=number)):
        if isinstance(part, DealRecord | Holding | Trick | Ply):
            trick = path.trick - first_trick(deal) + 1 if path.trick else 0
            yield WrittenPart(path, part.span, part if isinstance(part, Ply) else None, trick)


def _said(judgement: Judgement, number: int, places: Sequence[WrittenPart]) -> Iterator[_Said]:
    """What a judgement says at each of these places of a deal; every action judged is one event."""
    found: dict[Span, dict[Breach, Finding]] = {}
    for finding in rulings(judgement, number):
        found.setdefault(finding.span, {})[breach_of(finding)] = finding
    events = (event for trick in judgement.deals[number - 1].tricks for event in trick.events)
    for place in places:
        event = next(events, None) if place.ply else None
        yield _Said(found.get(place.span, NOTHING), event.points if event else ())


def _side(said: _Said, other: _Said) -> PartingSide:
    ruling = next((finding for breach, finding in said.rulings.items() if breach not in other.rulings), None)
    return PartingSide(ruling, said.points)
