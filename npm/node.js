// The package for node: it reads the program from the package's folder.
import { readFile } from 'node:fs/promises';
import { webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { start } from './loophole.js';

export { Loophole } from './loophole.js';
export { Match } from './match.js';
export { Problem } from './problem.js';

const forms = [
  ['loophole.wasm.br', promisify(brotliDecompress)],
  ['loophole.wasm.gz', promisify(gunzip)],
];

// bundled compiles the program of the package.
async function bundled() {
  for (const [name, unpack] of forms) {
    let packed;
    try {
      packed = await readFile(new URL(`program/${name}`, import.meta.url));
    } catch (error) {
      if (error.code === 'ENOENT') continue;
      throw error;
    }
    return WebAssembly.compile(await unpack(packed));
  }
  throw new Error('the package has no program: make npm builds it');
}

// load starts the program.
export async function load(options = {}) {
  globalThis.crypto ??= webcrypto; // node 18 has none.
  return start(options, bundled);
}
