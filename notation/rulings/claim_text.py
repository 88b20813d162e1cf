"""The text of a claim in the normal form of a language: numbers, cards, tricks and players are recognised.

Players are `@a`, with `*` where something is theirs, cards `%05`, suits `%s1`, ordinal numbers `5.`, and
the ending of a number is `+om`.
"""

import re
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, takewhile
from typing import Final

from notation.record.model import NOBODY
from notation.record.words import SEAT_LETTERS
from notation.rulings.claim_tokens import ALIKE, SpokenNames, Token, starts_of
from notation.rulings.claim_words import ORDINAL, ClaimWords, folded
from referee.cards import SUITS, Seat

PAIR: Final = re.compile(r"\d+(?:-\d+)+")
_SUIT_SIGNS: Final = dict(zip("♠♥♦♣♤♡♢♧", "01230123", strict=True))
_STOPS: Final = frozenset(",;.!?—–()…")
_QUOTES: Final = frozenset('"„“”«»')


ARTICLE: Final = "~1"
"""An article that can mean one."""


OWNS: Final = "*"
"""Follows a player who owns something."""


_PARTS: Final = frozenset(
    [
        "after",
        "back",
        "before",
        "card",
        "count",
        "deal",
        "dealing",
        "few",
        "first",
        "gain",
        "get",
        "good",
        "had",
        "have",
        "head",
        "lead",
        "legal",
        "not",
        "old",
        "only",
        "out",
        "over",
        "play",
        "points",
        "reach",
        "right",
        "say",
        "should",
        "take",
        "trick",
        "trump",
        "turn",
        "two",
        "value",
        "win",
        "wrong",
    ]
)
"""Signals that do not count within the words of a longer one: `out` in `out of turn`."""
_SOFT: Final = frozenset(
    [
        "deal",
        "dealing",
        "fail",
        "first",
        "forget",
        "gain",
        "have",
        "head",
        "marriage",
        "old",
        "only",
        "royal",
        "say",
        "take",
    ]
)
"""Signals of several words that can be signals of their own."""


@dataclass(eq=False)
class Group:
    """Words that are read together, in the normal form of a language."""

    words: list[str]
    language: ClaimWords

    @cached_property
    def line(self) -> str:
        """The words with a space between them."""
        return " ".join(self.words)

    @cached_property
    def found(self) -> dict[str, list[tuple[int, int]]]:
        """The signals, each with where it is."""
        spans = [
            (name, match.span())
            for name, pattern in self.language.signals.items()
            for match in pattern.finditer(self.line)
        ]
        kept: dict[str, list[tuple[int, int]]] = {}
        for name, (start, end) in spans:
            longer = name in _PARTS and any(
                first <= start and end <= last and last - first > end - start
                for other, (first, last) in spans
                if other != name and other not in _SOFT and " " in self.line[first:last]
            )
            if not longer:
                kept.setdefault(name, []).append((start, end))
        for name, pattern in self.language.spread.items():
            kept.setdefault(name, []).extend(match.span() for match in pattern.finditer(self.line))
        return {name: found for name, found in kept.items() if found}

    @cached_property
    def mentions(self) -> list[tuple[int, str, str]]:
        """Who is mentioned: position, whether as `subject` or `owner`, and who."""
        found = []
        spans = [
            (*match.span(), name)
            for name, pattern in self.language.people.items()
            for match in pattern.finditer(self.line)
        ]
        for start, end, name in spans:
            role = "owner" if name in ("my", "his", "our") else "subject"
            who = {"my": "me", "his": "other", "our": "us"}.get(name, name)
            if not any(
                first <= start and end <= last and last - first > end - start for first, last, _ in spans
            ):
                found.append((start, role, who))
        links = self.language.term("of").split(" | ")
        for place, (word, at) in enumerate(zip(self.words, starts_of(self.words), strict=True)):
            if word.startswith("@"):
                owner = word.endswith(OWNS) or (place and self.words[place - 1] in links)
                found.append((at, "owner" if owner else "subject", word.strip("@*")))
        return sorted(found)

    def is_beside(self, place: int) -> bool:
        """Return whether somebody is only mentioned for the time: `before she led`, `first of us`."""
        times = {name: self.found.get(name, ()) for name in ("before", "after", "first", "out_of_turn")}
        return any(match.end() < place for match in self.language.until.finditer(self.line)) or any(
            first <= place < last
            or (name in ("before", "after") and place == last + 1 and not self.language.postpositions)
            for name, spans in times.items()
            for first, last in spans
        )

    def is_finite(self) -> bool:
        """Return whether a verb stands here whose subject can be left out."""
        return bool(self.language.persons["finite"].search(self.line))


class Text:
    """A text in the normal form of one language: words, and where its fragments begin."""

    def __init__(
        self, tokens: Sequence[Token], language: ClaimWords, names: SpokenNames, *, corrects: bool = False
    ) -> None:
        self.language = language
        self._corrects = corrects
        self.asks = bool(tokens) and tokens[-1].text == "?"
        self.is_report = False
        self.words: list[str] = []
        self.spans: list[tuple[int, int]] = []
        self.cuts: set[int] = set()
        self._fill(tokens, names)
        self._merge_numbers()
        self._merge_pairs()
        self._merge_cards()
        self._seat_a(names)
        self._leave_out_fillers()
        self._split()

    def _add(self, word: str, token: Token) -> None:
        self.words.append(word)
        self.spans.append((token.start, token.end))

    def _fill(self, tokens: Sequence[Token], names: SpokenNames) -> None:
        language, skip, quoted = self.language, 0, False
        stops: set[int] = set()
        for place, token in enumerate(tokens):
            if skip:
                skip -= 1
                continue
            text, after = token.text, tokens[place + 1 : place + 3]
            if text == "?" and tokens[place + 1 :]:  # it is answered in what follows
                start = max((cut for cut in stops if cut < len(self.words)), default=0)
                del self.words[start:], self.spans[start:]
                self.cuts = {cut for cut in self.cuts if cut <= start}
            if text in ".!?;…":
                stops.add(len(self.words))
            if text in _QUOTES:
                quoted = text in "„«" or not quoted
            elif text in _STOPS:
                self.cuts |= set() if quoted else {len(self.words)}
            elif text in _SUIT_SIGNS:
                self._add(f"%s{_SUIT_SIGNS[text]}", token)
            elif text[0].isdigit():
                if not text.isdigit():
                    self._add("-".join(re.findall(r"\d+", text)), token)
                    continue
                number = str(int(text)) if len(text) < 5 else "9999"
                joined = [each for each in after if each.text not in _STOPS or each.text == "."]
                tail = joined[-1] if joined and joined[0].text in "-." and len(joined) > 1 else None
                near = after[0] if after and after[0].start == token.end else None
                if near and near.text.isalpha() and len(near.text) < 4:
                    tail, skip = near, 1
                elif near and near.text == "-" and tail and len(tail.text) < 6:
                    skip = 2
                elif near and near.text == "." and tail and self._is_trick(tail.text):
                    self._add(f"{number}.", token)
                    skip = 1
                    continue
                else:
                    tail = None
                ending = folded(tail.text) if tail else ""
                if ending and language.ordinal_endings.fullmatch(ending):
                    self._add(f"{number}.", token)
                else:
                    self._add(number, token)
                    if ending:
                        self._add(f"+{ending}", tail or token)
            elif text[0].isalpha():
                self._add_word(text, token, names)

    def _is_trick(self, text: str) -> bool:
        return bool(self.language.signals["trick"].fullmatch(folded(text)))

    def _add_word(self, text: str, token: Token, names: SpokenNames) -> None:
        language = self.language
        text = language.spelt.get(text.casefold(), text)
        if not text:
            return
        plain = folded(text)
        seat = names.seat(text, language.short_names)
        if seat >= 0 and not names.is_whole(text) and (self.is_known(plain) or self._is_number(plain)):
            seat = Seat(NOBODY)
        if seat >= 0:
            owns = OWNS if self._owns(text) else ""
            self._add(f"@{SEAT_LETTERS[seat].lower()}{owns}", token)
            return
        bare, _, ending = text.replace("’", "'").partition("'")
        if len(bare) == 1 and bare.upper().translate(ALIKE) in SEAT_LETTERS:
            letter = bare.upper().translate(ALIKE).lower()
            is_free = letter != "a" and not self.is_known(plain)
            if ending == "s" or is_free or bare == "Б":
                self._add(f"@{letter}{OWNS if ending else ''}", token)
                return
            if letter == "a":
                self._add(f"?{bare}", token)
                return
        if re.fullmatch("[B-D](s|é|nek|nak|nál|nél|t)", text):
            self._add(f"@{text[0].lower()}{OWNS if text[1:] in ('s', 'é') else ''}", token)
            return
        if text.lower() in ("ac", "bd"):
            self._add(f"@{text.lower()}", token)
            return
        if re.fullmatch("[AKQJT97][shdc]", text) and text not in ("As", "Ad"):
            self._add(f"%{SUITS['shdc'.index(text[1])]}{'ATKQJ97'.index(text[0])}", token)
            return
        if self._corrects and not self.is_known(plain) and not self._is_number(plain):
            plain = language.corrected(plain)
        self._add(plain, token)

    def _is_number(self, word: str) -> bool:
        language = self.language
        faces = (*language.ordinals, *language.suits, *language.ranks, language.splits, language.attributions)
        return self._number(word)[0] is not None or any(pattern.fullmatch(word) for pattern in faces)

    def _owns(self, text: str) -> bool:
        plain = text.casefold()
        return plain.endswith(("'s", "’s", "s'", "s’", "é"))

    def is_known(self, word: str) -> bool:
        """Return whether a word is one of the language."""
        language = self.language
        patterns = (language.function, *language.signals.values(), *language.people.values())
        return any(pattern.fullmatch(word) for pattern in patterns)

    def _replace(self, start: int, end: int, word: str) -> None:
        self.words[start:end] = [word]
        self.spans[start:end] = [(self.spans[start][0], self.spans[end - 1][1])]
        self.cuts = {cut if cut <= start else max(start + 1, cut - (end - start - 1)) for cut in self.cuts}

    def _merge_numbers(self) -> None:
        at = 0
        while at < len(self.words):
            for length in (3, 2, 1):
                words = self.words[at : at + length]
                if len(words) < length or any(cut in self.cuts for cut in range(at + 1, at + length)):
                    continue
                if length == 1 and self._is_card_here(at):
                    continue
                if words[0] in self.language.articles_one and length == 1:
                    self.words[at] = ARTICLE
                    break
                number, ending = self._number(" ".join(words))
                if number is not None:
                    self._replace(at, at + length, str(number))
                    if ending:
                        self.words.insert(at + 1, f"+{ending}")
                        self.spans.insert(at + 1, self.spans[at])
                        self.cuts = {cut + (cut > at) for cut in self.cuts}
                    break
            else:
                for number, pattern in enumerate(self.language.ordinals, start=1):
                    near = self.words[at - 1 : at] + self.words[at + 1 : at + 2]
                    is_thing = number > 1 or not self.language.signals["first"].fullmatch(self.words[at])
                    if pattern.fullmatch(self.words[at]) and (is_thing or any(map(self._is_trick, near))):
                        self.words[at] = f"{number}."
            at += 1

    def _is_card_here(self, at: int) -> bool:
        """Return whether a word that can be a number is a card: `the ten`."""
        if at == 0 or self._rank(self.words[at]) is None:
            return False
        before, after = self.words[at - 1], self.words[at + 1 : at + 2]
        counted = any(
            self.language.signals[name].fullmatch(word) for name in ("points", "trick") for word in after
        )
        return not counted and bool(
            self.language.articles.fullmatch(before)
            or self.language.persons["his"].fullmatch(before)
            or self.language.persons["my"].fullmatch(before)
        )

    def _merge_pairs(self) -> None:
        """Put the points of two sides together: `66 to 41`."""
        for at in range(len(self.words) - 3, -1, -1):
            if at + 3 > len(self.words):
                continue
            one, link, other = self.words[at : at + 3]
            if one.isdigit() and other.isdigit() and link in self.language.pair_links:
                self._replace(at, at + 3, f"{one}-{other}")

    def _number(self, word: str) -> tuple[int | None, str]:
        """Return the number that words mean, and the ending that they have."""
        numbers = self.language.numbers
        if word in numbers:
            return numbers[word], ""
        if self._rank(word) is not None:
            return None, ""
        if "%" in word or "@" in word or len(word) < 5:
            return None, ""
        for cut in range(len(word) - 1, max(3, len(word) - 6), -1):
            if word[:cut] in numbers and self.language.endings.fullmatch(word[cut:]):
                return numbers[word[:cut]], word[cut:]
        return None, ""

    def _merge_cards(self) -> None:
        """Put suit and rank together: `king of hearts`, `Herzkönig`, `поп купа`."""
        language, at = self.language, 0
        while at < len(self.words):
            word = self.words[at]
            suit = next((n for n, pattern in enumerate(language.suits) if pattern.fullmatch(word)), None)
            if suit is not None:
                self.words[at] = f"%s{suit}"
                if language.owned.fullmatch(word):
                    self.words.insert(at + 1, "+m")
                    self.spans.insert(at + 1, self.spans[at])
                    self.cuts = {cut + (cut > at) for cut in self.cuts}
            elif language.compounds and (found := self._compound(word)):
                self.words[at] = found
            at += 1
        for at in range(len(self.words) - 1, -1, -1):
            if at >= len(self.words) or not self.words[at].startswith("%s"):
                continue
            suit = int(self.words[at][2:])
            for place in (at - 1, at + 1, at - 2):
                if not 0 <= place < len(self.words) or self.words[place][0] in "%@":
                    continue
                if place == at - 2 and self.words[at - 1] != language.link:
                    continue
                rank = self._rank(self.words[place])
                if rank is not None:
                    self._replace(min(place, at), max(place, at) + 1, f"%{suit}{rank}")
                    break

    def _rank(self, word: str) -> int | None:
        return next((n for n, pattern in enumerate(self.language.ranks) if pattern.fullmatch(word)), None)

    def _compound(self, word: str) -> str:
        for cut in range(3, len(word) - 1):
            for suit, pattern in enumerate(self.language.suits):
                if pattern.fullmatch(word[:cut]):
                    rank = self._rank(word[cut:])
                    if rank is not None:
                        return f"%{suit}{rank}"
        return ""

    def _seat_a(self, names: SpokenNames) -> None:
        """Decide whether an A is a seat or an article."""
        for at, word in enumerate(self.words):
            if word[0] == "?":
                after = self.words[at + 1] if at + 1 < len(self.words) else ""
                is_capital = word[1].isupper()
                alone = (is_capital or len(self.words) == 1) and (not self.language.has_article or not after)
                is_first = is_capital or at == 0
                is_verb = is_first and bool(after and self.language.verbs.fullmatch(after))
                if is_capital and self.language.pro_drop and not names.has_first and after:
                    is_verb |= not self._begins_thing(after)
                self.words[at] = "@a" if alone or is_verb else word[1].lower()

    def _begins_thing(self, word: str) -> bool:
        """Return whether a word after an article says what is spoken of."""
        things = (
            self.language.signals[name]
            for name in ("trick", "score", "deal", "talon", "marriage", "exchange")
        )
        return (
            word[-1] == ORDINAL
            or word == "20"
            or word == "40"
            or any(each.fullmatch(word) for each in things)
        )

    def _split(self) -> None:
        """Cut where a conjunction stands, but not before one that joins."""
        starts, line = starts_of(self.words), " ".join(self.words)
        for match in self.language.splits.finditer(line):
            self.cuts.add(starts.index(match.start()) if match.start() in starts else 0)
        self.cuts -= {at for at, word in enumerate(self.words) if self.language.joins.fullmatch(word)}
        self.cuts -= {at for at in self.cuts if self._is_even(at)}
        self.cuts -= {0, len(self.words)}
        if min(self.cuts, default=0) == 1 and self.language.signals["not"].fullmatch(self.words[0]):
            self._leave_out(0, 1)  # `No, I took it`
        supposed, wonders = self.language.hypothetical, self.language.wondering
        self.asks |= bool(wonders.search(" ".join(self.words))) or any(
            supposed.match(" ".join(self.words[start:end])) for start, end in self.fragments
        )

    def _is_even(self, at: int) -> bool:
        """Return whether a word that can be `and` is `even` here: `нямаше и 60`."""
        before, after = self.words[max(0, at - 2) : at], self.words[at : at + 2]
        is_number = len(after) == 2 and after[1].isdigit()
        if not (is_number and self.language.even.fullmatch(after[0])):
            return False
        return any(map(self.language.signals["not"].fullmatch, before)) and not any(
            map(self._is_trick, before)
        )

    def _leave_out_fillers(self) -> None:
        """Leave out phrases that claim nothing, whatever their words mean elsewhere."""
        starts = [*starts_of(self.words), sum(len(word) + 1 for word in self.words)]
        for match in reversed([*self.language.fillers.finditer(" ".join(self.words))]):
            start, stop = starts.index(match.start()), starts.index(match.end() + 1)
            if stop - start < len(self.words):
                self._leave_out(start, stop)

    def without_close(self) -> "Text | None":
        """Return the text without when the talon was closed; nothing if it does not say that of a time."""
        rest = copy(self)
        rest.words, rest.spans, rest.cuts = [*self.words], [*self.spans], {*self.cuts}
        starts = [*starts_of(self.words), sum(len(word) + 1 for word in self.words)]
        for match in reversed([*self.language.when_closed.finditer(" ".join(self.words))]):
            start, stop = starts.index(match.start()), starts.index(match.end() + 1)
            if not any(word[0].isdigit() for word in self.words[start:stop]):
                rest._leave_out(start, stop)
        return rest if 0 < len(rest.words) < len(self.words) else None

    def leave_out_reports(self, is_spoken: bool) -> None:
        """Leave out who says something, and where somebody speaks also what he says that others say.

        What others say is kept if nothing else is said: the text is then only a report.
        """
        for start, end in reversed(self.fragments):
            is_me, first, stop = self._reported(start, end)
            if first == stop or stop == len(self.words):
                continue
            if is_spoken and not is_me:
                rest = (
                    end
                    if stop < end
                    else min((cut for cut in self.cuts if cut > end), default=len(self.words))
                )
                self.is_report = all(map(self._links, self.words[:start] + self.words[rest:]))
                first, stop = start, stop if self.is_report else rest
            self._leave_out(first, stop)

    def _is_person(self, word: str) -> bool:
        persons = self.language.persons
        return word[0] == "@" or any(persons[who].fullmatch(word) for who in ("me", "other"))

    def _links(self, word: str) -> bool:
        links = (self.language.function, self.language.splits)
        return not self._is_person(word) and any(each.fullmatch(word) for each in links)

    def _reported(self, start: int, end: int) -> tuple[bool, int, int]:
        """Return whether the speaker is said to say something in a fragment, and the words for that.

        Words that link stand before them: `so she says that`, `der Franz behauptet`, `jetzt sagt sie`.
        """
        language, words = self.language, self.words
        line = " ".join(words[start:end])

        def is_sheet(word: str) -> bool:
            corrects = any(each[0].isdigit() or each == ARTICLE for each in words[end:])
            return corrects and bool(language.signals["score"].fullmatch(word))

        first = start + len([*takewhile(self._links, words[start:end])])
        report = language.reports.search(line)
        if report and start + line.count(" ", 0, report.start()) <= first:
            return False, start, start + line.count(" ", 0, report.end()) + 1
        for who, verb in ((0, 1), (0, 2), (1, 0), (2, 0)):
            some = words[first : min(end, first + max(who, verb) + 1)]
            says = language.attributions if who < verb else language.reported
            if (
                len(some) > max(who, verb)
                and (self._is_person(some[who]) or is_sheet(some[who]))
                and says.fullmatch(some[verb])
                and not any(map(language.signals["not"].fullmatch, some[1:-1]))
            ):
                stop = first + len(some)
                stop += stop < end and bool(language.joins.fullmatch(words[stop]))
                return bool(language.persons["me"].fullmatch(some[who])), first, stop
        return False, start, start

    def _leave_out(self, start: int, stop: int) -> None:
        del self.words[start:stop]
        del self.spans[start:stop]
        gone = stop - start
        self.cuts = {start if start < cut <= stop else cut - gone if cut > stop else cut for cut in self.cuts}
        self.cuts -= {0, len(self.words)}

    @cached_property
    def coverage(self) -> float:
        """The share of the words that belong to the language."""
        line, language = " ".join(self.words), self.language
        signals = (*language.signals.values(), *language.spread.values())
        patterns = (language.function, *signals, *language.people.values())
        covered = {
            at for pattern in patterns for match in pattern.finditer(line) for at in range(*match.span())
        }
        places = zip(self.words, starts_of(self.words), strict=True)
        known = [at in covered for word, at in places if word[0].isalpha()]
        return sum(known) / len(known) if known else 1.0

    @property
    def fragments(self) -> list[tuple[int, int]]:
        """The fragments, as ranges of words."""
        edges = [0, *sorted(self.cuts), len(self.words)]
        return [(start, end) for start, end in pairwise(edges) if start < end]
