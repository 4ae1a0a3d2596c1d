package game

import (
	"runtime"
	"testing"
	"time"

	"loophole/rule"
)

// TestSharing: equal set-ups share one instance as long as it is in use. Different set-ups do not.
func TestSharing(t *testing.T) {
	s := toySpec()
	s.Rules = rule.MustRuleset(rule.Ruleset{ID: "toy", Title: "Toy", Chapter: "all", Facts: []*rule.Fact{&distance}}, toyClauses)
	g := s.Game().Sharing()
	begin := func(name string, stones int, h *rule.HouseRules) *Instance {
		t.Helper()
		f, err := g.NewInstance(name, &struct{ Stones int }{stones}, h)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	house := func(strict bool, given ...rule.Setting) *rule.HouseRules {
		t.Helper()
		h, err := s.Rules.House(nil, given)
		if err != nil {
			t.Fatal(err)
		}
		h.Strict = strict
		return h
	}
	one := begin("small", 2, house(false))
	if begin("small", 2, house(false)) != one {
		t.Error("an equal set-up has another instance")
	}
	survey := func() *rule.HouseRules { return house(false).ReportingDefaults(func(*rule.MissingFactError) {}) }
	for what, f := range map[string]*Instance{
		"of another name": begin("large", 2, house(false)), "of another set-up": begin("small", 3, house(false)), "of a strict house": begin("small", 2, house(true)),
		"of another house": begin("small", 2, house(false, rule.Setting{Path: "facts.distance", Value: "4"})), "of a survey": begin("small", 2, survey()), "of no house": begin("small", 2, nil),
	} {
		if f == one || f.Scenario == "" || f.Start.Hash() == one.Start.Hash() && what == "of another set-up" {
			t.Errorf("a set-up %s shares the instance", what)
		}
	}
	if first, second := begin("small", 2, survey()), begin("small", 2, survey()); first == second {
		t.Error("two surveys share an instance")
	}
	if _, err := g.NewInstance("small", new(int), house(false)); err == nil {
		t.Error("no error for a set-up of another game")
	}
	runtime.KeepAlive(one)
	kept := g.inner.(*sharing)
	left := func() int {
		kept.mu.Lock()
		defer kept.mu.Unlock()
		return len(kept.instances)
	}
	for end := time.Now().Add(10 * time.Second); left() > 0; time.Sleep(time.Millisecond) {
		if runtime.GC(); time.Now().After(end) {
			t.Fatalf("%d instances are kept that are not in use", left())
		}
	}
}
