"""The logs of VU Amsterdam's `schnapsen` and of its old platform."""
