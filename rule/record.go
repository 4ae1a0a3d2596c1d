package rule

import (
	"encoding/json"
	"fmt"
	"strings"
)

// EntryKind is the kind of a record entry.
type EntryKind uint8

// The kinds of entries.
const (
	Rolled     EntryKind = iota + 1 // dice were rolled and read
	Chosen                          // a player decided
	Applied                         // a clause added an amount
	Noted                           // a clause took effect
	TableUsed                       // a cell of a published table was used
	FactUsed                        // a fact was used
	RulingUsed                      // a ruling or an option was followed
	Finished                        // the outcome
)

var kindNames = [...]string{"", "roll", "choice", "apply", "note", "table", "fact", "ruling", "outcome"}

// String returns the kind as in records.
func (k EntryKind) String() string { return kindNames[k] }

// An Entry is one step of a record.
type Entry struct {
	Kind       EntryKind
	Cite       Clause
	Text       string // the reason of a roll, or what was applied
	Value      int    // the result, amount, option, table value or reading of a ruling
	Pool       Pool   // of a roll
	Faces      []uint8
	From       string     // the source of the faces, if known
	By         Side       // of a choice; of a roll that a rule gives to a side
	Options    []string   // of a choice
	Name       string     // of a fact, ruling or table cell
	Overridden bool       // the house rules set a fact, ruling or cell
	Confidence Confidence // of a fact or table cell
	Outcome    any        // of the last entry
}

// A Record is the audit trail of one procedure: every answer and every applied clause in order. The
// zero Record is ready to use. Functions that take a record keep none if it is nil.
type Record struct {
	Entries []Entry
	OnEntry func(Entry) // called with each entry as it is added, if not nil
	Brief   bool        // store no entries, and note parts without dice only once over many runs
}

func (r *Record) add(e Entry) {
	if !r.Brief {
		r.Entries = append(r.Entries, e)
	}
	if r.OnEntry != nil {
		r.OnEntry(e)
	}
}

// Finish adds the outcome as the last entry.
func (r *Record) Finish(outcome any) { r.add(Entry{Kind: Finished, Outcome: outcome}) }

// Rolls returns the entries of rolls, in order.
func (r *Record) Rolls() []Entry {
	var rolls []Entry
	for _, e := range r.Entries {
		if e.Kind == Rolled {
			rolls = append(rolls, e)
		}
	}
	return rolls
}

// String returns the entry as one line of a transcript.
func (e Entry) String() string {
	var s string
	switch e.Kind {
	case Rolled:
		s = fmt.Sprintf("%s: %s%s → %s = %s", e.Text, e.hand(), e.Pool, e.faces(), e.result())
	case Chosen:
		s = fmt.Sprintf("%s: %s %s", e.Text, e.By.WithVerb("choose"), e.Options[e.Value])
	case Applied:
		s = fmt.Sprintf("%s: %d", e.Text, e.Value)
	case Noted:
		s = e.Text
	case TableUsed, FactUsed:
		s = fmt.Sprintf("%s: %d%s", e.Text, e.Value, e.how())
	case RulingUsed:
		s = fmt.Sprintf("%s: %s%s", strings.TrimPrefix(e.Name, "rulings."), e.Text, e.how())
	case Finished:
		j, _ := json.Marshal(e.Outcome)
		return fmt.Sprintf("outcome: %s", j)
	}
	return fmt.Sprintf("%s [%s]", s, e.Cite)
}

// result returns the result of a roll in words: yes or no for a test that is a question, and
// passed or failed for any other test.
func (e Entry) result() string {
	switch r := (Roll{Pool: e.Pool, Why: e.Text}); {
	case !r.IsQuestion():
		return e.Pool.Describe(e.Value)
	case e.Value == 1:
		return "yes"
	}
	return "no"
}

// how returns the origin of a value, unless it is simply published.
func (e Entry) how() string {
	switch {
	case e.Overridden:
		return " (given)"
	case e.Kind == RulingUsed:
		return " (default)"
	case e.Confidence != Sure:
		return " (assumed: " + e.Confidence.String() + ")"
	}
	return ""
}

// hand returns the side that rolled, if a rule gives the dice to a side.
func (e Entry) hand() string {
	if e.By == "" {
		return ""
	}
	return e.By.WithVerb("roll") + " "
}

// faces returns the faces of a roll, by name if they have names.
func (e Entry) faces() string {
	if e.Faces == nil {
		return "(not shown)"
	}
	bag := e.Pool.Bag()
	w := make([]string, len(e.Faces))
	for i, x := range e.Faces {
		w[i] = bag.Name(int(x))
	}
	return strings.Join(w, " ")
}

// entryJSON is an entry in JSON. Its fields are in the order of the line.
type entryJSON struct {
	Kind    string   `json:"kind"`
	Cite    Clause   `json:"clause,omitempty"`
	Text    string   `json:"text,omitempty"`
	Name    string   `json:"name,omitempty"`
	Roll    string   `json:"roll,omitempty"`
	Faces   []int    `json:"faces,omitempty"`
	From    string   `json:"from,omitempty"`
	By      Side     `json:"by,omitempty"`
	Options []string `json:"options,omitempty"`
	Value   *int     `json:"value,omitempty"`
	Given   bool     `json:"given,omitempty"`
	Outcome any      `json:"outcome,omitempty"`
}

// MarshalJSON writes the entry as one JSON object with a fixed order of fields.
func (e Entry) MarshalJSON() ([]byte, error) {
	j := entryJSON{
		Kind: e.Kind.String(), Cite: e.Cite, Text: e.Text, Name: e.Name, From: e.From,
		By: e.By, Options: e.Options, Given: e.Overridden, Outcome: e.Outcome,
	}
	if e.Pool != 0 {
		j.Roll = e.Pool.String()
	}
	for _, f := range e.Faces {
		j.Faces = append(j.Faces, int(f))
	}
	if e.Kind != Finished && e.Kind != Noted {
		j.Value = &e.Value
	}
	return json.Marshal(j)
}
