package rulesets

import (
	"errors"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// Every question by name is legal and solved exactly at once, and its aim can occur.
func TestTopicsAreAnswered(t *testing.T) {
	for _, r := range All {
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			if r.Short == "" || strings.ToUpper(r.Short[:1]) != r.Short[:1] {
				t.Errorf("players call it %q", r.Short)
			}
			if len(r.Topics) < 6 {
				t.Errorf("%d named questions; want at least 6", len(r.Topics))
			}
			for _, x := range r.Topics {
				happens := false
				for _, a := range x.Asks {
					p, err := r.Procedure(a.Procedure)
					if err != nil {
						t.Fatal(err)
					}
					words, _ := rule.ParseWords(strings.Fields(a.Words))
					q, err := p.NewQuestion(nil, words)
					if err != nil {
						t.Fatal(err)
					}
					answer, err := odds.Solve(t.Context(), q, odds.Options{Floats: true, Budget: 400_000})
					var no rule.IllegalError
					if errors.As(err, &no) || err != nil {
						t.Errorf("%s, %s: %v", x.Name, a.Label, err)
						continue
					}
					aim := a.Aim
					if aim == "" {
						aim = p.Phrase().Aim
					}
					for i, e := range p.Events {
						happens = happens || e.Name == aim && answer.Events[i].Float > 0
					}
					t.Logf("%s, %s: %d runs", x.Name, a.Label, answer.Runs)
				}
				if !happens {
					t.Errorf("%s: its aim is impossible", x.Name)
				}
			}
			for _, p := range r.Procedures {
				x := p.Phrase()
				if x.Title == "" || x.Aim == "" || x.Says == "" {
					t.Errorf("%s has no title, no aim or no sentence", p.Name)
				}
				for _, k := range p.Keys() {
					if text := said(x.Says, k.Path); k.Kind == "list" && text != "" && strings.Count(text, "|") < 3 {
						t.Errorf("%s: {%s} does not say what an empty list is", p.Name, text)
					}
				}
			}
		})
	}
}

// said returns the part of a sentence that states a key, or "".
func said(says, key string) string {
	before, after, found := strings.Cut(says, "{"+key+"|")
	if !found || strings.LastIndex(before, "[") > strings.LastIndex(before, "]") {
		return ""
	}
	words, _, _ := strings.Cut(after, "}")
	return key + "|" + words
}
