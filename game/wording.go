package game

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"loophole/rule"
	"loophole/scene"
)

// Wording is how players say the lines of actions and the names of events.
type Wording struct {
	ActionTypes map[string]ActionWording // by action type
	Events      map[string]EventWording  // by event
	Models      string                   // what players call the models that a side loses: "figures"; "" for models
	// Names are what sentences call things, by their names in actions: "the sIG 33b" for sig-33b. A
	// name of one domain alone follows the domain: "mode/normal". An empty text is left out. Other
	// names are made into words by [scene.CalledBy].
	Names map[string]string
	// ScenarioNames are such names by scenario, and take effect in it alone: another scenario may have
	// the same name for something else.
	ScenarioNames map[string]map[string]string
	// Markers are the words for markers and conditions that are not written as players say them, by
	// marker. In a key, # stands for a number and * for names.
	Markers map[string]MarkerWording
	// Stops are the clauses whose dice stop the effect of other dice, as saves do: true if the dice
	// that count stop it, false if they let it through.
	Stops map[rule.Clause]bool
	// Dice are the words for the dice that count, and for the results of tests, by clause.
	Dice map[rule.Clause]DiceWording
	// Questions turn a decision into a question, by a phrase of its subject, where the subject alone does
	// not say what is decided: "{}: who fires?". {} stands for the subject, {before} and {after} for its parts
	// before and after the phrase.
	Questions map[string]string
	// Needs are the clauses that say how many dice must count. The last one that applies is valid.
	Needs []rule.Clause
	// NotCarriedOut is the event that an order was not carried out, or "".
	NotCarriedOut string
}

// An ActionWording is the wording of an action type. {0} stands for the first argument. {0<} also marks an
// argument as the actor, and {1>} as the target. A part in square brackets is left out if one of its
// arguments is.
type ActionWording struct {
	Order string // "Fire {0<} at {1>}[, with {3} in support]"
	Past  string // "{0} fired at {1}[, with {3} in support]"
	// Some and All are the events that make an action a partial and a full success. An action type
	// without dice has neither, and one without partial success no All. The tags on the map show the
	// chance of Some, so it is what players would call a success: of an assault, that the house is taken.
	Some, All string
	// Slight are the events of a result that is less than Some, and yet not nothing: of a shot, that
	// the target is suppressed. None names the result if neither these nor Some nor All happen, if
	// that may be more than nothing: of a grenade that may suppress, "enemy unhurt".
	Slight []string
	None   string
	// Ends describe no, partial and full success in six words or fewer: "The building in {1} is
	// weakened". If a text is empty, the losses or the events describe the result.
	Ends [3]string
}

// An EventWording is the wording of an event.
type EventWording struct {
	Past  string // what happened: "the building is destroyed"; {own} and {enemy} are the sides, {s} ends a verb of {own}
	Short string // the same on a small tag: "destroyed"
	Goal  string // what a player means to achieve: "destroy the building"
	// Implied is set for an event that the losses or the sentence of the action already describe, such
	// as the arrival of a unit that moves.
	Implied bool
	// Lasting is set for a condition. The event happens only if the condition did not hold before.
	Lasting bool
}

// A Part is a piece of a sentence: plain text, or an argument.
type Part struct {
	Text   string
	Arg    int // the argument by its place in the action type, or -1
	Actor  bool
	Target bool
	Names  []string // of an argument: the names in the line
}

// A Sentence is an action in the words of players.
type Sentence []Part

// String returns the sentence as one text.
func (s Sentence) String() string {
	var b strings.Builder
	for _, p := range s {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Order returns a sentence for what an action would do, with its replaceable words as parts: "Fire the sIG 33b at
// D4". If the action type has no wording, it is the line of the action.
func (f *Instance) Order(a Action) Sentence { return f.fillTemplate(a, f.actionWording(a).Order) }

// Actor returns what players call the piece that acts, or "" if the action names none.
func (f *Instance) Actor(a Action) string {
	for _, p := range f.Order(a) {
		if p.Actor {
			return p.Text
		}
	}
	return ""
}

// Past returns the text of what an action did, without its result.
func (f *Instance) Past(a Action) string { return f.fillTemplate(a, f.actionWording(a).Past).String() }

// Doing returns the text of what an unfinished action does. If the order may yet fail, it is the order.
func (f *Instance) Doing(a Action) string {
	if f.unheededEvent(a) >= 0 {
		return f.Order(a).String()
	}
	return f.Past(a)
}

// Did returns the text of what an action did between two positions, without its result. If the order was
// not carried out, the text says so.
func (f *Instance) Did(a Action, before, after Position) string {
	if e := f.unheededEvent(a); e >= 0 && f.Holds(e, before, after, a) {
		order := f.Order(a).String()
		first, n := utf8.DecodeRuneInString(order)
		return "Not carried out: " + string(unicode.ToLower(first)) + order[n:]
	}
	return f.Past(a)
}

// unheededEvent returns the index of the event that an order was not carried out, or -1 for an action
// that is always carried out.
func (f *Instance) unheededEvent(a Action) int {
	e := f.Game.event(f.Game.Wording.NotCarriedOut)
	if e < 0 || int(a.Type) >= len(f.Game.ActionTypes) || !slices.Contains(f.Game.ActionTypes[a.Type].Events, e) {
		return -1
	}
	return e
}

// SuccessEvents returns the indices of the events that make an action a partial and a full success; -1 for
// none.
func (f *Instance) SuccessEvents(a Action) (some, all int) {
	t := f.actionWording(a)
	return f.Game.event(t.Some), f.Game.event(t.All)
}

// OpenSuccessEvents returns the events of success of an action in a position, without an event that already holds, such as
// when a unit without pins rallies.
func (f *Instance) OpenSuccessEvents(p Position, a Action) (some, all int) {
	some, all = f.SuccessEvents(a)
	if some >= 0 && f.Holds(some, p, p, a) {
		some = -1
	}
	if all >= 0 && f.Holds(all, p, p, a) {
		all = -1
	}
	return some, all
}

// SuccessLevel returns a function that rates the result of an action by the events that hold after it: 0 no
// success, 1 partial, 2 full.
func (f *Instance) SuccessLevel(p Position, a Action) func(holds func(event int) bool) int {
	some, all := f.OpenSuccessEvents(p, a)
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

// The effects of an action, from the least.
const (
	NoEffect = iota
	SlightEffect
	SomeEffect
	FullEffect
)

// NoEffectName is what players call no effect, unless [ActionWording] says otherwise.
const NoEffectName = "nothing"

// NoEffectText returns what players call it if an action has no effect.
func (f *Instance) NoEffectText(a Action) string {
	return cmp.Or(f.actionWording(a).None, NoEffectName)
}

// OpenSlightEvents returns the events of a slight effect of an action in a position, without those
// that already hold, such as when the target of a shot is suppressed.
func (f *Instance) OpenSlightEvents(p Position, a Action) (list []int) {
	for _, name := range f.actionWording(a).Slight {
		if e := f.Game.event(name); e >= 0 && !f.Holds(e, p, p, a) {
			list = append(list, e)
		}
	}
	return list
}

// EffectLevel returns a function that rates the result of an action by the events that hold after it, from
// NoEffect to FullEffect.
func (f *Instance) EffectLevel(p Position, a Action) func(holds func(event int) bool) int {
	success, slight := f.SuccessLevel(p, a), f.OpenSlightEvents(p, a)
	return func(holds func(event int) bool) int {
		switch success(holds) {
		case 2:
			return FullEffect
		case 1:
			return SomeEffect
		}
		if slices.ContainsFunc(slight, holds) {
			return SlightEffect
		}
		return NoEffect
	}
}

// EventTag returns the name of an event, by its index in the game, for a small tag: "destroyed".
func (f *Instance) EventTag(event int) string {
	if event < 0 {
		return ""
	}
	e := f.Game.Events[event]
	if s := f.Game.Wording.Events[e.Name]; s.Short != "" {
		return s.Short
	}
	return strings.ReplaceAll(e.Name, "-", " ")
}

// EventGoal returns what players mean to achieve by an event, by its index in the game: "destroy the
// building". It is "" without a wording.
func (f *Instance) EventGoal(event int) string {
	return f.Game.Wording.Events[f.Game.Events[event].Name].Goal
}

// eventSentences lists the results of an action of a side by the events that hold, a full success first. It
// omits events that are [EventWording.Implied].
func (f *Instance) eventSentences(a Action, by int, holds func(event int) bool) []string {
	list := []string{}
	if int(a.Type) >= len(f.Game.ActionTypes) {
		return list
	}
	_, all := f.SuccessEvents(a)
	for _, e := range f.Game.ActionTypes[a.Type].Events {
		if !f.Game.Wording.Events[f.Game.Events[e].Name].Implied && holds(e) {
			says := f.EventSentence(e, by)
			if list = append(list, says); e == all {
				copy(list[1:], list)
				list[0] = says
			}
		}
	}
	return list
}

// EventText returns the meaning of an event, by its name, after an action of a side. It is "" for an unknown
// event and for one that is [EventWording.Implied].
func (f *Instance) EventText(event string, by rule.Side) string {
	e := f.Game.event(event)
	if e < 0 || f.Game.Wording.Events[event].Implied {
		return ""
	}
	side := 0
	if by == f.Sides[1] {
		side = 1
	}
	return f.EventSentence(e, side)
}

// EventSentence returns the meaning of an event, by its index in the game, after an action of a side: "the
// building is destroyed".
func (f *Instance) EventSentence(event, by int) string {
	e := f.Game.Events[event]
	says := f.Game.Wording.Events[e.Name].Past
	if says == "" {
		says = e.Gist
	}
	s := ""
	if !f.Sides[by].IsPlural() {
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

func (f *Instance) actionWording(a Action) ActionWording {
	if int(a.Type) >= len(f.Game.ActionTypes) {
		return ActionWording{}
	}
	return f.Game.Wording.ActionTypes[f.Game.ActionTypes[a.Type].Name]
}

// Called returns what a sentence calls a piece, a place or a structure, by its name.
func (f *Instance) Called(name string) string {
	return scene.CalledBy(name, f.wordFor)
}

// wordFor returns what the wording of the game calls a name, or a name of one domain.
func (f *Instance) wordFor(name string) (called string, ok bool) {
	if called, ok = f.Game.Wording.ScenarioNames[f.Scenario][name]; !ok {
		called, ok = f.Game.Wording.Names[name]
	}
	return called, ok
}

// Label returns what a thing is called by itself, such as on a counter.
func (f *Instance) Label(name string) string { return scene.Label(f.Called(name)) }

// fillTemplate fills a template with the arguments of an action.
func (f *Instance) fillTemplate(a Action, template string) Sentence {
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

// fill appends a template to a sentence, and reports whether all its arguments are there. Game has
// checked the form of the template.
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

// part returns an argument as a part of a sentence. It has no text if the argument is left out.
func (f *Instance) part(a Action, mark string) Part {
	i := int(mark[0] - '0')
	p := Part{Arg: i, Actor: strings.HasSuffix(mark, "<"), Target: strings.HasSuffix(mark, ">")}
	v, slot, n := a.Args[i], f.Game.ActionTypes[a.Type].Params[i], &f.names[a.Type][i]
	if slot.Optional && (slot.Set && v == 0 || !slot.Set && v == None) {
		return p
	}
	p.Names = strings.Split(n.print(v, slot), ",")
	var called []string
	for _, name := range p.Names {
		if s, ok := f.wordFor(n.kind + "/" + name); ok {
			called = append(called, s)
		} else if n.names == nil {
			called = append(called, name)
		} else {
			called = append(called, f.Called(name))
		}
	}
	p.Text = joinWords(called)
	return p
}

// joinWords joins words: "a, b and c".
func joinWords(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// Capital capitalises a text as the beginning of a sentence. A first word with its own capitals
// stays.
func Capital(s string) string {
	word, _, _ := strings.Cut(s, " ")
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 || strings.ToLower(word) != word {
		return s
	}
	return string(unicode.ToUpper(first)) + s[n:]
}

// fault returns the faults of the wording of a game.
func (w *Wording) fault(g *Game) error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	for _, t := range g.ActionTypes {
		words := w.ActionTypes[t.Name]
		for _, template := range append(words.Ends[:], words.Order, words.Past) {
			if err := checkTemplate(template, len(t.Params)); err != nil {
				fault("the words of %s: %q %w", t.Name, template, err)
			}
		}
		for _, e := range append([]string{words.Some, words.All}, words.Slight...) {
			if e != "" && g.event(e) < 0 {
				fault("the words of %s: there is no event %q", t.Name, e)
			}
		}
	}
	for name := range w.ActionTypes {
		if !g.hasActionType(name) {
			fault("there are words for an action type %q, which does not exist", name)
		}
	}
	for name := range w.Events {
		if g.event(name) < 0 {
			fault("there are words for an event %q, which does not exist", name)
		}
	}
	clauses := func(list string, clauses iter.Seq[rule.Clause]) {
		for c := range clauses {
			if _, there := g.Rules.Ledger.Find(c); !there {
				fault("%s has %q, which is no clause", list, c)
			}
		}
	}
	clauses("Stops", maps.Keys(w.Stops))
	clauses("Dice", maps.Keys(w.Dice))
	clauses("Needs", slices.Values(w.Needs))
	for subject, question := range w.Questions {
		if subject == "" || question == "" {
			fault("Questions has an empty text: %q: %q", subject, question)
		}
	}
	if w.NotCarriedOut != "" && g.event(w.NotCarriedOut) < 0 {
		fault("NotCarriedOut is %q, which is no event", w.NotCarriedOut)
	}
	return errors.Join(faults...)
}

func (g *Game) hasActionType(name string) bool {
	return slices.ContainsFunc(g.ActionTypes, func(t ActionInfo) bool { return t.Name == name })
}

// checkTemplate checks a template of an action type with a number of arguments.
func checkTemplate(template string, args int) error {
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
				return errors.New("names an argument that does not exist, or in another form than {0}, {0<} or {1>}; {own} and {enemy} are for events")
			}
			i += end
		}
		if depth < 0 || depth > 1 {
			break
		}
	}
	if depth != 0 {
		return errors.New("has open or nested brackets")
	}
	return nil
}
