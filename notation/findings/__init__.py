"""Findings: what is wrong or worth knowing in a record, with its place, and the catalogue of their codes."""
