package tabletop

import (
	"context"
	"net/url"
	"strings"

	"loophole/rule"
	"loophole/rulesets"
)

// Topic is a question as players put it.
type Topic struct {
	Ruleset string  `json:"ruleset"`
	Name    string  `json:"name"`
	Title   string  `json:"title" doc:"Should I shell or storm?"`
	Gist    string  `json:"gist" doc:"what stands against what"`
	Asks    []AskOf `json:"asks" doc:"one to four situations, to be held beside each other"`
}

// AskOf is one situation of a topic.
type AskOf struct {
	Label     string   `json:"label" doc:"what it is called beside the others"`
	Procedure string   `json:"procedure"`
	Set       []string `json:"set" doc:"KEY=VALUE, as the questions take them"`
	Aim       string   `json:"aim,omitempty" doc:"the event that is hoped for, if not that of the procedure"`
}

type topicsOutput struct {
	Lasting
	Body []Topic
}

// topics lists what players ask, rulebook by rulebook.
func (s *Server) topics(_ context.Context, in *Condition) (*topicsOutput, error) {
	if err := s.same(*in, "all"); err != nil {
		return nil, err
	}
	out := &topicsOutput{Lasting: s.last("all"), Body: []Topic{}}
	for _, g := range rulesets.Games {
		for _, t := range g.Rules.Topics {
			x := Topic{Ruleset: g.Rules.ID, Name: t.Name, Title: t.Title, Gist: t.Gist, Asks: []AskOf{}}
			for _, a := range t.Asks {
				x.Asks = append(x.Asks, AskOf{a.Label, a.Procedure, append([]string{}, strings.Fields(a.Words)...), a.Aim})
			}
			out.Body = append(out.Body, x)
		}
	}
	return out, nil
}

// benchAddress is where the bench asks a question, as the page has it.
func benchAddress(p *rule.Procedure, words []string, house *rule.House) string {
	q := url.Values{"ruleset": {p.Rules().ID}, "procedure": {p.Name}, "example": {""}}
	q["set"] = words
	for _, s := range house.Given() {
		if name, ok := strings.CutPrefix(s.Path, "rulings."); ok {
			q.Add("ruling", name+"="+s.Value)
		} else {
			q.Add("house", s.Path+"="+s.Value)
		}
	}
	return "/odds?" + q.Encode()
}
