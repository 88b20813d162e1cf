// Where a replay stands, without a page: `node --test tests/viewer/web/record/player.test.mjs`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Player, cards, clockWords } from "../../../../viewer/static/player.js";

const step = (more = {}) => ({ changes: {}, ...more });
const deals = () => [
  { steps: [step({ changes: { talon: "As Ks" } }), step({ lines: [[step(), step()]] }), step({ changes: { taker: "A" } })] },
  { steps: [], findings: [{ severity: "error" }] },
  { steps: [step(), step({ findings: [{ severity: "error" }] }), step({ comments: ["well played"] })] },
];

test("a step leads over the end of a deal, and nowhere behind the last", () => {
  const player = new Player(deals());
  const seen = [];
  for (let count = 0; count < 9; count += 1) {
    seen.push(player.words);
    player.on();
  }
  assert.deepEqual(seen, ["d1s0", "d1s1", "d1s2", "d2s0", "d3s0", "d3s1", "d3s2", "d3s2", "d3s2"]);
  assert.ok(player.isAtEnd);
});

test("a variation ends where it ends, and leads back to where it began", () => {
  const player = new Player(deals());
  player.go(1);
  player.enter(0);
  player.on();
  player.on();
  assert.equal(player.words, "d1s1v0.1");
  player.back();
  player.back();
  assert.equal(player.words, "d1s1");
});

test("the words of a place are read again, and others are not", () => {
  const player = new Player(deals());
  assert.ok(player.read("d1s1v0.1"));
  assert.equal(player.words, "d1s1v0.1");
  for (const words of ["", "d0s0", "d2s0", "d9s0", "d1s0v0.0", "d1s1v4.0", "d1s-1"]) assert.ok(!player.read(words), words);
});

test("what is sought is found once round the match", () => {
  const player = new Player(deals());
  player.seek((each) => Boolean(each.comments));
  assert.equal(player.words, "d3s2");
  player.seek((each) => Boolean(each.findings));
  assert.equal(player.words, "d3s1");
  player.seek(() => false);
  assert.equal(player.words, "d3s1");
  assert.deepEqual([0, 1, 2].map((deal) => player.faultIn(deal)), [false, true, true]);
});

test("a trick at a time", () => {
  const player = new Player(deals());
  player.nextTrick();
  assert.equal(player.at.step, 2);
  player.backTrick();
  assert.equal(player.at.step, 0);
});

test("cards and clocks as text", () => {
  assert.deepEqual(cards("As Ks"), ["As", "Ks"]);
  assert.deepEqual(cards(""), []);
  assert.equal(clockWords(61.7), "1:01");
});
