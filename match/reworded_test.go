package match_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/match"
	"loophole/record"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// TestReworded: a version that words rolls, decisions, notes and endings otherwise verifies matches of earlier versions,
// continues them, and leaves their lines as they are. What is not a word is compared as always.
func TestReworded(t *testing.T) {
	b, err := scenario.Find("konflikt47", "farmhouse")
	must(t, err)
	m, _ := wholeGame(t, b)
	saved := func() string {
		var b bytes.Buffer
		must(t, m.Save(&b))
		return b.String()
	}
	if r, err := audited(saved()); err != nil || r.Reworded != 0 {
		t.Fatal(r, err)
	}
	reworded, options := 0, -1 // options is the number of a decision
	for i := range m.Entries {
		e := &m.Entries[i]
		switch {
		case e.Kind == match.Ruled:
			e.Rule.Text = "formerly " + e.Rule.Text
			e.Rule.Options = slices.Clone(e.Rule.Options)
			for j := range e.Rule.Options {
				e.Rule.Options[j] = "formerly " + e.Rule.Options[j]
				options = i
			}
			reworded++
		case e.Over != nil:
			over := *e.Over
			over.Why, e.Over = "formerly "+over.Why, &over
			reworded++
		}
	}
	if options < 0 {
		t.Fatal("the game has no decision")
	}
	old := saved()
	if r, err := audited(old); err != nil || r.Reworded != reworded || !r.Finished {
		t.Errorf("%+v, %v; want %d lines in other words", r, err, reworded)
	}

	// Before the decision, the match continues with the words of this version, and its lines stay.
	lines := strings.SplitAfter(old, "\n")
	cut := strings.Join(lines[:options+1], "") // The header is a line too.
	f, err := match.Read(strings.NewReader(cut))
	must(t, err)
	var more bytes.Buffer
	resumed, random, err := match.Resume(f, rulesets.Game, &more)
	must(t, err)
	if !slices.EqualFunc(resumed.Entries, m.Entries[:options], func(a, b match.Entry) bool { return a.String() == b.String() }) {
		t.Error("the resumed match has other words than its file")
	}
	action, pending := resumed.Pending()
	if !pending {
		t.Fatal("no action is pending before its decision")
	}
	must(t, resumed.Play(action, firstOption{random}))
	switch r, err := audited(cut + more.String()); {
	case err != nil:
		t.Error(err)
	case r.Reworded == 0 || r.Reworded >= r.Lines-1:
		t.Errorf("%d of %d lines are in other words", r.Reworded, r.Lines)
	}

	for _, forged := range []func(*match.Entry){
		func(e *match.Entry) { e.Rule.Options = e.Rule.Options[1:] },
		func(e *match.Entry) { e.Rule.Cite = "host.order-test" },
		func(e *match.Entry) { e.Rule.By = "nobody" },
	} {
		was := m.Entries[options]
		forged(&m.Entries[options])
		var fault *record.Fault
		if _, err := audited(saved()); !errors.As(err, &fault) || fault.Line != options+2 {
			t.Errorf("%+v instead of %+v: %v", m.Entries[options].Rule, was.Rule, err)
		}
		m.Entries[options] = was
	}
}

func audited(text string) (*match.Report, error) {
	f, err := match.Read(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	return match.Verify(f, rulesets.Game)
}

// firstOption rolls the program's dice, and takes the first option of each decision.
type firstOption struct{ *dice.Random }

func (firstOption) Choose(rule.Choice) (int, error) { return 0, nil }
