package lasergrenadiers

import (
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// An openingShot is an opening that leads from one place to another, and the places of
// both from its middle.
type openingShot struct {
	opening ground.OpeningID
	by      int16 // the opening that it leaves by, from 1; 0 for none
	to      uint8
	depth   uint8
	aside   int8
	away    uint8
	off     int8
}

// openingShots lists the openings through which a warhead can be fired from a place, and where it
// can be centred.
func (f *Battlefield) openingShots(a int) (list []openingShot) {
	x := &f.places[a]
	from, by := []ground.Spot{x.spot()}, []int16{0}
	if x.walled {
		from, by = nil, nil
		for _, q := range f.allOpeningsOn(x) {
			if f.canLookOut(x, q) {
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
				if f.land.FiresThrough(o, spot, y.at, ground.Destroyed{}) {
					list = append(list, f.throw(o, by[k], spot.Point, y, b))
				}
			}
		}
	}
	return list
}

func (f *Battlefield) throw(o ground.OpeningID, by int16, from ground.Point, y *place, b int) openingShot {
	wall, at := f.land.WallLine(f.land.WallOfOpening(o)), f.land.OpeningSpot(o).Point
	t := openingShot{opening: o, by: by, to: uint8(b)}
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
func (t *openingShot) goes(f *Battlefield, p *Position) bool {
	return t.by == 0 || f.isOpen(p, ground.OpeningID(t.by-1))
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
	if f.isOnlyHole(p, o) {
		return hole
	}
	return intoOf(f.land.Opening(o).Kind)
}

// findOpeningShot looks an opening shot up.
func (f *Battlefield) findOpeningShot(p *Position, a int, o ground.OpeningID, b int) (openingShot, bool) {
	for _, t := range f.lobs[a] {
		if t.opening == o && int(t.to) == b && t.goes(f, p) {
			return t, true
		}
	}
	return openingShot{}, false
}

func lobPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for i := range f.figures {
		if !f.mightShoot(p, i) || f.figures[i].Weapon == 0 {
			continue
		}
		first := len(out)
		for _, t := range f.lobs[p.at(i)] {
			a := args{int16(i), int16(t.opening), int16(t.to)}
			if (f.isOpen(p, t.opening) || f.isOnlyHole(p, t.opening)) && t.goes(f, p) && !slices.Contains(out[first:], a) {
				out = append(out, a) // Where a wall has gone, a place may be reached over it too.
			}
		}
	}
	return out
}

func checkLob(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, o, b := int(a[0]), ground.OpeningID(a[1]), int(a[2])
	if !f.legalShooter(u, p, i) {
		return
	}
	if !f.isOpen(p, o) && !f.isOnlyHole(p, o) {
		u.Forbid("engineers.breached", "that wall has neither a breach nor a hole")
		return
	}
	t, ok := f.findOpeningShot(p, p.at(i), o, b)
	if !ok {
		u.Forbid("opening.line", "no line of fire leads through that opening to that place")
		return
	}
	f.legalDistance(u, i, f.far[p.at(i)][b])
	f.legalFireOut(u, p, i, -1)
	f.legalSection(u, p, i, int(f.places[b].wing))
	s, _ := f.openingSituation(u, p, i, t)
	legalOpening(u, &s)
}

// openingSituation is the situation of a warhead fired into an opening.
func (f *Battlefield) openingSituation(u *rule.Umpire, p *Position, i int, t openingShot) (s OpeningAttack, who [6]int8) {
	b := int(t.to)
	w := int(f.places[b].wing)
	x := f.land.Opening(t.opening)
	s = OpeningAttack{
		Into: f.intoGap(p, t.opening), Stated: true, Depth: t.depth, Aside: t.aside, Away: t.away, Off: t.off,
		Indirect: f.figures[i].Indirect, Breached: x.Kind == ground.Gap, Armament: f.arm(i), Aim: f.aimOver(u, i, f.far[p.at(i)][b]),
		Structure: f.structure(p, w), DamageAccount: f.score(u, p, w, i), IgnitionConditions: f.kindlingIn(p, w),
	}
	l := list{f: f, p: p, by: f.figures[i].side, area: b, who: nobody}
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

func doLob(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, o, b := int(a[0]), ground.OpeningID(a[1]), int(a[2])
	p.begin(i)
	if g := &f.gaps[o]; g.made && f.isOpen(p, o) {
		u.Note("engineers.breached", "the warhead goes in by the breach")
	}
	t, _ := f.findOpeningShot(p, p.at(i), o, b)
	s, who := f.openingSituation(u, p, i, t)
	f.legalFireOut(u, p, i, -1)
	r := playOpening(u, rule.Overheard(u, &s))
	wall := f.land.WallOfOpening(o)
	first, _ := f.land.WallsOf(f.land.SectionOfWall(wall))
	x := f.burstAt(u, i, b)
	x.spare, x.out = who, u.Ruling(&outerOpening) == outerOpeningStruck
	if !r.Hit && u.Ruling(&openingMiss) == openingMissWall { // It has struck the wall beside the opening.
		x.struck, x.at, x.wall, x.storey = true, f.land.OpeningSpot(o).Point, wall, f.land.Opening(o).Storey
		x.in, x.out = r.Through, u.Ruling(&outer) == outerStruck
	}
	if r.Hit || x.struck {
		t := &f.places[b]
		m := mark{wing: int(t.wing), wall: int(wall - first), storey: int(t.storey), seat: ground.Spot{Point: f.land.OpeningSpot(o).Point, Z: t.low}}
		f.applyAttack(u, p, i, &m, &x, &r)
	}
	f.endWithShot(u, p, i)
}

func bombardPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.mightShoot(p, i) && f.figures[i].Weapon > 0 }
	return game.Pairs(out, len(f.figures), may, len(f.wings), func(i, w int) bool { return !p.Wings[w].Fallen })
}

func (f *Battlefield) checkBombard(u *rule.Umpire, p *Position, i, w int) {
	f.legalSection(u, p, i, w)
	m, some := f.markAt(p, i, w)
	if !some {
		cite, reason := f.noMark(i)
		u.Forbid(cite, reason)
		s := f.structure(p, w)
		legalTarget(u, &s, f.surfaceOf(i, w), f.figures[i].Indirect)
		return
	}
	f.legalDistance(u, i, m.far)
	f.legalFireOut(u, p, i, -1)
	s := f.sectionFire(u, p, i, &m)
	legalFire(u, &s)
}

// surfaceOf is the surface that a shot at a section meets. What lies open above has no roof: there
// a shell strikes the work itself.
func (f *Battlefield) surfaceOf(i, w int) Surface {
	if f.figures[i].Indirect && f.sites[f.wings[w].site].covered {
		return RoofSurface
	}
	return WallSurface
}

// sectionFire is the situation of fire at a section.
func (f *Battlefield) sectionFire(u *rule.Umpire, p *Position, i int, m *mark) NormalFire {
	return NormalFire{
		Armament: f.arm(i), Aim: f.aimOver(u, i, m.far), Structure: f.structure(p, m.wing), Surface: f.surfaceOf(i, m.wing),
		Indirect: f.figures[i].Indirect, DamageAccount: f.score(u, p, m.wing, i), IgnitionConditions: f.kindlingIn(p, m.wing),
	}
}

func doBombard(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, w := int(a[0]), int(a[1])
	p.begin(i)
	m, _ := f.markAt(p, i, w)
	s := f.sectionFire(u, p, i, &m)
	f.legalFireOut(u, p, i, -1)
	f.noteIndirect(u, i)
	r := playFire(u, rule.Overheard(u, &s))
	if r.Hit {
		x := f.burstOn(u, i, &m, r.Through)
		f.applyAttack(u, p, i, &m, &x, &PenetrationOutcome{Burning: r.Burning, StructureDamage: r.StructureDamage})
	}
	f.endWithShot(u, p, i)
}

// distanceToPlants is the distance from a place to the middle of a feature.
func (f *Battlefield) distanceToPlants(a, k int) ground.Length {
	return ground.Distance(f.places[a].at, f.features[k].Middle())
}

func ignitePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if !f.burnable {
		return out
	}
	may := func(i int) bool { return f.mightShoot(p, i) }
	return game.Pairs(out, len(f.figures), may, len(f.green), func(i, k int) bool { return f.plant[p.at(i)][k] && !p.Plots[k].Gone })
}

func (f *Battlefield) checkIgnite(u *rule.Umpire, p *Position, i, k int) {
	if k >= len(f.green) || f.green[k] == NoPlants {
		u.Forbid("fire.vegetation", "no plants grow there")
		return
	}
	u.Require(!p.Plots[k].Gone, "fire.vegetation", "the plants are already destroyed")
	u.Require(f.plant[p.at(i)][k], "host.sight", "the piece has no line of sight")
	f.legalDistance(u, i, f.distanceToPlants(p.at(i), k))
	f.legalFireOut(u, p, i, -1)
	s := f.igniteSituation(i, k)
	legalIgnite(u, &s)
}

// igniteSituation is the situation of a weapon that has struck plants.
func (f *Battlefield) igniteSituation(i, k int) Ignition {
	return Ignition{Armament: f.arm(i), Plants: f.green[k], IgnitionConditions: f.kindling}
}

func doIgnite(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, k := int(a[0]), int(a[1])
	p.begin(i)
	f.legalFireOut(u, p, i, -1)
	aim := f.aimOver(u, i, f.distanceToPlants(p.at(i), k))
	if u.Test(rule.D10, rule.AtMost(aim.hitsOn(u, func() int { return u.Fact(&sizeSide) })), "host.hit", "does the shot strike the plants?") {
		f.applyShotAtPlants(u, p, i, k)
	}
	f.endWithShot(u, p, i)
}

// applyShotAtPlants applies a shot to the plants that it has struck, and an effect area to the
// pieces near them.
func (f *Battlefield) applyShotAtPlants(u *rule.Umpire, p *Position, i, k int) {
	x := burst{by: f.figures[i].side, at: f.features[k].Middle(), site: -1, out: true, spare: nobody}
	arm := f.arm(i)
	x.weapon = arm.weapon(u)
	all := f.isNuclear(u, i)
	if all {
		f.destroyArea(u, p, &x)
	}
	if !p.Plots[k].Gone {
		s := f.igniteSituation(i, k)
		r := playIgnite(u, rule.Overheard(u, &s))
		p.Plots[k].Gone = r.Destroyed
		if r.Fire {
			f.startFire(u, p, len(f.wings)+k)
		}
	}
	if !all {
		f.attackArea(u, p, &x)
	}
}
