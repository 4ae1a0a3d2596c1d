package rule

import "strings"

// A Value is a number of a rulebook that house rules can set: a fact, or a cell of a table.
type Value struct {
	Name       string // as in house rules: "facts.NAME", "tables.TABLE.ROW.COLUMN"
	Text       string // its meaning
	Cite       Clause
	Printed    int // the value without house rules
	Min, Max   int // the allowed range, both included
	Confidence Confidence
}

// Value returns the fact or cell with a name, and whether it exists.
func (r *Ruleset) Value(name string) (Value, bool) {
	kind, rest, _ := strings.Cut(name, ".")
	switch kind {
	case "facts":
		if f := r.fact(rest); f != nil {
			return Value{name, f.Text, f.Cite, f.Value, f.Min, f.Max, f.Confidence}, true
		}
	case "tables":
		if p := strings.Split(rest, "."); len(p) == 3 {
			return r.cellOf(name, p[0], p[1], p[2])
		}
	}
	return Value{}, false
}

func (r *Ruleset) cellOf(name, table, row, column string) (Value, bool) {
	t := r.table(table)
	if t == nil {
		return Value{}, false
	}
	i, j := t.Ref(row), t.Column(column)
	if i == 0 || j < 0 {
		return Value{}, false
	}
	x, c := &t.Rows[i-1], &t.Columns[j]
	lo, hi := c.bounds()
	return Value{name, x.Text + ", " + c.Text, x.Cite, x.Cells[j], lo, hi, x.Confidence}, true
}

// bounds returns the allowed range of the column's cells.
func (c *Column) bounds() (lo, hi int) {
	if c.Min == 0 && c.Max == 0 {
		return 0, 99
	}
	return c.Min, c.Max
}
