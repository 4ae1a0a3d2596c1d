// Package ground is the ground that fights are fought over: it answers how far,
// who sees whom, and by which wall, exactly as five rulebooks measure it.
//
// A [Plan] describes a table in plain structs: structures with sections,
// storeys, roofs, walls, openings and links, and features such as woods, hedges
// and hills. [New] checks all of it at once and turns it into a [Map], which
// never changes, may be used by any number of goroutines, and is shared by all
// positions of a game. What does change, the sections that have fallen and the
// hedges that have burnt, is a small comparable value, [Destroyed], that the caller
// keeps in its position and hands to every question that depends on it.
//
// Lengths are whole thousandths of an inch. Whether a point lies in a plan,
// whether two walls meet and whether a line of sight clears a roof are decided
// in integers, so no answer hangs on the last bit of a float. A distance is
// rounded up to the next thousandth; therefore d <= 8*[Inch] asks exactly
// whether the true distance is at most eight inches, and d > 8*[Inch] whether
// it is more. Questions of the kind "at least" are answered by functions that
// round down and say so.
//
// Hexes ([Hex], [HexMap]) and rooms ([Rooms]) are the two other kinds of ground:
// a board of levels whose distances go from centre dot to centre dot, and rooms
// joined by doors, windows and stairs.
//
// The package knows no rule: not who may enter, not what a range costs. It
// leaves out slopes inside a feature, overhanging structures and the size of
// models, which are points; a caller that measures from a base measures from
// the point of the base that is nearest.
package ground
