// @ts-check
// The boards of a tournament as they stand, for its arbiter or for those who watch. What a reader may know comes from
// the server: every event says how a board stands.

import { buttonFor, element, filled, renew } from "./drawing.js";
import { save, sayingForm } from "./entry.js";
import { Line, ask, byChance, keyOf, whoAsks } from "./live-line.js";
import { clockWords } from "./player.js";

const TICK = 1000;

class SantaseTournament extends HTMLElement {
  connectedCallback() {
    const { words } = JSON.parse(this.querySelector("script")?.textContent ?? "{}");
    this.words = words;
    this.api = this.getAttribute("api") ?? "";
    this.key = keyOf(this.getAttribute("tournament") ?? "");
    /** @type {Map<string, any>} every board with its row */
    this.boards = new Map();
    this.state = element("p", "live-state");
    this.state.setAttribute("role", "status");
    this.calls = element("section", "calls-open");
    this.calls.setAttribute("aria-live", "polite");
    this.table = element("table", "boards");
    this.body = element("tbody");
    const head = element("tr");
    for (const name of ["board", "players", "score", "deal", "due", "clocks", "standing"]) head.append(element("th", "", this.say(name)));
    const top = element("thead");
    top.append(head);
    this.table.append(top, this.body);
    const taking = element("p", "row");
    for (const kind of ["application/json", "text/csv"]) taking.append(buttonFor(() => this.take(kind), "deed", this.say(kind)));
    this.fault = element("p", "wrong");
    this.fault.setAttribute("role", "alert");
    this.append(this.state, this.fault, this.calls, this.table, taking);
    this.line = new Line(this.api, this.key, (event) => this.hear(event), (state, problem) => this.tell(state, problem));
    this.line.follow();
    setInterval(() => this.tick(), TICK);
  }

  /** @param {string} name @param {any} [facts] */
  say(name, facts = {}) { return filled(this.words[name], facts); }

  /** @param {string} state @param {any} [problem] */
  tell(state, problem) {
    this.connection = this.say(state === "barred" ? "closed" : state);
    if (problem) this.fault.textContent = problem.detail ?? "";
    this.drawState();
  }

  /** @param {any} event */
  hear(event) {
    if (event.event === "tournament") return;
    const known = this.boards.get(event.match);
    const row = known?.row ?? element("tr");
    const board = { ...event, row, at: performance.now() };
    this.boards.set(event.match, board);
    this.drawRow(board);
    if (!known) this.place(board);
    this.drawCalls();
    this.drawState();
  }

  /** Put a row at its place, by round and board. @param {any} board */
  place(board) {
    const order = new Intl.Collator(undefined, { numeric: true });
    const word = (/** @type {any} */ each) => `${each.round ?? ""} ${each.board ?? ""}`;
    const next = [...this.boards.values()].filter((each) => each !== board && each.row.isConnected && order.compare(word(each), word(board)) > 0).sort((one, other) => order.compare(word(one), word(other)))[0];
    this.body.insertBefore(board.row, next?.row ?? null);
  }

  /** @param {any} board @param {string} seat */
  name(board, seat) { return board.names["ABCD".indexOf(seat)] || seat; }

  /** A name, and whether it is a guest's. @param {any} board @param {string} seat */
  named(board, seat) {
    const name = this.name(board, seat);
    return board.identified.includes(seat) || name === seat ? name : this.say("guest", { name });
  }

  /** @param {any} board */
  boardName(board) { return [board.round && this.say("roundNumber", { round: board.round }), board.board && this.say("boardNumber", { board: board.board })].filter(Boolean).join(" · ") || board.match.slice(0, 4); }

  /** @param {any} board */
  linkTo(board) { return Object.assign(element("a", "", this.boardName(board)), { href: `${this.getAttribute("live")}${board.match}${this.key ? `#${this.key}` : ""}` }); }

  /** @param {any} board */
  drawRow(board) {
    const { row } = board;
    row.className = board.ending ? "is-over" : board.paused ? "is-paused" : "";
    const players = element("span");
    for (const [place, seat] of [..."ABCD"].slice(0, board.names.length).entries()) {
      if (place) players.append(" – ");
      players.append(element("span", board.awaited.includes(seat) ? "is-due" : "", this.named(board, seat)));
    }
    const parts = {
      board: this.linkTo(board),
      players,
      score: element("strong", "", Object.values(board.score).join("–")),
      deal: element("span", "", String(board.deal || "–")),
      due: element("span"),
      clocks: element("span"),
      standing: this.standing(board),
    };
    renew(row, Object.entries(parts).map(([name, part]) => {
      const cell = element("td", `of-${name}`);
      cell.dataset.name = this.say(name);
      cell.append(part);
      return cell;
    }));
    [board.wait, board.clocks] = ["due", "clocks"].map((name) => row.querySelector(`.of-${name} span`));
    this.drawTime(board);
  }

  /** How a match goes: over, paused, an offer or a call; and what the arbiter can do. @param {any} board */
  standing(board) {
    const part = element("span", "row");
    const tell = (/** @type {string} */ words) => part.append(element("span", "", words));
    if (board.ending) {
      tell(board.winner ? this.say("wins", { name: [...board.winner].map((seat) => this.name(board, seat)).join(" + ") }) : this.say("noWinner"));
      if (board.ending !== "played") tell(this.say(`ending ${board.ending}`));
      return part;
    }
    if (board.paused) tell(this.say("did pause"));
    if (board.offer) tell(this.say("proposes", { name: this.name(board, board.offer.by), what: this.say(`offer ${board.offer.offer}`) }));
    for (const call of board.calls) tell(this.say("callsArbiter", { name: this.name(board, call.by) }));
    if (this.key) part.append(buttonFor(() => this.act(board, { do: board.paused ? "resume" : "pause" }), "deed", this.say(board.paused ? "resume" : "pause")));
    return part;
  }

  /** @param {any} board @param {any} request */
  async act(board, request) {
    const { status, said } = await ask(`${this.getAttribute("matches")}/${board.match}/actions`, this.key, { body: { ...request, key: byChance(22) } });
    this.fault.textContent = status === 200 ? "" : said.detail ?? this.say("unsent");
  }

  drawCalls() {
    const open = [...this.boards.values()].flatMap((board) => board.calls.map((/** @type {any} */ call) => ({ board, ...call })));
    const key = JSON.stringify(open.map(({ board, by, at, reason }) => [board.match, by, at, reason]));
    if (this.callsDrawn === key) return;
    this.callsDrawn = key;
    this.calls.replaceChildren(...open.map(({ board, by, reason }) => {
      const part = element("div", "offer");
      const said = element("p");
      said.append(this.linkTo(board), ` · ${this.say("callsArbiter", { name: this.name(board, by) })}`);
      part.append(said);
      if (reason) part.append(element("q", "", reason));
      if (this.key) part.append(sayingForm(this.say("answerCall"), this.say("why"), (why) => this.act(board, { do: "answer", seat: by, reason: why })));
      return part;
    }));
  }

  drawState() {
    const boards = [...this.boards.values()];
    const number = (/** @type {(board: any) => any} */ is) => boards.filter(is).length;
    const facts = [this.say("numbers", { going: number((board) => !board.ending), over: number((board) => board.ending) }), this.connection ?? ""];
    this.state.replaceChildren(...facts.filter(Boolean).map((fact) => element("span", "", fact)));
  }

  tick() {
    for (const board of this.boards.values()) if (!board.ending) this.drawTime(board);
  }

  /** Since when somebody has to act, and the clocks. @param {any} board */
  drawTime(board) {
    const since = board.ending ? 0 : (Date.now() - Date.parse(board.since)) / 1000;
    const who = board.awaited.map((/** @type {string} */ seat) => this.name(board, seat)).join(", ");
    board.wait.textContent = who ? `${who} ${clockWords(Math.max(0, since))}` : "–";
    if (!board.clock) return;
    const left = Object.entries(board.clock.left).map(([seat, time]) => {
      const gone = seat === board.clock.running ? performance.now() - board.at : 0;
      return clockWords(Math.max(0, Number(time) - gone) / 1000);
    });
    board.clocks.textContent = left.join(" – ");
  }

  /** Save the results. @param {string} kind */
  async take(kind) {
    try {
      const answer = await fetch(`${this.api}/results`, { headers: { Accept: kind, ...whoAsks(this.key) } });
      if (answer.ok) save(await answer.text(), `results.${kind === "text/csv" ? "csv" : "json"}`, kind);
      else this.fault.textContent = (await answer.json()).detail;
    } catch {
      this.fault.textContent = this.say("unsent");
    }
  }
}

customElements.define("santase-tournament", SantaseTournament);
