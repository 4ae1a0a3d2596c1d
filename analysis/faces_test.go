package analysis

import (
	"math"
	"testing"
)

// TestChiSquared compares with published quantiles of the distribution: 5 % lies above 11.070
// with 5 degrees of freedom, 1 % above 15.086; 5 % above 30.144 with 19.
func TestChiSquared(t *testing.T) {
	for _, c := range []struct {
		x       float64
		freedom int
		want    float64
	}{{11.070, 5, 0.05}, {15.086, 5, 0.01}, {30.144, 19, 0.05}, {0, 5, 1}, {4.351, 5, 0.5}} {
		if p := chiSquared(c.x, c.freedom); math.Abs(p-c.want) > 2e-4 {
			t.Errorf("above %v with %d degrees of freedom lies %v, want %v", c.x, c.freedom, p, c.want)
		}
	}
}

// TestFaces counts by hand: 30 dice, five of each face but 8 sixes and 2 ones:
// χ² = (3² + 3²)/5 = 3.6, mean = (2 + 10 + 15 + 20 + 25 + 48)/30 = 4.
func TestFaces(t *testing.T) {
	c := FaceCount{Counts: []int{2, 5, 5, 5, 5, 8}, Rolled: 30}
	c.finish()
	if c.Mean != 4 || math.Abs(c.PValue-chiSquared(3.6, 5)) > 1e-12 {
		t.Errorf("mean %v, p %v", c.Mean, c.PValue)
	}
}

// TestGrades checks the limits of the grades.
func TestGrades(t *testing.T) {
	for _, c := range []struct {
		given float64
		want  Grade
	}{{0, Good}, {0.0099, Good}, {0.01, Fair}, {0.02, Doubtful}, {0.05, Bad}, {0.1, VeryBad}, {1, VeryBad}} {
		if g := gradeOf(c.given); g != c.want {
			t.Errorf("%v is %v, want %v", c.given, g, c.want)
		}
	}
}
