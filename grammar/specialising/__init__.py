"""Specialises the referee, the scanner and the lane while a wheel is built: deals of two players who draw.

Reads the text of the rules and writes one module of it, which mypyc compiles with them. What is the same in
every rule set of this family is put in its place and folded, what rule sets decide becomes numbers and
booleans of a native class, lists by seat become two numbers, and integers machine integers. No rule stands
here: what is changed in the rules is changed in the product, which is never edited and stands in no tree.
"""

from grammar.specialising.product import PRODUCT as PRODUCT
from grammar.specialising.product import specialised as specialised
from grammar.specialising.product import write as write
