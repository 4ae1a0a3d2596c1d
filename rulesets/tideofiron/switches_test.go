package tideofiron_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets/tideofiron"
	"loophole/scenario"
)

// A turned switch is a house that differs from the published book in one thing,
// with the fights that are played by it.
type turned struct {
	path, value string
	fights      []*game.Fight
}

// proving is a ground on which what is rare comes up often: weakened houses
// with several squads on each floor, ruins of both kinds, tanks and mortars.
func proving() *tideofiron.Setup {
	s := &tideofiron.Setup{
		Rounds: 3, Actions: 3, Sides: [2]string{"red", "blue"}, Destructible: true, Card: [2]bool{true, true},
		Task: tideofiron.Task{Kind: tideofiron.Points},
		Hexes: hexes{
			{Name: "B2", Level: 1, Weakened: true, Building: "house", Objective: true},
			{Name: "B3", Weakened: true, Building: "house"},
			{Name: "C2", Terrain: tideofiron.Overlay, Level: 1},
			{Name: "C3", Terrain: tideofiron.Collapsed},
			{Name: "D2", Level: 1, Weakened: true},
			{Name: "A3", Level: 2},
		},
		Units: men{
			{Name: "sig", Side: 0, Vehicle: "sig-33b", At: "B1"},
			{Name: "tiger", Side: 0, Vehicle: "tiger-i", At: "A1"},
			{Name: "mortar", Side: 0, Mortars: 2, At: "A2"},
			{Name: "sappers", Side: 0, Regulars: 3, Officers: 1, AntiTank: true, At: "A1"},
			{Name: "storm", Side: 0, Elites: 3, Officers: 1, At: "B1"},
			{Name: "inside", Side: 0, Regulars: 4, At: "B3", Condition: tideofiron.Disrupted},
			{Name: "lodgers", Side: 0, Regulars: 4, At: "B2", Condition: tideofiron.Disrupted},
			{Name: "top", Side: 1, Regulars: 3, Officers: 1, At: "B2", Floor: 1},
			{Name: "medics", Side: 1, Elites: 4, Medic: true, At: "B2", Floor: 1},
			{Name: "roof", Side: 1, Regulars: 4, At: "D2", Floor: 1, Condition: tideofiron.Disrupted},
			{Name: "hunters", Side: 1, Regulars: 4, AntiTank: true, At: "C1"},
			{Name: "panzer", Side: 1, Vehicle: "panzer-iii", At: "D1"},
			{Name: "tubes", Side: 1, Mortars: 2, At: "D4"},
		},
	}
	for _, name := range []string{"A1", "A2", "A4", "B1", "B4", "C1", "C4", "D1", "D3", "D4"} {
		s.Hexes = append(s.Hexes, tideofiron.SetupHex{Name: name, Terrain: tideofiron.Open})
	}
	return s
}

// road is a long one, with guns at its end and a building on it, which artillery
// may fire at.
func road() *tideofiron.Setup {
	s := &tideofiron.Setup{
		Rounds: 3, Actions: 3, Sides: [2]string{"red", "blue"}, Destructible: true, Card: [2]bool{true, false},
		Task:      tideofiron.Task{Kind: tideofiron.Survive},
		Artillery: []tideofiron.SetupBattery{{Side: 0, Calls: 3, Contact: 2, Dice: 8, Against: 3, Steady: 3}},
		Hexes: append(open("A1", "A2", "A3", "A4", "A5", "A6", "B5", "B6", "B7", "B8", "A7", "A9"),
			tideofiron.SetupHex{Name: "A8", Weakened: true}, tideofiron.SetupHex{Name: "A10", Level: 1}),
		Units: men{
			{Name: "sig", Side: 0, Vehicle: "sig-33b", At: "A1"},
			{Name: "tank", Side: 0, Vehicle: "panzer-iii", At: "A1"},
			{Name: "eyes", Side: 0, Regulars: 2, At: "A5"},
			{Name: "house", Side: 1, Regulars: 4, At: "A8"},
			{Name: "far", Side: 1, Regulars: 4, At: "A10", Floor: 1},
		},
	}
	return s
}

// grounds are the scenarios that switches are tried on, under a house.
func grounds(t *testing.T, h *rule.House) (list []*game.Fight) {
	t.Helper()
	f, err := tideofiron.Game.BeginWith("proving", proving(), h)
	if err != nil {
		t.Fatalf("%v", err)
	}
	list = append(list, f)
	if f, err = tideofiron.Game.BeginWith("road", road(), h); err != nil {
		t.Fatal(err)
	}
	list = append(list, f)
	for _, name := range []string{"block", "worked", "row", "stairs", "strongpoint", "crossroads"} {
		f, err := scenario.Named(tideofiron.Game, name, h)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

// proceduresOnly reports whether a gist says that a switch is not for games.
func proceduresOnly(gist string) bool { return strings.Contains(gist, "procedures only") }

// switches turns every fact and every ruling that is for games.
func switches(t *testing.T) (list []*turned) {
	t.Helper()
	add := func(path, value string) {
		s, err := rule.ParseWords([]string{path + "=" + value})
		if err != nil {
			t.Fatal(err)
		}
		h, err := tideofiron.Rules.House(s)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, &turned{path, value, grounds(t, h)})
	}
	for _, f := range tideofiron.Rules.Facts {
		if proceduresOnly(f.Text) {
			continue
		}
		if f.Value < f.Max {
			add("facts."+f.Name, strconv.Itoa(f.Value+1))
		} else {
			add("facts."+f.Name, strconv.Itoa(f.Value-1))
		}
	}
	for _, r := range tideofiron.Rules.Rulings {
		if !proceduresOnly(r.Question) {
			for _, x := range r.Readings[1:] {
				add("rulings."+r.Name, x.Name)
			}
		}
	}
	return list
}

// differs reports whether an action is another one in another house: other
// refusals, or another position by the same dice.
func differs(f, other *game.Fight, p game.Position, a game.Action, seed uint64) bool {
	if (f.Why(p, a) == nil) != (other.Why(p, a) == nil) {
		return true
	}
	for range 6 {
		seed += 1000
		x, err1 := outcome(f, p, a, seed)
		y, err2 := outcome(other, p, a, seed)
		if (err1 == nil) != (err2 == nil) || err1 == nil && !slices.Equal(x, y) {
			return true
		}
	}
	return false
}

func outcome(f *game.Fight, p game.Position, a game.Action, seed uint64) ([]byte, error) {
	src := dice.NewRandom(seed)
	src.Policy = func(c rule.Choice) int { return 0 }
	after, err := f.Play(p, a, src, nil)
	if err != nil {
		return nil, err
	}
	return after.Bytes(), nil
}

// TestSwitchesMatter: every fact and every ruling that does not say that it is
// for procedures only changes what may be done or what comes of it in a game.
func TestSwitchesMatter(t *testing.T) {
	left := switches(t)
	book := grounds(t, nil)
	chance := policy.NewRand(9, 0, 0)
	for g := 0; g < 400 && len(left) > 0; g++ {
		i := g % len(book)
		if g > 100 {
			i = g % 2
		}
		f := book[i]
		r := f.Runner().At(f.Start)
		for n := 0; n < 60 && !f.Status(r.Position()).Over; n++ {
			p := r.Position()
			legal, err := f.Legal(p)
			if err != nil {
				t.Fatal(err)
			}
			a := legal[chance.Below(len(legal))]
			left = slices.DeleteFunc(left, func(s *turned) bool {
				mine, err := s.fights[i].Legal(p)
				return err != nil || !slices.Equal(legal, mine) || differs(f, s.fights[i], p, a, uint64(n))
			})
			src := dice.NewRandom(uint64(g*100 + n))
			src.Policy = func(c rule.Choice) int { return chance.Below(len(c.Options)) }
			next, err := f.Play(p, a, src, nil)
			if err != nil {
				t.Fatal(err)
			}
			r = f.Runner().At(next)
		}
	}
	for _, s := range left {
		t.Errorf("%s=%s changes nothing in any game: have a game in which it matters, or say that it is for procedures only", s.path, s.value)
	}
}
