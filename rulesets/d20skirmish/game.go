package d20skirmish

import (
	"loophole/game"
	"loophole/rule"
)

type args = game.Args

type (
	actionType = game.ActionType[Battlefield, Position]
	event      = game.Event[Battlefield, Position]
	arg        = game.Param[Battlefield]
)

// The kinds of things that an action names.
var (
	teamDomain    = roster.Domain()
	placeDomain   = game.Things("place", func(f *Battlefield) []place { return f.places }, func(x *place) string { return x.name })
	passageDomain = game.Things("passage", func(f *Battlefield) []passage { return f.passages }, func(x *passage) string { return x.name })
)

var (
	aTeam  = arg{Domain: &teamDomain}
	aPlace = arg{Domain: &placeDomain}
)

// Game is the game around the chapter, as far as a fight for rooms needs it.
var Game = game.Spec[Setup, Battlefield, Position]{
	Rules:   Rules,
	Wording: wording,
	Gist:    "rounds of alternating activations: teams move from room to room, fire, keep watch, rally, and assault rooms with a grenade and melee",
	LeavesOut: []string{
		"Leaders and leadership are left out.",
		"Spotting, hiding and going prone are left out: a team sees every enemy in its line of sight.",
		"Vehicles, support weapons, demolition and fire are left out.",
		"Nobody fights a melee in the open: teams there can only be shot at.",
		"Nobody breaks off a melee: both sides fight until one has nobody left in the room.",
		"A team stays together in one place. It splits only to assault, and its halves never rejoin. Each room is assaulted by a separate action.",
		"Teams throw grenades only into a room next to their own place. The throw needs no roll and never hurts the throwers.",
		"A casualty from fire costs no morale, because only the grenade chart states a loss; the ruling melee-morale decides about casualties in melee. After either, the element tests morale at the end of the round.",
		"Everything except the assault, the grenade and the melee is a stand-in, because the rest of the game is not known.",
	},
	Init:        start,
	Sides:       func(f *Battlefield) [2]rule.Side { return f.sides },
	Status:      status,
	Validate:    validatePosition,
	CountModels: roster.CountModels,
	Evaluate:    game.EvaluateBy(&roster, (*Battlefield).teamValue, (*Battlefield).objectiveValue),
	Text:        text,
	Scene:       draw,
	SightLines:  game.LinesToEnemies(&roster, (*Battlefield).line),
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
	ActionTypes: []actionType{
		{
			Name: "move", Group: "movement", Gist: "go to a neighbouring place; one action for each move, and one more to climb",
			Params:      []arg{aTeam, {Domain: &placeDomain, Word: "to"}, {Domain: &passageDomain, Word: "by"}},
			PseudoLegal: movePseudoLegal, Legal: moveLegal, Apply: moveApply,
			Events: []string{"own-casualty", "mover-stopped", "wins"},
		},
		{
			Name: "open", Group: "movement", Gist: "open a door, or break through a wall",
			Params:      []arg{aTeam, {Domain: &passageDomain}},
			PseudoLegal: openPseudoLegal, Legal: openLegal, Apply: openApply,
		},
		{
			Name: "assault", Group: "assault", Gist: "throw a grenade into a room and storm the room: the whole activation of up to four teams or half-teams",
			Params:      []arg{aPlace, {Domain: &teamDomain, Word: "by", Set: true}},
			PseudoLegal: assaultPseudoLegal, Legal: assaultLegal, Apply: assaultApply,
			Events: []string{"room-taken", "room-emptied", "in-combat", "casualty", "own-casualty", "wins"},
		},
		{
			Name: "grenade", Group: "assault", Gist: "throw a grenade into a room with enemies, and stay outside; two actions",
			Params:      []arg{aPlace, {Domain: &teamDomain, Word: "by"}},
			PseudoLegal: grenadePseudoLegal, Legal: grenadeLegal, Apply: grenadeApply,
			Events: []string{"room-empty", "casualty", "casualties-2", "wins"},
		},
		{
			Name: "fight", Group: "melee", Gist: "fight on in a room, with all teams there",
			Params:      []arg{aPlace},
			PseudoLegal: fightPseudoLegal, Legal: fightLegal, Apply: fightApply,
			Events: []string{"room-cleared", "room-lost", "room-emptied", "in-combat", "casualty", "own-casualty", "wins"},
		},
		{
			Name: "fire", Group: "fire", Gist: "fire at an enemy team in sight; one action",
			Params:      []arg{aTeam, {Domain: &teamDomain, Word: "at"}},
			PseudoLegal: firePseudoLegal, Legal: fireLegal, Apply: fireApply, FireLine: game.Along[Battlefield, Position](&teamDomain, 0, &teamDomain, 1),
			Events: []string{"casualty", "casualties-2", "target-suppressed", "target-lost", "wins"},
		},
		{
			Name: "rally", Group: "morale", Gist: "test morale to lose suppression, hesitation and pinning; one action",
			Params:      []arg{aTeam},
			PseudoLegal: rallyPseudoLegal, Legal: rallyLegal, Apply: rallyApply,
			Events: []string{"rallied"},
		},
		{
			Name: "watch", Group: "activation", Gist: "end the activation on watch, to fire at an enemy that shows itself",
			Params:      []arg{aTeam},
			PseudoLegal: ownPseudoLegal, Legal: watchLegal, Apply: watchApply,
		},
		{
			Name: "rest", Group: "activation", Gist: "end the activation early, or skip it",
			Params:      []arg{aTeam},
			PseudoLegal: ownPseudoLegal, Legal: restLegal, Apply: restApply,
			Events: []string{"wins"},
		},
	},
}.Game()

var gameEvents = []event{
	{Name: "room-taken", Gist: "only the assaulters are left in the room", Holds: onlyActingSide},
	{Name: "room-cleared", Gist: "only the acting side is left in the room", Holds: onlyActingSide},
	{Name: "room-emptied", Gist: "neither side has anybody left in the room", Holds: nobodyInRoom},
	{Name: "room-empty", Gist: "the room has no occupants left", Holds: nobodyInRoom},
	{Name: "room-lost", Gist: "only the enemy is left in the room", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		return f.inside(after, int(a[0]), before.Side) == 0 && f.inside(after, int(a[0]), 1-before.Side) > 0
	}},
	{Name: "in-combat", Gist: "both sides are in combat in the room", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return after.Rooms[a[0]].Stormed > 0
	}},
	losses.Enemy("casualty", 1, "the enemy loses at least one character"),
	losses.Enemy("casualties-2", 2, "the enemy loses at least two characters"),
	losses.Own("own-casualty", 1, "the acting side loses at least one character"),
	{Name: "mover-stopped", Gist: "the moving team is lost or becomes suppressed", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Teams[a[0]].Place == 0 || after.Teams[a[0]].Suppressed && !before.Teams[a[0]].Suppressed
	}},
	{Name: "target-suppressed", Gist: "the target survives and is suppressed", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return after.Teams[a[1]].Suppressed
	}},
	roster.Gone("target-lost", 1, "the target is wiped out"),
	{Name: "rallied", Gist: "the team is no longer suppressed, hesitant or pinned", Holds: func(f *Battlefield, _, after *Position, a args) bool {
		s := f.moraleOf(after, int(a[0]))
		return after.Teams[a[0]].Place != 0 && !after.Teams[a[0]].Suppressed && !s.Hesitant && !s.Pinned
	}},
	game.Wins(status),
}

// onlyActingSide reports whether the acting side is in a room and the enemy is not.
func onlyActingSide(f *Battlefield, before, after *Position, a args) bool {
	return f.inside(after, int(a[0]), before.Side) > 0 && f.inside(after, int(a[0]), 1-before.Side) == 0
}

// nobodyInRoom reports whether neither side is in a room.
func nobodyInRoom(f *Battlefield, _, after *Position, a args) bool {
	return f.inside(after, int(a[0]), 0)+f.inside(after, int(a[0]), 1) == 0
}

var status = victory.During(func(p *Position) game.Status {
	return game.Status{Side: int(p.Side), Round: int(p.Round), Phase: "Activations"}
})

// roster is the teams of a game.
var roster = game.Units[Battlefield, Position]{
	Noun:   "team",
	Len:    func(f *Battlefield) int { return len(f.teams) },
	Name:   func(f *Battlefield, i int) string { return f.teams[i].name },
	Side:   func(f *Battlefield, i int) uint8 { return f.teams[i].side },
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
	Objectives: func(f *Battlefield) []uint8 { return f.objectives },
	Holder:     func(_ *Battlefield, p *Position, at uint8) int { return int(p.Rooms[at].Held) - 1 },
	Present: func(f *Battlefield, p *Position, at uint8) [2]int {
		return [2]int{f.inside(p, int(at), 0), f.inside(p, int(at), 1)}
	},
}
