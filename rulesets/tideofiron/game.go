package tideofiron

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
	"loophole/scene"
)

type args = game.Args

// The domains of the parameters of actions.
var (
	unitDomain  = roster.Domain()
	hexDomain   = game.Things("hex", func(f *Battlefield) []hexInfo { return f.hexes }, func(hex *hexInfo) string { return hex.name })
	placeDomain = game.Domain[Battlefield]{Name: "place", Names: func(f *Battlefield) []string {
		var names []string
		for _, at := range f.places {
			names = append(names, f.placeName(at))
		}
		return names
	}}
	modeDomain = game.Choice[Battlefield]("mode", Normal.Names()...)
)

// placeName returns the name of a place: "C4" for the ground, "C4/1" for the first floor.
func (f *Battlefield) placeName(at place) string {
	if at.floor == 0 {
		return f.hexes[at.hex].name
	}
	return fmt.Sprintf("%s/%d", f.hexes[at.hex].name, at.floor)
}

type (
	actionType = game.ActionType[Battlefield, Position]
	event      = game.Event[Battlefield, Position]
	arg        = game.Param[Battlefield]
)

var (
	aUnit      = arg{Domain: &unitDomain}
	supporters = arg{Domain: &unitDomain, Word: "with", Optional: true, Set: true}
)

// Game is the game around the chapter, as far as a fight for building hexes needs it.
var Game = game.Spec[Setup, Battlefield, Position]{
	Rules:       Rules,
	Gist:        "rounds of alternating action turns: advances, fire, combined fire, area attacks and opportunity fire, for building hexes that can be destroyed",
	LeavesOut:   leavesOut,
	Wording:     wording,
	Counters:    map[string]func(rule.Ref) scene.Piece{"units": counter},
	Init:        start,
	Sides:       func(f *Battlefield) [2]rule.Side { return f.sides },
	Status:      status,
	Validate:    validatePosition,
	CountModels: roster.CountModels,
	Reveals:     discovered,
	View:        sideView,
	Sample:      completeView,
	Secret:      hasConcealed,
	Evaluate:    game.EvaluateBy(&roster, (*Battlefield).unitValue, (*Battlefield).objectiveValue),
	Text:        text,
	Scene:       draw,
	SightLines:  game.OfPiece(&roster, sightLines),
	Reaches:     game.OfPiece(&roster, rangeAreas),
	Events:      gameEvents,
	Metrics: []game.Metric[Battlefield, Position]{
		{Name: "buildings-lost", Gist: "building hexes that are destroyed", Of: func(f *Battlefield, p *Position) int { return f.overlays(p) }},
		victory.HeldByFirst("objective hexes that the first side controls"),
	},
	ActionTypes: []actionType{
		{
			Name: "move", Group: "Advance", Gist: "advance a unit one hex or floor at a time, as far as its movement points allow",
			Params:      []arg{aUnit, {Domain: &placeDomain, Word: "to"}},
			PseudoLegal: movePseudoLegal, Legal: moveLegal, Apply: moveApply,
			Events: []string{"own-casualty", "mover-stopped", "wins"},
		},
		{
			Name: "skirmish", Group: "Fire and Movement", Gist: "begin Fire and Movement: the unit moves and fires once at half its firepower",
			Params: []arg{aUnit}, PseudoLegal: ownPseudoLegal, Legal: skirmishLegal, Apply: skirmishApply,
		},
		{
			Name: "fire", Group: "Concentrated Fire", Gist: "fire at an enemy unit, alone or supported by others at half their firepower",
			Params:      []arg{aUnit, {Domain: &unitDomain, Word: "at"}, {Domain: &modeDomain}, supporters},
			PseudoLegal: firePseudoLegal, Legal: fireLegal, Apply: fireApply, FireLine: game.Along[Battlefield, Position](&unitDomain, 0, &unitDomain, 1),
			Events: []string{"casualty", "casualties-2", "target-pinned", "target-lost", "target-damaged", "wins"},
		},
		{
			Name: "bombard", Group: "Concentrated Fire", Gist: "fire at a building hex to destroy it",
			Params:      []arg{aUnit, {Domain: &hexDomain, Word: "at"}, supporters},
			PseudoLegal: bombardPseudoLegal, Legal: bombardLegal, Apply: bombardApply, FireLine: alongHex,
			Events: []string{"building-destroyed", "building-weakened", "casualty", "casualties-2", "wins"},
		},
		{
			Name: "shell", Group: "Concentrated Fire", Gist: "make an area attack on a hex with a mortar squad",
			Params:      []arg{aUnit, {Domain: &hexDomain, Word: "at"}, {Domain: &modeDomain}},
			PseudoLegal: shellPseudoLegal, Legal: shellLegal, Apply: shellApply, FireLine: alongHex,
			Events: []string{"building-destroyed", "building-weakened", "casualty", "casualties-2", "squad-suppressed", "wins"},
		},
		{
			Name: "call", Group: "Strategy card", Gist: "call artillery onto a hex that a squad sees: roll for contact, then for drift, then make an area attack",
			Params:      []arg{{Domain: &hexDomain}, {Domain: &modeDomain}},
			PseudoLegal: callPseudoLegal, Legal: callLegal, Apply: callApply,
			Events: []string{"contact", "hex-destroyed", "casualty", "casualties-2", "own-casualty", "wins"},
		},
		{
			Name: "watch", Group: "Opportunity Fire", Gist: "put a unit in opportunity fire, to fire at an enemy that moves",
			Params: []arg{aUnit}, PseudoLegal: ownPseudoLegal, Legal: watchLegal, Apply: watchApply,
		},
		{
			Name: "rest", Group: "Fatigue", Gist: "fatigue a unit without acting",
			Params: []arg{aUnit}, PseudoLegal: ownPseudoLegal, Legal: restLegal, Apply: restApply,
			Events: []string{"wins"},
		},
		{
			Name: "done", Group: "Advance", Gist: "end the action of the moving unit",
			Params: []arg{aUnit}, PseudoLegal: donePseudoLegal, Legal: doneLegal, Apply: doneApply,
			Events: []string{"wins"},
		},
	},
}.Game()

var gameEvents = []event{
	{Name: "building-destroyed", Gist: "the building hex is destroyed", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return before.Hexes[a[1]].Terrain == Standing && after.Hexes[a[1]].Terrain == Overlay
	}},
	{Name: "building-weakened", Gist: "the building hex is weakened and still stands", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return !before.Hexes[a[1]].Weakened && after.Hexes[a[1]].Weakened
	}},
	{Name: "contact", Gist: "contact is established: the artillery fires", Holds: func(_ *Battlefield, before, after *Position, _ args) bool {
		return after.Calls != before.Calls
	}},
	{Name: "hex-destroyed", Gist: "the shells destroy a building hex, wherever they fall", Holds: func(f *Battlefield, before, after *Position, _ args) bool {
		return f.overlays(after) > f.overlays(before)
	}},
	losses.Enemy("casualty", 1, "the enemy loses at least one model"),
	losses.Enemy("casualties-2", 2, "the enemy loses at least two figures"),
	losses.Own("own-casualty", 1, "the acting side loses at least one model"),
	{Name: "mover-stopped", Gist: "the moving unit is pinned, disrupted or lost", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return after.Units[a[0]].Place == 0 || after.Units[a[0]].Condition != Fresh
	}},
	{Name: "target-pinned", Gist: "the target survives in a worse condition", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Units[a[1]].Place != 0 && after.Units[a[1]].Condition > before.Units[a[1]].Condition
	}},
	{Name: "squad-suppressed", Gist: "an enemy squad in the hex survives in a worse condition", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		return game.Any(len(f.units), func(i int) bool {
			return f.units[i].side != before.Side && before.here(i) && int16(f.placeOf(before, i).hex) == a[1] &&
				after.here(i) && after.Units[i].Condition > before.Units[i].Condition
		})
	}},
	roster.Gone("target-lost", 1, "the target is lost"),
	{Name: "target-damaged", Gist: "the vehicle survives with more damage", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Units[a[1]].Place != 0 && after.Units[a[1]].Damage > before.Units[a[1]].Damage
	}},
	game.Wins(status),
}

var status = victory.During(func(p *Position) game.Status {
	return game.Status{Side: int(p.Side), Round: int(p.Round), Phase: "Action phase"}
})

// victory decides who wins: by objective hexes, models that survive, or points.
var victory = game.Victory[Battlefield, Position]{
	Cite: "host.victory",
	Texts: game.EndTexts{
		WipedOut: "a side has no units left",
		Achieved: []string{Destroy: "the objective hexes are brought down", Clear: "no enemy is left in the objective hexes", Survive: "too few survived"},
		TimeIsOver: []string{
			Hold: "the last round is over: who controls the objective hexes", Destroy: "the last round is over, and the objective stands",
			Clear: "the last round is over, and the objective is not clear", Survive: "the last round is over, and enough survived",
			Points: "the last round is over: more points",
		},
	},
	Goals: []game.Goal{Hold: game.Hold, Destroy: game.Destroy, Clear: game.Clear, Survive: game.Survive, Points: game.Score},
	Task: func(f *Battlefield) (kind int, side uint8, many int) {
		return int(f.task.Kind), f.task.Side, int(f.task.Many)
	},
	Outcome:    func(p *Position) *game.Outcome { return &p.Outcome },
	Left:       roster.Left,
	Models:     modelsLeft,
	Objectives: func(f *Battlefield) []uint8 { return f.objectives },
	Holder:     func(_ *Battlefield, p *Position, hex uint8) int { return int(p.Hexes[hex].Held) - 1 },
	Present:    func(f *Battlefield, p *Position, hex uint8) [2]int { return f.unitsIn(p, int(hex)) },
	Hidden:     roster.HiddenUnits,
	Destroyed:  func(_ *Battlefield, p *Position, hex uint8) bool { return p.Hexes[hex].Terrain == Overlay },
	Points:     func(p *Position) [2]int { return [2]int{int(p.Score[0]), int(p.Score[1])} },
}

// roster is the units of both sides.
var roster = game.Units[Battlefield, Position]{
	Noun:   "unit",
	Len:    func(f *Battlefield) int { return len(f.units) },
	Name:   func(f *Battlefield, i int) string { return f.units[i].name },
	Side:   func(f *Battlefield, i int) uint8 { return f.units[i].side },
	Here:   (*Position).here,
	Hidden: func(p *Position, i int) bool { return p.Units[i].Secrecy == PlaceUnknown },
	Models: func(_ *Battlefield, p *Position, i int) int { return p.Units[i].models() },
	Lost:   lost,
}

var losses = game.Losses[Battlefield, Position]{Lost: lost, Side: func(p *Position) uint8 { return p.Side }}

func lost(p *Position) [2]uint8 { return p.Lost }

// overlays counts the destroyed building hexes.
func (f *Battlefield) overlays(p *Position) int {
	return game.Count(len(f.hexes), func(hex int) bool { return p.Hexes[hex].Terrain == Overlay })
}
