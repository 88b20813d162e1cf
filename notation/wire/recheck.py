"""Checks saved rulings and answers to claims again: whether the program still gives the same.

Each is made again from the record in it and compared completely, word for word. What another version of the
program gave is compared too, but only that version could make its words again: it never counts as checked.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib.metadata import version
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from marshmallow import INCLUDE, Schema, ValidationError, fields, validate

from notation.findings import catalogue
from notation.findings.finding import Finding, Phrase, PhraseError, coded, escape
from notation.findings.translator import Translator
from notation.judge.judgement import Judgement
from notation.rulings.dispute import answer_claims, disputes
from notation.rulings.ledger import account, judge_in_full
from notation.rulings.play_worth import RULED_POSITIONS, best_play
from notation.specs.spec import read_spec
from notation.text.reader import Game, read
from notation.text.source import Start
from notation.wire.dispute import DISPUTE_FORM, dump_disputes
from notation.wire.evidence import fault
from notation.wire.ruling import FORM, dump_ruling
from referee.rules import RuleSet

Speak = Callable[[str], Translator]
"""Gives the language of a code."""

LONGEST: Final = 200
"""Characters of a value that are shown where it has changed."""
_PLACE: Final = ("line", "column", "end_line", "end_column")
_HEAD: Final = ("file", "game", "record", "line")
"""Where the record is kept and how it is laid out."""
_MISSING: Final = object()
"""What one of two rulings does not have."""


class ChangedMember(NamedTuple):
    """What a ruling says and what is ruled now, at a place in it."""

    path: str
    then: str
    now: str


class PinError(PhraseError, ValueError):
    """A ruling that cannot be checked; the phrase says why."""


def _no_ruling(error: Exception) -> PinError:
    return PinError(coded(catalogue.NO_RULING, why=escape(str(error))[:300]))


class _KeptSchema(Schema):
    """What making a ruling or an answer to claims again needs; all else is compared as it is."""

    class Meta:
        """What else there is."""

        unknown = INCLUDE

    santase = fields.String(required=True)
    digest = fields.String(required=True, allow_none=True)
    rules = fields.String(required=True)
    game = fields.Integer(required=True, strict=True, validate=validate.Range(min=1))
    deal = fields.Integer(required=True, strict=True, validate=validate.Range(min=1))
    record = fields.String(required=True)
    line = fields.Integer(required=True, strict=True, validate=validate.Range(min=1))
    language = fields.String(required=True)
    ruling_digest = fields.String(required=True)

    def __init__(self, languages: Iterable[str]) -> None:
        super().__init__()
        self.fields["language"].validators.append(validate.OneOf(list(languages)))


class _KeptRulingSchema(_KeptSchema):
    ruling = fields.Integer(required=True, strict=True, validate=validate.Equal(FORM))


class _KeptDisputeSchema(_KeptSchema):
    dispute = fields.Integer(required=True, strict=True, validate=validate.Equal(DISPUTE_FORM))
    file = fields.String(required=True)
    claims = fields.List(
        fields.Nested(
            {"text": fields.String(required=True), "digest": fields.String(required=True)}, unknown=INCLUDE
        ),
        required=True,
    )
    disputes = fields.List(
        fields.Nested({"line": fields.Integer(required=True, strict=True)}, unknown=INCLUDE), required=True
    )


def _once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of members; raises ValueError for duplicate names, which readers treat differently."""
    found = dict(members)
    if len(found) < len(members):
        raise ValueError("an object has two members of one name")
    return found


def read_pins(data: bytes, languages: Iterable[str]) -> list[dict[str, Any]]:
    """Parse rulings and answers to claims, one object or one per line, in one of these languages.

    Raises PinError if something is not a ruling.
    """
    kept, heard = _KeptRulingSchema(languages), _KeptDisputeSchema(languages)
    try:
        text = data.decode("utf-8-sig")
        try:
            shapes = [json.loads(text, object_pairs_hook=_once)]
        except json.JSONDecodeError:
            lines = (line for line in text.split("\n") if line.strip())
            shapes = [json.loads(line, object_pairs_hook=_once) for line in lines]
        pins = [
            (heard if isinstance(shape, dict) and "dispute" in shape else kept).load(shape)
            for shape in shapes
        ]
    except (ValueError, RecursionError, ValidationError) as error:
        raise _no_ruling(error) from None
    if not pins:
        raise PinError(Phrase("there is no ruling here"))
    return pins


class Checked(NamedTuple):
    """What checking a ruling again has found."""

    wrong: Phrase | None
    """That it was altered, that it is ruled otherwise, or that another version gave it."""
    changes: list[ChangedMember]

    @property
    def is_undecided(self) -> bool:
        """Whether another version of the program gave it, so that its words cannot be checked."""
        return self.wrong is not None and self.wrong.facts["code"] == catalogue.OTHER_VERSION.id


def recheck(
    pins: list[dict[str, Any]], games: list[Game] | None, speak: Speak
) -> Iterator[tuple[dict[str, Any], Checked | PinError]]:
    """Yield every saved ruling with what has changed, or with why that cannot be determined.

    Each is made again from the record in it, and from that of its digest among ``games``, if given.
    ``speak`` gives the language of a code.
    """
    others = None if games is None else {game.digest: game for game in games[::-1] if game.digest}
    for pin in pins:
        try:
            yield pin, _rechecked(pin, others, speak)
        except PinError as error:
            yield pin, error
        except RecursionError as error:
            yield pin, _no_ruling(error)


def _rechecked(pin: dict[str, Any], others: dict[str, Game] | None, speak: Speak) -> Checked:
    if pin["digest"] is None:
        raise PinError(Phrase("the ruling names no digest: not all of its record could be read"))
    own = Start(pin["game"] - 1, pin["line"])
    changes = list(_changes("", pin, _made_again(pin, pin["record"], own, speak)))
    if others is not None and not changes:
        if pin["digest"] not in others:
            facts = {"digest": pin["digest"]}
            raise PinError(Phrase("no game in this file has the digest named by the ruling, {digest}", facts))
        now = _made_again(pin, others[pin["digest"]].text, own, speak)
        changes = list(_changes("", _placeless(pin), _placeless(now)))
    if wrong := fault(pin):
        return Checked(wrong, changes)
    if pin["santase"] != version("santase"):
        return Checked(coded(catalogue.OTHER_VERSION, stated=pin["santase"]), changes)
    return Checked(coded(catalogue.RULED_OTHERWISE) if changes else None, changes)


def _made_again(pin: dict[str, Any], record: str, start: Start, speak: Speak) -> dict[str, Any]:
    """Return the ruling on a record, or the answer to the claims, that is given now."""
    rules = read_spec(pin["rules"])
    if isinstance(rules, Finding):
        raise PinError(Phrase("the ruling names rules that cannot be read: {why}", {"why": rules.phrase}))
    judgement = _judged(record, start, rules)
    game, number, language = judgement.game, pin["deal"], speak(pin["language"])
    if number > len(judgement.deals):
        facts = {"number": number, "most": len(judgement.deals)}
        raise PinError(Phrase("the ruling is on deal {number}, but the game has only {most}", facts))
    if "dispute" in pin:
        if any(not dispute["line"] for dispute in pin["disputes"]):  # they are not in the record
            found = answer_claims(game, number, rules, [claim["text"] for claim in pin["claims"]])
        else:
            found = disputes(game, number, rules)
        now = dump_disputes(found, game, number, rules, language, pin["file"])
    else:
        ruled_on = account(judgement, number)
        cost = best_play(ruled_on, RULED_POSITIONS) if "best_play" in pin else None
        now = dump_ruling(ruled_on, language, cost)
    return now | {name: pin[name] for name in ("santase", "ruling_digest")}


@lru_cache(maxsize=2)  # the rulings of a match hold the same record
def _judged(record: str, start: Start, rules: RuleSet) -> Judgement:
    games = list(read(record, start))
    if len(games) != 1:
        raise PinError(Phrase("the ruling does not hold the record of one game"))
    return judge_in_full(games[0], rules)


def _placeless(ruling: dict[str, Any]) -> dict[str, Any]:
    """Return a ruling without what the layout of its record decides: the places in it."""
    return {name: _without(part, _PLACE) for name, part in ruling.items() if name not in _HEAD}


def _without(part: Any, names: tuple[str, ...]) -> Any:
    if isinstance(part, dict):
        return {name: _without(inner, names) for name, inner in part.items() if name not in names}
    return [_without(inner, names) for inner in part] if isinstance(part, list) else part


def _changes(path: str, then: Any, now: Any) -> Iterator[ChangedMember]:
    if isinstance(then, dict) and isinstance(now, dict):
        for name in dict.fromkeys([*then, *now]):
            inner = f"{path}.{name}" if path else name
            yield from _changes(inner, then.get(name, _MISSING), now.get(name, _MISSING))
    elif isinstance(then, list) and isinstance(now, list):
        for number, (old, new) in enumerate(zip_longest(then, now, fillvalue=_MISSING), start=1):
            yield from _changes(f"{path}[{number}]", old, new)
    elif then is _MISSING or now is _MISSING or json.dumps(then) != json.dumps(now):
        words = [json.dumps(None if part is _MISSING else part) for part in (then, now)]
        yield ChangedMember(path, *map(_cut, words))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
