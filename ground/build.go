package ground

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The limits of a plan, besides [MaxSections], [MaxFeatures] and [MaxScenery].
const (
	MaxOpenings = 1024
	MaxStoreys  = 32
	MaxLinks    = 1024
)

// A builder turns a plan into a map and collects all faults.
type builder struct {
	m      *Map
	byName map[string]SectionID
	where  []string // the names of the parts that enclose the current one
	path   []string // of the current part, as keys and places in lists
	paths  []string // of the sections
	faults Faults
	broken bool // because of a fault there is no map on which the rest can be checked
}

func (b *builder) fault(format string, a ...any) {
	b.broken = true
	b.faultOf("", format, a...)
}

// faultOf notes a fault of one value of the current part. The rest of the plan can still be
// checked.
func (b *builder) faultOf(key, format string, a ...any) {
	path := b.path
	if key != "" {
		path = append(path[:len(path):len(path)], key)
	}
	b.faults = append(b.faults, Fault{strings.Join(b.where, ", "), fmt.Sprintf(format, a...), strings.Join(path, ".")})
}

// in checks a part of the current one. It takes the kind and name of the part, and its index in a
// list, from 0. A part without a name has its number in messages.
func (b *builder) in(what, name, list string, i int, look func()) {
	if name == "" {
		name = strconv.Itoa(i + 1)
	} else {
		name = strconv.Quote(name)
	}
	b.where = append(b.where, what+" "+name)
	b.at(list, i, look)
	b.where = b.where[:len(b.where)-1]
}

// at checks an element of a list that has no name in messages.
func (b *builder) at(list string, i int, look func()) {
	b.path = append(b.path, list, strconv.Itoa(i+1))
	look()
	b.path = b.path[:len(b.path)-2]
}

// between notes a fault unless lo <= v <= hi.
func (b *builder) between(what string, v, lo, hi Length) {
	b.broken = b.broken || v < lo || v > hi
	b.betweenOf("", what, v, lo, hi)
}

// betweenOf is between for one value of the current part.
func (b *builder) betweenOf(key, what string, v, lo, hi Length) {
	if v < lo || v > hi {
		b.faultOf(key, "%s is %v inches: it has to be %v to %v", what, v, lo, hi)
	}
}

// checkSizes rejects a plan that is too large before anything is built from it.
func (b *builder) checkSizes(l *Plan) {
	sections, openings, links := 0, 0, len(l.Links)
	for i := range l.Structures {
		s := &l.Structures[i]
		sections += len(s.Sections)
		links += len(s.Links)
		for j := range s.Sections {
			openings += len(s.Sections[j].Openings)
		}
	}
	b.most("structures", len(l.Structures), MaxSections)
	b.most("sections", sections, MaxSections)
	b.most("openings", openings, MaxOpenings)
	b.most("features", len(l.Features), MaxFeatures)
	b.most("links", links, MaxLinks)
	b.most("pieces of scenery", len(l.Scenery), MaxScenery)
}

func (b *builder) names(l *Plan) {
	seen := map[string]bool{}
	for i := range l.Structures {
		b.at("structures", i, func() { b.unique(seen, "structure", l.Structures[i].Name) })
	}
	for i := range l.Features {
		b.at("features", i, func() { b.unique(seen, "feature", l.Features[i].Name) })
	}
}

func (b *builder) most(what string, n, most int) {
	if n > most {
		b.fault("%d %s are too many: a map holds %d", n, what, most)
	}
}

func (b *builder) unique(seen map[string]bool, what, name string) {
	switch {
	case name == "":
		b.faultOf("name", "a %s has no name: give it one", what)
	case strings.ContainsAny(name, "/\n"):
		b.faultOf("name", "%s %q: a name holds no slash and no line break", what, name)
	case seen[name]:
		b.faultOf("name", "two things are called %q: give the second %s another name", name, what)
	}
	seen[name] = true
}

func (b *builder) structure(i int, s *Structure) {
	b.in("structure", s.Name, "structures", i, func() {
		if len(s.Sections) == 0 {
			b.fault("it has no section: give it one with a plan")
		}
		first := SectionID(len(b.m.sections))
		seen := map[string]bool{}
		for i := range s.Sections {
			x := &s.Sections[i]
			if len(s.Sections) > 1 || x.Name != "" {
				b.at("sections", i, func() { b.unique(seen, "section", x.Name) })
				b.in("section", x.Name, "sections", i, func() { b.section(s, x) })
			} else {
				b.at("sections", i, func() { b.section(s, x) })
			}
		}
		b.m.structures = append(b.m.structures, structure{s.Name, first, SectionID(len(b.m.sections))})
	})
}

func (b *builder) section(s *Structure, x *Section) {
	sec := section{Section: *x, name: s.Name, structure: StructureID(len(b.m.structures))}
	if len(s.Sections) > 1 {
		sec.name += "/" + x.Name
	}
	if err := x.Plan.Check(); err != nil {
		b.broken = true
		b.faultOf("plan", "%v", err)
		return
	}
	b.setHeights(&sec)
	sec.shape = shapeOf(x.Plan)
	id := SectionID(len(b.m.sections))
	sec.walls = WallID(len(b.m.walls))
	b.addWalls(id, &sec)
	sec.wallsEnd = WallID(len(b.m.walls))
	sec.open = OpeningID(len(b.m.openings))
	b.addOpenings(&sec)
	sec.openEnd = OpeningID(len(b.m.openings))
	b.addInner(&sec)
	b.m.solids = append(b.m.solids, solid{sec.shape, sec.top(), int64(x.Base + x.Rubble), int(id), Opaque, Impassable})
	b.m.sections, b.paths = append(b.m.sections, sec), append(b.paths, strings.Join(b.path, "."))
	b.byName[s.Name+"/"+x.Name] = id
	if len(s.Sections) == 1 {
		b.byName[s.Name+"/"] = id
	}
}

// top returns the height of the section's highest point, roof and parapet included.
func (sec *section) top() int64 {
	top := sec.floors[len(sec.floors)-1]
	if !sec.Roof.None {
		top += sec.Roof.Rise
	}
	return int64(top)
}

// setHeights checks the storeys and computes the heights of the floors.
func (b *builder) setHeights(sec *section) {
	x := &sec.Section
	b.countStoreys(x)
	z := int64(x.Base)
	for i := range x.Cellars {
		z -= int64(x.Storeys[i].Height)
	}
	for i, s := range x.Storeys {
		b.between(fmt.Sprintf("the height of storey %d", i-x.Cellars), s.Height, 1, HeightLimit)
		sec.floors = append(sec.floors, Length(z))
		z += int64(s.Height)
		if s.Capacity < 0 {
			b.fault("storey %d holds %d: give 0 or more", i-x.Cellars, s.Capacity)
		}
	}
	sec.floors = append(sec.floors, Length(z))
	b.between("the ground under it", x.Base, -HeightLimit/2, HeightLimit/2)
	b.between("the rise of its roof", x.Roof.Rise, 0, HeightLimit)
	b.between("the height of its rubble", x.Rubble, 0, HeightLimit/2)
	if z+int64(x.Roof.Rise) > int64(HeightLimit) {
		b.fault("the section rises to %v inches: the limit is %v", Length(z)+x.Roof.Rise, HeightLimit)
	}
	if sec.floors[0] < -HeightLimit {
		b.fault("the cellars go down to %v inches: the limit is %v", sec.floors[0], -HeightLimit)
	}
}

// countStoreys checks the number of storeys. It corrects a wrong number so that the rest can be
// checked.
func (b *builder) countStoreys(x *Section) {
	x.Storeys = slices.Clone(x.Storeys)
	if len(x.Storeys) == 0 || len(x.Storeys) > MaxStoreys {
		b.fault("it has %d storeys: give it 1 to %d", len(x.Storeys), MaxStoreys)
		x.Storeys = []Storey{{Height: Inch}}
	}
	if x.Cellars < 0 || x.Cellars > len(x.Storeys) {
		b.fault("%d of %d storeys cannot be cellars: give 0 to %d", x.Cellars, len(x.Storeys), len(x.Storeys))
		x.Cellars = 0
	}
	if x.Roof.None && x.Roof.Flat {
		b.fault("a roof cannot be both none and flat: set one of them")
	}
}

// addWalls makes one wall for each side of the outline, in the order of the plan.
func (b *builder) addWalls(id SectionID, sec *section) {
	x := &sec.Section
	n := len(x.Plan)
	if len(x.Walls) != 0 && len(x.Walls) != n {
		b.fault("it has %d walls for the %d sides of its plan: name all or none", len(x.Walls), n)
		x.Walls = nil
	}
	turned := x.Plan.double() < 0
	var facing [4]int
	for i := range n {
		line := x.Plan.Edge(i)
		if turned {
			line = Segment{line.B, line.A}
		}
		d := from(line.A, line.B)
		w := wall{section: id, side: sideOf(vec{d.y, -d.x}), line: line, length: DistanceDown(line.A, line.B)}
		if len(x.Walls) > 0 {
			w.Wall = x.Walls[i]
		}
		if w.Material == Unstated {
			w.Material = x.Material
		}
		w.marks = marksOf(&sec.shape, line)
		facing[w.side]++
		b.m.walls = append(b.m.walls, w)
	}
	b.nameWalls(b.m.walls[sec.walls:], facing)
}

func (b *builder) nameWalls(walls []wall, facing [4]int) {
	seen := map[string]bool{}
	var count [4]int
	for i := range walls {
		w := &walls[i]
		count[w.side]++
		if w.Name == "" {
			w.Name = w.side.String()
			if facing[w.side] > 1 {
				w.Name += "-" + strconv.Itoa(count[w.side])
			}
		}
		b.unique(seen, "wall", w.Name)
	}
}

func (b *builder) addOpenings(sec *section) {
	walls := b.m.walls[sec.walls:]
	found := make([]opening, 0, len(sec.Openings))
	seen := map[string]bool{}
	for n, o := range sec.Openings {
		b.at("openings", n, func() { b.unique(seen, "opening", o.Name) })
		i := slices.IndexFunc(walls, func(w wall) bool { return w.Name == o.Wall })
		b.in("opening", o.Name, "openings", n, func() {
			if i < 0 {
				b.faultOf("wall", "unknown wall %q: use %s", o.Wall, namesOf(walls))
				return
			}
			if made, ok := b.opening(sec, &walls[i], o); ok {
				made.wall = sec.walls + WallID(i)
				b.checkApart(found, &made)
				found = append(found, made)
			}
		})
	}
	slices.SortStableFunc(found, func(x, y opening) int {
		return cmp.Or(cmp.Compare(x.wall, y.wall), cmp.Compare(x.Storey, y.Storey), cmp.Compare(x.Place, y.Place))
	})
	b.placeOpenings(walls, found, sec.walls)
}

// checkApart notes a fault if another opening has its middle at the same place.
func (b *builder) checkApart(found []opening, o *opening) {
	for i := range found {
		if x := &found[i]; x.wall == o.wall && x.Storey == o.Storey && x.Place == o.Place && x.Height == o.Height {
			b.faultOf("place", "it lies where the opening %q is: move one of them", x.Name)
			return
		}
	}
}

// placeOpenings numbers openings, which are sorted by wall.
func (b *builder) placeOpenings(walls []wall, found []opening, first WallID) {
	at := OpeningID(len(b.m.openings))
	for i := range walls {
		walls[i].open = at
		for _, o := range found {
			if o.wall == first+WallID(i) {
				at++
			}
		}
		walls[i].openEnd = at
	}
	b.m.openings = append(b.m.openings, found...)
}

func namesOf(walls []wall) string {
	names := make([]string, len(walls))
	for i := range walls {
		w := &walls[i]
		if names[i] = w.Name; strings.HasPrefix(w.Name, w.side.String()+"-") {
			names[i] += fmt.Sprintf(" from %v to %v", w.line.A, w.line.B) // The number alone does not say which it is.
		}
	}
	return strings.Join(names, ", ")
}

func (b *builder) opening(sec *section, w *wall, o Opening) (made opening, ok bool) {
	n := len(b.faults)
	if int(o.Kind) >= len(openingNames) {
		b.faultOf("kind", "the kind of the opening is unknown")
	}
	if o.Capacity < 0 {
		b.faultOf("capacity", "%d cannot use it: give 0 or more", o.Capacity)
	}
	i := o.Storey + sec.Cellars
	if i < 0 || i >= len(sec.Storeys) {
		b.faultOf("storey", "there is no storey %d: use %d to %d", o.Storey, -sec.Cellars, len(sec.Storeys)-sec.Cellars-1)
		return made, false
	}
	high := sec.Storeys[i].Height
	if o.Height == 0 {
		o.Height = high / 2
	}
	if high >= 1 && high <= HeightLimit { // Otherwise the fault is that of the storey.
		b.betweenOf("height", "its height above the floor", o.Height, 0, high)
	}
	b.betweenOf("width", "its width", o.Width, 1, w.length)
	left := o.Place - o.Width/2
	if left < 0 || int64(left)+int64(o.Width) > int64(w.length) {
		b.faultOf("place", "an opening %v wide at %v does not fit into a wall of %v inches", o.Width, o.Place, w.length)
	}
	if len(b.faults) > n {
		return made, false
	}
	z := sec.floors[i] + o.Height
	line := Segment{w.at(left), w.at(left + o.Width)}
	made = opening{Opening: o, name: sec.name + "/" + o.Name, line: line, middle: Spot{outside(&sec.shape, w.at(o.Place)), z}}
	made.sightPoints = sightPointsOf(&sec.shape, w, &made)
	return made, true
}

func (b *builder) addInner(sec *section) {
	sec.Inner = slices.Clone(sec.Inner)
	for i, p := range sec.Inner {
		b.in("partition", strconv.Itoa(i+1), "inner", i, func() { b.partition(sec, p) })
	}
}

func (b *builder) partition(sec *section, p Partition) {
	i := p.Storey + sec.Cellars
	if i < 0 || i >= len(sec.Storeys) {
		b.fault("there is no storey %d: use %d to %d", p.Storey, -sec.Cellars, len(sec.Storeys)-sec.Cellars-1)
	}
	if !p.A.within() || !p.B.within() || !sec.shape.corners.Holds(p.A) || !sec.shape.corners.Holds(p.B) {
		b.fault("%v to %v leaves the plan of its section", p.A, p.B)
	}
	if p.A == p.B {
		b.fault("both ends are at %v: move one of them", p.A)
	}
}
