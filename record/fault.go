package record

import (
	"fmt"
	"strings"
)

// A FaultKind is the kind of a fault.
type FaultKind string

// The kinds of faults.
const (
	BadForm    FaultKind = "form"            // not a well-formed line of a record
	TooLarge   FaultKind = "too large"       // exceeds the limits of a record
	CutOff     FaultKind = "cut off"         // the file ends in the middle of it
	BadFormat  FaultKind = "unknown format"  // written in an unknown version
	Altered    FaultKind = "altered"         // the checksum is wrong
	BadOrder   FaultKind = "order"           // in the wrong place
	OtherRules FaultKind = "other rules"     // made under other rules than this program's
	BadHeader  FaultKind = "header"          // names something unknown or forbidden
	Illegal    FaultKind = "illegal"         // the rules do not allow the situation
	BadEntry   FaultKind = "entry"           // another entry belongs here
	BadRoll    FaultKind = "changed roll"    // other dice are rolled here
	BadFace    FaultKind = "changed face"    // the dice did not show this
	BadValue   FaultKind = "changed value"   // the amount or reading differs
	BadClause  FaultKind = "changed clause"  // the clause differs
	BadText    FaultKind = "changed text"    // the reason or name differs
	BadChoice  FaultKind = "changed choice"  // the side or the options differ
	BadOrigin  FaultKind = "changed origin"  // the origin of the answer differs
	BadOutcome FaultKind = "changed outcome" // the outcome differs
	Unfinished FaultKind = "unfinished"      // missing: the record ends before its outcome
)

// A Fault is the first fault of a record.
type Fault struct {
	Line     int // from 1, the header
	Kind     FaultKind
	Found    string
	Expected string
	// Broken reports that the checksum of the line is wrong too: the line was altered after it was
	// written.
	Broken bool
}

// Error names the line, the kind, the found and the expected value.
func (f *Fault) Error() string {
	s := fmt.Sprintf("record: line %d: %s: found %s; expected %s", f.Line, f.Kind, short(f.Found), short(f.Expected))
	if f.Broken && f.Kind != Altered && f.Kind != BadOrder {
		s += "; its checksum is wrong, so it was altered after it was written"
	}
	return s
}

// short shortens text from a file and keeps it on one line.
func short(s string) string {
	const most = 240
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\n", "; "), "?")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// FirstFault returns the first fault of a file: that of the chain of checksums or that of its replay.
// For the same line, the replay says what was changed and the chain that it was changed.
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
