"""The command `santase`: one package for each group of commands, whose modules are loaded on demand.

Commands find files, call the other packages and print; they judge nothing.

Exit status: 0 nothing wrong, 1 findings of severity error or something that differs, 2 wrong usage or a file
or an output that cannot be read or written, 130 interrupted, 141 the reader of the output has gone, 143 ended
by a signal.
"""

import gc


class Loading:
    """Collects no garbage within, and exempts the objects that exist at its end from later collections.

    Modules create many objects and no garbage; a collection takes longer than much of their work.
    """

    def __enter__(self) -> None:
        self.collects = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        gc.freeze()
        if self.collects:
            gc.enable()


with Loading():
    import os
    import signal
    import sys
    import threading
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import contextmanager, suppress
    from functools import wraps
    from importlib import import_module
    from importlib.machinery import PathFinder
    from importlib.util import find_spec
    from inspect import signature
    from types import FrameType
    from typing import Any, ClassVar, Final, NoReturn

    import click

    from viewer import __version__

Decorator = Callable[[Callable[..., None]], Callable[..., None]]

GROUPS: Final = {
    "Records": {
        "new": ("records.commands", "Start a record: rules, names and cards are asked for."),
        "enter": ("records.commands", "Go on with a record, trick by trick."),
        "check": ("records.commands", "Judge every game, action by action."),
        "score": ("records.commands", "Print the ledger of every game."),
        "fmt": ("records.commands", "Put every game into canonical form."),
        "diff": ("records.commands", "Say where two records differ."),
        "digest": ("records.commands", "Print the digest of every game."),
        "json": ("records.commands", "Turn games into JSON, or JSON into games."),
    },
    "Rulings": {
        "explain": ("rulings.commands", "Print the ruling of a deal."),
        "dispute": ("rulings.commands", "Answer what each side says a deal was worth."),
        "compare": ("rulings.commands", "Judge the same play under several rule sets."),
        "audit": ("rulings.commands", "Go through the score sheets of an evening or a league."),
        "infer": ("rulings.commands", "Find the rules under which a record is right."),
        "recheck": ("rulings.commands", "Check whether a saved ruling still holds."),
        "sign": ("rulings.commands", "Sign a saved ruling, or make the keys for it."),
        "verify": ("rulings.commands", "Prove what can be proved of a record, or of a signed ruling."),
        "rules": ("rulings.commands", "List rule sets and options, or print a rule sheet."),
        "code": ("rulings.commands", "Explain the code of a finding, with an example."),
    },
    "Replay": {
        "show": ("replay.commands", "Step through a record in the terminal."),
        "solve": ("replay.commands", "Say what each action of the end of a deal cost."),
        "annotate": ("replay.commands", "Write the values of best play into records."),
        "puzzles": ("replay.commands", "Make puzzles of deals: one action is right."),
        "picture": ("replay.commands", "Write a moment of a deal as a picture."),
        "animate": ("replay.commands", "Write steps of a deal as an animated picture."),
        "serve": ("replay.commands", "Serve archive and replay to a browser."),
    },
    "Logs": {
        "convert": ("logs.commands", "Convert logs between formats, and say what was lost."),
        "recognise": ("logs.commands", "Say in which format a file is, and why."),
        "formats": ("logs.commands", "List the formats of logs, and what each can hold."),
    },
    "Corpora": {
        "generate": ("corpora.commands", "Write matches that programs play."),
        "index": ("corpora.commands", "Make tables of the games of a corpus, as Parquet."),
        "query": ("corpora.commands", "Ask a corpus in SQL."),
        "stats": ("corpora.commands", "Count wins, closes, claims and marriages."),
        "dups": ("corpora.commands", "Find the same play under other names."),
        "find": ("corpora.commands", "Find deals, actions and findings."),
    },
    "Live": {
        "referee": ("live.commands", "Referee a match over standard input and output."),
        "arena": ("live.commands", "Let programs play matches against each other."),
        "bot": ("live.commands", "Let a program play in a live match."),
        "live": ("live.commands", "Open the matches of a tournament on a service."),
    },
    "Archive": {"archive": ("archive", "Look after an archive: records, keys, copies.")},
    "Tools": {
        "lsp": ("tools.programs", "Serve an editor: the language server."),
        "completion": ("tools.programs", "Print what has a shell complete commands."),
        "conformance": ("conformance.commands", "Test other implementations of SGN."),
        "languages": ("tools.commands", "List the languages, and how complete each is."),
    },
}
"""The commands by what people do: the module of each, and what it does."""
FIRST: Final = {
    "santase check match.sgn": "Is every action legal, and every stated point right?",
    "santase explain match.sgn --deal 3": "Who wins the deal, why, and by which clause?",
    "santase dispute match.sgn --deal 3 --claim 'Anna: 3'": "Who is right about it?",
    "santase convert game.log match.sgn": "Make a record of another program's log.",
    "santase serve match.sgn": "Replay it in the browser, trick by trick.",
}
"""What people ask first, each with the command that answers it."""


def by(module: str) -> Decorator:
    """Have a command done by the function of its name in a module, which is loaded when the command runs."""

    def described(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**given: Any) -> None:
            with Loading():
                found = import_module(f"viewer.cli.{module}")
            getattr(found, command.__name__)(**given)

        return run

    return described


def as_one(name: str, kind: Callable[..., Any], *given: Decorator) -> Decorator:
    """Return what gives a command some parameters as one, which ``kind`` makes of them in their order."""
    names = list(signature(kind).parameters)

    def give(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**values: Any) -> None:
            one = kind(*map(values.pop, names))
            command(**{name: one}, **values)

        made: Callable[..., None] = run
        for decorate in reversed(given):
            made = decorate(made)
        return made

    return give


class LazyGroup(click.Group):
    """Imports the module of a command when it is run, and reports a missing extra."""

    package = __name__
    groups: ClassVar = GROUPS

    @property
    def modules(self) -> dict[str, str]:
        """The module of each command, below the package."""
        return {name: module for group in self.groups.values() for name, (module, _) in group.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name, from its module."""
        if cmd_name not in self.modules:
            return None
        with Loading():
            named = vars(import_module(f"{self.package}.{self.modules[cmd_name]}"))
        command = named.get(f"{cmd_name}_") or named[cmd_name]
        assert isinstance(command, click.Command)  # noqa: S101 - a test loads every one
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of some arguments; an unknown word may be misspelt, or the file to be judged."""
        name = args[0]
        if name not in self.modules and not name.startswith("-"):
            from notation.findings import did_you_mean, suggestion  # most commands exist

            is_file = self.groups is GROUPS and os.path.exists(name)  # noqa: PTH110 - pathlib takes long to load
            meant = f"check {name}" if is_file else suggestion(name, self.modules)
            raise click.UsageError(f"there is no command {name}{did_you_mean(meant)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands in the help, by groups."""
        for title, commands in self.groups.items():
            with formatter.section(title):
                formatter.write_dl([(name, what) for name, (_, what) in commands.items()], col_max=9)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; report an interruption or an unwritable output in one sentence."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:  # which may say how far the command had come
            click.echo(f"santase: {error}" if error.args else "santase: interrupted", err=True)
            raise SystemExit(128 + signal.SIGINT) from None
        except BrokenPipeError:  # the reader of the output has seen enough
            _let_go_of_output()
            raise SystemExit(128 + signal.SIGPIPE) from None
        except ModuleNotFoundError as error:
            _end_without_extra(error)
        except OSError as error:
            from notation.findings import escape

            _let_go_of_output()
            what = escape(str(error.filename or "standard output"))
            click.echo(f"santase: {what}: {error.strerror or error}", err=True)
            raise SystemExit(2) from None


@contextmanager
def handling(handlers: Mapping[int, Callable[[int, FrameType | None], object]]) -> Iterator[dict[int, Any]]:
    """Handle signals in the main thread, which alone receives them; yield the handlers from before."""
    if threading.current_thread() is not threading.main_thread():
        yield {}
        return
    kept = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield kept
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


def ended(number: int, frame: FrameType | None) -> NoReturn:
    """End the program in order because of a signal: what is unfinished is removed."""
    raise SystemExit(128 + number)


def _end_without_extra(missing: ModuleNotFoundError) -> NoReturn:
    """Report which extra installs the missing module; raise the error if none does."""
    from viewer.cli.settings import here
    from viewer.documents.languages import language, spoken
    from viewer.extras import needed

    what = needed(missing)
    click.echo(f"santase: {language(here().language or spoken()).put(what)}", err=True)
    raise SystemExit(2) from None


def _let_go_of_output() -> None:
    """Redirect the remaining output to nowhere, so that exiting does not fail on it again."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _colour() -> bool | None:
    """Return whether the environment asks for colours, or for none; None if the terminal decides."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return True if os.environ.get("FORCE_COLOR") else None


def _first_steps() -> str:
    width = max(map(len, FIRST))
    lines = "".join(f"  {command:{width}}  {what}\n" for command, what in FIRST.items())
    return f"Record keeper, referee and replay room for Santase, Sixty-six and Schnapsen.\n\n{lines}\n" + (
        "santase --help lists all commands, and santase COMMAND --help explains one."
    )


def _show_version(ctx: click.Context, _option: click.Parameter, is_wanted: bool) -> None:
    """Print the version, and whether the rules that would be loaded are compiled."""
    if not is_wanted or ctx.resilient_parsing:
        return
    rules = find_spec("referee")
    deal = rules and PathFinder.find_spec("referee.deal", rules.submodule_search_locations)
    core = "plain" if deal is None or str(deal.origin).endswith(".py") else "compiled"
    click.echo(f"santase, version {__version__} ({core} core)")
    ctx.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and the core, compiled or plain, and exit.",
)
@click.option(
    "--rules-pack",
    "packs",
    multiple=True,
    metavar="FILE",
    help="Load the rule set of this pack as well (also: SANTASE_RULES, and `packs` in santase.toml).",
)
@click.pass_context
def main(ctx: click.Context, packs: tuple[str, ...]) -> None:
    """Record and referee games of Santase and its family.

    PATH is a file, a folder (all .sgn files in it and its subfolders) or - for standard input. Files
    may be compressed with gzip or zstd.
    """
    ctx.with_resource(handling({signal.SIGTERM: ended}))
    ctx.color = _colour()
    if ctx.invoked_subcommand is None:
        click.echo(_first_steps())
        return
    from viewer.cli import settings

    settings.apply(ctx, packs)
