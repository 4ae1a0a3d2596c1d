package konflikt47

import (
	"fmt"
	"slices"

	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// reaches draws how far a unit fires. In the open it draws point-blank range, half range and the
// range of the weapon that reaches furthest. Inside it draws that range from each opening, since
// the range of a shot is measured from its own opening. For an opening it draws all that it faces.
func reaches(f *Battlefield, p *Position, piece string) []scene.Reach {
	by := slices.IndexFunc(f.units, func(info unitInfo) bool { return info.Name == piece })
	switch {
	case by < 0:
		return f.openingArcs(p, piece)
	case !p.here(by):
		return nil
	}
	u := rule.NewChecker(f.house)
	firer := f.shooter(p, &shot{by: by, order: Fire})
	best, farthest, arm := rule.Ref(0), 0, 0
	for k, n := range p.Units[by].Arms {
		if weapon := f.units[by].arms[k].weapon; n > 0 && firer.maxRange(u, weapon) > farthest {
			best, farthest, arm = weapon, firer.maxRange(u, weapon), k
		}
	}
	if best == 0 {
		return nil
	}
	if !f.placeOf(p, by).spot {
		return f.openingRanges(p, by, farthest, f.units[by].arms[arm].fixed && !f.units[by].isVehicle())
	}
	from := scene.Spot(f.placeOf(p, by).point)
	var list []scene.Reach
	if least := u.LookupCell(&weapons, best, weaponNearest); least > 0 {
		list = append(list, scene.Ring(from, least, "minimum range"))
	} else if blank := u.Fact(&pointBlankInches); blank < farthest/2 {
		list = append(list, scene.Ring(from, blank, "point-blank"))
	}
	if farthest/2 > 0 {
		list = append(list, scene.Ring(from, farthest/2, "half range"))
	}
	return append(list, scene.Ring(from, farthest, "range, "+weapons.Rows[best-1].Text))
}

// openingRanges draws the range of a unit inside by each opening of its floor that it may fire
// through; a fixed weapon fires by its own, and into its arc.
func (f *Battlefield) openingRanges(p *Position, by, inches int, fixed bool) (list []scene.Reach) {
	for _, opening := range f.placeOf(p, by).firingOpenings {
		switch {
		case !fixed:
			list = append(list, scene.ArcOfOpening(f.ground, ground.OpeningID(opening), 180, inches, ""))
		case opening+1 == int(p.Units[by].Port):
			list = append(list, scene.ArcOfOpening(f.ground, ground.OpeningID(opening), f.limits.fixedWeaponArc, inches, fmt.Sprintf("%d″, range", inches)))
		}
	}
	return list
}

// openingArcs draws what an opening faces, and the arc of a fixed weapon in it.
func (f *Battlefield) openingArcs(p *Position, opening string) []scene.Reach {
	id, ok := f.ground.OpeningNamed(opening)
	if !ok || p.sections(Fallen)>>f.ground.FloorOfOpening(id).Section&1 == 1 {
		return nil
	}
	far := scene.TableDiagonal(f.ground)
	return []scene.Reach{scene.ArcOfOpening(f.ground, id, 180, far, "Shaded: everything that the opening faces"), scene.ArcOfOpening(f.ground, id, f.limits.fixedWeaponArc, far, fmt.Sprintf("Between the dots: the arc of a fixed weapon, %d°", f.limits.fixedWeaponArc))}
}
