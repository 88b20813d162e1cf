"""Reads the games of a log: decoded, freed from what surrounds its lines, by the rules of its program.

A program may print a deal before its last trick is complete, or a log may be cut off. If the play does not
decide the deal, its next cards are written as not recorded, and nothing is guessed.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Finding, Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.cutting import cut
from notation.formats.core.format import MAX_LOG, Format
from notation.formats.core.lines import is_full, opened, unwrapped
from notation.formats.core.replayed import contradiction
from notation.formats.core.report import Telling
from notation.judge.judgement import Judgement
from notation.judge.match import judge_under
from notation.record.model import UNRECORDED, DealRecord, Ply, Record, Span, Tag, Trick
from notation.specs.spec import read_spec, write_spec
from notation.text.reader import Game
from notation.text.source import START, Start, wide
from referee.decisions import ClaimMode
from referee.rules import RuleSet
from referee.state import Reason

HELD: Final = Phrase("a log that is read as a whole")
UTF_16: Final = Phrase("it is written in UTF-16")
"""The report's words for a source that was decoded."""
_MISSING: Final = Phrase("the log states a result, but ends before the play decides the deal")


def too_large(what: Phrase, line: int = 1) -> Finding:
    """Return the finding about a log, or a game in it, that exceeds the size limit."""
    most = Phrase("{number} MiB; split it into smaller files", {"number": MAX_LOG >> 20})
    return Finding(catalogue.LOG_LARGE, Span(line, 1, line, 2), {"what": what, "most": most})


def records(
    data: bytes, source: Format, telling: Telling, rules: RuleSet | None = None, *, gaps: bool = False
) -> list[tuple[int, Record]]:
    """Return the games of a log with the lines before each; those without rules get the program's.

    ``rules`` are used instead of the program's. With ``gaps`` the play missing at the end of a game is
    written as unknown. Raises ValueError for a format that cannot be read.
    """
    if source.reader is None:
        raise ValueError(f"{source.name} is written only")
    if len(data) > MAX_LOG:
        telling.findings.append(too_large(HELD))
        return []
    if wide(data):
        telling.read(UTF_16)
    found = read_games(opened(data), source, telling, rules, gaps, source.merges)
    if not found and not telling.findings:
        telling.fault(catalogue.LOG_END, 1, expected=Phrase("a game"))
    return found


def read_games(
    text: bytes,
    source: Format,
    telling: Telling,
    rules: RuleSet | None,
    gaps: bool,
    is_uncut: bool = False,
    faults: int = 0,
    at: Start = START,
) -> list[tuple[int, Record]]:
    """Return the games of a log in UTF-8, or of a chunk of it, which starts there, like :func:`records`.

    A log that can be cut is read game by game, so that the size of the chunks does not matter; but not one
    that ``is_uncut``, so that the views of a game are found wherever they are. ``faults`` were found in the
    chunks before.
    """
    read: list[tuple[int, Record]] = []
    for start, piece in cut(text, None if is_uncut else source.heads):
        before = at.line + start.line - 2
        if not source.exact and is_full(telling, before + 1, faults):
            break
        found, told = _read_piece(piece, source, rules, gaps)
        told.findings = [moved(finding, before, at.offset + start.offset) for finding in told.findings]
        telling.take(told, before)
        read += [(offset + before, record) for offset, record in found]
    return read


def moved(finding: Finding, lines: int, offset: int) -> Finding:
    """Return a chunk's finding as one in the file, given the lines and bytes before the chunk."""
    facts = finding.facts or {}
    if finding.code is catalogue.ENCODING and isinstance(at := facts.get("offset"), int):
        facts = {**facts, "offset": at + offset}
    line, column, end_line, end_column = finding.span
    if not line or not lines + offset:
        return finding
    return replace(finding, span=Span(line + lines, column, end_line + lines, end_column), facts=facts)


def _read_piece(
    text: bytes, source: Format, rules: RuleSet | None, gaps: bool
) -> tuple[list[tuple[int, Record]], Telling]:
    """Read a chunk of a log, with or without what surrounds its lines, and return the report."""
    bare = None if source.exact else unwrapped(text)
    found, told = _read(bare.data if bare and bare.mostly else text, source, rules, gaps)
    if bare and not bare.mostly:
        more, again = _read(bare.data, source, rules, gaps)
        if (_extent(more, again), bool(told.findings)) > (_extent(found, told), False):
            found, told = more, again
        else:
            bare = None
    if bare is None:
        return found, told
    told.findings = [replace(each, span=bare.place(each.span)) for each in told.findings]
    unwrapping = Telling()
    why = Phrase("without what a console, logger or quotation added to its lines")
    unwrapping.read(why, bare.first, bare.changed)
    unwrapping.take(told)
    return found, unwrapping


def _read(
    data: bytes, source: Format, rules: RuleSet | None, gaps: bool
) -> tuple[list[tuple[int, Record]], Telling]:
    """Return the games of a log as given, and the report about them."""
    assert source.reader  # noqa: S101 - only what can be read is
    telling = Telling()
    found = []
    for read in source.reader(data, telling):
        record = _possible(with_rules(read, source, telling, rules), source, telling)
        if record:
            telling.origins.append(telling.game)
            found.append((telling.offset, _with_gaps(record, source, telling) if gaps else record))
    return found, telling


def _possible(record: Record, source: Format, telling: Telling) -> Record | None:
    """Return a game of a program's log without the deals whose play, as read, is impossible.

    Such a log is incomplete or was misunderstood, so its record would be wrong. None if no deal is left.
    """
    rules = read_spec(record.tag("Rules") or "")
    if not isinstance(rules, RuleSet) or (source.exact and not source.spec):
        return record
    kept: list[DealRecord] = []
    for deal in record.deals:
        shown = contradiction(rules, deal)
        if shown is None or _is_forfeit(deal, shown):
            kept.append(deal)
        else:
            telling.contradicted(shown, deal.span.line)
    return replace(record, deals=tuple(kept)) if kept or not record.deals else None


def _is_forfeit(deal: DealRecord, shown: Finding) -> bool:
    """Return whether an impossible action is the last one, which its program punished."""
    is_last = bool(deal.tricks) and shown.trick == deal.tricks[-1].number
    return is_last and deal.result is not None and deal.result.reason == Reason.FORFEIT.value


def with_rules(record: Record, source: Format, telling: Telling, rules: RuleSet | None) -> Record:
    """Return a game with the given rules, or those of its program, if it names none."""
    if record.tag("Rules") is not None or not (rules or source.spec):
        return record
    asked = Phrase("the rules asked for")
    telling.derived(RecordPart.RULES, asked if rules else Phrase("the rules that its program plays"))
    return replace(record, tags=(Tag("Rules", write_spec(rules) if rules else source.spec), *record.tags))


def _extent(found: Sequence[tuple[int, Record]], telling: Telling) -> tuple[int, int, int]:
    """Return how much a reading found: deals, actions, and how little could not be read."""
    deals = [deal for _, record in found for deal in record.deals]
    plies = sum(ply.action != UNRECORDED for deal in deals for trick in deal.tricks for ply in trick.plies)
    return len(deals), plies, -len(telling.findings)


def _with_gaps(record: Record, source: Format, telling: Telling) -> Record:
    """Return a game of a program's log with the cards that must have been played after its end as unrecorded.

    One of a record is unchanged.
    """
    rules = read_spec(record.tag("Rules") or "") if source.spec else None
    if telling.is_whole or not isinstance(rules, RuleSet):
        return record
    before = found = _judged(record, rules)
    longer, told = record, set[int]()
    for _ in range(rules.deal_hand_size):
        cut_off = _cut_off(longer, found)
        if not cut_off:
            break
        deals = enumerate(longer.deals)
        longer = replace(
            longer, deals=tuple(_longer(deal, rules) if place in cut_off else deal for place, deal in deals)
        )
        found = _judged(longer, rules)
        told |= cut_off
    for place in sorted(told):
        telling.unknown(
            RecordPart.PLAYS, _MISSING, record.deals[place].number if len(record.deals) > 1 else 0
        )
    # Where 66 is claimed, a claim may be missing and not a card.
    may_lack_claim = rules.claim_mode is ClaimMode.SAID and found.errors >= before.errors
    return record if may_lack_claim else longer


def _judged(record: Record, rules: RuleSet) -> Judgement:
    return judge_under(Game(1, 1, "", None, (), record), rules)


def _cut_off(record: Record, judgement: Judgement) -> set[int]:
    """Return the indices of undecided deals in which a trick is missing.

    None is missing in a deal that has the card points stated for its end.
    """
    undecided = {f.deal - 1 for f in judgement.findings if f.code is catalogue.UNDECIDED}
    results = {place: record.deals[place].result for place in undecided}
    stated = {place: result.card_points for place, result in results.items() if result}
    return {p for p in undecided if not stated.get(p) or stated[p] != judgement.deals[p].card_points}


def _longer(deal: DealRecord, rules: RuleSet) -> DealRecord:
    """Return a deal with the rest of its last trick, or another trick, of unrecorded cards."""
    *before, last = deal.tricks or (Trick(1),)
    missing = rules.seats - sum(ply.plays for ply in last.plies)
    gaps = tuple(Ply(UNRECORDED) for _ in range(missing or rules.seats))  # the judge tells them apart
    if missing:
        return replace(deal, tricks=(*before, replace(last, plies=(*last.plies, *gaps))))
    return replace(deal, tricks=(*before, last, Trick(last.number + 1, (), gaps)))
