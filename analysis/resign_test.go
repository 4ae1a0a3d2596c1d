package analysis_test

import (
	"math"
	"testing"

	"loophole/analysis"
	"loophole/dice"
	"loophole/game"
	"loophole/internal/testgame"
	"loophole/match"
	"loophole/policy"
	"loophole/record"
)

// part plays so many actions at random, or fewer if the game is over before.
func part(t *testing.T, f *game.Instance, actions int, seed uint64) *match.Match {
	t.Helper()
	h, err := match.NewHeader(f, "test", [2]string{"one", "two"}, record.ProgramDice(seed))
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(f, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := policy.New("random")
	if err != nil {
		t.Fatal(err)
	}
	random, rng := dice.NewRandom(seed), policy.NewRand(seed, 0, 0)
	for ; actions > 0 && !m.Status().Over; actions-- {
		a, err := policy.NextAction(moves, f, m.Position(), rng)
		if err == nil {
			err = m.Play(a, random)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func analysed(t *testing.T, m *match.Match, o analysis.Options) *analysis.Report {
	t.Helper()
	o.Models = models
	r, err := analysis.Analyse(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestResignation resigns solved fights after each number of actions, for each side. The resignation
// gives up exactly the value before it and has no luck, and the value at the start is still the
// result less luck and plus what was given up.
func TestResignation(t *testing.T) {
	f := testgame.File(t, small)
	lost := 0
	for seed := range uint64(3) {
		for actions := 0; ; actions++ {
			if part(t, f, actions, seed).Status().Over {
				break
			}
			for by := range 2 {
				m := part(t, f, actions, seed)
				if err := m.Resign(by); err != nil {
					t.Fatal(err)
				}
				r := analysed(t, m, analysis.Options{SolvePositions: 50_000})
				if len(r.Steps) != actions+1 || r.SolvedFrom != 1 {
					t.Fatalf("%d actions and a resignation are %d steps, solved from %d on", actions, len(r.Steps), r.SolvedFrom)
				}
				s, value := r.Steps[actions], r.Start
				if actions > 0 {
					value = r.Steps[actions-1].After
				}
				result, given := float64(by), value // A win of the second side is 0.
				if by == 1 {
					given = 1 - value
				}
				if !s.Resigned || s.Number != actions+1 || s.Side != by || s.Before != value || s.Best != value || s.Given != given ||
					s.Expected != result || s.After != result || s.Luck != 0 || s.Forced || !s.Solved || r.End != result {
					t.Errorf("seed %d, side %d after %d actions, at %v: %+v, the end is %v", seed, by, actions, value, s, r.End)
				}
				if given == 0 {
					lost++
				}
				if v := r.End - r.Luck + r.Sides[0].Given - r.Sides[1].Given; math.Abs(v-r.Start) > 1e-9 {
					t.Errorf("seed %d, side %d after %d actions: %v − %v + %v − %v is %v, and the value at the start is %v", seed, by, actions, r.End, r.Luck, r.Sides[0].Given, r.Sides[1].Given, v, r.Start)
				}
				grades := 0
				for _, n := range r.Sides[by].Grades {
					grades += n
				}
				if grades != r.Sides[by].Decisions || r.Sides[by].Decisions == 0 {
					t.Errorf("seed %d, side %d after %d actions: %+v", seed, by, actions, r.Sides[by])
				}
			}
		}
	}
	if lost == 0 {
		t.Error("no lost position was resigned")
	}
}

// TestResignationElsewhere analyses resignations that no solution reaches, with hidden pieces too,
// and luck alone.
func TestResignationElsewhere(t *testing.T) {
	for _, name := range [][2]string{{"lasergrenadiers", "street"}, {"tideofiron", "stairs"}} {
		f := testgame.Bundled(t, name[0], name[1])
		for _, luckOnly := range []bool{false, true} {
			m := part(t, f, 2, 1)
			if err := m.Resign(1); err != nil {
				t.Fatal(err)
			}
			r := analysed(t, m, analysis.Options{SolvePositions: -1, LuckOnly: luckOnly})
			s := r.Steps[2]
			if len(r.Steps) != 3 || s.Before != r.Steps[1].After || s.Given != 1-s.Before || s.After != 1 || r.End != 1 || s.Solved {
				t.Errorf("%v: %+v, the end is %v", name, s, r.End)
			}
			if luck := r.Steps[0].Luck + r.Steps[1].Luck; r.Luck != luck || r.Sides[1].Luck != -luck {
				t.Errorf("%v: luck is %v and %v, that of the actions %v", name, r.Luck, r.Sides[1].Luck, luck)
			}
			if x := r.Sides[1]; luckOnly && (x.Decisions != 0 || x.Given != 0) {
				t.Errorf("%v: luck alone says %+v", name, x)
			}
		}
	}
}
