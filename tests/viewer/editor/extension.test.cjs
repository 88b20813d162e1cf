// The extension for VS Code, in an editor that is not there: its own code, with the real server behind it.
// `SANTASE=program node --test tests/viewer/editor/extension.test.cjs`; with `SERVER`, a folder with the wheel, that is
// installed too, which needs the network.

"use strict";

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");

const uri = "file:///nowhere/game.sgn";
const text = `%SGN 1
[Rules "santase"]
[A "Ivan"]
[B "Maria"]
deal 1 dealer B trump Qd
A: Ks As Qh Kh Ah Kc
B: Ts 9d Kd Td 9c Qc
talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd
1. As Td
`;

/** A client of the protocol with as much as the extension asks of one. */
class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { id, name, server, options, waiting: new Map(), number: 0, rest: Buffer.alloc(0) });
    clients.push(this);
  }

  async start() {
    this.process = spawn(this.server.command, this.server.args, { stdio: ["pipe", "pipe", "inherit"] });
    this.process.stdout.on("data", (data) => this.read(data));
    await new Promise((resolve, reject) => {
      this.process.once("spawn", resolve);
      this.process.once("error", reject);
    });
    this.process.stdin.on("error", () => undefined);
    this.process.once("exit", () => this.waiting.forEach(({ reject }) => reject(new Error("it has ended"))));
    const initializationOptions = this.options.initializationOptions;
    await this.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {}, initializationOptions });
    this.send({ method: "initialized", params: {} });
    this.send({
      method: "textDocument/didOpen",
      params: { textDocument: { uri, languageId: "sgn", version: 1, text } },
    });
  }

  isRunning() {
    return this.process !== undefined && this.process.exitCode === null;
  }

  async stop() {
    await this.sendRequest("shutdown", null);
    const over = new Promise((resolve) => this.process.once("exit", resolve));
    this.send({ method: "exit", params: null });
    await over;
  }

  sendRequest(method, params) {
    const id = ++this.number;
    this.send({ id, method, params });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  send(message) {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  read(data) {
    this.rest = Buffer.concat([this.rest, data]);
    for (;;) {
      const end = this.rest.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.rest.subarray(0, end).toString())[1]);
      if (this.rest.length < end + 4 + length) return;
      const message = JSON.parse(this.rest.subarray(end + 4, end + 4 + length).toString());
      this.rest = this.rest.subarray(end + 4 + length);
      const { resolve, reject } = this.waiting.get(message.id) || {};
      if (message.error) reject?.(new Error(message.error.message));
      else if ("result" in message) resolve?.(message.result);
    }
  }
}

const clients = [];
const settings = {};
const commands = new Map();
const changes = [];
const panels = [];
const errors = [];
const executed = [];
const readings = new Map();
const faulty = { languageId: "sgn", uri, getText: () => `${text}2. Kx\n` };

const vscode = {
  ViewColumn: { Beside: -2 },
  ProgressLocation: { Notification: 15 },
  DiagnosticSeverity: { Error: 0 },
  Range: class {
    constructor(...places) {
      this.places = places;
    }
  },
  Diagnostic: class {
    constructor(range, message) {
      Object.assign(this, { range, message });
    }
  },
  languages: {
    createDiagnosticCollection: () => ({ set: (at, found) => readings.set(at, found), dispose: () => readings.clear() }),
  },
  workspace: {
    textDocuments: [faulty],
    onDidOpenTextDocument: () => undefined,
    getConfiguration: () => ({ get: (name) => settings[name] }),
    onDidChangeTextDocument: (listener) => changes.push(listener),
  },
  window: {
    activeTextEditor: {
      document: { uri: { toString: () => uri }, fileName: "/nowhere/game.sgn" },
      selection: { active: { line: 8 } },
    },
    createWebviewPanel: (kind, title) => {
      const panel = { kind, title, webview: { html: "" }, shown: 1 };
      panel.reveal = () => (panel.shown += 1);
      panel.onDidDispose = (listener) => (panel.dispose = listener);
      panels.push(panel);
      return panel;
    },
    withProgress: (_, work) => work(),
    showErrorMessage: async (message, help) => errors.push(message) && help,
  },
  Uri: { joinPath: (...parts) => parts.join("/") },
  commands: {
    registerCommand: (name, act) => commands.set(name, act),
    executeCommand: async (...called) => void executed.push(called),
  },
};

const load = Module._load;
Module._load = (name, ...others) =>
  name === "vscode" ? vscode : name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...others);

const folder = path.join(__dirname, "../../../viewer/editor/vscode");
const extension = require(path.join(folder, "extension.js"));
const manifest = require(path.join(folder, "package.json"));

/** What the editor gives an extension that is in a folder. */
function context(extensionPath = folder) {
  const storage = fs.mkdtempSync(path.join(os.tmpdir(), "storage-"));
  return { subscriptions: [], extensionUri: extensionPath, extensionPath, globalStorageUri: { fsPath: storage } };
}

test("the referee is started, the replay shown beside the text, and kept up with it", async () => {
  Object.assign(settings, { command: process.env.SANTASE, language: "de" });
  await extension.activate(context());
  assert.deepStrictEqual(errors, []);
  assert.deepStrictEqual([...commands.keys()].sort(), manifest.contributes.commands.map((each) => each.command).sort());
  await commands.get("santase.showReplay")();
  assert.strictEqual(panels.length, 1);
  assert.match(panels[0].title, /game\.sgn/);
  assert.match(panels[0].webview.html, /<html[^]*Maria/);
  await commands.get("santase.showReplay")();
  assert.strictEqual(panels.length, 1);
  assert.strictEqual(panels[0].shown, 2);
  panels[0].webview.html = "";
  const filled = new Promise((resolve) =>
    Object.defineProperty(panels[0].webview, "html", { set: resolve, configurable: true }),
  );
  changes[0]({ document: { uri: { toString: () => uri } } });
  assert.match(await filled, /Maria/);
  panels[0].dispose();
  await commands.get("santase.restart")();
  assert.strictEqual(clients.length, 2);
  assert.strictEqual(clients[0].isRunning(), false);
  await extension.deactivate();
  assert.strictEqual(clients[1].isRunning(), false);
});

test("what is missing is said in one sentence, and the button leads to how to install it", async () => {
  const program = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "santase-")), "santase");
  fs.writeFileSync(program, "#!/bin/sh\necho 'santase: this needs the extra `editor`: pip install' >&2\nexit 2\n", {
    mode: 0o755,
  });
  for (const [command, sentence] of [
    ["/nowhere/santase", /^The program \/nowhere\/santase, .* not on this machine or not on its path\.$/],
    [program, /^The program .* without its extra "editor", which the referee needs\.$/],
    ["/bin/false", /^The program \/bin\/false does not start the referee: /],
  ]) {
    errors.length = executed.length = 0;
    settings.command = command;
    await extension.activate(context());
    assert.match(errors[0], sentence);
    assert.deepStrictEqual(executed, [["markdown.showPreview", `${folder}/README.md`]]);
  }
  assert.match(fs.readFileSync(path.join(folder, "README.md"), "utf8"), /## Installing[^]*pipx install/);
});

test("the referee inside is installed once; where that fails it is said why, and records are read", async () => {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "santase-"));
  const [log, programs] = [path.join(made, "log"), path.join(made, "programs")];
  fs.mkdirSync(programs);
  fs.mkdirSync(path.join(made, "server"));
  fs.writeFileSync(path.join(made, "server", "santase-1.0-py3-none-any.whl"), "");
  const python = `#!/bin/sh
echo "$@" >>${log}
case "$*" in
*"-m venv"*) for made; do :; done; mkdir -p "$made/bin"; cp "$0" "$made/bin/python"; cp ${process.env.SANTASE} "$made/bin/santase" ;;
*"pip "*) [ ! -e ${made}/offline ] || { echo "ERROR: no network." >&2; exit 1; } ;;
esac
`;
  fs.writeFileSync(path.join(programs, "python3"), python, { mode: 0o755 });
  Object.assign(settings, { command: "" });
  const { PATH } = process.env;
  const given = context(made);
  errors.length = 0;
  try {
    process.env.PATH = `${programs}:${PATH}`;
    fs.writeFileSync(path.join(made, "offline"), "");
    await extension.activate(given);
    assert.deepStrictEqual(errors, ["The packages that the referee needs cannot be installed: ERROR: no network."]);
    const [{ range, message }] = readings.get(uri);
    assert.deepStrictEqual(range.places, [9, 3, 9, 4], message);
    fs.rmSync(path.join(made, "offline"));
    fs.rmSync(log);
    await commands.get("santase.restart")();
    await commands.get("santase.restart")();
    assert.strictEqual(readings.size, 0);
    await commands.get("santase.showReplay")();
    assert.match(panels.at(-1).webview.html, /<html[^]*Maria/);
    const steps = fs.readFileSync(log, "utf8").trim().split("\n");
    assert.strictEqual(steps.length, 3, "once, for two starts");
    assert.match(steps[2], /-m pip .*install .*santase-1\.0-py3-none-any\.whl\[editor\]$/);
    await extension.deactivate();
    process.env.PATH = path.join(made, "server");
    await extension.activate(context(made));
    assert.strictEqual(errors.length, 2);
    assert.match(errors[1], /^The referee needs Python 3\.11 or later, and there is none [^.]*\.$/);
  } finally {
    process.env.PATH = PATH;
  }
});

test("the wheel is installed and starts", { skip: !process.env.SERVER }, async () => {
  const { prepared, wheelIn } = require(path.join(folder, "environment.js"));
  const program = await prepared(wheelIn(process.env.SERVER), fs.mkdtempSync(path.join(os.tmpdir(), "storage-")));
  Object.assign(settings, { command: program });
  errors.length = 0;
  await extension.activate(context());
  assert.deepStrictEqual(errors, []);
  await extension.deactivate();
});
