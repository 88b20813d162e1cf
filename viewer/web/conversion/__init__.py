"""The pages on which logs of other programs are converted."""
