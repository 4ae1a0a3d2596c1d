// Package testgame opens games for tests, which end if a game cannot be opened.
package testgame

import (
	"os"
	"testing"

	"loophole/game"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// Bundled sets up a bundled scenario as [New] does.
func Bundled(t testing.TB, ruleset, name string, given ...rule.Setting) *game.Instance {
	t.Helper()
	b, err := scenario.Find(ruleset, name)
	if err != nil {
		t.Fatal(err)
	}
	return New(t, b, given...)
}

// File sets up the scenario of a file.
func File(t testing.TB, path string) *game.Instance {
	t.Helper()
	r, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := scenario.Read(path, r)
	if err != nil {
		t.Fatal(err)
	}
	return New(t, b)
}

// New sets up a scenario under its house rules, changed by the given settings.
func New(t testing.TB, b *scenario.Scenario, given ...rule.Setting) *game.Instance {
	t.Helper()
	g, err := rulesets.Game(b.Ruleset)
	if err != nil {
		t.Fatal(err)
	}
	h, err := g.Rules.House(b.House, given)
	if err != nil {
		t.Fatal(err)
	}
	f, err := scenario.NewInstance(g, b, h)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
