package embedding_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"unicode"

	"loophole/dice"
	"loophole/game"
	"loophole/internal/embedding"
	_ "loophole/internal/lazygc"
	"loophole/internal/testgame"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// told reads an answer that must not be an error.
func told[T any](t *testing.T, answer string) (v T) {
	t.Helper()
	if strings.HasPrefix(answer, "{\n  \"error\"") {
		t.Fatal(answer)
	}
	if err := json.Unmarshal([]byte(answer), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

type begun struct {
	Game     int64
	Sides    []string
	Hidden   bool
	Features int
}

func begin(t *testing.T, ruleset, scenario string, seed uint64) begun {
	t.Helper()
	g := told[begun](t, embedding.NewGame(fmt.Sprintf(`{"ruleset": %q, "scenario": %q, "seed": %d}`, ruleset, scenario, seed)))
	t.Cleanup(func() { embedding.Free(g.Game) })
	return g
}

type list struct {
	Turn    string
	Actions []string
}

type stepped struct {
	Action   string
	Status   int
	Turn     string
	Legal    int
	Decision *struct{ Options []string }
	Over     *struct{ Winner string }
}

// firstScenarios calls f with the first scenario of each rulebook.
func firstScenarios(t *testing.T, f func(t *testing.T, native *game.Instance)) {
	for _, g := range rulesets.Games {
		t.Run(g.Rules.ID, func(t *testing.T) {
			f(t, testgame.New(t, scenario.ForRuleset(g.Rules.ID)[0]))
		})
	}
}

// A native game draws its own actions and options, by the generator of the decisions.
type nativeGame struct {
	instance *game.Instance
	at       game.Position
	dice     *dice.Random
	options  []int // of the last action
}

func (n *nativeGame) play(t *testing.T, a game.Action, rng *policy.Rand) {
	t.Helper()
	n.options = nil
	n.dice.Policy = func(c rule.Choice) int {
		n.options = append(n.options, rng.Below(len(c.Options)))
		return n.options[len(n.options)-1]
	}
	var err error
	if n.at, err = n.instance.Play(n.at, a, n.dice, nil); err != nil {
		t.Fatal(err)
	}
}

// TestGames plays a random game of each rulebook to its end, once natively and once by handle with
// the same seed. Positions, legal actions, decisions and results are the same.
func TestGames(t *testing.T) {
	decisions := 0
	firstScenarios(t, func(t *testing.T, f *game.Instance) {
		g, rng := begin(t, f.Game.Rules.ID, f.Scenario, 7), policy.NewRand(7, 0, 0)
		n := &nativeGame{instance: f, at: f.Start, dice: dice.NewRandom(7)}
		for actions := 0; !f.Status(n.at).Over; actions++ {
			legal, err := f.Legal(f.View(n.at, f.Status(n.at).Side))
			if err != nil {
				t.Fatal(err)
			}
			l := told[list](t, embedding.Legal(g.Game))
			if l.Turn != string(f.Sides[f.Status(n.at).Side]) || len(l.Actions) != len(legal) {
				t.Fatalf("action %d: %s has %d actions, not %d", actions, l.Turn, len(l.Actions), len(legal))
			}
			i := rng.Below(len(legal))
			if l.Actions[i] != f.FormatAction(legal[i]) {
				t.Fatalf("action %d: %q", i, l.Actions[i])
			}
			n.play(t, legal[i], rng)
			decisions += len(n.options)
			s := step(t, g.Game, actions, i, l.Actions[i])
			for _, o := range n.options {
				if s.Decision == nil {
					t.Fatalf("%s: no decision is open", l.Actions[i])
				}
				s = step(t, g.Game, actions, o, s.Decision.Options[o])
			}
			if s.Decision != nil {
				t.Fatalf("%s: a decision more is open: %v", l.Actions[i], s.Decision)
			}
			o := told[struct{ Position string }](t, embedding.Observe(g.Game, 0))
			if o.Position != f.View(n.at, 0).Hash() {
				t.Fatalf("after %s the positions differ", l.Actions[i])
			}
		}
		end, status := f.Status(n.at), embedding.Status(g.Game)
		want := map[int]int32{0: embedding.FirstWon, 1: embedding.SecondWon, game.Draw: embedding.Drawn}[end.Winner]
		s := told[stepped](t, embedding.Result(g.Game))
		if status != want || s.Over == nil || end.Winner != game.Draw && s.Over.Winner != string(f.Sides[end.Winner]) || embedding.Count(g.Game) != 0 {
			t.Errorf("status %d, want %d: %+v", status, want, s)
		}
		if answer := embedding.Step(g.Game, "0"); !strings.Contains(answer, "the game is over") {
			t.Error(answer)
		}
	})
	if decisions == 0 {
		t.Error("nobody decided anything within an action")
	}
}

// step plays an action by its text or its index, in turn.
func step(t *testing.T, handle int64, n, index int, action string) stepped {
	t.Helper()
	if n%2 == 0 {
		action = fmt.Sprint(index)
	}
	return told[stepped](t, embedding.Step(handle, action))
}

type tree struct {
	Weight   string
	Position string
	Chance   []struct {
		Weight string
		Then   tree
	}
	Options []struct{ Then tree }
}

// checkTree checks that the weights of each roll of a tree add up to 1, and calls end with the
// positions.
func checkTree(t *testing.T, n *tree, end func(position string)) {
	t.Helper()
	if len(n.Chance) == 0 && len(n.Options) == 0 {
		end(n.Position)
		return
	}
	sum := new(big.Rat)
	for _, b := range n.Chance {
		sum.Add(sum, fraction(t, b.Weight))
		checkTree(t, &b.Then, end)
	}
	if n.Chance != nil && sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("the weights of a roll add up to %s", sum)
	}
	for _, b := range n.Options {
		checkTree(t, &b.Then, end)
	}
}

func fraction(t *testing.T, text string) *big.Rat {
	t.Helper()
	p, ok := new(big.Rat).SetString(text)
	if !ok || !strings.Contains(text, "/") {
		t.Fatalf("%q is not a fraction", text)
	}
	return p
}

// TestOutcomes checks on random games that the weights of each action add up to exactly 1, and that
// the position to which the action leads is among the outcomes, also from an open decision on.
func TestOutcomes(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	const actions = 60
	trees, rolls, options := 0, 0, 0
	firstScenarios(t, func(t *testing.T, f *game.Instance) {
		g, rng := begin(t, f.Game.Rules.ID, f.Scenario, 3), policy.NewRand(3, 0, 0)
		for n := 0; n < actions && embedding.Status(g.Game) < embedding.FirstWon; n++ {
			i := rng.Below(int(embedding.Count(g.Game)))
			open := told[stepped](t, embedding.Result(g.Game)).Decision != nil
			said := embedding.Outcomes(g.Game, fmt.Sprint(i))
			embedding.Play(g.Game, i)
			if strings.Contains(said, "too many outcomes") {
				continue
			}
			x := told[struct {
				Outcomes []tree
				Tree     *tree
			}](t, said)
			found, sum := map[string]bool{}, new(big.Rat)
			if x.Tree != nil {
				trees++
				checkTree(t, x.Tree, func(p string) { found[p] = true })
				sum.SetInt64(1)
			}
			for _, o := range x.Outcomes {
				found[o.Position] = true
				sum.Add(sum, fraction(t, o.Weight))
			}
			if sum.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("the weights add up to %s", sum)
			}
			if len(x.Outcomes) > 1 {
				rolls++
			}
			if open {
				options++
			}
			if f.HasHiddenInfo() || told[stepped](t, embedding.Result(g.Game)).Decision != nil {
				continue
			}
			if p := told[struct{ Position string }](t, embedding.Observe(g.Game, 0)).Position; !found[p] {
				t.Errorf("the action led to %s, which is none of %d outcomes", p, len(found))
			}
		}
	})
	if trees == 0 || rolls == 0 || options == 0 {
		t.Errorf("%d trees, %d rolls, %d options: the test has not seen each", trees, rolls, options)
	}
}

// TestObservationsKeepSecrets plays random games of every scenario with hidden information. No
// observation names a piece that is hidden from its side, and observations are those of the view.
func TestObservationsKeepSecrets(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	seen := 0
	for _, b := range scenario.Bundled() {
		f := testgame.New(t, b)
		if !f.HasHiddenInfo() {
			continue
		}
		g, rng := begin(t, b.Ruleset, b.Name, 5), policy.NewRand(5, 0, 0)
		n := &nativeGame{instance: f, at: f.Start, dice: dice.NewRandom(5)}
		for k := 0; k < 40 && !f.Status(n.at).Over; k++ {
			for side := range 2 {
				seen += checkSecrets(t, f, n.at, side, embedding.Observe(g.Game, side))
			}
			legal, err := f.Legal(f.View(n.at, f.Status(n.at).Side))
			if err != nil {
				t.Fatal(err)
			}
			i := rng.Below(len(legal))
			n.play(t, legal[i], rng)
			embedding.Play(g.Game, i)
			for _, o := range n.options {
				for side := range 2 {
					if f.View(n.at, side).Hash() != n.at.Hash() {
						told[list](t, embedding.Observe(g.Game, side))
					}
				}
				embedding.Play(g.Game, o)
			}
		}
	}
	if seen == 0 {
		t.Error("nothing was hidden")
	}
}

// checkSecrets returns how many pieces are hidden from a side.
func checkSecrets(t *testing.T, f *game.Instance, p game.Position, side int, observation string) (hidden int) {
	t.Helper()
	if o := told[struct{ Position string }](t, observation); o.Position != f.View(p, side).Hash() {
		t.Fatalf("%s: the observation of side %d is of another position", f.Scenario, side)
	}
	whole, _ := f.Scene(p)
	view, _ := f.Scene(f.View(p, side))
	words := wordsIn(told[any](t, observation))
	for _, name := range whole.PieceNames() {
		if slices.Contains(view.PieceNames(), name) {
			continue
		}
		hidden++
		if slices.Contains(words, name) {
			t.Errorf("%s: the observation of side %d names %s, which is hidden from it", f.Scenario, side, name)
		}
	}
	return hidden
}

// wordsIn lists the words of all texts of an answer but for titles and symbols, in which the name of
// a piece may be the kind of another: "Blaster gunner".
func wordsIn(v any) (words []string) {
	switch x := v.(type) {
	case string:
		return strings.FieldsFunc(x, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
		})
	case []any:
		for _, y := range x {
			words = append(words, wordsIn(y)...)
		}
	case map[string]any:
		for key, y := range x {
			if key != "title" && key != "symbol" {
				words = append(words, wordsIn(y)...)
			}
		}
	}
	return words
}

// TestClone checks that a copy rolls the same dice as the original, and that neither changes the
// other.
func TestClone(t *testing.T) {
	g := begin(t, "tideofiron", "block", 11)
	for range 30 {
		embedding.Play(g.Game, int(embedding.Count(g.Game))/2)
	}
	c := embedding.Clone(g.Game)
	if c <= 0 || c == g.Game {
		t.Fatal(c)
	}
	defer embedding.Free(c)
	before := embedding.Observe(g.Game, 0)
	moves := func(handle int64) (said []string) {
		for n := range 40 {
			if embedding.Count(handle) == 0 {
				break
			}
			said = append(said, embedding.Step(handle, fmt.Sprint(n%int(embedding.Count(handle)))), embedding.Observe(handle, 1))
		}
		return said
	}
	first := moves(c)
	if embedding.Observe(g.Game, 0) != before {
		t.Error("the copy has changed the original")
	}
	if !slices.Equal(first, moves(g.Game)) {
		t.Error("the copy and the original differ")
	}
	embedding.Reset(g.Game, 11)
	embedding.Reset(c, 11)
	if !slices.Equal(moves(c), moves(g.Game)) {
		t.Error("games of one seed differ")
	}
}

// TestCodes checks the errors of functions that return numbers.
func TestCodes(t *testing.T) {
	g := begin(t, "tideofiron", "block", 1)
	n := int(embedding.Count(g.Game))
	room := make([]float32, g.Features)
	for _, c := range []struct {
		got  int32
		want embedding.Code
	}{
		{embedding.Play(g.Game, n), embedding.NoIndex},
		{embedding.Play(g.Game, -1), embedding.NoIndex},
		{embedding.Features(g.Game, 2, room), embedding.NoSide},
		{embedding.Features(g.Game, 0, room[1:]), embedding.TooSmall},
		{embedding.Status(0), embedding.NoGame},
		{embedding.Free(0), embedding.NoGame},
		{embedding.Reset(0, 1), embedding.NoGame},
		{int32(embedding.Clone(0)), embedding.NoGame},
	} {
		if c.got != int32(c.want) {
			t.Errorf("%d, want %d: %v", c.got, c.want, c.want)
		}
	}
	if embedding.Features(g.Game, 1, room) != int32(g.Features) || embedding.Count(g.Game) != int32(n) {
		t.Error("an error has changed the game")
	}
	if answer := embedding.Step(g.Game, fmt.Sprint(n)); !strings.Contains(answer, embedding.NoIndex.Error()) {
		t.Error(answer)
	}
	if answer := embedding.Step(g.Game, "fire nobody"); !strings.Contains(answer, `"error"`) {
		t.Error(answer)
	}
	if embedding.Free(g.Game) != 0 || embedding.Free(g.Game) != int32(embedding.NoGame) {
		t.Error("a game is freed once")
	}
}

// TestMaxGames opens as many games as there may be.
func TestMaxGames(t *testing.T) {
	g := begin(t, "tideofiron", "row", 1)
	var open []int64
	defer func() {
		for _, c := range open {
			embedding.Free(c)
		}
	}()
	for range embedding.MaxGames + 1 {
		c := embedding.Clone(g.Game)
		if c < 0 {
			if !errors.Is(embedding.Code(c), embedding.TooMany) || len(open) < embedding.MaxGames-8 {
				t.Errorf("code %d after %d games", c, len(open))
			}
			return
		}
		open = append(open, c)
	}
	t.Error("there is no end of games")
}
