package lasergrenadiers

import (
	"slices"

	"loophole/rule"
)

// PenetratingAttack is the situation of an attack through the wall or roof of a
// structure at those behind it.
type PenetratingAttack struct {
	Attack   Attack   `key:"attack" doc:"at a known place, or exploratory at possible places"`
	At       uint8    `key:"at" min:"0" max:"6" doc:"number of the target piece, in an attack at a known place"`
	Named    bool     `key:"area-named" doc:"the attacker has named the part of the structure to fire at"`
	Pieces   [6]Piece `key:"pieces" doc:"pieces behind the wall or close in front of it; if none is named, three infantrymen at depths 2, 2 and 5, the second 2 aside"`
	Surface  Surface  `key:"surface" doc:"the surface that the shot strikes"`
	Indirect bool     `key:"indirect" doc:"the fire is indirect, from above"`

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

// Names lists the kinds of attack.
func (Attack) Names() []string { return []string{"known", "exploratory"} }

// PenetrationOutcome is the outcome of an attack through a wall, or into an opening.
type PenetrationOutcome struct {
	Hit     bool           `key:"hit" doc:"the shot hits the structure or the opening"`
	Through bool           `key:"penetrated" doc:"the shot penetrates the structure"`
	Pieces  [6]PieceResult `key:"pieces" doc:"what happened to each piece"`
	Burning bool           `key:"fire" doc:"a fire starts"`
	StructureDamage
}

// count is the number of pieces whose result is at least as bad.
func (b PenetrationOutcome) count(h PieceResult) int {
	n := 0
	for _, x := range b.Pieces {
		if x >= h {
			n++
		}
	}
	return n
}

var penetrationEvents = []rule.Event[PenetrationOutcome]{
	{Name: "hit", Gist: "the shot hits", Holds: func(b PenetrationOutcome) bool { return b.Hit }},
	{Name: "penetrated", Gist: "the shot penetrates the structure", Holds: func(b PenetrationOutcome) bool { return b.Through }},
	{Name: "piece-hit", Gist: "at least one piece is hit", Holds: func(b PenetrationOutcome) bool { return b.count(Struck) > 0 }},
	{Name: "piece-penetrated", Gist: "at least one piece is penetrated", Holds: func(b PenetrationOutcome) bool { return b.count(Penetrated) > 0 }},
	{Name: "structure-damaged", Gist: "the structure is holed, partly destroyed or loses points", Holds: func(b PenetrationOutcome) bool { return b.Hole+b.Portion+b.Points > 0 }},
	{Name: "structure-destroyed", Gist: "the structure is destroyed", Holds: func(b PenetrationOutcome) bool { return b.Fate == Destroyed }},
	{Name: "fire", Gist: "a fire starts", Holds: func(b PenetrationOutcome) bool { return b.Burning }},
}

var penetrationMeasures = []rule.Measure[PenetrationOutcome]{
	{Name: "hit", Unit: "pieces", Of: func(b PenetrationOutcome) int { return b.count(Struck) }},
	{Name: "penetrated", Unit: "pieces", Of: func(b PenetrationOutcome) int { return b.count(Penetrated) }},
	{Name: "points", Unit: "damage points", Of: func(b PenetrationOutcome) int { return int(b.Points) }},
}

var throughSpec = rule.Spec[PenetratingAttack, PenetrationOutcome]{
	Name: "through",
	Gist: "fire through the wall or roof of a structure at enemies in known or possible places inside",
	Default: PenetratingAttack{
		At: 1, Named: true, Pieces: [6]Piece{{Unit: infantry, Depth: 2}, {Unit: infantry, Depth: 2, Aside: 2}, {Unit: infantry, Depth: 5}},
		Armament: Armament{Weapon: heavyFusion}, Structure: Structure{Type: structures.Ref("house")},
	},
	Legal:     legalThrough,
	Play:      playThrough,
	Questions: 15,
	Events:    penetrationEvents,
	Measures:  penetrationMeasures,
	Examples: []rule.Example{
		{Name: "fusion", Settings: "weapon=heavy-fusion-rifle", Gist: "half of a fusion rifle's effect area reaches two of three soldiers"},
		{Name: "rotary", Settings: "weapon=rotary-cannon at=2", Gist: "a rotary cannon at a soldier known to be behind the wall: 50%"},
		{Name: "exploratory", Settings: "attack=exploratory weapon=autocannon pieces=infantry,infantry pieces.1.unknown=yes pieces.2.unknown=yes", Gist: "an automatic cannon rakes a wall with unknown enemies behind it: 20%"},
		{Name: "nuclear", Settings: "weapon=nuclear-warhead structure=bunker surface=roof", Gist: "a nuclear warhead on a bunker"},
	},
}

// A preparedPenetration is an attack through a wall up to the first roll.
type preparedPenetration struct {
	hitsOn, penetratesOn, fireOn int
	hitsInsideOn                 int // to hit a piece inside, without an effect area
	cite                         rule.Clause
	area, nuclear                bool
	targets                      [6]pieceTarget
	structureHit                 structureHit
}

var preparePenetration = rule.Precomputed[PenetratingAttack, preparedPenetration]{Compute: func(u *rule.Umpire, s *PenetratingAttack) preparedPenetration {
	w := s.Armament.weapon(u)
	m := s.materialStruck(u, s.Surface, s.Indirect)
	u.Note("brief.two-ways", "the attacker fires through the structure")
	u.Note("destroy.catch", "the shot may hit pieces behind the structure")
	p := preparedPenetration{
		hitsOn:       s.hitsOn(u, func() int { return u.Fact(&sizeSection) }),
		penetratesOn: s.penetratesOn(u, &w, &s.Structure, m),
		fireOn:       s.surfaceIgnitionTarget(u, &w, m),
		area:         w.hasEffectArea(u), nuclear: w.class(u) == Nuclear,
		targets:      pieceTargets(u, &s.Pieces, &w),
		structureHit: s.prepareHit(u, &w),
	}
	if p.area {
		return p
	}
	chances, mode := &known, rule.Ref(w.mode(u))
	if s.Attack == Exploratory {
		chances = &exploratory
	}
	p.hitsInsideOn, p.cite = u.Cell(chances, mode, 0), chances.Rows[mode-1].Cite
	return p
}}

// attackClauses are what the text says of each kind of attack: that it must hit and penetrate,
// that otherwise nobody is hit, and what half of an effect area does.
var attackClauses = [...]struct{ hit, gate, half rule.Clause }{
	Known:       {"known.attack", "known.gate", "known.half"},
	Exploratory: {"probe.attack", "probe.gate", "probe.half"},
}

func playThrough(u *rule.Umpire, s *PenetratingAttack) (r PenetrationOutcome) {
	p := preparePenetration.For(u, s)
	r.Lost = s.Lost
	cite := attackClauses[s.Attack].hit
	if r.Hit = u.Test(rule.D10, rule.AtMost(p.hitsOn), cite, "does the shot hit the structure?"); !r.Hit {
		return r
	}
	r.Through = p.structureHit.rollPenetration(u, p.penetratesOn, cite, "does the shot penetrate?")
	r.Burning = startsFire(u, p.fireOn)
	r.StructureDamage = p.structureHit.damageDone(u, &s.DamageAccount, true, r.Through)
	if p.nuclear && r.Portion > 0 {
		vaporise(u, &p.targets, &r.Pieces)
		return r
	}
	p.attackOuterHalf(u, &r)
	if p.attackInside(u, s, &r); r.Fate == Destroyed {
		buryOccupants(u, &p.targets, &r.Pieces)
	}
	return r
}

// attackInside works out which pieces behind the wall are hit.
func (p *preparedPenetration) attackInside(u *rule.Umpire, s *PenetratingAttack, r *PenetrationOutcome) {
	if !r.Through {
		u.Note(attackClauses[s.Attack].gate, "the shot hits no piece behind the structure")
		return
	}
	if p.area {
		u.Note(attackClauses[s.Attack].half, "half of the effect area counts inside")
		p.attackInnerHalf(u, r)
	} else if u.Ruling(&pieces) == piecesEach {
		p.attackEach(u, s, r)
	} else {
		p.attackOne(u, s, r)
	}
}

// attackOuterHalf hits the pieces before the wall with the other half of the area.
func (p *preparedPenetration) attackOuterHalf(u *rule.Umpire, r *PenetrationOutcome) {
	if !p.area || u.Ruling(&outer) == outerSpared {
		return
	}
	for i := range p.targets {
		if p.targets[i].hitOutside {
			r.Pieces[i] = p.targets[i].rollResult(u)
		}
	}
}

// attackInnerHalf hits everybody in the half of the area that projects inside.
func (p *preparedPenetration) attackInnerHalf(u *rule.Umpire, r *PenetrationOutcome) {
	for i := range p.targets {
		if p.targets[i].hitInside {
			u.Note("known.all", "the half inside hits a piece within it")
			r.Pieces[i] = p.targets[i].rollResult(u)
		}
	}
}

// possibleTargets lists the pieces that a shot without an effect area may hit.
func (p *preparedPenetration) possibleTargets(s *PenetratingAttack) (list [6]int, n int) {
	for i := range p.targets {
		if p.targets[i].mayBeHit && (s.Attack == Exploratory || !s.Pieces[i].Unknown) {
			list[n] = i
			n++
		}
	}
	return list, n
}

// attackOne rolls once: in a known place for the piece aimed at, else for any piece that is there.
func (p *preparedPenetration) attackOne(u *rule.Umpire, s *PenetratingAttack, r *PenetrationOutcome) {
	list, n := p.possibleTargets(s)
	if n == 0 || !u.Test(rule.D10, rule.AtMost(p.hitsInsideOn), p.cite, "does the shot hit a piece inside?") {
		return
	}
	i := int(s.At) - 1
	if s.Attack == Exploratory {
		i = p.choosePiece(u, list, n)
	}
	r.Pieces[i] = p.targets[i].rollResult(u)
}

// attackEach rolls for every piece that may be hit.
func (p *preparedPenetration) attackEach(u *rule.Umpire, s *PenetratingAttack, r *PenetrationOutcome) {
	list, n := p.possibleTargets(s)
	for _, i := range list[:n] {
		if u.Test(rule.D10, rule.AtMost(p.hitsInsideOn), p.cite, "does the shot hit this piece inside?") {
			r.Pieces[i] = p.targets[i].rollResult(u)
		}
	}
}

// choosePiece returns which of n pieces an exploratory attack hits. The first option is the best for the
// side that chooses: for the owner the piece that is hardest to penetrate, for the attacker the
// easiest.
func (p *preparedPenetration) choosePiece(u *rule.Umpire, list [6]int, n int) int {
	if n == 1 {
		return list[0]
	}
	reading := u.Ruling(&which)
	if reading == whichRandom {
		return list[u.Sum(1, rule.Die(n), "host.which", "which piece is hit, numbered in order?")-1]
	}
	side, best := rule.Side("defender"), 1
	if reading == whichAttacker {
		side, best = "attacker", -1
	}
	slices.SortStableFunc(list[:n], func(a, b int) int { return best * (p.targets[a].penetratesOn - p.targets[b].penetratesOn) })
	var names [6]string
	for k, i := range list[:n] {
		names[k] = pieceNames[i]
	}
	return list[u.Choose(side, "host.which", "which piece is hit?", names[:n]...)]
}

var pieceNames = [6]string{"piece 1", "piece 2", "piece 3", "piece 4", "piece 5", "piece 6"}

func legalThrough(u *rule.Umpire, s *PenetratingAttack) {
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
