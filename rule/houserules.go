package rule

import (
	"crypto/sha256"
	"fmt"
	"sort"
	"strings"
)

// Confidence is the certainty of a fact or of the row of a table.
type Confidence uint8

// The degrees of confidence.
const (
	Sure   Confidence = iota // stated in the source or by several independent ones
	Likely                   // one good source, or a strong inference
	Guess                    // a plausible placeholder
)

// String returns the confidence as a word.
func (c Confidence) String() string { return [...]string{"sure", "likely", "guess"}[c] }

// A Fact is a number that house rules can change: one that the chapter states, or a host fact, which
// the rest of the game states and the chapter only uses. Its default has a confidence label. Every
// answer that uses the default shows the label, unless the house rules give the value.
type Fact struct {
	Name       string // as in a house rule file: "defence.block"
	Cite       Clause
	Text       string // its meaning and unit
	Value      int    // the labelled default
	Min, Max   int    // the allowed range, both included
	Confidence Confidence
	slot       int
}

// A Ruling is a question that the rulebook leaves open, or an option that it offers. Each reading
// has a name, and the first is the default.
type Ruling struct {
	Name     string // as in a house rule file or --ruling: "halving"
	Cite     Clause
	Question string
	Readings []Reading
	Option   bool // the rulebook itself offers the choice
	// Example is a situation that depends on the ruling, "procedure key=value …", if no example of
	// a procedure does.
	Example string
	slot    int
}

// Reading is one answer to a ruling.
type Reading struct {
	Name string
	Gist string // its effect in play, and for the default, the reason
}

// A Table is a published table. Every row names its clause. A house rule file sets a cell as
// tables.TABLE.ROW.COLUMN.
type Table struct {
	Name    string
	Text    string
	Columns []Column
	Rows    []Row
	slot    int
}

// A Column of a table.
type Column struct {
	Name     string
	Text     string // with its unit
	Min, Max int    // the allowed range of a cell, both included; both 0 means 0 to 99
}

// A Row of a table. A value of type [Ref] in a situation names one.
type Row struct {
	Name       string
	Text       string
	Cite       Clause
	Confidence Confidence
	Cells      []int
}

// YesCell returns the cell of a column that says yes or no: 1 for yes, 0 for no.
func YesCell(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// A Ref names a row of a table in a situation: 0 is none, and 1 is the first row. The tag of the
// field names the table.
type Ref uint8

// HouseRules are the rules of one group of players: every fact, ruling and table value, and the
// differences from the published rules.
type HouseRules struct {
	rules  *Ruleset
	values []int32
	given  map[string]int // by the name of the setting
	Strict bool           // reject labelled defaults

	lacks func(*MissingFactError) // of ReportingDefaults: called for each labelled default
}

// ReportingDefaults returns strict house rules that call lacks for each use of a labelled default
// and then continue. They are not safe for concurrent use.
func (h *HouseRules) ReportingDefaults(lacks func(*MissingFactError)) *HouseRules {
	s := *h
	s.Strict, s.lacks = true, lacks
	return &s
}

// ReportsDefaults reports whether the house rules come from [HouseRules.ReportingDefaults].
func (h *HouseRules) ReportsDefaults() bool { return h.lacks != nil }

// MissingFactError is the error of strict house rules at a labelled default.
type MissingFactError struct {
	Name, Text string
	Default    int
	Confidence Confidence
	Cite       Clause
}

// Error names the fact and how to set it.
func (m *MissingFactError) Error() string {
	return fmt.Sprintf("rule: strict: %q is not published with certainty (%s; %s): give it in a house file; the default is %d",
		m.Name, m.Text, m.Confidence, m.Default)
}

// WithHouseRules sets the house rules of the umpire and returns it. Nil house rules are the
// published rules with their defaults.
func (u *Umpire) WithHouseRules(h *HouseRules) *Umpire {
	u.house = h
	return u
}

// House returns the umpire's house rules; nil for the published rules.
func (u *Umpire) House() *HouseRules { return u.house }

// Fact returns the current value of a fact and notes it.
func (u *Umpire) Fact(f *Fact) int {
	if h := u.house; h != nil && u.rec == nil && !h.Strict {
		if i := f.slot - noSlot; uint(i) < uint(len(h.values)) {
			return int(h.values[i])
		}
	}
	return u.factNoted(f)
}

// factNoted is Fact for umpires that may have to report the use.
func (u *Umpire) factNoted(f *Fact) int {
	v := f.Value
	if u.house != nil {
		mustList("fact", f.Name, f.slot)
		v = int(u.house.values[f.slot-noSlot])
	}
	if u.rec != nil || (u.house != nil && u.house.Strict) {
		u.note(f.Confidence, Entry{Kind: FactUsed, Cite: f.Cite, Text: f.Text, Name: "facts." + f.Name, Value: v})
	}
	return v
}

// Ruling returns the index of the current reading and notes it.
func (u *Umpire) Ruling(r *Ruling) int {
	if h := u.house; h != nil && u.rec == nil {
		if i := r.slot - noSlot; uint(i) < uint(len(h.values)) {
			return int(h.values[i])
		}
	}
	return u.rulingNoted(r)
}

// An UnlistedError is the panic of an umpire that is asked for a fact, a ruling or a table that the ruleset does not list:
// a mistake of the ruleset's author.
type UnlistedError struct{ Kind, Name string }

// Error says what to add to the ruleset.
func (e *UnlistedError) Error() string {
	return fmt.Sprintf("the rules use the %s %q, which the ruleset does not list: add it to %ss", e.Kind, e.Name, strings.ToUpper(e.Kind[:1])+e.Kind[1:])
}

// mustList panics for a fact, a ruling or a table that the ruleset does not list.
func mustList(kind, name string, slot int) {
	if slot == 0 {
		panic(&UnlistedError{kind, name})
	}
}

// rulingNoted is Ruling for umpires that may have to report the use.
func (u *Umpire) rulingNoted(r *Ruling) int {
	v := 0
	if u.house != nil {
		mustList("ruling", r.Name, r.slot)
		v = int(u.house.values[r.slot-noSlot])
	}
	if u.rec != nil {
		u.note(Sure, Entry{Kind: RulingUsed, Cite: r.Cite, Text: r.Readings[v].Name, Name: "rulings." + r.Name, Value: v})
	}
	return v
}

// Cell returns a cell of a published table and notes it. For a Ref of 0 it returns 0 and notes
// nothing.
func (u *Umpire) Cell(t *Table, row Ref, column int) int {
	if u.house != nil {
		mustList("table", t.Name, t.slot)
	}
	v := u.LookupCell(t, row, column)
	if row != 0 && (u.rec != nil || u.house != nil && u.house.Strict) {
		u.noteCell(t, row, column, v)
	}
	return v
}

// noteCell notes the use of a cell.
func (u *Umpire) noteCell(t *Table, row Ref, column, v int) {
	r, c := &t.Rows[row-1], &t.Columns[column]
	u.note(r.Confidence, Entry{
		Kind: TableUsed, Cite: r.Cite, Text: r.Text + ", " + c.Text,
		Name: "tables." + t.Name + "." + r.Name + "." + c.Name, Value: v,
	})
}

// LookupCell returns a cell without noting it, for code that searches a table.
func (u *Umpire) LookupCell(t *Table, row Ref, column int) int {
	if row == 0 {
		return 0
	}
	if u.house != nil {
		return int(u.house.values[t.slot-noSlot+(int(row)-1)*len(t.Columns)+column])
	}
	return t.Rows[row-1].Cells[column]
}

func (u *Umpire) note(sure Confidence, e Entry) {
	if h := u.house; h != nil {
		_, e.Overridden = h.given[e.Name]
		if h.Strict && !e.Overridden && sure != Sure {
			h.missing(&MissingFactError{e.Name, e.Text, e.Value, sure, e.Cite})
		}
	}
	if u.rec != nil {
		e.Confidence = sure
		u.rec.add(e)
	}
}

// missing stops a procedure at a labelled default, or reports the default for ReportingDefaults.
func (h *HouseRules) missing(m *MissingFactError) {
	if h.lacks == nil {
		panic(stop{m})
	}
	h.lacks(m)
}

// Rules returns the ruleset of the house rules.
func (h *HouseRules) Rules() *Ruleset { return h.rules }

// Overrides lists the settings of the house rules, by full name ("facts.…", "rulings.…",
// "tables.…"), with each value as in a house rule file.
func (h *HouseRules) Overrides() []Setting {
	var s []Setting
	for name, v := range h.given {
		text := fmt.Sprint(v)
		if r := h.rules.ruling(strings.TrimPrefix(name, "rulings.")); r != nil && strings.HasPrefix(name, "rulings.") {
			text = r.Readings[v].Name
		}
		s = append(s, Setting{Path: name, Value: text})
	}
	sort.Slice(s, func(i, j int) bool { return s[i].Path < s[j].Path })
	return s
}

// Readings returns the current reading of every ruling and option, by name.
func (h *HouseRules) Readings() map[string]string {
	m := map[string]string{}
	for _, r := range h.rules.Rulings {
		m[r.Name] = r.Readings[h.values[r.slot-noSlot]].Name
	}
	return m
}

// Hash returns 16 hexadecimal digits that identify the settings, or "published" without settings.
func (h *HouseRules) Hash() string {
	g := h.Overrides()
	if len(g) == 0 {
		return "published"
	}
	d := sha256.New()
	for _, s := range g {
		fmt.Fprintf(d, "%s=%s\n", s.Path, s.Value)
	}
	return fmt.Sprintf("%x", d.Sum(nil)[:8])
}

// Ref returns the reference of a row by its name, or 0.
func (t *Table) Ref(name string) Ref {
	for i := range t.Rows {
		if t.Rows[i].Name == name {
			return Ref(i + 1)
		}
	}
	return 0
}

// RowName returns the name of the row of a reference, or "".
func (t *Table) RowName(r Ref) string {
	if r == 0 || int(r) > len(t.Rows) {
		return ""
	}
	return t.Rows[r-1].Name
}

// Column returns the index of a column by its name, or -1.
func (t *Table) Column(name string) int {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return i
		}
	}
	return -1
}
