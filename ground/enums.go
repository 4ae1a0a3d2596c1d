package ground

import (
	"fmt"
	"slices"
	"strings"
)

// Side is a side of the compass: the direction that a wall faces.
type Side uint8

// The four sides. A wall that faces exactly between two of them belongs to the one further
// clockwise.
const (
	North Side = iota
	East
	South
	West
)

var sideNames = []string{"north", "east", "south", "west"}

// sideOf returns the side towards which a vector points.
func sideOf(v vec) Side {
	switch {
	case v.y > 0 && -v.y <= v.x && v.x < v.y:
		return North
	case v.x > 0 && -v.x < v.y && v.y <= v.x:
		return East
	case v.y < 0 && v.y < v.x && v.x <= -v.y:
		return South
	}
	return West
}

// OpeningKind is the kind of an opening in a wall.
type OpeningKind uint8

// The kinds of openings. A gap is a hole, a breach or a missing wall: an opening that troops can
// see and climb through and that was not built as a door.
const (
	Door OpeningKind = iota
	Window
	Slit
	Embrasure
	Gap
)

var openingNames = []string{"door", "window", "slit", "embrasure", "gap"}

// Material is the material of walls and roofs. The rulebooks say what it withstands.
type Material uint8

// The materials that the rulebooks name.
const (
	Unstated Material = iota
	Wood
	LightTimber
	MediumTimber
	HeavyTimber
	Logs
	Brick
	Concrete
	ReinforcedConcrete
	LightStone
	MediumStone
	HeavyStone
	Stucco
	SheetMetal
	Earth
	Sandbags
	CompositeArmour
	Thatch
	Shingle
	Tile
)

var materialNames = []string{"unstated", "wood", "light-timber", "medium-timber", "heavy-timber", "logs", "brick",
	"concrete", "reinforced-concrete", "light-stone", "medium-stone", "heavy-stone", "stucco", "sheet-metal", "earth",
	"sandbags", "composite-armour", "thatch", "shingle", "tile"}

// LinkKind is the kind of a link between two places.
type LinkKind uint8

// The kinds of links. A doorway joins two sections of one storey that touch.
// Stairs, ladders and hatches join storeys; tunnels and bridges join places
// that may lie apart.
const (
	Doorway LinkKind = iota
	Stairs
	Ladder
	Hatch
	Tunnel
	Bridge
)

var linkNames = []string{"doorway", "stairs", "ladder", "hatch", "tunnel", "bridge"}

// Opacity is the effect of a feature on lines of sight.
type Opacity uint8

// The degrees of opacity.
const (
	Plain  Opacity = iota // no effect: water, rough ground
	Hinder                // seen through, but hindered: a low hedge, a fence, some smoke
	Screen                // seen into and out of, not through: a wood, a field of corn
	Opaque                // not seen through below its top: a hill, a wall
)

var viewNames = []string{"plain", "hinder", "screen", "opaque"}

// Passability is the effect of a feature on movement.
type Passability uint8

// The degrees of passability.
const (
	Open Passability = iota
	Difficult
	Impassable
)

var goingNames = []string{"open", "difficult", "impassable"}

// Terrain is the appearance of ground. It is only drawn: [Opacity] and [Passability] decide about
// sight and movement.
type Terrain uint8

// The kinds of terrain.
const (
	Untold Terrain = iota
	Grass
	Paving
	Earthen
	Woods
	Orchard
	Hedge
	Fieldwall // a wall beside a field or a road; files write wall
	Fence
	Wire
	Bog
	Water
	Ditch
	Hill
	Field
	Road
	Heap
	Craters
	Well
	Rails
)

var terrainNames = []string{"untold", "grass", "paving", "earth", "wood", "orchard", "hedge", "wall", "fence", "wire", "bog",
	"water", "ditch", "hill", "field", "road", "rubble", "craters", "well", "rails"}

// String returns the name of the value, as scenario files write it.
func (s Side) String() string        { return nameOf(sideNames, int(s)) }
func (k OpeningKind) String() string { return nameOf(openingNames, int(k)) }
func (m Material) String() string    { return nameOf(materialNames, int(m)) }
func (k LinkKind) String() string    { return nameOf(linkNames, int(k)) }
func (v Opacity) String() string     { return nameOf(viewNames, int(v)) }
func (g Passability) String() string { return nameOf(goingNames, int(g)) }
func (t Terrain) String() string     { return nameOf(terrainNames, int(t)) }

// Names lists the names of all values, as scenario files write them.
func (Side) Names() []string        { return sideNames }
func (OpeningKind) Names() []string { return openingNames }
func (Material) Names() []string    { return materialNames }
func (LinkKind) Names() []string    { return linkNames }
func (Opacity) Names() []string     { return viewNames }
func (Passability) Names() []string { return goingNames }
func (Terrain) Names() []string     { return terrainNames }

// MarshalText writes the name.
func (s Side) MarshalText() ([]byte, error)        { return []byte(s.String()), nil }
func (k OpeningKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }
func (m Material) MarshalText() ([]byte, error)    { return []byte(m.String()), nil }
func (k LinkKind) MarshalText() ([]byte, error)    { return []byte(k.String()), nil }
func (v Opacity) MarshalText() ([]byte, error)     { return []byte(v.String()), nil }
func (g Passability) MarshalText() ([]byte, error) { return []byte(g.String()), nil }
func (t Terrain) MarshalText() ([]byte, error)     { return []byte(t.String()), nil }

// UnmarshalText reads a name. The error lists the valid names.
func (s *Side) UnmarshalText(b []byte) error { return read(s, sideNames, "side", b) }
func (k *OpeningKind) UnmarshalText(b []byte) error {
	return read(k, openingNames, "kind of opening", b)
}
func (m *Material) UnmarshalText(b []byte) error    { return read(m, materialNames, "material", b) }
func (k *LinkKind) UnmarshalText(b []byte) error    { return read(k, linkNames, "kind of link", b) }
func (v *Opacity) UnmarshalText(b []byte) error     { return read(v, viewNames, "view", b) }
func (g *Passability) UnmarshalText(b []byte) error { return read(g, goingNames, "going", b) }
func (t *Terrain) UnmarshalText(b []byte) error     { return read(t, terrainNames, "terrain", b) }

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprint(i)
}

func read[T ~uint8](to *T, names []string, what string, text []byte) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("ground: %q is not a %s: use %s", text, what, strings.Join(names, ", "))
	}
	*to = T(i)
	return nil
}
