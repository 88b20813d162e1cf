"""The objects that a request is about: archive, language, record and deal.

What is missing or cannot be judged raises a Problem, the same for people and for programs.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from flask import current_app, g, request

from notation import Game, Judgement, read
from notation.findings import Fact, Finding, Phrase, catalogue
from notation.judge import SeriesJudgement, judge_series
from notation.limits import limited
from notation.record import Record
from notation.rulings import Account, account, account_as_written, best_play, rules_in_words
from notation.specs import read_spec
from notation.wire.best_play import dump_best_play
from referee import PRESETS, RuleSet
from viewer import limits
from viewer.documents.languages import Language
from viewer.replay.page import packed_parts, replay_parts, unpacked_parts
from viewer.store import Added, Novelty, Store, Stored
from viewer.web.access import NO_RECORD
from viewer.web.caching import keep
from viewer.web.failures import Problem
from viewer.web.server.work import is_quick
from viewer.web.uploads import findings, refusal
from viewer.web.visits import count, note_kept


def archive() -> Store:
    """Return the archive of the application."""
    store: Store = current_app.extensions["archive"]
    return store


def language() -> Language:
    """Return the language of the answer."""
    spoken: Language = g.language
    return spoken


def file_name(kept: Stored) -> str:
    """Return the file name of a record."""
    return f"{kept.id[:16]}.sgn"


class UnkeptRecord(NamedTuple):
    """A record that was sent to be asked about; it is dropped with the request."""

    text: bytes


def stored() -> Stored:
    """Return the record of the request, found when access to it was decided."""
    found: Stored = g.stored
    return found


def series_named(name: str) -> SeriesJudgement:
    """Return the series of a name, from the records as the archive lists them."""
    found = archive().series(name)
    if not found:
        raise Problem(404, Phrase("There is no series of this name."))
    return judge_series(listed.summary.member(listed.id[:16]) for listed in found)


def record_of(kept: Stored) -> Record:
    """Return the parsed record; raise a Problem unless all of it can be read."""
    game = next(read(kept.text))
    if game.record is None:
        raise refusal([game])
    return game.record


def open_record(id: str) -> Stored:
    """Return a record that anybody with its address may read."""
    found = archive().get(id)
    if found is None:
        raise Problem(404, NO_RECORD)
    return found


def forget() -> None:
    """Drop all cached records, since one may have been removed or hidden."""
    for held in (_judged, _account, _replay):
        held.cache_clear()


def noted(added: list[Added]) -> list[Added]:
    """Count what became of records that were sent."""
    count("judged", sum(each.novelty is not Novelty.KNOWN for each in added))
    count("added", sum(each.novelty is Novelty.NEW for each in added))
    return added


@lru_cache(limits.RECORDS_HELD)
def _judged(text: bytes, imposed: RuleSet | None) -> Judgement:
    count("judged")
    return limits.judge_record(next(read(text)), imposed)


@lru_cache(limits.RECORDS_HELD)
def _account(text: bytes, number: int, imposed: RuleSet | None, may_hold: bool) -> Account:
    found = _heard(text, imposed, may_hold)
    if found.rules and any(finding.code is catalogue.MORE for finding in found.findings):
        found = limits.judge_record_in_full(found.game, found.rules)
    return account(found, number)


def heard(kept: Stored | UnkeptRecord, imposed: RuleSet | None = None) -> Judgement:
    """Return the judgement of a record, even if it could not be judged; it is shared, so never modify it."""
    return _heard(kept.text, imposed, isinstance(kept, Stored))


def _heard(text: bytes, imposed: RuleSet | None, may_hold: bool = True) -> Judgement:
    judge = _judged if may_hold and len(text) <= limits.HELD_BYTES else _judged.__wrapped__
    return judge(text, imposed)


def judged(kept: Stored | UnkeptRecord, imposed: RuleSet | None = None) -> Judgement:
    """Return a record judged under its own or other rules; raise a Problem if it cannot be judged."""
    found = heard(kept, imposed)
    if found.rules is None or found.game.draft is None:
        raise unjudged(found)
    return found


def rule_set_named(spec: str, status: int = 422) -> RuleSet:
    """Return the rule set of a spec; raise a Problem with this status and the reason if it is invalid."""
    found = read_spec(spec.strip()[: limits.SEARCH_CHARACTERS])
    if isinstance(found, Finding):
        raise Problem(status, found.phrase, found.code)
    return found


def offered_rules(seats: int = 0) -> dict[str, str]:
    """Return the rule sets for so many players, or all, each with its name in words."""
    return {
        name: rules_in_words(language(), rules)
        for name, rules in PRESETS.items()
        if seats in (0, rules.seats)
    }


def asked_rules() -> RuleSet | None:
    """Return the rule set that the URL names, if any; raise a Problem for an unknown one."""
    spec = request.args.get("rules", "")
    return rule_set_named(spec) if spec.strip() else None


def unjudged(found: Judgement) -> Problem:
    """Return the Problem of a record that cannot be judged, with all its findings."""
    told = [(found.game, finding) for finding in found.findings]
    kind = next((finding.code for finding in found.findings if finding.is_error), None)
    return Problem(422, Phrase("This record cannot be judged."), kind, findings=findings(told))


def few_deals(kept: Stored) -> Game:
    """Return the game of a record; raise a Problem if it has too many deals to judge under many rule sets."""
    game = next(read(kept.text))
    if game.draft is None:
        raise unjudged(heard(kept))
    if len(game.draft.deals) > limits.DEALS_COMPARED:
        most: dict[str, Fact] = {"number": limits.DEALS_COMPARED}
        raise Problem(
            422, Phrase("At most {number} deals can be judged under several rule sets at once.", most)
        )
    return game


@lru_cache(limits.RECORDS_HELD)
def _replay(id: str, text: bytes, language: Language, imposed: RuleSet | None) -> dict[str, Any]:
    """The parts of a replay; those from worker processes are cached as well, for threads to use at once."""
    asked = f"replay {language.code}"
    body = None if imposed else archive().answer(id, asked)
    if body is not None:
        note_kept()
        return unpacked_parts(body)
    with limited(limits.REQUEST_WORK) as budget:
        parts = replay_parts(_shown(text, imposed), language)
    if imposed is None and budget.spent > limits.QUICK_WORK // 2 and not is_quick():
        keep(archive(), id, asked, packed_parts(parts))
    return parts


def replay_of(kept: Stored, imposed: RuleSet | None = None) -> dict[str, Any]:
    """Return what the replay pages of a record are rendered from, as :func:`replay_parts` does."""
    make = _replay if len(kept.text) <= limits.HELD_BYTES else _replay.__wrapped__
    return make(kept.id, kept.text, language(), imposed)


def to_show(kept: Stored) -> Judgement:
    """Return a record to replay, if any of it could be read; it need not have been judged."""
    return _shown(kept.text, None)


def _shown(text: bytes, imposed: RuleSet | None) -> Judgement:
    found = _heard(text, imposed)
    if found.game.draft is None or not (found.rules or found.game.draft.deals):
        raise unjudged(found)
    return found


def deal_to_show(kept: Stored, number: int, imposed: RuleSet | None = None) -> Account:
    """Return the account of a deal to replay; as written if there are no rules to judge it."""
    found = heard(kept, imposed)
    draft = found.game.draft
    if found.rules is None and draft and 1 <= number <= len(draft.deals):
        return account_as_written(found, number)
    return deal(kept, number, imposed)


def deal(kept: Stored | UnkeptRecord, number: int, imposed: RuleSet | None = None) -> Account:
    """Return the account of a deal with all its findings."""
    found = judged(kept, imposed)
    if not 1 <= number <= len(found.deals):
        facts: dict[str, Fact] = {"number": number, "deals": len(found.deals)}
        raise Problem(404, Phrase("This record has no deal {number}: it has {deals}.", facts))
    may_hold = isinstance(kept, Stored)
    take = _account if may_hold and len(kept.text) <= limits.HELD_BYTES else _account.__wrapped__
    return take(kept.text, number, imposed, may_hold)


def solved_deal(kept: Stored | UnkeptRecord, number: int, imposed: RuleSet | None = None) -> dict[str, Any]:
    """Return what the end of a deal is worth with best play, as an object."""
    found = deal(kept, number, imposed)
    return dump_best_play(found, best_play(found, limits.POSITIONS_SOLVED), language())
