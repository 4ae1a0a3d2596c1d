package format

import "strings"

// Columns are rows of aligned cells. If the page is too narrow, the last column is broken into
// several lines.
type Columns struct {
	Right []int          // the columns that are aligned to the right
	Paint map[int]string // the style of a column: "faint", "strong" or "warn"
	Whole bool           // never break rows, even if they are wider than the page
	rows  [][]string
}

// Add appends a row.
func (c *Columns) Add(cells ...string) { c.rows = append(c.rows, cells) }

// Len returns the number of rows.
func (c *Columns) Len() int { return len(c.rows) }

// Words returns the first two cells of each row on one line: "a=1 b=2".
func (c *Columns) Words() string {
	var words []string
	for _, row := range c.rows {
		words = append(words, row[0]+"="+row[1])
	}
	return strings.Join(words, " ")
}

// narrowColumn is the least width of the last column. If the page has less room, the last cell of
// each row is on lines of its own.
const narrowColumn = 20

// Columns writes rows, indented by two spaces, with two spaces between columns.
func (p *Page) Columns(c *Columns) {
	widths := c.widths()
	if len(widths) == 0 {
		return
	}
	before := 2
	for _, w := range widths[:len(widths)-1] {
		before += w + 2
	}
	for _, row := range c.rows {
		p.row(c, row, widths, before)
	}
}

// widths returns the width of each column.
func (c *Columns) widths() []int {
	var widths []int
	for _, row := range c.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], wide(cell))
		}
	}
	return widths
}

// row writes a row. before is the width up to the last column.
func (p *Page) row(c *Columns, row []string, widths []int, before int) {
	var b strings.Builder
	last := len(widths) - 1
	for i, cell := range row[:min(len(row), last)] {
		b.WriteString("  ")
		if c.right(i) {
			cell = padLeft(cell, widths[i])
		} else if i < len(row)-1 {
			cell = pad(cell, widths[i])
		}
		b.WriteString(p.cell(c, i, cell))
	}
	head := b.String()
	if len(row) <= last || row[last] == "" {
		p.Line("%s", strings.TrimRight(head, " "))
		return
	}
	room, indent := p.width-before, strings.Repeat(" ", before-2)
	if c.Whole {
		room = widths[last]
	}
	if room < narrowColumn && widths[last] > room {
		p.Line("%s", strings.TrimRight(head, " "))
		head, indent, room = "    ", "    ", p.width-6
	}
	for _, l := range Wrap(row[last], room) {
		if c.right(last) {
			l = padLeft(l, widths[last])
		}
		p.Line("%s  %s", head, p.cell(c, last, l))
		head = indent
	}
}

// cell returns a cell in the style of its column.
func (p *Page) cell(c *Columns, i int, s string) string {
	switch c.Paint[i] {
	case "faint":
		return p.Faint(s)
	case "strong":
		return p.Strong(s)
	case "warn":
		return p.Warn(s)
	}
	return s
}

// right reports whether a column is aligned to the right.
func (c *Columns) right(i int) bool {
	for _, r := range c.Right {
		if r == i {
			return true
		}
	}
	return false
}
