// It starts the npm package, whose path is its argument, and carries out the requests of standard
// input: a line of JSON each. It answers each with a line.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const folder = pathToFileURL(process.argv[2] + '/');
const { load } = await import(new URL('node.js', folder));

let memory;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate.apply(WebAssembly, given);
  memory = (made.instance || made).exports.mem;
  return made;
};

// timed returns the result of work, and the processor time of the process in milliseconds.
const timed = async work => {
  const from = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(from);
  return [result, (user + system) / 1000];
};

const packed = await readFile(new URL('program/loophole.wasm.br', folder));
const [bytes, unpacked] = await timed(() => brotliDecompressSync(packed));
const [program, compiled] = await timed(() => WebAssembly.compile(bytes));
const [loophole, started] = await timed(() => load({ program }));
const say = value => process.stdout.write(JSON.stringify(value) + '\n');
const sizes = () => ({ memory: memory.buffer.byteLength, resident: process.memoryUsage().rss });
say({ unpacked, compiled, started, ...sizes() });

for await (const line of createInterface({ input: process.stdin })) {
  const { method, path, body, token } = JSON.parse(line);
  const [answer, took] = await timed(() => loophole.request(method, path, { body: body || undefined, token }));
  say({ took, status: answer.status, body: new TextDecoder().decode(answer.body), ...sizes() });
}
