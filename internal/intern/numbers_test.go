package intern

import (
	"slices"
	"testing"
)

func TestNumbers(t *testing.T) {
	type piece struct {
		Alive bool
		Wound int8
		X     uint16
	}
	type place struct {
		Pieces [2]piece
		Score  int32
		Hash   uint64
		Short  int16
		Left   uint8
	}
	n := NumbersOf[place]()
	x := place{[2]piece{{true, -3, 40000}, {false, 7, 2}}, -100000, 1 << 40, -9, 200}
	want := []float32{1, -3, 40000, 0, 7, 2, -100000, 1 << 40, -9, 200}
	if got := n.Append(nil, &x); !slices.Equal(got, want) || n.Len() != len(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := n.AppendChosen(nil, &x, []int32{8, 1, 2}); !slices.Equal(got, []float32{-9, -3, 40000}) {
		t.Errorf("chosen: got %v", got)
	}
}
