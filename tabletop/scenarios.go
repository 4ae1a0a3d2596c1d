package tabletop

import (
	"context"
	"net/http"

	"loophole/policy"
	"loophole/rule"
	"loophole/scenario"
	"loophole/wire"
)

func inBrief(b *scenario.Battle) ScenarioInBrief {
	x := ScenarioInBrief{b.Ruleset, b.Name, b.Title, b.Gist, b.Minutes, b.Source}
	if x.Title == "" {
		x.Title = b.Name
	}
	return x
}

// policies lists who can play a side without a player.
func policies() []rule.Title { return policy.Names() }

type scenariosOutput struct {
	Lasting
	Body []ScenarioInBrief
}

func (s *Server) scenarios(_ context.Context, in *Condition) (*scenariosOutput, error) {
	if err := s.same(*in, "all"); err != nil {
		return nil, err
	}
	out := &scenariosOutput{Lasting: s.last("all"), Body: []ScenarioInBrief{}}
	for _, b := range scenario.Bundled() {
		out.Body = append(out.Body, inBrief(b))
	}
	return out, nil
}

// ScenarioInFull is a scenario with how it begins.
type ScenarioInFull struct {
	ScenarioInBrief
	YAML  string            `json:"yaml" doc:"its file"`
	House map[string]string `json:"house" doc:"what it plays differently from the published book"`
	Sides []string          `json:"sides"`
	Scene *wire.Scene       `json:"scene" doc:"the start, as both sides see it"`
	Words string            `json:"words"`
}

type scenarioInput struct {
	BookInput
	Name string `path:"name" maxLength:"200"`
}

type scenarioOutput struct {
	Lasting
	Body ScenarioInFull
}

func (s *Server) scenario(_ context.Context, in *scenarioInput) (*scenarioOutput, error) {
	g, err := gameOf(in.Ruleset)
	if err != nil {
		return nil, err
	}
	b, err := scenario.Find(in.Ruleset, in.Name)
	if err != nil {
		return nil, problem(http.StatusNotFound, "no-scenario", "%v", err)
	}
	tag := g.Rules.Hash()
	if err := s.same(in.Condition, tag); err != nil {
		return nil, err
	}
	f, err := scenario.Begin(g, b, nil)
	if err != nil {
		return nil, err
	}
	p := viewOf(f, f.Start, onlooker)
	x := ScenarioInFull{ScenarioInBrief: inBrief(b), YAML: b.Text(), House: map[string]string{}, Sides: []string{string(f.Sides[0]), string(f.Sides[1])}, Words: f.Text(p)}
	for _, v := range f.House.Given() {
		x.House[v.Path] = v.Value
	}
	if scene, ok := f.Scene(p); ok {
		x.Scene = wire.SceneOf(&scene)
	}
	return &scenarioOutput{s.last(tag), x}, nil
}
