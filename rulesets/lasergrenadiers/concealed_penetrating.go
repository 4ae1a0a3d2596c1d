package lasergrenadiers

import (
	"slices"

	"loophole/rule"
)

// PenetratingAttack is the situation of an attack through the wall or roof of a
// structure at those behind it.
type PenetratingAttack struct {
	Attack   Attack            `key:"attack" doc:"at a known place, or exploratory at possible places"`
	At       uint8             `key:"at" min:"0" max:"6" doc:"number of the target piece, in an attack at a known place"`
	Named    bool              `key:"area-named" doc:"the attacker has named the part of the structure to fire at"`
	Pieces   [mostPieces]Piece `key:"pieces" doc:"pieces behind the wall or close in front of it; if none is named, three infantrymen at depths 2, 2 and 5, the second 2 aside"`
	Surface  Surface           `key:"surface" doc:"the surface that the shot strikes"`
	Indirect bool              `key:"indirect" doc:"the fire is indirect, from above"`

	Armament
	Aim
	Structure
	DamageAccount
	IgnitionConditions
}

// Attack is the kind of attack on those behind a wall.
type Attack uint8

const (
	Known Attack = iota
	Exploratory
)

func (Attack) Names() []string { return []string{"known", "exploratory"} }

// PenetrationOutcome is the outcome of an attack through a wall, or into an opening.
type PenetrationOutcome struct {
	Hit     bool                    `key:"hit" doc:"the shot hits the structure or the opening"`
	Through bool                    `key:"penetrated" doc:"the shot penetrates the structure"`
	Pieces  [mostPieces]PieceResult `key:"pieces" doc:"what happened to each piece"`
	Burning bool                    `key:"fire" doc:"a fire starts"`
	StructureDamage
}

// count counts the pieces whose result is at least as bad.
func (o PenetrationOutcome) count(least PieceResult) int {
	count := 0
	for _, x := range o.Pieces {
		if x >= least {
			count++
		}
	}
	return count
}

var penetrationEvents = []rule.Event[PenetrationOutcome]{
	{Name: "hit", Gist: "the shot hits", Holds: func(o PenetrationOutcome) bool { return o.Hit }},
	{Name: "penetrated", Gist: "the shot penetrates the structure", Holds: func(o PenetrationOutcome) bool { return o.Through }},
	{Name: "piece-hit", Gist: "at least one piece is hit", Holds: func(o PenetrationOutcome) bool { return o.count(Struck) > 0 }},
	{Name: "piece-penetrated", Gist: "at least one piece is penetrated", Holds: func(o PenetrationOutcome) bool { return o.count(Penetrated) > 0 }},
	{Name: "structure-damaged", Gist: "the structure is holed, partly destroyed or loses points", Holds: func(o PenetrationOutcome) bool { return o.Hole+o.Portion+o.Points > 0 }},
	{Name: "structure-destroyed", Gist: "the structure is destroyed", Holds: func(o PenetrationOutcome) bool { return o.Fate == Destroyed }},
	{Name: "fire", Gist: "a fire starts", Holds: func(o PenetrationOutcome) bool { return o.Burning }},
}

var penetrationMeasures = []rule.Measure[PenetrationOutcome]{
	{Name: "hit", Unit: "pieces", Of: func(o PenetrationOutcome) int { return o.count(Struck) }},
	{Name: "penetrated", Unit: "pieces", Of: func(o PenetrationOutcome) int { return o.count(Penetrated) }},
	{Name: "points", Unit: "damage points", Of: func(o PenetrationOutcome) int { return int(o.Points) }},
}

var penetratingSpec = rule.Spec[PenetratingAttack, PenetrationOutcome]{
	Name: "through",
	Gist: "fire through the wall or roof of a structure at enemies in known or possible places inside",
	Default: PenetratingAttack{
		At: 1, Named: true, Pieces: [mostPieces]Piece{{Unit: infantry, Depth: 2}, {Unit: infantry, Depth: 2, Aside: 2}, {Unit: infantry, Depth: 5}},
		Armament: Armament{Weapon: heavyFusion}, Structure: Structure{Type: structures.Ref("house")},
	},
	Legal:        legalPenetratingAttack,
	Play:         playPenetratingAttack,
	MaxQuestions: 15,
	Events:       penetrationEvents,
	Measures:     penetrationMeasures,
	Examples: []rule.Example{
		{Name: "fusion", Settings: "weapon=heavy-fusion-rifle", Gist: "half of a fusion rifle's effect area reaches two of three soldiers"},
		{Name: "rotary", Settings: "weapon=rotary-cannon at=2", Gist: "a rotary cannon at a soldier known to be behind the wall: 50%"},
		{Name: "exploratory", Settings: "attack=exploratory weapon=autocannon pieces=infantry,infantry pieces.1.unknown=yes pieces.2.unknown=yes", Gist: "an automatic cannon rakes a wall with unknown enemies behind it: 20%"},
		{Name: "nuclear", Settings: "weapon=nuclear-warhead structure=bunker surface=roof", Gist: "a nuclear warhead on a bunker"},
	},
}

func legalPenetratingAttack(u *rule.Umpire, s *PenetratingAttack) {
	legalArmament(u, &s.Armament)
	legalTarget(u, &s.Structure, s.Surface, s.Indirect)
	w := s.Armament.weapon(u)
	legalDamageAccount(u, &s.DamageAccount, &w)
	legalPieces(u, &s.Pieces)
	if s.Attack == Exploratory {
		legalExploratory(u, s)
		return
	}
	u.Require(s.At > 0, "known.attack", "name the piece in a known place by its number: at=1")
	if s.At == 0 {
		return
	}
	p := &s.Pieces[s.At-1]
	u.Require(p.Unit != 0, "known.attack", "no piece has that number")
	u.Require(!p.Unknown, "known.attack", "the place of that piece is not known: make an exploratory attack")
	u.Require(!p.Elsewhere, "known.attack", "the piece is not in the part that the shot strikes: fire at the piece's own part")
	u.Require(!p.Friend, "known.all", "the piece is on the firer's side")
	u.Require(p.Depth >= 0, "known.attack", "the piece is outside: fire at it directly")
}

// legalExploratory forbids an exploratory attack at no named part (probe.area), or where an enemy is known
// to be (probe.unknown).
func legalExploratory(u *rule.Umpire, s *PenetratingAttack) {
	u.Require(s.Named, "probe.area", "name the part of the structure to fire at")
	for i := range s.Pieces {
		p := &s.Pieces[i]
		if p.Unit == 0 || p.Friend || p.Unknown || p.Elsewhere || p.Depth < 0 {
			continue
		}
		u.Require(u.Ruling(&probing) == probingAny, "probe.unknown", "the place of an enemy is known: attack=known")
		return
	}
}

// A preparedPenetration is an attack through a wall up to the first roll.
type preparedPenetration struct {
	hitsOn, penetratesOn, ignitesOn int
	hitsInsideOn                    int // to hit a piece inside, without an effect area
	cite                            rule.Clause
	area, nuclear                   bool
	targets                         [mostPieces]pieceTarget
	structureHit                    structureHit
}

var preparePenetration = rule.Precomputed[PenetratingAttack, preparedPenetration]{Compute: func(u *rule.Umpire, s *PenetratingAttack) preparedPenetration {
	weapon := s.Armament.weapon(u)
	material := s.materialStruck(u, s.Surface, s.Indirect)
	u.Note("brief.two-ways", "the attacker fires through the structure")
	u.Note("destroy.catch", "the shot may hit pieces behind the structure")
	prepared := preparedPenetration{
		hitsOn:       s.hitsOn(u, func() int { return u.Fact(&sizeSection) }),
		penetratesOn: s.penetratesOn(u, &weapon, &s.Structure, material),
		ignitesOn:    s.surfaceIgnitionTarget(u, &weapon, material),
		area:         weapon.hasEffectArea(u), nuclear: weapon.class(u) == Nuclear,
		targets:      pieceTargets(u, &s.Pieces, &weapon),
		structureHit: s.prepareHit(u, &weapon),
	}
	if prepared.area {
		return prepared
	}
	chances, mode := &known, rule.Ref(weapon.mode(u))
	if s.Attack == Exploratory {
		chances = &exploratory
	}
	prepared.hitsInsideOn, prepared.cite = u.Cell(chances, mode, 0), chances.Rows[mode-1].Cite
	return prepared
}}

// attackClauses are what the text says of each kind of attack: that it must hit and penetrate,
// that otherwise nobody is hit, and what half of an effect area does.
var attackClauses = [...]struct{ hit, gate, half rule.Clause }{
	Known:       {"known.attack", "known.gate", "known.half"},
	Exploratory: {"probe.attack", "probe.gate", "probe.half"},
}

func playPenetratingAttack(u *rule.Umpire, s *PenetratingAttack) (outcome PenetrationOutcome) {
	prepared := preparePenetration.For(u, s)
	outcome.Lost = s.Lost
	cite := attackClauses[s.Attack].hit
	if outcome.Hit = u.Test(rule.D10, rule.AtMost(prepared.hitsOn), cite, "does the shot hit the structure?"); !outcome.Hit {
		return outcome
	}
	outcome.Through = prepared.structureHit.rollPenetration(u, prepared.penetratesOn, cite, "does the shot penetrate?")
	outcome.Burning = startsFire(u, prepared.ignitesOn)
	outcome.StructureDamage = prepared.structureHit.damageDone(u, &s.DamageAccount, true, outcome.Through)
	if prepared.nuclear && outcome.Portion > 0 {
		destroyPieces(u, &prepared.targets, &outcome.Pieces)
		return outcome
	}
	prepared.attackOuterHalf(u, &outcome)
	if prepared.attackInside(u, s, &outcome); outcome.Fate == Destroyed {
		applyCollapseToPieces(u, &prepared.targets, &outcome.Pieces)
	}
	return outcome
}

// attackInside works out which pieces behind the wall are hit, if the shot has penetrated (known.gate,
// probe.gate).
func (p *preparedPenetration) attackInside(u *rule.Umpire, s *PenetratingAttack, outcome *PenetrationOutcome) {
	if !outcome.Through {
		u.Note(attackClauses[s.Attack].gate, "the shot hits no piece behind the structure")
		return
	}
	if p.area {
		u.Note(attackClauses[s.Attack].half, "half of the effect area counts inside")
		p.attackInnerHalf(u, outcome)
	} else if u.Ruling(&pieces) == piecesEach {
		p.attackEach(u, s, outcome)
	} else {
		p.attackOne(u, s, outcome)
	}
}

// attackOuterHalf hits the pieces before the wall with the other half of the area (host.outer).
func (p *preparedPenetration) attackOuterHalf(u *rule.Umpire, outcome *PenetrationOutcome) {
	if !p.area || u.Ruling(&outer) == outerSpared {
		return
	}
	for i := range p.targets {
		if p.targets[i].hitOutside {
			outcome.Pieces[i] = p.targets[i].rollResult(u)
		}
	}
}

// attackInnerHalf hits everybody in the half of the area that projects inside (known.all).
func (p *preparedPenetration) attackInnerHalf(u *rule.Umpire, outcome *PenetrationOutcome) {
	for i := range p.targets {
		if p.targets[i].hitInside {
			u.Note("known.all", "the half inside hits a piece within it")
			outcome.Pieces[i] = p.targets[i].rollResult(u)
		}
	}
}

// possibleTargets lists the pieces that a shot without an effect area may hit.
func (p *preparedPenetration) possibleTargets(s *PenetratingAttack) (list [mostPieces]int, count int) {
	for i := range p.targets {
		if p.targets[i].exposedToShot && (s.Attack == Exploratory || !s.Pieces[i].Unknown) {
			list[count] = i
			count++
		}
	}
	return list, count
}

// attackOne rolls once: in a known place for the piece aimed at, else for any piece that is there.
func (p *preparedPenetration) attackOne(u *rule.Umpire, s *PenetratingAttack, outcome *PenetrationOutcome) {
	list, count := p.possibleTargets(s)
	if count == 0 || !u.Test(rule.D10, rule.AtMost(p.hitsInsideOn), p.cite, "does the shot hit a piece inside?") {
		return
	}
	i := int(s.At) - 1
	if s.Attack == Exploratory {
		i = p.choosePiece(u, list, count)
	}
	outcome.Pieces[i] = p.targets[i].rollResult(u)
}

// attackEach rolls for every piece that may be hit.
func (p *preparedPenetration) attackEach(u *rule.Umpire, s *PenetratingAttack, outcome *PenetrationOutcome) {
	list, count := p.possibleTargets(s)
	for _, i := range list[:count] {
		if u.Test(rule.D10, rule.AtMost(p.hitsInsideOn), p.cite, "does the shot hit this piece inside?") {
			outcome.Pieces[i] = p.targets[i].rollResult(u)
		}
	}
}

// choosePiece returns which of the listed pieces an exploratory attack hits (host.which). The first
// option is the best for the side that chooses: for the owner the piece that is hardest to penetrate,
// for the attacker the easiest.
func (p *preparedPenetration) choosePiece(u *rule.Umpire, list [mostPieces]int, count int) int {
	if count == 1 {
		return list[0]
	}
	reading := u.Ruling(&which)
	if reading == whichRandom {
		return list[u.Sum(1, rule.Die(count), "host.which", "which piece is hit, numbered in order?")-1]
	}
	side, best := rule.Side("defender"), 1
	if reading == whichAttacker {
		side, best = "attacker", -1
	}
	slices.SortStableFunc(list[:count], func(a, b int) int { return best * (p.targets[a].penetratesOn - p.targets[b].penetratesOn) })
	var names [mostPieces]string
	for k, i := range list[:count] {
		names[k] = pieceNames[i]
	}
	return list[u.Choose(side, "host.which", "which piece is hit?", names[:count]...)]
}

var pieceNames = [mostPieces]string{"piece 1", "piece 2", "piece 3", "piece 4", "piece 5", "piece 6"}
