"""Rule specs: the words that name a rule set with its options, and the rule sets next to one."""
