package notation

import (
	"os"
	"strings"
	"testing"
)

// TestPage: the answer to every example of the page is the one that it shows.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../docs/dice.md")
	if err != nil {
		t.Fatal(err)
	}
	_, examples, _ := strings.Cut(string(text), "\n## Examples\n")
	n := 0
	for _, line := range strings.Split(examples, "\n") {
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		if len(cells) != 3 || !strings.Contains(cells[1], "`") {
			continue
		}
		n++
		e := asked(t, strings.Trim(cells[1], " `"))
		x := answered(t, e.String())
		got := x.nonZero().RatString()
		if names := e.Names(); names != nil {
			var list []string
			for v, name := range names {
				list = append(list, name+" "+x.P(v).RatString())
			}
			got = strings.Join(list, ", ")
		}
		if want := strings.TrimSpace(cells[2]); got != want {
			t.Errorf("%s: %s; the page says %s", e, got, want)
		}
	}
	if n < 15 {
		t.Errorf("%d examples", n)
	}
}
