package format

import "strings"

// Columns are rows of cells that stand under each other. The last column is
// broken over several lines where the page is too narrow.
type Columns struct {
	Right []int          // columns that stand to the right
	Paint map[int]string // columns with a paint: "faint", "strong", "warn"
	Whole bool           // rows are never broken: a page too narrow is overrun
	rows  [][]string
}

// Add appends a row.
func (c *Columns) Add(cells ...string) { c.rows = append(c.rows, cells) }

// Len returns the number of rows.
func (c *Columns) Len() int { return len(c.rows) }

// Words writes the first two cells of each row on one line: "a=1 b=2".
func (c *Columns) Words() string {
	var words []string
	for _, row := range c.rows {
		words = append(words, row[0]+"="+row[1])
	}
	return strings.Join(words, " ")
}

// narrowColumn is the least width of a last column. Where the page has less,
// the last column stands below the others.
const narrowColumn = 20

// Columns writes rows, two spaces apart, indented by two.
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
	for _, l := range wrap(row[last], room) {
		if c.right(last) {
			l = padLeft(l, widths[last])
		}
		p.Line("%s  %s", head, p.cell(c, last, l))
		head = indent
	}
}

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

func (c *Columns) right(i int) bool {
	for _, r := range c.Right {
		if r == i {
			return true
		}
	}
	return false
}
