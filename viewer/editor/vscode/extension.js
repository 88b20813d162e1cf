"use strict";

// Starts the referee (`santase lsp`) for records in SGN, and shows the replay of a game beside its text. Where the
// referee cannot be started, records are read at least.

const { execFile } = require("node:child_process");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { prepared, wheelIn } = require("./environment");

/** The command of the server that answers with the page of a game. */
const PREVIEW = "santase.preview";
const PAUSE = 400;
/** Milliseconds in which a program that cannot start says why. */
const PATIENCE = 10000;

let client;
/** What the editor gave this extension: its folder, and one for what it makes. */
let place;
/** What can be said of records while there is no referee. */
let readings;
const previews = new Map();

async function start() {
  const settings = vscode.workspace.getConfiguration("santase");
  const language = settings.get("language");
  let command = settings.get("command");
  try {
    command ||= await own();
    client = new LanguageClient(
      "santase",
      "SGN",
      { command, args: ["lsp"] },
      {
        documentSelector: [{ language: "sgn" }],
        initializationOptions: language ? { language } : {},
      },
    );
    await client.start();
    readings?.dispose();
    readings = undefined;
  } catch (error) {
    client = undefined;
    await readOnly();
    const help = "How to install it";
    const chosen = await vscode.window.showErrorMessage(command ? await missing(command, error) : error.message, help);
    if (chosen === help) {
      await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.joinPath(place.extensionUri, "README.md"));
    }
  }
}

/** The program of the referee inside the extension, installed where that was not done yet; else the one on the path. */
async function own() {
  const wheel = wheelIn(path.join(place.extensionPath, "server"));
  if (!wheel) return "santase";
  const title = "The referee for SGN is getting ready; this happens once.";
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, () =>
    prepared(wheel, path.join(place.globalStorageUri.fsPath, "server")),
  );
}

/** Shows where records cannot be read, by the reader in JavaScript, which does not judge them. */
async function readOnly() {
  const { read } = await import("../../../samples/javascript/sgn.mjs");
  readings ??= vscode.languages.createDiagnosticCollection("sgn");
  readings.show = (document) => {
    if (document.languageId !== "sgn") return;
    const faults = read(Buffer.from(document.getText())).flatMap(({ fault }) => fault ?? []);
    readings.set(
      document.uri,
      faults.map(({ line, column, why }) => {
        const there = new vscode.Range(line - 1, column - 1, line - 1, column);
        return new vscode.Diagnostic(there, why, vscode.DiagnosticSeverity.Error);
      }),
    );
  };
  vscode.workspace.textDocuments.forEach(readings.show);
}

/** Says in one sentence why the program did not start: it is asked once more, and what it says is read. */
function missing(command, error) {
  return new Promise((resolve) => {
    const run = execFile(command, ["lsp"], { timeout: PATIENCE }, (failure, _, told) => {
      if (failure?.code === "ENOENT") {
        resolve(`The program ${command}, which the referee is part of, is not on this machine or not on its path.`);
      } else if (/extra `editor`/.test(told)) {
        resolve(`The program ${command} is there without its extra "editor", which the referee needs.`);
      } else {
        resolve(`The program ${command} does not start the referee: ${told.trim().split("\n").pop() || error.message}`);
      }
    });
    run.stdin?.on("error", () => undefined);
    run.stdin?.end();
  });
}

async function stop() {
  const running = client;
  client = undefined;
  if (running && running.isRunning()) await running.stop();
}

/** Shows the replay of the game in which the cursor stands, and keeps it up with the text. */
async function showReplay() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !client) return;
  const uri = editor.document.uri.toString();
  let preview = previews.get(uri);
  if (preview) {
    preview.panel.reveal(vscode.ViewColumn.Beside, true);
  } else {
    const name = editor.document.fileName.split(/[\\/]/).pop();
    const panel = vscode.window.createWebviewPanel(
      "santase.replay",
      `Replay: ${name}`,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true },
    );
    preview = { panel, line: 0, timer: undefined };
    previews.set(uri, preview);
    panel.onDidDispose(() => {
      clearTimeout(preview.timer);
      previews.delete(uri);
    });
  }
  preview.line = editor.selection.active.line;
  await fill(uri);
}

async function fill(uri) {
  const preview = previews.get(uri);
  if (!preview || !client) return;
  const page = await client.sendRequest("workspace/executeCommand", {
    command: PREVIEW,
    arguments: [uri, preview.line],
  });
  if (page && previews.get(uri) === preview) preview.panel.webview.html = page;
}

function refill(event) {
  readings?.show(event.document);
  const uri = event.document.uri.toString();
  const preview = previews.get(uri);
  if (!preview) return;
  clearTimeout(preview.timer);
  preview.timer = setTimeout(() => fill(uri), PAUSE);
}

exports.activate = async (context) => {
  place = context;
  context.subscriptions.push(
    vscode.commands.registerCommand("santase.showReplay", showReplay),
    vscode.commands.registerCommand("santase.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeTextDocument(refill),
    vscode.workspace.onDidOpenTextDocument((document) => readings?.show(document)),
  );
  await start();
};

exports.deactivate = stop;
