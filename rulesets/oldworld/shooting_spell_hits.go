package oldworld

import "loophole/rule"

// A flame is what hits by magic are made of: a row of a table, and its columns of
// Strength and Armour Piercing. They count once somebody is hit.
type magicHit struct {
	table        *rule.Table
	row          rule.Ref
	strength, ap int
	cast         *Cast
	cache        *hitCache // where a hit is worked out once for the Cast, or nil
}

func (s *Cast) spellHit() magicHit {
	return magicHit{table: &spells, row: s.Spell, strength: spellStrength, ap: spellAP}
}

// flameOf is what a row of the miscast table hits with.
func flameOf(miscast rule.Ref) magicHit {
	return magicHit{table: &miscasts, row: miscast, strength: miscastStrength, ap: miscastAP}
}

// A keptHits is one hit of a flame on a unit and on its character, worked out when
// somebody is hit.
type hitCache struct {
	unit, hero rule.Precomputed[Cast, attacks]
}

// hitsOn keeps the hits of a flame on one of the units of a Cast.
func newHitCache(d func(*Cast) *Side, x func(*Cast) magicHit) *hitCache {
	k := &hitCache{}
	k.unit.Compute = func(u *rule.Umpire, s *Cast) attacks { f := x(s); return f.compute(u, d(s)) }
	k.hero.Compute = func(u *rule.Umpire, s *Cast) attacks { f := x(s); return f.compute(u, d(s).characterAlone()) }
	return k
}

// spellHits are those of the spell on its target, miscastHits those of the rows of
// the miscast table on the wizard's unit.
var (
	spellHitCache    = newHitCache(func(s *Cast) *Side { return &s.Target }, (*Cast).spellHit)
	miscastHitCaches = func() (rows []*hitCache) {
		for i := range miscasts.Rows {
			rows = append(rows, newHitCache(func(s *Cast) *Side { return &s.Caster }, func(*Cast) magicHit { return flameOf(rule.Ref(i + 1)) }))
		}
		return rows
	}()
)

// keptBy has a Cast keep the hits of a flame.
func (x magicHit) cachedBy(s *Cast, kept *hitCache) magicHit {
	x.cast, x.cache = s, kept
	return x
}

// onUnit is one automatic hit by magic on a unit, and onHero one on its character.
func (x *magicHit) onUnit(u *rule.Umpire, d *Side) attacks {
	if x.cache != nil {
		return *x.cache.unit.For(u, x.cast)
	}
	return x.compute(u, d)
}

func (x *magicHit) onHero(u *rule.Umpire, d *Side) attacks {
	if x.cache != nil {
		return *x.cache.hero.For(u, x.cast)
	}
	return x.compute(u, d.characterAlone())
}

// on is one automatic hit by magic on a unit.
func (x *magicHit) compute(u *rule.Umpire, d *Side) attacks {
	b := attacks{by: bySpell, dice: 1}
	d.fillDefence(u, &b, u.Cell(x.table, x.row, x.strength), extra(u, x.table, x.row, x.ap, 0), d.armour(u, 0, false))
	return b
}

// hits are automatic hits by magic on the models of a unit.
func (x *magicHit) hits(u *rule.Umpire, d *Side, n int, h *hands) (lost, hurt uint8) {
	pool := d.pool(u)
	if n == 0 {
		return 0, d.Hurt
	}
	b := x.onUnit(u, d)
	b.dice = uint8(n)
	_, wounds := b.split(h.strike(u, b))
	return d.fall(u, pool, min(wounds, pool))
}

// squall is a template of magic on a building: the risk of every model of a unit
// inside, and of its character, unless he has suffered already.
func (d *Side) squall(u *rule.Umpire, x magicHit, character bool, h *hands) (r Shot) {
	u.Note("template.risk", "a template on the building: every model inside is at risk")
	hit, n := u.Fact(&templateHit), 0
	about(u, h.names[1], func() {
		n = u.Count(int(d.Models), rule.D6, rule.AtLeast(hit), "template.five", "models inside that are hit")
	})
	r.Lost, r.Hurt = x.hits(u, d, n, h)
	if character && d.Hero > 0 && atRisk(u, d.Hero, hit, h) {
		b := x.onHero(u, d)
		_, hurt := b.split(h.strike(u, b))
		r.Hero = uint8(min(hurt, int(b.woundsPerModel)))
	}
	return r
}
