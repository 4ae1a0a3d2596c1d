package oldworld

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// hair is the distance between two units that touch.
const hair = 2 * grain

// fightsInOpen reports whether a unit fights an enemy in the open: neither is in a building.
func (f *Battlefield) fightsInOpen(p *Position, i int) bool {
	foe := int(p.Units[i].Foe) - 1
	return foe >= 0 && p.at(i) >= f.buildings && p.at(foe) >= f.buildings
}

// gap is the inches, rounded up, between an attacker that gives ground and the nearest
// wall where the garrison could be put down; 0 if there is no such wall.
func (f *Battlefield) gap(u *rule.Umpire, p *Position, i, g int) uint8 {
	b := p.at(g)
	end, ok := f.givesGroundTo(u, p, i, g, f.on(b))
	if !ok {
		end = f.footing(p, i).at
	}
	if _, l := f.opposite(p, g, b, i, end); l < noWay {
		return uint8(min(9, max(1, (l-hair).RoundUp())))
	}
	return 0
}

// opposite is the place at the walls from which a garrison is nearest to an enemy that has
// given ground to a point, and the distance; -1 if there is no room.
func (f *Battlefield) opposite(p *Position, g, b, enemy int, end ground.Point) (best int, least ground.Length) {
	best, least = -1, noWay
	at := f.footing(p, enemy)
	for _, s := range f.around[b] {
		// Other units that assault the garrison do not bar its way.
		besieging := func(k int) bool { return k == enemy || int(p.Units[k].Foe) == g+1 }
		if stays := at.site == s && at.at == end; stays || f.isBarred(p, g, s, besieging) {
			continue
		}
		if l := f.sites[s].line.Distance(end); l < least {
			best, least = s, l
		}
	}
	return best, least
}

// followUpToWall puts a garrison down at the wall where it touches the enemy that it has followed,
// and they fight on. It reports whether there was room.
func (f *Battlefield) followUpToWall(p *Position, g, b, enemy int) bool {
	at := f.footing(p, enemy).at
	s, _ := f.opposite(p, g, b, enemy, at)
	if s < 0 {
		return false
	}
	f.putDown(p, g, b, s)
	f.moveAlongWall(p, g, f.sites[s].line.Nearest(at))
	p.Units[g].Later, p.Units[enemy].Later = true, true
	p.engage(g, enemy)
	return true
}

// putBeside puts a unit down beside an enemy, on the side of a point. It reports whether there is
// room there.
func (f *Battlefield) putBeside(p *Position, i, enemy int, back ground.Point) bool {
	at := f.footing(p, enemy).at
	if at == back {
		return false
	}
	was := p.Units[i]
	p.putAtPoint(i, at.Toward(back, hair))
	if !f.standable(p.Units[i].point()) {
		p.Units[i] = was
		return false
	}
	p.Units[i].Facing = ground.Bearing(back, at)
	return true
}

// catchEnemy makes a unit fight an enemy that it has caught falling back from a point. In the next
// turn it counts as having charged. It reports whether the unit got there. A unit in the open
// always does, because it is already in contact.
func (f *Battlefield) catchEnemy(p *Position, i, enemy int, back ground.Point) bool {
	_, in := f.indoors(p, i)
	if !f.putBeside(p, i, enemy, back) && in {
		return false
	}
	x := &p.Units[i]
	x.Rush, x.Partly = tape(ground.Distance(back, f.footing(p, enemy).at), 9)
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
	l := ground.Length(inches) * ground.Inch
	clear := func(l ground.Length) bool {
		end := from.Toward(to, l)
		return f.onTable(end) && f.land.Passable(ground.Segment{A: from, B: end}, ground.Destroyed{})
	}
	if !clear(l) {
		short := ground.Length(0)
		for l-short > 1 {
			if half := (l + short) / 2; clear(half) {
				short = half
			} else {
				l = half
			}
		}
		l = short
		end := from.Toward(to, l)
		if b := f.buildingAt(end); b >= 0 && !f.enemyBars(p, i, ground.Segment{A: from, B: end}) && f.pursueIntoBuilding(u, p, i, b, end, l) {
			return
		}
		u.Note("impassable", "walls, terrain or the edge of the table stop the pursuit")
	}
	f.endPursuit(p, i, from, to, l)
}

// buildingAt is the building whose walls a point is at, or -1.
func (f *Battlefield) buildingAt(at ground.Point) int {
	return game.First(f.buildings, func(b int) bool { return f.land.FromStructure(ground.StructureID(b), at) <= hair })
}

// endPursuit puts a unit down some way along its pursuit, or short of that to keep it out of walls
// and apart from enemies. If no place will do, it stays where it is.
func (f *Battlefield) endPursuit(p *Position, i int, from, to ground.Point, l ground.Length) {
	const step = ground.Inch / 10
	was := p.Units[i]
	for try := l; try > 0; try -= step {
		p.putAtPoint(i, from.Toward(to, try))
		now := p.Units[i].point()
		if f.standable(now) && !f.enemyBars(p, i, ground.Segment{A: from, B: now}) &&
			f.foeWithin(p, f.regiments[i].side, footing{nowhere, now}, true) > f.apart {
			return
		}
	}
	p.Units[i] = was
}

// enemyBars reports whether an enemy in the open bars a way: it is within an inch of the way, and
// not within an inch of its start.
func (f *Battlefield) enemyBars(p *Position, i int, way ground.Segment) bool {
	apart := ground.Length(f.apart) * ground.Inch
	for k := range f.foes(p, f.regiments[i].side) {
		if at := f.footing(p, k).at; p.at(k) >= f.buildings && !ground.Within(way.A, at, apart) && way.Within(at, apart) {
			return true
		}
	}
	return false
}

// pursueIntoBuilding plays a pursuit that meets a building. If an enemy is inside, the pursuers
// have charged the building. It reports whether they are at the walls.
func (f *Battlefield) pursueIntoBuilding(u *rule.Umpire, p *Position, i, b int, at ground.Point, way ground.Length) bool {
	g := f.unitAt(p, b)
	if g < 0 || f.regiments[g].side == f.regiments[i].side {
		return false
	}
	if f.wallSite(p, i, b, at) < 0 || len(f.besiegers(p, b)) >= mostAssaulting {
		u.Note("host.room", "the pursuers have no room at the walls")
		return false
	}
	u.Note("host.run-into", "the pursuers run into a building with an enemy inside: a charge, fought in the next turn")
	u.Note("assault.building", "the charge is made against the building")
	if p.Units[g].Fleeing && u.Ruling(&runDown) == runDownCaught {
		u.Note("host.caught", "the pursuers reach the fleeing unit inside and run it down")
		f.removeUnit(p, g)
		f.closeUp(p, i, b, at)
		f.testFriends(u, p, g, f.on(b), FriendGone)
		return true
	}
	f.closeUp(p, i, b, at)
	if p.Units[g].Fleeing {
		u.Note("flee.hides", "the fleeing unit hides from the pursuers behind the walls")
		return true
	}
	p.Units[g].Fought = p.Units[g].Fought || p.Units[g].Foe == 0
	p.engage(i, g)
	p.Units[i].Rush, p.Units[i].Partly = tape(way, 9)
	return true
}
