package tideofiron_test

import (
	"strings"
	"testing"

	"loophole/dice"
	"loophole/rule"
	"loophole/rulesets/tideofiron"
	"loophole/scenario"
)

// A side sees its own concealed squads only, and no line to the others.
func TestConcealedSquadsAreNotShown(t *testing.T) {
	g := sitDown(t, "ambush")
	const german, soviet = 0, 1
	if s := g.f.Text(g.f.View(g.p, german)); strings.Contains(s, "lurkers") || !strings.Contains(s, "maxim") {
		t.Errorf("the German side is shown\n%s", s)
	}
	if s := g.f.Text(g.f.View(g.p, soviet)); !strings.Contains(s, "lurkers at C2: 4 regular concealed") {
		t.Errorf("the Soviet side is shown\n%s", s)
	}
	list, err := g.f.SightLines(g.p, "panzer-iii")
	if err != nil {
		t.Fatal(err)
	}
	targets := " "
	for _, l := range list {
		targets += l.Target + " "
	}
	if targets != " maxim C2 D3 " {
		t.Errorf("lines to%s; want maxim C2 D3", targets)
	}
	g.refuses("fire panzer-iii at lurkers normal", "lurkers is concealed: you do not know where it is [host.friends]")
}

// Unpublished values are labelled facts, and strict house rules reject these.
func TestLabelledConcealmentAndArtillery(t *testing.T) {
	for _, c := range []struct{ scenario, line, tray, facts string }{
		// The red die of six lets the shells go off the board.
		{"barrage", "call D3 normal", "6 | 6 | 1 |", "facts.drift.hexes facts.drift.north"},
		// No unit sees E3 behind the block.
		{"barrage", "call E3 normal", "", "facts.artillery.seen"},
		{"ambush", "move point to B3", "", "facts.reveal.hexes"},
	} {
		missing := map[string]bool{}
		h := tideofiron.Rules.Published().ReportingDefaults(func(m *rule.MissingFactError) { missing[m.Name] = true })
		f, err := scenario.Open(tideofiron.Game, c.scenario, h)
		if err != nil {
			t.Fatal(err)
		}
		a, err := f.ParseAction(c.line)
		if err != nil {
			t.Fatal(err)
		}
		if f.WhyIllegal(f.Start, a) == nil {
			if _, err := f.Play(f.Start, a, dice.MustTray(c.tray), nil); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range strings.Fields(c.facts) {
			if !missing[name] {
				t.Errorf("%s: strict house rules do not report %s", c.line, name)
			}
		}
	}
}

// The result of an action is shown to a side that did not see the affected units. These have no
// place in its earlier view.
func TestToldOfTheUnseen(t *testing.T) {
	g := sitDown(t, "ambush")
	const german = 0
	a, err := g.f.ParseAction("fire panzer-iii at maxim suppressive")
	if err != nil {
		t.Fatal(err)
	}
	for event := range tideofiron.Game.Events {
		for _, hex := range []int16{a.Args[1], 0, 5, 9} {
			b := a
			b.Args[1] = hex
			if name := tideofiron.Game.Events[event].Name; name == "squad-suppressed" && g.f.Holds(event, g.f.View(g.p, german), g.p, b) {
				t.Errorf("%s is not shown", name)
			}
		}
	}
}
