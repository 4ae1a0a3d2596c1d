package lasergrenadiers

import (
	"slices"

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

// none is an optional argument that is left out.
const none = game.None

// The domains of the parameters of actions.
var (
	pieceDomain   = roster.Domain()
	placeDomain   = game.Things("place", func(f *Battlefield) []place { return f.places }, func(x *place) string { return x.name })
	sectionDomain = game.Things("section", func(f *Battlefield) []section { return f.sections }, func(x *section) string { return x.name })
	wallDomain    = game.Things("wall", func(f *Battlefield) []wallInfo { return f.walls }, func(x *wallInfo) string { return x.name })
	wayDomain     = game.Choice[Battlefield]("way", UsualWay.Names()[1:]...)
	openingDomain = game.Named("opening", func(f *Battlefield) int { return f.groundMap.Openings() }, func(f *Battlefield, o int) string {
		return f.groundMap.OpeningName(ground.OpeningID(o))
	})
	featureDomain = game.Things("feature", func(f *Battlefield) []ground.Feature { return f.features }, func(x *ground.Feature) string { return x.Name })
)

var aPiece = arg{Domain: &pieceDomain}

// Game is the host game, as far as a fight for structures needs it.
var Game = game.Spec[Setup, Battlefield, Position]{
	Rules:    Rules,
	Wording:  wording,
	Counters: map[string]func(rule.Ref) scene.Piece{"troops": counter},
	Gist:     "the sides take turns to activate pieces, which move and then fire; hidden troops hold structures that the attackers shoot through, breach, burn and bring down",
	LeavesOut: []string{
		"The game leaves out suppressive fire, crews that leave their weapons, poison, and the scatter of indirect fire and of misses.",
		"Pieces stand at named places, and ranges are measured between them on the plan. Heights count only for effect areas and fires.",
		"Sections fall whole. Where an effect area destroys a part, it leaves a gap near the middle of the wall, or a trace on the roof. A nuclear warhead makes a gap in every wall whose gap it covers.",
		"Every gap is as wide as a doorway. On an upper floor, pieces see and fire through a gap but do not climb through it.",
		"Pieces move, but neither see nor fire, through doors and arches between the sections of a structure. Through a breach they do all three.",
		"Fallen sections and destroyed plants change only lines of sight in the open.",
		"The enemy fires at a moving piece where it arrives in the open, not on its way.",
		"Fire spreads within one building or one area of plants, not from one to another.",
		"Effect areas that burst in the open do not damage structures beside them or harm pieces behind walls.",
		"Pieces fire at plants only from the open, not out of windows.",
		"A defence screen weakens a shot and does nothing else.",
	},
	Init:        start,
	Sides:       func(f *Battlefield) [2]rule.Side { return f.sides },
	Status:      status,
	Validate:    validatePosition,
	CountModels: roster.CountModels,
	Evaluate:    game.EvaluateBy(&roster, (*Battlefield).pieceValue, (*Battlefield).taskValue),
	Text:        text,
	Scene:       draw,
	SightLines:  game.OfPiece(&roster, lines),
	Reaches:     reaches,
	Reveals:     discovered,
	View:        sideView,
	Sample:      completeView,
	Events:      gameEvents,
	Metrics: []game.Metric[Battlefield, Position]{
		{Name: "structures-lost", Gist: "destroyed structures", Of: (*Battlefield).structuresDestroyed},
		{Name: "sections-burning", Gist: "sections on fire at the end", Of: (*Battlefield).sectionsOnFire},
		{Name: "walls-open", Gist: "breaches and gaps in walls, counted by storey", Of: (*Battlefield).openWalls},
	},
	ActionTypes: []actionType{
		{
			Name: "move", Group: "Activation", Gist: "move a piece to a place in reach, into or out of structures by a way; it may then fire",
			Params:      []arg{aPiece, {Domain: &placeDomain, Word: "to"}, {Domain: &wayDomain, Word: "by", Optional: true}},
			PseudoLegal: movePseudoLegal, Legal: moveLegal, Apply: moveApply,
			Events: []string{"own-loss", "enemy-lost", "wins"},
		},
		{
			Name: "fire", Group: "Fire", Gist: "fire at a visible enemy piece",
			Params:      []arg{aPiece, {Domain: &pieceDomain, Word: "at"}},
			PseudoLegal: firePseudoLegal, Legal: byShooter((*Battlefield).legalShot), Apply: fireApply, FireLine: along(&pieceDomain),
			Events: []string{"target-out", "target-shaken", "target-damaged", "enemy-lost", "structure-lost", "own-loss", "wins"},
		},
		{
			Name: "pierce", Group: "Fire", Gist: "fire through a wall or roof at an enemy piece in a known place",
			Params:      []arg{aPiece, {Domain: &pieceDomain, Word: "at"}},
			PseudoLegal: piercePseudoLegal, Legal: byShooter((*Battlefield).legalPierce), Apply: pierceApply, FireLine: alongWall,
			Events: []string{"target-out", "enemy-lost", "structure-lost", "fire-started", "own-loss", "wins"},
		},
		{
			Name: "probe", Group: "Fire", Gist: "fire through a wall or roof at a place where enemies might be: an exploratory attack",
			Params:      []arg{aPiece, {Domain: &placeDomain, Word: "at"}},
			PseudoLegal: probePseudoLegal, Legal: byShooter((*Battlefield).legalProbe), Apply: probeApply, FireLine: alongPlace,
			Events: []string{"enemy-lost", "structure-lost", "fire-started", "own-loss", "wins"},
		},
		{
			Name: "lob", Group: "Fire", Gist: "fire a warhead with an effect area into an opening, centred on a place inside",
			Params:      []arg{aPiece, {Domain: &openingDomain, Word: "into"}, {Domain: &placeDomain, Word: "at"}},
			PseudoLegal: lobPseudoLegal, Legal: lobLegal, Apply: lobApply, FireLine: along(&openingDomain),
			Events: []string{"enemy-lost", "structure-lost", "own-loss", "wins"},
		},
		{
			Name: "bombard", Group: "Fire", Gist: "fire at a section of a structure to damage it",
			Params:      []arg{aPiece, {Domain: &sectionDomain, Word: "at"}},
			PseudoLegal: bombardPseudoLegal, Legal: byShooter((*Battlefield).legalBombard), Apply: bombardApply, FireLine: along(&sectionDomain),
			Events: []string{"section-lost", "structure-lost", "fire-started", "enemy-lost", "own-loss", "wins"},
		},
		{
			Name: "ignite", Group: "Fire", Gist: "fire at trees, a hedge or other plants to burn them down",
			Params:      []arg{aPiece, {Domain: &featureDomain, Word: "at"}},
			PseudoLegal: ignitePseudoLegal, Legal: byShooter((*Battlefield).legalIgnitionOf), Apply: igniteApply, FireLine: along(&featureDomain),
			Events: []string{"plants-burnt", "enemy-lost", "own-loss", "wins"},
		},
		{
			Name: "breach", Group: "Engineers", Gist: "work at a wall with a saw or a charge until it is breached",
			Params:      []arg{aPiece, {Domain: &wallDomain, Word: "at"}},
			PseudoLegal: breachPseudoLegal, Legal: byShooter((*Battlefield).legalBreachOf), Apply: breachApply,
			Events: []string{"wall-breached", "structure-lost", "wins"},
		},
		{
			Name: "observe", Group: "Activation", Gist: "look for enemies at a place inside a structure",
			Params:      []arg{aPiece, {Domain: &placeDomain, Word: "at"}},
			PseudoLegal: observePseudoLegal, Legal: observeLegal, Apply: observeApply,
			Events: []string{"enemy-found"},
		},
		{
			Name: "recover", Group: "Activation", Gist: "let a shaken piece recover, or repair a damaged vehicle",
			Params:      []arg{aPiece},
			PseudoLegal: recoverPseudoLegal, Legal: recoverLegal, Apply: recoverApply,
			Events: []string{"recovered"},
		},
		{
			Name: "done", Group: "Activation", Gist: "end the activation of the piece that has moved",
			Params:      []arg{aPiece},
			PseudoLegal: donePseudoLegal, Legal: doneLegal, Apply: doneApply,
			Events: []string{"own-loss", "enemy-lost", "structure-lost", "wins"},
		},
		{
			Name: "pass", Group: "Activation", Gist: "activate no piece now; when both sides pass in a row, the turn ends",
			PseudoLegal: passPseudoLegal, Legal: passLegal, Apply: passApply,
			Events: []string{"own-loss", "enemy-lost", "structure-lost", "wins"},
		},
	},
}.Game()

var losses = game.Losses[Battlefield, Position]{Lost: roster.Lost, Side: func(p *Position) uint8 { return p.Side }}

var gameEvents = []event{
	roster.Gone("target-out", 1, "the target is out of action"),
	{Name: "target-shaken", Gist: "the target survives, shaken", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Figures[a[1]].Shaken && !before.Figures[a[1]].Shaken
	}},
	{Name: "target-damaged", Gist: "the vehicle survives with more damage", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.here(int(a[1])) && after.Figures[a[1]].Damage > before.Figures[a[1]].Damage
	}},
	losses.Enemy("enemy-lost", 1, "the enemy loses at least one piece"),
	losses.Own("own-loss", 1, "the acting side loses at least one piece"),
	{Name: "enemy-found", Gist: "an enemy at the place is detected", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		return slices.ContainsFunc(roster.Enemies(f, before, before.Side), func(j int) bool {
			return before.at(j) == int(a[1]) && before.Figures[j].Seen != Detected && found(&after.Figures[j])
		})
	}},
	{Name: "section-lost", Gist: "the section falls", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return !before.Wings[a[1]].Fallen && after.Wings[a[1]].Fallen
	}},
	{Name: "structure-lost", Gist: "a structure is destroyed", Holds: func(f *Battlefield, before, after *Position, _ args) bool {
		return f.structuresDestroyed(after) > f.structuresDestroyed(before)
	}},
	{Name: "fire-started", Gist: "another section catches fire", Holds: func(f *Battlefield, before, after *Position, _ args) bool {
		return game.Any(len(f.sections), func(w int) bool { return before.Wings[w].Size == 0 && after.Wings[w].Size > 0 })
	}},
	{Name: "plants-burnt", Gist: "the plants are destroyed", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Plots[a[1]].Gone && !before.Plots[a[1]].Gone
	}},
	{Name: "wall-breached", Gist: "the wall has a way through", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		w := &f.walls[a[1]]
		return after.Wings[w.section].Open[w.wall]&1 > before.Wings[w.section].Open[w.wall]&1
	}},
	{Name: "recovered", Gist: "the piece is no longer shaken, or has less damage", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		x, y := &before.Figures[a[0]], &after.Figures[a[0]]
		return x.Shaken && !y.Shaken || y.Damage < x.Damage
	}},
	game.Wins(status),
}

// found reports whether a piece has been detected, in this turn or in the one
// that the action ended.
func found(x *Figure) bool { return x.Seen == Detected || x.Seen == Located }

var status = victory.During(func(p *Position) game.Status {
	return game.Status{Side: int(p.Side), Round: int(p.Turn), Phase: "activations"}
})

// victory decides who wins: by structures that are held, destroyed or cleared, or by pieces
// that survive.
var victory = game.Victory[Battlefield, Position]{
	Cite: "host.victory",
	Texts: game.EndTexts{
		WipedOut: "a side has no pieces left",
		Achieved: []string{
			Hold: "too few structures are left to hold", Destroy: "the structures have fallen",
			Clear: "no enemy is left in the structures", Survive: "too few survived",
		},
		TimeIsOver: []string{
			Hold: "the last turn is over: who is alone in the structures", Destroy: "the last turn is over, and the structures stand",
			Clear: "the last turn is over, and the structures are not clear", Survive: "the last turn is over, and enough survived",
		},
	},
	Goals: []game.Goal{Hold: game.Hold, Destroy: game.Destroy, Clear: game.Clear, Survive: game.Survive},
	Task: func(f *Battlefield) (kind int, side uint8, many int) {
		return int(f.task.Kind), f.task.Side, int(f.task.Many)
	},
	Outcome:    func(p *Position) *game.Outcome { return &p.Outcome },
	Left:       roster.Left,
	Models:     roster.ModelsOf,
	Objectives: func(f *Battlefield) []uint8 { return f.objectives },
	Holder:     (*Battlefield).holder,
	Present:    func(f *Battlefield, p *Position, s uint8) [2]int { return f.insideStructure(p, int(s)) },
	Hidden:     roster.HiddenUnits,
	Destroyed:  func(_ *Battlefield, p *Position, s uint8) bool { return p.Sites[s].Gone },
	LostEarly:  true,
}

// holder returns the side that is alone in a structure that stands, or -1.
func (f *Battlefield) holder(p *Position, s uint8) int {
	if p.Sites[s].Gone {
		return -1
	}
	return game.SoleSide(f.insideStructure(p, int(s)))
}
