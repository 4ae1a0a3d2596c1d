// How a request reaches the program: over HTTP to a server, or by messages to a worker in which the
// program runs. Both answer with a Response.
import { inFolder, pageFile } from './places.js';
import * as windowName from './windowname.js';

/** engine is the state of the worker, as far as a page must know it. */
export const engine = {
  state: inFolder ? 'starting' : 'none', // starting, waiting (for another page), ready, failed
  version: '',
  got: 0, // bytes of the program fetched so far
  of: 0, // bytes of the whole program
  why: '', // why it failed
  keeps: true, // this browser keeps matches
  heard: new Set(), // called at each change
};

const tell = change => {
  Object.assign(engine, change);
  for (const heard of engine.heard) heard();
};

/** shares reports whether the pages of this browser can share one running program. */
export let shares = typeof SharedWorker === 'function';

// A Link is a connection to a worker.
class Link {
  constructor(start) {
    this.start = start;
    this.port = null;
    this.count = 0;
    this.waiting = new Map(); // by number: { settle, fail, piece, message }
  }

  hear({ data }) {
    if (data.kind === 'engine') {
      this.told?.(data.engine);
      return;
    }
    if (data.kind === 'match') {
      windowName.leave(data.id, data.file);
      return;
    }
    const asked = this.waiting.get(data.n);
    if (!asked) return;
    if (data.piece !== undefined) {
      asked.piece(data.piece);
      return;
    }
    if (data.error !== undefined) asked.fail(new Error(data.error));
    else asked.settle(data);
    if (!asked.piece) this.waiting.delete(data.n);
  }

  open() {
    if (this.port) return;
    this.port = this.start();
    this.port.onmessage = e => this.hear(e);
  }

  /** again starts another worker and sends it what still waits for an answer. */
  again() {
    this.port = null;
    this.open();
    for (const [n, { message }] of this.waiting) this.port.postMessage({ ...message, n });
  }

  /** command sends a command to the worker and returns its number and its answer. */
  command(message, piece) {
    this.open();
    const n = ++this.count;
    const answer = new Promise((settle, fail) => {
      this.waiting.set(n, { settle, fail, piece, message });
      this.port.postMessage({ ...message, n });
    });
    return { n, answer };
  }

  /**
   * end drops command n and ends the worker, which may be in the middle of it. Another worker starts at once if
   * other commands wait for an answer, or with the next command.
   */
  end(n) {
    this.waiting.delete(n);
    this.port?.terminate?.();
    this.port = null;
    if (this.waiting.size > 0) this.again();
  }
}

const failed = () => tell({ state: 'failed', why: 'the program could not be started' });

const workerOptions = name => ({ type: 'module', name });

// The program with the matches runs once for all pages, where the browser can share a worker.
const home = new Link(() => {
  const worker = new (shares ? SharedWorker : Worker)(pageFile('worker.js'), workerOptions('loophole')),
    port = shares ? worker.port : worker;
  worker.onerror = () => {
    if (!shares) return failed();
    shares = false; // Browsers refuse a shared worker where all cookies are blocked.
    home.again();
  };
  return port;
});
addEventListener('pagehide', e => e.persisted || home.port?.postMessage({ kind: 'leave' }));
home.told = tell;

// Questions without a match, and analyses of records, are asked of a worker of this page, which can be ended at any
// time.
const calculator = new Link(() => new Worker(pageFile('worker.js'), workerOptions('calculator')));
const calculates = /^\/api\/v1\/(analysis|compare|dice|topics\/chances|rulesets\/[^/]+\/procedures\/)/;

/** command sends a command about matches to the program, and returns its answer. */
export const command = message => home.command(message).answer;

/** calculate sends a command without matches to the program of this page, and returns its answer. */
export const calculate = message => calculator.command(message).answer;

/**
 * memory returns the bytes of memory that the program has, and those of the calculator of this page if it runs, with
 * the number and the bytes of the matches that the browser keeps.
 */
export async function memory() {
  const [own, calculations] = await Promise.all(
    [home, calculator].map(link => link.port && link.command({ kind: 'memory' }).answer),
  );
  return { ...own, calculator: calculations?.program ?? 0 };
}

/** hasProgram reports whether the pages can load the program, if a server has the matches. */
export const hasProgram = !inFolder && document.documentElement.hasAttribute('data-program');

const without = new Set([204, 205, 304]);
const encoder = new TextEncoder();

// stream sends a command whose answer comes in pieces, and returns the answer and a body of the pieces. The program
// stops sending when nobody reads the body any more, or when the signal aborts.
function stream(message, signal) {
  let control;
  const body = new ReadableStream({
    start: c => {
      control = c;
    },
    cancel: () => stop(),
  });
  const { n, answer } = home.command(message, text => control.enqueue(encoder.encode(text)));
  const stop = () => {
    if (home.waiting.delete(n)) home.port.postMessage({ kind: 'stop', of: n });
  };
  signal?.addEventListener('abort', () => {
    stop();
    try {
      control.error(signal.reason);
    } catch {
      /* it has ended */
    }
  });
  return { answer, body };
}

// unlessAborted returns the answer to command n. It fails when the signal aborts, and then ends a calculation.
function unlessAborted(answer, signal, link, n) {
  let quit;
  const aborted = new Promise((_, fail) => {
    quit = () => {
      fail(signal.reason);
      if (link === calculator && link.waiting.has(n)) link.end(n);
    };
  });
  signal?.addEventListener('abort', quit);
  return Promise.race([answer, aborted]).finally(() => {
    link.waiting.delete(n);
    signal?.removeEventListener('abort', quit);
  });
}

async function inWorker(address, { method = 'GET', headers = {}, body, signal } = {}) {
  signal?.throwIfAborted();
  const { pathname, search } = new URL(address, location.origin);
  const message = {
    kind: 'ask',
    method,
    address: pathname + search,
    headers,
    body: body ? encoder.encode(body) : null,
  };
  if (headers.Accept === 'text/event-stream') {
    const { answer, body: pieces } = stream({ ...message, kind: 'listen' }, signal),
      x = await answer;
    return new Response(x.streams ? pieces : x.body, { status: x.status, headers: x.headers });
  }
  const link = calculates.test(pathname) ? calculator : home,
    { n, answer } = link.command(message);
  const x = await unlessAborted(answer, signal, link, n);
  return new Response(without.has(x.status) ? null : x.body, { status: x.status, headers: x.headers });
}

/** carry is fetch for requests to the program. */
export const carry = inFolder ? inWorker : (address, options) => fetch(address, options);

if (inFolder) {
  const files = windowName.left();
  if (files.length > 0) home.command({ kind: 'restore', files });
  home.open();
}
