package server

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"loophole/internal/wire"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
)

// Topic is a question in players' words.
type Topic struct {
	Ruleset string  `json:"ruleset"`
	Name    string  `json:"name"`
	Title   string  `json:"title" doc:"Should I shell or storm?"`
	Gist    string  `json:"gist" doc:"the compared situations"`
	Asks    []AskOf `json:"asks" doc:"one to four situations to compare"`
}

// AskOf is one situation of a topic.
type AskOf struct {
	Label     string   `json:"label" doc:"its name in the comparison"`
	Procedure string   `json:"procedure"`
	Set       []string `json:"set" doc:"KEY=VALUE, as in questions"`
	Aim       string   `json:"aim,omitempty" doc:"the desired event, if it is not that of the procedure"`
	Hoped     string   `json:"hoped" doc:"the desired result in words"`
}

type topicsOutput struct {
	Cacheable
	Body []Topic
}

// topics lists the topics of each ruleset.
func (s *Server) topics(_ context.Context, in *CacheCondition) (*topicsOutput, error) {
	if err := s.notModified(*in, "all"); err != nil {
		return nil, err
	}
	out := &topicsOutput{Cacheable: s.cacheHeaders("all"), Body: []Topic{}}
	for _, g := range rulesets.Games {
		for _, t := range g.Rules.Topics {
			x := Topic{Ruleset: g.Rules.ID, Name: t.Name, Title: t.Title, Gist: t.Gist, Asks: []AskOf{}}
			for _, a := range t.Asks {
				_, hoped, err := aimOf(g.Rules, a)
				if err != nil {
					return nil, err
				}
				x.Asks = append(x.Asks, AskOf{a.Label, a.Procedure, append([]string{}, strings.Fields(a.Words)...), a.Aim, hoped.Gist})
			}
			out.Body = append(out.Body, x)
		}
	}
	return out, nil
}

// namedAnswers keeps the answers to all topics once they are computed.
type namedAnswers struct {
	one *queueLimiter // for the request that computes them
	all atomic.Pointer[[]Answered]
}

// Answered are the answers to a topic.
type Answered struct {
	Ruleset string  `json:"ruleset"`
	Name    string  `json:"name"`
	Asks    []AimOf `json:"asks" doc:"one for each of its situations"`
}

// AimOf is the chance of the hoped-for event in a situation.
type AimOf struct {
	P     string  `json:"p,omitempty"`
	Float float64 `json:"float"`
}

type answeredOutput struct {
	Cacheable
	Body []Answered
}

// topicChances answers all topics. The answers are computed once.
func (s *Server) topicChances(ctx context.Context, in *CacheCondition) (*answeredOutput, error) {
	if err := s.notModified(*in, "all"); err != nil {
		return nil, err
	}
	all := s.topicsAsked.all.Load()
	if all == nil {
		var err error
		if all, err = s.firstTopicChances(ctx); err != nil {
			return nil, err
		}
	}
	return &answeredOutput{s.cacheHeaders("all"), *all}, nil
}

// firstTopicChances computes the answers to all topics in a place for calculations. Other requests
// for them wait outside, so that they take no places meanwhile.
func (s *Server) firstTopicChances(ctx context.Context) (*[]Answered, error) {
	done, err := s.topicsAsked.one.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if all := s.topicsAsked.all.Load(); all != nil {
		return all, nil // Another request was faster.
	}
	leave, err := s.bench.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	all, err := answerTopics(ctx)
	if err != nil {
		return nil, s.engineProblem(ctx, err)
	}
	s.topicsAsked.all.Store(&all)
	return &all, nil
}

// answerTopics computes the chance of the hoped-for event of every topic.
func answerTopics(ctx context.Context) ([]Answered, error) {
	var all []Answered
	for _, g := range rulesets.Games {
		for _, t := range g.Rules.Topics {
			x := Answered{Ruleset: g.Rules.ID, Name: t.Name}
			for _, a := range t.Asks {
				aim, err := answerAsk(ctx, g.Rules, a)
				if err != nil {
					return nil, err
				}
				x.Asks = append(x.Asks, aim)
			}
			all = append(all, x)
		}
	}
	return all, nil
}

func answerAsk(ctx context.Context, r *rule.Ruleset, a rule.Ask) (AimOf, error) {
	p, aim, err := aimOf(r, a)
	if err != nil {
		return AimOf{}, err
	}
	words, err := rule.ParseWords(strings.Fields(a.Words))
	if err != nil {
		return AimOf{}, err
	}
	q, err := p.NewQuestion(nil, words)
	if err != nil {
		return AimOf{}, err
	}
	found, err := odds.Chances(ctx, q, odds.Options{}, slices.Index(p.Events, aim))
	if err != nil {
		return AimOf{}, err
	}
	return AimOf{wire.Fraction(found[0]), found[0].Float}, nil
}

// aimOf returns the procedure and the hoped-for event of a situation.
func aimOf(r *rule.Ruleset, a rule.Ask) (*rule.Procedure, rule.Label, error) {
	p, err := r.Procedure(a.Procedure)
	if err != nil {
		return nil, rule.Label{}, err
	}
	name := cmp.Or(a.Aim, p.Phrase().Aim)
	at := slices.IndexFunc(p.Events, func(t rule.Label) bool { return t.Name == name })
	return p, p.Events[at], nil // MustRuleset has checked the event.
}

// benchAddress returns the address of a question on the odds page.
func benchAddress(p *rule.Procedure, words []string, house *rule.HouseRules) string {
	q := url.Values{"ruleset": {p.Rules().ID}, "procedure": {p.Name}, "example": {""}}
	q["set"] = words
	for _, s := range house.Overrides() {
		if name, ok := strings.CutPrefix(s.Path, "rulings."); ok {
			q.Add("ruling", name+"="+s.Value)
		} else {
			q.Add("house", s.Path+"="+s.Value)
		}
	}
	return "/odds?" + q.Encode()
}
