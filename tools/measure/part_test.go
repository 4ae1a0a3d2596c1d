package main

import (
	"os"
	"path/filepath"
	"testing"

	"loophole/scenario"
)

// An interrupted run continues with the games that it has played, unless the rules have changed since.
func TestPart(t *testing.T) {
	list, err := named([]string{"tideofiron/worked"})
	if err != nil {
		t.Fatal(err)
	}
	b, file := list[0], filepath.Join(t.TempDir(), "strong.tsv.part")
	read := func() *part {
		p, err := readPart(file)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	played := func(p *part, n int) string {
		x, err := p.play(b, by, n)
		if err != nil {
			t.Fatal(err)
		}
		return (&scenario.Measured{Strong: strongResult(by, &x.Series)}).Strong.Line(b)
	}
	want := played(read(), 24)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	played(read(), 7)
	if n := read().games(b, by); n != 7 {
		t.Errorf("%d games are in the file, not 7", n)
	}
	if got := played(read(), 24); got != want {
		t.Errorf("a continued run:\n%swithout an interruption:\n%s", got, want)
	}

	p := read()
	p.played[nameOf(b, by)].Opening, p.played[nameOf(b, by)].Won[0] = "as it was once", 24
	if got := played(p, 25); got == want || p.played[nameOf(b, by)].Games != 25 || p.played[nameOf(b, by)].Won[0] == 24 {
		t.Errorf("games of other rules count: %s", got)
	}
	if err := os.WriteFile(file, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := readPart(file); err == nil {
		t.Error("a broken file is read")
	}
}
