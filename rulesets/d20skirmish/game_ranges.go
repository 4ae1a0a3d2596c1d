package d20skirmish

import (
	"slices"

	"loophole/rule"
	"loophole/scene"
)

// reaches draws the ranges of a team in the open, from the middle of its place.
func reaches(f *Battlefield, p *Position, piece string) []scene.Reach {
	by := slices.IndexFunc(f.troops, func(t troop) bool { return t.name == piece })
	if by < 0 || !p.here(by) || !f.places[p.Teams[by].Place-1].open {
		return nil
	}
	u, from := rule.NewChecker(f.house), scene.Spot(f.places[p.Teams[by].Place-1].middle)
	return []scene.Reach{scene.Ring(from, u.Fact(&fireNear), "short range"), scene.Ring(from, u.Fact(&fireRange), "long range")}
}
