// How a request reaches the program: over HTTP to a server, or by messages to a worker in which the
// program runs. Both answer with a Response.
import { inFolder, pageFile } from './places.js';

/** engine tells what the worker does: its state, and what the page must know of it. */
export const engine = {
  state: inFolder ? 'starting' : 'none', // starting, waiting (for another page), ready, failed
  version: '',
  got: 0, // bytes of the program fetched so far, of
  of: 0,
  why: '', // why it failed
  keeps: true, // this browser keeps matches
  heard: new Set(), // called at each change
};

const tell = change => {
  Object.assign(engine, change);
  for (const heard of engine.heard) heard();
};

let port = null,
  count = 0;
const waiting = new Map(); // by number: { settle, fail, piece }

// The program runs once for all pages where the browser can share a worker.
function start() {
  const address = pageFile('worker.js'),
    failed = () => tell({ state: 'failed', why: 'the program could not be started' });
  if (typeof SharedWorker === 'function') {
    const shared = new SharedWorker(address, { type: 'module', name: 'loophole' });
    shared.onerror = failed;
    port = shared.port;
    port.onmessage = hear;
  } else {
    port = new Worker(address, { type: 'module', name: 'loophole' });
    port.onerror = failed;
    port.onmessage = hear;
  }
  addEventListener('pagehide', e => e.persisted || port.postMessage({ kind: 'leave' }));
}

function hear({ data }) {
  if (data.kind === 'engine') return tell(data.engine);
  const asked = waiting.get(data.n);
  if (!asked) return;
  if (data.piece !== undefined) return asked.piece(data.piece);
  if (data.error !== undefined) asked.fail(new Error(data.error));
  else asked.settle(data);
  if (!asked.piece) waiting.delete(data.n);
}

/** command sends a command to the worker and returns its answer. */
export function command(message, { transfer = [], piece } = {}) {
  if (!port) start();
  const n = ++count;
  return {
    n,
    answer: new Promise((settle, fail) => {
      waiting.set(n, { settle, fail, piece });
      port.postMessage({ ...message, n }, transfer);
    }),
  };
}

const without = new Set([204, 205, 304]);
const encoder = new TextEncoder();

// pieces is the body of a stream, which stops when nobody reads it any more.
function stream(message, signal) {
  let control;
  const body = new ReadableStream({
    start: c => {
      control = c;
    },
    cancel: () => stop(),
  });
  const { n, answer } = command(message, { piece: text => control.enqueue(encoder.encode(text)) });
  const stop = () => {
    if (waiting.delete(n)) port.postMessage({ kind: 'stop', of: n });
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
  const streams = headers.Accept === 'text/event-stream',
    { answer, body: pieces } = streams ? stream({ ...message, kind: 'listen' }, signal) : command(message);
  const x = await Promise.race([
    answer,
    new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
  ]);
  const content = without.has(x.status) ? null : x.streams ? pieces : x.body;
  return new Response(content, { status: x.status, headers: x.headers });
}

/** carry is fetch for requests to the program. */
export const carry = inFolder ? inWorker : (address, options) => fetch(address, options);

if (inFolder) start();
