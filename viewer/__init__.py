"""Everything that a person or a program touches: the command line and its reports."""
