package tideofiron

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
	"loophole/scene"
)

// alongHex names the line of a shot at a hex.
var alongHex = game.Along[Battlefield, Position](&unitDomain, 0, &hexDomain, 1)

// sightLines draws the lines from a unit to every enemy unit that its side knows of, and to the
// hexes that the unit may attack: building hexes if the unit can damage buildings, and any hex that
// is worth a shell if the unit has mortars.
func sightLines(f *Battlefield, p *Position, i int) (list []scene.Line) {
	for _, enemy := range roster.Enemies(f, p, f.units[i].side) {
		if f.knows(p, f.units[i].side, enemy) {
			list = append(list, f.sightLine(p, i, f.unitTarget(p, enemy)))
		}
	}
	mortar, sparesFriends := p.Units[i].Models[mortars] > 0, rule.NewChecker(f.house).Ruling(&friends) == friendsNo
	for hex := range f.hexes {
		switch {
		case mortar:
			if f.worthShelling(p, i, hex) {
				list = append(list, f.mortarLine(p, i, hex))
			}
		case f.destructible && p.Hexes[hex].Terrain == Standing && f.canDamageBuildings(i) && !(sparesFriends && f.unitsIn(p, hex)[f.units[i].side] > 0):
			list = append(list, f.sightLine(p, i, hexTarget(hex)))
		}
	}
	return list
}

// worthShelling reports whether a mortar can usefully shell a hex in either mode, without striking a
// friendly squad.
func (f *Battlefield) worthShelling(p *Position, i, hex int) bool {
	checker := rule.NewChecker(f.house)
	for mode := Normal; mode <= Suppressive; mode++ {
		s, _ := f.mortarAttack(p, i, hex, mode)
		f.legalEffect(checker, p, &s, hex)
		if s.legalFriends(checker); checker.Allowed() {
			return true
		}
	}
	return false
}

// sightLine returns the line of sight from a unit to a target.
func (f *Battlefield) sightLine(p *Position, i int, target fireTarget) scene.Line {
	s, _ := f.attackSituation(p, i, target, Normal, 0, p.action(i))
	from := f.placeOf(p, i)
	at, seen := f.sightOf(p, i, target)
	line := f.mapLine(i, target, from)
	line.Clear, line.Length = seen, int(s.Lead.Distance)*scene.Scale
	line.Say(fmt.Sprintf("from %s to %s", f.placeName(from), f.placeName(at)), "attack.sight")
	if seen {
		f.addRangeAndCover(p, i, &s, &line)
	} else {
		line.Say(f.obstacleText(p, from, at))
	}
	return line
}

// mapLine returns a line on the map, from centre to centre.
func (f *Battlefield) mapLine(i int, target fireTarget, from place) scene.Line {
	line := scene.Line{
		From: f.hexes[from.hex].centre(), To: f.hexes[target.hex].centre(), Piece: f.units[i].name, Target: f.hexes[target.hex].name,
	}
	if target.unit >= 0 {
		line.Target = f.units[target.unit].name
	}
	return line
}

// obstacleText returns a description of what hides one place from another.
func (f *Battlefield) obstacleText(p *Position, from, to place) string {
	hexes, blocked := f.findObstacle(p, from, to)
	switch first, second := hexes[0], hexes[1]; {
	case !blocked:
		return ""
	case from.hex == to.hex:
		return "floors in between block the line of sight"
	case first == second || min(first, second) < 0: // one of the two may be off the board
		hex := int(max(first, second))
		return fmt.Sprintf("%s blocks the line of sight: %s", f.hexes[hex].name, f.hexText(p, hex))
	default:
		return fmt.Sprintf("%s and %s block the line of sight between them", f.hexes[first].name, f.hexes[second].name)
	}
}

// rangeWords are the range classes in words.
var rangeWords = [...]string{NormalRange: "normal range", CloseRange: "close range", LongRange: "long range", OutOfRange: "out of range"}

// coverWords has what protects a squad, by what stands in its hex.
var coverWords = [...]string{Standing: "cover of a building", Collapsed: "cover of a collapsed building", Overlay: "cover of rubble", Open: ""}

// addRangeAndCover adds the range class of a shot along a clear line, and what protects the target.
func (f *Battlefield) addRangeAndCover(p *Position, i int, s *Attack, line *scene.Line) {
	rangeTo, cover := rangeToBuilding, ""
	switch s.Target {
	case AtSquad:
		rangeTo = func(u *rule.Umpire, attacker *Attacker, distance uint8) Range {
			return rangeToSquad(u, attacker, distance, s.State == Standing)
		}
		cover = coverWords[s.State]
	case AtVehicle:
		rangeTo = rangeToVehicle
	}
	if f.hasDirectFire(p, i) {
		line.Say(rangeWords[rangeTo(rule.NewChecker(f.house), &s.Lead, s.Lead.Distance)], "attack.range")
		line.Say(cover)
	} else {
		line.Say("the unit has only mortars", "attack.range")
	}
	if cover != "" {
		line.Cite("host.cover")
	}
}

// mortarLine returns the line of a mortar squad to a hex that the squad, or another squad, sees.
func (f *Battlefield) mortarLine(p *Position, i, hex int) scene.Line {
	s, _ := f.mortarAttack(p, i, hex, Normal)
	target, from := hexTarget(hex), f.placeOf(p, i)
	at, _ := f.sightOf(p, i, target)
	line := f.mapLine(i, target, from)
	line.Clear, line.Length = s.isSeen(), int(s.Distance)*scene.Scale
	line.Say(fmt.Sprintf("from %s onto %s", f.placeName(from), line.Target), "host.spotter")
	switch {
	case !s.Blocked:
		line.Say("the mortar sees the hex")
	case s.Spotter:
		line.Say("a squad spots for the mortar")
	default:
		line.Say(f.obstacleText(p, from, at))
		line.Say("no squad spots for the mortar")
	}
	if line.Clear {
		line.Say(rangeWords[s.mortarRange(rule.NewChecker(f.house))], "attack.range")
	}
	return line
}

// rangeAreas lists the hexes of each range class of a unit with more than mortars: against
// buildings for vehicles and guns, against squads for squads.
func rangeAreas(f *Battlefield, p *Position, i int) (list []scene.Reach) {
	if !f.hasDirectFire(p, i) {
		return nil
	}
	u, own := rule.NewChecker(f.house), f.placeOf(p, i).hex
	against, rangeTo := " against buildings", rangeToBuilding
	if f.units[i].vehicle == 0 {
		against, rangeTo = " against squads", func(u *rule.Umpire, attacker *Attacker, distance uint8) Range {
			return rangeToSquad(u, attacker, distance, false)
		}
	}
	var places [len(rangeWords)][]string
	for hex := range f.hexes {
		if uint8(hex) == own {
			continue
		}
		s, _ := f.attackSituation(p, i, hexTarget(hex), Normal, 0, p.action(i))
		class := rangeTo(u, &s.Lead, s.Lead.Distance)
		places[class] = append(places[class], f.hexes[hex].name)
	}
	for _, class := range []Range{CloseRange, NormalRange, LongRange} {
		if len(places[class]) > 0 {
			list = append(list, scene.Reach{From: f.hexes[own].centre(), Places: places[class], Text: rangeWords[class] + against})
		}
	}
	return list
}
