// Package ground models the terrain of a tabletop game. It finds distances, lines of sight and the
// wall that a shot strikes, exactly as five rulebooks measure them.
//
// A [Plan] describes a table in plain structs: structures with sections, storeys, roofs, walls,
// openings and links, and features such as woods, hedges and hills. [New] checks a plan as a
// whole and turns it into a [Map]. A map never changes, serves any number of goroutines, and is
// shared by all positions of a game. The fallen sections and the removed features are a small
// comparable value, [Destroyed]. The caller keeps it in a position and passes it to every
// question that depends on it.
//
// Lengths are whole thousandths of an inch. Integers decide whether a point lies in a plan,
// whether two walls meet and whether a line of sight clears a roof, so no answer depends on
// floating-point rounding. A distance is rounded up to the next thousandth: d <= 8*[Inch] holds
// exactly if the true distance is at most eight inches, and d > 8*[Inch] if it is more. For "at
// least", use the functions that round down and say so.
//
// Two other kinds of terrain are [Hex], with distances from centre dot to centre dot, and [Rooms],
// which doors, windows and stairs join.
//
// The package contains no rule, such as who may enter or what a range costs. It does not model
// slopes inside a feature, overhanging structures, or the size of models, which are points. A
// caller that measures from a base measures from its nearest point.
package ground
