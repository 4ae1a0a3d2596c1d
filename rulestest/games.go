package rulestest

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/scenario"
	"loophole/sim"
)

// gameChecks lists the checks of a ruleset with a game. They play random games, all scenarios in
// turn. Fast checks look at every position, the others at a sample.
var gameChecks = []check{
	{"game-docs", (*kit).checkGameDocs},
	{"battlefield", (*kit).checkBattlefield},
	{"wording", (*kit).checkWording},
	{"games", (*kit).checkGames},
	{"matches", (*kit).checkMatches},
	{"game-odds", (*kit).checkGameOdds},
	{"scenes", (*kit).checkScenes},
	{"lines", (*kit).checkLines},
	{"secrets", (*kit).checkSecrets},
	{"played", (*kit).checkPlayed},
	{"casebook", (*kit).checkCasebook},
	{"switches", (*kit).checkSwitches},
}

// soak is the environment variable with the number of random games to play instead of usualGames.
// soakFrom is the one with the number of the first game, so that each run can play other games.
const (
	soak       = "LOOPHOLE_GAMES"
	soakFrom   = "LOOPHOLE_FIRST_GAME"
	usualGames = 10_000
)

// checkGameDocs finds missing texts of a game, and names that cannot be typed.
func (k *kit) checkGameDocs(t reporter) {
	d := &docs{reporter: t, seen: map[string]bool{}}
	d.say("the game", "a gist", k.game.Gist)
	name := func(kind string, list ...rule.Label) {
		for _, x := range list {
			d.name(kind, x.Name)
			d.say(kind+" "+x.Name, "a gist", x.Gist)
		}
	}
	for _, b := range k.scenarios {
		name("scenario", rule.Label{Name: b.Name, Gist: b.Gist})
	}
	name("event", k.game.Events...)
	name("metric", k.game.Metrics...)
	d.setup("set-up", reflect.TypeOf(k.game.NewSetup()).Elem(), map[reflect.Type]bool{})
	used := map[int]bool{}
	for _, x := range k.game.ActionTypes {
		name("action type", rule.Label{Name: x.Name, Gist: x.Gist})
		d.say("action type "+x.Name, "a group", x.Group)
		for _, e := range x.Events {
			used[e] = true
		}
		for _, a := range x.Params {
			if a.Word != "" && !word.MatchString(a.Word) {
				t.Errorf("action type %s: the word %q is not lower case", x.Name, a.Word)
			}
		}
	}
	for i, e := range k.game.Events {
		if !used[i] {
			t.Errorf("no action type declares the event %s", e.Name)
		}
	}
}

// checkEvery is the number of steps to one that is checked closely, so that the usual number of
// games takes seconds. The steps differ from game to game.
const checkEvery = 31

// fights sets up every scenario of the game under its own house rules.
func (k *kit) fights() ([]*game.Instance, error) {
	var list []*game.Instance
	for _, b := range k.scenarios {
		err := recovered(func() error {
			f, err := scenario.NewInstance(k.game, b, nil)
			list = append(list, f)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("rulestest: the game has no scenarios: write one into scenario/bundled/%s, or outside this repository into the folder scenarios", k.rules.ID)
	}
	return list, nil
}

// checkGames plays random games to their end.
func (k *kit) checkGames(t reporter) {
	fights, err := k.fights()
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	games := usualGames
	if testing.Short() {
		games /= 20
	}
	if s := os.Getenv(soak); s != "" {
		if games, err = strconv.Atoi(s); err != nil || games < 1 {
			t.Errorf("%s=%q is not a number of games", soak, s)
			return
		}
	}
	first := 0
	if s := os.Getenv(soakFrom); s != "" {
		if first, err = strconv.Atoi(s); err != nil || first < 0 {
			t.Errorf("%s=%q is not the number of a game", soakFrom, s)
			return
		}
	}
	var next, steps, looked atomic.Int64
	next.Store(int64(first))
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			w := newWalk(t, fights)
			for w.faults < maxGameFaults {
				g := int(next.Add(1)) - 1
				if g-first >= games {
					break
				}
				w.game(g)
			}
			steps.Add(int64(w.steps))
			looked.Add(int64(w.looked))
		})
	}
	workers.Wait()
	t.Logf("%d games of %d scenarios, %d steps, %d of them looked at closely", games, len(fights), steps.Load(), looked.Load())
}

// The bounds of one check.
const (
	maxGameFaults = 5      // that one worker reports
	maxGameSteps  = 20_000 // after which a game counts as endless
)

// A walk plays random games in one goroutine.
type walk struct {
	reporter
	fights  []*game.Instance
	runners []*game.Runner
	umpires []*rule.Umpire
	dice    *sim.Sampler
	rng     *policy.Rand
	random  policy.Random
	steps   int
	looked  int
	faults  int
	name    string // of the game, for faults
	playing *game.Instance
	traced  map[any]bool // situations that were checked
}

// tracedEvery is the number of random games to one whose situations are checked.
const tracedEvery = 20

// checkTraced checks that a situation that an action passes through [rule.Traced] is within the tags of
// its fields.
func (w *walk) checkTraced(situation any) {
	if !reflect.TypeOf(situation).Comparable() || w.traced[situation] {
		return
	}
	w.traced[situation] = true
	for _, p := range w.playing.Game.Rules.Procedures {
		said, ok := p.Said(situation)
		if !ok {
			continue
		}
		settings, err := rule.ParseWords(said)
		if err == nil {
			_, err = p.NewQuestion(w.playing.House, settings)
		}
		if err != nil {
			w.fault("an action passes a situation to %s that the tags of its fields do not allow: %v", p.Name, err)
		}
	}
}

func newWalk(t reporter, fights []*game.Instance) *walk {
	w := &walk{reporter: t, fights: fights, traced: map[any]bool{}}
	w.dice = sim.NewSampler(0, 0, func(c rule.Choice) int {
		if w.playing != nil && c.By != w.playing.Sides[0] && c.By != w.playing.Sides[1] {
			w.fault("%q is asked %q, and plays no side: name the sides of the game with Umpire.WithRoles", c.By, c.Why)
		}
		return w.rng.Below(len(c.Options))
	})
	for _, f := range fights {
		w.runners = append(w.runners, f.Runner())
		w.umpires = append(w.umpires, rule.NewUmpire(w.dice, nil).WithHouseRules(f.House))
	}
	return w
}

func (w *walk) fault(format string, args ...any) {
	w.faults++
	w.Errorf("%s, step %d: "+format, append([]any{w.name, w.steps}, args...)...)
}

const endless = "the game does not end in %d actions: does Apply of each action type end the activation or the round?"

// game plays the random game with a number.
func (w *walk) game(g int) {
	i := g % len(w.fights)
	f, r, u := w.fights[i], w.runners[i].SetPosition(w.fights[i].Start), w.umpires[i]
	w.name = fmt.Sprintf("random game %d of %s", g, f.Scenario)
	w.dice.Start(1, uint64(g))
	w.playing = f
	w.rng = policy.NewRand(1, uint64(g), 0)
	u.Trace(nil)
	if g%tracedEvery == 0 {
		u.Trace(w.checkTraced)
	}
	here, lost := r.CountModels()
	models := [2]int{here[0] + lost[0], here[1] + lost[1]}
	err := recovered(func() error {
		return rule.Catch(func() {
			for n := 0; w.faults < maxGameFaults; n++ {
				if n > maxGameSteps {
					w.fault(endless, maxGameSteps)
					return
				}
				w.steps++
				if here, lost := r.CountModels(); here[0]+lost[0] != models[0] || here[1]+lost[1] != models[1] {
					w.fault("there are %v models here and %v lost, of %v: none may come or go", here, lost, models)
				}
				if err := f.Validate(r.Position()); err != nil {
					w.fault("the position is impossible: %v", err)
				}
				s := r.Status()
				if (n+g)%checkEvery == 0 {
					w.looked++
					w.checkPosition(f, r.Position(), s)
				}
				if s.Over {
					told := game.Reason(s.Why, s.Winner == game.Draw)
					if doubledWord(told) != "" {
						w.fault("the end is told as %q, with %q twice", told, doubledWord(told))
					}
					if a, err := w.random.ChooseAction(r, w.rng); err == nil {
						w.fault("the game is over, and %q is legal", f.FormatAction(a))
					}
					return
				}
				a, err := w.random.ChooseAction(r, w.rng)
				if err != nil {
					w.fault("%v", err)
					return
				}
				r.Apply(u, a)
			}
		})
	})
	if err != nil {
		w.fault("%v", err)
	}
}

// each plays random games, all scenarios in turn, and visits every position with a side to act.
func (w *walk) each(games int, visit func(f *game.Instance, p game.Position)) {
	for g := 0; g < games && w.faults < maxGameFaults; g++ {
		i := g % len(w.fights)
		f, r, u := w.fights[i], w.runners[i].SetPosition(w.fights[i].Start), w.umpires[i]
		w.name, w.steps, w.playing = fmt.Sprintf("game %d of %s", g, f.Scenario), 0, f
		w.dice.Start(9, uint64(g))
		w.rng = policy.NewRand(9, uint64(g), 0)
		err := rule.Catch(func() {
			for !r.Status().Over && w.faults < maxGameFaults {
				if w.steps++; w.steps > maxGameSteps {
					w.fault(endless, maxGameSteps)
					return
				}
				visit(f, r.Position())
				a, err := w.random.ChooseAction(r, w.rng)
				if err != nil {
					w.fault("%v", err)
					return
				}
				r.Apply(u, a)
			}
		})
		if err != nil {
			w.fault("%v", err)
		}
	}
}

// doubledWord returns the first word of a text that stands twice in a row, or "".
func doubledWord(text string) string {
	words := strings.Fields(text)
	for i := 1; i < len(words); i++ {
		if words[i] == words[i-1] {
			return words[i]
		}
	}
	return ""
}

// checkPosition checks one position closely.
func (w *walk) checkPosition(f *game.Instance, p game.Position, s game.Status) {
	legal, err := f.Legal(p)
	if err != nil || (len(legal) == 0) != s.Over {
		w.fault("%d actions are legal, and over is %v: %v", len(legal), s.Over, err)
		return
	}
	again, err := f.Decode(p.Bytes())
	if err != nil || again.Hash() != p.Hash() {
		w.fault("the position does not survive being written: %v", err)
		return
	}
	if f.Text(again) != f.Text(p) || f.Text(p) == "" {
		w.fault("the text of the position is not the same after it was written")
	}
	listed := make(map[game.Action]bool, len(legal))
	for _, a := range legal {
		w.checkListed(f, p, a)
		if listed[a] {
			w.fault("%q is listed twice", f.FormatAction(a))
		}
		listed[a] = true
	}
	for range 40 {
		if a := w.anyAction(f, legal); !listed[a] {
			w.checkUnlisted(f, p, a)
		}
	}
	if !s.Over {
		w.apply(f, p, again, legal[w.rng.Below(len(legal))])
	}
}

// checkListed checks an action of the list of legal ones.
func (w *walk) checkListed(f *game.Instance, p game.Position, a game.Action) {
	if err := f.WhyIllegal(p, a); err != nil {
		w.fault("%q is listed, and refused: %v", f.FormatAction(a), err)
	}
	if b, err := f.ParseAction(f.FormatAction(a)); err != nil || b != a {
		w.fault("%q is read back as %v: %v", f.FormatAction(a), b, err)
	}
}

// checkUnlisted checks an action that is not on the list.
func (w *walk) checkUnlisted(f *game.Instance, p game.Position, a game.Action) {
	err := f.WhyIllegal(p, a)
	if err == nil {
		w.fault("%q is legal, but PseudoLegal of %s does not list it", f.FormatAction(a), f.Game.ActionTypes[a.Type].Name)
		return
	}
	refused, ok := err.(rule.IllegalError)
	if !ok || len(refused) == 0 {
		w.fault("%q is not listed, and not refused: %v", f.FormatAction(a), err)
		return
	}
	for _, r := range refused {
		if _, ok := f.Game.Rules.Ledger.Find(r.Cite); !ok || r.Reason == "" {
			w.fault("%q is refused by %q, %q", f.FormatAction(a), r.Cite, r.Reason)
		}
	}
	if b, err := f.ParseAction(f.FormatAction(a)); err != nil || b != a {
		w.fault("%q is read back as %v: %v", f.FormatAction(a), b, err)
	}
}

// anyAction makes a random action. Half of them differ from a legal one in one argument at most.
func (w *walk) anyAction(f *game.Instance, legal []game.Action) game.Action {
	if len(legal) > 0 && w.rng.Below(2) == 0 {
		a := legal[w.rng.Below(len(legal))]
		if n := len(f.Game.ActionTypes[a.Type].Params); n > 0 {
			i := w.rng.Below(n)
			a.Args[i] = w.anyArg(f, a.Type, i)
		}
		return a
	}
	a := game.Action{Type: uint8(w.rng.Below(len(f.Game.ActionTypes)))}
	for i := range f.Game.ActionTypes[a.Type].Params {
		a.Args[i] = w.anyArg(f, a.Type, i)
	}
	return a
}

func (w *walk) anyArg(f *game.Instance, actionType uint8, i int) int16 {
	lo, hi := f.ParamRange(actionType, i)
	s := f.Game.ActionTypes[actionType].Params[i]
	left := s.Optional && !s.Set
	if left {
		lo-- // for None
	}
	v := lo + w.rng.Below(hi-lo+1)
	if left && v == lo {
		return game.None
	}
	return int16(v)
}

// apply plays an action from the position and from its copy. The same dice must lead to the same
// position, and the old one must not change.
func (w *walk) apply(f *game.Instance, p, again game.Position, a game.Action) {
	was := p.Hash()
	seed := uint64(w.rng.Below(1 << 20))
	x, err1 := f.Play(p, a, w.seededDice(seed), &rule.Record{})
	y, err2 := f.Play(again, a, w.seededDice(seed), nil)
	if err1 != nil || err2 != nil || x.Hash() != y.Hash() {
		w.fault("%q leads to different positions on the same dice: %v, %v", f.FormatAction(a), err1, err2)
	}
	if err1 == nil {
		w.checkEvents(f, p, x, a)
	}
	if p.Hash() != was {
		w.fault("%q changes the position that it is played from", f.FormatAction(a))
	}
}

// checkEvents checks that the events of an action depend on no argument that its type does not have.
func (w *walk) checkEvents(f *game.Instance, before, after game.Position, a game.Action) {
	kind := &f.Game.ActionTypes[a.Type]
	for _, e := range kind.Events {
		holds := f.Holds(e, before, after, a)
		for _, other := range []int16{game.None, 1} {
			b := a
			for i := len(kind.Params); i < len(b.Args); i++ {
				b.Args[i] = other
			}
			same := false
			err := recovered(func() error { same = f.Holds(e, before, after, b) == holds; return nil })
			if err != nil || !same {
				w.fault("the event %s reads an argument that the action type %s does not have: take it from its Events, or write an event of its own", f.Game.Events[e].Name, kind.Name)
				return
			}
		}
	}
}

func (w *walk) seededDice(seed uint64) rule.Source {
	d := dice.NewRandom(seed)
	d.Policy = func(c rule.Choice) int { return int(seed % uint64(len(c.Options))) }
	return d
}
