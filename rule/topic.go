package rule

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"loophole/internal/fieldtags"
)

// A Topic is a common question of players, with the situation that answers it, or with two to four
// situations to compare.
type Topic struct {
	Name  string // a word for addresses
	Title string // "Should I shell or storm?"
	Gist  string // the compared situations
	Asks  []Ask
}

// An Ask is one situation of a topic.
type Ask struct {
	Label     string // its name in the comparison: "storm it"
	Procedure string
	Words     string // settings over the defaults
	Aim       string // the desired event, if it is not that of the phrase
}

// MaxAsks is the largest number of situations in a comparison.
const MaxAsks = 4

// A Phrase has the texts of a procedure for players.
type Phrase struct {
	// Title names the procedure: "Storm a building".
	Title string
	// Says is the situation in a sentence. {key} stands for a value, and {key|# men} for a text in which
	// # is the value. {key|# men|nobody} has another text for 0, none and no, and {list|# men|somebody|nobody} also
	// one for an empty list. In the text of a list, <key> is another value of the same element, and <key/one> has
	// another text for 0, none and no. Text in square brackets is left out if all of its keys are 0, none or no, or
	// have the first of their options.
	Says string
	// Aim is the event that the asking side desires.
	Aim string
	// Own and Theirs are the measures of the losses of the asking side and of the other, or of
	// their strength left.
	Own, Theirs string
	// Left says that Own and Theirs count what is left, and not what is lost.
	Left bool
}

// TopicFaults returns the errors in the topics and phrases of a ruleset. It builds all of their
// questions, which takes too long at each start, so only the conformance kit calls it.
func (r *Ruleset) TopicFaults() error {
	var faults []error
	for _, t := range r.Topics {
		if t.Name == "" || t.Title == "" || t.Gist == "" || len(t.Asks) == 0 || len(t.Asks) > MaxAsks {
			faults = append(faults, fmt.Errorf("topic %q needs a name, a title, a gist, and 1 to %d situations", t.Name, MaxAsks))
		}
		for _, a := range t.Asks {
			p, err := r.Procedure(a.Procedure)
			if err == nil {
				_, err = p.ask(a.Words)
			}
			if err == nil {
				err = p.checkPhrase(Phrase{Aim: a.Aim})
			}
			if err != nil {
				faults = append(faults, fmt.Errorf("topic %q: %w", t.Name, err))
			}
		}
	}
	for name, x := range r.Phrases {
		p, err := r.Procedure(name)
		if err == nil {
			err = p.checkPhrase(x)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("phrase of %s: %w", name, err))
		}
	}
	return errors.Join(faults...)
}

// ask returns the question for words over the defaults.
func (p *Procedure) ask(text string) (*Question, error) {
	settings, err := ParseWords(strings.Fields(text))
	if err != nil {
		return nil, err
	}
	return p.NewQuestion(nil, settings)
}

// checkPhrase returns the first error of a phrase.
func (p *Procedure) checkPhrase(x Phrase) error {
	if err := p.checkTemplate(x.Says); err != nil {
		return err
	}
	for _, f := range []struct {
		field, name, what string
		list              []Label
	}{{"Aim", x.Aim, "event", p.Events}, {"Own", x.Own, "measure", p.Measures}, {"Theirs", x.Theirs, "measure", p.Measures}} {
		var names []string
		for _, t := range f.list {
			names = append(names, t.Name)
		}
		if f.name != "" && !slices.Contains(names, f.name) {
			return fmt.Errorf("%s %q is no %s of %s%s", f.field, f.name, f.what, p.Name, suggest(f.name, names))
		}
	}
	return nil
}

// checkTemplate returns the first error of a template, as [Phrase] describes it.
func (p *Procedure) checkTemplate(template string) error {
	kinds := map[string]string{}
	for _, k := range p.Keys() {
		kinds[k.Path] = k.Kind
	}
	group := false
	for rest := template; ; {
		at := strings.IndexAny(rest, "{}[]|")
		if at < 0 {
			break
		}
		mark, after := rest[at], rest[at+1:]
		switch {
		case mark == '[' && !group, mark == ']' && group:
			group, rest = mark == '[', after
			continue
		case mark != '{':
			return fmt.Errorf("%q has a %c too many: |, {} and [] have a meaning in it", template, mark)
		}
		inner, more, closed := strings.Cut(after, "}")
		if !closed {
			return fmt.Errorf("%q has no closing brace", "{"+inner)
		}
		if stray := strings.IndexAny(inner, "{[]"); stray >= 0 {
			return fmt.Errorf("%q has a %c within its braces", "{"+inner+"}", inner[stray])
		}
		if err := checkBraces(inner, kinds); err != nil {
			return err
		}
		rest = more
	}
	if group {
		return fmt.Errorf("%q has no closing bracket", template)
	}
	return nil
}

// checkBraces returns the error of the text between the braces of a template. kinds has the kind of each key.
func checkBraces(text string, kinds map[string]string) error {
	parts := strings.Split(text, "|")
	key := parts[0]
	kind, known := kinds[key]
	if !known {
		return fmt.Errorf("there is no key %q%s", key, suggest(key, slices.Sorted(maps.Keys(kinds))))
	}
	switch n := len(parts); {
	case kind == "list" && n > 4:
		return fmt.Errorf("%q has %d texts: a list has at most three, for its elements, for their default and for none", "{"+text+"}", n-1)
	case kind != "list" && n > 3:
		return fmt.Errorf("%q has %d texts: a value has at most two, for itself and for its default", "{"+text+"}", n-1)
	case n == 1:
		return nil
	}
	for words := parts[1]; ; {
		_, after, opened := strings.Cut(words, "<")
		if !opened {
			return nil
		}
		of, more, closed := strings.Cut(after, ">")
		if !closed {
			return fmt.Errorf("%q has a < without a >", "{"+text+"}")
		}
		if of, _, _ = strings.Cut(of, "/"); kinds[key+".N."+of] == "" {
			return fmt.Errorf("the members of %q have no key %q", key, of)
		}
		words = more
	}
}

// Phrase returns the texts of the procedure for players.
func (p *Procedure) Phrase() Phrase { return p.rules.Phrases[p.Name] }

// Parts describes the parts of a situation that contain keys: the path and the meaning of each.
func (p *Procedure) Parts() []Label { return parts("", reflect.TypeOf(p.spec.situation)) }

func parts(prefix string, t reflect.Type) (list []Label) {
	for i := range t.NumField() {
		f, of := t.Field(i), t.Field(i).Type
		path := prefix
		if !f.Anonymous {
			path = strings.TrimPrefix(prefix+"."+fieldtags.Key(f), ".")
			switch {
			case of.Kind() == reflect.Array && of.Elem().Kind() == reflect.Struct:
				if names := fieldtags.Tags(f.Tag).Each(); names != nil {
					for _, n := range names {
						list = append(list, parts(path+"."+n, of.Elem())...)
					}
					continue
				}
				of, path = of.Elem(), path+".N"
			case of.Kind() == reflect.Struct:
				list = append(list, Label{path, fieldtags.Tags(f.Tag).Doc()})
			}
		}
		if of.Kind() == reflect.Struct {
			list = append(list, parts(path, of)...)
		}
	}
	return list
}

// Said returns a situation that an action built for this procedure, as the words that differ from
// the defaults. ok is false for a situation of another procedure.
func (p *Procedure) Said(situation any) (words []string, ok bool) {
	usual := p.spec.situation
	if reflect.TypeOf(situation) != reflect.TypeOf(usual) {
		return nil, false
	}
	return (&schema{"situation", p.rules}).words(situation, usual), true
}
