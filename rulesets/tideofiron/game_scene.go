package tideofiron

import (
	"fmt"

	"loophole/rule"
	"loophole/scene"
)

// centre is the middle of a hex on the plan: flat tops, a hex from side to side
// to a unit, rows downwards.
func (c cell) centre() scene.Point {
	return scene.Point{X: 866 * c.q, Y: -500 * (2*c.r + c.q)}
}

// draw shows a position: streets as areas, buildings and ruins as structures
// with their floors.
func draw(f *Battlefield, p *Position) scene.Scene {
	s := scene.Scene{Unit: "hex", Surface: scene.Paving, Headline: fmt.Sprintf("Round %d of %d, %s to act, %s", p.Round, f.rounds, rule.Side(f.sides[p.Side]).Called(), f.going(p))}
	s.Counts = []scene.Count{{Side: int(p.Side), Left: int(p.Left), Of: f.actions, What: "actions left"}}
	floors := map[place]*scene.Floor{}
	outside := map[uint8]scene.Point{}
	for h := range f.hexes {
		at := f.hexes[h].cell.centre()
		if p.Hexes[h].Terrain == Open {
			outside[uint8(h)] = at
			s.Areas = append(s.Areas, scene.Area{Name: f.hexes[h].name, Kind: "open", Outline: scene.HexOutline(at), Label: true})
			continue
		}
		s.Structures = append(s.Structures, f.drawHex(p, h, at))
	}
	// Floors are found when all structures stand, since the list has moved.
	k := 0
	for h := range f.hexes {
		if p.Hexes[h].Terrain == Open {
			continue
		}
		for i := range s.Structures[k].Floors {
			floors[place{uint8(h), uint8(i)}] = &s.Structures[k].Floors[i]
		}
		k++
	}
	for i := range f.troops {
		if !p.here(i) {
			continue
		}
		at, piece := f.where(p, i), f.piece(p, i)
		if on := floors[at]; on != nil {
			on.Pieces = append(on.Pieces, piece)
			continue
		}
		piece.At = outside[at.hex]
		s.Pieces = append(s.Pieces, piece)
	}
	return s
}

// drawHex is a building hex, or what is left of one.
func (f *Battlefield) drawHex(p *Position, h int, at scene.Point) scene.Structure {
	x := &p.Hexes[h]
	s := scene.Structure{Name: f.hexes[h].name, Outline: scene.HexOutline(at), Standing: x.Terrain == Standing}
	switch {
	case x.Terrain == Collapsed:
		s.Condition, s.Damage = "collapsed", scene.Ruined
	case x.Terrain == Overlay:
		s.Condition, s.Damage = "overlay", scene.Ruined
	case x.Weakened:
		s.Condition, s.Damage = "weakened", scene.Weakened
	}
	levels := 0
	if s.Standing {
		levels = int(x.Level)
	}
	for i := range levels + 1 {
		name := "ground"
		if i > 0 {
			name = fmt.Sprint(i)
		}
		s.Floors = append(s.Floors, scene.Floor{Name: name, Places: []string{f.placeName(place{uint8(h), uint8(i)})}})
	}
	if x.Terrain == Overlay {
		s.Markers = append(s.Markers, f.token(x.Level))
	}
	if n := f.hexes[h].tokens; n > 0 {
		s.Markers = append(s.Markers, rule.Counted("%d {token}", int(n)))
	}
	if f.hexes[h].objective {
		held := ""
		if x.Held > 0 {
			held = " of " + rule.Side(f.sides[x.Held-1]).Called()
		}
		s.Objective = scene.Held(int(x.Held) - 1)
		s.Markers = append(s.Markers, "objective"+held)
	}
	return s
}

// token is the movement token of an overlay, as it lies on the table.
func (f *Battlefield) token(level uint8) string {
	return fmt.Sprintf("+%d movement", overlayToken(rule.NewChecker(f.house), level))
}

// piece is a unit as it is shown.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	x, t := &p.Units[i], &f.troops[i]
	s := scene.Piece{Name: t.name, Side: int(t.side), Strength: x.models(), Where: f.placeName(f.where(p, i))}
	switch {
	case t.vehicle > 0:
		s.Kind, s.Strength = scene.Vehicle, 0
	case x.Models[guns]+x.Models[mortars] > 0:
		s.Kind = scene.Team
	}
	if x.Condition != Steady {
		s.Markers = append(s.Markers, x.Condition.Names()[x.Condition])
	}
	switch {
	case t.vehicle > 0:
		s.Symbol = counter(rule.Ref(t.vehicle)).Symbol
	case x.Models[mortars] > 0:
		s.Symbol = scene.Mortar
	case t.antiTank:
		s.Symbol = scene.TankHunters
	}
	s.Spent = x.Activity == Fatigued
	if x.Activity != Ready {
		s.Markers = append(s.Markers, x.Activity.Names()[x.Activity])
	}
	if x.Damage != Unharmed {
		s.Markers = append(s.Markers, x.Damage.Names()[x.Damage]+" damage")
	}
	if x.Secrecy == Concealed {
		s.Markers = append(s.Markers, "concealed")
	}
	return s
}

// counter is the piece that stands for a unit of the table: a vehicle, a gun, or a squad
// all of whose figures are such.
func counter(unit rule.Ref) scene.Piece {
	s := scene.Piece{Kind: scene.Vehicle, Symbol: scene.SignOf(units.RowName(unit))}
	switch unit {
	case 0, rowRegular:
		s.Kind = scene.Infantry
	case rowElite:
		s.Kind, s.Symbol = scene.Infantry, scene.Elite
	case rowOfficer:
		s.Kind = scene.Character
	case rowMG, rowMGGerman, rowMortar, rowMortarSupp:
		s.Kind = scene.Team
	}
	return s
}
