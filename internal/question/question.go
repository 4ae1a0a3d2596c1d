// Package question reads the parts of a question from text. The command line and the HTTP API
// share it, so that both read, check and reject the same words in the same way.
package question

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"loophole/internal/usertext"
	"loophole/rule"
)

// A Param is a flag, or a parameter of the API, that takes NAME=VALUE words.
type Param struct {
	Name   string // in errors: "set", "--ruling"
	Prefix string // added to each name: "rulings."
	Form   string // of a word, for errors: "NAME=READING"
	Placed bool   // each setting keeps Name and its word as its place, for later errors
}

// Parse turns words into settings. Its error lists every word that is not of the form.
func (p Param) Parse(words []string) ([]rule.Setting, error) {
	var list []rule.Setting
	var wrong []error
	for _, w := range words {
		k, v, ok := strings.Cut(w, "=")
		if !ok || k == "" {
			wrong = append(wrong, fmt.Errorf("%s: %q is not %s", p.Name, usertext.Truncate(w), p.Form))
			continue
		}
		s := rule.Setting{Path: p.Prefix + k, Value: v}
		if p.Placed {
			s.Place = p.Name + " " + w
		}
		list = append(list, s)
	}
	return list, errors.Join(wrong...)
}

// Events returns the places of the named events in the procedure's list, or of all events if
// names is empty. The error names the first unknown event and one with a similar name.
func Events(p *rule.Procedure, names []string) ([]int, error) {
	known := make([]string, len(p.Events))
	all := make([]int, len(p.Events))
	for i, e := range p.Events {
		known[i], all[i] = e.Name, i
	}
	if len(names) == 0 {
		return all, nil
	}
	var picked []int
	for _, n := range names {
		i := slices.Index(known, n)
		if i < 0 {
			return nil, fmt.Errorf("%s: unknown event %q%s", p.Name, usertext.Truncate(n), rule.Suggest(n, known))
		}
		picked = append(picked, i)
	}
	return picked, nil
}
