package lasergrenadiers_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"loophole/game"
	"loophole/rule"
	"loophole/rulesets/lasergrenadiers"
	"loophole/scenario"
	"loophole/sim"
)

// A step is a transition of a game: an action in a position, with its dice.
type step struct {
	at   game.Position
	does game.Action
	seed uint64
}

// source throws the dice of a step.
func (s *step) source() rule.Source {
	return sim.NewSampler(s.seed, 0, func(c rule.Choice) int { return int(s.seed) % len(c.Options) })
}

// walks are random games of a scenario, step by step.
func walks(t *testing.T, f *game.Fight, games int) (list []step) {
	t.Helper()
	at := uint64(9)
	for range games {
		for p := f.Start; !f.Status(p).Over; {
			legal, err := f.Legal(p)
			if err != nil || len(legal) == 0 {
				t.Fatal(err)
			}
			at = at*6364136223846793005 + 1442695040888963407
			s := step{p, legal[int(at>>33)%len(legal)], at >> 20}
			list = append(list, s)
			if p, err = f.Play(p, s.does, s.source(), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	return list
}

// changes reports whether a house makes a difference to a step.
func changes(f, other *game.Fight, s step) bool {
	p, err := other.Decode(s.at.Bytes())
	if err != nil {
		return true
	}
	if was, is := f.Why(s.at, s.does), other.Why(p, s.does); (was == nil) != (is == nil) {
		return true
	} else if was != nil {
		return false
	}
	a, err := f.Play(s.at, s.does, s.source(), nil)
	b, err2 := other.Play(p, s.does, s.source(), nil)
	return err != nil || err2 != nil || !bytes.Equal(a.Bytes(), b.Bytes())
}

// allows reports whether a house allows other actions than another.
func allows(f, other *game.Fight, s step) bool {
	was, err := f.Legal(s.at)
	p, err2 := other.Decode(s.at.Bytes())
	if err != nil || err2 != nil {
		return true
	}
	is, err := other.Legal(p)
	return err != nil || !slices.Equal(was, is)
}

// A knob is a ruling or fact, with other values than its own.
type knob struct {
	path, text string
	values     []string
}

func knobs() (list []knob) {
	for _, r := range lasergrenadiers.Rules.Rulings {
		k := knob{path: "rulings." + r.Name, text: r.Question}
		for _, x := range r.Readings[1:] {
			k.values = append(k.values, x.Name)
		}
		list = append(list, k)
	}
	for _, x := range lasergrenadiers.Rules.Facts {
		list = append(list, knob{"facts." + x.Name, x.Text, []string{fmt.Sprint(x.Min), fmt.Sprint(x.Max), fmt.Sprint(min(x.Value+1, x.Max))}})
	}
	return list
}

// A walked is a scenario or a field with its steps.
type walked struct {
	begin func(house string) (*game.Fight, error)
	fight *game.Fight
	steps []step
}

// crowd is a house full of enemies of whom nobody knows, with others before its
// walls, by points whose variant is left to the house.
var crowd = field{
	ground:     hut,
	structures: "- {name: hut, structure: house, points: 40}\n- {name: shack, structure: shed, points: 30}",
	places: `
- {name: gun, at: "14,22"}
- {name: foot, at: "19.5,22"}
- {name: room, at: "20.75,22", in: hut}`,
	pieces: `
- {name: rotary, side: Red, unit: tank, weapon: rotary-cannon, at: gun}
- {name: howitzer, side: Red, unit: tank, weapon: howitzer, at: gun}
- {name: rocket, side: Red, unit: infantry, weapon: rpg, at: gun}
- {name: before, side: Blue, unit: infantry, at: foot}
- {name: one, side: Blue, unit: infantry, at: room}
- {name: two, side: Blue, unit: powered-infantry, at: room}
- {name: three, side: Blue, unit: armoured-infantry, at: room}`,
	options: "damage: points",
}

// works are a pillbox of brick, as a field work may be, and a turret.
var works = field{
	ground: `
	- name: pillbox
		sections:
			- plan: "20,20 24,20 24,24 20,24"
				storeys: [{height: "2.5"}]
				roof: {rise: "1"}
				openings:
					- {name: slot, kind: embrasure, wall: west, place: "2", width: "0.75"}
	- name: turret
		sections:
			- plan: "30,22 31,22 31,23 30,23"
				storeys: [{height: "2.5"}]`,
	structures: "- {name: pillbox, structure: pillbox, made: field, wall: brick}\n- {name: turret, structure: turret}",
	places: `
- {name: gun, at: "14,26"}
- {name: room, at: "22,22", in: pillbox}
- {name: cupola, at: "30.5,22.5", in: turret}`,
	pieces: `
- {name: gun, side: Red, unit: tank, weapon: heavy-cannon, at: gun}
- {name: man, side: Blue, unit: infantry, weapon: bolt-rifle, at: room}
- {name: turret-gun, side: Blue, unit: crew-served, weapon: minigun, at: cupola, fixed: yes}`,
}

// TestSwitches: a ruling or a fact changes the game somewhere, or says that it is
// for the procedures only.
func TestSwitches(t *testing.T) {
	var all []walked
	add := func(games int, begin func(house string) (*game.Fight, error)) {
		f, err := begin("")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, walked{begin, f, walks(t, f, games)})
	}
	for _, s := range scenario.Of("lasergrenadiers") {
		add(5, func(house string) (*game.Fight, error) {
			return scenario.Named(lasergrenadiers.Game, s.Name, houseOf(t, house))
		})
	}
	wild := burning
	wild.options += "\nwind: very-strong"
	open := burning // Whether there are fires is left to the house.
	open.options = ""
	for _, x := range []field{breached, crowd, works, burning, wild, open} {
		add(4, func(house string) (*game.Fight, error) {
			x.house = house
			return try(t, x)
		})
	}
	for _, k := range knobs() {
		alive := slices.ContainsFunc(k.values, func(v string) bool { return awake(t, all, k.path, v) })
		if only := strings.Contains(k.text, "procedures only"); alive == only {
			t.Errorf("%s: it changes a game: %v; it says that it does not: %v", k.path, alive, only)
		}
	}
}

// awake reports whether a reading or value makes a difference to some step, or
// cannot be laid out where the default can.
func awake(t *testing.T, all []walked, path, value string) bool {
	t.Helper()
	for _, w := range all {
		other, err := w.begin(path + "=" + value)
		if err != nil {
			return true
		}
		for i, s := range w.steps {
			if changes(w.fight, other, s) || i%8 == 0 && allows(w.fight, other, s) {
				return true
			}
		}
	}
	return false
}
