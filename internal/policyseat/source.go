// Package policyseat lets a policy decide within the actions of a match.
package policyseat

import (
	"errors"

	"loophole/match"
	"loophole/policy"
	"loophole/rule"
)

// A Source answers the decisions of one side of a match by a policy.
type Source struct {
	Match  *match.Match
	Policy policy.Policy
	RNG    *policy.Rand // of this side
}

// Roll returns an error, because [match.SeatSource] asks a seat only for decisions.
func (s *Source) Roll(rule.Roll) (int, []uint8, error) {
	return 0, nil, errors.New("policyseat: a policy rolls no dice")
}

// Choose returns the decision of the policy.
func (s *Source) Choose(c rule.Choice) (int, error) {
	a, _ := s.Match.Pending()
	x := policy.Decision{Choice: c, Position: s.Match.Position(), Action: a, Answers: s.Match.PendingAnswers()}
	return policy.Decide(s.Policy, s.Match.Instance, x, s.RNG)
}
