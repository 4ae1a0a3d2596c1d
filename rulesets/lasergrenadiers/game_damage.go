package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// This file applies the results of shots, charges and fires to the position.

// The limits of the damage that is recorded for a section. That of points is also in the tags of situations.
const (
	mostPoints = 250
	mostHoles  = 250
)

// applyPieceResult applies the result of a hit to a piece.
func (f *Battlefield) applyPieceResult(u *rule.Umpire, p *Position, piece int, result PieceResult) {
	switch result {
	case PieceDestroyed:
		f.removePiece(p, piece)
	case Penetrated:
		f.applyPenetration(u, p, piece)
	case Struck:
		if !f.pieces[piece].vehicle && !f.pieces[piece].Fixed {
			u.Note("host.morale", "the piece is shaken")
			p.Figures[piece].Shaken = true
		}
	}
}

// applyPenetration puts a soldier out of action, and costs a vehicle a point or two; the more it
// has lost, the likelier it explodes.
func (f *Battlefield) applyPenetration(u *rule.Umpire, p *Position, piece int) {
	state := &p.Figures[piece]
	if !f.pieces[piece].vehicle {
		u.Note("host.out", "the piece is out of action")
		f.removePiece(p, piece)
		return
	}
	u.Note("host.vehicle", "a penetrated vehicle is damaged")
	state.Damage += 2
	if u.Test(rule.D10, rule.AtMost(u.Fact(&losesOneOn)), "host.damage", "does the vehicle lose only one point instead of two?") {
		state.Damage--
	}
	if int(state.Damage) >= u.Fact(&wreckedAt) || u.Test(rule.D10, rule.AtMost(int(state.Damage)), "host.explode", "does the vehicle explode?") {
		f.removePiece(p, piece)
	}
}

// removePiece takes a piece off the table.
func (f *Battlefield) removePiece(p *Position, piece int) {
	p.Lost[f.pieces[piece].side]++
	p.Figures[piece] = Figure{}
}

// applyStructureDamage applies what a shot did to the section that it struck, and to its wall
// there.
func (f *Battlefield) applyStructureDamage(u *rule.Umpire, p *Position, strike *impact, at ground.Point, damage StructureDamage) {
	section, index := strike.section, int(f.sections[strike.section].structure)
	sectionState, site := &p.Wings[section], &p.Sites[index]
	if damage.Points > 0 {
		site.Fresh = true
		sectionState.Lost = uint8(min(int(sectionState.Lost)+int(damage.Points), mostPoints))
	}
	site.Lost = max(site.Lost, damage.Lost)
	if damage.Hole > 0 && sectionState.Holes < mostHoles {
		sectionState.Holes++
	}
	if damage.Hole > 0 && strike.wall >= 0 && strike.storey >= 0 && f.sites[index].openingsKind != openAround {
		sectionState.Pocked[strike.wall] |= 1 << strike.storey
	}
	if damage.Portion > 0 {
		f.destroyCoveredPart(u, p, strike, at, int(damage.Portion))
	}
	switch {
	case damage.Fate == Destroyed:
		f.demolish(u, p, index)
	case damage.Section:
		f.fellSection(u, p, section)
	}
}

// destroyCoveredPart destroys the part of a structure that an effect area covers: the wall or roof
// that was struck, and every section that lies under it whole.
func (f *Battlefield) destroyCoveredPart(u *rule.Umpire, p *Position, strike *impact, at ground.Point, radius int) {
	info, section := &f.sites[f.sections[strike.section].structure], &p.Wings[strike.section]
	switch {
	case strike.wall < 0 && info.overhead:
		u.Note("guide.portion", "the effect area destroys part of the roof")
		section.Torn = true
	case strike.wall < 0 || info.openingsKind == openAround:
	case strike.storey > 0:
		u.Note("host.gap", "pieces can see and fire through the gap in the wall")
		section.Open[strike.wall] |= 1 << strike.storey
	case strike.storey == 0:
		u.Note("host.gap", "pieces can see, fire and move through the gap in the wall")
		section.Open[strike.wall] |= 1
	}
	area := ground.Circle{Centre: at, Radius: ground.Length(radius) * ground.Inch / 4}
	for k := int(info.first); k < int(info.end); k++ {
		if !p.Wings[k].Fallen && area.CoversAll(f.groundMap.Plan(ground.SectionID(k))) {
			u.Note("guide.portion", "the effect area covers a whole section and destroys it")
			f.fellSection(u, p, k)
		}
	}
}

// takePoints takes damage points off a structure and one of its sections, for fire and the work of
// engineers. Shots have applyStructureDamage.
func (f *Battlefield) takePoints(u *rule.Umpire, p *Position, section, points int) {
	index := int(f.sections[section].structure)
	info, sectionState, site := &f.sites[index], &p.Wings[section], &p.Sites[index]
	site.Fresh = true
	site.Lost = uint8(min(int(site.Lost)+points, int(info.Points)))
	sectionState.Lost = uint8(min(int(sectionState.Lost)+points, mostPoints))
	switch {
	case site.Lost == info.Points:
		f.demolish(u, p, index)
	case info.Section > 0 && sectionState.Lost >= info.Section && !sectionState.Fallen:
		u.Note("points.sections", "the section is removed")
		f.fellSection(u, p, section)
	}
}

// demolish brings a structure down.
func (f *Battlefield) demolish(u *rule.Umpire, p *Position, structure int) {
	p.Sites[structure].Gone = true
	for section := f.sites[structure].first; section < f.sites[structure].end; section++ {
		if !p.Wings[section].Fallen {
			f.collapseSection(u, p, int(section))
		}
	}
}

// fellSection brings a section down. If it was the last, the structure is destroyed.
func (f *Battlefield) fellSection(u *rule.Umpire, p *Position, section int) {
	f.collapseSection(u, p, section)
	structure := f.sections[section].structure
	for other := f.sites[structure].first; other < f.sites[structure].end; other++ {
		if !p.Wings[other].Fallen {
			return
		}
	}
	p.Sites[structure].Gone = true
}

// collapseSection brings a section down. Those inside are lost, leave, or stay in the
// ruins, as the rulings say; the weapon of a structure is lost with it.
func (f *Battlefield) collapseSection(u *rule.Umpire, p *Position, section int) {
	f.moveFire(u, p, section)
	p.Wings[section] = Section{Fallen: true, Lost: p.Wings[section].Lost, Holes: p.Wings[section].Holes}
	lost, leave := u.Ruling(&insiders) == insidersLost, u.Ruling(&untenable) == untenableYes
	for i := range f.pieces {
		if !p.here(i) || f.sectionOf(p, i) != section {
			continue
		}
		switch {
		case f.pieces[i].Fixed:
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
	side := f.pieces[i].side
	for _, spot := range f.refugeSpots[p.at(i)] {
		if !game.Any(len(f.pieces), func(j int) bool { return f.isEnemy(p, j, side) && p.at(j) == int(spot) }) {
			u.Note("points.untenable", "the position is untenable: the piece moves to a spot beside the structure")
			p.Figures[i].Place, p.Figures[i].Seen = spot+1, Unseen
			return
		}
	}
	u.Note("points.untenable", "the position is untenable, and the enemy holds every spot beside the structure: the piece is lost")
	f.removePiece(p, i)
}
