"""The figures of the court cards as outlines: head and shoulders of a king, a queen and so on.

A figure is centred on the origin and about sixty high, and is recognised by its headgear. Which card shows
which figure is decided elsewhere.
"""

from typing import Final

from viewer.cards.outlines import Shape, ShapePart


def dots(radius: float, *centres: tuple[float, float]) -> str:
    """Return the outline of round dots of one size.

    >>> dots(2, (1, 0))
    'M-1 0a2 2 0 1 1 4 0a2 2 0 1 1-4 0z'
    """
    half = f"a{radius:g} {radius:g} 0 1 1"
    return "".join(
        f"M{x - radius:g} {y:g}{half} {2 * radius:g} 0{half}{-2 * radius:g} 0z" for x, y in centres
    )


EYES: Final = Shape("mark", dots(1.8, (-5, -31), (5, -31)))
SMILE: Final = Shape("mark", "M-3.5-22Q0-20 3.5-22Q0-18.5-3.5-22Z")
BUST: Final = Shape("ink", "M-27 0C-27-10-20-14-9-16.5H9C20-14 27-10 27 0Z")
HEAD: Final = Shape("skin", "M-11.5-41H11.5V-28C11.5-20 6-15 0-15S-11.5-20-11.5-28Z")
BOB: Final = Shape("ink", "M-13-42C-18-36-16-26-17-20H-9V-42ZM13-42C18-36 16-26 17-20H9V-42Z")
COLLAR: Final = Shape("cloth", "M-10-17L0-11L10-17L14-11L0-3.5L-14-11Z")

KING: Final = ShapePart(
    "king",
    (
        BUST,
        Shape("cloth", "M-17-15.5C-15-6-8-.8 0-.8S15-6 17-15.5C12-19-12-19-17-15.5Z"),
        Shape("ink", dots(1.1, (-12.5, -11), (12.5, -11), (-8, -4.5), (8, -4.5))),
        Shape("ink", "M-14-41C-18-31-16-24-19-17L-11-19V-41ZM14-41C18-31 16-24 19-17L11-19V-41Z"),
        HEAD,
        Shape("ink", "M-13-28C-13-14-7-7 0-5.5C7-7 13-14 13-28C9-22 6-24.5 0-26C-6-24.5-9-22-13-28Z"),
        EYES,
        Shape("gold", "M-15-43C-25-54-11-61 0-53C11-61 25-54 15-43Z"),
        Shape("gold", "M-16-44H16V-38H-16Z"),
        Shape("gold", "M-1.9-51.5V-55.2H-5.5V-59H-1.9V-62.5H1.9V-59H5.5V-55.2H1.9V-51.5Z"),
    ),
)
"""A bearded king: the closed crown with the cross, and ermine."""
QUEEN: Final = ShapePart(
    "queen",
    (
        Shape(
            "ink",
            "M-13-42C-21-36-17-24-23-11C-19-8-12-8-7-12V-42ZM13-42C21-36 17-24 23-11C19-8 12-8 7-12V-42Z",
        ),
        Shape("ink", "M-27 0C-27-8-18-11-8-13H8C18-11 27-8 27 0Z"),
        Shape("skin", "M-5-19V-13C-12-11-10-2.5 0-2.5S12-11 5-13V-19Z"),
        HEAD,
        Shape("ink", "M-12.5-42C-12-33-6-37 0-41.5C6-37 12-33 12.5-42Z"),
        EYES,
        SMILE,
        Shape("gold", dots(2.2, (0, -8.5))),
        Shape("gold", "M-14-39L-19-53L-9.5-47L0-57L9.5-47L19-53L14-39Z"),
        Shape("gold", dots(3.6, (-19, -54.5), (0, -58), (19, -54.5))),
    ),
)
"""A queen with long hair: the open crown with its balls, and a jewel."""
JACK: Final = ShapePart(
    "jack",
    (
        BUST,
        COLLAR,
        BOB,
        HEAD,
        EYES,
        SMILE,
        Shape("gold", "M11-45C14-58 25-64 28-51C30-42 25-35 17-34C23-40 21-46 11-45Z"),
        Shape("ink", "M-20-40C-24-52-8-57 4-55C17-53 22-47 19-40C8-45-10-43-20-40Z"),
    ),
)
"""A young jack: the flat cap with the feather."""
OBER: Final = ShapePart(
    "ober",
    (
        Shape("line", "M20 0V-61"),
        Shape("cloth", "M20-61H38V-40H20Z"),
        BUST,
        COLLAR,
        Shape("gold", "M6-51C6-59-4-64-12-61C-21-57-23-44-21-35C-19-43-13-49-4-50Z"),
        Shape("cloth", "M-16-15V-39C-16-49-8-54 0-54S16-49 16-39V-15L0-12Z"),
        Shape("skin", "M-10.5-38H10.5V-26C10.5-19 6-15 0-15S-10.5-19-10.5-26Z"),
        Shape("ink", "M-18-42H18V-37H-18Z"),
        EYES,
        Shape("mark", "M-9-21.5C-5-27 0-24.5 0-24.5S5-27 9-21.5C4-20.5 1-22 0-22.5C-1-22-4-20.5-9-21.5Z"),
    ),
)
"""An officer in a helmet with a plume, who raises a banner: the suit sign is high."""
UNTER: Final = ShapePart(
    "unter", (*JACK.content, Shape("cloth", "M17-23H38V-12C38-5 33-2 27.5 0C22-2 17-5 17-12Z"))
)
"""A footman in a cap, with a shield: the suit sign is low."""
BANNER: Final = (29.2, -50.5, 0.15)
SHIELD: Final = (27.5, -13, 0.15)
"""The position and size of the suit sign on the banner and on the shield."""
