package oldworld

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// contactDistance is the distance between two units that touch.
const contactDistance = 2 * pointPrecision

// fightsInOpen reports whether a unit fights an enemy in the open: neither is in a building.
func (f *Battlefield) fightsInOpen(p *Position, i int) bool {
	foe := int(p.Units[i].Foe) - 1
	return foe >= 0 && p.siteOf(i) >= f.buildings && p.siteOf(foe) >= f.buildings
}

// gapAfterGivingGround returns the inches, rounded up, between an attacker that gives ground and the
// nearest wall where the garrison could be put down; 0 if there is no such wall.
func (f *Battlefield) gapAfterGivingGround(u *rule.Umpire, p *Position, i, garrison int) uint8 {
	building := p.siteOf(garrison)
	end, ok := f.giveGroundPoint(u, p, i, garrison, f.siteLocation(building))
	if !ok {
		end = f.locationOf(p, i).point
	}
	if _, length := f.nearestWallSite(p, garrison, building, i, end); length < noWay {
		return uint8(min(9, max(1, (length-contactDistance).InchesUp())))
	}
	return 0
}

// nearestWallSite returns the place at the walls from which a garrison is nearest to an enemy that has
// given ground to a point, and the distance; -1 if there is no room.
func (f *Battlefield) nearestWallSite(p *Position, garrison, building, enemy int, end ground.Point) (best int, least ground.Length) {
	best, least = -1, noWay
	at := f.locationOf(p, enemy)
	for _, site := range f.wallSites[building] {
		// Other units that assault the garrison do not bar its way.
		isAssaulting := func(k int) bool { return k == enemy || int(p.Units[k].Foe) == garrison+1 }
		if stays := at.site == site && at.point == end; stays || f.isBarred(p, garrison, site, isAssaulting) {
			continue
		}
		if length := f.sites[site].wallLine.Distance(end); length < least {
			best, least = site, length
		}
	}
	return best, least
}

// followUpToWall puts a garrison down at the wall where it touches the enemy that it has followed,
// and they fight on. It reports whether there was room.
func (f *Battlefield) followUpToWall(p *Position, garrison, building, enemy int) bool {
	at := f.locationOf(p, enemy).point
	site, _ := f.nearestWallSite(p, garrison, building, enemy, at)
	if site < 0 {
		return false
	}
	f.putDown(p, garrison, building, site)
	f.moveAlongWall(p, garrison, f.sites[site].wallLine.Nearest(at))
	p.Units[garrison].Later, p.Units[enemy].Later = true, true
	p.engage(garrison, enemy)
	return true
}

// putBeside puts a unit down beside an enemy, on the side of a point. It reports whether there is
// room there.
func (f *Battlefield) putBeside(p *Position, i, enemy int, back ground.Point) bool {
	at := f.locationOf(p, enemy).point
	if at == back {
		return false
	}
	before := p.Units[i]
	p.putAtPoint(i, at.Toward(back, contactDistance))
	if !f.canStandAt(p.Units[i].point()) {
		p.Units[i] = before
		return false
	}
	p.Units[i].Facing = ground.Bearing(back, at)
	return true
}

// catchEnemy makes a unit fight an enemy that it has caught falling back from a point. In the next
// turn it counts as having charged. It reports whether the unit got there. A unit in the open
// always does, because it is already in contact.
func (f *Battlefield) catchEnemy(p *Position, i, enemy int, back ground.Point) bool {
	_, in := f.buildingOf(p, i)
	if !f.putBeside(p, i, enemy, back) && in {
		return false
	}
	unit := &p.Units[i]
	unit.Rush, unit.Partly = inchesRoundedUp(ground.Distance(back, f.locationOf(p, enemy).point), longestCharge)
	p.engage(i, enemy)
	return true
}

// pursue moves a winner straight after an enemy, from where they fought towards where the enemy
// went, until walls, terrain, the edge of the table or another enemy stops it.
func (f *Battlefield) pursue(u *rule.Umpire, p *Position, i int, from, to ground.Point, inches int) {
	if from == to {
		return
	}
	p.Units[i].Facing = ground.Bearing(from, to)
	length := ground.Length(inches) * ground.Inch
	isClear := func(length ground.Length) bool {
		end := from.Toward(to, length)
		return f.isOnTable(end) && f.groundMap.Passable(ground.Segment{A: from, B: end}, ground.Destroyed{})
	}
	if !isClear(length) {
		clearLength := ground.Length(0)
		for length-clearLength > 1 {
			if middle := (length + clearLength) / 2; isClear(middle) {
				clearLength = middle
			} else {
				length = middle
			}
		}
		length = clearLength
		end := from.Toward(to, length)
		if building := f.buildingAt(end); building >= 0 && !f.enemyBars(p, i, ground.Segment{A: from, B: end}) && f.pursueIntoBuilding(u, p, i, building, end, length) {
			return
		}
		u.Note("impassable", "walls, terrain or the edge of the table stop the pursuit")
	}
	f.endPursuit(p, i, from, to, length)
}

// buildingAt returns the building whose walls a point is at, or -1.
func (f *Battlefield) buildingAt(at ground.Point) int {
	return game.First(f.buildings, func(building int) bool {
		return f.groundMap.FromStructure(ground.StructureID(building), at) <= contactDistance
	})
}

// endPursuit puts a unit down some way along its pursuit, or short of that to keep it out of walls
// and apart from enemies. If no place will do, it stays where it is.
func (f *Battlefield) endPursuit(p *Position, i int, from, to ground.Point, length ground.Length) {
	const step = ground.Inch / 10
	before := p.Units[i]
	for try := length; try > 0; try -= step {
		p.putAtPoint(i, from.Toward(to, try))
		at := p.Units[i].point()
		if f.canStandAt(at) && !f.enemyBars(p, i, ground.Segment{A: from, B: at}) &&
			f.nearestEnemyInches(p, f.units[i].side, location{noSite, at}, true) > f.enemyApartInches {
			return
		}
	}
	p.Units[i] = before
}

// enemyBars reports whether an enemy in the open bars a way: it is within an inch of the way, and
// not within an inch of its start.
func (f *Battlefield) enemyBars(p *Position, i int, way ground.Segment) bool {
	least := ground.Length(f.enemyApartInches) * ground.Inch
	for k := range f.enemiesOf(p, f.units[i].side) {
		if at := f.locationOf(p, k).point; p.siteOf(k) >= f.buildings && !ground.Within(way.A, at, least) && way.Within(at, least) {
			return true
		}
	}
	return false
}

// pursueIntoBuilding plays a pursuit that meets a building. If an enemy is inside, the pursuers
// have charged the building. It reports whether they are at the walls.
func (f *Battlefield) pursueIntoBuilding(u *rule.Umpire, p *Position, i, building int, at ground.Point, way ground.Length) bool {
	garrison := f.unitAt(p, building)
	if garrison < 0 || f.units[garrison].side == f.units[i].side {
		return false
	}
	if f.wallSite(p, i, building, at) < 0 || len(f.assaulters(p, building)) >= mostAssaulting {
		u.Note("host.room", "the pursuers have no room at the walls")
		return false
	}
	u.Note("host.run-into", "the pursuers run into a building with an enemy inside: a charge, fought in the next turn")
	u.Note("assault.building", "the charge is made against the building")
	if p.Units[garrison].Fleeing && u.Ruling(&runDown) == runDownCaught {
		u.Note("host.caught", "the pursuers reach the fleeing unit inside and run it down")
		f.removeUnit(p, garrison)
		f.moveIntoContact(p, i, building, at)
		f.testFriends(u, p, garrison, f.siteLocation(building), FriendGone)
		return true
	}
	f.moveIntoContact(p, i, building, at)
	if p.Units[garrison].Fleeing {
		u.Note("flee.hides", "the fleeing unit hides from the pursuers behind the walls")
		return true
	}
	p.Units[garrison].Fought = p.Units[garrison].Fought || p.Units[garrison].Foe == 0
	p.engage(i, garrison)
	p.Units[i].Rush, p.Units[i].Partly = inchesRoundedUp(way, longestCharge)
	return true
}
