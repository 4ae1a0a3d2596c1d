package match

import "loophole/rule"

// Seated answers a match from its seats: one source for the dice, and one for
// the decisions of each side. Sources of decisions are asked nothing but
// choices. It is how a table mixes program dice, typed dice and policies.
type Seated struct {
	Sides [2]rule.Side
	Dice  rule.Source
	Seats [2]rule.Source

	from string
}

// Roll asks the dice.
func (s *Seated) Roll(r rule.Roll) (int, []uint8, error) {
	v, faces, err := s.Dice.Roll(r)
	s.origin(s.Dice)
	return v, faces, err
}

// Choose asks the seat of the side.
func (s *Seated) Choose(c rule.Choice) (int, error) {
	seat := s.Seats[0]
	if c.By == s.Sides[1] {
		seat = s.Seats[1]
	}
	v, err := seat.Choose(c)
	s.origin(seat)
	return v, err
}

func (s *Seated) origin(src rule.Source) {
	s.from = ""
	if o, ok := src.(rule.Origin); ok {
		s.from = o.From()
	}
}

// From says where the last answer came from.
func (s *Seated) From() string { return s.from }
