package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"loophole/internal/chart"
	"loophole/internal/endpoint"
	"loophole/internal/status"
	"loophole/internal/wire"
	"loophole/odds"
	"loophole/sim"
)

type oddsOutput struct {
	Cacheable
	Body any
}

// odds answers a question of a ruleset.
func (s *Server) odds(ctx context.Context, in *oddsInput) (*oddsOutput, error) {
	out := &oddsOutput{}
	tag, err := s.solve(ctx, in, "json", func(x *wire.ExactAnswer) { out.Body = x.Written() }, func(x *wire.EstimateAnswer) { out.Body = x.JSON() })
	out.Cacheable = tag
	return out, err
}

// solve answers a question exactly or by trials. An answer in the cache needs no place of the
// queue.
func (s *Server) solve(ctx context.Context, in *oddsInput, form string, exactly func(*wire.ExactAnswer), byTrials func(*wire.EstimateAnswer)) (Cacheable, error) {
	q, picked, err := in.question()
	if err != nil {
		return Cacheable{}, s.engineProblem(ctx, in.allMissing(ctx, err))
	}
	tag := s.oddsHeaders(in, q, form)
	if matches(in.IfNoneMatch, tag.ETag) {
		return tag, notModified(tag.ETag)
	}
	if err := in.checkCombination(); err != nil {
		return tag, err
	}
	if x := s.cachedAnswer(in, q, picked); x != nil {
		exactly(x)
		return tag, nil
	}
	leave, err := s.bench.enter(ctx)
	if err != nil {
		return tag, err
	}
	defer leave()
	if in.Trials > 0 {
		x, err := s.estimated(ctx, in, q, picked)
		if err != nil {
			return tag, err
		}
		byTrials(x)
		return tag, nil
	}
	x, err := s.exactly(ctx, in, q, picked)
	if err != nil {
		return tag, s.engineProblem(ctx, in.allMissing(ctx, err))
	}
	exactly(x)
	return tag, nil
}

// checkCombination rejects parameters that exclude each other.
func (in *oddsInput) checkCombination() error {
	refuse := func(at, text string) error {
		b := problem(status.UnprocessableEntity, "not-estimated", "%s", text)
		b.Errors = []*endpoint.ErrorDetail{{Location: "query." + at, Message: text}}
		return b
	}
	switch {
	case in.Trials > 0 && in.Rounds > 0:
		return refuse("rounds", "rounds are followed exactly, not by trials: leave out one of them")
	case in.Trials > 0 && in.from() != "":
		return refuse("from", "odds from a state are exact: leave out from or trials")
	}
	return nil
}

// estimated answers a question by trials.
func (s *Server) estimated(ctx context.Context, in *oddsInput, q *wire.CheckedQuestion, picked []int) (*wire.EstimateAnswer, error) {
	r, err := sim.Run(ctx, q.Question, sim.Options{Trials: in.Trials, Seed: in.Seed, Workers: 1})
	if err != nil {
		return nil, s.engineProblem(ctx, in.allMissing(ctx, err))
	}
	steps, err := odds.Explain(ctx, q.Question, nil)
	if err != nil && ctx.Err() != nil {
		return nil, s.fault(ctx, err)
	}
	return &wire.EstimateAnswer{CheckedQuestion: *q, Result: r, Picked: picked, Explanation: steps}, nil
}

// cachedAnswer answers a question from the cache, or returns nil.
func (s *Server) cachedAnswer(in *oddsInput, q *wire.CheckedQuestion, picked []int) *wire.ExactAnswer {
	k := s.oddsCache.find(in.key(q))
	if k == nil || in.Trials > 0 {
		return nil
	}
	start := k.found(in.from())
	if start == nil {
		return nil
	}
	x := start.exact(in, q, picked)
	if in.Rounds > 0 {
		var ok bool
		if x.Within, ok = start.solver.CachedByRound(in.Rounds, picked); !ok {
			return nil
		}
	}
	return x
}

// exact returns the answer from a start, without rounds.
func (s *oddsStart) exact(in *oddsInput, q *wire.CheckedQuestion, picked []int) *wire.ExactAnswer {
	return &wire.ExactAnswer{CheckedQuestion: *q, Answer: s.solver.Answer, Picked: picked, Floats: in.Floats, Told: &s.told}
}

// exactly answers a question exactly and uses the cache.
func (s *Server) exactly(ctx context.Context, in *oddsInput, q *wire.CheckedQuestion, picked []int) (*wire.ExactAnswer, error) {
	k, err := s.solveAndCache(ctx, &in.QuestionInput, q)
	if err != nil {
		return nil, err
	}
	defer s.oddsCache.recount(k)
	start := &k.oddsStart
	if in.from() != "" {
		if start, err = k.fromState(ctx, in.from()); err != nil {
			return nil, stateProblem(err)
		}
	}
	x := start.exact(in, q, picked)
	if in.Rounds > 0 {
		x.Within, err = start.solver.ByRound(ctx, in.Rounds, picked)
	}
	return x, err
}

// solveAndCache solves a question from the beginning and caches it.
func (s *Server) solveAndCache(ctx context.Context, in *QuestionInput, q *wire.CheckedQuestion) (*oddsEntry, error) {
	return s.oddsCache.answer(in.key(q), func() (*odds.Solver, error) {
		return odds.NewSolver(ctx, q.Question, odds.Options{Floats: in.Floats, Budget: s.options.OddsBudget})
	})
}

// key returns the key of a question in the cache.
func (in *QuestionInput) key(q *wire.CheckedQuestion) string {
	return fmt.Sprintf("%s|%s|%t%t", q.String(), q.House.Hash(), in.Strict, in.Floats)
}

// engineProblem turns the error of an engine into a problem.
func (s *Server) engineProblem(ctx context.Context, err error) error {
	if errors.Is(err, sim.ErrTooManyOutcomes) {
		return invalidProblem(err)
	}
	return s.fault(ctx, err)
}

// oddsHeaders returns the cache headers of an answer that depends on its address and the rules only.
func (s *Server) oddsHeaders(in *oddsInput, q *wire.CheckedQuestion, form string) Cacheable {
	return s.questionHeaders(&in.QuestionInput, q, fmt.Sprintf("%s|%v|%d|%d|%d|%q", form, in.Event, in.Trials, in.Seed, in.Rounds, in.from()))
}

func (s *Server) questionHeaders(in *QuestionInput, q *wire.CheckedQuestion, what string) Cacheable {
	form, _, _ := strings.Cut(what, "|")
	sum := sha256.Sum256(fmt.Appendf(nil, "%s|%s|%s|%s|%t%t|%d|%s", s.build, q.House.Rules().Hash(), q.String(), q.House.Hash(), in.Strict, in.Floats, s.options.OddsBudget, what))
	return Cacheable{`"` + form + "-" + hex.EncodeToString(sum[:12]) + `"`, "public, max-age=3600"}
}

// csv answers a question as comma-separated values.
func (s *Server) csv(ctx context.Context, in *oddsInput) (*endpoint.Text, error) {
	var b bytes.Buffer
	var failed error
	tag, err := s.solve(ctx, in, "csv", func(x *wire.ExactAnswer) { failed = x.CSV(&b) }, func(x *wire.EstimateAnswer) { failed = x.CSV(&b) })
	if err = errors.Join(err, failed); err != nil {
		return nil, problemOf(err)
	}
	return textOf("text/csv; charset=utf-8", tag, b.Bytes()), nil
}

// svg answers a question as a chart.
func (s *Server) svg(ctx context.Context, in *oddsInput) (*endpoint.Text, error) {
	if in.Trials > 0 {
		return nil, problem(status.UnprocessableEntity, "not-drawn", "only exact answers are drawn: leave out trials")
	}
	var b bytes.Buffer
	var failed error
	tag, err := s.solve(ctx, in, "svg", func(x *wire.ExactAnswer) { failed = chart.Write(&b, chart.OfAnswer(x)) }, nil)
	if err = errors.Join(err, failed); err != nil {
		return nil, problemOf(err)
	}
	return textOf("image/svg+xml", tag, b.Bytes()), nil
}

// textOf answers with a text of a media type.
func textOf(kind string, tag Cacheable, text []byte) *endpoint.Text {
	return &endpoint.Text{Type: kind, ETag: tag.ETag, Cache: tag.Cache, Body: text}
}
