package sweep

import (
	"cmp"
	"math/big"

	"loophole/internal/ladder"
)

// A Test is a sequential probability ratio test of two hypotheses about the first side of a cell:
// that it is Elo0 points stronger than the second, or Elo1.
type Test struct {
	Elo0  int `json:"elo0"`
	Elo1  int `json:"elo1"`
	Alpha int `json:"alpha"` // chance to accept Elo1 if Elo0 is true, in millionths
	Beta  int `json:"beta"`  // chance to accept Elo0 if Elo1 is true, in millionths
}

// usualRisk is the chance of either wrong verdict if the file states none: 0.05.
const usualRisk Chance = 50_000

// test returns the test that a file asks for, or nil.
func (s *Stop) test() *Test {
	if s.Elo0 == s.Elo1 {
		return nil
	}
	return &Test{s.Elo0, s.Elo1, int(cmp.Or(s.Alpha, usualRisk)), int(cmp.Or(s.Beta, usualRisk))}
}

// sequential returns the test in the form of package ladder.
func (t *Test) sequential() ladder.Test {
	const million = 1_000_000
	return ladder.Test{
		Elo0: float64(t.Elo0), Elo1: float64(t.Elo1), Alpha: float64(t.Alpha) / million, Beta: float64(t.Beta) / million,
	}
}

// Check returns an error for a test that decides nothing.
func (t *Test) Check() error { return t.sequential().Check() }

// A stopRule decides when a cell has enough games. The zero stopRule never does.
type stopRule struct {
	most int   // standard error in thousandths of a percentage point; 0: none
	test *Test // or nil
}

func (r *Result) rule() stopRule { return stopRule{r.Stop, r.Test} }

// enough reports whether a cell may stop after some games, and returns the verdict of the test.
func (s stopRule) enough(t *Tally) (enough bool, verdict string) {
	if s.test != nil {
		if v := s.test.sequential().Verdict(t.scores()); v != ladder.Open {
			return true, v.String()
		}
	}
	return s.most > 0 && t.within(s.most), ""
}

// scores sums up the scores of the first side. Like within, it counts one extra win for each side.
// The sums are exact, so that they do not depend on the order of the games.
func (t *Tally) scores() ladder.Stats {
	return ladder.Stats{
		N: t.Games + 2, Sum: float64(t.Won[0]+1) + float64(t.Won[2])/2, Squares: float64(t.Won[0]+1) + float64(t.Won[2])/4,
	}
}

// within reports whether the standard error of the score is at most e, in thousandths of a
// percentage point. It counts one extra win for each side, so that the error is not 0 if all games
// ended alike.
func (t *Tally) within(e int) bool {
	n := int64(t.Games) + 2
	halves, quarters := int64(2*t.Won[0]+t.Won[2])+2, int64(4*t.Won[0]+t.Won[2])+4
	// The square of the error is (n·quarters − halves²) / (4·n²·(n−1)).
	have := new(big.Int).Mul(big.NewInt(n), big.NewInt(quarters))
	have.Sub(have, new(big.Int).Mul(big.NewInt(halves), big.NewInt(halves)))
	have.Mul(have, big.NewInt(10_000_000_000))
	most := new(big.Int).Mul(big.NewInt(4*n*n), big.NewInt(n-1))
	most.Mul(most, big.NewInt(int64(e)*int64(e)))
	return have.Cmp(most) <= 0
}
