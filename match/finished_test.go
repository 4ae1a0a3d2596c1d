package match_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"loophole/match"
	"loophole/record"
	"loophole/rulesets"
)

// TestFinished: records of finished games, written by earlier versions, hold to
// the last byte; or, where the rulebook has changed since, they are refused for
// that reason and no other.
func TestFinished(t *testing.T) {
	files, err := filepath.Glob("testdata/finished/*.jsonl")
	if err != nil || len(files) < len(rulesets.Games) {
		t.Fatal(files, err)
	}
	for _, name := range files {
		r, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := match.Read(r)
		r.Close()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		report, err := match.Verify(f, rulesets.Game)
		var fault *record.Fault
		switch {
		case err == nil && !report.Finished:
			t.Errorf("%s: the game is not over", name)
		case errors.As(err, &fault) && fault.Kind == record.OtherRules:
			t.Logf("%s was played under other rules: %v", name, err)
		case err != nil:
			t.Errorf("%s: %v", name, err)
		}
	}
}
