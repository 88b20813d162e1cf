"""The rule sets in which a deal begins with the first lead, and is what its play makes of it.

What is tested of these by hand-made deals, by an oracle or by filled gaps has its own tests where
something is or may be said before the first lead.
"""

from typing import Final

from referee.rulesets import PRESETS

PLAIN: Final = {name: rules for name, rules in PRESETS.items() if not rules.auction.contracts}
"""Every such rule set by name."""

UNLIKE: Final = tuple(
    name
    for name, rules in PRESETS.items()
    if name not in PLAIN or rules.seats > 2 or name in ("santase", "schnapsen")
)
"""The rule sets whose tables are unlike: the other ones for two differ from these in what is counted."""
