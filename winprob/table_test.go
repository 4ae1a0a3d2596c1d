package winprob

import (
	"math"
	"testing"
)

// TestTable compares a table with the levels from which it is made: for values below, between and
// above them, and for levels that lie too far apart for a table.
func TestTable(t *testing.T) {
	for _, upper := range [][]float32{nil, {0}, {-3, 4}, {1, 2, 30}, {0, 255}, {-20000, 0, 20000}, {0.5, 2}, {1 << 25, 1<<25 + 8}, {-(1 << 25), 3 - 1<<25}} {
		f := &fieldCode{First: 2, Levels: append(upper, math.MaxFloat32)}
		m := &Model{Weights: make([][2]float32, 2+len(f.Levels))}
		for i := range m.Weights {
			m.Weights[i] = [2]float32{float32(i), float32(-i)}
		}
		table := m.table(f)
		for _, y := range []float32{-32768, -20001, -20000, -4, -3, -2, 0, 1, 2, 3, 4, 5, 30, 31, 254, 255, 256, 20000, 20001, 1 << 31, 1 << 40, 1 << 63} {
			if got, want := table.at(y), m.Weights[2+f.level(y)]; got != want {
				t.Errorf("levels up to %v: the weights of %v are %v, want %v", upper, y, got, want)
			}
		}
	}
}
