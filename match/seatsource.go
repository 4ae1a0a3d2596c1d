package match

import "loophole/rule"

// SeatSource answers a match from its seats: for each side one source for its dice and
// one for its decisions. Sources of decisions are asked nothing but choices. It is
// how a table mixes program dice, typed dice and policies.
type SeatSource struct {
	Sides  [2]rule.Side
	Acting int // the side whose action it is, which throws what no rule gives to a side
	Dice   [2]rule.Source
	Seats  [2]rule.Source

	from string
}

// Roll asks the dice of the side that throws them.
func (s *SeatSource) Roll(r rule.Roll) (int, []uint8, error) {
	d := s.Dice[Thrower(r, s.Sides, s.Acting)]
	v, faces, err := d.Roll(r)
	s.origin(d)
	return v, faces, err
}

// Thrower is the number of the side that throws a roll: the one that a rule gives it
// to, or the side whose action it is.
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

// From says where the last answer came from.
func (s *SeatSource) From() string { return s.from }
