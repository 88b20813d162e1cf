"""The debug log of fltk-schnapsen."""
