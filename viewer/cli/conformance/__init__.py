"""The command `conformance`: the suite for other implementations of SGN, and their results."""
