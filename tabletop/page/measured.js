// How long a fight is and how hard, in words: from its set-up, and from games that were
// played to find out.
import { counted } from './number.js';

/** hundred is a share of a hundred games. */
export const hundred = share => Math.round(100 * share);

/** howLong is the length of a scenario in words: what its set-up says, and what was measured. */
export function howLong(s) {
  return [
    s.rounds > 0 && counted(s.rounds, ['konflikt47', 'lasergrenadiers'].includes(s.ruleset) ? 'turns' : 'rounds'),
    s.played && `some ${Math.round(s.played.actions)} actions`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** howHard is how it is to play a side. */
export const howHard = (s, side) =>
  s.played?.won[side] &&
  { easy: 'the easier side', even: 'an even fight', hard: 'the harder side' }[s.played.won[side].level];

/** measuredBy says where the numbers of a card come from. */
export const measuredBy = s =>
  `The program played both sides of it (${s.played.policy}) in ${s.played.games} games: ` +
  `${s.played.won.map(w => `${w.side} won ${hundred(w.share)} (± ` + `${Math.max(1, hundred(w.error))})`).join(', ')}${
    s.played.drawn > 0 ? `, ${hundred(s.played.drawn)} were ` + `drawn` : ''
  }. The mean was ${s.played.rounds.toFixed(1)} rounds and ${Math.round(s.played.actions)} actions.`;
