// Requests to the server. Everything that the pages know comes through here.

const root = '/api/v1';

/** A Problem is an answer that says no, as RFC 9457 writes it. */
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

/** Lost is a request that never got an answer. */
export class Lost extends Error {
  constructor() { super('the server does not answer'); }
}

export const isAbort = error => error?.name === 'AbortError';

const pause = (ms, signal) => new Promise((go, stop) => {
  const t = setTimeout(go, ms);
  signal?.addEventListener('abort', () => { clearTimeout(t); stop(signal.reason); }, { once: true });
});

/** newKey names one request, so that sending it twice does it once. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('');
}

async function send(path, { token, method = 'GET', body, key, signal, tag }) {
  const headers = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (key) headers['Idempotency-Key'] = key;
  if (tag) headers['If-None-Match'] = tag;
  try {
    return await fetch(path.startsWith('/') ? path : `${root}/${path}`, {
      method, headers, signal, cache: tag ? 'no-store' : 'default',
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Lost();
  }
}

/**
 * request asks the server and returns { body, tag }, or null for what has not
 * changed. A request that may be repeated (a read, or one with a key) is
 * repeated when the server is busy or the connection fails.
 */
export async function request(path, options = {}) {
  const again = !options.method || options.method === 'GET' || options.key;
  for (let turn = 0; ; turn++) {
    let answer;
    try {
      answer = await send(path, options);
    } catch (error) {
      if (!again || turn >= 3 || isAbort(error)) throw error;
      await pause(400 * 2 ** turn, options.signal);
      continue;
    }
    if (answer.status === 304) return null;
    if (answer.ok) return { body: answer.status === 204 ? null : await answer.json(), tag: answer.headers.get('ETag') };
    if (again && turn < 3 && (answer.status === 503 || answer.status === 429)) {
      const wait = Number(answer.headers.get('Retry-After')) || 1;
      if (wait <= 5) { await pause(1000 * wait, options.signal); continue; }
    }
    throw new Problem(answer.status, await answer.json().catch(() => ({})));
  }
}

/** ask returns only the body. */
export const ask = async (path, options) => (await request(path, options))?.body;

const kept = new Map();

/** once asks for what does not change while the page is open. */
export function once(path) {
  if (!kept.has(path)) kept.set(path, ask(path).catch(error => { kept.delete(path); throw error; }));
  return kept.get(path);
}

export const word = encodeURIComponent;
export const books = () => once('rulesets');
export const book = id => once(`rulesets/${word(id)}`);
export const scenario = (id, name) => once(`scenarios/${word(id)}/${word(name)}`);
export const procedure = (id, name) => once(`rulesets/${word(id)}/procedures/${word(name)}`);

/** ledger returns the clauses of a rulebook by their ids. */
export const ledger = id => once(`rulesets/${word(id)}/clauses`).then(list => new Map(list.map(c => [c.id, c])));
