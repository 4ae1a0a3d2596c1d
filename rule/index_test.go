package rule_test

import (
	"testing"

	"pgregory.net/rapid"

	"loophole/rule"
)

type small struct{ A, B int8 }

type wideKey struct {
	A    [3]int32
	On   bool
	More [7]uint8
}

type padded struct {
	A int8
	B int64
}

type named struct {
	Name string
	N    int
}

// numbers holds an index against a map: equal values have equal numbers, given
// from 0 in the order of the first meeting.
func numbers[K comparable](t *rapid.T, what string, keys []K) {
	x, want := &rule.Index[K]{}, map[K]int{}
	for range 2 {
		for i := range keys {
			k := keys[i]
			n, ok := want[k]
			if !ok {
				n = len(want)
				want[k] = n
			}
			if got := x.Of(&k); got != n || x.At(n) != k {
				t.Fatalf("%s: %v is number %d, should be %d", what, k, got, n)
			}
		}
		if x.Len() != len(want) || len(x.All()) != len(want) {
			t.Fatalf("%s: %d values, should be %d", what, x.Len(), len(want))
		}
	}
	x.Reset()
	if x.Len() != 0 {
		t.Fatalf("%s: %d values after a reset", what, x.Len())
	}
	for i := range keys {
		if got := x.Of(&keys[i]); i == 0 && got != 0 {
			t.Fatalf("%s: after a reset the first value is number %d", what, got)
		}
	}
}

func TestIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "values")
		of := rapid.IntRange(1, 60).Draw(t, "of so many different ones")
		seeds := rapid.SliceOfN(rapid.IntRange(0, of), n, n).Draw(t, "seeds")
		var words []int
		var bytes []small
		var wides []wideKey
		var pads []padded
		var names []named
		for _, s := range seeds {
			words = append(words, s*s-7)
			bytes = append(bytes, small{int8(s), int8(-s * 3)})
			wides = append(wides, wideKey{A: [3]int32{int32(s), 1, int32(s * s)}, On: s%2 == 0, More: [7]uint8{6: uint8(s)}})
			pads = append(pads, padded{int8(s), int64(s) << 40})
			names = append(names, named{string(rune('a' + s)), s % 3})
		}
		numbers(t, "integers", words)
		numbers(t, "two bytes", bytes)
		numbers(t, "many bytes", wides)
		numbers(t, "with padding", pads)
		numbers(t, "with text", names)
		numbers(t, "nothing at all", make([]struct{}, n))
	})
}
