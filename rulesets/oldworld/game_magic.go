package oldworld

import (
	"math/bits"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// castingSteps are the steps in which each kind of spell is cast. Spells of other kinds would not
// change a position, and are never cast.
var castingSteps = map[int]Step{missileSpell: InShooting, templateSpell: InShooting, panicSpell: InStrategy}

// drainedBit is the bit of a wizard who casts no more this turn, above the bits of the spells.
const drainedBit = 1 << 7

// castSituation returns the situation of a wizard who casts a spell at a unit.
func (f *Battlefield) castSituation(p *Position, i, j, spell int) Cast {
	caster, target := &p.Units[i], &p.Units[j]
	s := Cast{
		Caster: f.unitNow(p, i), From: f.place(p, i), Spell: rule.Ref(spell + 1), State: caster.state(), Distance: uint8(f.inchesBetween(p, i, j)),
		Screen: f.isScreened(p, i, j), Target: f.unitNow(p, j), At: f.place(p, j), TargetEngaged: target.Foe > 0, PhaseLosses: target.phaseLosses(),
	}
	if s.From == InBuilding {
		s.Shooting = caster.Shot
	}
	if s.At == InOpen {
		s.Under = min(target.Models, 7)
	}
	return s
}

func castPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for i := range f.units {
		unit := &p.Units[i]
		if f.wizardLevel(p, i) == 0 || !f.mightAct(p, i, p.Step) || unit.Foe > 0 || unit.Fleeing || unit.Cast&drainedBit > 0 {
			continue
		}
		for spell := range spells.Rows {
			if step, ok := castingSteps[spells.Rows[spell].Cells[spellKind]]; !ok || step != p.Step || unit.Cast>>spell&1 == 1 {
				continue
			}
			for j := range f.enemiesOf(p, p.Side) {
				out = append(out, args{int16(i), int16(spell), int16(j)})
			}
		}
	}
	return out
}

// castArgs returns the wizard's unit, the spell and the target.
func castArgs(a args) (i, spell, target int) { return int(a[0]), int(a[1]), int(a[2]) }

func castLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, spell, target := castArgs(a)
	kind := u.LookupCell(&spells, rule.Ref(spell+1), spellKind)
	step, ok := castingSteps[kind]
	if !ok {
		u.Forbid("host.spells", "the game leaves out this spell")
		return
	}
	if !f.mayAct(u, p, i, step, "host.phases") || !f.legalTarget(u, p, target) {
		return
	}
	unit := &p.Units[i]
	s := f.castSituation(p, i, target, spell)
	level := f.wizardLevel(p, i)
	if level == 0 {
		u.Forbid("host.wizard", "the unit has no wizard")
		return
	}
	u.Require(unit.Cast>>spell&1 == 0, "host.wizard", "the spell has already been cast this turn")
	u.Require(unit.Cast&drainedBit == 0, "host.miscast", "a miscast has drained the wizard, who casts no more this turn")
	u.Require(bits.OnesCount8(unit.Cast&^drainedBit) < level, "host.wizard", "a wizard casts at most as many spells in a turn as the wizard's level")
	u.Require(kind != missileSpell || f.inSight(f.locationOf(p, i), f.locationOf(p, target)), "host.wizard", "the wizard does not see the target of the missile")
	u.Require(s.From == InBuilding || f.arcOf(p, i, f.locationOf(p, target)) == Front, "host.sight", "the target is not in the wizard's arc")
	legalCast(u, &s)
}

// wizardLevel returns the level of a unit's wizard while the wizard lives.
func (f *Battlefield) wizardLevel(p *Position, i int) int {
	level := 0
	if p.Units[i].Models > 0 {
		level = f.units[i].level
	}
	if p.Units[i].Hero > 0 {
		level = max(level, f.characterOf(p, i).level)
	}
	return level
}

func castApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, spell, target := castArgs(a)
	s := f.castSituation(p, i, target, spell)
	p.Units[i].Cast |= 1 << spell
	magic := rule.Traced(u, &s).play(u, f.players(i, target), func() (tries bool, plus int) { return f.askDispel(u, p, i, &s) })
	if magic.Drained {
		p.Units[i].Cast |= drainedBit
	}
	from := f.locationOf(p, i)
	f.applyShot(u, p, target, from, &magic.ShootOutcome)
	if magic.Spell == Miscast {
		f.applyLosses(u, p, i, f.locationOf(p, i), magic.Own, magic.OwnHurt, min(magic.Wizard, p.Units[i].Hero))
	}
	if magic.Burst > 0 {
		f.playMiscastTemplate(u, p, i, from, magic.Burst)
	}
}

// playMiscastTemplate plays the template that a miscast put on a wizard. It can hit units in
// buildings that it touches. The wizard's own unit has already been resolved.
func (f *Battlefield) playMiscastTemplate(u *rule.Umpire, p *Position, i int, from location, miscast rule.Ref) {
	middle := location{noSite, from.point}
	across := ground.Length(u.Cell(&miscasts, miscast, miscastTemplate)) * ground.Inch
	for building := range f.buildings {
		garrison := f.unitAt(p, building)
		if garrison < 0 || garrison == i || 2*f.distance(middle, f.siteLocation(building)) > across {
			continue
		}
		inside := f.unitNow(p, garrison)
		hits := inside.templateOnBuilding(u, miscastHit(miscast), true, f.players(i, garrison))
		f.applyLosses(u, p, garrison, from, hits.Lost, hits.Hurt, hits.CharacterWounds)
	}
}

// askDispel asks the other side whether and how it tries to dispel a spell. plus is added to the
// dispel roll.
func (f *Battlefield) askDispel(u *rule.Umpire, p *Position, i int, s *Cast) (tries bool, plus int) {
	level, dispeller := f.dispellingLevel(u, p, i), 1-p.Side
	var ways game.Words
	ways.If(level > 0, "dispel with a wizard")
	ways.If(!p.Fated[dispeller], "fated dispel")
	question := f.units[i].name + ": " + spells.Rows[s.Spell-1].Text + " is cast: dispel it?"
	switch choice := game.React(u, f.sides[dispeller], "host.dispel", question, "let the spell be cast", ways...); {
	case choice < 0:
		return false, 0
	case ways[choice] == "fated dispel":
		p.Fated[dispeller] = true
		return true, 0
	}
	return true, s.power(u, level)
}

// dispellingLevel returns the level of the best wizard of the other side who is near enough to dispel
// what a unit casts, and does not flee.
func (f *Battlefield) dispellingLevel(u *rule.Umpire, p *Position, i int) (best int) {
	for j := range f.enemiesOf(p, p.Side) {
		if !p.Units[j].Fleeing && f.wizardLevel(p, j) > best && f.inchesBetween(p, i, j) <= u.Fact(&dispelInches) {
			best = f.wizardLevel(p, j)
		}
	}
	return best
}
