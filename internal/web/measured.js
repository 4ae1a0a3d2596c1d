// The length and difficulty of a scenario in words, from its set-up and from measured games.
import { wins } from './labels.js';
import { counted } from './number.js';

/** hundred returns a share as a number of a hundred games. */
export const hundred = share => Math.round(100 * share);

/** howLong describes the length of a scenario, from its set-up and from measured games. */
export function howLong(s) {
  return [
    s.rounds > 0 && counted(s.rounds, s.rounds_called),
    s.played && `about ${Math.round(s.played.actions)} actions`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const words = { easy: 'the easier side', even: 'an even fight', hard: 'the harder side' };

// strongPoints returns the first side's points in a hundred games between two strong players. A draw
// counts half.
const strongPoints = strong => Math.min(100, Math.max(0, hundred(strong.score)));

/** howHard describes how hard it is to play a side: by strong play if that was measured, like the bar of the card. */
export function howHard(s, side) {
  const { won, strong } = s.played ?? {};
  if (!won) return undefined;
  if (!strong) return words[won[side].level];
  return strong.even ? words.even : strong.score > 0.5 === (side === 0) ? words.easy : words.hard;
}

/** isEven reports whether neither side is easier to play. */
export const isEven = s => [0, 1].every(side => howHard(s, side) === words.even);

/** barOf returns the shares of a card's bar, and whose games they are: those of strong players, if there are any. */
export function barOf({ played }) {
  const { won, drawn, strong, policy } = played;
  if (!strong)
    return {
      first: hundred(won[0].share),
      drawn: hundred(drawn),
      second: hundred(won[1].share),
      of: `${policy} players`,
    };
  const first = strongPoints(strong);
  return { first, drawn: 0, second: 100 - first, of: `${strong.policy}s, less luck` };
}

// resultOf says who wins the games with an ending, and why.
const resultOf = e => `${e.winner ? wins(e.winner) : 'nobody wins'}, because ${e.why}`;

/** howItEnds says how most games of a scenario end. */
export const howItEnds = s => `${hundred(s.played.ending.share)} in a hundred: ${resultOf(s.played.ending)}`;

/** measuredBy says where the numbers of a card come from. */
export const measuredBy = s =>
  `The program played both sides of it (${s.played.policy}) in ${s.played.games} games: ` +
  `${s.played.won.map(w => `${w.side} won ${hundred(w.share)} (± ${Math.max(1, hundred(w.error))})`).join(', ')}${
    s.played.drawn > 0 ? `, ${hundred(s.played.drawn)} were drawn` : ''
  }. The mean was ${s.played.rounds.toFixed(1)} rounds and ${Math.round(s.played.actions)} actions.`;

/** strongSays says how exact the result of strong play is, and why a scenario is uneven; '' if it is not measured. */
export function strongSays(s) {
  const x = s.played.strong;
  if (!x) return '';
  const ending = `; ${Math.round(x.ending.share * x.games)} of ${x.games} games: ${resultOf(x.ending)}`;
  return `±\u00a0${Math.max(1, hundred(x.error))}, draws count half${x.even ? '' : ending}`;
}

/** cautiousSays says how the games between two cautious players end, as the second fact of a card. */
export function cautiousSays(s) {
  const [a, b] = s.played.won.map(w => `${w.side} ${hundred(w.share)}`);
  return `Between two ${s.played.policy} players: ${a} of a hundred, ${b}`;
}
