// @ts-check
// The position in a replay, and the steps from there. It draws nothing, and knows neither rules nor pages.

export class Player {
  // A position is a deal, a path of [step, variation] pairs into variations, and a step.
  constructor(deals) {
    this.deals = deals;
    this.at = { deal: 0, path: [], step: 0 };
  }

  line(path = this.at.path, deal = this.at.deal) {
    let line = this.deals[deal].steps;
    for (const [step, side] of path) line = line[step].lines[side];
    return line;
  }

  get step() { return this.line()[this.at.step]; }
  get last() { return this.line().length - 1; }

  // The steps up to and including the present one, without those that a variation replaces.
  past() {
    const past = [];
    let line = this.deals[this.at.deal].steps;
    for (const [step, side] of this.at.path) {
      past.push(...line.slice(0, step));
      line = line[step].lines[side];
    }
    return [...past, ...line.slice(0, this.at.step + 1)];
  }

  // The layout after the step, built from all steps up to it.
  layout() { return Object.assign({}, ...this.past().map((step) => step.changes)); }

  get isAfterIrregularity() { return this.past().slice(0, -1).some((step) => step.irregular); }

  // The cards that a seat has played.
  played(seat) { return this.past().filter((step) => step.card && step.seat === seat).map((step) => step.card); }

  // The last recorded time of a seat's clock, in seconds; undefined if there is none.
  clock(seat, past = this.past()) {
    const times = past.filter((step) => step.seat === seat).map((step) => time(step, "clk"));
    return times.findLast((seconds) => seconds !== undefined);
  }

  // How long the step after the present one took at the table, in seconds.
  get pace() {
    const next = this.line()[this.at.step + 1];
    if (!next) return undefined;
    const used = time(next, "emt");
    const left = this.clock(next.seat) - time(next, "clk");
    return used ?? (left > 0 ? left : undefined);
  }

  go(step, path = this.at.path, deal = this.at.deal) {
    const wanted = Math.min(Math.max(deal, 0), this.deals.length - 1);
    const line = this.line(wanted === deal ? path : [], wanted);
    this.at = { deal: wanted, path: wanted === deal ? path : [], step: Math.min(Math.max(step, 0), Math.max(line.length - 1, 0)) };
  }

  next() { this.go(this.at.step + 1); }

  // Whether nothing follows: the end of the last deal, outside any variation.
  get isAtEnd() { return !this.at.path.length && this.at.step >= this.last && this.at.deal === this.deals.length - 1; }

  // The next step, and after the end of a deal the next deal.
  on() {
    if (this.at.path.length || this.at.step < this.last) this.next();
    else if (!this.isAtEnd) this.toDeal(this.at.deal + 1);
  }

  // The next step of the match with a property, wrapping around at the end; without one nothing happens.
  seek(isWanted) {
    const steps = this.deals.flatMap(({ steps }, deal) => steps.map((step, index) => ({ step, index, deal })));
    const here = steps.findIndex(({ deal, index }) => deal === this.at.deal && index === (this.at.path[0]?.[0] ?? this.at.step));
    const found = [...steps.slice(here + 1), ...steps.slice(0, here + 1)].find(({ step }) => isWanted(step));
    if (found) this.go(found.index, [], found.deal);
  }

  // Whether a deal has an error.
  faultIn(deal) {
    const { steps, findings = [] } = this.deals[deal];
    return [...findings, ...steps.flatMap((step) => step.findings ?? [])].some((finding) => finding.severity === "error");
  }

  back() {
    if (this.at.step === 0 && this.at.path.length) this.leave();
    else this.go(this.at.step - 1);
  }

  nextTrick() {
    const line = this.line();
    let step = this.at.step + 1;
    while (step < line.length - 1 && !ends(line, step)) step += 1;
    this.go(step);
  }

  backTrick() {
    const line = this.line();
    let step = this.at.step - 1;
    while (step > 0 && !ends(line, step)) step -= 1;
    if (this.at.step === 0) this.back();
    else this.go(step);
  }

  toDeal(deal) { this.go(0, [], deal); }
  enter(side) { this.go(0, [...this.at.path, [this.at.step, side]]); }

  leave() {
    const path = this.at.path.slice(0, -1);
    this.go(this.at.path.at(-1)[0], path);
  }

  // The position as words of a link, and back.
  get words() {
    const path = this.at.path.map(([step, side]) => `${step}v${side}.`).join("");
    return `d${this.at.deal + 1}s${path}${this.at.step}`;
  }

  read(words) {
    const found = /^d(\d{1,3})s((?:\d{1,3}v\d{1,3}\.)*)(\d{1,3})$/.exec(words);
    if (!found) return false;
    const deal = Number(found[1]) - 1;
    const path = found[2].split(".").filter(Boolean).map((pair) => pair.split("v").map(Number));
    if (!this.deals[deal] || !this.line([], deal).length) return false;
    try {
      this.line(path, deal).length;
    } catch {
      return false;
    }
    this.go(Number(found[3]), path, deal);
    return true;
  }
}

/** The table before anything is dealt, as a step. @param {string[]} seats */
export function undealt(seats) {
  const changes = { turn: "", trick: "", taker: "", points: [], slack: [], pending: [], talon: "", closer: "", twice: "", announced: "" };
  for (const seat of seats) Object.assign(changes, { [`hand ${seat}`]: "", [`won ${seat}`]: "" });
  return { kind: "wait", trick: 1, say: "", changes };
}

// Whether a trick ends with a step: it is complete, or the next action belongs to another.
export function ends(line, step) {
  const following = line[step + 1];
  if (line[step].changes.taker || !following) return true;
  return following.kind === "written" && following.trick !== line[step].trick;
}

// The cards of a hand, a pile or the talon.
export function cards(text) { return text ? text.split(" ") : []; }

/** A card as if the scribe had been sure of it. @param {string} word */
export function sure(word) { return word.replace("%", ""); }

// The recorded time of a step, in seconds.
export function time(step, name) {
  const told = step.annotations?.find((annotation) => annotation[0] === name)?.[1];
  return told?.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

export function clockWords(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
