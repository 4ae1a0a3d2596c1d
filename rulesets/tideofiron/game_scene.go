package tideofiron

import (
	"fmt"

	"loophole/rule"
	"loophole/scene"
)

// centre is the centre of a hex on the map. Hexes have flat tops and are one unit from side to side;
// rows count downwards.
func (x *hexInfo) centre() scene.Point {
	return scene.Point{X: 866 * int(x.at.Q), Y: -500 * int(2*x.at.R+x.at.Q)}
}

// draw draws a position: streets as areas, buildings and ruins as structures with their floors.
func draw(f *Battlefield, p *Position) scene.Scene {
	s := scene.Scene{Unit: "hex", Surface: scene.Paving, Headline: fmt.Sprintf("Round %d of %d, %s to act, %s", p.Round, f.rounds, f.sides[p.Side].Called(), f.actionsLeft(p))}
	s.Counts = []scene.Count{{Side: int(p.Side), Left: int(p.Left), Of: f.actions, What: "actions left"}}
	inside := map[place][]scene.Piece{}
	for i := range f.troops {
		if !p.here(i) {
			continue
		}
		at, piece := f.where(p, i), f.piece(p, i)
		if p.Hexes[at.hex].Terrain == Open {
			piece.At = f.hexes[at.hex].centre()
			s.Pieces = append(s.Pieces, piece)
			continue
		}
		inside[at] = append(inside[at], piece)
	}
	for h := range f.hexes {
		if p.Hexes[h].Terrain == Open {
			s.Areas = append(s.Areas, scene.Area{Name: f.hexes[h].name, Kind: "open", Outline: scene.HexOutline(f.hexes[h].centre()), Label: true})
			continue
		}
		s.Structures = append(s.Structures, f.drawHex(p, h, inside))
	}
	return s
}

// drawHex draws a building hex or its ruins, with the pieces inside.
func (f *Battlefield) drawHex(p *Position, h int, inside map[place][]scene.Piece) scene.Structure {
	x := &p.Hexes[h]
	s := scene.Structure{Name: f.hexes[h].name, Outline: scene.HexOutline(f.hexes[h].centre()), Standing: x.Terrain == Standing}
	switch {
	case x.Terrain == Collapsed:
		s.Condition, s.Damage = "collapsed", scene.Ruined
	case x.Terrain == Overlay:
		s.Condition, s.Damage = "overlay", scene.Ruined
	case x.Weakened:
		s.Condition, s.Damage = "weakened", scene.Weakened
	}
	for i := range f.top(p, h) + 1 {
		name, at := "ground", place{uint8(h), i}
		if i > 0 {
			name = fmt.Sprint(i)
		}
		s.Floors = append(s.Floors, scene.Floor{Name: name, Places: []string{f.placeName(at)}, Pieces: inside[at]})
	}
	if x.Terrain == Overlay {
		s.Markers = append(s.Markers, f.token(x.Level))
	}
	if f.hexes[h].objective {
		s.Objective = scene.Held(int(x.Held) - 1)
	}
	s.Markers = append(s.Markers, f.hexMarkers(x, h, rule.Side.Called)...)
	return s
}

// token is the movement token of an overlay, as players see it.
func (f *Battlefield) token(level uint8) string {
	return fmt.Sprintf("+%d movement", overlayToken(rule.NewChecker(f.house), level))
}

// piece draws a unit.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	x, t := &p.Units[i], &f.troops[i]
	s := scene.Piece{
		Name: t.name, Side: int(t.side), Strength: x.models(), Where: f.placeName(f.where(p, i)),
		Spent: x.Activity == Fatigued, Markers: x.markers(),
	}
	switch {
	case t.vehicle > 0:
		s.Kind, s.Strength, s.Symbol = scene.Vehicle, 0, counter(rule.Ref(t.vehicle)).Symbol
	case x.Models[mortars] > 0:
		s.Kind, s.Symbol = scene.Team, scene.Mortar
	case x.Models[guns] > 0:
		s.Kind = scene.Team
	case t.antiTank:
		s.Symbol = scene.TankHunters
	}
	return s
}

// counter is the piece for a row of the table of units: a vehicle, a gun, or a squad of one kind of
// figure.
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
