package konflikt47

import (
	"loophole/game"
	"loophole/rule"
	"loophole/scene"
)

type (
	args  = game.Args
	verb  = game.ActionType[Battlefield, Position]
	event = game.Event[Battlefield, Position]
	arg   = game.Param[Battlefield]
	mark  = game.Metric[Battlefield, Position]
)

// The kinds of what an action names.
var (
	unitKind    = game.Things("unit", func(f *Battlefield) []unitInfo { return f.troops }, func(x *unitInfo) string { return x.name })
	placeKind   = game.Things("place", func(f *Battlefield) []place { return f.places }, func(x *place) string { return x.name })
	openingKind = game.Things("opening", func(f *Battlefield) []opening { return f.doors }, func(x *opening) string { return x.name })
	sectionKind = game.Things("section", func(f *Battlefield) []section { return f.works }, func(x *section) string { return x.name })
	meansKind   = game.Domain[Battlefield]{Name: "means", Names: func(*Battlefield) []string { return Bullets.Names() }}
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
	Gist:        "turns of orders drawn from a cup: fire, advance, run, ambush, rally, down, assaults on floors, and tanks through walls",
	LeavesOut:   leavesOut,
	Wording:     wording,
	Counters:    map[string]func(rule.Ref) scene.Piece{"units": counter},
	Init:        start,
	Sides:       func(f *Battlefield) [2]rule.Side { return [2]rule.Side{rule.Side(f.sides[0]), rule.Side(f.sides[1])} },
	Status:      status,
	Validate:    sound,
	CountModels: census,
	Evaluate:    worth,
	Text:        text,
	Scene:       draw,
	SightLines:  drawLines,
	Reaches:     reaches,
	Events:      gameEvents,
	Metrics: []mark{
		{Name: "sections-lost", Gist: "sections that fell or burn", Of: func(f *Battlefield, p *Position) int { return f.gone(p) }},
		{Name: "objectives-held", Gist: "objective sections that the first side holds", Of: func(f *Battlefield, p *Position) int { return f.held(p, 0) }},
	},
	Verbs: []verb{
		{
			Name: "draw", Group: "Order dice", Gist: "draw an order die from the cup: whose it is gives the next order",
			PseudoLegal: drawCandidates, Legal: checkDraw, Apply: doDraw, Events: []string{"draws-own-die", "draws-enemy-die"},
		},
		{
			Name: "place", Group: "Set-up", Gist: "set a unit up in its zone, a gun or a fixed weapon at an opening",
			Args: []arg{anUnit, toPlace, byOpening}, PseudoLegal: placeCandidates, Legal: checkPlace, Apply: doPlace,
		},
		{
			Name: "fire", Group: "Fire", Gist: "fire at full effect; from inside, bullets at two targets on different sides if wanted",
			Args:        []arg{anUnit, atUnit, withMeans, {Kind: &unitKind, Word: "and", Optional: true}},
			PseudoLegal: fireCandidates, Legal: checkFire, Apply: doFire, FireLine: alongFire,
			Events: []string{"casualty", "casualties-3", "target-pinned", "target-lost", "section-lost", "bunker-unharmed", "own-casualty", "own-loss", "disobeys", "wins"},
		},
		{
			Name: "advance", Group: "Advance", Gist: "move at the ordinary rate, or one floor or section inside, and fire if wanted",
			Args: []arg{anUnit, toPlace, byOpening, {Kind: &unitKind, Word: "at", Optional: true}, {Kind: &meansKind, Word: "with", Optional: true}},

			PseudoLegal: advanceCandidates, Legal: checkAdvance, Apply: doAdvance,
			Events: []string{"arrives", "casualty", "own-casualty", "own-loss", "section-lost", "disobeys", "wins"},
		},
		{
			Name: "run", Group: "Run", Gist: "move at twice the rate, into or out of a building or two floors or sections inside",
			Args: []arg{anUnit, toPlace, byOpening}, PseudoLegal: runCandidates, Legal: checkRun, Apply: doRun,
			Events: []string{"arrives", "own-casualty", "own-loss", "disobeys", "wins"},
		},
		{
			Name: "assault", Group: "Run", Gist: "assault a unit on a floor, or leap out of a building at one outside",
			Args: []arg{anUnit, atUnit, byOpening}, PseudoLegal: stormCandidates, Legal: legalAssaultAction, Apply: applyAssault,
			Events: []string{"takes-place", "target-lost", "own-loss", "casualty", "own-casualty", "disobeys", "wins"},
		},
		{
			Name: "ram", Group: "Run", Gist: "drive a heavy vehicle into a section of a building",
			Args: []arg{anUnit, {Kind: &sectionKind, Word: "into"}}, PseudoLegal: ramCandidates, Legal: checkRam, Apply: doRam,
			Events: []string{"section-lost", "casualty", "casualties-3", "own-casualty", "own-loss", "vehicle-lost", "disobeys", "wins"},
		},
		{
			Name: "ambush", Group: "Ambush", Gist: "wait to fire at an enemy that moves",
			Args: []arg{anUnit}, PseudoLegal: orderedCandidates, Legal: checkStay(Ambush), Apply: doStay(Ambush), Events: []string{"disobeys"},
		},
		{
			Name: "rally", Group: "Rally", Gist: "stay and get rid of pins",
			Args: []arg{anUnit}, PseudoLegal: orderedCandidates, Legal: checkStay(Rally), Apply: doStay(Rally), Events: []string{"free-of-pins", "disobeys"},
		},
		{
			Name: "down", Group: "Down", Gist: "hide: harder to hit until the turn is over",
			Args: []arg{anUnit}, PseudoLegal: orderedCandidates, Legal: checkStay(Down), Apply: doStay(Down),
		},
	},
}.Game()

// asks returns an event about the unit that acts.
func mine(name, gist string, holds func(before, after *Unit) bool) event {
	return event{Name: name, Gist: gist, Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return holds(&before.Units[a[0]], &after.Units[a[0]])
	}}
}

// lost counts what an action cost a side.
func lost(before, after *Position, side uint8) int {
	return int(after.Lost[side]) - int(before.Lost[side])
}

// loses reports whether a side has lost a whole unit.
func (f *Battlefield) loses(before, after *Position, side uint8) bool {
	return game.Any(len(f.troops), func(i int) bool { return f.troops[i].side == side && before.Units[i].At > 0 && after.Units[i].At == 0 })
}

var gameEvents = []event{
	{Name: "draws-own-die", Gist: "the die is of the side that drew last", Holds: func(_ *Battlefield, before, after *Position, _ args) bool {
		return after.Stage == Ordering && after.Side == before.Side
	}},
	{Name: "draws-enemy-die", Gist: "the die is of the other side", Holds: func(_ *Battlefield, before, after *Position, _ args) bool {
		return after.Stage == Ordering && after.Side != before.Side
	}},
	{Name: "casualty", Gist: "the enemy loses at least one man or machine", Holds: func(_ *Battlefield, before, after *Position, _ args) bool {
		return lost(before, after, 1-before.Side) >= 1
	}},
	{Name: "casualties-3", Gist: "the enemy loses at least three men or machines", Holds: func(_ *Battlefield, before, after *Position, _ args) bool {
		return lost(before, after, 1-before.Side) >= 3
	}},
	{Name: "own-casualty", Gist: "the side that acts loses at least one man or machine", Holds: func(_ *Battlefield, before, after *Position, _ args) bool {
		return lost(before, after, before.Side) >= 1
	}},
	{Name: "target-pinned", Gist: "the target is still there, with more pins than before", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Units[a[1]].At > 0 && after.Units[a[1]].Pins > before.Units[a[1]].Pins
	}},
	{Name: "target-lost", Gist: "nothing is left of the target", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return after.Units[a[1]].At == 0
	}},
	{Name: "bunker-unharmed", Gist: "the shell is lobbed at a bunker, which takes no harm from it, nor does anybody inside", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		s := f.fireOrder(before, a)
		return after.Answer == Obeys && f.falls(before, &s) && f.slitted(f.at(before, s.at).work)
	}},
	{Name: "own-loss", Gist: "nothing is left of the unit that acts, or of another of its side", Holds: func(f *Battlefield, before, after *Position, _ args) bool {
		return f.loses(before, after, before.Side)
	}},
	mine("vehicle-lost", "nothing is left of the vehicle that drives", func(_, after *Unit) bool { return after.At == 0 }),
	{Name: "disobeys", Gist: "the unit does not carry out its order", Holds: func(_ *Battlefield, _, after *Position, _ args) bool {
		return after.Answer != Obeys
	}},
	mine("free-of-pins", "the unit has no pins left", func(_, after *Unit) bool { return after.At > 0 && after.Pins == 0 }),
	{Name: "arrives", Gist: "the unit is where it was told to go", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return int16(after.Units[a[0]].At) == a[1]+1
	}},
	{Name: "takes-place", Gist: "the attackers are where the target was", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Units[a[0]].At == before.Units[a[1]].At
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

func status(f *Battlefield, p *Position) game.Status {
	now := game.Status{Side: int(p.Side), Round: int(p.Turn), Phase: p.Stage.Names()[p.Stage], Cite: "host.victory"}
	return closing.Status(now, p.Ended, p.Winner, int(f.task.Kind))
}

var closing = game.EndTexts{
	WipedOut: "a side has no units left",
	Achieved: []string{
		Destroy: "the objective sections are brought down or burn", Clear: "no enemy is left in the objective sections",
		Survive: "too few survived",
	},
	TimeIsOver: []string{
		Hold: "the last turn is over: who holds the objective sections", Destroy: "the last turn is over, and the objective stands",
		Clear: "the last turn is over, and the objective is not clear", Survive: "the last turn is over, and enough survived",
	},
}

// worth is how well a side stands.
func worth(f *Battlefield, p *Position, side int) game.Evaluation {
	return game.Evaluate(len(f.troops), side, f.grip(p, uint8(side)), func(i int) (uint8, int) { return f.troops[i].side, f.unitWorth(p, i) })
}

// unitWorth is what is left of a unit, in a policy's eyes: a man is 4.
func (f *Battlefield) unitWorth(p *Position, i int) int {
	t, x := &f.troops[i], &p.Units[i]
	v := 4 * int(x.Men)
	if t.vehicle() {
		v = int(x.Men) * 4 * t.value
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
	for k := range f.works {
		if !f.works[k].objective {
			continue
		}
		in := f.inside(p, k)
		switch f.task.Kind {
		case Destroy:
			v := 0
			if p.Sections[k] != Whole {
				v = 60
			}
			if side != f.task.Side {
				v = -v
			}
			w += v
		case Survive:
		default:
			w += 15*min(1, in[side]) - 15*min(1, in[1-side]) - f.reach(p, k, side)
		}
	}
	return w + game.Prize(p.Ended, p.Winner, side)
}

// reach is how far the nearest unit of a side is from a section, in inches.
func (f *Battlefield) reach(p *Position, k int, side uint8) int {
	best := 30
	for i := range f.troops {
		if f.troops[i].side == side && p.here(i) && f.troops[i].class == classInfantry {
			best = min(best, int(f.apart[p.Units[i].At-1][f.works[k].floors[0]-1].inches()))
		}
	}
	return best / 3
}
