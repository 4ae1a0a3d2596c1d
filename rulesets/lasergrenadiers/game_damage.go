package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// This file applies the results of shots, charges and fires to the position.

// applyHurt applies what happened to a piece.
func (f *Battlefield) applyHurt(u *rule.Umpire, p *Position, j int, h PieceResult) {
	switch h {
	case Vaporised:
		f.removePiece(p, j)
	case Penetrated:
		f.applyPenetration(u, p, j)
	case Struck:
		if !f.figures[j].vehicle && !f.figures[j].Fixed {
			u.Note("host.morale", "the piece is shaken")
			p.Figures[j].Shaken = true
		}
	}
}

// applyPenetration puts a soldier out of action, and costs a vehicle a point or two; the more it
// has lost, the likelier it explodes.
func (f *Battlefield) applyPenetration(u *rule.Umpire, p *Position, j int) {
	x := &p.Figures[j]
	if !f.figures[j].vehicle {
		u.Note("host.out", "the piece is out of action")
		f.removePiece(p, j)
		return
	}
	u.Note("host.vehicle", "a penetrated vehicle is damaged")
	x.Damage += 2
	if u.Test(rule.D10, rule.AtMost(u.Fact(&losesOneOn)), "host.damage", "does the vehicle lose only one point instead of two?") {
		x.Damage--
	}
	if int(x.Damage) >= u.Fact(&wreckedAt) || u.Test(rule.D10, rule.AtMost(int(x.Damage)), "host.explode", "does the vehicle explode?") {
		f.removePiece(p, j)
	}
}

// removePiece takes a piece off the table.
func (f *Battlefield) removePiece(p *Position, j int) {
	p.Lost[f.figures[j].side]++
	p.Figures[j] = Figure{}
}

// applyHarm applies what a shot did to the section that it struck, and to its wall there.
func (f *Battlefield) applyHarm(u *rule.Umpire, p *Position, m *mark, at ground.Point, h StructureDamage) {
	w, n := m.wing, int(f.wings[m.wing].site)
	x, site := &p.Wings[w], &p.Sites[n]
	if h.Points > 0 {
		site.Fresh = true
		x.Lost = uint8(min(int(x.Lost)+int(h.Points), 250))
	}
	site.Lost = max(site.Lost, h.Lost)
	if h.Hole > 0 && x.Holes < 250 {
		x.Holes++
	}
	if h.Hole > 0 && m.wall >= 0 && m.storey >= 0 && f.sites[n].lies != 0 {
		x.Pocked[m.wall] |= 1 << m.storey
	}
	if h.Portion > 0 {
		f.destroyCovered(u, p, m, at, int(h.Portion))
	}
	switch {
	case h.Fate == Destroyed:
		f.demolish(u, p, n)
	case h.Section:
		f.fellSection(u, p, w)
	}
}

// destroyCovered destroys the part of a structure that an effect area covers: the wall or roof that
// was struck, and every section that lies under it whole.
func (f *Battlefield) destroyCovered(u *rule.Umpire, p *Position, m *mark, at ground.Point, radius int) {
	s, x := &f.sites[f.wings[m.wing].site], &p.Wings[m.wing]
	switch {
	case m.wall < 0 && s.covered:
		u.Note("guide.portion", "the effect area destroys part of the roof")
		x.Torn = true
	case m.wall < 0 || s.lies == 0:
	case m.storey > 0:
		u.Note("host.gap", "pieces can see and fire through the gap in the wall")
		x.Open[m.wall] |= 1 << m.storey
	case m.storey == 0:
		u.Note("host.gap", "pieces can see, fire and move through the gap in the wall")
		x.Open[m.wall] |= 1
	}
	area := ground.Circle{Centre: at, Radius: ground.Length(radius) * ground.Inch / 4}
	for k := int(s.first); k < int(s.end); k++ {
		if !p.Wings[k].Fallen && area.CoversAll(f.land.Plan(ground.SectionID(k))) {
			u.Note("guide.portion", "the effect area covers a whole section and destroys it")
			f.fellSection(u, p, k)
		}
	}
}

// takePoints takes damage points, that no shot has cost them, off a structure and off one of its
// sections.
func (f *Battlefield) takePoints(u *rule.Umpire, p *Position, w, points int) {
	n := int(f.wings[w].site)
	s, x, site := &f.sites[n], &p.Wings[w], &p.Sites[n]
	site.Fresh = true
	site.Lost = uint8(min(int(site.Lost)+points, int(s.Points)))
	x.Lost = uint8(min(int(x.Lost)+points, 250))
	switch {
	case site.Lost == s.Points:
		f.demolish(u, p, n)
	case s.Section > 0 && x.Lost >= s.Section && !x.Fallen:
		u.Note("points.sections", "the section is removed")
		f.fellSection(u, p, w)
	}
}

// demolish brings a structure down.
func (f *Battlefield) demolish(u *rule.Umpire, p *Position, s int) {
	p.Sites[s].Gone = true
	for w := f.sites[s].first; w < f.sites[s].end; w++ {
		if !p.Wings[w].Fallen {
			f.collapseSection(u, p, int(w))
		}
	}
}

// fellSection brings a section down; the structure is a ruin when that was its last.
func (f *Battlefield) fellSection(u *rule.Umpire, p *Position, w int) {
	f.collapseSection(u, p, w)
	s := f.wings[w].site
	for w := f.sites[s].first; w < f.sites[s].end; w++ {
		if !p.Wings[w].Fallen {
			return
		}
	}
	p.Sites[s].Gone = true
}

// collapseSection brings a section down. Those inside are lost, leave, or stay in the
// ruins, as the rulings say; the weapon of a structure is lost with it.
func (f *Battlefield) collapseSection(u *rule.Umpire, p *Position, w int) {
	f.moveFire(u, p, w)
	p.Wings[w] = Section{Fallen: true, Lost: p.Wings[w].Lost, Holes: p.Wings[w].Holes}
	lost, leave := u.Ruling(&insiders) == insidersLost, u.Ruling(&untenable) == untenableYes
	for i := range f.figures {
		if !p.here(i) || f.wingOf(p, i) != w {
			continue
		}
		switch {
		case f.figures[i].Fixed:
			u.Note("host.fixed", "the structure's own weapon is lost with it")
			f.removePiece(p, i)
		case lost:
			f.removePiece(p, i)
		case leave:
			f.flee(u, p, i)
		}
	}
}

// flee sets a piece down beside the structure, at the nearest spot without
// enemies. Without one it is cut off and lost.
func (f *Battlefield) flee(u *rule.Umpire, p *Position, i int) {
	side := f.figures[i].side
	for _, b := range f.beside[p.at(i)] {
		if !game.Any(len(f.figures), func(j int) bool { return f.isEnemy(p, j, side) && p.at(j) == int(b) }) {
			u.Note("points.untenable", "the position is untenable: the piece moves to a spot beside the structure")
			p.Figures[i].Place, p.Figures[i].Seen = b+1, Unseen
			return
		}
	}
	u.Note("points.untenable", "the position is untenable, and the enemy holds every spot beside the structure: the piece is lost")
	f.removePiece(p, i)
}
