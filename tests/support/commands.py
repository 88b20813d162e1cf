"""The command as it is typed: here, or as a process."""

import sys
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from typing import Final

from click.testing import CliRunner, Result

from viewer.cli import main

COMMAND: Final = (sys.executable, "-c", "from viewer.cli import main; main(prog_name='santase')")
"""How a process of the program is started."""


def run(
    *words: object,
    stdin: str | bytes = "",
    env: Mapping[str, str | None] | None = None,
    status: int | None = None,
    folder: Path = Path(),
) -> Result:
    """The result of a command in a folder, which has ended in order, and with this exit status."""
    with chdir(folder):
        result = CliRunner(env=env).invoke(main, [str(word) for word in words], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert status in (None, result.exit_code), result.output
    return result
