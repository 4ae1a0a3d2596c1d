package rule

import (
	"fmt"
	"testing"

	"loophole/internal/replay"
)

// lazyTexts notes a text and rolls with one, both built on demand.
func lazyTexts(u *Umpire, round int) string {
	u.NoteFunc("a.b", func() string { return fmt.Sprintf("round %d of %d", round, 6) })
	return u.Text("rolls", func() string { return fmt.Sprintf("rolls of unit %d", round) })
}

// planned is a source of answers that are set before each run.
type planned struct {
	noDice
	plan replay.Plan
}

func (p *planned) Plan() *replay.Plan { return &p.plan }

// TestLazyTexts checks that texts are built for records and players only.
func TestLazyTexts(t *testing.T) {
	rec := &Record{}
	if why := lazyTexts(NewUmpire(noDice{}, rec), 2); why != "rolls of unit 2" {
		t.Errorf("with a record the text is %q", why)
	}
	if len(rec.Entries) != 1 || rec.Entries[0].Text != "round 2 of 6" || rec.Entries[0].Kind != Noted {
		t.Errorf("the record is %v", rec.Entries)
	}
	if why := lazyTexts(NewUmpire(noDice{}, nil), 2); why != "rolls of unit 2" {
		t.Errorf("for a player without a record the text is %q", why)
	}
	for name, u := range map[string]*Umpire{"a checker": NewChecker(nil), "exact odds": NewUmpire(&planned{}, nil)} {
		if why := lazyTexts(u, 2); why != "rolls" {
			t.Errorf("for %s the text is %q", name, why)
		}
		if n := testing.AllocsPerRun(100, func() { lazyTexts(u, 1000) }); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
