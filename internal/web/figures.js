// The first figures of an analysis, which the page of a match leaves for the next page of its tab. Where the
// program runs in the browser it has to start again there, and the figures would wait for it.
import { ask } from './api.js';

const place = 'loophole.figures';

/** leaveFigures asks for the first figures of a match that is over, and keeps them for the next page. */
export async function leaveFigures(id, token) {
  try {
    const figures = await ask(`matches/${id}/analysis?luck=later`, { token });
    sessionStorage.setItem(place, JSON.stringify({ id, token, figures }));
  } catch {
    /* the next page asks itself */
  }
}

/** leftFigures returns the figures that were left for a match, or undefined. */
export function leftFigures(id, token) {
  try {
    const left = JSON.parse(sessionStorage.getItem(place));
    return left.id === id && left.token === token ? left.figures : undefined;
  } catch {
    return undefined;
  }
}
