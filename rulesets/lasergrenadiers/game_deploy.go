package lasergrenadiers

import (
	"errors"
	"fmt"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// deploy puts the pieces on the table. Where the ground is not as it should be,
// only what the pieces are is looked at.
func (f *Battlefield) deploy(u *rule.Umpire, p *Position, list []SetupPiece, sound bool) error {
	places := map[string]uint8{}
	var names []string
	for i := range f.places {
		places[f.places[i].name] = uint8(i + 1)
		names = append(names, f.places[i].name)
	}
	var faults []error
	seen := map[string]bool{}
	for i, x := range list {
		fault := pieceFault(&x, seen[x.Name])
		if sound && places[x.At] == 0 {
			fault = errors.Join(fault, game.ErrorfAt(fmt.Sprintf("there is no place %q%s", x.At, rule.Suggest(x.At, names)), "at"))
		}
		seen[x.Name] = true
		if fault != nil {
			faults = append(faults, game.ErrorAt("piece "+x.Name, fault, "pieces", i))
			continue
		}
		f.figures = append(f.figures, figure{SetupPiece: x, side: uint8(x.Side), vehicle: vehicle(u, x.Unit)})
		f.reply[i] = x.Name
		p.Figures[i] = Figure{Place: places[x.At]}
	}
	if len(faults) > 0 || !sound {
		return errors.Join(faults...)
	}
	if err := f.manned(p); err != nil {
		return err
	}
	return f.deployed(u, p)
}

// pieceFault says what is wrong with a piece, wherever it is.
func pieceFault(x *SetupPiece, twice bool) error {
	switch {
	case x.Name == "" || twice:
		return game.ErrorfAt("pieces need different names", "name")
	case x.Side != 0 && x.Side != 1:
		return game.ErrorfAt(fmt.Sprintf("its side is %d, but a side is 0 or 1", x.Side), "side")
	case x.Unit == 0 || int(x.Unit) > len(troops.Rows) || int(x.Weapon) > len(weapons.Rows):
		return game.ErrorfAt("name a row of the table of troops, and one of weapons or none", "unit")
	}
	return nil
}

// manned checks that both sides have pieces, apart from each other.
func (f *Battlefield) manned(p *Position) error {
	var faults []error
	here, _ := census(f, p)
	for side, n := range here {
		if n == 0 {
			faults = append(faults, game.ErrorfAt(fmt.Sprintf("the %s side has no pieces", f.sides[side]), "pieces"))
		}
	}
	for i := range f.figures {
		for j := range f.figures[:i] {
			if p.Figures[i].Place == p.Figures[j].Place && f.figures[i].side != f.figures[j].side {
				faults = append(faults, game.ErrorfAt(fmt.Sprintf("pieces %s and %s are enemies at one place", f.figures[j].Name, f.figures[i].Name), "pieces", i, "at"))
			}
		}
	}
	return errors.Join(faults...)
}

// deployed checks that all may be where they are.
func (f *Battlefield) deployed(u *rule.Umpire, p *Position) error {
	var faults []error
	for i := range f.figures {
		if f.figures[i].Fixed && !f.mounted(p, i) {
			faults = append(faults, game.ErrorfAt(fmt.Sprintf("piece %s: only automatic strongpoints and turrets have weapons of their own: start it inside one", f.figures[i].Name), "pieces", i, "fixed"))
		}
		err := rule.CheckLegal(func(u *rule.Umpire) { f.checkStay(u, p, i, p.at(i), UsualWay, TakeShelter) }, u.House(), nil)
		faults = append(faults, game.ErrorAt("piece "+f.figures[i].Name+" at "+f.places[p.at(i)].name, err, "pieces", i, "at"))
	}
	return errors.Join(faults...)
}

// mounted reports whether a piece is where a structure fights by itself.
func (f *Battlefield) mounted(p *Position, i int) bool {
	w := f.wingOf(p, i)
	if w < 0 {
		return false
	}
	s := &f.sites[f.wings[w].site]
	return s.Type == turret || s.Type == strongpoint && s.Automated
}

// checkStay says why a piece cannot be at a place.
func (f *Battlefield) checkStay(u *rule.Umpire, p *Position, i, at int, by Way, act Act) {
	w := int(f.places[at].wing)
	t := &f.figures[i]
	if w < 0 {
		return
	}
	if t.vehicle && !t.Fixed {
		u.Require(u.Cell(&kinds, t.Unit, isEngineer) == 2, "host.indoors", "vehicles stay outside; a wardrone goes in")
	}
	n := 0
	for j := range f.figures {
		if j != i && f.figures[j].side == t.side && p.here(j) && f.wingOf(p, j) == w && f.places[p.at(j)].storey == f.places[at].storey {
			n++
		}
	}
	u.Requiref(n < mostRoom, "host.room", "%d pieces are on that floor already, and there is room for no more", n)
	o := f.use(p, i, w, act, by)
	legalOccupy(u, &o)
}

// meet lets those who share a room see each other.
func (f *Battlefield) meet(p *Position) {
	for i := range f.figures {
		if !p.here(i) {
			continue
		}
		for j := range f.figures[:i] {
			if p.here(j) && f.figures[i].side != f.figures[j].side && f.together(p.at(i), p.at(j)) {
				p.Figures[i].Seen, p.Figures[j].Seen = Detected, Detected
			}
		}
	}
}

// sound says what is impossible about a position.
func sound(f *Battlefield, p *Position) error {
	if p.Side > 1 || int(p.Active) > len(f.figures) || p.Turn < 1 || p.Ended > game.OutOfTime || p.Winner < -1 || p.Winner > 1 {
		return errors.New("its turn, side or active piece cannot be")
	}
	for i := range p.Figures {
		if err := f.soundFigure(p, i); err != nil {
			return err
		}
	}
	if p.Active > 0 && (!p.here(int(p.Active)-1) || f.figures[p.Active-1].side != p.Side) {
		return errors.New("the piece that is activated is not on the table, or of the other side")
	}
	for i := range p.Sites {
		if err := f.soundSite(p, i); err != nil {
			return err
		}
	}
	for i := range p.Wings {
		if err := f.soundWing(p, i); err != nil {
			return err
		}
	}
	return nil
}

func (f *Battlefield) soundSite(p *Position, i int) error {
	x := &p.Sites[i]
	switch {
	case i >= len(f.sites) && *x == Site{}:
		return nil
	case i >= len(f.sites):
		return fmt.Errorf("there is no structure %d", i)
	case f.sites[i].Points > 0 && x.Lost >= f.sites[i].Points && !x.Gone, x.Lost > f.sites[i].Points:
		return fmt.Errorf("%s has lost %d of %d points, and stands", f.sites[i].Name, x.Lost, f.sites[i].Points)
	}
	return nil
}

func (f *Battlefield) soundWing(p *Position, w int) error {
	x := &p.Wings[w]
	switch {
	case w >= len(f.wings) && *x == Section{}:
		return nil
	case w >= len(f.wings):
		return fmt.Errorf("there is no section %d", w)
	case x.Size > 0 && x.Fallen || x.Size == 0 && x.Seat != seat{}:
		return fmt.Errorf("%s burns in ruins, or does not burn from where it was lit", f.wings[w].name)
	case x.Size > 0 && f.land.FromSection(ground.SectionID(w), x.Seat.point()) > edge:
		return fmt.Errorf("%s burns from a place outside of it", f.wings[w].name)
	case f.openNowhere(x, w):
		return fmt.Errorf("%s has no such wall to be open", f.wings[w].name)
	case x.Fallen && f.untenable && f.inside(p, w) != [2]int{}:
		return fmt.Errorf("%s has fallen, and somebody is in it", f.wings[w].name)
	}
	return nil
}

// openNowhere reports whether a section is open in a wall that it has not.
func (f *Battlefield) openNowhere(x *Section, w int) bool {
	for k := f.wings[w].walls; k < mostWalls; k++ {
		if x.Open[k]|x.Pocked[k] != 0 {
			return true
		}
	}
	return false
}

func (f *Battlefield) soundFigure(p *Position, i int) error {
	x := &p.Figures[i]
	if x.Place == 0 {
		if *x != (Figure{}) && *x != (Figure{Seen: Veiled}) {
			return fmt.Errorf("piece %d is off the table, and something is left of it", i)
		}
		return nil
	}
	if i >= len(f.figures) || int(x.Place) > len(f.places) || x.Seen >= Veiled || x.Singed > SingedBefore || x.Shaken && f.figures[i].vehicle || x.Damage > 0 && !f.figures[i].vehicle {
		return fmt.Errorf("piece %d cannot be as it is", i)
	}
	t := &f.figures[i]
	for j := range f.figures[:i] {
		if p.Figures[j].Place == x.Place && f.figures[j].side != t.side {
			return fmt.Errorf("%s shares its place with the enemy", t.Name)
		}
	}
	return nil
}

// census counts the pieces.
func census(f *Battlefield, p *Position) (here, lost [2]int) {
	for i := range f.figures {
		if p.here(i) || p.Figures[i].Seen == Veiled {
			here[f.figures[i].side]++
		}
	}
	return here, [2]int{int(p.Lost[0]), int(p.Lost[1])}
}
