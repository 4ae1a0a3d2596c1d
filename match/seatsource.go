package match

import "loophole/rule"

// SeatSource answers a match from its seats: each side has a source for its dice and one for its
// decisions, which answers choices only. With it a table can mix program dice, typed dice and
// policies.
type SeatSource struct {
	Sides  [2]rule.Side
	Acting int // side of the current action, which rolls dice that no rule gives to a side
	Dice   [2]rule.Source
	Seats  [2]rule.Source

	from string
}

// Roll asks the dice of the side that rolls.
func (s *SeatSource) Roll(r rule.Roll) (int, []uint8, error) {
	d := s.Dice[Thrower(r, s.Sides, s.Acting)]
	v, faces, err := d.Roll(r)
	s.origin(d)
	return v, faces, err
}

// Thrower returns the number of the side that rolls: the side that a rule names, or else
// the side of the action.
func Thrower(r rule.Roll, sides [2]rule.Side, acting int) int {
	for i, s := range sides {
		if r.By == s {
			return i
		}
	}
	return acting
}

// Choose asks the seat of the side.
func (s *SeatSource) Choose(c rule.Choice) (int, error) {
	seat := s.Seats[0]
	if c.By == s.Sides[1] {
		seat = s.Seats[1]
	}
	v, err := seat.Choose(c)
	s.origin(seat)
	return v, err
}

func (s *SeatSource) origin(src rule.Source) {
	s.from = ""
	if o, ok := src.(rule.Origin); ok {
		s.from = o.From()
	}
}

// From returns the origin of the last answer.
func (s *SeatSource) From() string { return s.from }
