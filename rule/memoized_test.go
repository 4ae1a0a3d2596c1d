package rule

import "testing"

// TestMemoized: a Memoized keeps values for equal keys, despite other questions between them. It
// computes again with a record, under other house rules, and after Reset.
func TestMemoized(t *testing.T) {
	worked := 0
	work := func(_ *Umpire, k *int) int { worked++; return 2 * *k }
	double, again := Memoized[int, int]{Compute: work}, Memoized[int, int]{Compute: work}
	u, house := NewUmpire(noDice{}, nil), &HouseRules{}
	for n, c := range []struct{ key, works int }{{3, 1}, {3, 1}, {4, 2}, {3, 2}, {4, 2}} {
		if got := *double.Of(u, &c.key); got != work(nil, &c.key) || worked-n-1 != c.works {
			t.Errorf("step %d: %d, computed %d times", n, got, worked-n-1)
		}
	}
	key := 3
	for name, c := range map[string]func(){
		"another":       func() { again.Of(u, &key) },
		"another house": func() { double.Of(u.WithHouseRules(house), &key) },
		"forgotten":     func() { u.Reset(); double.Of(u, &key) },
		"a record":      func() { r := NewUmpire(noDice{}, &Record{}); double.Of(r, &key); worked--; double.Of(r, &key) },
	} {
		worked = 0
		if c(); worked != 1 {
			t.Errorf("%s: computed %d times", name, worked)
		}
	}
	first := double.Of(u, &key)
	for k := range 3 * maxMemoized {
		if got := *double.Of(u, &k); got != 2*k {
			t.Errorf("of %d: %d", k, got)
		}
	}
	if *first != 6 {
		t.Error("a value in use has changed")
	}
	if n := testing.AllocsPerRun(100, func() { double.Of(u, &key) }); n != 0 {
		t.Errorf("a lookup allocates %v times", n)
	}
}
