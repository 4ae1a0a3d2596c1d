package d20skirmish

import "loophole/rule"

// Grenade is the situation of a grenade in a room.
type Grenade struct {
	Inside
	Grenades  uint8           `key:"grenades" unit:"grenades" min:"0" max:"6" doc:"grenades thrown into the room"`
	Elsewhere [elements]uint8 `key:"elsewhere" unit:"characters" min:"0" max:"12" doc:"members of the elements a, b, c, d outside the room; none are outside if nothing is said"`
	Morale    [elements]uint8 `key:"morale" min:"0" max:"30" doc:"morale of the elements a, b, c, d; 0 is the usual morale of the game"`
}

// Blast is the outcome of a grenade.
type Blast struct {
	Elements [elements]Struck `key:"elements" doc:"what happened to the elements a, b, c, d"`
	Left     uint8            `key:"left" unit:"characters" doc:"occupants who are left in the room"`
}

// Struck is what a grenade did to an element.
type Struck struct {
	Lost       uint8 `key:"lost" unit:"characters" doc:"miniatures removed"`
	Suppressed bool  `key:"suppressed" doc:"its members in the room are suppressed"`
	Elsewhere  bool  `key:"suppressed-elsewhere" doc:"its members outside are suppressed by it too"`
	Pinned     bool  `key:"pinned" doc:"it is treated as pinned"`
	Skills     int8  `key:"skills" doc:"modifier to all skills of its members in the room"`
	Morale     int8  `key:"morale" doc:"its morale, to the end of the game"`
}

var grenadeSpec = rule.Spec[Grenade, Blast]{
	Name:      "grenade",
	Gist:      "a grenade in a room: the damage chart for every occupant",
	Default:   Grenade{Inside: Inside{Defenders: [groups]Occupant{{Group: Group{Men: 2}}}}, Grenades: 1},
	Legal:     legalGrenade,
	Play:      playGrenade,
	Questions: 2*groups*2 + 40, // rolls, saves and choices
	Events: []rule.Event[Blast]{
		{Name: "room-empty", Gist: "no occupant is left", Holds: func(b Blast) bool { return b.Left == 0 }},
		{Name: "casualty", Gist: "at least one occupant is removed", Holds: func(b Blast) bool { return b.lost() > 0 }},
		{Name: "element-pinned", Gist: "at least one element is pinned", Holds: func(b Blast) bool {
			return b.any(func(s Struck) bool { return s.Pinned })
		}},
		{Name: "element-suppressed", Gist: "at least one element is suppressed in the room", Holds: func(b Blast) bool {
			return b.any(func(s Struck) bool { return s.Suppressed })
		}},
		{Name: "suppressed-elsewhere", Gist: "members of an element outside the room are suppressed by it too", Holds: func(b Blast) bool {
			return b.any(func(s Struck) bool { return s.Elsewhere })
		}},
	},
	Measures: []rule.Measure[Blast]{
		{Name: "casualties", Unit: "characters", Of: Blast.lost},
		{Name: "left", Unit: "characters", Of: func(b Blast) int { return int(b.Left) }},
	},
	Examples: []rule.Example{
		{Name: "one", Settings: "defenders=1", Gist: "a grenade at a single occupant"},
		{Name: "two-of-four", Settings: "defenders=2 elsewhere=2", Gist: "half of an element of four is in the room"},
		{Name: "two-elements", Settings: "defenders=2,1 defenders.2.element=b", Gist: "three occupants of two elements"},
		{Name: "marked", Settings: "defenders=3 defenders.1.suppressed=yes morale=7", Gist: "an element that is suppressed already and low on morale"},
	},
}

func (b Blast) lost() int {
	n := 0
	for i := range b.Elements {
		n += int(b.Elements[i].Lost)
	}
	return n
}

func (b Blast) any(holds func(Struck) bool) bool {
	for _, s := range b.Elements {
		if holds(s) {
			return true
		}
	}
	return false
}

var grenadeForce = rule.Precomputed[Grenade, force]{Compute: func(u *rule.Umpire, s *Grenade) force { return s.Inside.force(u) }}

func playGrenade(u *rule.Umpire, s *Grenade) Blast {
	r, _, _, _ := resolveGrenade(u, s)
	return r
}

// resolveGrenade plays a grenade and tells besides which of the occupants are left.
func resolveGrenade(u *rule.Umpire, s *Grenade) (r Blast, f *force, left counts, x grenadeEffect) {
	f = grenadeForce.For(u, s)
	left = f.line()
	x = f.blast(u, &left)
	r.Left = uint8(left.men())
	for e := range Element(elements) {
		inside, was := f.inside(left, e)
		there := inside > 0 || x.lost[e] > 0 || s.Elsewhere[e] > 0
		if !there {
			continue
		}
		struck := x.marked>>e&1 == 1
		r.Elements[e] = Struck{
			Lost:       x.lost[e],
			Suppressed: inside > 0 && (struck || was.marks > 0),
			Elsewhere:  s.Elsewhere[e] > 0 && struck && u.Ruling(&scope) > 0,
			Pinned:     was.pinned || x.pinned>>e&1 == 1,
			Morale:     int8(s.morale(u, e) + moraleLost(u, int(x.lost[e]))),
		}
		if r.Elements[e].Suppressed {
			r.Elements[e].Skills = int8(skills(u, was.marks, struck))
		}
	}
	return r, f, left, x
}

func (s *Grenade) morale(u *rule.Umpire, e Element) int {
	if s.Morale[e] > 0 {
		return int(s.Morale[e])
	}
	return u.Fact(&usualMorale)
}

// moraleLost is what casualties of a grenade cost their element.
func moraleLost(u *rule.Umpire, lost int) int {
	if lost == 0 {
		return 0
	}
	return u.Apply(lost*u.Cell(&damage, ineffective, damageMorale), "grenade.morale", "morale to the end of the game")
}

// skills is the modifier to all skills of an element that is suppressed.
func skills(u *rule.Umpire, marks uint8, struck bool) int {
	v := u.Cell(&damage, stunned, damageSkills)
	if struck {
		marks++
	}
	if marks > 1 && u.Ruling(&stacking) == 1 {
		v *= 2
	}
	return u.Apply(v, "grenade.minus-six", "modifier to all skills")
}

// inside counts the members of an element who are left in the room, and says
// how it was before: its members are alike in that.
func (f *force) inside(left counts, e Element) (men int, was kind) {
	for i := range f.kinds {
		if k := &f.kinds[i]; k.element == e && k.men > 0 {
			men += int(left[i])
			was = *k
		}
	}
	return men, was
}

// A grenadeEffect is what a grenade did: casualties of each element, and who is
// suppressed and pinned, a bit for each element.
type grenadeEffect struct {
	lost           [elements]uint8
	marked, pinned uint8
	choose         bool // the owner says who is removed
}

// blast rolls the damage of a grenade for everybody in the room.
func (f *force) blast(u *rule.Umpire, left *counts) (x grenadeEffect) {
	u.Note("grenade.attacker", "the attacking player rolls")
	m := u.Fact(&damageModifier)
	low := u.Cell(&damage, stunned, damageFrom) - m - 1
	high := u.Cell(&damage, ineffective, damageFrom) - m - 1
	bands, several := rule.Cuts(low, high), f.several()
	for i, n := range left {
		switch {
		case n == 0:
		case several:
			u.About(u.Named(defendingSide, kindNames[f.kinds[i].name]), func() { f.damage(u, &x, left, i, bands) })
		default:
			f.damage(u, &x, left, i, bands)
		}
	}
	if x.choose {
		f.remove(u, &x, left)
	}
	return x
}

// damage rolls for the occupants of one kind.
func (f *force) damage(u *rule.Umpire, x *grenadeEffect, left *counts, i int, bands rule.Bands) {
	c := u.By(attackingSide).Tally(int(left[i]), rule.D20, bands, "grenade.each", "damage to each occupant")
	f.suffer(u, x, left, i, stunned, c.In(1))
	f.suffer(u, x, left, i, ineffective, c.In(2))
}

// elementNames are the elements as the record speaks of them.
var elementNames = kindNames[kinds+groups:][:elements]

// suffer is what a row of the chart does to some occupants of one kind.
func (f *force) suffer(u *rule.Umpire, x *grenadeEffect, left *counts, i int, row rule.Ref, n int) {
	if n == 0 {
		return
	}
	lost := n * u.Cell(&damage, row, damageRemoved)
	if lost > 0 && f.helmet > 0 && u.Ruling(&helmetGrenades) == 1 {
		if lost -= saves(u, lost, f.helmet, defendingSide, "helmet saves of the occupants"); lost == 0 {
			return
		}
	}
	e := f.kinds[i].element
	if row == stunned || u.Ruling(&scope) == 2 {
		u.Notes("grenade.suppressed", func() string {
			return "everybody of " + u.Named(defendingSide, elementNames[e]) + " in the room is suppressed"
		})
		x.marked |= 1 << e
	}
	if u.Cell(&damage, row, damagePinned) > 0 {
		u.Notes("grenade.pinned", func() string { return u.Named(defendingSide, elementNames[e]) + " is treated as pinned" })
		x.pinned |= 1 << e
	}
	if lost == 0 {
		return
	}
	u.Note("grenade.out", "dead, wounded or run away: out of the fight")
	if u.Ruling(&removed) == 1 {
		x.choose = true
		x.lost[e] += uint8(lost) // taken off by remove
		return
	}
	lost = min(lost, int(left[i]))
	u.Apply(lost, "grenade.remove", "miniatures removed")
	left[i] -= uint8(lost)
	x.lost[e] += uint8(lost)
}

// remove lets the owner take off miniatures of each element.
func (f *force) remove(u *rule.Umpire, x *grenadeEffect, left *counts) {
	for e := range Element(elements) {
		if x.lost[e] == 0 {
			continue
		}
		var members counts
		for i := range f.kinds {
			if f.kinds[i].element == e {
				members[i] = left[i]
			}
		}
		x.lost[e] = uint8(u.Apply(min(int(x.lost[e]), members.men()), "grenade.remove", "miniatures that the owner removes"))
		f.fall(u, defendingSide, left, members, int(x.lost[e]))
	}
}
