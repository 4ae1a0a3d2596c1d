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

	Arm
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
	Hit     bool    `key:"hit" doc:"the shot hits the structure or the opening"`
	Through bool    `key:"penetrated" doc:"the shot penetrates the structure"`
	Pieces  [6]Hurt `key:"pieces" doc:"what happened to each piece"`
	Burning bool    `key:"fire" doc:"a fire starts"`
	Harm
}

// count is how many pieces were hurt at least so.
func (b PenetrationOutcome) count(h Hurt) int {
	n := 0
	for _, x := range b.Pieces {
		if x >= h {
			n++
		}
	}
	return n
}

var behindEvents = []rule.Event[PenetrationOutcome]{
	{Name: "hit", Gist: "the shot hits", Holds: func(b PenetrationOutcome) bool { return b.Hit }},
	{Name: "penetrated", Gist: "the shot penetrates the structure", Holds: func(b PenetrationOutcome) bool { return b.Through }},
	{Name: "piece-hit", Gist: "at least one piece is hit", Holds: func(b PenetrationOutcome) bool { return b.count(Struck) > 0 }},
	{Name: "piece-penetrated", Gist: "at least one piece is penetrated", Holds: func(b PenetrationOutcome) bool { return b.count(Penetrated) > 0 }},
	{Name: "structure-damaged", Gist: "the structure is holed, partly destroyed or loses points", Holds: func(b PenetrationOutcome) bool { return b.Hole+b.Portion+b.Points > 0 }},
	{Name: "structure-destroyed", Gist: "the structure is destroyed", Holds: func(b PenetrationOutcome) bool { return b.Fate == Destroyed }},
	{Name: "fire", Gist: "a fire starts", Holds: func(b PenetrationOutcome) bool { return b.Burning }},
}

var behindMeasures = []rule.Measure[PenetrationOutcome]{
	{Name: "hit", Unit: "pieces", Of: func(b PenetrationOutcome) int { return b.count(Struck) }},
	{Name: "penetrated", Unit: "pieces", Of: func(b PenetrationOutcome) int { return b.count(Penetrated) }},
	{Name: "points", Unit: "damage points", Of: func(b PenetrationOutcome) int { return int(b.Points) }},
}

var throughSpec = rule.Spec[PenetratingAttack, PenetrationOutcome]{
	Name: "through",
	Gist: "fire through the wall or roof of a structure at enemies in known or possible places inside",
	Default: PenetratingAttack{
		At: 1, Named: true, Pieces: [6]Piece{{Unit: infantry, Depth: 2}, {Unit: infantry, Depth: 2, Aside: 2}, {Unit: infantry, Depth: 5}},
		Arm: Arm{Weapon: heavyFusion}, Structure: Structure{Type: structures.Ref("house")},
	},
	Legal:     legalThrough,
	Play:      playThrough,
	Questions: 15,
	Events:    behindEvents,
	Measures:  behindMeasures,
	Examples: []rule.Example{
		{Name: "fusion", Settings: "weapon=heavy-fusion-rifle", Gist: "half of a fusion rifle's effect area reaches two of three soldiers"},
		{Name: "rotary", Settings: "weapon=rotary-cannon at=2", Gist: "a rotary cannon at a soldier known to be behind the wall: 50%"},
		{Name: "exploratory", Settings: "attack=exploratory weapon=autocannon pieces=infantry,infantry pieces.1.unknown=yes pieces.2.unknown=yes", Gist: "an automatic cannon rakes a wall with unknown enemies behind it: 20%"},
		{Name: "nuclear", Settings: "weapon=nuclear-warhead structure=bunker surface=roof", Gist: "a nuclear warhead on a bunker"},
	},
}

// A preparedPenetration is an attack through a wall up to the first roll.
type preparedPenetration struct {
	hit, pierce, fireOn int
	chance              int // to hit a piece inside, without an effect area
	cite                rule.Clause
	area, nuclear       bool
	targets             [6]victim
	structureHit        structureHit
}

var preparePenetration = rule.Precomputed[PenetratingAttack, preparedPenetration]{Compute: func(u *rule.Umpire, s *PenetratingAttack) preparedPenetration {
	w := s.Arm.read(u)
	m := s.struck(u, s.Surface, s.Indirect)
	u.Note("brief.two-ways", "the attacker fires through the structure")
	u.Note("destroy.catch", "the shot may hit pieces behind the structure")
	p := preparedPenetration{
		hit:    s.hits(u, func() int { return u.Fact(&sizePart) }),
		pierce: s.pierces(u, &w, &s.Structure, m),
		fireOn: s.surfaceIgnitionTarget(u, &w, m),
		area:   w.area(u), nuclear: w.class(u) == Nuclear,
		targets:      victims(u, &s.Pieces, &w),
		structureHit: s.strikes(u, &w),
	}
	if p.area {
		return p
	}
	chances, mode := &known, rule.Ref(w.mode(u))
	if s.Attack == Exploratory {
		chances = &exploratory
	}
	p.chance, p.cite = u.Cell(chances, mode, 0), chances.Rows[mode-1].Cite
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
	if r.Hit = u.Test(rule.D10, rule.AtMost(p.hit), cite, "does the shot hit the structure?"); !r.Hit {
		return r
	}
	r.Through = p.structureHit.penetrates(u, p.pierce, cite, "does the shot penetrate?")
	r.Burning = startsFire(u, p.fireOn)
	r.Harm = p.structureHit.apply(u, &s.DamageAccount, true, r.Through)
	if p.nuclear && r.Portion > 0 {
		vaporise(u, &p.targets, &r.Pieces)
		return r
	}
	p.outsideHalf(u, &r)
	if p.strike(u, s, &r); r.Fate == Destroyed {
		bury(u, &p.targets, &r.Pieces)
	}
	return r
}

// strike works out which pieces behind the wall are hit.
func (p *preparedPenetration) strike(u *rule.Umpire, s *PenetratingAttack, r *PenetrationOutcome) {
	if !r.Through {
		u.Note(attackClauses[s.Attack].gate, "the shot hits no piece behind the structure")
		return
	}
	if p.area {
		u.Note(attackClauses[s.Attack].half, "half of the effect area counts inside")
		p.insideHalf(u, r)
	} else if u.Ruling(&pieces) == 1 {
		p.each(u, s, r)
	} else {
		p.one(u, s, r)
	}
}

// outsideHalf hits the pieces before the wall with the other half of the area.
func (p *preparedPenetration) outsideHalf(u *rule.Umpire, r *PenetrationOutcome) {
	if !p.area || u.Ruling(&outer) == 1 {
		return
	}
	for i := range p.targets {
		if p.targets[i].outside {
			r.Pieces[i] = p.targets[i].hurt(u)
		}
	}
}

// insideHalf hits everybody in the half of the area that projects inside.
func (p *preparedPenetration) insideHalf(u *rule.Umpire, r *PenetrationOutcome) {
	for i := range p.targets {
		if p.targets[i].inside {
			u.Note("known.all", "the half inside hits a piece within it")
			r.Pieces[i] = p.targets[i].hurt(u)
		}
	}
}

// aimedAt lists the pieces that a shot without an effect area may hit.
func (p *preparedPenetration) aimedAt(s *PenetratingAttack) (list [6]int, n int) {
	for i := range p.targets {
		if p.targets[i].may && (s.Attack == Exploratory || !s.Pieces[i].Unknown) {
			list[n] = i
			n++
		}
	}
	return list, n
}

// one rolls once: in a known place for the piece aimed at, else for any piece that is there.
func (p *preparedPenetration) one(u *rule.Umpire, s *PenetratingAttack, r *PenetrationOutcome) {
	list, n := p.aimedAt(s)
	if n == 0 || !u.Test(rule.D10, rule.AtMost(p.chance), p.cite, "does the shot hit a piece inside?") {
		return
	}
	i := int(s.At) - 1
	if s.Attack == Exploratory {
		i = p.pick(u, list, n)
	}
	r.Pieces[i] = p.targets[i].hurt(u)
}

// each rolls for every piece that may be hit.
func (p *preparedPenetration) each(u *rule.Umpire, s *PenetratingAttack, r *PenetrationOutcome) {
	list, n := p.aimedAt(s)
	for _, i := range list[:n] {
		if u.Test(rule.D10, rule.AtMost(p.chance), p.cite, "does the shot hit this piece inside?") {
			r.Pieces[i] = p.targets[i].hurt(u)
		}
	}
}

// pick returns which of n pieces an exploratory attack hits. The first option is the best for the
// side that chooses: for the owner the piece that is hardest to penetrate, for the attacker the
// easiest.
func (p *preparedPenetration) pick(u *rule.Umpire, list [6]int, n int) int {
	if n == 1 {
		return list[0]
	}
	how := u.Ruling(&which)
	if how == 0 {
		return list[u.Sum(1, rule.Die(n), "host.which", "which piece is hit, numbered in order?")-1]
	}
	side, best := rule.Side("defender"), 1
	if how == 2 {
		side, best = "attacker", -1
	}
	slices.SortStableFunc(list[:n], func(a, b int) int { return best * (p.targets[a].need - p.targets[b].need) })
	var names [6]string
	for k, i := range list[:n] {
		names[k] = numbered[i]
	}
	return list[u.Choose(side, "host.which", "which piece is hit?", names[:n]...)]
}

var numbered = [6]string{"piece 1", "piece 2", "piece 3", "piece 4", "piece 5", "piece 6"}

func legalThrough(u *rule.Umpire, s *PenetratingAttack) {
	legalArm(u, &s.Arm)
	legalTarget(u, &s.Structure, s.Surface, s.Indirect)
	w := s.Arm.read(u)
	legalScore(u, &s.DamageAccount, &w)
	legalPieces(u, &s.Pieces)
	if s.Attack == Exploratory {
		legalProbe(u, s)
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

func legalProbe(u *rule.Umpire, s *PenetratingAttack) {
	u.Require(s.Named, "probe.area", "name the part of the structure to fire at")
	for i := range s.Pieces {
		p := &s.Pieces[i]
		if p.Unit == 0 || p.Friend || p.Unknown || p.Elsewhere || p.Depth < 0 {
			continue
		}
		u.Require(u.Ruling(&probing) == 1, "probe.unknown", "the place of an enemy is known: attack=known")
		return
	}
}
