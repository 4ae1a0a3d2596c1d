// An invitation becomes a seat: the first browser that opens it gets a key of its own.
import { ask, newKey } from './api.js';
import { forget, known, ownKey, remember } from './mymatches.js';
import { handCode } from './halves.js';

/**
 * claim makes a seat this browser's own and reloads the page with its key. The key is created and
 * kept before it is sent, so that a lost answer costs nothing. hands is the state of two-hands
 * dice, if the match has them: then the claim includes a hand.
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

/**
 * claimedHere reloads the page with the key that this browser has received for an invitation
 * before.
 */
export function claimedHere(token) {
  const own = ownKey(token);
  if (own) location.replace(`#${own}`);
  return own;
}
