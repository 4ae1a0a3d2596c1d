package game

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

	"loophole/internal/intern"
	"loophole/rule"
	"loophole/scene"
)

// A Spec describes the game of a rulebook. S is what a scenario states, F the
// field that follows from it and never changes in play, P the position: one
// comparable value of fixed-size arrays and small integers with exported
// fields, well below 2 KB, without padding.
type Spec[S, F any, P comparable] struct {
	Rules *rule.Ruleset
	Gist  string // what is played of the host game, in a sentence
	// LeavesOut says for players, a sentence each, what the game leaves out of its
	// host game and of the chapter.
	LeavesOut []string

	// Init lays a scenario out. Its error says what cannot be played and how
	// to mend it.
	Init func(h *rule.HouseRules, s *S) (*F, P, error)
	// Sides names the two seats.
	Sides func(f *F) [2]rule.Side
	// Status says where the game stands.
	Status func(f *F, p *P) Status
	Verbs  []ActionType[F, P]
	Events []Event[F, P]
	// Evaluate is how well a side stands, for policies.
	Evaluate func(f *F, p *P, side int) Evaluation
	// Metrics are numbers that a series counts at the end of its games, such as
	// the buildings that fell.
	Metrics []Metric[F, P]
	// Reveals reports whether an action has shown a secret to the other side, so
	// that it cannot be taken back unasked; nil if nothing is secret.
	Reveals func(f *F, before, after *P) bool
	// View returns what a side may know of a position; nil if nothing is
	// secret.
	View func(f *F, p P, side int) P
	// Sample completes what a side knows: it puts each piece that View hides at a place where it
	// may be. View makes of the result what Sample was given, and Validate allows it. It draws
	// by below, which returns a number from 0 to n-1, and by nothing that the side does not know.
	// It is nil if nothing is secret.
	Sample func(f *F, view P, side int, below func(n int) int) P
	// Secret reports whether a fight that begins so has secrets at all; nil if every
	// fight of a game with Hide may have.
	Secret func(start *P) bool
	// Validate says what is impossible about a position, or nil, besides what the tags of
	// its fields bound. It is asked of positions from outside, and by the conformance kit
	// after every step.
	Validate func(f *F, p *P) error
	// CountModels counts the models of each side, on the ground and lost. Their sum
	// never changes.
	CountModels func(f *F, p *P) (here, lost [2]int)
	// Text shows the position in words, several lines.
	Text func(f *F, p *P) string
	// Scene draws the position; nil for a game that is shown in words only.
	Scene func(f *F, p *P) scene.Scene
	// SightLines draws the lines of a piece of the scene, by its name, from where it
	// stands: one to each enemy piece that its side may see, and to each
	// structure or part of one that it may fire at; nil for a game without. It
	// asks the code that the checks of those who shoot ask.
	SightLines func(f *F, p *P, piece string) []scene.Line
	// Reaches draws how far a piece of the scene fires from where it stands, or what may be
	// fired at through an opening; nil for a game without.
	Reaches func(f *F, p *P, piece string) []scene.Reach
	// Counters are the pieces that stand for the rows of a table of units, by the name of
	// the table: their kinds and symbols, as Scene shows them, and no more. A table that
	// is not here has no counters.
	Counters map[string]func(row rule.Ref) scene.Piece
	// Wording is how players say actions, events and names.
	Wording Wording
}

// An ActionType is a kind of action.
type ActionType[F, P any] struct {
	Name  string // a word: "advance"
	Gist  string // what it is, with its cost, in a sentence
	Group string // the book's word for its group
	Args  []Param[F]
	// PseudoLegal appends arguments that may be legal: all that are legal, in a
	// fixed order, and few that obviously are not.
	PseudoLegal func(f *F, p *P, out []Args) []Args
	// Legal notes why an action is not allowed. It may look up facts and
	// rulings, never dice.
	Legal func(u *rule.Umpire, f *F, p *P, a Args)
	// Apply plays an action that the check allows, in place.
	Apply func(u *rule.Umpire, f *F, p *P, a Args)
	// Events names the events that a player may want the chance of.
	Events []string
	// FireLine names the line along which an action shoots: the piece that fires
	// and the target, as [Spec.SightLines] names them, or no target where it shoots
	// along none. It is nil for a verb that does not shoot.
	FireLine func(f *F, p *P, a Args) (piece, target string)
}

// An Event is something that may have come of an action, named by exactly what
// happened.
type Event[F, P any] struct {
	Name  string
	Gist  string
	Holds func(f *F, before, after *P, a Args) bool
}

// A Metric is a whole number that a position has.
type Metric[F, P any] struct {
	Name string
	Gist string // with its unit
	Of   func(f *F, p *P) int
}

// A Status says where a game stands.
type Status struct {
	Side   int // whose decision it is: 0 or 1
	Round  int // from 1
	Phase  string
	Over   bool
	Winner int // 0 or 1, or Draw; only when it is over
	Why    string
	Cite   rule.Clause // of the victory
}

// Draw is the winner of a game that nobody won.
const Draw = -1

// Evaluation is how well a side stands: its own men and machines, the enemy's, and
// its grip on what the scenario is about. The units are the rulebook's own, the
// same in all three.
type Evaluation struct{ Own, Enemy, Objectives int }

// A Game is a Spec whose types are forgotten.
type Game struct {
	Rules     *rule.Ruleset
	Gist      string
	LeavesOut []string
	Verbs     []ActionInfo
	Events    []rule.Label
	Marks     []rule.Label
	Wording   Wording
	Counters  map[string]func(row rule.Ref) scene.Piece // of [Spec.Counters]

	inner inner
}

// An ActionInfo is a verb as the rest of the program knows it.
type ActionInfo struct {
	Name, Gist, Group string
	Args              []ParamInfo
	Events            []int // by their place in the game
}

// A ParamInfo is an argument as the rest of the program knows it.
type ParamInfo struct {
	Kind     string
	Word     string
	Optional bool
	Set      bool
}

// inner is a Spec as a Game holds it.
type inner interface {
	fresh() any
	beginWith(g *Game, name string, setup any, h *rule.HouseRules) (*Instance, error)
}

// Game forgets the types. A fault in a Spec is a fault of the program, so it
// panics.
func (s Spec[S, F, P]) Game() *Game {
	if err := s.fault(); err != nil {
		panic(fmt.Sprintf("%s: game: %v", s.Rules.ID, err))
	}
	g := &Game{Rules: s.Rules, Gist: s.Gist, LeavesOut: s.LeavesOut, Wording: s.Wording, Counters: s.Counters, inner: &s}
	place := map[string]int{}
	for i, e := range s.Events {
		g.Events = append(g.Events, rule.Label{Name: e.Name, Gist: e.Gist})
		place[e.Name] = i
	}
	for _, m := range s.Metrics {
		g.Marks = append(g.Marks, rule.Label{Name: m.Name, Gist: m.Gist})
	}
	for _, v := range s.Verbs {
		w := ActionInfo{Name: v.Name, Gist: v.Gist, Group: v.Group}
		for _, a := range v.Args {
			w.Args = append(w.Args, ParamInfo{a.Kind.Name, a.Word, a.Optional, a.Set})
		}
		for _, e := range v.Events {
			w.Events = append(w.Events, place[e])
		}
		g.Verbs = append(g.Verbs, w)
	}
	if g.event(Winning) >= 0 { // Who has won is said alike in every rulebook.
		g.Wording.Events = maps.Clone(g.Wording.Events)
		if g.Wording.Events == nil {
			g.Wording.Events = map[string]Saying{}
		}
		g.Wording.Events[Winning] = victory
	}
	if err := g.Wording.fault(g); err != nil {
		panic(fmt.Sprintf("%s: game: %v", s.Rules.ID, err))
	}
	return g
}

// fault says what is wrong with a Spec.
func (s *Spec[S, F, P]) fault() error {
	var faults []error
	switch size := binary.Size(*new(P)); {
	case size < 0:
		faults = append(faults, errors.New("a position holds integers and booleans of fixed size only"))
	case uintptr(size) != reflect.TypeFor[P]().Size():
		// A position with gaps is not found by its bytes, which takes many times as long.
		faults = append(faults, errors.New("a position has gaps: let no field need more alignment than the place it has"))
	}
	seen := map[string]bool{}
	events := map[string]bool{}
	for _, e := range s.Events {
		events[e.Name] = true
	}
	for _, v := range s.Verbs {
		if seen[v.Name] || v.Name == "" || len(v.Args) > MostArgs {
			faults = append(faults, fmt.Errorf("verb %q stands twice, has no name, or more than %d arguments", v.Name, MostArgs))
		}
		seen[v.Name] = true
		for i, a := range v.Args {
			if a.Optional && a.Word == "" && i < len(v.Args)-1 {
				faults = append(faults, fmt.Errorf("verb %s: the optional %s needs a word before it", v.Name, a.Kind.Name))
			}
		}
		for _, e := range v.Events {
			if !events[e] {
				faults = append(faults, fmt.Errorf("verb %s: there is no event %q", v.Name, e))
			}
		}
	}
	return errors.Join(faults...)
}

// NewSetup returns a pointer to an empty set-up, for a reader of scenario files to
// fill and hand to [Game.NewInstance].
func (g *Game) NewSetup() any { return g.inner.fresh() }

// ReservedWords are the words that stand before arguments in the lines of actions: at,
// into, with. Nothing may be called like one.
func (g *Game) ReservedWords() (words []string) {
	for _, v := range g.Verbs {
		for _, a := range v.Args {
			if a.Word != "" && !slices.Contains(words, a.Word) {
				words = append(words, a.Word)
			}
		}
	}
	return words
}

// NewInstance lays out a set-up that [Game.NewSetup] gave and somebody filled. The
// name is a word, by which records know the scenario. A nil house is the
// published book; a strict one that lacks a fact is a [rule.MissingFactError].
func (g *Game) NewInstance(name string, setup any, h *rule.HouseRules) (*Instance, error) {
	return g.inner.beginWith(g, name, setup, h)
}

func (s *Spec[S, F, P]) fresh() any { return new(S) }

func (s *Spec[S, F, P]) beginWith(g *Game, name string, setup any, h *rule.HouseRules) (*Instance, error) {
	x, ok := setup.(*S)
	if !ok {
		return nil, fmt.Errorf("game: %s: %T is not its set-up", s.Rules.ID, setup)
	}
	if h == nil {
		h = s.Rules.Published()
	}
	var fight *Instance
	var err error
	// Laying out asks the house for facts, so that a strict one may stop it.
	if stopped := rule.Catch(func() { fight, err = s.laidOut(g, name, x, h) }); stopped != nil {
		err = stopped
	}
	if err != nil {
		return nil, fmt.Errorf("game: %s: scenario %s: %w", s.Rules.ID, name, err)
	}
	return fight, nil
}

func (s *Spec[S, F, P]) laidOut(g *Game, name string, x *S, h *rule.HouseRules) (*Instance, error) {
	inBounds, outOfBounds := withinBounds(s.Rules, x)
	f, p, err := s.Init(h, inBounds)
	switch {
	case outOfBounds != nil:
		err = errors.Join(outOfBounds, err)
	case err == nil:
		err = s.sound(f, &p)
	}
	if err != nil {
		return nil, err
	}
	b := &boundSpec[S, F, P]{spec: s, field: f, house: h, numbers: intern.NumbersOf[P]()}
	fight := &Instance{Game: g, House: h, Scenario: name, Setup: x, Sides: s.Sides(f), Start: b.position(p), bound: b}
	if fight.names, err = b.names(); err != nil {
		return nil, err
	}
	fight.things = sync.OnceValues(fight.thingsOf)
	return fight, nil
}

// sound says what is impossible about a position: a value out of the bounds that its tags
// state, or what Validate finds.
func (s *Spec[S, F, P]) sound(f *F, p *P) error {
	again := *p
	if err := checkBounds(s.Rules, &again); err != nil {
		return err
	}
	return s.Validate(f, p)
}

// names gathers what the values of all arguments are called, by verb and
// argument, and checks that they can be told apart.
func (b *boundSpec[S, F, P]) names() ([][]domainNames, error) {
	var faults []error
	known := map[*Domain[F]]domainNames{}
	words := map[string]bool{}
	for _, v := range b.spec.Verbs {
		for _, a := range v.Args {
			words[a.Word] = true
		}
	}
	var all [][]domainNames
	for _, v := range b.spec.Verbs {
		var row []domainNames
		for _, a := range v.Args {
			n, ok := known[a.Kind]
			if !ok {
				n = domainNames{kind: a.Kind.Name, low: a.Kind.Low, high: a.Kind.High}
				if a.Kind.Names != nil {
					n.names = a.Kind.Names(b.field)
				}
				faults = append(faults, n.index(words))
				known[a.Kind] = n
			}
			if a.Set && len(n.names) > mostSet {
				faults = append(faults, fmt.Errorf("%d names of a %s; a set has at most %d", len(n.names), n.kind, mostSet))
			}
			row = append(row, n)
		}
		all = append(all, row)
	}
	return all, errors.Join(faults...)
}

// encode writes a position in its one form.
func encode[P any](p *P) []byte {
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, p); err != nil {
		panic(fmt.Sprintf("game: %T: %v", p, err)) // Spec.fault has looked.
	}
	return b.Bytes()
}
