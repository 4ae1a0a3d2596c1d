package rulestest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"loophole/odds"
	"loophole/rule"
)

// The bounds of checking states.
const (
	statesTried = 12  // states of each checkpoint to answer from, spread over all
	roundsTried = 300 // rounds after which nearly every fight is over
)

// checkStates starts every situation with rounds from its later states. The keys of each state
// have names and docs. The odds from it equal those found round by round.
func (k *kit) checkStates(t reporter) {
	d, states := &docs{reporter: t, seen: map[string]bool{}}, 0
	for i, e := range k.explore() {
		if !e.plays() {
			continue
		}
		kept, err := odds.NewSolver(context.Background(), e.question, odds.Options{Floats: true, Unexplained: true})
		var large *odds.TooLargeError
		if errors.As(err, &large) {
			continue
		}
		if err != nil {
			t.Errorf("%v: %v", k.situations[i], err)
			continue
		}
		for m, checkpoint := range kept.Answer.Rounds {
			states += k.checkStatesAt(d, k.situations[i], kept, m, checkpoint)
		}
		kept.Close()
	}
	t.Logf("%d states of rounds are answered from", states)
}

// checkStatesAt starts a situation from some states of a checkpoint, and returns their number.
func (k *kit) checkStatesAt(d *docs, s *situation, kept *odds.Solver, m int, checkpoint string) (states int) {
	all, err := kept.States(context.Background(), checkpoint)
	if err != nil {
		d.Errorf("%v: %v", s, err)
		return 0
	}
	for _, key := range all.Keys {
		if what := "state of " + s.procedure.Name + " " + key.Path; !d.seen[what] {
			d.seen[what] = true
			if !word.MatchString(key.Path) {
				d.Errorf("%s: a name is lower-case words joined by hyphens or dots", what)
			}
			d.say(what, "a doc", key.Doc)
		}
	}
	for i := 0; i < len(all.Values); i += 1 + len(all.Values)/statesTried {
		states++
		if found, err := all.Find(settings(all, i)); err != nil || found != i {
			d.Errorf("%v: state %d of %q is %v, and %d is found (%v)", s, i, checkpoint, all.Values[i], found, err)
		}
		if err := follow(kept, m, checkpoint, i); err != nil {
			d.Errorf("%v: from %s: %v", s, strings.Join(all.Values[i], " "), err)
		}
	}
	return states
}

// settings returns the settings that name a state in full.
func settings(all *odds.StateTable, i int) []rule.Setting {
	var list []rule.Setting
	for k, key := range all.Keys {
		list = append(list, rule.Setting{Path: key.Path, Value: all.Values[i][k]})
	}
	return list
}

// follow compares the chances from a state with the sum over its rounds.
func follow(kept *odds.Solver, m int, checkpoint string, state int) error {
	here, err := kept.FromStateNumber(context.Background(), checkpoint, state)
	if err != nil {
		return err
	}
	var events []int
	for e := range here.Answer.Events {
		events = append(events, e)
	}
	by, err := here.ByRound(context.Background(), roundsTried, events)
	if err != nil {
		return err
	}
	for e, list := range by[m].Chances {
		if sum, whole := list[roundsTried].Float, here.Answer.Events[e].Float; math.Abs(sum-whole) > 1e-6 {
			return fmt.Errorf("%s is %v within %d rounds, and %v at once", here.Answer.Question.Procedure.Events[e].Name, sum, roundsTried, whole)
		}
	}
	return nil
}
