package rule

import (
	"fmt"
	"testing"
)

func TestCounted(t *testing.T) {
	for _, c := range []struct {
		format  string
		numbers []int
		want    string
	}{
		{"nothing", nil, "nothing"},
		{"%d {team}", []int{1}, "1 team"},
		{"%d {team}", []int{2}, "2 teams"},
		{"%d {team}", []int{0}, "0 teams"},
		{"%d {inch} of %d {box} in %d {loss}", []int{14, 2, 0}, "14 inches of 2 boxes in 0 losses"},
		{"%d {inch}", []int{1}, "1 inch"},
		{"%d of %d {actor} {is|are} left", []int{2, 1}, "2 of 1 actor is left"},
		{"needs %d {penny|pence} of %d", []int{3, 1}, "needs 3 pence of 1"},
		{"%d.%d″ away", []int{7, 2}, "7.2″ away"},
		{"%d left", nil, "%d left"},
		{"100 % and {open", []int{1}, "100 % and {open"},
	} {
		if got := Counted(c.format, c.numbers...); got != c.want {
			t.Errorf("%q of %v is %q, want %q", c.format, c.numbers, got, c.want)
		}
	}
}

// TestAbout: a question begins with its subjects, in the words of the game, the innermost last.
func TestAbout(t *testing.T) {
	src := &asked{}
	rec := &Record{}
	u := NewUmpire(src, rec)
	u.WithOptionNames("defender", []string{"group 1"}, []string{"cooks"}, func() {
		u.About("hall", func() {
			u.About(u.Named("defender", "group 1"), func() { u.Test(D6, AtLeast(4), "a.b", "saved?") })
			u.Choose("defender", "a.c", "whom to lose", "group 1", "group 2")
		})
	})
	u.Test(D6, AtLeast(4), "a.b", u.Named("attacker", "group 1"))
	want := []string{"hall: cooks: saved?", "hall: whom to lose", "group 1"}
	for i, w := range want {
		if i >= len(src.why) || src.why[i] != w || rec.Entries[i].Text != w {
			t.Errorf("question %d is %q, want %q", i, src.why, w)
		}
	}
}

// wordless reads no words.
type wordless struct{ asked }

func (*wordless) IsWordless() bool { return true }

// TestWordless: a source without words gets no subjects and no built texts, but the sides of rolls and
// decisions. With a record it gets all words.
func TestWordless(t *testing.T) {
	play := func(u *Umpire) (by Side, text string) {
		u.WithRoles([2]Side{"attacker", "defender"}, [2]Side{"Axis", "Allies"}, func() {
			u.About("hall", func() {
				u.By("defender").Test(D6, AtLeast(4), "a.b", "saved?")
				u.Choose("attacker", "a.c", "whom to lose", "one", "two")
				text = u.Text("plain", func() string { return "built" })
				by = u.seat("defender")
			})
		})
		return by, text
	}
	src := &wordless{}
	by, text := play(NewUmpire(src, nil))
	if got := fmt.Sprintf("%v %v %v", src.why, by, text); got != "[saved? whom to lose] Allies plain" {
		t.Errorf("without words: %s", got)
	}
	src = &wordless{}
	by, text = play(NewUmpire(src, &Record{}))
	if got := fmt.Sprintf("%v %v %v", src.why, by, text); got != "[hall: saved? hall: whom to lose] Allies built" {
		t.Errorf("with a record: %s", got)
	}
}

// asked answers 0 and stores the questions.
type asked struct{ why []string }

func (a *asked) Roll(r Roll) (int, []uint8, error) {
	a.why = append(a.why, r.Why)
	return 0, nil, nil
}

func (a *asked) Choose(c Choice) (int, error) {
	a.why = append(a.why, c.Why)
	return 0, nil
}
