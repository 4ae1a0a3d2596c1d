package game

import (
	"bytes"
	"testing"
)

// TestEncode compares the bytes in memory with those that are written field by field.
func TestEncode(t *testing.T) {
	type piece struct {
		Hidden bool
		Wounds int8
		X      uint16
		Y      int32
	}
	type position struct {
		Pieces [3]piece
		Turn   uint64
		Drift  int64
		Left   [2]uint32
	}
	p := position{Turn: 1<<63 + 5, Drift: -3, Left: [2]uint32{7, 1 << 31}}
	p.Pieces[0] = piece{true, -128, 0xABCD, -1}
	p.Pieces[2] = piece{false, 127, 1, 1 << 20}
	got := encode(&p)
	if want := encodeFields(&p); !bytes.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
	p.Pieces[0].X = 0
	if got[2] != 0xCD {
		t.Errorf("the bytes change with the position: %x", got)
	}
}
