package exam

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	_ "loophole/internal/lazygc"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/sim"
)

var (
	update      = flag.Bool("update", false, "take what policies give away less than before into testdata/given.txt")
	updateWorse = flag.Bool("update-worse", false, "take everything, also what got worse: for changed rules or fights")
)

// examined are the policies of the golden file.
var examined = []string{"random", "cautious", "recruit", "private", "corporal", "sergeant", "captain", "colonel"}

const goldenFile = "testdata/given.txt"

// slack is the largest difference that counts as rounding, also between processors.
const slack = 0.00006

// entries of the golden file: what is given away a game and a decision, by fight, side and policy.
type entry struct{ game, decision float64 }

func readGolden(t *testing.T) map[string]entry {
	t.Helper()
	all := map[string]entry{}
	data, err := os.ReadFile(goldenFile)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		var e entry
		if _, err := fmt.Sscan(f[len(f)-2]+" "+f[len(f)-1], &e.game, &e.decision); err != nil || len(f) != 5 {
			t.Fatalf("%s: %q: %v", goldenFile, line, err)
		}
		all[strings.Join(f[:3], " ")] = e
	}
	return all
}

// TestGiven compares what policies give away with the golden file. It fails for what got worse.
func TestGiven(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	golden := readGolden(t)
	books := map[string]int{}
	list, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	lines := make([]string, len(list))
	t.Run("fights", func(t *testing.T) { // It ends when all of them have ended.
		for i, b := range list {
			books[b.Ruleset]++
			t.Run(b.Ruleset+"/"+b.Name, func(t *testing.T) {
				t.Parallel()
				lines[i] = given(t, b, golden)
			})
		}
	})
	for _, g := range rulesets.Games {
		if books[g.Rules.ID] < 4 {
			t.Errorf("%s has %d fights", g.Rules.ID, books[g.Rules.ID])
		}
	}
	if *update || *updateWorse {
		text := "# fight policy side: given away a game, a decision\n" + strings.Join(lines, "")
		if err := os.WriteFile(goldenFile, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// given compares one fight with the golden file, and returns its lines.
func given(t *testing.T, b *scenario.Scenario, golden map[string]entry) string {
	t.Helper()
	var text strings.Builder
	f, err := New(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	random := checkFight(t, f)
	for _, name := range examined {
		for side := range f.Sides {
			g := random[side]
			if name != "random" {
				g = examine(t, f, name, side)
			}
			key := fmt.Sprintf("%s %s %s", f.Name, name, f.Sides[side])
			was, ok := golden[key]
			now := entry{g.Game, g.Decision()}
			worse := !ok || now.game > was.game+slack || now.decision > was.decision+slack
			if ok && worse && !*updateWorse {
				t.Errorf("%s gives away %.4f a game and %.4f a decision; it was %.4f and %.4f",
					key, now.game, now.decision, was.game, was.decision)
				now = was
			}
			if !ok && !*update && !*updateWorse {
				t.Errorf("%s is not in %s: use -update", key, goldenFile)
			}
			fmt.Fprintf(&text, "%s %.4f %.4f\n", key, now.game, now.decision)
		}
	}
	return text.String()
}

// TestStrongest checks that the strongest level gives away less than two points in each fight, by the
// golden file.
func TestStrongest(t *testing.T) {
	n := 0
	for key, e := range readGolden(t) {
		if !strings.Contains(key, " colonel ") {
			continue
		}
		if n++; e.game >= 0.02 {
			t.Errorf("%s gives away %.4f", key, e.game)
		}
	}
	if n < 40 {
		t.Errorf("the golden file has %d results of the strongest level", n)
	}
}

// checkFight checks that a fight can teach something: it is open, and playing at random loses. It returns
// what the random policy gives away with each side.
func checkFight(t *testing.T, f *Fight) (random [2]*Losses) {
	t.Helper()
	if v := f.Solution.Start().Low; v < 0.1 || v > 0.9 {
		t.Errorf("%s is a foregone conclusion: %.3f", f.Name, v)
	}
	lost := 0.0
	for side := range f.Sides {
		random[side] = examine(t, f, "random", side)
		lost = max(lost, random[side].Game)
	}
	if lost < 0.1 {
		t.Errorf("%s: the random policy gives away %.3f only", f.Name, lost)
	}
	return random
}

func examine(t *testing.T, f *Fight, name string, side int) *Losses {
	t.Helper()
	x, err := policy.New(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Examine(t.Context(), x, side)
	if err != nil {
		t.Fatal(err)
	}
	v := f.Solution.Start().For(side).Low
	if math.Abs(v-g.Game-g.Chance) > 1e-6 {
		t.Errorf("%s %s: worth %v, and %v less %v given away", f.Name, name, g.Chance, v, g.Game)
	}
	cost := 0.0
	for _, m := range g.Mistakes {
		cost += m.Cost()
		if x := m.Within; x != nil && (x.Taken == x.Best || max(x.Taken, x.Best) >= len(x.Choice.Options)) {
			t.Errorf("%s %s: option %d is lost for %d of %v", f.Name, name, x.Taken, x.Best, x.Choice.Options)
		}
	}
	if math.Abs(cost-g.Game) > 1e-5 {
		t.Errorf("%s %s: the mistakes cost %v, and %v is given away", f.Name, name, cost, g.Game)
	}
	return g
}

// bundledFight sets up a fight of the exam.
func bundledFight(t *testing.T, name string) *Fight {
	t.Helper()
	list, err := Bundled()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range list {
		if b.Ruleset+"/"+b.Name == name {
			f, err := New(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
	}
	t.Fatalf("no fight %s", name)
	return nil
}

// TestPlayed plays games of a policy that draws lots against best play. It wins as often as the
// examination says.
func TestPlayed(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	const games = 3000
	for _, name := range []string{"tideofiron/storm", "oldworld/sally"} {
		f := bundledFight(t, name)
		for side := range f.Sides {
			want := examine(t, f, "recruit", side).Chance
			won := 0.0
			x, _ := policy.New("recruit")
			if err := policy.Prepare(t.Context(), x, f.Instance); err != nil {
				t.Fatal(err)
			}
			for g := range uint64(games) {
				won += playOut(t, f, x, side, g)
			}
			if got, most := won/float64(games), 4*math.Sqrt(want*(1-want)/float64(games))+1e-9; math.Abs(got-want) > most {
				t.Errorf("%s side %d: wins %.4f of %d games, and the exam says %.4f", name, side, got, games, want)
			}
		}
	}
}

// playOut plays a game of a policy against best play, and returns the result for the policy.
func playOut(t *testing.T, f *Fight, x policy.Policy, side int, g uint64) float64 {
	t.Helper()
	rng := policy.NewRand(7, g, side)
	p := f.Start
	var answers []int
	d := policy.Decision{}
	src := &logged{answers: &answers}
	src.Source = sim.NewSampler(7, g, nil)
	src.choose = func(c rule.Choice) int {
		d.Choice, d.Answers = c, answers
		if (c.By == f.Sides[1]) == (side == 1) {
			i, err := policy.Decide(x, f.Instance, d, rng)
			if err != nil {
				t.Fatal(err)
			}
			return i
		}
		return f.bestOption(t, d)
	}
	for {
		now := f.Status(p)
		if now.Over {
			v, _ := f.valueOf(p)
			if side == 1 {
				return 1 - v
			}
			return v
		}
		list, err := f.Solution.Actions(p)
		if err != nil {
			t.Fatal(err)
		}
		a := list[0].Action
		if now.Side == side {
			if a, err = policy.NextAction(x, f.Instance, p, rng); err != nil {
				t.Fatal(err)
			}
		}
		answers, d = nil, policy.Decision{Position: p, Action: a}
		if p, err = f.Play(p, a, src, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// bestOption returns the best option of a decision within an action.
func (f *Fight) bestOption(t *testing.T, d policy.Decision) int {
	t.Helper()
	k, ok := f.actions[actionKey{string(d.Position.Bytes()), d.Action}]
	if !ok {
		t.Fatal("the exam did not come to this action")
	}
	at := k.root
	for _, v := range d.Answers {
		next := v
		if at.asked.Choice == nil {
			for i, w := range at.asked.Values {
				if w == v {
					next = i
				}
			}
		}
		at = at.next[next].point
	}
	for i, y := range at.next {
		if y.value == at.value {
			return i
		}
	}
	t.Fatal("no option is the best")
	return 0
}

// logged keeps the answers to the questions of an action.
type logged struct {
	rule.Source // without the other methods of a sampler, which would pass by Roll
	choose      func(rule.Choice) int
	answers     *[]int
}

func (s *logged) Roll(r rule.Roll) (int, []uint8, error) {
	v, faces, err := s.Source.Roll(r)
	*s.answers = append(*s.answers, v)
	return v, faces, err
}

func (s *logged) Choose(c rule.Choice) (int, error) {
	i := s.choose(c)
	*s.answers = append(*s.answers, i)
	return i, nil
}

// TestRefused gives fights that cannot be examined.
func TestRefused(t *testing.T) {
	large := scenario.ForRuleset("d20skirmish")[0] // Nothing is hidden in it.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(ctx, large); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	f := bundledFight(t, "tideofiron/storm")
	x, _ := policy.New("sergeant")
	if _, err := f.Examine(ctx, x, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
