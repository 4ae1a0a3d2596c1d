// The package for browsers and their workers: it fetches the program from where this file is.
import { start } from './loophole.js';

export { Loophole } from './loophole.js';
export { Match } from './match.js';
export { Problem } from './problem.js';

// unpacker returns a stream that unpacks a form, or nothing if the browser knows no such form.
function unpacker(form) {
  try {
    return new DecompressionStream(form);
  } catch {
    return undefined;
  }
}

// bundled compiles the program of the package while it arrives.
async function bundled() {
  const brotli = unpacker('brotli');
  const at = new URL(brotli ? 'program/loophole.wasm.br' : 'program/loophole.wasm.gz', import.meta.url);
  const answer = await fetch(at);
  if (!answer.ok) throw new Error(`the program could not be fetched from ${at} (${answer.status})`);
  const plain = answer.body.pipeThrough(brotli || new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(new Response(plain, { headers: { 'Content-Type': 'application/wasm' } }));
}

// load starts the program.
export const load = (options = {}) => start(options, bundled);
