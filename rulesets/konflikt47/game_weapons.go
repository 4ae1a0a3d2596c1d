package konflikt47

import (
	"iter"

	"loophole/ground"
)

// WeaponClass is the class of weapons that a unit fires in one order.
type WeaponClass uint8

const (
	Bullets WeaponClass = iota // small arms, and shot of heavy weapons
	Shells                     // high explosive, aimed over open sights
	Flames
	IndirectShells // high explosive, fired indirectly; see namedClass

	noWeaponClass // a class that no unit has
)

func (WeaponClass) Names() []string { return []string{"bullets", "shells", "flames", "lobbed-shells"} }

// A shot is a unit that fires at another, or at two, from a place where it stands or will stand.
type shot struct {
	by, at        int
	second        int // or -1
	from          int // place
	order         Order
	class         WeaponClass
	mistake       bool            // it fires at friends
	goesDown      bool            // the target goes down
	fixedOpening  uint8           // the opening of its fixed weapon, from 1, if that is named
	unusedSides   uint8           // of the building, as a set, that are not used
	otherwiseUsed [mostArms]uint8 // weapons that fire at something else
}

// shotAt returns a shot at one unit from where the other stands. Its caller sets the class.
func (f *Battlefield) shotAt(p *Position, by, at int, order Order) shot {
	return shot{by: by, at: at, second: -1, from: p.placeIndex(by), order: order}
}

// A lineOfSight is what a unit sees of a target: from each side of its building, or
// from its spot, which counts as the north.
type lineOfSight struct {
	openings         [4]uint32        // as a set, from which anything of the target is seen
	distances        [32]ground.Exact // from each of them
	nearest          ground.Exact
	kind             Opening // what the nearest line meets
	outOfArc         bool    // only other openings than that of a fixed weapon see it
	any              bool
	unaimable        bool   // all that is seen is what nobody fires through
	fromNode, toNode uint16 // the nodes of the nearest line
}

// view returns what a unit at a place sees of another place. Heavy weapons may aim at walls. A fixed
// weapon sees only by fixedOpening, which is counted from 1.
func (f *Battlefield) view(p *Position, from, to int, heavy bool, fixed bool, fixedOpening uint8) (view lineOfSight) {
	fallen := p.sections(Fallen)
	viewer, target := &f.places[from], &f.places[to]
	slits := !viewer.spot && f.hasSlits(viewer.section)
	for pass := range 2 {
		// Openings through which nobody fires come last: they only explain why a shot is illegal.
		for _, node := range target.nodes {
			if !f.aimable(target, f.nodeKinds[node], heavy, pass) {
				continue
			}
			for eye, eyeNode := range viewer.nodes[:viewer.eyes] {
				if !viewer.spot && slits != (f.nodeKinds[eyeNode] == Slit) {
					continue
				}
				line := f.views.View(int(eyeNode), int(node))
				if !line.Clear || line.Behind&^fallen != 0 {
					continue
				}
				if fixed && !viewer.spot && (fixedOpening == 0 || viewer.openings[eye] != int(fixedOpening)-1 || !line.InArc) {
					view.outOfArc = true
					continue
				}
				view.add(f, viewer, eye, node, line.Far)
			}
		}
		if view.any {
			view.unaimable = pass > 0
			return view
		}
	}
	return view
}

// viewOfTarget returns what a shooter sees of its target: the view of its first weapon that sees
// any of it.
func (f *Battlefield) viewOfTarget(p *Position, s *shot, at int) *lineOfSight {
	best, outOfArc := &blindView, false
	for kind := range f.units[s.by].arms {
		if !f.isUsedAgainst(p, s, kind, at) {
			continue
		}
		view := f.armView(p, s, at, kind)
		if view.any && !view.unaimable {
			return view
		}
		outOfArc = outOfArc || view.outOfArc
		if !best.any {
			best = view
		}
	}
	if best.outOfArc == outOfArc {
		return best
	}
	both := *best
	both.outOfArc = outOfArc
	return &both
}

// add counts a line from an eye, by its place in the list, to a node.
func (v *lineOfSight) add(f *Battlefield, viewer *place, eye int, node uint16, far ground.Exact) {
	side := f.sideOf(viewer, eye)
	if !v.any || far < v.nearest {
		v.nearest, v.kind = far, f.nodeKinds[node]
		v.fromNode, v.toNode = viewer.nodes[eye], node
	}
	v.any = true
	if !v.sees(eye) || far < v.distances[eye] {
		v.distances[eye] = far
	}
	v.openings[side] |= 1 << eye
}

// sees reports whether an opening, by its place in the list, sees the target.
func (v *lineOfSight) sees(eye int) bool {
	return (v.openings[0]|v.openings[1]|v.openings[2]|v.openings[3])>>eye&1 == 1
}

// hasSlits reports whether units fire out of a section through slits.
func (f *Battlefield) hasSlits(sectionIndex int8) bool {
	s := Structure{Kind: f.sections[sectionIndex].Kind}
	return s.countsAsBunker()
}

// aimable reports whether a node of the target's place can be aimed at, or, in the second pass,
// whether it cannot.
func (f *Battlefield) aimable(at *place, kind Opening, heavy bool, pass int) bool {
	if at.spot {
		return pass == 0
	}
	slits := f.hasSlits(at.section)
	first := kind != Wall && slits == (kind == Slit) || kind == Wall && heavy && !slits
	return first == (pass == 0)
}

// explosive reports whether the weapons fire shells of either kind.
func (class WeaponClass) explosive() bool { return class == Shells || class == IndirectShells }

// usableFor reports whether the weapons are of a class.
func (a *arm) usableFor(class WeaponClass) bool {
	switch class {
	case Shells:
		return a.shells && a.fireMode != onlyIndirect
	case IndirectShells:
		return a.shells && a.fireMode != onlyDirect
	case Flames:
		return a.kind == flamethrower
	case noWeaponClass:
		return false
	}
	return a.weapon > 0 && a.kind != flamethrower && !a.shellsOnly
}

// hasOnlyIndirectShells reports whether a unit has shells, and none that it could aim.
func (f *Battlefield) hasOnlyIndirectShells(p *Position, i int) bool {
	return f.canUse(p, i, IndirectShells) && !f.canUse(p, i, Shells)
}

// actualClass returns the class that a unit fires if a player names a class: a unit that can only fire
// its shells indirectly does so.
func (f *Battlefield) actualClass(p *Position, i int, named WeaponClass) WeaponClass {
	switch {
	case named == Shells && f.hasOnlyIndirectShells(p, i):
		return IndirectShells
	case named == IndirectShells && f.hasOnlyIndirectShells(p, i):
		return noWeaponClass
	}
	return named
}

// namedClass returns the class that a player names to fire a class: shells, for a unit that can only fire them
// indirectly.
func (f *Battlefield) namedClass(p *Position, i int, class WeaponClass) int16 {
	if class == IndirectShells && f.hasOnlyIndirectShells(p, i) {
		return int16(Shells)
	}
	return int16(class)
}

// canUse reports whether a unit has a weapon of a class.
func (f *Battlefield) canUse(p *Position, i int, class WeaponClass) bool {
	return f.anyArm(p, i, func(a *arm) bool { return a.usableFor(class) })
}

// weaponClasses runs through the classes of which a unit has a weapon.
func (f *Battlefield) weaponClasses(p *Position, i int) iter.Seq[WeaponClass] {
	return func(yield func(WeaponClass) bool) {
		for class := Bullets; class <= IndirectShells; class++ {
			if f.canUse(p, i, class) && !yield(class) {
				return
			}
		}
	}
}

// shooter returns the Shooter of a shot for a situation.
func (f *Battlefield) shooter(p *Position, s *shot) Shooter {
	return Shooter{Body: f.body(p, s.by), Order: s.order, Sniper: f.units[s.by].Unit == sniperRow}
}

// sniperRow is the row of the sniper team, whose riflemen fire aimed shots.
var sniperRow = units.Ref("sniper-team")

// fixedOpening returns the opening of the shooter's fixed weapon, from 1: 0 where the unit has just
// arrived.
func (p *Position) fixedOpening(s *shot) uint8 {
	if s.fixedOpening > 0 {
		return s.fixedOpening
	}
	if unit := &p.Units[s.by]; p.placeIndex(s.by) == s.from {
		return unit.Port
	}
	return 0
}

// isUsedAgainst reports whether the shooter uses a kind of weapons against a target: it has some
// left, and they can harm the target.
func (f *Battlefield) isUsedAgainst(p *Position, s *shot, k, at int) bool {
	a := &f.units[s.by].arms[k]
	if p.Units[s.by].Arms[k] == 0 || !a.usableFor(s.class) {
		return false
	}
	return s.class != Bullets || f.units[at].value < f.limits.armouredFrom || a.pen > 0
}

// viewOfWeapons returns what the shooter's weapons of one sort see of a target. Fixed ones see
// less, and heavy ones also walls.
func (f *Battlefield) viewOfWeapons(p *Position, s *shot, at int, heavy, fixed bool) *lineOfSight {
	return f.cachedView(p, s.from, p.placeIndex(at), heavy, fixed, p.fixedOpening(s))
}

// isInside reports whether a unit, the target of a shot, is in a building.
func (f *Battlefield) isInside(p *Position, at int) bool { return !f.placeOf(p, at).spot }
