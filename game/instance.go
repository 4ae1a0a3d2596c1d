package game

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"loophole/internal/intern"
	"loophole/rule"
	"loophole/scene"
)

// An Instance is a game on one scenario under house rules. It never changes, and any number of
// goroutines may use it.
type Instance struct {
	Game     *Game
	House    *rule.HouseRules
	Scenario string
	Setup    any // the set-up, as Game.NewSetup returns it; read-only
	Sides    [2]rule.Side
	Start    Position

	bound  untypedInstance
	names  [][]domainNames                      // by action type and argument
	things func() (all, places map[string]bool) // the names of what is on the board, and which of them are places
}

// A Position is a state of a game. It never changes: an action leads to another position.
type Position struct{ at anyPosition }

type anyPosition interface{ bytes() []byte }

// typedPosition is a position of a known type.
type typedPosition[P comparable] struct{ p P }

func (a *typedPosition[P]) bytes() []byte { return encode(&a.p) }

// Bytes returns the position as bytes. Each position has one encoding.
func (p Position) Bytes() []byte { return p.at.bytes() }

// Hash identifies the position within its game: 16 hexadecimal digits.
func (p Position) Hash() string {
	d := sha256.Sum256(p.Bytes())
	return hex.EncodeToString(d[:8])
}

// untypedInstance is an instance without its type parameters.
type untypedInstance interface {
	battlefield() any
	runner(f *Instance) *Runner
	positions() untypedSet
	decode([]byte) (Position, error)
	validate(Position) error
	countModels(Position) (here, lost [2]int)
	status(Position) Status
	text(Position) string
	scene(Position) (scene.Scene, bool)
	sightLines(p Position, piece string) []scene.Line
	reaches(p Position, piece string) []scene.Reach
	fireLine(p Position, a Action) (piece, target string)
	hasSecrets(start Position) bool
	reveals(before, after Position) bool
	view(Position, int) Position
	isOpen(Position) bool
	outcomes(Position, Action) *ActionRunner
	holds(event int, before, after Position, a Args) bool
}

// boundSpec is a Spec with a battlefield and house rules.
type boundSpec[S, F any, P comparable] struct {
	spec  *Spec[S, F, P]
	field *F
	house *rule.HouseRules
	spare sync.Pool // of *actionMemory[P], for the next action that is played from a position

	numbers intern.Numbers[P]
}

func (b *boundSpec[S, F, P]) position(p P) Position { return Position{&typedPosition[P]{p}} }

func (b *boundSpec[S, F, P]) of(p Position) *P { return &p.at.(*typedPosition[P]).p }

// Decode reads a position that [Position.Bytes] wrote. It returns an error for an impossible position.
func (f *Instance) Decode(b []byte) (Position, error) {
	p, err := f.bound.decode(b)
	if err == nil {
		err = f.bound.validate(p)
	}
	if err != nil {
		return Position{}, fmt.Errorf("game: %s: position: %w", f.Game.Rules.ID, err)
	}
	return p, nil
}

func (b *boundSpec[S, F, P]) decode(data []byte) (Position, error) {
	var p P
	if want := binary.Size(p); len(data) != want {
		return Position{}, fmt.Errorf("%d bytes; it takes %d", len(data), want)
	}
	if err := binary.Read(bytes.NewReader(data), binary.LittleEndian, &p); err != nil {
		return Position{}, err
	}
	if !bytes.Equal(encode(&p), data) {
		return Position{}, fmt.Errorf("the position is not in canonical form")
	}
	return b.position(p), nil
}

// From returns an equal instance that starts at a position, which must be one of this instance.
func (f *Instance) From(p Position) *Instance {
	g := *f
	g.Start = p
	return &g
}

// Validate returns an error for an impossible position.
func (f *Instance) Validate(p Position) error { return f.bound.validate(p) }

// CountModels counts the models of each side, on the table and lost.
func (f *Instance) CountModels(p Position) (here, lost [2]int) { return f.bound.countModels(p) }

// Text describes a position in words, several lines.
func (f *Instance) Text(p Position) string { return f.bound.text(p) }

// Scene draws a position, or reports false if the game is shown in words only.
func (f *Instance) Scene(p Position) (s scene.Scene, ok bool) {
	if s, ok = f.bound.scene(p); ok {
		s.Title = f.Game.Rules.Title + ": " + f.Scenario
		s.Sides = [2]string{string(f.Sides[0]), string(f.Sides[1])}
		s.SetTitles(f.Called)
	}
	return s, ok
}

// HasHiddenInfo reports whether the sides know different things.
func (f *Instance) HasHiddenInfo() bool { return f.bound.hasSecrets(f.Start) }

// Reveals reports whether the actions between two positions have revealed a secret.
func (f *Instance) Reveals(before, after Position) bool { return f.bound.reveals(before, after) }

// View returns what a side, 0 or 1, may know of a position.
func (f *Instance) View(p Position, side int) Position { return f.bound.view(p, side) }

// IsOpen reports whether both sides know the whole of a position.
func (f *Instance) IsOpen(p Position) bool { return f.bound.isOpen(p) }

func (b *boundSpec[S, F, P]) isOpen(p Position) bool {
	at := b.of(p)
	return b.spec.View == nil || b.spec.View(b.field, *at, 0) == *at && b.spec.View(b.field, *at, 1) == *at
}

func (b *boundSpec[S, F, P]) hasSecrets(start Position) bool {
	return b.spec.View != nil && (b.spec.Secret == nil || b.spec.Secret(b.of(start)))
}

func (b *boundSpec[S, F, P]) reveals(before, after Position) bool {
	return b.spec.Reveals != nil && b.spec.Reveals(b.field, b.of(before), b.of(after))
}

func (b *boundSpec[S, F, P]) validate(p Position) error {
	return b.spec.checkPosition(b.field, b.of(p))
}

func (b *boundSpec[S, F, P]) countModels(p Position) (here, lost [2]int) {
	return b.spec.CountModels(b.field, b.of(p))
}

func (b *boundSpec[S, F, P]) status(p Position) Status { return b.spec.Status(b.field, b.of(p)) }

func (b *boundSpec[S, F, P]) text(p Position) string { return b.spec.Text(b.field, b.of(p)) }

func (b *boundSpec[S, F, P]) scene(p Position) (scene.Scene, bool) {
	if b.spec.Scene == nil {
		return scene.Scene{}, false
	}
	return b.spec.Scene(b.field, b.of(p)), true
}

func (b *boundSpec[S, F, P]) view(p Position, side int) Position {
	if b.spec.View == nil {
		return p
	}
	return b.position(b.spec.View(b.field, *b.of(p), side))
}

// Status returns whose decision it is in a position, or how the game has ended.
func (f *Instance) Status(p Position) Status { return f.bound.status(p) }

// Evaluate rates the position of a side.
func (f *Instance) Evaluate(p Position, side int) Evaluation {
	return f.Runner().SetPosition(p).Evaluate(side)
}

// Legal lists the legal actions: action types in the order of the game, arguments in a fixed order.
// The list is empty if and only if the game is over. It is an error if strict house rules lack a
// fact.
func (f *Instance) Legal(p Position) (list []Action, err error) {
	r := f.Runner().SetPosition(p)
	err = rule.Catch(func() { list = r.Legal(nil) })
	return list, err
}

// WhyIllegal returns nil for a legal action, and a [rule.IllegalError] with every reason and clause for an
// illegal one. It returns another error for an action that no line of text can state, and if strict house
// rules lack a fact.
func (f *Instance) WhyIllegal(p Position, a Action) error {
	if err := f.within(a); err != nil {
		return err
	}
	r := f.Runner().SetPosition(p)
	return rule.CheckLegal(func(u *rule.Umpire) { r.state.check(u, a) }, f.House, nil)
}

// Play checks an action and plays it. If the action is illegal, the error is a [rule.IllegalError],
// and the position is the given one. If the source has no answer, the error is a
// *[rule.UnansweredError], and the position shows the action so far. No action may be played from
// that position.
func (f *Instance) Play(p Position, a Action, src rule.Source, rec *rule.Record) (Position, error) {
	if err := f.WhyIllegal(p, a); err != nil {
		return p, err
	}
	r := f.Runner().SetPosition(p)
	u := rule.NewUmpire(src, rec).WithHouseRules(f.House)
	err := rule.Catch(func() { r.Apply(u, a) })
	var open *rule.UnansweredError
	if err != nil && !errors.As(err, &open) {
		return p, err
	}
	return r.Position(), err
}

// Holds reports whether an action has caused an event, given by its index in the game.
func (f *Instance) Holds(event int, before, after Position, a Action) bool {
	return f.bound.holds(event, before, after, a.Args)
}

func (b *boundSpec[S, F, P]) holds(event int, before, after Position, a Args) bool {
	return b.spec.Events[event].Holds(b.field, b.of(before), b.of(after), a)
}

// within returns an error for an action that no line of text can state.
func (f *Instance) within(a Action) error {
	if int(a.Type) >= len(f.Game.ActionTypes) {
		return fmt.Errorf("game: there is no action type %d", a.Type)
	}
	t := &f.Game.ActionTypes[a.Type]
	for i, v := range a.Args {
		if i >= len(t.Params) {
			if v != 0 {
				return fmt.Errorf("game: argument %d of %s is %d, and it takes only %d arguments", i+1, t.Name, v, len(t.Params))
			}
			continue
		}
		if err := f.names[a.Type][i].within(v, t.Params[i]); err != nil {
			return fmt.Errorf("game: %s: %w", t.Name, err)
		}
	}
	return nil
}

// An ActionRunner plays one action from one position repeatedly and numbers the positions that it
// leads to. Equal positions have one number. Exact odds and trials use it. It serves one goroutine.
type ActionRunner struct {
	Play     func(*rule.Umpire) int       // plays once; returns the number of the position
	Len      func() int                   // how many different positions were met
	At       func(i int) Position         // position i
	Holds    func(event, i int) bool      // whether the action causes an event if it leads to position i
	Evaluate func(i, side int) Evaluation // of position i for a side
	Status   func(i int) Status           // of position i
	// Features reads the features of a position; see [Runner.Features].
	Features func(i int, x *Features)
	// Lost is how many models a side has lost in the action.
	Lost func(i, side int) int
	// Release frees the memory of the positions for other runners. Call no method
	// afterwards; positions that At returned stay valid.
	Release func()
}

// An actionMemory is the memory that playing an action needs.
type actionMemory[P comparable] struct {
	before, after P
	met           *intern.Index
}

// ActionRunner returns a new runner of an action, which must be legal.
func (f *Instance) ActionRunner(p Position, a Action) *ActionRunner { return f.bound.outcomes(p, a) }

func (b *boundSpec[S, F, P]) outcomes(from Position, a Action) *ActionRunner {
	x, ok := b.spare.Get().(*actionMemory[P])
	if !ok {
		x = &actionMemory[P]{met: intern.New[P]()}
	}
	t := &b.spec.ActionTypes[a.Type]
	at := func(i int) *P { return intern.At[P](x.met, i) }
	x.before = *b.of(from)
	_, lost := b.spec.CountModels(b.field, &x.before)
	return &ActionRunner{
		Play: func(u *rule.Umpire) int {
			u.WithHouseRules(b.house)
			x.after = x.before
			u.WithoutCheckpoints(func() { t.Apply(u, b.field, &x.after, a.Args) })
			if u.AtCheckpoint() {
				return 0
			}
			return intern.Intern(x.met, &x.after)
		},
		Len: func() int { return x.met.Len() },
		At:  func(i int) Position { return b.position(*at(i)) },
		Holds: func(event, i int) bool {
			return b.spec.Events[event].Holds(b.field, &x.before, at(i), a.Args)
		},
		Evaluate: func(i, side int) Evaluation {
			return b.spec.Evaluate(b.field, at(i), side)
		},
		Status: func(i int) Status {
			return b.spec.Status(b.field, at(i))
		},
		Features: func(i int, y *Features) { b.features(at(i), y) },
		Lost: func(i, side int) int {
			_, now := b.spec.CountModels(b.field, at(i))
			return now[side] - lost[side]
		},
		Release: func() {
			x.met.Reset()
			b.spare.Put(x)
			x = nil // A call after Release must not get the results of another action.
		},
	}
}
