package format

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A Page writes text at a given width. It keeps the first error of its writer until Flush.
type Page struct {
	out    *bufio.Writer
	width  int
	colour bool
}

// The least, the greatest and the default width of a page, in columns.
const (
	narrowest = 40
	widest    = 120
	usual     = 80
)

// New returns a page that writes to w. The width is limited to 40 to 120 columns; 0 means 80.
func New(w io.Writer, width int, colour bool) *Page {
	if width <= 0 {
		width = usual
	}
	return &Page{bufio.NewWriter(w), min(max(width, narrowest), widest), colour}
}

// Flush writes the buffered text and returns the first error of the page.
func (p *Page) Flush() error { return p.out.Flush() }

// Width returns the width of the page in columns.
func (p *Page) Width() int { return p.width }

// Line writes one formatted line, however long it is.
func (p *Page) Line(format string, args ...any) {
	fmt.Fprintf(p.out, format, args...)
	p.out.WriteByte('\n')
}

// Gap writes an empty line.
func (p *Page) Gap() { p.out.WriteByte('\n') }

// Head writes a heading, broken at the width of the page.
func (p *Page) Head(format string, args ...any) {
	for _, l := range Wrap(fmt.Sprintf(format, args...), p.width) {
		p.Line("%s", p.Strong(l))
	}
}

// Numbered writes a numbered paragraph, broken at the width of the page, with its continuations
// below its text. paint colours each line, unless it is nil.
func (p *Page) Numbered(n int, text string, paint func(string) string) {
	head := fmt.Sprintf("%3d  ", n)
	for _, l := range Wrap(text, p.width-wide(head)) {
		if paint != nil {
			l = paint(l)
		}
		p.Line("%s%s", head, l)
		head = strings.Repeat(" ", wide(head))
	}
}

// Text writes a paragraph, broken at the width of the page and indented.
func (p *Page) Text(indent int, text string) {
	pad := strings.Repeat(" ", indent)
	for _, l := range Wrap(text, p.width-indent) {
		p.Line("%s%s", pad, l)
	}
}

// Strong returns text in bold, if the page has colour.
func (p *Page) Strong(s string) string { return p.paint("1", s) }

// Faint returns text in faint type, if the page has colour.
func (p *Page) Faint(s string) string { return p.paint("2", s) }

// Good returns text in the colour of bars and of success, if the page has colour.
func (p *Page) Good(s string) string { return p.paint("32", s) }

// Warn returns text in the colour of warnings, if the page has colour.
func (p *Page) Warn(s string) string { return p.paint("33", s) }

// paint returns text with an escape sequence around it, if the page has colour.
func (p *Page) paint(code, s string) string {
	if !p.colour || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// Wrap breaks text between words into lines of at most width characters. A longer word has a line
// of its own. Spaces and line breaks in text count as one space. The result has at least one line.
func Wrap(text string, width int) []string {
	var lines []string
	line, n := "", 0
	for _, w := range strings.Fields(text) {
		k := utf8.RuneCountInString(w)
		if n > 0 && n+1+k > width {
			lines, line, n = append(lines, line), "", 0
		}
		if n > 0 {
			line, n = line+" ", n+1
		}
		line, n = line+w, n+k
	}
	return append(lines, line)
}

// wide returns how many columns text takes.
func wide(s string) int { return utf8.RuneCountInString(s) }

// pad fills text up to n columns on the right.
func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-wide(s))) }

// padLeft fills text up to n columns on the left.
func padLeft(s string, n int) string { return strings.Repeat(" ", max(0, n-wide(s))) + s }
