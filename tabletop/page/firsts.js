// The first fight of each rulebook: short or easy, and begun with a guide. What the
// guide says is in guide.js and here alone.

/** firsts are the fights that a newcomer is offered, the first of them at once. */
export const firsts = [
  {
    ruleset: 'tideofiron',
    scenario: 'worked',
    side: 0,
    headline: 'Bring the house down',
    text:
      'An assault gun, a tank and mortars against two squads in two buildings. Three rounds to make a ruin of ' +
      'one of them.',
  },
  {
    ruleset: 'konflikt47',
    scenario: 'farmhouse',
    side: 1,
    headline: 'Take the farmhouse',
    text:
      'Americans come out of the orchard; a German rear guard sits behind brick. Five turns to be alone in the ' +
      'house.',
  },
  {
    ruleset: 'd20skirmish',
    scenario: 'la-fiere',
    side: 0,
    headline: 'Clear the manor',
    text: 'Paratroopers in the yard, grenadiers in the rooms. Doors, stairs and seven rounds.',
  },
  {
    ruleset: 'oldworld',
    scenario: 'farmhouse',
    side: 0,
    headline: 'Hold the farm',
    text: 'Crossbows at the windows and a green mob in the meadow. Be in the house after five rounds.',
  },
  {
    ruleset: 'lasergrenadiers',
    scenario: 'farm',
    side: 1,
    headline: 'Keep the farm',
    text: 'Raiders come through mist and fire. Hold the house for six turns.',
  },
];

/** firstOf is the first fight of a rulebook. */
export const firstOf = ruleset => firsts.find(f => f.ruleset === ruleset);

/** isFirst reports whether a match is the first fight of its rulebook. */
export const isFirst = s => firstOf(s.ruleset)?.scenario === s.scenario;
