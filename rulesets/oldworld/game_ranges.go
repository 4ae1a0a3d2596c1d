package oldworld

import (
	"loophole/rule"
	"loophole/scene"
)

// reaches draws the ranges of a shooting unit in the open, within its front arc if it
// has one.
func (f *Battlefield) reaches(p *Position, i int) []scene.Reach {
	if _, in := f.buildingOf(p, i); in {
		return nil
	}
	u, info, from := rule.NewChecker(f.house), &f.units[i], scene.Spot(f.locationOf(p, i).point)
	if info.engine > 0 {
		return []scene.Reach{scene.Ring(from, u.LookupCell(&engines, info.engine, engineRange), "range")}
	}
	unit := f.unitNow(p, i)
	weapon := unit.missile(u, info.missile)
	if weapon == 0 || p.Units[i].Models == 0 {
		return nil
	}
	longRange := u.LookupCell(&missiles, weapon, missileRange)
	list := []scene.Reach{scene.Ring(from, longRange/2, "short range"), scene.Ring(from, longRange, "long range")}
	if !info.skirmish {
		for k := range list {
			list[k].Facing, list[k].Arc = degrees(p.Units[i].Facing), 90
		}
	}
	return list
}
