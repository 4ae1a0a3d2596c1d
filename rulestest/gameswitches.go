package rulestest

import (
	"fmt"
	"hash/fnv"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"loophole/casebook"
	"loophole/dice"
	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/scenario"
)

// proceduresOnlyText is the text of a ruling or a fact that no game depends on.
const proceduresOnlyText = "procedures only"

// The numbers of random games for a ruling or fact that no case shows to matter, and for one that
// no game may depend on.
const (
	switchGames     = 60
	unaffectedGames = 10
)

// A houseSwitch is a ruling or a fact, with its other values.
type houseSwitch struct {
	name   string
	cite   rule.Clause
	text   string
	values []string
	moves  bool // it has changed a transition of a game
}

// proceduresOnly reports whether its text says that no game depends on it.
func (l *houseSwitch) proceduresOnly() bool { return strings.Contains(l.text, proceduresOnlyText) }

// houseSwitches lists the rulings and the facts.
func (k *kit) houseSwitches() (list []*houseSwitch) {
	for _, r := range k.rules.Rulings {
		l := &houseSwitch{name: "rulings." + r.Name, cite: r.Cite, text: r.Question}
		for i, x := range r.Readings {
			l.text += " " + x.Gist
			if i > 0 {
				l.values = append(l.values, x.Name)
			}
		}
		list = append(list, l)
	}
	for _, f := range k.rules.Facts {
		l := &houseSwitch{name: "facts." + f.Name, cite: f.Cite, text: f.Text}
		for _, v := range []int{f.Value + 1, f.Value - 1, f.Max, f.Min} {
			if v >= f.Min && v <= f.Max && v != f.Value {
				l.values = append(l.values, strconv.Itoa(v))
			}
		}
		list = append(list, l)
	}
	return list
}

// checkSwitches plays the same actions with the same dice under the published rules and with one
// ruling or fact changed. Each must change a position, a violation or a question somewhere, in a
// case of the casebook or in a random game. If its text says that it is for procedures only, it
// must change nothing.
func (k *kit) checkSwitches(t reporter) {
	fights, err := k.fights()
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	if _, err := k.casebook(); err != nil {
		t.Errorf("no case can be played: %v", err)
		return
	}
	list := k.houseSwitches()
	plain := k.caseOutcomes()
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(list) {
					return
				}
				k.findEffect(list[i], fights, plain)
			}
		})
	}
	workers.Wait()
	alive := 0
	for _, l := range list {
		switch {
		case l.moves && l.proceduresOnly():
			t.Errorf("%s says %q, and changes a game", l.name, proceduresOnlyText)
		case !l.moves && !l.proceduresOnly():
			t.Errorf("%s changes no transition of a game: write a case in which it does, play it, or say %q in its text", l.name, proceduresOnlyText)
		case l.moves:
			alive++
		}
	}
	t.Logf("%d of %d rulings and facts change a game; the others are there for procedures", alive, len(list))
}

// findEffect searches for a transition that a switch changes: in the cases that set it, in those about its clause,
// in a few random games, in the other cases, then in many games. fights are the scenarios as they are.
func (k *kit) findEffect(l *houseSwitch, fights []*game.Instance, plain []string) {
	begun := map[start]*game.Instance{}
	for i, b := range k.scenarios {
		if !setsSwitch(b.House, l.name) {
			begun[start{i, ""}] = fights[i]
		}
	}
	try := func(moves func(value string) bool) {
		for _, v := range l.values {
			l.moves = l.moves || moves(v)
		}
	}
	if !l.proceduresOnly() {
		try(func(v string) bool { return k.movesOwnCases(l.name, v, plain) })
		try(func(v string) bool { return k.movesCases(l, v, plain, true) })
	}
	try(func(v string) bool { return k.movesGames(begun, l.name, v, 0, unaffectedGames) })
	if l.proceduresOnly() {
		return
	}
	try(func(v string) bool { return k.movesCases(l, v, plain, false) })
	try(func(v string) bool { return k.movesGames(begun, l.name, v, unaffectedGames, switchGames) })
}

// setsSwitch reports whether some settings have one of a name.
func setsSwitch(settings []rule.Setting, name string) bool {
	return slices.ContainsFunc(settings, func(s rule.Setting) bool { return s.Path == name })
}

// A start is a scenario with one value of a switch, or with none.
type start struct {
	scenario int
	value    string
}

// begin sets up a scenario under house rules with one more setting, once for all games. It
// returns nil and no error if there are no such house rules.
func (k *kit) begin(begun map[start]*game.Instance, name string, s start) (*game.Instance, error) {
	if f := begun[s]; f != nil {
		return f, nil
	}
	b := k.scenarios[s.scenario]
	house, err := k.switchedHouse(b.House, name, s.value)
	if err != nil {
		return nil, nil
	}
	f, err := scenario.NewInstance(k.game, b, house)
	if err == nil {
		begun[s] = f
	}
	return f, err
}

// switchedHouse returns the house rules of some settings with one more.
func (k *kit) switchedHouse(settings []rule.Setting, name, value string) (*rule.HouseRules, error) {
	var all []rule.Setting
	for _, s := range settings {
		if s.Path != name {
			all = append(all, s)
		}
	}
	if value != "" {
		all = append(all, rule.Setting{Path: name, Value: value})
	}
	return k.rules.House(all)
}

// caseOutcomes lists the outcomes of the casebook's cases as written.
func (k *kit) caseOutcomes() (list []string) {
	b, err := k.casebook()
	if err != nil {
		return nil
	}
	for _, c := range b.Cases {
		list = append(list, caseOutcome(b, k.game, c))
	}
	return list
}

// movesCases reports whether a case of the casebook has another outcome: one about the clause of the switch, or one
// of the others. A case that sets the switch itself is played as written.
func (k *kit) movesCases(l *houseSwitch, value string, plain []string, about bool) bool {
	b, err := k.casebook()
	if err != nil {
		return false
	}
	name := l.name
	for i, c := range b.Cases {
		if slices.Contains(slices.Concat(c.Plays, c.Lacks, c.Differs), l.cite) != about {
			continue
		}
		if c.Setup == "" || slices.ContainsFunc(c.With, func(s rule.Setting) bool { return s.Path == name && s.Value == value }) {
			continue
		}
		other := *c
		other.With = append(slices.DeleteFunc(slices.Clone(c.With), func(s rule.Setting) bool { return s.Path == name }), rule.Setting{Path: name, Value: value})
		if caseOutcome(b, k.game, &other) != plain[i] {
			return true
		}
	}
	return false
}

// movesOwnCases reports whether a case that sets a switch to a value has another outcome without
// that setting.
func (k *kit) movesOwnCases(name, value string, plain []string) bool {
	b, err := k.casebook()
	if err != nil {
		return false
	}
	for i, c := range b.Cases {
		if c.Setup == "" || !slices.ContainsFunc(c.With, func(s rule.Setting) bool { return s.Path == name && s.Value == value }) {
			continue
		}
		other := *c
		other.With = slices.DeleteFunc(slices.Clone(c.With), func(s rule.Setting) bool { return s.Path == name })
		if caseOutcome(b, k.game, &other) != plain[i] {
			return true
		}
	}
	return false
}

// caseOutcome returns the outcome of a case in a game: its positions and its faults. Questions
// without a game do not count.
func caseOutcome(b *casebook.Book, g *game.Game, c *casebook.Case) string {
	var steps []casebook.Step
	for _, s := range c.Steps {
		if s.Kind == casebook.Action || s.Kind == casebook.Fact && !strings.HasPrefix(s.Text, "chance ") {
			steps = append(steps, s)
		}
	}
	only := *c
	only.Steps = steps
	if only.Setup == "" {
		return ""
	}
	r := b.Play(g, &only)
	return r.End + "\n" + strings.Join(r.Faults, "\n")
}

// movesGames reports whether a step of some random games has another outcome.
func (k *kit) movesGames(begun map[start]*game.Instance, name, value string, from, to int) bool {
	for g := from; g < to; g++ {
		scenario := g % len(k.scenarios)
		f, err1 := k.begin(begun, name, start{scenario, ""})
		x, err2 := k.begin(begun, name, start{scenario, value})
		switch {
		case err1 != nil || f == nil || err2 == nil && x == nil:
			return false
		case err2 != nil || f.Start.Hash() != x.Start.Hash():
			return true
		}
		if movesGame(f, x, g) {
			return true
		}
	}
	return false
}

// movesGame plays a random game of the first instance, and each of its actions, and some random
// ones, in both.
func movesGame(f, x *game.Instance, g int) bool {
	rng := policy.NewRand(7, uint64(g), 0)
	w := &walk{rng: rng}
	r := f.Runner()
	random := &policy.Random{}
	for step := 0; step < 400 && !r.Status().Over; step++ {
		p := r.Position()
		a, err := random.ChooseAction(r, rng)
		if err != nil {
			return false
		}
		seed := uint64(g)<<20 | uint64(step)
		after, came := transition(f, p, a, seed)
		if _, there := transition(x, p, a, seed); came != there {
			return true
		}
		if b := w.anyAction(f, []game.Action{a}); (f.WhyIllegal(p, b) == nil) != (x.WhyIllegal(p, b) == nil) {
			return true
		}
		if f.Status(after) != x.Status(after) {
			return true
		}
		r.SetPosition(after)
	}
	return false
}

// transition plays an action with the dice of a seed. It returns the next position, and a text of
// the position and all questions.
func transition(f *game.Instance, p game.Position, a game.Action, seed uint64) (game.Position, string) {
	d := &recordingDice{Random: dice.NewRandom(seed)}
	d.Policy = func(c rule.Choice) int {
		return int((seed*2654435761 + uint64(len(d.asked))) >> 7 % uint64(len(c.Options)))
	}
	after, err := f.Play(p, a, d, nil)
	if err != nil {
		return p, "refused"
	}
	h := fnv.New64a()
	h.Write([]byte(strings.Join(d.asked, "\n")))
	return after, fmt.Sprintf("%s %x", after.Hash(), h.Sum64())
}

// recordingDice are dice that note the questions.
type recordingDice struct {
	*dice.Random
	asked []string
}

func (d *recordingDice) Roll(r rule.Roll) (int, []uint8, error) {
	d.asked = append(d.asked, string(r.By)+" "+r.Pool.String())
	return d.Random.Roll(r)
}

func (d *recordingDice) Choose(c rule.Choice) (int, error) {
	d.asked = append(d.asked, string(c.By)+" "+strings.Join(c.Options, ","))
	return d.Random.Choose(c)
}
