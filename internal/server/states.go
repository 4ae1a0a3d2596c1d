package server

import (
	"context"
	"errors"

	"loophole/internal/endpoint"
	"loophole/internal/status"
	"loophole/odds"
)

// mostStates is the largest number of listed states of a round.
const mostStates = 5000

// StateTable has the possible states at the start of a round.
type StateTable struct {
	Checkpoint string     `json:"checkpoint" doc:"the round that begins"`
	Keys       []StateKey `json:"keys" doc:"the values that distinguish the states"`
	Many       int        `json:"many" doc:"the number of states"`
	States     [][]string `json:"states" doc:"for each state its values as from takes them, in the order of the keys; none if there are more than 5,000"`
}

// StateKey is a field in which the states differ.
type StateKey struct {
	Path string `json:"path"`
	Kind string `json:"kind" enum:"whole number,word,yes-no"`
	Unit string `json:"unit,omitempty"`
	Gist string `json:"gist"`
}

type statesOutput struct {
	Cacheable
	Body []StateTable
}

// states lists the states from which a question can be answered.
func (s *Server) states(ctx context.Context, in *QuestionInput) (*statesOutput, error) {
	q, err := in.question()
	if err != nil {
		return nil, s.engineProblem(ctx, in.allMissing(ctx, err))
	}
	out := &statesOutput{s.questionHeaders(in, q, "states"), []StateTable{}}
	if matches(in.IfNoneMatch, out.ETag) {
		return out, notModified(out.ETag)
	}
	leave, err := s.bench.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	k, err := s.solveAndCache(ctx, in, q)
	if err != nil {
		return nil, s.engineProblem(ctx, in.allMissing(ctx, err))
	}
	defer s.oddsCache.recount(k)
	for _, checkpoint := range k.solver.Answer.Rounds {
		all, err := k.solver.States(ctx, checkpoint)
		if err != nil {
			return nil, s.engineProblem(ctx, err)
		}
		out.Body = append(out.Body, stateTableOf(all))
	}
	return out, nil
}

func stateTableOf(all *odds.StateTable) StateTable {
	x := StateTable{Checkpoint: all.Checkpoint, Keys: []StateKey{}, Many: len(all.Values), States: [][]string{}}
	for _, k := range all.Keys {
		x.Keys = append(x.Keys, StateKey{k.Path, kinds[k.Kind], k.Unit, k.Doc})
	}
	if x.Many <= mostStates {
		x.States = all.Values
	}
	return x
}

// stateProblem turns the error of an invalid start state into a problem, with a location for each
// word.
func stateProblem(err error) error {
	var unclear *odds.StateError
	if !errors.As(err, &unclear) {
		return err
	}
	b := problem(status.UnprocessableEntity, "invalid", "from: %s", unclear)
	if b.Errors = invalidPlaces("from", unclear.Err); b.Errors == nil {
		b.Errors = []*endpoint.ErrorDetail{{Location: "query.from", Message: unclear.Error()}}
	}
	return b
}
