package server

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"loophole/game"
	"loophole/internal/testgame"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
	"loophole/scenario"
	"loophole/sim"
)

// walked plays random games of every scenario of a ruleset, with a number of actions each. It
// passes one legal action of each type in every position to see.
func walked(t *testing.T, ruleset string, most int, see func(f *game.Instance, p game.Position, a game.Action)) {
	t.Helper()
	chance := rand.New(rand.NewPCG(4, 4))
	first := func(rule.Choice) int { return 0 }
	for _, s := range scenario.ForRuleset(ruleset) {
		f := testgame.New(t, s)
		p := f.Start
		for n := range uint64(most) {
			list, err := f.Legal(p)
			if err != nil || len(list) == 0 {
				break
			}
			seen := map[uint8]bool{}
			for _, k := range chance.Perm(len(list)) {
				if a := list[k]; !seen[a.Type] {
					seen[a.Type] = true
					see(f, p, a)
				}
			}
			if p, err = f.Play(p, list[chance.IntN(len(list))], sim.NewSampler(n, 0, first), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestActionsWithQuestions: most actions that roll dice have a question on the odds page, and the
// others have a reason. The minimum percentages are those of this walk, or slightly below. In
// Konflikt '47 only draws from the cup have none, and the map shows their chances.
func TestActionsWithQuestions(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for ruleset, floor := range map[string]int{"d20skirmish": 90, "konflikt47": 74, "lasergrenadiers": 84, "oldworld": 100, "tideofiron": 100} {
		t.Run(ruleset, func(t *testing.T) {
			t.Parallel()
			rolls, asked, reasons := map[string]int{}, map[string]int{}, map[string]string{}
			all, with := 0, 0
			walked(t, ruleset, 60, func(f *game.Instance, p game.Position, a game.Action) {
				if n, _ := diceOf(f, p, a, func(rule.Choice) int { return 0 }); n == 0 {
					return
				}
				name := f.Game.ActionTypes[a.Type].Name
				rolls[name]++
				all++
				x := questionOf(f, p, a)
				if x.procedure != nil {
					asked[name]++
					with++
					return
				}
				why := x.whyNone(f, p, a)
				if name, _, quoted := strings.Cut(why, "”"); !quoted || strings.HasSuffix(name, "“") {
					t.Errorf("%s: it names nothing: %s", f.FormatAction(a), why)
				}
				reasons[name+": "+why] = f.FormatAction(a)
			})
			for name, n := range rolls {
				t.Logf("%s: %d of %d", name, asked[name], n)
			}
			for why, line := range reasons {
				t.Logf("%s, as %s", why, line)
			}
			if t.Logf("%d of %d", with, all); all < 100 || with*100 < all*floor {
				t.Errorf("%d of %d actions with dice have a question; %d in a hundred are wanted", with, all, floor)
			}
		})
	}
}

// TestBenchAnswersAction: for an action that is exactly one procedure, the odds page gives the
// chance of the action. The words of the compared situations contain one text and not another.
func TestBenchAnswersAction(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, x := range []struct{ ruleset, actionType, event, procedure, asked, with, but string }{
		{"d20skirmish", "grenade", "casualty", "grenade", "casualty", "", ""},
		{"d20skirmish", "rally", "rallied", "morale", "firm", "", ""},
		{"konflikt47", "rally", "free-of-pins", "order", "free-of-pins", "", ""},
		{"konflikt47", "ambush", "disobeys", "order", "!obeys", "", ""},
		{"konflikt47", "ambush", "disobeys", "order", "!obeys", " outside=yes", ""},
		{"konflikt47", "run", "disobeys", "order", "!obeys", " outside=yes", ""},
		{"konflikt47", "advance", "disobeys", "order", "!obeys", " outside=yes", ""},
		{"konflikt47", "fire", "casualty", "shoot-from", "casualty", " outside=yes", ""},
		{"konflikt47", "fire", "target-lost", "shoot-from", "first-destroyed", " outside=yes", ""},
		{"lasergrenadiers", "fire", "target-out", "fire", "piece-penetrated", "", "unit="}, // at infantry: a vehicle survives more than one hit
		{"oldworld", "rally", "rallied", "rally", "rallied", "", ""},
		{"oldworld", "move", "arrives", "march", "arrives", "", ""},
		{"oldworld", "shoot", "casualty", "shoot", "casualty", " from=open", " at=building"},
		{"tideofiron", "fire", "casualty", "attack", "casualty", "", "mode="}, // normal fire: a unit suppressed again may rout
	} {
		t.Run(x.ruleset+"/"+x.actionType+x.with, func(t *testing.T) {
			t.Parallel()
			met, open := 0, 0
			walked(t, x.ruleset, 120, func(f *game.Instance, p game.Position, a game.Action) {
				if f.Game.ActionTypes[a.Type].Name != x.actionType || open >= 12 || met >= 60 {
					return
				}
				asked := questionOf(f, p, a)
				words := " " + strings.Join(asked.words, " ")
				if asked.procedure == nil || asked.procedure.Name != x.procedure || !strings.Contains(words, x.with) || x.but != "" && strings.Contains(words, x.but) {
					return
				}
				if _, test := diceOf(f, p, a, func(rule.Choice) int { return 0 }); test != "" && x.procedure != "order" {
					return // the action may fail
				}
				o := odds.Options{Budget: 300_000}
				played, err := policy.Odds(t.Context(), f, p, a, o)
				var large *odds.TooLargeError
				if errors.As(err, &large) {
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				settings, err := rule.ParseWords(asked.words)
				if err != nil {
					t.Fatal(err)
				}
				q, err := asked.procedure.NewQuestion(f.House, settings)
				if err != nil {
					t.Fatal(err)
				}
				told, err := odds.Solve(t.Context(), q, o)
				if err != nil {
					t.Fatal(err)
				}
				name, not := strings.CutPrefix(x.asked, "!")
				i := slices.IndexFunc(asked.procedure.Events, func(e rule.Label) bool { return e.Name == name })
				k := slices.IndexFunc(played.Events, func(e policy.EventOdds) bool { return f.Game.Events[e.Event].Name == x.event })
				if i < 0 || k < 0 {
					t.Fatalf("no such event: %v, %v", asked.procedure.Events, f.Game.Events)
				}
				want, got := told.Events[i].Exact, played.Events[k].Chance.Exact
				if not {
					want = new(big.Rat).Sub(big.NewRat(1, 1), want)
				}
				met++
				if want.Sign() > 0 && want.Cmp(big.NewRat(1, 1)) < 0 {
					open++
				}
				if want.Cmp(got) != 0 {
					t.Errorf("%s: the bench says %s, the action has %s: %s", f.FormatAction(a), want, got, asked.words)
				}
			})
			if t.Logf("%d actions, of %d the end is open", met, open); open < 3 {
				t.Error("too few to tell anything")
			}
		})
	}
}
