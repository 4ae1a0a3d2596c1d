// The matches that this browser has begun or joined, with the tokens it holds.

const place = 'loophole.matches';
const most = 40;

/** known lists them, the latest first. */
export function known() {
  try {
    const list = JSON.parse(localStorage.getItem(place) || '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** remember keeps a match, or brings what is kept of it up to date. */
export function remember(match, when = Date.now()) {
  const old = known().find(m => m.id === match.id && m.token === match.token) || {};
  keep([{ ...old, ...match, when }, ...known().filter(m => m.id !== match.id || m.token !== match.token)]);
}

const texts = 'loophole.texts';

/**
 * ownText is the text of a scenario of one's own that a match was begun with, if this browser began
 * it; one that is given is kept, of the last matches alone.
 */
export function ownText(id, text) {
  try {
    const list = JSON.parse(localStorage.getItem(texts) || '[]');
    if (text) localStorage.setItem(texts, JSON.stringify([{ id, text }, ...list].slice(0, 6)));
    return text || list.find(x => x.id === id)?.text || '';
  } catch {
    return text || '';
  }
}

/** forget drops a match from this browser; on the server it stays. */
export function forget(match) {
  keep(known().filter(m => m.id !== match.id || m.token !== match.token));
}

function keep(list) {
  try {
    localStorage.setItem(place, JSON.stringify(list.slice(0, most)));
  } catch {
    /* a browser that keeps nothing still plays */
  }
}

/** myName is what this browser's player is called; a name that is given is kept. */
export function myName(name) {
  try {
    if (name !== undefined) localStorage.setItem('loophole.name', name.trim());
    return localStorage.getItem('loophole.name') || '';
  } catch {
    return '';
  }
}

/** ownKey is the key that this browser made for a seat when it opened its invitation; one that is given is kept. */
export function ownKey(invitation, made) {
  try {
    const keys = JSON.parse(localStorage.getItem('loophole.seats') || '{}');
    if (made) localStorage.setItem('loophole.seats', JSON.stringify({ ...keys, [invitation]: made }));
    return made || keys[invitation] || '';
  } catch {
    return made || '';
  }
}

/** hostKey is the key of whoever runs the server, where this browser has it. */
export function hostKey(key) {
  try {
    if (key) localStorage.setItem('loophole.host', key);
    return localStorage.getItem('loophole.host') || '';
  } catch {
    return key || '';
  }
}

/** takeHostKey keeps the key that stands in the address, and takes it out of there. */
export function takeHostKey() {
  const key = /^#host=([\w-]+)$/.exec(location.hash)?.[1];
  if (key) {
    hostKey(key);
    history.replaceState(null, '', location.pathname);
  }
}
