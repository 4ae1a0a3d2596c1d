package ground

import "testing"

// TestHexDistance compares with a walk from neighbour to neighbour.
func TestHexDistance(t *testing.T) {
	start := Hex{2, -3}
	steps := map[Hex]int{start: 0}
	queue := []Hex{start}
	for n := 0; n < len(queue); n++ {
		if steps[queue[n]] == 6 {
			break
		}
		for d := range 6 {
			next := queue[n].Neighbour(d)
			if _, known := steps[next]; !known {
				steps[next] = steps[queue[n]] + 1
				queue = append(queue, next)
			}
		}
	}
	if len(steps) != 1+3*6*7 {
		t.Fatalf("%d hexes within six steps", len(steps))
	}
	for h, n := range steps {
		if start.Distance(h) != n || h.Distance(start) != n {
			t.Errorf("%v: %d steps, distance %d and %d", h, n, start.Distance(h), h.Distance(start))
		}
	}
}
