package lasergrenadiers

import "loophole/rule"

// Variant is a variant of the point system.
type Variant uint8

func (Variant) Names() []string { return []string{"usual", "1", "2", "3"} }

// inForce returns the variant in force.
func (v Variant) inForce(u *rule.Umpire) Variant {
	if v == 0 {
		return Variant(u.Ruling(&variant)) + 1
	}
	return v
}

// pointCost is what a hit costs in points: without and with a penetration.
type pointCost struct{ hit, penetration int }

// pointCost returns what a weapon costs a structure under a variant (points.variant-1, points.variant-2,
// points.variant-3).
func (w *weapon) pointCost(u *rule.Umpire, v Variant) pointCost {
	switch v {
	case 1:
		return pointCost{0, u.Apply(penetrationPoints, "points.variant-1", "points for a penetrating hit, whatever the weapon")}
	case 2:
		return pointCost{
			u.Apply(hitPoints, "points.variant-2", "points for a hit"),
			u.Apply(w.af, "points.variant-2", "points for a penetrating hit: the attack factor"),
		}
	}
	times := 1
	if w.hasEffectArea(u) {
		times = u.Apply(areaMultiplier, "points.variant-3", "times the points, for an effect area")
	}
	return pointCost{hitPoints * times, u.Apply(w.af*times, "points.variant-3", "points for a penetrating hit")}
}

// losePoints takes damage points off the structure (points.track), and off the section
// (points.sections).
func (d *StructureDamage) losePoints(u *rule.Umpire, s *DamageAccount, points int) {
	u.Apply(points, "points.track", "damage points lost")
	d.Points = uint8(points)
	d.Lost = uint8(min(int(s.Lost)+points, int(s.Points)))
	if s.SectionPoints > 0 && int(s.SectionLost)+points >= int(s.SectionPoints) {
		u.Note("points.sections", "the section is removed")
		d.Section = true
	}
	if d.Lost >= s.Points {
		d.Fate = Destroyed
	}
}
