package lasergrenadiers

import (
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// This file lets sections and plants burn on the table: where a fire is, how it
// grows, and whom it attacks. The procedures in fires_growth.go and
// fires_burning.go say what a fire does.

// The limits of a fire on the table.
const (
	mostFireTurns = 40  // turns, as in the tags of FireGrowth
	mostFireSize  = 250 // inches, which a Flame has room for
)

// A Flame is a fire, in a section or among plants.
type Flame struct {
	Size uint8 // inches from where it was lit; 0 is none
	Age  uint8 // turns since it was lit
	Fuel uint8 // what it has left to burn, where fuel is consumed
}

// A Plot is how the plants of a feature are.
type Plot struct {
	Gone bool // destroyed: they hide and hinder nobody
	Flame
}

// Singed is when fire attacked a piece that is in it.
type Singed uint8

const (
	NotSinged    Singed = iota
	SingedNow           // in this turn
	SingedBefore        // in an earlier turn, and it is still in the fire
)

// mostFires returns the most fires that there can be: one to each section, then one to each feature.
func (f *Battlefield) mostFires() int { return len(f.sections) + len(f.plants) }

// fireOf is one of the fires, by its number.
func (f *Battlefield) fireOf(p *Position, fire int) *Flame {
	if fire < len(f.sections) {
		return &p.Wings[fire].Flame
	}
	return &p.Plots[fire-len(f.sections)].Flame
}

// fireGrowth returns the situation of a fire that grows, and its state.
func (f *Battlefield) fireGrowth(u *rule.Umpire, p *Position, fire int) (FireGrowth, fireProgress) {
	flame := f.fireOf(p, fire)
	growth := FireGrowth{IgnitionConditions: f.ignitionConditions, Turns: mostFireTurns, Size: 1, Wind: f.wind, Checks: SayNo, Fuel: f.mostSize(u, p, fire)}
	now := fireProgress{turn: flame.Age, size: uint16(flame.Size), fuel: uint16(flame.Fuel)}
	if fire >= len(f.sections) {
		growth.Plants = f.plants[fire-len(f.sections)]
		return growth, now
	}
	structure := f.sections[fire].structure
	info := &f.sites[structure]
	growth.Structure, now.lost = info.Structure, p.Sites[structure].Lost
	if f.system.inForce(u) == ByPoints {
		growth.Points, growth.PerTurn = info.Points, info.FirePoints
	}
	return growth, now
}

// mostSize returns the size that a fire can grow to: as the set-up says, or as far as what burns reaches
// from where it was lit.
func (f *Battlefield) mostSize(u *rule.Umpire, p *Position, fire int) uint16 {
	var far ground.Length
	if fire >= len(f.sections) {
		feature := &f.features[fire-len(f.sections)]
		far = feature.Farthest(feature.Middle())
	} else if structure := &f.sites[f.sections[fire].structure]; structure.Fuel > 0 {
		return uint16(structure.Fuel)
	} else {
		first, end := structure.first, structure.end
		if u.Ruling(&fireSpread) == fireSpreadSection {
			first, end = ground.SectionID(fire), ground.SectionID(fire+1)
		}
		for section := first; section < end; section++ {
			for _, corner := range f.groundMap.Plan(section) {
				far = max(far, ground.Distance(p.Wings[fire].Seat.Spot().Point, corner))
			}
		}
	}
	return uint16(min(far.InchesUp(), mostFireSize))
}

// canSpread reports whether a fire that was lit in one section can be in another: in the same
// building, or by the other reading in the same section only.
func (f *Battlefield) canSpread(u *rule.Umpire, from, to int) bool {
	return from == to || f.sections[from].structure == f.sections[to].structure && u.Ruling(&fireSpread) == fireSpreadBuilding
}

// fireReaches reports whether a fire reaches a part of a way: as far from where it was lit as its
// size in inches, through the floors of a building, or among the plants that burn.
func (f *Battlefield) fireReaches(u *rule.Umpire, p *Position, fire int, part *leg) bool {
	size := int64(f.fireOf(p, fire).Size) * int64(ground.Inch)
	switch {
	case size == 0:
		return false
	case fire >= len(f.sections):
		feature := &f.features[fire-len(f.sections)]
		seat := feature.Middle()
		near := part.section < 0 && part.Within(seat, ground.Length(size)+ground.Inch) // else no part of the way through the plants is
		return near && int64(feature.WayDistance(part.Segment, seat, lineBreadth)) <= size
	case part.section < 0 || !f.canSpread(u, fire, int(part.section)):
		return false
	}
	seat := p.Wings[fire].Seat.Spot()
	apart, far := int64(max(part.low-seat.Z, seat.Z-part.high, 0)), int64(part.Distance(seat.Point))
	return apart*apart+far*far <= size*size
}

// leg returns a place as a way that ends where it begins.
func (t *place) leg() leg {
	return leg{Segment: ground.Segment{A: t.at, B: t.at}, section: t.section, low: t.floorHeight, high: t.floorHeight}
}

// isOnFire reports whether a fire reaches a place.
func (f *Battlefield) isOnFire(u *rule.Umpire, p *Position, place int) bool {
	part := f.places[place].leg()
	return game.Any(f.mostFires(), func(k int) bool { return f.fireReaches(u, p, k, &part) })
}

// lightSection starts a fire in a section, where its wall or roof was struck.
func (f *Battlefield) lightSection(u *rule.Umpire, p *Position, section int, at ground.Spot) {
	if state := &p.Wings[section]; !state.Fallen && state.Size == 0 {
		state.Seat = at.Packed()
		f.startFire(u, p, section)
	}
}

// startFire starts a fire. The pieces that it reaches are caught in it.
func (f *Battlefield) startFire(u *rule.Umpire, p *Position, fire int) {
	growth, now := f.fireGrowth(u, p, fire)
	now.turn, now.fuel = 0, growth.Fuel
	s := rule.Traced(u, &growth)
	prepareGrowth.For(u, s).beginTurn(u, s, &now)
	u.Note("host.blaze", "the fire starts here and reaches as far as its size in inches")
	*f.fireOf(p, fire) = Flame{Size: uint8(min(now.size, mostFireSize)), Fuel: uint8(now.fuel)}
	if u.Ruling(&burnAtOnce) == burnAtOnceAtOnce {
		f.attackByFire(u, p, fire)
	}
}

// burnAll lets all fires burn for a turn: they grow, attack the pieces that they reach, and cost
// points.
func (f *Battlefield) burnAll(u *rule.Umpire, p *Position) {
	for k := range f.mostFires() {
		if f.fireOf(p, k).Size > 0 {
			f.growFire(u, p, k)
		}
	}
}

func (f *Battlefield) growFire(u *rule.Umpire, p *Position, fire int) {
	growth, now := f.fireGrowth(u, p, fire)
	before := now.lost
	now.turn = min(now.turn+1, mostFireTurns)
	s := rule.Traced(u, &growth)
	prepareGrowth.For(u, s).beginTurn(u, s, &now)
	flame := f.fireOf(p, fire)
	if *flame = (Flame{uint8(min(now.size, mostFireSize)), now.turn, uint8(now.fuel)}); flame.Size == 0 {
		if *flame = (Flame{}); fire < len(f.sections) {
			p.Wings[fire].Seat = ground.PackedSpot{}
		}
	}
	f.attackByFire(u, p, fire)
	if now.lost > before {
		f.takePoints(u, p, fire, int(now.lost-before))
	}
}

// attackByFire has a fire attack each piece that it reaches.
func (f *Battlefield) attackByFire(u *rule.Umpire, p *Position, fire int) {
	for i := range f.pieces {
		if !p.here(i) || f.pieces[i].Fixed {
			continue
		}
		if part := f.places[p.at(i)].leg(); f.fireReaches(u, p, fire, &part) {
			f.attackWithFire(u, p, i, Caught)
		}
	}
}

// attackOnWay has fire attack a piece on its way, once, if the way leads through what burns.
func (f *Battlefield) attackOnWay(u *rule.Umpire, p *Position, i int, legs []leg) {
	for fire := range f.mostFires() {
		if f.fireOf(p, fire).Size > 0 && slices.ContainsFunc(legs, func(part leg) bool { return f.fireReaches(u, p, fire, &part) }) {
			f.attackWithFire(u, p, i, Crossing)
			return
		}
	}
}

// attackWithFire plays the attack of fire on a piece, at most once in a turn.
func (f *Battlefield) attackWithFire(u *rule.Umpire, p *Position, i int, how FireExposure) {
	state := &p.Figures[i]
	if state.Singed == SingedNow || how == Caught && state.Singed == SingedBefore && u.Ruling(&burnOften) == burnOftenOnce {
		return
	}
	state.Singed = SingedNow
	burning := Burning{How: how, Turns: 1, Groups: [4]Group{{Unit: f.pieces[i].Unit}}}
	if outcome := playBurn(u, rule.Traced(u, &burning)); outcome.Out+outcome.Vehicles > 0 {
		f.applyPenetration(u, p, i)
	}
}

// noteSinged records at the beginning of a turn which pieces are still in a fire that has attacked
// them.
func (f *Battlefield) noteSinged(u *rule.Umpire, p *Position) {
	for i := range f.pieces {
		if x := &p.Figures[i]; x.Singed != NotSinged {
			if x.Singed = SingedBefore; !f.isOnFire(u, p, p.at(i)) {
				x.Singed = NotSinged
			}
		}
	}
}

// moveFire moves the fire of a section that falls to the nearest place that it has reached in another
// section of the building, of those sections in which nothing burns yet.
func (f *Battlefield) moveFire(u *rule.Umpire, p *Position, section int) {
	old := p.Wings[section]
	if old.Size == 0 || p.Sites[f.sections[section].structure].Gone {
		return
	}
	from, best := old.Seat.Spot().Point, -1
	for place := range f.places {
		other := int(f.places[place].section)
		if other < 0 || other == section || p.Wings[other].Fallen || p.Wings[other].Size > 0 {
			continue
		}
		part := f.places[place].leg()
		if f.fireReaches(u, p, section, &part) && (best < 0 || ground.Distance(from, f.places[place].at) < ground.Distance(from, f.places[best].at)) {
			best = place
		}
	}
	if best < 0 {
		return
	}
	gone := int(ground.Distance(from, f.places[best].at)) / int(ground.Inch)
	target := &f.places[best]
	to := &p.Wings[target.section]
	to.Seat, to.Flame = ground.Spot{Point: target.at, Z: target.floorHeight}.Packed(), Flame{uint8(max(1, int(old.Size)-gone)), old.Age, old.Fuel}
}
