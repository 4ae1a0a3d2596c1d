// The puzzles that this browser has answered.

const place = 'loophole.puzzles';

/**
 * answers returns how each answered puzzle was answered, by its id: "solved" at the first attempt,
 * "missed", or "later", which is solved after a miss.
 */
export function answers() {
  try {
    const kept = JSON.parse(localStorage.getItem(place) || '{}');
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

/** keepAnswer keeps whether an answer to a puzzle was right. */
export function keepAnswer(id, right) {
  const kept = answers(),
    now = right ? (kept[id] === 'missed' || kept[id] === 'later' ? 'later' : 'solved') : kept[id] || 'missed';
  try {
    localStorage.setItem(place, JSON.stringify({ ...kept, [id]: now }));
  } catch {
    /* a browser without storage can still solve puzzles */
  }
}

/** isSolved reports whether an answer was right, at the first attempt or later. */
export const isSolved = how => how === 'solved' || how === 'later';
