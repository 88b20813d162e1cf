// Answers `santase conformance run --reader "node samples/javascript/conformance.mjs"` at the levels "core", "read" and "write".

import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { read } from "./sgn.mjs";
import { bare, records, write } from "./write.mjs";

function answer(request) {
  if (request.hello) return { reader: "sgn.mjs", levels: ["core", "read", "write"] };
  const bytes = Buffer.from(request.data, "base64");
  const games = request.kind === "json" ? records(bytes) : read(bytes);
  return { games: games.map((game) => (request.level === "write" ? asWritten(game) : asRead(game))) };
}

function asRead({ number, line, record }) {
  return { number, line, record };
}

function asWritten({ number, line, record }) {
  const digest = record && createHash("sha256").update(write(bare(record))).digest("hex");
  return { number, line, canonical: record && write(record), digest };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
}
