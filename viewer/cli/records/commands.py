"""How the commands on records are called; what they do is loaded when they run."""

import click

from viewer.cli import by, options


def _print_schema(context: click.Context, _: click.Parameter, name: str | None) -> None:
    if name is None:
        return
    from json import dumps

    from notation.wire.schemas import PRINTED, schema_named  # the schemas of everything

    if name not in PRINTED:
        raise click.UsageError(f"there is no schema {name!r}; there are {', '.join(PRINTED)}")
    click.echo(dumps(schema_named(name), indent=2))
    context.exit()


@click.command()
@options.file
@options.spec_option("--rules", "rules", help="Rules of the match (asked for if not given).")
@click.option(
    "--letters",
    type=click.Choice(("de", "deutsch", "bg", "hu")),
    help="Letters in which cards are typed and written.",
)
@options.language
@by("records.entering")
def new() -> None:
    """Start a record in FILE: asks for rules, names and cards, then takes the play as `santase enter` does.

    Press Enter for what is not known. FILE is written after every answer; an existing file is never
    overwritten.
    """


@click.command()
@options.file
@options.game
@options.language
@by("records.entering")
def enter() -> None:
    """Continue the record in FILE: enter tricks as they are played; each is judged and saved at once.

    Tab completes the cards that may be played, `?` lists them, and the points are shown after every
    trick. A line is what follows a trick's number in a record: `Kd As`, `close Th 9h`, `20s Qs Kc
    out`. A card against the rules needs a confirmation. `undo` takes back the last trick, `=` states
    the result as counted, and the end of input (Ctrl-D) ends the session; the record can be continued
    later. Cards are typed and written in the letters of the record.
    """


@click.command()
@options.paths
@options.assumed
@options.imposed
@options.form_of(
    *options.FORMS,
    "sarif",
    "github",
    help="Output format: json is one object a game, sarif one log, github workflow commands.",
)
@click.option("--fix", is_flag=True, help="First make every correction that is proved to be safe, [*].")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix, make every correction that is proposed, [?], too."
)
@click.option(
    "--repair",
    "repairs",
    metavar="LINE[.N]",
    multiple=True,
    help="First make a change that would make a deal right: the one, or the Nth, that is named on a line.",
)
@click.option("--statistics", is_flag=True, help="Print only the counts, as text or as a JSON object.")
@click.option("--watch", is_flag=True, help="Keep running, and judge again whenever the files change.")
@click.option("--follow", "follows", is_flag=True, help="Judge one file, or -, while it is being written.")
@options.selection
@options.bulk
@options.language
@options.output
@options.quiet
@by("records.check")
def check() -> None:
    """Judge every game: whether each action is legal and each statement right.

    With --fix, safe corrections are made in the file and printed, then the remaining findings. A
    correction is safe, marked [*], if nothing else can be meant and the whole deal can be read and is
    right with it. All others are proposals, marked [?]: --unsafe-fixes makes them too. What a record
    states of results and points is compared with the play and never safely changed.

    Where one change of the writing makes a deal right, the first error of the deal names it. No --fix
    makes such a change; --repair makes it in one file: --repair 20 the one that is named on line 20,
    --repair 20.2 the second of several. What was meant is for the players to say.

    Findings that --select, --ignore or --errors-only leave out are not printed, not corrected by --fix,
    and do not make the exit status 1; the line of a game counts them nevertheless.

    With --follow each finding is printed as soon as no later line can change it, so a match in the
    stream form is judged while it is played. A file is followed until its match is over, a pipe to its
    end, and both until the command is interrupted.

    Matches of the same series are compared with each other, even across files.
    """


@click.command()
@options.paths
@options.assumed
@options.imposed
@options.form
@options.bulk
@options.language
@options.output
@by("records.score")
def score() -> None:
    """Print the ledger of every game: each trick with its points, each deal with its result.

    Findings are reported on standard error. A series of matches is followed by its own ledger: what
    each match counts for, and the tally.
    """


@click.command()
@options.paths
@click.option("--check", is_flag=True, help="Print only the names of the files that would change.")
@click.option("--diff", is_flag=True, help="Print only what would change.")
@click.option("--write", is_flag=True, help="Write the changes to the files.")
@click.option(
    "--letters",
    type=click.Choice(("de", "deutsch", "bg", "hu")),
    help="Write the cards in these letters instead of the English ones, and name them in a tag.",
)
@click.option(
    "--layout",
    type=click.Choice(("canonical", "table", "compact", "stream")),
    default="canonical",
    help="table aligns a deal's cards and points, compact writes each deal on two lines, stream is "
    "the stream form.",
)
@options.bulk
@options.language
@options.quiet
@by("records.fmt")
def fmt() -> None:
    """Print every game in canonical form, or rewrite the files.

    --letters and --layout print the same record in another way, from which the canonical form and the
    digest can be recovered. Anything unreadable is left byte for byte as it is, and reported. The exit
    status is 1 if something could not be read, or if --check or --diff finds something to change.
    """


@click.command()
@click.argument("first", type=options.PATH, metavar="FILE[:GAME]")
@click.argument("second", type=options.PATH, metavar="FILE[:GAME]")
@options.language
@by("records.differences")
def diff() -> None:
    """Show how two records differ, and at which action their play diverges.

    Games are compared in order, or a single one if its number is given on either side. Notes and
    spelling are ignored. The exit status is 0 if nothing differs, 1 if something does, and 2 if
    something cannot be read.
    """


@click.command()
@options.paths
@options.bulk
@options.language
@by("records.digest")
def digest() -> None:
    """Print the SHA-256 digest of every game, independent of notes and layout.

    One line a game: the digest, two spaces and the file, followed by a colon and the number of the
    game if the file has several.
    """


@click.command()
@options.paths
@click.option("--to", "target", type=click.Choice(["json", "sgn"]), default="json", show_default=True)
@click.option(
    "--schema",
    metavar="NAME",
    is_eager=True,
    expose_value=False,
    callback=_print_schema,
    help="Print the JSON Schema of a record, judgement, ruling, ... instead.",
)
@options.bulk
@options.language
@by("records.interchange")
def json() -> None:
    """Turn games into JSON, one object a line, or such JSON back into SGN.

    A game that cannot be read is reported and not printed, and the exit status is 1.
    """
