// Package scenario reads what players write down before they play, and says
// of every fault in which line and column it stands.
//
// A situation file holds the keys of one procedure, as YAML or JSON:
//
//	ruleset: tideofiron        # both may be left out
//	procedure: attack
//	lead: {unit: sig-33b, distance: 3}
//	support: [panzer-iii]
//	squads:
//	  - figures: 4
//	    floor: 1
//
// Keys may be nested or written with dots (lead.distance: 3). A list replaces
// the whole list of the defaults. A house file says how one table plays a
// rulebook, under the same rules:
//
//	ruleset: tideofiron
//	rulings: {halving: before}
//	facts: {defence.block: 4}
//	tables:
//	  units:
//	    tiger-i: {move: 6}
//
// Both come out as [rule.Setting] values with their places, so that keys and
// values are checked by the one who knows them, the rulebook, and its errors
// still name the line.
//
// Values keep the text in which they were written, each on one line. Files may
// come from anywhere, so what is read takes a time that is linear in its size; size,
// lines, depth and number of values are bounded, and whatever
// could mean more than it shows is refused: anchors, aliases, merge keys, tags,
// block scalars, several documents, keys that stand twice, and numbers
// with a leading zero, which some readers take as octal.
package scenario
