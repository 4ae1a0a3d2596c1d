package oldworld

import (
	"loophole/rule"
	"loophole/scene"
)

// quarter is how wide the front arc of a unit is, in degrees.
const quarter = 90

// reaches draws the ranges of a unit in the open that shoots: within its front arc,
// where it has one.
func (f *Battlefield) reaches(p *Position, i int) []scene.Reach {
	if _, in := f.indoors(p, i); in {
		return nil
	}
	u, t, from := rule.NewChecker(f.played), &f.regiments[i], scene.Spot(f.footing(p, i).at)
	if t.engine > 0 {
		return []scene.Reach{scene.Ring(from, u.LookupCell(&engines, t.engine, engineRange), "range")}
	}
	side := f.side(p, i)
	with := side.missile(u, t.missile)
	if with == 0 || p.Units[i].Models == 0 {
		return nil
	}
	most := u.LookupCell(&missiles, with, missileRange)
	list := []scene.Reach{scene.Ring(from, most/2, "short range"), scene.Ring(from, most, "long range")}
	if !t.skirmish {
		for k := range list {
			list[k].Facing, list[k].Arc = (int(p.Units[i].Facing)+3)%4*quarter+quarter, quarter
		}
	}
	return list
}
