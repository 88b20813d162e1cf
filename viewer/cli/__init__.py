"""The command line: one module for each group of commands."""

from viewer.cli.records import main

__all__ = ["main"]
