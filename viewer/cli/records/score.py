"""The command `score`: the ledgers of games."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import IO, Final

import click

from notation.judge import Member, Verdict, all_series, judge_source, member_of
from notation.rulings import clean_accounts
from notation.text import BLOCK, cut
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.bulk import BlockResult, FileBlock, Printed, Run
from viewer.cli.bulk.work import rules_of, spec_of
from viewer.cli.files import IN_MEMORY, Files
from viewer.cli.output import Delivery, Screen, screen, text_of
from viewer.cli.printing import findings_text
from viewer.cli.records.report_formats import DOCUMENTS
from viewer.documents.languages import Language
from viewer.documents.languages import language as language_of
from viewer.rulings.ledger import score_sheet

SIZE: Final = BLOCK // 16
"""Bytes of a block: ledgers are many times as long as the records."""


@dataclass(frozen=True)
class Score:
    """The ledgers of the games of a block: printed as text or JSON, or collected as documents."""

    assumed: str
    imposed: str
    form: str
    language: str
    screen: Screen | None
    fail_fast: bool

    def __call__(self, piece: FileBlock) -> BlockResult:
        """Return the ledger of every game that could be judged."""
        part = BlockResult()
        if piece.block.is_rest:
            return part
        assumed, imposed, language = (
            rules_of(self.assumed),
            rules_of(self.imposed),
            language_of(self.language),
        )
        for source in cut(piece.block.data, piece.block.start):
            judged = judge_source(source, assumed, imposed, keeps_deals=self.form != "json")
            accounts = None
            if isinstance(judged, Verdict):
                is_kept = judged.played is not None
                judgement, accounts = clean_accounts(judged) if is_kept else (judged.judgement(), None)
            else:
                judgement = judged
            part.say(findings_text(piece.file, judgement, language), err=True)
            if judgement.rules and self.form == "json":
                part.say(objects.line(objects.score(piece.file, judgement, language)))
            elif judgement.rules and self.form == "text":
                gap = "\n" if any(not said.err for said in part.said) else ""
                part.say(gap + text_of([score_sheet(judgement, language, accounts)], self.screen))
            elif judgement.rules:
                part.kept.append(score_sheet(judgement, language, accounts))
            member = member_of(judgement, piece.file)
            part.members += [member] if member else []
            if part.tally.count(judgement) and self.fail_fast:
                part.stops = True
                break
        return part


def score(
    paths: tuple[str, ...],
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    form: str,
    bulk: options.Bulk,
    language: Language,
    output: options.Output | None,
) -> None:
    """Print the ledger of every game."""
    if bulk.resume is not None and (output or form in DOCUMENTS):
        raise click.UsageError("--resume goes with text and json on standard output")
    files = Files(paths, language)
    delivery = Delivery(files, form, language, output)
    with _kept() if output else nullcontext() as new:
        run = Run(files, bulk, new)

        members: list[Member] = []

        def take(_: FileBlock | None, part: BlockResult) -> None:
            members.extend(part.members)
            for document in part.kept:
                delivery.take(document)
            has_text = form == "text" and any(not said.err for said in part.said)
            if has_text and run.memory.get("apart"):
                part.said.insert(0, Printed("\n"))
            if has_text:
                run.memory["apart"] = True

        seen = None if output else screen()
        work = Score(spec_of(assumed), spec_of(imposed), form, language.code, seen, bulk.fail_fast)
        run.go(work, take, size=SIZE)
        for series in all_series(members):
            from viewer.rulings.series import series_sheet  # most records name no series

            result = BlockResult()
            result.tally.errors += series.errors
            if form == "json":
                result.say(objects.line(objects.series(series)))
            elif form == "text":
                result.say(text_of([series_sheet(series, language)], seen))
            else:
                result.kept.append(series_sheet(series, language))
            take(None, result)
            run.add(None, result)
        if form in DOCUMENTS:
            delivery.finish(language.say("The ledgers of the games"))
        elif output and new and new.tell():
            new.seek(0)
            files.put_out(output.name, new, output.force)
    options.leave(files, run.tally.errors > 0)


def _kept() -> AbstractContextManager[IO[bytes]]:
    """Yield a temporary file for the output until it is complete."""
    from tempfile import SpooledTemporaryFile  # takes long to load, and only files need it

    return SpooledTemporaryFile(IN_MEMORY)
