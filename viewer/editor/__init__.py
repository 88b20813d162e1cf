"""SGN in an editor: a language server, and a grammar for highlighting; it judges nothing and knows no rule.

What an editor shows is computed here from a document's text and an offset in it, as plain values.
:mod:`viewer.editor.server` alone speaks the protocol and needs the extra ``editor``.
"""
