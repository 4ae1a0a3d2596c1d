// Package rulestest tells whether a rulebook keeps its promises: it is the
// conformance kit that every rulebook passes.
//
//	func TestConformance(t *testing.T) { rulestest.Run(t, mybook.Rules, rulestest.Options{}) }
//	func FuzzPrefix(f *testing.F)      { rulestest.Fuzz(f, mybook.Rules) }
//
// The kit plays situations: the examples of the procedures, the examples of
// the rulings, and the cases of testdata/cases.txt. From them it finds out what
// the ledger alone cannot say: that every clause which bites takes effect
// somewhere, that no clause is cited which does not exist, that every ruling,
// fact and table row changes something, that the odds are right and that no
// dice, however strange, upset a procedure. Each check is a subtest; its
// failure says what is wrong, where, and what to do about it.
//
// A case is a line of cases.txt:
//
//	# Text from # on is a comment.
//	attack dice=3 weakened=yes                             the rules allow it
//	attack dice=3 weakened=yes | facts.defence.dice=1      under a house
//	attack dice=19 level=1 => odds                         its odds are pinned
//	attack dice=9 lead=t-34 => refused eligible.check      by this clause and no other
//
// Three faults may be excused with a reason, and the excuse fails when nothing
// needs it any more: a number that the published book has and the procedures
// have no use for; an unsure number that is used without being noted; and a
// place that cites a clause and is never reached.
//
//	unused tables.units.*.move: movement over the board is not played
//	silent tables.units.*.speed: looked up for every unit on every turn
//	unreached walls.go/wall.gate: legality refuses gates first; kept as the book says it
//
// Two goldens stand beside the cases: odds.txt pins the exact odds of every
// example and of the cases marked odds, and the files *.playthrough are plays
// with given dice, one "$" line for the question and one ">" line for each
// roll or choice. go test -update rewrites what follows from them and keeps the
// rest; a play of one's own is written by hand as far as its dice, and -update
// adds the transcript. The flag -update belongs to this package, so a test
// that uses the kit cannot declare it again.
//
// The kit leaves out what it cannot see: whether a clause says what the book
// says, and whether the code does what the clause says. For those there are
// the reader and the book's own examples.
package rulestest
