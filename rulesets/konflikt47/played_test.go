package konflikt47_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/rule"
	"loophole/rulesets/konflikt47"
	"loophole/scenario"
)

// A story lists the orders of both sides in a scenario. Whenever a side has a die, it gives the
// first legal order of its list, and removes it.
type story struct {
	scenario string
	seed     uint64
	orders   map[string][]string
	options  map[string]string // what is chosen, by the question; the first option else
}

var stories = []story{
	{
		scenario: "farmhouse", seed: 4,
		orders: map[string][]string{
			"German": {
				"place grenadiers to farm/house/ground", "place machine-gun to farm/house/first by farm/house/bedroom", "place schreck to copse", "place pak to yard", "place rear-guard to well",
				"ambush rear-guard",
				"ambush machine-gun", "fire grenadiers at second-squad with bullets", "fire pak at sherman with bullets", "run schreck to farm/barn/ground",
				"fire machine-gun at first-squad with bullets", "rally grenadiers", "fire schreck at sherman with bullets", "fire pak at sherman with bullets",
				"down grenadiers", "fire machine-gun at second-squad with bullets", "fire schreck at green-squad with bullets", "ambush pak",
				"rally grenadiers", "rally machine-gun", "assault machine-gun at first-squad", "rally schreck", "down pak",
			},
			"American": {
				"place green-squad to track",
				"fire sherman at grenadiers with shells", "fire mortar at grenadiers with shells", "fire second-squad at grenadiers with bullets",
				"run first-squad to gatepost", "run lieutenant to orchard", "advance green-squad to lane-2 at grenadiers with bullets",
				"fire sherman at machine-gun with shells", "fire mortar at grenadiers with shells", "assault first-squad at grenadiers by farm/house/front-door",
				"run second-squad to gatepost", "fire second-squad at grenadiers with bullets", "advance lieutenant to lane-1", "run green-squad to field",
				"assault second-squad at grenadiers by farm/house/front-door", "run first-squad to farm/house/ground by farm/house/front-door",
				"run second-squad to farm/house/ground by farm/house/front-door", "assault first-squad at machine-gun", "assault second-squad at machine-gun",
			},
		},
	},
	{
		scenario: "bunkers", seed: 9,
		orders: map[string][]string{
			"German": {
				"place garrison to dugout/ground",
				"fire pak-43 at avre with bullets", "fire machine-gun at sappers with bullets", "ambush garrison", "run reserve to rear",
				"fire pak-43 at crocodile with bullets", "fire machine-gun at flamers with bullets", "rally machine-gun", "rally pak-43", "down garrison",
			},
			"British": {
				"fire avre at pak-43 with shells", "fire howitzer at machine-gun with shells", "run crocodile to stream", "run commandos to shell-hole",
				"advance crocodile to approach at pak-43 with flames", "advance sappers to shell-hole", "run flamers to wire", "run commandos to lip",
				"fire avre at machine-gun with shells", "fire howitzer at machine-gun with shells", "fire flamers at machine-gun with flames",
				"advance flamers to apron at machine-gun with flames", "run commandos to gun-bunker/ground by gun-bunker/door", "ram crocodile into gun-bunker",
				"assault commandos at pak-43 by gun-bunker/door", "assault sappers at machine-gun by mg-bunker/door",
			},
		},
	},
}

// TestPlayed plays the stories to their ends and compares the transcripts.
func TestPlayed(t *testing.T) {
	for _, s := range stories {
		text, err := s.tell()
		if err != nil {
			t.Errorf("%s: %v", s.scenario, err)
			continue
		}
		name := filepath.Join("testdata", s.scenario+".transcript")
		if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(name)
		if err != nil || string(want) != text {
			t.Errorf("%s differs (%v); if the change is right, keep it with go test -update", name, err)
		}
	}
}

// tell plays a story and writes its transcript.
func (s *story) tell() (string, error) {
	f, err := scenario.Open(konflikt47.Game, s.scenario, nil)
	if err != nil {
		return "", err
	}
	src := dice.NewRandom(s.seed)
	src.Policy = func(c rule.Choice) int {
		for i, o := range c.Options {
			if o == s.options[c.Why] {
				return i
			}
		}
		return 0
	}
	var b strings.Builder
	p, turn := f.Start, 0
	for !f.Status(p).Over {
		if r := f.Status(p).Round; r != turn {
			turn = r
			fmt.Fprintf(&b, "\n%s\n", f.Text(p))
		}
		a, err := s.next(f, p)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s: %s\n", f.Sides[f.Status(p).Side], f.FormatAction(a))
		rec := &rule.Record{}
		if p, err = f.Play(p, a, src, rec); err != nil {
			return "", err
		}
		for _, e := range rec.Entries {
			if e.Kind == rule.Rolled || e.Kind == rule.Chosen || e.Kind == rule.Noted {
				fmt.Fprintf(&b, "    %s\n", e)
			}
		}
	}
	end := f.Status(p)
	winner := "nobody"
	if end.Winner >= 0 {
		winner = string(f.Sides[end.Winner])
	}
	fmt.Fprintf(&b, "\n%s\n%s wins: %s [%s]\n", f.Text(p), winner, end.Why, end.Cite)
	return b.String(), nil
}

// next returns the first legal order of the side's list, otherwise the first legal shot, otherwise
// the last legal action.
func (s *story) next(f *game.Instance, p game.Position) (game.Action, error) {
	side := string(f.Sides[f.Status(p).Side])
	legal, err := f.Legal(p)
	if err != nil || len(legal) == 0 {
		return game.Action{}, fmt.Errorf("nothing is legal: %v", err)
	}
	if len(legal) == 1 {
		return legal[0], nil
	}
	for i, line := range s.orders[side] {
		a, err := f.ParseAction(line)
		if err != nil {
			return a, err
		}
		if f.WhyIllegal(p, a) == nil {
			rest := append([]string{}, s.orders[side][:i]...)
			s.orders[side] = append(rest, s.orders[side][i+1:]...)
			return a, nil
		}
	}
	if f.Game.ActionTypes[legal[0].Type].Name == "fire" {
		return legal[0], nil
	}
	return legal[len(legal)-1], nil
}
