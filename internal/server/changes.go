package server

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"loophole/internal/question"
	"loophole/internal/status"
	"loophole/internal/wire"
	"loophole/odds"
	"loophole/rule"
)

type changesInput struct {
	QuestionInput
	Event string `query:"event" maxLength:"64" doc:"the event; by default the desired one of the procedure"`
}

// Changes are the chances of an event if one part of the question changes.
type Changes struct {
	Event   string    `json:"event"`
	Title   string    `json:"title"`
	P       string    `json:"p,omitempty" doc:"its chance without a change"`
	Float   float64   `json:"float"`
	Changes []Changed `json:"changes" doc:"the largest effect first"`
	Nothing int       `json:"nothing" doc:"how many more changes were tried and have no effect"`
	Unasked int       `json:"unasked" doc:"how many more changes are illegal or too large"`
	Untried int       `json:"untried" doc:"how many more changes were not tried, because there are too many"`
}

// Changed is one change of the question, with its chance.
type Changed struct {
	Key   string           `json:"key" doc:"a key of the situation, or the name of a ruling"`
	Kind  string           `json:"kind" enum:"situation,ruling"`
	Of    string           `json:"of,omitempty" doc:"the part of the situation that contains the key"`
	Title string           `json:"title" doc:"what changes"`
	Was   string           `json:"was" doc:"its value, in words for players"`
	Is    string           `json:"is" doc:"the changed value"`
	Set   string           `json:"set" doc:"KEY=VALUE, or NAME=READING"`
	P     string           `json:"p,omitempty"`
	Float float64          `json:"float"`
	More  wire.Probability `json:"more" doc:"the difference"`
}

// The limits of a search for changes: their number, and the work for each.
const (
	mostChanges  = 160
	changeBudget = 30_000
	nearValues   = 3 // values tried on either side in a long list of names
)

type changesOutput struct {
	Cacheable
	Body Changes
}

// changes computes the chance of an event for each single change of the question.
func (s *Server) changes(ctx context.Context, in *changesInput) (*changesOutput, error) {
	q, err := in.question()
	if err != nil {
		return nil, s.engineProblem(ctx, in.allMissing(ctx, err))
	}
	event := in.Event
	if event == "" {
		event = q.Procedure.Phrase().Aim
	}
	at, err := question.Events(q.Procedure, []string{event})
	if err != nil {
		return nil, invalidParameter("event", err)
	}
	out := &changesOutput{Cacheable: s.questionHeaders(&in.QuestionInput, q, "changes|"+event)}
	if matches(in.IfNoneMatch, out.ETag) {
		return out, notModified(out.ETag)
	}
	leave, err := s.bench.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	a := &changeSearch{q: q.Question, event: at[0], options: odds.Options{Floats: in.Floats, Budget: min(changeBudget, s.options.OddsBudget), SubrollBudget: true}}
	if err = a.all(ctx); err != nil {
		var large *odds.TooLargeError
		if errors.As(err, &large) {
			return nil, problem(status.UnprocessableEntity, "too-large", "the question is too large to search for changes")
		}
		return nil, s.engineProblem(ctx, in.allMissing(ctx, err))
	}
	out.Body = a.result()
	return out, nil
}

// A changeSearch computes the answers to the neighbours of a question.
type changeSearch struct {
	q       *rule.Question
	event   int
	options odds.Options

	usual                     odds.Chance
	list                      []Changed
	nothing, unasked, untried int
}

// A neighbour is a question with one change.
type neighbour struct {
	Changed
	house *rule.HouseRules
	words []rule.Setting
}

func (a *changeSearch) all(ctx context.Context) error {
	usual, err := odds.Chances(ctx, a.q, a.options, a.event)
	if err != nil {
		return err
	}
	a.usual = usual[0]
	all := append(a.changedKeys(), a.changedRulings(ctx)...)
	if n := len(all) - mostChanges; n > 0 {
		a.untried, all = n, all[:mostChanges]
	}
	for _, n := range all {
		if err := a.try(ctx, n); err != nil {
			return err
		}
	}
	slices.SortStableFunc(a.list, func(x, y Changed) int {
		switch d := math.Abs(y.More.Float) - math.Abs(x.More.Float); {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	})
	return nil
}

// try answers one neighbour.
func (a *changeSearch) try(ctx context.Context, n neighbour) error {
	q, err := a.q.Procedure.NewQuestion(n.house, n.words)
	if err == nil {
		err = q.Legal(nil)
	}
	if err != nil {
		a.unasked++
		return nil
	}
	found, err := odds.Chances(ctx, q, a.options, a.event)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		a.unasked++
		return nil
	}
	more := difference(a.usual, found[0])
	if more.P == "0/1" || more.P == "" && math.Abs(more.Float) < 1e-12 {
		a.nothing++
		return nil
	}
	n.P, n.Float, n.More = wire.Fraction(found[0]), found[0].Float, *more
	a.list = append(a.list, n.Changed)
	return nil
}

// changedKeys changes one key each: a number by one, a yes or no, a name to the others, or to
// those near it in a long list.
func (a *changeSearch) changedKeys() (list []neighbour) {
	keys, words := map[string]rule.Key{}, a.q.Settings()
	for _, k := range a.q.Procedure.Keys() {
		keys[k.Path] = k
	}
	titles := map[string]string{}
	for _, t := range a.q.Procedure.Parts() {
		titles[t.Name] = t.Gist
	}
	for i, w := range words {
		k, ok := keys[keyPath(w.Path, keys)]
		if !ok || k.Kind == "list" {
			continue
		}
		label, _, _ := strings.Cut(k.Doc, "; ")
		for _, v := range neighbourValues(k, w.Value) {
			altered := slices.Clone(words)
			altered[i].Value = v
			list = append(list, neighbour{Changed{
				Key: w.Path, Kind: "situation", Of: partOf(w.Path, titles), Title: label,
				Was: valueTitle(k, w.Value), Is: valueTitle(k, v), Set: w.Path + "=" + v,
			}, a.q.House, altered})
		}
	}
	return list
}

// keyPath returns the path of the key of a place in a situation: for a place in a list, it has N instead of the
// member's number.
func keyPath(path string, keys map[string]rule.Key) string {
	if _, ok := keys[path]; ok {
		return path
	}
	parts := strings.Split(path, ".")
	for i, p := range parts {
		if _, err := strconv.Atoi(p); err == nil && i > 0 {
			if k, ok := keys[strings.Join(parts[:i], ".")]; ok && k.Kind == "list" {
				parts[i] = "N"
				break
			}
		}
	}
	return strings.Join(parts, ".")
}

// partOf names the part of the situation that a key belongs to, with the member of a list.
func partOf(path string, titles map[string]string) string {
	parts := strings.Split(path, ".")
	if len(parts) < 2 {
		return ""
	}
	of := titles[parts[0]]
	if of == "" {
		of = strings.ReplaceAll(parts[0], "-", " ")
	}
	if _, err := strconv.Atoi(parts[1]); err == nil {
		return strings.ReplaceAll(parts[0], "-", " ") + " " + parts[1]
	}
	return of
}

// neighbourValues returns the values near the present value of a key.
func neighbourValues(k rule.Key, value string) (list []string) {
	if k.Kind == "integer" {
		n, _ := strconv.Atoi(value)
		_, note, _ := strings.Cut(k.Doc, "; ")
		zeroIsWord := strings.HasPrefix(note, "0 ") // The note says what 0 stands for, such as any opening.
		if zeroIsWord && n == 0 {
			return nil
		}
		for _, v := range []int{n - 1, n + 1, n + 2} {
			if v >= k.Min && v <= k.Max && (v != 0 || !zeroIsWord) {
				list = append(list, strconv.Itoa(v))
			}
		}
		return list
	}
	at := slices.Index(k.Values, value)
	for i, v := range k.Values {
		if i != at && (len(k.Values) <= 2*nearValues+2 || i >= at-nearValues && i <= at+nearValues) {
			list = append(list, v)
		}
	}
	return list
}

// valueTitle returns the players' name of a value.
func valueTitle(k rule.Key, value string) string {
	if i := slices.Index(k.Values, value); i >= 0 && i < len(k.Texts) {
		return k.Texts[i]
	}
	if k.Unit != "" {
		return value + " " + k.Unit
	}
	return value
}

// changedRulings changes each ruling that affects the answer to its other readings.
func (a *changeSearch) changedRulings(ctx context.Context) (list []neighbour) {
	steps, err := odds.Explain(ctx, a.q, nil)
	if err != nil {
		return nil
	}
	rules, readings, words := a.q.House.Rules(), a.q.House.Readings(), a.q.Settings()
	for _, r := range rules.Rulings {
		if !slices.ContainsFunc(steps, func(s odds.ExplanationLine) bool { return s.Kind == rule.RulingUsed && s.Name == "rulings."+r.Name }) {
			continue
		}
		was := slices.IndexFunc(r.Readings, func(x rule.Reading) bool { return x.Name == readings[r.Name] })
		for i, x := range r.Readings {
			if i == was {
				continue
			}
			house, err := rules.House(a.q.House.Overrides(), []rule.Setting{{Path: "rulings." + r.Name, Value: x.Name}})
			if err != nil {
				continue
			}
			house.Strict = a.q.House.Strict
			list = append(list, neighbour{Changed{
				Key: r.Name, Kind: "ruling", Title: r.Question, Was: r.Readings[was].Gist, Is: x.Gist, Set: r.Name + "=" + x.Name,
			}, house, words})
		}
	}
	return list
}

func (a *changeSearch) result() Changes {
	t := a.q.Procedure.Events[a.event]
	return Changes{
		Event: t.Name, Title: t.Gist, P: wire.Fraction(a.usual), Float: a.usual.Float,
		Changes: append([]Changed{}, a.list...), Nothing: a.nothing, Unasked: a.unasked, Untried: a.untried,
	}
}
