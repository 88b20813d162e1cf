"""The command `completion`: shell completion of commands, options and values."""

import click
from click.shell_completion import get_completion_class

from viewer.cli import main

_SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
def completion(shell: str) -> None:
    """Print the script that completes commands, options, rule sets and codes in SHELL.

    \b
    bash: santase completion bash > ~/.local/share/bash-completion/completions/santase
    zsh:  santase completion zsh > FOLDER/_santase, in a folder of $fpath
    fish: santase completion fish > ~/.config/fish/completions/santase.fish
    """  # noqa: D301 - not a backslash, but what preserves the lines
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - click knows all three
    click.echo(kind(main, {}, "santase", "_SANTASE_COMPLETE").source())
