package lasergrenadiers

import (
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// An openingShot is a shot from one place through an opening at another. Its distances are in quarter
// inches from the middle of the opening.
type openingShot struct {
	opening   ground.OpeningID
	leavesBy  int16 // the opening that it leaves by, from 1; 0 for none
	to        uint8 // the place inside
	depth     uint8 // of that place behind the wall
	aside     int8  // of that place to the right
	away      uint8 // of the firer before the wall
	awayAside int8  // of the firer to the right
}

// measureOpeningShots lists the openings through which a warhead can be fired from a place, and
// where it can be centred.
func (f *Battlefield) measureOpeningShots(from int) (list []openingShot) {
	start := &f.places[from]
	spots, by := []ground.Spot{start.spot()}, []int16{0}
	if start.walled {
		spots, by = nil, nil
		for _, exit := range f.allOpeningsOn(start) {
			if f.canLookOut(start, exit) {
				spots, by = append(spots, f.groundMap.OpeningSpot(exit)), append(by, int16(exit)+1)
			}
		}
	}
	for opening := range ground.OpeningID(f.groundMap.Openings()) {
		floor := f.groundMap.FloorOfOpening(opening)
		for target := range f.places {
			end := &f.places[target]
			if !end.walled || end.floor() != floor || start.walled && start.section == end.section {
				continue
			}
			for k, spot := range spots {
				if f.groundMap.FiresThrough(opening, spot, end.at, ground.Destroyed{}) {
					list = append(list, f.newOpeningShot(opening, by[k], spot.Point, end, target))
				}
			}
		}
	}
	return list
}

func (f *Battlefield) newOpeningShot(opening ground.OpeningID, by int16, from ground.Point, target *place, b int) openingShot {
	wall, at := f.groundMap.WallLine(f.groundMap.WallOfOpening(opening)), f.groundMap.OpeningSpot(opening).Point
	shot := openingShot{opening: opening, leavesBy: by, to: uint8(b)}
	depth, aside := positionAtWall(wall, at, target.at)
	shot.depth, shot.aside = uint8(max(depth, 0)), aside
	// The slant of the line is what matters: far firers are moved nearer on it.
	away, off := offsetFromWall(wall, at, from)
	for away = max(-away, 1); away > 250 || off > 120 || off < -120; {
		away, off = max((away+1)/2, 1), off/2
	}
	shot.away, shot.awayAside = uint8(away), int8(off)
	return shot
}

// canLeave reports whether the opening by which a shot leaves is there now.
func (s *openingShot) canLeave(f *Battlefield, p *Position) bool {
	return s.leavesBy == 0 || f.isOpen(p, ground.OpeningID(s.leavesBy-1))
}

// openingRow returns the row of the table of openings for a kind of opening.
func openingRow(k ground.OpeningKind) rule.Ref {
	switch k {
	case ground.Slit:
		return firingSlit
	case ground.Embrasure:
		return embrasure
	case ground.Window:
		return window
	case ground.Gap:
		return breachIn
	}
	return doorway
}

// openingRowNow returns the row for an opening, or for the hole in its place.
func (f *Battlefield) openingRowNow(p *Position, o ground.OpeningID) rule.Ref {
	if f.isOnlyHole(p, o) {
		return hole
	}
	return openingRow(f.groundMap.Opening(o).Kind)
}

// findOpeningShot returns the shot from a place through an opening at a place inside.
func (f *Battlefield) findOpeningShot(p *Position, from int, opening ground.OpeningID, target int) (openingShot, bool) {
	for _, shot := range f.openingShots[from] {
		if shot.opening == opening && int(shot.to) == target && shot.canLeave(f, p) {
			return shot, true
		}
	}
	return openingShot{}, false
}

func lobPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for i := range f.pieces {
		if !f.mightShoot(p, i) || f.pieces[i].Weapon == 0 {
			continue
		}
		first := len(out)
		for _, shot := range f.openingShots[p.at(i)] {
			a := args{int16(i), int16(shot.opening), int16(shot.to)}
			if (f.isOpen(p, shot.opening) || f.isOnlyHole(p, shot.opening)) && shot.canLeave(f, p) && !slices.Contains(out[first:], a) {
				out = append(out, a) // A shot that can leave by several openings is listed once.
			}
		}
	}
	return out
}

// lobArgs reads the arguments of the action lob: the piece, the opening and the place behind it.
func lobArgs(a args) (i int, opening ground.OpeningID, target int) {
	return int(a[0]), ground.OpeningID(a[1]), int(a[2])
}

func lobLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, opening, target := lobArgs(a)
	if !f.legalShooter(u, p, i) {
		return
	}
	if !f.isOpen(p, opening) && !f.isOnlyHole(p, opening) {
		u.Forbid("engineers.breached", "that wall has neither a breach nor a hole")
		return
	}
	shot, ok := f.findOpeningShot(p, p.at(i), opening, target)
	if !ok {
		u.Forbid("opening.line", "no line of fire leads through that opening to that place")
		return
	}
	f.legalDistance(u, i, f.distances[p.at(i)][target])
	f.legalFireOut(u, p, i, -1)
	f.legalSection(u, p, i, int(f.places[target].section))
	s, _ := f.openingSituation(u, p, i, shot)
	legalOpening(u, &s)
}

// openingSituation returns the situation of a warhead fired into an opening.
func (f *Battlefield) openingSituation(u *rule.Umpire, p *Position, i int, shot openingShot) (s OpeningAttack, indices [mostPieces]int8) {
	target := int(shot.to)
	section := int(f.places[target].section)
	opening := f.groundMap.Opening(shot.opening)
	s = OpeningAttack{
		Into: f.openingRowNow(p, shot.opening), Stated: true, Depth: shot.depth, Aside: shot.aside, Away: shot.away, Off: shot.awayAside,
		Indirect: f.pieces[i].Indirect, Breached: opening.Kind == ground.Gap, Armament: f.armament(i), Aim: f.aimOver(u, i, f.distances[p.at(i)][target]),
		Structure: f.structureNow(p, section), DamageAccount: f.damageAccount(u, p, section, i), IgnitionConditions: f.ignitionConditionsIn(p, section),
	}
	reached := reachedPieces{f: f, p: p, side: f.pieces[i].side, targetPlace: target, index: noPieces}
	reached.wall, reached.point = f.groundMap.WallLine(f.groundMap.WallOfOpening(shot.opening)), f.groundMap.OpeningSpot(shot.opening).Point
	reached.setEffectArea(u, i, int8(shot.depth), shot.aside)
	reached.centre = f.places[target].at
	reached.gather(-1)
	for k := range reached.pieces {
		reached.pieces[k].Unknown, reached.pieces[k].Elsewhere = false, false
	}
	s.Pieces = reached.pieces
	return s, reached.index
}

func lobApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, opening, target := lobArgs(a)
	p.begin(i)
	if info := &f.openings[opening]; info.made && f.isOpen(p, opening) {
		u.Note("engineers.breached", "the warhead goes in by the breach")
	}
	shot, _ := f.findOpeningShot(p, p.at(i), opening, target)
	s, indices := f.openingSituation(u, p, i, shot)
	f.legalFireOut(u, p, i, -1)
	outcome := playOpening(u, rule.Traced(u, &s))
	wall := f.groundMap.WallOfOpening(opening)
	first, _ := f.groundMap.WallsOf(f.groundMap.SectionOfWall(wall))
	area := f.burstAt(u, i, target)
	area.alreadyAttacked, area.reachesOutside = indices, u.Ruling(&outerOpening) == outerOpeningStruck
	if !outcome.Hit && u.Ruling(&openingMiss) == openingMissWall { // It has struck the wall beside the opening.
		area.struck, area.centre, area.wall, area.storey = true, f.groundMap.OpeningSpot(opening).Point, wall, f.groundMap.Opening(opening).Storey
		area.reachesInside, area.reachesOutside = outcome.Through, u.Ruling(&outer) == outerStruck
	}
	if outcome.Hit || area.struck {
		place := &f.places[target]
		strike := impact{section: int(place.section), wall: int(wall - first), storey: int(place.storey), firePoint: ground.Spot{Point: f.groundMap.OpeningSpot(opening).Point, Z: place.floorHeight}}
		f.applyAttack(u, p, i, &strike, &area, &outcome)
	}
	f.endWithShot(u, p, i)
}

func bombardPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.mightShoot(p, i) && f.pieces[i].Weapon > 0 }
	return game.Pairs(out, len(f.pieces), may, len(f.sections), func(i, w int) bool { return !p.Wings[w].Fallen })
}

// legalBombard forbids fire at a section that a piece cannot strike.
func (f *Battlefield) legalBombard(u *rule.Umpire, p *Position, i, section int) {
	f.legalSection(u, p, i, section)
	strike, some := f.impactAtSection(p, i, section)
	if !some {
		cite, reason := f.noImpactReason(i)
		u.Forbid(cite, reason)
		s := f.structureNow(p, section)
		legalTarget(u, &s, f.surfaceOf(i, section), f.pieces[i].Indirect)
		return
	}
	f.legalDistance(u, i, strike.distance)
	f.legalFireOut(u, p, i, -1)
	s := f.sectionFire(u, p, i, &strike)
	legalFire(u, &s)
}

// surfaceOf returns the surface that a shot at a section meets. What lies open above has no roof: there
// a shell strikes the work itself.
func (f *Battlefield) surfaceOf(i, section int) Surface {
	if f.pieces[i].Indirect && f.sites[f.sections[section].structure].overhead {
		return RoofSurface
	}
	return WallSurface
}

// sectionFire returns the situation of fire at a section.
func (f *Battlefield) sectionFire(u *rule.Umpire, p *Position, i int, strike *impact) NormalFire {
	return NormalFire{
		Armament: f.armament(i), Aim: f.aimOver(u, i, strike.distance), Structure: f.structureNow(p, strike.section), Surface: f.surfaceOf(i, strike.section),
		Indirect: f.pieces[i].Indirect, DamageAccount: f.damageAccount(u, p, strike.section, i), IgnitionConditions: f.ignitionConditionsIn(p, strike.section),
	}
}

func bombardApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, section := int(a[0]), int(a[1])
	p.begin(i)
	strike, _ := f.impactAtSection(p, i, section)
	s := f.sectionFire(u, p, i, &strike)
	f.legalFireOut(u, p, i, -1)
	f.noteIndirect(u, i)
	outcome := playFire(u, rule.Traced(u, &s))
	if outcome.Hit {
		area := f.burstOn(u, i, &strike, outcome.Through)
		f.applyAttack(u, p, i, &strike, &area, &PenetrationOutcome{Burning: outcome.Burning, StructureDamage: outcome.StructureDamage})
	}
	f.endWithShot(u, p, i)
}

// distanceToPlants returns the distance from a place to the middle of a feature.
func (f *Battlefield) distanceToPlants(a, k int) ground.Length {
	return ground.Distance(f.places[a].at, f.features[k].Middle())
}

func ignitePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if !f.plantsBurn {
		return out
	}
	may := func(i int) bool { return f.mightShoot(p, i) }
	return game.Pairs(out, len(f.pieces), may, len(f.plants), func(i, k int) bool { return f.plantsInSight[p.at(i)][k] && !p.Plots[k].Gone })
}

// legalIgnitionOf forbids fire at plants that a piece cannot set alight.
func (f *Battlefield) legalIgnitionOf(u *rule.Umpire, p *Position, i, feature int) {
	if feature >= len(f.plants) || f.plants[feature] == NoPlants {
		u.Forbid("fire.vegetation", "no plants grow there")
		return
	}
	u.Require(!p.Plots[feature].Gone, "fire.vegetation", "the plants are already destroyed")
	u.Require(f.plantsInSight[p.at(i)][feature], "host.sight", "the piece has no line of sight")
	f.legalDistance(u, i, f.distanceToPlants(p.at(i), feature))
	f.legalFireOut(u, p, i, -1)
	s := f.igniteSituation(i, feature)
	legalIgnite(u, &s)
}

// igniteSituation returns the situation of a weapon that has struck plants.
func (f *Battlefield) igniteSituation(i, feature int) Ignition {
	return Ignition{Armament: f.armament(i), Plants: f.plants[feature], IgnitionConditions: f.ignitionConditions}
}

func igniteApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, feature := int(a[0]), int(a[1])
	p.begin(i)
	f.legalFireOut(u, p, i, -1)
	aim := f.aimOver(u, i, f.distanceToPlants(p.at(i), feature))
	if u.Test(rule.D10, rule.AtMost(aim.hitsOn(u, func() int { return u.Fact(&sizeSide) })), "host.hit", "does the shot strike the plants?") {
		f.applyShotAtPlants(u, p, i, feature)
	}
	f.endWithShot(u, p, i)
}

// applyShotAtPlants applies a shot to the plants that it has struck, and an effect area to the
// pieces near them.
func (f *Battlefield) applyShotAtPlants(u *rule.Umpire, p *Position, i, feature int) {
	area := effectArea{side: f.pieces[i].side, centre: f.features[feature].Middle(), structure: -1, reachesOutside: true, alreadyAttacked: noPieces}
	arm := f.armament(i)
	area.weapon = arm.weapon(u)
	nuclear := f.isNuclear(u, i)
	if nuclear {
		f.destroyArea(u, p, &area)
	}
	if !p.Plots[feature].Gone {
		s := f.igniteSituation(i, feature)
		outcome := playIgnite(u, rule.Traced(u, &s))
		p.Plots[feature].Gone = outcome.Destroyed
		if outcome.Fire {
			f.startFire(u, p, len(f.sections)+feature)
		}
	}
	if !nuclear {
		f.attackArea(u, p, &area)
	}
}
