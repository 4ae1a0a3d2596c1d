package odds_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

func keep(t testing.TB, o odds.Options, rulebook, procedure string, words ...string) *odds.Solver {
	t.Helper()
	k, err := odds.NewSolver(t.Context(), question(t, rulebook, procedure, words...), o)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func statesOf(t testing.TB, k *odds.Solver, checkpoint string) *odds.StateTable {
	t.Helper()
	s, err := k.States(t.Context(), checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// values maps the keys of a state to its values.
func values(s *odds.StateTable, i int) map[string]string {
	m := map[string]string{}
	for k, key := range s.Keys {
		m[key.Path] = s.Values[i][k]
	}
	return m
}

// TestFromState: the chances from a state equal those of a fight that begins there, in all and
// within some rounds.
func TestFromState(t *testing.T) {
	for _, x := range []struct {
		name, rulebook, procedure, words, checkpoint string
		limit                                        string // the key that limits the rounds
		begins                                       func(v map[string]string) []string
		ended                                        []int // events that count no losses from before
	}{
		{
			"melee", "d20skirmish", "melee", "attackers=3 defenders=4 defenders-helmet=8", "round", "activations",
			func(v map[string]string) []string {
				return []string{"attackers=" + v["attackers"], "defenders=" + v["defenders"], "resumed=" + v["resumed"], "defenders-helmet=8"}
			}, []int{0, 1, 2},
		},
		{
			"breach", "lasergrenadiers", "breach", "turns=12", "turn", "",
			func(v map[string]string) []string {
				var turn int
				fmt.Sscan(v["turn"], &turn)
				return []string{"damage-done=" + v["damage-done"], fmt.Sprint("turns=", 13-turn)}
			}, []int{0},
		},
	} {
		for _, floats := range []bool{false, true} {
			o := odds.Options{Floats: floats}
			k := keep(t, o, x.rulebook, x.procedure, strings.Fields(x.words)...)
			s := statesOf(t, k, x.checkpoint)
			if len(s.Values) < 10 {
				t.Fatalf("%s: only %d states", x.name, len(s.Values))
			}
			for i := range s.Values {
				v := values(s, i)
				if v["fresh"] == "no" {
					continue // no situation begins so
				}
				here, err := k.FromStateNumber(t.Context(), x.checkpoint, i)
				if err != nil {
					t.Fatal(err)
				}
				words := x.begins(v)
				there := keep(t, o, x.rulebook, x.procedure, words...)
				for _, e := range x.ended {
					equal(t, fmt.Sprint(x.name, " ", words, " event ", e), here.Answer.Events[e], there.Answer.Events[e])
				}
				if x.limit == "" {
					continue
				}
				within, err := here.ByRound(t.Context(), 3, x.ended)
				if err != nil {
					t.Fatal(err)
				}
				for n := 1; n <= 3; n++ {
					limited := keep(t, o, x.rulebook, x.procedure, append(words, fmt.Sprint(x.limit, "=", n))...)
					for j, e := range x.ended {
						equal(t, fmt.Sprint(x.name, " ", words, " event ", e, " within ", n), within[0].Chances[j][n], limited.Answer.Events[e])
					}
				}
			}
		}
	}
}

// equal compares chances. Fractions must be identical.
func equal(t *testing.T, what string, got, want odds.Chance) {
	t.Helper()
	if want.Exact == nil {
		near(t, what, got.Float, want.Float)
		return
	}
	if got.Exact == nil || got.Exact.Cmp(want.Exact) != 0 {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestRoundsGoOn: rounds that are asked for in steps, with other events in between, equal those
// that are asked for at once. They cost as much.
func TestRoundsGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, o := range []odds.Options{{}, {Floats: true}} {
		words := []string{"attackers=3", "defenders=3"}
		at, bit := keep(t, o, "d20skirmish", "melee", words...), keep(t, o, "d20skirmish", "melee", words...)
		whole, err := at.ByRound(t.Context(), 9, []int{0, 1, 2, 3, 4})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{2, 0, 5, 3, 9, 4} {
			for e := range 5 {
				part, err := bit.ByRound(t.Context(), n, []int{e})
				if err != nil || len(part[0].Chances[0]) != n+1 {
					t.Fatalf("%d rounds: %v, %d chances", n, err, len(part[0].Chances[0]))
				}
				for i, c := range part[0].Chances[0] {
					equal(t, fmt.Sprint("event ", e, " within ", i), c, whole[0].Chances[e][i])
				}
			}
		}
	}
	// A large chain keeps the known chances only, and begins again for more rounds.
	siege := keep(t, odds.Options{}, "oldworld", "siege", "attackers.models=20", "garrison.models=20", "turns=0")
	known, err := siege.ByRound(t.Context(), 3, []int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	if !siege.GoesOn(0) {
		t.Error("after three rounds the walk cannot continue")
	}
	for range 2 {
		for _, n := range []int{9, 40} {
			more, err := siege.ByRound(t.Context(), n, []int{1, 0})
			if err != nil {
				t.Fatal(err)
			}
			for i := range 4 {
				equal(t, fmt.Sprint("siege within ", i), more[0].Chances[1][i], known[0].Chances[0][i])
			}
		}
	}
	if siege.GoesOn(0) {
		t.Error("after forty rounds the walk is still kept")
	}
	small := odds.Options{Budget: 20_000}
	at, bit := keep(t, small, "d20skirmish", "melee"), keep(t, small, "d20skirmish", "melee")
	var large *odds.TooLargeError
	if _, err := at.ByRound(t.Context(), 4000, []int{0}); !errors.As(err, &large) {
		t.Fatalf("4,000 rounds within a small budget: %v", err)
	}
	if _, err := at.ByRound(t.Context(), 20, []int{0}); err != nil {
		t.Errorf("20 rounds after a refusal: %v", err)
	}
	for n := 100; ; n += 100 {
		if _, err := bit.ByRound(t.Context(), n, []int{0}); errors.As(err, &large) {
			break
		}
		if n == 4000 {
			t.Fatal("4,000 rounds in steps cost less than at once")
		}
	}
}

// TestFind: the keys that identify a state find it, and errors say what is wrong.
func TestFind(t *testing.T) {
	k := keep(t, odds.Options{Floats: true}, "d20skirmish", "melee", "attackers=4", "defenders=4")
	s := statesOf(t, k, "round")
	for words, want := range map[string]map[string]string{
		"attackers=2 defenders=3":                     {"attackers": "2", "defenders": "3", "resumed": "yes"},
		"attackers=02 defenders=3 resumed=true":       {"attackers": "2", "defenders": "3", "resumed": "yes"},
		"resumed=no":                                  {"attackers": "4", "defenders": "4", "resumed": "no"},
		"attackers=1 defenders=1 turned=no pinned=0 ": {"attackers": "1", "defenders": "1", "resumed": "yes"},
	} {
		i, err := s.Find(set(t, words))
		if err != nil || !maps.Equal(values(s, i), want) {
			t.Errorf("%s: %v, %v", words, values(s, i), err)
		}
	}
	for words, want := range map[string]string{
		"attackers=2":                        "4 states of a round fit; add one of: defenders=",
		"attackers=4 defenders=4":            "2 states of a round fit; add one of: resumed=no; or resumed=yes",
		"attackers=5 defenders=1":            `attackers: never "5" at the beginning of a round: it is from 1 to 4`,
		"attackers=many":                     `attackers: never "many"`,
		"attacker=2":                         `unknown key "attacker" of a round; did you mean attackers?`,
		"attackers=2 defenders=2 resumed=no": "no state at the beginning of a round has these values",
		"pinned=1":                           `pinned: never "1" at the beginning of a round: it is 0`,
		"":                                   "17 states of a round fit; add one of",
	} {
		if _, err := s.Find(set(t, words)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", words, err, want)
		}
	}
	for words, want := range map[string]string{
		"rund":                                 `"rund" is neither key=value nor the name of a round (round)`,
		"round attackers":                      `"attackers" is neither`,
		"=3":                                   `"=3" is neither`,
		"attackers=1 attackers=2":              "attackers is given twice",
		"attackers=" + strings.Repeat("9", 99): "never \"" + strings.Repeat("9", 60) + "…\"",
	} {
		_, err := k.FromState(t.Context(), []string{words})
		var bad *odds.StateError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", words, err, want)
		}
	}
	// Elements without losses are still listed, although they are equal in all states.
	smg := keep(t, odds.Options{Floats: true}, "d20skirmish", "melee", "attackers=1,2", "attackers.1.smg=1", "attackers.2.skill=14", "defenders=2")
	var paths []string
	for _, key := range statesOf(t, smg, "round").Keys {
		paths = append(paths, key.Path)
	}
	if want := []string{"attackers.1", "attackers.2", "defenders"}; !slices.Equal(paths[:3], want) {
		t.Errorf("keys %q, want %q", paths, want)
	}
	if _, err := k.States(t.Context(), "rund"); err == nil || !strings.Contains(err.Error(), `did you mean round`) {
		t.Errorf("an unknown round: %v", err)
	}
	if _, err := k.FromStateNumber(t.Context(), "round", len(s.Values)); err == nil {
		t.Error("no error for a state beyond the last")
	}
	once := keep(t, odds.Options{Floats: true}, "tideofiron", "attack", "dice=4")
	if _, err := once.States(t.Context(), "round"); err == nil || !strings.Contains(err.Error(), "not played in rounds") {
		t.Errorf("an attack: %v", err)
	}
	here, err := k.FromStateNumber(t.Context(), "round", 3)
	if err != nil {
		t.Fatal(err)
	}
	k.Close()
	if _, err := here.ByRound(t.Context(), 3, []int{0}); err == nil {
		t.Error("a closed chain answers from a state")
	}
	if _, err := k.FromStateNumber(t.Context(), "round", 3); err == nil {
		t.Error("a closed chain continues from a state")
	}
}

func set(t *testing.T, words string) []rule.Setting {
	t.Helper()
	list, err := rule.ParseWords(strings.Fields(words))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestKeptTogether: several goroutines ask one chain for rounds and other starts.
func TestKeptTogether(t *testing.T) {
	k := keep(t, odds.Options{}, "d20skirmish", "melee", "attackers=3", "defenders=3")
	want, err := keep(t, odds.Options{}, "d20skirmish", "melee", "attackers=3", "defenders=3").ByRound(t.Context(), 12, []int{1})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Go(func() {
			for n := range 12 {
				got, err := k.ByRound(context.Background(), n, []int{1})
				if err != nil || got[0].Chances[0][n].Exact.Cmp(want[0].Chances[0][n].Exact) != 0 {
					t.Errorf("%d rounds: %v", n, err)
				}
				if _, err := k.FromStateNumber(context.Background(), "round", (g+n)%9); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := k.ByRound(ctx, 60_000, []int{1}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := k.ByRound(t.Context(), 13, []int{1}); err != nil {
		t.Errorf("after it was cancelled: %v", err)
	}
}

// TestTwoKindsOfRounds: in a fight with two checkpoints, floats approximate the fractions by each
// of them and from the states of each.
func TestTwoKindsOfRounds(t *testing.T) {
	words := []string{"attackers.models=4", "garrison.models=4", "turns=3", "charge=8", "stand-and-shoot=yes", "with=longbow"}
	exact, floats := keep(t, odds.Options{}, "oldworld", "siege", words...), keep(t, odds.Options{Floats: true}, "oldworld", "siege", words...)
	if len(exact.Answer.Rounds) != 2 {
		t.Fatalf("rounds %q", exact.Answer.Rounds)
	}
	events := []int{0, 1, 2}
	for _, checkpoint := range exact.Answer.Rounds {
		for i := range statesOf(t, exact, checkpoint).Values {
			a, err := exact.FromStateNumber(t.Context(), checkpoint, i)
			if err != nil {
				t.Fatal(err)
			}
			b, err := floats.FromStateNumber(t.Context(), checkpoint, i)
			if err != nil {
				t.Fatal(err)
			}
			x, err := a.ByRound(t.Context(), 6, events)
			if err != nil {
				t.Fatal(err)
			}
			y, err := b.ByRound(t.Context(), 6, events)
			if err != nil {
				t.Fatal(err)
			}
			for m := range x {
				for e := range events {
					for n := range x[m].Chances[e] {
						near(t, fmt.Sprint(checkpoint, " ", i, " by ", x[m].Checkpoint, " event ", e, " within ", n), x[m].Chances[e][n].Float, y[m].Chances[e][n].Float)
					}
				}
			}
		}
	}
}

// FuzzTakeUp: for any words, the answer continues from a state, or the error says why not.
func FuzzTakeUp(f *testing.F) {
	for _, words := range []string{"attackers=2 defenders=3", "round resumed=no", "round round", "=", "attackers", "attackers=2,defenders=3", "attackers=-1", "attackers=+2 defenders=02 turned=off", "\x00=\xff", strings.Repeat("a=1 ", 200), ""} {
		f.Add(words)
	}
	k := keep(f, odds.Options{Floats: true}, "d20skirmish", "melee", "attackers=3", "defenders=3")
	f.Fuzz(func(t *testing.T, words string) {
		here, err := k.FromState(t.Context(), []string{words})
		var unclear *odds.StateError
		switch {
		case err == nil:
			again, err := k.FromState(t.Context(), told(here.Answer.From))
			if err != nil || !slices.Equal(again.Answer.From.Values, here.Answer.From.Values) {
				t.Errorf("%q finds %v, whose words find %v (%v)", words, here.Answer.From.Values, again, err)
			}
		case !errors.As(err, &unclear):
			t.Errorf("%q: %v", words, err)
		case len(err.Error()) > 400+40*len(strings.Fields(words))+200*strings.Count(words, "="):
			t.Errorf("%q: an error of %d bytes", words, len(err.Error()))
		}
	})
}

// told returns the words of a state.
func told(s *odds.State) []string {
	words := []string{s.Checkpoint}
	for i, k := range s.Keys {
		words = append(words, k.Path+"="+s.Values[i])
	}
	return words
}
