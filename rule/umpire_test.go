package rule_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"loophole/rule"
)

// TestAnswers: a test whose reason is a question has the answer yes or no, so that no burning house
// has "passed".
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		pool rule.Pool
		why  string
		face uint8
		want string
	}{
		{rule.TestPool(rule.D6, rule.AtLeast(4)), "does the building catch fire?", 4, "does the building catch fire?: D6 4+ → 4 = yes [fire]"},
		{rule.TestPool(rule.D6, rule.AtLeast(4)), "does the building catch fire?", 3, "does the building catch fire?: D6 4+ → 3 = no [fire]"},
		{rule.TestPool(rule.D6, rule.AtLeast(4)), "morale", 4, "morale: D6 4+ → 4 = passed [fire]"},
		{rule.CountPool(1, rule.D6, rule.AtLeast(4)), "how many burn?", 4, "how many burn?: D6 count 4+ → 4 = 1 success [fire]"},
	} {
		e := rule.Entry{Kind: rule.Rolled, Cite: "fire", Text: c.why, Pool: c.pool, Faces: []uint8{c.face}, Value: c.pool.Evaluate([]uint8{c.face})}
		if got := e.String(); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

func TestLegal(t *testing.T) {
	q, _ := ask(t, nil, "count=0", "elite=yes")
	var refused rule.IllegalError
	if err := q.Legal(nil); !errors.As(err, &refused) || len(refused) != 2 || refused[1].Cite != "a.unit" {
		t.Error(err)
	}
	q, _ = ask(t, nil)
	if err := q.Legal(nil); err != nil {
		t.Error(err)
	}
	if err := rule.CheckLegal(func(u *rule.Umpire) { u.Sum(1, rule.D6, "x", "y") }, nil, nil); err == nil {
		t.Error("a check of legality rolled dice")
	}
}

func TestUnanswered(t *testing.T) {
	q, _ := ask(t, nil)
	var u *rule.UnansweredError
	_, err := q.Play(&given{}, nil)
	if !errors.As(err, &u) || !errors.Is(err, rule.ErrUnanswered) || u.Roll.Why != "to hit" || u.Roll.Pool.String() != "2D6 count 4+" {
		t.Error(err)
	}
	got, err := rule.Play(func(u *rule.Umpire) int {
		return u.Choose("attacker", "x", "which", "a", "b")*10 + u.Choose("attacker", "x", "only", "a")
	}, &given{}, nil)
	if got != 10 || err != nil {
		t.Error(got, err)
	}
}

// TestPanicsPass proves that Play catches no panic but its own.
func TestPanicsPass(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Play has recovered a panic")
		}
	}()
	_, _ = rule.Play(func(*rule.Umpire) int { panic("ours") }, &given{}, nil)
}

func TestNoDiceAreNoQuestion(t *testing.T) {
	g := &given{}
	n, err := rule.Play(func(u *rule.Umpire) int {
		return u.Count(0, rule.D6, rule.AtLeast(2), "x", "y") + u.Sum(-3, rule.D6, "x", "y") +
			int(u.Tally(0, rule.D6, rule.Cuts(1), "x", "y")) + u.Highest(0, 1, rule.D6, "x", "y") + u.Lowest(2, 0, rule.D6, "x", "y")
	}, g, nil)
	if n != 0 || err != nil || len(g.asked) > 0 {
		t.Error(n, err, g.asked)
	}
}

// asking stores the decisions it is asked for, and chooses the second option of a number of them.
type asking struct {
	asked   []string
	answers int
}

func (a *asking) Roll(rule.Roll) (int, []uint8, error) { return 0, nil, rule.ErrUnanswered }

func (a *asking) Choose(c rule.Choice) (int, error) {
	a.asked = append(a.asked, string(c.By)+": "+strings.Join(c.Options, ", "))
	if a.answers--; a.answers < 0 {
		return 0, rule.ErrUnanswered
	}
	return 1, nil
}

// TestCall: the options of a role have a game's names during the part, and their own words
// afterwards, even after an unanswered question.
func TestCall(t *testing.T) {
	src, rec := &asking{answers: 2}, &rule.Record{}
	u := rule.NewUmpire(src, rec)
	choose := func() { u.Choose("defender", "x", "whom?", "group 1", "group 2", "nobody") }
	words := []string{"group 1", "group 2"}
	ask := func() {
		u.WithRoles([2]rule.Side{"attacker", "defender"}, [2]rule.Side{"Red", "Blue"}, func() {
			u.WithOptionNames("defender", words, []string{"cooks", "clerks"}, func() {
				u.WithOptionNames("attacker", words, []string{"guards", "scouts"}, choose)
			})
			choose()
		})
	}
	if err := rule.Catch(ask); err != nil {
		t.Fatal(err)
	}
	if e := rec.Entries[0]; e.Options[e.Value] != "clerks" {
		t.Errorf("the entry is %v", e)
	}
	if err := rule.Catch(ask); !errors.Is(err, rule.ErrUnanswered) {
		t.Errorf("without an answer the error is %v", err)
	}
	src.answers = 1
	choose()
	named, plain := "cooks, clerks, nobody", "group 1, group 2, nobody"
	var options []string
	for _, a := range src.asked {
		_, o, _ := strings.Cut(a, ": ")
		options = append(options, o)
	}
	if !slices.Equal(options, []string{named, plain, named, plain}) || !strings.HasPrefix(src.asked[0], "Blue: ") {
		t.Errorf("%q", src.asked)
	}
}

// TestPreparedIsBounded: an umpire does not keep the values for every new situation.
func TestPreparedIsBounded(t *testing.T) {
	worked := 0
	p := &rule.Precomputed[int, int]{Compute: func(_ *rule.Umpire, s *int) int { worked++; return *s + 1 }}
	u := rule.NewUmpire(nil, nil)
	first := -1
	for i := range 1000 {
		s := i
		if got := *p.For(u, &s); got != i+1 {
			t.Fatal(i, got)
		}
		p.For(u, &first)
	}
	if worked < 1001 || worked > 1000+1000/60+2 {
		t.Errorf("computed %d times for 1001 situations", worked)
	}
	if n := testing.AllocsPerRun(100, func() { p.For(u, &first) }); n != 0 {
		t.Errorf("a lookup allocates %v times", n)
	}
}

// rolls stores the rolls that it is asked for.
type rolls []rule.Roll

func (s *rolls) Roll(r rule.Roll) (int, []uint8, error) {
	*s = append(*s, r)
	return 1, []uint8{1}, nil
}

func (s *rolls) Choose(rule.Choice) (int, error) { return 0, nil }

// TestBy: a roll belongs to the side of By, or to its seat if the role has one. The next roll
// belongs to no side again, even after a roll of no dice. Within WithRoller, all other rolls belong to
// the side of the part.
func TestBy(t *testing.T) {
	var asked rolls
	rec := &rule.Record{}
	_, err := rule.Play(func(u *rule.Umpire) int {
		u.WithRoles([2]rule.Side{"attacker", "defender"}, [2]rule.Side{"Red", "Blue"}, func() {
			u.By("defender").Sum(1, rule.D6, "a.b", "the save")
			u.Sum(1, rule.D6, "a.b", "the shot")
			u.By("defender").Count(0, rule.D6, rule.AtLeast(4), "a.b", "no dice")
			u.Sum(1, rule.D6, "a.b", "another shot")
			u.By("Red").Test(rule.D6, rule.AtLeast(4), "a.b", "by seat")
			u.WithRoller([2]rule.Side{"shooter", "target"}, [2]rule.Side{"Blue", "Red"}, func() {
				u.Sum(1, rule.D6, "a.b", "the shot in return")
				u.Sum(1, rule.D6, "a.b", "and its damage")
				u.By("target").Sum(1, rule.D6, "a.b", "the save")
				u.By("target").Count(0, rule.D6, rule.AtLeast(4), "a.b", "no dice")
				u.Sum(1, rule.D6, "a.b", "still theirs")
			})
			u.Sum(1, rule.D6, "a.b", "nobody's again")
		})
		return 0
	}, &asked, rec)
	if err != nil {
		t.Fatal(err)
	}
	var by []rule.Side
	for _, r := range asked {
		by = append(by, r.By)
	}
	if want := []rule.Side{"Blue", "", "", "Red", "Blue", "Blue", "Red", "Blue", ""}; !slices.Equal(by, want) {
		t.Errorf("asked of %q, want %q", by, want)
	}
	if s := rec.Entries[0].String(); s != "the save: the Blue side rolls D6 → 1 = 1 [a.b]" {
		t.Error(s)
	}
}

// unanswered is a source without answers.
type unanswered struct{}

func (unanswered) Roll(rule.Roll) (int, []uint8, error) { return 0, nil, rule.ErrUnanswered }

func (unanswered) Choose(rule.Choice) (int, error) { return 0, rule.ErrUnanswered }

// TestRolesEndWithTheirPart: after a part that stopped at a question without an answer, the same umpire asks
// sides by their own names again.
func TestRolesEndWithTheirPart(t *testing.T) {
	u := rule.NewUmpire(unanswered{}, nil)
	err := rule.Catch(func() {
		u.WithRoles([2]rule.Side{"attacker", "defender"}, [2]rule.Side{"Red", "Blue"}, func() {
			u.Sum(2, rule.D6, "a.b", "damage")
		})
	})
	if !errors.Is(err, rule.ErrUnanswered) {
		t.Fatalf("the part has not stopped: %v", err)
	}
	err = rule.Catch(func() { u.Choose("attacker", "a.b", "which way", "left", "right") })
	var asked *rule.UnansweredError
	if !errors.As(err, &asked) || asked.Choice.By != "attacker" {
		t.Errorf("%v; want a question to the attacker", err)
	}
}

// TestUmpireFillsCacheLines: umpires of several goroutines, allocated one after another, share no line of the
// processor's cache.
func TestUmpireFillsCacheLines(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the fields are laid out for processors of 64 bits")
	}
	const line = 64
	for range 20 {
		u := rule.NewUmpire(nil, nil)
		if at := uintptr(unsafe.Pointer(u)); at%line != 0 || unsafe.Sizeof(*u)%line != 0 {
			t.Fatalf("an umpire of %d bytes lies at %#x: its size must be a multiple of %d", unsafe.Sizeof(*u), at, line)
		}
	}
}
