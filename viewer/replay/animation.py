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
    """Return steps of a deal as an animated PNG of a width in pixels, each shown for a pause in milliseconds.

    The last is shown three times as long. Raises ModuleNotFoundError without the extra `png`; ValueError for
    an invalid width or step.
    """
    found = frames(account)[steps.start : steps.stop]
    if not found:
        raise ValueError(f"there are no steps from {steps.start} to {steps.stop - 1}")
    positions = [position_of(account, frame.layout, view, spoken) for frame in found]
    room = room_for(positions)
    spend(len(positions) * width * width // DRAWN_PIXELS)
    pictures = [position_png(position_svg(position, "", look, room), width) for position in positions]
    return animated_png(pictures, pause, 3 * pause)
