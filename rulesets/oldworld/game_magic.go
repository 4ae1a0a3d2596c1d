package oldworld

import (
	"math/bits"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// castIn is the step in which a kind of spell is cast. Spells that would not
// change a position are never cast.
var castIn = map[int]Step{missileSpell: InShooting, templateSpell: InShooting, panicSpell: InStrategy}

// spent is the bit of a wizard who casts no more this turn, above the bits of the spells.
const spent = 1 << 7

// castSituation is the situation of a wizard who casts a spell at a unit.
func (f *Battlefield) castSituation(p *Position, i, j, spell int) Cast {
	x, y := &p.Units[i], &p.Units[j]
	s := Cast{
		Caster: f.side(p, i), From: f.place(p, i), Spell: rule.Ref(spell + 1), State: x.state(), Distance: uint8(f.between(p, i, j)),
		Screen: f.isScreened(p, i, j), Target: f.side(p, j), At: f.place(p, j), TargetEngaged: y.Foe > 0, PhaseLosses: y.phaseLosses(),
	}
	if s.From == InBuilding {
		s.Shooting = x.Shot
	}
	if s.At == InOpen {
		s.Under = min(y.Models, 7)
	}
	return s
}

func castPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for i := range f.regiments {
		x := &p.Units[i]
		if f.wizard(p, i) == 0 || !f.mightAct(p, i, p.Step) || x.Foe > 0 || x.Fleeing || x.Cast&spent > 0 {
			continue
		}
		for k := range spells.Rows {
			if step, ok := castIn[spells.Rows[k].Cells[spellKind]]; !ok || step != p.Step || x.Cast>>k&1 == 1 {
				continue
			}
			for j := range f.foes(p, p.Side) {
				out = append(out, args{int16(i), int16(k), int16(j)})
			}
		}
	}
	return out
}

func checkCast(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, k, j := int(a[0]), int(a[1]), int(a[2])
	kind := u.LookupCell(&spells, rule.Ref(k+1), spellKind)
	step, ok := castIn[kind]
	if !ok {
		u.Forbid("host.spells", "the game leaves out this spell")
		return
	}
	if !f.mayAct(u, p, i, step, "host.phases") || !f.legalTarget(u, p, j) {
		return
	}
	x := &p.Units[i]
	s := f.castSituation(p, i, j, k)
	level := f.wizard(p, i)
	if level == 0 {
		u.Forbid("host.wizard", "the unit has no wizard")
		return
	}
	u.Require(x.Cast>>k&1 == 0, "host.wizard", "the spell has already been cast this turn")
	u.Require(x.Cast&spent == 0, "host.miscast", "a miscast has drained the wizard, who casts no more this turn")
	u.Require(bits.OnesCount8(x.Cast&^spent) < level, "host.wizard", "a wizard casts at most as many spells in a turn as the wizard's level")
	u.Require(kind != missileSpell || f.sight(f.footing(p, i), f.footing(p, j)), "host.wizard", "the wizard does not see the target of the missile")
	u.Require(s.From == InBuilding || f.arc(p, i, f.footing(p, j)) == Front, "host.sight", "the target is not in the wizard's arc")
	legalCast(u, &s)
}

// wizard is the level of a unit's wizard while the wizard lives.
func (f *Battlefield) wizard(p *Position, i int) int {
	level := 0
	if p.Units[i].Models > 0 {
		level = f.regiments[i].level
	}
	if p.Units[i].Hero > 0 {
		level = max(level, f.leader(p, i).level)
	}
	return level
}

func doCast(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, k, j := int(a[0]), int(a[1]), int(a[2])
	s := f.castSituation(p, i, j, k)
	p.Units[i].Cast |= 1 << k
	r := rule.Overheard(u, &s).play(u, f.hands(i, j), func() int { return f.askDispel(u, p, i, &s) })
	if r.Drained {
		p.Units[i].Cast |= spent
	}
	from := f.footing(p, i)
	f.applyShot(u, p, j, from, &r.Shot)
	if r.Spell == Miscast {
		f.applyLosses(u, p, i, f.footing(p, i), r.Own, r.OwnHurt, min(r.Wizard, p.Units[i].Hero))
	}
	if r.Burst > 0 {
		f.playMiscastTemplate(u, p, i, from, r.Burst)
	}
}

// playMiscastTemplate plays the template that a miscast put on a wizard. It can hit units in
// buildings that it touches. The wizard's own unit has already been resolved.
func (f *Battlefield) playMiscastTemplate(u *rule.Umpire, p *Position, i int, from footing, miscast rule.Ref) {
	middle := footing{nowhere, from.at}
	across := ground.Length(u.Cell(&miscasts, miscast, miscastTemplate)) * ground.Inch
	for b := range f.buildings {
		g := f.unitAt(p, b)
		if g < 0 || g == i || 2*f.far(middle, f.on(b)) > across {
			continue
		}
		d := f.side(p, g)
		r := d.templateOnBuilding(u, miscastHit(miscast), true, f.hands(i, g))
		f.applyLosses(u, p, g, from, r.Lost, r.Hurt, r.CharacterWounds)
	}
}

// askDispel asks the other side whether and how it tries to dispel a spell. It returns the addition
// to the dispel roll, below 0 for no attempt.
func (f *Battlefield) askDispel(u *rule.Umpire, p *Position, i int, s *Cast) int {
	level, foe := f.dispellingLevel(u, p, i), 1-p.Side
	var ways game.Words
	ways.If(level > 0, "dispel with a wizard")
	ways.If(!p.Fated[foe], "fated dispel")
	why := f.regiments[i].name + ": " + spells.Rows[s.Spell-1].Text + " is cast: dispel it?"
	switch k := game.React(u, f.sides[foe], "host.dispel", why, "let the spell be cast", ways...); {
	case k < 0:
		return -1
	case ways[k] == "fated dispel":
		p.Fated[foe] = true
		return 0
	}
	return s.power(u, level)
}

// dispellingLevel is the level of the best wizard of the other side who is near enough to dispel
// what a unit casts, and does not flee.
func (f *Battlefield) dispellingLevel(u *rule.Umpire, p *Position, i int) (best int) {
	for j := range f.foes(p, p.Side) {
		if !p.Units[j].Fleeing && f.wizard(p, j) > best && f.between(p, i, j) <= u.Fact(&dispelNear) {
			best = f.wizard(p, j)
		}
	}
	return best
}
