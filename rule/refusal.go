package rule

import (
	"errors"
	"fmt"
)

// A Refusal is why the rules do not allow a situation or an action.
type Refusal struct {
	Cite   Clause `json:"clause"`
	Reason string `json:"reason"`
}

// Error gives the reason with its clause.
func (r Refusal) Error() string { return fmt.Sprintf("%s [%s]", r.Reason, r.Cite) }

// Require notes a refusal unless the condition holds. It does not stop the
// check, so that a player is told every reason at once.
func (u *Umpire) Require(holds bool, cite Clause, reason string) {
	if !holds {
		u.Refuse(cite, reason)
	}
}

// Refuse notes a refusal.
func (u *Umpire) Refuse(cite Clause, reason string) {
	if u.quiet {
		u.denied = true
		return
	}
	u.refuse = append(u.refuse, Refusal{cite, reason})
}

// Refused is the error of a situation that the rules do not allow, with every
// reason.
type Refused []Refusal

// Error lists the reasons, one to a line.
func (r Refused) Error() string {
	s := "the rules do not allow this:"
	for _, x := range r {
		s += "\n  " + x.Error()
	}
	return s
}

// Legal runs a check and returns a [Refused] error with the refusals it noted,
// or nil. A check asks for facts and rulings but never for dice.
func Legal(check func(*Umpire), house *House, rec *Record) error {
	if check == nil {
		return nil
	}
	u := NewUmpire(noDice{}, rec)
	u.house = house
	if err := Guard(func() { check(u) }); err != nil {
		return err
	}
	if len(u.refuse) > 0 {
		return Refused(u.refuse)
	}
	return nil
}

type noDice struct{}

func (noDice) Roll(Roll) (int, []uint8, error) {
	return 0, nil, errors.New("rule: this part of a rule cannot roll")
}

func (noDice) Choose(Choice) (int, error) {
	return 0, errors.New("rule: this part of a rule cannot ask a player")
}
