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

// keep fetches a file and keeps it under its own name, even if the server answers from another one, as
// some do for index.html. A browser refuses such an answer for a page.
async function keep(cache, file, from = 'reload') {
  const answer = await fetch(file, { cache: from });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const { headers, redirected } = answer;
  await cache.put(file, redirected ? new Response(await answer.blob(), { headers }) : answer);
}

addEventListener('install', e => {
  const [, program] = Object.entries(packed).find(([kind]) => understands(kind)) || [];
  const all = async () => {
    const cache = await caches.open(store);
    await Promise.all([
      ...files.map(file => keep(cache, file)),
      // A page has fetched it by now. The name of its folder is a hash of it, so what the browser has is right.
      program && keep(cache, program, 'force-cache').catch(() => keep(cache, program)),
    ]);
  };
  e.waitUntil(all());
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
  const cache = await caches.open(store);
  return (await cache.match(url.href)) || (await cache.match(`${url.href}.html`)) || fetch(request);
}

addEventListener('fetch', e => {
  if (e.request.method === 'GET' && e.request.url.startsWith(registration.scope)) e.respondWith(answer(e.request));
});
