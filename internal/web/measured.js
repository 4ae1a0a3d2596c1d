// The length and difficulty of a scenario in words, from its set-up and from measured games.
import { wins } from './labels.js';
import { counted } from './number.js';

/** hundred returns a share as a number of a hundred games. */
export const hundred = share => Math.round(100 * share);

/** howLong describes the length of a scenario, from its set-up and from measured games. */
export function howLong(s) {
  return [
    s.rounds > 0 && counted(s.rounds, ['konflikt47', 'lasergrenadiers'].includes(s.ruleset) ? 'turns' : 'rounds'),
    s.played && `about ${Math.round(s.played.actions)} actions`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** howHard describes how hard it is to play a side. Strong play can come to the opposite of cautious play. */
export function howHard(s, side) {
  const won = s.played?.won[side],
    { strong } = s.played ?? {};
  if (!won) return undefined;
  const words = { easy: 'the easier side', even: 'an even fight', hard: 'the harder side' }[won.level],
    share = strong && (side === 0 ? strong.score : 1 - strong.score);
  const opposed = strong && ((won.level === 'hard' && share > 0.5) || (won.level === 'easy' && share < 0.5));
  return opposed ? `${words} in cautious play` : words;
}

/** resultOf says who wins the games that ended so, and why. */
const resultOf = e => `${e.winner ? wins(e.winner) : 'nobody wins'}, because ${e.why}`;

/** howItEnds says how most games of a scenario end. */
export const howItEnds = s => `${hundred(s.played.ending.share)} in a hundred: ${resultOf(s.played.ending)}`;

/** measuredBy says where the numbers of a card come from. */
export const measuredBy = s =>
  `The program played both sides of it (${s.played.policy}) in ${s.played.games} games: ` +
  `${s.played.won.map(w => `${w.side} won ${hundred(w.share)} (± ` + `${Math.max(1, hundred(w.error))})`).join(', ')}${
    s.played.drawn > 0 ? `, ${hundred(s.played.drawn)} were ` + `drawn` : ''
  }. The mean was ${s.played.rounds.toFixed(1)} rounds and ${Math.round(s.played.actions)} actions.`;

/** strongSays says how even a scenario is between two strong players, and if not, why; '' if it is not measured. */
export function strongSays(s) {
  const x = s.played.strong;
  if (!x) return '';
  const share = Math.min(100, Math.max(0, hundred(x.score))),
    error = Math.max(1, hundred(x.error)),
    ending = `${Math.round(x.ending.share * x.games)} of ${x.games} games: ${resultOf(x.ending)}.`;
  return (
    `${x.even ? 'Even' : 'Uneven'} between two ${x.policy}s: without luck ${s.sides[0]} ${share} %, ` +
    `${s.sides[1]} ${100 - share} % (±\u00a0${error}), draws counting half.${x.even ? '' : ` ${ending}`}`
  );
}
