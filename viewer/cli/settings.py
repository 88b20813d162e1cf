"""The settings of a folder (`santase.toml`): rules, rule packs, language, defaults of options.

A pack is named on the command line (`--rules-pack`), in the environment (`SANTASE_RULES`, a list like PATH)
or by the nearest `santase.toml` of the working folder and its parents.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

if TYPE_CHECKING:
    from pathlib import Path

    from referee import RuleSet

FILE: Final = "santase.toml"
_KEYS: Final = ("lang", "packs", "rules", "sheets")
_ADDRESS: Final = r"https?://[^\s{}<>]*\{rules\}[^\s{}<>]*"
_HERE: Final = "santase.here"
"""Context key of what holds in the folder."""


class Here(NamedTuple):
    """What holds in the working folder: rules for records without any, the language by its code.

    ``sheets`` is the location of published rule sheets; empty without one. ``packs`` are registered.
    """

    packs: tuple["Path", ...] = ()
    sheets: str = ""
    rules: "RuleSet | None" = None
    language: str | None = None


def apply(ctx: click.Context, packs: Iterable[str]) -> None:
    """Register the rule packs, remember the settings, and apply the defaults of options to the command.

    Raises click's UsageError for invalid settings.
    """
    file = _nearest()
    if not (packs or file or os.environ.get("SANTASE_RULES")):
        return
    from notation import Finding, read_spec
    from notation.specs import packs_named

    settings = _settings(file, ctx) if file else {}
    paths = packs_named(os.environ)
    if packs or file:
        from pathlib import Path  # takes long to load

        paths[:0] = map(Path, packs)
        paths += [Path(file or "").parent / name for name in settings.get("packs", ())]
    load(paths)
    rules = read_spec(settings["rules"]) if "rules" in settings else None
    if isinstance(rules, Finding):
        raise click.UsageError(f"{file}: {rules.code.id}: {rules.message}")
    ctx.meta[_HERE] = Here(tuple(paths), settings.get("sheets", ""), rules, settings.get("lang"))
    ctx.default_map = _defaults(file, settings, ctx) if file else None


def load(paths: Iterable["Path"]) -> None:
    """Register rule packs; raise click's UsageError with all their errors."""
    from notation.findings import escape
    from notation.specs import load_pack

    faults = [f"{escape(str(path))}: {fault}" for path in paths for fault in _faults(path, load_pack)]
    if faults:
        raise click.UsageError("\n".join(faults))


def faults_of(path: "Path") -> Iterator[str]:
    """Return the errors of a rule pack, without registering it."""
    from notation.specs import pack_in

    return _faults(path, pack_in)


def _faults(path: "Path", read: Callable[["Path"], object]) -> Iterator[str]:
    from notation.specs import PackError

    try:
        read(path)
    except PackError as error:
        from viewer.documents.languages import language, spoken

        yield from map(language(spoken()).put, error.faults)
    except OSError as error:
        yield str(error.strerror or error)


def here() -> Here:
    """Return what holds in the working folder."""
    ctx = click.get_current_context(silent=True)
    found: Here = ctx.meta.get(_HERE, Here()) if ctx else Here()
    return found


def packs_here() -> tuple[bytes, ...]:
    """Return the registered rule packs, for other processes; raises OSError."""
    return tuple(path.read_bytes() for path in here().packs)


def _nearest() -> str | None:
    """Return the settings of the working folder, or of the nearest parent with some."""
    try:
        folder = os.getcwd()
    except FileNotFoundError:  # the folder was deleted
        return None
    while not os.path.isfile(file := os.path.join(folder, FILE)):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return file


def _settings(file: str, ctx: click.Context) -> dict[str, Any]:
    import tomllib

    from notation.findings import escape
    from viewer.documents.languages import NAMES

    try:
        with open(file, encoding="utf-8") as text:
            settings = tomllib.loads(text.read())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise click.UsageError(f"{file}: {escape(str(error))}") from None
    for key in settings:
        if key in _KEYS:
            continue
        if not (isinstance(ctx.command, click.Group) and key in ctx.command.list_commands(ctx)):
            expected = f"{', '.join(_KEYS)} or a table of a command, such as [check]"
            raise click.UsageError(f"{file}: `{escape(key)}` is not known; expected {expected}")
        if not isinstance(settings[key], dict):
            raise click.UsageError(f"{file}: `{key}` is a table: [{key}]")
    packs, rules = settings.get("packs", []), settings.get("rules", "")
    lang, sheets = settings.get("lang", ""), settings.get("sheets", "")
    if not isinstance(packs, list) or not all(isinstance(name, str) for name in packs):
        raise click.UsageError(f"{file}: `packs` is a list of files")
    if not isinstance(rules, str):
        raise click.UsageError(f"{file}: `rules` is a rule set with its options")
    if lang and lang not in NAMES:
        raise click.UsageError(f"{file}: `lang` is one of {', '.join(NAMES)}")
    if not isinstance(sheets, str) or (sheets and not re.fullmatch(_ADDRESS, sheets)):
        raise click.UsageError(
            f"{file}: `sheets` is an address with {{rules}} in it, as in `https://club.example/{{rules}}.html`"
        )
    return settings


def _defaults(file: str, settings: dict[str, Any], ctx: click.Context) -> dict[str, Any]:
    """Return the defaults of the command's options, by the names of its parameters."""
    name = ctx.invoked_subcommand or ""
    if name not in settings or not isinstance(ctx.command, click.Group):
        return {}
    command = ctx.command.get_command(ctx, name)
    assert command is not None  # noqa: S101 - it is the one that is run
    options = {
        opt.removeprefix("--"): option
        for option in command.params
        if isinstance(option, click.Option)
        for opt in option.opts
        if opt.startswith("--")
    }
    from notation.findings import did_you_mean, escape, suggestion

    defaults: dict[str, Any] = {}
    for key, value in settings[name].items():
        if key not in options:
            hint = did_you_mean(suggestion(key, list(options)))
            raise click.UsageError(
                f"{file}: [{name}] `{escape(key)}` is not an option of `santase {name}`{hint}"
            )
        option = options[key]
        if option.is_flag != isinstance(value, bool):
            kind = "true or false" if option.is_flag else "not true or false"
            raise click.UsageError(f"{file}: [{name}] `{key}` is {kind}")
        try:
            option.type_cast_value(ctx, value)
        except click.BadParameter as error:
            raise click.UsageError(f"{file}: [{name}] {key}: {error.message}") from None
        defaults[str(option.name)] = value
    return {name: defaults}
