package lasergrenadiers

import (
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// This file lets sections and plants burn on the table: where a fire is, how it
// grows, and whom it attacks. What a fire does is for its procedures.

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

// mostFires is the most fires that there can be: one to each section, then one to each feature.
func (f *Battlefield) mostFires() int { return len(f.wings) + len(f.green) }

// fireOf is one of the fires, by its number.
func (f *Battlefield) fireOf(p *Position, k int) *Flame {
	if k < len(f.wings) {
		return &p.Wings[k].Flame
	}
	return &p.Plots[k-len(f.wings)].Flame
}

// fireGrowth is the situation of a fire that grows, and its state.
func (f *Battlefield) fireGrowth(u *rule.Umpire, p *Position, k int) (FireGrowth, fireProgress) {
	x := f.fireOf(p, k)
	g := FireGrowth{IgnitionConditions: f.kindling, Turns: 40, Size: 1, Wind: f.wind, Checks: SayNo, Fuel: f.mostSize(u, p, k)}
	now := fireProgress{turn: x.Age, size: uint16(x.Size), fuel: uint16(x.Fuel)}
	if k >= len(f.wings) {
		g.Plants = f.green[k-len(f.wings)]
		return g, now
	}
	n := f.wings[k].site
	s := &f.sites[n]
	g.Structure, now.lost = s.Structure, p.Sites[n].Lost
	if f.system.in(u) == ByPoints {
		g.Points, g.PerTurn = s.Points, s.FirePoints
	}
	return g, now
}

// mostSize is the size that a fire can grow to: as the set-up says, or as far as what burns reaches
// from where it was lit.
func (f *Battlefield) mostSize(u *rule.Umpire, p *Position, k int) uint16 {
	var far ground.Length
	if k >= len(f.wings) {
		t := &f.features[k-len(f.wings)]
		far = t.Farthest(t.Middle())
	} else if s := &f.sites[f.wings[k].site]; s.Fuel > 0 {
		return uint16(s.Fuel)
	} else {
		first, end := s.first, s.end
		if u.Ruling(&fireSpread) == fireSpreadSection {
			first, end = ground.SectionID(k), ground.SectionID(k+1)
		}
		for w := first; w < end; w++ {
			for _, corner := range f.land.Plan(w) {
				far = max(far, ground.Distance(p.Wings[k].Seat.Spot().Point, corner))
			}
		}
	}
	return uint16(min(far.RoundUp(), 250))
}

// canSpread reports whether a fire that was lit in one section can be in another: in the same
// building, or by the other reading in the same section only.
func (f *Battlefield) canSpread(u *rule.Umpire, k, w int) bool {
	return k == w || f.wings[k].site == f.wings[w].site && u.Ruling(&fireSpread) == fireSpreadBuilding
}

// fireReaches reports whether a fire reaches a part of a way: as far from where it was lit as its
// size in inches, through the floors of a building, or among the plants that burn.
func (f *Battlefield) fireReaches(u *rule.Umpire, p *Position, k int, l *leg) bool {
	size := int64(f.fireOf(p, k).Size) * int64(ground.Inch)
	switch {
	case size == 0:
		return false
	case k >= len(f.wings):
		t := &f.features[k-len(f.wings)]
		seat := t.Middle()
		near := l.wing < 0 && l.Within(seat, ground.Length(size)+ground.Inch) // else no part of the way through the plants is
		return near && int64(t.WayDistance(l.Segment, seat, lineBreadth)) <= size
	case l.wing < 0 || !f.canSpread(u, k, int(l.wing)):
		return false
	}
	seat := p.Wings[k].Seat.Spot()
	apart, far := int64(max(l.low-seat.Z, seat.Z-l.high, 0)), int64(l.Distance(seat.Point))
	return apart*apart+far*far <= size*size
}

// leg is a place as a way that ends where it begins.
func (t *place) leg() leg {
	return leg{Segment: ground.Segment{A: t.at, B: t.at}, wing: t.wing, low: t.low, high: t.low}
}

// isOnFire reports whether a fire reaches a place.
func (f *Battlefield) isOnFire(u *rule.Umpire, p *Position, b int) bool {
	l := f.places[b].leg()
	return game.Any(f.mostFires(), func(k int) bool { return f.fireReaches(u, p, k, &l) })
}

// lightSection starts a fire in a section, where its wall or roof was struck.
func (f *Battlefield) lightSection(u *rule.Umpire, p *Position, w int, at ground.Spot) {
	if x := &p.Wings[w]; !x.Fallen && x.Size == 0 {
		x.Seat = at.Packed()
		f.startFire(u, p, w)
	}
}

// startFire starts a fire. The pieces that it reaches are caught in it.
func (f *Battlefield) startFire(u *rule.Umpire, p *Position, k int) {
	g, now := f.fireGrowth(u, p, k)
	now.turn, now.fuel = 0, g.Fuel
	s := rule.Overheard(u, &g)
	prepareFire.For(u, s).beginTurn(u, s, &now)
	u.Note("host.blaze", "the fire starts here and reaches as far as its size in inches")
	*f.fireOf(p, k) = Flame{Size: uint8(min(now.size, 250)), Fuel: uint8(now.fuel)}
	if u.Ruling(&burnAtOnce) == burnAtOnceAtOnce {
		f.attackByFire(u, p, k)
	}
}

// burnAll lets all fires burn for a turn: they grow, attack the pieces that they reach, and cost
// points.
func (f *Battlefield) burnAll(u *rule.Umpire, p *Position) {
	for k := range f.mostFires() {
		if f.fireOf(p, k).Size > 0 {
			f.burn(u, p, k)
		}
	}
}

func (f *Battlefield) burn(u *rule.Umpire, p *Position, k int) {
	g, now := f.fireGrowth(u, p, k)
	before := now.lost
	now.turn = min(now.turn+1, 40)
	s := rule.Overheard(u, &g)
	prepareFire.For(u, s).beginTurn(u, s, &now)
	x := f.fireOf(p, k)
	if *x = (Flame{uint8(min(now.size, 250)), now.turn, uint8(now.fuel)}); x.Size == 0 {
		if *x = (Flame{}); k < len(f.wings) {
			p.Wings[k].Seat = ground.PackedSpot{}
		}
	}
	f.attackByFire(u, p, k)
	if now.lost > before {
		f.takePoints(u, p, k, int(now.lost-before))
	}
}

// attackByFire has a fire attack each piece that it reaches.
func (f *Battlefield) attackByFire(u *rule.Umpire, p *Position, k int) {
	for i := range f.figures {
		if !p.here(i) || f.figures[i].Fixed {
			continue
		}
		if l := f.places[p.at(i)].leg(); f.fireReaches(u, p, k, &l) {
			f.singe(u, p, i, Caught)
		}
	}
}

// attackOnWay has fire attack a piece on its way, once, if the way leads through what burns.
func (f *Battlefield) attackOnWay(u *rule.Umpire, p *Position, i int, legs []leg) {
	for k := range f.mostFires() {
		if f.fireOf(p, k).Size > 0 && slices.ContainsFunc(legs, func(l leg) bool { return f.fireReaches(u, p, k, &l) }) {
			f.singe(u, p, i, Crossing)
			return
		}
	}
}

// singe plays the attack of fire on a piece, at most once in a turn.
func (f *Battlefield) singe(u *rule.Umpire, p *Position, i int, how FireExposure) {
	x := &p.Figures[i]
	if x.Singed == SingedNow || how == Caught && x.Singed == SingedBefore && u.Ruling(&burnOften) == burnOftenOnce {
		return
	}
	x.Singed = SingedNow
	b := Burning{How: how, Turns: 1, Groups: [4]Group{{Unit: f.figures[i].Unit}}}
	if r := playBurn(u, rule.Overheard(u, &b)); r.Out+r.Vehicles > 0 {
		f.applyPenetration(u, p, i)
	}
}

// noteSinged records at the beginning of a turn which pieces are still in a fire that has attacked
// them.
func (f *Battlefield) noteSinged(u *rule.Umpire, p *Position) {
	for i := range f.figures {
		if x := &p.Figures[i]; x.Singed != NotSinged {
			if x.Singed = SingedBefore; !f.isOnFire(u, p, p.at(i)) {
				x.Singed = NotSinged
			}
		}
	}
}

// moveFire takes the fire of a section that falls to the nearest place of the same building that it
// has reached, if nothing burns in that section yet.
func (f *Battlefield) moveFire(u *rule.Umpire, p *Position, w int) {
	x := p.Wings[w]
	if x.Size == 0 || p.Sites[f.wings[w].site].Gone {
		return
	}
	from, best := x.Seat.Spot().Point, -1
	for b := range f.places {
		v := int(f.places[b].wing)
		if v < 0 || v == w || p.Wings[v].Fallen || p.Wings[v].Size > 0 {
			continue
		}
		l := f.places[b].leg()
		if f.fireReaches(u, p, w, &l) && (best < 0 || ground.Distance(from, f.places[b].at) < ground.Distance(from, f.places[best].at)) {
			best = b
		}
	}
	if best < 0 {
		return
	}
	gone := int(ground.Distance(from, f.places[best].at)) / int(ground.Inch)
	t := &f.places[best]
	to := &p.Wings[t.wing]
	to.Seat, to.Flame = ground.Spot{Point: t.at, Z: t.low}.Packed(), Flame{uint8(max(1, int(x.Size)-gone)), x.Age, x.Fuel}
}
