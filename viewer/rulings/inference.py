"""Inferred rules as a document: the answer, the candidates, the evidence for the best.

Everything comes from the inference; nothing is computed here.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from notation.findings import Finding, escape, speaking_of
from notation.rulings import DOUBTFUL, Candidate, Inference, rules_in_words, value_in_words
from notation.text import Game, NamedGame
from referee import POINTS, RuleSet
from viewer.documents.document import Column, DataTable, Document, Heading, Listing, Paragraph, Part
from viewer.documents.languages import Language
from viewer.rulings.findings import in_words
from viewer.rulings.titles import of_whom

MOST_ROWS: Final = 16
"""Maximum of candidates in the table."""
MOST_FINDINGS: Final = 8
"""Maximum of findings of one kind that are listed."""
MOST_TOLD: Final = 3
"""Maximum of candidates whose evidence is shown."""


def conclusion(found: Inference, game: Game, language: Language, file: str = "") -> Document:
    """Render the inferred rules of a game; ``file`` is the name of its record, if it is to be named."""
    language = speaking_of(game.draft, found.own, language)
    title = " · ".join([language.say("The rules that were played"), *of_whom(game, found.own)])
    has_tag = game.draft is not None and game.draft.tag("Rules") is not None
    parts: list[Part] = [Paragraph(_answer(found, language, has_tag=has_tag), kind="answer")]
    if found.candidates:
        parts += _unexplained(found, game, language)
        parts += _candidates(found, [game], language)
    if not found.settled:
        for candidate in found.best[:MOST_TOLD]:
            parts += _told(candidate, found, game, language)
    parts += [Paragraph(f"{escape(file)}:{game.number}", kind="fine")] if file else []
    return Document(title, tuple(parts), language.code)


def joint_conclusion(found: Inference, games: Sequence[NamedGame], language: Language) -> Document:
    """Render the rules inferred from several games that were played under the same ones."""
    title = language.count(
        "Rules that fit {number} game", "Rules that fit {number} games together", len(games)
    )
    if not found.candidates:
        parts: list[Part] = [
            Paragraph(language.say("There is no rule set for this number of players."), kind="answer")
        ]
        return Document(title, tuple(parts), language.code)
    played = [named for named in games if named.game.draft and named.game.draft.deals]
    parts = [Paragraph(_fitting(found, language), kind="answer")]
    parts += _candidates(found, [named.game for named in played], language)
    best = found.candidates[0]
    left = [(named, findings) for named, findings in zip(played, best.left_in, strict=True) if findings]
    if left:
        rules = rules_in_words(language, best.rules)
        parts.append(Heading(language.say("What {rules} leaves unexplained, game by game", rules=rules)))
    for named, findings in left[:MOST_ROWS]:
        place = f"{named.file}:{named.game.number}"
        parts.append(Heading(" · ".join(of_whom(named.game, best.rules)) or escape(place), 3))
        parts += _listed(findings, best.rules, named.game, language)
        parts.append(Paragraph(escape(place), kind="fine"))
    parts += _more(len(left) - MOST_ROWS, language)
    if best.changes:
        parts += [Heading(rules_in_words(language, best.rules)), *_changes(best, language)]
    return Document(title, tuple(parts), language.code)


def _answer(found: Inference, language: Language, *, has_tag: bool) -> str:
    """Return the rules named in the record, and those that it fits."""
    if not found.candidates:
        return language.say("There is no deal from which rules could be inferred.")
    if found.settled and found.named:
        return language.say(
            "The record names {rules}, which explains everything: there is nothing to infer.",
            rules=rules_in_words(language, found.named),
        )
    return f"{_said(found, language, has_tag=has_tag)} {_fitting(found, language)}"


def _said(found: Inference, language: Language, *, has_tag: bool) -> str:
    if found.named:
        return language.say("The record names {rules}.", rules=rules_in_words(language, found.named))
    if has_tag:
        return language.say("The rules that the record names cannot be read.")
    return language.say("The record names no rules.")


def _fitting(found: Inference, language: Language) -> str:
    best, *equals = found.best
    left = len(best.left)
    if left:
        told = language.count(
            "None of the rules tried explains everything. {rules} comes closest: it leaves {number} error.",
            "None of the rules tried explains everything. {rules} comes closest: it leaves {number} errors.",
            left,
            rules=rules_in_words(language, best.rules),
        )
    else:
        told = language.say("{rules} explains everything.", rules=rules_in_words(language, best.rules))
    more = next((other for other in found.candidates if len(other.left) < left and other.changes), None)
    if more:
        rules = rules_in_words(language, more.rules)
        why = language.say("{rules} explains more, but a slip in the record is likelier.", rules=rules)
        told = f"{told} {why}"
    if not equals:
        return told
    rules = ", ".join(rules_in_words(language, candidate.rules) for candidate in equals[:MOST_TOLD])
    if len(equals) > MOST_TOLD:
        rules = language.count(
            "{rules} and {number} other", "{rules} and {number} others", len(equals) - MOST_TOLD, rules=rules
        )
    if best.freedom < equals[0].freedom:
        why = language.say(
            "It comes first because it allows the least beyond what was done; these fit equally "
            "well: {rules}.",
            rules=rules,
        )
    else:
        one = language.say("{rules} fits equally well.", rules=rules)
        all_of_them = language.say("These fit equally well: {rules}.", rules=rules)
        why = one if len(equals) == 1 else all_of_them
    return f"{told} {why}"


def _unexplained(found: Inference, game: Game, language: Language) -> Iterator[Part]:
    """Return what the rules named in the record leave unexplained."""
    if not found.named:
        return
    own = rules_in_words(language, found.own)
    if all(candidate.rules != found.own for candidate in found.candidates):
        yield Paragraph(language.say("{rules} is for another pack than the record's.", rules=own))
    elif found.unexplained:
        yield Heading(language.say("What {rules} does not explain", rules=own))
        yield from _listed(found.unexplained, found.own, game, language)


def _listed(findings: Sequence[Finding], rules: RuleSet, game: Game, language: Language) -> Iterator[Part]:
    """Return the first of some findings as a list."""
    spoken, deal = speaking_of(game.draft, rules, language), int(len(game.readable.deals) == 1)
    yield Listing(tuple(in_words(finding, deal, rules, spoken) for finding in findings[:MOST_FINDINGS]))
    yield from _more(len(findings) - MOST_FINDINGS, language)


def _more(number: int, language: Language) -> Iterator[Part]:
    if number > 0:
        yield Paragraph(language.count("{number} more is not shown.", "{number} more are not shown.", number))


# The candidates.


def _candidates(found: Inference, games: Sequence[Game], language: Language) -> Iterator[Part]:
    yield Heading(language.say("The rules that were tried"))
    columns = (
        Column(language.say("Rank"), True),
        Column(language.say("Rules")),
        Column(language.say("As written")),
        Column(language.say("Left unexplained"), True),
        Column(language.say("What speaks against it")),
    )
    shown = found.candidates[:MOST_ROWS]
    rows = tuple(
        (
            str(candidate.rank),
            rules_in_words(language, candidate.rules),
            candidate.spec,
            str(len(candidate.left)),
            _against(candidate, found.candidates[0], games, language),
        )
        for candidate in shown
    )
    yield DataTable(columns, rows)
    yield from _more(len(found.candidates) - len(shown), language)
    if any(candidate.odds > 1 for candidate in shown):
        yield Paragraph(
            language.say(
                "Rules that allow more than was ever done rank below tighter ones that explain as "
                "much. The odds say how many times likelier the same choices are under the tighter "
                "rules if everybody chose at random among what is allowed; odds up to {doubtful} "
                "prove nothing.",
                doubtful=DOUBTFUL,
            )
        )


def _against(candidate: Candidate, best: Candidate, games: Sequence[Game], language: Language) -> str:
    """Return the first reason why rules fit worse than the best; empty if they fit as well."""
    for game, (left, others) in enumerate(zip(candidate.left_in, best.left_in, strict=True), start=1):
        known = {(finding.code, finding.span) for finding in others}
        for finding in left:
            if (finding.code, finding.span) not in known:
                spoken = speaking_of(games[game - 1].draft, best.rules, language)
                told = spoken.put(finding.phrase)
                if len(best.left_in) > 1:
                    return language.say(
                        "in game {game}, deal {deal}, {told}", game=game, deal=finding.deal, told=told
                    )
                return language.say("in deal {deal}, {told}", deal=finding.deal, told=told)
    if (more := len(candidate.changes) - len(best.changes)) > 0:
        return language.count("{number} more option changed", "{number} more options changed", more)
    if (more := candidate.surprises - best.surprises) > 0:
        return language.count(
            "{number} more claim or marriage that it cannot explain",
            "{number} more claims or marriages that it cannot explain",
            more,
        )
    if candidate.odds > 1:
        return language.say("allows {number} times as many ways to play", number=candidate.times_as_many)
    return language.say("not the rules named") if candidate.rank > 1 else ""


def _told(candidate: Candidate, found: Inference, game: Game, language: Language) -> Iterator[Part]:
    """Return the changed options of rules, what they explain, and what remains."""
    compared = any(other.rules == found.own for other in found.candidates)
    explained = len(candidate.explained) if compared else 0
    left = 0 if candidate.rules == found.own else len(candidate.left)
    if not (candidate.changes or explained or left):
        return
    yield Heading(rules_in_words(language, candidate.rules))
    yield from _changes(candidate, language)
    if explained:
        own = rules_in_words(language, found.own)
        if explained == len(found.unexplained):
            yield Paragraph(language.say("It explains everything that {rules} does not.", rules=own))
        else:
            yield Paragraph(
                language.count(
                    "It explains {number} thing that {rules} does not:",
                    "It explains {number} things that {rules} does not:",
                    explained,
                    rules=own,
                )
            )
            yield from _listed(candidate.explained, found.own, game, language)
    if left:
        yield Paragraph(language.say("It leaves unexplained:"))
        yield from _listed(candidate.left, candidate.rules, game, language)


def _changes(candidate: Candidate, language: Language) -> Iterator[Part]:
    """Return the changed options, and the other numbers that would fit as well."""
    if candidate.changes:
        columns = (
            Column(language.say("Decides")),
            Column(language.say("As played")),
            Column(language.say("Instead of")),
        )
        rows = (
            (
                language.translate(POINTS[change.point]),
                value_in_words(language, change),
                value_in_words(language, change._replace(value=change.instead)),
            )
            for change in candidate.changes
        )
        yield DataTable(columns, tuple(rows))
    points = {change.option: change.point for change in candidate.changes}
    for option, least, most in candidate.ranges:
        yield Paragraph(
            language.say(
                "Any number from {least} to {most} fits equally well: {option}.",
                option=language.translate(POINTS[points[option]]),
                least=least,
                most=most,
            )
        )
