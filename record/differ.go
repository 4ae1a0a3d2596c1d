package record

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"loophole/rule"
)

// blame notes that the next line differs, with the differing part of both entries.
func (a *audit) blame(k FaultKind, found, expected rule.Entry) {
	a.fault = &Fault{Line: a.next + 2, Kind: k, Found: FieldText(k, found), Expected: FieldText(k, expected)}
}

// difference returns the kind of difference of two entries, or "" if a question and its answer
// agree. Entries that differ in more than one way are different entries. If the expected one comes
// later in the file, the order is wrong.
func (a *audit) difference(found, expected rule.Entry) FaultKind {
	kinds := Differences(found, expected)
	switch {
	case len(kinds) == 1:
		return kinds[0]
	case len(kinds) > 1 && a.later(expected):
		return BadOrder
	case len(kinds) > 1:
		return BadEntry
	}
	return ""
}

// later reports whether an entry comes later in the file.
func (a *audit) later(e rule.Entry) bool {
	return slices.ContainsFunc(a.file.Entries[a.next+1:], func(x rule.Entry) bool {
		return len(identity(x, e)) == 0
	})
}

// Differences lists the differences of two entries, those of their identity first.
func Differences(found, expected rule.Entry) []FaultKind {
	kinds := identity(found, expected)
	if found.Value != expected.Value || found.Overridden != expected.Overridden {
		kinds = append(kinds, BadValue)
	}
	if !slices.Equal(found.Faces, expected.Faces) {
		kinds = append(kinds, BadFace)
	}
	if found.From != expected.From {
		kinds = append(kinds, BadOrigin)
	}
	x, _ := json.Marshal(found.Outcome)
	y, _ := json.Marshal(expected.Outcome)
	if string(x) != string(y) {
		kinds = append(kinds, BadOutcome)
	}
	return kinds
}

// identity lists the differences of two entries apart from their amounts and answers.
func identity(found, expected rule.Entry) []FaultKind {
	var kinds []FaultKind
	if found.Kind != expected.Kind {
		kinds = append(kinds, BadEntry)
	}
	if found.Pool.String() != expected.Pool.String() {
		kinds = append(kinds, BadRoll)
	}
	if found.Cite != expected.Cite {
		kinds = append(kinds, BadClause)
	}
	if found.Text != expected.Text || found.Name != expected.Name {
		kinds = append(kinds, BadText)
	}
	if found.By != expected.By || !slices.Equal(found.Options, expected.Options) {
		kinds = append(kinds, BadChoice)
	}
	return kinds
}

// FieldText returns the part of an entry that a fault concerns. It shows rolls and choices as
// questions.
func FieldText(k FaultKind, e rule.Entry) string {
	switch k {
	case BadRoll:
		return e.Pool.String()
	case BadClause:
		return string(e.Cite)
	case BadValue:
		if e.Overridden {
			return strconv.Itoa(e.Value) + ", given by the house rules"
		}
		return strconv.Itoa(e.Value)
	case BadOrigin:
		return strconv.Quote(e.From)
	}
	switch e.Kind {
	case rule.Rolled:
		if e.By != "" {
			return fmt.Sprintf("the roll %s by %q for %q [%s]", e.Pool, e.By, e.Text, e.Cite)
		}
		return fmt.Sprintf("the roll %s for %q [%s]", e.Pool, e.Text, e.Cite)
	case rule.Chosen:
		return fmt.Sprintf("the choice by %q among %q for %q [%s]", e.By, e.Options, e.Text, e.Cite)
	}
	return fmt.Sprintf("the %s %q", e.Kind, e.String())
}
