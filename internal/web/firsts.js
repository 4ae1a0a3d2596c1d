// The first scenario of each ruleset: short or easy, and started with the guide of guidetexts.js.

/** firsts are the scenarios for newcomers. The first is shown first. */
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

/** firstOf returns the first scenario of a ruleset. */
export const firstOf = ruleset => firsts.find(f => f.ruleset === ruleset);
