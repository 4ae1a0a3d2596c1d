package d20skirmish

import (
	"slices"

	"loophole/rule"
)

// Grenade is the situation of the "Grenade assault phase damage chart": one grenade in one room.
type Grenade struct {
	RoomDefenders
	Grenades  uint8           `key:"grenades" unit:"grenades" min:"0" max:"6" doc:"grenades thrown into the room"`
	Elsewhere [elements]uint8 `key:"elsewhere" unit:"characters" min:"0" max:"12" doc:"members of elements a, b, c, d outside the room; none unless stated"`
	Morale    [elements]uint8 `key:"morale" min:"0" max:"30" doc:"morale of elements a, b, c, d; 0 is the usual morale of the game"`
}

// GrenadeOutcome is the outcome of Grenade.
type GrenadeOutcome struct {
	Elements [elements]ElementOutcome `key:"elements" doc:"effect on elements a, b, c, d"`
	Left     uint8                    `key:"left" unit:"characters" doc:"occupants left in the room"`
}

// ElementOutcome is the effect of a grenade on an element.
type ElementOutcome struct {
	Lost       uint8 `key:"lost" unit:"characters" doc:"miniatures removed"`
	Suppressed bool  `key:"suppressed" doc:"the element's members in the room are suppressed"`
	Elsewhere  bool  `key:"suppressed-elsewhere" doc:"the grenade also suppresses the element's members outside the room"`
	Pinned     bool  `key:"pinned" doc:"the element counts as pinned"`
	Skills     int8  `key:"skills" doc:"modifier to all skills of the element's members in the room"`
	Morale     int8  `key:"morale" doc:"morale of the element for the rest of the game"`
}

var grenadeSpec = rule.Spec[Grenade, GrenadeOutcome]{
	Name:         "grenade",
	Gist:         "a grenade in a room: the damage chart for every occupant",
	Default:      Grenade{RoomDefenders: RoomDefenders{Defenders: [mostGroups]Occupant{{Group: Group{Men: 2}}}}, Grenades: 1},
	Legal:        legalGrenade,
	Play:         playGrenade,
	MaxQuestions: 2*mostGroups*2 + 48, // rolls, saves and choices
	Events: []rule.Event[GrenadeOutcome]{
		{Name: "room-empty", Gist: "no occupant is left", Holds: func(o GrenadeOutcome) bool { return o.Left == 0 }},
		{Name: "casualty", Gist: "at least one occupant is removed", Holds: func(o GrenadeOutcome) bool { return o.lost() > 0 }},
		{Name: "element-pinned", Gist: "at least one element is pinned", Holds: func(o GrenadeOutcome) bool {
			return slices.ContainsFunc(o.Elements[:], func(e ElementOutcome) bool { return e.Pinned })
		}},
		{Name: "element-suppressed", Gist: "at least one element is suppressed in the room", Holds: func(o GrenadeOutcome) bool {
			return slices.ContainsFunc(o.Elements[:], func(e ElementOutcome) bool { return e.Suppressed })
		}},
		{Name: "suppressed-elsewhere", Gist: "the grenade also suppresses members of an element outside the room", Holds: func(o GrenadeOutcome) bool {
			return slices.ContainsFunc(o.Elements[:], func(e ElementOutcome) bool { return e.Elsewhere })
		}},
	},
	Measures: []rule.Measure[GrenadeOutcome]{
		{Name: "casualties", Unit: "characters", Of: GrenadeOutcome.lost},
		{Name: "left", Unit: "characters", Of: func(o GrenadeOutcome) int { return int(o.Left) }},
	},
	Examples: []rule.Example{
		{Name: "one", Settings: "defenders=1", Gist: "a grenade at a single occupant"},
		{Name: "two-of-four", Settings: "defenders=2 elsewhere=2", Gist: "half of an element of four is in the room"},
		{Name: "two-elements", Settings: "defenders=2,1 defenders.2.element=b", Gist: "three occupants of two elements"},
		{Name: "marked", Settings: "defenders=3 defenders.1.suppressed=yes morale=7", Gist: "an element that is already suppressed and low on morale"},
	},
}

// lost returns the casualties of all elements.
func (o GrenadeOutcome) lost() int {
	return total(o.Elements[:], func(e *ElementOutcome) uint8 { return e.Lost })
}

// playGrenade plays the procedure.
func playGrenade(u *rule.Umpire, s *Grenade) GrenadeOutcome {
	return resolveGrenade(u, s).outcome
}

// A grenadeResult is the outcome of a grenade, with the defenders before it, those left, and its effect.
type grenadeResult struct {
	outcome   GrenadeOutcome
	defenders *force
	left      counts
	effect    grenadeEffect
}

// resolveGrenade rolls the damage for every occupant and adds it up by element.
func resolveGrenade(u *rule.Umpire, s *Grenade) grenadeResult {
	var outcome GrenadeOutcome
	defenders := prepareGrenade.For(u, s)
	left := defenders.everybody()
	effect := defenders.rollDamage(u, &left)
	outcome.Left = uint8(left.men())
	for element := range Element(elements) {
		inRoom, before := defenders.elementInRoom(left, element)
		present := inRoom > 0 || effect.lost[element] > 0 || s.Elsewhere[element] > 0
		if !present {
			continue
		}
		suppressed := effect.suppressed.has(element)
		outcome.Elements[element] = ElementOutcome{
			Lost:       effect.lost[element],
			Suppressed: inRoom > 0 && (suppressed || before.markers > 0),
			Elsewhere:  s.Elsewhere[element] > 0 && suppressed && u.Ruling(&suppressionScope) != suppressionScopeRoom,
			Pinned:     before.pinned || effect.pinned.has(element),
			Morale:     int8(max(-128, s.morale(u, element)+effect.moraleChange(u, element))),
		}
		if outcome.Elements[element].Suppressed {
			outcome.Elements[element].Skills = int8(effect.skillModifier(u, element, before.markers))
		}
	}
	return grenadeResult{outcome, defenders, left, effect}
}

// prepareGrenade works out the defenders.
var prepareGrenade = rule.Precomputed[Grenade, force]{Compute: func(u *rule.Umpire, s *Grenade) force { return s.RoomDefenders.force(u) }}

// rollDamage has the attacking side (grenade.attacker) roll on the damage chart for every occupant,
// kind by kind, and removes casualties from left.
func (f *force) rollDamage(u *rule.Umpire, left *counts) (effect grenadeEffect) {
	u.Note("grenade.attacker", "the attacking side rolls for damage")
	modifier := u.Fact(&damageModifier)
	low := u.Cell(&damage, rowStunned, damageFrom) - modifier - 1
	high := u.Cell(&damage, rowIneffective, damageFrom) - modifier - 1
	bands, several := rule.Cuts(low, high), f.severalKinds()
	for i, n := range left {
		switch {
		case n == 0:
		case several:
			u.About(u.Named(defendingSide, f.kinds[i].name()), func() { f.rollDamageOfKind(u, &effect, left, i, bands) })
		default:
			f.rollDamageOfKind(u, &effect, left, i, bands)
		}
	}
	if effect.ownerChooses {
		f.ownerRemoves(u, &effect, left)
	}
	return effect
}

// rollDamageOfKind rolls for each occupant of one kind (grenade.each). bands are the faces below the chart,
// stunned, and combat ineffective.
func (f *force) rollDamageOfKind(u *rule.Umpire, effect *grenadeEffect, left *counts, kindIndex int, bands rule.Bands) {
	results := u.By(attackingSide).Tally(int(left[kindIndex]), rule.D20, bands, "grenade.each", "damage to each occupant")
	f.applyDamage(u, effect, left, kindIndex, rowStunned, results.In(1))
	f.applyDamage(u, effect, left, kindIndex, rowIneffective, results.In(2))
}

// applyDamage applies a row of the chart to a number of occupants of one kind: suppression
// (grenade.suppressed), pinning (grenade.pinned), removal (grenade.out, grenade.remove).
func (f *force) applyDamage(u *rule.Umpire, effect *grenadeEffect, left *counts, kindIndex int, row rule.Ref, count int) {
	if count == 0 {
		return
	}
	lost := count * u.Cell(&damage, row, damageRemoved)
	if lost > 0 && f.helmet > 0 && u.Ruling(&helmetGrenades) == helmetGrenadesYes {
		if lost -= rollHelmetSaves(u, lost, f.helmet, defendingSide, "helmet saves of the occupants"); lost == 0 {
			return
		}
	}
	element := f.kinds[kindIndex].element
	if suppressing := suppressingRow(u, row); suppressing != 0 {
		u.NoteFunc("grenade.suppressed", func() string {
			return "every member of " + u.Named(defendingSide, generalNames.elements[element]) + " in the room is suppressed"
		})
		effect.suppressed.add(element)
		effect.suppressedBy[suppressing-1].add(element)
	}
	if u.Cell(&damage, row, damagePinned) > 0 {
		u.NoteFunc("grenade.pinned", func() string { return u.Named(defendingSide, generalNames.elements[element]) + " counts as pinned" })
		effect.pinned.add(element)
	}
	if lost == 0 {
		effect.costMorale(u, element, row, count)
		return
	}
	u.Note("grenade.out", "every casualty is out, whether killed, hurt or fled")
	if u.Ruling(&removed) == removedOwner {
		effect.ownerChooses = true // ownerRemoves removes them.
		members := f.members(left, element)
		lost = min(lost, members.men()-int(effect.lost[element]))
	} else {
		lost = min(lost, int(left[kindIndex]))
		u.Apply(lost, "grenade.remove", "miniatures removed")
		left[kindIndex] -= uint8(lost)
	}
	effect.lost[element] += uint8(lost)
	effect.costMorale(u, element, row, lost)
}

// suppressingRow returns the row whose modifier suppresses an element if row is rolled, or 0. A row
// suppresses if it has a modifier to all skills, and that of stunned occupants always does. The
// ruling "suppression-scope" may have casualties suppress as stunned occupants do.
func suppressingRow(u *rule.Umpire, row rule.Ref) rule.Ref {
	switch {
	case row == rowStunned, u.LookupCell(&damage, row, damageSkills) != 0:
		return row
	case u.Ruling(&suppressionScope) == suppressionScopeCasualties:
		return rowStunned
	}
	return 0
}

// members returns the members of an element among the characters left.
func (f *force) members(left *counts, element Element) (members counts) {
	for i := range f.kinds {
		if f.kinds[i].element == element {
			members[i] = left[i]
		}
	}
	return members
}

// ownerRemoves has the owner remove the casualties of each element (grenade.remove), by the ruling "removed".
func (f *force) ownerRemoves(u *rule.Umpire, effect *grenadeEffect, left *counts) {
	for element := range Element(elements) {
		if effect.lost[element] == 0 {
			continue
		}
		u.Apply(int(effect.lost[element]), "grenade.remove", "miniatures that the owner removes")
		f.removeCasualties(u, defendingSide, left, f.members(left, element), int(effect.lost[element]))
	}
}

// A grenadeEffect is what a grenade does to the elements in a room.
type grenadeEffect struct {
	lost               [elements]uint8    // casualties
	costingMorale      [elements][2]uint8 // results that cost morale, by row
	suppressed, pinned elementSet
	suppressedBy       [2]elementSet // the elements that the modifier of each row suppresses
	ownerChooses       bool          // the owner chooses the casualties
}

// costMorale counts the results of a row that cost an element morale: casualties, or occupants if
// the row removes nobody.
func (effect *grenadeEffect) costMorale(u *rule.Umpire, element Element, row rule.Ref, count int) {
	if u.LookupCell(&damage, row, damageMorale) != 0 {
		effect.costingMorale[element][row-1] += uint8(count)
	}
}

// moraleChange returns the change of the morale of an element by a grenade, -2 for each casualty (grenade.morale).
func (effect *grenadeEffect) moraleChange(u *rule.Umpire, element Element) int {
	change := 0
	for i, count := range effect.costingMorale[element] {
		if count > 0 {
			change += int(count) * u.Cell(&damage, rule.Ref(i+1), damageMorale)
		}
	}
	if change == 0 {
		return 0
	}
	return u.Apply(change, "grenade.morale", "change of morale for the rest of the game")
}

// skillModifier returns the modifier to all skills of an element, which had some markers before the
// grenade.
func (effect *grenadeEffect) skillModifier(u *rule.Umpire, element Element, markers uint8) int {
	modifier := 0
	if markers > 0 || effect.suppressedBy[rowStunned-1].has(element) {
		modifier = u.Cell(&damage, rowStunned, damageSkills)
	}
	if effect.suppressedBy[rowIneffective-1].has(element) {
		modifier = min(modifier, u.Cell(&damage, rowIneffective, damageSkills))
	}
	if effect.suppressed.has(element) {
		markers++
	}
	return stackedModifier(u, modifier, markers)
}

// suppressedSkillModifier returns the modifier to all skills of an element with suppression markers. A
// marker does not tell which row of the chart it is from: it counts as that of a stunned occupant.
func suppressedSkillModifier(u *rule.Umpire, markers uint8) int {
	return stackedModifier(u, u.Cell(&damage, rowStunned, damageSkills), markers)
}

// stackedModifier returns the modifier of some markers (grenade.minus-six). By the ruling "suppression"
// two of them may add up.
func stackedModifier(u *rule.Umpire, modifier int, markers uint8) int {
	if markers > 1 && u.Ruling(&stacking) == stackingStack {
		modifier *= 2
	}
	return u.Apply(modifier, "grenade.minus-six", "modifier to all skills")
}

// morale returns the morale of an element: the one stated, or the usual one.
func (s *Grenade) morale(u *rule.Umpire, element Element) int {
	if s.Morale[element] > 0 {
		return int(s.Morale[element])
	}
	return u.Fact(&usualMorale)
}

// elementInRoom returns the number of members of an element that are left in the room. It also
// returns their state before the grenade, which they share.
func (f *force) elementInRoom(left counts, element Element) (men int, before kind) {
	for i := range f.kinds {
		if k := &f.kinds[i]; k.element == element && k.men > 0 {
			men += int(left[i])
			before = *k
		}
	}
	return men, before
}
