// Rounds of sixty-six on the real boardgame.io, with what is stated of them: `node match.cjs SEED ROUNDS OUT`.
//
// The framework is the one that FreeBoardGames.org uses. The game on it is written for this, with the state and
// the moves that a log of theirs has: it deals, sorts, draws, exchanges and counts by itself. Written to OUT is
// what client, browser and storage keep, and `stated.json`. NODE_PATH names the folder of the framework.
'use strict';
const { writeFileSync, mkdirSync } = require('fs');
const { Client } = require('boardgame.io/client');
const { Local } = require('boardgame.io/multiplayer');
const { FlatFile } = require('boardgame.io/server');

const [, , SEED, ROUNDS, OUT] = process.argv;
const ORDER = [9, 11, 12, 13, 10, 14];
const WORTH = { 9: 0, 10: 10, 11: 2, 12: 3, 13: 4, 14: 11 };

let drawn = [...SEED].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, 7);
const chance = () => (drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0) / 2 ** 32;
const pick = (list) => list[Math.floor(chance() * list.length)];

const strength = (G, card) => (card.suit === G.trumpSuit ? 50 : 10 * card.suit) + ORDER.indexOf(card.value);
const sort = (G, hand) => hand.sort((one, other) => strength(G, one) - strength(G, other));
const beats = (G, reply, lead) =>
  reply.suit === lead.suit ? ORDER.indexOf(reply.value) > ORDER.indexOf(lead.value) : reply.suit === G.trumpSuit;

function deal(G, ctx) {
  const pack = [0, 1, 2, 3].flatMap((suit) => [9, 10, 11, 12, 13, 14].map((value) => ({ suit, value })));
  G.deck = ctx.random.Shuffle(pack);
  G.stock = G.deck.slice(12);
  G.trumpSuit = G.stock[0].suit;
  Object.assign(G, { exchanged9: null, out: null, closed: false, closer: null, atClose: null, resolvedTricks: [] });
  G.players.forEach((player, seat) => {
    Object.assign(player, { hand: sort(G, G.deck.slice(6 * seat, 6 * seat + 6)), melds: [], isReady: true });
  });
  const dealer = G.players.findIndex((player) => player.isDealer);
  G.trick = { cards: [], leaderId: String(1 - dealer) };
}

function exchange(G, player) {
  const nine = player.hand.findIndex((card) => card.suit === G.trumpSuit && card.value === 9);
  if (nine < 0) return false;
  const [turnUp] = G.stock.splice(0, 1, player.hand[nine]);
  player.hand.splice(nine, 1);
  player.hand.push(turnUp);
  sort(G, player.hand);
  return true;
}

const moves = {
  GoOut(G, ctx) { G.out = ctx.currentPlayer; },
  Close(G, ctx) {
    G.closed = true;
    G.closer = +ctx.currentPlayer;
    G.atClose = [0, 1].map((seat) => G.resolvedTricks.filter((trick) => +trick.winnerId === seat).length);
    G.players.some((player) => exchange(G, player));
  },
  DrawCards(G, ctx) {
    for (const seat of [+ctx.currentPlayer, 1 - ctx.currentPlayer]) {
      G.players[seat].hand.push(G.stock.pop());
      sort(G, G.players[seat].hand);
    }
    if (G.stock.length) exchange(G, G.players[ctx.currentPlayer]);
    else G.closed = true;
  },
  Meld(G, ctx, suit) { G.players[ctx.currentPlayer].melds.push(suit); },
  SelectCards(G, ctx, [index]) {
    G.trick.cards.push(G.players[ctx.currentPlayer].hand.splice(index, 1)[0]);
    ctx.events.endTurn();
  },
};

function points(G) {
  const found = [0, 1].map((seat) => {
    const won = G.resolvedTricks.filter((trick) => +trick.winnerId === seat).flatMap((trick) => trick.cards);
    const melds = G.players[seat].melds.map((suit) => (suit === G.trumpSuit ? 40 : 20));
    const worth = won.map((card) => WORTH[card.value]);
    return [...worth, ...(won.length ? melds : [])].reduce((sum, each) => sum + each, 0);
  });
  return found;
}

function summary(G) {
  const total = points(G);
  const tricks = [0, 1].map((seat) => G.resolvedTricks.filter((trick) => +trick.winnerId === seat).length);
  const done = !G.stock.length && !G.players[0].hand.length;
  if (done && G.out === null) total[+G.trick.leaderId] += 10;
  const tier = (loser) => (tricks[loser] ? (total[loser] < 33 ? 2 : 1) : 3);
  const failed = () => (G.atClose[1 - G.closer] ? 2 : 3);
  let winner = null;
  let worth = 0;
  if (G.out !== null) {
    const out = +G.out;
    winner = total[out] >= 66 ? out : 1 - out;
    if (winner !== out) worth = G.closer === out ? failed() : 2;
    else worth = G.closer === 1 - out ? failed() : tier(1 - out);
  } else if (G.closer !== null) {
    winner = 1 - G.closer;
    worth = failed();
  } else if (total[0] !== total[1]) {
    winner = total[0] > total[1] ? 0 : 1;
    worth = tier(1 - winner);
  }
  const scoring = [0, 1].map((seat) => (seat === winner ? worth : 0));
  return { winnerId: winner === null ? null : String(winner), points: total, scoring };
}

function endTrick(G) {
  if (G.trick.cards.length === 2) {
    const [lead, reply] = G.trick.cards;
    const winnerId = String(beats(G, reply, lead) ? 1 - G.trick.leaderId : G.trick.leaderId);
    G.resolvedTricks.push({ ...G.trick, winnerId });
    G.trick = { cards: [], leaderId: winnerId };
  }
  if (G.out === null && G.players.some((player) => player.hand.length)) return;
  G.roundSummaries.push(summary(G));
  G.players.forEach((player) => { player.isReady = false; });
}

function nextDeal(G) {
  const last = G.roundSummaries[G.roundSummaries.length - 1];
  const dealer = last.winnerId === null ? G.players.findIndex((player) => player.isDealer) : +last.winnerId;
  G.players.forEach((player, seat) => Object.assign(player, { isDealer: seat === dealer, hand: [] }));
}

const game = {
  name: 'sixtysix',
  seed: SEED,
  setup: () => ({
    players: [0, 1].map((seat) => ({ id: String(seat), name: '', hand: [], melds: [], isDealer: !seat })),
    deck: [],
    roundSummaries: [],
  }),
  phases: {
    dealing: {
      start: true,
      onBegin: deal,
      endIf: (G) => G.players.every((player) => player.hand.length === 6),
      next: 'placement',
    },
    placement: {
      turn: { order: { first: (G) => +G.trick.leaderId, next: (G, ctx) => 1 - ctx.playOrderPos } },
      moves,
      endIf: (G) => G.trick.cards.length === 2 || G.out !== null,
      onEnd: endTrick,
      next: (G) => (G.players.every((player) => player.isReady) ? 'placement' : 'round_end'),
    },
    round_end: {
      turn: {
        activePlayers: { all: 'ready', maxMoves: 1 },
        stages: { ready: { moves: { Finish: (G, ctx) => { G.players[ctx.playerID].isReady = true; } } } },
      },
      endIf: (G) => G.players.every((player) => player.isReady),
      onEnd: nextDeal,
      next: 'dealing',
    },
  },
};

function choose(me, G, seat) {
  const { hand, melds } = G.players[seat];
  const open = !G.closed && G.stock.length;
  if (!G.trick.cards.length) {
    if (G.resolvedTricks.length && (points(G)[seat] >= 66 ? chance() < 0.9 : chance() < 0.02)) return me.moves.GoOut();
    if (open && hand.length < 6) return me.moves.DrawCards();
    if (open && G.resolvedTricks.length && chance() < 0.06) return me.moves.Close();
    const pairs = [0, 1, 2, 3].filter(
      (suit) => [12, 13].every((value) => hand.some((card) => card.suit === suit && card.value === value)),
    );
    const announced = pairs.find((suit) => melds.includes(suit));
    if (announced !== undefined) {
      const may = hand.flatMap((card, at) => (card.suit === announced && [12, 13].includes(card.value) ? [at] : []));
      return me.moves.SelectCards([pick(may)]);
    }
    if (open && pairs.length && G.resolvedTricks.length && chance() < 0.8) {
      me.moves.Meld(pairs[0]);
      if (chance() < 0.5) me.undo();
      if (chance() < 0.5) me.redo();
      return undefined;
    }
    return me.moves.SelectCards([Math.floor(chance() * hand.length)]);
  }
  const [lead] = G.trick.cards;
  const all = hand.map((card, at) => at);
  let may = all;
  if (!open) {
    const same = all.filter((at) => hand[at].suit === lead.suit);
    const better = same.filter((at) => beats(G, hand[at], lead));
    const trumps = all.filter((at) => hand[at].suit === G.trumpSuit);
    may = [better, same, trumps, all].find((some) => some.length);
  }
  return me.moves.SelectCards([pick(may)]);
}

async function main() {
  mkdirSync(OUT, { recursive: true });
  const kept = {};
  globalThis.localStorage = { getItem: (key) => kept[key] ?? null, setItem: (key, value) => { kept[key] = value; } };
  const spec = { game, numPlayers: 2, debug: false, matchID: 'm1', multiplayer: Local({ persist: true }) };
  const clients = ['0', '1'].map((playerID) => Client({ ...spec, playerID }));
  clients.forEach((client) => client.start());
  const printed = [];
  clients[0].subscribe((state) => printed.push(JSON.stringify(state)));
  for (let turns = 0; turns < 9999; turns += 1) {
    const { G, ctx } = clients[0].getState();
    if (ctx.phase === 'round_end') {
      if (G.roundSummaries.length === +ROUNDS) break;
      clients.forEach((client) => client.moves.Finish());
    } else {
      choose(clients[ctx.currentPlayer], G, +ctx.currentPlayer);
    }
  }
  const state = clients[0].getState();
  const stored = (name) => JSON.parse(kept[`bgio_${name}`])[0][1];
  const write = (name, text) => writeFileSync(`${OUT}/${name}`, text);
  write('stated.json', JSON.stringify(state.G.roundSummaries));
  write('browser.json', JSON.stringify(kept));
  write('printed.jsonl', `${printed.join('\n')}\n`);
  write('state.json', JSON.stringify(state));
  write('initial.json', JSON.stringify(clients[0].initialState));
  write('log.json', JSON.stringify(clients[0].log));
  const storage = new FlatFile({ dir: `${OUT}/storage` });
  await storage.connect();
  const names = { 0: { id: 0, name: 'Ada' }, 1: { id: 1, name: 'Bo' } };
  const metadata = { ...stored('metadata'), players: names };
  await storage.createMatch('m1', { initialState: stored('initial'), metadata });
  await storage.setState('m1', stored('state'), stored('log'));
  const fetched = await storage.fetch('m1', { state: true, log: true, metadata: true, initialState: true });
  write('fetched.json', JSON.stringify(fetched));
  process.exit(0);
}

main();
