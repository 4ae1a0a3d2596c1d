package sim

import (
	"slices"
	"testing"

	"loophole/rule"
)

// TestWordsPublished compares the two generators with published test vectors.
func TestWordsPublished(t *testing.T) {
	x := uint64(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := splitmix(&x); got != want {
			t.Errorf("splitmix64, word %d: %d, want %d", i, got, want)
		}
	}
	w := xoshiro256{1, 2, 3, 4}
	for i, want := range []uint64{41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162} {
		if got := w.next(); got != want {
			t.Errorf("xoshiro256++, word %d: %d, want %d", i, got, want)
		}
	}
}

// TestGolden compares the first words and dice of some blocks, which must never change. If this
// test fails, Generator needs a new name.
func TestGolden(t *testing.T) {
	for _, g := range []struct {
		seed, block uint64
		words       []uint64
		d6, d20     []int // the first faces, one roll each
		pool        []int // 100D6 sums
	}{
		{0, 0, []uint64{0x84f09bf307c1073a, 0xc82ffb597ceee51b, 0xadf96905c5df4417},
			[]int{4, 5, 5, 6, 5, 6, 3, 2}, []int{11, 16, 14, 19, 14, 20, 10, 7}, []int{353, 353, 378, 333, 346, 353, 359, 345}},
		{1, 0, []uint64{0x704560ced7cc0501, 0x4eef90036c89c53a, 0xdce05af2ba1364d7},
			[]int{3, 2, 6, 6, 3, 2, 5, 1}, []int{9, 7, 18, 18, 9, 5, 16, 4}, []int{337, 323, 355, 360, 344, 357, 352, 357}},
		{1, 1, []uint64{0x8d6176e2f1f41696, 0x4488d4fc02c8f1e9, 0xf2c0ec18a408301},
			[]int{4, 2, 1, 2, 4, 4, 2, 3}, []int{12, 6, 2, 7, 11, 13, 6, 9}, []int{353, 357, 338, 369, 348, 349, 338, 358}},
		{1 << 63, 1 << 40, []uint64{0xebadf84cf4e2936f, 0x65952919b4fb9bf6, 0x99a574aea53b85b3},
			[]int{6, 3, 4, 1, 2, 6, 3, 4}, []int{19, 8, 13, 3, 5, 19, 9, 11}, []int{355, 332, 349, 332, 365, 346, 336, 354}},
	} {
		var w xoshiro256
		w.start(g.seed, g.block)
		got := []uint64{w.next(), w.next(), w.next()}
		if !slices.Equal(got, g.words) {
			t.Errorf("seed %d, block %d: words %#x, want %#x", g.seed, g.block, got, g.words)
		}
		for _, p := range []struct {
			pool rule.Pool
			want []int
		}{{rule.SumPool(1, rule.D6), g.d6}, {rule.SumPool(1, rule.D20), g.d20}, {rule.SumPool(100, rule.D6), g.pool}} {
			s := NewSampler(g.seed, g.block, nil)
			var got []int
			for range 8 {
				got = append(got, mustRoll(t, s, p.pool))
			}
			if !slices.Equal(got, p.want) {
				t.Errorf("seed %d, block %d: %v rolls %#v, want %v", g.seed, g.block, p.pool, got, p.want)
			}
		}
	}
}

func mustRoll(t testing.TB, s *Sampler, p rule.Pool) int {
	v, faces, err := s.Roll(rule.Roll{Pool: p})
	if err != nil || faces != nil {
		t.Fatalf("%v: faces %v, error %v", p, faces, err)
	}
	return v
}

func TestBlocksDiffer(t *testing.T) {
	seen := map[xoshiro256]bool{}
	for seed := range uint64(20) {
		for block := range uint64(1000) {
			var w xoshiro256
			w.start(seed, block)
			if seen[w] || w == (xoshiro256{}) {
				t.Fatalf("seed %d, block %d starts in state %v, which is taken or zero", seed, block, w)
			}
			seen[w] = true
		}
	}
}

// TestNeighboursAreIndependent: the first dice of adjacent blocks, and of adjacent seeds, are as
// independent as the dice of one block.
func TestNeighboursAreIndependent(t *testing.T) {
	const n = 100_000
	s := NewSampler(0, 0, nil)
	first := func(seed, block uint64) int {
		s.Start(seed, block)
		return mustRoll(t, s, rule.SumPool(1, rule.D10))
	}
	chances := map[int]float64{}
	for a := range 10 {
		for b := range 10 {
			chances[10*(a+1)+b+1] = 0.01
		}
	}
	blocks, seeds := map[int]int{}, map[int]int{}
	for i := range uint64(n) {
		blocks[10*first(5, i)+first(5, i+1)]++
		seeds[10*first(i, 5)+first(i+1, 5)]++
	}
	for what, counts := range map[string]map[int]int{"blocks": blocks, "seeds": seeds} {
		if z := chiSquare(counts, chances, n); z > 4.5 || len(counts) != 100 {
			t.Errorf("neighbouring %s: %d pairs, chi-square at %.1f standard deviations", what, len(counts), z)
		}
	}
}
