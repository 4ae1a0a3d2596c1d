package rule

import "testing"

// TestCheckerReportsOnce: a checker reports a violation in the next call of Allowed, and only there.
func TestCheckerReportsOnce(t *testing.T) {
	c := NewChecker(nil)
	c.Require(true, "a", "fine")
	c.Requiref(true, "a", "needs %d of %d", 1, 2)
	if !c.Allowed() {
		t.Error("a condition that holds is a violation")
	}
	for _, refuse := range []func(){
		func() { c.Forbid("a", "no") },
		func() { c.Require(false, "a", "no") },
		func() { c.Requiref(false, "a", "needs %d of %d", 3, 2) },
	} {
		if refuse(); c.Allowed() {
			t.Error("a violation is lost")
		}
		if !c.Allowed() {
			t.Error("a violation is reported twice")
		}
	}
	if len(c.violations) > 0 {
		t.Errorf("a checker builds reasons: %v", c.violations)
	}
	err := CheckLegal(func(u *Umpire) { u.Requiref(false, "a", "needs %d of %d", 3, 2) }, nil, nil)
	if r, ok := err.(IllegalError); !ok || r[0] != (Violation{"a", "needs 3 of 2"}) {
		t.Errorf("the error is %v", err)
	}
	if n := testing.AllocsPerRun(100, func() { c.Requiref(false, "a", "needs %d of %d", 3, 2) }); n > 0 {
		t.Errorf("a checker allocates %v times", n)
	}
}

// TestPrecomputedByValue checks that equal situations of actions are computed once, at any address,
// and that the values for the last few are cached.
func TestPrecomputedByValue(t *testing.T) {
	computed := 0
	twice := &Precomputed[int, int]{Compute: func(_ *Umpire, s *int) int { computed++; return 2 * *s }}
	once := &Precomputed[int, int]{Compute: func(_ *Umpire, s *int) int { computed++; return *s }}
	u := NewUmpire(noDice{}, nil)
	of := func(n int) int { return 10**twice.For(u, &n) + *once.For(u, &n) }
	for i, c := range []struct{ n, want, all int }{
		{1, 21, 2}, {1, 21, 2}, {2, 42, 4}, {1, 21, 4}, {3, 63, 6}, {1, 21, 6}, {2, 42, 6}, {3, 63, 6},
	} {
		if got := of(c.n); got != c.want || computed != c.all {
			t.Errorf("step %d: for %d the value is %d after %d computations; want %d after %d", i, c.n, got, computed, c.want, c.all)
		}
	}
	for n := range mostPrecomputed - 1 {
		of(10 + n)
		of(1)
	}
	if computed = 0; of(1) != 21 || computed != 0 {
		t.Error("the situation that was used last is computed again")
	}
	if of(2) != 42 || computed != 2 {
		t.Error("the situation that was not used for longest is kept")
	}
	if n := 2; testing.AllocsPerRun(100, func() { twice.For(u, &n) }) > 0 {
		t.Error("finding a value allocates")
	}
	if u.Reset(); of(2) != 42 || computed != 4 {
		t.Error("Reset keeps values")
	}
}

// TestPrecomputedParts checks that values for a situation and for its parts are distinguished, both
// for the situation of the question and for one that an action rebuilt at the same address.
func TestPrecomputedParts(t *testing.T) {
	type whole struct{ before, part, after int }
	twice := &Precomputed[int, int]{Compute: func(_ *Umpire, s *int) int { return 2 * *s }}
	sum := &Precomputed[whole, int]{Compute: func(u *Umpire, s *whole) int {
		return *twice.For(u, &s.before) + *twice.For(u, &s.part) + *twice.For(u, &s.after)
	}}
	u := NewUmpire(noDice{}, nil)
	var s whole
	for n := range 3 * mostPrecomputed {
		for _, asked := range []*whole{nil, {}} {
			at := &s
			if asked != nil {
				at = asked
			}
			*at = whole{n, n + 1, n + 2}
			if asked != nil {
				asks(u, nil, asked)
			}
			for range 2 {
				for _, c := range []struct {
					of   *int
					want int
				}{{&at.part, 2 * (n + 1)}, {&at.after, 2 * (n + 2)}, {&at.before, 2 * n}} {
					if got := *twice.For(u, c.of); got != c.want {
						t.Errorf("situation %d: twice %d is %d", n, *c.of, got)
					}
				}
				if got := *sum.For(u, at); got != 6*(n+1) {
					t.Errorf("situation %d: the sum is %d", n, got)
				}
			}
		}
	}
}

// TestTrace checks that the function of Trace gets the situation, and that nothing is allocated
// without one.
func TestTrace(t *testing.T) {
	u := NewUmpire(noDice{}, nil)
	type situation struct{ dice [20]int }
	if testing.AllocsPerRun(100, func() { s := situation{}; Traced(u, &s).dice[0]++ }) > 0 {
		t.Error("a situation is allocated although nobody traces it")
	}
	var traced any
	u.Trace(func(s any) { traced = s })
	if n := 3; *Traced(u, &n) != 3 || traced != 3 {
		t.Errorf("the situation is traced as %v", traced)
	}
}

// TestChecker: an umpire always returns the same checker, without earlier violations and with the values that it
// computed, until its house rules change or it is reset.
func TestChecker(t *testing.T) {
	computed := 0
	double := &Precomputed[int, int]{Compute: func(_ *Umpire, s *int) int { computed++; return 2 * *s }}
	u := NewUmpire(noDice{}, nil)
	check := func(n int) {
		if v := *double.For(u.Checker(), &n); v != 2*n {
			t.Errorf("twice %d is %d", n, v)
		}
	}
	first := u.Checker()
	first.Requiref(false, "a", "no")
	if u.Checker() != first || !first.Allowed() {
		t.Error("the checker is another one, or still has a violation")
	}
	for _, n := range []int{1, 2, 1, 2} {
		check(n)
	}
	if computed != 2 {
		t.Errorf("two values were computed %d times", computed)
	}
	u = u.WithHouseRules(&HouseRules{})
	if check(1); computed != 3 {
		t.Errorf("under other house rules the value of before counts: computed %d times", computed)
	}
	u.Reset()
	if check(1); computed != 4 {
		t.Errorf("a reset umpire keeps values: computed %d times", computed)
	}
}
