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
STRAY_TEXT: Final = _unreadable("S102", "text before the first line `%SGN 1` is not part of a game{hint}")
CONTROL: Final = _unreadable("S103", "the control character {character} is not allowed{hint}")
ENCODING: Final = _unreadable("S104", "this is not UTF-8: byte {byte} at offset {offset} of the file{hint}")
VERSION: Final = _unreadable(
    "S105", "`{word}` is not a version that this program reads; expected `%SGN 1` alone on its line"
)
COMMENT_OPEN: Final = _unreadable("S106", "the comment that starts here is not closed with `}}`")
COMMENT_LONG: Final = _unreadable("S107", "a comment holds at most 4096 characters")
LINE_LONG: Final = _unreadable("S108", "a line holds at most 65536 bytes")
VALUE_LONG: Final = _unreadable("S109", "a value in quotation marks holds at most 1024 characters")
VALUE_OPEN: Final = _unreadable("S110", 'the tag value that starts here is not closed with `"` on its line')
UNEXPECTED: Final = _unreadable("S111", "`{word}` was not expected here{hint}; {expected}")
END: Final = _unreadable("S112", "the game ends too early; {expected}")
NO_CARD: Final = _unreadable(
    "S113", "`{word}` is not a card{hint}; a card is one of A T K Q J 9, then one of s h d c"
)
NUMBER_LONG: Final = _unreadable("S114", "a number has at most 4 digits")
MANY_DEALS: Final = _unreadable("S115", "a game holds at most 256 deals")
MANY_ACTIONS: Final = _unreadable("S116", "a deal holds at most 96 actions, and 960 in its variations")
BIDI: Final = _unreadable("S117", "the bidirectional control {character} is allowed only in comments")
TAG_TWICE: Final = _unreadable("S118", "the tag {name} was given before")
RULES_UNKNOWN: Final = _unreadable("S119", "unknown rule set `{word}`{hint}; known: {known}")
OPTION_UNKNOWN: Final = _unreadable("S120", "unknown option `{word}`{hint}; known: {known}")
OPTION_VALUE: Final = _unreadable("S121", "`{word}` is not a value of {option}{hint}; expected {expected}")
OPTIONS_SENSELESS: Final = _unreadable("S122", "these rules are not valid: {why}")
MARRIAGE_SUIT: Final = _unreadable(
    "S123", "which marriage? Without a lead its suit must be named, as in `20h`"
)
ESCAPE: Final = _unreadable("S124", 'in a tag value `\\` is allowed only before `"` or another `\\`')
VARIATION_OPEN: Final = _unreadable("S125", "the variation that starts here is not closed with `)`")
NESTED: Final = _unreadable("S126", "variations can be nested at most 16 deep")
ANNOTATION_VALUE: Final = _unreadable("S127", "`{word}` is not a value of @{name}; expected {expected}")
ANNOTATION_UNKNOWN: Final = Code(
    "S128", Severity.WARNING, "SGN has no annotation @{name}{hint}; custom names start with x-"
)
TAG_MISSPELT: Final = Code(
    "S129", Severity.WARNING, "the tag {name} is kept, but it is not a tag of SGN; did you mean {meant}?"
)
GAME_LARGE: Final = _unreadable("S132", "a game holds at most 1048576 characters, and 131072 words and signs")
SWALLOWED: Final = Code(
    "S131", Severity.WARNING, "this comment contains what looks like {what}; is a `}}` missing before it?"
)
SLIP: Final = _unreadable("S133", "`{word}` cannot be read: {why}; did you mean `{meant}`?")
STRAY: Final = _unreadable("S134", "`{word}` does not belong here: {why}")
GLYPH: Final = _unreadable("S136", "`{word}` is not a glyph; the numbers after `$` are {known}")
DATE: Final = Code(
    "S135", Severity.WARNING, "`{word}` is not a date as SGN writes it, YYYY-MM-DD, YYYY-MM or YYYY{hint}"
)
LETTERS_UNKNOWN: Final = _unreadable(
    "S137", "unknown card letters `{word}`{hint}; known: de, deutsch, bg, hu"
)
REMARK_PLAYED: Final = Code(
    "S138",
    Severity.WARNING,
    "`{word}` is part of a remark, which `;` begins; cards and actions are separated by spaces",
)
HABIT: Final = _unreadable(
    "S142", "this can be read after one change throughout: {what} (errors without it: {number})"
)
UNKNOWN_MARK: Final = Code(
    "S139",
    Severity.WARNING,
    "`{word}` stands where a card is due, but is read as an opinion of the card before it;"
    " a card that is not known is written `--`",
)
MISTAKEN_LETTER: Final = Code(
    "S143",
    Severity.WARNING,
    "`{word}` is read as a jack, the alsó{hint}; an ace is `{ace}` in these letters, a jack `{jack}`",
)
NOT_JSON: Final = _unreadable("S140", "this is not JSON: {why}")
SHAPE: Final = _unreadable("S141", "{where}: {why}")

# X1xx: the record contradicts itself or the judgement of its play.
TRICK_NUMBER: Final = _contradiction("X101", "this is numbered trick {stated}, but it is trick {expected}")
TRICK_UNNUMBERED: Final = _contradiction("X102", "trick {expected} starts here without its number")
TRICK_SHORT: Final = _contradiction(
    "X103", "trick {expected} is incomplete: {turn} has not played", Effect.STOPS
)
ACTOR: Final = _contradiction("X104", "{stated_seat} is named, but it is {turn}'s turn, who did this")
CHECKPOINT: Final = _contradiction(
    "X105", "the stated card points are {stated}, but they should be {expected}"
)
RESULT: Final = _contradiction("X106", "the stated result is {stated}, but it should be {expected}")
REASON: Final = _contradiction("X107", "the stated reason is {stated}, but it should be {expected}")
CARD_POINTS: Final = _contradiction(
    "X108", "the stated card points are {stated}, but they should be {expected}"
)
SCORE: Final = _contradiction("X109", "the stated score is {stated}, but it should be {expected}")
RESULT_TAG: Final = _contradiction(
    "X110", "the Result tag says `{stated}`, but the score is {expected}{hint}"
)
DEAL_NUMBER: Final = _contradiction("X111", "this is numbered deal {stated}, but it is deal {expected}")
TURN_UP: Final = _contradiction("X112", "{card} is named as the turn-up, but the talon ends with {turn_up}")
MARRIAGE_VALUE: Final = _contradiction(
    "X113", "{stated} is announced, but a marriage of {suit} is {expected}"
)
CARD_TWICE: Final = _contradiction("X114", "{card} is dealt twice", Effect.STOPS)
UNDECIDED: Final = _contradiction(
    "X115", "a result is stated, but the play stops before the deal is decided{hint}"
)
DECIDED: Final = _contradiction("X116", "the deal is marked as unfinished, but {winner} has won it")
DECIDED_DRAW: Final = _contradiction("X117", "the deal is marked as unfinished, but it is a draw")
HAND_TWICE: Final = _contradiction("X118", "the hand of {seat} is given twice in this deal", Effect.STOPS)
SEAT_UNKNOWN: Final = _contradiction(
    "X119", "there is no seat {stated_seat} in a game for {needed}", Effect.STOPS
)
TRICK_TWICE: Final = _contradiction("X121", "trick {expected} was opened before and is still empty")
NO_RESULT: Final = _contradiction(
    "X120", "another deal follows, but the play of this one stops before it is decided"
)

NOT_IRREGULAR: Final = _contradiction("X122", "the action is marked irregular, but it is allowed")
NOT_TAKEN_BACK: Final = _contradiction("X123", "{card} is taken back, but {seat} did not hold it")
DRAWN: Final = _contradiction("X124", "{seat} draws {card} as written, but the talon gives {due}")
DRAWN_ELSEWHERE: Final = _contradiction(
    "X125", "{seat} draws {card} as written, but that card is not in the talon"
)
TRUMP_SUIT: Final = _contradiction("X126", "{suit} are named as trumps, but the talon ends with {turn_up}")
POSITION_COUNT: Final = _contradiction("X127", "the position does not add up: {what}", Effect.STOPS)
TRICK_ORDER: Final = _contradiction("X129", "the play is out of order here: {what}", Effect.STOPS)
POSITION_POINTS: Final = _contradiction("X128", "the card points of the position do not add up: {what}")

MARRIAGE_LATE: Final = _contradiction(
    "X130",
    "the marriage in {suit} is written after {card}; a marriage announced with a card is written before it",
)

TURN_UP_HELD: Final = _contradiction(
    "X131", "{card} fixed trumps, so it was dealt to {seat}, but it is not among the cards of {seat}"
)

RESULT_FORM: Final = _contradiction("X132", "the stated result is {stated}, but {why}")

COMMITMENT: Final = _contradiction("X133", "the revealed seed does not match its commitment")
SHUFFLE: Final = _contradiction("X134", "these are not the cards that the seed gives: by it {why}")

ALWAYS_WRONG: Final = _contradiction("X135", "whatever the unknown cards are, something is wrong: {what}")
OTHER_RULES: Final = _contradiction(
    "X136", "hands of {number} cards and a talon of {talon} are not {stated}; judged as {rules}"
)
NO_CARD_LEFT: Final = _contradiction(
    "X137", "no card is left that `{word}` can be: each of them is somewhere else"
)
OPENING_FOREIGN: Final = _contradiction(
    "X138", "under these rules nothing is said before the first lead; line `0.` is not judged"
)
OPENING_SHORT: Final = _contradiction(
    "X139", "a card is led, but {turn} has still to name trumps, bid, pass or discard", Effect.STOPS
)
CONTRACT_UNKNOWN: Final = _contradiction(
    "X140", "the rules have no contract `{word}`{hint}; they have {known}", Effect.STOPS
)
PACKET_SIZE: Final = _contradiction(
    "X141",
    "the bar in the hand of {seat} is behind {stated} cards, but {needed} are dealt before trumps are named",
)
FACE_DOWN: Final = _contradiction(
    "X142", "under these rules no card is played face down; `[ ]` stands around none"
)
FACE_UP: Final = _contradiction(
    "X143", "under this opening the first trick is played face down; `[ ]` stands around each of its cards"
)

# N3xx: worth knowing.
RULES_ASSUMED: Final = Code("N301", Severity.NOTE, "no rules are named; judged by {rules}")
RULES_REPLACED: Final = Code("N302", Severity.NOTE, "the record names {stated}; judged by {rules} as asked")
TAKEN_ON_TRUST: Final = Code("N303", Severity.NOTE, "{why}; its stated result is counted in the score")

CANNOT_DECIDE: Final = Code("N304", Severity.NOTE, "cannot be decided: {what}; {why}")
IRREGULAR: Final = Code("N305", Severity.NOTE, "marked irregular, and it is ({rule}): {why}")
AGREED: Final = Code(
    "N306", Severity.NOTE, "the deal ended by {reason}, not by play; its stated result counts"
)
AWARDED: Final = Code("N307", Severity.NOTE, "the table awards {seat} {points} in addition to the play{why}")
INCIDENT: Final = Code("N309", Severity.NOTE, "{what}: {why}")
UNPAID: Final = Code(
    "N310",
    Severity.WARNING,
    "under these rules that costs {seat} {points}, and no ruling of the table awards them to the other side",
)
MORE: Final = Code("N308", Severity.NOTE, "{stated} more findings are not shown, {errors} of them errors")
CUT_SHORT: Final = Code("N311", Severity.NOTE, "after {number} faults the rest of this game is not read")
WENT_ON: Final = Code(
    "N312",
    Severity.NOTE,
    "the card points are not known; because play goes on, it is assumed that nobody had 66 yet",
)

# N32x: how the matches of a series fit together.
SERIES_GAP: Final = Code(
    "N320",
    Severity.WARNING,
    "matches are missing between match {before} and match {stated} of the series; the tally is open",
)
SERIES_REPEATED: Final = _contradiction(
    "N321", "match {stated} of the series was already given, {where}; this one is not counted"
)
SERIES_UNNUMBERED: Final = Code(
    "N322",
    Severity.WARNING,
    "the tag Match, which numbers the matches of a series from 1 to 9999, is missing; the match is "
    "not counted",
)
SERIES_PLAYERS: Final = _contradiction(
    "N323", "these are not the sides of the series, {sides}; the match is not counted"
)
SERIES_DEALER: Final = _contradiction(
    "N324", "{seat} deals first, but the first deal of this match is {turn}'s"
)
SERIES_SCORE: Final = _contradiction(
    "N325", "the stated tally after this match is {stated}, but it should be {expected}"
)
SERIES_RULES: Final = Code(
    "N326", Severity.WARNING, "the series is played by {rules}, but this match by {stated}"
)
RESTS_ON_UNSURE: Final = Code(
    "N327", Severity.NOTE, "this would be wrong ({rule}: {what}), but the scribe is unsure of {cards}"
)

# F4xx: the log of another program cannot be read.
FORMAT_UNKNOWN: Final = _unreadable("F401", "no format is recognised; known: {known}")
FORMAT_AMBIGUOUS: Final = _unreadable(
    "F402", "this could be {known}; name the format with --from, or a table with --mapping"
)
LOG_WORD: Final = _unreadable("F403", "`{word}` was not expected here; expected {expected}")
LOG_END: Final = _unreadable("F404", "the log ends too early; expected {expected}")
LOG_CONTRADICTS: Final = _unreadable("F405", "the log contradicts itself: {why}")
LOG_LARGE: Final = _unreadable("F406", "{what} holds at most {most}")
LOG_NAME: Final = _unreadable(
    "F407", "the pickle asks for {word}, which is not allowed; nothing was executed"
)
FORMAT_OTHER: Final = _unreadable("F408", "this is {what}, which cannot be read here; {advice}")

# E5xx: a ruling, a key or a signature is not what it is taken for.
PRIVATE_KEY: Final = _unreadable("E501", "this is not a private key from `santase sign --new-key`")
PUBLIC_KEY: Final = _unreadable("E502", "this is not a public key from `santase sign --new-key`")
SIGNATURE: Final = _unreadable("E503", "this is not a signature from `santase sign`")
NOT_SIGNED: Final = _unreadable(
    "E504",
    "the signature does not match: this file was changed after it was signed, or signed with another key",
)
NO_RULING: Final = _unreadable(
    "E505", "this is not a ruling from `santase explain` or `santase dispute` with `--format json`: {why}"
)
RULING_ALTERED: Final = _unreadable("E506", "altered since it was issued: its digest does not match")
CLAIM_SWAPPED: Final = _unreadable(
    "E507", "claim {number} was changed or swapped: its digest does not follow from the previous one"
)
RULED_OTHERWISE: Final = _unreadable("E508", "the ruling differs from what its record gives")
OTHER_VERSION: Final = _unreadable(
    "E509",
    "not checked: santase {stated} gave this ruling, and no other version can make every word of it again",
)

CATALOGUE: Final = {code.id: code for code in list(globals().values()) if isinstance(code, Code)} | RULES
"""Every code of the program, by id."""
