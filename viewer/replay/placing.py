"""Where in a replay everything belongs that a record says, and that was found in it.

What stands at an action belongs to its step; all else to the last step that is written before it. Nothing
is left out and nothing comes twice; what it says is not looked at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from notation.findings import Finding
from notation.record import Award, DealRecord, Holding, Note, Outcome, Span, Trick, Variation
from notation.rulings import Account
from viewer.replay.steps import Step, steps


@dataclass(frozen=True, slots=True)
class Placed:
    """A step with what was found there, and the notes of whatever it stands for."""

    step: Step
    findings: tuple[Finding, ...]
    notes: tuple[Note, ...]
    lines: "tuple[tuple[Placed, ...], ...]"

    def is_own(self, finding: Finding) -> bool:
        """Whether a finding is about the very action of the step, or about where the play stops."""
        return (0, 0) < self.step.span[:2] == finding.span[:2]


def placed(account: Account) -> tuple[Placed, ...]:
    """The steps of a deal with all that belongs to them; none where neither cards nor tricks are written."""
    line = steps(account)
    if not line:
        return ()
    notes: dict[int, list[Note]] = {}
    stepped = {id(note) for step in _all(line) for note in step.notes}
    for note, place in _notes(account):
        if id(note) not in stepped:
            notes.setdefault(id(_step_at(line, place[:2])), []).append(note)
    findings: dict[int, list[Finding]] = {}
    for finding in findings_of(account):
        findings.setdefault(id(_step_at(line, finding.span[:2])), []).append(finding)
    return _placed(line, findings, notes)


def findings_of(account: Account) -> list[Finding]:
    """What was found in a deal; with the first of a game, what was found before all deals."""
    found = account.findings
    draft = account.judgement.game.draft
    if account.number > 1 or draft is None:
        return found
    first = draft.deals[0].span[:2]
    return [*(each for each in account.judgement.findings if not each.deal and each.span[:2] < first), *found]


def notes_of(account: Account) -> list[Note]:
    """Every note in a deal, those of its variations included; with the first of a game, those before it."""
    return [note for note, _ in _notes(account)]


def _placed(
    line: tuple[Step, ...], findings: dict[int, list[Finding]], notes: dict[int, list[Note]]
) -> tuple[Placed, ...]:
    return tuple(
        Placed(
            step,
            tuple(findings.get(id(step), ())),
            tuple(sorted((*notes.get(id(step), ()), *step.notes), key=lambda note: note.span[:2])),
            tuple(_placed(other, findings, notes) for other in step.lines),
        )
        for step in line
    )


def _all(line: tuple[Step, ...]) -> Iterator[Step]:
    for step in line:
        yield step
        for other in step.lines:
            yield from _all(other)


def _step_at(line: tuple[Step, ...], place: tuple[int, ...]) -> Step:
    """The last step, be it of a variation, that stands in the text before a place or at it."""
    found = line[0]
    for step in line:
        # A stop stands where the first action is written that was not judged, and has what was found there.
        if (0, 0) < step.span[:2] <= place and step.span[:2] != found.span[:2]:
            found = step
    for note in found.notes:
        if isinstance(note, Variation) and note.span[:2] <= place < note.span[2:]:
            within = {id(ply) for trick in note.tricks for ply in trick.plies}
            for side in found.lines:
                if side[0].event and id(side[0].event.ply) in within:
                    return _step_at(side, place)
    return found


def _notes(account: Account) -> Iterator[tuple[Note, Span]]:
    """Every note of a deal and where it belongs."""
    record, draft = account.record, account.judgement.game.draft
    if draft and account.number == 1:
        for notes in (draft.notes, *(tag.notes for tag in draft.tags)):
            yield from _in_place(notes)
    if record.position:
        yield from _in_place(record.position.notes)
    parts: tuple[DealRecord | Holding | Award, ...] = (record, *record.holdings, *record.awards)
    for part in parts:
        yield from _in_place(part.notes)
    yield from _in_play(record.tricks, record.result)


def _in_play(tricks: tuple[Trick, ...], result: Outcome | None) -> Iterator[tuple[Note, Span]]:
    for trick in tricks:
        for note in trick.notes:
            yield note, trick.plies[0].span if trick.plies else note.span
        for ply in trick.plies:
            yield from _in_place(ply.notes)
    if result:
        yield from _in_place(result.notes)


def _in_place(notes: Sequence[Note]) -> Iterator[tuple[Note, Span]]:
    for note in notes:
        yield note, note.span
        if isinstance(note, Variation):
            yield from _in_play(note.tricks, note.result)
            yield from _in_place(note.notes)
