package analysis

import (
	"math"
	"slices"

	"loophole/match"
	"loophole/rule"
)

// A FaceCount counts the faces of one kind of die that a side rolled.
type FaceCount struct {
	Side   int
	Die    rule.Die
	Counts []int   // of face 1, 2, …
	Rolled int     // dice in all
	Mean   float64 // of the faces; fair dice have a mean of (faces+1)/2
	// MeanP is the probability that the mean of as many fair dice is at least as far from its expected value as Mean, in
	// either direction. It is exact for up to 1,000 dice. For more it comes from the normal distribution.
	MeanP float64
	// PValue is the probability that fair dice differ from equal counts at least as much, by the
	// chi-squared test. It is 1 if there are fewer than five dice for each face.
	PValue float64
}

// countFaces counts the faces of the game, by side and die.
func countFaces(m *match.Match, played []match.PlayedAction) []FaceCount {
	type key struct {
		side int
		die  rule.Die
	}
	found := map[key]*FaceCount{}
	var order []key
	for _, a := range played {
		for _, e := range answersOf(m.Entries[a.From:a.To]) {
			if e.Kind != rule.Rolled || e.Pool.Kind() == rule.Draw || slices.Contains(m.Instance.Game.Draws, e.Cite) {
				continue
			}
			k := key{a.By, e.Pool.Die()}
			for side, name := range m.Instance.Sides {
				if e.By == name {
					k.side = side
				}
			}
			c := found[k]
			if c == nil {
				c = &FaceCount{Side: k.side, Die: k.die, Counts: make([]int, int(k.die))}
				found[k] = c
				order = append(order, k)
			}
			for _, f := range e.Faces {
				if int(f) >= 1 && int(f) <= len(c.Counts) {
					c.Counts[f-1]++
					c.Rolled++
				}
			}
		}
	}
	var list []FaceCount
	for side := range 2 {
		for _, k := range order {
			if c := found[k]; k.side == side && c.Rolled > 0 {
				c.finish()
				list = append(list, *c)
			}
		}
	}
	return list
}

func (c *FaceCount) finish() {
	n, faces := float64(c.Rolled), float64(len(c.Counts))
	square := 0.0
	for i, k := range c.Counts {
		c.Mean += float64(i+1) * float64(k) / n
		d := float64(k) - n/faces
		square += d * d / (n / faces)
	}
	c.MeanP = meanP(c.Counts)
	c.PValue = 1
	if n >= 5*faces {
		c.PValue = chiSquared(square, len(c.Counts)-1)
	}
}

// chiSquared returns the probability that a chi-squared variable with the given degrees of freedom
// is at least x.
func chiSquared(x float64, freedom int) float64 {
	a, x := float64(freedom)/2, x/2
	if x <= 0 {
		return 1
	}
	scale, _ := math.Lgamma(a)
	scale = math.Exp(a*math.Log(x) - x - scale)
	// The series of the lower incomplete gamma function converges for every x.
	term, sum := 1/a, 1/a
	for n := a + 1; term > sum*1e-16; n++ {
		term *= x / n
		sum += term
	}
	return max(0, 1-scale*sum)
}

// mostExact is the largest number of dice whose sum has exact odds here.
const mostExact = 1000

// meanP returns FaceCount.MeanP for counts of faces.
func meanP(counts []int) float64 {
	n, sum, faces := 0, 0, len(counts)
	for i, k := range counts {
		n, sum = n+k, sum+k*(i+1)
	}
	away := abs(2*sum - n*(faces+1)) // twice the distance of the sum from its mean
	if n > mostExact {
		variance := float64(n) * float64(faces*faces-1) / 12
		return math.Erfc(max(0, float64(away)-1) / 2 / math.Sqrt(2*variance))
	}
	chances := []float64{1} // of the sum of the faces less 1 of some dice
	for range n {
		next, window := make([]float64, len(chances)+faces-1), 0.0
		for s := range next {
			if s < len(chances) {
				window += chances[s]
			}
			if s >= faces {
				window -= chances[s-faces]
			}
			next[s] = window / float64(faces)
		}
		chances = next
	}
	p := 0.0
	for s, chance := range chances {
		if abs(2*(s+n)-n*(faces+1)) >= away {
			p += chance
		}
	}
	return min(1, p)
}

func abs(n int) int { return max(n, -n) }
