package konflikt47

import (
	"loophole/game"
	"loophole/rule"
	"loophole/scene"
)

type (
	args       = game.Args
	actionType = game.ActionType[Battlefield, Position]
	event      = game.Event[Battlefield, Position]
	arg        = game.Param[Battlefield]
)

// The domains of the parameters of actions.
var (
	unitDomain    = roster.Domain()
	placeDomain   = game.Things("place", func(f *Battlefield) []place { return f.places }, func(x *place) string { return x.name })
	openingDomain = game.Things("opening", func(f *Battlefield) []opening { return f.openings }, func(x *opening) string { return x.name })
	sectionDomain = game.Things("section", func(f *Battlefield) []section { return f.sections }, func(x *section) string { return x.name })
	classDomain   = game.Choice[Battlefield]("means", Bullets.Names()...)
)

var (
	aUnit     = arg{Domain: &unitDomain}
	atUnit    = arg{Domain: &unitDomain, Word: "at"}
	toPlace   = arg{Domain: &placeDomain, Word: "to"}
	byOpening = arg{Domain: &openingDomain, Word: "by", Optional: true}
	withClass = arg{Domain: &classDomain, Word: "with"}
)

// Game is the host game, as far as a fight for buildings needs it.
var Game = game.Spec[Setup, Battlefield, Position]{
	Rules:       Rules,
	Gist:        "order dice from a cup decide who acts; units fire, move, storm floors and ram buildings",
	LeavesOut:   leavesOut,
	Draws:       []rule.Clause{"host.cup"},
	Wording:     wording,
	Counters:    map[string]func(rule.Ref) scene.Piece{"units": counter},
	Init:        start,
	Sides:       func(f *Battlefield) [2]rule.Side { return f.sides },
	Status:      status,
	Validate:    validatePosition,
	CountModels: roster.CountModels,
	Evaluate:    game.EvaluateBy(&roster, (*Battlefield).unitValue, (*Battlefield).objectiveValue),
	Text:        text,
	Scene:       draw,
	SightLines:  game.OfPiece(&roster, (*Battlefield).drawLines),
	Reaches:     reaches,
	Events:      gameEvents,
	Metrics: []game.Metric[Battlefield, Position]{
		{Name: "sections-lost", Gist: "sections that have fallen or burn", Of: (*Battlefield).sectionsLost},
		victory.HeldByFirst("objective sections that the first side holds"),
	},
	ActionTypes: []actionType{
		{
			Name: "draw", Group: "Order dice", Gist: "draw an order die from the cup; its side gives the next order",
			PseudoLegal: drawPseudoLegal, Legal: drawLegal, Apply: drawApply, Events: []string{"draws-own-die", "draws-enemy-die"},
		},
		{
			Name: "place", Group: "Set-up", Gist: "set up a unit in its zone, and its gun or fixed weapon at an opening",
			Params: []arg{aUnit, toPlace, byOpening}, PseudoLegal: placePseudoLegal, Legal: placeLegal, Apply: placeApply,
		},
		orderAction(actionType{
			Name: "fire", Group: "Fire", Gist: "fire without moving; from inside, bullets may go at two targets on different sides",
			Params:   []arg{aUnit, atUnit, withClass, {Domain: &unitDomain, Word: "and", Optional: true}},
			FireLine: alongFire,
			Events:   []string{"casualty", "casualties-3", "target-pinned", "target-lost", "section-lost", "bunker-unharmed", "own-casualty", "own-loss", "disobeys", "wins"},
		}, firePseudoLegal, fireLegal, fireApply),
		orderAction(actionType{
			Name: "advance", Group: "Advance", Gist: "move at the normal rate, or one floor or section inside; may fire",
			Params: []arg{aUnit, toPlace, byOpening, {Domain: &unitDomain, Word: "at", Optional: true}, {Domain: &classDomain, Word: "with", Optional: true}},
			Events: []string{"arrives", "casualty", "own-casualty", "own-loss", "section-lost", "disobeys", "wins"},
		}, advancePseudoLegal, advanceLegal, advanceApply),
		orderAction(actionType{
			Name: "run", Group: "Run", Gist: "move at twice the rate, into or out of a building, or two floors or sections inside",
			Params: []arg{aUnit, toPlace, byOpening},
			Events: []string{"arrives", "own-casualty", "own-loss", "disobeys", "wins"},
		}, runPseudoLegal, runLegal, runApply),
		orderAction(actionType{
			Name: "assault", Group: "Run", Gist: "assault a unit on a floor, or leap out of a building to assault a unit outside",
			Params: []arg{aUnit, atUnit, byOpening},
			Events: []string{"takes-place", "target-lost", "own-loss", "casualty", "own-casualty", "disobeys", "wins"},
		}, assaultPseudoLegal, assaultLegal, assaultApply),
		orderAction(actionType{
			Name: "ram", Group: "Run", Gist: "ram a section of a building with a heavy vehicle",
			Params: []arg{aUnit, {Domain: &sectionDomain, Word: "into"}},
			Events: []string{"section-lost", "casualty", "casualties-3", "own-casualty", "own-loss", "vehicle-lost", "disobeys", "wins"},
		}, ramPseudoLegal, ramLegal, ramApply),
		orderToStay(Ambush, actionType{Name: "ambush", Group: "Ambush", Gist: "wait to fire at an enemy that moves", Events: []string{"disobeys"}}),
		orderToStay(Rally, actionType{Name: "rally", Group: "Rally", Gist: "stay and remove pins", Events: []string{"free-of-pins", "disobeys"}}),
		orderToStay(Down, actionType{Name: "down", Group: "Down", Gist: "go Down: harder to hit until the turn ends"}),
	},
}.Game()

// orderAction completes an action type that gives a unit its order of the turn. pseudoLegal, check
// and play see only units that may be given one.
func orderAction(
	action actionType, pseudoLegal func(f *Battlefield, p *Position, i int, out []args) []args,
	check, play func(u *rule.Umpire, f *Battlefield, p *Position, a args),
) actionType {
	action.PseudoLegal = func(f *Battlefield, p *Position, out []args) []args {
		for i := range f.units {
			if f.ready(p, i) {
				out = pseudoLegal(f, p, i, out)
			}
		}
		return out
	}
	action.Legal = func(u *rule.Umpire, f *Battlefield, p *Position, a args) {
		if f.mayOrder(u, p, int(a[0])) {
			check(u, f, p, a)
		}
	}
	action.Apply = func(u *rule.Umpire, f *Battlefield, p *Position, a args) {
		if play(u, f, p, a); !u.AtCheckpoint() {
			f.endOrder(u, p)
		}
	}
	return action
}

var gameEvents = []event{
	{Name: "draws-own-die", Gist: "the die belongs to the side that drew last", Holds: func(_ *Battlefield, before, after *Position, _ args) bool {
		return after.Stage == Ordering && after.Side == before.Side
	}},
	{Name: "draws-enemy-die", Gist: "the die belongs to the other side", Holds: func(_ *Battlefield, before, after *Position, _ args) bool {
		return after.Stage == Ordering && after.Side != before.Side
	}},
	losses.Enemy("casualty", 1, "the enemy loses at least one model or vehicle"),
	losses.Enemy("casualties-3", 3, "the enemy loses at least three models or vehicles"),
	losses.Own("own-casualty", 1, "the acting side loses at least one model or vehicle"),
	{Name: "target-pinned", Gist: "the target survives with more pins than before", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.here(int(a[1])) && after.Units[a[1]].Pins > before.Units[a[1]].Pins
	}},
	roster.Gone("target-lost", 1, "the target is destroyed"),
	{Name: "bunker-unharmed", Gist: "the shell is indirect fire at a bunker, which harms neither the bunker nor its occupants", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		s := f.fireShot(before, a)
		return after.Answer == Obeys && f.isIndirectAtBuilding(before, &s) && f.hasSlits(f.placeOf(before, s.at).section)
	}},
	{Name: "own-loss", Gist: "the acting side loses a unit", Holds: func(f *Battlefield, before, after *Position, _ args) bool {
		return game.Any(len(f.units), func(i int) bool { return f.units[i].Side == before.Side && before.here(i) && !after.here(i) })
	}},
	roster.Gone("vehicle-lost", 0, "the ramming vehicle is destroyed"),
	{Name: "disobeys", Gist: "the unit does not carry out its order", Holds: func(_ *Battlefield, _, after *Position, _ args) bool { return after.Answer != Obeys }},
	{Name: "free-of-pins", Gist: "the unit has no pins left", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return after.here(int(a[0])) && after.Units[a[0]].Pins == 0
	}},
	{Name: "arrives", Gist: "the unit reaches its destination", Holds: func(_ *Battlefield, _, after *Position, a args) bool { return after.placeIndex(int(a[0])) == int(a[1]) }},
	{Name: "takes-place", Gist: "the attackers take the target's place", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.placeIndex(int(a[0])) == before.placeIndex(int(a[1]))
	}},
	{Name: "section-lost", Gist: "a section falls or catches fire", Holds: func(f *Battlefield, before, after *Position, _ args) bool {
		return f.sectionsLost(after) > f.sectionsLost(before)
	}},
	game.Wins(status),
}

// sectionsLost counts the sections that fell or burn.
func (f *Battlefield) sectionsLost(p *Position) int {
	return game.Count(len(f.sections), func(k int) bool { return p.Sections[k] != Whole })
}

// roster is the units of a game. Those that wait to be set up are not on the table, and count.
var roster = game.Units[Battlefield, Position]{
	Noun:   "unit",
	Len:    func(f *Battlefield) int { return len(f.units) },
	Name:   func(f *Battlefield, i int) string { return f.units[i].Name },
	Side:   func(f *Battlefield, i int) uint8 { return f.units[i].Side },
	Here:   (*Position).here,
	Models: func(_ *Battlefield, p *Position, i int) int { return int(p.Units[i].Men) },
	Lost:   func(p *Position) [2]uint8 { return p.Lost },
}

var losses = game.Losses[Battlefield, Position]{Lost: roster.Lost, Side: func(p *Position) uint8 { return p.Side }}

// victory decides who wins: by sections held, cleared or destroyed, or by who survives.
var victory = game.Victory[Battlefield, Position]{
	Cite: "host.victory",
	Texts: game.EndTexts{
		WipedOut: "a side has no units left",
		Achieved: []string{
			Destroy: "the objective sections have fallen or burn", Clear: "no enemy is left in the objective sections",
			Survive: "too few survived",
		},
		TimeIsOver: []string{
			Hold: "the last turn is over: who holds the objective sections", Destroy: "the last turn is over, and the objective stands",
			Clear: "the last turn is over, and the objective is not clear", Survive: "the last turn is over, and enough survived",
		},
	},
	Goals:      []game.Goal{Hold: game.Hold, Destroy: game.Destroy, Clear: game.Clear, Survive: game.Survive},
	Task:       func(f *Battlefield) (int, uint8, int) { return int(f.task.Kind), f.task.Side, int(f.task.Many) },
	Outcome:    func(p *Position) *game.Outcome { return &p.Outcome },
	Left:       roster.Left,
	Models:     roster.ModelsOf,
	Objectives: func(f *Battlefield) []uint8 { return f.objectives },
	Holder:     (*Battlefield).holder,
	Present:    (*Battlefield).unitsInside,
	Destroyed:  func(_ *Battlefield, p *Position, sectionIndex uint8) bool { return p.Sections[sectionIndex] != Whole },
}

// unitsInside counts the units of each side in a section.
func (f *Battlefield) unitsInside(p *Position, sectionIndex uint8) [2]int {
	return game.BothSides(len(f.units), func(i int) (uint8, bool) {
		return f.units[i].Side, p.here(i) && !f.placeOf(p, i).spot && f.placeOf(p, i).section == int8(sectionIndex)
	})
}

// holder returns the side that is alone in a section, or -1.
func (f *Battlefield) holder(p *Position, sectionIndex uint8) int {
	return game.SoleSide(f.unitsInside(p, sectionIndex))
}

// status is how a game stands.
var status = victory.During(func(p *Position) game.Status {
	return game.Status{Side: int(p.Side), Round: int(p.Turn), Phase: p.Stage.Names()[p.Stage]}
})
