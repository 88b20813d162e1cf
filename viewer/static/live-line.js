// @ts-check
// The connection to a live match: requests to its table, and the stream of its events, which is resumed where it
// broke off. A key is sent in the header of a request and nowhere else; without one, whoever is signed in asks, with
// the proof that a page of the session does.

const SILENCE = 15_000; // milliseconds: the server sends something every five seconds
const LONGEST_WAIT = 10_000;
const PATIENCE = 2_000; // milliseconds without an answer after which a request is said not to have been sent
const TIMEOUT = 10_000; // for an answer to a request

/** The key of a match: from the fragment of the address, or as stored by this tab. @param {string} match */
export function keyOf(match) {
  const found = /^#([\w-]{20,})$/.exec(location.hash)?.[1];
  if (found) keepKey(match, found);
  try {
    return found ?? sessionStorage.getItem(`santase-live:${match}`) ?? "";
  } catch {
    return found ?? "";
  }
}

/** Store the key of a match while this tab is open. @param {string} match @param {string} key */
export function keepKey(match, key) {
  try {
    sessionStorage.setItem(`santase-live:${match}`, key);
  } catch {
    // It will be asked for again.
  }
}

/** Forget the key of a match in this tab. @param {string} match */
export function forgetKey(match) {
  try {
    sessionStorage.removeItem(`santase-live:${match}`);
  } catch {
    // Nothing was stored.
  }
}

/** Random characters, as the key of a request or a cut. @param {number} size */
export function byChance(size) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return [...crypto.getRandomValues(new Uint8Array(size))].map((byte) => letters[byte % 64]).join("");
}

/** The header that says who asks: the holder of a key, or whoever is signed in. @param {string} key */
export function whoAsks(key) {
  const token = /** @type {HTMLElement | null} */ (document.querySelector('[data-token]:not([data-token=""])'))?.dataset.token;
  /** @type {Record<string, string>} */
  const headers = key ? { Authorization: `Bearer ${key}` } : token ? { "X-Form-Token": token } : {};
  return headers;
}

/**
 * An answer of the server: its status, 0 if none arrived, and its content.
 * @typedef {{ status: number, said: any }} Answer
 */

/**
 * Ask the server for JSON; a problem is an answer as well.
 * @param {string} address @param {string} key @param {{ method?: string, body?: object, lang?: string }} more
 * @returns {Promise<Answer>}
 */
export async function ask(address, key, more = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", ...whoAsks(key) };
  if (more.body) headers["Content-Type"] = "application/json";
  try {
    const answer = await fetch(spoken(address, more.lang), {
      method: more.method ?? (more.body ? "POST" : "GET"),
      headers,
      body: more.body && JSON.stringify(more.body),
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return { status: answer.status, said: await answer.json() };
  } catch {
    return { status: 0, said: {} };
  }
}

/** An address with a language for the answer. @param {string} address @param {string} [lang] */
function spoken(address, lang = document.documentElement.lang) {
  return `${address}${address.includes("?") ? "&" : "?"}lang=${lang}`;
}

/** @param {number} milliseconds */
function wait(milliseconds) { return new Promise((go) => { setTimeout(go, milliseconds); }); }

export class Line {
  /**
   * @param {string} address of the match in the API @param {string} key empty for whoever watches
   * @param {(event: any) => void} hear called with every event
   * @param {(state: string, problem?: any) => void} tell called with connecting, connected, unsent, lost, closed or barred
   */
  constructor(address, key, hear, tell) {
    this.address = address;
    this.key = key;
    this.hear = hear;
    this.tell = tell;
    this.last = -1; // the id of the last event received
    this.ends = false;
    this.isUnsent = false; // whether a request waits to be sent again
    this.isHeld = false; // whether following is suspended
    /** @type {AbortController | null} */
    this.call = null;
    this.soon = () => {};
  }

  /** @param {string} path @param {{ method?: string, body?: object }} [more] */
  ask(path, more) { return ask(`${this.address}${path}`, this.key, more); }

  /** Send a request to the table until it is answered; it is carried out once, however often it has to be sent.
   * @param {object} request @returns {Promise<Answer>} */
  async act(request) {
    const body = { ...request, key: byChance(22) };
    let isLate = false;
    const late = () => { isLate = this.isUnsent = true; this.tell("unsent"); };
    for (let again = 0; ; again += 1) {
      const timer = setTimeout(late, PATIENCE);
      const answer = await this.ask("/actions", { body });
      clearTimeout(timer);
      if (answer.status && answer.status !== 503) {
        this.isUnsent = false;
        if (isLate) this.tell("connected");
        return answer;
      }
      late();
      await Promise.race([wait(Math.min(LONGEST_WAIT, 300 * 2 ** again)), new Promise((go) => { window.addEventListener("online", go, { once: true }); })]);
    }
  }

  /** Follow the match to its end. */
  async follow() {
    this.tell("connecting");
    window.addEventListener("online", () => this.hurry());
    let failed = 0;
    while (!this.ends) {
      if (this.isHeld) {
        await new Promise((go) => { this.soon = () => go(undefined); });
        continue;
      }
      let hasHeard = false;
      const state = await this.read((event) => { hasHeard = true; this.take(event); }, this.last);
      if (this.ends) break;
      if (state === "barred") return;
      if (state === "anew") {
        this.last = -1;
        continue;
      }
      failed = hasHeard ? 0 : failed + 1;
      if (this.isHeld) continue;
      this.tell("lost");
      const pause = Math.min(LONGEST_WAIT, 250 * 2 ** failed) * (0.5 + Math.random() / 2);
      await Promise.race([wait(pause), new Promise((go) => { this.soon = () => go(undefined); })]);
    }
    this.tell("closed");
  }

  /** Take an event; those of a tournament have no id, and each says how a board stands. @param {any} event */
  take(event) {
    if (event.event === "tournament" || event.event === "board") {
      this.hear(event);
      return;
    }
    if (event.id < this.last || (event.id === this.last && event.event === "entry")) return;
    this.last = event.id;
    this.ends = event.event === "end";
    this.hear(event);
  }

  /** Suspend following, or resume it. @param {boolean} isHeld */
  hold(isHeld) {
    this.isHeld = isHeld;
    if (isHeld) this.call?.abort();
    else this.hurry();
  }

  /** Retry now. */
  hurry() { this.soon(); }

  /**
   * Read a stream of events after an id until it ends; return how it ended.
   * @param {(event: any) => boolean | void} take true where that is enough @param {number} since
   */
  async read(take, since) {
    const call = new AbortController();
    this.call = call;
    let silence = 0;
    const listen = () => {
      clearTimeout(silence);
      silence = window.setTimeout(() => call.abort(), SILENCE);
    };
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/x-ndjson", ...whoAsks(this.key) };
    try {
      listen();
      const address = `${this.address}/events${since >= 0 ? `?since=${since}` : ""}`;
      const answer = await fetch(spoken(address), { headers, signal: call.signal, cache: "no-store" });
      if ([401, 403, 404].includes(answer.status)) {
        this.tell("barred", await answer.json());
        return "barred";
      }
      if ([400, 409, 410].includes(answer.status)) return "anew";
      if (!answer.ok || !answer.body) return "lost";
      this.tell("connected");
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return "lost";
        listen();
        const lines = (text + value).split("\n");
        text = lines.pop() ?? "";
        for (const line of lines) {
          if (line && take(JSON.parse(line))) return "enough";
        }
      }
    } catch {
      return "lost";
    } finally {
      clearTimeout(silence);
      call.abort();
    }
  }

  /** All entries up to an id, as far back as they are available. @param {number} id */
  async before(id) {
    /** @type {any[]} */
    const found = [];
    const other = new Line(this.address, this.key, () => {}, () => {});
    /** @param {any} event */
    const take = (event) => {
      if (event.event === "entry") found.push(event);
      return event.id >= id || event.event === "end";
    };
    for (let since = 0; ;) {
      const known = found.length;
      const state = await other.read(take, since);
      if (state === "anew" && !since && id > 900) since = id - 900;
      else if (state === "lost" && found.length > known) since = found.at(-1).id; // it comes in pieces
      else return found;
    }
  }
}
