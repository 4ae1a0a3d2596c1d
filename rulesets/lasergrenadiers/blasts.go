package lasergrenadiers

import (
	"slices"

	"loophole/ground"
	"loophole/rule"
)

// A throw is an opening that leads from one place to another, and the places of
// both from its middle.
type throw struct {
	opening ground.OpeningID
	by      int16 // the opening that it leaves by, from 1; 0 for none
	to      uint8
	depth   uint8
	aside   int8
	away    uint8
	off     int8
}

// throws lists the openings through which a warhead can be fired from a place,
// and where it can be centred.
func (f *Battlefield) throws(a int) (list []throw) {
	x := &f.places[a]
	from, by := []ground.Spot{x.spot()}, []int16{0}
	if x.walled {
		from, by = nil, nil
		for _, q := range append(f.sortOf(x, false), f.sortOf(x, true)...) {
			if f.leans(x, q) {
				from, by = append(from, f.land.OpeningSpot(q)), append(by, int16(q)+1)
			}
		}
	}
	for o := range ground.OpeningID(f.land.Openings()) {
		floor := f.land.FloorOfOpening(o)
		for b := range f.places {
			y := &f.places[b]
			if !y.walled || y.floor() != floor || x.walled && x.wing == y.wing {
				continue
			}
			for k, spot := range from {
				if f.land.FiresThrough(o, spot, y.at, ground.Ruins{}) {
					list = append(list, f.throw(o, by[k], spot.Point, y, b))
				}
			}
		}
	}
	return list
}

func (f *Battlefield) throw(o ground.OpeningID, by int16, from ground.Point, y *place, b int) throw {
	wall, at := f.land.WallLine(f.land.WallOfOpening(o)), f.land.OpeningSpot(o).Point
	t := throw{opening: o, by: by, to: uint8(b)}
	depth, aside := relative(wall, at, y.at)
	t.depth, t.aside = uint8(max(depth, 0)), aside
	// The slant of the line is what matters: far firers are moved nearer on it.
	away, off := offset(wall, at, from)
	for away = max(-away, 1); away > 250 || off > 120 || off < -120; {
		away, off = max((away+1)/2, 1), off/2
	}
	t.away, t.off = uint8(away), int8(off)
	return t
}

// goes reports whether the opening by which a throw leaves is there.
func (t *throw) goes(f *Battlefield, p *Position) bool {
	return t.by == 0 || f.there(p, ground.OpeningID(t.by-1))
}

// intoOf is the row of the table of openings for a kind of opening.
func intoOf(k ground.OpeningKind) rule.Ref {
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

// intoGap is the row for an opening of the ground.
func (f *Battlefield) intoGap(p *Position, o ground.OpeningID) rule.Ref {
	if f.pocked(p, o) {
		return hole
	}
	return intoOf(f.land.Opening(o).Kind)
}

// findThrow looks a throw up.
func (f *Battlefield) findThrow(p *Position, a int, o ground.OpeningID, b int) (throw, bool) {
	for _, t := range f.lobs[a] {
		if t.opening == o && int(t.to) == b && t.goes(f, p) {
			return t, true
		}
	}
	return throw{}, false
}

func lobCandidates(f *Battlefield, p *Position, out []args) []args {
	for i := range f.figures {
		if !f.mayShoot(p, i) || f.figures[i].Weapon == 0 {
			continue
		}
		first := len(out)
		for _, t := range f.lobs[p.at(i)] {
			a := args{int16(i), int16(t.opening), int16(t.to)}
			if (f.there(p, t.opening) || f.pocked(p, t.opening)) && t.goes(f, p) && !slices.Contains(out[first:], a) {
				out = append(out, a) // Where a wall has gone, a place may be reached over it too.
			}
		}
	}
	return out
}

func checkLob(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, o, b := int(a[0]), ground.OpeningID(a[1]), int(a[2])
	if !f.shooter(u, p, i) {
		return
	}
	if !f.there(p, o) && !f.pocked(p, o) {
		u.Refuse("engineers.breached", "there is neither a breach nor a hole in that wall")
		return
	}
	t, ok := f.findThrow(p, p.at(i), o, b)
	if !ok {
		u.Refuse("opening.line", "no line of fire leads through that opening to that place")
		return
	}
	f.carries(u, i, p.at(i), b)
	f.firesOut(u, p, i, -1)
	f.spared(u, p, i, int(f.places[b].wing))
	s, _ := f.lobbed(u, p, i, t)
	legalOpening(u, &s)
}

// lobbed is the situation of a warhead fired into an opening.
func (f *Battlefield) lobbed(u *rule.Umpire, p *Position, i int, t throw) (s Opening, who [6]int8) {
	b := int(t.to)
	w := int(f.places[b].wing)
	x := f.land.Opening(t.opening)
	s = Opening{
		Into: f.intoGap(p, t.opening), Stated: true, Depth: t.depth, Aside: t.aside, Away: t.away, Off: t.off,
		Indirect: f.figures[i].Indirect, Breached: x.Kind == ground.Gap, Arm: f.arm(i), Aim: f.aimed(u, i, p.at(i), b),
		Structure: f.structure(p, w), Score: f.score(u, p, w, i),
	}
	l := list{f: f, p: p, by: f.figures[i].side, area: b, who: [6]int8{-1, -1, -1, -1, -1, -1}}
	l.wall, l.point = f.land.WallLine(f.land.WallOfOpening(t.opening)), f.land.OpeningSpot(t.opening).Point
	l.reach(u, i, int8(t.depth), t.aside)
	l.centre = f.places[b].at
	l.all(-1)
	for k := range l.pieces {
		l.pieces[k].Unknown, l.pieces[k].Elsewhere = false, false
	}
	s.Pieces = l.pieces
	return s, l.who
}

var heldLob rule.Held[Opening]

func doLob(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, o, b := int(a[0]), ground.OpeningID(a[1]), int(a[2])
	p.begin(i)
	if g := &f.gaps[o]; g.made && f.there(p, o) {
		u.Note("engineers.breached", "it goes in by the breach")
	}
	t, _ := f.findThrow(p, p.at(i), o, b)
	s, who := f.lobbed(u, p, i, t)
	f.firesOut(u, p, i, -1)
	r := playOpening(u, heldLob.Of(u, &s))
	wall := f.land.WallOfOpening(o)
	first, _ := f.land.WallsOf(f.land.SectionOfWall(wall))
	x := f.burst(u, i, b)
	x.spare, x.out = who, u.Ruling(&outerOpening) == 1
	if !r.Hit && u.Ruling(&openingMiss) == 1 { // It has struck the wall beside the opening.
		x.struck, x.at, x.wall, x.in, x.out = true, f.land.OpeningSpot(o).Point, wall, r.Through, u.Ruling(&outer) == 0
	}
	if r.Hit || x.struck {
		f.wrought(u, p, i, b, int(wall-first), &x, &r)
	}
	f.after(u, p, i)
}

// front is the place of a section at which a piece would fire to hit its wall,
// or its roof; -1 for none.
func (f *Battlefield) front(p *Position, i, w int) int {
	best, a := -1, p.at(i)
	for b := range f.places {
		if int(f.places[b].wing) != w {
			continue
		}
		_, ok := f.strikes(p, a, b)
		if f.figures[i].Indirect {
			ok = f.places[b].top && f.spotted(p, i, b)
		}
		if ok && (best < 0 || f.far[a][b] < f.far[a][best]) {
			best = b
		}
	}
	return best
}

func bombardCandidates(f *Battlefield, p *Position, out []args) []args {
	for i := range f.figures {
		if !f.mayShoot(p, i) || f.figures[i].Weapon == 0 {
			continue
		}
		for w := range f.wings {
			if !p.Wings[w].Fallen {
				out = append(out, args{int16(i), int16(w)})
			}
		}
	}
	return out
}

func checkBombard(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, w := int(a[0]), int(a[1])
	if !f.shooter(u, p, i) {
		return
	}
	f.spared(u, p, i, w)
	b := f.front(p, i, w)
	if b < 0 {
		u.Refuse("host.sight", "there is no line of fire to that section")
		s := f.structure(p, w)
		legalTarget(u, &s, f.surface(i), f.figures[i].Indirect)
		return
	}
	f.checkAim(u, p, i, b)
	s := f.battering(u, p, i, w, b)
	legalFire(u, &s)
}

// battering is the situation of fire at a section.
func (f *Battlefield) battering(u *rule.Umpire, p *Position, i, w, b int) Fire {
	return Fire{
		Arm: f.arm(i), Aim: f.aimed(u, i, p.at(i), b), Structure: f.structure(p, w), Surface: f.surface(i),
		Indirect: f.figures[i].Indirect, Score: f.score(u, p, w, i), Kindling: f.kindlingIn(p, w),
	}
}

var (
	heldBatter rule.Held[Fire]
	heldIgnite rule.Held[Ignite]
	heldBreach rule.Held[Breach]
)

func doBombard(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, w := int(a[0]), int(a[1])
	p.begin(i)
	b := f.front(p, i, w)
	s := f.battering(u, p, i, w, b)
	wall := f.struckWall(p, i, b)
	f.firesOut(u, p, i, -1)
	r := playFire(u, heldBatter.Of(u, &s))
	if x := f.burst(u, i, b); r.Hit {
		x.onWall(u, f, p.at(i), b, wall < 0, r.Through)
		f.wrought(u, p, i, b, wall, &x, &Behind{Burning: r.Burning, Harm: r.Harm})
	}
	f.after(u, p, i)
}

// toPlants is how far it is from a place to the middle of a feature.
func (f *Battlefield) toPlants(a, k int) ground.Length {
	return ground.Distance(f.places[a].at, middle(f.land.Feature(ground.FeatureID(k))))
}

func igniteCandidates(f *Battlefield, p *Position, out []args) []args {
	if !f.burnable {
		return out
	}
	for i := range f.figures {
		if !f.mayShoot(p, i) {
			continue
		}
		for k := range f.green {
			if f.plant[p.at(i)][k] && !p.Plots[k].Gone {
				out = append(out, args{int16(i), int16(k)})
			}
		}
	}
	return out
}

func checkIgnite(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, k := int(a[0]), int(a[1])
	if !f.shooter(u, p, i) {
		return
	}
	if k >= len(f.green) || f.green[k] == NoPlants {
		u.Refuse("fire.vegetation", "nothing grows there that could be destroyed")
		return
	}
	u.Require(!p.Plots[k].Gone, "fire.vegetation", "the plants are gone already")
	u.Require(f.plant[p.at(i)][k], "host.sight", "there is no line of sight")
	f.carriesOver(u, i, f.toPlants(p.at(i), k))
	f.firesOut(u, p, i, -1)
	s := f.kindled(i, k)
	legalIgnite(u, &s)
}

// kindled is the situation of a weapon that has struck plants.
func (f *Battlefield) kindled(i, k int) Ignite {
	return Ignite{Arm: f.arm(i), Plants: f.green[k], Kindling: f.kindling}
}

func doIgnite(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, k := int(a[0]), int(a[1])
	p.begin(i)
	f.firesOut(u, p, i, -1)
	aim := Aim{}
	aim.Range, _ = f.reach(u, i, f.toPlants(p.at(i), k))
	if u.Test(rule.D10, rule.AtMost(aim.hits(u, func() int { return u.Fact(&sizeFace) })), "host.hit", "does the shot strike the plants?") {
		f.struckPlants(u, p, i, k)
	}
	f.after(u, p, i)
}

// struckPlants is what a shot does to the plants that it has struck, and an
// effect area to those who are near.
func (f *Battlefield) struckPlants(u *rule.Umpire, p *Position, i, k int) {
	x := burst{by: f.figures[i].side, at: middle(f.land.Feature(ground.FeatureID(k))), site: -1, out: true, spare: nobody}
	arm := f.arm(i)
	if x.weapon = arm.read(u); f.nuclear(u, i) {
		f.annihilate(u, p, &x)
		return
	}
	s := f.kindled(i, k)
	r := playIgnite(u, heldIgnite.Of(u, &s))
	p.Plots[k].Gone = r.Destroyed
	if r.Fire {
		f.kindles(u, p, len(f.wings)+k)
	}
	f.catch(u, p, &x)
}

func breachCandidates(f *Battlefield, p *Position, out []args) []args {
	for i := range f.figures {
		if !f.mayShoot(p, i) || !breaches(f.figures[i].Weapon) {
			continue
		}
		for k := range f.faces {
			if f.touches(p.at(i), k) <= ground.Length(6)*ground.Inch {
				out = append(out, args{int16(i), int16(k)})
			}
		}
	}
	return out
}

// touches is how far a place is from a wall, in front of it or on its ground
// floor.
func (f *Battlefield) touches(a, k int) ground.Length {
	x, w := &f.places[a], &f.faces[k]
	first, _ := f.land.WallsOf(ground.SectionID(w.wing))
	wall := first + ground.WallID(w.wall)
	inside := x.wing == int8(w.wing) && x.storey == 0
	if !inside && (x.wing >= 0 || !f.land.Faces(wall, x.at)) {
		return ground.Limit
	}
	return f.land.FromWall(wall, x.at)
}

func checkBreach(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, k := int(a[0]), int(a[1])
	if !f.shooter(u, p, i) {
		return
	}
	s := f.sapping(u, p, i, k)
	w := &f.faces[k]
	u.Require(p.Wings[w.wing].Open[w.wall]&1 == 0, "engineers.breached", "there is a way through that wall already")
	legalBreach(u, &s)
}

// sapping is the situation of a piece that works at a wall for a turn.
func (f *Battlefield) sapping(u *rule.Umpire, p *Position, i, k int) Breach {
	w := &f.faces[k]
	t := &f.sites[f.wings[w.wing].site]
	s := Breach{
		Turns: 1, Points: t.Breach, Damage: p.Wings[w.wing].Worn[w.wall], Variant: f.variant, Checks: SayNo,
		Structure: f.structure(p, int(w.wing)),
	}
	if f.system.in(u) == ByPoints {
		s.Whole, s.Lost = t.Points, p.Sites[f.wings[w.wing].site].Lost
	}
	reach := ground.Length(u.Fact(&atWall)) * ground.Inch
	s.Workers[0] = Worker{Unit: f.figures[i].Unit, Tool: f.figures[i].Weapon, Apart: f.touches(p.at(i), k) > reach}
	return s
}

func doBreach(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, k := int(a[0]), int(a[1])
	p.begin(i)
	s := f.sapping(u, p, i, k)
	g := muster.Of(u, heldBreach.Of(u, &s))
	now := shift{damage: s.Damage}
	points := work.Roll(u, g.strokes[0])
	g.take(&s, points, &now)
	w := &f.faces[k]
	p.Wings[w.wing].Worn[w.wall] = now.damage
	if now.damage >= g.points {
		u.Note("engineers.breached", "the wall is breached")
		p.Wings[w.wing].Open[w.wall] |= 1
	}
	if s.Whole > 0 && points > 0 {
		f.weaken(u, p, int(w.wing), points)
	}
	f.finish(u, p)
}
