package tideofiron

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
	"loophole/scene"
)

// alongHex names the line of a shot at a hex.
var alongHex = game.Along[Battlefield, Position](&unitKind, 0, &hexKind, 1)

// lines draws the lines from a unit to every enemy unit that its side knows of, and to the hexes
// that the unit may attack: building hexes if the unit can damage buildings, and any hex that is
// worth a shell if the unit has mortars.
func lines(f *Battlefield, p *Position, i int) (list []scene.Line) {
	for _, j := range roster.Enemies(f, p, f.troops[i].side) {
		if f.knows(p, f.troops[i].side, j) {
			list = append(list, f.line(p, i, f.aimAt(p, j)))
		}
	}
	mortar, spared := p.Units[i].Models[mortars] > 0, rule.NewChecker(f.house).Ruling(&friends) == friendsNo
	for h := range f.hexes {
		switch {
		case mortar:
			if f.shellable(p, i, h) {
				list = append(list, f.trajectory(p, i, h))
			}
		case f.destruct && p.Hexes[h].Terrain == Standing && f.canDamageBuildings(i) && !(spared && f.unitsIn(p, h)[f.troops[i].side] > 0):
			list = append(list, f.line(p, i, aim{-1, h}))
		}
	}
	return list
}

// shellable reports whether a mortar can usefully shell a hex in either mode, without striking a
// friendly squad.
func (f *Battlefield) shellable(p *Position, i, h int) bool {
	judge := rule.NewChecker(f.house)
	for m := Normal; m <= Suppressive; m++ {
		s, _ := f.mortarAttack(p, i, h, m)
		f.legalEffect(judge, p, &s, h)
		if s.legalFriends(judge); judge.Allowed() {
			return true
		}
	}
	return false
}

// line is the line of sight from a unit to a target.
func (f *Battlefield) line(p *Position, i int, t aim) scene.Line {
	s, _ := f.attackSituation(p, i, t, Normal, 0, p.action(i))
	from := f.where(p, i)
	at, seen := f.sight(p, i, t)
	l := f.drawn(i, t, from)
	l.Clear, l.Length = seen, int(s.Lead.Distance)*scene.Scale
	l.Say(fmt.Sprintf("from %s to %s", f.placeName(from), f.placeName(at)), "attack.sight")
	if seen {
		f.reception(p, i, &s, &l)
	} else {
		l.Say(f.obstacle(p, from, at))
	}
	return l
}

// drawn is a line on the map, from centre to centre.
func (f *Battlefield) drawn(i int, t aim, from place) scene.Line {
	l := scene.Line{
		From: f.hexes[from.hex].centre(), To: f.hexes[t.hex].centre(), Piece: f.troops[i].name, Target: f.hexes[t.hex].name,
	}
	if t.unit >= 0 {
		l.Target = f.troops[t.unit].name
	}
	return l
}

// obstacle returns a description of what hides one place from another.
func (f *Battlefield) obstacle(p *Position, a, b place) string {
	hexes, blocked := f.obstacles(p, a, b)
	switch x, y := hexes[0], hexes[1]; {
	case !blocked:
		return ""
	case a.hex == b.hex:
		return "floors in between block the line of sight"
	case x == y || min(x, y) < 0: // one of the two may be off the board
		h := int(max(x, y))
		return fmt.Sprintf("%s blocks the line of sight: %s", f.hexes[h].name, f.hexText(p, h))
	default:
		return fmt.Sprintf("%s and %s block the line of sight between them", f.hexes[x].name, f.hexes[y].name)
	}
}

// rangeWords are the range classes in words.
var rangeWords = [...]string{NormalRange: "normal range", CloseRange: "close range", LongRange: "long range", OutOfRange: "out of range"}

// coverWords has what protects a squad, by what stands in its hex.
var coverWords = [...]string{Standing: "cover of a building", Collapsed: "cover of a collapsed building", Overlay: "cover of rubble", Open: ""}

// reception adds the range class of a shot along a clear line, and what protects the target.
func (f *Battlefield) reception(p *Position, i int, s *Attack, l *scene.Line) {
	reach, cover := reachBuilding, ""
	switch s.Target {
	case AtSquad:
		reach = func(u *rule.Umpire, a *Attacker, d uint8) Range { return reachSquad(u, a, d, s.State == Standing) }
		cover = coverWords[s.State]
	case AtVehicle:
		reach = reachVehicle
	}
	if f.hasDirectFire(p, i) {
		l.Say(rangeWords[reach(rule.NewChecker(f.house), &s.Lead, s.Lead.Distance)], "attack.range")
		l.Say(cover)
	} else {
		l.Say("the unit has only mortars", "attack.range")
	}
	if cover != "" {
		l.Cite("host.cover")
	}
}

// trajectory is the line of a mortar squad to a hex that the squad, or another squad, sees.
func (f *Battlefield) trajectory(p *Position, i, h int) scene.Line {
	s, _ := f.mortarAttack(p, i, h, Normal)
	t, from := aim{-1, h}, f.where(p, i)
	at, _ := f.sight(p, i, t)
	l := f.drawn(i, t, from)
	l.Clear, l.Length = s.isSeen(), int(s.Distance)*scene.Scale
	l.Say(fmt.Sprintf("from %s onto %s", f.placeName(from), l.Target), "host.spotter")
	switch {
	case !s.Blocked:
		l.Say("the mortar sees the hex")
	case s.Spotter:
		l.Say("a squad spots for the mortar")
	default:
		l.Say(f.obstacle(p, from, at))
		l.Say("no squad spots for the mortar")
	}
	if l.Clear {
		l.Say(rangeWords[s.reach(rule.NewChecker(f.house), rowMortar)], "attack.range")
	}
	return l
}

// reaches lists the hexes of each range class of a unit with more than mortars: against buildings
// for vehicles and guns, against squads for squads.
func reaches(f *Battlefield, p *Position, i int) (list []scene.Reach) {
	if !f.hasDirectFire(p, i) {
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
		s, _ := f.attackSituation(p, i, aim{-1, h}, Normal, 0, p.action(i))
		r := reach(u, &s.Lead, s.Lead.Distance)
		places[r] = append(places[r], f.hexes[h].name)
	}
	for _, r := range []Range{CloseRange, NormalRange, LongRange} {
		if len(places[r]) > 0 {
			list = append(list, scene.Reach{From: f.hexes[own].centre(), Places: places[r], Text: rangeWords[r] + at})
		}
	}
	return list
}
