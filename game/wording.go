package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"loophole/rule"
	"loophole/scene"
)

// Wording is how the players of a rulebook say what lines of actions and names of
// events say in single words.
type Wording struct {
	Verbs  map[string]Telling // by verb
	Events map[string]Saying  // by event
	// Names are what sentences call things, by the names that actions have for them:
	// "the sIG 33b" for sig-33b. A name of one kind of argument alone stands behind
	// the kind: "mode/normal". What is called nothing is left unsaid. All other names
	// are made into words by [scene.CalledBy].
	Names map[string]string
	// Marks are the words of markers and conditions that are written otherwise than players
	// say them, by marker. A # in a key stands for a number, a * for names.
	Marks map[string]Marking
	// Stops are the clauses whose dice stop what others did, as saves do: true where
	// the dice that count stop it, false where those that count got through.
	Stops map[rule.Clause]bool
	// Dice are what the dice that count are called, and what tests came to, by clause.
	Dice map[rule.Clause]Counting
	// Asks are decisions as questions, by a phrase of what they are about, where that does
	// not say what is to be decided: "{}: who fires?". {} stands for what it is about.
	Asks map[string]string
	// Needs are the clauses that say how many dice have to count. Of several that are
	// applied the last holds.
	Needs []rule.Clause
	// Unheeded is the event of an order that was not carried out, if there are such.
	Unheeded string
}

// A Telling is how a verb is said. {0} stands for what the first argument is called,
// {0<} marks the one that acts and {1>} the one that it is done to; words in square
// brackets are left out where one of their arguments is.
type Telling struct {
	Order string // "Fire {0<} at {1>}[, with {3} in support]"
	Past  string // "{0} fired at {1}[, with {3} in support]"
	// Some and All are the events that tell whether it came to something, or to all
	// that it could. A verb without dice has none; one that cannot do half of it has
	// no All.
	Some, All string
	// Ends say in six words or fewer that it came to nothing, to something, to all: "The
	// house in {1} is weakened". What is empty is told by the losses, or by the events.
	Ends [3]string
}

// A Saying is how an event is said.
type Saying struct {
	Past  string // what happened: "the house comes down"; {own} and {enemy} are the sides, {s} ends a verb of {own}
	Short string // the same on a small tag: "down"
	Hope  string // what an action may be meant for: "bring the house down"
	// Counts is set for an event that is told by how many models a side has lost, or by
	// the sentence of the action, as that somebody who moved has arrived.
	Counts bool
	// Lasting is set for a condition: it has come about where it was not there before.
	Lasting bool
}

// A Part is a piece of a sentence: plain text, or what an argument is called.
type Part struct {
	Text   string
	Arg    int // the argument by its place in the verb, or -1
	Actor  bool
	Target bool
	Names  []string // of an argument: the names in the line
}

// A Sentence is an action as players say it.
type Sentence []Part

// String is the sentence as one text.
func (s Sentence) String() string {
	var b strings.Builder
	for _, p := range s {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Order says what an action would do, with its changeable words apart: "Fire the
// sIG 33b at D4". A verb that the rulebook has no words for is said by its line.
func (f *Instance) Order(a Action) Sentence { return f.said(a, f.telling(a).Order) }

// Actor is what players call the one that acts in an action; empty where it names none.
func (f *Instance) Actor(a Action) string {
	for _, p := range f.Order(a) {
		if p.Actor {
			return p.Text
		}
	}
	return ""
}

// Past says what an action did, without what came of it.
func (f *Instance) Past(a Action) string { return f.said(a, f.telling(a).Past).String() }

// Doing says what an action does whose end is still open: where it may be that it is not
// carried out, what was ordered.
func (f *Instance) Doing(a Action) string {
	if f.unheeded(a) >= 0 {
		return f.Order(a).String()
	}
	return f.Past(a)
}

// Did says what an action did that led from one position to another, without what came
// of it; of an order that was not carried out, that it was not.
func (f *Instance) Did(a Action, before, after Position) string {
	if e := f.unheeded(a); e >= 0 && f.Holds(e, before, after, a) {
		order := f.Order(a).String()
		first, n := utf8.DecodeRuneInString(order)
		return "Not carried out: " + string(unicode.ToLower(first)) + order[n:]
	}
	return f.Past(a)
}

// unheeded is the event that an action was not carried out, by its place in the game; -1
// for an action that always is.
func (f *Instance) unheeded(a Action) int {
	e := f.Game.event(f.Game.Wording.Unheeded)
	if e < 0 || int(a.Verb) >= len(f.Game.Verbs) || !slices.Contains(f.Game.Verbs[a.Verb].Events, e) {
		return -1
	}
	return e
}

// Zones are the events that tell whether an action came to something, or to all that
// it could, by their places in the game; -1 for none.
func (f *Instance) Zones(a Action) (some, all int) {
	t := f.telling(a)
	return f.Game.event(t.Some), f.Game.event(t.All)
}

// Aims are the zones of an action in a position: without an event that holds already, as
// for a unit that rallies and has no pins to lose.
func (f *Instance) Aims(p Position, a Action) (some, all int) {
	some, all = f.Zones(a)
	if some >= 0 && f.Holds(some, p, p, a) {
		some = -1
	}
	if all >= 0 && f.Holds(all, p, p, a) {
		all = -1
	}
	return some, all
}

// Zone says of an action in a position by the events that hold after it what it came to:
// 0 is nothing, 1 something and 2 all that it could.
func (f *Instance) Zone(p Position, a Action) func(holds func(event int) bool) int {
	some, all := f.Aims(p, a)
	return func(holds func(event int) bool) int {
		switch {
		case all >= 0 && holds(all):
			return 2
		case some >= 0 && holds(some):
			return 1
		}
		return 0
	}
}

// Short is what an event, by its place in the game, is called on a small tag: "down".
func (f *Instance) Short(event int) string {
	if event < 0 {
		return ""
	}
	e := f.Game.Events[event]
	if s := f.Game.Wording.Events[e.Name]; s.Short != "" {
		return s.Short
	}
	return strings.ReplaceAll(e.Name, "-", " ")
}

// Hoped is what an event, by its place in the game, is hoped for: "bring the house down".
// It is empty where the rulebook has no words for it.
func (f *Instance) Hoped(event int) string {
	return f.Game.Wording.Events[f.Game.Events[event].Name].Hope
}

// Came says what came of an action of a side by the events that hold: all that it could
// first. Those that only count losses are left out.
func (f *Instance) Came(a Action, by int, holds func(event int) bool) []string {
	list := []string{}
	if int(a.Verb) >= len(f.Game.Verbs) {
		return list
	}
	_, all := f.Zones(a)
	for _, e := range f.Game.Verbs[a.Verb].Events {
		if !f.Game.Wording.Events[f.Game.Events[e].Name].Counts && holds(e) {
			says := f.Happened(e, by)
			if list = append(list, says); e == all {
				copy(list[1:], list)
				list[0] = says
			}
		}
	}
	return list
}

// Named says what an event means that came of an action of a side, by its name; nothing,
// if it only counts losses.
func (f *Instance) Named(event string, by rule.Side) string {
	e := f.Game.event(event)
	if e < 0 || f.Game.Wording.Events[event].Counts {
		return ""
	}
	side := 0
	if by == f.Sides[1] {
		side = 1
	}
	return f.Happened(e, side)
}

// Happened says what an event, by its place in the game, means once it has come about
// by an action of a side: "the house comes down".
func (f *Instance) Happened(event, by int) string {
	e := f.Game.Events[event]
	says := f.Game.Wording.Events[e.Name].Past
	if says == "" {
		says = e.Gist
	}
	s := ""
	if !f.Sides[by].Many() {
		s = "s"
	}
	return strings.NewReplacer("{own}", f.Sides[by].Called(), "{enemy}", f.Sides[1-by].Called(), "{s}", s).Replace(says)
}

func (g *Game) event(name string) int {
	for i, e := range g.Events {
		if e.Name == name && name != "" {
			return i
		}
	}
	return -1
}

func (f *Instance) telling(a Action) Telling {
	if int(a.Verb) >= len(f.Game.Verbs) {
		return Telling{}
	}
	return f.Game.Wording.Verbs[f.Game.Verbs[a.Verb].Name]
}

// Called is what a sentence calls a thing by its name: a piece, a place, a structure.
func (f *Instance) Called(name string) string {
	return scene.CalledBy(name, func(name string) (string, bool) {
		s, ok := f.Game.Wording.Names[name]
		return s, ok
	})
}

// Label is what a thing is called by itself, as on a counter.
func (f *Instance) Label(name string) string { return scene.Label(f.Called(name)) }

// said fills a template with what the arguments of an action are called.
func (f *Instance) said(a Action, template string) Sentence {
	if f.within(a) != nil || template == "" {
		return Sentence{{Text: f.FormatAction(a), Arg: -1}}
	}
	var s Sentence
	f.fill(a, template, &s)
	if len(s) > 0 {
		s[0].Text = Capital(s[0].Text)
	}
	return s
}

// fill appends a template to a sentence, and reports whether all its arguments are
// there. The template holds: Game has looked.
func (f *Instance) fill(a Action, template string, s *Sentence) bool {
	whole := true
	text := func(t string) {
		if n := len(*s); n > 0 && (*s)[n-1].Text == "1" {
			t = singular(t) // "1 models" is 1 model.
		}
		if t != "" {
			*s = append(*s, Part{Text: t, Arg: -1})
		}
	}
	for template != "" {
		i := strings.IndexAny(template, "{[")
		if i < 0 {
			text(template)
			break
		}
		text(template[:i])
		closed := strings.IndexAny(template[i:], map[byte]string{'{': "}", '[': "]"}[template[i]]) + i
		inner := template[i+1 : closed]
		if template[i] == '[' {
			if before := len(*s); !f.fill(a, inner, s) {
				*s = (*s)[:before]
			}
		} else if p := f.part(a, inner); p.Text != "" {
			*s = append(*s, p)
		} else {
			whole = false
		}
		template = template[closed+1:]
	}
	return whole
}

// part is an argument in a sentence; it has no text where it is left out.
func (f *Instance) part(a Action, mark string) Part {
	i := int(mark[0] - '0')
	p := Part{Arg: i, Actor: strings.HasSuffix(mark, "<"), Target: strings.HasSuffix(mark, ">")}
	v, slot, n := a.Args[i], f.Game.Verbs[a.Verb].Args[i], &f.names[a.Verb][i]
	if slot.Optional && (slot.Set && v == 0 || !slot.Set && v == None) {
		return p
	}
	p.Names = strings.Split(n.print(v, slot), ",")
	var called []string
	for _, name := range p.Names {
		if s, ok := f.Game.Wording.Names[n.kind+"/"+name]; ok {
			called = append(called, s)
		} else if n.names == nil {
			called = append(called, name)
		} else {
			called = append(called, f.Called(name))
		}
	}
	p.Text = listed(called)
	return p
}

// listed is "a, b and c".
func listed(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// Capital begins a text as a sentence does; a word that is written otherwise stays.
func Capital(s string) string {
	word, _, _ := strings.Cut(s, " ")
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 || strings.ToLower(word) != word {
		return s
	}
	return string(unicode.ToUpper(first)) + s[n:]
}

// fault says what is wrong with the words of a game.
func (w *Wording) fault(g *Game) error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	for _, v := range g.Verbs {
		t := w.Verbs[v.Name]
		for _, template := range append(t.Ends[:], t.Order, t.Past) {
			if err := fits(template, len(v.Args)); err != nil {
				fault("the words of %s: %q %w", v.Name, template, err)
			}
		}
		for _, e := range []string{t.Some, t.All} {
			if e != "" && g.event(e) < 0 {
				fault("the words of %s: there is no event %q", v.Name, e)
			}
		}
	}
	for name := range w.Verbs {
		if !g.has(name) {
			fault("words of a verb %q that is not there", name)
		}
	}
	for name := range w.Events {
		if g.event(name) < 0 {
			fault("words of an event %q that is not there", name)
		}
	}
	for c := range w.Stops {
		if _, there := g.Rules.Ledger.Find(c); !there {
			fault("dice that stop something by %q, which is no clause", c)
		}
	}
	for c := range w.Dice {
		if _, there := g.Rules.Ledger.Find(c); !there {
			fault("dice are called something by %q, which is no clause", c)
		}
	}
	for about, asks := range w.Asks {
		if about == "" || asks == "" {
			fault("a decision about %q is asked as %q", about, asks)
		}
	}
	for _, c := range w.Needs {
		if _, there := g.Rules.Ledger.Find(c); !there {
			fault("dice are needed by %q, which is no clause", c)
		}
	}
	if w.Unheeded != "" && g.event(w.Unheeded) < 0 {
		fault("orders are not carried out by an event %q that is not there", w.Unheeded)
	}
	return errors.Join(faults...)
}

func (g *Game) has(verb string) bool {
	for _, v := range g.Verbs {
		if v.Name == verb {
			return true
		}
	}
	return false
}

// fits checks a template of a verb with so many arguments.
func fits(template string, args int) error {
	depth := 0
	for i := 0; i < len(template); i++ {
		switch template[i] {
		case '[':
			depth++
		case ']':
			depth--
		case '{':
			end := strings.IndexByte(template[i:], '}')
			if end < 2 || end > 3 || template[i+1] < '0' || int(template[i+1]-'0') >= args || end == 3 && !strings.ContainsRune("<>", rune(template[i+2])) {
				return errors.New("names an argument that is not there, or in another form than {0}, {0<} or {1>}")
			}
			i += end
		}
		if depth < 0 || depth > 1 {
			break
		}
	}
	if depth != 0 {
		return errors.New("has brackets that are not closed, or within each other")
	}
	return nil
}
