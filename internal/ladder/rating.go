package ladder

import "math"

// A Rating is the strength of a policy in Elo points above the anchor.
type Rating struct {
	Policy   string  `json:"policy"`
	Elo      float64 `json:"elo"`
	Interval float64 `json:"interval"` // half of the 95 % interval; 0 for the anchor
}

// A Match is the scores of the pairs between two policies, by their numbers. Stats counts the
// scores of the first.
type Match struct {
	First, Second int
	Stats
}

// Ratings fits one rating for each policy to the scores of all matches: the maximum of the
// likelihood of the logistic model. A drawn pair is added to each match, so that a policy that wins
// everything has a finite rating. The intervals follow from the variance that the scores show.
func Ratings(policies []string, anchor int, matches []Match) []Rating {
	n := len(policies)
	elo := make([]float64, n) // in natural units: a difference of 1 is odds of e to 1
	var inverse [][]float64
	for range 100 {
		gradient := make([]float64, n)
		hessian := square(n)
		for _, m := range matches {
			games := float64(m.N + 1)
			p := 1 / (1 + math.Exp(elo[m.Second]-elo[m.First]))
			g := m.Sum + 0.5 - games*p
			gradient[m.First] += g
			gradient[m.Second] -= g
			add(hessian, m, games*p*(1-p))
		}
		inverse = invert(hessian, anchor)
		most := 0.0
		for i := range elo {
			step := 0.0
			for j := range elo {
				step += inverse[i][j] * gradient[j]
			}
			step = max(-1, min(1, step))
			elo[i] += step
			most = max(most, math.Abs(step))
		}
		if most < 1e-10 {
			break
		}
	}
	spread := square(n)
	for _, m := range matches {
		add(spread, m, float64(m.N+1)*m.Variance())
	}
	list := make([]Rating, n)
	unit := 400 / math.Ln10
	for i := range list {
		variance := 0.0
		for j := range elo {
			for k := range elo {
				variance += inverse[i][j] * spread[j][k] * inverse[i][k]
			}
		}
		list[i] = Rating{policies[i], unit * elo[i], 1.96 * unit * math.Sqrt(variance)}
	}
	return list
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// add adds w for the difference of the two policies of a match.
func add(to [][]float64, m Match, w float64) {
	to[m.First][m.First] += w
	to[m.Second][m.Second] += w
	to[m.First][m.Second] -= w
	to[m.Second][m.First] -= w
}

// invert inverts a matrix without the row and the column of the anchor, which are 0 in the result.
// Policies that no match joins to others keep 0.
func invert(m [][]float64, anchor int) [][]float64 {
	n := len(m)
	a, b := square(n), square(n)
	for i := range n {
		copy(a[i], m[i])
		a[i][anchor], a[anchor][i] = 0, 0
		b[i][i] = 1
	}
	a[anchor] = make([]float64, n)
	b[anchor][anchor] = 0
	for i := range n {
		if i == anchor || a[i][i] < 1e-12 { // The matrix is positive, so that pivots are on the diagonal.
			b[i] = make([]float64, n)
			continue
		}
		pivot := a[i][i]
		for k := range n {
			a[i][k] /= pivot
			b[i][k] /= pivot
		}
		for j := range n {
			if f := a[j][i]; j != i && f != 0 {
				for k := range n {
					a[j][k] -= f * a[i][k]
					b[j][k] -= f * b[i][k]
				}
			}
		}
	}
	return b
}
