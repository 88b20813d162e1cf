"""The rule sets in which a deal begins with the first lead.

What is tested of these by hand-made deals, by an oracle or by filled gaps has its own tests where
something is said before the first lead.
"""

from typing import Final

from referee.rulesets import PRESETS

PLAIN: Final = {name: rules for name, rules in PRESETS.items() if not rules.auction.steps}
"""Every such rule set by name."""
