"""Colours for records in SGN."""

from typing import Any

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text
from sphinx.application import Sphinx


class SgnLexer(RegexLexer):  # type: ignore[misc] # has no types
    """Tells comments, tags, numbers, points and the words of the notation apart; the cards stay plain."""

    name = "SGN"
    aliases = ("sgn",)
    tokens = {  # noqa: RUF012 - as its base class has it
        "root": [
            (r"^%SGN \d+", Keyword),
            (r"\{[^}]*\}?", Comment),
            (r";.*", Comment),
            (r'(\[)(\w[\w-]*)( +)("(?:\\.|[^"\\\n])*"?)(\]?)', bygroups(Text, Name, Text, String, Text)),
            (r'@[\w-]+(\("[^"\n]*"\)|\([^)\n]*\))?', Name.Decorator),
            (r"<[^>\n]*>", Number),
            (r"^ *\d+\.", Number),
            (r"[!?]{1,2}|\$\d+|[\^~]", Operator),
            (
                r"\b(deal|dealer|trump|talon|stock|position|lead|tricks|pending|closed|score|won|played"
                r"|exchange|close|out|resign|ruling|by|draw)\b",
                Keyword,
            ),
            (r"\w+", Text),
            (r"[\W]", Text),
        ]
    }


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the lexer."""
    app.add_lexer("sgn", SgnLexer)
    return {"parallel_read_safe": True}
