"""How the commands on rulings are called; what they do is loaded when they run."""

from functools import partial
from typing import TYPE_CHECKING

import click

from viewer.cli import by, options
from viewer.cli.output import delivered

if TYPE_CHECKING:
    from notation.live.journal import Receipt
    from referee import RuleSet

_delivered = partial(
    delivered,
    choice=options.form_of(*options.FORMS, "csv", help="pdf needs the extra `pdf`; csv is for --table."),
)


def _specs(value: str) -> "tuple[RuleSet, ...]":
    """Return the rule sets of several specs, separated by commas."""
    return tuple(options.spec(spec.strip()) for spec in value.split(",") if spec.strip())


def _same(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Return which names are to be counted as which others."""
    same = {}
    for value in values:
        name, is_one, other = map(str.strip, value.partition("="))
        if not (name and is_one and other):
            raise click.BadParameter("expected NAME=OTHER")
        same[name] = other
    return same


def read_receipts(
    context: click.Context, parameter: click.Parameter, words: tuple[str, ...]
) -> "list[Receipt]":
    """Return the receipts given as ``VERSION:HEAD``."""
    import re

    from notation.live.journal import Receipt

    found = [re.fullmatch("([0-9]{1,9}):([0-9a-f]{64})", word.strip().lower()) for word in words]
    for word, match in zip(words, found, strict=True):
        if match is None:
            raise click.BadParameter(f"{word!r}: VERSION:HEAD, 64 hexadecimal digits", context, parameter)
    return [Receipt(int(match[1]), match[2]) for match in found if match]


@click.command()
@options.deals
@click.option(
    "--at",
    "place",
    metavar="TRICK",
    help="Show the state before a trick or after one of its actions: 7, 7.2.",
)
@click.option(
    "--knows",
    "knower",
    type=click.Choice("ABCDEF"),
    help="With --at: where each card could be from what this seat knew then, and why.",
)
@click.option(
    "--best-play",
    "asks_cost",
    is_flag=True,
    help="Add whether each close was right, each player's costliest mistake, and what a match cost them.",
)
@delivered
@by("rulings.deals")
def explain() -> None:
    """Print the ruling of every deal: who wins what, the ledger, the scoring step by step, what is wrong.

    With several deals, the first page says who won the match and where the written score goes wrong.

    --at shows the state of one deal at a moment: who may do what, what everybody has and can know, and
    whether a claim would succeed; adding --knows shows what one seat could know, card by card.
    """


@click.command()
@options.file
@options.game
@click.option(
    "--under", "named", type=_specs, default="", metavar="A,B,...", help="Compare only these rule sets."
)
@delivered
@by("rulings.deals")
def compare() -> None:
    """Judge the play of every game under several rule sets: all that fit, or those named.

    Prints the verdicts, where they differ, and the fewest decisions that make the difference.
    """


@click.command()
@options.paths
@options.game
@click.option("--together", is_flag=True, help="Find rules that fit all games together, as for one league.")
@options.assumed
@delivered
@by("rulings.deals")
def infer() -> None:
    """Find the rule sets and options under which every game is legal and its stated points are right.

    They are ranked, each with what it leaves unexplained and what speaks against it. The exit status
    is 0 if the rules that the record names explain everything, else 1.
    """


@click.command()
@options.deals
@click.option(
    "--claim",
    "claims",
    multiple=True,
    metavar="CLAIM",
    help="A claim: `A 3`, `Neda: Vasil revoked at trick 5`, `B: my trick` (repeatable).",
)
@click.option(
    "--choose",
    "choices",
    type=click.IntRange(1),
    multiple=True,
    metavar="NUMBER",
    help="With --claim: the question that is meant, of those offered for what is not clear (repeatable).",
)
@click.option("--place", default="", metavar="PLACE", help="Where the dispute is settled.")
@click.option("--date", default="", metavar="DATE", help="When it is settled.")
@click.option("--case", "number", default="", metavar="NUMBER", help="Case number.")
@click.option("--arbiter", default="", metavar="NAME", help="Who settles it.")
@click.option("--issuer", default="", metavar="BODY", help="The federation or club that issues the ruling.")
@click.option(
    "--appeal", default="", metavar="BODY", help="To whom it may be appealed, and until when; or `final`."
)
@delivered
@by("rulings.deals")
def dispute() -> None:
    """Answer each side's claims about a deal: right or wrong, why, and under which rules it would be right.

    A claim is worded as people talk, in English, Bulgarian, German or Hungarian: `Neda: after the
    seventh trick I had 68 and he didn't follow suit, so I get three`. It can begin with the name of
    whoever says it. Each answer says how the claim was understood. For what is not understood the
    nearest questions are offered, each with a number for --choose; everything else is answered.

    Without --claim, the disputes written in the record as @dispute are answered; with it and without
    --deal, the deal is looked for to which the claims fit. The document shows the cards at the moment
    in question, the ledger and lines to sign. Issuing body, number, place, date, arbiter and appeal are
    left blank unless given; santase.toml can give them for all rulings. The exit status is 0 if
    everything claimed is right, else 1.
    """


@click.command()
@options.paths
@options.assumed
@options.imposed
@click.option(
    "--same",
    multiple=True,
    metavar="NAME=OTHER",
    callback=_same,
    help="Count the player NAME as OTHER; can be repeated.",
)
@click.option("--infer", "infers", is_flag=True, help="Look for the rules that fit all games together.")
@click.option(
    "--table",
    type=click.Choice(("deals", "faults", "standings", "cross", "pairings")),
    default="deals",
    show_default=True,
    help="The table that --format csv writes.",
)
@_delivered
@by("rulings.audit")
def audit() -> None:
    """Audit the score sheets of a match, an evening or a league.

    Prints each fault in a line, the standings, the cross table, who played whom, and the sheets with faults
    deal by deal. Sheets are SGN, or tables (CSV, Markdown, XLSX) with a row for each deal.

    The exit status is 0 if everything is right, 1 if something is wrong, and 2 if something cannot be
    read or judged.
    """


@click.command()
@click.argument("ruling", type=options.PATH, metavar="RULING")
@click.argument("file", type=options.PATH, metavar="[FILE]", required=False)
@options.jobs
@options.language
@by("rulings.recheck")
def recheck() -> None:
    """Check whether rulings saved by `explain --format json` still hold, and show what changed.

    Answers to claims saved by `dispute --format json` are checked in the same way. Every ruling is made
    again from the record in it and compared word for word, with FILE also from the same record there.
    Not evidence is where the record was kept (file, game, line), and its comments.

    The exit status is 0 if nothing changed, 1 if something did, and 2 if that cannot be decided; so it
    is for a ruling by another version of santase.
    """


@click.command()
@click.argument("ruling", type=options.PATH, metavar="[RULING]", required=False)
@click.option("--key", metavar="FILE", help="The private key to sign with.")
@click.option(
    "--new-key",
    metavar="FILE",
    help="Make a private key in FILE and its public key in FILE.pub; sign nothing.",
)
@options.language
@options.output
@by("rulings.signing")
def sign() -> None:
    """Sign RULING, a file of `explain --format json` or `dispute --format json`, with your private key.

    The signature is written to RULING.sig, or to --output. `verify --key` checks it. RULING is made
    again from its record first, as by `recheck`. The exit status is 1 if a word of it differs, 2 if
    that cannot be decided; then it is not signed.
    """


@click.command()
@options.paths
@options.assumed
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    metavar="VERSION:HEAD",
    callback=read_receipts,
    help="A receipt given for an entry: the journal must match it.",
)
@click.option(
    "--key",
    metavar="PUBLIC",
    help="Public key of the signer: PATH is a ruling, signed in PATH.sig, or a signed result.",
)
@click.option("--signature", metavar="FILE", help="With --key: the signature is in FILE.")
@options.form_of("text", "json")
@options.bulk
@options.language
@by("rulings.verify")
def verify() -> None:
    """Verify that the cards of every deal are those of the revealed seed.

    Prints a line for each deal with a recorded shuffle: whether the seed matches its commitment and
    gives the recorded cards. The exit status is 1 if it does not, or if that cannot be decided; a
    record without shuffles has nothing to verify.

    A file whose name ends with .ndjson is the journal of a live match: checks that each line follows
    from the previous one, and that the journal matches the receipts.

    With --key, verifies that rulings were signed by `santase sign` with that key and not changed since,
    and that this program makes them again word for word; or that a result of a live match was signed by
    its server.
    """


@click.command()
@click.argument("words", nargs=-1, metavar="[SPEC | check PACK...]")
@options.spec_option("--diff", "other", help="Print only the differences from these rules.")
@click.option("--table", is_flag=True, help="Print all rule sets side by side, as Markdown.")
@delivered
@by("rulings.reference")
def rules() -> None:
    """List the rule sets and options, or print the rule sheet of one: `santase rules schnapsen`.

    `santase rules check FILE` says whether a rule pack can be used, and what is wrong with it.
    """


@click.command()
@click.argument("id", required=False, shell_complete=options.completed_codes)
@options.language
@options.form
@options.output
@click.option("--page", is_flag=True, help="Print the page of all codes, as Markdown.")
@by("rulings.reference")
def code() -> None:
    """Explain a code such as R203: what it means, by which clause, with an example and its correction.

    Without one, list them all.
    """
