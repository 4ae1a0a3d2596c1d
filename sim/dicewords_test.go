package sim

import (
	"math/big"
	"testing"

	"loophole/rule"
)

func TestLayouts(t *testing.T) {
	for _, want := range []struct {
		die          rule.Die
		number, word int
	}{
		{rule.D2, 13, 52}, {rule.D3, 8, 32}, {rule.D4, 6, 24}, {rule.D5, 5, 20}, {rule.D6, 5, 20}, {rule.D8, 4, 16},
		{rule.D10, 3, 15}, {rule.D12, 3, 15}, {rule.D20, 3, 12}, {rule.D30, 2, 10}, {rule.D100, 1, 8},
	} {
		l := layouts[want.die]
		if l.faces != int(want.die) || l.number != want.number || l.word != want.word {
			t.Errorf("%v: %d dice in a number and %d in a word, want %d and %d", want.die, l.number, l.word, want.number, want.word)
		}
		for m := 1; m <= l.word; m++ {
			product := power(l.faces, m)
			reject := new(big.Int).Mod(power(2, 64), product).Uint64()
			if product.Cmp(power(2, 56)) > 0 || l.reject[m] != reject {
				t.Errorf("%v: %d dice in a word: rejects below %d, want %d", want.die, m, l.reject[m], reject)
			}
		}
	}
}

func power(x, n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(x)), big.NewInt(int64(n)), nil)
}

// fall is the slow equivalent of layout.draw: the documentation of layout for words of any number
// of bits, in long arithmetic. It returns nil for a skipped word.
func fall(x uint64, wordBits, f, number, m int) []uint8 {
	product := new(big.Int).Mul(new(big.Int).SetUint64(x), power(f, m))
	low := new(big.Int)
	value, low := new(big.Int).DivMod(product, power(2, wordBits), low)
	if low.Cmp(new(big.Int).Mod(power(2, wordBits), power(f, m))) < 0 {
		return nil
	}
	// The first number has the highest digits.
	faces := make([]uint8, m)
	for i := (m - 1) / number * number; i >= 0; i -= number {
		for j := i; j < min(i+number, m); j++ {
			digit := new(big.Int)
			value.DivMod(value, big.NewInt(int64(f)), digit)
			faces[j] = uint8(digit.Uint64()) + 1
		}
	}
	return faces
}

// TestFallIsUnbiased tries every short word: each combination of faces must come from equally many.
func TestFallIsUnbiased(t *testing.T) {
	for _, c := range []struct{ bits, f, number, m int }{
		{12, 6, 2, 4}, {12, 6, 1, 3}, {12, 6, 4, 4}, {13, 20, 1, 2}, {12, 10, 2, 3}, {11, 3, 2, 5}, {10, 2, 3, 10}, {9, 100, 1, 1}, {14, 5, 3, 5},
	} {
		falls := map[string]int{}
		for x := range uint64(1) << c.bits {
			if faces := fall(x, c.bits, c.f, c.number, c.m); faces != nil {
				falls[string(faces)]++
			}
		}
		all := int(power(c.f, c.m).Int64())
		if len(falls) != all {
			t.Errorf("%+v: %d falls, want %d", c, len(falls), all)
		}
		for faces, n := range falls {
			if n != 1<<c.bits/all {
				t.Fatalf("%+v: the fall %v comes from %d words, want %d", c, []byte(faces), n, 1<<c.bits/all)
			}
		}
	}
}

// TestChain: the chain of products, in words of 16 bits, equals long arithmetic.
func TestChain(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, c := range []struct {
		f    uint32
		size []uint32 // of each number
		m    []int    // the number of its dice
	}{{6, []uint32{36, 36, 6}, []int{2, 2, 1}}, {20, []uint32{400, 20}, []int{2, 1}}, {100, []uint32{100, 100}, []int{1, 1}}} {
		m := 0
		for _, j := range c.m {
			m += j
		}
		reject := uint32(1 << 16 % power(int(c.f), m).Int64())
		for word := range uint32(1 << 16) {
			x, faces := word, []uint8{}
			for i, size := range c.size {
				var number [2]uint8
				digits(number[:c.m[i]], x*size>>16, c.f)
				faces = append(faces, number[:c.m[i]]...)
				x = x * size & 0xffff
			}
			if x < reject {
				faces = nil
			}
			if twin := fall(uint64(word), 16, int(c.f), c.m[0], m); string(faces) != string(twin) {
				t.Fatalf("D%d, word %#x: %v, the twin says %v", c.f, word, faces, twin)
			}
		}
	}
}

// TestRejection: skipped words are too rare to wait for, so the first word of this generator is 0,
// which is valid only for powers of two.
func TestRejection(t *testing.T) {
	zero := xoshiro256{0, 0, 1, 0}
	for _, p := range pools() {
		fast, slow, twin := NewSampler(0, 0, nil), NewSampler(0, 0, nil), zero
		fast.xoshiro256, slow.xoshiro256, slow.memory = zero, zero, tableMemory
		want := twinRoll(&twin, p)
		if got := mustRoll(t, fast, p); got != want || fast.xoshiro256 != twin {
			t.Errorf("%v: %d after a word that is thrown away, the twin says %d", p, got, want)
		}
		if got := mustRoll(t, slow, p); got != want || slow.xoshiro256 != twin {
			t.Errorf("%v: %d without a table after a word that is thrown away, the twin says %d", p, got, want)
		}
	}
}

func TestUnpack(t *testing.T) {
	for v := range 1 << 16 {
		c := rule.Counts(unpack(uint16(v)))
		for band := range 4 {
			if c.In(band) != v>>(4*band)&15 {
				t.Fatalf("%#x unpacks to %v", v, c)
			}
		}
	}
}
