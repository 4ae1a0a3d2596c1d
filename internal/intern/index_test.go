package intern_test

import (
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"loophole/internal/intern"
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
	x, want := intern.New[K](), map[K]int{}
	for range 2 {
		for i := range keys {
			k := keys[i]
			n, ok := want[k]
			if !ok {
				n = len(want)
				want[k] = n
			}
			if got := intern.Intern(x, &k); got != n || *intern.At[K](x, n) != k || x.Value(n) != any(k) {
				t.Fatalf("%s: %v is number %d, should be %d", what, k, got, n)
			}
		}
		if x.Len() != len(want) || len(intern.AppendTo[K](x, nil)) != len(want) {
			t.Fatalf("%s: %d values, should be %d", what, x.Len(), len(want))
		}
		for k, n := range want {
			if got, ok := intern.Find(x, k); !ok || got != n || intern.AppendTo[K](x, nil)[n] != k {
				t.Fatalf("%s: %v is found as %d, %v, should be %d", what, k, got, ok, n)
			}
		}
	}
	x.Reset()
	if _, ok := intern.Find(x, keys[0]); ok || x.Len() != 0 {
		t.Fatalf("%s: %d values after a reset", what, x.Len())
	}
	for i := range keys {
		if got := intern.Intern(x, &keys[i]); i == 0 && got != 0 {
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

// TestIndexIgnoresPadding: values that differ only between their fields, or in a field without a name, are equal.
func TestIndexIgnoresPadding(t *testing.T) {
	type blank struct {
		A int8
		_ int8
	}
	padding, blanks := intern.New[padded](), intern.New[blank]()
	for i := range 256 {
		p, b := padded{3, 5}, blank{A: 3}
		*(*byte)(unsafe.Add(unsafe.Pointer(&p), 4)) = byte(i)
		*(*byte)(unsafe.Add(unsafe.Pointer(&b), 1)) = byte(i)
		if n, m := intern.Intern(padding, &p), intern.Intern(blanks, &b); n != 0 || m != 0 {
			t.Fatalf("with %d there, they are number %d and %d", i, n, m)
		}
		if _, ok := intern.Find(padding, p); !ok {
			t.Fatalf("with %d there, it is not found", i)
		}
	}
	if n := intern.Intern(padding, &padded{3, 6}); n != 1 {
		t.Errorf("another value is number %d", n)
	}
}

// TestIndexOfMany: so many values that they are dealt out to many tables have
// the same numbers, before and after the index is emptied.
func TestIndexOfMany(t *testing.T) {
	x := intern.New[[3]int32]()
	for range 2 {
		const n = 100_000
		for again := range 2 {
			for i := range int32(n) {
				k := [3]int32{i % 7, i * 31, -i}
				if again == 0 {
					if got, ok := intern.Find(x, k); ok {
						t.Fatalf("%v is found as %d before it was met", k, got)
					}
				}
				if got := intern.Intern(x, &k); got != int(i) || *intern.At[[3]int32](x, got) != k {
					t.Fatalf("%v is number %d, should be %d", k, got, i)
				}
			}
		}
		if x.Len() != n || x.Bytes() < 20*n || x.Bytes() > 60*n {
			t.Errorf("%d values in %d bytes", x.Len(), x.Bytes())
		}
		x.Reset()
	}
}
