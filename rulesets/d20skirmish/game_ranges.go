package d20skirmish

import (
	"loophole/rule"
	"loophole/scene"
)

// reaches draws the ranges of a team in the open, from the middle of its place.
func (f *Battlefield) reaches(p *Position, by int) []scene.Reach {
	if !f.places[p.Teams[by].Place-1].open {
		return nil
	}
	u, from := rule.NewChecker(f.house), scene.Spot(f.places[p.Teams[by].Place-1].middle)
	return []scene.Reach{scene.Ring(from, u.Fact(&fireShortInches), "short range"), scene.Ring(from, u.Fact(&fireMostInches), "long range")}
}
