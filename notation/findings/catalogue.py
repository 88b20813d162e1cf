"""The codes of reading and of comparing what a record states: families S1xx, X1xx, N3xx, F4xx and E5xx.

An id never changes its meaning and is never used again.
"""

from typing import Final

from referee.codes import CATALOGUE as RULES
from referee.codes import Code, Effect, Severity


def _unreadable(id: str, sentence: str) -> Code:
    return Code(id, Severity.ERROR, sentence)


def _contradiction(id: str, sentence: str, effect: Effect = Effect.NONE, point: str = "") -> Code:
    return Code(id, Severity.ERROR, sentence, point, effect)


# S1xx: the text cannot be read as SGN.
EMPTY: Final = _unreadable("S101", "no game here: a game starts with a line `%SGN 1`")
STRAY_TEXT: Final = _unreadable("S102", "text before the first line `%SGN 1` belongs to no game{hint}")
CONTROL: Final = _unreadable("S103", "the control character {character} is not allowed; is this a text file?")
ENCODING: Final = _unreadable("S104", "this is not UTF-8: byte {byte} at offset {offset} of the file{hint}")
VERSION: Final = _unreadable(
    "S105", "`{word}` is not a version that this program reads; expected `%SGN 1` alone on its line"
)
COMMENT_OPEN: Final = _unreadable("S106", "the comment that starts here is never closed with `}}`")
COMMENT_LONG: Final = _unreadable("S107", "a comment holds at most 4096 characters")
LINE_LONG: Final = _unreadable("S108", "a line holds at most 65536 bytes")
VALUE_LONG: Final = _unreadable("S109", "a value in quotation marks holds at most 1024 characters")
VALUE_OPEN: Final = _unreadable("S110", 'the tag value that starts here is never closed with `"` on its line')
UNEXPECTED: Final = _unreadable("S111", "`{word}` cannot stand here{hint}; expected {expected}")
END: Final = _unreadable("S112", "the game ends too early; expected {expected}")
NO_CARD: Final = _unreadable(
    "S113", "`{word}` is no card{hint}; a card is one of A T K Q J 9, then one of s h d c"
)
NUMBER_LONG: Final = _unreadable("S114", "a number has at most 4 digits")
MANY_DEALS: Final = _unreadable("S115", "a game holds at most 256 deals")
MANY_ACTIONS: Final = _unreadable("S116", "a deal holds at most 96 actions, and 960 in its variations")
BIDI: Final = _unreadable("S117", "the bidirectional control {character} may stand in comments only")
TAG_TWICE: Final = _unreadable("S118", "the tag {name} was given before")
RULES_UNKNOWN: Final = _unreadable("S119", "`{word}` is no rule set{hint}; known: {known}")
OPTION_UNKNOWN: Final = _unreadable("S120", "`{word}` is no option{hint}; known: {known}")
OPTION_VALUE: Final = _unreadable("S121", "`{word}` is no value for {option}{hint}; expected {expected}")
OPTIONS_SENSELESS: Final = _unreadable("S122", "these rules make no sense: {why}")
MARRIAGE_SUIT: Final = _unreadable(
    "S123", "which marriage? Without a lead its suit must be named, as in `20h`"
)
ESCAPE: Final = _unreadable("S124", 'in a tag value `\\` stands only before `"` or another `\\`')
VARIATION_OPEN: Final = _unreadable("S125", "the variation that starts here is never closed with `)`")
NESTED: Final = _unreadable("S126", "variations stand in one another at most 16 deep")
ANNOTATION_VALUE: Final = _unreadable("S127", "`{word}` is no value for @{name}; expected {expected}")
ANNOTATION_UNKNOWN: Final = Code(
    "S128", Severity.WARNING, "SGN has no annotation @{name}{hint}; names of your own start with x-"
)
TAG_MISSPELT: Final = Code(
    "S129", Severity.WARNING, "the tag {name} is kept, but SGN does not know it; did you mean {meant}?"
)
GAME_LARGE: Final = _unreadable("S132", "a game holds at most 1048576 characters, and 131072 words and signs")
SWALLOWED: Final = Code(
    "S131", Severity.WARNING, "this comment holds what looks like {what}; is a `}}` missing before it?"
)
SLIP: Final = _unreadable("S133", "`{word}` cannot be read: {why}; did you mean `{meant}`?")
STRAY: Final = _unreadable("S134", "`{word}` does not belong here: {why}")
GLYPH: Final = _unreadable("S136", "`{word}` is no glyph; the numbers behind `$` are {known}")
DATE: Final = Code(
    "S135", Severity.WARNING, "`{word}` is not a date as SGN writes it, YYYY-MM-DD, YYYY-MM or YYYY{hint}"
)
LETTERS_UNKNOWN: Final = _unreadable(
    "S137", "`{word}` names no letters of cards{hint}; known: de, deutsch, bg, hu"
)
NOT_JSON: Final = _unreadable("S140", "this is not JSON: {why}")
SHAPE: Final = _unreadable("S141", "{where}: {why}")

# X1xx: the record contradicts itself or the judgement of its play.
TRICK_NUMBER: Final = _contradiction("X101", "the trick is numbered {stated}, but it is trick {expected}")
TRICK_UNNUMBERED: Final = _contradiction("X102", "trick {expected} starts here without its number")
TRICK_SHORT: Final = _contradiction(
    "X103", "trick {expected} lacks a card of {turn}; no new trick can start", Effect.STOPS
)
ACTOR: Final = _contradiction("X104", "{stated_seat} is named, but {turn} is in turn and did this")
CHECKPOINT: Final = _contradiction("X105", "the card points stated are {stated}, but they are {expected}")
RESULT: Final = _contradiction("X106", "the result stated is {stated}, but it is {expected}")
REASON: Final = _contradiction("X107", "the reason stated is {stated}, but it is {expected}")
CARD_POINTS: Final = _contradiction("X108", "the card points stated are {stated}, but they are {expected}")
SCORE: Final = _contradiction("X109", "the score stated is {stated}, but it is {expected}")
RESULT_TAG: Final = _contradiction("X110", "the Result tag says {stated}, but the score is {expected}")
DEAL_NUMBER: Final = _contradiction("X111", "the deal is numbered {stated}, but it is deal {expected}")
TURN_UP: Final = _contradiction("X112", "{card} is named as the turn-up, but the talon ends with {turn_up}")
MARRIAGE_VALUE: Final = _contradiction(
    "X113", "{stated} is announced, but a marriage of {suit} is {expected}"
)
CARD_TWICE: Final = _contradiction("X114", "{card} is dealt twice", Effect.STOPS)
UNDECIDED: Final = _contradiction("X115", "a result is stated, but the play stops undecided{hint}")
DECIDED: Final = _contradiction("X116", "the deal is called unfinished, but {winner} has won it")
DECIDED_DRAW: Final = _contradiction("X117", "the deal is called unfinished, but it is a draw")
HAND_TWICE: Final = _contradiction("X118", "the hand of {seat} is given twice in this deal", Effect.STOPS)
SEAT_UNKNOWN: Final = _contradiction(
    "X119", "there is no seat {stated_seat} in a game for {needed}", Effect.STOPS
)
TRICK_TWICE: Final = _contradiction("X121", "trick {expected} was opened before and is still empty")
NO_RESULT: Final = _contradiction("X120", "another deal follows, but the play of this one stops undecided")

NOT_IRREGULAR: Final = _contradiction("X122", "the action is marked irregular, but no rule is against it")
NOT_TAKEN_BACK: Final = _contradiction("X123", "{card} is taken back, but {seat} did not hold it")
DRAWN: Final = _contradiction("X124", "{seat} draws {card} as written, but the talon gives {due}")
DRAWN_ELSEWHERE: Final = _contradiction(
    "X125", "{seat} draws {card} as written, but that card does not lie in the talon"
)
TRUMP_SUIT: Final = _contradiction("X126", "{suit} are named as trumps, but the talon ends with {turn_up}")
POSITION_COUNT: Final = _contradiction("X127", "the position does not add up: {what}", Effect.STOPS)
TRICK_ORDER: Final = _contradiction("X129", "the play is not in order here: {what}", Effect.STOPS)
POSITION_POINTS: Final = _contradiction("X128", "the card points of the position do not add up: {what}")

MARRIAGE_LATE: Final = _contradiction(
    "X130", "the marriage in {suit} stands after {card}; announced with that card, it is written before it"
)

TURN_UP_HELD: Final = _contradiction(
    "X131", "{card} fixed trumps, so it was dealt to {seat}, but it is not among the cards of {seat}"
)

RESULT_FORM: Final = _contradiction("X132", "the result stated is {stated}, but {why}")

COMMITMENT: Final = _contradiction("X133", "the seed that is revealed does not fit its commitment")
SHUFFLE: Final = _contradiction("X134", "these are not the cards that the seed gives: by it {why}")

# N3xx: worth knowing.
RULES_ASSUMED: Final = Code("N301", Severity.NOTE, "no rules are named; judged by {rules}")
RULES_REPLACED: Final = Code("N302", Severity.NOTE, "the record names {stated}; judged by {rules} as asked")
TAKEN_ON_TRUST: Final = Code("N303", Severity.NOTE, "{why}; its stated result is counted in the score")

CANNOT_DECIDE: Final = Code("N304", Severity.NOTE, "cannot be decided: {what}; {why}")
IRREGULAR: Final = Code("N305", Severity.NOTE, "marked irregular, and so it is ({rule}): {why}")
AGREED: Final = Code(
    "N306", Severity.NOTE, "the deal ended by {reason}, not by the play; its stated result is counted"
)
AWARDED: Final = Code("N307", Severity.NOTE, "the table awards {seat} {points} apart from the play{why}")
INCIDENT: Final = Code("N309", Severity.NOTE, "{what}: {why}")
UNPAID: Final = Code(
    "N310",
    Severity.WARNING,
    "under these rules that costs {seat} {points}, and no ruling of the table gives them to the other side",
)
MORE: Final = Code("N308", Severity.NOTE, "{stated} more findings are not shown, {errors} of them errors")
CUT_SHORT: Final = Code("N311", Severity.NOTE, "after {number} faults the rest of this game is not read")

# N32x: how the matches of a series fit together.
SERIES_GAP: Final = Code(
    "N320",
    Severity.WARNING,
    "matches are missing between match {before} and match {stated} of the series; the tally is open",
)
SERIES_REPEATED: Final = _contradiction(
    "N321", "match {stated} of the series was given before, {where}; this one is not counted"
)
SERIES_UNNUMBERED: Final = Code(
    "N322",
    Severity.WARNING,
    "no tag Match says which match of the series this is, from 1 to 9999; it is not counted",
)
SERIES_PLAYERS: Final = _contradiction(
    "N323", "these are not the sides of the series, {sides}; the match is not counted"
)
SERIES_DEALER: Final = _contradiction(
    "N324", "{seat} deals first, but the first deal of this match is {turn}'s"
)
SERIES_SCORE: Final = _contradiction(
    "N325", "the tally stated after this match is {stated}, but it is {expected}"
)
SERIES_RULES: Final = Code(
    "N326", Severity.WARNING, "the series is played by {rules}, but this match by {stated}"
)

# F4xx: the log of another program cannot be read.
FORMAT_UNKNOWN: Final = _unreadable("F401", "no format is recognised here; known: {known}")
FORMAT_AMBIGUOUS: Final = _unreadable(
    "F402", "this could be {known}; name the format with --from, or a table with --mapping"
)
LOG_WORD: Final = _unreadable("F403", "`{word}` cannot stand here; expected {expected}")
LOG_END: Final = _unreadable("F404", "the log ends too early; expected {expected}")
LOG_CONTRADICTS: Final = _unreadable("F405", "the log contradicts itself: {why}")
LOG_LARGE: Final = _unreadable("F406", "{what} holds at most {most}")
LOG_NAME: Final = _unreadable(
    "F407", "the pickle asks for {word}, which is not admitted; nothing of it was run"
)
FORMAT_OTHER: Final = _unreadable("F408", "this is {what}, which cannot be read here; {advice}")

# E5xx: a ruling, a key or a signature is not what it is taken for.
PRIVATE_KEY: Final = _unreadable("E501", "this is no private key of `santase sign --new-key`")
PUBLIC_KEY: Final = _unreadable("E502", "this is no public key of `santase sign --new-key`")
SIGNATURE: Final = _unreadable("E503", "this is no signature of `santase sign`")
NOT_SIGNED: Final = _unreadable(
    "E504",
    "the signature does not fit: this file was changed after it was signed, or signed with another key",
)
NO_RULING: Final = _unreadable(
    "E505", "this is no ruling of `santase explain` or `santase dispute` with `--format json`: {why}"
)
RULING_ALTERED: Final = _unreadable("E506", "altered since it was given; its own digest does not fit")
CLAIM_SWAPPED: Final = _unreadable(
    "E507", "claim {number} was changed or swapped: its digest does not follow from the one before"
)

CATALOGUE: Final = {code.id: code for code in list(globals().values()) if isinstance(code, Code)} | RULES
"""Every code of the program, by id."""
