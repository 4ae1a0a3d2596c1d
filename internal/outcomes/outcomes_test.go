package outcomes_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"loophole/game"
	_ "loophole/internal/lazygc"
	"loophole/internal/outcomes"
	"loophole/internal/testgame"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/sim"
)

// wide are limits that few actions exceed.
var wide = outcomes.Limits{Runs: 20_000, Paths: 20_000}

// positions plays a random game and calls check with each position and a legal action.
func positions(t *testing.T, f *game.Instance, seed uint64, check func(p game.Position, a game.Action)) {
	t.Helper()
	r := f.Runner()
	u := rule.NewUmpire(sim.NewSampler(seed, 0, nil), nil).WithHouseRules(f.House)
	for n := range 60 {
		if r.Status().Over {
			return
		}
		legal := r.Legal(nil)
		for i, a := range legal {
			if (i+n)%7 == 0 {
				check(r.Position(), a)
			}
		}
		r.Apply(u, legal[(n*31+int(seed))%len(legal)])
	}
}

// TestTwoWays finds the outcomes of actions of all games by the engine of exact odds and by
// enumeration: the values of actions are the same.
func TestTwoWays(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, g := range rulesets.Games {
		t.Run(g.Rules.ID, func(t *testing.T) {
			t.Parallel()
			f := testgame.New(t, scenario.ForRuleset(g.Rules.ID)[0])
			x := outcomes.NewFinder(f)
			alike, decided := 0, 0
			positions(t, f, 1, func(p game.Position, a game.Action) {
				one, err := x.Find(t.Context(), p, a, wide)
				if errors.Is(err, outcomes.ErrTooMany) {
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				defer one.Release()
				two, err := x.After(t.Context(), p, a, nil, wide)
				if errors.Is(err, outcomes.ErrTooMany) {
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				defer two.Release()
				if one.Root != nil {
					decided++
				} else {
					alike++
				}
				for side := range 2 {
					of := func(o *outcomes.Outcomes) float64 {
						return o.Value(func(i int) float64 { return float64(o.Lost(i, side)) })
					}
					if v, w := of(one), of(two); math.Abs(v-w) > 1e-9 {
						t.Errorf("%s: side %d loses %v by odds and %v by enumeration", f.FormatAction(a), side, v, w)
					}
				}
			})
			if alike < 10 {
				t.Errorf("only %d actions were compared, %d with decisions", alike, decided)
			}
		})
	}
}

// TestMass checks that the probabilities of a distribution and of each roll add up to 1.
func TestMass(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	f := testgame.Bundled(t, "d20skirmish", "arnhem")
	x := outcomes.NewFinder(f)
	trees := 0
	positions(t, f, 3, func(p game.Position, a game.Action) {
		o, err := x.Find(t.Context(), p, a, wide)
		if err != nil {
			return
		}
		defer o.Release()
		if v := o.Value(func(int) float64 { return 1 }); math.Abs(v-1) > 1e-9 {
			t.Errorf("%s: the mass is %v", f.FormatAction(a), v)
		}
		if o.Root != nil {
			trees++
		}
	})
	if trees == 0 {
		t.Error("nobody decided anything within an action: the test has seen no tree")
	}
}

// TestSides checks that each side takes the option that is best for it.
func TestSides(t *testing.T) {
	leaf := func(n int) outcomes.Part { return outcomes.Part{Node: &outcomes.Node{Position: n}} }
	roll := &outcomes.Node{Kind: outcomes.Chance, Parts: []outcomes.Part{{Node: leaf(1).Node, P: 0.25}, {Node: leaf(3).Node, P: 0.75}}}
	for _, c := range []struct {
		kind outcomes.Kind
		want float64
	}{{outcomes.First, 4}, {outcomes.Second, 2}} {
		// The roll is worth ¼·1 + ¾·3 = 2½.
		n := &outcomes.Node{Kind: c.kind, Parts: []outcomes.Part{leaf(4), {Node: roll}, leaf(2)}}
		if v := n.Value(func(i int) float64 { return float64(i) }); v != c.want {
			t.Errorf("kind %d: %v, want %v", c.kind, v, c.want)
		}
	}
}

// TestLimits checks that what is too large is refused, and that a cancelled search stops.
func TestLimits(t *testing.T) {
	f := testgame.Bundled(t, "tideofiron", "worked")
	x := outcomes.NewFinder(f)
	a, err := f.ParseAction("fire sig-33b at squad-a normal")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.After(t.Context(), f.Start, a, nil, outcomes.Limits{Paths: 3}); !errors.Is(err, outcomes.ErrTooMany) {
		t.Errorf("three paths are enough: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := x.After(ctx, f.Start, a, nil, wide); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	exact, err := x.Find(t.Context(), f.Start, a, wide)
	if err != nil {
		t.Fatal(err)
	}
	tried, err := x.Sample(f.Start, a, 20_000, 1)
	if err != nil {
		t.Fatal(err)
	}
	lost := func(o *outcomes.Outcomes) float64 {
		return o.Value(func(i int) float64 { return float64(o.Lost(i, 1)) })
	}
	// The standard error of a mean of at most four figures is at most 2/√20,000 = 0.014.
	if v, w := lost(exact), lost(tried); math.Abs(v-w) > 0.07 || !tried.Sampled {
		t.Errorf("%v by odds, %v by trials", v, w)
	}
}

// TestTree finds the outcomes of actions with and without joining equal results: the values are
// the same, and the kept answers lead to positions that the game reaches with them.
func TestTree(t *testing.T) {
	for _, g := range rulesets.Games {
		t.Run(g.Rules.ID, func(t *testing.T) {
			t.Parallel()
			f := testgame.New(t, scenario.ForRuleset(g.Rules.ID)[0])
			x := outcomes.NewFinder(f)
			trees, paths := 0, 0
			positions(t, f, 1, func(p game.Position, a game.Action) {
				tree, err := x.Tree(t.Context(), p, a, outcomes.Limits{Paths: 300})
				if errors.Is(err, outcomes.ErrTooMany) {
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				defer tree.Release()
				joined, err := x.After(t.Context(), p, a, nil, wide)
				if err != nil {
					t.Fatal(err)
				}
				defer joined.Release()
				worth := func(o *outcomes.Outcomes) float64 {
					return o.Value(func(i int) float64 {
						v := f.Evaluate(o.At(i), 0)
						return float64(v.Own) + 0.37*float64(v.Objectives)
					})
				}
				if got, want := worth(tree), worth(joined); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
					t.Fatalf("%s: a tree is worth %v, joined %v", f.FormatAction(a), got, want)
				}
				trees++
				replayed(t, f, p, a, tree, tree.Root, nil, &paths)
			})
			if trees < 10 || paths < 50 {
				t.Errorf("%d trees with %d paths", trees, paths)
			}
		})
	}
}

// replayed plays the first, the last and some other paths of a tree.
func replayed(t *testing.T, f *game.Instance, p game.Position, a game.Action, o *outcomes.Outcomes, n *outcomes.Node, answers []int, paths *int) {
	if n.Kind == outcomes.Leaf {
		if *paths++; *paths%5 > 0 {
			return
		}
		to, err := f.Play(p, a, &given{answers: answers}, nil)
		if err != nil || to.Hash() != o.At(n.Position).Hash() {
			t.Fatalf("%s with %v leads elsewhere than in the tree: %v", f.FormatAction(a), answers, err)
		}
		return
	}
	for i, x := range n.Parts {
		answer := i
		if n.Kind == outcomes.Chance {
			answer = n.Asked.Values[i]
		} else if len(n.Asked.Choice.Options) != len(n.Parts) {
			t.Fatalf("%d options of %d are kept", len(n.Parts), len(n.Asked.Choice.Options))
		}
		replayed(t, f, p, a, o, x.Node, append(answers[:len(answers):len(answers)], answer), paths)
	}
}

// given is a source of answers from a list.
type given struct {
	answers []int
	asked   int
}

func (s *given) next() int {
	s.asked++
	return s.answers[s.asked-1]
}

func (s *given) Roll(rule.Roll) (int, []uint8, error) { return s.next(), nil, nil }

func (s *given) Choose(rule.Choice) (int, error) { return s.next(), nil }

// TestChances checks that the chances of positions add up to 1, and to the value of the action.
func TestChances(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	decided := 0
	for _, name := range [][2]string{{"tideofiron", "stairs"}, {"d20skirmish", "arnhem"}} {
		f := testgame.Bundled(t, name[0], name[1])
		finder := outcomes.NewFinder(f)
		positions(t, f, 3, func(p game.Position, a game.Action) {
			o, err := finder.Find(context.Background(), p, a, wide)
			if errors.Is(err, outcomes.ErrTooMany) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer o.Release()
			if o.Root != nil {
				decided++
			}
			value := func(i int) float64 { return math.Mod(float64(i)*0.37, 1) }
			total, mean := 0.0, 0.0
			for i, c := range o.Chances(value) {
				total += c
				mean += c * value(i)
			}
			if math.Abs(total-1) > 1e-9 || math.Abs(mean-o.Value(value)) > 1e-9 {
				t.Errorf("%v: %s: chances add up to %v, the value is %v and %v", name, f.FormatAction(a), total, mean, o.Value(value))
			}
		})
	}
	if decided == 0 {
		t.Error("no action has a decision")
	}
}
