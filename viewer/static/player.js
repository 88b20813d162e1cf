// @ts-check
// Where a replay stands, and the way on from there. It draws nothing, and knows neither a rule nor a page.

export class Player {
  // A position is a deal, a path of [step, variation] pairs into side lines, and a step.
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

  // The steps on the way to the present one, itself included; of what a variation replaces, nothing.
  past() {
    const past = [];
    let line = this.deals[this.at.deal].steps;
    for (const [step, side] of this.at.path) {
      past.push(...line.slice(0, step));
      line = line[step].lines[side];
    }
    return [...past, ...line.slice(0, this.at.step + 1)];
  }

  // The layout behind the step: everything that was told on the way to it.
  layout() { return Object.assign({}, ...this.past().map((step) => step.changes)); }

  get isAfterIrregularity() { return this.past().slice(0, -1).some((step) => step.irregular); }

  // The cards that a seat has played.
  played(seat) { return this.past().filter((step) => step.card && step.seat === seat).map((step) => step.card); }

  // What the clock of a seat said last, in seconds; undefined where it was not written down.
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

  // Whether nothing follows: the end of the last deal, in no variation.
  get isAtEnd() { return !this.at.path.length && this.at.step >= this.last && this.at.deal === this.deals.length - 1; }

  // The next step, and behind the end of a deal the next deal.
  on() {
    if (this.at.path.length || this.at.step < this.last) this.next();
    else if (!this.isAtEnd) this.toDeal(this.at.deal + 1);
  }

  // The next step of the match of which something is true, round from its end to its start; else nothing happens.
  seek(isWanted) {
    const steps = this.deals.flatMap(({ steps }, deal) => steps.map((step, index) => ({ step, index, deal })));
    const here = steps.findIndex(({ deal, index }) => deal === this.at.deal && index === (this.at.path[0]?.[0] ?? this.at.step));
    const found = [...steps.slice(here + 1), ...steps.slice(0, here + 1)].find(({ step }) => isWanted(step));
    if (found) this.go(found.index, [], found.deal);
  }

  // Whether something is wrong in a deal.
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

  // The position as the words of a link, and back.
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

// Whether a trick ends with a step: the trick lies complete, or what is written next belongs to another.
export function ends(line, step) {
  const following = line[step + 1];
  if (line[step].changes.taker || !following) return true;
  return following.kind === "written" && following.trick !== line[step].trick;
}

// The cards of a hand, a pile or the talon.
export function cards(text) { return text ? text.split(" ") : []; }

// A time that was written down at a step, in seconds.
export function time(step, name) {
  const told = step.annotations?.find((annotation) => annotation[0] === name)?.[1];
  return told?.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

export function clockWords(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
