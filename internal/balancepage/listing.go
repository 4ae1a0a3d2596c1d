package balancepage

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"

	"loophole/internal/format"
	. "loophole/internal/markup"
)

//go:embed listing.js
var listingScript string

// scriptHash is the hash by which a page allows the script of its long tables, and no other.
var scriptHash = func() string {
	sum := sha256.Sum256([]byte(listingScript))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

// The kinds of columns of a listing.
const (
	headColumn   = "head" // values by which rows are filtered
	textColumn   = "text"
	numberColumn = "number"
	shareColumn  = "share" // a number with a bar
)

// A datum is a cell of a listing.
type datum struct {
	text, exact string
	share       float64 // of the bar
	order       float64 // by which numbers are sorted
}

// A listingColumn is a column with its heading and its cells. Sorted columns know the order of their
// different cells; others keep the order in which they come.
type listingColumn struct {
	head, kind string
	cells      []datum
}

// A listing is a table of any length. A script shows long ones page by page, from data that the
// page contains once.
type listing struct{ columns []listingColumn }

const (
	wholeRows = 200 // a longer listing needs the script
	firstRows = 50  // of a long listing that are there without the script
)

// add starts a column.
func (l *listing) add(head, kind string) {
	l.columns = append(l.columns, listingColumn{head: head, kind: kind})
}

// row adds a row.
func (l *listing) row(cells ...datum) {
	for i := range l.columns {
		l.columns[i].cells = append(l.columns[i].cells, cells[i])
	}
}

func (l *listing) rows() int {
	if len(l.columns) == 0 {
		return 0
	}
	return len(l.columns[0].cells)
}

// long reports whether the listing needs the script.
func (l *listing) long() bool { return l.rows() > wholeRows }

// node returns the table.
func (l *listing) node() Node {
	var columns Group
	for _, c := range l.columns {
		if c.kind == headColumn || c.kind == textColumn {
			columns = append(columns, text(c.head))
		} else {
			columns = append(columns, number(c.head))
		}
	}
	n := l.rows()
	if l.long() {
		n = firstRows
	}
	rows := make(Group, n)
	for i := range rows {
		row := make(Group, len(l.columns))
		for k := range l.columns {
			row[k] = l.columns[k].cells[i].node(l.columns[k].kind)
		}
		rows[i] = Tr(row)
	}
	table := scroll(Table(heads(columns), TBody(rows)))
	if !l.long() {
		return table
	}
	return Div(Class("listing"), table,
		NoScript(P(Textf("These are the first %d of %s rows. The others need a script, which this browser does not run here; "+
			"loophole sweep merge RESULT --csv writes them all.", n, format.Count(int64(l.rows()))))),
		Script(Type("application/json"), Raw(l.data())))
}

func (d datum) node(kind string) Node {
	var exact Node
	if d.exact != "" {
		exact = Group{Text(" "), Small(Text(d.exact))}
	}
	switch kind {
	case headColumn:
		return Th(Scope("row"), Text(d.text))
	case textColumn:
		return Td(Text(d.text))
	case shareColumn:
		return Td(Class("number share"), StyleAttr(fmt.Sprintf("--share:%.2f%%", 100*d.share)), Text(d.text), exact)
	}
	return Td(Class("number"), Text(d.text), exact)
}

// columnData is a column as the script reads it: the different cells in order, and which of them each row
// has. A tab divides a text from an exact number.
type columnData struct {
	Kind  string   `json:"kind"`
	Cells []string `json:"cells"`
	Rows  []int    `json:"rows"`
}

// data returns the listing as JSON, which contains no <.
func (l *listing) data() string {
	var all struct {
		Columns []columnData `json:"columns"`
	}
	for _, c := range l.columns {
		all.Columns = append(all.Columns, c.data())
	}
	text, _ := json.Marshal(all) // Texts and numbers have no other form.
	return string(text)
}

func (c *listingColumn) data() columnData {
	x := columnData{Kind: c.kind, Rows: make([]int, len(c.cells))}
	var different []datum
	at := map[datum]int{}
	for _, d := range c.cells {
		if _, there := at[d]; !there {
			at[d] = len(different)
			different = append(different, d)
		}
	}
	if c.kind != headColumn {
		slices.SortStableFunc(different, func(a, b datum) int { return cmp.Compare(a.order, b.order) })
	}
	for i, d := range different {
		at[d] = i
		text := d.text
		if d.exact != "" {
			text += "\t" + d.exact
		}
		x.Cells = append(x.Cells, text)
	}
	for i, d := range c.cells {
		x.Rows[i] = at[d]
	}
	return x
}
