// Keeps all files of the pages in this browser, so that they work without a network. The tool that
// writes the folder puts the lists before these lines: version, and files by kind of compression.
/* global version, files, packed */

const store = `loophole-${version}`;

const understands = kind => {
  try {
    new DecompressionStream(kind);
    return true;
  } catch {
    return false;
  }
};

addEventListener('install', e => {
  const [, program] = Object.entries(packed).find(([kind]) => understands(kind)) || [];
  const all = [...files, ...(program ? [program] : [])].map(f => new Request(f, { cache: 'reload' }));
  e.waitUntil(caches.open(store).then(c => c.addAll(all)));
});

addEventListener('activate', e => {
  const old = names => names.filter(n => n.startsWith('loophole-') && n !== store);
  e.waitUntil(
    caches
      .keys()
      .then(names => Promise.all(old(names).map(n => caches.delete(n))))
      .then(() => clients.claim()),
  );
});

addEventListener('message', e => e.data === 'update' && skipWaiting());

async function answer(request) {
  const url = new URL(request.url);
  if (url.pathname.endsWith('/')) url.pathname += 'index.html';
  url.search = '';
  const kept = await (await caches.open(store)).match(url.href);
  return kept || fetch(request);
}

addEventListener('fetch', e => {
  if (e.request.method === 'GET' && e.request.url.startsWith(registration.scope)) e.respondWith(answer(e.request));
});
