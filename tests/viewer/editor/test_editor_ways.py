"""What leads through a document in an editor, what is shown beside it, and what is judged while one types."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException
from pygls.workspace import PositionCodec

from notation import read
from notation.record import card_word, read_card
from tests.support.corpus import SAMPLES
from tests.support.each import for_each
from tests.viewer.editor.test_editor import DOCUMENT, GAME, HEAD, URI, ListeningEditor, converse, opened
from viewer.documents.languages import language
from viewer.editor.hovers import as_markdown
from viewer.editor.marks import KINDS, marks
from viewer.editor.navigation import UnnameableError, dealt_at, name_at, occurrences, points_behind, renamed
from viewer.editor.places import EditorPage, EditorPosition, Extent
from viewer.editor.plain import code_lenses, folding, symbols
from viewer.editor.questions import answer_there, questions_there
from viewer.editor.review import Review
from viewer.editor.sentences import ENGLISH
from viewer.editor.server import OpenDocument

pytestmark = pytest.mark.usefixtures("few_repairs")

NAMED = GAME.replace('santase"]\n', 'santase"]\n[A "Ivan \\"Vanyo\\""]\n[B "Maria"]\n')


def word(review: Review, extent: Extent | None) -> str:
    assert extent
    return review.page.text[slice(*extent)]


def test_a_card_leads_to_where_it_was_dealt() -> None:
    review = Review(GAME)
    text = review.page.text
    there = dealt_at(review, text.index("Kc\n3."))
    assert word(review, there) == "Kc"
    assert there
    assert text.rindex("\n", 0, there.start) == text.index("\nA: Ks")
    assert dealt_at(review, text.index("exchange")) is None
    assert dealt_at(review, text.index("9h Tc")) is None
    assert dealt_at(Review(HEAD + "1. 10s\n"), len(HEAD) + 4) == Extent(
        *(HEAD.index("Ts 9d") + n for n in (0, 2))
    )


@for_each(SAMPLES, one_in=9)
def test_every_card_that_is_played_leads_to_itself(path: Path) -> None:
    """And the card points stand after every trick that was taken."""
    review = Review(path.read_text("utf-8"))
    for seen in review.games:
        for part in seen.parts_of(object):
            there = dealt_at(review, part.extent.start)
            if there:
                assert read_card(word(review, there)) == part.what.played
                assert there.start < part.extent.start or "dealt" in review.page.text
            elif hasattr(part.what, "played") and part.what.played >= 0:
                draft = seen.judgement.game.draft
                assert draft
                deal = draft.deals[part.deal]
                held = [*(hand for _, hand in deal.hands), *([deal.talon] if deal.talon else [])]
                assert all(part.what.played not in hand.cards for hand in held), card_word(part.what.played)
    shown = [text for _, text in points_behind(review, Extent(0, len(review.page.text)))]
    told = [
        "-".join(map(str, trick.points))
        for seen in review.games
        for deal in seen.judgement.deals
        for trick in deal.tricks
        if trick.winner >= 0
    ]
    assert sorted(shown) == sorted(told)


def test_a_player_gets_another_name_in_every_game() -> None:
    review = Review(
        NAMED + "\n" + NAMED.replace('[A "Ivan', '[A "Petar').replace("Maria", 'Ivan \\"Vanyo\\"')
    )
    there = review.page.text.index("Vanyo")
    assert word(review, name_at(review, there)) == 'Ivan \\"Vanyo\\"'
    changes = sorted(renamed(review, there, 'Jan "J\\"'))
    assert len(changes) == 2
    text = review.page.text
    for extent, new in reversed(changes):
        text = text[: extent.start] + new + text[extent.end :]
    names = [[game.readable.tag(seat) for seat in "AB"] for game in read(text)]
    assert names == [['Jan "J\\"', "Maria"], ['Petar "Vanyo"', 'Jan "J\\"']]
    for elsewhere in ("santase", "Rules", "As Td", "[A"):
        assert name_at(review, review.page.text.index(elsewhere)) is None
        with pytest.raises(UnnameableError):
            renamed(review, review.page.text.index(elsewhere), "x")


@pytest.mark.parametrize("name", ['Iv"an\n', "\u202ea", "x" * 1025])
def test_a_name_that_would_break_the_record_is_refused(name: str) -> None:
    review = Review(NAMED)
    with pytest.raises(UnnameableError):
        renamed(review, NAMED.index("Maria"), name)


def test_what_is_at_a_place_is_found_elsewhere() -> None:
    review = Review(NAMED + NAMED.replace("Maria", "Elena"))
    text = review.page.text

    def found(word: str) -> list[str]:
        places = occurrences(review, text.index(word))
        assert all(one.end <= other.start for one, other in pairwise(places))
        return [text[text.rindex("\n", 0, place.start) + 1 : place.end] for place in places]

    assert found("Td <") == ["B: Ts 9d Kd Td", "1. As Td"]
    assert found("Td 9c") == found("Td <")
    assert found("9h Tc") == ["talon: 9h"]
    assert found("Rules") == ["[Rules"] * 2
    assert found("Maria") == ['[B "Maria']
    assert len(found("Ivan")) == 2
    assert found("deal") == found("40d") == []


@given(st.text("aé♥\U0001f0a1\r\n\u2028\x85", max_size=20), st.data())
@settings(max_examples=200, deadline=None)
def test_changes_of_parts_go_where_they_are_meant(text: str, data: st.DataObject) -> None:
    document = OpenDocument(URI, text, position_codec=PositionCodec(lsp.PositionEncodingKind.Utf16))
    for _ in range(3):
        text = document.source
        page = EditorPage(text)
        inside = [at for at in range(len(text) + 1) if text[max(0, at - 1) : at + 1] != "\r\n"]
        start, end = sorted(data.draw(st.sampled_from(inside)) for _ in range(2))
        new = data.draw(st.text("aé♥\U0001f0a1\n\u2028", max_size=3))
        places = (lsp.Position(*page.position(at)) for at in (start, end))
        document.apply_change(lsp.TextDocumentContentChangePartial(lsp.Range(*places), new))
        assert document.source == text[:start] + new + text[end:]
    document.apply_change(lsp.TextDocumentContentChangeWholeDocument("b"))
    assert document.source == "b"


@pytest.mark.slow
def test_every_word_has_its_kind() -> None:
    text = NAMED.replace("1. As Td", '1. As! {one\ntwo ♥} Td $3 @clk("0:01") ; 9c\n?. -h K- 9s% Kd|9h\n')
    review = Review(text)
    numbers = marks(review, "utf-16")
    line = column = 0
    words = []
    for below, beside, length, kind, _ in zip(*[iter(numbers)] * 5, strict=True):
        line, column = line + below, beside + (0 if below else column)
        start = review.page.at(EditorPosition(line, column))
        words.append((text[start : review.page.at(EditorPosition(line, column + length))], KINDS[kind]))
    assert (
        dict(words).items()
        >= {
            "%SGN 1": "keyword",
            "Rules": "property",
            '"Maria"': "string",
            "deal": "keyword",
            "1.": "number",
            "As": "enumMember",
            "!": "operator",
            "{one": "comment",
            "two ♥}": "comment",
            "$3": "operator",
            "@clk": "decorator",
            "; 9c": "comment",
            "exchange": "function",
            "40d": "function",
            "out": "function",
            "=": "operator",
            "by": "keyword",
            "0-3": "number",
            "talon": "keyword",
            "?.": "number",
            "-h": "enumMember",
            "K-": "enumMember",
            "9s%": "enumMember",
            "9h": "enumMember",
        }.items()
    )
    again = Review(text.replace("Maria", "Mariana") + "\n" + text, review)
    assert marks(again, "utf-16") == marks(Review(again.page.text), "utf-16")


def test_the_answers_in_json_are_those_of_the_values() -> None:
    """What is kept beside sections is not that of another text, place or language."""
    tongue = language("de").as_written()
    text = NAMED + NAMED.replace("1. As Td", "1. As Td\n; x").replace("3. out", "3. Ts Ks")
    unjudged = text.replace('Rules "santase', 'Rules "nonsense')
    ends_alone = text.replace('Rules "santase', 'Rules "santase claim=auto')
    moved = text.replace("; x", "; \n; x")
    review = None
    for spoken in (ENGLISH, tongue, ENGLISH):
        twice = NAMED + NAMED
        for changed in (
            text,
            twice,
            text,
            ends_alone,
            moved,
            unjudged,
            twice,
            twice[20:],
            twice + text,
            text,
        ):
            review = Review(changed, review, postpones=True)
            afresh = Review(changed, postpones=True)
            for ask in (symbols, code_lenses, folding):
                assert ask(review, spoken, "utf-16") == ask(afresh, spoken, "utf-16")
    assert review
    names = [
        [trick["name"] for trick in game["children"][0]["children"][:2]]
        for game in symbols(review, ENGLISH, "utf-8")
    ]
    assert names == [["1. As Td", "2. exchange 40d close Kd Kc"]] * 2
    as_classes = get_converter().structure(symbols(review, ENGLISH, "utf-8"), list[lsp.DocumentSymbol])
    assert [each.range.start.line for each in as_classes] == [0, 12]


def test_nothing_in_a_record_becomes_markup() -> None:
    lines = ("R210 error: *Ivan* <b>[x](y)</b> does not follow", "plain `a_b`")
    assert as_markdown(lines, "page:{}".format) == (
        "[**R210**](page:R210) *error*: \\*Ivan\\* \\<b\\>\\[x\\]\\(y\\)\\</b\\> does not follow  \n"
        "plain \\`a\\_b\\`"
    )


@given(st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=40))
@settings(max_examples=50, deadline=None)
def test_any_name_is_read_back(name: str) -> None:
    review = Review(NAMED)
    [(extent, new)] = renamed(review, review.page.text.index("Maria"), name)
    text = review.page.text[: extent.start] + new + review.page.text[extent.end :]
    assert next(read(text)).readable.tag("B") == name


def test_points_and_results_stand_where_they_belong() -> None:
    review = Review(GAME)
    text = review.page.text
    asides = list(points_behind(review, Extent(0, len(text))))
    assert [(text[: aside.place][-2:], aside.text) for aside in asides] == [("Td", "0-21"), ("Kc", "0-69")]
    assert list(points_behind(review, Extent(0, text.index("2. ")))) == asides[:1]
    lenses = code_lenses(review, ENGLISH, "utf-8")
    assert [lens["command"]["title"] for lens in lenses] == ["B 3 by out (0-69), 0-3"]
    starts = [fold["startLine"] for fold in folding(review, ENGLISH, "utf-8")]
    assert [text.split("\n")[line].split()[0] for line in starts] == ["%SGN", "deal"]


@pytest.mark.slow
def test_ways_through_the_protocol() -> None:
    text = NAMED

    async def talk(client: ListeningEditor, answer: lsp.InitializeResult) -> None:
        offers = answer.capabilities
        assert offers.definition_provider
        assert offers.inlay_hint_provider
        assert offers.code_lens_provider
        assert offers.folding_range_provider
        assert offers.rename_provider
        assert offers.execute_command_provider
        assert sorted(offers.execute_command_provider.commands) == ["santase.ask", "santase.preview"]
        await opened(client, text)
        lines = text.splitlines()
        played = lsp.Position(lines.index("2. exchange 40d close Kd Kc"), 25)
        there = await client.text_document_definition_async(lsp.DefinitionParams(DOCUMENT, played))
        assert isinstance(there, lsp.Location)
        assert lines[there.range.start.line].startswith("A: ")
        name = lsp.Position(lines.index('[B "Maria"]'), 5)
        place = await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(DOCUMENT, name))
        assert place == lsp.Range(lsp.Position(name.line, 4), lsp.Position(name.line, 9))
        assert isinstance(place, lsp.Range)
        edit = await client.text_document_rename_async(lsp.RenameParams(DOCUMENT, name, "Mara"))
        assert edit
        assert edit.changes
        assert list(edit.changes[URI]) == [lsp.TextEdit(place, "Mara")]
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(lines), 0))
        hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(DOCUMENT, whole))
        assert [hint.label for hint in hints or []] == ["0-21", "0-69"]
        seen = await client.text_document_code_lens_async(lsp.CodeLensParams(DOCUMENT))
        assert [lens.command.title for lens in seen or [] if lens.command] == ["B 3 by out (0-69), 0-3"]
        parts = await client.text_document_folding_range_async(lsp.FoldingRangeParams(DOCUMENT))
        assert [(part.start_line, part.end_line) for part in parts or []] == [(0, 11), (4, 11)]
        asked = lsp.ExecuteCommandParams("santase.preview", [URI, 6])
        page = await client.workspace_execute_command_async(asked)
        assert isinstance(page, str)
        assert "Maria" in page
        assert all(f"<{tag}" in page for tag in ("html", "script", "style"))
        context = lsp.CodeActionContext([], trigger_kind=lsp.CodeActionTriggerKind.Invoked)
        card = lsp.CodeActionParams(DOCUMENT, lsp.Range(played, played), context)
        titles = [each.title for each in await client.text_document_code_action_async(card) or []]
        assert "Ivan revoked (trick 2)?" in titles
        asked = lsp.ExecuteCommandParams("santase.ask", [URI, played.line, 1, 2, 5, "revoke-A"])
        said = await client.workspace_execute_command_async(asked)
        assert isinstance(said, str)
        assert "The claim is wrong under the rules of Santase." in said
        context = lsp.CodeActionContext([], trigger_kind=lsp.CodeActionTriggerKind.Automatic)
        assert not await client.text_document_code_action_async(
            lsp.CodeActionParams(DOCUMENT, card.range, context)
        ), "nobody has asked"

    asyncio.run(converse(None, talk))


@pytest.mark.slow
def test_a_burst_of_keys_is_judged_once() -> None:
    """Twenty keys within a moment: the last text alone is judged, and it is."""

    async def talk(client: ListeningEditor, answer: lsp.InitializeResult) -> None:
        await opened(client, HEAD)
        for number in range(2, 22):
            text = HEAD + "1. As Td\n2. exchange close 9c Kh\n"[: number + 10]
            change = lsp.TextDocumentContentChangeWholeDocument(text)
            identifier = lsp.VersionedTextDocumentIdentifier(number, URI)
            client.text_document_did_change(lsp.DidChangeTextDocumentParams(identifier, [change]))
        hints = lsp.InlayHintParams(DOCUMENT, lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0)))
        assert await client.text_document_inlay_hint_async(hints), "questions are about the last text at once"
        sent = await client.sent.get()
        assert sent.version == 21
        client.text_document_did_save(lsp.DidSaveTextDocumentParams(DOCUMENT))
        assert (await client.sent.get()).version == 21
        assert client.sent.empty()

    asyncio.run(converse(None, talk))


@pytest.mark.slow
def test_requests_about_places_and_parts() -> None:
    async def talk(client: ListeningEditor, answer: lsp.InitializeResult) -> None:
        offers = answer.capabilities
        sync = offers.text_document_sync
        assert isinstance(sync, lsp.TextDocumentSyncOptions)
        assert sync.change == lsp.TextDocumentSyncKind.Incremental
        assert isinstance(offers.code_action_provider, lsp.CodeActionOptions)
        assert "source.fixAll" in (offers.code_action_provider.code_action_kinds or ())
        text = NAMED.replace("2. exchange", "2.  exchange")
        await opened(client, text)
        lines = text.splitlines()
        number = lines.index("2.  exchange 40d close Kd Kc")
        played = lsp.Position(number, len(lines[number]) - 1)
        with_head = lsp.ReferenceContext(True)
        asked = lsp.ReferenceParams(with_head, DOCUMENT, played)
        found = await client.text_document_references_async(asked) or []
        assert [place.range.start.line for place in found] == [lines.index("A: Ks As Qh Kh Ah Kc"), number]
        lit = await client.text_document_document_highlight_async(
            lsp.DocumentHighlightParams(DOCUMENT, played)
        )
        assert [each.range for each in lit or []] == [each.range for each in found]
        with pytest.raises(JsonRpcException, match="only the names of players"):
            await client.text_document_rename_async(lsp.RenameParams(DOCUMENT, played, "x"))
        name = lsp.Position(lines.index('[B "Maria"]'), 5)
        with pytest.raises(JsonRpcException, match="cannot be a name"):
            await client.text_document_rename_async(lsp.RenameParams(DOCUMENT, name, "a\nb"))
        options = lsp.FormattingOptions(4, True)
        part = lsp.Range(lsp.Position(number, 0), lsp.Position(number + 1, 0))
        there = lsp.DocumentRangeFormattingParams(DOCUMENT, part, options)
        ended = lsp.DocumentOnTypeFormattingParams(DOCUMENT, lsp.Position(number + 1, 0), "\n", options)
        for edits in (
            await client.text_document_range_formatting_async(there),
            await client.text_document_on_type_formatting_async(ended),
        ):
            assert [edit.new_text for edit in edits or []] == ["2. exchange 40d close Kd Kc\n"]
        colours = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(DOCUMENT))
        some = await client.text_document_semantic_tokens_range_async(
            lsp.SemanticTokensRangeParams(DOCUMENT, part)
        )
        assert colours
        assert some
        assert len(some.data) <= len(colours.data)
        assert not len(colours.data) % 5
        assert colours.result_id
        place = lsp.Position(number, 0)
        put = lsp.TextDocumentContentChangePartial(lsp.Range(place, place), "{well}\n")
        version = lsp.VersionedTextDocumentIdentifier(2, URI)
        client.text_document_did_change(lsp.DidChangeTextDocumentParams(version, [put]))
        since = lsp.SemanticTokensDeltaParams(DOCUMENT, colours.result_id)
        delta = await client.text_document_semantic_tokens_full_delta_async(since)
        assert isinstance(delta, lsp.SemanticTokensDelta)
        [edit] = delta.edits
        assert len(edit.data or ()) <= 10
        at = edit.start
        now = [*colours.data[:at], *(edit.data or ()), *colours.data[at + edit.delete_count :]]
        whole = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(DOCUMENT))
        assert whole
        assert now == list(whole.data)
        again = await client.text_document_semantic_tokens_full_delta_async(since)
        assert isinstance(again, lsp.SemanticTokens), "of an answer that is no longer known"

    asyncio.run(converse(None, talk))


def test_a_card_a_trick_and_a_result_have_questions_with_answers() -> None:
    review = Review(NAMED)
    text, under = review.page.text, "under the rules of Santase."
    for place, question, answer in (
        (text.index("As Td") + 3, "Maria revoked (trick 1)?", f"The claim is wrong {under}"),
        (text.index("1. As"), "The trick is Maria's (trick 1)?", f"The claim is right {under}"),
        (text.index("close"), "That was legal?", "The claim is right. The action close was allowed."),
        (text.index("= B"), "Maria wins the deal?", f"The claim is right {under}"),
    ):
        asked = {each.title: each for each in questions_there(review, place, ENGLISH)}
        told = answer_there(review, place, asked[question][1:], ENGLISH)
        assert told
        assert answer in told.split("\n")
    assert not list(questions_there(review, text.index("[A"), ENGLISH))
    assert answer_there(review, 0, (1, 1, 2, "nonsense"), ENGLISH) is None
    assert answer_there(review, 0, (9, 0, 0, "legal"), ENGLISH) is None


def test_every_place_of_a_record_can_be_asked_about() -> None:
    for path in SAMPLES[::9]:
        text = path.read_text("utf-8", errors="replace")
        review = Review(text, postpones=True)
        for offset in range(0, len(text), 1 + len(text) // 40):
            assert all(each.title.endswith("?") for each in questions_there(review, offset, ENGLISH))
