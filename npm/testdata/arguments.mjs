// The functions of the program, called with too few and too many arguments, with those of wrong types,
// and with objects that throw: the promise is rejected, and the program goes on.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

const folder = new URL('node_modules/loophole-umpire/program/', import.meta.url);
await import(new URL('wasm_exec.js', folder));
const go = new globalThis.Go();
const packed = await readFile(new URL('loophole.wasm.gz', folder));
const engine = { changed: () => {} };
globalThis.loophole = engine;
const { instance } = await WebAssembly.instantiate(gunzipSync(packed), go.importObject);
const stopped = await new Promise(ready => {
  engine.ready = () => ready({ stopped: false });
  go.run(instance).then(() => ready({ stopped: true }));
});
assert.deepEqual(stopped, { stopped: false });

const takes = { ask: 4, listen: 3, keep: 1, restore: 1, copy: 1, phones: 1, follow: 1 };
const within = (promise, what) => {
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error(`${what} does not answer`)), 10_000));
  return Promise.race([promise, late]);
};
for (const [name, count] of Object.entries(takes)) {
  for (const given of [0, count + 1]) {
    const call = within(engine[name](...Array(given).fill('x')), name);
    await assert.rejects(call, new RegExp(`^Error: ${given} arguments are given, and the function takes ${count}: `));
  }
}
const headers = {},
  file = new Uint8Array(3);
const throwing = new Proxy(
  {},
  {
    ownKeys: () => {
      throw new RangeError('no keys');
    },
  },
);
for (const [name, given, message] of [
  ['ask', [1, '/', headers, null], 'a method (argument 1) must be a string, but its type is number'],
  ['ask', ['GET', undefined, headers, null], 'an address (argument 2) must be a string, but its type is undefined'],
  ['ask', ['GET', '/', null, null], 'headers (argument 3) must be an object, but its type is null'],
  ['ask', ['GET', '/', headers, 'x'], 'a body (argument 4) must be a Uint8Array or null, but its type is string'],
  [
    'ask',
    ['GET', '/', headers, { length: 2 ** 40 }],
    'a body (argument 4) must be a Uint8Array or null, but its type is object',
  ],
  ['ask', ['GET', '/', throwing, null], 'JavaScript error: no keys'],
  ['listen', ['/', headers, 'x'], 'a function (argument 3) must be a function, but its type is string'],
  ['keep', ['x'], 'a file (argument 1) must be a Uint8Array, but its type is string'],
  ['restore', [null], 'a file (argument 1) must be a Uint8Array, but its type is null'],
  ['copy', [file], 'an ID (argument 1) must be a string, but its type is object'],
  ['phones', [{}], 'a request (argument 1) must be a string, but its type is object'],
  ['follow', [Symbol('x')], 'a request (argument 1) must be a string, but its type is symbol'],
]) {
  await assert.rejects(within(engine[name](...given), name), { name: 'Error', message });
}
const { status } = await within(engine.ask('GET', '/api/v1/rulesets', {}, null), 'ask');
assert.equal(status, 200);
process.exit(0);
