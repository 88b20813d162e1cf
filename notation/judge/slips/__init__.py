"""The slips of a scribe: each module knows those in one part of a deal, and writes the deal without one."""
