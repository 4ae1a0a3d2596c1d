package rule

import (
	"errors"
	"fmt"
)

// A Violation is a reason why the rules do not allow a situation or an action.
type Violation struct {
	Cite   Clause
	Reason string
}

// Error returns the reason with its clause.
func (r Violation) Error() string { return fmt.Sprintf("%s [%s]", r.Reason, r.Cite) }

// Require notes a violation unless the condition holds. The check continues, so that a player
// receives every reason at once.
func (u *Umpire) Require(holds bool, cite Clause, reason string) {
	if !holds {
		u.Forbid(cite, reason)
	}
}

// Forbid notes a violation.
func (u *Umpire) Forbid(cite Clause, reason string) {
	if u.withoutReasons {
		u.violated = true
		return
	}
	u.violations = append(u.violations, Violation{cite, reason})
}

// IllegalError is the error of an illegal situation, with every reason.
type IllegalError []Violation

// Error lists the reasons, one a line.
func (r IllegalError) Error() string {
	s := "the rules do not allow this:"
	for _, x := range r {
		s += "\n  " + x.Error()
	}
	return s
}

// CheckLegal runs a check and returns an [IllegalError] with its violations, or nil. A check can
// use facts and rulings but never dice.
func CheckLegal(check func(*Umpire), house *HouseRules, rec *Record) error {
	if check == nil {
		return nil
	}
	u := NewUmpire(noDice{}, rec)
	u.house = house
	if err := Catch(func() { check(u) }); err != nil {
		return err
	}
	if len(u.violations) > 0 {
		return IllegalError(u.violations)
	}
	return nil
}

type noDice struct{}

func (noDice) Roll(Roll) (int, []uint8, error) {
	return 0, nil, errors.New("rule: this part may not roll dice: it is a check of legality, a Precomputed or a Memoized")
}

func (noDice) Choose(Choice) (int, error) {
	return 0, errors.New("rule: this part may not ask a player: it is a check of legality, a Precomputed or a Memoized")
}
