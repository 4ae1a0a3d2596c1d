package tideofiron

import (
	"loophole/rule"
	"loophole/scene"
)

// reaches lists the hexes of each range class of a unit that fires at what it sees:
// against buildings for vehicles and guns, against squads for squads.
func reaches(f *Battlefield, p *Position, i int) (list []scene.Reach) {
	if !f.rifles(p, i) {
		return nil
	}
	u, own := rule.NewChecker(f.house), f.where(p, i).hex
	at, reach := " against buildings", reachBuilding
	if f.troops[i].vehicle == 0 {
		at, reach = " against squads", func(u *rule.Umpire, a *Attacker, d uint8) Range { return reachSquad(u, a, d, false) }
	}
	var places [len(rangeWords)][]string
	for h := range f.hexes {
		if uint8(h) == own {
			continue
		}
		s, _ := f.attack(p, i, aim{-1, h}, Normal, 0, p.action(i))
		r := reach(u, &s.Lead, s.Lead.Distance)
		places[r] = append(places[r], f.hexes[h].name)
	}
	for _, r := range []Range{CloseRange, NormalRange, LongRange} {
		if len(places[r]) > 0 {
			list = append(list, scene.Reach{From: f.hexes[own].cell.centre(), Places: places[r], Text: rangeWords[r] + at})
		}
	}
	return list
}
