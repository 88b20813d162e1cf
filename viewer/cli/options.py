"""The arguments and options that several commands of `santase` share."""

import os
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

import click

from viewer.cli import Decorator, Loading, as_one
from viewer.cli.settings import here

if TYPE_CHECKING:
    from notation import Finding
    from referee import RuleSet
    from viewer.cli.files import Files
    from viewer.documents.languages import Language

Completion = Callable[[click.Context, click.Parameter, str], list[str]]
Find = Callable[[], Iterable[str]]
"""Finds words when they are needed: what a command does not need for its help is loaded when it runs."""


def completed(find: Find) -> Completion:
    """Return what has a shell complete some words."""
    return lambda _, __, incomplete: [word for word in find() if word.startswith(incomplete)]


FORMS: Final = ("text", "markdown", "json", "html", "pdf")
"""The output forms of a document."""


def spec(value: Any) -> "RuleSet":
    """Return the rule set of a spec, as on a record's Rules tag."""
    from notation import Finding, read_spec
    from referee import RuleSet

    rules = value if isinstance(value, RuleSet) else read_spec(value)
    if isinstance(rules, Finding):
        raise click.BadParameter(f"{rules.code.id}: {rules.message}")
    return rules


def _presets() -> Iterable[str]:
    from referee import PRESETS

    return PRESETS


spec_option = partial(click.option, type=spec, metavar="SPEC", shell_complete=completed(_presets))
"""An option for a rule set."""
PATH: Final = click.Path(readable=False, allow_dash=True)
"""A file, a folder or standard input; errors are reported when it is opened."""

paths = click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
assumed = spec_option(
    "--rules",
    "assumed",
    default=lambda: here().rules,
    help="Rules for records that name none (default: those of santase.toml).",
)
played = spec_option(
    "--rules",
    "rules",
    default=lambda: here().rules or "santase",
    help="Rules of play (default: those of santase.toml, else santase).",
)
seed = click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    metavar="S",
    help="Seed of the random numbers.",
)
imposed = spec_option("--as", "imposed", help="Judge by these rules instead of those that the record names.")


def tongue(value: Any) -> "Language":
    """Return the language of a code."""
    from viewer.documents.languages import NAMES, Language
    from viewer.documents.languages import language as language_of

    if isinstance(value, Language):
        return value
    if value not in NAMES:
        raise click.BadParameter(f"unknown language {value!r}: choose from {', '.join(NAMES)}")
    return language_of(value)


def _tongues() -> Iterable[str]:
    from viewer.documents.languages import NAMES

    return NAMES


def _spoken() -> str:
    with Loading():
        from viewer.documents.languages import spoken

    return spoken()


language_option = partial(
    click.option, "--lang", "language", type=tongue, metavar="CODE", shell_complete=completed(_tongues)
)
language = language_option(
    default=lambda: here().language or _spoken(),
    help="Language of the output, by its code (default: that of this machine).",
)
file = click.argument("file", type=PATH, metavar="FILE")
game = click.option("--game", type=click.IntRange(1), metavar="N", help="Only this game of the file.")
deal = click.option("--deal", type=click.IntRange(1), metavar="N", help="Only this deal of each game.")


class DealsAsked(NamedTuple):
    """The deals that a command is asked about: of a file, all or those of a number, and by which rules."""

    file: str
    game: int | None
    deal: int | None
    assumed: "RuleSet | None"
    imposed: "RuleSet | None"


def deals(command: Callable[..., None], number: Decorator = deal) -> Callable[..., None]:
    """Give a command FILE, --game, --deal, --rules and --as, as one `of: DealsAsked`.

    ``number`` is the option --deal, if it means something else.
    """
    return as_one("of", DealsAsked, file, game, number, assumed, imposed)(command)


quiet = click.option("-q", "--quiet", is_flag=True, help="Print only the findings.")
force = click.option("--force", is_flag=True, help="Replace output files that exist.")
jobs = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Number of processes (default: one for each core if the input is large).",
)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def form_of(*forms: str, help: str | None = None) -> Decorator:
    """Return the option --format with some forms, of which the first is the default."""
    return click.option(
        "--format", "form", type=click.Choice(forms), default=forms[0], show_default=True, help=help
    )


form = form_of(*FORMS, help="pdf needs the extra `pdf`.")


class Output(NamedTuple):
    """The file that a command writes to, and whether an existing one is replaced."""

    name: str
    force: bool


def writable(output: str | None, force: bool) -> Output | None:
    """Return the file that a command writes to, if it names one; end the command if it cannot be written."""
    if output is None:
        return None
    from viewer.cli.files import Files

    files = Files(inputs(), click.get_current_context().params["language"])
    if not files.may_put_out(output, force):
        leave(files, wrong=False)
    return Output(output, force)


output = as_one(
    "output",
    writable,
    click.option("-o", "--output", type=PATH, metavar="FILE", help="Write to FILE (atomically)."),
    force,
)
"""Gives a command the options --output and --force, as one `output: Output | None`."""


def inputs() -> tuple[str, ...]:
    """Return the paths that the running command is given as arguments: its input."""
    context = click.get_current_context()
    named = [
        each.name
        for each in context.command.params
        if isinstance(each, click.Argument) and isinstance(each.type, click.Path)
    ]
    given = (context.params[name] for name in named if name)
    return tuple(path for each in given for path in (each if isinstance(each, tuple) else (each,)) if path)


class Bulk(NamedTuple):
    """The options for large inputs."""

    jobs: int | None = None
    cluster: str | None = None
    resume: str | None = None
    fail_fast: bool = False


cluster = click.option(
    "--cluster", metavar="ADDRESS", help="Run on the cluster of the dask scheduler at ADDRESS."
)


def spread(jobs: int | None, cluster: str | None, resume: str | None = None, fail_fast: bool = False) -> Bulk:
    """Return the options for large inputs; the work is done here, or on a cluster."""
    if cluster and jobs:
        raise click.UsageError("--jobs and --cluster exclude each other")
    return Bulk(jobs, cluster, resume, fail_fast)


bulk = as_one(
    "bulk",
    spread,
    jobs,
    cluster,
    click.option(
        "--resume", metavar="JOURNAL", help="Save progress in JOURNAL; if it exists, continue from there."
    ),
    click.option("--fail-fast", is_flag=True, help="Stop after the first game with an error."),
)
"""Gives a command the options for large inputs, as one `bulk: Bulk`."""


def codes(value: Any) -> tuple[str, ...]:
    """Return codes of findings, or prefixes of codes, in capitals; separated by commas in a text."""
    with Loading():
        from notation import CATALOGUE
        from notation.findings import did_you_mean, suggestion

    words = value.split(",") if isinstance(value, str) else value
    starts = tuple(str(word).strip().upper() for word in words)
    for start in starts:
        if not start or not any(code.startswith(start) for code in CATALOGUE):
            hint = did_you_mean(suggestion(start, list(CATALOGUE)))
            raise click.BadParameter(f"no finding has a code that starts with {start!r}{hint}")
    return starts


def completed_codes(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Complete the last of some codes or prefixes."""
    from notation import CATALOGUE

    before, comma, last = incomplete.rpartition(",")
    return [before + comma + code for code in CATALOGUE if code.startswith(last.upper())]


codes_option = partial(click.option, type=codes, default=(), metavar="CODES", shell_complete=completed_codes)


class Selection(NamedTuple):
    """A selection of findings: those selected and not ignored; the longer of two codes decides."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    errors_only: bool = False

    def takes(self, finding: "Finding") -> bool:
        """Return whether a finding is selected.

        >>> from notation.findings import CATALOGUE, Finding
        >>> found = [Finding(CATALOGUE[id]) for id in ("X101", "X106", "R210")]
        >>> [finding.code.id for finding in found if Selection(("X106", "R"), ("X", "R210")).takes(finding)]
        ['X106']
        """
        if self.errors_only and not finding.is_error:
            return False
        selected, ignored = (_longest(starts, finding.code.id) for starts in (self.select, self.ignore))
        return selected > ignored or not (self.select or ignored)


def _longest(starts: tuple[str, ...], code: str) -> int:
    """Return the length of the longest prefix that matches a code."""
    return max((len(start) for start in starts if code.startswith(start)), default=0)


ALL: Final = Selection()
"""All findings."""


selection = as_one(
    "selection",
    Selection,
    codes_option("--select", help="Report only findings whose codes start with one of these: X106,R2."),
    codes_option(
        "--ignore",
        help="Leave out findings whose codes start with one of these; where both options match, the "
        "longer prefix wins.",
    ),
    click.option("--errors-only", is_flag=True, help="Leave out warnings and notes."),
)
"""Gives a command the options that select findings, as one `selection: Selection`."""


def leave(files: "Files", wrong: bool) -> NoReturn:
    """End a command with an exit status."""
    raise SystemExit(2 if files.failures else 1 if wrong else 0)
