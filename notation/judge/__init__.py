"""The judge: what a record says, against the rules and against the play."""

from notation.judge.match import judge

__all__ = ["judge"]
