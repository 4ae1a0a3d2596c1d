package wire

import (
	"loophole/odds"
	"loophole/rule"
)

// Cost is the work that an exact answer takes.
type Cost struct {
	Question string  `json:"question"`
	Runs     float64 `json:"runs"`
	Solution float64 `json:"solution"` // of the chain, in runs of the same cost
	States   float64 `json:"states"`
	Known    bool    `json:"known"`
	Seconds  float64 `json:"seconds"`
	Budget   int64   `json:"budget"`
	Allowed  bool    `json:"allowed"`
}

// CostOf returns the cost of a question and whether it is within a budget of runs.
func CostOf(q *rule.Question, c odds.Cost, budget int64) Cost {
	return Cost{q.String(), c.Runs, c.Solution, c.States, c.Known, c.Time().Seconds(), budget, c.Total() <= float64(budget)}
}
