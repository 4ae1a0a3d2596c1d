package d20skirmish

import (
	"loophole/game"
	"loophole/rule"
)

type args = game.Args

type (
	verb  = game.ActionType[Battlefield, Position]
	event = game.Event[Battlefield, Position]
	arg   = game.Param[Battlefield]
)

// The kinds of what an action names.
var (
	teamKind  = roster.Domain()
	placeKind = game.Things("place", func(f *Battlefield) []spot { return f.places }, func(x *spot) string { return x.name })
	wayKind   = game.Things("passage", func(f *Battlefield) []way { return f.ways }, func(w *way) string { return w.name })
)

var (
	aTeam  = arg{Kind: &teamKind}
	aPlace = arg{Kind: &placeKind}
)

// Game is the game around the chapter, as far as a fight for rooms needs it.
var Game = game.Spec[Setup, Battlefield, Position]{
	Rules:   Rules,
	Wording: wording,
	Gist:    "rounds of alternating activations: teams move from room to room, fire, keep watch, rally, and assault rooms with a grenade and melee",
	LeavesOut: []string{
		"Leaders, and what leadership does, are left out.",
		"Spotting, hiding and going prone are left out: a team sees what is in its line of sight.",
		"Vehicles, support weapons, demolition and fire are left out.",
		"There is no melee in the open: teams there are shot at.",
		"Nobody breaks off a melee: it goes on until one side has nobody left in the room.",
		"A team is in one place; only to assault does it split, into halves that stay apart. Each room is assaulted by an action of its own.",
		"A grenade is thrown into a room next to the thrower's only, needs no roll to get there, and never hurts those who throw it.",
		"A casualty by fire costs no morale, as the loss stands in the chart for grenades; for one in melee the ruling melee-morale says whether it does. Either has the element tested at the end of the round.",
		"All but the assault, the grenade and the melee is a stand-in: the game around the chapter is not known.",
	},
	Init:        start,
	Sides:       func(f *Battlefield) [2]rule.Side { return f.sides },
	Status:      status,
	Validate:    sound,
	CountModels: roster.CountModels,
	Evaluate:    game.EvaluateBy(&roster, (*Battlefield).teamWorth, (*Battlefield).grip),
	Text:        text,
	Scene:       draw,
	SightLines:  game.OfPiece(&roster, (*Battlefield).lines),
	Reaches:     game.OfPiece(&roster, (*Battlefield).reaches),
	Events:      gameEvents,
	Metrics: []game.Metric[Battlefield, Position]{
		victory.HeldByFirst("objective places that the first side controls"),
		{Name: "grenades-left", Gist: "grenades that both sides have left", Of: func(_ *Battlefield, p *Position) int {
			n := 0
			for i := range p.Teams {
				n += int(p.Teams[i].Grenades)
			}
			return n
		}},
	},
	Verbs: []verb{
		{
			Name: "move", Group: "movement", Gist: "go to the next place; an action for each move, and one more for climbing",
			Args:        []arg{aTeam, {Kind: &placeKind, Word: "to"}, {Kind: &wayKind, Word: "by"}},
			PseudoLegal: moveCandidates, Legal: checkMove, Apply: doMove,
			Events: []string{"own-casualty", "mover-stopped", "wins"},
		},
		{
			Name: "open", Group: "movement", Gist: "open a door, or break through a wall",
			Args:        []arg{aTeam, {Kind: &wayKind}},
			PseudoLegal: openCandidates, Legal: checkOpen, Apply: doOpen,
		},
		{
			Name: "assault", Group: "assault", Gist: "a grenade into a room and after it: the whole activation of up to four teams, or halves of teams",
			Args:        []arg{aPlace, {Kind: &teamKind, Word: "by", Set: true}},
			PseudoLegal: assaultCandidates, Legal: checkAssault, Apply: doAssault,
			Events: []string{"room-taken", "room-emptied", "in-combat", "casualty", "own-casualty", "wins"},
		},
		{
			Name: "grenade", Group: "assault", Gist: "throw a grenade into a room with enemies, and stay outside; two actions",
			Args:        []arg{aPlace, {Kind: &teamKind, Word: "by"}},
			PseudoLegal: grenadeCandidates, Legal: checkGrenade, Apply: doGrenade,
			Events: []string{"room-empty", "casualty", "casualties-2", "wins"},
		},
		{
			Name: "fight", Group: "melee", Gist: "go on with the melee in a room, with all teams there",
			Args:        []arg{aPlace},
			PseudoLegal: fightCandidates, Legal: checkFight, Apply: doFight,
			Events: []string{"room-cleared", "room-lost", "room-emptied", "in-combat", "casualty", "own-casualty", "wins"},
		},
		{
			Name: "fire", Group: "fire", Gist: "fire at an enemy team in sight; an action",
			Args:        []arg{aTeam, {Kind: &teamKind, Word: "at"}},
			PseudoLegal: fireCandidates, Legal: checkFire, Apply: doFire, FireLine: game.Along[Battlefield, Position](&teamKind, 0, &teamKind, 1),
			Events: []string{"casualty", "casualties-2", "target-suppressed", "target-lost", "wins"},
		},
		{
			Name: "rally", Group: "morale", Gist: "test morale to lose suppression, hesitation and pinning; an action",
			Args:        []arg{aTeam},
			PseudoLegal: rallyCandidates, Legal: checkRally, Apply: doRally,
			Events: []string{"rallied"},
		},
		{
			Name: "watch", Group: "activation", Gist: "end the activation on watch, to fire at an enemy who shows himself",
			Args:        []arg{aTeam},
			PseudoLegal: ownCandidates, Legal: checkWatch, Apply: doWatch,
		},
		{
			Name: "rest", Group: "activation", Gist: "end the activation, or pass it up",
			Args:        []arg{aTeam},
			PseudoLegal: ownCandidates, Legal: checkRest, Apply: doRest,
			Events: []string{"wins"},
		},
	},
}.Game()

var gameEvents = []event{
	{Name: "room-taken", Gist: "the assaulters are in the room, and no enemy is", Holds: alone},
	{Name: "room-cleared", Gist: "no enemy is left in the room, and somebody of the side that acts is", Holds: alone},
	{Name: "room-emptied", Gist: "nobody is left in the room, of either side", Holds: empty},
	{Name: "room-empty", Gist: "no occupant of the room is left", Holds: empty},
	{Name: "room-lost", Gist: "the enemy is in the room, and nobody of the side that acts", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		return f.inside(after, int(a[0]), before.Side) == 0 && f.inside(after, int(a[0]), 1-before.Side) > 0
	}},
	{Name: "in-combat", Gist: "both sides are in combat in the room", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return after.Rooms[a[0]].Stormed > 0
	}},
	losses.Enemy("casualty", 1, "the enemy loses at least one character"),
	losses.Enemy("casualties-2", 2, "the enemy loses at least two characters"),
	losses.Own("own-casualty", 1, "one's own side loses at least one character"),
	{Name: "mover-stopped", Gist: "the team that moves is lost, or newly suppressed", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Teams[a[0]].Place == 0 || after.Teams[a[0]].Suppressed && !before.Teams[a[0]].Suppressed
	}},
	{Name: "target-suppressed", Gist: "the target is there and suppressed", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return after.Teams[a[1]].Suppressed
	}},
	roster.Gone("target-lost", 1, "nobody is left of the target"),
	{Name: "rallied", Gist: "the team is itself again", Holds: func(f *Battlefield, _, after *Position, a args) bool {
		s := f.spirit(after, int(a[0]))
		return after.Teams[a[0]].Place != 0 && !after.Teams[a[0]].Suppressed && !s.Hesitant && !s.Pinned
	}},
	game.Wins(status),
}

// alone reports whether of both sides only the one that acted is in a room.
func alone(f *Battlefield, before, after *Position, a args) bool {
	return f.inside(after, int(a[0]), before.Side) > 0 && f.inside(after, int(a[0]), 1-before.Side) == 0
}

// empty reports whether nobody is in a room.
func empty(f *Battlefield, _, after *Position, a args) bool {
	return f.inside(after, int(a[0]), 0)+f.inside(after, int(a[0]), 1) == 0
}

func status(f *Battlefield, p *Position) game.Status {
	return victory.Status(f, p, game.Status{Side: int(p.Side), Round: int(p.Round), Phase: "Activations"})
}

// roster is the teams of a game.
var roster = game.Units[Battlefield, Position]{
	Noun:   "team",
	Len:    func(f *Battlefield) int { return len(f.troops) },
	Name:   func(f *Battlefield, i int) string { return f.troops[i].name },
	Side:   func(f *Battlefield, i int) uint8 { return f.troops[i].side },
	Here:   (*Position).here,
	Models: func(_ *Battlefield, p *Position, i int) int { return p.Teams[i].men() },
	Lost:   func(p *Position) [2]uint8 { return p.Lost },
}

var losses = game.Losses[Battlefield, Position]{Lost: roster.Lost, Side: func(p *Position) uint8 { return p.Side }}

// victory decides who wins: by objective places or by characters that survive.
var victory = game.Victory[Battlefield, Position]{
	Cite: "host.victory",
	Texts: game.EndTexts{
		WipedOut: "a side has nobody left",
		Achieved: []string{Seize: "the objective is seized", Clear: "no enemy is left in the objective", Survive: "too few survived"},
		TimeIsOver: []string{
			Hold: "the last round is over: who controls the objective", Seize: "the last round is over, and the objective is not seized",
			Clear: "the last round is over, and the objective is not clear", Survive: "the last round is over, and enough survived",
		},
	},
	Goals:      []game.Goal{Hold: game.Hold, Seize: game.Seize, Clear: game.Clear, Survive: game.Survive},
	Task:       func(f *Battlefield) (int, uint8, int) { return int(f.task.Kind), uint8(f.task.Side), f.task.Many },
	Outcome:    func(p *Position) *game.Outcome { return &p.Outcome },
	Left:       roster.Left,
	Models:     roster.ModelsOf,
	Objectives: func(f *Battlefield) []uint8 { return f.goals },
	Holder:     func(_ *Battlefield, p *Position, at uint8) int { return int(p.Rooms[at].Held) - 1 },
	Present: func(f *Battlefield, p *Position, at uint8) [2]int {
		return [2]int{f.inside(p, int(at), 0), f.inside(p, int(at), 1)}
	},
}
