package bench_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"loophole/internal/bench"
)

// The references: each problem once more in flat arrays, written by hand for
// that problem alone. They are the yardstick of the exact engine, and a check
// on its answers by other means.

// binomials holds the chances of k successes of n dice, for n to 40.
type binomials [41][41]float64

func (b *binomials) fill(p float64) {
	b[0][0] = 1
	for n := 1; n <= 40; n++ {
		b[n][0] = b[n-1][0] * (1 - p)
		for k := 1; k <= n; k++ {
			b[n][k] = b[n-1][k]*(1-p) + b[n-1][k-1]*p
		}
	}
}

// Dice of the references, made ready as the engine's readings of pools are.
var chances [7]binomials // by target number

var threeD6 [19]float64

func init() {
	for t := 2; t <= 6; t++ {
		chances[t].fill(float64(7-t) / 6)
	}
	for i := range 216 {
		threeD6[3+i%6+i/6%6+i/36] += 1.0 / 216
	}
}

func referenceP1(out *[20]float64) {
	*out = [20]float64{}
	hit, block := &chances[5][19], &chances[5][3]
	for a := range 20 {
		for d := range 4 {
			out[max(0, a-d)] += hit[a] * block[d]
		}
	}
}

func referenceP2(v bench.Volley, out *[41]float64) {
	n := int(v.Dice)
	var a, b [41]float64
	hit, wound, save := &chances[v.Hit], &chances[v.Wound], &chances[v.Save]
	for k := 0; k <= n; k++ {
		if !v.Again {
			a[k] = hit[n][k]
			continue
		}
		for j := 0; j <= n-k; j++ {
			a[k+j] += hit[n][k] * hit[n-k][j]
		}
	}
	for k := 0; k <= n; k++ {
		for j := 0; j <= k; j++ {
			b[j] += a[k] * wound[k][j]
		}
	}
	*out = [41]float64{}
	for k := 0; k <= n; k++ {
		for j := 0; j <= k; j++ {
			out[k-j] += b[k] * save[k][j]
		}
	}
}

// burstsP3 is the whole distribution of problem 3: by floor, the chances of
// casualties, and of a collapse.
type burstsP3 struct {
	lost     [5][11]float64
	collapse [5]float64
}

func referenceP3(out *burstsP3) {
	*out = burstsP3{}
	occupants := [5]int{3, 8, 5, 10, 2}
	var floor [5]float64
	at := 1.0
	for f := 4; f > 0; f-- {
		floor[f] = at / 2
		at /= 2
	}
	floor[0] = at
	for hits := 3; hits <= 18; hits++ {
		kill := &chances[6][hits]
		for f, p := range floor {
			p *= threeD6[hits]
			if hits >= 12 {
				out.collapse[f] += p
				continue
			}
			for k := 0; k <= hits; k++ {
				out.lost[f][min(k, occupants[f])] += p * kill[k]
			}
		}
	}
}

// means returns the chance of collapse and the mean of casualties.
func (b *burstsP3) means() (collapse, mean float64) {
	for f := range b.lost {
		collapse += b.collapse[f]
		for k, p := range b.lost[f] {
			mean += float64(k) * p
		}
	}
	return collapse, mean + 28*collapse
}

// referenceP4 returns the chances that A or B is left, and the mean of rounds.
func referenceP4(n int) (a, b, rounds float64) {
	var mass [11][11]float64
	var back [11][11]float64 // unsaved hits of B by its men
	for m := 0; m <= n; m++ {
		for h := 0; h <= m; h++ {
			for s := 0; s <= h; s++ {
				back[m][h-s] += chances[4][m][h] * chances[5][h][s]
			}
		}
	}
	mass[n][n] = 1
	for x := n; x > 0; x-- {
		for y := n; y > 0; y-- {
			here := mass[x][y] / (1 - chances[5][x][0]*back[y][0])
			rounds += here
			for i := 0; i <= x; i++ {
				for j := 0; j <= y; j++ {
					if i+j > 0 {
						mass[max(0, x-j)][max(0, y-i)] += here * chances[5][x][i] * back[y][j]
					}
				}
			}
		}
	}
	for i := 1; i <= n; i++ {
		a += mass[i][0]
		b += mass[0][i]
	}
	return a, b, rounds
}

// referenceP5 returns the chance that the building has fallen after each turn.
func referenceP5(fallen *[13]float64) {
	var damage [19]float64
	for hits, p := range chances[5][3][:4] {
		switch hits {
		case 0:
			damage[0] += p
		case 1:
			for f := 1; f <= 6; f++ {
				damage[f] += p / 6
			}
		case 2:
			for f := 2; f <= 12; f++ {
				damage[f] += p * float64(6-abs(f-7)) / 36
			}
		case 3:
			for f := 3; f <= 18; f++ {
				damage[f] += p * threeD6[f]
			}
		}
	}
	var down [61]float64 // chance to fall by 2D6, by damage
	for d := 20; d < 60; d++ {
		for f := 2; f <= min(12, d/8); f++ {
			down[d] += float64(6-abs(f-7)) / 36
		}
	}
	down[60] = 1
	var mass, next [61]float64
	mass[0] = 1
	*fallen = [13]float64{}
	for t := 1; t <= 12; t++ {
		fallen[t] = fallen[t-1]
		next = [61]float64{}
		for d := 0; d < 60; d++ {
			for x, p := range damage {
				e := min(60, d+x)
				next[e] += mass[d] * p
			}
		}
		for d := range next {
			fallen[t] += next[d] * down[d]
			next[d] *= 1 - down[d]
		}
		mass = next
	}
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

func TestReferences(t *testing.T) {
	var p1 [20]float64
	referenceP1(&p1)
	sum := 0.0
	for n := 9; n < 20; n++ {
		sum += p1[n]
	}
	near(t, "P1", sum, 0.0777143917823785)
	var p2 [41]float64
	referenceP2(bench.Forty, &p2)
	sum = 0
	for n := 10; n <= 40; n++ {
		sum += p2[n]
	}
	near(t, "P2", sum, 0.395292761721308)
	var p3 burstsP3
	referenceP3(&p3)
	collapse, mean := p3.means()
	near(t, "P3, collapse", collapse, 0.375)
	near(t, "P3, mean", mean, 11.3274303583149)
	a, b, rounds := referenceP4(10)
	near(t, "P4, A", a, 0.494029689287846)
	near(t, "P4, B", b, 0.494029689287846)
	near(t, "P4, rounds", rounds, 4.33351024153879)
	var p5 [13]float64
	referenceP5(&p5)
	near(t, "P5, turn 12", p5[12], 0.606870856806072)
	near(t, "P5, turn 6", p5[6], 0.0795070515397295)
	total := 0.0
	bench.Volleys(func(v bench.Volley) {
		referenceP2(v, &p2)
		for n := (int(v.Dice) + 3) / 4; n <= int(v.Dice); n++ {
			total += p2[n]
		}
	})
	if math.Abs(total-2257.74564552) > 1e-8 {
		t.Errorf("P6: %.8f", total)
	}
}

var sink float64

func BenchmarkP1Reference(b *testing.B) {
	var out [20]float64
	for b.Loop() {
		referenceP1(&out)
	}
}

func BenchmarkP2Reference(b *testing.B) {
	var out [41]float64
	for b.Loop() {
		referenceP2(bench.Forty, &out)
	}
}

func BenchmarkP3Reference(b *testing.B) {
	var out burstsP3
	for b.Loop() {
		referenceP3(&out)
	}
}

func BenchmarkP4Reference(b *testing.B) {
	for b.Loop() {
		sink, _, _ = referenceP4(10)
	}
}

func BenchmarkP5Reference(b *testing.B) {
	var out [13]float64
	for b.Loop() {
		referenceP5(&out)
	}
}

func BenchmarkP6Reference(b *testing.B) {
	var out [41]float64
	for b.Loop() {
		bench.Volleys(func(v bench.Volley) { referenceP2(v, &out) })
	}
}

// The samplers: each problem as a loop that is inlined by hand, a die at a time.

type rng struct{ rand.PCG }

func (r *rng) d6() int { return int(r.Uint64()>>32*6>>32) + 1 }

func (r *rng) count(n, need int) int {
	k := 0
	for range n {
		if r.d6() >= need {
			k++
		}
	}
	return k
}

func sampleP1(r *rng) int { return max(0, r.count(19, 5)-r.count(3, 5)) }

func sampleP2(r *rng) int {
	n := r.count(r.count(40, 3), 4)
	return n - r.count(n, 5)
}

func sampleP3(r *rng) int {
	floor := 4
	for floor > 0 && r.d6() < 4 {
		floor--
	}
	hits := r.d6() + r.d6() + r.d6()
	if hits >= 12 {
		return 28
	}
	return min(r.count(hits, 6), [5]int{3, 8, 5, 10, 2}[floor])
}

func sampleP4(r *rng) (int, int) {
	a, b := 10, 10
	for a > 0 && b > 0 {
		hurt, back := r.count(a, 5), r.count(b, 4)
		back -= r.count(back, 5)
		a, b = a-min(a, back), b-min(b, hurt)
	}
	return a, b
}

func sampleP5(r *rng) int {
	damage := 0
	for t := 1; t <= 12; t++ {
		for range r.count(3, 5) {
			damage += r.d6()
		}
		if damage >= 60 || damage >= 20 && r.d6()+r.d6() <= damage/8 {
			return t
		}
	}
	return 0
}

// TestSamplers holds the means of the samplers within five standard errors.
func TestSamplers(t *testing.T) {
	const n = 200_000
	r := &rng{*rand.NewPCG(1, 2)}
	mean := func(what string, want, deviation float64, f func() float64) {
		sum := 0.0
		for range n {
			sum += f()
		}
		if got := sum / n; math.Abs(got-want) > 5*deviation/math.Sqrt(n) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	chance := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	mean("P1", 0.0777143917823785, 0.27, func() float64 { return chance(sampleP1(r) >= 9) })
	mean("P2", 80.0/9, 2.7, func() float64 { return float64(sampleP2(r)) })
	mean("P3", 11.3274303583149, 14, func() float64 { return float64(sampleP3(r)) })
	mean("P4", 0.494029689287846, 0.5, func() float64 { a, _ := sampleP4(r); return chance(a > 0) })
	mean("P5", 0.606870856806072, 0.5, func() float64 { return chance(sampleP5(r) > 0) })
}

func BenchmarkP1Loop(b *testing.B) { loop(b, func(r *rng) { sampleP1(r) }) }
func BenchmarkP2Loop(b *testing.B) { loop(b, func(r *rng) { sampleP2(r) }) }
func BenchmarkP3Loop(b *testing.B) { loop(b, func(r *rng) { sampleP3(r) }) }
func BenchmarkP4Loop(b *testing.B) { loop(b, func(r *rng) { sampleP4(r) }) }
func BenchmarkP5Loop(b *testing.B) { loop(b, func(r *rng) { sampleP5(r) }) }

func loop(b *testing.B, f func(*rng)) {
	r := &rng{*rand.NewPCG(1, 2)}
	for b.Loop() {
		f(r)
	}
}
