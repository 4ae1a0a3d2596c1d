package lasergrenadiers

import "loophole/ground"

// This file is what scenarios are sketched with.

// inches is a length.
func inches(quarters int) ground.Length { return ground.Length(quarters) * ground.Inch / 4 }

// hall is a section of a structure: a rectangle of so many storeys.
func hall(name string, x, y, width, depth, storeys int, openings ...ground.Opening) ground.Section {
	s := ground.Section{
		Name: name, Plan: ground.Rect(ground.At(x, y), inches(4*width), inches(4*depth)), Rubble: inches(2),
		Roof: ground.Roof{Rise: inches(4)}, Openings: openings,
	}
	for range storeys {
		s.Storeys = append(s.Storeys, ground.Storey{Height: inches(10)})
	}
	return s
}

// pit is a trench, a foxhole or an emplacement: a low bank, open above.
func pit(x, y, width, depth int) ground.Section {
	s := hall("", x, y, width, depth, 1)
	s.Storeys[0].Height, s.Roof, s.Rubble = inches(2), ground.Roof{None: true}, inches(1)
	return s
}

// dug is a section below the ground.
func dug(s ground.Section) ground.Section {
	s.Cellars, s.Roof, s.Rubble = len(s.Storeys), ground.Roof{}, 0
	for i := range s.Openings {
		s.Openings[i].Storey -= s.Cellars
	}
	return s
}

// gapIn is an opening of an inch, or half an inch if it is a slit, so many
// quarter inches from the left end of its wall as seen from outside.
func gapIn(name string, kind ground.OpeningKind, wall string, storey, at int) ground.Opening {
	width := inches(4)
	if kind == ground.Slit || kind == ground.Embrasure {
		width = inches(3)
	}
	return ground.Opening{Name: name, Kind: kind, Wall: wall, Storey: storey, Place: inches(at), Width: width}
}

func door(name, wall string, at int) ground.Opening { return gapIn(name, ground.Door, wall, 0, at) }
func pane(name, wall string, storey, at int) ground.Opening {
	return gapIn(name, ground.Window, wall, storey, at)
}
func slit(name, wall string, at int) ground.Opening {
	return gapIn(name, ground.Embrasure, wall, 0, at)
}

// alone is a structure of one section.
func alone(name string, s ground.Section) ground.Structure {
	return ground.Structure{Name: name, Sections: []ground.Section{s}}
}

// open is a spot in the open, post a place in a section.
func open(name string, x, y int) SetupPlace { return SetupPlace{Name: name, At: ground.At(x, y)} }
func post(name, in string, storey, x, y int) SetupPlace {
	return SetupPlace{Name: name, In: in, Storey: storey, At: ground.At(x, y)}
}

// man is a piece by the names of its rows.
func man(name string, side int, unit, weapon, at string) SetupPiece {
	x := SetupPiece{Name: name, Side: side, Unit: troops.Ref(unit), At: at}
	if weapon != "" {
		x.Weapon = weapons.Ref(weapon)
	}
	return x
}

// fromAbove, thrown, fixed, rounds and holing say more of a piece.
func fromAbove(x SetupPiece) SetupPiece { x.Indirect = true; return x }
func thrown(x SetupPiece) SetupPiece    { x.Thrown = true; return x }
func fixed(x SetupPiece) SetupPiece     { x.Fixed = true; return x }

func rounds(n uint8, x SetupPiece) SetupPiece { x.Shots = n; return x }

func holing(quarters uint8, x SetupPiece) SetupPiece {
	x.Hole = quarters
	return x
}

// kindOf is a structure by the name of its row.
func kindOf(row string) Structure { return Structure{Type: structures.Ref(row)} }
