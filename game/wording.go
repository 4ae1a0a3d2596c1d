package game

import (
	"errors"
	"fmt"
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
	// are made into words by [scene.Called].
	Names map[string]string
	// Stops are the clauses whose dice stop what others did, as saves do: true where
	// the dice that count stop it, false where those that count got through.
	Stops map[rule.Clause]bool
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
}

// A Saying is how an event is said.
type Saying struct {
	Past  string // what happened: "the house comes down"
	Short string // the same on a small tag: "down"
	// Counts is set for an event that is told by how many models a side has lost.
	Counts bool
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
func (f *Fight) Order(a Action) Sentence { return f.said(a, f.telling(a).Order) }

// Past says what an action did, without what came of it.
func (f *Fight) Past(a Action) string { return f.said(a, f.telling(a).Past).String() }

// Zones are the events that tell whether an action came to something, or to all that
// it could, by their places in the game; -1 for none.
func (f *Fight) Zones(a Action) (some, all int) {
	t := f.telling(a)
	return f.Game.event(t.Some), f.Game.event(t.All)
}

// Zone is 0 for an action that came to nothing, 1 for something and 2 for all that it
// could, by the events that hold.
func (f *Fight) Zone(a Action, holds func(event int) bool) int {
	switch some, all := f.Zones(a); {
	case all >= 0 && holds(all):
		return 2
	case some >= 0 && holds(some):
		return 1
	}
	return 0
}

// Short is what an event, by its place in the game, is called on a small tag: "down".
func (f *Fight) Short(event int) string {
	if event < 0 {
		return ""
	}
	e := f.Game.Events[event]
	if s := f.Game.Wording.Events[e.Name]; s.Short != "" {
		return s.Short
	}
	return strings.ReplaceAll(e.Name, "-", " ")
}

// Happened says what an event, by its place in the game, means once it has come
// about: "the house comes down".
func (f *Fight) Happened(event int) string {
	e := f.Game.Events[event]
	if s := f.Game.Wording.Events[e.Name]; s.Past != "" {
		return s.Past
	}
	return e.Gist
}

// Came says what came of an action by the events that hold: all that it could
// first. Those that only count losses are left out.
func (f *Fight) Came(a Action, holds func(event int) bool) []string {
	list := []string{}
	if int(a.Verb) >= len(f.Game.Verbs) {
		return list
	}
	_, all := f.Zones(a)
	for _, e := range f.Game.Verbs[a.Verb].Events {
		if !f.Game.Wording.Events[f.Game.Events[e].Name].Counts && holds(e) {
			if list = append(list, f.Happened(e)); e == all {
				copy(list[1:], list)
				list[0] = f.Happened(e)
			}
		}
	}
	return list
}

// Result says what an action came to, in clauses: "the house comes down; Soviet lost
// 3". It is empty for an action after which nothing is to be told, such as a move.
func (f *Fight) Result(a Action, before, after Position) string {
	holds := func(e int) bool { return f.Holds(e, before, after, a) }
	list := f.Came(a, holds)
	_, was := f.Census(before)
	_, is := f.Census(after)
	for side, name := range f.Sides {
		if n := is[side] - was[side]; n > 0 {
			list = append(list, fmt.Sprintf("%s lost %d", name, n))
		}
	}
	if some, all := f.Zones(a); len(list) == 0 && (some >= 0 || all >= 0) {
		return "nothing came of it"
	}
	return strings.Join(list, "; ")
}

func (g *Game) event(name string) int {
	for i, e := range g.Events {
		if e.Name == name && name != "" {
			return i
		}
	}
	return -1
}

func (f *Fight) telling(a Action) Telling {
	if int(a.Verb) >= len(f.Game.Verbs) {
		return Telling{}
	}
	return f.Game.Wording.Verbs[f.Game.Verbs[a.Verb].Name]
}

// Called is what a sentence calls a thing by its name: a piece, a place, a structure.
func (f *Fight) Called(name string) string {
	if s, ok := f.Game.Wording.Names[name]; ok {
		return s
	}
	return scene.Called(name)
}

// Label is what a thing is called by itself, as on a counter.
func (f *Fight) Label(name string) string { return scene.Label(f.Called(name)) }

// said fills a template with what the arguments of an action are called.
func (f *Fight) said(a Action, template string) Sentence {
	if f.within(a) != nil || template == "" {
		return Sentence{{Text: f.Print(a), Arg: -1}}
	}
	var s Sentence
	f.fill(a, template, &s)
	if len(s) > 0 {
		s[0].Text = capital(s[0].Text)
	}
	return s
}

// fill appends a template to a sentence, and reports whether all its arguments are
// there. The template holds: Game has looked.
func (f *Fight) fill(a Action, template string, s *Sentence) bool {
	whole := true
	text := func(t string) {
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
func (f *Fight) part(a Action, mark string) Part {
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

// capital begins a text as a sentence does; a word that is written otherwise stays.
func capital(s string) string {
	word, _, _ := strings.Cut(s, " ")
	first, n := utf8.DecodeRuneInString(s)
	if strings.ToLower(word) != word {
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
		for _, template := range []string{t.Order, t.Past} {
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
