package odds

import (
	"math/big"
	"testing"

	"loophole/rule"
)

// TestPoolChances compares the chances of a pool with those of a procedure that rolls it.
func TestPoolChances(t *testing.T) {
	for _, roll := range []func(u *rule.Umpire) int{
		func(u *rule.Umpire) int { return u.Sum(3, rule.D6, "x", "") },
		func(u *rule.Umpire) int { return u.Count(22, rule.D6, rule.AtLeast(5), "x", "") },
		func(u *rule.Umpire) int { return u.Highest(4, 3, rule.D6, "x", "") },
	} {
		p := &poolWatch{}
		rule.Play(roll, p, nil)
		values, chances, err := PoolChances(p.pool)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Int(t.Context(), roll, Options{})
		if err != nil || len(values) != len(d.Values) {
			t.Fatal(values, d.Values, err)
		}
		sum := new(big.Rat)
		for i, v := range values {
			sum.Add(sum, chances[i])
			if v != d.Values[i] || chances[i].Cmp(d.Chances[i].Exact) != 0 {
				t.Errorf("%v: the chance of %d is %s; by the procedure that of %d is %s", p.pool, v, chances[i], d.Values[i], d.Chances[i])
			}
		}
		if sum.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%v: the chances add up to %s", p.pool, sum)
		}
	}
	if _, _, err := PoolChances(0); err == nil {
		t.Error("the empty pool has chances")
	}
}

// poolWatch is a source that stores the pool and does not answer.
type poolWatch struct{ pool rule.Pool }

func (w *poolWatch) Roll(r rule.Roll) (int, []uint8, error) {
	w.pool = r.Pool
	return 0, nil, rule.ErrUnanswered
}

func (w *poolWatch) Choose(rule.Choice) (int, error) { return 0, rule.ErrUnanswered }
