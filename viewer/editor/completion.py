"""Completion: legal actions, numbers, results, rules and words that can be written at a place.

Offers what the grammar accepts and the referee allows; it decides neither.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

from notation.editing import outcome
from notation.findings import Finding
from notation.judge import speaks
from notation.record import OF_SEATS, SEAT_LETTERS, card_word, model, read_seat, score_words, seat_letter
from notation.replay import Aftermath, DealSoFar, aftermath, play_so_far, without_last, written_up_to
from notation.specs import OPTIONS, read_spec
from notation.text import ALPHABETS, Source, outcome_words, ply_word, read_game
from notation.text.scan import REASONS as WORDS
from referee import BOOKS, POINTS, PRESETS, SEATS, Card, mask, members, point_of
from viewer.documents.languages import Language
from viewer.documents.reports import spoken_of
from viewer.editor.places import Extent
from viewer.editor.review import Review, ReviewedGame, tags_of
from viewer.editor.sentences import ENGLISH, card_name, prospect
from viewer.editor.syntax import GAME_LINE, Ending, ending


class CompletionKind(Enum):
    """The kind of a completion."""

    ACTION = "action"
    WORD = "word"
    VALUE = "value"
    NAME = "name"


class Completion(NamedTuple):
    """A text to insert, with its description."""

    text: str
    detail: str = ""
    kind: CompletionKind = CompletionKind.WORD


class Offer(NamedTuple):
    """The completions of the word being written, best first."""

    extent: Extent
    items: tuple[Completion, ...] = ()


_LOOK_BACK: Final = 1024
"""Characters before a place that are searched for the start of its word."""
_WORD: Final = re.compile(r"[^\s()\[\]{}<>;:\"]*\Z")
_SPEC: Final = re.compile(r'\[[ \t]*Rules[ \t]+"([^"\\\n]*)\Z')
_LETTERS: Final = re.compile(r'\[[ \t]*Letters[ \t]+"([^"\\\n]*)\Z')
_HANGING: Final = re.compile(r"(?:([A-D]):[ \t\r\n]*)?(?:~[^\s~]+[ \t\r\n]*)*\Z")
"""An actor and cards taken back, after which the action is still missing."""
_BLANKS: Final = "\ufeff \t\r\n"
_ENDING: Final = frozenset({"EQUALS", "STAR", "STAKES", "REASON", "TOTALS", "SCORE"})
"""The words of a result that the play determines."""
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
_BEGUN: Final = {"TRUMP": "trump ", "BID": "bid ", "CALL": "call "}
"""The words of an opening after which a suit, a name or a card is still missing."""


def complete(review: Review, offset: int, language: Language = ENGLISH) -> Offer:
    """Return what can be written at an offset, in place of the word before it."""
    seen = review.game_at(offset)
    start = seen.extent.start if seen else 0
    text = review.page.text[start:offset]
    spec = _SPEC.search(text[-_LOOK_BACK:])
    if spec:
        *words, word = spec[1].split(" ")
        return Offer(Extent(offset - len(word), offset), tuple(_rules(" ".join(words).split(), language)))
    letters = _LETTERS.search(text[-_LOOK_BACK:])
    if letters:
        names = (
            Completion(each.name, " ".join(each.ranks[::-1]), CompletionKind.VALUE)
            for each in ALPHABETS.values()
        )
        return Offer(Extent(offset - len(letters[1]), offset), tuple(names))
    found = _WORD.search(text[-_LOOK_BACK:])
    word = found[0] if found else ""
    extent = Extent(offset - len(word), offset)
    text = text[: len(text) - len(word)]
    if seen is None or seen.judgement.game.number == 0 or not text.strip(_BLANKS):
        at_line_start = not text.rpartition("\n")[2]
        return Offer(extent, (Completion(GAME_LINE, language.say("a game starts")),) if at_line_start else ())
    game = seen.judgement.game
    text = game.english(text)
    end = ending(text)
    if end.shut:
        return Offer(extent)
    items = dict.fromkeys(_TextBefore(seen, text, end, word.startswith("+"), language).items())
    return Offer(extent, tuple(item._replace(text=game.own(item.text)) for item in items))


def _rules(words: list[str], language: Language) -> Iterator[Completion]:
    """Return the rule sets, or after one the options that are compatible with those already written."""
    if not words:
        for name in PRESETS:
            yield Completion(
                name, language.say("after {source}", source=BOOKS[name].source), CompletionKind.NAME
            )
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
            yield Completion(f"{option.word}=", f"{language.say('a number')}: {why}", CompletionKind.NAME)
        for value, meant in (option.values or {}).items():
            makes_sense = not isinstance(read_spec(" ".join([*words, f"{option.word}={value}"])), Finding)
            if makes_sense and meant is not usual:
                yield Completion(f"{option.word}={value}", why, CompletionKind.VALUE)


class _TextBefore:
    """The end of a game's text up to a place, and what can follow."""

    def __init__(self, seen: ReviewedGame, text: str, end: Ending, drawing: bool, language: Language) -> None:
        self._language = spoken_of(seen.judgement, language)
        self.end = end
        self.drawing = drawing
        self.owner = model.NOBODY
        self.tags = tags_of(seen)
        self.rules = seen.judgement.rules
        self.begun = _BEGUN.get(end.last, "")
        if self.begun:
            text = text.rstrip(_BLANKS).removesuffix(self.begun.rstrip())
        hanging = _HANGING.search(text[-_LOOK_BACK:]) if end.acts or self.begun else None
        if hanging:
            text = text[: len(text) - len(hanging[0])]
            self.owner = read_seat(hanging[1]) if hanging[1] else model.NOBODY
        deals = _deals_up_to(seen, text, end)
        headless = bool(deals) and not deals[-1].is_headed
        self.deal = None if headless or not deals else deals[-1]
        self.before = deals[:-1] if deals else []
        if self.deal:
            at_once = end.last == "LPAR"
            self.deal = written_up_to(self.deal, end.depth - at_once)
        if self.deal and end.last == "LPAR":
            self.deal = without_last(self.deal)
        self.played: DealSoFar | None = (
            play_so_far(self.rules, self.deal) if self.rules and self.deal else None
        )

    def items(self) -> Iterator[Completion]:
        """Return what can follow, best first."""
        kinds = self.end.kinds
        if "TAG_NAME" in kinds:
            yield from self._tag_names()
        if "TRICK" in kinds and self.played:
            number = self.played.next_number()
            if number is not None:
                yield Completion(f"{number}.", self._language.say("the next trick"), CompletionKind.ACTION)
        if "OPENING" in kinds and self.rules and self.rules.auction.contracts:
            before_play = self._language.say("what is said before the first lead")
            yield Completion("0.", before_play, CompletionKind.ACTION)
        if self.end.acts or self.begun:
            yield from self._continuations()
        elif "CARD" in kinds:
            yield from self._cards_left()
        yield from self._dealing(kinds)
        yield from self._ends(kinds)
        for name, word in _KEYWORDS.items():
            if name in kinds:
                yield Completion(word)

    def _tag_names(self) -> Iterator[Completion]:
        given = {tag.name for tag in self.tags}
        absent = SEAT_LETTERS[self.rules.seats :] if self.rules else ""
        for name in model.KNOWN_TAGS:
            if name not in given and not (name[0] in absent and name[1:] in ("", *OF_SEATS)):
                player = self._language.say("a player") if name in SEAT_LETTERS else ""
                yield Completion(name, player, CompletionKind.NAME)

    def _continuations(self) -> Iterator[Completion]:
        if not self.played:
            return
        plays, in_opening = False, self.begun or "PASS" in self.end.kinds
        for each in self.played.continuations(self.owner, self.drawing):
            ply = replace(each.ply, seat=model.NOBODY) if self.owner >= 0 else each.ply
            plays = plays or ply.plays
            word = ply_word(ply)
            if (speaks(ply) and not in_opening) or not word.startswith(self.begun):
                continue
            what = prospect(
                each.event, each.trick, each.after, each.trump, self._language, self.played.deal.terms.target
            )
            yield Completion(word.removeprefix(self.begun), what, CompletionKind.ACTION)
        if plays and self.played.has_gaps:
            unrecorded = self._language.say("a card that is not recorded")
            yield Completion(card_word(model.UNRECORDED), unrecorded, CompletionKind.ACTION)

    def _cards_left(self) -> Iterator[Completion]:
        """Return the cards that were not dealt to anybody yet, as far as written."""
        if not self.rules:
            return
        dealt: set[Card] = set()
        if self.deal:
            dealt.update(*(holding.cards for holding in self.deal.holdings))
        for card in members(self.rules.deck_cards & ~mask(card for card in dealt if card >= 0)):
            yield Completion(card_word(card), card_name(card, self._language), CompletionKind.VALUE)

    def _dealing(self, kinds: frozenset[str]) -> Iterator[Completion]:
        """Return the head of a deal, and whose cards are to be written."""
        deals = self.before + ([self.deal] if self.deal else [])
        number = deals[-1].number + 1 if deals else 1
        say = self._language.say
        following = say("the next deal") if deals else say("the first deal")
        done = (
            not self.deal
            or self.deal.result
            or self.deal.awards
            or (self.played and self.played.entry.result)
        )
        if "DEAL" in kinds and done:
            for seat in self._behind.dealers:
                head = f"deal {number} dealer {seat_letter(seat)}"
                yield Completion(head, following)
        if "NUMBER" in kinds and self.end.last == "DEAL":
            yield Completion(str(number), say("the next deal"), CompletionKind.VALUE)
        if "SEAT" in kinds and self.end.last == "_DEALER":
            for seat in self._behind.dealers:
                yield Completion(seat_letter(seat), say("the dealer"), CompletionKind.VALUE)
        if "SEAT" in kinds and self.end.last in ("_LEAD", "_CLOSED"):
            who = say("who is to lead") if self.end.last == "_LEAD" else say("who has closed the talon")
            for seat in SEATS[: self.rules.seats if self.rules else 0]:
                yield Completion(seat_letter(seat), who, CompletionKind.VALUE)
        if "OWNER" in kinds and not self.end.acts:
            held = {seat for seat, _ in self.deal.hands} if self.deal else set()
            for seat in SEATS[: self.rules.seats if self.rules else 0]:
                if seat not in held:
                    yield Completion(f"{seat_letter(seat)}:", say("a hand"))
        if "TALON" in kinds and (self.rules is None or self.rules.talon_size):
            yield Completion("talon:", say("from the top, the turn-up last"))

    @cached_property
    def _behind(self) -> Aftermath:
        """The state after all deals whose heads are written."""
        if not self.rules:
            return Aftermath(None, [])
        deals = (*self.before, *([self.deal] if self.deal else []))
        return aftermath(self.rules, model.Record(self.tags, deals))

    def _ends(self, kinds: frozenset[str]) -> Iterator[Completion]:
        """Yield the result that the play gives, or the rest of it."""
        if not self.played or not self.rules or not self.deal or not kinds & _ENDING:
            return
        if self.deal.position and not self.deal.tricks:
            return  # the play cannot determine what is stated of a position
        entry = self.played.entry
        if entry.result and not self.end.depth:
            entry = self._behind.entry or entry
        stated = outcome(entry, entry.score)
        whole = outcome_words(stated)
        say = self._language.say
        what = say("the result as it was played") if entry.result else say("the deal was not finished")
        if "EQUALS" in kinds and self.deal.tricks:
            yield Completion(whole, what)
        if "STAR" in kinds:
            yield Completion(whole.removeprefix("= "), what)
        if "STAKES" in kinds and self.end.last == "_PAYS" and stated.paid:
            yield Completion(whole.removeprefix("= pays "), what)
        if "_BY" in kinds and stated.reason:
            yield Completion(f"by {whole.partition(' by ')[2]}", what)
        if "REASON" in kinds:
            contracts = [each.name for each in self.rules.auction.contracts if each.value]
            reasons = (
                *(word.decode() for word in WORDS),
                *(name + end for name in contracts for end in ("", "-failed")),
            )
            for word in sorted(reasons, key=lambda word: word != stated.reason):
                yield Completion(
                    word, say("as it was played") if word == stated.reason else "", CompletionKind.VALUE
                )
        if "TOTALS" in kinds and stated.card_points:
            yield Completion(
                f"({'-'.join(map(str, stated.card_points))})", say("the card points"), CompletionKind.VALUE
            )
        if "SCORE" in kinds and stated.score:
            yield Completion(score_words(stated.score), say("the score"), CompletionKind.VALUE)


def _deals_up_to(seen: ReviewedGame, text: str, end: Ending) -> list[model.DealRecord]:
    """Return the deals of a game's text that ends in the middle of one, with open variations closed."""
    at_once = end.last == "LPAR"
    if at_once:
        text = text.rstrip(_BLANKS).removesuffix("(")
    text += ")" * (end.depth - at_once)
    draft = seen.judgement.game.draft
    before: list[model.DealRecord] = []
    if end.start and draft:
        here = seen.extent.start + end.start
        before = seen.deals_before(here)
        text = f"{GAME_LINE}\n{text[end.start :]}"
    found = read_game(Source(1, 1, text, None)).draft
    return before + list(found.deals if found else ())
