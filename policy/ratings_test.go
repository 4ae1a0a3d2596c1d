package policy

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

// The ratings that players see are those of docs/opponents.md, with the commands that measure them.
func TestRatingsOfDocs(t *testing.T) {
	text, err := os.ReadFile("../docs/opponents.md")
	if err != nil {
		t.Fatal(err)
	}
	heads := []string{"", "d20skirmish", "konflikt47", "lasergrenadiers", "oldworld", "tideofiron"}
	anchor, found := "", 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(line, "|\n "), " | ")
		if len(cells) != 7 {
			continue
		}
		name := strings.Trim(cells[0], "` ")
		if cells[1] == "0" {
			anchor = name
			continue
		}
		for i, cell := range cells[1:] {
			var points, interval int
			if _, err := fmt.Sscanf(strings.Replace(strings.TrimSpace(cell), "−", "-", 1), "%d ± %d", &points, &interval); err != nil {
				continue
			}
			r, ok := RatingOf(name, heads[i])
			if !ok || r.Against != anchor { // random; or the captain, which has a rating above the recruit
				continue
			}
			found++
			if want := (Rating{anchor, points, interval}); r != want {
				t.Errorf("%s in %q: %+v, and the document has %+v", name, heads[i], r, want)
			}
		}
	}
	want := 0
	for _, list := range ratings {
		want += len(list)
	}
	if found != want || found != 30 {
		t.Errorf("the document has %d of the %d ratings", found, want)
	}
}

// 191 points are three wins in four, and none is an even score.
func TestRatingScore(t *testing.T) {
	for points, want := range map[int]float64{0: 0.5, 191: 0.75, -191: 0.25} {
		if got := (Rating{Points: points}).Score(); math.Abs(got-want) > 0.001 {
			t.Errorf("%d points: %v, not %v", points, got, want)
		}
	}
}
