"""What leads through a document in an editor, what is shown beside it, and what is judged while one types."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp

from notation import read
from notation.record import card_word, read_card
from tests.support.corpus import SAMPLES
from tests.support.each import for_each
from tests.viewer.editor.test_editor import DOCUMENT, GAME, HEAD, URI, Client, converse, opened
from viewer.editor.navigation import dealt_at, folds, lenses, name_at, points_behind, renamed
from viewer.editor.places import Extent
from viewer.editor.review import Review

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
        for part in seen.parts:
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
        assert list(renamed(review, review.page.text.index(elsewhere), "x")) == []


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
    assert [lens.text for lens in lenses(review)] == ["B 3 by out (0-69), 0-3"]
    assert [word(review, extent).split()[0] for extent in folds(review)] == ["%SGN", "deal"]


@pytest.mark.slow
def test_ways_through_the_protocol() -> None:
    text = NAMED

    async def talk(client: Client, answer: lsp.InitializeResult) -> None:
        offers = answer.capabilities
        assert offers.definition_provider
        assert offers.inlay_hint_provider
        assert offers.code_lens_provider
        assert offers.folding_range_provider
        assert offers.rename_provider
        assert offers.execute_command_provider
        assert list(offers.execute_command_provider.commands) == ["santase.preview"]
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

    asyncio.run(converse(None, talk))


@pytest.mark.slow
def test_a_burst_of_keys_is_judged_once() -> None:
    """Twenty keys within a moment: the last text alone is judged, and it is."""

    async def talk(client: Client, answer: lsp.InitializeResult) -> None:
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
