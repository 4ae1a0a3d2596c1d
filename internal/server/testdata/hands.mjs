// A client of dice of two hands in JavaScript alone, with what every browser has: it begins a
// match against a policy, claims its seat with a hand, signs what it does, and reveals.
// It has no rules of its own: the questions it takes from the server. docs/hands.md says what
// is hashed and signed. node hands.mjs http://HOST/api/v1
import { webcrypto as crypto } from 'node:crypto';

const api = process.argv[2];
const side = 'German';
const text = new TextEncoder();
const hex = b => [...new Uint8Array(b)].map(x => x.toString(16).padStart(2, '0')).join('');
const bytes = h => Uint8Array.from(h.match(/../g), x => parseInt(x, 16));
const sha256 = async b => new Uint8Array(await crypto.subtle.digest('SHA-256', b));

// H of docs/hands.md: each field has its length before it.
function H(...fields) {
  const parts = [];
  for (const f of ['loophole two hands 1', ...fields]) {
    const b = typeof f === 'string' ? text.encode(f) : f;
    const n = new DataView(new ArrayBuffer(4));
    n.setUint32(0, b.length);
    parts.push(...new Uint8Array(n.buffer), ...b);
  }
  return sha256(Uint8Array.from(parts));
}

let token = '';
async function ask(method, path, body) {
  const headers = { 'Content-Type': 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  const r = await fetch(api + path, { method, headers, body: body && JSON.stringify(body) });
  const answer = await r.json();
  if (!r.ok) throw new Error(`${method} ${path}: ${r.status} ${answer.detail}`);
  return answer;
}

const terms = { dice: 'two hands' };
const seats = [{}, { policy: 'random' }];
const begun = await ask('POST', '/matches', { ruleset: 'tideofiron', scenario: 'row', terms, seats });
const at = `/matches/${begun.id}`;
token = begun.tokens[side];

// The hand: a key and a chain, bound to the match and the side.
const told = await ask('GET', `${at}/hands`);
const match = await sha256(text.encode(told.terms));
if (hex(match) !== told.match) throw new Error('the match is not the SHA-256 of its terms');
const root = crypto.getRandomValues(new Uint8Array(32));
const pkcs8 = [...bytes('302e020100300506032b657004220420'), ...(await H('key', side, match, root))];
const key = await crypto.subtle.importKey('pkcs8', Uint8Array.from(pkcs8), 'Ed25519', true, ['sign']);
const open = (await crypto.subtle.exportKey('jwk', key)).x;
const chain = [await H('chain', side, match, root)];
while (chain.length <= 4096) chain.unshift(await H('step', side, match, chain[0]));
const hand = { key: Buffer.from(open, 'base64url').toString('hex'), end: hex(chain[0]) };
token = (await ask('POST', `${at}/seats/${side}/claim`, { hand })).token;

// An entry is signed after the last line, its fields in the order of docs/hands.md.
async function sign(entry) {
  const { sum } = (await ask('GET', at)).hands;
  const sig = await crypto.subtle.sign('Ed25519', key, await H('sign', sum, JSON.stringify(entry)));
  return ask('POST', `${at}/hands`, { sum, entry: { ...entry, sig: hex(sig) } });
}

for (let used = 0, n = 0; n < 2000; n++) {
  const state = await ask('GET', at);
  if (state.over) {
    console.log(at, used, 'values');
    process.exit();
  }
  if (state.hands.owes?.side === side) {
    await sign({ kind: 'reveal', by: side, value: hex(chain[++used]) });
  } else if (state.begun?.yours) {
    await sign({ kind: 'act', by: side, text: 'choose 0' });
  } else if (state.turn === side && !state.begun) {
    const { groups } = await ask('GET', `${at}/actions`);
    const lines = groups.flatMap(g => g.actions).filter(a => a.allowed);
    await sign({ kind: 'act', by: side, text: `do ${lines[Math.floor(Math.random() * lines.length)].line}` });
  } else {
    await new Promise(done => setTimeout(done, 20)); // The policy thinks.
  }
}
throw new Error('no end');
