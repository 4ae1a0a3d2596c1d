package match_test

import (
	"errors"
	"os"
	"testing"

	"loophole/match"
	"loophole/record"
	"loophole/rulesets"
	"loophole/scenario"
)

// TestFinished: records of finished games by earlier versions are valid to the last byte. If the
// rules of a ruleset have changed since, its record must be rejected for that reason only and
// proves nothing any more; -update plays another game.
func TestFinished(t *testing.T) {
	for _, g := range rulesets.Games {
		name := "testdata/finished/" + g.Rules.ID + ".jsonl"
		report, err := verified(t, name)
		if otherRules(err) && *update {
			finish(t, g.Rules.ID, name)
			report, err = verified(t, name)
		}
		switch {
		case otherRules(err):
			t.Errorf("%s was played under other rules: go test -update finishes another game", name)
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case !report.Finished:
			t.Errorf("%s: the game is not over", name)
		}
	}
}

func verified(t *testing.T, name string) (*match.Report, error) {
	r, err := os.Open(name)
	must(t, err)
	defer r.Close()
	f, err := match.Read(r)
	must(t, err)
	return match.Verify(f, rulesets.Game)
}

func otherRules(err error) bool {
	var fault *record.Fault
	return errors.As(err, &fault) && fault.Kind == record.OtherRules
}

// finish writes the record of a game of a rulebook's first scenario.
func finish(t *testing.T, ruleset, name string) {
	for _, b := range scenario.Bundled() {
		if b.Ruleset == ruleset {
			m, _ := wholeGame(t, b)
			w, err := os.Create(name)
			must(t, err)
			must(t, m.Save(w))
			must(t, w.Close())
			return
		}
	}
}
