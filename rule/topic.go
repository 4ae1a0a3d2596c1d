package rule

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"loophole/internal/fieldtags"
)

// A Topic is a question as players put it, with a situation that answers it, or two to
// four that are held beside each other.
type Topic struct {
	Name  string // a word, as addresses have it
	Title string // "Should I shell or storm?"
	Gist  string // what stands against what
	Asks  []Ask
}

// An Ask is one of the situations of a topic.
type Ask struct {
	Label     string // what it is called beside the others: "storm it"
	Procedure string
	Words     string // over the defaults
	Aim       string // the event that is hoped for, if not that of the phrase
}

// MostAsks is how many situations stand beside each other.
const MostAsks = 4

// A Phrase is how players put the question of a procedure.
type Phrase struct {
	// Title is what is done: "Storm a building".
	Title string
	// Says is the situation in a sentence: {key} stands for a value, {key|# men} for
	// one with words around it, {key|# men|a usual squad} has other words for what is
	// usual, and {list|# men|a usual squad|nobody} words for an empty list besides. In
	// the words of a list <key> stands for another value of the same member, and <key/one>
	// for one with another word for what is usual. What stands in square brackets is left
	// out where all of its keys are as usual.
	Says string
	// Aim is the event that who asks hopes for.
	Aim string
	// Own and Theirs are the measures of what the asking side loses, and the other; or
	// of what is left of them.
	Own, Theirs string
	Left        bool
}

// TopicFaults says what is wrong with the topics and phrases of a rulebook. It asks all
// of their questions: the conformance kit does, as that takes too long at each start.
func (r *Ruleset) TopicFaults() error {
	var faults []error
	for _, t := range r.Topics {
		if t.Name == "" || t.Title == "" || t.Gist == "" || len(t.Asks) == 0 || len(t.Asks) > MostAsks {
			faults = append(faults, fmt.Errorf("topic %q has no name, title or gist, or has not 1 to %d situations", t.Name, MostAsks))
		}
		for _, a := range t.Asks {
			p, err := r.Procedure(a.Procedure)
			if err == nil {
				_, err = p.words(a.Words)
			}
			if err == nil {
				err = p.phrased(Phrase{Aim: a.Aim})
			}
			if err != nil {
				faults = append(faults, fmt.Errorf("topic %q: %w", t.Name, err))
			}
		}
	}
	for name, x := range r.Phrases {
		p, err := r.Procedure(name)
		if err == nil {
			err = p.phrased(x)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("phrase of %s: %w", name, err))
		}
	}
	return errors.Join(faults...)
}

// words asks a question in words, over the defaults.
func (p *Procedure) words(text string) (*Question, error) {
	settings, err := ParseWords(strings.Fields(text))
	if err != nil {
		return nil, err
	}
	return p.NewQuestion(nil, settings)
}

// phrased says what is wrong with a phrase.
func (p *Procedure) phrased(x Phrase) error {
	known := map[string]bool{}
	for _, k := range p.Keys() {
		known[k.Path] = true
	}
	for rest := x.Says; ; {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			break
		}
		inner, more, closed := strings.Cut(after, "}")
		key, words, _ := strings.Cut(inner, "|")
		if !closed || !known[key] {
			return fmt.Errorf("there is no key %q", inner)
		}
		for strings.Contains(words, "<") {
			var of string
			_, of, _ = strings.Cut(words, "<")
			of, words, _ = strings.Cut(of, ">")
			if of, _, _ = strings.Cut(of, "/"); !known[key+".N."+of] {
				return fmt.Errorf("the members of %q have no key %q", key, of)
			}
		}
		rest = more
	}
	has := func(list []Label, name string) bool {
		for _, t := range list {
			if t.Name == name {
				return true
			}
		}
		return name == ""
	}
	if !has(p.Events, x.Aim) || !has(p.Measures, x.Own) || !has(p.Measures, x.Theirs) {
		return fmt.Errorf("the aim %q, or a measure %q or %q, is not there", x.Aim, x.Own, x.Theirs)
	}
	return nil
}

// Phrase is how players put the question of the procedure.
func (p *Procedure) Phrase() Phrase { return p.rules.Phrases[p.Name] }

// Parts describes the parts of a situation that hold keys: the path of each with what
// it is.
func (p *Procedure) Parts() []Label { return parts("", reflect.TypeOf(p.inner.defaults())) }

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

// Said returns a situation that an action built for this procedure, in the words that
// differ from the defaults; ok is false for one of another procedure.
func (p *Procedure) Said(situation any) (words []string, ok bool) {
	usual := p.inner.defaults()
	if reflect.TypeOf(situation) != reflect.TypeOf(usual) {
		return nil, false
	}
	return (&schema{"situation", p.rules}).words(situation, usual), true
}
