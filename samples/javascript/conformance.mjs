// Answers `santase conformance run --reader "node samples/javascript/conformance.mjs"` at level "read".

import { createInterface } from "node:readline";
import { read } from "./sgn.mjs";

function answer(request) {
  if (request.hello) return { reader: "sgn.mjs", levels: ["read"] };
  const games = read(Buffer.from(request.data, "base64"));
  return { games: games.map(({ number, line, record }) => ({ number, line, record })) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
}
