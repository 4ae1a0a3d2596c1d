package d20skirmish_test

import (
	"fmt"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets/d20skirmish"
	"loophole/scenario"
)

type knob struct{ path, value, text string }

// under is the house in which a fact matters at all: the bonus for base contact
// is that of another reading than the usual.
func (k *knob) under() []string {
	if k.path == "facts.contact.bonus" {
		return []string{"rulings.outnumbering=both"}
	}
	return nil
}

// TestSwitches: every reading of every ruling, and another value of every fact,
// changes what comes of some action of a game with the same dice, or whether it
// is allowed. Where one does not it says that it is for procedures only.
func TestSwitches(t *testing.T) {
	var knobs []knob
	for _, r := range d20skirmish.Rules.Rulings {
		for _, x := range r.Readings[1:] {
			knobs = append(knobs, knob{"rulings." + r.Name, x.Name, r.Question + x.Gist})
		}
	}
	for _, x := range d20skirmish.Rules.Facts {
		v := x.Min
		if v == x.Value {
			v = x.Max
		}
		knobs = append(knobs, knob{"facts." + x.Name, fmt.Sprint(v), x.Text})
	}
	dead := map[int]bool{}
	for i := range knobs {
		dead[i] = true
	}
	names := scenario.Of("d20skirmish")
	for n := range 2 * len(names) {
		s := names[n/2]
		// In every other game all wear helmets and are poor fighters of low morale
		// with few grenades, behind narrow doors.
		change := func(s *d20skirmish.Setup) {
			if n%2 == 0 {
				return
			}
			s.Helmets = [2]int{6, 6}
			for i := range s.Places {
				if !s.Places[i].Open {
					s.Places[i].Contact = 2
				}
			}
			for i := range s.Teams {
				s.Teams[i].Skill, s.Teams[i].Morale, s.Teams[i].Grenades = 2, 5, i%2
			}
		}
		base := spoiled(t, s.Name, change)
		fights, usual := map[int]*game.Fight{}, map[int]*game.Fight{}
		for i := range knobs {
			usual[i] = base
			if under := knobs[i].under(); under != nil {
				usual[i] = spoiled(t, s.Name, change, under...)
			}
			fights[i] = spoiled(t, s.Name, change, append(knobs[i].under(), knobs[i].path+"="+knobs[i].value)...)
		}
		for seed := range uint64(10) {
			if len(dead) == 0 {
				return
			}
			random, chance := &policy.Random{}, policy.NewRand(seed, 0, 0)
			for p, k := base.Start, uint64(0); !base.Status(p).Over; k++ {
				a, err := random.Act(base.Runner().At(p), chance)
				if err != nil {
					t.Fatal(err)
				}
				for i := range dead {
					if told(fights[i], p, a, seed+k) != told(usual[i], p, a, seed+k) || k%8 == 0 && options(t, fights[i], p) != options(t, usual[i], p) {
						delete(dead, i)
					}
				}
				if p, err = base.Play(p, a, source(seed+k), nil); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for i := range dead {
		if !strings.Contains(knobs[i].text, "procedures only") {
			t.Errorf("%s=%s changes nothing in a game", knobs[i].path, knobs[i].value)
		}
	}
}

// options is how many actions are allowed.
func options(t *testing.T, f *game.Fight, p game.Position) int {
	list, err := f.Legal(p)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

func source(seed uint64) rule.Source {
	d := dice.NewRandom(seed)
	d.Policy = func(c rule.Choice) int { return len(c.Options) - 1 - int(seed)%2*(len(c.Options)-1) }
	return d
}

// told is what comes of an action, in words.
func told(f *game.Fight, p game.Position, a game.Action, seed uint64) string {
	if f.Why(p, a) != nil {
		return "refused"
	}
	p, err := f.Play(p, a, source(seed), nil)
	if err != nil {
		return err.Error()
	}
	return f.Text(p)
}
