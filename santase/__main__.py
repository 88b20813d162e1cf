"""The command `santase`, or `python -m santase`."""

import sys

from santase.installation import damaged, hidden


def main() -> None:
    """Run the command line, or say which other package prevents it."""
    said = hidden()
    if not said:
        try:
            from viewer.cli import main as run

            run(prog_name="santase")
        except ImportError:
            said = damaged()
            if not said:
                raise
    sys.stderr.write(f"santase: {said}\n")
    raise SystemExit(2)


if __name__ == "__main__":
    main()
