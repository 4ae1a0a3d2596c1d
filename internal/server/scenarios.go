package server

import (
	"context"
	"fmt"
	"math"
	"sync"

	"loophole/game"
	"loophole/internal/status"
	"loophole/internal/wire"
	"loophole/policy"
	"loophole/rulesets"
	"loophole/scenario"
)

// PlayedOut has the results of self-play of a scenario.
type PlayedOut struct {
	Command string     `json:"command" doc:"the command that plays the same games"`
	Policy  string     `json:"policy" doc:"the policy of both sides"`
	Games   int        `json:"games"`
	Won     []SideWins `json:"won" doc:"by the first and the second side"`
	Drawn   float64    `json:"drawn" doc:"the share of drawn games"`
	Rounds  float64    `json:"rounds" doc:"the mean number of a game"`
	Actions float64    `json:"actions" doc:"the mean number of a game, of both sides together"`
	Length  string     `json:"length" enum:"short,medium,long" doc:"short is below 20 actions, long from 45"`
	Ending  EndingOut  `json:"ending" doc:"how most games ended"`
	Strong  *StrongOut `json:"strong,omitempty" doc:"the balance by a strong policy"`
}

// StrongOut is the balance of a scenario when a strong policy plays both sides.
type StrongOut struct {
	Command string  `json:"command" doc:"the command that plays the same games"`
	Policy  string  `json:"policy" doc:"the policy of both sides"`
	Games   int     `json:"games"`
	Score   float64 `json:"score" doc:"of the first side: its share of wins and half of the draws, without luck; it may lie a little outside of 0 to 1"`
	Error   float64 `json:"error" doc:"the standard error of the score"`
	Even    bool    `json:"even" doc:"the score lies from 0.35 to 0.65"`
	Won     []int   `json:"won" doc:"the games that the first and the second side won"`
	Drawn   int     `json:"drawn" doc:"the drawn games"`
	// Ending is the most usual reason why a side wins.
	Ending EndingOut `json:"ending" doc:"how most of these games ended"`
}

// EndingOut is how some games of a scenario ended.
type EndingOut struct {
	Share  float64 `json:"share" doc:"the share of games that ended so"`
	Winner string  `json:"winner,omitempty" doc:"the side that won them; absent for a draw"`
	Why    string  `json:"why" doc:"what decided them, as a clause"`
}

// SideWins is the win rate of a side.
type SideWins struct {
	Side  string  `json:"side"`
	Share float64 `json:"share"`
	Error float64 `json:"error" doc:"the standard error of the share; 0 if all games ended alike"`
	Level string  `json:"level" enum:"easy,even,hard" doc:"the difficulty of this side: easy wins at least three games in five, hard at most two in five"`
}

// The bounds of the words for length and level.
const (
	shortActions, longActions = 20, 45
	easyShare, hardShare      = 0.6, 0.4
)

// played returns the measured results of a scenario, or nil.
func played(b *scenario.Scenario, sides []string) *PlayedOut {
	m := b.Measured()
	if m == nil {
		return nil
	}
	n := float64(m.Games)
	command := func(policy string, games int, seed uint64) string {
		return fmt.Sprintf("loophole selfplay %s %s --policy %s --games %d --seed %d", b.Ruleset, b.Name, policy, games, seed)
	}
	x := &PlayedOut{
		Command: command(m.Policy, m.Games, m.Seed),
		Policy:  m.Policy, Games: m.Games, Drawn: float64(m.Won[2]) / n, Rounds: float64(m.Rounds) / n, Actions: float64(m.Actions) / n, Length: "medium",
	}
	if s := m.Strong; s != nil {
		x.Strong = &StrongOut{
			command(s.Policy, s.Games, s.Seed), s.Policy, s.Games, s.Score, s.Error,
			s.IsEven(), s.Won[:2], s.Won[2], ending(s.Ending, s.Games, sides),
		}
	}
	switch {
	case x.Actions < shortActions:
		x.Length = "short"
	case x.Actions >= longActions:
		x.Length = "long"
	}
	x.Ending = ending(m.Ending, m.Games, sides)
	for i, side := range sides {
		p := float64(m.Won[i]) / n
		w := SideWins{side, p, thousandths(math.Sqrt(p * (1 - p) / n)), "even"}
		switch {
		case p >= easyShare:
			w.Level = "easy"
		case p <= hardShare:
			w.Level = "hard"
		}
		x.Won = append(x.Won, w)
	}
	return x
}

// ending describes how some of the games of a scenario ended.
func ending(e scenario.MeasuredEnding, games int, sides []string) EndingOut {
	x := EndingOut{Share: float64(e.Games) / float64(games), Why: e.Why}
	if e.Winner >= 0 {
		x.Winner = sides[e.Winner]
	}
	return x
}

// thousandths rounds a standard error to three decimals.
func thousandths(x float64) float64 { return math.Round(1000*x) / 1000 }

// sidesOf returns the sides of each bundled scenario. One that does not state them is set up for this, which
// takes far longer than to read them.
var sidesOf = sync.OnceValue(func() map[*scenario.Scenario][]string {
	all := map[*scenario.Scenario][]string{}
	for _, b := range scenario.Bundled() {
		if all[b] = b.Sides(); all[b] != nil {
			continue
		}
		g, err := rulesets.Game(b.Ruleset)
		if err != nil {
			continue // The ruleset has no game; a test reports it.
		}
		if f, err := scenario.NewInstance(g, b, nil); err == nil {
			all[b] = []string{string(f.Sides[0]), string(f.Sides[1])}
		}
	}
	return all
})

func summaryOf(b *scenario.Scenario) ScenarioSummary { return summaryWith(b, sidesOf()[b]) }

func summaryWith(b *scenario.Scenario, sides []string) ScenarioSummary {
	rounds, called := b.Rounds()
	x := ScenarioSummary{b.Ruleset, b.Name, b.Title, b.Gist, b.Minutes, b.Source, sides, rounds, called, played(b, sides)}
	if x.Title == "" {
		x.Title = b.Name
	}
	return x
}

// policies lists the policies, with their ratings in a rulebook.
func policies(ruleset string) (list []PolicyOf) {
	rated := func(name, ruleset string) *RatingOf {
		r, ok := policy.RatingOf(name, ruleset)
		if !ok {
			return nil
		}
		return &RatingOf{r.Against, math.Round(1000*r.Score()) / 1000, r.Points, r.Interval}
	}
	for _, p := range policy.Names() {
		list = append(list, PolicyOf{p.Name, p.Gist, rated(p.Name, ""), rated(p.Name, ruleset)})
	}
	return list
}

type scenariosOutput struct {
	Cacheable
	Body []ScenarioSummary
}

func (s *Server) scenarios(_ context.Context, in *CacheCondition) (*scenariosOutput, error) {
	if err := s.notModified(*in, "all"); err != nil {
		return nil, err
	}
	out := &scenariosOutput{Cacheable: s.cacheHeaders("all"), Body: []ScenarioSummary{}}
	for _, b := range scenario.Bundled() {
		out.Body = append(out.Body, summaryOf(b))
	}
	return out, nil
}

// ScenarioDetail is a scenario with its starting position.
type ScenarioDetail struct {
	ScenarioSummary
	YAML   string            `json:"yaml" doc:"the file"`
	House  map[string]string `json:"house" doc:"the differences from the published rules"`
	Scene  *wire.Scene       `json:"scene" doc:"the start, as both sides see it"`
	Words  string            `json:"words"`
	Secret bool              `json:"secret" doc:"the sides know different things: not with dice of two hands, and not on two devices without a server"`
}

type scenarioInput struct {
	RulesetInput
	Name string `path:"name" maxLength:"200"`
}

type scenarioOutput struct {
	Cacheable
	Body ScenarioDetail
}

func (s *Server) scenario(_ context.Context, in *scenarioInput) (*scenarioOutput, error) {
	g, err := gameOf(in.Ruleset)
	if err != nil {
		return nil, err
	}
	b, err := scenario.Find(in.Ruleset, in.Name)
	if err != nil {
		return nil, problem(status.NotFound, "no-scenario", "%v", err)
	}
	tag := g.Rules.Hash()
	if err := s.notModified(in.CacheCondition, tag); err != nil {
		return nil, err
	}
	f, err := scenario.NewInstance(g, b, nil)
	if err != nil {
		return nil, err
	}
	return &scenarioOutput{s.cacheHeaders(tag), detailOf(b, f)}, nil
}

// detailOf describes a scenario that is set up.
func detailOf(b *scenario.Scenario, f *game.Instance) ScenarioDetail {
	p := viewOf(f, f.Start, onlooker)
	sides := []string{string(f.Sides[0]), string(f.Sides[1])}
	x := ScenarioDetail{ScenarioSummary: summaryWith(b, sides), YAML: b.FileText(), House: map[string]string{}, Words: f.Text(p), Secret: f.HasHiddenInfo()}
	for _, v := range f.House.Overrides() {
		x.House[v.Path] = v.Value
	}
	if scene, ok := f.Picture(p); ok {
		x.Scene = wire.SceneOf(&scene)
	}
	return x
}

// readScenarioOutput has no ETag, because the scenario comes from the client.
type readScenarioOutput struct {
	Cache string `header:"Cache-Control"`
	Body  ScenarioDetail
}

// readScenario sets up the scenario of a match that is not begun. The problem has all of its faults.
func (s *Server) readScenario(ctx context.Context, in *createMatchInput) (*readScenarioOutput, error) {
	leave, err := s.files.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	b, f, err := setUpScenario(&in.Body)
	if err != nil {
		return nil, invalidProblem(err)
	}
	return &readScenarioOutput{"private, no-store", detailOf(b, f)}, nil
}
