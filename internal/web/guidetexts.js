// The texts of the guide of a first turn by ruleset, and when it continues. A step points at an
// element by its role; guide.js finds the element.

const common = {
  goal: [
    'goal',
    'This is the goal. A star marks a place that counts. Round, phase and the rest of your turn are above it.',
  ],
  odds: [
    'odds',
    'Grey is nothing, gold is something, red is all of it. The numbers are exact, or say ± where they are ' +
      'not. Marked words of the sentence can be changed: another target, another way, more men.',
  ],
  do: ['confirm', 'This button plays the action. No dice roll before you press it.'],
  dice: [
    'tray',
    'All dice are here: those that count are amber, those that were stopped are struck through. The mark on ' +
      'the bar shows where this result lies among all possible ones.',
  ],
  last: [
    'undo',
    'You can undo an action. The program rolls the same dice if you play it again. Press / to type an action. ' +
      '⋯ has the keys, your own dice and this guide.',
  ],
};

const books = {
  tideofiron: {
    piece: 'You have two actions, then they have two. Pieces with an edge of amber can act: tap a gun or a squad.',
    aim:
      'A tag is the chance to hurt what it stands on, by this piece alone. Dashed hexes are a step of a move. ' +
      'Tap a target.',
    then:
      'A unit that has fired is fatigued until the round ends. What the other side does leaves a trace on the ' +
      'map, until you go on.',
  },
  konflikt47: {
    piece:
      'Each die that is drawn from the cup is one order for one unit of its side. Tap a unit with an edge of amber.',
    aim:
      'A tag is the chance to kill or pin what it stands on. Dashed places are where the unit can go: an ' +
      'advance may shoot, a run may not. Tap a target, or a place.',
    then:
      'A unit that was given an order keeps its die until the turn ends. The next die that is drawn says whose ' +
      'turn it is.',
  },
  d20skirmish: {
    piece: 'A team that is activated has two actions. Teams with an edge of amber can act: tap one.',
    aim:
      'A tag is the chance to remove somebody. An assault through a door or a window leads into a building. Tap ' +
      'a target, or a dashed place.',
    then: 'The sides activate teams in turn. A team on watch may shoot at whoever moves in its sight.',
  },
  oldworld: {
    piece:
      'A turn has its phases: charges, moves, shooting, combat. Units with an edge of amber can act in this ' +
      'one: tap one.',
    aim:
      'A tag is the chance to hurt what it stands on. Dashed places are where the unit can go. Tap a target, or ' +
      'a place.',
    then:
      'When a phase has nothing left for you, end it: the button stands beside the map. Then comes the next, ' +
      'and then their turn.',
  },
  lasergrenadiers: {
    piece: 'The sides activate pieces in turn. Pieces with an edge of amber can act: tap one.',
    aim:
      'A tag is the chance to hit what it stands on. Walls stop shots, and can be broken; what nobody has seen ' +
      'cannot be shot at. Tap a target, or a dashed place.',
    then:
      'A piece has one activation a turn. The sides go on in turn until nobody is left, and fires grow when the ' +
      'turn ends.',
  },
};

/** steps are the steps of the guide, in order. */
export const steps = ['goal', 'piece', 'aim', 'odds', 'do', 'dice', 'then', 'last'];

/** pressed are the steps that a button ends; the others wait for the player's action. */
export const pressed = new Set(['goal', 'odds', 'then', 'last']);

const waiting = {
  setup: ['piece', 'Set up the pieces that are not on the table yet. Tap one.'],
  place: ['target', 'Set up the pieces that are not on the table yet. Tap a highlighted place to put it there.'],
  others: ['turn', 'The other side acts now. The guide continues in your turn.'],
  asked: ['question', 'You have a decision. Each answer shows its possible results. Choose one.'],
};

/** step returns what a step points at, and its text. */
export function step(name, ruleset) {
  const own = { piece: 'piece', aim: 'target', then: 'turn' }[name];
  return waiting[name] || (own ? [own, (books[ruleset] || books.tideofiron)[name]] : common[name]);
}

/**
 * follow returns the next step from what the table shows: tray, preview, piece, asked, mine,
 * setup. It never asks players for what they have done, and follows them back.
 */
export function follow(at, seen) {
  if (at === 'goal' || at === 'then' || at === 'last') return at;
  if (seen.tray) return 'dice';
  if (at === 'dice') return 'then';
  if (seen.preview) return at === 'do' ? 'do' : 'odds';
  return seen.piece ? 'aim' : 'piece';
}

/**
 * shown returns what a step shows: something else while the table waits for an answer or for
 * others.
 */
export function shown(at, seen) {
  if (at === 'goal' || at === 'then' || at === 'last' || seen.tray) return at;
  if (seen.asked) return 'asked';
  return !seen.mine ? 'others' : seen.setup && at === 'piece' ? 'setup' : seen.setup && at === 'aim' ? 'place' : at;
}
