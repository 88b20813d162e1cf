// SGN 1 in JavaScript, level "read": bytes in, for each game its record as JSON, or where it cannot be read.
//
// It follows grammar/SPECIFICATION.md and grammar/sgn.lark; it runs in browsers and in Node 18 or later, and needs
// nothing else. `santase conformance run --reader "node samples/javascript/conformance.mjs"` tests it.
//
//   import { read } from "./sgn.mjs";
//   for (const game of read(bytes)) console.log(game.record ?? game.fault);
//
// A game is read from left to right, once. The first thing that SGN does not allow ends it: this reader does not
// go on after a fault, as a program for scribes would.

/** @typedef {{line: number, column: number, why: string}} Place where a file is at fault, counted from 1 */
/** @typedef {{number: number, line: number, record: object | null, fault: Place | null}} Game */

const LINE_BYTES = 65536;
const GAME_CHARACTERS = 1 << 20;
const GAME_WORDS = 1 << 17;
const DEALS = 256;
const ACTIONS = 96; // and as many tricks, and rulings, in a deal
const VARIED_ACTIONS = 960;
const NESTED = 16;

const SEATS = ["A", "B", "C", "D", "E", "F"];
export const SUITS = { s: "s", l: "s", "♠": "s", h: "h", "♥": "h", d: "d", b: "d", "♦": "d", c: "c", a: "c", "♣": "c" };
export const RANKS = { 10: "T", X: "T", O: "Q", U: "J" };

// The words of the grammar. Each is tried where it can stand, at the place that reading has reached.

const word = (source) => new RegExp(source, "yu");
const keyword = (name) => word(`${name}(?![0-9A-Za-z_-])`);

const card = "(?:10|[ATKQJ97XOU])(?:[shdclabSHDCLAB]|[♠♥♦♣]\\ufe0f?)(?![0-9A-Za-z])";
const suit = "(?:[shdclabSHDCLAB]|[♠♥♦♣]\\ufe0f?)";
const text = '"(?:[^"\\\\\\n]|\\\\["\\\\]){0,1024}"';
const numbers = "[0-9]{1,4}(?:-[0-9]{1,4}){1,5}";

const GAME = word("%SGN[ \\t]{1,64}1(?:[ \\t]{1,64}stream)?[ \\t]{0,64}(?=\\r?\\n|$)");
const TAG_NAME = word("[A-Za-z][A-Za-z0-9_-]{0,63}");
const TEXT = word(text);
const DEAL = keyword("deal");
const DEALER = keyword("dealer");
const TRUMP = keyword("trump");
const POSITION = keyword("position");
const LEAD = keyword("lead");
const TRICKS = keyword("tricks");
const PENDING = keyword("pending");
const CLOSED = keyword("closed");
const SCORE = keyword("score");
const BY = keyword("by");
const PAYS = keyword("pays");
const DRAW = keyword("draw");
const RULING = keyword("ruling");
const SPOKEN = keyword("(?:exchange|close|out|resign)");
const NUMBERED = /^\$(?:[1-9]|1[03-9])$/; // the glyphs that are numbers
const CONTRACTS =
  "bettler|ass-bettler|plauderer|schnapser|kontraschnapser|bauernschnapser|kontrabauernschnapser|herrenschnapser" +
  "|gang|damengang|koenigsgang|zehnergang|bauernloch|farbensolo|snapszer|auf-dissle";
const REASON = keyword(
  "(?:out|false-out|closer-failed|defender-out|total|last-trick|resignation|agreement|forfeit" +
    `|(?:${CONTRACTS})(?:-failed)?)`,
);
const name = "[a-z][a-z0-9-]{0,62}[a-z0-9](?![0-9A-Za-z_-])";
const CONTRACT = word(name); // whatever the rules call it
const NO_TRUMP = keyword("none");
const CALL = keyword("call");
const BID = keyword("bid");
const DISCARD = keyword("discard");
const PASS_OR_DOUBLE = keyword("(?:pass|double)");
const SEAT = word("[A-F](?![0-9A-Za-z:])");
const SIDE = word("(?=[A-F])A?B?C?D?E?F?(?![0-9A-Za-z:])"); // one seat, or several in order
const OWNER = word("[A-F]:");
const TALON = word("(?:talon|stock|widow):");
const WON = word("won[ \\t]{1,64}[A-F]:|played:");
const DEALT = word("dealt[ \\t]{1,64}[A-F]:");
const DEALT_TALON = word("dealt[ \\t]{1,64}(?:talon|stock|widow):");
const BAR = word("\\|");
const CARD = word(card);
const TURNED = word(card.replace("7", "")); // no seven is turned up or called for trumps
const SUIT = word(`${suit}(?![0-9A-Za-z:])`);
const UNKNOWN = word("--|##");
const rank = "(?:10|[ATKQJ97XOU])";
export const HALF = word(
  `-(?:[shdclab]|[♠♥♦♣]\\ufe0f?)(?![0-9A-Za-z])|${rank}(?:-(?![0-9A-Za-z#-])|${suit}\\|${card})`,
);
const UNSURE = word(`${rank}${suit}%`);
const BACK = word(
  `~(?:${card}|--|##|(?:20|40)${suit}(?![0-9A-Za-z.])|(?:exchange|close|out|resign)(?![0-9A-Za-z_-]))`,
);
const BACK_SAID = word(
  `~(?:trump[ \\t]{1,64}(?:${rank.replace("7", "")}?${suit}(?![0-9A-Za-z:])|none(?![0-9A-Za-z_-]))` +
    `|call[ \\t]{1,64}${card.replace("7", "")}|bid[ \\t]{1,64}${name}|(?:pass|double)(?![0-9A-Za-z_-]))`,
);
const FACE_DOWN = word(`\\[(?:${rank}${suit}|--|##)\\]`);
const DRAWN = word(`\\+(?:${card}|--|##)`);
const MARRIAGE = word(`(?:20|40)${suit}?(?![0-9A-Za-z.-])`);
const NUMBER = word("[0-9]{1,4}(?![0-9A-Za-z.])");
const OPENING = word("0\\.");
const TRICK = word("(?:(?!0{1,4}\\.)[0-9]{1,4}|\\?)\\.");
const POINTS = word(`${numbers}(?![0-9A-Za-z-])`);
const STAKES = word("-?[0-9]{1,4}(?:[ \\t\\r\\n]{1,64}-?[0-9]{1,4}){2,5}(?![0-9A-Za-z.-])");
const TOTALS = word(`\\(${numbers}\\)`);
const CHECKPOINT = word(`<${numbers}>`);
const IRREGULAR = word("\\^");
const GLYPH = word("(?!\\?\\.)[!?]{1,2}(?![!?])|\\$[0-9]{1,4}(?![0-9])");
const COMMENT = word("\\{(?:[^\\\\}]|\\\\[\\s\\S]){0,4096}\\}");
const ANNOTATION = word(`@[A-Za-z][A-Za-z0-9-]{0,63}\\((?:${text}|[A-Za-z0-9:.,+_ -]{0,128})\\)`);
const REMARK = word(";[^\\n]*");
const OPEN_TAG = word("\\[");
const CLOSE_TAG = word("\\]");
const OPEN_VARIATION = word("\\(");
const CLOSE_VARIATION = word("\\)");
const RESULT = word("=");
const UNFINISHED = word("\\*");
const WHITE = word("[ \\t\\r\\n]*");

const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u; // allowed in comments alone
// eslint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/u;

// The values that an annotation of SGN can have. Names that start with x- are private, others are kept.

const KINDS =
  "exposed|misdeal|redeal|wrong-dealer|looked-back|looked-at-talon|talked|out-of-turn|unmarked-marriage" +
  "|wrong-draw|late-claim|withdrawn|gathered-wrongly|wrong-score|other";
const plainCard = "(?:10|[ATKQJ97XOU])[shdclabSHDCLAB]";
const time = "[0-9]{1,3}:[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,3})?";
const side = "(?:[A-F]|AC|BD)";
const VALUES = Object.fromEntries(
  Object.entries({
    clk: time,
    emt: time,
    at:
      "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]" +
      "(?:\\.[0-9]{1,6})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])",
    incident: `(?:${KINDS})(?: [A-F])?(?: ${plainCard}){0,8}`,
    shuffle: "[a-z][a-z0-9-]{0,63}",
    commitment: "[0-9a-f]{64}",
    cut: "[A-F](?: [A-Za-z0-9:.,+_-]{1,64})?",
    seed: "[0-9a-f]{64}",
    eval: `0|${side} (?:[+-]?[0-9]{1,3}|[0-9]{1,3}(?:-[0-9]{1,3}){1,3})`,
    best: `${plainCard}|[24]0[shdclabSHDCLAB]|exchange|close|draw|out`,
    cost: `${side} [0-9]{1,3}`,
    dispute: text,
  }).map(([name, shape]) => [name, new RegExp(`^(?:${shape})$`, "u")]),
);

// Own letters: the tag Letters says in whose letters the cards are written. They are put into English letters,
// one character for one, before anything else is read, so that every place stays what it is.

const ALPHABETS = {
  de: [{ A: "A", Z: "T", K: "K", D: "Q", B: "J" }, {}],
  deutsch: [
    { A: "A", D: "A", X: "T", Z: "T", K: "K", O: "Q", U: "J" },
    { E: "c", G: "s", R: "h", S: "d" },
  ],
  bg: [{ А: "A", A: "A", К: "K", K: "K", П: "K", Д: "Q", В: "J", B: "J" }, { С: "c" }],
  hu: [
    { Á: "A", X: "T", K: "K", D: "Q", F: "Q", B: "J", A: "J" },
    { P: "h", Z: "s", M: "c", T: "d" },
  ],
};
// What has no cards, though it may look so: notes, texts, names of tags, sides; a marriage and a suit; a card; a word.
const HEAD = new RegExp(
  `${COMMENT.source}|${REMARK.source}|@[A-Za-z][A-Za-z0-9-]*\\(${text}\\)|(?<deal>deal(?![\\w-]))` +
    `|\\[[ \\t\\r\\n]*(?<name>[\\p{L}\\p{N}_]+)(?:[ \\t\\r\\n]*(?<value>${text}))?|[\\p{L}\\p{N}_]+`,
  "gu",
);

/** The value of the tag Letters, which stands before the first deal; null where there is none. */
function lettersOf(game) {
  if (!game.includes("Letters")) return null;
  for (const { groups } of game.matchAll(HEAD)) {
    if (groups.deal) return null;
    if (groups.name === "Letters" && groups.value) return groups.value.slice(1, -1);
  }
  return null;
}

/** The text of a game with its cards in English letters. */
function inEnglish(game) {
  const letters = lettersOf(game);
  if (letters === null || !Object.hasOwn(ALPHABETS, letters)) return game;
  const [ranks, suits] = ALPHABETS[letters];
  const both = (map) => Object.keys(map).join("") + Object.keys(map).join("").toLowerCase();
  const own = { rank: `[ATKQJ97XOU${both(ranks)}]`, suit: `[shdclabSHDCLAB${both(suits)}]` };
  const words = new RegExp(
    `${COMMENT.source}|${REMARK.source}|${text.slice(0, -1)}(?:"|[^\\n]*)|@best\\(|@incident\\([\\w-]*|@[A-Za-z][A-Za-z0-9-]*(?:\\([^"()\\n]*\\))?` +
      "|\\[[ \\t\\r\\n]*[\\p{L}\\p{N}_]+(?![\\p{L}\\p{N}_\\]])|(?:=|(?<![\\p{L}\\p{N}_])ruling(?![\\p{L}\\p{N}_]))[ \\t\\r\\n]*[A-F]{2,6}(?![\\p{L}\\p{N}_])" +
      `|(?<before>trump[ \\t\\r\\n]+|20|40)(?<named>${own.suit})(?![\\p{L}\\p{N}_:.])` +
      `|(?<rank>10|${own.rank})(?<suit>${own.suit}|[♠♥♦♣]\\ufe0f?)(?![\\p{L}\\p{N}_])` +
      `|(?<alone>10|${own.rank})(?=-(?![\\p{L}\\p{N}_#-]))` +
      `|(?<![\\p{L}\\p{N}_-])-(?<half>${own.suit})(?![\\p{L}\\p{N}_:.])|[\\p{L}\\p{N}_]+`,
    "gu",
  );
  return game.replaceAll(words, (word, ...rest) => {
    const { before, named, rank, suit, alone, half } = rest.at(-1);
    if (half) return `-${suits[half.toUpperCase()] ?? half}`;
    if (alone) return ranks[alone.toUpperCase()] ?? alone;
    if (named) return before + (suits[named.toUpperCase()] ?? named);
    return rank ? (ranks[rank.toUpperCase()] ?? rank) + (suits[suit.toUpperCase()] ?? suit) : word;
  });
}

/** What ends the reading of a game; `at` is a place in its text. */
class Fault extends Error {
  constructor(at, why) {
    super(why);
    this.at = at;
  }
}

/**
 * The games of a file, in order. What stands before the first is game 0, which cannot be read; so is a file
 * without a game.
 * @param {Uint8Array} bytes
 * @returns {Game[]}
 */
export function read(bytes) {
  const [before, ...pieces] = cut(bytes);
  const games = pieces.map((piece, index) => readGame(piece, index + 1));
  const stray = decoded(before);
  const isEmpty = stray.text !== null && /^(?:(?!\ufeff)\s)*$/u.test(stray.text);
  if (stray.fault || !isEmpty || !games.length) {
    games.unshift(failed(0, before.line, stray, new Fault(0, "this belongs to no game")));
  }
  return games;
}

/** The bytes before the first line that starts a game, then those of each game, with the lines they start on. */
function cut(bytes) {
  // One character for each byte, so that places in the text are places in the bytes.
  const latin = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, block) =>
    String.fromCharCode(...bytes.subarray(block * 8192, (block + 1) * 8192)),
  ).join("");
  const starts = [0];
  const lines = [1];
  let number = 1;
  for (let at = 0; at < latin.length; number++) {
    const end = latin.indexOf("\n", at) < 0 ? latin.length : latin.indexOf("\n", at);
    if (/^(?:\xef\xbb\xbf)?%SGN(?:[ \t]+[0-9]|[ \t]*\r?$)/.test(latin.slice(at, Math.min(end, at + LINE_BYTES)))) {
      starts.push(at);
      lines.push(number);
    }
    at = end + 1;
  }
  return starts.map((start, index) => ({ line: lines[index], bytes: bytes.subarray(start, starts[index + 1]) }));
}

/** The text of a piece of a file, and what is wrong with its characters. */
function decoded(piece) {
  const bom = piece.bytes[0] === 0xef && piece.bytes[1] === 0xbb && piece.bytes[2] === 0xbf;
  const bytes = bom ? piece.bytes.subarray(3) : piece.bytes;
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { text: null, fault: new Fault(0, "this is not UTF-8") };
  }
  const control = CONTROL.exec(text);
  if (control) return { text, fault: new Fault(control.index, "a control character") };
  for (let at = 0; at <= bytes.length; ) {
    const end = bytes.indexOf(10, at) < 0 ? bytes.length : bytes.indexOf(10, at);
    const length = end - at - (bytes[end - 1] === 13 && end > at ? 1 : 0);
    if (length > LINE_BYTES) return { text, fault: new Fault(0, "a line holds at most 65536 bytes") };
    at = end + 1;
  }
  return { text, fault: null };
}

/** @returns {Game} */
function readGame(piece, number) {
  const source = decoded(piece);
  if (source.fault) return failed(number, piece.line, source, source.fault);
  try {
    return { number, line: piece.line, record: new Reader(inEnglish(source.text)).game(), fault: null };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return failed(number, piece.line, source, fault);
  }
}

/** @returns {Game} */
function failed(number, line, { text, fault }, another) {
  const { at, message } = fault ?? another;
  const lines = (text ?? "").slice(0, at).split("\n");
  const place = { line: line + lines.length - 1, column: [...lines.at(-1)].length + 1, why: message };
  return { number, line, record: null, fault: place };
}

/** Reads one game. Methods are named for the rules of the grammar and give the JSON of what they read. */
class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0; // of variations
    this.varied = 0; // actions in the variations of a deal
  }

  // Words.

  fail(why, at = this.at) {
    throw new Fault(at, why);
  }

  /** Where the next word starts. */
  ahead() {
    WHITE.lastIndex = this.at;
    WHITE.test(this.text);
    return WHITE.lastIndex;
  }

  /** The next word if it is of this kind, else null. */
  take(kind) {
    kind.lastIndex = this.ahead();
    const found = kind.exec(this.text);
    if (!found) return null;
    this.at = kind.lastIndex;
    return found[0];
  }

  /** The next word, which has to be of one of these kinds. */
  need(what, ...kinds) {
    for (const kind of kinds) {
      const found = this.take(kind);
      if (found !== null) return found;
    }
    return this.fail(`expected ${what}`, this.ahead());
  }

  // Structure.

  game() {
    if (this.text.length > GAME_CHARACTERS && [...this.text].length > GAME_CHARACTERS) this.fail("a game is too long");
    if (this.text.length > GAME_WORDS && countWords(this.text) > GAME_WORDS) this.fail("a game has too many words");
    GAME.lastIndex = 0;
    if (!GAME.test(this.text)) this.fail("expected %SGN 1 alone on its line");
    this.at = GAME.lastIndex;
    const notes = this.notes("game");
    const tags = {};
    const letters = { found: false, before: "game" };
    while (this.take(OPEN_TAG)) this.tag(tags, notes, letters);
    const deals = [];
    while (this.take(DEAL)) {
      if (deals.push(this.deal()) > DEALS) this.fail(`a game holds at most ${DEALS} deals`);
    }
    if (this.ahead() < this.text.length) this.fail("this cannot stand here", this.ahead());
    return { sgn: 1, tags, deals, ...some({ notes }) };
  }

  tag(tags, notes, letters) {
    const name = this.need("a tag's name", TAG_NAME);
    if (name === "Letters") {
      if (letters.found) this.fail("the tag Letters was given before");
      if (!Object.hasOwn(ALPHABETS, this.string(TEXT))) this.fail("these letters are not known");
      letters.found = true;
      this.need("]", CLOSE_TAG);
      // A record has no such tag; its notes stand behind what was before it, on lines of their own.
      const moved = this.notes(letters.before);
      notes.push(...moved.map((note) => ("remark" in note ? { ...note, lines: Math.max(note.lines ?? 0, 1) } : note)));
      return;
    }
    letters.before = name;
    if (Object.hasOwn(tags, name)) this.fail(`the tag ${name} was given before`);
    // A plain assignment would take a tag called __proto__ for something else.
    Object.defineProperty(tags, name, { value: this.string(TEXT), enumerable: true });
    this.need("]", CLOSE_TAG);
    notes.push(...this.notes(name));
  }

  /** The value of a text in quotation marks. */
  string(kind) {
    return this.plain(unescaped(this.need("a text in quotation marks", kind).slice(1, -1), '"\\'));
  }

  /** A text that is no comment, and so has no bidirectional controls. */
  plain(value) {
    return BIDI.test(value) ? this.fail("a bidirectional control") : value;
  }

  deal() {
    const deal = { number: Number(this.need("a number", NUMBER)) };
    if (this.take(DEALER)) deal.dealer = this.need("a seat", SEAT);
    if (this.take(TRUMP)) deal.trump = this.trump();
    const notes = { deal: this.notes("deal"), position: [], hands: [], talon: [], opening: [], piles: [] };
    if (this.take(POSITION)) deal.position = this.position(notes);
    const bare = !deal.dealer && !deal.position;
    if (bare && this.text[this.ahead()] !== "=") this.fail("expected dealer, a position or a result", this.ahead());
    if (!bare) this.holdings(deal, notes);
    this.varied = 0;
    Object.assign(deal, this.play(notes));
    if (!deal.position && !bare) this.dealt(deal, notes);
    const inOrder = ["deal", "position", "hands", "talon", "opening", "piles"].flatMap((part) => notes[part]);
    return { ...deal, ...some({ notes: inOrder }) };
  }

  trump(card = CARD) {
    const turnUp = this.take(card);
    return turnUp ? cardWord(turnUp) : suitLetter(this.need("a card or a suit", SUIT));
  }

  position(notes) {
    this.need("lead", LEAD);
    /** @type {any} */
    const position = { lead: this.need("a seat", SEAT), ...this.had() };
    if (this.take(PENDING)) position.pending = bySeat(this.need("points", POINTS));
    if (this.take(CLOSED)) position.closed = { by: this.need("a seat", SEAT), ...this.had() };
    if (this.take(SCORE)) position.score = this.score();
    notes.position = this.notes("position");
    return position;
  }

  /** The card points and tricks of a position, where they are stated. */
  had() {
    const points = this.take(CHECKPOINT);
    const tricks = this.take(TRICKS) && this.need("tricks", POINTS);
    return { ...(points && { points: bySeat(points) }), ...(tricks && { tricks: bySeat(tricks) }) };
  }

  score() {
    return bySeat(this.need("a score", STAKES, POINTS));
  }

  /** Hands and talon in any order, and of a position the cards that were won. */
  holdings(deal, notes) {
    for (;;) {
      const label = this.take(OWNER) ?? (deal.talon ? null : this.take(TALON));
      const pile = label === null && deal.position ? this.take(WON) : null;
      if (label === null && pile === null) return;
      if (pile !== null) this.pile(deal.position, pile, notes);
      else if (label.length > 2) this.talon(deal, notes);
      else this.hand(deal, label[0], notes);
    }
  }

  hand(deal, seat, notes) {
    deal.hands ??= {};
    if (deal.hands[seat]) this.fail(`the hand of ${seat} is given twice`);
    deal.hands[seat] = this.cards();
    if (this.take(BAR)) {
      deal.packets ??= {};
      deal.packets[seat] = deal.hands[seat].length;
      deal.hands[seat].push(...this.cards());
    }
    notes.hands.push(...this.notes(seat));
  }

  talon(deal, notes) {
    deal.talon = this.cards();
    notes.talon.push(...this.notes("talon"));
  }

  pile(position, label, notes) {
    const seat = label === "played:" ? null : label.at(-2);
    const piles = seat ? (position.won ??= {}) : position;
    const name = seat ?? "played";
    if (piles[name]) this.fail("these cards are given twice");
    piles[name] = this.cards();
    notes.piles.push(...this.notes(seat ? `won ${seat}` : "played"));
  }

  cards() {
    const cards = [this.card() ?? this.need("a card", CARD)];
    for (let next; (next = this.card()) !== null; ) cards.push(next);
    return cards;
  }

  /** A card in its one spelling, known or not; null where there is none. */
  card() {
    let found;
    if ((found = this.take(HALF))) return halfWord(found);
    if ((found = this.take(UNSURE))) return `${cardWord(found)}%`;
    if ((found = this.take(CARD) ?? this.take(UNKNOWN))) return cardWord(found);
    return null;
  }

  /** Cards that stand at the end of a deal. */
  dealt(deal, notes) {
    for (;;) {
      const label = this.take(DEALT);
      if (label !== null) this.hand(deal, label.at(-2), notes);
      else if (!deal.talon && this.take(DEALT_TALON)) this.talon(deal, notes);
      else return;
    }
  }

  // Play.

  play(notes) {
    const opening = this.take(OPENING) && this.opening("0.");
    const tricks = [];
    const rulings = [];
    for (;;) {
      const number = this.take(TRICK);
      if (number !== null) tricks.push(this.trick(number));
      else if (this.take(RULING)) rulings.push(this.ruling(tricks.length));
      else break;
    }
    const actions = tricks.reduce((sum, trick) => sum + trick.plies.length, opening?.plies.length ?? 0);
    if (Math.max(actions, tricks.length, rulings.length) > ACTIONS) this.fail("a deal has too many actions");
    if (this.varied > VARIED_ACTIONS) this.fail("a deal has too many actions in its variations");
    const result = this.take(RESULT) && this.result(opening ? [REASON, CONTRACT] : [REASON]);
    const said = opening && trickShape(opening);
    // Its notes stand with the deal, behind the addresses of its actions.
    const placed = (said?.notes ?? []).map((note) => ({ ...note, after: note.after ? `0.${note.after}` : "opening" }));
    notes.opening.push(...placed);
    return {
      ...(said && { opening: said.actions }),
      tricks: tricks.map((trick) => trickShape(trick)),
      ...some({ rulings }),
      ...(result && { result }),
    };
  }

  /** What is said before the first lead; in a variation there need be no `0.` before it. */
  opening(word) {
    const opening = { ...(word !== null && { number: 0 }), notes: [], plies: [] };
    if (word !== null) this.following(opening.notes, false);
    for (let ply; (ply = this.ply(true)); ) opening.plies.push(ply);
    nameMarriages(opening.plies);
    return opening;
  }

  /** A trick as it is read, with its actions as objects; one that goes on with an open trick has no number. */
  trick(word) {
    const number = word === "?." ? null : Number.parseInt(word, 10);
    const trick = { ...(word !== null && { number }), notes: [], plies: [] };
    if (word !== null) this.following(trick.notes, false);
    for (let ply; (ply = this.ply()); ) trick.plies.push(ply);
    nameMarriages(trick.plies);
    return trick;
  }

  /** The next action with all that belongs to it; null where there is none. */
  ply(isSaid = false) {
    const at = this.ahead();
    const owner = this.take(OWNER);
    const back = [];
    const taken = () => this.take(BACK) ?? (isSaid ? this.take(BACK_SAID) : null);
    for (let found; (found = taken()); ) back.push(`~${doneWord(found.slice(1))}`);
    const action = isSaid ? this.said() : this.action();
    if (!action) return owner || back.length ? this.fail("expected an action", this.ahead()) : null;
    const ply = { at, owner, back, ...action, notes: [] };
    this.following(ply.notes, true, isSaid);
    return ply;
  }

  /** What is said next before the first lead. */
  said() {
    let found;
    if (this.take(TRUMP)) return this.marked({ word: `trump ${this.take(NO_TRUMP) ?? this.trump(TURNED)}` });
    if (this.take(CALL)) return this.marked({ word: `call ${cardWord(this.need("a card", TURNED))}` });
    if (this.take(BID)) return this.marked({ word: `bid ${this.need("the name of a contract", CONTRACT)}` });
    if (this.take(DISCARD)) {
      const cards = [this.need("a card", CARD, UNKNOWN)];
      for (let next; (next = this.take(CARD) ?? this.take(UNKNOWN)); ) cards.push(next);
      return this.marked({ word: ["discard", ...cards.map(cardWord)].join(" ") });
    }
    if ((found = this.take(PASS_OR_DOUBLE))) return this.marked({ word: found });
    return this.announced();
  }

  action() {
    let found;
    if ((found = this.card())) return this.marked({ plays: true, word: found });
    if ((found = this.take(FACE_DOWN))) return this.marked({ plays: true, word: `[${cardWord(found.slice(1, -1))}]` });
    return this.announced();
  }

  /** What can be done before the first lead as well as in the play. */
  announced() {
    let found;
    if ((found = this.take(SPOKEN))) return this.marked({ word: found });
    if ((found = this.take(MARRIAGE))) {
      return this.marked({ marriage: found.slice(0, 2), suit: suitLetter(found.slice(2)) });
    }
    if ((found = this.take(DRAWN))) return this.marked({ word: `+${cardWord(found.slice(1))}` });
    return null;
  }

  /** An action, with the mark that it is irregular. */
  marked(action) {
    return { ...action, irregular: this.take(IRREGULAR) };
  }

  variation(isSaid) {
    if (++this.depth > NESTED) this.fail(`variations stand in one another at most ${NESTED} deep`);
    const tricks = [];
    const word = isSaid ? this.take(OPENING) : null;
    const open = isSaid ? this.opening(word) : this.trick(null);
    if (word !== null || open.plies.length) tricks.push(open);
    for (let number; (number = this.take(TRICK)) !== null; ) tricks.push(this.trick(number));
    if (!tricks.length) this.fail("expected an action", this.ahead());
    for (const trick of tricks) this.varied += trick.plies.length;
    const result = this.take(RESULT) && this.result();
    this.need(")", CLOSE_VARIATION);
    this.depth--;
    return { tricks, result };
  }

  ruling(tricks) {
    const ruling = { tricks, to: this.need("a side", SIDE), points: Number(this.need("points", NUMBER)) };
    const why = this.take(TEXT);
    if (why !== null) ruling.why = this.plain(unescaped(why.slice(1, -1), '"\\'));
    return { ...ruling, ...some({ notes: this.notes() }) };
  }

  result(reasons = [REASON]) {
    const result = this.take(UNFINISHED) ? { finished: false } : this.outcome();
    if (result.finished !== false && this.take(BY)) result.reason = this.need("a reason", ...reasons);
    const points = this.take(TOTALS);
    if (points) result.card_points = bySeat(points);
    if (this.take(SCORE)) result.score = this.score();
    return { ...result, ...some({ notes: this.notes() }) };
  }

  /** Who has won how much. */
  outcome() {
    if (this.take(DRAW)) return { winner: null, game_points: 0 };
    if (this.take(PAYS)) {
      const paid = bySeat(this.need("what each wins or pays", STAKES));
      const most = Math.max(0, ...Object.values(paid));
      const winner = SEATS.find((seat) => most > 0 && paid[seat] === most) ?? null;
      return { winner, game_points: most, paid };
    }
    const winner = this.need("a side, draw, pays or *", SIDE);
    return { winner, game_points: Number(this.need("game points", NUMBER)) };
  }

  // Notes.

  /** Comments, annotations and remarks; `after` says what they follow, where that has to be said. */
  notes(after) {
    const notes = [];
    for (let note; (note = this.note()); ) notes.push(after === undefined ? note : { after, ...note });
    return notes;
  }

  /** Puts what follows the number of a trick, or an action, into a list of notes. */
  following(notes, isAction, isSaid = false) {
    for (;;) {
      const at = this.ahead();
      let found;
      if ((found = this.note())) notes.push(found);
      else if ((found = this.take(CHECKPOINT))) notes.push({ checkpoint: bySeat(found) });
      else if (isAction && (found = this.take(GLYPH))) notes.push({ glyph: this.glyph(found) });
      else if (isAction && this.take(OPEN_VARIATION)) notes.push({ variation: this.variation(isSaid), at });
      else return;
    }
  }

  glyph(found) {
    if (found[0] !== "$" || NUMBERED.test(found)) return found;
    return this.fail("this is no glyph", this.at - found.length);
  }

  note() {
    const before = this.at;
    const comment = this.take(COMMENT);
    if (comment) return { comment: unescaped(comment.slice(1, -1).replaceAll("\r\n", "\n"), "}\\") };
    const annotation = this.take(ANNOTATION);
    if (annotation) return this.annotation(annotation);
    const remark = this.take(REMARK);
    if (remark === null) return null;
    const lines = this.text.slice(before, this.at - remark.length).split("\n").length - 1;
    const said = this.plain(remark.slice(1).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ""));
    return { remark: said, ...(lines && { lines: Math.min(lines, 2) }) };
  }

  annotation(found) {
    const open = found.indexOf("(");
    const annotation = found.slice(1, open);
    const value = this.plain(found.slice(open + 1, -1));
    if (Object.hasOwn(VALUES, annotation) && !VALUES[annotation].test(value)) {
      this.fail(`this is no value for @${annotation}`, this.at - found.length);
    }
    return { annotation, value };
  }
}

// From what was read to JSON.

/** A member where it holds something, else nothing. */
function some(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value.length));
}

/** Numbers by the seats in order. */
function bySeat(word) {
  const values = word.includes(" ") || /\s/.test(word) ? word.split(/\s+/) : word.match(/[0-9]+/g);
  return Object.fromEntries(values.map((value, seat) => [SEATS[seat], Number(value)]));
}

/** A card that is half known in its one spelling. */
export function halfWord(found) {
  if (found.startsWith("-")) return `-${suitLetter(found.slice(1))}`;
  if (found.endsWith("-")) return `${RANKS[found.slice(0, -1)] ?? found.slice(0, -1)}-`;
  const order = (each) => "shdc".indexOf(each[1]) * 6 + "ATKQJ97".indexOf(each[0]);
  const pair = found.split("|").map(cardWord).sort((one, other) => order(one) - order(other));
  return pair[0] === pair[1] ? pair[0] : pair.join("|");
}

/** A card in its one spelling. */
function cardWord(found) {
  if (found === "--" || found === "##") return found;
  const [, rank, suit] = /^(10|.)(.)/u.exec(found);
  return (RANKS[rank] ?? rank) + suitLetter(suit);
}

/** What was taken back, in its one spelling. */
function doneWord(found) {
  const [name, said] = found.split(/[ \t]+/);
  if (said) {
    const isCard = /^(?:10|[ATKQJ97XOU])[shdclab♠♥♦♣]/iu.test(said);
    return `${name} ${name === "bid" || said === "none" ? said : isCard ? cardWord(said) : suitLetter(said)}`;
  }
  if (/^[24]0/.test(found)) return found.slice(0, 2) + suitLetter(found.slice(2));
  return /^[a-z]{3}/.test(found) ? found : cardWord(found);
}

/** A suit in its one spelling; empty where there is none. */
function suitLetter(found) {
  return found && SUITS[found[0].toLowerCase()];
}

/** A text in which a backslash before one of some characters stands for that character. */
function unescaped(text, escaped) {
  return text.replace(/\\([\s\S])/gu, (pair, next) => (escaped.includes(next) ? next : pair));
}

function countWords(text) {
  return (text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu) ?? []).length;
}

/**
 * Gives each marriage of a trick that names no suit that of the card led after it, or of the king or queen led
 * right before it, which is the slip that the specification names.
 */
function nameMarriages(plies) {
  let led = null;
  for (const [index, ply] of [...plies.entries()].reverse()) {
    if (ply.plays) {
      led = ply.word;
    } else if (ply.marriage && !ply.suit) {
      const before = plies[index - 1];
      const isLate = before && isHalf(before) && plies.slice(0, index).filter((each) => each.plays).length === 1;
      const card = isLate ? before.word : led;
      if (/^.[shdc]%?$/.test(card ?? "")) ply.suit = card[1];
    }
  }
}

/** Whether an action plays a king or a queen. */
function isHalf(ply) {
  return ply.plays && /^\[?[KQ][shdc]%?\]?$/.test(ply.word);
}

/** Whether a variation is nothing but the marriage of the card it stands after, as in `Ks(20)`. */
function isMarriageOf({ tricks, result }, ply) {
  const [only, ...more] = tricks.flatMap((trick) => trick.plies);
  if (result || tricks.length > 1 || more.length || !only?.marriage || !isHalf(ply)) return false;
  return !only.suit || only.suit === ply.word[1];
}

/** A trick as JSON. A marriage of which nothing says the suit is a fault, but for that of `isMarriageOf`.
 * @returns {any} */
function trickShape({ number, notes, plies }, mayBeUnnamed = false) {
  const unnamed = plies.find((ply) => ply.marriage && !ply.suit);
  if (unnamed && !mayBeUnnamed) throw new Fault(unnamed.at, "which marriage?");
  const all = [
    ...notes.map((note) => ({ after: 0, ...note })),
    ...plies.flatMap((ply, index) => ply.notes.map((note) => ({ after: index + 1, ...noteShape(note, ply) }))),
  ];
  return { ...(number !== undefined && { number }), actions: plies.map(plyWord), ...some({ notes: all }) };
}

function noteShape(note, ply) {
  if (!note.variation) return note;
  const { tricks, result } = note.variation;
  const mayBeUnnamed = isMarriageOf(note.variation, ply);
  const shapes = tricks.map((trick) => trickShape(trick, mayBeUnnamed));
  return { variation: { tricks: shapes, ...(result && { result }) } };
}

function plyWord({ owner, back, word, marriage, suit, irregular }) {
  const action = (marriage ? marriage + (suit ?? "") : word) + (irregular ? "^" : "");
  return [...(owner ? [owner] : []), ...back, action].join(" ");
}
