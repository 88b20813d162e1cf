"""The command `verify`: what can be proved of records, journals and rulings without trust in who wrote them.

JSON names the kind of each proof: how the cards of a record were dealt, that a journal is what it was, or
that a ruling is what was signed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import click

from notation import Game, read
from notation.findings import escape
from notation.judge import DealingProof, prove_dealing, rules_to_judge_by
from notation.live.journal import Receipt
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.bulk import BlockResult, FileBlock, Run
from viewer.cli.bulk.work import rules_of, spec_of
from viewer.cli.files import Files
from viewer.cli.games import numbered_games
from viewer.cli.journals import JOURNAL_SUFFIX, read_receipts, verify_journal
from viewer.cli.printing import reading_text
from viewer.cli.signing import verify_signature
from viewer.documents.languages import Language
from viewer.documents.languages import language as language_of


@dataclass(frozen=True)
class Proofs:
    """What is proved of the games of a block, as text or JSON."""

    assumed: str
    form: str
    language: str
    fail_fast: bool

    def __call__(self, piece: FileBlock) -> BlockResult:
        """A line for each proof, or an object for each game."""
        part, block, language = BlockResult(), piece.block, language_of(self.language)
        games = () if block.is_rest else read(block.data, block.start)
        for game, number in numbered_games(games, block.is_last):
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
    """What is proved of the deals of a game of which something is stated."""
    rules = rules_to_judge_by(game, assumed)
    for deal in game.readable.deals:
        proof = prove_dealing(rules, deal)
        if proof:
            yield proof


def said_of(proof: DealingProof, language: Language) -> str:
    """What is proved of a deal, in a line."""
    if proof.holds:
        return language.say(
            "deal {deal}: proved: the seed fits its commitment and gives every card recorded ({number})",
            deal=proof.deal,
            number=proof.compared,
        )
    if proof.findings:
        what = "; ".join(f"{found.code.id}: {language.put(found.phrase)}" for found in proof.findings)
        return language.say("deal {deal}: wrong: {what}", deal=proof.deal, what=what)
    assert proof.why  # noqa: S101 - what neither holds nor is wrong cannot be told
    return language.say("deal {deal}: not proved: {why}", deal=proof.deal, why=proof.why)


@click.command()
@options.paths
@options.assumed
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    metavar="VERSION:HEAD",
    callback=read_receipts,
    help="What somebody was given when he entered something: the journal must bear it out.",
)
@click.option(
    "--key",
    metavar="PUBLIC",
    help="The public key of whoever signed: PATH is a ruling, its signature is PATH.sig.",
)
@click.option("--signature", metavar="FILE", help="With --key: the signature is in FILE.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True)
@options.bulk
@options.language
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
    """Prove of every deal that its cards are those that the revealed seed gives.

    A line for each deal of whose shuffle something is stated: whether the seed fits its commitment and
    gives the cards recorded. The exit status is 1 where it does not, or where that cannot be told; a record
    that states nothing of its shuffles has nothing to verify.

    A file whose name ends with .ndjson is the journal of a live match: whether each line follows from the
    one before, and whether it bears out the receipts.

    With --key it is proved of rulings that `santase sign` signed them, every byte, with that key.
    """
    if key is not None:
        files = Files(language=language)
        signed = [verify_signature(files, path, signature or f"{path}.sig", key, form) for path in paths]
        options.leave(files, not all(signed))
    if signature is not None:
        raise click.UsageError(language.say("--signature goes with --key"))
    journals = [path for path in paths if path.endswith(JOURNAL_SUFFIX)]
    if receipts and len(journals) != len(paths):
        raise click.UsageError(language.say("receipts are given for journals, files in .ndjson"))
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
