"""Rulings as JSON: pinned to a record, a rule set and a program, and checked again by a later one.

A digest covers the whole of a ruling. Where the program that gave it is this one, all of it is made again
and compared; of another version, only what was ruled: words and what other rules would give may change.
"""

import hashlib
import json
from collections.abc import Iterator
from importlib.metadata import version
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from marshmallow import INCLUDE, Schema, ValidationError, fields, validate, validates_schema

from notation.findings.finding import SEAT_FACTS, Finding, Phrase, escape
from notation.judge.judgement import Judgement
from notation.record.model import NOBODY
from notation.record.words import SUIT_NAMES, by_seat, seat_letter, seat_or_none
from notation.rulings.certainty import certainties
from notation.rulings.disputes import disputes
from notation.rulings.ledger import Account, LedgerEntry, account, broken, elsewhere, judge_in_full
from notation.specs.spec import read_spec, write_spec
from notation.text.reader import Game
from notation.text.writer import digest, ply_word
from referee import arithmetic
from referee.arithmetic import ArithmeticStep, Line
from referee.state import Result
from viewer.documents import languages
from viewer.documents.languages import Language
from viewer.documents.reports import certainty_json, finding_json, match_json
from viewer.rulings.answers import answer
from viewer.rulings.disputes_json import disputed_json

FORM: Final = 2
"""The version of this form of JSON."""
UNSEALED: Final = 1
"""The form before, without a digest of the ruling and without what it rests on."""
LONGEST: Final = 200
"""Characters of a value that are shown where it has changed."""


def as_json(account: Account, language: Language) -> dict[str, Any]:
    """The ruling of a deal as an object that can be kept and checked again."""
    game = account.judgement.game
    found = disputes(game, account.number, account.rules)
    return _sealed(
        {
            "ruling": FORM,
            "santase": version("santase"),
            "digest": account.digest,
            "rules": write_spec(account.rules),
            "deal": account.number,
            "language": language.code,
            "answer": answer(language, account.deal, account.certainty),
            **_ruled(account, language),
            "disputes": disputed_json(found, game, account.number, account.rules, language, "")["disputes"]
            if found
            else [],
            "elsewhere": [
                {
                    "rules": write_spec(rules),
                    "result": _result(judgement.deals[0].result),
                    "codes": list(dict.fromkeys(f.code.id for f in broken(judgement))),
                    **certainty_json(certainties(judgement)[0]),
                }
                for rules, judgement in elsewhere(account)
            ],
        }
    )


def _sealed(ruling: dict[str, Any]) -> dict[str, Any]:
    """A ruling with its own digest: the SHA-256 of the rest as JSON in ASCII, sorted and without blanks."""
    rest = {name: part for name, part in ruling.items() if name != "ruling_digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return rest | {"ruling_digest": hashlib.sha256(text.encode()).hexdigest()}


def _ruled(account: Account, language: Language) -> dict[str, Any]:
    deal, closing = account.deal, account.deal.closing
    return {
        "result": _result(deal.result),
        "game_points": deal.game_points,
        "trusted": _result(deal.trusted),
        "awarded": by_seat(deal.awarded),
        "score": by_seat(deal.score),
        "stopped": deal.stopped,
        **certainty_json(account.certainty),
        "match": match_json(account.judgement),
        "ledger": [
            {
                "trick": trick.number,
                "leader": seat_letter(trick.leader),
                "winner": seat_or_none(trick.winner),
                "actions": [
                    {
                        "seat": seat_letter(event.seat),
                        "action": ply_word(event.ply),
                        "code": event.ruling.code.id if event.ruling else None,
                    }
                    for event in trick.events
                ],
                "points": by_seat(trick.points),
            }
            for trick in deal.tricks
        ],
        "card_points": [_entry(entry) for entry in account.entries],
        "untaken": account.untaken,
        "closing": {
            "trick": closing.trick,
            "seat": seat_letter(closing.seat),
            "points": by_seat(closing.points),
            "tricks": by_seat(closing.tricks),
            "talon": closing.talon,
            "before_draw": closing.short,
        }
        if closing
        else None,
        "claims": [
            {
                "trick": claim.trick,
                "seat": seat_letter(claim.seat),
                "points": claim.points,
                "right": claim.stands,
                "certain": claim.certain,
            }
            for claim in account.claims
        ],
        "chances": [
            {"trick": chance.trick, "seat": seat_letter(chance.seat), "points": chance.points}
            for chance in account.chances
        ],
        "steps": [_step(account, language, step) for step in account.steps],
        "findings": [finding_json(account.judgement, finding) for finding in account.findings],
    }


def _result(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "winner": seat_or_none(result.winner),
        "game_points": result.game_points,
        "reason": result.reason.value,
        "card_points": by_seat(result.card_points),
    }


def _entry(entry: LedgerEntry) -> dict[str, Any]:
    marriage = {"suit": SUIT_NAMES[entry.suit], "announced": entry.announced} if entry.suit != NOBODY else {}
    return {
        "from": entry.kind.value,
        "seat": seat_letter(entry.seat),
        "points": entry.points,
        "slack": entry.slack,
        "trick": entry.trick,
        "standing": entry.standing.value,
        **marriage,
    }


_NAMES: Final = {
    line: name.lower().replace("_", "-") for name, line in vars(arithmetic).items() if isinstance(line, Line)
}
"""What each step of scoring is called in a ruling that is kept; a name never changes its meaning."""


def _step(account: Account, language: Language, step: ArithmeticStep) -> dict[str, Any]:
    return {
        "step": _NAMES[step.line],
        "point": step.line.point or None,
        "facts": {
            name: seat_letter(fact) if name in SEAT_FACTS else fact for name, fact in step.facts.items()
        },
        "says": language.put(Phrase(step.line.sentence, step.facts)),
        "clause": language.clause(account.rules, step.line.point) or None,
    }


# Checking again.


class Change(NamedTuple):
    """What a ruling says and what is ruled now, at a place in it."""

    path: str
    then: str
    now: str


class PinError(ValueError):
    """A ruling that cannot be checked; the phrase says why."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


def _no_ruling(error: Exception) -> PinError:
    why = escape(str(error))[:300]
    return PinError(Phrase("this is no ruling of `santase explain --format json`: {why}", {"why": why}))


class _PinSchema(Schema):
    class Meta:
        unknown = INCLUDE

    ruling = fields.Integer(required=True, strict=True, validate=validate.OneOf([UNSEALED, FORM]))
    santase = fields.String(required=True)
    digest = fields.String(required=True, allow_none=True)
    rules = fields.String(required=True)
    deal = fields.Integer(required=True, strict=True, validate=validate.Range(min=1))
    steps = fields.List(fields.Dict(), required=True)
    findings = fields.List(fields.Dict(), required=True)
    language = fields.String(validate=validate.OneOf(languages.NAMES))
    ruling_digest = fields.String()

    @validates_schema
    def _is_sealed(self, shape: dict[str, Any], **_: object) -> None:
        for name in ("language", "ruling_digest") if shape["ruling"] == FORM else ():
            if name not in shape:
                raise ValidationError("Missing data for required field.", name)


def read_pins(data: bytes) -> list[dict[str, Any]]:
    """The rulings of a text, one object or one a line; raises PinError where something is none."""
    try:
        text = data.decode("utf-8-sig")
        try:
            shapes = [json.loads(text)]
        except json.JSONDecodeError:
            shapes = [json.loads(line) for line in text.split("\n") if line.strip()]
        pins = [_PinSchema().load(shape) for shape in shapes]
    except (ValueError, RecursionError, ValidationError) as error:
        raise _no_ruling(error) from None
    if not pins:
        raise PinError(Phrase("there is no ruling here"))
    return pins


class Checked(NamedTuple):
    """What checking a ruling again has found: what is otherwise, and how much of it could be compared."""

    changes: list[Change]
    altered: bool
    """Whether it has been altered since it was given: its digest does not fit."""
    whole: bool
    """Whether its words were compared too, and not only what was ruled."""


def recheck(
    pins: list[dict[str, Any]], games: list[Game]
) -> Iterator[tuple[dict[str, Any], Checked | PinError]]:
    """Every kept ruling with what is otherwise now, or with why that cannot be told.

    A game is digested once, and judged once under the same rules.
    """
    by_digest = {digest(game.record): game for game in reversed(games) if game.record}
    judged: dict[tuple[str, str], Judgement] = {}
    for pin in pins:
        try:
            yield pin, _rechecked(pin, by_digest, judged)
        except PinError as error:
            yield pin, error
        except RecursionError as error:
            yield pin, _no_ruling(error)


def _rechecked(
    pin: dict[str, Any], by_digest: dict[str, Game], judged: dict[tuple[str, str], Judgement]
) -> Checked:
    rules = read_spec(pin["rules"])
    if isinstance(rules, Finding):
        raise PinError(Phrase("the ruling names rules that cannot be read: {why}", {"why": rules.phrase}))
    named = pin["digest"]
    if named is None:
        raise PinError(Phrase("the ruling names no digest: not all of its record could be read"))
    if named not in by_digest:
        facts = {"digest": named}
        raise PinError(Phrase("no game of this file has the digest that the ruling names, {digest}", facts))
    key = named, write_spec(rules)
    if key not in judged:
        judged[key] = judge_in_full(by_digest[named], rules)
    judgement = judged[key]
    if pin["deal"] > len(judgement.deals):
        facts = {"number": pin["deal"], "most": len(judgement.deals)}
        raise PinError(Phrase("the ruling is on deal {number}, but the game has {most}", facts))
    told = account(judgement, pin["deal"], named)
    sealed = "ruling_digest" in pin
    whole = sealed and pin["santase"] == version("santase") and "language" in pin
    now = as_json(told, languages.language(pin["language"] if whole else "en"))
    if whole:
        changes = list(_changes("", _placeless(pin), _placeless(now)))
    else:
        ruled = [name for name in _ruled(told, languages.language("en")) if sealed or name not in ADDED]
        then, now = ({name: shape.get(name) for name in ruled} for shape in (pin, now))
        changes = list(_changes("", pinned(then), pinned(now)))
        if not sealed:
            changes = [change for change in changes if not change.path.endswith(".certain")]
    altered = sealed and _sealed(pin)["ruling_digest"] != pin["ruling_digest"]
    return Checked(changes, altered, whole)


ADDED: Final = ("certain", "depends", "match")
"""What was ruled and is not told in the form without a digest."""
_PLACE: Final = ("line", "column", "end_line", "end_column", "fix")


def _placeless(ruling: dict[str, Any]) -> dict[str, Any]:
    """A ruling without its digest, and without places: layout moves them, and what is to be changed there."""
    rest = {name: part for name, part in ruling.items() if name != "ruling_digest"}
    return {name: _unplaced(part) for name, part in rest.items()}


def _unplaced(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _unplaced(inner) for name, inner in part.items() if name not in _PLACE}
    return [_unplaced(inner) for inner in part] if isinstance(part, list) else part


def pinned(ruling: dict[str, Any]) -> dict[str, Any]:
    """A ruling with what is compared of its steps and findings: no words and no places."""
    return ruling | {
        "steps": [{name: step.get(name) for name in ("step", "point", "facts")} for step in ruling["steps"]],
        "findings": [
            {name: finding.get(name) for name in ("code", "trick", "seat")} for finding in ruling["findings"]
        ],
    }


_MISSING: Final = object()
"""What one of two rulings does not have."""


def _changes(path: str, then: Any, now: Any) -> Iterator[Change]:
    if isinstance(then, dict) and isinstance(now, dict):
        for name in dict.fromkeys([*then, *now]):
            inner = f"{path}.{name}" if path else name
            yield from _changes(inner, then.get(name, _MISSING), now.get(name, _MISSING))
    elif isinstance(then, list) and isinstance(now, list):
        for number, (old, new) in enumerate(zip_longest(then, now, fillvalue=_MISSING), start=1):
            yield from _changes(f"{path}[{number}]", old, new)
    elif then is _MISSING or now is _MISSING or json.dumps(then) != json.dumps(now):
        words = [json.dumps(None if part is _MISSING else part) for part in (then, now)]
        yield Change(path, *map(_cut, words))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
