package oldworld_test

import (
	"math"
	"math/big"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/ground"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets/oldworld"
)

// sortie is a set-up in which a garrison that follows its enemy fights outside. The enemy holds a
// barn behind the fight.
func sortie(t testing.TB) *oldworld.Setup {
	house := func(name string, y int) ground.Structure {
		return ground.Structure{Name: name, Sections: []ground.Section{{Plan: ground.Rect(ground.At(12, y), 6*ground.Inch, 5*ground.Inch), Storeys: []ground.Storey{{Height: 4 * ground.Inch}}}}}
	}
	troops := func(name string, side int, models int, at string, facing ground.Side) oldworld.SetupUnit {
		return oldworld.SetupUnit{Name: name, Side: side, Unit: ref(t, "units", "state-troops"), Models: models, At: at, Facing: facing}
	}
	return &oldworld.Setup{
		Rounds: 6, Sides: [2]string{"Rebels", "Empire"}, Width: 30, Depth: 40,
		Ground: ground.Plan{Structures: []ground.Structure{house("house", 20), house("barn", 9)}},
		Spots: []oldworld.SetupSpot{
			{Name: "south", At: ground.At(15, 18)}, {Name: "east", At: ground.At(21, 22)}, {Name: "north", At: ground.At(15, 33)}, {Name: "corner", At: ground.At(3, 3)},
		},
		Objectives: []string{"house", "barn"},
		Units: []oldworld.SetupUnit{
			troops("foe", 0, 6, "south", ground.North), troops("mates", 0, 6, "east", ground.West), troops("last", 0, 5, "barn", ground.North),
			troops("spare", 0, 5, "corner", ground.North),
			troops("men", 1, 14, "house", ground.South), troops("rear", 1, 5, "north", ground.South),
		},
		Task: oldworld.Task{Kind: oldworld.TaskMost},
	}
}

// TestPursuits plays games in which garrisons follow the enemy whenever they can. The games end,
// their positions are valid and no model disappears. They contain combat in the open, pursuits, and
// pursuits into a building.
func TestPursuits(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	f := begin(t, sortie(t))
	noted := map[string]int{}
	for seed := range uint64(1000) {
		rng, d := policy.NewRand(9, seed, 0), dice.NewRandom(seed)
		d.Policy = func(c rule.Choice) int {
			if c.Cite == "host.restrain" {
				return 1
			}
			return rng.Below(len(c.Options))
		}
		steps, before := 0, models(f, f.Start)
		for p := f.Start; !f.Status(p).Over; steps++ {
			a := eager(t, f, p, rng)
			rec := &rule.Record{}
			var err error
			if p, err = f.Play(p, a, d, rec); err != nil {
				t.Fatalf("seed %d: %s: %v", seed, f.FormatAction(a), err)
			}
			if err := f.Validate(p); err != nil {
				t.Fatalf("seed %d: after %s: %v", seed, f.FormatAction(a), err)
			}
			if now := models(f, p); now != before {
				t.Fatalf("seed %d: after %s there are %v models, before %v", seed, f.FormatAction(a), now, before)
			}
			noted["clash"] += map[bool]int{true: 1}[f.Game.ActionTypes[a.Type].Name == "clash"]
			for _, e := range rec.Entries {
				noted[e.Text]++
			}
			if steps > 500 {
				t.Fatalf("seed %d: the game does not end", seed)
			}
		}
	}
	for _, text := range []string{
		"clash", "the pursuers move straight ahead by their pursuit roll", "the winners follow up, and the combat goes on", "the pursuers catch the fleeing unit and destroy it",
		"the pursuers catch the unit that falls back: they fight on, and count as charging next turn",
		"the pursuers run into a building with an enemy inside: a charge, fought in the next turn",
		"walls, terrain or the edge of the table stop the pursuit",
	} {
		if noted[text] == 0 {
			t.Errorf("1000 games contain no %s", text)
		}
	}
	t.Logf("%d rounds in the open", noted["clash"])
}

// models returns the number of models of both sides, on the table and lost.
func models(f *game.Instance, p game.Position) [2]int {
	here, lost := f.CountModels(p)
	return [2]int{here[0] + lost[0], here[1] + lost[1]}
}

// eager returns a charge if one is legal, and any action otherwise.
func eager(t *testing.T, f *game.Instance, p game.Position, rng *policy.Rand) game.Action {
	legal, err := f.Legal(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range legal {
		if f.Game.ActionTypes[a.Type].Name == "charge" {
			return a
		}
	}
	return legal[rng.Below(len(legal))]
}

// TestClashOdds compares the odds of a small fight in the open with the results of games.
func TestClashOdds(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	s := sortie(t)
	s.Units[0].Models, s.Units[4].Models = 3, 3
	house, err := oldworld.Rules.House([]rule.Setting{{Path: "rulings.follow-up", Value: "contact"}})
	if err != nil {
		t.Fatal(err)
	}
	f, err := oldworld.Game.NewInstance("sortie", s, house)
	if err != nil {
		t.Fatal(err)
	}
	p, ok := outside(t, f)
	if !ok {
		t.Fatal("the garrison fights outside in no game")
	}
	const trials = 20_000
	counted := map[string]int{}
	a, err := f.ParseAction("clash men")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"enemy-beaten", "enemy-gone", "casualty", "own-casualty"}
	d := dice.NewRandom(1)
	d.Policy = func(rule.Choice) int { return 0 }
	for range trials {
		after, err := f.Play(p, a, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if f.Holds(numbered(t, f, name), p, after, a) {
				counted[name]++
			}
		}
	}
	for _, name := range names {
		exact, _ := chance(t, f, p, "clash men", name).Float64()
		got := float64(counted[name]) / trials
		if wide := 5 * math.Sqrt(exact*(1-exact)/trials); math.Abs(got-exact) > wide {
			t.Errorf("%s: %.4f of %d trials, exactly %.4f", name, got, trials, exact)
		}
	}
	if c := chance(t, f, p, "clash men", "casualty"); c.Cmp(new(big.Rat)) == 0 {
		t.Error("nobody falls in the open")
	}
}

// numbered returns the number of a named event.
func numbered(t *testing.T, f *game.Instance, name string) int {
	for i := range f.Game.Events {
		if f.Game.Events[i].Name == name {
			return i
		}
	}
	t.Fatalf("there is no event %s", name)
	return 0
}

// outside plays until the garrison fights outside in its own turn.
func outside(t *testing.T, f *game.Instance) (game.Position, bool) {
	for seed := range uint64(400) {
		d := dice.NewRandom(seed)
		d.Policy = func(c rule.Choice) int { return map[bool]int{true: 1}[c.Cite == "host.restrain"] }
		p := f.Start
		for _, line := range []string{"charge foe house", "done", "done", "done", "fight for house", "done", "done", "done", "done"} {
			a, err := f.ParseAction(line)
			if err != nil {
				t.Fatal(err)
			}
			if f.WhyIllegal(p, a) != nil {
				continue
			}
			if p, err = f.Play(p, a, d, nil); err != nil {
				t.Fatal(err)
			}
		}
		if a, err := f.ParseAction("clash men"); err == nil && f.WhyIllegal(p, a) == nil {
			return p, true
		}
	}
	return game.Position{}, false
}
