package game

import (
	"slices"
	"strings"

	"loophole/rule"
)

// Spoken replaces the names of things in a text of a ruleset by those that players use: "the
// grenadiers are fired at" for "grenadiers is fired at". Records keep the original text.
func (f *Instance) Spoken(text string) string {
	things, places := f.things()
	for _, s := range f.Sides {
		text = strings.ReplaceAll(text, "the "+string(s)+" side", s.Called())
		if s.IsPlural() {
			for _, verb := range []string{"activates", "begins", "controls", "has", "keeps", "loses"} {
				text = strings.ReplaceAll(text, s.Called()+" "+verb, s.Called()+toPlural(" "+verb))
			}
		}
	}
	if name, rest, found := strings.Cut(text, " "); things[text] || found && things[name] && (rest == "normal" || rest == "suppressive") {
		called := f.Called(name) // An option is a thing with the mode in which it acts.
		if mode, _ := f.wordFor("mode/" + rest); mode != "" {
			return called + ", " + mode
		}
		return called
	}
	var b strings.Builder
	at, before, replaced := 0, "", false
	for next := 0; ; {
		from, to := nextWord(text[next:])
		if from < 0 {
			break
		}
		from, to, next = next+from, next+to, next+to
		if from < at {
			continue // The verb belongs to the thing before.
		}
		word := text[from:to]
		gap, after := text[at:from], text[to:]
		b.WriteString(gap)
		at = to
		if things[word] && isThing(word, before, gap, after, replaced, places[word]) {
			called := f.Called(word)
			b.WriteString(called)
			replaced = true
			if verb := leadingWord(after, verbs); verb != "" && isPlural(called) {
				b.WriteString(toPlural(verb))
				at += len(verb)
			}
		} else {
			b.WriteString(word)
			replaced = replaced && (word == "and" || word == "less" || word == "those")
		}
		before = word
	}
	b.WriteString(text[at:])
	return b.String()
}

var (
	verbs  = []string{"is", "loses", "charges", "fires", "advances", "waits", "shows itself", "comes", "holds", "has", "was", "flees", "rallies", "passes", "fails"}
	begins = []string{"is", "has", "loses", "charges", "fires", "advances", "waits", "shows", "comes", "rolls", "against", "does"}
)

// isThing reports whether a word of a text is the name of a thing, and not an ordinary word:
// "reserve" may be both.
func isThing(word, before, gap, after string, replaced, place bool) bool {
	if slices.Contains([]string{"the", "a", "an", "its", "this", "each", "no"}, before) && gap == " " {
		return false
	}
	if strings.ContainsAny(word, "-/") {
		return true
	}
	switch before {
	case "":
		return strings.HasPrefix(after, ":") || strings.HasPrefix(after, ",") || leadingWord(after, begins) != ""
	case "of", "for", "against", "at", "controls", "control", "where":
		return gap == " "
	case "from":
		return gap == " " && strings.HasPrefix(after, " to ")
	case "in":
		return gap == " " && place && (after == "" || after[0] == ',')
	case "and":
		return replaced
	}
	return false
}

// toPlural makes the first verb of a phrase plural: "is" becomes "are".
func toPlural(phrase string) string {
	lead := phrase[:len(phrase)-len(strings.TrimLeft(phrase, " "))]
	verb, rest, found := strings.Cut(phrase[len(lead):], " ")
	switch {
	case verb == "is":
		verb = "are"
	case verb == "was":
		verb = "were"
	case verb == "has":
		verb = "have"
	case verb == "must":
	case verb == "does":
		verb = "do"
	case strings.HasSuffix(verb, "ies"):
		verb = strings.TrimSuffix(verb, "ies") + "y"
	case strings.HasSuffix(verb, "sses"):
		verb = strings.TrimSuffix(verb, "es")
	default:
		verb = strings.TrimSuffix(verb, "s")
	}
	if rest == "itself" {
		rest = "themselves"
	}
	if found {
		verb += " " + rest
	}
	return lead + verb
}

// isPlural reports whether the name of a thing is a plural: the grenadiers, the riflemen. A name
// without an article is singular.
func isPlural(called string) bool {
	name, found := strings.CutPrefix(called, "the ")
	if !found {
		return false
	}
	if strings.HasSuffix(name, "men") || strings.HasSuffix(name, "Pioniere") {
		return true
	}
	for _, one := range []string{"ss", "us", "is"} {
		if strings.HasSuffix(name, one) {
			return false
		}
	}
	return strings.HasSuffix(name, "s")
}

// DecisionQuestion returns a decision as a question: its subject and the decision itself. Records keep only the
// subject.
func (f *Instance) DecisionQuestion(why string) string {
	asks, longest := "{}", ""
	for phrase, s := range f.Game.Wording.Questions {
		if strings.Contains(why, phrase) && (len(phrase) > len(longest) || len(phrase) == len(longest) && phrase < longest) {
			asks, longest = s, phrase
		}
	}
	subject := f.Spoken(why)
	before, after, _ := strings.Cut(subject, longest)
	return Capital(strings.NewReplacer("{}", subject, "{before}", before, "{after}", after).Replace(asks))
}

// SpokenEntry returns an entry with its texts as [Instance.Spoken] has them. Values that were
// looked up in tables stay, because rows have names of their own.
func (f *Instance) SpokenEntry(e rule.Entry) rule.Entry {
	switch e.Kind {
	case rule.Rolled, rule.Chosen, rule.Noted, rule.Applied:
		e.Text = f.Spoken(e.Text)
		if len(e.Options) > 0 {
			e.Options = f.SpokenAll(e.Options)
		}
	}
	return e
}

// SpokenAll is [Instance.Spoken] for several texts, such as options.
func (f *Instance) SpokenAll(texts []string) []string {
	list := make([]string, len(texts))
	for i, s := range texts {
		list[i] = f.Spoken(s)
	}
	return list
}

// thingsOf returns the names of what is or may be on the table: those of every domain of which a
// piece is on the table. Places are those that a piece may be in.
func (f *Instance) thingsOf() (all, places map[string]bool) {
	s, _ := f.Scene(f.Start)
	there, all, places := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, n := range s.PieceNames() {
		there[n] = true
	}
	for _, a := range s.Areas {
		places[a.Name] = true
	}
	for i := range s.Structures {
		x := &s.Structures[i]
		places[x.Name] = true
		for _, fl := range x.Floors {
			for _, n := range fl.Places {
				places[n] = true
			}
		}
	}
	for _, o := range s.Openings {
		there[o.Name] = true
	}
	for _, p := range s.Waiting {
		there[p.Name] = true
	}
	for _, args := range f.names {
		for i := range args {
			if slices.ContainsFunc(args[i].names, func(n string) bool { return there[n] || places[n] }) {
				for _, n := range args[i].names {
					all[n] = true
				}
			}
		}
	}
	return all, places
}

// SpokenViolations returns the reasons why an action is illegal, in the words of players.
func (f *Instance) SpokenViolations(r rule.IllegalError) rule.IllegalError {
	list := slices.Clone(r)
	for i := range list {
		list[i].Reason = f.Spoken(list[i].Reason)
	}
	return list
}
