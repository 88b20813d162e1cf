"""The commands for other programs: a language server for editors, completion for shells."""

from typing import TYPE_CHECKING, Final

import click

from viewer.cli import main, options

if TYPE_CHECKING:
    from viewer.documents.languages import Language

_SHELLS: Final = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
def completion(shell: str) -> None:
    """Print the script that completes commands, options, rule sets and codes in SHELL.

    \b
    bash: santase completion bash > ~/.local/share/bash-completion/completions/santase
    zsh:  santase completion zsh > FOLDER/_santase, in a folder of $fpath
    fish: santase completion fish > ~/.config/fish/completions/santase.fish
    """  # noqa: D301 - not a backslash, but what preserves the lines
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - click knows all three
    click.echo(kind(main, {}, "santase", "_SANTASE_COMPLETE").source())


@click.command()
@options.language_option(help="Language, by its code (default: the editor's or that of this machine).")
def lsp(language: "Language | None") -> None:
    """Serve an editor over standard input and output: findings, hovers, completion, outline, layout."""
    from viewer.editor.server import serve  # needs an extra

    serve(language)
