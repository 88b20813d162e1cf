// @ts-check
// The draft, as stored by this browser: every version of the text, for undo and redo.

const MOST = 200; // texts
const LARGEST = 1_500_000; // characters of all of them

export class Draft {
  /** @param {string} id of the record; empty for a new one @param {string} text as the archive has it */
  constructor(id, text) {
    this.key = `santase-draft:${id}`;
    this.base = text;
    this.begin();
    this.isKept = true;
    this.restore();
  }

  begin() {
    this.texts = [this.base];
    this.at = 0;
    this.saved = "";
    this.wasFound = false;
  }

  restore() {
    try {
      const found = JSON.parse(localStorage.getItem(this.key) ?? "null");
      if (!Array.isArray(found?.texts) || !found.texts.length || !found.texts.every((/** @type {any} */ text) => typeof text === "string")) return;
      this.texts = found.texts;
      this.at = Math.min(Math.max(Number(found.at) || 0, 0), found.texts.length - 1);
      this.saved = String(found.saved ?? "");
      this.wasFound = true;
    } catch {
      // Nothing was stored, or something invalid.
    }
  }

  get text() { return this.texts[this.at]; }
  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at < this.texts.length - 1; }
  get isChanged() { return this.text !== this.base; }

  /** @param {string} text */
  push(text) {
    if (text === this.text) return;
    this.texts = [...this.texts.slice(0, this.at + 1), text].slice(-MOST);
    while (this.texts.length > 2 && this.texts.reduce((sum, each) => sum + each.length, 0) > LARGEST) this.texts.shift();
    this.at = this.texts.length - 1;
    this.keep();
  }

  /** Undo or redo some versions. @param {number} by @returns {boolean} whether there was one */
  step(by) {
    if (!this.texts[this.at + by]) return false;
    this.at += by;
    this.keep();
    return true;
  }

  keep() {
    this.saved = new Date().toISOString();
    try {
      localStorage.setItem(this.key, JSON.stringify({ texts: this.texts, at: this.at, saved: this.saved }));
      this.isKept = true;
    } catch {
      this.isKept = false;
    }
  }

  discard() {
    try {
      localStorage.removeItem(this.key);
    } catch {
      // Nothing was stored.
    }
    this.begin();
  }
}
