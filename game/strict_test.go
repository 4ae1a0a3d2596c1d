package game

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"loophole/rule"
)

// TestStrictStart: if strict house rules lack a fact that a set-up needs, the error names it. A
// survey of the same house rules continues.
func TestStrictStart(t *testing.T) {
	s := toySpec()
	s.Rules = rule.MustRuleset(rule.Ruleset{ID: "toy", Title: "Toy", Chapter: "all", Facts: []*rule.Fact{&distance}}, toyClauses)
	start := s.Init
	s.Init = func(h *rule.HouseRules, x *struct{ Stones int }) (*table, toy, error) {
		rule.NewChecker(h).Fact(&distance)
		return start(h, x)
	}
	h := s.Rules.Published()
	var told []string
	survey := h.ReportingDefaults(func(m *rule.MissingFactError) { told = append(told, m.Name) })
	if _, err := s.Game().NewInstance("small", &struct{ Stones int }{2}, survey); err != nil || len(told) != 1 || told[0] != "facts.distance" {
		t.Errorf("a survey: %v, %v", told, err)
	}
	h.Strict = true
	var missing *rule.MissingFactError
	if _, err := s.Game().NewInstance("small", &struct{ Stones int }{2}, h); !errors.As(err, &missing) || missing.Cite != "take.some" {
		t.Errorf("with strict house rules the error is %v", err)
	}
	// A panic without Catch names the missing fact.
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, `"facts.distance"`) {
			t.Errorf("unguarded: %s", text)
		}
	}()
	rule.NewChecker(h).Fact(&distance)
}
