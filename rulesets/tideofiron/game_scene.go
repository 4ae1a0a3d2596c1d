package tideofiron

import (
	"fmt"

	"loophole/rule"
	"loophole/scene"
)

// centre returns the centre of a hex on the map. Hexes have flat tops and are one unit from side to
// side; rows count downwards.
func (hex *hexInfo) centre() scene.Point {
	return scene.Point{X: 866 * int(hex.cell.Q), Y: -500 * int(2*hex.cell.R+hex.cell.Q)}
}

// draw draws a position: streets as areas, buildings and ruins as structures with their floors.
func draw(f *Battlefield, p *Position) scene.Scene {
	s := scene.Scene{Unit: "hex", Surface: scene.Paving, Headline: fmt.Sprintf("Round %d of %d, %s to act, %s", p.Round, f.rounds, f.sides[p.Side].Called(), f.actionsLeft(p))}
	s.Counts = []scene.Count{{Side: int(p.Side), Left: int(p.Left), Of: f.actions, What: "actions left"}}
	inside := map[place][]scene.Piece{}
	for i := range roster.OnTable(f, p) {
		at, piece := f.placeOf(p, i), f.unitPiece(p, i)
		if p.Hexes[at.hex].Terrain == Open {
			piece.At = f.hexes[at.hex].centre()
			s.Pieces = append(s.Pieces, piece)
			continue
		}
		inside[at] = append(inside[at], piece)
	}
	for hex := range f.hexes {
		if p.Hexes[hex].Terrain == Open {
			s.Areas = append(s.Areas, scene.Area{Name: f.hexes[hex].name, Kind: "open", Outline: scene.HexOutline(f.hexes[hex].centre()), Label: true})
			continue
		}
		s.Structures = append(s.Structures, f.drawHex(p, hex, inside))
	}
	return s
}

// drawHex draws a building hex or its ruins, with the pieces inside.
func (f *Battlefield) drawHex(p *Position, hex int, inside map[place][]scene.Piece) scene.Structure {
	state := &p.Hexes[hex]
	s := scene.Structure{Name: f.hexes[hex].name, Outline: scene.HexOutline(f.hexes[hex].centre()), Standing: state.Terrain == Standing}
	switch {
	case state.Terrain == Collapsed:
		s.Condition, s.Damage = "collapsed", scene.Ruined
	case state.Terrain == Overlay:
		s.Condition, s.Damage = "overlay", scene.Ruined
	case state.Weakened:
		s.Condition, s.Damage = "weakened", scene.Weakened
	}
	for floor := range f.top(p, hex) + 1 {
		name, at := "ground", place{uint8(hex), floor}
		if floor > 0 {
			name = fmt.Sprint(floor)
		}
		s.Floors = append(s.Floors, scene.Floor{Name: name, Places: []string{f.placeName(at)}, Pieces: inside[at]})
	}
	if state.Terrain == Overlay {
		s.Markers = append(s.Markers, f.token(state.Level))
	}
	if f.hexes[hex].objective {
		s.Objective = scene.Held(int(state.Held) - 1)
	}
	s.Markers = append(s.Markers, f.hexMarkers(state, hex, rule.Side.Called)...)
	return s
}

// token returns the movement token of an overlay, as players see it.
func (f *Battlefield) token(level uint8) string {
	return fmt.Sprintf("+%d movement", overlayToken(rule.NewChecker(f.house), level))
}

// unitPiece draws a unit.
func (f *Battlefield) unitPiece(p *Position, i int) scene.Piece {
	unit, info := &p.Units[i], &f.units[i]
	piece := scene.Piece{
		Name: info.name, Side: int(info.side), Strength: unit.models(), Where: f.placeName(f.placeOf(p, i)),
		Spent: unit.Activity == Fatigued, Markers: unit.markers(),
	}
	switch {
	case info.vehicle > 0:
		piece.Kind, piece.Strength, piece.Symbol = scene.Vehicle, 0, counter(rule.Ref(info.vehicle)).Symbol
	case unit.Models[mortars] > 0:
		piece.Kind, piece.Symbol = scene.Team, scene.Mortar
	case unit.Models[machineGuns] > 0:
		piece.Kind = scene.Team
	case info.antiTank:
		piece.Symbol = scene.TankHunters
	}
	return piece
}

// counter returns the piece for a row of the table of units: a vehicle, a gun, or a squad of one kind of
// figure.
func counter(unit rule.Ref) scene.Piece {
	piece := scene.Piece{Kind: scene.Vehicle, Symbol: scene.SymbolOf(unitTable.RowName(unit))}
	switch unit {
	case 0, rowRegular:
		piece.Kind = scene.Infantry
	case rowElite:
		piece.Kind, piece.Symbol = scene.Infantry, scene.Elite
	case rowOfficer:
		piece.Kind = scene.Character
	case rowMG, rowMGGerman, rowMortar, rowMortarSuppressive:
		piece.Kind = scene.Team
	}
	return piece
}
