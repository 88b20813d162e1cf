"""The command `verify`: what can be proved of records, journals and rulings without trusting their authors.

JSON names the kind of each proof: how the cards of a record were dealt, that a journal is unaltered, or that
a ruling was signed.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import click

from notation import Game
from notation.findings import Fact, Phrase, escape
from notation.judge import DealingProof, prove_dealing, rules_to_judge_by
from notation.live.journal import JournalLine, Receipt, SealedLine, load_line
from notation.live.match import wrong_in
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.bulk import BlockResult, FileBlock, Run
from viewer.cli.bulk.work import rules_of, spec_of
from viewer.cli.files import Files
from viewer.cli.printing import reading_text
from viewer.cli.rulings.signing import verify_signature
from viewer.documents.languages import Language
from viewer.documents.languages import language as language_of

JOURNAL_SUFFIX: Final = ".ndjson"


@dataclass(frozen=True)
class Proofs:
    """The proofs of the games of a block, as text or JSON."""

    assumed: str
    form: str
    language: str
    fail_fast: bool

    def __call__(self, piece: FileBlock) -> BlockResult:
        """Return a line for each proof, or an object for each game."""
        part, language = BlockResult(), language_of(self.language)
        for game, number in piece.numbered_games():
            part.say(reading_text(piece.file, game, language), err=True)
            proofs = list(dealings(game, rules_of(self.assumed)))
            if self.form == "json":
                part.say(objects.line(objects.proofs(piece.file, game, proofs, language)))
            else:
                said = [said_of(proof, language.as_written()) for proof in proofs]
                for line in said or [language.say("there is nothing to verify")]:
                    part.say(f"{escape(piece.file)}{number}: {line}\n")
            failed = sum(not proof.holds for proof in proofs)
            part.tally.errors += failed
            if (part.tally.count(game) or failed) and self.fail_fast:
                part.stops = True
                break
        return part


def dealings(game: Game, assumed: RuleSet | None) -> Iterator[DealingProof]:
    """Return the proofs of the deals of a game with a recorded shuffle."""
    rules = rules_to_judge_by(game, assumed)
    for deal in game.readable.deals:
        proof = prove_dealing(rules, deal)
        if proof:
            yield proof


def said_of(proof: DealingProof, language: Language) -> str:
    """Return the proof of a deal in one line."""
    if proof.holds:
        return language.say(
            "deal {deal}: verified: the seed matches its commitment and gives every recorded card ({number})",
            deal=proof.deal,
            number=proof.compared,
        )
    if proof.findings:
        what = "; ".join(f"{found.code.id}: {language.put(found.phrase)}" for found in proof.findings)
        return language.say("deal {deal}: wrong: {what}", deal=proof.deal, what=what)
    assert proof.why  # noqa: S101 - a proof that is neither valid nor wrong has a reason
    return language.say("deal {deal}: not verified: {why}", deal=proof.deal, why=proof.why)


def verify_journal(files: Files, name: str, receipts: list[Receipt], form: str) -> bool:
    """Report what is proved of a journal; return whether all of it is."""
    lines = _read(files, name)
    if lines is None:
        return False
    wrong = wrong_in(lines, receipts)
    language = files.language
    if form == "json":
        proof = objects.journal_proof(name, len(lines), len(receipts), wrong, language)
        click.echo(objects.line(proof), nl=False)
        return not wrong
    for phrase in wrong:
        click.echo(f"{escape(name)}: {language.say('wrong: {what}', what=language.put(phrase))}")
    if not wrong:
        last = lines[-1]
        proved = Phrase(
            "verified: each of the {lines} lines follows from the previous one; the last has the "
            "receipt {version}:{head}",
            {"lines": len(lines), "version": last.version, "head": last.head.hex()},
        )
        click.echo(f"{escape(name)}: {language.put(proved)}")
        unnamed = sum(isinstance(line, JournalLine) and bool(line.former_leaf) for line in lines)
        if unnamed:
            told = Phrase("a person's name was removed from {number} of them, whose content is not proved")
            click.echo(f"{escape(name)}: {language.put(Phrase(told.sentence, {'number': unnamed}))}")
    return not wrong


def _read(files: Files, name: str) -> list[JournalLine | SealedLine] | None:
    data = files.read(name)
    if data is None:
        return None
    lines = []
    for number, text in enumerate(data.splitlines(), 1):
        try:
            lines.append(load_line(json.loads(text)))
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            why: dict[str, Fact] = {"why": f"{type(error).__name__}: {error}"}
            files.fail(f"{name}:{number}", Phrase("this is not a line of a journal ({why})", why))
            return None
    if not lines:
        files.fail(name, Phrase("the journal is empty"))
        return None
    return lines


def verify(
    paths: tuple[str, ...],
    assumed: RuleSet | None,
    receipts: list[Receipt],
    key: str | None,
    signature: str | None,
    form: str,
    bulk: options.Bulk,
    language: Language,
) -> None:
    """Verify that the cards of every deal are those of the revealed seed."""
    if key is not None:
        files = Files(language=language)
        signed = [verify_signature(files, path, signature or f"{path}.sig", key, form) for path in paths]
        options.leave(files, not all(signed))
    if signature is not None:
        raise click.UsageError(language.say("--signature needs --key"))
    journals = [path for path in paths if path.endswith(JOURNAL_SUFFIX)]
    if receipts and len(journals) != len(paths):
        raise click.UsageError(language.say("receipts are for journals, files in .ndjson"))
    broken = False
    rest = Files(tuple(path for path in paths if path not in journals), language)
    for name in journals:
        broken |= not verify_journal(rest, name, receipts, form)
    errors = 0
    if rest.paths:
        run = Run(rest, bulk)
        run.go(Proofs(spec_of(assumed), form, language.code, bulk.fail_fast))
        errors = run.tally.errors
    options.leave(rest, broken or errors > 0)
