package oldworld

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

type (
	args  = game.Args
	verb  = game.Verb[Field, Position]
	event = game.Event[Field, Position]
	arg   = game.Arg[Field]
)

// The kinds of what an action names.
var (
	unitKind = game.Kind[Field]{Name: "unit", Names: func(f *Field) []string {
		var names []string
		for i := range f.regiments {
			names = append(names, f.regiments[i].name)
		}
		return names
	}}
	buildingKind = game.Kind[Field]{Name: "building", Names: func(f *Field) []string { return f.names(0, f.buildings) }}
	spotKind     = game.Kind[Field]{Name: "spot", Names: func(f *Field) []string { return f.names(f.buildings, len(f.sites)) }}
	sideKind     = game.Kind[Field]{Name: "side", Names: func(*Field) (names []string) {
		for s := ground.North; s <= ground.West; s++ {
			names = append(names, s.String())
		}
		return names
	}}
	spellKinds = game.Kind[Field]{Name: "spell", Names: func(*Field) (names []string) {
		for _, r := range spells.Rows {
			names = append(names, r.Name)
		}
		return names
	}}
	paceKind   = game.Kind[Field]{Name: "pace", Names: func(*Field) []string { return []string{"walking", "marching"} }}
	shotsKind  = game.Kind[Field]{Name: "shots", Names: func(*Field) []string { return []string{"all-shots"} }}
	modelsKind = game.Kind[Field]{Name: "models", Low: 1, High: mostShooting}
	shortKind  = game.Kind[Field]{Name: "inches short", Low: 1, High: mostShort}
)

func (f *Field) names(from, to int) (list []string) {
	for _, x := range f.sites[from:to] {
		list = append(list, x.name)
	}
	return list
}

var anUnit = arg{Kind: &unitKind}

// Game is the host game, as far as a fight for buildings needs it.
var Game = game.Spec[Setup, Field, Position]{
	Rules:     Rules,
	LeavesOut: leavesOut,
	Wording:   wording,
	Gist:      "player turns of strategy, movement, shooting and combat for buildings: charges on them, going in and out, fire, magic, flight and rallying",
	Start:     start,
	Sides:     func(f *Field) [2]rule.Side { return f.sides },
	Status:    status,
	Sound:     sound,
	Census:    census,
	Worth:     worth,
	Text:      text,
	Scene:     draw,
	Lines:     lines,
	Reaches:   reaches,
	Events:    gameEvents,
	Marks: []game.Mark[Field, Position]{
		{Name: "objectives-held", Gist: "objectives that the first side occupies", Of: func(f *Field, p *Position) int { return f.held(p, 0) }},
		{Name: "garrisons", Gist: "buildings with somebody inside", Of: func(f *Field, p *Position) int { return f.garrisons(p) }},
	},
	Verbs: []verb{
		{
			Name: "rally", Group: "Strategy phase", Gist: "have a fleeing unit try to rally",
			Args: []arg{anUnit}, Candidates: rallyCandidates, Check: checkRally, Do: doRally,
			Events: []string{"rallied"},
		},
		{
			Name: "charge", Group: "Movement phase", Gist: "charge a building with an enemy inside, who reacts first",
			Args:       []arg{anUnit, {Kind: &buildingKind}},
			Candidates: chargeCandidates, Check: checkCharge, Do: doCharge,
			Events: []string{"contact", "building-emptied", "own-casualty", "wins"},
		},
		{
			Name: "move", Group: "Movement phase", Gist: "move a unit to a spot in the open, walking or marching",
			Args:       []arg{anUnit, {Kind: &spotKind, Word: "to"}, {Kind: &paceKind}},
			Candidates: moveCandidates, Check: checkMove, Do: doMove,
			Events: []string{"arrives"},
		},
		{
			Name: "turn", Group: "Movement phase", Gist: "turn a unit on the spot",
			Args:       []arg{anUnit, {Kind: &sideKind}},
			Candidates: turnCandidates, Check: checkTurn, Do: doTurn,
		},
		{
			Name: "enter", Group: "Movement phase", Gist: "move up to an empty building and occupy it, walking or marching",
			Args:       []arg{anUnit, {Kind: &buildingKind}, {Kind: &paceKind}},
			Candidates: enterCandidates, Check: checkEnter, Do: doEnter,
			Events: []string{"goes-in", "wins"},
		},
		{
			Name: "leave", Group: "Movement phase", Gist: "leave a building: the unit is put down at its walls",
			Args:       []arg{anUnit, {Kind: &spotKind, Word: "to"}},
			Candidates: leaveCandidates, Check: checkLeave, Do: doLeave,
		},
		{
			Name: "shoot", Group: "Shooting phase", Gist: "shoot at an enemy unit, inside or in the open; from a building, with half of the models or fewer",
			Args:       []arg{anUnit, {Kind: &unitKind, Word: "at"}, {Kind: &modelsKind, Word: "with", Optional: true}, {Kind: &shotsKind, Optional: true}},
			Candidates: shootCandidates, Check: checkShoot, Do: doShoot, Along: alongUnit,
			Events: []string{"casualty", "casualties-3", "target-flees", "target-lost", "wins"},
		},
		{
			Name: "fire", Group: "Shooting phase", Gist: "fire an engine at an occupied building; a cannon may be aimed some inches short of it",
			Args:       []arg{anUnit, {Kind: &buildingKind, Word: "at"}, {Kind: &shortKind, Word: "short", Optional: true}},
			Candidates: fireCandidates, Check: checkFire, Do: doFire, Along: alongBuilding,
			Events: []string{"casualty", "casualties-3", "building-emptied", "engine-lost", "wins"},
		},
		{
			Name: "cast", Group: "Strategy and Shooting phases", Gist: "have a unit's wizard cast a spell at an enemy unit, who may dispel it",
			Args:       []arg{anUnit, {Kind: &spellKinds}, {Kind: &unitKind, Word: "at"}},
			Candidates: castCandidates, Check: checkCast, Do: doCast, Along: alongMissile,
			Events: []string{"casualty", "casualties-3", "spell-target-flees", "own-casualty", "wins"},
		},
		{
			Name: "fight", Group: "Combat phase", Gist: "fight a round of the combat for a building, to its end",
			Args:       []arg{{Kind: &buildingKind, Word: "for"}},
			Candidates: fightCandidates, Check: checkFight, Do: doFight,
			Events: []string{"building-taken", "building-emptied", "thrown-back", "fights-outside", "casualty", "own-casualty", "wins"},
		},
		{
			Name: "clash", Group: "Combat phase", Gist: "fight a round of a unit's combat in the open, to its end",
			Args:       []arg{anUnit},
			Candidates: clashCandidates, Check: checkClash, Do: doClash,
			Events: []string{"enemy-beaten", "enemy-gone", "runs-into", "casualty", "own-casualty", "wins"},
		},
		{
			Name: "done", Group: "Every phase", Gist: "go on to the next part of the turn",
			Candidates: doneCandidates, Check: checkDone, Do: doDone,
			Events: []string{"wins"},
		},
	},
}.Game()

// falls counts the models of the other side, or of one's own, that an action
// has cost.
func falls(before, after *Position, own bool) int {
	side := before.Side
	if !own {
		side = 1 - side
	}
	return int(after.Lost[side]) - int(before.Lost[side])
}

var gameEvents = []event{
	{Name: "rallied", Gist: "the unit rallies", Holds: func(_ *Field, _, after *Position, a args) bool {
		return after.Units[a[0]].Site > 0 && !after.Units[a[0]].Fleeing
	}},
	{Name: "contact", Gist: "the chargers reach the building and there is a fight", Holds: func(_ *Field, _, after *Position, a args) bool {
		return after.Units[a[0]].Foe > 0
	}},
	{Name: "building-emptied", Gist: "nobody is left of the unit that was inside", Holds: func(f *Field, before, after *Position, a args) bool {
		b := f.aimed(before, a)
		g := f.who(before, b)
		return g >= 0 && after.Units[g].Site == 0
	}},
	{Name: "building-taken", Gist: "another side is inside than before", Holds: func(f *Field, before, after *Position, a args) bool {
		now := f.who(after, int(a[0]))
		return now >= 0 && f.regiments[now].side != f.regiments[f.who(before, int(a[0]))].side
	}},
	{Name: "thrown-back", Gist: "a unit that assaulted the building is still there and fights no more, and so is the unit inside", Holds: func(f *Field, before, after *Position, a args) bool {
		var room [mostAssaulting]int
		for _, i := range f.besiegers(before, int(a[0]), room[:0]) {
			if after.Units[i].Site > 0 && after.Units[i].Foe == 0 && f.who(after, int(a[0])) != i && after.Units[f.who(before, int(a[0]))].Site > 0 {
				return true
			}
		}
		return false
	}},
	{Name: "fights-outside", Gist: "the unit that was inside fights on before the walls", Holds: func(f *Field, before, after *Position, a args) bool {
		return f.abroad(after, f.who(before, int(a[0])))
	}},
	{Name: "enemy-beaten", Gist: "the enemy gives way, flees or is gone, or is caught doing so", Holds: func(f *Field, before, after *Position, a args) bool {
		return f.gaveWay(before, after, int(before.Units[a[0]].Foe)-1)
	}},
	{Name: "enemy-gone", Gist: "nothing is left of the enemy", Holds: func(_ *Field, before, after *Position, a args) bool {
		return after.Units[before.Units[a[0]].Foe-1].Site == 0
	}},
	{Name: "runs-into", Gist: "the pursuit runs into a building, which is assaulted in the next turn", Holds: func(f *Field, _, after *Position, a args) bool {
		return after.Units[a[0]].Foe > 0 && !f.abroad(after, int(a[0]))
	}},
	{Name: "arrives", Gist: "the unit gets where it was sent", Holds: func(f *Field, _, after *Position, a args) bool {
		return int(after.Units[a[0]].Site) == int(a[1])+f.buildings+1
	}},
	{Name: "goes-in", Gist: "the unit occupies the building", Holds: func(f *Field, _, after *Position, a args) bool {
		i := int(a[0])
		if h := f.host(after, i); h >= 0 {
			i = h
		}
		return after.Units[i].Site == uint8(a[1]+1)
	}},
	{Name: "casualty", Gist: "the enemy loses at least one model", Holds: func(_ *Field, before, after *Position, _ args) bool {
		return falls(before, after, false) >= 1
	}},
	{Name: "casualties-3", Gist: "the enemy loses at least three models", Holds: func(_ *Field, before, after *Position, _ args) bool {
		return falls(before, after, false) >= 3
	}},
	{Name: "own-casualty", Gist: "one's own side loses at least one model", Holds: func(_ *Field, before, after *Position, _ args) bool {
		return falls(before, after, true) >= 1
	}},
	{Name: "target-flees", Gist: "the target is still there, and flees", Holds: func(_ *Field, _, after *Position, a args) bool {
		return after.Units[a[1]].Fleeing
	}},
	{Name: "spell-target-flees", Gist: "the spell's target is still there, and flees", Holds: func(_ *Field, _, after *Position, a args) bool {
		return after.Units[a[2]].Fleeing
	}},
	{Name: "target-lost", Gist: "nothing is left of the target, by fire or by flight", Holds: func(_ *Field, _, after *Position, a args) bool {
		return after.Units[a[1]].Site == 0
	}},
	{Name: "engine-lost", Gist: "the engine is lost", Holds: func(_ *Field, _, after *Position, a args) bool { return after.Units[a[0]].Site == 0 }},
	game.Wins(status),
}

// aimed is the building that an action is about: the only argument of a fight,
// the second of a charge or a shot.
func (f *Field) aimed(p *Position, a args) int {
	if p.Step == InCombat {
		return int(a[0])
	}
	return int(a[1])
}

func status(f *Field, p *Position) game.Status {
	now := game.Status{Side: int(p.Side), Round: int(p.Round), Phase: stepNames[p.Step], Cite: "host.victory"}
	return closing.Status(now, p.Ended, p.Winner, int(f.task.Kind))
}

var closing = game.Closing{
	WipedOut: "a side has no units left",
	Achieved: []string{TaskClear: "no enemy is left in the objectives, and they are occupied", TaskSurvive: "too few survived"},
	TimeIsOver: []string{
		TaskHold: "the last round is over: who occupies the objectives", TaskClear: "the last round is over, and the objectives are not clear",
		TaskSurvive: "the last round is over, and enough survived", TaskMost: "the last round is over: who occupies more objectives",
	},
}

// garrisons counts the buildings with somebody inside.
func (f *Field) garrisons(p *Position) (n int) {
	for b := range f.buildings {
		if f.who(p, b) >= 0 {
			n++
		}
	}
	return n
}
