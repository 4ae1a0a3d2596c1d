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

// apartFromGames is what the text of a ruling or a fact says if no game depends on it.
const apartFromGames = "procedures only"

// How many random games are played for a switch that no case shows to matter, and for
// one that says that it matters in none.
const (
	switchGames = 60
	apartGames  = 10
)

// A lever is a ruling or a fact, with the values that it may have instead.
type lever struct {
	name   string
	text   string
	values []string
	moves  bool // it has changed a transition of a game
}

// apart reports whether it says that no game depends on it.
func (l *lever) apart() bool { return strings.Contains(l.text, apartFromGames) }

// levers lists the rulings and the facts.
func (k *kit) levers() (list []*lever) {
	for _, r := range k.rules.Rulings {
		l := &lever{name: "rulings." + r.Name, text: r.Question}
		for i, x := range r.Readings {
			l.text += " " + x.Gist
			if i > 0 {
				l.values = append(l.values, x.Name)
			}
		}
		list = append(list, l)
	}
	for _, f := range k.rules.Facts {
		l := &lever{name: "facts." + f.Name, text: f.Text}
		for _, v := range []int{f.Value + 1, f.Value - 1, f.Max, f.Min} {
			if v >= f.Min && v <= f.Max && v != f.Value {
				l.values = append(l.values, strconv.Itoa(v))
			}
		}
		list = append(list, l)
	}
	return list
}

// checkSwitches plays the same actions with the same dice under the published house
// and with one ruling or fact switched. Each must lead to another position, refusal or
// question somewhere, in a case of the casebook or a random game; or its text says
// that it is there for procedures only, and then none does.
func (k *kit) checkSwitches(t reporter) {
	list := k.levers()
	plain := k.trails()
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(list) {
					return
				}
				k.pull(list[i], plain)
			}
		})
	}
	workers.Wait()
	alive := 0
	for _, l := range list {
		switch {
		case l.moves && l.apart():
			t.Errorf("%s says %q, and changes a game", l.name, apartFromGames)
		case !l.moves && !l.apart():
			t.Errorf("%s changes no transition of a game: write a case in which it does, play it, or say %q in its text", l.name, apartFromGames)
		case l.moves:
			alive++
		}
	}
	t.Logf("%d of %d rulings and facts change a game; the others are there for procedures", alive, len(list))
}

// pull looks for a transition that a lever changes: in a few random games, which are
// cheap, then in the casebook, then in many games.
func (k *kit) pull(l *lever, plain []string) {
	begun := map[start]*game.Instance{}
	try := func(moves func(value string) bool) {
		for _, v := range l.values {
			l.moves = l.moves || moves(v)
		}
	}
	try(func(v string) bool { return k.movesGames(begun, l.name, v, 0, apartGames) })
	if l.apart() {
		return
	}
	try(func(v string) bool { return k.movesCases(l.name, v, plain) })
	try(func(v string) bool { return k.movesGames(begun, l.name, v, apartGames, switchGames) })
}

// A start is a scenario with one value of a lever, or without any.
type start struct {
	scenario int
	value    string
}

// begin begins a scenario in a house with one more setting, once for all games. There
// is no fight, and no error, if there is no such house.
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

// switchedHouse is the house of some settings with one more.
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

// trails are what the cases of the casebook come to as they are written.
func (k *kit) trails() (list []string) {
	b, err := k.casebook()
	if err != nil {
		return nil
	}
	for _, c := range b.Cases {
		list = append(list, trail(b, k.game, c))
	}
	return list
}

// movesCases reports whether a case of the casebook comes out otherwise. A case that
// sets the lever itself is played with it as it is written.
func (k *kit) movesCases(name, value string, plain []string) bool {
	b, err := k.casebook()
	if err != nil {
		return false
	}
	for i, c := range b.Cases {
		if c.Setup == "" || slices.ContainsFunc(c.With, func(s rule.Setting) bool { return s.Path == name && s.Value == value }) {
			continue
		}
		other := *c
		other.With = append(slices.DeleteFunc(slices.Clone(c.With), func(s rule.Setting) bool { return s.Path == name }), rule.Setting{Path: name, Value: value})
		if trail(b, k.game, &other) != plain[i] {
			return true
		}
	}
	return false
}

// trail is what a case comes to in a game: its positions, and what goes otherwise than
// it is written. Questions apart from games do not count.
func trail(b *casebook.Book, g *game.Game, c *casebook.Case) string {
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

// movesGames reports whether a step of one of some random games comes out otherwise.
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

// movesGame plays a random game of the first fight, and each of its actions, and some
// made up, in both.
func movesGame(f, x *game.Instance, g int) bool {
	chance := policy.NewRand(7, uint64(g), 0)
	w := &walk{chance: chance}
	r := f.Runner()
	random := &policy.Random{}
	for step := 0; step < 400 && !r.Status().Over; step++ {
		p := r.Position()
		a, err := random.ChooseAction(r, chance)
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

// transition plays an action with the dice of a seed: where it leads, and all that was
// asked on the way.
func transition(f *game.Instance, p game.Position, a game.Action, seed uint64) (game.Position, string) {
	d := &witness{Random: dice.NewRandom(seed)}
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

// A witness is dice that note what they were asked.
type witness struct {
	*dice.Random
	asked []string
}

func (d *witness) Roll(r rule.Roll) (int, []uint8, error) {
	d.asked = append(d.asked, string(r.By)+" "+r.Pool.String())
	return d.Random.Roll(r)
}

func (d *witness) Choose(c rule.Choice) (int, error) {
	d.asked = append(d.asked, string(c.By)+" "+strings.Join(c.Options, ","))
	return d.Random.Choose(c)
}
