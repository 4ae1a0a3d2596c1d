package lasergrenadiers_test

import (
	"context"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/ground"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets/lasergrenadiers"
	"loophole/scenario"
	"loophole/sim"
)

func begin(t testing.TB, name string) *game.Instance {
	t.Helper()
	f, err := scenario.Open(lasergrenadiers.Game, name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// after plays actions with their dice, such as "pass: 3".
func after(t testing.TB, f *game.Instance, actions ...string) game.Position {
	t.Helper()
	p := f.Start
	for _, x := range actions {
		line, rolls, _ := strings.Cut(x, ":")
		a, err := f.ParseAction(line)
		if err != nil {
			t.Fatal(err)
		}
		tray := dice.MustTray(rolls)
		if p, err = f.Play(p, a, tray, nil); err == nil {
			err = tray.CheckAllUsed()
		}
		if err != nil {
			t.Fatalf("%s: %v", x, err)
		}
	}
	return p
}

// TestRefusals checks illegal actions, with numbers computed by hand.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		scenario string
		before   []string
		action   string
		want     []string // parts of the refusal
	}{
		// From (16,16) by the door at (24,20), 8.95″, and 2.83″ to (22,22).
		{"farm", nil, "move grenadier to parlour", []string{"the move takes 11.8″, and the piece moves 8″ [host.move]"}},
		{"farm", nil, "move corporal to kitchen", []string{"[host.sequence]"}},
		{"farm", nil, "move burner to parlour by breach", []string{"the structure has no breached wall [engineers.breached]", "[host.ways]"}},
		{"farm", nil, "move heavy to byre by tunnel", []string{"[pillbox.tunnels]"}},
		{"farm", nil, "fire bolter at corporal", []string{"[hidden.unseen]"}},
		{"farm", nil, "pierce bolter at corporal", []string{"the enemy's place is not known: probe a place instead [known.attack]"}},
		{"farm", nil, "probe bolter at lane", []string{"[probe.attack]"}},
		{"farm", nil, "lob fusioneer into house/front-door at parlour", []string{"[opening.line]"}},
		{"farm", nil, "ignite heavy at thicket", []string{"[fire.unlisted]"}},
		{"farm", nil, "breach bolter at house/west", []string{"[engineers.tools]", "[host.tool]"}},
		{"farm", nil, "recover bolter", []string{"[host.morale]"}},
		{"farm", []string{"pass"}, "move sniper to yard by window", []string{"the move takes 10.0″, and the piece moves 8″ [host.move]"}},
		{"bunker-line", []string{"pass"}, "fire reserve at sapper", []string{"pieces cannot fight from inside a bunker [bunker.not-fighting]", "[bunker.no-slits]", "[host.sight]"}},
		{"bunker-line", []string{"pass"}, "move left-gun to right-post by tunnel", []string{"the move takes 15.1″, and the piece moves 5″ [host.move]"}},
		{"bunker-line", []string{"pass"}, "move turret-gun to rear", []string{"[host.fixed]"}},
		{"bunker-line", nil, "bombard lancer at turret", []string{"[turret.not]"}},
		{"bunker-line", nil, "bombard lancer at bunker", []string{"[bunker.shelter]"}},
		{"bunker-line", nil, "move sawyer to left-post", []string{"a pillbox holds only infantry and crew-served weapons [pillbox.fight]"}},
		{"bunker-line", nil, "breach sapper at left-pillbox/west", []string{"a piece uses a tool or a charge at the wall itself [host.tool]"}},
		{"bastion", []string{"pass"}, "fire porter at marine", []string{"[strongpoint.infantry]"}},
	} {
		f := begin(t, c.scenario)
		p := f.Start
		if c.before != nil {
			p = after(t, f, c.before...)
		}
		a, err := f.ParseAction(c.action)
		if err != nil {
			t.Errorf("%s: %v", c.action, err)
			continue
		}
		err = f.WhyIllegal(p, a)
		for _, w := range c.want {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %s\n got %v\nwant %s", c.scenario, c.action, err, w)
			}
		}
	}
}

// chanceOf returns the exact chance that an action leads to a position with a property. Choices
// take their first option.
func chanceOf(t testing.TB, f *game.Instance, p game.Position, action string, holds func(after game.Position) bool) *big.Rat {
	t.Helper()
	a, err := f.ParseAction(action)
	if err == nil {
		err = f.WhyIllegal(p, a)
	}
	if err != nil {
		t.Fatal(err)
	}
	x := f.ActionRunner(p, a)
	d, err := odds.DistOf(context.Background(), x.Play, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d.P(func(i int) bool { return holds(x.At(i)) }).Exact
}

// event is a property: a named event of the game.
func event(t testing.TB, f *game.Instance, p game.Position, action, name string) func(game.Position) bool {
	t.Helper()
	a, err := f.ParseAction(action)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range f.Game.Events {
		if e.Name == name {
			return func(after game.Position) bool { return f.Holds(i, p, after, a) }
		}
	}
	t.Fatalf("there is no event %q", name)
	return nil
}

// TestChances compares the odds of actions with chances computed by hand.
func TestChances(t *testing.T) {
	for _, c := range []struct {
		scenario string
		before   []string
		action   string
		event    string
		want     string
	}{
		// From (11,12) to (24,17) is 13.9″, medium range, 6; attack factor 4 on
		// armour class 3 is 6.
		{"farm", nil, "fire bolter at flamethrower", "target-out", "9/25"},
		{"farm", nil, "fire bolter at flamethrower", "target-shaken", "6/25"},
		// Medium 6 and 3 for a section is 9; attack factor 4 on timber of class
		// 4 is 5; a rotary weapon hits unseen men on 3; then 4 on 3 is 6.
		{"farm", nil, "probe heavy at threshing-floor", "enemy-lost", "81/1000"},
		// The burner's short 8 and 3 is 11, no more than 9; a flamer burns on
		// 10, in mist on 8, whatever it penetrates.
		{"farm", nil, "bombard burner at barn", "fire-started", "18/25"},
		// A turret in the open is seen at once: 15.5″ from the ridge, medium 6 and 2 for a vehicle.
		// Fusion 7 on armour class 8 is 4. One point or two, with a chance of 1/10 or 2/10 to
		// explode: 8/25·17/20.
		{"bunker-line", nil, "fire lancer at turret-gun", "target-damaged", "34/125"},
		// A trench hides a third and more: 5.
		{"bunker-line", nil, "observe rifle at trench-north", "enemy-found", "1/2"},
		// A soldier who keeps still behind a slit is not detected.
		{"bunker-line", nil, "observe rifle at left-post", "enemy-found", "0"},
		// Before it fires the pillbox cannot be seen. Its own shot takes one
		// level off, and the bolt rifle's signature adds 1: the book's 1 to 4.
		{"bunker-line", []string{"pass"}, "fire right-gun at sawyer", "shown", "2/5"},
		// One success of three: hit on 9, chainsaw 6 on brick 6 is 5.
		{"street", nil, "breach cutter at terrace/one/west", "wall-breached", "0"},
		// 9 to hit, then everything in the effect area is gone; the screen is
		// of no use against that.
		{"bastion", nil, "bombard lander at keep", "structure-lost", "9/10"},
		// 24 and more points of 180 by the plasma cannon: 18 for a penetration,
		// 2 for a hit; a section takes 36.
		{"warehouse", nil, "bombard plasma-tank at warehouse/west", "section-lost", "0"},
		// 9 to hit a section at medium range; a hellburner's 10 is 6 in rain.
		{"wildfire", nil, "bombard hell at shed", "fire-started", "27/50"},
	} {
		f := begin(t, c.scenario)
		p := after(t, f, c.before...)
		holds := func(after game.Position) bool { return f.Reveals(p, after) }
		if c.event != "shown" {
			holds = event(t, f, p, c.action, c.event)
		}
		if got := chanceOf(t, f, p, c.action, holds); got.RatString() != c.want {
			t.Errorf("%s: %s: the chance of %s is %s, want %s", c.scenario, c.action, c.event, got.RatString(), c.want)
		}
	}
}

// TestBreach saws through a wall of three points. As in the book's example, one attack in between
// does not penetrate.
func TestBreach(t *testing.T) {
	f := begin(t, "street")
	saw := "breach cutter at terrace/one/west"
	p := after(t, f, saw+": 1 5", "pass", "pass: 1", saw+": 9 5", "pass", "pass: 1", saw+": 9 6", "pass", "pass: 1")
	if got := chanceOf(t, f, p, saw, event(t, f, p, saw, "wall-breached")); got.RatString() != "9/20" {
		t.Errorf("after two successes the chance to breach the wall is %s, want 9/20", got.RatString())
	}
	p = after(t, f, saw+": 1 5", "pass", "pass: 1", saw+": 9 5", "pass", "pass: 1", saw+": 9 6", "pass", "pass: 1", saw+": 1 1", "pass", "pass: 1")
	a, err := f.ParseAction("move phaser to one-hall by breach")
	if err != nil {
		t.Fatal(err)
	}
	if err := f.WhyIllegal(p, a); err == nil || !strings.Contains(err.Error(), "and the piece moves 8″") || strings.Contains(err.Error(), "engineers.breached") {
		t.Errorf("the way through the breach: %v", err)
	}
	if err := f.WhyIllegal(f.Start, a); err == nil || !strings.Contains(err.Error(), "engineers.breached") {
		t.Errorf("before there is one: %v", err)
	}
}

// TestHidden: a side does not see the pieces that hide from it, and its legal actions do not depend
// on them.
func TestHidden(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for k, s := range scenario.ForRuleset("lasergrenadiers") {
		f := begin(t, s.Name)
		for seed := range uint64(40) {
			d, at := sim.NewSampler(seed, 0, nil), uint64(k)
			u := rule.NewUmpire(d, nil).WithHouseRules(f.House)
			real, view := f.Runner(), f.Runner()
			for n := 0; !real.Status().Over; n++ {
				p, side := real.Position(), real.Status().Side
				seen, whole := view.SetPosition(f.View(p, side)).Legal(nil), real.Legal(nil)
				if len(seen) == 0 || len(whole) != len(seen) {
					t.Fatalf("%s, step %d: %d actions are legal, and the side sees %d", s.Name, n, len(whole), len(seen))
				}
				for i := range seen {
					if seen[i] != whole[i] {
						t.Fatalf("%s, step %d: %s is legal, and %s for whom it concerns", s.Name, n, f.FormatAction(whole[i]), f.FormatAction(seen[i]))
					}
				}
				at = at*6364136223846793005 + seed + uint64(n)
				real.Apply(u, seen[int(at>>33)%len(seen)])
			}
		}
	}
	f := begin(t, "bunker-line")
	text := f.Text(f.View(f.Start, 0))
	if strings.Contains(text, "left-gun") || !strings.Contains(text, "turret-gun") {
		t.Errorf("the attacker sees\n%s", text)
	}
}

// TestSetups checks the errors of faulty set-ups.
func TestSetups(t *testing.T) {
	for want, spoil := range map[string]func(*lasergrenadiers.Setup){
		"turns: 31 is out of range: 1 to 30":                                    func(s *lasergrenadiers.Setup) { s.Turns = 31 },
		"structure shop: say what it is":                                        func(s *lasergrenadiers.Setup) { s.Ground.Structures[0].Name = "shop" },
		"no military armour [building.light]":                                   func(s *lasergrenadiers.Setup) { s.Sites[0].Armour = 1 },
		"place yard: the place lies in house":                                   func(s *lasergrenadiers.Setup) { s.Places[3].At = ground.At(22, 22) },
		"there is no place \"moon\"":                                            func(s *lasergrenadiers.Setup) { s.Pieces[0].At = "moon" },
		"are enemies in one place":                                              func(s *lasergrenadiers.Setup) { s.Pieces[0].At = "parlour" },
		"vehicles cannot go inside, except a wardrone":                          func(s *lasergrenadiers.Setup) { s.Pieces[6].Unit = 9 },
		"have fixed weapons":                                                    func(s *lasergrenadiers.Setup) { s.Pieces[0].Fixed = true },
		"needs points for the structure":                                        func(s *lasergrenadiers.Setup) { s.Damage, s.Sites[1].Points = lasergrenadiers.ByPoints, 0 },
		"the task needs 3 objective structures, and 1 is marked: set many to 1": func(s *lasergrenadiers.Setup) { s.Task.Many = 3 },
	} {
		s := *begin(t, "farm").Setup.(*lasergrenadiers.Setup)
		s.Ground.Structures = append([]ground.Structure(nil), s.Ground.Structures...)
		s.Sites = append([]lasergrenadiers.SetupSite(nil), s.Sites...)
		s.Places = append([]lasergrenadiers.SetupPlace(nil), s.Places...)
		s.Pieces = append([]lasergrenadiers.SetupPiece(nil), s.Pieces...)
		spoil(&s)
		if _, err := lasergrenadiers.Game.NewInstance("spoilt", &s, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant: %s", err, want)
		}
	}
}

// TestHouses plays games under every reading of every ruling.
func TestHouses(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, r := range lasergrenadiers.Rules.Rulings {
		for _, reading := range r.Readings[1:] {
			h, err := lasergrenadiers.Rules.House([]rule.Setting{{Path: "rulings." + r.Name, Value: reading.Name}})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range scenario.ForRuleset("lasergrenadiers") {
				f, err := scenario.Open(lasergrenadiers.Game, s.Name, h)
				if err != nil {
					t.Fatal(r.Name, err)
				}
				playOn(t, f, r.Name+"="+reading.Name)
			}
		}
	}
}

// playOn plays some random games and checks every position.
func playOn(t *testing.T, f *game.Instance, house string) {
	t.Helper()
	at := uint64(1)
	d := sim.NewSampler(1, 0, func(c rule.Choice) int { return int(at>>40) % len(c.Options) })
	u, run := rule.NewUmpire(d, nil).WithHouseRules(f.House), f.Runner()
	for range 4 {
		for run.SetPosition(f.Start); !run.Status().Over; {
			list := run.Legal(nil)
			if len(list) == 0 {
				t.Fatalf("%s, %s: nothing is legal", f.Scenario, house)
			}
			at = at*6364136223846793005 + 1442695040888963407
			a := list[int(at>>33)%len(list)]
			run.Apply(u, a)
			if err := f.Validate(run.Position()); err != nil {
				t.Fatalf("%s, %s: after %s: %v", f.Scenario, house, f.FormatAction(a), err)
			}
		}
	}
}

// BenchmarkGame plays whole games of a scenario and lists all legal actions at each step. Policies
// that draw from the pseudo-legal actions are several times as fast.
func BenchmarkGame(b *testing.B) {
	for _, s := range scenario.ForRuleset("lasergrenadiers") {
		b.Run(s.Name, func(b *testing.B) {
			f := begin(b, s.Name)
			d := sim.NewSampler(1, 0, nil)
			u, r := rule.NewUmpire(d, nil).WithHouseRules(f.House), f.Runner()
			at := uint64(1)
			var room []game.Action
			for b.Loop() {
				for r.SetPosition(f.Start); !r.Status().Over; {
					room = r.Legal(room[:0])
					at = at*6364136223846793005 + 1
					r.Apply(u, room[int(at>>33)%len(room)])
				}
			}
		})
	}
}

// TestSetupTags: the tags of every field of a set-up describe it, so that the reader of files can
// fill it.
func TestSetupTags(t *testing.T) {
	n := 0
	var walk func(path string, x reflect.Type)
	walk = func(path string, x reflect.Type) {
		for x.Kind() == reflect.Slice || x.Kind() == reflect.Array {
			x = x.Elem()
		}
		if x.Kind() != reflect.Struct || strings.HasSuffix(x.PkgPath(), "/ground") {
			return
		}
		keys := map[string]bool{}
		for i := range x.NumField() {
			f := x.Field(i)
			if !f.Anonymous {
				n++
				key := f.Tag.Get("key")
				if key == "" || f.Tag.Get("doc") == "" || keys[key] {
					t.Errorf("%s.%s has no key of its own, or no doc", path, f.Name)
				}
				keys[key] = true
				if k := f.Type.Kind(); k == reflect.Int && f.Tag.Get("max") == "" && f.Tag.Get("of") == "" {
					t.Errorf("%s.%s has no range", path, f.Name)
				}
			}
			walk(path+"."+f.Name, f.Type)
		}
	}
	walk("Setup", reflect.TypeFor[lasergrenadiers.Setup]())
	if n < 40 {
		t.Errorf("only %d fields were looked at", n)
	}
}
