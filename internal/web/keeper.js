// The matches in the browser's database: for each the file that moves a match from one place to
// another. Where the browser refuses a database, matches last as long as the worker.

const settled = request =>
  new Promise((go, fail) => {
    request.onsuccess = () => go(request.result);
    request.onerror = () => fail(request.error);
  });

function open() {
  const request = indexedDB.open('loophole', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('matches');
  return settled(request);
}

// A change counts when its transaction is complete, not when its request succeeds.
const change = (db, id, file) =>
  new Promise((go, fail) => {
    const t = db.transaction('matches', 'readwrite', { durability: 'strict' }),
      matches = t.objectStore('matches');
    t.oncomplete = () => go();
    t.onabort = () => fail(t.error || new Error('the browser kept nothing'));
    t.onerror = () => {};
    if (file) matches.put(file, id);
    else matches.delete(id);
  });

/** nothing is the store of a worker that has no matches. */
export const nothing = { all: async () => [], put: async () => {}, refused: false };

/** keeper opens the database. It returns { all, put, refused }. */
export async function keeper() {
  try {
    const db = await open();
    db.onversionchange = () => db.close();
    return {
      all: () => settled(db.transaction('matches').objectStore('matches').getAll()),
      put: (id, file) => change(db, id, file),
      refused: false,
    };
  } catch {
    return { ...nothing, refused: true };
  }
}
