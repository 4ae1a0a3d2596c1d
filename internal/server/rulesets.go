package server

import (
	"context"
	"strings"

	"loophole/game"
	"loophole/internal/status"
	"loophole/internal/wire"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// RulesetSummary is a ruleset in a list.
type RulesetSummary struct {
	ID         string   `json:"ruleset"`
	Title      string   `json:"title"`
	Short      string   `json:"short" doc:"the name in short"`
	Chapter    string   `json:"chapter"`
	Gist       string   `json:"gist" doc:"the part of the host game that is played"`
	Hash       string   `json:"hash" doc:"identifies the rules of this program"`
	Clauses    int      `json:"clauses"`
	OfChapter  int      `json:"ofChapter" doc:"clauses of the chapter itself that have an effect in play"`
	Effective  int      `json:"effective" doc:"of these, the clauses whose effect on a position, a violation or a number a case shows"`
	LeavesOut  []string `json:"leavesOut" doc:"the parts of its host game and of the chapter that the game leaves out, in sentences"`
	Procedures []string `json:"procedures"`
	Scenarios  []string `json:"scenarios"`
}

// RulesetDetail is a ruleset with its procedures, rulings and facts.
type RulesetDetail struct {
	RulesetSummary
	Parts       []rule.Label      `json:"parts" doc:"the procedures, with the part of play of each"`
	Titles      map[string]string `json:"titles" doc:"what each procedure resolves, in a few words, by its name"`
	ActionTypes []ActionTypeOf    `json:"actionTypes" doc:"the action types of the game"`
	Events      []rule.Label      `json:"events" doc:"the named events of the game"`
	Rulings     []RulingOf        `json:"rulings"`
	Facts       []FactOf          `json:"facts"`
	Games       []ScenarioSummary `json:"games" doc:"the bundled scenarios"`
	Policies    []PolicyOf        `json:"policies" doc:"the policies that can play a side"`
	StartDice   []string          `json:"dice" doc:"who can roll"`
}

// PolicyOf is a policy, with its measured strength.
type PolicyOf struct {
	Name   string    `json:"name"`
	Gist   string    `json:"gist"`
	Rating *RatingOf `json:"rating,omitempty" doc:"the measured strength over all bundled rulebooks, compared with a weaker policy; styles have none"`
	Here   *RatingOf `json:"rating_here,omitempty" doc:"the same in this rulebook"`
}

// RatingOf is the measured strength of a policy.
type RatingOf struct {
	Against  string  `json:"against" doc:"the weaker policy"`
	Score    float64 `json:"score" doc:"mean score against it from both sides together, without luck"`
	Points   int     `json:"points" doc:"the same in Elo points above it"`
	Interval int     `json:"interval" doc:"half of the 95 % interval of the points"`
}

// ActionTypeOf is an action type.
type ActionTypeOf struct {
	Name  string `json:"name"`
	Gist  string `json:"gist"`
	Group string `json:"group"`
	Form  string `json:"form" doc:"the form of its lines: move UNIT to PLACE"`

	Events []string `json:"events" doc:"the events of which its odds have chances"`
}

// RulingOf is a ruling, or an optional rule.
type RulingOf struct {
	Name     string      `json:"name"`
	Clause   rule.Clause `json:"clause"`
	Question string      `json:"question"`
	Option   bool        `json:"option" doc:"the rulebook offers the choice itself"`
	Readings []ReadingOf `json:"readings" doc:"the default first"`
}

// ReadingOf is a reading of a ruling.
type ReadingOf struct {
	Name string `json:"name"`
	Gist string `json:"gist"`
}

// FactOf is a host fact.
type FactOf struct {
	Name       string      `json:"name"`
	Clause     rule.Clause `json:"clause"`
	Text       string      `json:"text"`
	Value      int         `json:"value"`
	Low        int         `json:"low"`
	High       int         `json:"high"`
	Confidence string      `json:"confidence"`
}

// ClauseOf is a clause of the ledger.
type ClauseOf struct {
	ID      string `json:"id"`
	Title   string `json:"title" doc:"the section, and the place in it"`
	Status  string `json:"status"`
	Where   string `json:"where" doc:"the place in the source document"`
	Gist    string `json:"gist"`
	Section string `json:"section"`
	Try     string `json:"try,omitempty" doc:"a situation that cites it"`
	// Cases is empty for a clause that is not operative.
	Cases []string `json:"cases" doc:"the cases that show its effect"`
}

// ScenarioSummary is a scenario in a list.
type ScenarioSummary struct {
	Ruleset string `json:"ruleset"`
	Name    string `json:"name"`
	Title   string `json:"title"`
	Gist    string `json:"gist"`
	Minutes int    `json:"minutes" doc:"minutes of a game at a table; 0 if unknown"`
	Source  string `json:"source"`

	Sides  []string   `json:"sides"`
	Rounds int        `json:"rounds" doc:"the number of rounds or turns until the end; 0 if the set-up sets none"`
	Called string     `json:"rounds_called" enum:"rounds,turns" doc:"what the rulebook calls them"`
	Played *PlayedOut `json:"played" doc:"the results of self-play; null if it was not measured"`
}

func gameOf(id string) (*game.Game, error) {
	g, err := rulesets.Game(id)
	if err != nil {
		return nil, problem(status.NotFound, "no-ruleset", "%v", err)
	}
	return g, nil
}

func summaryOfRuleset(g *game.Game) RulesetSummary {
	r := g.Rules
	b := RulesetSummary{ID: r.ID, Title: r.Title, Short: r.Short, Chapter: r.Chapter, Gist: g.Gist, Hash: r.Hash(), Clauses: len(r.Ledger.Statements), LeavesOut: append([]string{}, g.LeavesOut...), Procedures: []string{}, Scenarios: []string{}}
	n := r.Coverage()
	b.OfChapter, b.Effective = n.Chapter, n.Effective
	for _, p := range r.Procedures {
		b.Procedures = append(b.Procedures, p.Name)
	}
	for _, x := range scenario.Bundled() {
		if x.Ruleset == r.ID {
			b.Scenarios = append(b.Scenarios, x.Name)
		}
	}
	return b
}

// Cacheable has the headers of an answer that never changes while the program runs. A browser may
// keep it and asks whether it is still valid.
type Cacheable struct {
	ETag  string `header:"ETag"`
	Cache string `header:"Cache-Control"`
}

// cacheHeaders returns the cache headers of an answer that depends on the rules and the program only.
func (s *Server) cacheHeaders(rules string) Cacheable {
	return Cacheable{`"` + rules + "-" + s.build + `"`, "public, no-cache"}
}

// CacheCondition is the request header of a client that has an answer, and needs another one only
// if it has changed.
type CacheCondition struct {
	IfNoneMatch string `header:"If-None-Match" maxLength:"200"`
}

// notModified returns the response "not modified" as an error if the client has the present
// version of an answer, and otherwise nil.
func (s *Server) notModified(in CacheCondition, rules string) error {
	if tag := s.cacheHeaders(rules).ETag; matches(in.IfNoneMatch, tag) {
		return notModified(tag)
	}
	return nil
}

type rulesetsOutput struct {
	Cacheable
	Body []RulesetSummary
}

func (s *Server) listRulesets(_ context.Context, in *CacheCondition) (*rulesetsOutput, error) {
	if err := s.notModified(*in, "all"); err != nil {
		return nil, err
	}
	out := &rulesetsOutput{Cacheable: s.cacheHeaders("all"), Body: []RulesetSummary{}}
	for _, g := range rulesets.Games {
		out.Body = append(out.Body, summaryOfRuleset(g))
	}
	return out, nil
}

// RulesetInput names a ruleset.
type RulesetInput struct {
	CacheCondition
	Ruleset string `path:"ruleset" maxLength:"64"`
}

type rulesetOutput struct {
	Cacheable
	Body RulesetDetail
}

func (s *Server) showRuleset(_ context.Context, in *RulesetInput) (*rulesetOutput, error) {
	g, err := gameOf(in.Ruleset)
	if err != nil {
		return nil, err
	}
	if err := s.notModified(in.CacheCondition, g.Rules.Hash()); err != nil {
		return nil, err
	}
	b := RulesetDetail{RulesetSummary: summaryOfRuleset(g), Parts: []rule.Label{}, Titles: map[string]string{}, ActionTypes: []ActionTypeOf{}, Events: g.Events, Rulings: []RulingOf{}, Facts: []FactOf{}, Games: []ScenarioSummary{}, Policies: policies(g.Rules.ID), StartDice: []string{"program", "typed"}}
	for _, p := range g.Rules.Procedures {
		b.Parts = append(b.Parts, rule.Label{Name: p.Name, Gist: p.Gist})
		b.Titles[p.Name] = p.Phrase().Title
	}
	for _, t := range g.ActionTypes {
		x := ActionTypeOf{t.Name, t.Gist, t.Group, t.Usage(), []string{}}
		for _, e := range t.Events {
			x.Events = append(x.Events, g.Events[e].Name)
		}
		b.ActionTypes = append(b.ActionTypes, x)
	}
	for _, x := range g.Rules.Rulings {
		r := RulingOf{x.Name, x.Cite, x.Question, x.Option, nil}
		for _, y := range x.Readings {
			r.Readings = append(r.Readings, ReadingOf{y.Name, y.Gist})
		}
		b.Rulings = append(b.Rulings, r)
	}
	for _, f := range g.Rules.Facts {
		b.Facts = append(b.Facts, FactOf{f.Name, f.Cite, f.Text, f.Value, f.Min, f.Max, f.Confidence.String()})
	}
	for _, x := range scenario.Bundled() {
		if x.Ruleset == g.Rules.ID {
			b.Games = append(b.Games, summaryOf(x))
		}
	}
	return &rulesetOutput{s.cacheHeaders(g.Rules.Hash()), b}, nil
}

type clausesOutput struct {
	Cacheable
	Body []ClauseOf
}

func (s *Server) clauses(_ context.Context, in *RulesetInput) (*clausesOutput, error) {
	g, err := gameOf(in.Ruleset)
	if err != nil {
		return nil, err
	}
	if err := s.notModified(in.CacheCondition, g.Rules.Hash()); err != nil {
		return nil, err
	}
	out := &clausesOutput{Cacheable: s.cacheHeaders(g.Rules.Hash()), Body: []ClauseOf{}}
	for _, x := range g.Rules.Ledger.Statements {
		e := g.Rules.EvidenceFor(x.ID)
		out.Body = append(out.Body, ClauseOf{string(x.ID), x.Title(), string(x.Status), x.Where, x.Gist, x.Section, e.Shortest, append([]string{}, e.Cases...)})
	}
	return out, nil
}

// ProcedureInput names a procedure.
type ProcedureInput struct {
	RulesetInput
	Procedure string `path:"procedure" maxLength:"64"`
}

// KeyOf is a key of a situation, with the texts of a form.
type KeyOf struct {
	Path    string   `json:"path"`
	Gist    string   `json:"gist"`
	Label   string   `json:"label" doc:"the value in a few words"`
	Note    string   `json:"note,omitempty" doc:"a remark, such as the meaning of 0"`
	Kind    string   `json:"kind" enum:"whole number,word,yes-no,list"`
	Unit    string   `json:"unit,omitempty"`
	Low     int      `json:"low"`
	High    int      `json:"high"`
	Options []string `json:"options" doc:"of a word or yes-no: the allowed values"`
	Texts   []string `json:"texts" doc:"of the options: their names for players"`
	Symbols []string `json:"symbols,omitempty" doc:"of the options of a table of units: the symbols of their counters, empty for a unit without one"`
	Default string   `json:"default"`
}

// ProcedureDetail is a procedure with everything that a form for its situation needs.
type ProcedureDetail struct {
	Ruleset   string                  `json:"ruleset"`
	Procedure string                  `json:"procedure"`
	Title     string                  `json:"title" doc:"what is resolved, in a few words"`
	Gist      string                  `json:"gist"`
	Says      string                  `json:"says,omitempty" doc:"the situation in a sentence: {key} is a value, {key|# men|a squad} a value with text around it and a text for the default; text in square brackets is left out if all its values are defaults"`
	Aim       string                  `json:"aim" doc:"the event that the asking side desires"`
	Own       string                  `json:"own,omitempty" doc:"the measure of the asking side's losses"`
	Theirs    string                  `json:"theirs,omitempty" doc:"the measure of the other side's losses"`
	Left      bool                    `json:"left,omitempty" doc:"both measures are strength left instead of losses"`
	Groups    []rule.Label            `json:"groups" doc:"the parts of a situation that contain keys, by their paths, and their names"`
	Keys      []KeyOf                 `json:"keys"`
	Outcome   []KeyOf                 `json:"outcome"`
	Events    []rule.Label            `json:"events"`
	Measures  []wire.DescribedMeasure `json:"measures"`
	Situation map[string]any          `json:"situation" doc:"the whole situation by default"`
	Examples  []wire.DescribedExample `json:"examples"`
}

type procedureOutput struct {
	Cacheable
	Body ProcedureDetail
}

func (s *Server) procedure(_ context.Context, in *ProcedureInput) (*procedureOutput, error) {
	p, err := procedureOf(in.Ruleset, in.Procedure)
	if err != nil {
		return nil, err
	}
	g, err := gameOf(in.Ruleset)
	if err != nil {
		return nil, err
	}
	if err := s.notModified(in.CacheCondition, p.Rules().Hash()); err != nil {
		return nil, err
	}
	d, x := wire.ProcedureOf(p), p.Phrase()
	return &procedureOutput{s.cacheHeaders(p.Rules().Hash()), ProcedureDetail{
		d.Ruleset, d.Procedure, x.Title, d.Gist, x.Says, x.Aim, x.Own, x.Theirs, x.Left, append([]rule.Label{}, p.Parts()...),
		keysOf(g, d.Keys), keysOf(g, d.Outcome), d.Events, d.Measures, d.Situation, d.Examples,
	}}, nil
}

func procedureOf(ruleset, name string) (*rule.Procedure, error) {
	r, err := rulesets.Find(ruleset)
	if err != nil {
		return nil, problem(status.NotFound, "no-ruleset", "%v", err)
	}
	p, err := r.Procedure(name)
	if err != nil {
		return nil, problem(status.NotFound, "no-procedure", "%v", err)
	}
	return p, nil
}

// kinds are the API's words for kinds of keys.
var kinds = map[string]string{"integer": "whole number", "name": "word", "yes/no": "yes-no", "list": "list"}

// keysOf returns keys with the texts of a form.
func keysOf(g *game.Game, keys []rule.Key) []KeyOf {
	list := []KeyOf{}
	for _, k := range keys {
		label, note, _ := strings.Cut(k.Doc, "; ")
		x := KeyOf{k.Path, k.Doc, label, note, kinds[k.Kind], k.Unit, k.Min, k.Max, k.Values, k.Texts, symbolsOf(g, k), k.Default}
		if x.Options == nil {
			x.Options, x.Texts = []string{}, []string{}
		}
		list = append(list, x)
	}
	return list
}

// symbolsOf returns the symbols of the values of a key that names a unit, or nil.
func symbolsOf(g *game.Game, k rule.Key) []string {
	counter := g.Counters[k.Table]
	if counter == nil {
		return nil
	}
	list := make([]string, len(k.Values))
	for i := range list {
		if row := k.Min + i; row > 0 { // "none" is not a unit
			p := counter(rule.Ref(row))
			list[i] = p.Sign()
		}
	}
	return list
}
