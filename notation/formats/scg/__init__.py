"""The position files of fltk-schnapsen."""
