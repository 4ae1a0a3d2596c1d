// An invitation becomes a seat: the first who opens it has a key of his own from then on.
import { ask, newKey } from './api.js';
import { forget, known, ownKey, remember } from './mymatches.js';
import { handCode } from './halves.js';

/**
 * claim makes the seat of a side this browser's own, and opens the page anew by its key.
 * The key is made and kept here before it is sent: so an answer that is lost costs nothing. hands
 * is where dice of two hands stand, if the match has such: the seat is claimed with a hand.
 */
export async function claim(id, side, token, hands) {
  const own = ownKey(token) || ownKey(token, newKey()),
    body = { token: own };
  if (hands?.waits.includes(side)) body.hand = (await handCode()).bring(id, side, hands.match);
  await ask(`matches/${id}/seats/${encodeURIComponent(side)}/claim`, { method: 'POST', token, body });
  for (const m of known().filter(x => x.id === id && x.token === token)) {
    forget(m);
    if (m.tokens) remember({ ...m, token: own, tokens: { ...m.tokens, [side]: own } });
  }
  location.replace(`#${own}`);
}

/** claimedHere opens the page by the key that this browser has got for an invitation before. */
export function claimedHere(token) {
  const own = ownKey(token);
  if (own) location.replace(`#${own}`);
  return own;
}
