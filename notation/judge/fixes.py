"""The one change that puts a finding right, where there is exactly one that leaves the play as it is.

A number or a word beside the play is changed only where it alone is wrong. Where several statements go
against the play, or the record does not say by which rules it was played, nobody can tell who erred.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Choice, Finding, Fix
from notation.findings.hints import sole_suggestion
from notation.judge.judgement import Judgement
from notation.judge.play import IMPOSSIBLE_PLAY
from notation.record.model import UNNUMBERED, Record, Trick
from notation.record.traversal import walk_deal
from notation.record.words import read_card, score_words
from notation.specs.spec import OPTIONS, read_spec
from notation.text.fixes import Places, fixed_game
from notation.text.letters import in_english
from notation.text.reader import Game
from notation.text.slips import slips
from notation.text.unread import unread_of
from referee import actions
from referee.cards import NO_CARD, suit_of
from referee.rulesets import PRESETS

_BLANK: Final = r"[ \t\r\n]*"
_RESULT: Final = re.compile(
    rf"={_BLANK}(?:(?:AC|BD|[A-D]){_BLANK}[0-9]+|pays(?:[ \t\r\n]+-?[0-9]+)+|draw|\*)"
    rf"(?:{_BLANK}by{_BLANK}(?P<reason>[a-z-]+))?(?:{_BLANK}\((?P<points>[0-9-]+)\))?"
    rf"(?:{_BLANK}score{_BLANK}(?P<score>-?[0-9]+(?:[ \t\r\n]+-?[0-9]+|-[0-9]+)+))?"
)
_MARRIAGE: Final = re.compile(r"(?P<value>20|40)[^0-9]{0,2}$")
_TRICK: Final = re.compile(r"(?P<number>[0-9]+)\.")
_DEAL: Final = re.compile(rf"deal{_BLANK}(?P<number>[0-9]+)")
_TAG: Final = re.compile(rf'[A-Za-z0-9_-]+{_BLANK}"(?P<value>(?:[^"\\\n]|\\["\\])*)"')
_UNESCAPED: Final = re.compile(r'"(?P<value>(?:[^"\\\n]|\\(?!["\\]))*)"')
_OPTIONS: Final = {option.word: option for option in OPTIONS}
_SPELLINGS: Final = {
    "S119": r'(?<=")\s*(?P<word>{word})(?!\S)',
    "S120": r"(?<=\s)(?P<word>{word})(?![^\s=])",
    "S121": r"(?<=\s){option}=(?P<word>{word})(?!\S)",
}
"""Where in a rule spec a misspelt word stands, by the code of the finding."""

_SLIGHT: Final = frozenset({"X101", "X102", "X104", "X109", "X110", "X111", "X113"})
"""Errors that cast no doubt on what the play of a deal came to, nor on the other statements of it."""
_BESIDE_THE_RESULT: Final = _SLIGHT | {"X105", "X107", "X108"}
"""Errors that cast no doubt on who won a deal, and how much."""
_BESIDE_THE_SCORE: Final = _BESIDE_THE_RESULT - {"X111"}
"""Errors that cast no doubt on the score; where deals may be left out, it is the one that is stated next."""
_DOUBTS: Final = frozenset({"N301", "N302", "N303", "N306", "N307"})
"""Notes by which the rules are not those that the record names, or a result is not that of the play."""


def with_fixes(judgement: Judgement, findings: Sequence[Finding], page: Game) -> list[Finding]:
    """Findings of a judgement, each with its fix if there is one.

    Their places are those of a page: the text of the game, or of the section of it that they are in.
    """
    case = _Case(judgement, page)
    return [_with_change(case, finding) for finding in findings]


def _with_change(case: "_Case", finding: Finding) -> Finding:
    if finding.code is catalogue.MARRIAGE_LATE:
        return replace(finding, proposal=_before_its_card(case, finding))
    remedy = _REMEDIES.get(finding.code.id)
    return replace(finding, fix=remedy(case, finding)) if remedy and not finding.fix else finding


def may_have_fixes(findings: Iterable[Finding]) -> bool:
    """Whether there are fixes for some of the findings, which may take a look at the whole record."""
    return any(
        finding.code.id in _REMEDIES or finding.code is catalogue.MARRIAGE_LATE for finding in findings
    )


class _Case:
    """A judgement with a page of its text, and what speaks against its statements."""

    def __init__(self, judgement: Judgement, page: Game) -> None:
        self.judgement = judgement
        self.page = page
        self.text = in_english(page.text)

    @cached_property
    def places(self) -> Places:
        """Where the characters of the text stand."""
        return Places(self.text)

    @property
    def record(self) -> Record:
        """What could be read of the game."""
        return self.judgement.game.readable

    @cached_property
    def _told(self) -> dict[int, set[str]]:
        """What speaks against statements, by the number of the deal."""
        told: dict[int, set[str]] = {}
        for finding in self.judgement.findings:
            if finding.is_error or finding.code.id in _DOUBTS:
                told.setdefault(finding.deal, set()).add(finding.code.id)
        return told

    def holds(self, deals: Iterable[int], but_for: frozenset[str] | set[str]) -> bool:
        """Whether nothing speaks against some deals but for slight errors."""
        return set().union(*(self._told.get(deal, set()) for deal in (0, *deals))) <= but_for

    @cached_property
    def impossible(self) -> set[int]:
        """The lines on which those deals start that cannot have been played as they are meant."""
        from notation.judge.match import judge_under
        from notation.text.reader import read

        findings, rules = self.page.findings, self.judgement.rules
        changes = [replace(each, fix=each.fix or each.proposal) for each in findings if each.is_error]
        games = list(read(fixed_game(self.page, changes))) if rules else []
        if rules is None or len(games) != 1:
            return set()
        deals = games[0].readable.deals
        return {
            deals[finding.deal - 1].span.line
            for finding in judge_under(games[0], rules).findings
            if finding.code.id in IMPOSSIBLE_PLAY
        }

    def match(self, shape: re.Pattern[str], finding: Finding) -> re.Match[str] | None:
        """What stands at the place of a finding, if it is as it should be."""
        return shape.match(self.text, self.places.offset(*finding.span[:2]))

    def fix(self, start: int, end: int, new: str) -> Fix:
        """The fix that puts other words in the place of some characters."""
        return Fix(self.places.span(start, end), new)

    def replaced(self, found: re.Match[str] | None, group: str, new: str | None) -> Fix | None:
        """The fix that puts other words in the place of a part of a match, if that part is there."""
        return self.fix(*found.span(group), new) if new is not None and found and found[group] else None


def _expected(finding: Finding) -> str | None:
    """What is expected, as written; None where it may be one thing or another."""
    expected = (finding.facts or {})["expected"]
    if isinstance(expected, Choice):
        return None
    return score_words(expected) if isinstance(expected, tuple) else str(expected)


# Statements beside the play.


def _marriage(case: _Case, finding: Finding) -> Fix | None:
    """The other value, where a card of the suit is led upon the announcement."""
    parts = (part for _, part in walk_deal(case.record.deals[finding.deal - 1]))
    for plies in (part.plies for part in parts if isinstance(part, Trick)):
        for index, ply in enumerate(plies):
            if ply.span == finding.span:
                lead = next((after.played for after in plies[index + 1 :] if after.plays), NO_CARD)
                if lead < 0 or actions.marriage(suit_of(lead)) != ply.action:
                    return None
                start, end = (case.places.offset(*place) for place in (ply.span[:2], ply.span[2:]))
                return case.replaced(_MARRIAGE.search(case.text, start, end), "value", _expected(finding))
    return None


def _before_its_card(case: _Case, finding: Finding) -> Fix | None:
    """The marriage before the card that it was led with."""
    for slip in slips(case.record.deals[finding.deal - 1]):
        if slip.span == finding.span:
            led = case.places.offset(*slip.led[:2])
            start, end = (case.places.offset(*place) for place in (slip.span[:2], slip.span[2:]))
            marriage, between = case.text[start:end], case.text[led:start].rstrip()
            if between.endswith("("):
                between, end = between[:-1].rstrip(), case.text.find(")", end) + 1
            return case.fix(led, end, f"{marriage} {between}")
    return None


def _reason(case: _Case, finding: Finding) -> Fix | None:
    """The reason of the play, where everything else agrees with it."""
    if not case.holds([finding.deal], _SLIGHT | {"X107"}):
        return None
    return case.replaced(case.match(_RESULT, finding), "reason", _expected(finding))


def _card_points(case: _Case, finding: Finding) -> Fix | None:
    """The card points of the play, where everything else agrees with it."""
    if not case.holds([finding.deal], _SLIGHT | {"X108"}):
        return None
    return case.replaced(case.match(_RESULT, finding), "points", _expected(finding))


def _score(case: _Case, finding: Finding) -> Fix | None:
    """The sum of the results, where the play agrees and the next score does not carry this one on."""
    if not case.holds(range(1, finding.deal + 1), _BESIDE_THE_SCORE):
        return None
    later = zip(case.record.deals[finding.deal :], case.judgement.deals[finding.deal :], strict=True)
    scores = ((deal.result.score, entry.score) for deal, entry in later if deal.result and deal.result.score)
    stated, expected = next(scores, ((), ()))
    if stated != expected:
        return None
    return case.replaced(case.match(_RESULT, finding), "score", _expected(finding))


def _result_tag(case: _Case, finding: Finding) -> Fix | None:
    """The sum of the results, where the play agrees and no deal left out can have led to what is stated."""
    judgement = case.judgement
    if not case.holds(range(1, len(judgement.deals) + 1), _BESIDE_THE_SCORE):
        return None
    found = case.match(_TAG, finding)
    if judgement.rules and judgement.rules.mp_all_pay:
        numbers = re.findall(r"-?[0-9]+", found["value"]) if found and " " in found["value"] else ()
        if len(numbers) == len(judgement.score) and sum(map(int, numbers)) == 0:
            return None
    elif judgement.winner < 0 and found:
        stated = found["value"].split("-")
        pairs = zip(stated, judgement.score, strict=False)
        if len(stated) == len(judgement.score) and all(
            number.isdecimal() and int(number) >= points for number, points in pairs
        ):
            return None
    return case.replaced(found, "value", _expected(finding))


def _deal_number(case: _Case, finding: Finding) -> Fix | None:
    """The right number, where the next deal has the right one and this is not a hint of a deal left out."""
    deals = case.record.deals
    stated = deals[finding.deal - 1].number
    following = deals[finding.deal].number if finding.deal < len(deals) else UNNUMBERED
    if following == finding.deal + 1 or (following == UNNUMBERED and stated < finding.deal == len(deals)):
        return case.replaced(case.match(_DEAL, finding), "number", _expected(finding))
    return None


def _trick_number(case: _Case, finding: Finding) -> Fix | None:
    """The right number of a trick of the play, where none has that it states and nothing is unread."""
    deal = case.record.deals[finding.deal - 1]
    same = [trick for trick in deal.tricks if trick.number == (finding.facts or {})["stated"]]
    if [trick.span for trick in same] != [finding.span] or any(unread_of(deal)):
        return None
    return case.replaced(case.match(_TRICK, finding), "number", _expected(finding))


def _trick_opened(case: _Case, finding: Finding) -> Fix | None:
    """The number that is missing, where nothing of the deal is unread."""
    if any(unread_of(case.record.deals[finding.deal - 1])):
        return None
    start = case.places.offset(*finding.span[:2])
    return case.fix(start, start, f"{_expected(finding)}. ")


def _card(case: _Case, finding: Finding) -> Fix | None:
    """The card that is meant, where it does not stand elsewhere among the cards dealt, or those played.

    Whoever plays it must be able to hold it.
    """
    meant = finding.proposal
    deal = next((deal for deal in reversed(case.page.readable.deals) if deal.span < finding.span), None)
    if meant is None or deal is None:
        return None
    if deal.tricks and deal.tricks[0].span < finding.span:
        cards = [ply.action for trick in deal.tricks for ply in trick.plies]
    else:
        cards = [card for holding in deal.holdings for card in holding.cards]
    unread = " ".join(part.english for part in unread_of(deal)).split()
    if read_card(meant.text) in cards or meant.text in unread or deal.span.line in case.impossible:
        return None
    return meant


# Words of the Rules tag, and backslashes.


def _spelling(case: _Case, finding: Finding) -> Fix | None:
    """The only word that a misspelt one of a rule spec is like."""
    facts = {name: str(fact) for name, fact in (finding.facts or {}).items()}
    known: Iterable[str] = PRESETS if finding.code.id == "S119" else _OPTIONS
    if "option" in facts:
        known = _OPTIONS[facts["option"]].values or ()
    from notation.text.spellings import plain  # what a right game does not need

    looks = plain(facts["word"])
    meant = looks if looks in known and looks != facts["word"] else sole_suggestion(facts["word"], known)
    tag = case.match(_TAG, finding)
    if not meant or not tag:
        return None
    shape = _SPELLINGS[finding.code.id].format_map({name: re.escape(fact) for name, fact in facts.items()})
    found = re.compile(shape).search(case.text, *tag.span("value"))
    start, end = tag.span("value")
    if found is None or isinstance(
        read_spec(case.text[start : found.start("word")] + meant + case.text[found.end("word") : end]),
        Finding,
    ):
        return None  # another word is wrong too, so this one may be
    return case.replaced(found, "word", meant)


def _escapes(case: _Case, finding: Finding) -> Fix | None:
    r"""Two backslashes for each, where none is an escape already and the value ends where it seems to."""
    found = case.match(_UNESCAPED, finding)
    return case.replaced(found, "value", found["value"].replace("\\", "\\\\")) if found else None


_REMEDIES: Final[dict[str, Callable[[_Case, Finding], Fix | None]]] = {
    **dict.fromkeys(_SPELLINGS, _spelling),
    "S113": _card,
    "S124": _escapes,
    "X101": _trick_number,
    "X102": _trick_opened,
    "X107": _reason,
    "X108": _card_points,
    "X109": _score,
    "X110": _result_tag,
    "X111": _deal_number,
    "X113": _marriage,
}
