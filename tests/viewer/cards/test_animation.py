"""Animated pictures: what a decoder of its own sees in them is each step as it is drawn alone."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from notation import read
from notation.judge import judge
from notation.replay import frames
from notation.rulings import account
from tests.support.apps import app_in
from tests.support.commands import run
from tests.support.corpus import ROOT
from viewer.cards import Look, position_png, position_svg
from viewer.cards.boards import room_for
from viewer.documents.languages import language
from viewer.replay.animation import animated_png, animation
from viewer.rulings.positions import Viewpoint, position_of

GAME = ROOT / "samples/closed-and-won.sgn"
WIDTH = 200


def test_every_step_is_in_it_as_it_is_drawn_alone() -> None:
    deal = account(judge(next(read(GAME.read_bytes()))), 1)
    view, spoken = Viewpoint("A", "B"), language("de")
    steps = range(3, 9)
    made = animation(deal, steps, view, Look("german", "de"), spoken, WIDTH, 700)
    positions = [position_of(deal, frames(deal)[step].layout, view, spoken) for step in steps]
    room = room_for(positions)
    with Image.open(BytesIO(made)) as picture:
        assert picture.format == "PNG"
        assert picture.n_frames == len(steps)  # type: ignore[attr-defined]
        for place, position in enumerate(positions):
            picture.seek(place)
            assert picture.info["duration"] == (2100 if place == len(steps) - 1 else 700)
            alone = position_png(position_svg(position, "", Look("german", "de"), room), WIDTH)
            with Image.open(BytesIO(alone)) as expected:
                difference = ImageChops.difference(picture.convert("RGB"), expected.convert("RGB"))
                assert difference.getbbox() is None, place


def test_pictures_of_two_sizes_are_refused() -> None:
    made = [BytesIO(), BytesIO()]
    for size, file in zip((10, 11), made, strict=True):
        Image.new("RGBA", (size, size)).save(file, "PNG")
    with pytest.raises(ValueError, match="not of one size"):
        animated_png([file.getvalue() for file in made], 100, 300)
    with pytest.raises(ValueError, match="no PNG"):
        animated_png([b"GIF89a"], 100, 300)


def test_the_command_writes_it_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "deal.png"
    done = run("animate", GAME, "--to", "2", "--width", "64", "-o", target)
    assert done.exit_code == 0, done.output
    with Image.open(target) as picture:
        assert picture.n_frames == 3  # type: ignore[attr-defined]
    for words in (["--from", "99"], ["--hidden", "C"], ["--deal", "40"], []):
        done = run("animate", GAME, "--width", "64", "-o", target, *words)
        assert done.exit_code == 2, words
    assert run("animate", GAME).exit_code == 2


def test_the_server_gives_it_for_steps_that_there_are(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    key = app.extensions["archive"].add(GAME.read_bytes())[0].id[:16]
    client = app.test_client()
    answer = client.get(f"/records/{key}/deals/1/steps/0-2.png?width=64&pause=500")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    with Image.open(BytesIO(answer.data)) as picture:
        assert picture.n_frames == 3  # type: ignore[attr-defined]
        assert picture.info["duration"] == 500
    for address, status in (
        (f"{key}/deals/1/steps/4-2.png", 422),
        (f"{key}/deals/1/steps/0-99.png", 404),
        (f"{key}/deals/1/steps/0-2.png?hidden=C", 422),
        (f"{key}/deals/1/steps/0-2.png?width=9999", 422),
        (f"{key}/deals/1/steps/0-14.png?width=2048", 422),
    ):
        assert client.get(f"/records/{address}").status_code == status, address
