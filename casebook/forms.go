package casebook

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// A form is a way to write a fact: its pattern, its subject and value, and its check. Two facts
// with the same subject and different values contradict each other, as a case and its twin must.
type form struct {
	written *regexp.Regexp
	about   func(m []string) (subject, value string)
	holds   func(r *run, m []string) error
	ofGame  bool // it is about a game, which a case of questions alone does not have
}

// forms lists the forms, which are tried in order. It is set in init, since the functions refer to each other.
var forms func() []form

func init() { forms = sync.OnceValue(listForms) }

func listForms() (list []form) {
	word, quoted := `(\S+)`, `"(.*)"`
	add := func(pattern string, about func(m []string) (string, string), holds func(*run, []string) error) {
		list = append(list, form{written: regexp.MustCompile("^" + pattern + "$"), about: about, holds: holds})
	}
	addOfGame := func(pattern string, about func(m []string) (string, string), holds func(*run, []string) error) {
		add(pattern, about, holds)
		list[len(list)-1].ofGame = true
	}
	is := func(subject, value string) func(m []string) (string, string) {
		fill := func(s string, m []string) string {
			for i := len(m) - 1; i > 0; i-- {
				s = strings.ReplaceAll(s, fmt.Sprintf("$%d", i), m[i])
			}
			return s
		}
		return func(m []string) (string, string) { return fill(subject, m), fill(value, m) }
	}
	// About the game.
	addOfGame(`legal (.+)`, is("legal $1", "yes"), (*run).legal)
	addOfGame(`illegal ([^\[]+?)(?: \[(.+)\])?`, is("legal $1", "no"), (*run).illegal)
	addOfGame(`chance (.+): `+word+` `+word+`(?: if (.+))?`, is("chance $2", "$3"), (*run).chance)
	add(`chance `+word+` `+word, is("chance $1", "$2"), (*run).chanceOf)
	add(`mean `+word+` `+word, is("mean $1", "$2"), (*run).meanOf)
	addOfGame(`turn (.+)`, is("turn", "$1"), (*run).turn)
	addOfGame(`round (\d+)`, is("round", "$1"), (*run).round)
	addOfGame(`phase (.+)`, is("phase", "$1"), (*run).phase)
	addOfGame(`not over`, is("over", "no"), (*run).notOver)
	addOfGame(`over (.+)`, is("over", "$1"), (*run).over)
	// About the last action.
	add(`event `+word, is("event $1", "yes"), (*run).event)
	add(`no event `+word, is("event $1", "no"), (*run).noEvent)
	add(`cites `+word, nil, (*run).cites)
	add(`no clause `+word, nil, (*run).citesNot)
	add(`amount `+word+` ([+-]?\d+)`, is("amount $1", "$2"), (*run).amount)
	add(`says `+quoted, nil, (*run).says)
	add(`silent `+quoted, nil, (*run).silent)
	add(`refused `+quoted, nil, (*run).refusedWith)
	// About the pieces and structures on the table.
	addOfGame(`text `+quoted, is("text $1", "yes"), (*run).text)
	addOfGame(`no text `+quoted, is("text $1", "no"), (*run).noText)
	addOfGame(`line `+word+` to `+word+` (clear|blocked)(?: `+word+`)?`, is("line $1 $2", "$3 $4"), (*run).lineOf)
	addOfGame(`(.+) lost (\d+)`, is("lost $1", "$2"), (*run).lost)
	addOfGame(word+` strength (\d+)`, is("strength $1", "$2"), (*run).strength)
	addOfGame(word+` text `+quoted, is("text $1 $2", "yes"), (*run).pieceText)
	addOfGame(word+` no text `+quoted, is("text $1 $2", "no"), (*run).pieceNoText)
	addOfGame(word+` gone`, is("where $1", "gone"), (*run).gone)
	addOfGame(word+` at (.+)`, is("where $1", "$2"), (*run).at)
	addOfGame(word+` stands`, is("standing $1", "yes"), (*run).stands)
	addOfGame(word+` fell`, is("standing $1", "no"), (*run).fell)
	addOfGame(word+` has no `+word, is("has $1 $2", "no"), (*run).hasNot)
	addOfGame(word+` has `+word, is("has $1 $2", "yes"), (*run).has)
	addOfGame(word+` isn't (.+)`, is("is $1 $2", "no"), (*run).isNot)
	addOfGame(word+` is (.+)`, is("is $1 $2", "yes"), (*run).is)
	return list
}

// formOf returns the form of a fact and its parts, or nil.
func formOf(fact string) (*form, []string) {
	list := forms()
	for i := range list {
		if m := list[i].written.FindStringSubmatch(fact); m != nil {
			return &list[i], m
		}
	}
	return nil, nil
}

// wellFormed returns an error for a fact without a form.
func wellFormed(fact string) error {
	if f, _ := formOf(fact); f == nil {
		return fmt.Errorf("%q is not a fact: docs/casebook.md lists the forms of facts", fact)
	}
	return nil
}

// effects returns the values that a case states, by their subjects. The last value of each
// subject counts. Two subjects are no facts: whether the last action or question was refused, and
// what it asked.
func (c *Case) effects() map[string]string {
	told := map[string]string{}
	for i := range c.Steps {
		s := &c.Steps[i]
		if s.Kind == Action || s.Kind == Question {
			told["the last line"] = "played"
			if s.Violated != nil {
				told["the last line"] = "refused"
			}
			told["questions"] = ""
			for _, a := range s.Answers {
				told["questions"] += a.By + " " + a.Dice + ";"
			}
		}
		f, m := formOf(s.Text)
		if s.Kind != Fact || f == nil || f.about == nil {
			continue
		}
		subject, value := f.about(m)
		told[subject] = value
	}
	return told
}

// Contradicts reports whether two cases state different values of one subject, or one states that
// a piece is gone and the other states its strength. Whether the last action or question was refused, and
// what it asked, count as subjects too.
func (c *Case) Contradicts(other *Case) bool {
	mine, theirs := c.effects(), other.effects()
	for subject, value := range mine {
		if v, ok := theirs[subject]; ok && v != value {
			return true
		}
	}
	return dies(mine, theirs) || dies(theirs, mine)
}

func dies(here, there map[string]string) bool {
	for subject, value := range here {
		if piece, ok := strings.CutPrefix(subject, "where "); ok && value == "gone" {
			if _, lives := there["strength "+piece]; lives {
				return true
			}
		}
	}
	return false
}
