// Package scenario reads the files that people write: situations, house rules and scenarios.
// Every error names the line and the column.
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
// Keys may be nested or written with dots (lead.distance: 3). A list replaces the whole default
// list. A house file states how one group plays a rulebook:
//
//	ruleset: tideofiron
//	rulings: {halving: before}
//	facts: {defence.block: 4}
//	tables:
//	  units:
//	    tiger-i: {move: 6}
//
// Both files become [rule.Setting] values with their places. The ruleset checks keys and values,
// and its errors still name the line.
//
// Values keep the text in which they were written, each on one line. Files may come from
// strangers, so reading takes time linear in the size, and size, lines, depth and number of
// values are bounded. Ambiguous YAML is rejected: anchors, aliases, merge keys, tags, block
// scalars, several documents, duplicate keys, and numbers with a leading zero, which some readers
// take as octal.
package scenario
