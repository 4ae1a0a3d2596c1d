package konflikt47

import (
	"slices"

	"loophole/rule"
	"loophole/scene"
)

// reaches draws how far a unit in the open fires: point-blank, half range and the
// range of the weapon that reaches furthest. From inside each man measures from his
// own opening, so there is no ring that is true of all.
func reaches(f *Field, p *Position, piece string) []scene.Reach {
	by := slices.IndexFunc(f.troops, func(t troop) bool { return t.name == piece })
	if by < 0 || !p.here(by) || !f.at(p, by).spot {
		return nil
	}
	u := rule.NewJudge(f.house)
	as := f.shooter(p, &shot{by: by, at: by, second: -1, from: int(p.Units[by].At) - 1, order: Fire})
	best, most := rule.Ref(0), 0
	for k, n := range p.Units[by].Arms {
		if w := f.troops[by].arms[k].weapon; n > 0 && as.span(u, w) > most {
			best, most = w, as.span(u, w)
		}
	}
	if best == 0 {
		return nil
	}
	from := scene.Spot(f.at(p, by).point)
	var list []scene.Reach
	if least := u.Peek(&weapons, best, weaponNearest); least > 0 {
		list = append(list, scene.Ring(from, least, "nothing nearer"))
	} else if blank := u.Fact(&blankInches); blank < most/2 {
		list = append(list, scene.Ring(from, blank, "point-blank"))
	}
	if most/2 > 0 {
		list = append(list, scene.Ring(from, most/2, "half range"))
	}
	return append(list, scene.Ring(from, most, "range, "+weapons.Rows[best-1].Text))
}
