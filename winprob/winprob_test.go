package winprob_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	_ "loophole/internal/lazygc"
	"loophole/internal/testgame"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/sim"
	"loophole/winprob"
)

// TestFitRepeats checks that a fit does not depend on the number of goroutines, and that the
// model beats a constant.
func TestFitRepeats(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	f := testgame.Bundled(t, "tideofiron", "stairs")
	fit := func(workers int) *winprob.Model {
		m, err := winprob.Fit(t.Context(), f, winprob.Options{Games: 150, Generations: 2, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	one, many := fit(1), fit(4)
	if !reflect.DeepEqual(one, many) {
		t.Error("the model depends on the number of goroutines")
	}
	if q := one.Quality; q.Tested != 30 || q.Games < 150 || q.Positions < q.Tested || !(q.Brier < q.Constant) {
		t.Errorf("quality %+v", q)
	}
}

// TestFitKnowsNoSecret: a model has nothing from where pieces are hidden at the start. Games that look alike to a side,
// and begin with them elsewhere, have the same model.
func TestFitKnowsNoSecret(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, x := range [][2]string{{"tideofiron", "ambush"}, {"lasergrenadiers", "farm"}} {
		f := testgame.Bundled(t, x[0], x[1])
		side := 0
		if f.View(f.Start, side).Hash() == f.Start.Hash() {
			side = 1
		}
		elsewhere, rng := *f, rand.New(rand.NewPCG(1, 2))
		elsewhere.Start = f.Runner().SetPosition(f.View(f.Start, side)).Sample(side, rng.IntN).Position()
		if elsewhere.Start.Hash() == f.Start.Hash() || f.View(elsewhere.Start, side).Hash() != f.View(f.Start, side).Hash() {
			t.Fatalf("%v: nothing is elsewhere, or side %d can tell", x, side)
		}
		o := winprob.Options{Games: 10, Generations: 2}
		a, err := winprob.Fit(t.Context(), f, o)
		if err != nil {
			t.Fatal(err)
		}
		b, err := winprob.Fit(t.Context(), &elsewhere, o)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(a.Weights, b.Weights) || a.Quality != b.Quality {
			t.Errorf("%v: %+v and %+v", x, a.Quality, b.Quality)
		}
	}
}

// TestEnds checks that the end of a game is worth its result, exactly, and every other position a
// chance between 0 and 1.
func TestEnds(t *testing.T) {
	f := testgame.Bundled(t, "tideofiron", "worked")
	lib := winprob.Library{Options: winprob.Options{Games: 30, Generations: 1}}
	m, err := lib.Model(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	e := m.Evaluator()
	seen := [2]bool{}
	for seed := range uint64(30) {
		r := f.Runner()
		u := rule.NewUmpire(sim.NewSampler(seed, 0, nil), nil).WithHouseRules(f.House)
		for i := uint64(0); !r.Status().Over; i++ {
			if v := e.At(r, winprob.Everybody); v <= 0 || v >= 1 {
				t.Fatalf("a position of a game that is on is worth %v", v)
			}
			legal := r.Legal(nil)
			r.Apply(u, legal[(seed+3*i)%uint64(len(legal))])
		}
		s := r.Status()
		if v := e.At(r, winprob.Everybody); v != winprob.Result(&s) {
			t.Errorf("the end is worth %v, the result is %v", v, winprob.Result(&s))
		}
		if s.Winner >= 0 {
			seen[s.Winner] = true
		}
	}
	if seen != [2]bool{true, true} {
		t.Errorf("the games were won by %v: the test has not seen both", seen)
	}
}

// TestBundled checks that each bundled scenario has a model for the rules of today.
func TestBundled(t *testing.T) {
	for _, g := range rulesets.Games {
		for _, b := range scenario.ForRuleset(g.Rules.ID) {
			if !winprob.Bundled(testgame.New(t, b)) {
				t.Errorf("%s %s has no model for its rules: run go generate ./winprob", g.Rules.ID, b.Name)
			}
		}
	}
}

// TestLibrary checks that a model is fitted once, kept, and read again to the same values; and
// that a damaged file is fitted anew.
func TestLibrary(t *testing.T) {
	f := testgame.Bundled(t, "tideofiron", "worked", rule.Setting{Path: "facts.hit.close", Value: "5"})
	folder := t.TempDir()
	o := winprob.Options{Games: 40, Generations: 1}
	lib := winprob.Library{Folder: folder, Options: o}
	var found [4]*winprob.Model
	var all sync.WaitGroup
	for i := range found {
		all.Go(func() {
			m, err := lib.Model(t.Context(), f)
			if err != nil {
				t.Error(err)
			}
			found[i] = m
		})
	}
	all.Wait()
	for _, m := range found {
		if m != found[0] {
			t.Error("the model was fitted more than once")
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	again := winprob.Library{Folder: folder, Options: winprob.Options{Games: 1, Generations: 1}}
	m, err := again.Model(t.Context(), f)
	if err != nil || m.Evaluator().At(f.Runner(), winprob.Everybody) != found[0].Evaluator().At(f.Runner(), winprob.Everybody) {
		t.Errorf("the kept model differs: %v", err)
	}
	fresh := winprob.Library{Folder: folder}
	if m, ok := fresh.Ready(f); !ok || !reflect.DeepEqual(m, found[0]) {
		t.Error("a kept model is not ready")
	}
	empty := winprob.Library{}
	if _, ok := empty.Ready(f); ok {
		t.Error("a model that nobody fitted is ready")
	}
	if err := os.WriteFile(files[0], []byte(`{"key":"`), 0o644); err != nil {
		t.Fatal(err)
	}
	third := winprob.Library{Folder: folder, Options: o}
	if m, err := third.Model(t.Context(), f); err != nil || !reflect.DeepEqual(m, found[0]) {
		t.Errorf("after damage: %v", err)
	}
}

// TestFolderIsBounded checks that the oldest models make room for new ones.
func TestFolderIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	const most = 2000
	folder := t.TempDir()
	old := time.Now().Add(-time.Hour)
	for i := range most {
		name := filepath.Join(folder, fmt.Sprintf("%04d.json", i))
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, old, old.Add(time.Duration(i)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	f := testgame.Bundled(t, "tideofiron", "worked", rule.Setting{Path: "facts.hit.close", Value: "5"})
	lib := winprob.Library{Folder: folder, Options: winprob.Options{Games: 10, Generations: 1}}
	if _, err := lib.Model(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) != most || filepath.Base(files[0]) != "0001.json" {
		t.Errorf("%d files, the first %s: %v", len(files), files[0], err)
	}
}

// TestNear checks that a bundled scenario needs no fit, even if its house rules are changed, and
// that another one does.
func TestNear(t *testing.T) {
	f := testgame.Bundled(t, "tideofiron", "worked")
	changed := testgame.Bundled(t, "tideofiron", "worked", rule.Setting{Path: "facts.hit.close", Value: "5"})
	lib := winprob.Library{Options: winprob.Options{Games: 20, Generations: 1}}
	one, err := lib.Near(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	two, err := lib.Near(t.Context(), changed)
	if err != nil || !lib.IsNear(changed) {
		t.Fatal(err)
	}
	if _, ready := lib.Ready(changed); ready || !reflect.DeepEqual(one, two) {
		t.Error("the model of changed house rules was fitted")
	}
	other, err := f.Game.NewInstance("mine", f.Setup, f.House)
	if err != nil {
		t.Fatal(err)
	}
	if lib.IsNear(other) {
		t.Error("a scenario that is not bundled has a model at once")
	}
	if m, err := lib.Near(t.Context(), other); err != nil || m.Quality.Games == 0 || !lib.IsNear(other) {
		t.Errorf("a scenario that is not bundled: %v", err)
	}
}

// TestCancel checks that a fit ends when it is cancelled, and can be tried again.
func TestCancel(t *testing.T) {
	f := testgame.Bundled(t, "konflikt47", "farmhouse")
	ctx, stop := context.WithCancel(t.Context())
	if _, err := winprob.Fit(ctx, f, winprob.Options{Games: 1 << 20, Progress: func(done, _ int) {
		if done == 2 {
			stop()
		}
	}}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := winprob.Fit(t.Context(), f, winprob.Options{Games: -1}); err == nil {
		t.Error("a negative number of games is accepted")
	}
}

// TestEvaluatorAgainstInputs checks that an evaluator, which reads only the fields of its model and
// looks their weights up in tables, returns the same number as the inputs of the fit.
func TestEvaluatorAgainstInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	var lib winprob.Library
	for _, b := range scenario.Bundled() {
		f := testgame.New(t, b)
		m, err := lib.Model(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		e := m.Evaluator()
		compared := 0
		for seed := range uint64(5) {
			r := f.Runner()
			u := rule.NewUmpire(sim.NewSampler(seed, 0, nil), nil).WithHouseRules(f.House)
			for i := uint64(0); !r.Status().Over; i++ {
				for _, viewer := range []int{winprob.Everybody, 0, 1} {
					if got, want := e.At(r, viewer), m.ByInputs(r, viewer); got != want {
						t.Fatalf("%v, game %d, action %d, viewer %d: %v, by inputs %v", b, seed, i, viewer, got, want)
					}
					compared++
				}
				legal := r.Legal(nil)
				r.Apply(u, legal[(seed+3*i)%uint64(len(legal))])
			}
		}
		if compared < 100 {
			t.Errorf("%v: compared %d values", b, compared)
		}
	}
}
