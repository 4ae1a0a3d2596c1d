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
	by := slices.IndexFunc(f.troops, func(t unitInfo) bool { return t.Name == piece })
	switch {
	case by < 0:
		return f.before(p, piece)
	case !p.here(by):
		return nil
	}
	u := rule.NewChecker(f.house)
	as := f.shooter(p, &shot{by: by, order: Fire})
	best, most, arm := rule.Ref(0), 0, 0
	for k, n := range p.Units[by].Arms {
		if w := f.troops[by].arms[k].weapon; n > 0 && as.span(u, w) > most {
			best, most, arm = w, as.span(u, w), k
		}
	}
	if best == 0 {
		return nil
	}
	if !f.at(p, by).spot {
		return f.fields(p, by, most, f.troops[by].arms[arm].fixed && !f.troops[by].vehicle())
	}
	from := scene.Spot(f.at(p, by).point)
	var list []scene.Reach
	if least := u.LookupCell(&weapons, best, weaponNearest); least > 0 {
		list = append(list, scene.Ring(from, least, "minimum range"))
	} else if blank := u.Fact(&blankInches); blank < most/2 {
		list = append(list, scene.Ring(from, blank, "point-blank"))
	}
	if most/2 > 0 {
		list = append(list, scene.Ring(from, most/2, "half range"))
	}
	return append(list, scene.Ring(from, most, "range, "+weapons.Rows[best-1].Text))
}

// fields draws the range of a unit inside by each opening of its floor that it may fire
// through; a fixed weapon fires by its own, and into its arc.
func (f *Battlefield) fields(p *Position, by, inches int, fixed bool) (list []scene.Reach) {
	for _, o := range f.at(p, by).outlets {
		switch {
		case !fixed:
			list = append(list, scene.Before(f.ground, ground.OpeningID(o), 180, inches, ""))
		case o+1 == int(p.Units[by].Port):
			list = append(list, scene.Before(f.ground, ground.OpeningID(o), f.limits.arc, inches, fmt.Sprintf("%d″, range", inches)))
		}
	}
	return list
}

// before draws what an opening faces, and the arc of a fixed weapon in it.
func (f *Battlefield) before(p *Position, opening string) []scene.Reach {
	o, ok := f.ground.OpeningNamed(opening)
	if !ok || p.sections(Fallen)>>f.ground.FloorOfOpening(o).Section&1 == 1 {
		return nil
	}
	far := scene.Across(f.ground)
	return []scene.Reach{scene.Before(f.ground, o, 180, far, "Shaded: everything that the opening faces"), scene.Before(f.ground, o, f.limits.arc, far, fmt.Sprintf("Between the dots: the arc of a fixed weapon, %d°", f.limits.arc))}
}
