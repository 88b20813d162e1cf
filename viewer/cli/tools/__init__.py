"""The commands for editors, shells and translators."""
