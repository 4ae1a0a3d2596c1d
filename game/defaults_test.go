package game

import (
	"testing"

	"loophole/rule"
	"loophole/scene"
)

// TestDefaults: a Spec without Text, Evaluate and Validate has those that follow from its scene, its
// models and its status.
func TestDefaults(t *testing.T) {
	s := toySpec()
	s.Text, s.Evaluate, s.Validate = nil, nil, nil
	s.Sides = func(*table) [2]rule.Side { return [2]rule.Side{"white", "black"} }
	s.CountModels = func(*table, *toy) (here, lost [2]int) { return [2]int{3, 2}, [2]int{0, 1} }
	s.Status = func(_ *table, p *toy) Status { return Status{Over: p.Broken, Winner: 1} }
	s.Scene = func(*table, *toy) scene.Scene {
		return scene.Scene{
			Headline:   "Round 1",
			Pieces:     []scene.Piece{{Name: "scouts", Side: 1, Strength: 2, Markers: []string{"pinned", "hidden"}}},
			Structures: []scene.Structure{{Floors: []scene.Floor{{Pieces: []scene.Piece{{Name: "guards", Strength: 3, Where: "house"}}}}}},
		}
	}
	s.setDefaults()
	if err := s.Validate(nil, &toy{}); err != nil {
		t.Error(err)
	}
	if got, want := s.Text(nil, &toy{}), "Round 1\nwhite, 0 lost\n  guards at house: 3\nblack, 1 lost\n  scouts: 2, pinned, hidden\n"; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	for _, c := range []struct {
		over bool
		side int
		want Evaluation
	}{{false, 0, Evaluation{12, 8, 0}}, {false, 1, Evaluation{8, 12, 0}}, {true, 1, Evaluation{8, 12, 1000}}, {true, 0, Evaluation{12, 8, -1000}}} {
		if e := s.Evaluate(nil, &toy{Broken: c.over}, c.side); e != c.want {
			t.Errorf("side %d, over %v: %v, want %v", c.side, c.over, e, c.want)
		}
	}
}
