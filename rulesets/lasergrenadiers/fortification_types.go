package lasergrenadiers

import "loophole/rule"

// A Structure is a fortification, a building, or a bare wall if it has no type.
type Structure struct {
	Type     rule.Ref   `key:"structure" table:"structures" doc:"the type of structure; none for a bare wall"`
	Made     Permanence `key:"made" doc:"a permanent or a field fortification, if the type may be either"`
	Wall     rule.Ref   `key:"wall" table:"walls" doc:"material of the wall; none for the usual one"`
	Armour   rule.Ref   `key:"armour" table:"military" doc:"military armour instead of wall and roof"`
	Cover    Overhead   `key:"overhead" doc:"overhead cover"`
	Roof     rule.Ref   `key:"roof" table:"roofs" doc:"kind of roof; none for the usual one"`
	Above    bool       `key:"above-ground" doc:"a bunker that stands above ground"`
	Screened bool       `key:"screen" doc:"a defence screen or force field protects the structure"`
	Gone     bool       `key:"destroyed" doc:"the structure is destroyed"`
}

// Permanence is whether a work is permanent.
type Permanence uint8

const (
	AsUsual Permanence = iota
	AsPermanent
	AsField
)

func (Permanence) Names() []string { return []string{"usual", "permanent", "field"} }

// Overhead is the cover above a structure.
type Overhead uint8

const (
	UsualCover Overhead = iota
	OpenAbove
	LogsAbove
	SheetAbove
	RoofAbove
)

func (Overhead) Names() []string { return []string{"usual", "open", "logs", "sheet-metal", "roof"} }

// Class is the class of a structure.
type Class uint8

const (
	BareWall Class = iota
	Permanent
	Field
	Civilian
	TurretMount
)

func (Class) Names() []string { return []string{"wall", "permanent", "field", "building", "turret"} }

// Surface is the part of a structure that is struck.
type Surface uint8

const (
	UsualSurface Surface = iota
	WallSurface
	RoofSurface
)

func (Surface) Names() []string { return []string{"usual", "wall", "roof"} }

// legalStructure forbids an impossible structure.
func legalStructure(u *rule.Umpire, s *Structure) {
	if s.Type == 0 {
		u.Require(s.Wall != 0 || s.Armour != 0, "ac.walls", "name the wall's material, wall=brick, or a structure")
		u.Require(s.Roof == 0 && (s.Cover == UsualCover || s.Cover == OpenAbove), "ac.roofs", "a bare wall has no roof")
		return
	}
	class := s.class(u)
	u.Require(s.Made != AsPermanent || class == Permanent, "permanent.list", "that type is not a permanent fortification")
	u.Require(s.Made != AsField || class == Field, "field.list", "that type is not a field fortification")
	legalMaterial(u, s, class)
	legalType(u, s)
	u.Require(s.Roof == 0 || s.hasOverheadCover(u), "ac.roofs", "the structure has a roof but no overhead cover: overhead=roof")
	u.Require(!s.Screened || class == Permanent, "permanent.screens", "only permanent fortifications have defence screens")
	if s.Type == bunker && s.Above {
		u.Require(s.Armour != 0, "bunker.above", "a bunker above ground is heavily armoured: armour=heavy-composite")
	}
	u.Require(!s.Above || s.Type == bunker, "bunker.above", "only bunkers lie below ground: leave above-ground out")
}

// legalMaterial forbids materials that the class of the structure excludes (permanent.material,
// field.material, building.light).
func legalMaterial(u *rule.Umpire, s *Structure, class Class) {
	switch class {
	case Permanent:
		u.Require(s.Wall == 0 || s.Wall == wallReinforced, "permanent.material", "a permanent fortification is built of reinforced concrete or composite armour")
		u.Require(s.Roof == 0 || s.Roof == roofReinforced, "permanent.material", "the roof of a permanent fortification is built of reinforced concrete or composite armour")
	case Field:
		usual := s.Armour == 0 && (s.Wall == 0 || s.Wall == wallEarth || s.Wall == wallSandbags || s.Wall == wallLogs || s.Wall >= wallTimber)
		if !usual {
			u.Require(u.Ruling(&fieldMaterials) == fieldMaterialsAny, "field.material", "field fortifications are built of earth, sandbags or timber")
		}
	case Civilian:
		u.Require(s.Armour == 0, "building.light", "buildings have no military armour")
	case TurretMount:
		u.Require(s.Wall == 0 && s.Roof == 0, "turret.mount", "a weapon turret is an armoured mount: give armour, not a wall")
	}
}

// legalType forbids what the type of the structure excludes, by the chapter's numbered paragraphs.
// Trenches (5) and weapon emplacements (6) may have any wall and cover.
func legalType(u *rule.Umpire, s *Structure) {
	switch s.Type {
	case bunker: // 1
		u.Require(s.Cover != OpenAbove, "bunker.overhead", "a bunker is covered completely from above")
	case foxhole: // 2
		u.Require(s.Cover != RoofAbove && s.Roof == 0, "foxhole.cover", "only logs or sheet metal can cover a foxhole")
	case pillbox: // 3
		u.Require(s.Cover != OpenAbove, "pillbox.overhead", "a pillbox is covered completely from above")
	case strongpoint: // 4
		u.Require(s.Wall == 0 || s.Wall == wallReinforced, "strongpoint.armoured", "a strongpoint is armoured: its wall is armour or reinforced concrete")
	}
}

// legalTarget forbids a structure that cannot be attacked under the chapter.
func legalTarget(u *rule.Umpire, s *Structure, at Surface, indirect bool) {
	legalStructure(u, s)
	u.Require(!s.Gone, "points.track", "the structure is already destroyed")
	if s.Type == turret {
		u.Require(u.Ruling(&turrets) == turretsAsStructures, "turret.not", "a weapon turret is not a fortification: fire at the turret as at a vehicle")
	}
	roof := at == RoofSurface || at == UsualSurface && indirect
	u.Require(!roof || s.hasOverheadCover(u), "attack.normal", "the structure has no overhead cover to penetrate: fire at the troops or the structure itself")
	if s.Type == bunker && !s.Above && !roof && !indirect {
		u.Forbid("bunker.shelter", "a bunker lies below ground and has no wall for direct fire to strike: surface=roof")
	}
}

// class returns the class of the structure as it is made (permanent.list, field.list, building.kinds).
func (s *Structure) class(u *rule.Umpire) Class {
	if s.Type == 0 {
		return BareWall
	}
	usual := Class(u.Cell(&structures, s.Type, columnClass)) + Permanent
	if s.mayBeEither(u) {
		switch s.Made {
		case AsPermanent:
			return Permanent
		case AsField:
			return Field
		}
	}
	return usual
}

// mayBeEither reports whether the type may be a permanent or a field fortification.
func (s *Structure) mayBeEither(u *rule.Umpire) bool {
	return u.Cell(&structures, s.Type, columnEither) == 1
}

// fightsInside reports whether troops fight from inside the structure.
func (s *Structure) fightsInside(u *rule.Umpire) bool {
	return u.Cell(&structures, s.Type, columnFights) == 1
}

// openingsOf returns the openings of a type of structure. A bare wall, which has no type, has none.
func openingsOf(u *rule.Umpire, structure rule.Ref) openingKind {
	if structure == 0 {
		return noOpenings
	}
	return openingKind(u.Cell(&structures, structure, columnOpenings))
}

// hasOverheadCover reports whether there is anything overhead.
func (s *Structure) hasOverheadCover(u *rule.Umpire) bool {
	switch {
	case s.Type == 0 || s.Cover == OpenAbove:
		return false
	case s.Cover != UsualCover:
		return true
	}
	return u.Cell(&structures, s.Type, columnOverhead) == completeOverhead
}

// A material is a surface by its rows: the armour class and what burns.
type material struct {
	ac           int
	flammableRow rule.Ref // row of flammable
	wallRow      rule.Ref // row of walls, if it is a wall's material
}

// wall returns the structure's wall.
func (s *Structure) wall(u *rule.Umpire) material {
	wall, armour := s.Wall, s.Armour
	if wall == 0 && armour == 0 && s.Type != 0 {
		if s.class(u) == Field {
			wall = rule.Ref(u.Cell(&materials, s.Type, usualField))
		} else if armour = rule.Ref(u.Cell(&materials, s.Type, usualArmour)); armour == 0 {
			wall = rule.Ref(u.Cell(&materials, s.Type, usualWall))
		}
	}
	if armour != 0 {
		return material{u.Cell(&military, armour, 0), flammableArmour, 0}
	}
	return material{u.Cell(&walls, wall, 0), wall, wall}
}

// roof returns the overhead cover, or the zero material if there is none.
func (s *Structure) roof(u *rule.Umpire) material {
	if !s.hasOverheadCover(u) {
		return material{}
	}
	switch s.Cover {
	case LogsAbove:
		return material{u.Cell(&walls, wallLogs, 0), wallLogs, 0}
	case SheetAbove:
		return material{u.Cell(&walls, wallSheet, 0), wallSheet, 0}
	}
	armour, roof := s.Armour, s.Roof
	if roof == 0 && armour == 0 {
		switch class := s.class(u); {
		case class == Field:
			return material{u.Cell(&walls, wallLogs, 0), wallLogs, 0}
		case class != Civilian:
			armour = rule.Ref(u.Cell(&materials, s.Type, usualArmour))
		}
		roof = rule.Ref(u.Cell(&materials, s.Type, usualRoof))
	}
	if roof != 0 {
		return material{u.Cell(&roofs, roof, 0), flammableRoofs + roof, 0}
	}
	if armour != 0 {
		return material{u.Cell(&military, armour, 0), flammableArmour, 0}
	}
	return material{u.Cell(&roofs, roofReinforced, 0), flammableRoofs + roofReinforced, 0}
}

// materialStruck returns the surface that a shot meets.
func (s *Structure) materialStruck(u *rule.Umpire, at Surface, indirect bool) material {
	if at == RoofSurface || at == UsualSurface && indirect {
		return s.roof(u)
	}
	return s.wall(u)
}
