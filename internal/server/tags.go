package server

import (
	"context"
	"errors"
	"strings"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
	"loophole/sim"
)

type tagsInput struct {
	MatchInput
	Piece string `query:"piece" required:"true" minLength:"1" maxLength:"200" doc:"the piece that acts"`
	AtInput
}

// Tags are the chances of a piece's actions, shown at its targets.
type Tags struct {
	Piece string  `json:"piece"`
	Tags  []Tag   `json:"tags"`
	No    []NoTag `json:"no" doc:"the pieces of the other side that it cannot act on, and why; only those that it could act on otherwise"`
	Stale bool    `json:"stale,omitempty" doc:"the match has moved on from this position"`
}

// Tag is the plainest action of the piece on a target, with the chance of its main event.
type Tag struct {
	Line   string        `json:"line"`
	Type   string        `json:"type" doc:"the action type"`
	Says   wire.Sentence `json:"says"`
	Target []string      `json:"target" doc:"the names of the targets"`
	// Zones is left out for an action without dice that matter.
	Zones *wire.Zones `json:"zones,omitempty" doc:"left out for an action whose dice do not matter"`
	Best  string      `json:"best,omitempty" doc:"the event of the tag, in a word or two"`
	P     float64     `json:"p,omitempty" doc:"the chance of some effect or more"`
	// Error is the standard error of an estimate.
	Error float64 `json:"error,omitempty" doc:"of an estimate: its standard error"`
}

// NoTag is the reason why a piece cannot act on another.
type NoTag struct {
	Target string      `json:"target" doc:"the name of the other piece"`
	Line   string      `json:"line" doc:"the illegal action"`
	Why    wire.Reason `json:"why" doc:"the first of the reasons"`
}

type tagsOutput struct {
	Body Tags
}

// The limits of tags: their number, and the work for each.
const (
	mostTags  = 48
	mostNo    = 16
	tagBudget = 60_000
	tagTrials = 4_000
)

// tags computes the chance of success of each action of a piece.
func (s *Server) tags(ctx context.Context, in *tagsInput) (*tagsOutput, error) {
	var f *game.Instance
	var p game.Position
	over := false
	err := s.withReadLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) error {
		f, p, over = t.instance, t.now(who).view, t.over()
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := &tagsOutput{Tags{Piece: in.Piece, Tags: []Tag{}, No: []NoTag{}, Stale: in.stale(p)}}
	if out.Body.Stale || over {
		return out, nil
	}
	leave, err := s.compute.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	able, unable := plainestActions(f, p, in.Piece)
	for _, a := range able {
		tag, err := tagOf(ctx, f, p, a, min(tagBudget, s.options.OddsBudget))
		if err != nil {
			return nil, s.engineProblem(ctx, err)
		}
		out.Body.Tags = append(out.Body.Tags, tag)
	}
	out.Body.No = refusedTargets(f, p, able, unable)
	return out, nil
}

// refusedTargets lists the reasons why the piece cannot act on pieces of the other side.
func refusedTargets(f *game.Instance, p game.Position, able, unable []game.Action) []NoTag {
	list, met := []NoTag{}, map[string]bool{}
	s, drawn := f.Scene(p)
	if !drawn {
		return list
	}
	sides := map[string]int{}
	for name, x := range placedIn(&s) {
		sides[name] = x.Side
	}
	for _, a := range able {
		if some, all := f.OpenSuccessEvents(p, a); some >= 0 || all >= 0 {
			for _, name := range target(f, a) {
				met[name] = true
			}
		}
	}
	turn := f.Status(p).Side
	for _, a := range unable {
		names := target(f, a)
		if some, all := f.SuccessEvents(a); len(names) != 1 || met[names[0]] || some < 0 && all < 0 || len(list) == mostNo {
			continue
		}
		if side, there := sides[names[0]]; !there || side == turn {
			continue
		}
		var no rule.IllegalError
		if errors.As(f.WhyIllegal(p, a), &no) && len(no) > 0 {
			met[names[0]] = true
			list = append(list, NoTag{names[0], f.FormatAction(a), wire.Reasons(f.SpokenViolations(no))[0]})
		}
	}
	return list
}

// plainestActions lists the plainest action of a piece for each action type and target,
// which is the one with the fewest other arguments. Of illegal actions it lists the first for each.
func plainestActions(f *game.Instance, p game.Position, piece string) (list, refused []game.Action) {
	type way struct{ actionType, target string }
	place, words, no := map[way]int{}, map[way]int{}, map[way]bool{}
	runner := f.Runner().SetPosition(p)
	for i, t := range f.Game.ActionTypes {
		for _, args := range runner.PseudoLegal(i, nil) {
			a := game.Action{Type: uint8(i), Args: args}
			line := f.FormatAction(a)
			if !names(line, piece) || !isActing(f, a, piece) {
				continue
			}
			if !runner.IsLegal(a) {
				if key := (way{t.Name, strings.Join(target(f, a), " ")}); !no[key] {
					no[key] = true
					refused = append(refused, a)
				}
				continue
			}
			key, n := way{t.Name, strings.Join(target(f, a), " ")}, len(strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' }))
			switch i, met := place[key]; {
			case !met && len(list) < mostTags:
				place[key], words[key] = len(list), n
				list = append(list, a)
			case met && n < words[key]:
				words[key] = n
				list[i] = a
			}
		}
	}
	return list, refused
}

// isActing reports whether a piece is the acting one, and neither target nor helper.
func isActing(f *game.Instance, a game.Action, piece string) bool {
	for _, part := range f.Order(a) {
		if part.Actor {
			return len(part.Names) > 0 && strings.EqualFold(part.Names[0], piece)
		}
	}
	return false
}

// target returns the names of an action's target.
func target(f *game.Instance, a game.Action) []string {
	for _, part := range f.Order(a) {
		if part.Target {
			return part.Names
		}
	}
	return []string{}
}

func tagOf(ctx context.Context, f *game.Instance, p game.Position, a game.Action, budget int64) (Tag, error) {
	tag := Tag{Line: f.FormatAction(a), Type: f.Game.ActionTypes[a.Type].Name, Says: wire.SentenceOf(f.Order(a)), Target: target(f, a)}
	some, all := f.OpenSuccessEvents(p, a)
	if some < 0 {
		some = all
	}
	if some < 0 {
		return tag, nil
	}
	tag.Best = f.EventTag(some)
	x, err := policy.Odds(ctx, f, p, a, odds.Options{Budget: budget, Floats: true})
	var large *odds.TooLargeError
	switch {
	case err == nil:
		tag.Zones = wire.ZonesOf(f, p, x)
		tag.Best, tag.P = tag.Zones.Effect(), x.Succeeds()
		return tag, nil
	case !errors.As(err, &large):
		return tag, err
	}
	return tag, tag.estimate(ctx, f, p, a)
}

// estimate answers by trials.
func (tag *Tag) estimate(ctx context.Context, f *game.Instance, p game.Position, a game.Action) error {
	x := f.ActionRunner(p, a)
	r, err := sim.Sample(ctx, x.Play, sim.Options{Trials: tagTrials, Seed: 1, Workers: 1, Policy: func(rule.Choice) int { return 0 }})
	if err != nil {
		return err
	}
	zone := f.SuccessLevel(p, a)
	q := r.Event(func(i int) bool { return zone(func(e int) bool { return x.Holds(e, i) }) > 0 })
	tag.P, tag.Error = q.P, max(q.StdErr, 1e-6)
	return nil
}
