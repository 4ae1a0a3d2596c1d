package oldworld

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

type (
	args       = game.Args
	actionType = game.ActionType[Battlefield, Position]
	event      = game.Event[Battlefield, Position]
	arg        = game.Param[Battlefield]
)

// The kinds of things that an action names.
var (
	unitDomain     = roster.Domain()
	buildingDomain = game.Domain[Battlefield]{Name: "building", Names: func(f *Battlefield) []string { return f.siteNames(0, f.buildings) }}
	spotDomain     = game.Domain[Battlefield]{Name: "spot", Names: func(f *Battlefield) []string { return f.siteNames(f.buildings, len(f.sites)) }}
	sideDomain     = game.Choice[Battlefield]("side", ground.North.String(), ground.East.String(), ground.South.String(), ground.West.String())
	spellDomain    = game.Things("spell", func(*Battlefield) []rule.Row { return spells.Rows }, func(x *rule.Row) string { return x.Name })
	paceDomain     = game.Choice[Battlefield]("pace", "walking", "marching")
	shotsDomain    = game.Choice[Battlefield]("shots", "all-shots")
	modelsDomain   = game.Domain[Battlefield]{Name: "models", Low: 1, High: mostShooting}
	shortDomain    = game.Domain[Battlefield]{Name: "inches short", Low: 1, High: mostShort}
)

func (f *Battlefield) siteNames(from, to int) (list []string) {
	for _, site := range f.sites[from:to] {
		list = append(list, site.name)
	}
	return list
}

var aUnit = arg{Domain: &unitDomain}

// Game is the part of the host game that a fight for buildings needs.
var Game = game.Spec[Setup, Battlefield, Position]{
	Rules:       Rules,
	LeavesOut:   leavesOut,
	Wording:     wording,
	Counters:    map[string]func(rule.Ref) scene.Piece{"units": counter, "engines": engineCounter},
	Gist:        "player turns of strategy, movement, shooting and combat for buildings: charges, entering and leaving, shooting, magic, flight and rallying",
	Init:        start,
	Sides:       func(f *Battlefield) [2]rule.Side { return f.sides },
	Status:      status,
	Validate:    validatePosition,
	CountModels: roster.CountModels,
	Evaluate:    game.EvaluateBy(&roster, (*Battlefield).unitValue, (*Battlefield).objectiveValue),
	Text:        text,
	Scene:       draw,
	SightLines:  game.OfPiece(&roster, (*Battlefield).lines),
	Reaches:     game.OfPiece(&roster, (*Battlefield).reaches),
	Events:      gameEvents,
	Metrics: []game.Metric[Battlefield, Position]{
		victory.HeldByFirst("objectives that the first side occupies"),
		{Name: "garrisons", Gist: "buildings with a unit inside", Of: func(f *Battlefield, p *Position) int {
			return game.Count(f.buildings, func(building int) bool { return f.unitAt(p, building) >= 0 })
		}},
	},
	ActionTypes: []actionType{
		{
			Name: "rally", Group: "Strategy phase", Gist: "have a fleeing unit try to rally",
			Params: []arg{aUnit}, PseudoLegal: rallyPseudoLegal, Legal: rallyLegal, Apply: thenAdvance(rallyApply),
			Events: []string{"rallied"},
		},
		{
			Name: "charge", Group: "Movement phase", Gist: "charge a building with an enemy unit inside, which reacts first",
			Params:      []arg{aUnit, {Domain: &buildingDomain}},
			PseudoLegal: inStep(InCharges, chargePseudoLegal), Legal: chargeLegal, Apply: thenAdvance(chargeApply),
			Events: []string{"contact", "building-emptied", "own-casualty", "wins"},
		},
		{
			Name: "move", Group: "Movement phase", Gist: "move a unit to a spot in the open, walking or marching",
			Params:      []arg{aUnit, {Domain: &spotDomain, Word: "to"}, {Domain: &paceDomain}},
			PseudoLegal: inStep(InRemaining, movePseudoLegal), Legal: moveLegal, Apply: thenAdvance(moveApply),
			Events: []string{"arrives"},
		},
		{
			Name: "turn", Group: "Movement phase", Gist: "turn a unit on the spot",
			Params:      []arg{aUnit, {Domain: &sideDomain}},
			PseudoLegal: inStep(InRemaining, turnPseudoLegal), Legal: turnLegal, Apply: thenAdvance(turnApply),
		},
		{
			Name: "enter", Group: "Movement phase", Gist: "move up to an empty building and occupy it, walking or marching",
			Params:      []arg{aUnit, {Domain: &buildingDomain}, {Domain: &paceDomain}},
			PseudoLegal: inStep(InRemaining, enterPseudoLegal), Legal: enterLegal, Apply: thenAdvance(enterApply),
			Events: []string{"goes-in", "wins"},
		},
		{
			Name: "leave", Group: "Movement phase", Gist: "leave a building; the unit is put down at the walls",
			Params:      []arg{aUnit, {Domain: &spotDomain, Word: "to"}},
			PseudoLegal: inStep(InRemaining, leavePseudoLegal), Legal: leaveLegal, Apply: thenAdvance(leaveApply),
		},
		{
			Name: "shoot", Group: "Shooting phase", Gist: "shoot at an enemy unit, inside or in the open; from a building, at most half of the models shoot",
			Params:      []arg{aUnit, {Domain: &unitDomain, Word: "at"}, {Domain: &modelsDomain, Word: "with", Optional: true}, {Domain: &shotsDomain, Optional: true}},
			PseudoLegal: inStep(InShooting, shootPseudoLegal), Legal: shootLegal, Apply: thenAdvance(shootApply), FireLine: game.Along[Battlefield, Position](&unitDomain, 0, &unitDomain, 1),
			Events: []string{"casualty", "casualties-3", "target-flees", "target-lost", "wins"},
		},
		{
			Name: "fire", Group: "Shooting phase", Gist: "fire an engine at an occupied building; a cannon may be aimed some inches short of it",
			Params:      []arg{aUnit, {Domain: &buildingDomain, Word: "at"}, {Domain: &shortDomain, Word: "short", Optional: true}},
			PseudoLegal: inStep(InShooting, firePseudoLegal), Legal: fireLegal, Apply: thenAdvance(fireApply), FireLine: game.Along[Battlefield, Position](&unitDomain, 0, &buildingDomain, 1),
			Events: []string{"casualty", "casualties-3", "building-emptied", "engine-lost", "wins"},
		},
		{
			Name: "cast", Group: "Strategy and Shooting phases", Gist: "have a unit's wizard cast a spell at an enemy unit; the enemy may dispel it",
			Params:      []arg{aUnit, {Domain: &spellDomain}, {Domain: &unitDomain, Word: "at"}},
			PseudoLegal: castPseudoLegal, Legal: castLegal, Apply: thenAdvance(castApply), FireLine: alongMissile,
			Events: []string{"casualty", "casualties-3", "spell-target-flees", "own-casualty", "wins"},
		},
		{
			Name: "fight", Group: "Combat phase", Gist: "fight a round of the combat for a building",
			Params:      []arg{{Domain: &buildingDomain, Word: "for"}},
			PseudoLegal: inStep(InCombat, fightPseudoLegal), Legal: fightLegal, Apply: thenAdvance(fightApply),
			Events: []string{"building-taken", "building-emptied", "thrown-back", "fights-outside", "casualty", "own-casualty", "wins"},
		},
		{
			Name: "clash", Group: "Combat phase", Gist: "fight a round of a unit's combat in the open",
			Params:      []arg{aUnit},
			PseudoLegal: inStep(InCombat, clashPseudoLegal), Legal: clashLegal, Apply: thenAdvance(clashApply),
			Events: []string{"enemy-beaten", "enemy-gone", "runs-into", "casualty", "own-casualty", "wins"},
		},
		{
			Name: "done", Group: "Every phase", Gist: "go on to the next part of the turn",
			PseudoLegal: donePseudoLegal, Legal: doneLegal, Apply: thenAdvance(doneApply),
			Events: []string{"wins"},
		},
	},
}.Game()

var gameEvents = []event{
	{Name: "rallied", Gist: "the unit rallies", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return after.Units[a[0]].Site > 0 && !after.Units[a[0]].Fleeing
	}},
	{Name: "contact", Gist: "the chargers reach the building and fight", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return after.Units[a[0]].Foe > 0
	}},
	{Name: "building-emptied", Gist: "the unit that was inside is gone", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		building := a[1] // of a charge or a shot
		if before.Step == InCombat {
			building = a[0]
		}
		garrison := f.unitAt(before, int(building))
		return garrison >= 0 && after.Units[garrison].Site == 0
	}},
	{Name: "building-taken", Gist: "the building changes sides", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		now := f.unitAt(after, int(a[0]))
		return now >= 0 && f.units[now].side != f.units[f.unitAt(before, int(a[0]))].side
	}},
	{Name: "thrown-back", Gist: "an assaulting unit survives and no longer fights, and the unit inside survives", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		for _, i := range f.assaulters(before, int(a[0])) {
			if after.Units[i].Site > 0 && after.Units[i].Foe == 0 && f.unitAt(after, int(a[0])) != i && after.Units[f.unitAt(before, int(a[0]))].Site > 0 {
				return true
			}
		}
		return false
	}},
	{Name: "fights-outside", Gist: "the unit that was inside fights on outside the walls", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		return f.fightsInOpen(after, f.unitAt(before, int(a[0])))
	}},
	{Name: "enemy-beaten", Gist: "the enemy gives way, flees, is caught or is gone", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		return f.gaveWay(before, after, int(before.Units[a[0]].Foe)-1)
	}},
	{Name: "enemy-gone", Gist: "the enemy unit is gone", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Units[before.Units[a[0]].Foe-1].Site == 0
	}},
	{Name: "runs-into", Gist: "the pursuit runs into a building and assaults it in the next turn", Holds: func(f *Battlefield, _, after *Position, a args) bool {
		return after.Units[a[0]].Foe > 0 && !f.fightsInOpen(after, int(a[0]))
	}},
	{Name: "arrives", Gist: "the unit arrives at the spot", Holds: func(f *Battlefield, _, after *Position, a args) bool {
		return int(after.Units[a[0]].Site) == int(a[1])+f.buildings+1
	}},
	{Name: "goes-in", Gist: "the unit occupies the building", Holds: func(f *Battlefield, _, after *Position, a args) bool {
		i := int(a[0])
		if host := f.unitJoined(after, i); host >= 0 {
			i = host
		}
		return after.Units[i].Site == uint8(a[1]+1)
	}},
	losses.Enemy("casualty", 1, "the enemy loses at least one model"),
	losses.Enemy("casualties-3", 3, "the enemy loses at least three models"),
	losses.Own("own-casualty", 1, "the acting side loses at least one model"),
	{Name: "target-flees", Gist: "the target survives and flees", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return after.Units[a[1]].Fleeing
	}},
	{Name: "spell-target-flees", Gist: "the spell's target survives and flees", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return after.Units[a[2]].Fleeing
	}},
	roster.Gone("target-lost", 1, "the target is gone, shot down or fled off the table"),
	roster.Gone("engine-lost", 0, "the engine is lost"),
	game.Wins(status),
}

var status = victory.During(func(p *Position) game.Status {
	return game.Status{Side: int(p.Side), Round: int(p.Round), Phase: stepNames[p.Step]}
})

// roster is the units of a game.
var roster = game.Units[Battlefield, Position]{
	Noun:   "unit",
	Len:    func(f *Battlefield) int { return len(f.units) },
	Name:   func(f *Battlefield, i int) string { return f.units[i].name },
	Side:   func(f *Battlefield, i int) uint8 { return f.units[i].side },
	Here:   (*Position).here,
	Models: func(_ *Battlefield, p *Position, i int) int { return p.Units[i].count() },
	Lost:   func(p *Position) [2]uint8 { return p.Lost },
}

var losses = game.Losses[Battlefield, Position]{Lost: roster.Lost, Side: func(p *Position) uint8 { return p.Side }}

// victory decides who wins: by objectives, which units inside hold unless they flee, or by
// surviving models.
var victory = game.Victory[Battlefield, Position]{
	Cite: "host.victory",
	Texts: game.EndTexts{
		WipedOut: "a side has no units left",
		Achieved: []string{TaskClear: "no enemy is left in the objectives, and they are occupied", TaskSurvive: "too few survived"},
		TimeIsOver: []string{
			TaskHold: "the last round is over: who occupies the objectives", TaskClear: "the last round is over, and the objectives are not clear",
			TaskSurvive: "the last round is over, and enough survived", TaskMost: "the last round is over: who occupies more objectives",
		},
	},
	Goals:      []game.Goal{TaskHold: game.Hold, TaskClear: game.Clear, TaskSurvive: game.Survive, TaskMost: game.Most},
	Task:       func(f *Battlefield) (int, uint8, int) { return int(f.task.Kind), uint8(f.task.Side), f.task.Many },
	Outcome:    func(p *Position) *game.Outcome { return &p.Outcome },
	Left:       roster.Left,
	Models:     roster.ModelsOf,
	Objectives: func(f *Battlefield) []uint8 { return f.objectives },
	Holder:     func(f *Battlefield, p *Position, objective uint8) int { return f.holder(p, int(objective)) },
	Present: func(f *Battlefield, p *Position, objective uint8) (count [2]int) {
		if i := f.unitAt(p, int(objective)); i >= 0 {
			count[f.units[i].side]++
		}
		return count
	},
	Occupy: true,
}
