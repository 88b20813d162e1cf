"""The language server: translates between the protocol and reviews of documents.

Converts offsets to positions and values to messages; their content is decided elsewhere. Needs the extra
``editor``.
"""

import asyncio
import gc
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import JsonRPCResponseMessage, default_converter
from pygls.workspace import TextDocument

from notation.formats import convert
from notation.text import read_action
from referee import Severity
from viewer.documents.code_reference import explained
from viewer.documents.languages import NAMES, Language, language, spoken
from viewer.documents.rendering import as_markdown
from viewer.editor.completion import CompletionKind, complete
from viewer.editor.diagnostics import Diagnostic, TextChange, actions_at, diagnostics, safe_edits
from viewer.editor.hovers import as_markdown as marked_up
from viewer.editor.hovers import hover
from viewer.editor.layout import edits, edits_in, edits_of_line
from viewer.editor.marks import KINDS, marks
from viewer.editor.marks import changed as changes_of_marks
from viewer.editor.navigation import UnnameableError, dealt_at, name_at, occurrences, points_behind, renamed
from viewer.editor.places import UTF16, EditorPage, EditorPosition, Extent
from viewer.editor.plain import Plain, code_lenses, folding, is_plain, symbols
from viewer.editor.questions import answer_there, questions_there
from viewer.editor.review import Review
from viewer.editor.sentences import ENGLISH
from viewer.exports.formats import FORMATS

SOURCE: Final = "santase"
PAUSE: Final = 0.15
"""Seconds without typing after which a document is judged."""
LONGER_PAUSE: Final = 0.75
"""The same after which it is tried what would make a deal right."""
ASK: Final = "santase.ask"
"""The command that answers a question about a place; its arguments are those of :func:`answer_there`."""
QUESTION: Final = "question"
"""The kind of code actions that ask one."""
PREVIEW: Final = "santase.preview"
"""The command that returns the page of a game; its arguments are the document and a line of it."""
_SEVERITIES: Final = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTE: lsp.DiagnosticSeverity.Information,
}
_COMPLETIONS: Final = {
    CompletionKind.ACTION: lsp.CompletionItemKind.Event,
    CompletionKind.WORD: lsp.CompletionItemKind.Keyword,
    CompletionKind.VALUE: lsp.CompletionItemKind.Value,
    CompletionKind.NAME: lsp.CompletionItemKind.Property,
}


class Server(LanguageServer):
    """The open documents of an editor, each reviewed once per version of its text."""

    def __init__(self) -> None:
        super().__init__(
            "santase",
            version("santase"),
            lsp.TextDocumentSyncKind.Incremental,
            converter_factory=answering_plainly,
        )
        self.reviews: dict[str, Review] = {}
        self.marks: dict[str, tuple[str, list[int]]] = {}
        """The semantic tokens that each document had last, with the name of that answer."""
        self.language = ENGLISH
        """The language of messages; see :func:`language_of`."""
        self.pages = TemporaryDirectory(prefix="santase-")
        """The pages about the codes of findings, each written when it is first referred to."""

    def review(self, uri: str, *, postpones: bool = True) -> Review:
        """Return the review of the present text of a document; see :class:`Review` for what it postpones."""
        text = self.workspace.get_text_document(uri).source
        known = self.reviews.get(uri)
        if known is None or known.page.text != text or (known.are_postponed and not postpones):
            known = self.reviews[uri] = Review(text, known, postpones=postpones)
        return known

    def mark(self, uri: str) -> str:
        """Colour the words of a document; returns the name under which the editor knows these colours."""
        before = self.marks.get(uri, ("0", []))
        name = str(int(before[0]) + 1)
        self.marks[uri] = name, marks(self.review(uri), self.encoding)
        return name

    def publish(self, uri: str, *, postpones: bool = False) -> None:
        """Publish the diagnostics of a document."""
        review = self.review(uri, postpones=postpones)
        found = [self.diagnostic(uri, review, item) for item in diagnostics(review, self.language)]
        number = self.workspace.get_text_document(uri).version
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, number))

    async def publish_later(self, uri: str) -> None:
        """Publish the diagnostics of a document when typing pauses; intermediate texts are skipped.

        What would make right the deals that changed follows when the pause is longer.
        """
        version = self.workspace.get_text_document(uri).version
        await asyncio.sleep(PAUSE)
        if not self.is_current(uri, version):
            return
        self.publish(uri, postpones=True)
        if self.reviews[uri].are_postponed:
            await asyncio.sleep(LONGER_PAUSE - PAUSE)
            if self.is_current(uri, version):
                self.publish(uri)

    def is_current(self, uri: str, version: int | None) -> bool:
        """Whether a document is open in a version."""
        known = self.workspace.text_documents.get(uri)
        return known is not None and known.version == version

    def page_of(self, code: str) -> str:
        """Return the address of the page about a code, in the language of the editor."""
        page = Path(self.pages.name, f"{code}.md")
        if not page.exists():
            page.write_text(as_markdown(explained(code, self.language)), "utf-8")
        return page.as_uri()

    # Positions.

    @property
    def reads_markdown(self) -> bool:
        """Whether the editor shows Markdown in hovers."""
        asked = self.client_capabilities.text_document
        formats = asked.hover.content_format if asked and asked.hover else None
        return lsp.MarkupKind.Markdown in (formats or ())

    @property
    def encoding(self) -> str:
        """The position encoding of the editor."""
        return self.server_capabilities.position_encoding or UTF16

    def range(self, review: Review, extent: Extent) -> lsp.Range:
        """Convert an extent to the editor's positions."""
        start, end = (review.page.position(offset, self.encoding) for offset in extent)
        return lsp.Range(lsp.Position(*start), lsp.Position(*end))

    def extent(self, review: Review, place: lsp.Range) -> Extent:
        """Convert an editor's range to an extent."""
        return Extent(self.offset(review, place.start), self.offset(review, place.end))

    def offset(self, review: Review, position: lsp.Position) -> int:
        """Convert an editor's position to an offset."""
        return review.page.at(EditorPosition(position.line, position.character), self.encoding)

    # Values as messages.

    def edits(self, review: Review, changes: Iterable[TextChange]) -> list[lsp.TextEdit]:
        """Convert edits to the protocol."""
        return [lsp.TextEdit(self.range(review, change.extent), change.text) for change in changes]

    def diagnostic(self, uri: str, review: Review, found: Diagnostic) -> lsp.Diagnostic:
        """Convert a finding to the protocol."""
        related = []
        if found.related:
            extent, sentence = found.related
            location = lsp.Location(uri, self.range(review, extent))
            related.append(lsp.DiagnosticRelatedInformation(location, sentence))
        return lsp.Diagnostic(
            self.range(review, found.extent),
            found.message,
            _SEVERITIES[found.severity],
            code=found.code,
            source=SOURCE,
            related_information=related or None,
            code_description=lsp.CodeDescription(self.page_of(found.code)),
            data={"cite": found.cite} if found.cite else None,
        )


def answering_plainly() -> Any:
    """Return the converter of the protocol, which leaves results alone that are plain already."""
    converter: Any = default_converter()  # type: ignore[no-untyped-call]

    def response(message: JsonRPCResponseMessage) -> Plain:
        result = message.result if is_plain(message.result) else converter.unstructure(message.result)
        return {"id": message.id, "jsonrpc": message.jsonrpc, "result": result}

    converter.register_unstructure_hook(JsonRPCResponseMessage, response)
    return converter


class OpenDocument(TextDocument):
    """An open document whose changes go where the protocol means them.

    pygls counts more line ends than the protocol knows (U+2028 and others).
    """

    def apply_change(self, change: lsp.TextDocumentContentChangeEvent) -> None:
        """Apply a change of a part, or of the whole text."""
        if isinstance(change, lsp.TextDocumentContentChangePartial):
            page, encoding = EditorPage(self.source), self.position_codec.encoding or UTF16
            start, end = (
                page.at(EditorPosition(position.line, position.character), encoding)
                for position in (change.range.start, change.range.end)
            )
            self._source = page.text[:start] + change.text + page.text[end:]
        else:
            self._source = change.text


def get_ready() -> None:
    """Do now what the next key press would otherwise wait for.

    Loads the grammar, which the first syntax error needs, and exempts the open documents from garbage
    collection, which for a long one takes as long as judging it.
    """
    read_action("Ah")
    gc.collect()
    gc.freeze()


def language_of(params: lsp.InitializeParams, wanted: Language | None = None) -> Language:
    """Return the language of messages to an editor.

    It is that of its settings (`initializationOptions`, `{"language": "de"}`), else of the command's option,
    else of the editor, else of this machine.
    """
    options = params.initialization_options
    named = options.get("language") if isinstance(options, dict) else None
    if named in NAMES:
        return language(named).as_written()
    if wanted:
        return wanted.as_written()
    locale = (params.locale or "").lower()[:2]
    return language(locale if locale in NAMES else spoken()).as_written()


def build(wanted: Language | None = None) -> Server:
    """Create a server; the language applies where the editor's settings have none."""
    server = Server()

    @server.feature(lsp.INITIALIZE)
    def initialized(ls: Server, params: lsp.InitializeParams) -> None:
        ls.language = language_of(params, wanted)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
        uri = params.text_document.uri
        given = ls.workspace.text_documents[uri]
        ls.workspace.text_documents[uri] = OpenDocument(
            uri, given.source, given.version, given.language_id, position_codec=given.position_codec
        )
        ls.publish(uri)
        get_ready()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(ls: Server, params: lsp.DidChangeTextDocumentParams) -> None:
        await ls.publish_later(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: Server, params: lsp.DidSaveTextDocumentParams) -> None:
        ls.publish(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
        ls.reviews.pop(params.text_document.uri, None)
        ls.marks.pop(params.text_document.uri, None)
        ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(ls: Server, params: lsp.HoverParams) -> lsp.Hover | None:
        review = ls.review(params.text_document.uri)
        found = hover(review, ls.offset(review, params.position), ls.language)
        if found is None:
            return None
        text = lsp.MarkupContent(lsp.MarkupKind.PlainText, "\n".join(found.lines))
        if ls.reads_markdown:
            text = lsp.MarkupContent(lsp.MarkupKind.Markdown, marked_up(found.lines, ls.page_of))
        return lsp.Hover(text, ls.range(review, found.extent))

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", "[", '"', "=", "(", "+"])
    )
    def completed(ls: Server, params: lsp.CompletionParams) -> lsp.CompletionList:
        review = ls.review(params.text_document.uri)
        offer = complete(review, ls.offset(review, params.position), ls.language)
        place = ls.range(review, offer.extent)
        items = [
            lsp.CompletionItem(
                item.text,
                kind=_COMPLETIONS[item.kind],
                detail=item.detail or None,
                sort_text=f"{number:03}",
                text_edit=lsp.TextEdit(place, item.text),
            )
            for number, item in enumerate(offer.items)
        ]
        return lsp.CompletionList(is_incomplete=False, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(ls: Server, params: lsp.DocumentSymbolParams) -> list[Plain]:
        return symbols(ls.review(params.text_document.uri), ls.language, ls.encoding)

    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll, QUESTION]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=kinds))
    def mended(ls: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        is_typing = params.context.trigger_kind is lsp.CodeActionTriggerKind.Automatic
        review = ls.review(uri, postpones=is_typing)

        def are_asked_for(kind: str) -> bool:
            only = params.context.only
            return only is None or any(kind == each or kind.startswith(f"{each}.") for each in only)

        def edit(changes: Iterable[TextChange]) -> lsp.WorkspaceEdit:
            return lsp.WorkspaceEdit({uri: ls.edits(review, changes)})

        found = []
        if are_asked_for(lsp.CodeActionKind.QuickFix):
            found = [
                lsp.CodeAction(
                    action.title,
                    lsp.CodeActionKind.QuickFix,
                    diagnostics=[ls.diagnostic(uri, review, told)],
                    is_preferred=action.is_safe,
                    edit=edit(action.edits),
                )
                for told, action in actions_at(review, ls.extent(review, params.range), ls.language)
            ]
        fixes = list(safe_edits(review)) if are_asked_for(lsp.CodeActionKind.SourceFixAll) else []
        if fixes:
            title = ls.language.say("Correct whatever can be meant in one way only")
            found.append(lsp.CodeAction(title, lsp.CodeActionKind.SourceFixAll, edit=edit(fixes)))
        if are_asked_for(QUESTION) and not is_typing:
            offset = ls.offset(review, params.range.start)
            for asked in questions_there(review, offset, ls.language):
                arguments = [uri, params.range.start.line, *asked[1:]]
                command = lsp.Command(asked.title, command=ASK, arguments=arguments)
                found.append(lsp.CodeAction(asked.title, QUESTION, command=command))
        return found

    _add_layout(server)
    _add_ways(server)
    return server


def _add_layout(server: Server) -> None:
    """Register the handlers for the layout of a document, a part of it, and the line that was just ended."""

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatted(ls: Server, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        review = ls.review(params.text_document.uri)
        return ls.edits(review, edits(review.page.text))

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    def formatted_there(ls: Server, params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        review = ls.review(params.text_document.uri)
        return ls.edits(review, edits_in(review.page.text, ls.extent(review, params.range)))

    @server.feature(lsp.TEXT_DOCUMENT_ON_TYPE_FORMATTING, lsp.DocumentOnTypeFormattingOptions("\n"))
    def formatted_line(ls: Server, params: lsp.DocumentOnTypeFormattingParams) -> list[lsp.TextEdit]:
        review = ls.review(params.text_document.uri)
        return ls.edits(review, edits_of_line(review.page.text, ls.offset(review, params.position)))


def _add_ways(server: Server) -> None:
    """Register the handlers for navigation, hints and lenses."""

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(ls: Server, params: lsp.DefinitionParams) -> lsp.Location | None:
        uri = params.text_document.uri
        review = ls.review(uri)
        extent = dealt_at(review, ls.offset(review, params.position))
        return lsp.Location(uri, ls.range(review, extent)) if extent else None

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def may_rename(ls: Server, params: lsp.PrepareRenameParams) -> lsp.Range | None:
        review = ls.review(params.text_document.uri)
        extent = name_at(review, ls.offset(review, params.position))
        return ls.range(review, extent) if extent else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renaming(ls: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        uri = params.text_document.uri
        review = ls.review(uri)
        try:
            changes = renamed(review, ls.offset(review, params.position), params.new_name)
        except UnnameableError as error:
            code = lsp.LSPErrorCodes.RequestFailed.value
            raise JsonRpcException(ls.language.put(error.phrase), code) from None
        edits = [lsp.TextEdit(ls.range(review, extent), text) for extent, text in changes]
        return lsp.WorkspaceEdit({uri: edits})

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def referring(ls: Server, params: lsp.ReferenceParams) -> list[lsp.Location]:
        uri = params.text_document.uri
        review = ls.review(uri)
        found = occurrences(review, ls.offset(review, params.position))
        return [lsp.Location(uri, ls.range(review, extent)) for extent in found]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlighted(ls: Server, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        review = ls.review(params.text_document.uri)
        found = occurrences(review, ls.offset(review, params.position))
        return [lsp.DocumentHighlight(ls.range(review, extent)) for extent in found]

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hinted(ls: Server, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        review = ls.review(params.text_document.uri)
        shown = ls.extent(review, params.range)
        return [
            lsp.InlayHint(ls.range(review, Extent(place, place)).start, text, padding_left=True)
            for place, text in points_behind(review, shown)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def summed_up(ls: Server, params: lsp.CodeLensParams) -> list[Plain]:
        return code_lenses(ls.review(params.text_document.uri), ls.language, ls.encoding)

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(ls: Server, params: lsp.FoldingRangeParams) -> list[Plain]:
        return folding(ls.review(params.text_document.uri), ls.language, ls.encoding)

    colours = lsp.SemanticTokensRegistrationOptions(
        lsp.SemanticTokensLegend(list(KINDS), []), full=lsp.SemanticTokensFullDelta(True), range=True
    )

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, colours)
    def marked(ls: Server, params: lsp.SemanticTokensParams) -> Plain:
        uri = params.text_document.uri
        return {"resultId": ls.mark(uri), "data": ls.marks[uri][1]}

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, colours)
    def marked_anew(ls: Server, params: lsp.SemanticTokensDeltaParams) -> Plain:
        uri = params.text_document.uri
        known, before = ls.marks.get(uri, ("", []))
        answer: Plain = {"resultId": ls.mark(uri)}
        if known != params.previous_result_id:
            return answer | {"data": ls.marks[uri][1]}
        start, gone, come = changes_of_marks(before, ls.marks[uri][1])
        return answer | {
            "edits": [{"start": start, "deleteCount": gone, "data": come}] if gone or come else []
        }

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, colours)
    def marked_there(ls: Server, params: lsp.SemanticTokensRangeParams) -> Plain:
        review = ls.review(params.text_document.uri)
        return {"data": marks(review, ls.encoding, ls.extent(review, params.range))}

    @server.command(ASK)
    def ask(ls: Server, uri: str, line: int, deal: int, trick: int, action: int, name: str) -> str | None:
        review = ls.review(uri)
        asked = deal, trick, action, name
        answer = answer_there(review, ls.offset(review, lsp.Position(line, 0)), asked, ls.language)
        if answer:
            ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, answer))
        return answer

    @server.command(PREVIEW)
    def preview(ls: Server, uri: str, line: int) -> str | None:
        review = ls.review(uri)
        seen = review.game_at(ls.offset(review, lsp.Position(line, 0)))
        if seen is None:
            return None
        text = review.page.text[slice(*seen.extent)].encode("utf-8", "surrogatepass")
        return convert(text, FORMATS["sgn"], FORMATS["html"]).data.decode()


def serve(wanted: Language | None = None) -> None:
    """Serve an editor over standard input and output until it exits."""
    build(wanted).start_io()
