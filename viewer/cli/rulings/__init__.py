"""The commands that settle disputes: rulings, their proofs, and the rules and codes they refer to."""
