package lasergrenadiers

import (
	"slices"

	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// reaches draws the ranges of a piece that stands in the open and has a weapon.
func reaches(f *Battlefield, p *Position, piece string) (list []scene.Reach) {
	i := slices.IndexFunc(f.figures, func(x figure) bool { return x.Name == piece })
	if i < 0 || !p.here(i) || f.figures[i].Weapon == 0 || f.sheltered(p.at(i)) {
		return nil
	}
	u, from := rule.NewJudge(f.house), scene.Spot(f.places[p.at(i)].at)
	for _, fact := range []*rule.Fact{&rangeShort, &rangeMid, &rangeLong} {
		n := u.Fact(fact)
		if r, far := f.reach(u, i, ground.Length(n)*ground.Inch); !far {
			list = append(list, scene.Ring(from, n, r.Names()[r]+" range"))
		}
	}
	return list
}
