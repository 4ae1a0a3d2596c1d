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
	"unsafe"

	"loophole/internal/fieldtags"
	"loophole/internal/intern"
	"loophole/rule"
	"loophole/scene"
)

// A Spec describes the game of a rulebook. S is what a scenario states. F is the battlefield that
// follows from it and never changes in play. P is the position: one comparable value of fixed-size
// arrays and small integers with exported fields, well below 2 KB, without padding.
//
// Tags describe the fields of S and P: key and doc for each field of S, unit, single for a list that may
// be written as one value, and the bounds min, max, of, table, least and most. min and max bound a
// number, least and most the length of a slice.
//
// Every Spec needs Rules, Init, Sides, Status, CountModels, ActionTypes, and one of Scene and Text.
type Spec[S, F any, P comparable] struct {
	Rules *rule.Ruleset
	Gist  string // the game in a sentence
	// LeavesOut lists for players, a sentence each, what the game leaves out of its host game and of
	// the chapter.
	LeavesOut []string
	// Draws lists the clauses by which a rolled die stands for a draw, such as that of an order die from a cup. Such a
	// die is left out of statistics of dice.
	Draws []rule.Clause

	// Init sets a scenario up. Its error says what cannot be played and how to correct it.
	Init func(h *rule.HouseRules, s *S) (*F, P, error)
	// Sides names the two sides.
	Sides func(f *F) [2]rule.Side
	// Status returns whose decision it is, or how the game has ended.
	Status      func(f *F, p *P) Status
	ActionTypes []ActionType[F, P]
	// Events are those of the game. Without one that is called [Winning], every action type has that of
	// [Wins] as its last.
	Events []Event[F, P]
	// Evaluate rates the position of a side, for policies. By default it counts models and the
	// result of the game, so that policies do not see an objective before the last round. A game with
	// objectives needs [EvaluateBy].
	Evaluate func(f *F, p *P, side int) Evaluation
	// Metrics are numbers that a series reports about the ends of its games, such as the number of
	// destroyed buildings.
	Metrics []Metric[F, P]
	// Reveals reports whether an action has shown a secret to the other side, after which it cannot
	// be undone without consent. It is nil if nothing is secret.
	Reveals func(f *F, before, after *P) bool
	// View returns what a side may know of a position. It is nil if nothing is secret. A piece is hidden if
	// the picture of the position shows it and the picture of the view does not. Then all of it is
	// secret: View sets every value of the piece to the same, whatever it is, including its
	// men, its state and whether it has acted. What both sides know, such as how many pieces are hidden or how
	// many have acted, belongs to a field of its own, which View keeps. Status and Legal of the side to act read
	// only what its view has.
	View func(f *F, p P, side int) P
	// Sample completes the view of a side: it puts each piece that View hides at a place where the
	// piece may be. View of the result equals the given view, and Validate allows the result.
	// Sample draws with below, which returns a number from 0 to n-1, and uses nothing that the side
	// does not know. What the set-up states about a piece is known unless View hides it: if the unit rats
	// is hidden, Sample may give it the 3 men of the set-up, and draws only its place. Sample is nil if
	// nothing is secret.
	Sample func(f *F, view P, side int, below func(n int) int) P
	// Secret reports whether a game with this start has secrets, such as one of a scenario with a hidden
	// piece. If it is nil, every game with a View has secrets.
	Secret func(start *P) bool
	// Validate returns an error for an impossible position. It need not check the bounds that the
	// tags of P state. It is called for positions from outside, and by the conformance kit after
	// every action. By default only the bounds are checked.
	Validate func(f *F, p *P) error
	// CountModels counts the models of each side, on the table and lost. Their sum never changes.
	CountModels func(f *F, p *P) (here, lost [2]int)
	// Text describes the position in words, several lines. By default it lists the objectives and the pieces of Scene. The line
	// of a piece begins with its name and a blank: "cooks 3 men, in the galley". Facts of the casebook and
	// the kit find the line by its name.
	Text func(f *F, p *P) string
	// Scene draws the position. It is nil for a game that is shown in words only.
	Scene func(f *F, p *P) scene.Scene
	// SightLines draws the lines of a piece of the scene, by its name: one to each enemy piece that
	// its side may see, and to each structure or part of one that it may fire at. It calls the
	// functions that decide whether a shot is legal. It is nil for a game without lines.
	SightLines func(f *F, p *P, piece string) []scene.Line
	// Reaches draws how far a piece of the scene fires, or what an occupant can fire at through an
	// opening. It is nil for a game without ranges.
	Reaches func(f *F, p *P, piece string) []scene.Reach
	// Counters are the pieces that stand for the rows of a table of units, by the name of the table:
	// their kinds and symbols, as Scene shows them. A table that is not listed has no counters.
	Counters map[string]func(row rule.Ref) scene.Piece
	// Wording is how players say actions, events and names.
	Wording Wording
}

// An ActionType is a kind of action.
type ActionType[F, P any] struct {
	Name   string // one word: "advance"
	Gist   string // the action and its cost, in a sentence
	Group  string // the book's word for its group
	Params []Param[F]
	// PseudoLegal appends arguments that may be legal, in a fixed order: all that are legal, and few
	// that obviously are not.
	PseudoLegal func(f *F, p *P, out []Args) []Args
	// Legal notes every reason why an action is not allowed. It may look up facts and rulings, but
	// asks for no dice.
	Legal func(u *rule.Umpire, f *F, p *P, a Args)
	// Apply plays a legal action and changes the position.
	Apply func(u *rule.Umpire, f *F, p *P, a Args)
	// Events names the events whose chance a player may want to know.
	Events []string
	// FireLine names the line along which an action shoots: the piece that fires and the target, as
	// [Spec.SightLines] names them. The target is "" if this action shoots along none. FireLine is
	// nil for an action type that never shoots.
	FireLine func(f *F, p *P, a Args) (piece, target string)
}

// An Event is something that an action may cause, named for exactly what happened.
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

// A Status has whose decision it is, or how the game has ended.
type Status struct {
	Side   int // the side to decide: 0 or 1
	Round  int // from 1
	Phase  string
	Over   bool
	Ending Ending      // of a game with [EndTexts] that is over
	Winner int         // 0, 1 or Draw, if it is over
	Why    string      // why the game has ended, if it is over: see [Reason]
	Cite   rule.Clause // of the end of the game
}

// Draw is the winner of a game that nobody won.
const Draw = -1

// Evaluation rates the position of a side: its own models, those of the enemy, and its progress with
// the objectives, all in the same unit, which the ruleset chooses.
type Evaluation struct{ Own, Enemy, Objectives int }

// A Game is a Spec without its type parameters.
type Game struct {
	Rules       *rule.Ruleset
	Gist        string
	LeavesOut   []string
	Draws       []rule.Clause
	ActionTypes []ActionInfo
	Events      []rule.Label
	Metrics     []rule.Label
	Wording     Wording
	Counters    map[string]func(row rule.Ref) scene.Piece // of [Spec.Counters]

	inner inner
}

// An ActionInfo describes an action type.
type ActionInfo struct {
	Name, Gist, Group string
	Params            []ParamInfo
	Events            []int // by their place in the game
}

// A ParamInfo describes a parameter.
type ParamInfo struct {
	Domain   string
	Word     string
	Optional bool
	Set      bool
}

// inner is a Spec as a Game holds it.
type inner interface {
	newSetup() any
	newInstance(g *Game, name string, setup any, h *rule.HouseRules) (*Instance, error)
}

// Game returns the game without its type parameters. It panics if the Spec has a fault, since that is an
// error of the program.
func (s Spec[S, F, P]) Game() *Game {
	if err := s.missing(); err != nil {
		panic(fmt.Sprintf("game %q: %v", s.Gist, err))
	}
	s.setDefaults()
	if err := s.fault(); err != nil {
		panic(fmt.Sprintf("%s: game: %v", s.Rules.ID, err))
	}
	g := &Game{Rules: s.Rules, Gist: s.Gist, LeavesOut: s.LeavesOut, Draws: s.Draws, Wording: s.Wording, Counters: s.Counters, inner: &s}
	place := map[string]int{}
	for i, e := range s.Events {
		g.Events = append(g.Events, rule.Label{Name: e.Name, Gist: e.Gist})
		place[e.Name] = i
	}
	for _, m := range s.Metrics {
		g.Metrics = append(g.Metrics, rule.Label{Name: m.Name, Gist: m.Gist})
	}
	for _, t := range s.ActionTypes {
		info := ActionInfo{Name: t.Name, Gist: t.Gist, Group: t.Group}
		for _, a := range t.Params {
			info.Params = append(info.Params, ParamInfo{a.Domain.Name, a.Word, a.Optional, a.Set})
		}
		for _, e := range t.Events {
			info.Events = append(info.Events, place[e])
		}
		g.ActionTypes = append(g.ActionTypes, info)
	}
	if g.event(Winning) >= 0 { // All rulesets share the wording of who has won.
		g.Wording.Events = maps.Clone(g.Wording.Events)
		if g.Wording.Events == nil {
			g.Wording.Events = map[string]EventWording{}
		}
		g.Wording.Events[Winning] = victory
	}
	if err := g.Wording.fault(g); err != nil {
		panic(fmt.Sprintf("%s: game: %v", s.Rules.ID, err))
	}
	return g
}

// fault returns the faults of a Spec.
func (s *Spec[S, F, P]) fault() error {
	var faults []error
	if at := unexported(reflect.TypeFor[P](), "Position"); at != "" {
		return fmt.Errorf("the field %s of a position has a name in lower case: begin it with a capital", at)
	}
	switch size := binary.Size(*new(P)); {
	case size < 0:
		faults = append(faults, errors.New("a position holds integers and booleans of fixed size only"))
	case uintptr(size) != reflect.TypeFor[P]().Size():
		// Looking up a position by its bytes is many times as fast, and needs a position without padding.
		faults = append(faults, errors.New("a position has padding: order its fields so that none needs more alignment than its place has"))
	}
	faults = append(faults, tagFaults(s.Rules, fieldtags.InSetup, reflect.TypeFor[S]()), tagFaults(s.Rules, fieldtags.InPosition, reflect.TypeFor[P]()))
	seen := map[string]bool{}
	events := map[string]bool{}
	for _, e := range s.Events {
		events[e.Name] = true
	}
	for _, t := range s.ActionTypes {
		if seen[t.Name] || t.Name == "" || len(t.Params) > MaxArgs {
			faults = append(faults, fmt.Errorf("action type %q is listed twice, has no name, or has more than %d arguments", t.Name, MaxArgs))
		}
		seen[t.Name] = true
		for i, a := range t.Params {
			if a.Optional && a.Word == "" && i < len(t.Params)-1 {
				faults = append(faults, fmt.Errorf("action type %s: the optional %s needs a word before it", t.Name, a.Domain.Name))
			}
		}
		for _, e := range t.Events {
			if !events[e] {
				faults = append(faults, fmt.Errorf("action type %s: there is no event %q", t.Name, e))
			}
		}
	}
	return errors.Join(faults...)
}

// unexported returns the path of the first unexported field in a type, or "".
func unexported(t reflect.Type, path string) string {
	switch t.Kind() {
	case reflect.Array, reflect.Slice:
		return unexported(t.Elem(), path)
	case reflect.Struct:
		for i := range t.NumField() {
			x := t.Field(i)
			if !x.IsExported() && !x.Anonymous {
				return path + "." + x.Name
			}
			if at := unexported(x.Type, path+"."+x.Name); at != "" {
				return at
			}
		}
	}
	return ""
}

// NewSetup returns a pointer to an empty set-up. A reader of scenario files fills it and passes it to
// [Game.NewInstance].
func (g *Game) NewSetup() any { return g.inner.newSetup() }

// ReservedWords lists the words that introduce arguments in the lines of actions: at, into, with. No
// thing of a scenario may have such a name.
func (g *Game) ReservedWords() (words []string) {
	for _, t := range g.ActionTypes {
		for _, a := range t.Params {
			if a.Word != "" && !slices.Contains(words, a.Word) {
				words = append(words, a.Word)
			}
		}
	}
	return words
}

// NewInstance sets up a game from the filled result of [Game.NewSetup]. The name is one word, which
// identifies the scenario in records. Nil house rules are the published rules. If strict house rules
// lack a fact, the error is a [rule.MissingFactError].
func (g *Game) NewInstance(name string, setup any, h *rule.HouseRules) (*Instance, error) {
	return g.inner.newInstance(g, name, setup, h)
}

func (s *Spec[S, F, P]) newSetup() any { return new(S) }

func (s *Spec[S, F, P]) newInstance(g *Game, name string, setup any, h *rule.HouseRules) (*Instance, error) {
	x, ok := setup.(*S)
	if !ok {
		return nil, fmt.Errorf("game: %s: %T is not its set-up", s.Rules.ID, setup)
	}
	if h == nil {
		h = s.Rules.Published()
	}
	var instance *Instance
	var err error
	// Init asks for facts, which strict house rules may lack.
	if stopped := rule.Catch(func() { instance, err = s.setUp(g, name, x, h) }); stopped != nil {
		err = stopped
	}
	if err != nil {
		return nil, fmt.Errorf("game: %s: scenario %s: %w", s.Rules.ID, name, err)
	}
	return instance, nil
}

func (s *Spec[S, F, P]) setUp(g *Game, name string, x *S, h *rule.HouseRules) (*Instance, error) {
	inBounds, outOfBounds := withinBounds(s.Rules, x)
	f, p, err := s.Init(h, inBounds)
	switch {
	case outOfBounds != nil:
		err = errors.Join(outOfBounds, err)
	case err == nil:
		err = s.checkPosition(f, &p)
	}
	if err != nil {
		return nil, err
	}
	b := &boundSpec[S, F, P]{spec: s, field: f, house: h, numbers: intern.NumbersOf[P]()}
	instance := &Instance{Game: g, House: h, Scenario: name, Setup: x, Sides: s.Sides(f), Start: b.position(p), bound: b}
	if instance.names, err = b.names(); err != nil {
		return nil, err
	}
	instance.things = sync.OnceValues(instance.thingsOf)
	return instance, nil
}

// checkPosition returns an error for an impossible position: a value out of the bounds that its
// tags state, or what Validate finds.
func (s *Spec[S, F, P]) checkPosition(f *F, p *P) error {
	again := *p
	if err := checkBounds(s.Rules, &again); err != nil {
		return &PositionError{err}
	}
	if err := s.Validate(f, p); err != nil {
		return &PositionError{err}
	}
	return nil
}

// names returns the names of the values of all parameters, by action type and parameter, and checks
// that they differ.
func (b *boundSpec[S, F, P]) names() ([][]domainNames, error) {
	var faults []error
	known := map[*Domain[F]]domainNames{}
	words := map[string]bool{}
	for _, t := range b.spec.ActionTypes {
		for _, a := range t.Params {
			words[a.Word] = true
		}
	}
	var all [][]domainNames
	for _, t := range b.spec.ActionTypes {
		var row []domainNames
		for _, a := range t.Params {
			n, ok := known[a.Domain]
			if !ok {
				n = domainNames{kind: a.Domain.Name, low: a.Domain.Low, high: a.Domain.High}
				if a.Domain.Names != nil {
					n.names = a.Domain.Names(b.field)
				}
				faults = append(faults, n.index(words))
				known[a.Domain] = n
			}
			if a.Set && len(n.names) > mostSet {
				faults = append(faults, fmt.Errorf("a %s has %d names, but a set has at most %d", n.kind, len(n.names), mostSet))
			}
			row = append(row, n)
		}
		all = append(all, row)
	}
	return all, errors.Join(faults...)
}

// encode writes a position as bytes, little-endian. Each position has one encoding. Memory holds the same
// bytes on most machines, because a position has no padding: Spec.fault has checked that.
func encode[P any](p *P) []byte {
	if littleEndian {
		return bytes.Clone(unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p)))
	}
	return encodeFields(p)
}

// littleEndian is true if this machine keeps numbers as encode writes them.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// encodeFields is encode for every machine.
func encodeFields[P any](p *P) []byte {
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, p); err != nil {
		panic(fmt.Sprintf("game: %T: %v", p, err)) // Spec.fault has checked the type.
	}
	return b.Bytes()
}
