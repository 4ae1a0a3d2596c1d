package analysis_test

import (
	"bytes"
	"math"
	"testing"

	"loophole/analysis"
	"loophole/internal/testgame"
	"loophole/match"
	"loophole/policy"
	"loophole/record"
	"loophole/rulesets"
	"loophole/scenario"
)

// TestStartOfRecords: the analysis of a record of any bundled scenario begins at the score that its card states, less the
// certainty that few games cannot give.
func TestStartOfRecords(t *testing.T) {
	for _, g := range rulesets.Games {
		for _, b := range scenario.ForRuleset(g.Rules.ID) {
			f := testgame.New(t, b)
			h, err := match.NewHeader(f, "test", [2]string{"one", "two"}, record.ProgramDice(1))
			if err != nil {
				t.Fatal(err)
			}
			m, err := match.New(f, h, nil)
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := m.Save(&text); err != nil {
				t.Fatal(err)
			}
			file, err := match.Read(&text)
			if err != nil {
				t.Fatal(err)
			}
			if m, _, err = match.Resume(file, rulesets.Game, nil); err != nil {
				t.Fatal(err)
			}
			start, card := scenario.StartChance(m.Instance), scenario.StrongOf(f)
			if card == nil || start == 0 {
				t.Errorf("%s/%s: the record begins at %v, and the card says %+v", b.Ruleset, b.Name, start, card)
				continue
			}
			r, err := analysis.Analyse(t.Context(), m, analysis.Options{Models: &policy.Models, Start: start, ValuesOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			if n := float64(card.Games); math.Abs(r.Start-card.Score) > 1/n+0.002 {
				t.Errorf("%s/%s: the analysis begins at %.3f, and the card says %.3f after %v games", b.Ruleset, b.Name, r.Start, card.Score, n)
			}
		}
	}
}
