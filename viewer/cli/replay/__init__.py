"""The commands that show deals step by step: in the terminal, as pictures, in a browser."""
