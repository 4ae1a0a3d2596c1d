// The program within JavaScript: what node and browsers share.
import { Match } from './match.js';
import { Problem } from './problem.js';
import { question } from './words.js';

const root = '/api/v1';

// One program starts at a time, because each finds its object as globalThis.loophole.
let starting = Promise.resolve();

// start runs the program in an object of its own.
export function start(options, bundled) {
  const mine = starting.then(() => run(options, bundled));
  starting = mine.catch(() => {});
  return mine;
}

async function run({ program, changed, restore = [] }, bundled) {
  await import('./program/wasm_exec.js');
  const module =
    program instanceof WebAssembly.Module ? program : program ? await WebAssembly.compile(program) : await bundled();
  const go = new globalThis.Go();
  const engine = { changed: changed || (() => {}) };
  const loophole = new Loophole(engine, go);
  const before = globalThis.loophole;
  globalThis.loophole = engine;
  try {
    const instance = await WebAssembly.instantiate(module, go.importObject);
    await new Promise((ready, failed) => {
      engine.ready = ready;
      go.run(instance).then(() => {
        loophole.close();
        failed(new Error('the program has stopped'));
      }, failed);
    });
  } finally {
    if (before === undefined) delete globalThis.loophole;
    else globalThis.loophole = before;
  }
  for (const file of restore) await engine.restore(file);
  return loophole;
}

// sleeping makes the timers of the program let node end.
function sleeping(go) {
  const imports = go.importObject.gojs;
  const schedule = imports['runtime.scheduleTimeoutEvent'];
  imports['runtime.scheduleTimeoutEvent'] = sp => {
    const id = go._nextCallbackTimeoutID;
    schedule(sp);
    go._scheduledTimeouts.get(id)?.unref?.();
  };
}

// read returns the body of an answer as what its media type says.
function read({ headers, body }) {
  const kind = headers['content-type'] || '';
  if (!body?.length) return undefined;
  const text = new TextDecoder().decode(body);
  return /[/+]json\b/.test(kind) && !kind.includes('jsonl') ? JSON.parse(text) : text;
}

// A Loophole is a running program.
export class Loophole {
  #engine;
  #go;
  #pending = new Set();
  #awake;
  #closed = false;

  constructor(engine, go) {
    this.#engine = engine;
    this.#go = go;
    sleeping(go);
  }

  get version() {
    return this.#engine.version;
  }

  // #call calls a function of the program. Node does not end before its answer.
  #call(name, ...given) {
    if (this.#closed) return Promise.reject(new Error('the program has stopped'));
    return this.#held(() => this.#engine[name](...given));
  }

  // #held keeps node awake, and refuses if the program stops before the promise is settled.
  #held(promised) {
    return new Promise((settle, refuse) => {
      this.#pending.add(refuse);
      this.#awake ??= setInterval(() => {}, 1 << 30);
      const done = () => {
        this.#pending.delete(refuse);
        if (this.#pending.size === 0) this.#sleep();
      };
      promised().then(settle, refuse).finally(done);
    });
  }

  #sleep() {
    clearInterval(this.#awake);
    this.#awake = undefined;
  }

  // request answers a request of the API as it is: { status, headers, body }.
  async request(method, path, { body, token, headers = {} } = {}) {
    const all = { ...headers };
    if (token) all.Authorization = `Bearer ${token}`;
    let bytes = null;
    if (body instanceof Uint8Array) bytes = body;
    else if (typeof body === 'string') bytes = new TextEncoder().encode(body);
    else if (body !== undefined) {
      bytes = new TextEncoder().encode(JSON.stringify(body));
      all['Content-Type'] ??= 'application/json';
    }
    const address = path.startsWith(`${root}/`) ? path : root + path;
    return this.#call('ask', method, address, all, bytes);
  }

  // ask answers a request of the API. A problem is thrown.
  async ask(method, path, options) {
    const answer = await this.request(method, path, options);
    const value = read(answer);
    if (answer.status >= 400) throw new Problem(value || { status: answer.status, title: `status ${answer.status}` });
    return value;
  }

  async odds(asked) {
    return this.ask('GET', question(asked));
  }

  async dice(expression) {
    return this.ask('GET', `/dice?${new URLSearchParams({ q: expression })}`);
  }

  // analysis separates luck from play in the game of a record, which it checks.
  async analysis(record, { luck } = {}) {
    return this.ask('POST', luck === undefined ? '/analysis' : `/analysis?${new URLSearchParams({ luck })}`, {
      body: record,
      headers: { 'Content-Type': 'application/jsonl' },
    });
  }

  // match begins a match. Without a policy, one caller plays both sides.
  async match(options) {
    const seats = options.seats?.map(s => (typeof s === 'string' ? { policy: s } : s || {}));
    const policies = (seats || []).filter(s => s.policy).length;
    const body = { hotseat: policies === 0 && !options.terms, ...options };
    if (seats) body.seats = seats;
    if (body.seed !== undefined) body.seed = String(body.seed);
    const created = await this.ask('POST', '/matches', { body });
    return new Match(this, created);
  }

  // open returns a match that the program has, by tokens of it: { German: '…' }.
  async open(id, tokens) {
    const { sides, secret } = await this.ask('GET', `/matches/${id}`, { token: Object.values(tokens)[0] });
    return new Match(this, { id, sides, tokens, secret });
  }

  // keep adds a match from a file. It has new tokens.
  async keep(file) {
    return new Match(this, await this.#call('keep', file));
  }

  copy(id) {
    return this.#call('copy', id);
  }

  // listen yields the pieces of a stream.
  async *listen(path, { token, headers = {} } = {}) {
    const all = token ? { ...headers, Authorization: `Bearer ${token}` } : headers;
    const pieces = [];
    let ended = false,
      wake = () => {};
    const answer = await this.#call('listen', root + path, all, piece => {
      pieces.push(piece);
      wake();
    });
    if (!answer.stop) throw new Problem(read(answer) || { status: answer.status, title: `status ${answer.status}` });
    answer.ended.then(() => {
      ended = true;
      wake();
    });
    try {
      while (!ended || pieces.length > 0) {
        if (pieces.length === 0) await this.#held(() => new Promise(go => (wake = go)));
        while (pieces.length > 0) yield pieces.shift();
      }
    } finally {
      if (!this.#closed) answer.stop();
    }
  }

  // close stops the program.
  close() {
    this.#closed = true;
    for (const refuse of this.#pending) refuse(new Error('the program has stopped'));
    this.#pending.clear();
    this.#sleep();
    for (const timer of this.#go._scheduledTimeouts.values()) clearTimeout(timer);
    this.#go._scheduledTimeouts.clear();
  }
}
