package lasergrenadiers

import (
	"errors"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// deploy puts the pieces on the table. Where the ground is not as it should be,
// only what the pieces are is looked at.
func (f *Battlefield) deploy(u *rule.Umpire, p *Position, list []SetupPiece, sound bool) error {
	places := placeKind.Names(f)
	err := game.SetUp("pieces", "piece", len(list), func(i int) string { return list[i].Name }, func(i int) error {
		x := &list[i]
		at, err := game.Find("place", places, x.At)
		if err != nil && sound {
			return game.ErrorAt("", err, "at")
		}
		f.figures = append(f.figures, figure{SetupPiece: *x, side: uint8(x.Side), vehicle: vehicle(u, x.Unit)})
		p.Figures[i] = Figure{Place: uint8(at + 1)}
		return nil
	}, nil)
	if err != nil || !sound {
		return err
	}
	if err = errors.Join(game.CheckPresent(f.sides, victory.Left(f, p), "pieces", "pieces"), f.checkApart(p)); err != nil {
		return err
	}
	return f.checkDeployed(u, p)
}

// checkApart returns an error if enemies begin at one place.
func (f *Battlefield) checkApart(p *Position) error {
	var faults []error
	for i := range f.figures {
		for j := range f.figures[:i] {
			if p.Figures[i].Place == p.Figures[j].Place && f.figures[i].side != f.figures[j].side {
				faults = append(faults, game.ErrorfAt(fmt.Sprintf("pieces %s and %s are enemies in one place", f.figures[j].Name, f.figures[i].Name), "pieces", i, "at"))
			}
		}
	}
	return errors.Join(faults...)
}

// checkDeployed returns an error unless all pieces may be where they are.
func (f *Battlefield) checkDeployed(u *rule.Umpire, p *Position) error {
	var faults []error
	for i := range f.figures {
		if f.figures[i].Fixed && !f.isMounted(p, i) {
			faults = append(faults, game.ErrorfAt(fmt.Sprintf("piece %s: only automatic strongpoints and turrets have fixed weapons: start the piece inside one", f.figures[i].Name), "pieces", i, "fixed"))
		}
		err := rule.CheckLegal(func(u *rule.Umpire) { f.checkStay(u, p, i, p.at(i), UsualWay, TakeShelter) }, u.House(), nil)
		faults = append(faults, game.ErrorAt("piece "+f.figures[i].Name+" at "+f.places[p.at(i)].name, err, "pieces", i, "at"))
	}
	return errors.Join(faults...)
}

// isMounted reports whether a piece is where a structure fights by itself.
func (f *Battlefield) isMounted(p *Position, i int) bool {
	w := f.wingOf(p, i)
	if w < 0 {
		return false
	}
	s := f.siteOf(w)
	return s.Type == turret || s.Type == strongpoint && s.Automated
}

// checkStay forbids a place where a piece cannot be.
func (f *Battlefield) checkStay(u *rule.Umpire, p *Position, i, at int, by Way, act Act) {
	w := int(f.places[at].wing)
	t := &f.figures[i]
	if w < 0 {
		return
	}
	if t.vehicle && !t.Fixed {
		u.Require(u.Cell(&pieceKinds, t.Unit, isEngineer) == 2, "host.indoors", "vehicles cannot go inside, except a wardrone")
	}
	n := 0
	for j := range f.figures {
		if j != i && f.figures[j].side == t.side && p.here(j) && f.wingOf(p, j) == w && f.places[p.at(j)].storey == f.places[at].storey {
			n++
		}
	}
	u.Requiref(n < mostOnFloor, "host.room", "that floor already holds %d pieces and has no more room", n)
	o := f.use(p, i, w, act, by)
	legalOccupy(u, &o)
}

// revealRooms lets pieces that share a room see each other.
func (f *Battlefield) revealRooms(p *Position) {
	for i := range f.figures {
		if !p.here(i) {
			continue
		}
		for j := range f.figures[:i] {
			if p.here(j) && f.figures[i].side != f.figures[j].side && f.inOneRoom(p.at(i), p.at(j)) {
				p.Figures[i].Seen, p.Figures[j].Seen = Detected, Detected
			}
		}
	}
}

// validatePosition returns an error if a position is impossible.
func validatePosition(f *Battlefield, p *Position) error {
	if int(p.Active) > len(f.figures) {
		return errors.New("the active piece is impossible")
	}
	for i := range f.figures {
		if err := f.validatePiece(p, i); err != nil {
			return err
		}
	}
	if p.Active > 0 && (!p.here(int(p.Active)-1) || f.figures[p.Active-1].side != p.Side) {
		return errors.New("the active piece is not on the table or belongs to the other side")
	}
	for i := range f.sites {
		if x, most := &p.Sites[i], f.sites[i].Points; x.Lost > most || most > 0 && x.Lost == most && !x.Gone {
			return fmt.Errorf("%s has lost %d of %d points and still stands", f.sites[i].Name, x.Lost, most)
		}
	}
	for w := range f.wings {
		if err := f.validateSection(p, w); err != nil {
			return err
		}
	}
	return errors.Join(
		game.CheckUnused("piece", p.Figures[:], len(f.figures)),
		game.CheckUnused("structure", p.Sites[:], len(f.sites)),
		game.CheckUnused("section", p.Wings[:], len(f.wings)),
	)
}

// validateSection returns an error if the state of a section is impossible.
func (f *Battlefield) validateSection(p *Position, w int) error {
	x, walls := &p.Wings[w], f.wings[w].walls
	var none [mostWalls]uint8
	switch {
	case x.Size > 0 && x.Fallen || x.Size == 0 && x.Seat != ground.PackedSpot{}:
		return fmt.Errorf("%s burns in ruins, or not from the place where the fire started", f.wings[w].name)
	case x.Size > 0 && f.land.FromSection(ground.SectionID(w), x.Seat.Spot().Point) > lineBreadth/2:
		return fmt.Errorf("%s burns from a place outside the section", f.wings[w].name)
	case !slices.Equal(x.Open[walls:], none[walls:]), !slices.Equal(x.Pocked[walls:], none[walls:]):
		return fmt.Errorf("%s has no such wall to open", f.wings[w].name)
	case x.Fallen && f.untenable && f.inside(p, w) != [2]int{}:
		return fmt.Errorf("%s has fallen, but a piece is in it", f.wings[w].name)
	}
	return nil
}

// validatePiece returns an error if the state of a piece is impossible.
func (f *Battlefield) validatePiece(p *Position, i int) error {
	x, t := &p.Figures[i], &f.figures[i]
	switch {
	case *x == Figure{Seen: Veiled}:
		return nil
	case x.Place == 0:
		return game.CheckGone("piece", i, *x)
	case int(x.Place) > len(f.places) || x.Seen == Veiled || x.Shaken && t.vehicle || x.Damage > 0 && !t.vehicle:
		return fmt.Errorf("piece %d has an impossible state", i)
	}
	for j := range f.figures[:i] {
		if p.Figures[j].Place == x.Place && f.figures[j].side != t.side {
			return fmt.Errorf("%s shares a place with the enemy", t.Name)
		}
	}
	return nil
}
