package rulestest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"loophole/game"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
	"loophole/sim"
)

// The bounds of comparing odds.
const (
	oddsGames   = 200    // games that provide positions, at most
	oddsSteps   = 250    // steps of a game, at most
	oddsEvery   = 4      // steps to one in whose position an action is compared
	oddsPaths   = 20_000 // of an action that the slow twin follows
	oddsWanted  = 12     // actions to compare of each action type
	oddsOptions = 3      // options that decisions take: the first, the second, the third
	oddsLarge   = 30     // actions of a type that are too large for the slow twin before it gives up
	oddsTrials  = 20_000 // trials that then replace it
)

// checkGameOdds compares the odds of actions of every type with the results of playing them with
// every answer in turn. Decisions within them take the first option, then later ones. Trials replace
// the slow twin for a type whose actions it cannot follow to their ends: the odds may differ from them
// by five standard errors. A line of cases.txt may excuse a type that is too large for exact odds as well:
//
//	uncompared assault: fights between units go on for a million paths
func (k *kit) checkGameOdds(t reporter) {
	fights, err := k.fights()
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	n := len(k.game.ActionTypes)
	x := &oddsWalk{walk: newWalk(t, fights), compared: make([]int, n), large: make([]int, n)}
	for g := 0; g < oddsGames && x.faults == 0 && x.wants(); g++ {
		x.game(g)
	}
	for i, n := range x.compared {
		if name := k.game.ActionTypes[i].Name; n == 0 && !k.excused("uncompared", name) {
			t.Errorf("no action of type %s was compared; %d were too large to follow", name, x.large[i])
		}
	}
	k.checkExcuses(t, "uncompared")
	if x.rolled == 0 {
		t.Errorf("no action that rolls was compared")
	}
	t.Logf("%d actions compared, %d of which lead to several positions and %d hold a decision", x.all, x.rolled, x.decided)
}

// An oddsWalk compares actions of random games, those of the least compared types first.
type oddsWalk struct {
	*walk
	compared             []int // by action type
	large                []int // by action type: actions that the slow twin gave up
	all, rolled, decided int
}

// wants reports whether more actions of some type are to be compared.
func (x *oddsWalk) wants() bool {
	for v, n := range x.compared {
		if n < oddsWanted && x.large[v] < oddsLarge {
			return true
		}
	}
	return false
}

func (x *oddsWalk) game(g int) {
	f := x.fights[g%len(x.fights)]
	x.name = fmt.Sprintf("the odds in game %d of %s", g, f.Scenario)
	x.rng = policy.NewRand(2, uint64(g), 0)
	x.dice.Start(2, uint64(g))
	x.playing = f
	r, u := f.Runner(), rule.NewUmpire(x.dice, nil).WithHouseRules(f.House)
	for step := 0; step < oddsSteps && !r.Status().Over && x.faults == 0; step++ {
		if step%oddsEvery == g%oddsEvery {
			x.checkPosition(f, r.Position())
		}
		a, err := x.random.ChooseAction(r, x.rng)
		if err != nil {
			x.fault("%v", err)
			return
		}
		r.Apply(u, a)
	}
}

// checkPosition compares an action of the least compared type.
func (x *oddsWalk) checkPosition(f *game.Instance, p game.Position) {
	legal, err := f.Legal(p)
	if err != nil {
		x.fault("%v", err)
		return
	}
	legal = slices.DeleteFunc(legal, func(a game.Action) bool { return x.compared[a.Type] >= oddsWanted || x.large[a.Type] >= oddsLarge })
	if len(legal) == 0 {
		return
	}
	least := slices.MinFunc(legal, func(a, b game.Action) int { return cmp.Compare(x.compared[a.Type], x.compared[b.Type]) })
	legal = slices.DeleteFunc(legal, func(a game.Action) bool { return a.Type != least.Type })
	x.compare(f, p, legal[x.rng.Below(len(legal))])
}

// compare compares an action under each way of deciding.
func (x *oddsWalk) compare(f *game.Instance, p game.Position, a game.Action) {
	for option := range oddsOptions {
		leads, decides, ok := x.branch(f, p, a, option)
		if !ok {
			if x.large[a.Type]++; x.large[a.Type] == oddsLarge && x.compared[a.Type] == 0 && x.sample(f, p, a) {
				x.compared[a.Type]++
			}
			return
		}
		if option == 0 {
			x.all++
			x.compared[a.Type]++
			if leads > 1 {
				x.rolled++
			}
		}
		if !decides {
			return
		}
		if option == 0 {
			x.decided++
		}
	}
}

// branch compares one action, if it has few enough paths. Each decision takes the option with a
// number, or the last one.
func (w *walk) branch(f *game.Instance, p game.Position, a game.Action, option int) (leads int, decides, ok bool) {
	slow := &twin{option: option}
	positions := map[string]game.Position{}
	s, err := slow.pathSum(func() (any, error) {
		after, err := f.Play(p, a, slow, nil)
		if err != nil {
			return "", err
		}
		key := string(after.Bytes())
		positions[key] = after
		return key, nil
	}, oddsPaths)
	if errors.Is(err, errLarge) {
		return 0, false, false
	}
	answer, err2 := policy.Odds(context.Background(), f, p, a, odds.Options{Policy: func(c rule.Choice) int { return min(option, len(c.Options)-1) }})
	if err != nil || err2 != nil {
		w.fault("%q: %v, %v", f.FormatAction(a), err, err2)
		return 0, false, false
	}
	if slow.chose != (len(answer.Assumes) > 0) {
		w.fault("%q: that it holds a decision is %v, and the odds assume %v", f.FormatAction(a), slow.chose, answer.Assumes)
	}
	if s.rest.Sign() != 0 || answer.Leads < len(positions) {
		w.fault("%q leads to %d positions, and the odds know %d; %v is missing", f.FormatAction(a), len(positions), answer.Leads, s.rest)
	}
	for _, e := range answer.Events {
		want := new(big.Rat)
		for key, c := range s.chance {
			if f.Holds(e.Event, p, positions[key.(string)], a) {
				want.Add(want, c)
			}
		}
		if want.Cmp(e.Chance.Exact) != 0 {
			w.fault("%q: the chance of %s is shown as %v, and is %v, where decisions fall on option %d", f.FormatAction(a), f.Game.Events[e.Event].Name, e.Chance, want.RatString(), option+1)
		}
	}
	return len(positions), len(answer.Assumes) > 0, true
}

// sample compares the odds of an action with trials. It returns false if exact odds are too large
// as well.
func (w *walk) sample(f *game.Instance, p game.Position, a game.Action) bool {
	answer, err := policy.Odds(context.Background(), f, p, a, odds.Options{Floats: true})
	var large *odds.TooLargeError
	if errors.As(err, &large) {
		return false
	}
	if err != nil {
		w.fault("%q: %v", f.FormatAction(a), err)
		return true
	}
	came := make([]int, len(answer.Events))
	src := sim.NewSampler(9, 0, nil)
	for i := range oddsTrials {
		src.Start(9, uint64(i))
		after, err := f.Play(p, a, src, nil)
		if err != nil {
			w.fault("%q: %v", f.FormatAction(a), err)
			return true
		}
		for k, e := range answer.Events {
			if f.Holds(e.Event, p, after, a) {
				came[k]++
			}
		}
	}
	for k, e := range answer.Events {
		q := e.Chance.Float
		if d := float64(came[k])/oddsTrials - q; math.Abs(d) > 5*math.Sqrt(q*(1-q)/oddsTrials)+1e-9 {
			w.fault("%q: the chance of %s is shown as %v; it occurred in %d of %d trials", f.FormatAction(a), f.Game.Events[e.Event].Name, q, came[k], oddsTrials)
		}
	}
	return true
}
