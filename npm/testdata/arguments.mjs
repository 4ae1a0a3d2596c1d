// The functions of the program, called with too few and too many arguments: the promise is rejected,
// and the program goes on.
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
const { status } = await within(engine.ask('GET', '/api/v1/rulesets', {}, null), 'ask');
assert.equal(status, 200);
process.exit(0);
