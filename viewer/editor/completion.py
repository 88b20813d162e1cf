"""What can be written at a place of a document: legal actions, numbers, results, rules, words.

Offers what the grammar lets stand there and the referee allows; it decides neither.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

from notation.findings import Finding
from notation.record import (
    NOBODY,
    SEAT_LETTERS,
    TAG_ORDER,
    UNRECORDED,
    DealRecord,
    Record,
    card_word,
    seat_letter,
)
from notation.specs import OPTIONS, read_spec
from notation.text import Source, outcome_words, ply_word, read_game
from referee import BOOKS, POINTS, PRESETS, Reason, mask, members, point_of
from viewer.documents.languages import Language
from viewer.editor.moments import Aftermath, Moment, aftermath, moment, without_last, written_up_to
from viewer.editor.places import Extent
from viewer.editor.review import Review, Seen, tags_of
from viewer.editor.syntax import GAME_LINE, Ending, ending
from viewer.editor.words import ENGLISH, card_name, outcome, prospect


class Kind(Enum):
    """What sort of thing is offered."""

    ACTION = "action"
    WORD = "word"
    VALUE = "value"
    NAME = "name"


class Item(NamedTuple):
    """A text that is offered, with what there is to say of it."""

    text: str
    detail: str = ""
    kind: Kind = Kind.WORD


class Offer(NamedTuple):
    """What is offered, best first, for the word that is being written."""

    extent: Extent
    items: tuple[Item, ...] = ()


_LOOK_BACK: Final = 1024
"""Characters before a place that are searched for the word that is being written."""
_WORD: Final = re.compile(r"[^\s()\[\]{}<>;:\"]*\Z")
_SPEC: Final = re.compile(r'\[[ \t]*Rules[ \t]+"([^"\\\n]*)\Z')
_HANGING: Final = re.compile(r"(?:([A-D]):[ \t\r\n]*)?(?:~[^\s~]+[ \t\r\n]*)*\Z")
"""An actor and cards taken back, behind which the action is not written yet."""
_BLANKS: Final = "\ufeff \t\r\n"
_ENDING: Final = frozenset({"EQUALS", "STAR", "REASON", "TOTALS", "SCORE"})
"""The words of a result that the play can supply."""
_KEYWORDS: Final = {
    "_DEALER": "dealer",
    "_TRUMP": "trump",
    "POSITION": "position",
    "_LEAD": "lead",
    "_TRICKS": "tricks",
    "_PENDING": "pending",
    "_CLOSED": "closed",
    "_BY": "by",
    "_SCORE": "score",
    "RULING": "ruling",
}


def complete(review: Review, offset: int, language: Language = ENGLISH) -> Offer:
    """What can be written at an offset in the place of the word before it."""
    seen = review.game_at(offset)
    start = seen.extent.start if seen else 0
    text = review.page.text[start:offset]
    spec = _SPEC.search(text[-_LOOK_BACK:])
    if spec:
        *words, word = spec[1].split(" ")
        return Offer(Extent(offset - len(word), offset), tuple(_rules(" ".join(words).split(), language)))
    found = _WORD.search(text[-_LOOK_BACK:])
    word = found[0] if found else ""
    extent = Extent(offset - len(word), offset)
    text = text[: len(text) - len(word)]
    if seen is None or seen.judgement.game.number == 0 or not text.strip(_BLANKS):
        at_line_start = not text.rpartition("\n")[2]
        return Offer(extent, (Item(GAME_LINE, language.say("a game starts")),) if at_line_start else ())
    end = ending(text)
    if end.shut:
        return Offer(extent)
    return Offer(
        extent, tuple(dict.fromkeys(_Place(seen, text, end, word.startswith("+"), language).items()))
    )


def _rules(words: list[str], language: Language) -> Iterator[Item]:
    """Rule sets, or behind one the options that make sense beside those that are written."""
    if not words:
        for name in PRESETS:
            yield Item(name, language.say("after {source}", source=BOOKS[name].source), Kind.NAME)
        return
    preset = read_spec(words[0])
    if isinstance(preset, Finding):
        return
    given = {word.partition("=")[0] for word in words[1:]}
    for option in OPTIONS:
        usual = getattr(preset, option.decision)
        default = language.say("{value} if not given", value=option.write(usual))
        why = f"{language.translate(POINTS[point_of(option.decision)])}; {default}"
        if option.word in given:
            continue
        if option.values is None:
            yield Item(f"{option.word}=", f"{language.say('a number')}: {why}", Kind.NAME)
        for value, meant in (option.values or {}).items():
            makes_sense = not isinstance(read_spec(" ".join([*words, f"{option.word}={value}"])), Finding)
            if makes_sense and meant is not usual:
                yield Item(f"{option.word}={value}", why, Kind.VALUE)


class _Place:
    """The end of a game's text up to some place, and what can follow."""

    def __init__(self, seen: Seen, text: str, end: Ending, drawing: bool, language: Language) -> None:
        self._language = language
        self.end = end
        self.drawing = drawing
        self.owner = NOBODY
        self.tags = tags_of(seen)
        self.rules = seen.judgement.rules
        hanging = _HANGING.search(text[-_LOOK_BACK:]) if end.acts else None
        if hanging:
            text = text[: len(text) - len(hanging[0])]
            self.owner = SEAT_LETTERS.index(hanging[1]) if hanging[1] else NOBODY
        deals = _deals_up_to(seen, text, end)
        headless = bool(deals) and not deals[-1].is_headed
        self.deal = None if headless or not deals else deals[-1]
        self.before = deals[:-1] if deals else []
        if self.deal:
            at_once = end.last == "LPAR"
            self.deal = written_up_to(self.deal, end.depth - at_once)
        if self.deal and end.last == "LPAR":
            self.deal = without_last(self.deal)
        self.moment: Moment | None = moment(self.rules, self.deal) if self.rules and self.deal else None

    def items(self) -> Iterator[Item]:
        """What can follow, best first."""
        kinds = self.end.kinds
        if "TAG_NAME" in kinds:
            yield from self._tag_names()
        if "TRICK" in kinds and self.moment:
            number = self.moment.next_number()
            if number is not None:
                yield Item(f"{number}.", self._language.say("the next trick"), Kind.ACTION)
        if self.end.acts:
            yield from self._deeds()
        elif "CARD" in kinds:
            yield from self._cards_left()
        yield from self._dealing(kinds)
        yield from self._ends(kinds)
        for name, word in _KEYWORDS.items():
            if name in kinds:
                yield Item(word)

    def _tag_names(self) -> Iterator[Item]:
        given = {tag.name for tag in self.tags}
        absent = SEAT_LETTERS[self.rules.seats :] if self.rules else ""
        for name in TAG_ORDER:
            if name not in given and name not in absent:
                player = self._language.say("a player") if name in SEAT_LETTERS else ""
                yield Item(name, player, Kind.NAME)

    def _deeds(self) -> Iterator[Item]:
        if not self.moment:
            return
        plays = False
        for done in self.moment.deeds(self.owner, self.drawing):
            ply = replace(done.ply, seat=NOBODY) if self.owner >= 0 else done.ply
            plays = plays or ply.plays
            what = prospect(done.event, done.trick, done.after, done.trump, self._language)
            yield Item(ply_word(ply), what, Kind.ACTION)
        if plays and self.moment.has_gaps:
            unrecorded = self._language.say("a card that is not recorded")
            yield Item(card_word(UNRECORDED), unrecorded, Kind.ACTION)

    def _cards_left(self) -> Iterator[Item]:
        """The cards that nobody was dealt yet, as far as it is written."""
        if not self.rules:
            return
        dealt: set[int] = set()
        if self.deal:
            dealt.update(*(holding.cards for holding in self.deal.holdings))
        for card in members(self.rules.deck_cards & ~mask(card for card in dealt if card >= 0)):
            yield Item(card_word(card), card_name(card, self._language), Kind.VALUE)

    def _dealing(self, kinds: frozenset[str]) -> Iterator[Item]:
        """The head of a deal, and whose cards are to be written."""
        deals = self.before + ([self.deal] if self.deal else [])
        number = deals[-1].number + 1 if deals else 1
        say = self._language.say
        following = say("the next deal") if deals else say("the first deal")
        done = (
            not self.deal
            or self.deal.result
            or self.deal.awards
            or (self.moment and self.moment.entry.result)
        )
        if "DEAL" in kinds and done:
            for seat in self._behind.dealers:
                head = f"deal {number} dealer {seat_letter(seat)}"
                yield Item(head, following)
        if "NUMBER" in kinds and self.end.last == "DEAL":
            yield Item(str(number), say("the next deal"), Kind.VALUE)
        if "SEAT" in kinds and self.end.last == "_DEALER":
            for seat in self._behind.dealers:
                yield Item(seat_letter(seat), say("the dealer"), Kind.VALUE)
        if "SEAT" in kinds and self.end.last in ("_LEAD", "_CLOSED"):
            who = say("who is to lead") if self.end.last == "_LEAD" else say("who has closed the talon")
            for seat in range(self.rules.seats if self.rules else 0):
                yield Item(seat_letter(seat), who, Kind.VALUE)
        if "OWNER" in kinds and not self.end.acts:
            held = {seat for seat, _ in self.deal.hands} if self.deal else set()
            for seat in range(self.rules.seats if self.rules else 0):
                if seat not in held:
                    yield Item(f"{seat_letter(seat)}:", say("a hand"))
        if "TALON" in kinds:
            yield Item("talon:", say("from the top, the turn-up last"))

    @cached_property
    def _behind(self) -> Aftermath:
        """What stands behind all deals whose heads are written."""
        if not self.rules:
            return Aftermath(None, [])
        deals = (*self.before, *([self.deal] if self.deal else []))
        return aftermath(self.rules, Record(self.tags, deals))

    def _ends(self, kinds: frozenset[str]) -> Iterator[Item]:
        """The result that the play gives, or as much of it as can follow."""
        if not self.moment or not self.rules or not self.deal or not kinds & _ENDING:
            return
        if self.deal.position and not self.deal.tricks:
            return  # what is stated of a position, the play cannot supply
        entry = self.moment.entry
        if entry.result and not self.end.depth:
            entry = self._behind.entry or entry
        stated = outcome(entry, entry.score)
        whole = outcome_words(stated)
        say = self._language.say
        what = say("the result as it was played") if entry.result else say("the deal was not finished")
        if "EQUALS" in kinds and self.deal.tricks:
            yield Item(whole, what)
        if "STAR" in kinds:
            yield Item(whole.removeprefix("= "), what)
        if "_BY" in kinds and stated.reason:
            yield Item(f"by {whole.partition(' by ')[2]}", what)
        if "REASON" in kinds:
            reasons = sorted((reason.value for reason in Reason), key=lambda word: word != stated.reason)
            for word in reasons:
                yield Item(word, say("as it was played") if word == stated.reason else "", Kind.VALUE)
        if "TOTALS" in kinds and stated.card_points:
            yield Item(f"({'-'.join(map(str, stated.card_points))})", say("the card points"), Kind.VALUE)
        if "SCORE" in kinds and stated.score:
            yield Item("-".join(map(str, stated.score)), say("the score"), Kind.VALUE)


def _deals_up_to(seen: Seen, text: str, end: Ending) -> list[DealRecord]:
    """The deals of a game's text that ends in the middle of one, the variations that stand open shut."""
    at_once = end.last == "LPAR"
    if at_once:
        text = text.rstrip(_BLANKS).removesuffix("(")
    text += ")" * (end.depth - at_once)
    draft = seen.judgement.game.draft
    before: list[DealRecord] = []
    if end.start and draft:
        here = seen.extent.start + end.start
        heads = [part for part in seen.parts if isinstance(part.what, DealRecord)]
        before = [part.what for part in heads if part.extent.start < here]
        text = f"{GAME_LINE}\n{text[end.start :]}"
    found = read_game(Source(1, 1, text, None)).draft
    return before + list(found.deals if found else ())
