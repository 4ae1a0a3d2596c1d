// Package rulestest is the conformance kit that every ruleset passes.
//
//	func TestConformance(t *testing.T) { rulestest.Run(t, mybook.Rules, rulestest.Options{}) }
//	func FuzzPrefix(f *testing.F)      { rulestest.Fuzz(f, mybook.Rules) }
//
// The kit plays situations: the examples of the procedures, the examples of the rulings, and the
// cases of testdata/cases.txt. It proves facts that the ledger alone cannot state:
//
//   - Every operative clause takes effect somewhere, and every cited clause exists.
//   - Every ruling, fact and table row changes something.
//   - The odds are right.
//   - No dice make a procedure fail.
//
// Each check is a subtest. A failure states the problem, its place and the remedy.
//
// A case is a line of cases.txt:
//
//	# Text from # on is a comment.
//	attack dice=3 weakened=yes                             the rules allow it
//	attack dice=3 weakened=yes | facts.defence.dice=1      under house rules
//	attack dice=19 level=1 => odds                         its odds are pinned
//	attack dice=9 lead=t-34 => refused eligible.check      by this clause and no other
//
// Keys that a case leaves out have the values of the procedure's Default.
//
// Some faults may be excused with a reason; an excuse that nothing needs is a fault. They are a
// number of the published book that no procedure uses, an unsure number that is used without a
// note, a citation that is never reached, a procedure whose default situation is illegal, a clause
// that no game plays, and an action whose odds are too large to compare:
//
//	unused tables.units.*.move: movement over the board is not played
//	silent tables.units.*.speed: looked up for every unit on every turn
//	unreached walls.go/wall.gate: legality refuses gates first; kept as the book says it
//	nodefault attack: a player says who attacks
//	unplayed host.concealed: nobody hides in the game
//	uncompared assault: fights between units go on for a million paths
//
// Two goldens lie beside the cases. odds.txt pins the exact odds of every example and of the
// cases marked odds. The files *.playthrough are plays with given dice: one "$" line for the
// question and one ">" line for each roll or choice. go test -update rewrites the results in them
// and keeps the rest. For a new playthrough, write the lines up to its dice by hand, and -update
// adds the transcript. -update also rewrites evidence.txt, which lies beside the code and says of each clause
// where it is cited, shown and tested. The flag -update belongs to this package, so a test that uses the
// kit cannot declare it again.
//
// The kit cannot check whether a clause agrees with the book, nor whether the code agrees with
// the clause. The casebook and the book's own examples do that.
package rulestest
