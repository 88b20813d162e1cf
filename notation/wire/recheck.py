"""Checks saved rulings and answers to claims again: whether the program still gives the same.

A ruling by this version of the program is made again and compared completely; one by another version only in
its decisions, because words and the outcomes under other rules may change.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib.metadata import version
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from marshmallow import ValidationError

from notation.findings import catalogue
from notation.findings.finding import Finding, Phrase, coded, escape
from notation.findings.translator import Translator
from notation.judge.judgement import Judgement
from notation.rulings.best_play import RULED_POSITIONS, best_play
from notation.rulings.disputes import answer_claims, disputes
from notation.rulings.ledger import account, judge_in_full
from notation.specs.spec import read_spec, write_spec
from notation.text.reader import Game, read
from notation.text.source import Start
from notation.text.writer import digest
from notation.wire.dispute import DISPUTE_FORM, KeptDisputeSchema, dump_disputes
from notation.wire.evidence import fault
from notation.wire.ruling import FORM, RULED, KeptRulingSchema, dump_ruling

Speak = Callable[[str], Translator]
"""Gives the language of a code."""

LONGEST: Final = 200
"""Characters of a value that are shown where it has changed."""
ADDED: Final = ("certain", "depends", "match")
"""What was ruled and is not in the form without a digest."""
_PLACE: Final = ("line", "column", "end_line", "end_column", "fix")
_HEAD: Final = ("ruling", "dispute", "file", "game", "record", "line", "ruling_digest")
"""What differs from form to form, or with where the record is kept and how it is laid out."""
_WORDS: Final = (
    *(*_PLACE, "text", "says", "message", "cite", "fault", "related", "severity"),
    *("rule_sets", "options", "so_at", "fault_kind", "fault_code"),
)
"""What another version may put otherwise in the answer to a claim: words, and what other rules would give."""
_MISSING: Final = object()
"""What one of two rulings does not have."""


class ChangedMember(NamedTuple):
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
    return PinError(coded(catalogue.NO_RULING, why=escape(str(error))[:300]))


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
    kept, heard = KeptRulingSchema(languages), KeptDisputeSchema(languages)
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
    """What checking a ruling again has found: what is otherwise, and how much of it could be compared."""

    changes: list[ChangedMember]
    fault: Phrase | None
    """What shows that it has been altered since it was given; None where nothing does."""
    whole: bool
    """Whether its words were compared too, and not only what was ruled."""


def recheck(
    pins: list[dict[str, Any]], games: list[Game], speak: Speak
) -> Iterator[tuple[dict[str, Any], Checked | PinError]]:
    """Yield every saved ruling with what has changed, or with why that cannot be determined.

    A game is digested once, and judged once for the same rules. ``speak`` gives the language of a code.
    """
    by_digest = {digest(game.record): game for game in reversed(games) if game.record}
    judged: dict[tuple[str, str], Judgement] = {}
    for pin in pins:
        try:
            yield pin, _rechecked(pin, by_digest, judged, speak)
        except PinError as error:
            yield pin, error
        except RecursionError as error:
            yield pin, _no_ruling(error)


def _rechecked(
    pin: dict[str, Any],
    by_digest: dict[str, Game],
    judged: dict[tuple[str, str], Judgement],
    speak: Speak,
) -> Checked:
    rules = read_spec(pin["rules"])
    if isinstance(rules, Finding):
        raise PinError(Phrase("the ruling names rules that cannot be read: {why}", {"why": rules.phrase}))
    named = pin["digest"]
    if named is None:
        raise PinError(Phrase("the ruling names no digest: not all of its record could be read"))
    if named not in by_digest:
        facts = {"digest": named}
        raise PinError(Phrase("no game in this file has the digest named by the ruling, {digest}", facts))
    key = named, write_spec(rules)
    if key not in judged:
        judged[key] = judge_in_full(by_digest[named], rules)
    judgement = judged[key]
    if pin["deal"] > len(judgement.deals):
        facts = {"number": pin["deal"], "most": len(judgement.deals)}
        raise PinError(Phrase("the ruling is on deal {number}, but the game has only {most}", facts))
    if "dispute" in pin:
        return _reheard(pin, judgement, speak)
    ruled_on = account(judgement, pin["deal"], named)
    sealed = "ruling_digest" in pin
    whole = pin["ruling"] == FORM and pin["santase"] == version("santase")
    found = best_play(ruled_on, RULED_POSITIONS) if whole and "best_play" in pin else None
    now = dump_ruling(ruled_on, speak(pin["language"] if whole else "en"), found)
    if whole:
        changes = list(_changes("", _placeless(pin), _placeless(now)))
    else:
        ruled = [name for name in RULED if sealed or name not in ADDED]
        then, now = ({name: shape.get(name) for name in ruled} for shape in (pin, now))
        changes = list(_changes("", pinned(then), pinned(now)))
        if not sealed:
            changes = [change for change in changes if not change.path.endswith(".certain")]
    return Checked([*_record_changed(pin), *changes], fault(pin), whole)


def own_games(pins: list[dict[str, Any]]) -> list[Game]:
    """Return the games contained in saved rulings, each once."""
    texts = {pin["record"]: Start(0, pin["line"]) for pin in pins if "record" in pin}
    return [game for text, start in texts.items() for game in read(text, start)]


def _record_changed(pin: dict[str, Any]) -> Iterator[ChangedMember]:
    """Return the digest of the record in a ruling, if it is not the one that the ruling states."""
    if "record" in pin:
        found = _digests(pin["record"])
        if found != (pin["digest"],):
            yield ChangedMember("record", *map(json.dumps, (pin["digest"], found[0] if found else None)))


@lru_cache(maxsize=1)  # the rulings of a match contain the same record
def _digests(text: str) -> tuple[str | None, ...]:
    return tuple(digest(game.record) if game.record else None for game in read(text))


def _reheard(pin: dict[str, Any], judgement: Judgement, speak: Speak) -> Checked:
    """Return what has changed in the answer to claims."""
    assert judgement.rules  # noqa: S101 - the ruling names them
    whole = pin["dispute"] == DISPUTE_FORM and pin["santase"] == version("santase")
    game, number, rules = judgement.game, pin["deal"], judgement.rules
    where = (game, number, rules, speak(pin["language"] if whole else "en"), "")
    if any(not dispute["line"] for dispute in pin["disputes"]):  # they are not in the record
        found = answer_claims(game, number, rules, [claim["text"] for claim in pin["claims"]])
    else:
        found = disputes(game, number, rules)
    now = dump_disputes(found, *where)
    if whole:
        then, now = _placeless(pin), _placeless(now)
    else:
        then, now = ({"disputes": _without(shape["disputes"], _WORDS)} for shape in (pin, now))
    return Checked([*_record_changed(pin), *_changes("", then, now)], fault(pin), whole)


def _placeless(ruling: dict[str, Any]) -> dict[str, Any]:
    """Return a ruling without its digest and places: layout changes those, and the proposed fixes."""
    rest = {name: part for name, part in ruling.items() if name not in _HEAD}
    return {name: _without(part, _PLACE) for name, part in rest.items()}


def _without(part: Any, names: tuple[str, ...]) -> Any:
    if isinstance(part, dict):
        return {name: _without(inner, names) for name, inner in part.items() if name not in names}
    return [_without(inner, names) for inner in part] if isinstance(part, list) else part


def pinned(ruling: dict[str, Any]) -> dict[str, Any]:
    """Return a ruling reduced to the compared parts of its steps and findings, without words and places."""
    return ruling | {
        "steps": [{name: step.get(name) for name in ("step", "point", "facts")} for step in ruling["steps"]],
        "findings": [
            {name: finding.get(name) for name in ("code", "trick", "seat")} for finding in ruling["findings"]
        ],
    }


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
