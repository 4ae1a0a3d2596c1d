package rulestest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/scene"
	"loophole/sim"
)

// sceneActions is the number of actions of each scenario whose pictures are checked.
const sceneActions = 60

// checkScenes plays into every scenario and checks the pictures: they show every model that
// CountModels counts, once, and can be drawn. A game without pictures passes, unless it has secrets: the
// check of secrets compares pictures.
func (k *kit) checkScenes(t reporter) {
	fights, err := k.fights()
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	drawn := 0
	for i, f := range fights {
		if _, pictures := f.Scene(f.Start); !pictures && !f.HasHiddenInfo() {
			continue
		}
		r := f.Runner()
		u := rule.NewUmpire(sim.NewSampler(uint64(i), 0, nil), nil).WithHouseRules(f.House)
		rng, random := policy.NewRand(uint64(i), 0, 0), &policy.Random{}
		for n := 0; n < sceneActions && !r.Status().Over; n++ {
			if fault := pictured(f, r.Position()); fault != "" {
				t.Errorf("%s, after %d actions: %s", f.Scenario, n, fault)
				break
			}
			drawn++
			a, err := random.ChooseAction(r, rng)
			if err == nil {
				err = rule.Catch(func() { r.Apply(u, a) })
			}
			if err != nil {
				t.Errorf("%s: %v", f.Scenario, err)
				break
			}
		}
	}
	t.Logf("%d positions were drawn", drawn)
}

// pictured returns the fault of a position's picture, or "".
func pictured(f *game.Instance, p game.Position) string {
	s, ok := f.Scene(p)
	if !ok {
		return "the game has secrets and no Scene"
	}
	pieces := append([]scene.Piece(nil), s.Pieces...)
	for _, x := range s.Structures {
		if x.Name == "" || len(x.Outline) < 3 || len(x.Floors) == 0 {
			return fmt.Sprintf("the structure %+v has no name, no plan or no floors", x)
		}
		for _, l := range x.Floors {
			if l.Name == "" {
				return x.Name + " has a floor without a name"
			}
			for _, y := range l.Pieces {
				if !slices.Contains(l.Places, y.Where) {
					return fmt.Sprintf("%s is at %q, which is not a name of its floor %s of %s: %q: name the floor with Scene.PutPlace, or correct Piece.Where", y.Name, y.Where, l.Name, x.Name, l.Places)
				}
			}
			pieces = append(pieces, l.Pieces...)
		}
	}
	seen := map[string]bool{}
	have := [2]int{}
	for _, x := range pieces {
		if x.Name == "" || x.Side < 0 || x.Side > 1 || seen[x.Name] {
			return fmt.Sprintf("the piece %+v has no name or no side, or is drawn twice", x)
		}
		seen[x.Name] = true
		have[x.Side] += max(1, x.Strength)
	}
	if here, _ := f.CountModels(p); s.Hidden == 0 && have != here {
		return fmt.Sprintf("it shows %v models instead of %v", have, here)
	}
	s.Text(80)
	var b strings.Builder
	if err := s.SVG(&b); err != nil {
		return err.Error()
	}
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return ""
		} else if err != nil {
			return "its SVG is not XML: " + err.Error()
		}
	}
}
