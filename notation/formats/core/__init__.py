"""Shared by all formats: capabilities, the loss report, recording, conversion."""
