// The matches that this browser has created or joined, with its tokens.

const place = 'loophole.matches';
const most = 40;

/** known lists the matches, the latest first. */
export function known() {
  try {
    const list = JSON.parse(localStorage.getItem(place) || '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** remember keeps a match, or updates it. */
export function remember(match, when = Date.now()) {
  const old = known().find(m => m.id === match.id && m.token === match.token) || {};
  keep([{ ...old, ...match, when }, ...known().filter(m => m.id !== match.id || m.token !== match.token)]);
}

const texts = 'loophole.texts';

/**
 * ownText returns the text of the scenario file with which this browser created a match. A given
 * text is kept, for the latest matches only.
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

/** forget removes a match from this browser, not from the server. */
export function forget(match) {
  keep(known().filter(m => m.id !== match.id || m.token !== match.token));
}

function keep(list) {
  try {
    localStorage.setItem(place, JSON.stringify(list.slice(0, most)));
  } catch {
    /* a browser without storage can still play */
  }
}

/** myName returns the name of this browser's player; a given name is kept. */
export function myName(name) {
  try {
    if (name !== undefined) localStorage.setItem('loophole.name', name.trim());
    return localStorage.getItem('loophole.name') || '';
  } catch {
    return '';
  }
}

/**
 * ownKey returns the key that this browser created for a seat when it opened the invitation; a
 * given key is kept.
 */
export function ownKey(invitation, made) {
  try {
    const keys = JSON.parse(localStorage.getItem('loophole.seats') || '{}');
    if (made) localStorage.setItem('loophole.seats', JSON.stringify({ ...keys, [invitation]: made }));
    return made || keys[invitation] || '';
  } catch {
    return made || '';
  }
}

/** hostKey returns the operator's key of the server, if this browser has it. */
export function hostKey(key) {
  try {
    if (key) localStorage.setItem('loophole.host', key);
    return localStorage.getItem('loophole.host') || '';
  } catch {
    return key || '';
  }
}

/** takeHostKey keeps the operator's key and removes it from the address. */
export function takeHostKey() {
  const key = /^#host=([\w-]+)$/.exec(location.hash)?.[1];
  if (key) {
    hostKey(key);
    history.replaceState(null, '', location.pathname);
  }
}
