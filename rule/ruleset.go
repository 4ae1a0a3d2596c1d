package rule

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// A Ruleset is the code of one rulebook.
type Ruleset struct {
	ID         string // the package name: "tideofiron"
	Title      string
	Short      string // as players say: "Tide of Iron"
	Chapter    string
	Ledger     *Ledger
	Facts      []*Fact
	Rulings    []*Ruling // rulings and options, in the order of the rulebook
	Tables     []*Table
	Procedures []*Procedure
	Topics     []Topic           // common questions of players
	Phrases    map[string]Phrase // the texts of each procedure for players
	Evidence   string            // of each clause, as the conformance kit writes it

	evidence func() map[Clause]Evidence
	size     int           // the number of values in house rules
	hash     func() string // computes Hash once
}

// MustRuleset completes a ruleset and returns it. It panics on any inconsistency, which is a bug of
// the program. Every start of the program calls it, so what takes long waits for the first use: the
// first question of a procedure panics on tags that are wrong, and the first look at the evidence on a
// line of it.
func MustRuleset(r Ruleset, clauses string) *Ruleset {
	l, err := ParseLedger(clauses)
	if err == nil {
		r.Ledger = l
		err = r.check()
	}
	if err != nil {
		panic(fmt.Sprintf("%s: %v", r.ID, err))
	}
	r.evidence = sync.OnceValue(r.parseEvidence)
	for _, f := range r.Facts {
		f.slot = r.take(1)
	}
	for _, x := range r.Rulings {
		x.slot = r.take(1)
	}
	for _, t := range r.Tables {
		t.slot = r.take(len(t.Rows) * len(t.Columns))
	}
	for _, p := range r.Procedures {
		p.rules = &r
		p.checkTags = sync.OnceFunc(p.mustHaveTags)
	}
	r.hash = sync.OnceValue(r.computeHash)
	return &r
}

func (r *Ruleset) parseEvidence() map[Clause]Evidence {
	all, err := ParseEvidence(r.Evidence)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", r.ID, err))
	}
	return all
}

// EvidenceFor returns the evidence of a clause. It is empty if the ruleset has none for it.
func (r *Ruleset) EvidenceFor(c Clause) Evidence { return r.evidence()[c] }

// Coverage counts the clauses of a rulebook by their evidence.
type Coverage struct {
	Clauses   int `json:"clauses"`
	Operative int `json:"operative"` // clauses that must take effect in play
	Chapter   int `json:"chapter"`   // of these, those of the chapter itself
	Effective int `json:"effective"` // of these, those whose effect a case shows
}

// Coverage counts the clauses.
func (r *Ruleset) Coverage() Coverage {
	c := Coverage{Clauses: len(r.Ledger.Statements)}
	for _, s := range r.Ledger.Statements {
		if !s.Status.IsOperative() {
			continue
		}
		c.Operative++
		if !s.OfChapter() {
			continue
		}
		if c.Chapter++; r.EvidenceFor(s.ID).Effective() {
			c.Effective++
		}
	}
	return c
}

// noSlot is subtracted from a slot to get an index. The zero slot of a fact that is in no ruleset
// thus gives an index that is out of range, and never the value of another fact.
const noSlot = 1 << 20

func (r *Ruleset) take(n int) int {
	slot := r.size + noSlot
	r.size += n
	return slot
}

// check returns an error for unknown clauses, duplicate names and rows of the wrong length.
func (r *Ruleset) check() error {
	var faults []error
	seen := map[string]bool{}
	name := func(kind, n string, cite Clause) {
		if seen[kind+n] || n == "" {
			faults = append(faults, fmt.Errorf("%s %q is listed twice or has no name", kind, n))
		}
		seen[kind+n] = true
		if _, ok := r.Ledger.Find(cite); !ok && cite != "" {
			faults = append(faults, fmt.Errorf("%s %q cites the unknown clause %q", kind, n, cite))
		}
	}
	for _, f := range r.Facts {
		name("fact", f.Name, f.Cite)
		if f.Value < f.Min || f.Value > f.Max {
			faults = append(faults, fmt.Errorf("fact %q: default %d is outside %d to %d", f.Name, f.Value, f.Min, f.Max))
		}
	}
	for _, x := range r.Rulings {
		name("ruling", x.Name, x.Cite)
		if len(x.Readings) < 2 {
			faults = append(faults, fmt.Errorf("ruling %q has fewer than two readings", x.Name))
		}
	}
	for _, t := range r.Tables {
		name("table", t.Name, "")
		for _, row := range t.Rows {
			name("row "+t.Name+".", row.Name, row.Cite)
			if len(row.Cells) != len(t.Columns) {
				faults = append(faults, fmt.Errorf("table %s, row %s: %d cells for %d columns", t.Name, row.Name, len(row.Cells), len(t.Columns)))
			}
		}
	}
	for _, p := range r.Procedures {
		name("procedure", p.Name, "")
	}
	return errors.Join(faults...)
}

// Ask returns a question under the published rules, by the words of the command line:
// rules.Ask("attack", "lead=sig-33b", "level=1"). Everything else has its default. The error names
// the invalid word and suggests similar ones. For house rules, use [Procedure.NewQuestion].
func (r *Ruleset) Ask(procedure string, words ...string) (*Question, error) {
	p, err := r.Procedure(procedure)
	if err != nil {
		return nil, err
	}
	situation, err := ParseWords(words)
	if err != nil {
		return nil, err
	}
	return p.NewQuestion(r.Published(), situation)
}

// Procedure returns a procedure by its name. The error suggests similar names.
func (r *Ruleset) Procedure(name string) (*Procedure, error) {
	var names []string
	for _, p := range r.Procedures {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return nil, fmt.Errorf("%s: unknown procedure %q%s", r.ID, name, suggest(name, names))
}

// Published returns house rules in which every fact, ruling and cell has its published or default value.
func (r *Ruleset) Published() *HouseRules {
	h := &HouseRules{rules: r, values: make([]int32, r.size), given: map[string]int{}}
	for _, f := range r.Facts {
		h.values[f.slot-noSlot] = int32(f.Value)
	}
	for _, t := range r.Tables {
		for i, row := range t.Rows {
			for j, v := range row.Cells {
				h.values[t.slot-noSlot+i*len(t.Columns)+j] = int32(v)
			}
		}
	}
	return h
}

// House returns the house rules of layers of settings, for example those of a file and of a command
// line. Paths are "facts.NAME", "rulings.NAME" and "tables.TABLE.ROW.COLUMN". Within a layer a path
// has one value. It reports all errors at once, each a [SettingError].
func (r *Ruleset) House(layers ...[]Setting) (*HouseRules, error) {
	h := r.Published()
	var faults []error
	for _, settings := range layers {
		given := map[string]Setting{}
		for _, s := range settings {
			before, first := h.given[s.Path], given[s.Path]
			err := h.set(s)
			if err == nil && first.Path != "" && h.given[s.Path] != before {
				err = twofold(s.Path, first.Value, s.Value)
			}
			if err != nil {
				faults = append(faults, &SettingError{s, err})
				continue
			}
			given[s.Path] = s
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return h, nil
}

func (h *HouseRules) set(s Setting) error {
	kind, name, _ := strings.Cut(s.Path, ".")
	switch kind {
	case "facts":
		f := h.rules.fact(name)
		if f == nil {
			return fmt.Errorf("unknown fact %q%s", name, suggest(name, h.rules.factNames()))
		}
		return h.setInRange(s, f.slot, f.Min, f.Max)
	case "rulings":
		return h.setRuling(s, name)
	case "tables":
		return h.setCell(s, name)
	}
	return fmt.Errorf("unknown section %q; a house file has facts, rulings and tables", kind)
}

func (h *HouseRules) setInRange(s Setting, slot, lo, hi int) error {
	v, err := strconv.Atoi(s.Value)
	if err != nil {
		return fmt.Errorf("%s: %q is not a whole number", s.Path, s.Value)
	}
	if v < lo || v > hi {
		return fmt.Errorf("%s: %d is out of range: %d to %d", s.Path, v, lo, hi)
	}
	h.values[slot-noSlot] = int32(v)
	h.given[s.Path] = v
	return nil
}

func (h *HouseRules) setRuling(s Setting, name string) error {
	x := h.rules.ruling(name)
	if x == nil {
		var names []string
		for _, y := range h.rules.Rulings {
			names = append(names, y.Name)
		}
		return fmt.Errorf("unknown ruling %q%s", name, suggest(name, names))
	}
	var readings []string
	for i, y := range x.Readings {
		if y.Name == s.Value {
			h.values[x.slot-noSlot] = int32(i)
			h.given[s.Path] = i
			return nil
		}
		readings = append(readings, y.Name)
	}
	return fmt.Errorf("ruling %s: unknown reading %q%s", name, s.Value, suggest(s.Value, readings))
}

func (h *HouseRules) setCell(s Setting, path string) error {
	p := strings.Split(path, ".")
	if len(p) != 3 {
		return fmt.Errorf("%s: a table value is tables.TABLE.ROW.COLUMN", s.Path)
	}
	t := h.rules.table(p[0])
	if t == nil {
		return fmt.Errorf("unknown table %q%s", p[0], suggest(p[0], h.rules.tableNames()))
	}
	row := t.Ref(p[1])
	if row == 0 {
		return fmt.Errorf("table %s: unknown row %q%s", t.Name, p[1], suggest(p[1], t.rowNames()))
	}
	col := t.Column(p[2])
	if col < 0 {
		var names []string
		for _, c := range t.Columns {
			names = append(names, c.Name)
		}
		return fmt.Errorf("table %s: unknown column %q%s", t.Name, p[2], suggest(p[2], names))
	}
	lo, hi := t.Columns[col].bounds()
	return h.setInRange(s, t.slot+(int(row)-1)*len(t.Columns)+col, lo, hi)
}

func (r *Ruleset) fact(name string) *Fact {
	for _, f := range r.Facts {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func (r *Ruleset) factNames() []string {
	var names []string
	for _, f := range r.Facts {
		names = append(names, f.Name)
	}
	return names
}

func (r *Ruleset) ruling(name string) *Ruling {
	for _, x := range r.Rulings {
		if x.Name == name {
			return x
		}
	}
	return nil
}

func (r *Ruleset) table(name string) *Table {
	for _, t := range r.Tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// rowsOf returns the names of the rows of a table, and whether the table exists.
func (r *Ruleset) rowsOf(table string) ([]string, bool) {
	t := r.table(table)
	if t == nil {
		return nil, false
	}
	return t.rowNames(), true
}

// CheckTable returns an error if the ruleset has no table of a name. It suggests similar names.
func (r *Ruleset) CheckTable(name string) error {
	if r.table(name) != nil {
		return nil
	}
	near := suggest(name, r.tableNames())
	if !strings.HasSuffix(near, "?") {
		near += "."
	}
	return fmt.Errorf("there is no table %q%s List it in Tables", name, near)
}

func (r *Ruleset) tableNames() (names []string) {
	for _, t := range r.Tables {
		names = append(names, t.Name)
	}
	return names
}

func (t *Table) rowNames() []string {
	names := make([]string, len(t.Rows))
	for i := range t.Rows {
		names[i] = t.Rows[i].Name
	}
	return names
}

// Hash returns 16 hexadecimal digits that identify the clauses, facts, rulings and tables. Records
// contain it, so that a record of different rules is recognised. Rewording a clause or a reading
// does not change the hash.
func (r *Ruleset) Hash() string {
	if r.hash == nil { // The ruleset does not come from MustRuleset.
		return r.computeHash()
	}
	return r.hash()
}

func (r *Ruleset) computeHash() string {
	d := sha256.New()
	for _, s := range r.Ledger.Statements {
		fmt.Fprintln(d, s.ID, s.Status)
	}
	for _, f := range r.Facts {
		fmt.Fprintln(d, f.Name, f.Cite, f.Value)
	}
	for _, x := range r.Rulings {
		fmt.Fprint(d, x.Name, " ", x.Cite)
		for _, reading := range x.Readings {
			fmt.Fprint(d, " ", reading.Name)
		}
		fmt.Fprintln(d)
	}
	for _, t := range r.Tables {
		for _, row := range t.Rows {
			fmt.Fprintln(d, t.Name, row.Name, row.Cite, row.Cells)
		}
	}
	return fmt.Sprintf("%x", d.Sum(nil)[:8])
}
