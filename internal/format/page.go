package format

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A Page is where an answer is written. Errors are kept until Flush.
type Page struct {
	out    *bufio.Writer
	width  int
	colour bool
}

// The widths between which pages are laid out.
const (
	narrowest = 40
	widest    = 120
	usual     = 80
)

// New returns a page. A width of 0 is the usual one.
func New(w io.Writer, width int, colour bool) *Page {
	if width <= 0 {
		width = usual
	}
	return &Page{bufio.NewWriter(w), min(max(width, narrowest), widest), colour}
}

// Flush writes what is left, and returns the first error of all writing.
func (p *Page) Flush() error { return p.out.Flush() }

// Width returns how many columns the page has.
func (p *Page) Width() int { return p.width }

// Line writes one line as it is.
func (p *Page) Line(format string, args ...any) {
	fmt.Fprintf(p.out, format, args...)
	p.out.WriteByte('\n')
}

// Gap writes an empty line.
func (p *Page) Gap() { p.out.WriteByte('\n') }

// Head writes the title of a part.
func (p *Page) Head(format string, args ...any) {
	p.Line("%s", p.Strong(fmt.Sprintf(format, args...)))
}

// Text writes a paragraph, broken at the width of the page, its lines indented.
func (p *Page) Text(indent int, text string) {
	pad := strings.Repeat(" ", indent)
	for _, l := range wrap(text, p.width-indent) {
		p.Line("%s%s", pad, l)
	}
}

// Strong makes text stand out where there is colour.
func (p *Page) Strong(s string) string { return p.paint("1", s) }

// Faint makes text step back where there is colour.
func (p *Page) Faint(s string) string { return p.paint("2", s) }

// Good colours bars and what holds.
func (p *Page) Good(s string) string { return p.paint("32", s) }

// Warn colours what the reader should not overlook.
func (p *Page) Warn(s string) string { return p.paint("33", s) }

func (p *Page) paint(code, s string) string {
	if !p.colour || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// wrap breaks text between words into lines of at most width characters; a
// longer word has a line of its own.
func wrap(text string, width int) []string {
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

func wide(s string) int { return utf8.RuneCountInString(s) }

func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-wide(s))) }

func padLeft(s string, n int) string { return strings.Repeat(" ", max(0, n-wide(s))) + s }
