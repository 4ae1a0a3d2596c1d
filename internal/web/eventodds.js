// The odds of the main events of an action that a hint or an analysis names.
import { html } from './shell.js';

const thin = '\u202f';

/** chance writes a chance in percent. */
export const chance = v => `${(100 * v).toFixed(1)}${thin}%`;

// An estimate is not known to a tenth of a percent.
const chanceOf = e => (e.sampled ? `≈ ${Math.round(100 * e.p)}${thin}%` : chance(e.p));

/** tight keeps numbers and their percent signs on one line. */
export const tight = text => text.replaceAll(' %', `${thin}%`);

/** Odds lists events with their probabilities. */
export const Odds = ({ events }) =>
  events?.length > 0 &&
  html`<p class="small soft event-odds">Its odds: ${events.map(
    (e, i) => html`${i ? '; ' : ''}${e.says}${' '}<b>${chanceOf(e)}</b>`,
  )}.</p>`;
