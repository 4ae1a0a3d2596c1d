package lasergrenadiers

import (
	"errors"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// deploy puts the pieces on the table. If the ground is not sound, it
// checks only what the pieces are.
func (f *Battlefield) deploy(u *rule.Umpire, p *Position, list []SetupPiece, sound bool) error {
	places := placeDomain.Names(f)
	err := game.SetUp("pieces", "piece", len(list), func(i int) string { return list[i].Name }, func(i int) error {
		stated := &list[i]
		at, err := game.Find("place", places, stated.At)
		if err != nil && sound {
			return game.ErrorAt("", err, "at")
		}
		f.pieces = append(f.pieces, pieceInfo{SetupPiece: *stated, side: uint8(stated.Side), vehicle: isVehicle(u, stated.Unit)})
		p.Figures[i] = Figure{Place: uint8(at + 1)}
		return nil
	}, nil)
	if err != nil || !sound {
		return err
	}
	if err = errors.Join(game.CheckPresent(f.sides, victory.Left(f, p), "pieces", "pieces"), f.checkApart(p)); err != nil {
		return err
	}
	for i := range f.pieces {
		piece := &f.pieces[i]
		// Twice the usual move, or more if house rules let the piece move further.
		inches := max(2*movementInches.Rows[piece.Unit-1].Cells[0], u.LookupCell(&movementInches, piece.Unit, 0))
		piece.listedMove = ground.Length(inches) * ground.Inch
	}
	return f.checkDeployed(u, p)
}

// checkApart returns an error if enemies begin at one place.
func (f *Battlefield) checkApart(p *Position) error {
	var faults []error
	for i := range f.pieces {
		for j := range f.pieces[:i] {
			if p.Figures[i].Place == p.Figures[j].Place && f.pieces[i].side != f.pieces[j].side {
				faults = append(faults, game.ErrorfAt(fmt.Sprintf("pieces %s and %s are enemies in one place", f.pieces[j].Name, f.pieces[i].Name), "pieces", i, "at"))
			}
		}
	}
	return errors.Join(faults...)
}

// checkDeployed returns an error unless all pieces may be where they are.
func (f *Battlefield) checkDeployed(u *rule.Umpire, p *Position) error {
	var faults []error
	for i := range f.pieces {
		if f.pieces[i].Fixed && !f.isMounted(p, i) {
			faults = append(faults, game.ErrorfAt(fmt.Sprintf("piece %s: only automatic strongpoints and turrets have fixed weapons: start the piece inside one", f.pieces[i].Name), "pieces", i, "fixed"))
		}
		err := rule.CheckLegal(func(u *rule.Umpire) { f.legalStay(u, p, i, p.at(i), UsualWay, TakeShelter) }, u.House(), nil)
		faults = append(faults, game.ErrorAt("piece "+f.pieces[i].Name+" at "+f.places[p.at(i)].name, err, "pieces", i, "at"))
	}
	return errors.Join(faults...)
}

// isMounted reports whether a piece is where a structure fights by itself.
func (f *Battlefield) isMounted(p *Position, i int) bool {
	w := f.sectionOf(p, i)
	if w < 0 {
		return false
	}
	s := f.structureOf(w)
	return s.Type == turret || s.Type == strongpoint && s.Automated
}

// legalStay forbids a place where a piece cannot be.
func (f *Battlefield) legalStay(u *rule.Umpire, p *Position, i, at int, by Way, act Act) {
	section := int(f.places[at].section)
	info := &f.pieces[i]
	if section < 0 {
		return
	}
	if info.vehicle && !info.Fixed {
		u.Require(u.Cell(&pieceKinds, info.Unit, kindEngineer) == engineerWardrone, "host.indoors", "vehicles cannot go inside, except a wardrone")
	}
	pieces := 0
	for j := range f.pieces {
		if j != i && f.pieces[j].side == info.side && p.here(j) && f.sectionOf(p, j) == section && f.places[p.at(j)].storey == f.places[at].storey {
			pieces++
		}
	}
	u.Requiref(pieces < mostOnFloor, "host.room", "that floor already holds %d pieces and has no more room", pieces)
	use := f.occupation(p, i, section, act, by)
	legalOccupation(u, &use)
}

// revealRooms lets pieces that share a room see each other.
func (f *Battlefield) revealRooms(p *Position) {
	for i := range f.pieces {
		if !p.here(i) {
			continue
		}
		for j := range f.pieces[:i] {
			if p.here(j) && f.pieces[i].side != f.pieces[j].side && f.inOneRoom(p.at(i), p.at(j)) {
				p.Figures[i].Seen, p.Figures[j].Seen = Detected, Detected
			}
		}
	}
}

// validatePosition returns an error if a position is impossible.
func validatePosition(f *Battlefield, p *Position) error {
	if int(p.Active) > len(f.pieces) {
		return errors.New("the active piece is impossible")
	}
	for i := range f.pieces {
		if err := f.validatePiece(p, i); err != nil {
			return err
		}
	}
	if p.Active > 0 && (!p.here(int(p.Active)-1) || f.pieces[p.Active-1].side != p.Side) {
		return errors.New("the active piece is not on the table or belongs to the other side")
	}
	for i := range f.sites {
		if x, most := &p.Sites[i], f.sites[i].Points; x.Lost > most || most > 0 && x.Lost == most && !x.Gone {
			return fmt.Errorf("%s has lost %d of %d points and still stands", f.sites[i].Name, x.Lost, most)
		}
	}
	for w := range f.sections {
		if err := f.validateSection(p, w); err != nil {
			return err
		}
	}
	return errors.Join(
		game.CheckUnused("piece", p.Figures[:], len(f.pieces)),
		game.CheckUnused("structure", p.Sites[:], len(f.sites)),
		game.CheckUnused("section", p.Wings[:], len(f.sections)),
	)
}

// validateSection returns an error if the state of a section is impossible.
func (f *Battlefield) validateSection(p *Position, section int) error {
	state, walls := &p.Wings[section], f.sections[section].walls
	var none [mostWalls]uint8
	switch {
	case state.Size > 0 && state.Fallen || state.Size == 0 && state.Seat != ground.PackedSpot{}:
		return fmt.Errorf("%s burns in ruins, or not from the place where the fire started", f.sections[section].name)
	case state.Size > 0 && f.groundMap.FromSection(ground.SectionID(section), state.Seat.Spot().Point) > lineBreadth/2:
		return fmt.Errorf("%s burns from a place outside the section", f.sections[section].name)
	case !slices.Equal(state.Open[walls:], none[walls:]), !slices.Equal(state.Pocked[walls:], none[walls:]):
		return fmt.Errorf("%s has no such wall to open", f.sections[section].name)
	case state.Fallen && f.untenable && f.insideSection(p, section) != [2]int{}:
		return fmt.Errorf("%s has fallen, but a piece is in it", f.sections[section].name)
	}
	return nil
}

// validatePiece returns an error if the state of a piece is impossible.
func (f *Battlefield) validatePiece(p *Position, i int) error {
	state, info := &p.Figures[i], &f.pieces[i]
	switch {
	case *state == Figure{Seen: PlaceUnknown}:
		return nil
	case state.Place == 0:
		return game.CheckGone("piece", i, *state)
	case int(state.Place) > len(f.places) || state.Seen == PlaceUnknown || state.Shaken && info.vehicle || state.Damage > 0 && !info.vehicle:
		return fmt.Errorf("piece %d has an impossible state", i)
	}
	for j := range f.pieces[:i] {
		if p.Figures[j].Place == state.Place && f.pieces[j].side != info.side {
			return fmt.Errorf("%s shares a place with the enemy", info.Name)
		}
	}
	return nil
}
