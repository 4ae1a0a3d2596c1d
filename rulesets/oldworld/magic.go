package oldworld

import (
	"loophole/game"
	"loophole/rule"
)

// castIn is the step in which a kind of spell is cast. Spells that change
// nothing which a position knows are not cast at all.
func castIn(kind int) (step Step, played bool) {
	switch kind {
	case missileSpell, templateSpell:
		return InShooting, true
	case panicSpell:
		return InStrategy, true
	}
	return 0, false
}

// casting is the situation of a wizard who casts a spell at a unit.
func (f *Field) casting(p *Position, i, j, spell int) Cast {
	x, y := &p.Units[i], &p.Units[j]
	s := Cast{
		Caster: f.side(p, i), From: f.place(p, i), Spell: rule.Ref(spell + 1), State: x.doing(), Distance: uint8(f.between(p, i, j)),
		Screen: f.screened(p, i, j), Target: f.side(p, j), At: f.place(p, j), Fighting: y.Foe > 0, Ordeal: y.ordeal(),
	}
	if s.From == InBuilding {
		s.Shooting = x.Shot
	}
	if s.At == InOpen {
		s.Under = min(y.Models, 7)
	}
	return s
}

func castCandidates(f *Field, p *Position, out []args) []args {
	if p.Ended != game.StillOn {
		return out
	}
	for i := range f.regiments {
		x := &p.Units[i]
		if f.wizard(p, i) == 0 || !f.own(p, i, p.Step) || x.Foe > 0 || x.Fleeing {
			continue
		}
		for k := range spells.Rows {
			if step, ok := castIn(spells.Rows[k].Cells[spellKind]); !ok || step != p.Step || x.Cast>>k&1 == 1 {
				continue
			}
			for j := range f.regiments {
				if f.regiments[j].side != p.Side && p.here(j) {
					out = append(out, args{int16(i), int16(k), int16(j)})
				}
			}
		}
	}
	return out
}

func checkCast(u *rule.Umpire, f *Field, p *Position, a args) {
	i, k, j := int(a[0]), int(a[1]), int(a[2])
	kind := u.Peek(&spells, rule.Ref(k+1), spellKind)
	step, ok := castIn(kind)
	if !ok {
		u.Refuse("host.spells", "the game does not play what this spell does")
		return
	}
	if !f.mine(u, p, i, step, "host.phases") || !f.enemy(u, p, j) {
		return
	}
	x := &p.Units[i]
	s := f.casting(p, i, j, k)
	level := f.wizard(p, i)
	if level == 0 {
		u.Refuse("host.wizard", "there is no wizard in the unit")
		return
	}
	u.Require(x.Cast>>k&1 == 0, "host.wizard", "the spell has been cast this turn")
	n := 0
	for c := x.Cast; c > 0; c &= c - 1 {
		n++
	}
	u.Require(n < level, "host.wizard", "a wizard casts no more spells in a turn than his level")
	u.Require(kind != missileSpell || f.sight(f.footing(p, i), f.footing(p, j)), "host.wizard", "the target of the missile is not seen")
	u.Require(s.From == InBuilding || f.arc(p, i, f.footing(p, j)) == Front, "host.sight", "the target is not in the wizard's arc")
	legalCast(u, &s)
}

// wizard is the level of a unit's wizard, while he lives.
func (f *Field) wizard(p *Position, i int) int {
	level := 0
	if p.Units[i].Models > 0 {
		level = f.regiments[i].level
	}
	if p.Units[i].Hero > 0 {
		level = max(level, f.leader(p, i).level)
	}
	return level
}

func doCast(u *rule.Umpire, f *Field, p *Position, a args) {
	i, k, j := int(a[0]), int(a[1]), int(a[2])
	s := f.casting(p, i, j, k)
	f.dispels(u, p, i, &s)
	p.Units[i].Cast |= 1 << k
	r := heldCast.Of(u, &s).play(u, f.hands(i, j))
	from := f.footing(p, i)
	f.shaken(u, p, j, from, &r.Shot)
	f.backfires(p, i, &r)
	f.after(u, p)
}

// backfires is what a miscast does to the wizard and those around him.
func (f *Field) backfires(p *Position, i int, r *Magic) {
	x := &p.Units[i]
	hurt := x.Hurt
	if x.Hero == 0 {
		hurt += r.Wizard
	} else if !f.wound(p, i, min(r.Wizard, x.Hero)) {
		return
	}
	f.suffer(p, i, r.Own, hurt)
}

// dispels asks the other side whether it tries to dispel a spell, and how.
func (f *Field) dispels(u *rule.Umpire, p *Position, i int, s *Cast) {
	var names [3]string
	n, level := 0, f.counter(u, p, i)
	foe := 1 - p.Side
	if level > 0 {
		names[n] = "dispel with a wizard"
		n++
	}
	if !p.Fated[foe] {
		names[n] = "fated dispel"
		n++
	}
	names[n] = "let it be cast"
	switch names[u.Choose(f.sides[foe], "host.dispel", "an enemy spell", names[:n+1]...)] {
	case "dispel with a wizard":
		s.Dispel = uint8(level)
	case "fated dispel":
		s.Fated, p.Fated[foe] = true, true
	}
}

// counter is the level of the best wizard of the other side who is near enough
// to dispel what a unit casts, and does not flee.
func (f *Field) counter(u *rule.Umpire, p *Position, i int) (best int) {
	for j := range f.regiments {
		if f.regiments[j].side != p.Side && p.here(j) && !p.Units[j].Fleeing && f.wizard(p, j) > best && f.between(p, i, j) <= u.Fact(&dispelNear) {
			best = f.wizard(p, j)
		}
	}
	return best
}
