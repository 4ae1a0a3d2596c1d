package server

import (
	"math"
	"net/http"
	"testing"
)

// TestTags: a tag has the chance of some effect or more by the piece alone, as in the odds of its
// action. If that takes too long, the tag has an estimate with its error.
func TestTags(t *testing.T) {
	exact, trials := served(t, Options{}), served(t, Options{OddsBudget: 1})
	a, b := began(t, exact, row()), began(t, trials, row())
	var x, y Tags
	a.seats[0].want(http.StatusOK, &x, "GET", a.path+"/tags?piece=sig-33b", nil)
	b.seats[0].want(http.StatusOK, &y, "GET", b.path+"/tags?piece=sig-33b", nil)
	if len(x.Tags) < 4 || len(y.Tags) != len(x.Tags) {
		t.Fatalf("%d tags, and %d by trials", len(x.Tags), len(y.Tags))
	}
	rolled := 0
	for i, tag := range x.Tags {
		guess := y.Tags[i]
		var c Chances
		a.seats[0].want(http.StatusOK, &c, "GET", a.path+"/odds"+query("action", tag.Line), nil)
		switch {
		case tag.Zones == nil:
			if tag.P != 0 || guess.Error != 0 {
				t.Errorf("%s comes to nothing by dice, and has the tags %+v, %+v", tag.Line, tag, guess)
			}
			continue
		case tag.Best != c.Best || tag.Zones.Some.Float == 0 && tag.Best != tag.Zones.All.Name:
			t.Errorf("the tag of %s is for %s; the odds for %s, of %+v", tag.Line, tag.Best, c.Best, *c.Zones)
		case tag.Error != 0 || math.Abs(tag.P-(c.Zones.Some.Float+c.Zones.All.Float)) > 1e-12:
			t.Errorf("the tag of %s says %v; the odds %v", tag.Line, tag.P, c.Zones.Some.Float+c.Zones.All.Float)
		case guess.Error == 0 || math.Abs(guess.P-tag.P) > 6*guess.Error:
			t.Errorf("%s: %v ± %v by trials; it is %v", tag.Line, guess.P, guess.Error, tag.P)
		}
		rolled++
	}
	if rolled < 2 {
		t.Errorf("%d tags have odds", rolled)
	}
}

// TestTagOfTheWeakened: shelling can only destroy a building that is weakened already, and its tag says so.
func TestTagOfTheWeakened(t *testing.T) {
	p := began(t, served(t, Options{}), row())
	var x Tags
	p.seats[0].want(http.StatusOK, &x, "GET", p.path+"/tags?piece=sig-33b", nil)
	shells := 0
	for _, tag := range x.Tags {
		if tag.Type != "bombard" {
			continue
		}
		if shells++; tag.Best != "destroyed" {
			t.Errorf("the tag of %s is for %q", tag.Line, tag.Best)
		}
	}
	if shells != 3 {
		t.Errorf("%d of the three houses can be shelled", shells)
	}
}

// TestSupport: with supporting units, the odds have their contribution; without them, there is
// none.
func TestSupport(t *testing.T) {
	p := began(t, served(t, Options{}), NewMatch{Ruleset: "tideofiron", Scenario: "block", Seed: "1"})
	ask := func(line string) (c Chances) {
		p.seats[0].want(http.StatusOK, &c, "GET", p.path+"/odds"+query("action", line), nil)
		return c
	}
	alone, both := ask("bombard sig-33b at D4"), ask("bombard sig-33b at D4 with panzer-iii")
	if alone.Support != nil {
		t.Errorf("alone it has the support %+v", alone.Support)
	}
	x := both.Support
	if x == nil {
		t.Fatal("nothing is said of the support")
	}
	if x.By != "the Panzer III" || x.Line != alone.Action || math.Abs(x.Alone-alone.P) > 1e-9 || math.Abs(x.Points-100*(both.P-alone.P)) > 1e-6 || x.Points < 10 {
		t.Errorf("the support is %+v; alone it is %v, together %v", x, alone.P, both.P)
	}
}

// TestSupportOfOneMode: the contribution of supporting units compares the same kind of fire with and without
// them, by the same event.
func TestSupportOfOneMode(t *testing.T) {
	p := began(t, served(t, Options{}), NewMatch{Ruleset: "tideofiron", Scenario: "worked", Seed: "1"})
	ask := func(line string) (c Chances) {
		p.seats[0].want(http.StatusOK, &c, "GET", p.path+"/odds"+query("action", line), nil)
		return c
	}
	alone, both := ask("fire panzer-iii at squad-a suppressive"), ask("fire panzer-iii at squad-a suppressive with mortar-squad")
	x := both.Support
	if x == nil {
		t.Fatal("nothing is said of the support")
	}
	if alone.Best != both.Best || x.Line != alone.Action || math.Abs(x.Alone-alone.P) > 1e-9 || math.Abs(x.Points-100*(both.P-alone.P)) > 1e-6 || x.Points < 1 {
		t.Errorf("the support is %+v; alone it is %v for %s, together %v for %s", x, alone.P, alone.Best, both.P, both.Best)
	}
	if slight := both.Zones.Slight; slight == nil || slight.Name != "suppressed" || slight.Float < 0.1 || both.Zones.Nothing.Float > 0.2 {
		t.Errorf("the zones of a shot to suppress are %+v, slightly %+v", both.Zones, slight)
	}
}

// TestSlightEffects: a result that harms the target without losses is not called nothing.
func TestSlightEffects(t *testing.T) {
	s := served(t, Options{})
	for _, x := range []struct{ ruleset, scenario, line, slight, none string }{
		{"d20skirmish", "arnhem", "fire sappers-2 at pioniere", "suppressed", "nothing"},
		{"d20skirmish", "merville", "assault passage by assault-1", "fight on", "enemy unhurt"},
		{"lasergrenadiers", "farm", "fire bolter at flamethrower", "shaken", "nothing"},
		{"lasergrenadiers", "bunker-line", "fire lancer at turret-gun", "damaged", "nothing"},
		{"oldworld", "farmhouse", "charge orcs farmhouse", "", "falls short"},
		{"tideofiron", "crossroads", "fire t-70 at stug-iii normal", "damaged", "nothing"},
		{"tideofiron", "barrage", "call D2 normal", "contact", "nothing"},
	} {
		p := began(t, s, NewMatch{Ruleset: x.ruleset, Scenario: x.scenario, Seed: "1", HotSeat: true})
		who := p.both
		for i, side := range p.Sides {
			if who == nil && side == p.Turn { // Where pieces are hidden, nobody sees both sides.
				who = p.seats[i]
			}
		}
		var c Chances
		who.want(http.StatusOK, &c, "GET", p.path+"/odds"+query("action", x.line), nil)
		if c.Zones == nil || c.Zones.Nothing.Name != x.none || (c.Zones.Slight == nil) != (x.slight == "") || x.slight != "" && c.Zones.Slight.Name != x.slight {
			t.Errorf("%s %s has the zones %+v, slightly %+v", x.scenario, x.line, c.Zones, c.Zones.Slight)
			continue
		}
		sum := c.Zones.Nothing.Float + c.Zones.Some.Float + c.Zones.All.Float
		if c.Zones.Slight != nil {
			sum += c.Zones.Slight.Float
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("the zones of %s add up to %v", x.line, sum)
		}
	}
}

// TestNoTags: each piece that cannot be acted on is listed once, with the reason and the clause. A
// piece with a legal action that rolls dice is not listed.
func TestNoTags(t *testing.T) {
	s, met := served(t, Options{}), 0
	for _, fight := range []NewMatch{{Ruleset: "lasergrenadiers", Scenario: "wildfire", Seed: "1"}, {Ruleset: "oldworld", Scenario: "troll-barn", Seed: "1"}} {
		p := began(t, s, fight)
		var list Actions
		p.seats[0].want(http.StatusOK, &list, "GET", p.path+"/actions", nil)
		asked := map[string]bool{}
		for _, g := range list.Groups {
			for _, a := range g.Actions {
				for _, part := range a.Says.Parts {
					if part.Role != "actor" || len(part.Names) == 0 || asked[part.Names[0]] {
						continue
					}
					asked[part.Names[0]] = true
					var x Tags
					p.seats[0].want(http.StatusOK, &x, "GET", p.path+"/tags"+query("piece", part.Names[0]), nil)
					can, not := map[string]bool{}, map[string]bool{}
					for _, tag := range x.Tags {
						for _, name := range tag.Target {
							can[name] = can[name] || tag.Best != ""
						}
					}
					for _, no := range x.No {
						if met++; can[no.Target] || not[no.Target] || no.Why.Text == "" || no.Why.Clause == "" {
							t.Errorf("%s: %+v", part.Names[0], no)
						}
						not[no.Target] = true
					}
				}
			}
		}
	}
	if met == 0 {
		t.Error("nothing was refused, so nothing was tested")
	}
}

// TestNoAimThatIsThere: a unit without pins cannot lose any by rallying. The tag has no chance, and
// the event is not an aim, although it is true.
func TestNoAimThatIsThere(t *testing.T) {
	srv, rallies := served(t, Options{}), 0
	p := began(t, srv, NewMatch{Ruleset: "konflikt47", Scenario: "terrace", Seed: "1", HotSeat: true})
	for range 60 {
		var list Actions
		p.both.want(http.StatusOK, &list, "GET", p.path+"/actions", nil)
		next := list.Groups[0].Actions[0]
		for _, g := range list.Groups {
			for _, a := range g.Actions {
				if a.Type != "rally" {
					continue
				}
				rallies++
				next = a
				var x Tags
				p.both.want(http.StatusOK, &x, "GET", p.path+"/tags"+query("piece", a.Says.Parts[1].Names[0]), nil)
				for _, tag := range x.Tags {
					if tag.Type == "rally" && (tag.Zones != nil || tag.P != 0 || tag.Best != "") {
						t.Errorf("%s without pins has the tag %+v", a.Line, tag)
					}
				}
				var c Chances
				p.both.want(http.StatusOK, &c, "GET", p.path+"/odds"+query("action", a.Line), nil)
				if c.Zones != nil || len(c.Events) == 0 {
					t.Errorf("%s without pins has the zones %+v and the events %+v", a.Line, c.Zones, c.Events)
				}
			}
		}
		if rallies > 2 {
			return
		}
		p.both.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": next.Line})
	}
	t.Error("nobody rallies, so nothing was tested")
}
