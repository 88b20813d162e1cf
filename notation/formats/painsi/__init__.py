"""The console log of robertpainsi's Schnapsen."""
