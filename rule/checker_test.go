package rule

import "testing"

// A judge only says whether something was refused, once.
func TestJudge(t *testing.T) {
	j := NewChecker(nil)
	j.Require(true, "a", "fine")
	j.Requiref(true, "a", "needs %d of %d", 1, 2)
	if !j.Allowed() {
		t.Error("what holds is refused")
	}
	for _, refuse := range []func(){
		func() { j.Forbid("a", "no") },
		func() { j.Require(false, "a", "no") },
		func() { j.Requiref(false, "a", "needs %d of %d", 3, 2) },
	} {
		if refuse(); j.Allowed() {
			t.Error("a refusal is lost")
		}
		if !j.Allowed() {
			t.Error("a refusal is told twice")
		}
	}
	if len(j.refuse) > 0 {
		t.Errorf("a judge builds reasons: %v", j.refuse)
	}
	err := CheckLegal(func(u *Umpire) { u.Requiref(false, "a", "needs %d of %d", 3, 2) }, nil, nil)
	if r, ok := err.(IllegalError); !ok || r[0] != (Violation{"a", "needs 3 of 2"}) {
		t.Errorf("refused is %v", err)
	}
	if n := testing.AllocsPerRun(100, func() { j.Requiref(false, "a", "needs %d of %d", 3, 2) }); n > 0 {
		t.Errorf("a judge allocates %v times", n)
	}
}

// Equal situations are one, and what was worked out for the last few is kept.
func TestHeld(t *testing.T) {
	worked := 0
	twice := &Precomputed[int, int]{Compute: func(_ *Umpire, s *int) int { worked++; return 2 * *s }}
	once := &Precomputed[int, int]{Compute: func(_ *Umpire, s *int) int { worked++; return *s }}
	var a, b Held[int]
	u := NewUmpire(noDice{}, nil)
	of := func(h *Held[int], n int) int { return 10**twice.For(u, h.Of(u, &n)) + *once.For(u, h.Of(u, &n)) }
	for _, c := range []struct {
		h            *Held[int]
		n, want, all int
	}{
		{&a, 1, 21, 2}, {&a, 1, 21, 2}, {&b, 2, 42, 4}, {&a, 1, 21, 4}, {&b, 3, 63, 6}, {&a, 1, 21, 6}, {&a, 2, 42, 8}, {&b, 3, 63, 8}, {&a, 1, 21, 8},
		{&a, 3, 63, 10}, {&a, 4, 84, 12}, {&a, 5, 105, 14}, {&a, 2, 42, 14}, {&a, 1, 21, 16}, {&b, 2, 42, 16},
	} {
		if got := of(c.h, c.n); got != c.want || worked != c.all {
			t.Errorf("of %d it is %d after %d works; want %d after %d", c.n, got, worked, c.want, c.all)
		}
	}
	if n := 2; testing.AllocsPerRun(100, func() { a.Of(u, &n) }) > 0 {
		t.Error("a held situation is allocated again")
	}
	u.Reset()
	if of(&a, 2) != 42 || worked != 18 {
		t.Error("nothing was forgotten")
	}
}

// What was worked out for a part of a situation is forgotten with the situation.
func TestHeldParts(t *testing.T) {
	type whole struct{ before, part, after int }
	twice := &Precomputed[int, int]{Compute: func(_ *Umpire, s *int) int { return 2 * *s }}
	var h Held[whole]
	u := NewUmpire(noDice{}, nil)
	for n := range 3 * mostHeld {
		s := h.Of(u, &whole{before: n, part: n + 1, after: n + 2})
		for _, c := range []struct {
			of   *int
			want int
		}{{&s.part, 2 * (n + 1)}, {&s.after, 2 * (n + 2)}, {&s.before, 2 * n}} {
			if got := *twice.For(u, c.of); got != c.want {
				t.Errorf("situation %d: twice %d is %d", n, *c.of, got)
			}
		}
	}
}

// The checker of an umpire is one and the same, of its house, and remembers no refusal.
func TestChecker(t *testing.T) {
	u := NewUmpire(noDice{}, nil)
	twice := &Precomputed[int, int]{Compute: func(_ *Umpire, s *int) int { return 2 * *s }}
	n, first := 1, u.Checker()
	first.Requiref(false, "a", "no")
	if twice.For(first, &n); u.Checker() != first || !first.Allowed() {
		t.Error("the checker is another one, or remembers that something was refused")
	}
	if n = 2; *twice.For(u.Checker(), &n) != 4 {
		t.Error("what was worked out for an earlier check is found again")
	}
}
