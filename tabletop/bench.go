package tabletop

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"loophole/chart"
	"loophole/odds"
	"loophole/rule"
	"loophole/sim"
	"loophole/wire"
)

type oddsInput struct {
	ProcedureInput
	Set     []string `query:"set,explode" maxItems:"300" doc:"KEY=VALUE: a key of the situation; may be given again"`
	Example string   `query:"example" maxLength:"100" doc:"begin with an example of the procedure"`
	Ruling  []string `query:"ruling,explode" maxItems:"200" doc:"ID=READING: another reading of a ruling; may be given again"`
	House   []string `query:"house,explode" maxItems:"300" doc:"PATH=VALUE: a value of the house; may be given again"`
	Event   []string `query:"event,explode" maxItems:"64" doc:"only this event; may be given again"`
	Strict  bool     `query:"strict" doc:"refuse values that are not published with certainty"`
	Floats  bool     `query:"floats" doc:"calculate with float64 instead of fractions"`
	Trials  int      `query:"trials" minimum:"0" maximum:"1000000" doc:"answer by so many trials instead of exactly"`
	Seed    uint64   `query:"seed" doc:"the seed of the trials"`
}

type oddsOutput struct {
	Lasting
	Body any
}

// question builds what is asked for. Its errors are problems.
func (in *oddsInput) question() (*wire.Asked, []int, error) {
	p, err := procedureOf(in.Ruleset, in.Procedure)
	if err != nil {
		return nil, nil, err
	}
	base, err := exampleOf(p, in.Example)
	if err != nil {
		return nil, nil, bad(err)
	}
	set, err := pairs("", "set", in.Set)
	if err != nil {
		return nil, nil, bad(err)
	}
	house, err := in.house(p.Rules())
	if err != nil {
		return nil, nil, bad(err)
	}
	q, err := p.Ask(house, append(base, set...))
	if err != nil {
		return nil, nil, bad(err)
	}
	picked, err := eventsOf(p, in.Event)
	if err != nil {
		return nil, nil, bad(err)
	}
	asked := &wire.Asked{Question: q}
	var rec rule.Record
	if err := q.Legal(&rec); err != nil {
		return nil, nil, answered(err)
	}
	asked.Check = rec.Entries
	return asked, picked, nil
}

func (in *oddsInput) house(r *rule.Ruleset) (*rule.House, error) {
	rulings, err := pairs("rulings.", "ruling", in.Ruling)
	if err != nil {
		return nil, err
	}
	values, err := pairs("", "house", in.House)
	if err != nil {
		return nil, err
	}
	h, err := r.House(append(rulings, values...))
	if err == nil {
		h.Strict = in.Strict
	}
	return h, err
}

// pairs reads KEY=VALUE words.
func pairs(prefix, name string, words []string) ([]rule.Setting, error) {
	var list []rule.Setting
	for _, w := range words {
		k, v, ok := strings.Cut(w, "=")
		if !ok || k == "" {
			return nil, fmt.Errorf("%s: %q is not key=value", name, clip(w))
		}
		if slices.ContainsFunc(list, func(s rule.Setting) bool { return s.Path == prefix+k && s.Value != v }) {
			return nil, fmt.Errorf("%s: %s is given twice", name, clip(k))
		}
		list = append(list, rule.Setting{Path: prefix + k, Value: v})
	}
	return list, nil
}

func exampleOf(p *rule.Procedure, name string) ([]rule.Setting, error) {
	if name == "" {
		return nil, nil
	}
	var known []string
	for _, x := range p.Examples {
		if x.Name == name {
			return rule.ParseWords(strings.Fields(x.Words))
		}
		known = append(known, x.Name)
	}
	return nil, fmt.Errorf("%s: unknown example %q%s", p.Name, clip(name), rule.Suggest(name, known))
}

// eventsOf returns the places of the named events, or of all.
func eventsOf(p *rule.Procedure, names []string) (picked []int, err error) {
	var known []string
	for i, e := range p.Events {
		known = append(known, e.Name)
		if len(names) == 0 {
			picked = append(picked, i)
		}
	}
	for _, n := range names {
		i := slices.Index(known, n)
		if i < 0 {
			return nil, fmt.Errorf("%s: unknown event %q%s", p.Name, clip(n), rule.Suggest(n, known))
		}
		picked = append(picked, i)
	}
	return picked, nil
}

// odds answers a question of a rulebook.
func (s *Server) odds(ctx context.Context, in *oddsInput) (*oddsOutput, error) {
	out := &oddsOutput{}
	tag, err := s.solve(ctx, in, "json", func(x *wire.Exact) { out.Body = x.JSON() }, func(x *wire.Estimated) { out.Body = x.JSON() })
	out.Lasting = tag
	return out, err
}

// solve answers a question exactly, or by trials, in one of the places that
// there are for calculating.
func (s *Server) solve(ctx context.Context, in *oddsInput, form string, exactly func(*wire.Exact), byTrials func(*wire.Estimated)) (Lasting, error) {
	q, picked, err := in.question()
	if err != nil {
		return Lasting{}, err
	}
	tag := s.lastOdds(in, q, form)
	if matches(in.IfNoneMatch, tag.ETag) {
		return tag, notModified(tag.ETag)
	}
	leave, err := s.compute.enter(ctx)
	if err != nil {
		return tag, err
	}
	defer leave()
	if in.Trials > 0 {
		r, err := sim.Run(ctx, q.Question, sim.Options{Trials: in.Trials, Seed: in.Seed, Workers: 1})
		if err != nil {
			return tag, s.unanswered(ctx, err)
		}
		steps, err := odds.Account(ctx, q.Question, nil)
		if err != nil && ctx.Err() != nil {
			return tag, s.fault(ctx, err)
		}
		byTrials(&wire.Estimated{Asked: *q, Result: r, Picked: picked, Account: steps})
		return tag, nil
	}
	a, err := odds.Ask(ctx, q.Question, odds.Options{Floats: in.Floats, Budget: s.options.OddsBudget})
	if err != nil {
		return tag, s.unanswered(ctx, err)
	}
	exactly(&wire.Exact{Asked: *q, Answer: a, Picked: picked, Floats: in.Floats})
	return tag, nil
}

// unanswered turns why a question has no answer into a problem.
func (s *Server) unanswered(ctx context.Context, err error) error {
	if errors.Is(err, sim.ErrTooMany) {
		return bad(err)
	}
	return s.fault(ctx, err)
}

// lastOdds marks an answer that is a pure function of its address and the
// rules.
func (s *Server) lastOdds(in *oddsInput, q *wire.Asked, form string) Lasting {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s|%s|%s|%s|%v|%t%t|%d|%d|%d", s.build, q.House.Rules().Hash(), q.String(), q.House.Hash(), in.Event, in.Strict, in.Floats, in.Trials, in.Seed, s.options.OddsBudget))
	return Lasting{`"` + form + "-" + hex.EncodeToString(sum[:12]) + `"`, "public, max-age=3600"}
}

// csv answers a question as a table of comma-separated values.
func (s *Server) csv(ctx context.Context, in *oddsInput) (*huma.StreamResponse, error) {
	var b bytes.Buffer
	var failed error
	tag, err := s.solve(ctx, in, "csv", func(x *wire.Exact) { failed = x.CSV(&b) }, func(x *wire.Estimated) { failed = x.CSV(&b) })
	if err = errors.Join(err, failed); err != nil {
		return nil, answered(err)
	}
	return written("text/csv; charset=utf-8", tag, b.Bytes()), nil
}

// svg answers a question as a drawing.
func (s *Server) svg(ctx context.Context, in *oddsInput) (*huma.StreamResponse, error) {
	if in.Trials > 0 {
		return nil, problem(http.StatusUnprocessableEntity, "not-drawn", "only exact answers are drawn: leave out trials")
	}
	var b bytes.Buffer
	var failed error
	tag, err := s.solve(ctx, in, "svg", func(x *wire.Exact) { failed = chart.Write(&b, chart.Of(x)) }, nil)
	if err = errors.Join(err, failed); err != nil {
		return nil, answered(err)
	}
	return written("image/svg+xml", tag, b.Bytes()), nil
}

// written answers with text of some kind.
func written(kind string, tag Lasting, text []byte) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("Content-Type", kind)
		c.SetHeader("ETag", tag.ETag)
		c.SetHeader("Cache-Control", tag.Cache)
		c.BodyWriter().Write(text)
	}}
}
