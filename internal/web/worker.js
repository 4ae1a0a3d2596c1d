// The worker in which the program runs when no server does. Pages send it messages; it fetches and
// starts the program, and keeps the matches in the browser's database.
import './wasm_exec.js';
import { keeper, nothing } from './keeper.js';

const loophole = {};
globalThis.loophole = loophole;

// A calculator answers questions without matches for one page, which ends it when it takes too long.
const calculates = globalThis.name === 'calculator';

const ports = new Set();
const engine = { state: 'starting', version: '', got: 0, of: 0, why: '', keeps: true };

const tell = change => {
  Object.assign(engine, change);
  for (const p of ports) p.postMessage({ kind: 'engine', engine });
};

// counted passes bytes on and counts them. Pages tell of them until all are there.
function counted(of) {
  let got = 0,
    told = 0;
  return new TransformStream({
    transform: (chunk, control) => {
      got += chunk.length;
      if (performance.now() - told > 100) {
        told = performance.now();
        tell({ got, of });
      }
      control.enqueue(chunk);
    },
    flush: () => tell({ got: of, of }),
  });
}

const understands = kind => {
  try {
    new DecompressionStream(kind);
    return true;
  } catch {
    return false;
  }
};

// has reports whether this browser has a file already, so that nothing is fetched.
const has = async file => Boolean(await globalThis.caches?.match(file).catch(() => null));

// compile fetches the program in the smallest form that the browser can unpack.
async function compile() {
  const at = name => new URL(name, import.meta.url);
  const files = await (await fetch(at('program.json'))).json();
  const [kind, file] = Object.entries(files.program).find(([k]) => understands(k)) || [];
  if (!file) throw new Error('this browser cannot unpack the program: use a later one');
  const here = await has(at(file.name)),
    answer = await fetch(at(file.name));
  if (!answer.ok) throw new Error(`the program could not be fetched (${answer.status})`);
  const bytes = here ? answer.body : answer.body.pipeThrough(counted(file.bytes)),
    plain = bytes.pipeThrough(new DecompressionStream(kind));
  return WebAssembly.compileStreaming(new Response(plain, { headers: { 'Content-Type': 'application/wasm' } }));
}

// alone waits until no other worker runs the program, because two would keep different matches.
function alone() {
  if (!navigator.locks) return Promise.resolve();
  return new Promise(go => {
    const late = setTimeout(() => tell({ state: 'waiting' }), 700);
    const on = () => {
      clearTimeout(late);
      tell({ state: 'starting' });
      go();
      return new Promise(() => {}); // The lock is held until the worker ends.
    };
    // A browser that keeps nothing can refuse locks as well.
    navigator.locks.request('loophole', on).catch(on);
  });
}

// used says how much memory the program has, and how many bytes of matches the browser keeps.
async function used() {
  const { store, memory } = await started,
    files = await store.all();
  return { program: memory.buffer.byteLength, matches: files.length, bytes: files.reduce((n, f) => n + f.length, 0) };
}

const started = (async () => {
  const module = compile();
  module.catch(() => {});
  if (!calculates) await alone();
  const store = calculates ? nothing : await keeper();
  if (store.refused) tell({ keeps: false });
  const kept = await store.all();
  loophole.changed = (id, file) => {
    if (store.refused) for (const p of ports) p.postMessage({ kind: 'match', id, file });
    return store.put(id, file);
  };
  const ready = new Promise(go => {
    loophole.ready = go;
  });
  const go = new globalThis.Go();
  const instance = await WebAssembly.instantiate(await module, go.importObject);
  go.run(instance).then(() => tell({ state: 'failed', why: 'the program has stopped' }));
  await ready;
  // A match that cannot be read stays in the database.
  for (const file of kept) await loophole.restore(file).catch(error => console.warn(`a kept match: ${error.message}`));
  tell({ state: 'ready', version: loophole.version });
  return { store, memory: instance.exports.mem };
})();
started.catch(error => tell({ state: 'failed', why: error.message }));

const streams = new Map(); // by port: by number: stop

// restore adds the matches that a page has brought from the page before, where the browser keeps none.
let restored = Promise.resolve();
async function restore(files) {
  const { store } = await started;
  // A match that the program still has is not added.
  if (store.refused) for (const file of files) await loophole.restore(file).catch(() => {});
}

async function carryOut(port, { kind, n, method, address, headers, body, file, files, id, request }) {
  if (kind === 'restore') restored = restore(files);
  await started;
  await restored;
  switch (kind) {
    case 'ask': {
      const x = await loophole.ask(method, address, headers, body);
      return [{ n, ...x }, [x.body.buffer]];
    }
    case 'listen': {
      const x = await loophole.listen(address, headers, piece => port.postMessage({ n, piece }));
      if (x.stop) streams.get(port).set(n, x.stop);
      return [{ n, status: x.status, headers: x.headers, body: x.body, streams: !!x.stop }];
    }
    case 'restore':
      return [{ n }];
    case 'keep':
      return [{ n, kept: await loophole.keep(file) }];
    case 'phones':
      return [{ n, answer: await loophole.phones(request) }];
    case 'follow':
      return [{ n, answer: await loophole.follow(request) }];
    case 'memory':
      return [{ n, ...(await used()) }];
    case 'copy':
      return [{ n, file: await loophole.copy(id) }];
  }
  throw new Error(`there is no command ${kind}`);
}

function serve(port) {
  ports.add(port);
  streams.set(port, new Map());
  port.onmessage = async ({ data }) => {
    const mine = streams.get(port);
    if (data.kind === 'stop') {
      mine.get(data.of)?.();
      mine.delete(data.of);
      return;
    }
    if (data.kind === 'leave') {
      for (const stop of mine.values()) stop();
      streams.delete(port);
      ports.delete(port);
      return;
    }
    try {
      const [answer, transfer] = await carryOut(port, data);
      port.postMessage(answer, transfer || []);
    } catch (error) {
      port.postMessage({ n: data.n, error: error.message });
    }
  };
  port.postMessage({ kind: 'engine', engine });
}

if ('onconnect' in globalThis) globalThis.onconnect = e => serve(e.ports[0]);
else serve(globalThis);
