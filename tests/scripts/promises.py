"""What is promised from version 1.0 on (docs/compatibility.md), a line for each part.

`PYTHONPATH=. .venv/bin/python tests/scripts/promises.py` adds to tests/vectors/promised what is new.
A line is removed by hand, with a new main version and an entry in CHANGELOG.md.
"""

import inspect
import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

import santase
from notation import read_file
from notation.judge import judge
from notation.wire import dump
from tests.support.apps import made_app
from viewer.cli import main
from viewer.web import Config
from viewer.web.live.app import create_live_app

VECTORS: Final = Path(__file__).parents[1] / "vectors"
NEEDED: Final = "needs "
"""How a line begins that says what a caller must give: none may be added to what was promised."""


def python() -> Iterator[str]:
    """The names of `santase`, their parameters, and the methods and properties of classes."""
    for name in sorted(vars(santase)["__all__"]):
        value = getattr(santase, name)
        yield name
        if inspect.isclass(value):
            inherited = (vars(above) for above in value.__mro__ if above.__module__ != "builtins")
            yield from {
                f"{name}.{each}"
                for members in inherited
                for each, member in members.items()
                if not each.startswith("_") and not inspect.ismemberdescriptor(member)
            }
        if callable(value) and not (inspect.isclass(value) and issubclass(value, Exception)):
            for each in inspect.signature(value).parameters.values():
                yield f"{name}({each.name})"
                if each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
                    yield f"{NEEDED}{name}({each.name})"


def commands() -> Iterator[str]:
    """The commands, with their arguments and options."""

    def below(command: click.Command, context: click.Context, path: str) -> Iterator[str]:
        for each in command.get_params(context):
            names = (
                [each.name or ""] if isinstance(each, click.Argument) else [*each.opts, *each.secondary_opts]
            )
            yield from (f"{path} {name}" for name in names)
            yield from (f"{NEEDED}{path} {name}" for name in names[:1] if each.required)
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                yield f"{path} {name}"
                yield from below(
                    inner, click.Context(inner, parent=context, info_name=name), f"{path} {name}"
                )

    yield from below(main, click.Context(main, info_name="santase"), "santase")


def http() -> Iterator[str]:
    """The operations of both HTTP APIs, their parameters and statuses, and the members of what they send."""
    with TemporaryDirectory() as folder:
        records = made_app(Config(f"sqlite:///{folder}/archive.db"))
        live = create_live_app(records.extensions["config"], records.extensions["archive"])
        addresses = (records, "/api/v1/openapi.json"), (live, "/api/v1/live/openapi.json")
        documents = [json.loads(app.test_client().get(address).data) for app, address in addresses]
        live.extensions["hall"].close()
        records.extensions["archive"].close()
    for document in documents:
        for path, item in document["paths"].items():
            shared = item.get("parameters", [])
            for method, operation in item.items():
                if method == "parameters":
                    continue
                name = f"{method.upper()} {path}"
                yield name
                yield from (f"{name} {status}" for status in operation["responses"])
                for each in (*shared, *operation.get("parameters", [])):
                    if "$ref" not in each:
                        yield f"{name} {each['in']} {each['name']}"
                        if each.get("required"):
                            yield f"{NEEDED}{name} {each['in']} {each['name']}"
        for name, schema in document["components"]["schemas"].items():
            yield from (f"{name}.{member}" for member in schema.get("properties", ()))


def records() -> Iterator[str]:
    """Records with their digest, that of their JSON, and what is found in them."""
    for path in sorted([*(VECTORS / "valid").glob("*.sgn"), *(VECTORS / "invalid").glob("*.sgn")]):
        for number, game in enumerate(read_file(path), 1):
            record = game.record if not game.findings else None
            found = {finding.code.id for finding in (*game.findings, *judge(game).findings)}
            parts = [f"{path.parent.name}/{path.name}", str(number)]
            if record is not None:
                text = json.dumps(dump(record), sort_keys=True)
                parts += [santase.digest(record), sha256(text.encode()).hexdigest()]
            yield " ".join([*parts, *sorted(found)])


KINDS: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "python": python,
    "commands": commands,
    "http": http,
    "records": records,
}


def promised(kind: str) -> set[str]:
    """The lines that were promised."""
    path = VECTORS / "promised" / f"{kind}.txt"
    return set(path.read_text("utf-8").splitlines()) if path.exists() else set()


def broken(kind: str) -> tuple[list[str], list[str]]:
    """What was promised and is gone, and what must be given now and did not have to be."""
    then, now = promised(kind), set(KINDS[kind]())
    demanded = {line for line in now - then if line.startswith(NEEDED)}
    old = {line for line in demanded if line.removeprefix(NEEDED).rpartition(" ")[0] in then}
    old |= {line for line in demanded if line.removeprefix(NEEDED).partition("(")[0] in then}
    return sorted(then - now), sorted(old)


if __name__ == "__main__":
    for kind in KINDS:
        lines = promised(kind) | set(KINDS[kind]())
        (VECTORS / "promised" / f"{kind}.txt").write_text(
            "".join(f"{line}\n" for line in sorted(lines)), "utf-8"
        )
