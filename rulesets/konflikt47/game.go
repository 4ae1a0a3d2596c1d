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

// The kinds of what an action names.
var (
	unitKind    = roster.Domain()
	placeKind   = game.Things("place", func(f *Battlefield) []place { return f.places }, func(x *place) string { return x.name })
	openingKind = game.Things("opening", func(f *Battlefield) []opening { return f.doors }, func(x *opening) string { return x.name })
	sectionKind = game.Things("section", func(f *Battlefield) []section { return f.works }, func(x *section) string { return x.name })
	meansKind   = game.Choice[Battlefield]("means", Bullets.Names()...)
)

var (
	anUnit    = arg{Kind: &unitKind}
	atUnit    = arg{Kind: &unitKind, Word: "at"}
	toPlace   = arg{Kind: &placeKind, Word: "to"}
	byOpening = arg{Kind: &openingKind, Word: "by", Optional: true}
	withMeans = arg{Kind: &meansKind, Word: "with"}
)

// Game is the host game, as far as a fight for buildings needs it.
var Game = game.Spec[Setup, Battlefield, Position]{
	Rules:       Rules,
	Gist:        "order dice from a cup decide who acts; units fire, move, storm floors and ram buildings",
	LeavesOut:   leavesOut,
	Wording:     wording,
	Counters:    map[string]func(rule.Ref) scene.Piece{"units": counter},
	Init:        start,
	Sides:       func(f *Battlefield) [2]rule.Side { return f.sides },
	Status:      status,
	Validate:    validatePosition,
	CountModels: roster.CountModels,
	Evaluate:    game.EvaluateBy(&roster, (*Battlefield).unitValue, (*Battlefield).grip),
	Text:        text,
	Scene:       draw,
	SightLines:  game.OfPiece(&roster, (*Battlefield).drawLines),
	Reaches:     reaches,
	Events:      gameEvents,
	Metrics: []game.Metric[Battlefield, Position]{
		{Name: "sections-lost", Gist: "sections that have fallen or burn", Of: (*Battlefield).gone},
		victory.HeldByFirst("objective sections that the first side holds"),
	},
	ActionTypes: []actionType{
		{
			Name: "draw", Group: "Order dice", Gist: "draw an order die from the cup; its side gives the next order",
			PseudoLegal: drawPseudoLegal, Legal: checkDraw, Apply: doDraw, Events: []string{"draws-own-die", "draws-enemy-die"},
		},
		{
			Name: "place", Group: "Set-up", Gist: "set up a unit in its zone, and its gun or fixed weapon at an opening",
			Args: []arg{anUnit, toPlace, byOpening}, PseudoLegal: placePseudoLegal, Legal: checkPlace, Apply: doPlace,
		},
		ordered(actionType{
			Name: "fire", Group: "Fire", Gist: "fire without moving; from inside, bullets may go at two targets on different sides",
			Args:     []arg{anUnit, atUnit, withMeans, {Kind: &unitKind, Word: "and", Optional: true}},
			FireLine: alongFire,
			Events:   []string{"casualty", "casualties-3", "target-pinned", "target-lost", "section-lost", "bunker-unharmed", "own-casualty", "own-loss", "disobeys", "wins"},
		}, firePseudoLegal, checkFire, doFire),
		ordered(actionType{
			Name: "advance", Group: "Advance", Gist: "move at the normal rate, or one floor or section inside; may fire",
			Args:   []arg{anUnit, toPlace, byOpening, {Kind: &unitKind, Word: "at", Optional: true}, {Kind: &meansKind, Word: "with", Optional: true}},
			Events: []string{"arrives", "casualty", "own-casualty", "own-loss", "section-lost", "disobeys", "wins"},
		}, advancePseudoLegal, checkAdvance, doAdvance),
		ordered(actionType{
			Name: "run", Group: "Run", Gist: "move at twice the rate, into or out of a building, or two floors or sections inside",
			Args:   []arg{anUnit, toPlace, byOpening},
			Events: []string{"arrives", "own-casualty", "own-loss", "disobeys", "wins"},
		}, runPseudoLegal, checkRun, doRun),
		ordered(actionType{
			Name: "assault", Group: "Run", Gist: "assault a unit on a floor, or leap out of a building to assault a unit outside",
			Args:   []arg{anUnit, atUnit, byOpening},
			Events: []string{"takes-place", "target-lost", "own-loss", "casualty", "own-casualty", "disobeys", "wins"},
		}, stormPseudoLegal, checkAssault, doAssault),
		ordered(actionType{
			Name: "ram", Group: "Run", Gist: "ram a section of a building with a heavy vehicle",
			Args:   []arg{anUnit, {Kind: &sectionKind, Word: "into"}},
			Events: []string{"section-lost", "casualty", "casualties-3", "own-casualty", "own-loss", "vehicle-lost", "disobeys", "wins"},
		}, ramPseudoLegal, checkRam, doRam),
		orderToStay(Ambush, actionType{Name: "ambush", Group: "Ambush", Gist: "wait to fire at an enemy that moves", Events: []string{"disobeys"}}),
		orderToStay(Rally, actionType{Name: "rally", Group: "Rally", Gist: "stay and remove pins", Events: []string{"free-of-pins", "disobeys"}}),
		orderToStay(Down, actionType{Name: "down", Group: "Down", Gist: "go Down: harder to hit until the turn ends"}),
	},
}.Game()

// ordered completes an action type that gives a unit its order of the turn. pseudoLegal, check and play
// see only units that may be given one.
func ordered(
	v actionType, pseudoLegal func(f *Battlefield, p *Position, i int, out []args) []args,
	check, play func(u *rule.Umpire, f *Battlefield, p *Position, a args),
) actionType {
	v.PseudoLegal = func(f *Battlefield, p *Position, out []args) []args {
		for i := range f.troops {
			if f.ready(p, i) {
				out = pseudoLegal(f, p, i, out)
			}
		}
		return out
	}
	v.Legal = func(u *rule.Umpire, f *Battlefield, p *Position, a args) {
		if f.mayOrder(u, p, int(a[0])) {
			check(u, f, p, a)
		}
	}
	v.Apply = func(u *rule.Umpire, f *Battlefield, p *Position, a args) {
		if play(u, f, p, a); !u.AtCheckpoint() {
			f.endOrder(u, p)
		}
	}
	return v
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
		s := f.fireOrder(before, a)
		return after.Answer == Obeys && f.falls(before, &s) && f.hasSlits(f.at(before, s.at).work)
	}},
	{Name: "own-loss", Gist: "the acting side loses a unit", Holds: func(f *Battlefield, before, after *Position, _ args) bool {
		return game.Any(len(f.troops), func(i int) bool { return f.troops[i].Side == before.Side && before.here(i) && !after.here(i) })
	}},
	roster.Gone("vehicle-lost", 0, "the ramming vehicle is destroyed"),
	{Name: "disobeys", Gist: "the unit does not carry out its order", Holds: func(_ *Battlefield, _, after *Position, _ args) bool { return after.Answer != Obeys }},
	{Name: "free-of-pins", Gist: "the unit has no pins left", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return after.here(int(a[0])) && after.Units[a[0]].Pins == 0
	}},
	{Name: "arrives", Gist: "the unit reaches its destination", Holds: func(_ *Battlefield, _, after *Position, a args) bool { return after.where(int(a[0])) == int(a[1]) }},
	{Name: "takes-place", Gist: "the attackers take the target's place", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.where(int(a[0])) == before.where(int(a[1]))
	}},
	{Name: "section-lost", Gist: "a section falls or catches fire", Holds: func(f *Battlefield, before, after *Position, _ args) bool {
		return f.gone(after) > f.gone(before)
	}},
	game.Wins(status),
}

// gone counts the sections that fell or burn.
func (f *Battlefield) gone(p *Position) int {
	return game.Count(len(f.works), func(k int) bool { return p.Sections[k] != Whole })
}

// roster is the units of a game. Those that wait to be set up are not on the table, and count.
var roster = game.Units[Battlefield, Position]{
	Noun:   "unit",
	Len:    func(f *Battlefield) int { return len(f.troops) },
	Name:   func(f *Battlefield, i int) string { return f.troops[i].Name },
	Side:   func(f *Battlefield, i int) uint8 { return f.troops[i].Side },
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
	Present:    (*Battlefield).inside,
	Destroyed:  func(_ *Battlefield, p *Position, k uint8) bool { return p.Sections[k] != Whole },
}

// inside counts the units of each side in a section.
func (f *Battlefield) inside(p *Position, k uint8) [2]int {
	return game.BothSides(len(f.troops), func(i int) (uint8, bool) {
		return f.troops[i].Side, p.here(i) && !f.at(p, i).spot && f.at(p, i).work == int8(k)
	})
}

// holder is the side that is alone in a section, or -1.
func (f *Battlefield) holder(p *Position, k uint8) int { return game.Alone(f.inside(p, k)) }

func status(f *Battlefield, p *Position) game.Status {
	return victory.Status(f, p, game.Status{Side: int(p.Side), Round: int(p.Turn), Phase: p.Stage.Names()[p.Stage]})
}

// unitValue returns the value to a policy of what is left of a unit: a man is 4.
func (f *Battlefield) unitValue(p *Position, i int) int {
	t, x := &f.troops[i], &p.Units[i]
	v := 4 * int(x.Men)
	if t.vehicle() {
		v *= t.value
		if x.Stuck {
			v /= 2
		}
	}
	for k, n := range x.Arms {
		if t.arms[k].kind != smallArm {
			v += 6 * int(n)
		}
	}
	return v - min(v/2, 2*int(x.Pins))
}

// grip is how much of the task a side has in hand.
func (f *Battlefield) grip(p *Position, side uint8) (w int) {
	for _, k := range f.objectives {
		switch f.task.Kind {
		case Destroy:
			if p.Sections[k] == Whole {
				continue
			}
			if w += 60; side != f.task.Side {
				w -= 120
			}
		case Survive:
		default:
			in := f.inside(p, k)
			w += 15*min(1, in[side]) - 15*min(1, in[1-side]) - f.reach(p, k, side)
		}
	}
	return w + p.Prize(side)
}

// reach is a third of how far the nearest infantry of a side is from a section, in inches.
func (f *Battlefield) reach(p *Position, k, side uint8) int {
	best := 30
	for i := range f.ofSide(p, side) {
		if f.troops[i].class == classInfantry {
			best = min(best, f.apart[p.where(i)][f.works[k].floors[0]].Inches())
		}
	}
	return best / 3
}
