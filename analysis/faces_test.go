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

// TestMeanP compares with counting by hand, and the two ways with each other.
func TestMeanP(t *testing.T) {
	for _, c := range []struct {
		counts []int
		want   float64
	}{
		{[]int{1, 0, 0, 0, 0, 0}, 1. / 3},  // a 1: as far from 3½ as a 6
		{[]int{0, 0, 0, 0, 1, 1}, 6. / 36}, // 11 or more of two dice, or 3 or less
		{[]int{0, 0, 1, 1, 0, 0}, 1},
		{[]int{2, 5, 5, 5, 5, 8}, 0.121}, // 120 with 30 dice, 15 from the mean: z = 14.5/√87.5 = 1.55
	} {
		if p := meanP(c.counts); math.Abs(p-c.want) > 0.005 {
			t.Errorf("%v: %v, want %v", c.counts, p, c.want)
		}
	}
	exact, normal := meanP([]int{500, 0, 0, 0, 0, 500}), meanP([]int{501, 0, 0, 0, 0, 501})
	if exact != 1 || math.Abs(normal-1) > 1e-12 {
		t.Errorf("an even mean: %v and %v", exact, normal)
	}
	exact, normal = meanP([]int{180, 160, 160, 160, 160, 180}), meanP([]int{181, 160, 160, 160, 160, 180})
	if math.Abs(exact-1) > 1e-9 || math.Abs(normal-0.96) > 0.02 {
		t.Errorf("1000 and 1001 dice: %v and %v", exact, normal)
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
