package record

import (
	"fmt"
	"strings"
)

// A Kind is what is wrong with a line of a record.
type Kind string

// The kinds of faults.
const (
	BadForm    Kind = "form"            // it is not a line as a record writes it
	TooLarge   Kind = "too large"       // it is beyond the limits of a record
	CutOff     Kind = "cut off"         // the file ends in the middle of it
	BadFormat  Kind = "unknown format"  // it is written in a version that is not known here
	Altered    Kind = "altered"         // its sum does not hold
	BadOrder   Kind = "order"           // it stands in the wrong place
	OtherRules Kind = "other rules"     // it was made under other rules than this program's
	BadHeader  Kind = "header"          // it names what does not exist or is not allowed
	Unlawful   Kind = "unlawful"        // the rules do not allow its situation
	BadEntry   Kind = "entry"           // another entry belongs here
	BadRoll    Kind = "changed roll"    // other dice are rolled here
	BadFace    Kind = "changed face"    // the dice did not show this
	BadValue   Kind = "changed value"   // the amount or reading is another
	BadClause  Kind = "changed clause"  // another clause takes effect
	BadText    Kind = "changed text"    // the reason or name is another
	BadChoice  Kind = "changed choice"  // another side or other options
	BadOrigin  Kind = "changed origin"  // the answer came from elsewhere
	BadOutcome Kind = "changed outcome" // what happened is not what is told
	Unfinished Kind = "unfinished"      // it is missing: the record stops before its outcome
)

// A Fault is the first thing in a record that does not hold.
type Fault struct {
	Line     int // from 1, the header
	Kind     Kind
	Found    string
	Expected string
	// Broken says that the sum of the line does not hold either, so that the
	// line was altered after it was written.
	Broken bool
}

// Error names the line, the kind, what was found and what was expected.
func (f *Fault) Error() string {
	s := fmt.Sprintf("record: line %d: %s: found %s; expected %s", f.Line, f.Kind, short(f.Found), short(f.Expected))
	if f.Broken && f.Kind != Altered && f.Kind != BadOrder {
		s += "; its sum is wrong, so it was altered after it was written"
	}
	return s
}

// short bounds text that came from a file, and keeps it on one line.
func short(s string) string {
	const most = 240
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\n", "; "), "?")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// FirstFault returns whichever fault a reader of the file meets first: the broken
// chain of sums or what replaying found. On the same line the replay knows
// better what was changed, and the chain knows that it was.
func FirstFault(chain, replay *Fault) *Fault {
	switch {
	case chain == nil:
		return replay
	case replay == nil || replay.Line > chain.Line:
		return chain
	case replay.Line == chain.Line:
		replay.Broken = true
		if chain.Kind == BadOrder {
			replay.Kind = BadOrder
		}
	}
	return replay
}
