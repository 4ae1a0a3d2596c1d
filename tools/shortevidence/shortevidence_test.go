package shortevidence

import (
	"os"
	"testing"

	"loophole/rule"
	"loophole/rulesets"
)

// TestShorten: the shortened evidence gives the same coverage of every rulebook.
func TestShorten(t *testing.T) {
	for _, g := range rulesets.Games {
		id := g.Rules.ID
		text, err := os.ReadFile("../../rulesets/" + id + "/evidence.txt")
		if err != nil {
			t.Fatal(err)
		}
		short, err := shorten(string(text))
		if err != nil {
			t.Fatal(err)
		}
		whole, err := rule.ParseEvidence(string(text))
		if err != nil {
			t.Fatal(err)
		}
		kept, err := rule.ParseEvidence(short)
		if err != nil {
			t.Fatal(err)
		}
		if len(short) > len(text)/4 {
			t.Errorf("%s: %d bytes of %d are left", id, len(short), len(text))
		}
		effective := 0
		for c, e := range whole {
			if e.Effective() {
				effective++
			}
			if kept[c].Effective() != e.Effective() {
				t.Errorf("%s: %s has an effect: %v, and %v after shortening", id, c, e.Effective(), kept[c].Effective())
			}
		}
		if effective == 0 || effective != len(kept) {
			t.Errorf("%s: %d clauses have an effect, and %d are kept", id, effective, len(kept))
		}
	}
}
