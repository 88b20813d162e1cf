"""Which rules a record fits, as a document and as JSON: the answer, the candidates, what speaks for the best.

Everything comes from the inference; nothing is worked out here.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

from notation.findings import Finding
from notation.judge import Judgement
from notation.rulings import DOUBTFUL, Candidate, Inference
from notation.specs import Change, write_spec
from notation.text import Game, digest
from referee import POINTS, RuleSet
from viewer.documents.document import Column, Document, Heading, Listing, Paragraph, Part, Table
from viewer.documents.languages import Language
from viewer.documents.reports import finding_json
from viewer.rulings.findings import told

MOST_ROWS: Final = 16
"""Candidates that a document lists."""
MOST_FINDINGS: Final = 8
"""Findings that a document lists of one kind."""
MOST_TOLD: Final = 3
"""Candidates of which a document tells what speaks for them."""


def conclusion(found: Inference, game: Game, language: Language, file: str) -> Document:
    """What can be told of the rules of a game, in a language; ``file`` is what its record is called."""
    title = language.say("The rules of {file}, game {number}", file=file, number=game.number)
    parts: list[Part] = [Paragraph(_answer(found, game, language), kind="answer")]
    if found.candidates:
        parts += _unexplained(found, game, language, file)
        parts += _candidates(found, language)
    if not found.settled:
        for candidate in found.best[:MOST_TOLD]:
            parts += _told(candidate, found, game, language, file)
    return Document(title, tuple(parts), language.code)


def _answer(found: Inference, game: Game, language: Language) -> str:
    """What the record says of its rules, and which it fits."""
    if not found.candidates:
        return language.say("There is no deal from which rules could be inferred.")
    if found.settled and found.named:
        return language.say(
            "The record names {rules}, and that explains all of it: nothing is to be inferred.",
            rules=write_spec(found.named),
        )
    return f"{_said(found, game, language)} {_fitting(found, language)}"


def _said(found: Inference, game: Game, language: Language) -> str:
    if found.named:
        return language.say("The record names {rules}.", rules=write_spec(found.named))
    if game.draft and game.draft.tag("Rules") is not None:
        return language.say("The rules that the record names cannot be read.")
    return language.say("The record names no rules.")


def _fitting(found: Inference, language: Language) -> str:
    best = found.best
    rules = ", ".join(candidate.spec for candidate in best[:MOST_TOLD])
    others = len(best) - MOST_TOLD
    if others > 0:
        rules = language.count(
            "{rules} and {number} other", "{rules} and {number} others", others, rules=rules
        )
    left = len(best[0].left)
    if left:
        return language.count(
            "No rules that were tried explain all of it. Least is left by {rules}: {number} error.",
            "No rules that were tried explain all of it. Least is left by {rules}: {number} errors.",
            left,
            rules=rules,
        )
    if len(best) == 1:
        return language.say("{rules} explains all of it.", rules=rules)
    return language.say(
        "These explain all of it, and the record cannot tell them apart: {rules}.", rules=rules
    )


def _unexplained(found: Inference, game: Game, language: Language, file: str) -> Iterator[Part]:
    """What the record's own rules leave unexplained, or those that it would be judged by."""
    own = write_spec(found.own)
    if all(candidate.rules != found.own for candidate in found.candidates):
        if found.named:
            yield Paragraph(language.say("{rules} is for another pack than the record's.", rules=own))
    elif found.unexplained:
        yield Heading(language.say("What {rules} does not explain", rules=own))
        yield from _listed(found.unexplained, found.own, game, language, file)


def _listed(
    findings: Sequence[Finding], rules: RuleSet, game: Game, language: Language, file: str
) -> Iterator[Part]:
    """Findings as a list, the first of many."""
    yield Listing(tuple(told(game, finding, rules, language, file) for finding in findings[:MOST_FINDINGS]))
    yield from _more(len(findings) - MOST_FINDINGS, language)


def _more(number: int, language: Language) -> Iterator[Part]:
    if number > 0:
        yield Paragraph(language.count("{number} more is not shown.", "{number} more are not shown.", number))


# The candidates.


def _candidates(found: Inference, language: Language) -> Iterator[Part]:
    yield Heading(language.say("The rules that were tried"))
    columns = (
        Column(language.say("Rank"), True),
        Column(language.say("Rules")),
        Column(language.say("Options changed"), True),
        Column(language.say("Left unexplained"), True),
        Column(language.say("Odds against"), True),
    )
    shown = found.candidates[:MOST_ROWS]
    rows = tuple(
        (
            str(candidate.rank),
            candidate.spec,
            str(len(candidate.changes)),
            str(len(candidate.left)),
            _odds(candidate),
        )
        for candidate in shown
    )
    yield Table(columns, rows)
    yield from _more(len(found.candidates) - len(shown), language)
    if any(candidate.odds > 1 for candidate in shown):
        yield Paragraph(
            language.say(
                "Rules that allow more than was ever done come behind tighter ones that explain as much. "
                "The odds say how many times likelier the same choices are under those, if everybody chose "
                "by chance among what is allowed; up to {doubtful} they prove nothing.",
                doubtful=DOUBTFUL,
            )
        )


def _odds(candidate: Candidate) -> str:
    """How much freer rules are than the tightest of those that nothing else tells from them."""
    odds = candidate.odds
    if not odds:
        return ""
    return f"{odds} : 1" if odds < 10**6 else f"10^{math.floor(math.log10(odds))} : 1"


def _told(
    candidate: Candidate, found: Inference, game: Game, language: Language, file: str
) -> Iterator[Part]:
    """What was changed in rules, what that explains, and what is left."""
    compared = any(other.rules == found.own for other in found.candidates)
    explained = len(candidate.explained) if compared else 0
    left = 0 if candidate.rules == found.own else len(candidate.left)
    if not (candidate.changes or explained or left):
        return
    yield Heading(candidate.spec)
    if candidate.changes:
        yield changes_table(candidate.changes, language)
    if explained:
        own = write_spec(found.own)
        if explained == len(found.unexplained):
            yield Paragraph(language.say("It explains all that {rules} does not.", rules=own))
        else:
            yield Paragraph(
                language.count(
                    "It explains {number} thing that {rules} does not:",
                    "It explains {number} things that {rules} does not:",
                    explained,
                    rules=own,
                )
            )
            yield from _listed(candidate.explained, found.own, game, language, file)
    if left:
        yield Paragraph(language.say("It leaves unexplained:"))
        yield from _listed(candidate.left, candidate.rules, game, language, file)


def changes_table(changes: Sequence[Change], language: Language) -> Table:
    """Options that were changed: what each decides, and what it said before."""
    columns = (
        Column(language.say("Option")),
        Column(language.say("Instead of")),
        Column(language.say("Decides")),
    )
    rows = (
        (f"{change.option}={change.value}", change.instead, language.translate(POINTS[change.point]))
        for change in changes
    )
    return Table(columns, tuple(rows))


# For programs.


def as_json(found: Inference, game: Game, language: Language, file: str) -> dict[str, Any]:
    """What can be told of the rules of a game, as an object."""
    return {
        "file": file,
        "game": game.number,
        "line": game.line,
        "digest": digest(game.record) if game.record else None,
        "language": language.code,
        "named": write_spec(found.named) if found.named else None,
        "own": write_spec(found.own),
        "settled": found.settled,
        "unexplained": _findings_json(found.unexplained, game),
        "candidates": [
            {
                "rank": candidate.rank,
                "rules": candidate.spec,
                "changes": [change._asdict() for change in candidate.changes],
                "left": _findings_json(candidate.left, game),
                "explained": _findings_json(candidate.explained, game),
                "surprises": candidate.surprises,
                "odds_against": _odds(candidate) or None,
            }
            for candidate in found.candidates
        ],
    }


def _findings_json(findings: Sequence[Finding], game: Game) -> list[dict[str, Any]]:
    return [finding_json(Judgement(game, None), finding) for finding in findings]
