"""The changes that put findings right, and the one place that decides which of them are safe.

Readers and remedies say what may be meant. A change is safe where the deal that it is in is wholly read and
right after all such changes; any other is a proposal, for a person to decide on. What a record states of its
result and its points is compared with the play and never safely changed.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Choice, Finding, Fix, Phrase, Related
from notation.findings.hints import did_you_mean, sole_suggestion
from notation.judge.judgement import Judgement
from notation.judge.match import judge_under
from notation.judge.results import PlayedResults, is_clean
from notation.judge.rules import rules_to_judge_by
from notation.limits import SpentError, is_limited
from notation.record.model import UNNUMBERED, DealRecord, Ply, Record, Trick
from notation.record.span import Span
from notation.record.tags import LETTERS
from notation.record.traversal import has_notes, plies_of, walk_deal
from notation.record.words import card_word, is_score, score_words, seat_letter, seat_or_none
from notation.specs.spec import CALLED, OPTIONS, read_spec
from notation.text.fixes import Places, fixed_game
from notation.text.letters import in_english
from notation.text.reader import Game
from notation.text.scan import DEAL, Tokens, scan
from notation.text.slips import announced_after, slips
from notation.text.source import Source, cut
from notation.text.unread import unread_of
from referee import actions
from referee.cards import NO_CARD, Card, Seat, suit_of
from referee.rules import RuleSet
from referee.rulesets import PRESETS

MAX_ROUNDS: Final = 4
"""Times that a page is read again with the changes that others made possible."""

_BLANK: Final = r"[ \t\r\n]*"
RESULT: Final = re.compile(
    rf"={_BLANK}(?:(?:AC|BD|[A-D]){_BLANK}[0-9]+|pays(?:[ \t\r\n]+-?[0-9]+)+|draw|\*)"
    rf"(?:{_BLANK}by{_BLANK}(?P<reason>[a-z-]+))?(?:{_BLANK}\((?P<points>[0-9-]+)\))?"
    rf"(?:{_BLANK}score{_BLANK}(?P<score>-?[0-9]+(?:[ \t\r\n]+-?[0-9]+|-[0-9]+)+))?"
)
_WITHOUT_POINTS: Final = re.compile(rf"={_BLANK}(?P<winner>AC|BD|[A-D]){_BLANK}$")
_MARRIAGE: Final = re.compile(r"(?P<value>20|40)[^0-9]{0,2}$")
_TRICK: Final = re.compile(r"(?P<number>[0-9]+)\.")
_DEAL: Final = re.compile(rf"deal{_BLANK}(?P<number>[0-9]+)")
_TAG: Final = re.compile(rf'[A-Za-z0-9_-]+{_BLANK}"(?P<value>(?:[^"\\\n]|\\["\\])*)"')
_HALF_CARD: Final = re.compile(r"(?P<rank>10|[ATKQJ97])\w?|\w?(?P<suit>[shdc])|\w(?P<number>10|[97])")
"""A card of which one half is missing, or may be another."""
_FACE_DOWN: Final = re.compile(rf"(?:[A-F]:{_BLANK})?(?P<turned>\[(?P<card>[^\]\n]{{1,4}})\])")
_FACE_UP: Final = re.compile(rf"(?:[A-F]:{_BLANK})?(?P<card>[^\s\[\]^!?;{{(@]{{1,4}})")
_HELD: Final = re.compile(r"[ \t]*(?:[A-F]|talon|stock):")
_UNESCAPED: Final = re.compile(r'"(?P<value>(?:[^"\\\n]|\\(?!["\\]))*)"')
_OPTIONS: Final = {option.word: option for option in OPTIONS}
_SPELLINGS: Final = {
    "S119": r'(?<=")\s*(?P<word>{word})(?!\S)',
    "S120": r"(?<=\s)(?P<word>{word})(?![^\s=])",
    "S121": r"(?<=\s){option}=(?P<word>{word})(?!\S)",
}
"""Where in a rule spec a misspelt word stands, by the code of the finding."""

_NOTES: Final = re.compile(r"[{@;]")
"""What may begin a note, in which more may be found than the fast lane looks for."""
_SLIGHT: Final = frozenset({"X101", "X102", "X104", "X109", "X110", "X111", "X113", "X142", "X143"})
"""Errors that cast no doubt on what the play of a deal came to, nor on the other statements of it."""
_BESIDE_THE_RESULT: Final = _SLIGHT | {"X105", "X107", "X108"}
"""Errors that cast no doubt on who won a deal, and how much."""
_BESIDE_THE_SCORE: Final = _BESIDE_THE_RESULT - {"X111"}
"""Errors that cast no doubt on the score; where deals may be left out, it is the one that is stated next."""
_SWALLOWS: Final = frozenset({catalogue.SWALLOWED, catalogue.REMARK_PLAYED})
"""Warnings that part of the game may not have been read."""
_UNPROVED: Final = frozenset({"N303", "N304", "N306"})
"""Notes that part of a deal could not be judged, or that its result is taken on trust."""
_DOUBTS: Final = frozenset({"N301", "N302", "N303", "N306", "N307"})
"""Notes by which the rules are not those that the record names, or a result is not that of the play."""
_NEXT_LEAD: Final = Phrase(
    "what is announced after a trick belongs to that trick; for the next lead it is written `{text}`"
)


def with_fixes(judgement: Judgement, findings: Sequence[Finding], page: Game) -> list[Finding]:
    """Findings of a judgement, each with its fix or its proposal if there is one.

    Their places are those of a page: the text of the game, or of the section of it that they are in.
    """
    case = _ExaminedPage(judgement, page)
    found = [_with_change(case, finding) for finding in findings]
    if not any(map(_is_sole, found)):
        return found
    trial = _TriedFixes(judgement, page, found)
    return [
        replace(each, fix=each.proposal, proposal=None) if _is_sole(each) and trial.is_right(each) else each
        for each in found
    ]


def _with_change(case: "_ExaminedPage", finding: Finding) -> Finding:
    code = finding.code.id
    if finding.code in _OF_CARDS:
        return _of_card(case, finding)
    change = _REMEDIES[code](case, finding) if code in _REMEDIES and not finding.proposal else None
    if change is None:
        return finding
    if code in _AFTER_A_TRICK:
        start, end = change.span[:2], change.span[2:]
        place = Span(*start, *end) if start[0] < finding.span.line else Span(*end, *end)
        finding = replace(
            finding, related=Related(place, replace(_NEXT_LEAD, facts={"text": change.text.strip()}))
        )
    return replace(finding, proposal=change._replace(is_sole=code not in _NEVER_SAFE))


def may_have_fixes(findings: Iterable[Finding]) -> bool:
    """Whether there are changes for some of the findings, which may take a look at the whole record."""
    return any(each.proposal or each.is_error or each.code.id in _REMEDIES for each in findings)


def needs_record(findings: Iterable[Finding]) -> bool:
    """Whether the changes for some of the findings depend on more than the page that they are in."""
    return any(each.code.id in _REMEDIES or (each.is_error and each.deal) for each in findings)


def _is_sole(finding: Finding) -> bool:
    """Whether a finding has a change that is safe if the deal is right after it."""
    return bool(finding.proposal and finding.proposal.is_sole)


class _TriedFixes:
    """A page after all changes that may be safe, those included that become possible by others."""

    def __init__(self, judgement: Judgement, page: Game, findings: Iterable[Finding]) -> None:
        self._judgement = judgement
        self._lines = page.text.count("\n")
        self._sources = _sources(page, findings)
        self._tokens = scan(self._sources[0].scannable) if len(self._sources) == 1 else None
        self._are_clean: dict[int, bool] = {}
        self._are_right: dict[int, bool] = {}

    @cached_property
    def _game(self) -> Game | None:
        """The page as it is read then; None if it is not one game."""
        return _read(self._sources, self._tokens)

    @cached_property
    def _rules(self) -> RuleSet | None:
        whole = self._judgement.game
        return self._judgement.rules if whole.draft or not self._game else rules_to_judge_by(self._game)

    @property
    def _names_rules(self) -> bool:
        return bool(self._game and rules_to_judge_by(self._game))

    def is_right(self, finding: Finding) -> bool:
        """Whether the deal that a change is in, or else the head, is wholly read and right."""
        if finding.code.id not in _SPELLINGS and self._is_clean(finding):
            return True
        game = self._game
        if game is None or game.draft is None:
            return False
        if finding.code.id in _SPELLINGS:
            return _are_rules(self._judgement.game, game)
        line = finding.span.line + game.text.count("\n") - self._lines
        start = self._start(line)
        if start not in self._are_right:
            faults = (each.span.line for each in game.findings if each.is_error or each.code in _SWALLOWS)
            is_read = start not in map(self._start, faults) and (start > 0 or self._names_rules)
            deals = [deal for deal in game.draft.deals if deal.span.line == start]
            self._are_right[start] = is_read and all(map(self._is_right_deal, deals))
        return self._are_right[start] and not _is_doubtful_tag(game, line)

    def _is_clean(self, finding: Finding) -> bool:
        """Whether the fast lane finds nothing in the deal that a change is in: it need not be read then."""
        tokens, rules = self._tokens, self._judgement.rules
        if tokens is None or rules is None or is_limited():
            return False
        line = finding.span.line + self._sources[0].text.count("\n") - self._lines
        deals = [at for at, start in self._deals.items() if start < line]
        if deals and deals[-1] not in self._are_clean:
            self._are_clean[deals[-1]] = is_clean(tokens, deals[-1], rules)
        return bool(deals) and self._are_clean[deals[-1]]

    @cached_property
    def _deals(self) -> dict[int, int]:
        """The lines before each scanned deal, by its token; no deals where the fast lane is no help."""
        text, tokens = self._sources[0].text, self._tokens
        if tokens is None or self._judgement.game.draft is None or _NOTES.search(text):
            return {}
        starts = tokens.starts()
        return {at: text.count("\n", 0, starts[at]) for at, kind in enumerate(tokens.kinds) if kind == DEAL}

    def _start(self, line: int) -> int:
        """The line on which the deal around a line starts; 0 in the head of the game."""
        deals = self._game.readable.deals if self._game else ()
        return max((deal.span.line for deal in deals if deal.span.line <= line), default=0)

    def _is_right_deal(self, deal: DealRecord) -> bool:
        """Whether a deal is judged to its end, and nothing goes against it; its match is not tried."""
        if self._game is None or self._rules is None or any(unread_of(deal)):
            return False
        alone = replace(deal, number=1, result=deal.result and replace(deal.result, score=()))
        game = replace(self._game, findings=(), draft=Record((), (alone,)))
        judged = judge_under(game, self._rules, None if has_notes(alone) else PlayedResults())
        return not judged.deals[0].stopped and not any(
            each.is_error or each.code.id in _UNPROVED for each in judged.findings
        )


def _is_doubtful_tag(game: Game, line: int) -> bool:
    """Whether a line has a misspelt tag, or a Result tag whose value is not a score."""
    misspelt = (each.span.line for each in game.findings if each.code is catalogue.TAG_MISSPELT)
    results = (
        tag.span.line for tag in game.readable.tags if tag.name == "Result" and not is_score(tag.value)
    )
    return line in (*misspelt, *results)


def _sources(page: Game, findings: Iterable[Finding]) -> list[Source]:
    """The games of a page after some changes: one, as a rule."""
    return list(cut(fixed_game(page, filter(_is_sole, findings), unsafe=True)))


def _read(sources: list[Source], tokens: Tokens | None) -> Game | None:
    """A page after some changes and those that they make possible; None if it is not one game then."""
    from notation.text.reader import game_of

    try:
        for _ in range(MAX_ROUNDS):
            if len(sources) != 1:
                return None
            page = game_of(sources[0], tokens)
            if not any(map(_is_sole, page.findings)):
                break
            sources = _sources(page, page.findings)
            tokens = scan(sources[0].scannable)
    except SpentError:
        return None
    return page


def _are_rules(game: Game, changed: Game) -> bool:
    """Whether nothing goes against the deals of a game by the rules that are named after a change."""
    rules = rules_to_judge_by(changed)
    if rules is None:
        return False
    found = judge_under(game, rules).findings[len(game.findings) :]
    return not any(finding.is_error for finding in found)


class _ExaminedPage:
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

    def is_right(self, finding: Finding, change: Fix) -> bool:
        """Whether the deal that a finding is in is right after one change for it."""
        tried = replace(finding, proposal=change._replace(is_sole=True))
        return _TriedFixes(self.judgement, self.page, [tried]).is_right(tried)

    def deal_at(self, line: int) -> DealRecord | None:
        """The deal around a line of the page."""
        deals = (deal for deal in self.page.readable.deals if deal.span.line <= line)
        return max(deals, key=lambda deal: deal.span.line, default=None)

    def is_alone(self, finding: Finding) -> bool:
        """Whether nothing else in the deal around a finding cannot be read, and is not known to be meant."""
        around = self.deal_at(finding.span.line)
        unread = (each for each in self.page.findings if each.is_error and not _is_sole(each))
        return all(each is finding or self.deal_at(each.span.line) is not around for each in unread)

    def unwritten(self, finding: Finding) -> list[Card]:
        """The cards that are not where a finding is: among the hands and the talon, or in the tricks."""
        deal, rules = self.deal_at(finding.span.line), self.judgement.rules
        if deal is None or rules is None:
            return []
        line = self.text.split("\n")[finding.span.line - 1]
        if _DEAL.match(line):
            cards = set()
        elif _HELD.match(line):
            cards = {card for holding in deal.holdings for card in holding.cards}
        else:
            cards = {ply.played for _, ply in plies_of(deal) if ply.plays}
        return [card for card in rules.pack if card not in cards]

    def holds(self, deals: Iterable[int], but_for: frozenset[str] | set[str]) -> bool:
        """Whether nothing speaks against some deals but for slight errors."""
        return set().union(*(self._told.get(deal, set()) for deal in (0, *deals))) <= but_for

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


def _marriage(case: _ExaminedPage, finding: Finding) -> Fix | None:
    """The other value, where a card of the suit is led upon the announcement."""
    parts = (part for _, part in walk_deal(case.record.deals[finding.deal - 1]))
    for plies in (part.plies for part in parts if isinstance(part, Trick)):
        for index, ply in enumerate(plies):
            if ply.span == finding.span:
                lead = next((after.played for after in plies[index + 1 :] if after.plays), NO_CARD)
                if lead < 0 or actions.marriage(suit_of(lead)) != ply.action:
                    return None
                start, end = case.places.offsets(ply.span)
                return case.replaced(_MARRIAGE.search(case.text, start, end), "value", _expected(finding))
    return None


def _before_its_card(case: _ExaminedPage, finding: Finding) -> Fix | None:
    """The marriage before the card that it was led with."""
    rules = case.judgement.rules
    for slip in slips(case.record.deals[finding.deal - 1], rules) if rules else ():
        if slip.span == finding.span:
            led = case.places.offset(*slip.led[:2])
            start, end = case.places.offsets(slip.span)
            marriage, between = case.text[start:end], case.text[led:start].rstrip()
            if between.endswith("("):
                between, end = between[:-1].rstrip(), case.text.find(")", end) + 1
            return case.fix(led, end, f"{marriage} {between}")
    return None


def put_after_number(text: str, places: Places, behind: Sequence[Ply], following: Trick) -> Fix:
    """The fix that moves what is announced after a trick to the lead of the following one."""
    start, number = (places.offset(*span[:2]) for span in (behind[0].span, following.span))
    lead = places.offset(*following.plies[0].span[:2])
    moved = f"{text[number:lead].rstrip()} {' '.join(text[start:number].split())} "
    before = len(text[:start].rstrip(" \t"))
    if text[before - 1] == "\n":
        return Fix(places.span(start, lead), moved)
    return Fix(places.span(before, lead), f"\n{moved}")


def _after_the_number(case: _ExaminedPage, finding: Finding) -> Fix | None:
    """What is announced in an open trick, or too early after a whole one, at the lead of the next."""
    tricks = case.record.deals[finding.deal - 1].tricks
    for at, behind in announced_after(case.record.deals[finding.deal - 1]):
        if finding.span in (tricks[at + 1].span, *(ply.span for ply in behind)):
            return put_after_number(case.text, case.places, behind, tricks[at + 1])
    return None


def _of_the_play(part: str, case: _ExaminedPage, finding: Finding) -> Fix | None:
    """The reason or the card points of the play, where everything else agrees with it."""
    if not case.holds([finding.deal], _SLIGHT | {finding.code.id}):
        return None
    return case.replaced(case.match(RESULT, finding), part, _expected(finding))


def _score(case: _ExaminedPage, finding: Finding) -> Fix | None:
    """The sum of the results, where the play agrees and the next score does not carry this one on."""
    if not case.holds(range(1, finding.deal + 1), _BESIDE_THE_SCORE):
        return None
    later = zip(case.record.deals[finding.deal :], case.judgement.deals[finding.deal :], strict=True)
    scores = ((deal.result.score, entry.score) for deal, entry in later if deal.result and deal.result.score)
    stated, expected = next(scores, ((), ()))
    if stated != expected:
        return None
    return case.replaced(case.match(RESULT, finding), "score", _expected(finding))


def _result_tag(case: _ExaminedPage, finding: Finding) -> Fix | None:
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


def _deal_number(case: _ExaminedPage, finding: Finding) -> Fix | None:
    """The right number, where the next deal has the right one and this is not a hint of a deal left out."""
    deals = case.record.deals
    stated = deals[finding.deal - 1].number
    following = deals[finding.deal].number if finding.deal < len(deals) else UNNUMBERED
    if following == finding.deal + 1 or (following == UNNUMBERED and stated < finding.deal == len(deals)):
        return case.replaced(case.match(_DEAL, finding), "number", _expected(finding))
    return None


def _actor(case: _ExaminedPage, finding: Finding) -> Fix | None:
    """The seat in turn instead of the one that is named."""
    turn = (finding.facts or {}).get("turn")
    start = case.places.offset(*finding.span[:2])
    return case.fix(start, start + 1, seat_letter(Seat(turn))) if isinstance(turn, int) else None


def _trick_number(case: _ExaminedPage, finding: Finding) -> Fix | None:
    """The right number of a trick of the play, where none has that it states or the next goes on from it."""
    deal = case.record.deals[finding.deal - 1]
    same = [trick for trick in deal.tricks if trick.number == (finding.facts or {})["stated"]]
    [at] = [at for at, trick in enumerate(deal.tricks) if trick.span == finding.span]
    right = [number for number, trick in enumerate(deal.tricks, start=1) if trick.number == number]
    goes_on = at + 2 in right and (at == 0 or at in right)
    if not (len(same) == 1 or goes_on) or any(unread_of(deal)):
        return None
    return case.replaced(case.match(_TRICK, finding), "number", _expected(finding))


def _game_points(case: _ExaminedPage, finding: Finding) -> Fix | None:
    """The game points that are left out of a result, where the play has the same winner."""
    start = case.places.offset(*finding.span[:2])
    stated = _WITHOUT_POINTS.search(case.text, 0, start)
    deal = case.deal_at(finding.span.line)
    if stated is None or deal not in case.record.deals:
        return None
    number = case.record.deals.index(deal)
    if number >= len(case.judgement.deals):
        return None
    entry = case.judgement.deals[number]
    if entry.result is None or seat_or_none(entry.result.winner) != stated["winner"]:
        return None
    return case.fix(stated.end("winner"), stated.end("winner"), f" {entry.game_points}")


def _trick_opened(case: _ExaminedPage, finding: Finding) -> Fix | None:
    """The number that is missing, where nothing of the deal is unread."""
    if any(unread_of(case.record.deals[finding.deal - 1])):
        return None
    start = case.places.offset(*finding.span[:2])
    return case.fix(start, start, f"{_expected(finding)}. ")


def _of_card(case: _ExaminedPage, finding: Finding) -> Finding:
    """A finding about a word with the only card that it can be, or the tag that names its letters.

    A card is looked for where the deal is not right with what the word looks like.
    """
    from notation.text.spellings import plain  # what a right game does not need

    facts, looks = finding.facts or {}, finding.proposal
    word = str(facts.get("word", ""))
    half = _HALF_CARD.fullmatch(plain(word))
    if half and case.is_alone(finding) and not (looks and case.is_right(finding, looks)):
        cards = (card for card in map(card_word, case.unwritten(finding)) if _is_of(half, card))
        fixes = [fix for card in cards if case.is_right(finding, fix := Fix(finding.span, card))]
        if len(fixes) == 1:
            facts = {"word": word, "hint": did_you_mean(fixes[0].text)}
            return replace(finding, code=catalogue.NO_CARD, facts=facts, proposal=fixes[0])
    known = facts.get("letters")
    if finding.proposal or not isinstance(known, Choice):
        return finding
    end = len(case.judgement.game.text.split("\n", 1)[0].rstrip()) + 1
    tags = [Fix(Span(1, end, 1, end), f'\n[{LETTERS} "{letters}"]') for letters in known.parts]
    right = tags if len(tags) == 1 else [tag for tag in tags if case.is_right(finding, tag)]
    return replace(finding, proposal=right[0]) if len(right) == 1 else finding


def _is_of(half: re.Match[str], card: str) -> bool:
    rank = half["rank"] or half["number"]
    return card[0] == rank.replace("10", "T") if rank else card[1] == half["suit"]


# Words of the Rules tag, and backslashes.


def _spelling(case: _ExaminedPage, finding: Finding) -> Fix | None:
    """The only word that a misspelt one of a rule spec is like."""
    facts = {name: str(fact) for name, fact in (finding.facts or {}).items()}
    known: Iterable[str] = PRESETS if finding.code.id == "S119" else _OPTIONS
    if "option" in facts:
        known = _OPTIONS[facts["option"]].values or ()
    from notation.text.spellings import plain  # what a right game does not need

    tag = case.match(_TAG, finding)
    tight = re.sub(r"\s*=\s*", "=", tag["value"]) if tag else ""
    if tag and tight != tag["value"] and not isinstance(read_spec(tight), Finding):
        return case.replaced(tag, "value", tight)
    looks = plain(facts["word"])
    looks = CALLED.get(facts["word"].casefold(), looks)
    meant = looks if looks in known and looks != facts["word"] else sole_suggestion(facts["word"], known)
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


def _escapes(case: _ExaminedPage, finding: Finding) -> Fix | None:
    r"""Two backslashes for each, where none is an escape already and the value ends where it seems to."""
    found = case.match(_UNESCAPED, finding)
    return case.replaced(found, "value", found["value"].replace("\\", "\\\\")) if found else None


def _turned_up(case: _ExaminedPage, finding: Finding) -> Fix | None:
    """The card without its brackets."""
    found = case.match(_FACE_DOWN, finding)
    return case.replaced(found, "turned", found["card"]) if found else None


def _turned_down(case: _ExaminedPage, finding: Finding) -> Fix | None:
    """The card in brackets."""
    found = case.match(_FACE_UP, finding)
    return case.replaced(found, "card", f"[{found['card']}]") if found else None


_AFTER_A_TRICK: Final = ("R245", "R253", "X103")
"""The findings that come of what is announced after a trick."""
_REMEDIES: Final[dict[str, Callable[[_ExaminedPage, Finding], Fix | None]]] = {
    **dict.fromkeys(_SPELLINGS, _spelling),
    **dict.fromkeys(("S111", "S112"), _game_points),
    "S124": _escapes,
    "X101": _trick_number,
    "X102": _trick_opened,
    "X104": _actor,
    "X107": partial(_of_the_play, "reason"),
    "X108": partial(_of_the_play, "points"),
    "X109": _score,
    "X110": _result_tag,
    "X111": _deal_number,
    "X113": _marriage,
    "X130": _before_its_card,
    "X142": _turned_up,
    "X143": _turned_down,
    **dict.fromkeys(_AFTER_A_TRICK, _after_the_number),
}
_OF_CARDS: Final = frozenset({catalogue.NO_CARD, catalogue.SLIP})
"""Findings about words that may be meant as cards."""
_NEVER_SAFE: Final = frozenset(
    {*_AFTER_A_TRICK, "S111", "S112", "X107", "X108", "X109", "X110", "X113", "X130"}
)
"""The findings whose remedies change what is stated of the play, or the play."""
