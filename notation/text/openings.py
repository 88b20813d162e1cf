"""What is said before the first lead, in the words of those who say it: openings in four languages.

Words only; where they may stand is decided by :mod:`notation.text.spellings` and the grammar.
"""

import re
from typing import Final

from notation.findings.finding import Phrase

CONTRACT_NAME: Final = Phrase("SGN has its own name for this contract")
_SPOKEN: Final = {
    "trump": "trumps atout atouts names turn-up turnup, trumpf atutt ruft ansage aufgeschlagen schlägt_auf,"
    " коз атут козове, adu atu ütőszín aduszín",
    "call": "calls called, ruft_die rufe, вика викам извиква, hív hívja hívom hívott",
    "pass": "passes passed passing p, weiter passe passt gepasst, пас пасувам пасува pas, passz passzol"
    " passzolok tovább mehet",
    "bid": "bids says announces plays, sagt sagt_an spielt ansagt, обявява обявявам казва, mond bemond"
    " bemondja bemondás játszik",
    "double": "doubles doubled redouble redoubles redoubled kontra contra rekontra recontra retour"
    " subkontra supkontra, fleck flecken fleckt gefleckt spritz spritze spritzen spritzt gespritzt schuss,"
    " контра реконтра субконтра удвоява удвоявам, kontrázik kontrázok szubkontra mordkontra duplázok",
    "discard": "discards lays_away laid_away buries, legt_ab legt_weg leg_ab lege_ab legt ablegen drückt"
    " drücken gedrückt, сваля слага отлага, letesz leteszi lerak lerakja talonoz skartol",
}
"""The words of line `0.`, with their equivalents in English, German, Bulgarian and Hungarian."""
WORDS: Final = tuple(_SPOKEN)
NO_TRUMP: Final = (
    r"(?:no[ \t-]?trumps?|without[ \t]trumps?|(?:ohne|kein(?:en?)?)[ \t](?:trumpf|atout)"
    r"|без[ \t]коз(?:ове)?"
    r"|безкоз|(?:nincs|nem)[ \t]adu|adu[ \t]nélkül|színtelen)(?![\w-])"
)
"""That there are no trumps, in words."""
NO_SUIT: Final = r"(?:no|nothing|without|kein(?:er|e|en)?|ohne|nichts?|без|няма|nincs|semmi)(?![\w-])"
"""What people write after `trump` if there are none."""

_CONTRACTS: Final = {
    "rufer": "normal normales_spiel rufspiel",
    "bettler": "bettel bettl betler betl бетлер",
    "ass-bettler": "assbettler assenbettler ass_bettler assen-bettler assbettel",
    "schnapser": "schnapsa schnopser шнапсер",
    "gang": "land gangl gängl landl ganger durchmarsch ганг",
    "zehnergang": "zehnerloch zehnergangl zehnerland zehner-gang zehnerganger",
    "kontraschnapser": "contraschnapser kontra-schnapser kontra_schnapser gegenschnapser",
    "bauernschnapser": "bauern-schnapser bauern_schnapser bauer bauernschnopser",
    "farbensolo": "farbsolo farben-solo jodler farbringer farbenringer farbenjodler herrengangl herrengang",
    "kontrabauernschnapser": "kontra-bauernschnapser kontra_bauernschnapser kontrabauer",
    "herrenschnapser": "herrenjodler herren-schnapser herren_schnapser herrnschnapser",
    "koenigsgang": "königsgang königs-gang",
    "snapszer": "snapszli sznapszer снапсер",
    "ge-elfen": "geelfen ge_elfen gelfen",
    "andere-alte": "anderealte andere_alte andere_alte_hat zweites_ass zweites-ass",
    "hoeher-hat": "höher-hat höher_hat höherhat hoeher_hat hoeherhat tauchen",
    "auf-dissle": "dissle auf_dissle aufdissle dissl auf_dissl",
}
"""The names of contracts, with what else they are called."""


def _by_spelling(meanings: dict[str, str]) -> dict[str, str]:
    return {
        said.replace("_", " "): meant
        for meant, spellings in meanings.items()
        for said in re.split(r"[ ,]+", spellings)
    }


SPELLINGS: Final = _by_spelling(_SPOKEN)
CALLED: Final = _by_spelling(_CONTRACTS)
"""The word or name of SGN for each spelling of it."""
_ENDS: Final = r"(?![\w-])"


def _each(words: dict[str, str], *more: str) -> str:
    return "|".join(sorted(map(re.escape, (*words, *more)), key=len, reverse=True))


SAID: Final = rf"(?:{_each(SPELLINGS)}){_ENDS}"
"""A word of the opening in another language."""
_FAILED: Final = (
    r"(?:[ \t-]?(?:failed|lost|not[ \t]made|down|verloren|verfehlt|gescheitert|nicht[ \t]gemacht|провален"
    r"|загубен|bukott|elbukott|elveszett))"
)
CONTRACT: Final = rf"(?:{_each(CALLED, *_CONTRACTS)}){_ENDS}"
"""A contract by whatever name."""
RESULT: Final = rf"(?:{_each(CALLED, *_CONTRACTS)}){_FAILED}?{_ENDS}"
"""A contract by whatever name as the reason of a result."""


def said(word: str) -> str:
    """Return the word of SGN for one that is said before the first lead, in any of the languages.

    >>> said("Weiter"), said("passz"), said("контра")
    ('pass', 'pass', 'double')
    """
    return SPELLINGS.get(" ".join(word.casefold().split()), "")


def contract_meant(name: str) -> str:
    """Return the name of a contract that is called otherwise; "" for one that is not known by other names.

    >>> contract_meant("Gangl"), contract_meant("land"), contract_meant("gang")
    ('gang', 'gang', '')
    """
    return CALLED.get(" ".join(name.casefold().split()), "")


def reason_meant(words: str) -> str:
    """Return the reason that is meant by words such as `Gang verloren`.

    >>> reason_meant("Gang"), reason_meant("Land verloren"), reason_meant("gang-failed")
    ('gang', 'gang-failed', 'gang-failed')
    """
    failed = re.search(rf"{_FAILED}$", words, re.IGNORECASE)
    name = words[: failed.start()] if failed else words
    return (contract_meant(name) or name.casefold()) + "-failed" * bool(failed)
