// SGN 1 in JavaScript, level "write": records as JSON to canonical form, and what its digest is made of.
//
// It follows "Canonical form and digest" and "JSON" in grammar/SPECIFICATION.md; it runs in browsers and in Node 18
// or later. What a record as JSON may hold is not defined here again: what is written has to read back the same.
// Options of rules that make no sense together are known to a referee alone; here they are only put in order.
//
//   import { bare, records, write } from "./write.mjs";
//   for (const { record } of records(bytes)) if (record) console.log(write(record), sha256(write(bare(record))));

import { HALF, RANKS, SUITS, read, halfWord } from "./sgn.mjs";
import { OPTIONS, RULE_SETS } from "./rulesets.mjs";

const SEATS = ["A", "B", "C", "D", "E", "F"];
const TAGS = ["Event", "Site", "Date", "Round", "Table", "Rules", ...SEATS, "Result"];
const DEPTH = 200; // of arrays and objects in JSON

/**
 * A record in canonical form.
 * @param {any} record
 */
export function write(record) {
  const page = new Page();
  page.line("%SGN 1");
  page.line();
  page.notes(after(record, "game"));
  for (const name of Object.keys(record.tags).sort(inOrder)) {
    const value = name === "Rules" ? rulesSpec(record.tags[name]) : record.tags[name];
    page.line(`[${name} ${quoted(value)}]`);
    page.notes(after(record, name));
  }
  for (const deal of record.deals) writeDeal(page, deal);
  return page.lines.join("\n") + "\n";
}

/**
 * A record without its notes, of which only checkpoints are statements: the digest of a game is the SHA-256 of this
 * in canonical form.
 * @param {any} record
 */
export function bare(record) {
  const trick = (shape) => {
    const stated = (shape.notes ?? []).filter((note) => "checkpoint" in note);
    return { ...shape, notes: stated };
  };
  const plain = (shape) => ({ ...shape, notes: [] });
  const deals = record.deals.map((deal) => ({
    ...trick(deal), // the notes of its opening are among its own
    tricks: deal.tricks.map(trick),
    rulings: (deal.rulings ?? []).map(plain),
    result: deal.result && plain(deal.result),
  }));
  return { ...plain(record), deals };
}

/** Tags by name, those with a place of their own first. */
function inOrder(one, other) {
  const places = [one, other].map((name) => (TAGS.includes(name) ? TAGS.indexOf(name) : TAGS.length));
  return places[0] - places[1] || (one < other ? -1 : 1);
}

/** The notes that stand after a word or so many actions, in their order. */
function after(shape, place) {
  return (shape.notes ?? []).filter((note) => note.after === place);
}

/** A rule spec in its one spelling; one that names no rules stays as it is. */
export function rulesSpec(text) {
  const [name, ...words] = text.split(/(?:(?!\ufeff)\s)+/).filter(Boolean);
  if (!Object.hasOwn(RULE_SETS, name ?? "")) return text;
  const given = new Map();
  const options = Object.keys(OPTIONS);
  for (const word of words) {
    const [key, ...rest] = word.split("=");
    const value = rest.join("=");
    const values = OPTIONS[key];
    if (!Object.hasOwn(OPTIONS, key) || given.has(key) || RULE_SETS[name][options.indexOf(key)] === null) return text;
    if (values ? !values.includes(value) : !/^[0-9]{1,4}$/.test(value)) return text;
    given.set(key, values ? value : String(Number(value)));
  }
  const changed = options.filter((key, at) => given.has(key) && given.get(key) !== RULE_SETS[name][at]);
  return [name, ...changed.map((key) => `${key}=${given.get(key)}`)].join(" ");
}

/** Words put on lines: a blank between two words, unless a line starts or had to end. */
class Page {
  constructor() {
    this.lines = [];
    this.isOpen = false; // whether words can go on the last line
    this.joins = false; // whether the next word goes onto the last one
    this.isHeading = false; // whether remarks stand last that have an empty line before them
  }

  line(word = "") {
    this.isOpen = false;
    if (word) this.word(word);
  }

  gap() {
    this.isOpen = false;
    if (!this.isHeading) this.lines.push("");
  }

  word(word) {
    if (this.isOpen) this.lines.push(this.lines.pop() + (this.joins ? word : ` ${word}`));
    else this.lines.push(word);
    this.isOpen = true;
    this.joins = this.isHeading = false;
  }

  join(word) {
    this.joins = true;
    this.word(word);
  }

  notes(notes = []) {
    for (const note of notes) {
      if ("remark" in note) this.remark(note);
      else if ("variation" in note) this.variation(note.variation);
      else this.word(noteWord(note));
    }
  }

  remark({ remark, lines = 0 }) {
    const isHeading = lines === 2 || (lines === 1 && this.isHeading);
    if (lines === 2) this.lines.push("");
    if (lines) this.isOpen = false;
    this.word(`; ${remark}`.trimEnd());
    this.isOpen = false;
    this.isHeading = isHeading;
  }

  variation({ tricks, result }) {
    this.word("(");
    this.joins = true;
    for (const trick of tricks) this.trick(trick);
    if (result) this.result(result);
    this.join(")");
  }

  trick(trick) {
    if (trick.number !== undefined) this.word(`${trick.number ?? "?"}.`);
    this.notes(after(trick, 0));
    for (const [index, action] of trick.actions.entries()) {
      this.word(action);
      const [first, ...rest] = after(trick, index + 1);
      const isMark = first && "glyph" in first && !first.glyph.startsWith("$");
      if (isMark) this.join(first.glyph);
      this.notes(isMark ? rest : first && [first, ...rest]);
    }
  }

  result(result) {
    this.word(resultWords(result));
    this.notes(result.notes);
  }
}

function writeDeal(page, deal) {
  page.gap();
  const dealer = deal.dealer === undefined ? [] : ["dealer", deal.dealer];
  const trump = deal.trump === undefined ? [] : ["trump", deal.trump];
  page.line(["deal", deal.number, ...dealer, ...trump].join(" "));
  page.notes(after(deal, "deal"));
  if (deal.position) {
    page.line(positionWords(deal.position));
    page.notes(after(deal, "position"));
  }
  const { won = {}, played } = deal.position ?? {};
  const held = [
    ...SEATS.map((seat) => [seat, deal.hands?.[seat]]),
    ["talon", deal.talon],
    ...SEATS.map((seat) => [`won ${seat}`, won[seat]]),
    ["played", played],
  ];
  for (const [label, cards] of held.filter(([, each]) => each)) {
    const packet = deal.packets?.[label] ?? 0;
    const bar = packet ? ["|"] : [];
    page.line([`${label}:`, ...cards.slice(0, packet), ...bar, ...cards.slice(packet)].join(" "));
    page.notes(after(deal, label));
  }
  if (deal.opening) {
    page.line();
    const notes = (deal.notes ?? []).flatMap((note) => {
      if (note.after === "opening") return [{ ...note, after: 0 }];
      return String(note.after).startsWith("0.") ? [{ ...note, after: Number(note.after.slice(2)) }] : [];
    });
    page.trick({ number: 0, actions: deal.opening, notes });
  }
  for (let number = 0; number <= deal.tricks.length; number++) {
    for (const ruling of deal.rulings ?? []) {
      if (ruling.tricks !== number) continue;
      const why = ruling.why === undefined ? [] : [quoted(ruling.why)];
      page.line(["ruling", ruling.to, ruling.points, ...why].join(" "));
      page.notes(ruling.notes);
    }
    page.line();
    if (number < deal.tricks.length) page.trick(deal.tricks[number]);
  }
  page.line();
  if (deal.result) page.result(deal.result);
}

function positionWords({ lead, points, tricks, pending, closed, score }) {
  const had = (of) => [
    ...(of.points ? [`<${inSeats(of.points).join("-")}>`] : []),
    ...(of.tricks ? ["tricks", inSeats(of.tricks).join("-")] : []),
  ];
  return [
    ...["position", "lead", lead, ...had({ points, tricks })],
    ...(pending ? ["pending", inSeats(pending).join("-")] : []),
    ...(closed ? ["closed", closed.by, ...had(closed)] : []),
    ...(score ? ["score", scoreWords(score)] : []),
  ].join(" ");
}

function resultWords(result) {
  const { finished, winner, game_points: worth, paid, reason, card_points: points, score } = result;
  let words = `${winner} ${worth}`;
  if (finished === false) words = "*";
  else if (paid) words = `pays ${inSeats(paid).join(" ")}`;
  else if (winner === null) words = "draw";
  return [
    ...["=", words],
    ...(reason ? ["by", reason] : []),
    ...(points ? [`(${inSeats(points).join("-")})`] : []),
    ...(score ? ["score", scoreWords(score)] : []),
  ].join(" ");
}

/** Numbers in the order of the seats. */
function inSeats(numbers) {
  return SEATS.filter((seat) => seat in numbers).map((seat) => numbers[seat]);
}

/** A score: with blanks where something was paid. */
function scoreWords(score) {
  const numbers = inSeats(score);
  return numbers.join(numbers.some((number) => number < 0) ? " " : "-");
}

function noteWord({ comment, annotation, value, checkpoint, glyph }) {
  if (comment !== undefined) return `{${comment.replace(/[\\}]/g, "\\$&")}}`;
  if (annotation !== undefined) return `@${annotation}(${value})`;
  return checkpoint ? `<${inSeats(checkpoint).join("-")}>` : glyph;
}

function quoted(value) {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}

// Records as JSON: one object, or several, each of which starts on a line of its own.

/**
 * The games of a file in JSON, each with its record as it reads in canonical form, or null where it is none.
 * @param {Uint8Array} bytes
 */
export function records(bytes) {
  const games = [];
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return [{ number: 1, record: null }];
  }
  const json = new Json(text);
  for (let isApart = true; !games.length || !json.isAtEnd(); isApart = json.blank().includes("\n")) {
    let record = null;
    let isJson = isApart;
    try {
      if (isApart) record = readBack(json.value());
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      isJson = false;
    }
    games.push({ number: games.length + 1, record });
    if (!isJson) return games;
  }
  return games;
}

/** The record that a shape reads as once it is written; null where that is not what it says. */
function readBack(shape) {
  let text;
  try {
    text = write(shape);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // a member is missing, or is something else
    return null;
  }
  const [game, ...more] = read(new TextEncoder().encode(text));
  if (more.length || !game.record) return null;
  if (/[\r\n]/.test(shape.tags.Rules)) return null;
  const rules = "Rules" in game.record.tags ? { Rules: game.record.tags.Rules } : {};
  return same({ ...shape, tags: { ...shape.tags, ...rules } }, game.record) ? game.record : null;
}

/** Whether two values hold the same, notes behind different words in any order. */
function same(one, other) {
  if (typeof one === "string" && typeof other === "string") return one === other || spelt(one) === other;
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => {
    if (!Object.hasOwn(other, key)) return false;
    return key === "notes" ? same(sorted(one[key]), sorted(other[key])) : same(one[key], other[key]);
  });
}

/** A word of a record with its cards as canonical form has them, and one blank behind the name of a seat. */
function spelt(word) {
  const suit = "[shdclabSHDCLAB]|[♠♥♦♣]\\ufe0f?";
  return word
    .replace(/^([A-F]):(?=\S)/, "$1: ")
    .replace(new RegExp(HALF.source, "gu"), halfWord)
    .replace(new RegExp(`(10|[ATKQJ97XOU]|[24]0)(${suit})(?![0-9A-Za-z])`, "g"), (_, rank, suit) => {
      return (RANKS[rank] ?? rank) + SUITS[suit[0].toLowerCase()];
    });
}

function sorted(notes) {
  if (!Array.isArray(notes)) return notes;
  const places = [...new Set(notes.map((note) => String(note?.after)))].sort();
  return places.flatMap((place) => notes.filter((note) => String(note?.after) === place));
}

/** Reads JSON as RFC 8259 has it, but refuses an object that has a member twice. */
class Json {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  take(shape) {
    shape.lastIndex = this.at;
    const found = shape.exec(this.text);
    if (!found) return null;
    this.at = shape.lastIndex;
    return found[0];
  }

  fail() {
    throw new SyntaxError(`this is not JSON, at ${this.at}`);
  }

  /** Passes blanks and line ends, and says which. */
  blank() {
    return this.take(/[ \t\r\n]*/y) ?? "";
  }

  isAtEnd() {
    return this.at === this.text.length;
  }

  value(depth = 0) {
    if (depth > DEPTH) this.fail();
    this.blank();
    if (this.take(/\{/y)) return this.object(depth);
    if (this.take(/\[/y)) return this.list(depth);
    // eslint-disable-next-line no-control-regex -- a text in JSON has none
    const text = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;
    const plain =
      this.take(text) ??
      this.take(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y);
    return plain === null ? this.fail() : JSON.parse(plain);
  }

  object(depth) {
    const members = new Map();
    this.blank();
    if (this.take(/\}/y)) return {};
    do {
      this.blank();
      const name = this.text[this.at] === '"' ? this.value(depth) : this.fail();
      this.blank();
      if (members.has(name) || !this.take(/:/y)) this.fail();
      members.set(name, this.value(depth + 1));
      this.blank();
    } while (this.take(/,/y));
    return this.take(/\}/y) ? Object.fromEntries(members) : this.fail();
  }

  list(depth) {
    const values = [];
    this.blank();
    if (this.take(/\]/y)) return values;
    do {
      values.push(this.value(depth + 1));
      this.blank();
    } while (this.take(/,/y));
    return this.take(/\]/y) ? values : this.fail();
  }
}
