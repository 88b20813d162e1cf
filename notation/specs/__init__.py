"""Rule specs: the words that name a rule set with its options, and the rule sets next to one."""

from notation.specs.neighbours import Change, changes_of, tried_options, with_options
from notation.specs.spec import OPTION_OF, OPTIONS, Option, read_spec, write_spec

__all__ = [
    "OPTIONS",
    "OPTION_OF",
    "Change",
    "Option",
    "changes_of",
    "read_spec",
    "tried_options",
    "with_options",
    "write_spec",
]
