// Requests to the server. All data of the pages comes through here.

import { carry, engine } from './carrier.js';
import { inFolder } from './places.js';

const root = '/api/v1';

/** A Problem is an error answer in the form of RFC 9457. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `the server answered ${status}`);
    this.status = status;
    this.kind = String(body.type || '').replace('urn:loophole:', '');
    this.reasons = body.reasons || [];
    this.errors = body.errors || [];
    this.estimate = body.estimate;
    this.lacks = body.lacks || [];
    this.state = body.state;
  }
}

/** Lost is the error of a request without an answer. */
export class Lost extends Error {
  constructor() {
    super(inFolder ? `the program does not answer${engine.why && `: ${engine.why}`}` : 'the server does not answer');
  }
}

export const isAbort = error => error?.name === 'AbortError';

const resting = new Set(); // wakes the requests that wait for a retry

const pause = (ms, signal) =>
  new Promise((go, stop) => {
    const leave = () => {
      clearTimeout(t);
      resting.delete(wake);
      signal?.removeEventListener('abort', quit);
    };
    const wake = () => {
        leave();
        go();
      },
      quit = () => {
        leave();
        stop(signal.reason);
      };
    const t = setTimeout(wake, ms);
    resting.add(wake);
    if (signal?.aborted) quit();
    else signal?.addEventListener('abort', quit);
  });

/** hasten retries at once all requests that wait for the connection. */
export const hasten = () => {
  for (const wake of [...resting]) wake();
};

addEventListener('online', hasten);
addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hasten());

/** missing counts the requests that failed for lack of a connection and are retried. */
export const missing = { many: 0, heard: () => {} };
const misses = by => {
  missing.many += by;
  missing.heard();
};

/** newKey returns an idempotency key, so that a request sent twice runs once. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('');
}

async function send(path, { token, method = 'GET', body, lines, key, signal, tag, within }) {
  const headers = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (lines !== undefined) headers['Content-Type'] = 'application/jsonl';
  if (key) headers['Idempotency-Key'] = key;
  if (tag) headers['If-None-Match'] = tag;
  try {
    const answer = await carry(path.startsWith('/') ? path : `${root}/${path}`, {
      method,
      headers,
      signal: within ? AbortSignal.timeout(within) : signal,
      cache: tag ? 'no-store' : 'default',
      body: lines ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    // A connection may also fail in the middle of an answer.
    return { answer, told: answer.ok && answer.status !== 204 ? await answer.json() : null };
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Lost();
  }
}

/**
 * request asks the server and returns { body, tag }, or null for an unchanged answer. The body is
 * sent as JSON; lines are the text of a record instead, and change nothing on the server. A request
 * that may be repeated (a read, or one with a key or lines) is repeated when the server is busy or the
 * connection fails; a patient one until there is an answer. A request without a signal may have a
 * time limit in milliseconds, after which it is sent again.
 */
export async function request(path, options = {}) {
  const again = !options.method || options.method === 'GET' || options.key || options.lines !== undefined;
  let lost = false;
  try {
    for (let turn = 0; ; turn++) {
      let got;
      try {
        got = await send(path, options);
      } catch (error) {
        if (!again || (turn >= 3 && !options.patient) || isAbort(error)) throw error;
        if (options.patient && !lost) {
          lost = true;
          misses(1);
        }
        await pause(Math.min(400 * 2 ** turn, 6000), options.signal);
        continue;
      }
      const { answer, told } = got;
      if (answer.status === 304) return null;
      if (answer.ok) return { body: told, tag: answer.headers.get('ETag')?.replace(/^W\//, '') ?? null };
      if (again && !inFolder && turn < 3 && (answer.status === 503 || answer.status === 429)) {
        const wait = Number(answer.headers.get('Retry-After')) || 1;
        if (wait <= 5) {
          await pause(1000 * wait, options.signal);
          continue;
        }
      }
      throw new Problem(answer.status, await answer.json().catch(() => ({})));
    }
  } finally {
    if (lost) misses(-1);
  }
}

/** ask returns the body only. */
export const ask = async (path, options) => (await request(path, options))?.body;

const kept = new Map();

/** once fetches data that does not change while the page is open. */
export function once(path) {
  if (!kept.has(path))
    kept.set(
      path,
      ask(path).catch(error => {
        kept.delete(path);
        throw error;
      }),
    );
  return kept.get(path);
}

export const encoded = encodeURIComponent;
export const books = () => once('rulesets');
export const book = id => once(`rulesets/${encoded(id)}`);
export const scenario = (id, name) => once(`scenarios/${encoded(id)}/${encoded(name)}`);
export const procedure = (id, name) => once(`rulesets/${encoded(id)}/procedures/${encoded(name)}`);

/** ledger returns the clauses of a ruleset by their ids. */
export const ledger = id => once(`rulesets/${encoded(id)}/clauses`).then(list => new Map(list.map(c => [c.id, c])));
