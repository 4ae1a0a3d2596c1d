package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	_ "loophole/internal/lazygc"
	"loophole/rule"
)

// plain is the slow equivalent of the sampler: every face separately, evaluated by the pool, from
// another generator.
type plain struct{ rng *rand.Rand }

func (p plain) Roll(r rule.Roll) (int, []uint8, error) {
	faces := make([]uint8, r.Pool.N())
	for i := range faces {
		faces[i] = uint8(p.rng.IntN(int(r.Pool.Die()))) + 1
	}
	return r.Pool.Evaluate(faces), faces, nil
}

func (plain) Choose(rule.Choice) (int, error) { return 0, nil }

// twinRoll rolls a pool as the documentation says.
func twinRoll(w *xoshiro256, p rule.Pool) int {
	l := &layouts[p.Die()]
	var faces []uint8
	for len(faces) < p.N() {
		faces = append(faces, twinFaces(w, l, min(l.word, p.N()-len(faces)))...)
	}
	return p.Evaluate(faces)
}

func twinFaces(w *xoshiro256, l *layout, m int) []uint8 {
	for {
		if faces := fall(w.next(), 64, l.faces, l.number, m); faces != nil {
			return faces
		}
	}
}

// pools returns every kind of pool for every die, with few, many and irregular numbers of dice.
func pools() []rule.Pool {
	var all []rule.Pool
	for _, d := range rule.Dice() {
		f, l := int(d), layouts[d]
		reads := []rule.Target{{}, rule.AtLeast(1), rule.AtLeast(f), rule.AtLeast(f + 1), rule.AtLeast(f/2 + 1), rule.AtMost(f / 2), rule.Exactly(1), rule.Between(2, f-1)}
		bands := []rule.Bands{{}, rule.Cuts(), rule.Cuts(1), rule.Cuts(1, f-1), rule.Cuts(f/3, f/2, f-1), rule.Cuts(0, 0, 1), rule.Cuts(f)}
		for _, r := range reads {
			all = append(all, rule.TestPool(d, r))
		}
		for _, n := range []int{1, 2, 3, l.number, l.number + 1, l.word - 1, l.word, l.word + 1, 2*l.word + l.number, 3 * l.word} {
			all = append(all, rule.SumPool(n, d))
			for _, r := range reads {
				all = append(all, rule.CountPool(n, d, r))
			}
			for _, b := range bands {
				all = append(all, rule.TallyPool(n, d, b))
			}
			for _, keep := range []int{1, n/2 + 1, n - 1, n} {
				if keep >= 1 {
					all = append(all, rule.KeepPool(rule.Highest, n, keep, d), rule.KeepPool(rule.Lowest, n, keep, d))
				}
			}
		}
	}
	return all
}

// TestSamplerReadsFaces: every result is that of the faces that the documentation defines for the
// words, with and without tables.
func TestSamplerReadsFaces(t *testing.T) {
	fast, slow := NewSampler(7, 3, nil), NewSampler(7, 3, nil)
	slow.memory = tableMemory
	var w xoshiro256
	w.start(7, 3)
	all := pools()
	for i := range 4 * len(all) {
		p := all[i*7919%len(all)]
		want := twinRoll(&w, p)
		if got := mustRoll(t, fast, p); got != want {
			t.Fatalf("roll %d, %v: %d, the faces read %d", i, p, got, want)
		}
		if got := mustRoll(t, slow, p); got != want {
			t.Fatalf("roll %d, %v without a table: %d, the faces read %d", i, p, got, want)
		}
	}
	if len(slow.tables) > 0 {
		t.Errorf("the sampler without memory built %d tables", len(slow.tables))
	}
}

func TestSamplerLargestPools(t *testing.T) {
	s := NewSampler(1, 0, nil)
	for _, d := range rule.Dice() {
		for _, p := range []rule.Pool{
			rule.SumPool(rule.MaxDice, d), rule.CountPool(rule.MaxDice, d, rule.AtLeast(2)),
			rule.KeepPool(rule.Highest, rule.MaxDice, rule.MaxDice-1, d),
		} {
			n, f := float64(rule.MaxDice), float64(d)
			mean, sd := n*(f+1)/2, math.Sqrt(n*(f*f-1)/12)
			if p.Kind() == rule.Count {
				mean, sd = n*(f-1)/f, math.Sqrt(n*(f-1))/f
			}
			if v := float64(mustRoll(t, s, p)); math.Abs(v-mean) > 5*sd {
				t.Errorf("%v: %v, want %v ± %v", p, v, mean, 5*sd)
			}
		}
		c := rule.Counts(mustRoll(t, s, rule.TallyPool(rule.MaxTally, d, rule.Cuts(1))))
		if c.In(0)+c.In(1) != rule.MaxTally || c.In(2)+c.In(3) != 0 {
			t.Errorf("%v: the tally %v is not of %d dice", d, c, rule.MaxTally)
		}
	}
	if v := mustRoll(t, s, rule.TallyPool(rule.MaxTally, rule.D6, rule.Bands{})); rule.Counts(v).In(3)+rule.Counts(v).In(0) != rule.MaxTally {
		t.Errorf("a full band holds %v", rule.Counts(v))
	}
}

func TestSamplerUnlawful(t *testing.T) {
	s := NewSampler(1, 0, nil)
	for _, p := range []rule.Pool{
		0, ^rule.Pool(0), 7, rule.SumPool(1, 7), rule.SumPool(1, 0), rule.SumPool(0, rule.D6), rule.CountPool(0, rule.D6, rule.AtLeast(1)),
		rule.KeepPool(rule.Highest, 3, 0, rule.D6), rule.KeepPool(rule.Lowest, 3, 4, rule.D6), rule.TallyPool(rule.MaxTally+1, rule.D6, rule.Bands{}),
	} {
		for range 2 {
			v, _, err := s.Roll(rule.Roll{Pool: p})
			if err == nil || err.Error() != p.Validate().Error() {
				t.Errorf("pool %#x: %d, error %v, want %v", uint64(p), v, err, p.Validate())
			}
		}
	}
	// A valid pool in the same slots still works.
	if v := mustRoll(t, s, rule.SumPool(1, rule.D2)); v < 1 || v > 2 {
		t.Errorf("a D2 shows %d", v)
	}
}

// TestSamplerRawPools: valid pools that only raw bits can make have answers.
func TestSamplerRawPools(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := NewSampler(9, 9, nil)
	var w xoshiro256
	w.start(9, 9)
	for range 20_000 {
		kind, die := 1+rng.Uint64N(6), rule.Dice()[rng.IntN(len(rule.Dice()))]
		p := rule.Pool(kind | uint64(die)<<3 | rng.Uint64N(40)<<10 | rng.Uint64()<<30)
		if p.Validate() != nil {
			continue
		}
		if got, want := mustRoll(t, s, p), twinRoll(&w, p); got != want {
			t.Fatalf("%#x: %d, the faces read %d", uint64(p), got, want)
		}
	}
}

func TestSamplerMemory(t *testing.T) {
	s := NewSampler(1, 0, nil)
	for _, d := range []rule.Die{rule.D20, rule.D30, rule.D100} {
		for a := range int(d) + 1 {
			for b := range int(d) + 1 {
				mustRoll(t, s, rule.TallyPool(5, d, rule.Cuts(a, b, b+a/2)))
				mustRoll(t, s, rule.CountPool(5, d, rule.Between(a, b)))
			}
		}
	}
	held := 0
	for _, x := range s.tables {
		held += len(x.narrow) + 2*len(x.wide)
	}
	if held > tableMemory || held < tableMemory/2 {
		t.Errorf("the tables take %d bytes of %d", held, tableMemory)
	}
	if n := testing.AllocsPerRun(100, func() { mustRoll(t, s, rule.TallyPool(5, rule.D100, rule.Cuts(41, 43, 47))) }); n != 0 {
		t.Errorf("a roll without a table allocates %v times", n)
	}
}

func TestZeroSampler(t *testing.T) {
	var zero, other Sampler
	first := NewSampler(0, 0, nil)
	if o, err := other.Choose(rule.Choice{}); o != 0 || err != nil {
		t.Errorf("the first option is %d, %v", o, err)
	}
	for range 3 * pauseWords {
		want := mustRoll(t, first, rule.SumPool(4, rule.D10))
		if a, b := mustRoll(t, &zero, rule.SumPool(4, rule.D10)), mustRoll(t, &other, rule.SumPool(4, rule.D10)); a != want || b != want {
			t.Fatalf("zero samplers roll %d and %d, seed 0 rolls %d", a, b, want)
		}
	}
}

func TestSamplerDoesNotAllocate(t *testing.T) {
	s := NewSampler(1, 0, nil)
	u := rule.NewUmpire(s, nil)
	play := func() {
		s.begin()
		attack(u)
		u.Test(rule.D20, rule.AtMost(7), "t.hit", "nerve")
		u.Tally(9, rule.D6, rule.Cuts(1, 5), "t.hit", "wounds")
		u.Highest(4, 3, rule.D6, "t.hit", "best")
		u.Lowest(9, 3, rule.D20, "t.hit", "worst")
		u.Sum(200, rule.D100, "t.hit", "loot")
	}
	play()
	if n := testing.AllocsPerRun(1000, play); n != 0 {
		t.Errorf("a trial allocates %v times", n)
	}
}

// exact returns the distribution of a pool of few dice, by counting all combinations of faces.
func exact(p rule.Pool) map[int]float64 {
	f, n := int(p.Die()), p.N()
	all := int(power(f, n).Int64())
	faces := make([]uint8, n)
	out := map[int]float64{}
	for i := range all {
		digits(faces, uint32(i), uint32(f))
		out[p.Evaluate(faces)] += 1 / float64(all)
	}
	return out
}

// chiSquare compares counts with probabilities, and pools values with fewer than ten expected
// trials. It returns the statistic as a standard normal value (Wilson and Hilferty).
func chiSquare(counts map[int]int, chances map[int]float64, n int) float64 {
	x, df, rest, restSeen := 0.0, -1.0, 0.0, 0.0
	for v, p := range chances {
		want, seen := p*float64(n), float64(counts[v])
		if want < 10 {
			rest, restSeen = rest+want, restSeen+seen
			continue
		}
		x += (seen - want) * (seen - want) / want
		df++
	}
	if rest >= 10 {
		x += (restSeen - rest) * (restSeen - rest) / rest
		df++
	}
	return normal(x, df)
}

func normal(x, df float64) float64 {
	if df <= 0 {
		return x
	}
	return (math.Cbrt(x/df) - (1 - 2/(9*df))) / math.Sqrt(2/(9*df))
}

func TestSamplerDistributions(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	const n = 20_000
	s := NewSampler(2026, 0, nil)
	for _, p := range pools() {
		if math.Pow(float64(p.Die()), float64(p.N())) > 10_000 {
			continue
		}
		counts, chances := map[int]int{}, exact(p)
		for range n {
			counts[mustRoll(t, s, p)]++
		}
		for v := range counts {
			if chances[v] == 0 {
				t.Errorf("%v: %d cannot be", p, v)
			}
		}
		if z := chiSquare(counts, chances, n); z > 4.5 {
			t.Errorf("%v: chi-square is at %.1f standard deviations", p, z)
		}
	}
}

// TestSamplerAgainstTwin compares larger pools with the slow equivalent.
func TestSamplerAgainstTwin(t *testing.T) {
	const n = 30_000
	s, twin := NewSampler(11, 0, nil), plain{rand.New(rand.NewPCG(3, 4))}
	for _, p := range []rule.Pool{
		rule.CountPool(19, rule.D6, rule.AtLeast(5)), rule.SumPool(23, rule.D6), rule.TallyPool(7, rule.D6, rule.Cuts(1, 5)),
		rule.KeepPool(rule.Highest, 9, 3, rule.D6), rule.KeepPool(rule.Lowest, 6, 2, rule.D20), rule.CountPool(60, rule.D10, rule.AtMost(3)),
		rule.SumPool(5, rule.D100), rule.TallyPool(30, rule.D2, rule.Cuts(1)), rule.CountPool(33, rule.D3, rule.Exactly(2)),
	} {
		a, b := map[int]int{}, map[int]int{}
		for range n {
			a[mustRoll(t, s, p)]++
			v, _, _ := twin.Roll(rule.Roll{Pool: p})
			b[v]++
		}
		if z := homogeneity(a, b); z > 4.5 {
			t.Errorf("%v: differs from the twin by %.1f standard deviations", p, z)
		}
	}
}

// homogeneity returns the chi-square of two samples of equal size.
func homogeneity(a, b map[int]int) float64 {
	x, df := 0.0, -1.0
	for v := range a {
		if sum := a[v] + b[v]; sum >= 20 {
			d := float64(a[v] - b[v])
			x, df = x+d*d/float64(sum), df+1
		}
	}
	return normal(x, df)
}
