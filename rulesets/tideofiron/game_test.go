package tideofiron_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets/tideofiron"
	"loophole/scenario"
)

// A table is an instance that a test plays.
type table struct {
	*testing.T
	f *game.Instance
	p game.Position
}

func sitDown(t *testing.T, name string) *table {
	t.Helper()
	f, err := scenario.Open(tideofiron.Game, name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &table{t, f, f.Start}
}

// plays plays an action with given dice and returns its record. It fails if dice are left over.
func (t *table) plays(line, tray string) *rule.Record {
	t.Helper()
	a, err := t.f.ParseAction(line)
	if err != nil {
		t.Fatal(err)
	}
	src, rec := dice.MustTray(tray), &rule.Record{}
	if t.p, err = t.f.Play(t.p, a, src, rec); err == nil {
		err = src.CheckAllUsed()
	}
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return rec
}

// refuses fails unless an action is illegal with a reason and a clause.
func (t *table) refuses(line, want string) {
	t.Helper()
	a, err := t.f.ParseAction(line)
	if err != nil {
		t.Fatal(err)
	}
	var refused rule.IllegalError
	if err = t.f.WhyIllegal(t.p, a); !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %v; want %q", line, err, want)
	}
}

func (t *table) shows(want ...string) {
	t.Helper()
	for _, w := range want {
		if s := t.f.Text(t.p); !strings.Contains(s, w) {
			t.Errorf("there is no %q in\n%s", w, s)
		}
	}
}

// TestWorkedExampleInPlay plays the chapter's example. The odds of the action are those of the book, and nine
// hits destroy the building.
func TestWorkedExampleInPlay(t *testing.T) {
	g := sitDown(t, "worked")
	a, err := g.f.ParseAction("bombard sig-33b at D2 with panzer-iii")
	if err != nil {
		t.Fatal(err)
	}
	answer, err := policy.Odds(context.Background(), g.f, g.p, a, odds.Options{})
	if err != nil || answer.Events[0].Chance.String() != "90324443/1162261467" {
		t.Fatalf("the building falls with %v, %v; want 90324443/1162261467", answer, err)
	}
	// Nine hits, no block, and three of eight dice hit Squad B.
	rec := g.plays("bombard sig-33b at D2 with panzer-iii", "9x6 10x1 | 1 2 3 | 4 5 6 5x1 |")
	if n := len(rec.Rolls()); n != 3 {
		t.Errorf("%d rolls; want 3", n)
	}
	g.shows("D2 overlay of level 1", "objective of Soviet", "Soviet, 3 lost")
	if s := g.f.Status(g.p); !s.Over || s.Winner != 0 || s.Cite != "host.victory" {
		t.Errorf("the task is done, and the status is %+v", s)
	}
	g.refuses("rest mortar-squad", "the game is over [host.victory]")
}

func TestWorkedExampleMortar(t *testing.T) {
	g := sitDown(t, "worked")
	rec := g.plays("shell mortar-squad at D3 normal", "6 6 | 1 1 1 | 6 6 | 1 1 1 |")
	var said []string
	for _, e := range rec.Entries {
		said = append(said, string(e.Cite))
	}
	if s := strings.Join(said, " "); !strings.Contains(s, "box.mortar ") || !strings.Contains(s, "box.mortar-squad") || !strings.Contains(s, "area.after") {
		t.Errorf("the example's clauses do not take effect: %s", s)
	}
	g.shows("squad-a at D3/1: 2 regular", "mortar-squad at A4: 2 regular 1 mortar crew fatigued")
}

func TestMoving(t *testing.T) {
	g := sitDown(t, "block")
	g.refuses("move rifle-squad to D3", "D3 is not next to A3: go hex by hex [host.steps]")
	g.refuses("move t-34 to F4", "t-34 is on the Soviet side, but it is the action turn of the German side [host.turns]")
	g.plays("move rifle-squad to B3", "")
	g.refuses("move mg-squad to C3", "rifle-squad is in the middle of an action: finish that first [host.active]")
	g.refuses("fire rifle-squad at squad-a normal", "rifle-squad is advancing and cannot fire [host.actions]")
	g.plays("move rifle-squad to C3", "")
	g.plays("move rifle-squad to C4", "")
	g.shows("rifle-squad has 1 movement point\n")
	g.refuses("move rifle-squad to D4", "enemies are at D4: clear the place by fire first [host.enemy]")
	g.refuses("move rifle-squad to D3", "the move costs 2 movement points, and the unit has 1 left [host.move]")
	g.plays("done rifle-squad", "")
	g.refuses("move rifle-squad to C3", "rifle-squad is fatigued for the rest of the round [host.ready]")
}

func TestVehiclesStayOut(t *testing.T) {
	g := sitDown(t, "row")
	g.plays("move stug-iii to D3", "")
	g.plays("move stug-iii to E3", "")
	g.refuses("move stug-iii to E4", "vehicles cannot enter a Collapsed Building overlay [overlay.vehicles]")
	g.refuses("move stug-iii to F2", "vehicles cannot enter buildings [host.move]")
	g.refuses("bombard escort at F3", "stug-iii is in the middle of an action: finish that first")
	g.plays("done stug-iii", "")
	g.refuses("fire sig-33b at scouts normal with escort,stug-iii", "stug-iii is fatigued for the rest of the round")
}

// The other side decides on opportunity fire, once for each unit that waits.
func TestOpportunityFire(t *testing.T) {
	g := sitDown(t, "stairs")
	g.plays("watch landing", "")
	g.plays("watch attic", "")
	g.shows("landing at B2/1: 3 regular 1 officer op-fire", "Soviet to act")
	rec := g.plays("move riflemen to C1", "landing suppressive | 6 6 1 1 |")
	var by []rule.Side
	for _, e := range rec.Entries {
		if e.Kind == rule.Chosen {
			by = append(by, e.By)
		}
	}
	if len(by) != 1 || by[0] != "German" {
		t.Errorf("the choices were put to %v; want one to the German side, as the mover is stopped", by)
	}
	g.shows("riflemen at C1: 4 regular disrupted fatigued", "landing at B2/1: 3 regular 1 officer fatigued", "attic at B2/2: 2 regular 1 machine-gun crew op-fire")
}

// In the Status phase pinned squads recover, and disrupted squads recover by one step.
func TestStatusPhase(t *testing.T) {
	g := sitDown(t, "row")
	g.shows("shaken-squad at F2: 4 regular disrupted", "round 1 of 3")
	for _, line := range []string{"rest sig-33b", "rest stug-iii", "rest scouts", "rest pak-40", "rest escort"} {
		g.plays(line, "")
	}
	g.shows("round 2 of 3", "shaken-squad at F2: 4 regular pinned", "sig-33b at A2: sIG 33b\n")
	g.refuses("rest shaken-squad", "shaken-squad is on the Soviet side, but it is the action turn of the German side")
	for _, line := range []string{"rest sig-33b", "rest stug-iii"} {
		g.plays(line, "")
	}
	g.refuses("rest shaken-squad", "shaken-squad is pinned and has no officer [host.ready]")
}

// The owner of a mixed squad chooses which figure is lost.
func TestCasualties(t *testing.T) {
	g := sitDown(t, "row")
	g.refuses("fire escort at pak-40 suppressive", "a suppressive attack does not harm a vehicle: use a normal attack [host.armour]")
	g.plays("fire escort at scouts normal", "6 6 1 1 | 1 1 6 | elite |")
	g.shows("scouts at F3: 2 regular 1 elite", "Soviet, 1 lost")
	g = sitDown(t, "crossroads")
	for _, line := range []string{"rest first-squad", "rest second-squad", "rest mg-squad"} {
		g.plays(line, "")
	}
	g.plays("fire stug-iii at t-70 normal", "6 6 1 1 1 1 1 | 1 1 |")
	g.shows("t-70 at F1: T-70 heavy damage")
	g.plays("rest left-squad", "")
	g.plays("rest right-squad", "")
	g.refuses("move t-70 to E1", "the move costs 1 movement point, and the unit has 0 left [host.move]")
}

// Every task is decided as its scenario says.
func TestTasks(t *testing.T) {
	for _, c := range []struct {
		scenario string
		winner   int
		why      string
	}{
		{"block", 1, "controls the objective"},
		{"worked", 1, "the objective stands"},
		{"stairs", 1, "not clear"},
		{"crossroads", game.Draw, "more points"},
		{"row", 1, "the objective stands"},
		{"strongpoint", 1, "enough survived"},
	} {
		g := sitDown(t, c.scenario)
		for !g.f.Status(g.p).Over {
			legal, err := g.f.Legal(g.p)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range legal {
				if line := g.f.FormatAction(a); strings.HasPrefix(line, "rest ") {
					g.plays(line, "")
					break
				}
			}
		}
		if s := g.f.Status(g.p); s.Winner != c.winner || !strings.Contains(s.Why, c.why) {
			t.Errorf("%s, where nobody acts: %+v", c.scenario, s)
		}
	}
}
