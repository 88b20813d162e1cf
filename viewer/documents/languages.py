"""The languages of the program: translates sentences by the catalogues beside this module.

Every sentence is written in English where it is used, and extracted to `translations/` automatically; missing
translations fall back to English. The text of a record is never translated.
"""

import gettext
import io
import os
import re
from collections.abc import Sequence
from copy import copy
from functools import cache, cached_property, lru_cache
from typing import Final, Self

from notation.findings import Fact, Phrase, SeatFact, Translator, Wording
from notation.record import SUIT_SYMBOLS, in_order
from notation.record.placeholders import among_of
from notation.specs import OPTION_OF, write_spec
from referee import (
    BOOKS,
    POINTS,
    Card,
    Citation,
    RuleSet,
    Seat,
    Suit,
    citation,
    field_of,
    is_option,
    rank_of,
    suit_of,
)
from referee.cards import CARDS_BY_NUMBER


def _named() -> dict[str, str]:
    """English, and the languages of the catalogues; the first line of each has the name."""
    found = {"en": "English"}
    folder = os.path.join(os.path.dirname(__file__), "translations")
    for name in sorted(os.listdir(folder)):
        code, suffix = os.path.splitext(name)
        if suffix == ".po":
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found[code] = file.readline().strip("# \n") or code
    return found


NAMES: Final = _named()
"""The languages by code, each with its own name for itself."""


class CitedClause(str):
    """A clause in words that still knows its rule set, so that a page can link to it.

    ``decided`` is the decision in the reader's language, as on the rule sheet, and empty on that sheet;
    ``source`` its source, with the ``edition`` where the source does not name it, ``quote`` the sentence of
    the source, and ``translation`` the same in the reader's language; these two are in quotation marks.
    """

    rules: RuleSet
    point: str
    decided: str
    source: str
    edition: str
    quote: str
    translation: str

    @classmethod
    def of(
        cls,
        rules: RuleSet,
        point: str,
        decided: str,
        source: str = "",
        edition: str = "",
        quote: str = "",
        translation: str = "",
    ) -> Self:
        """Return the words of a clause, with the rule set and the point."""
        cited = ": ".join(filter(None, (", ".join(filter(None, (source, edition))), quote)))
        clause = cls("\n".join(filter(None, (decided, cited, translation))))
        clause.rules, clause.point, clause.decided = rules, point, decided
        clause.source, clause.edition, clause.quote = source, edition, quote
        clause.translation = translation
        return clause

    def quoting(self, quote: str, translation: str) -> Self:
        """Return the same clause with another quote or translation of it, or without."""
        return self.of(self.rules, self.point, self.decided, self.source, self.edition, quote, translation)

    @property
    def spec(self) -> str:
        """The spec of the rules, which is the name of their sheet."""
        return write_spec(self.rules)

    @property
    def address(self) -> str:
        """The URL of the source, if known."""
        return citation(self.rules, self.point).address

    @property
    def language(self) -> str:
        """The language of the source by its code, if known."""
        return citation(self.rules, self.point).language

    @property
    def bare_source(self) -> str:
        """The source with the bare title, for sheets."""
        title = citation(self.rules, self.point).source
        return self.source.replace(title, bare_title(title))


def bare_title(title: str) -> str:
    """Return the title and edition of a source without sites, files and versions, which are in parentheses.

    >>> bare_title("Rules of Santase (RULES.md), 16 May 2026 (3b57840)")
    'Rules of Santase, 16 May 2026'
    >>> bare_title("Rules of a program (harbour-snapszer), 780b660")
    'Rules of a program'
    """
    return re.sub(r" \([^()]*\)|, [0-9a-f]{7}$", "", title)


class Language(Translator):
    """One language: its sentences, with their facts in words.

    >>> from notation.findings import CardFact, SeatFact
    >>> language("en").say("{seat} plays {card}", seat=SeatFact(1), card=CardFact(5))
    'B plays A♠'
    >>> [language(code).card(10) + " " + language(code).card(8) for code in ("en", "de", "bg", "hu")]
    ['10♥ Q♥', '10♥ D♥', '10♥ Д♥', '10♥ D♥']
    """

    def __init__(self, code: str, messages: gettext.NullTranslations) -> None:
        super().__init__()
        self.code = code
        self._as_written = False
        self._beside_table = False
        self._messages = messages

    @cached_property
    def _ranks(self) -> Sequence[str]:
        """The ranks of cards as readers are shown them, in numerical order."""
        from notation.text import ALPHABETS, ENGLISH_RANKS  # many runs show no card

        return ALPHABETS[self.code].ranks if self.code in ALPHABETS else ENGLISH_RANKS

    @cached_property
    def _cards(self) -> Sequence[str]:
        """The cards by number, each in the letters of this language."""
        return [self._ranks[rank_of(card)] + SUIT_SYMBOLS[suit_of(card)] for card in CARDS_BY_NUMBER]

    def translate(self, sentence: str) -> str:
        """Return a sentence in this language."""
        return self._messages.gettext(sentence) if sentence else ""

    def card(self, card: Card) -> str:
        """Return a card in the letters of this language, with its suit's symbol; `--` or `##` for a gap.

        >>> from notation.record.words import read_shown
        >>> [language("de").card(read_shown(word)) for word in ("-h", "Q-", "Ks|Qs", "Ks%", "--")]
        ['-♥', 'D-', 'K♠|D♠', 'K♠%', '--']
        """
        if self._as_written:
            return super().card(card)
        if card < 0:
            return self._half_known(card)
        return self._cards[card]

    def _half_known(self, card: Card) -> str:
        word, among = super().card(card), in_order(among_of(card))
        if not among:
            return word
        if word.startswith("-"):
            return f"-{SUIT_SYMBOLS[suit_of(among[0])]}"
        if word.endswith("-"):
            return f"{self.rank(among[0])}-"
        return "|".join(map(self.card, among)) + "%" * (len(among) == 1)

    def rank(self, card: Card) -> str:
        """Return the letter of a card's rank alone, for use beside its suit."""
        return self._ranks[rank_of(card)]

    def suit(self, suit: Suit) -> str:
        """Return the name of a suit; its symbol for words beside cards, whatever their pack."""
        return SUIT_SYMBOLS[suit] if self._beside_table else super().suit(suit)

    def beside_table(self) -> "Language":
        """Return the same language with symbols for the suits, for words beside a table.

        >>> from notation.findings import SeatFact, SuitFact
        >>> ours = language("en").naming(["Ivan", "Maria"]).beside_table()
        >>> ours.say("{seat} names {suit}", seat=SeatFact(1), suit=SuitFact(2))
        'Maria names ♦'
        """
        beside = copy(self)
        beside._beside_table = True
        return beside

    def as_written(self) -> "Language":
        """Return the same language for words beside a record: in English, cards in the spelling of SGN.

        A language that has its own letters keeps them.

        >>> from notation.findings import CardFact, SeatFact
        >>> language("en").as_written().say("{seat} plays {card}", seat=SeatFact(1), card=CardFact(5))
        'B plays As'
        """
        from notation.text import ALPHABETS  # few words stand beside a record

        written = copy(self)
        written._as_written = self.code not in ALPHABETS
        return written

    def put(self, phrase: Phrase) -> str:
        """Return a phrase in words."""
        return _grammatical(super().put(phrase))

    def say(self, sentence: str, /, **facts: Fact) -> str:
        """Return a sentence with the facts that it names in braces."""
        words = {name: self._words(fact) for name, fact in facts.items()}
        return _grammatical(self.translate(sentence).format_map(words))

    def count(self, one: str, many: str, number: int, /, **facts: Fact) -> str:
        """Return a sentence about a number of things, which it names as {number}."""
        sentence = self._messages.ngettext(one, many, number)
        named = {name: self.seat(Seat(of)) if isinstance(of, SeatFact) else of for name, of in facts.items()}
        return _grammatical(Wording.put(_AS_IT_IS, Phrase(sentence, {"number": number, **named})))

    def cite(self, rules: RuleSet, point: str) -> str:
        """Return the clause of a point under a rule set; None for no point."""
        if not point:
            return ""
        cited = citation(rules, point)
        source = f"{cited.source}, {cited.section}" if cited.section else cited.source
        if cited.told:
            return self.say("agreed at this table, as {source} has it", source=source)
        if cited.agreed:
            return self.say("agreed at this table, instead of {source}", source=source)
        return source if cited.section else self.say("{source}: silent; ruled by this referee", source=source)

    def rule(self, rules: RuleSet, point: str) -> str:
        """Return the decision of a rule set on a point, an option of the table included."""
        clause = BOOKS[rules.name].clauses[point]
        said = self.translate(clause.rule)
        if clause.ruled not in ("", "silent"):  # of which the source that is cited is told
            said = f"{said} ({self.translate(clause.ruled)})"
        option = OPTION_OF.get(field_of(point) or "")
        if option and is_option(rules, point):
            word = f"{option.word}={option.write(getattr(rules, option.decision))}"
            return self.say("agreed: {option}, instead of: {rule}", option=word, rule=said)
        return said

    def rule_in_words(self, rules: RuleSet, point: str) -> str:
        """Return the same without words of specs: what is agreed is said in a sentence.

        >>> from notation import read_spec
        >>> language("en").rule_in_words(read_spec("schnapsen next-dealer=loser"), "deal.next_dealer")[:43]
        'agreed: the loser of a deal deals the next,'
        """
        field = field_of(point) or ""
        if field not in OPTION_OF or not is_option(rules, point):
            return self.rule(rules, point)
        book = BOOKS[rules.name]
        return self.say(
            "agreed: {option}, instead of: {rule}",
            option=self._meaning(rules, field),
            rule=self.translate(book.clauses[point].rule),
        )

    def _meaning(self, rules: RuleSet, field: str) -> str:
        """Return what a decision of the rules means, in a sentence."""
        from referee import meaning  # few tables agree on anything

        meant = meaning(field, getattr(rules, field))
        return self.say(meant.sentence, **meant.facts)

    def passage(self, rules: RuleSet, point: str) -> str:
        """Return the passage of a point in its source, with its own sentence and a translation.

        Empty where the source is silent, which the rule says.
        """
        cited = citation(rules, point)
        where = cited.section or (cited.source if cited.quote else "")
        if cited.agreed:
            where = self.cite(rules, point)
        elif cited.source != BOOKS[rules.name].source:
            where = ", ".join(filter(None, (cited.source, cited.section)))
        return CitedClause.of(rules, point, "", where, "", *self._quote(cited)) if where else ""

    def clause(self, rules: RuleSet, point: str) -> str:
        """Return the decision of a rule set on a point, with its source; empty for no point."""
        if not point:
            return ""
        return CitedClause.of(rules, point, f"{self.decided(rules, point)} [{self.cite(rules, point)}]")

    def at_table(self, rules: RuleSet, point: str) -> str:
        """Return a decision as players say it: without its source and its reasons; empty for no point.

        >>> from referee import SCHNAPSEN
        >>> language("en").at_table(SCHNAPSEN, "claim.false")
        'What a false claim costs: the other player scores 2, or 3 if he has no trick yet.'
        """
        if not point:
            return ""
        field = field_of(point) or ""
        if field in OPTION_OF and is_option(rules, point):
            rule = self.say("as agreed, {option}", option=self._meaning(rules, field))
        else:
            rule = self.translate(BOOKS[rules.name].clauses[point].rule)
        words = f"{self.translate(POINTS[point])}: {rule}."
        return words[0].upper() + words[1:]

    def quoted(self, rules: RuleSet, point: str) -> str:
        """Return a clause, and below it the sentence of its source, with section and edition; empty for none.

        >>> from referee import SANTASE
        >>> language("en").quoted(SANTASE, "close.min_talon").splitlines()[1].partition(": ")[0]
        'Santase Rules (SantaseGameEngine, docs/Rules.md), Closing, 24 August 2015 (418f64d)'
        """
        return _quoted(self.code, rules, point) if point else ""

    def quoted_in_source(self, rules: RuleSet, point: str) -> str:
        """Return the same for a page that names the source of the rules: with the section alone."""
        cited, decided = citation(rules, point), self.decided(rules, point)
        source, edition, *quote = self._from(rules, point)
        if cited.source == BOOKS[rules.name].source and not cited.agreed:
            source, edition = cited.section, ""
        return CitedClause.of(rules, point, decided, source, edition, *quote)

    def quoted_rule(self, rules: RuleSet, point: str) -> str:
        """Return the decision of a rule set on a point, and below it the sentence of its source."""
        return CitedClause.of(rules, point, self.rule_in_words(rules, point), *self._from(rules, point))

    def decided(self, rules: RuleSet, point: str) -> str:
        """Return what a point decides, and how a rule set decides it."""
        return f"{self.translate(POINTS[point])}: {self.rule_in_words(rules, point)}"

    def _from(self, rules: RuleSet, point: str) -> tuple[str, str, str, str]:
        """Return the source of a point, its edition, its sentence, and the translation, if any."""
        cited = citation(rules, point)
        is_named = not cited.section or cited.revision in cited.source
        edition = "" if is_named else cited.revision
        return self.cite(rules, point), edition, *self._quote(cited)

    def _quote(self, cited: Citation) -> tuple[str, str]:
        """Return the sentence of a source and its translation, if there is one, in quotation marks."""
        translation = self.translate(cited.quote)
        is_translated = translation != cited.quote
        return self._in_quotes(cited.quote), self._in_quotes(translation) if is_translated else ""

    def _in_quotes(self, text: str) -> str:
        return self.say("“{text}”", text=text) if text else ""


def _grammatical(words: str) -> str:
    """Return words with what depends on the next word: the Hungarian article, and Bulgarian ordinals.

    >>> _grammatical("a(z) 2. ütés, A(z) 5. és a(z) 1000. sor, a(z) Anna")
    'a 2. ütés, Az 5. és az 1000. sor, az Anna'
    >>> _grammatical("във 2-ата взятка, във 7-ата и с 7-ата, 13-ата")
    'във втората взятка, в седмата и със седмата, 13-ата'
    """
    if "(z)" in words:
        words = re.sub(_ARTICLE, lambda found: f"{found[1]}z" if found[2] else found[1], words)
    return re.sub(_ORDINAL, _ordinal, words) if "-ата" in words else words


def _ordinal(found: re.Match[str]) -> str:
    """Return a Bulgarian ordinal as a word, with the form of its preposition before that word."""
    number = int(found[2])
    word = f"{_ORDINALS[number]}ата" if number < len(_ORDINALS) else f"{number}-ата"
    match found[1]:
        case "във " if word[0] != "в":
            return f"в {word}"
        case "с " if word[0] == "с":
            return f"със {word}"
    return f"{found[1] or ''}{word}"


_ORDINAL: Final = r"\b(във |с )?([1-9][0-9]*)-ата\b"
_ORDINALS: Final = (
    *("", "първ", "втор", "трет", "четвърт", "пет", "шест", "седм", "осм", "девет", "десет"),
    *("единайсет", "дванайсет"),
)
_ARTICLE: Final = r"(?i)\b(a)\(z\)(?= \W*(?:(5|1(?:\d{3})*(?!\d)|[aáeéiíoóöőuúüű])|))"
_AS_IT_IS: Final = Wording()


@lru_cache(maxsize=1 << 11)
def _quoted(code: str, rules: RuleSet, point: str) -> CitedClause:
    plainly = language(code)
    return CitedClause.of(rules, point, plainly.decided(rules, point), *plainly._from(rules, point))


@cache
def language(code: str) -> Language:
    """Return the language of a code; raise KeyError for an unknown one."""
    if code == "en":
        return Language(code, gettext.NullTranslations())
    if code not in NAMES:
        raise KeyError(code)
    from viewer.documents.catalogues import compiled  # costs more than all of `santase check` in English

    return Language(code, gettext.GNUTranslations(io.BytesIO(compiled(code))))


def spoken() -> str:
    """Return the language of the environment of this machine, if supported; else English."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    code = next(filter(None, named), "")[:2]
    return code if code in NAMES else "en"
