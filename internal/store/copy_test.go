package store_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"loophole/internal/store"
)

// A copy with a changed or missing byte is rejected.
func TestAlteredCopy(t *testing.T) {
	var b bytes.Buffer
	if err := whole().Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.Bytes()
	for i := range text {
		x := bytes.Clone(text)
		x[i] ^= 1
		if _, err := store.ReadCopy(bytes.NewReader(x)); err == nil {
			t.Errorf("byte %d, %q, can be another", i, text[i])
		}
		if _, err := store.ReadCopy(bytes.NewReader(text[:i])); err == nil {
			t.Errorf("it can end before byte %d", i)
		}
	}
}

// FuzzCopy reads arbitrary bytes. What the reader accepts must be written again as the same text.
func FuzzCopy(f *testing.F) {
	for _, text := range []string{
		`{"loophole":"match copy","format":1,"id":"a","created":1,"over":false,"lines":1,"hands":0,"answers":0,"facts":{},"standing":{},"seats":[]}` + "\nx\n{\"sum\":\"\"}\n",
		`{"loophole":"match copy","format":9}` + "\n", "{}\n", "", strings.Repeat("[", 9000),
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := store.ReadCopy(bytes.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := c.Write(&b); err != nil {
			t.Fatal(err)
		}
		if again, err := store.ReadCopy(&b); err != nil || len(again.Lines) != len(c.Lines) {
			t.Error(again, err)
		}
	})
}

// whole returns a copy with everything that a match can have.
func whole() *store.Copy {
	m := &store.Match{ID: "one", Created: time.Unix(1_700_000_000, 0), InfoJSON: []byte(`{"title":"x"}`), StateJSON: []byte(`{"n":1}`), Over: true,
		Lines: [][]byte{[]byte("header\n"), []byte("a\n")}, Hands: [][]byte{[]byte("h\n")}, Seats: map[store.Hash]string{{1}: "0", {2}: "1"}}
	return &store.Copy{Match: m, Answers: []store.KeptAnswer{{Seq: 2, Key: "k", Asked: make([]byte, 32), Body: []byte("{}")}}}
}
