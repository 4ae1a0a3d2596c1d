package page

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"unicode/utf8"
)

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

func TestPercent(t *testing.T) {
	tiny := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(6), big.NewInt(500), nil))
	almost := new(big.Rat).Sub(big.NewRat(1, 1), tiny)
	for _, c := range []struct {
		p     float64
		exact *big.Rat
		want  string
	}{
		{0, nil, "0 %"}, {1, nil, "100 %"}, {0, rat("0"), "0 %"}, {1, rat("1"), "100 %"},
		{0, tiny, "<0.01 %"}, {1, almost, ">99.99 %"},
		{0.00009, nil, "<0.01 %"}, {0.0001, nil, "0.01 %"}, {0.99991, nil, ">99.99 %"}, {0.9999, nil, "99.99 %"},
		{0.07771439178237852, rat("90324443/1162261467"), "7.77 %"},
		{0.0999, nil, "9.99 %"}, {0.09995, nil, "10.0 %"}, {0.5, nil, "50.0 %"}, {0.89999, nil, "90.0 %"}, {0.95, nil, "95.00 %"},
	} {
		if got := Percent(c.p, c.exact); got != c.want {
			t.Errorf("Percent(%v, %v) = %q, want %q", c.p, c.exact, got, c.want)
		}
	}
}

func TestFraction(t *testing.T) {
	for _, c := range []struct {
		r     string
		want  string
		short bool
	}{
		{"0", "0", false}, {"1", "1", false}, {"2/6", "1/3", false},
		{"90324443/1162261467", "90324443/1162261467", false},
		{"1/1234567890123", "1/1234567890123", false},
		{"12345678901231/98765432109876543", "1234…1231/9876…6543", true},
		{"12345678901234", "1234…1234", true},
	} {
		if got, short := Fraction(rat(c.r)); got != c.want || short != c.short {
			t.Errorf("Fraction(%s) = %q %v, want %q %v", c.r, got, short, c.want, c.short)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{
		{0, "0.00"}, {5.33577, "5.34"}, {4.33351024153879, "4.33"}, {-2.5, "-2.50"}, {0.271, "0.27"}, {0.01234, "0.0123"},
		{123.456, "123.5"}, {12345.6, "12346"}, {1e-20, "0.000000000000"},
	} {
		if got := Number(c.x); got != c.want {
			t.Errorf("Number(%v) = %q, want %q", c.x, got, c.want)
		}
	}
	for x, want := range map[float64]string{0: "0", 0.0843: "0.084", 0.156: "0.16", 1.5: "1.5", 12.3: "12", 0.00139: "0.0014"} {
		if got := Error(x); got != want {
			t.Errorf("Error(%v) = %q, want %q", x, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1 000", 1234567: "1 234 567", -12345: "-12 345"} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

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
	if got := strings.Join(wrap("", 10), "|"); got != "" {
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
