package format

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// on returns what is written on a page of some width.
func on(width int, write func(*Page)) string {
	var b strings.Builder
	p := New(&b, width, false)
	write(p)
	p.Flush()
	return b.String()
}

func TestColumns(t *testing.T) {
	rows := Columns{Right: []int{1}}
	rows.Add("hits", "7", "the dice that show five or more than five")
	rows.Add("misses", "12", "")
	rows.Add("rest")
	got := on(44, func(p *Page) { p.Columns(&rows) })
	want := `  hits     7  the dice that show five or
              more than five
  misses  12
  rest
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	wide := Columns{}
	wide.Add(strings.Repeat("x", 30), "a text that has no room beside it")
	if got := on(40, func(p *Page) { p.Columns(&wide) }); got != "  "+strings.Repeat("x", 30)+"\n      a text that has no room beside it\n" {
		t.Errorf("%q", got)
	}
	wide.Whole = true
	if got := on(40, func(p *Page) { p.Columns(&wide) }); strings.Count(got, "\n") != 1 {
		t.Errorf("%q", got)
	}
	on(40, func(p *Page) { p.Columns(&Columns{}) })
}

func TestChart(t *testing.T) {
	got := on(60, func(p *Page) {
		p.Chart([]Bar{{0, 0.25, rat("1/4")}, {1, 0.5, rat("1/2")}, {3, 0.25, rat("1/4")}})
	})
	want := `  value   exactly  at least
      0    25.0 %     100 %  █████████████▌
      1    50.0 %    75.0 %  ███████████████████████████
      3    25.0 %    25.0 %  █████████████▌
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	on(60, func(p *Page) { p.Chart(nil) })
}

// TestLongChart draws many values and rare ones on few lines, and no wider
// than the page.
func TestLongChart(t *testing.T) {
	var bars []Bar
	for i := range 500 {
		bars = append(bars, Bar{Value: i, Chance: 1.0 / 500})
	}
	got := on(70, func(p *Page) { p.Chart(bars) })
	if n := strings.Count(got, "\n"); n > mostLines+1 {
		t.Errorf("%d lines", n)
	}
	for _, l := range strings.Split(got, "\n") {
		if n := utf8.RuneCountInString(l); n > 70 {
			t.Errorf("a line of %d: %s", n, l)
		}
	}
	rare := []Bar{{0, 1e-9, nil}, {1, 1e-7, nil}, {2, 1 - 3e-7, nil}, {3, 1e-7, nil}, {4, 1e-7, nil}}
	lines := chartLines(rare)
	if s := fmt.Sprint(lines[0].label(), lines[1].label(), lines[2].label()); len(lines) != 3 || s != "0–123–4" {
		t.Error(s, lines)
	}
	if n := len(chartLines([]Bar{{0, 1e-9, nil}, {1, 1e-9, nil}})); n != 2 {
		t.Error("nothing but rare values:", n, "lines")
	}
}

func TestText(t *testing.T) {
	if got := on(40, func(p *Page) { p.Text(2, "an answer that is longer than the page is wide") }); got != "  an answer that is longer than the page\n  is wide\n" {
		t.Errorf("%q", got)
	}
	if got := strings.Join(Wrap("", 10), "|"); got != "" {
		t.Errorf("%q", got)
	}
}

func TestPaint(t *testing.T) {
	var b strings.Builder
	p := New(&b, 0, true)
	if s := p.Strong("x") + p.Faint("") + p.Warn("y"); s != "\x1b[1mx\x1b[0m\x1b[33my\x1b[0m" {
		t.Errorf("%q", s)
	}
	if p.Width() != usual {
		t.Error(p.Width())
	}
}
