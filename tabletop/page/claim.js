// An invitation becomes a seat: the first who opens it has a key of his own from then on.
import { ask, newKey } from './api.js';
import { forget, known, ownKey } from './known.js';

/**
 * claim makes the seat of a side this browser's own, and opens the page anew by its key.
 * The key is made and kept here before it is sent: so an answer that is lost costs nothing.
 */
export async function claim(id, side, token) {
  const own = ownKey(token) || ownKey(token, newKey());
  await ask(`matches/${id}/seats/${encodeURIComponent(side)}/claim`, { method: 'POST', token, body: { token: own } });
  known()
    .filter(m => m.id === id && m.token === token)
    .forEach(forget);
  location.replace(`#${own}`);
}

/** claimedHere opens the page by the key that this browser has got for an invitation before. */
export function claimedHere(token) {
  const own = ownKey(token);
  if (own) location.replace(`#${own}`);
  return own;
}
