package konflikt47

import "loophole/rule"

// fireArgs returns the arguments of fire. Here and below, what an action does not name is -1.
func fireArgs(a args) (i, target, class, second int) {
	return int(a[0]), int(a[1]), int(a[2]), int(a[3])
}

// moveArgs returns the arguments of an Advance, of a Run and of the set-up.
func moveArgs(a args) (i, to, openingIndex int) { return int(a[0]), int(a[1]), int(a[2]) }

// assaultArgs returns the arguments of an assault.
func assaultArgs(a args) (i, enemy, openingIndex int) { return int(a[0]), int(a[1]), int(a[2]) }

// advanceShotArgs returns the target and the weapon class of a shot after an Advance.
func advanceShotArgs(a args) (target, class int) { return int(a[3]), int(a[4]) }

// fireLegal forbids a shot that a unit cannot fire from where it stands.
func fireLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	s := f.fireShot(p, a)
	f.legalShot(u, p, &s)
}

func (f *Battlefield) fireShot(p *Position, a args) shot {
	i, target, class, second := fireArgs(a)
	s := f.shotAt(p, i, target, Fire)
	s.second, s.class = second, f.actualClass(p, i, WeaponClass(class))
	return s
}

func fireApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	if f.order(u, p, int(a[0]), Fire) {
		s := f.fireShot(p, a)
		f.shoot(u, p, &s)
	}
}

// firePseudoLegal lists targets that are seen, and pairs of them from inside.
func firePseudoLegal(f *Battlefield, p *Position, i int, out []args) []args {
	for class := range f.weaponClasses(p, i) {
		var room [mostUnits]int
		seen := f.targets(p, i, p.placeIndex(i), class, room[:0])
		for _, j := range seen {
			out = append(out, args{int16(i), int16(j), f.namedClass(p, i, class), -1})
			if class != Bullets || f.placeOf(p, i).spot {
				continue
			}
			for _, k := range seen {
				if k != j {
					out = append(out, args{int16(i), int16(j), int16(class), int16(k)})
				}
			}
		}
	}
	return out
}

// targets lists the enemies that a unit might fire at from a place.
func (f *Battlefield) targets(p *Position, i, from int, class WeaponClass, out []int) []int {
	for j := range f.enemies(p, i) {
		if seen := f.cachedView(p, from, p.placeIndex(j), class != Flames, false, 0); seen.any && seen.nearest.AtMost(f.longestRange(p, i, class)) {
			out = append(out, j)
		}
	}
	return out
}

// longestRange returns the longest range, in inches, of a unit's weapons of a class.
func (f *Battlefield) longestRange(p *Position, i int, class WeaponClass) (inches int) {
	for k, n := range p.Units[i].Arms {
		if a := &f.units[i].arms[k]; n > 0 && a.usableFor(class) {
			inches = max(inches, int(a.maxRange))
		}
	}
	return inches
}

func advanceLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, openingIndex := moveArgs(a)
	f.legalMove(u, p, i, to, openingIndex, Advance)
	if target, class := advanceShotArgs(a); target < 0 || class < 0 {
		u.Require(target == class, "host.shooting", "name both the target and the weapons")
		return
	}
	if f.hasFixed(p, i) && !f.units[i].isVehicle() && u.Ruling(&fixedMoving) == fixedMovingNo {
		u.Forbid("host.fixed", "a fixed weapon cannot fire on an Advance")
		return
	}
	shot := f.advanceShot(p, a)
	f.legalShot(u, p, &shot)
}

func (f *Battlefield) advanceShot(p *Position, a args) shot {
	i, to, openingIndex := moveArgs(a)
	target, class := advanceShotArgs(a)
	s := f.shotAt(p, i, target, Advance)
	s.from, s.class = to, f.actualClass(p, i, WeaponClass(class))
	if !f.places[to].spot && openingIndex >= 0 {
		s.fixedOpening = uint8(openingIndex + 1)
	}
	return s
}

func advanceApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, openingIndex := moveArgs(a)
	target, _ := advanceShotArgs(a)
	obeys, shoots := f.orderMove(u, p, i, to, openingIndex, Advance, target >= 0)
	if obeys && shoots && target >= 0 {
		s := f.advanceShot(p, a)
		checker := rule.NewChecker(u.House())
		if f.legalShot(checker, p, &s); checker.Allowed() {
			f.shoot(u, p, &s)
		}
	}
}

// advancePseudoLegal lists places to go to, each with what could be fired at from there.
func advancePseudoLegal(f *Battlefield, p *Position, i int, out []args) []args {
	first := len(out)
	out = f.destinations(p, i, Advance, out)
	for _, a := range out[first:] {
		if _, to, _ := moveArgs(a); !f.placeOf(p, i).spot && f.places[to].spot {
			out = f.byOpenings(out, a, f.placeOf(p, i))
		}
	}
	for _, a := range out[first:] {
		_, to, openingIndex := moveArgs(a)
		for class := range f.weaponClasses(p, i) {
			var room [mostUnits]int
			for _, j := range f.targets(p, i, to, class, room[:0]) {
				out = append(out, args{int16(i), int16(to), int16(openingIndex), int16(j), f.namedClass(p, i, class)})
			}
		}
	}
	return out
}

// destinations lists the places that a unit might reach, as an Advance without a shot or as a Run.
func (f *Battlefield) destinations(p *Position, i int, order Order, out []args) []args {
	from := f.placeOf(p, i)
	if f.units[i].isGun() || p.Units[i].Stuck {
		return out
	}
	for to := range f.places {
		place := &f.places[to]
		switch {
		case !from.spot && !place.spot:
			out = f.movesInside(p, i, to, out)
		case from == place || !f.isVacant(p, to) || !place.spot && (order != Run || place.floor > 0) || !from.spot && from.floor > 0:
		default:
			if way, _ := f.shortestWay(p.placeIndex(i), to, -1); way.AtMost(f.units[i].run) {
				out = append(out, args{int16(i), int16(to), -1, -1, -1})
			}
		}
	}
	return out
}

// movesInside lists moves inside to a floor. A unit with a fixed weapon may take it to each of the
// openings there.
func (f *Battlefield) movesInside(p *Position, i, to int, out []args) []args {
	from, place := f.placeOf(p, i), &f.places[to]
	if from.section != place.section && from.floor != place.floor || !f.isFreeFor(p, to, i) {
		return out
	}
	if from != place {
		out = append(out, args{int16(i), int16(to), -1, -1, -1})
	}
	if f.hasFixed(p, i) {
		for _, opening := range place.openings {
			out = append(out, args{int16(i), int16(to), int16(opening), -1, -1})
		}
	}
	return out
}

func runLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, openingIndex := moveArgs(a)
	f.legalMove(u, p, i, to, openingIndex, Run)
}

func runApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, openingIndex := moveArgs(a)
	f.orderMove(u, p, i, to, openingIndex, Run, false)
}

func runPseudoLegal(f *Battlefield, p *Position, i int, out []args) []args {
	first := len(out)
	out = f.destinations(p, i, Run, out)
	for k := first; k < len(out); k++ {
		out[k][3], out[k][4] = 0, 0 // a Run has three arguments
		_, to, openingIndex := moveArgs(out[k])
		if from, place := f.placeOf(p, i), &f.places[to]; from.spot != place.spot && openingIndex < 0 {
			out = f.byOpenings(out, out[k], insidePlace(from, place))
		}
	}
	return out
}

// byOpenings adds an action by each opening of the ground floor that troops can pass. inside is a place
// in that section.
func (f *Battlefield) byOpenings(out []args, a args, inside *place) []args {
	for _, openingIndex := range f.floor(inside.section, 0).openings {
		if f.openings[openingIndex].passable {
			a[2] = int16(openingIndex)
			out = append(out, a)
		}
	}
	return out
}

func assaultPseudoLegal(f *Battlefield, p *Position, i int, out []args) []args {
	if f.units[i].class != classInfantry {
		return out
	}
	from := f.placeOf(p, i)
	for j := range f.enemies(p, i) {
		target := f.placeOf(p, j)
		if f.units[j].isVehicle() || from.spot && (target.spot || target.floor > 0) || target.spot && from.floor > 0 {
			continue
		}
		action := args{int16(i), int16(j), -1}
		if out = append(out, action); from.spot != target.spot {
			out = f.byOpenings(out, action, insidePlace(from, target))
		}
	}
	return out
}

func ramPseudoLegal(f *Battlefield, p *Position, i int, out []args) []args {
	for k := range f.sections {
		if f.units[i].isVehicle() && p.Sections[k] == Whole {
			out = append(out, args{int16(i), int16(k)})
		}
	}
	return out
}

// placePseudoLegal lists where units can be set up: guns and fixed weapons at each opening.
func placePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if p.Stage != SettingUp || p.Over() {
		return out
	}
	for i := range f.units {
		if !f.awaitsSetUp(p, i, p.Side) {
			continue
		}
		for to := range f.places {
			place := &f.places[to]
			if f.unitAt(p, to) >= 0 || place.spot && !place.zone[p.Side] || !place.spot && f.sections[place.section].zone[p.Side] == NotAtAll {
				continue
			}
			if out = append(out, args{int16(i), int16(to), -1}); f.hasFixed(p, i) {
				for _, openingIndex := range place.openings {
					out = append(out, args{int16(i), int16(to), int16(openingIndex)})
				}
			}
		}
	}
	return out
}

func placeLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, openingIndex := moveArgs(a)
	switch {
	case p.Over():
		u.Forbid("host.victory", "the game is over")
	case p.Stage != SettingUp:
		u.Forbid("host.set-up", "the set-up is over")
	case f.units[i].Side != p.Side:
		u.Forbid("host.set-up", "the other side is setting up")
	case p.here(i):
		u.Forbid("host.set-up", "the unit is already on the table")
	default:
		f.legalPlacing(u, p, i, to, openingIndex, false)
	}
}

func placeApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, openingIndex := moveArgs(a)
	place := &f.places[to]
	if place.spot {
		u.Note("host.set-up", "the unit is set up in the open")
	} else {
		setUp := SetUp{Body: f.body(p, i), Structure: f.structure(p, place.section), Floor: place.floor, Opening: Wall, Zone: f.sections[place.section].zone[p.Side]}
		if openingIndex >= 0 {
			setUp.Opening = f.openings[openingIndex].kind
			if !f.units[i].isGun() {
				u.Note("fixed.opening", "the unit's fixed weapon is set up at an opening")
			}
		}
		playSetUp(u, &setUp)
	}
	f.placeUnit(p, i, to, openingIndex)
	f.nextSetUp(p)
}
