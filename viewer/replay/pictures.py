"""Steps of a replay as pictures, one after the other."""

from notation.limits import spend
from notation.replay import frames
from notation.rulings import Account
from viewer.cards import Look, position_png, position_svg
from viewer.cards.animation import animated_png
from viewer.cards.positions import room_for
from viewer.documents.languages import Language
from viewer.limits import DRAWN_PIXELS
from viewer.rulings.positions import Viewpoint, position_of


def animation(
    account: Account, steps: range, view: Viewpoint, look: Look, spoken: Language, width: int, pause: int
) -> bytes:
    """Steps of a deal as one animated PNG, so many pixels wide, each shown for a pause in milliseconds.

    The last stays three times as long. ModuleNotFoundError without the extra `png`; ValueError for a width
    that no PNG can have, and where there is no such step.
    """
    found = frames(account)[steps.start : steps.stop]
    if not found:
        raise ValueError(f"there are no steps from {steps.start} to {steps.stop - 1}")
    positions = [position_of(account, frame.layout, view, spoken) for frame in found]
    room = room_for(positions)
    pictures = []
    for position in positions:
        spend(width * width // DRAWN_PIXELS)
        pictures.append(position_png(position_svg(position, "", look, room), width))
    return animated_png(pictures, pause, 3 * pause)
