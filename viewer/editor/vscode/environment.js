"use strict";

// The referee inside the extension: a wheel, installed once into an environment of its own by the user's Python.

const { execFile } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { promisify } = require("node:util");

const run = promisify(execFile);
const IS_WINDOWS = process.platform === "win32";
/** The ways to start Python, in the order in which they are tried. */
const PYTHONS = IS_WINDOWS ? [["py", "-3"], ["python"]] : [["python3"], ["python"]];
const NEW_ENOUGH = "import sys; sys.exit(sys.version_info < (3, 11))";
/** In an environment that is complete. */
const READY = "ready";

/** The wheel in a folder; nothing where the extension was not packaged. */
function wheelIn(folder) {
  const found = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(".whl")) : [];
  return found.length ? path.join(folder, found[0]) : undefined;
}

/**
 * The program of a wheel in an environment below a folder, which is made if it is not there, or is of another
 * wheel. Fails with a sentence that says what is missing.
 */
async function prepared(wheel, storage) {
  const environment = path.join(storage, path.basename(wheel, ".whl"));
  const programs = path.join(environment, IS_WINDOWS ? "Scripts" : "bin");
  const program = path.join(programs, IS_WINDOWS ? "santase.exe" : "santase");
  if (fs.existsSync(path.join(environment, READY))) return program;
  const [python, ...first] = await newPython();
  fs.rmSync(storage, { recursive: true, force: true });
  fs.mkdirSync(storage, { recursive: true });
  await step([python, ...first, "-m", "venv", environment], "Python is there without its module venv, which the referee needs");
  const pip = [path.join(programs, IS_WINDOWS ? "python.exe" : "python"), "-m", "pip", "--disable-pip-version-check"];
  await step([...pip, "install", "--no-input", "--quiet", `${wheel}[editor]`], "The packages that the referee needs cannot be installed");
  fs.writeFileSync(path.join(environment, READY), "");
  return program;
}

async function newPython() {
  for (const command of PYTHONS) {
    try {
      await run(command[0], [...command.slice(1), "-c", NEW_ENOUGH]);
      return command;
    } catch {
      // It is not there, or it is too old.
    }
  }
  throw new Error("The referee needs Python 3.11 or later, and there is none on this machine or on its path.");
}

async function step([command, ...args], fault) {
  try {
    await run(command, args);
  } catch (error) {
    const told = `${error.stderr || error.stdout || error.message}`.trim().split("\n").pop();
    throw new Error(`${fault}: ${told.replace(/\.$/, "")}.`);
  }
}

module.exports = { prepared, wheelIn };
