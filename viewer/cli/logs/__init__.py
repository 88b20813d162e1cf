"""The commands that convert the logs of other programs."""
