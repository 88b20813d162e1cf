// @ts-check
// The card points of a deal step by step, as a graph with a line at what ends a deal, and the same as a table.

import { buttonFor, drawing, element, numberOf } from "./drawing.js";

const WIDTH = 300;
const HEIGHT = 84;

export class Graph {
  /** @param {any} replay the element */
  constructor(replay) {
    this.replay = replay;
    this.figures = element("div", "figures");
    this.table = element("div", "in-figures");
    this.drawn = "";
  }

  clear() {
    this.drawn = "";
    this.figures.replaceChildren();
    this.table.replaceChildren();
  }

  draw() {
    const { player } = this.replay;
    const line = player.line();
    const told = {};
    const values = line.map((step) => [...Object.assign(told, step.changes).points ?? []]);
    if (!told.points?.length) {
      this.clear();
      return;
    }
    const key = `${player.at.deal} ${JSON.stringify(player.at.path)} ${line.length}`;
    if (this.drawn !== key) {
      this.drawn = key;
      this.figures.replaceChildren(this.graph(values));
      this.table.replaceChildren(this.legend(), this.points(line, values));
    }
    const across = String(this.across(player.at.step, values.length));
    this.cursor.setAttribute("x1", across);
    this.cursor.setAttribute("x2", across);
  }

  across(index, number) { return 4 + (index * (WIDTH - 8)) / Math.max(number - 1, 1); }

  graph(values) {
    const { replay } = this;
    const most = Math.max(replay.needed + 14, ...values.flat());
    const graph = drawing("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", preserveAspectRatio: "none" });
    const name = drawing("title", {});
    name.textContent = replay.say("graph", { needed: replay.needed });
    const up = (points) => HEIGHT - 6 - (points * (HEIGHT - 12)) / most;
    graph.append(name, drawing("line", { class: "target", x1: 0, x2: WIDTH, y1: up(replay.needed), y2: up(replay.needed) }));
    for (const [side, { seats }] of replay.sides.entries()) {
      const points = values.map((value, index) => `${this.across(index, values.length)},${up(value[side] ?? 0)}`).join(" ");
      graph.append(drawing("polyline", { class: `line seat-${seats[0]}`, points }));
    }
    this.cursor = drawing("line", { class: "cursor", y1: 0, y2: HEIGHT });
    graph.append(this.cursor);
    graph.addEventListener("click", (event) => {
      const box = graph.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      replay.move(() => replay.player.go(Math.round(share * (values.length - 1))));
    });
    return graph;
  }

  // The points after every trick, each with a link to its step.
  points(line, values) {
    const { replay } = this;
    const part = element("details", "points");
    const table = element("table");
    const head = element("tr");
    for (const name of [replay.say("trickHead"), ...replay.sides.map((side) => side.short)]) head.append(Object.assign(element("th", "", name), { scope: "col" }));
    table.append(head);
    for (const [index, step] of line.entries()) {
      const named = { bonus: "lastTrick", end: "end" }[step.kind];
      if (!step.changes.taker && !named && index !== line.length - 1) continue;
      const row = element("tr");
      const go = buttonFor(() => replay.move(() => replay.player.go(index)), "", named ? replay.say(named) : String(numberOf(step)));
      const first = element("th");
      first.scope = "row";
      first.append(go);
      row.append(first, ...values[index].map((points) => element("td", "", String(points))));
      table.append(row);
    }
    part.append(element("summary", "", replay.say("graphTable")), table);
    return part;
  }

  legend() {
    const line = element("p", "legend");
    for (const { seats, name } of this.replay.sides) line.append(element("span", `seat-${seats[0]}`, name));
    line.append(element("span", "target", String(this.replay.needed)));
    return line;
  }
}
