package odds_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
)

// TestByRound: the chances within some rounds equal those of the same fight with that limit.
func TestByRound(t *testing.T) {
	whole := []string{"attackers=2", "defenders=2", "defenders-helmet=8"}
	k, err := odds.NewSolver(t.Context(), question(t, "d20skirmish", "melee", whole...), odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ended := []int{0, 1, 2, 4} // cleared, held, emptied, cleared without a loss
	all, err := k.ByRound(t.Context(), 5, ended)
	if err != nil || len(all) != 1 || all[0].Checkpoint != "round" || !slices.Equal(k.Answer.Rounds, []string{"round"}) {
		t.Fatalf("%v: %v, rounds %q", err, all, k.Answer.Rounds)
	}
	for n := 1; n <= 5; n++ {
		limited, err := odds.Solve(t.Context(), question(t, "d20skirmish", "melee", append(whole, fmt.Sprint("activations=", n))...), odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range ended {
			if got, want := all[0].Chances[i][n].Exact, limited.Events[e].Exact; got.Cmp(want) != 0 {
				t.Errorf("event %d within %d rounds: %v, want %v", e, n, got, want)
			}
		}
	}
	k.Close()
	if _, err := k.ByRound(t.Context(), 6, ended); err == nil {
		t.Error("a closed chain still answers")
	}
}

// TestRoundsOfAll: in every example of every rulebook, the chance of an event by the round never
// falls, and approaches the chance of the event.
func TestRoundsOfAll(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	met := map[string]bool{}
	for _, r := range rulesets.All {
		for _, p := range r.Procedures {
			for _, x := range p.Examples {
				followed(t, r, p, x, met)
			}
		}
	}
	for _, want := range []string{"d20skirmish melee round", "konflikt47 assault round", "lasergrenadiers breach turn", "oldworld siege round"} {
		if !met[want] {
			t.Errorf("%s has no rounds", want)
		}
	}
	if met["tideofiron attack round"] {
		t.Error("an attack has a round")
	}
}

func followed(t *testing.T, r *rule.Ruleset, p *rule.Procedure, x rule.Example, met map[string]bool) {
	t.Helper()
	q := question(t, r.ID, p.Name, strings.Fields(x.Settings)...)
	if q.Legal(nil) != nil {
		return
	}
	k, err := odds.NewSolver(t.Context(), q, odds.Options{Floats: true})
	var large *odds.TooLargeError
	var lacks *rule.MissingFactError
	if errors.As(err, &large) || errors.As(err, &lacks) {
		return
	}
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	defer k.Close()
	events := make([]int, len(p.Events))
	for i := range events {
		events[i] = i
	}
	all, err := k.ByRound(t.Context(), 300, events)
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	for _, w := range all {
		met[r.ID+" "+p.Name+" "+w.Checkpoint] = true
		for e, list := range w.Chances {
			whole := k.Answer.Events[e].Float
			for n := 1; n < len(list); n++ {
				if list[n].Float < list[n-1].Float {
					t.Errorf("%s: the chance of event %d falls at %s %d", q, e, w.Checkpoint, n)
				}
			}
			if last := list[len(list)-1].Float; last > whole+1e-9 || last < whole-1e-6 {
				t.Errorf("%s: the chance of event %d is %v by %s 300, and %v in all", q, e, last, w.Checkpoint, whole)
			}
		}
	}
}
