package oldworld

import "loophole/rule"

// halfInside returns the number of models inside that may shoot or cast: half of them unless house rules
// say otherwise, rounded by the ruling "half".
func halfInside(u *rule.Umpire, models int) int {
	percent := models * u.Fact(&shootingPercent)
	if percent%100 > 0 && u.Ruling(&halves) == halvesUp {
		percent += 99
	}
	return u.Apply(percent/100, "fire.half", "models inside that may shoot or cast")
}

// halfLessCasters returns the number of models inside that may shoot if some cast spells.
func halfLessCasters(u *rule.Umpire, models, casting int) int {
	able := halfInside(u, models)
	if casting > 0 && u.Ruling(&casters) == castersWithin {
		able -= u.Apply(min(casting, able), "fire.cast", "models that cast spells instead")
	}
	return able
}

// shooterCount returns the number of models that shoot: half of those inside, the front rank in the
// open.
func (s *Shoot) shooterCount(u *rule.Umpire) int {
	if s.From == InBuilding {
		able := halfLessCasters(u, s.Shooters.allModels(), int(s.Casters))
		if s.Only > 0 && int(s.Only) < able {
			return u.Apply(int(s.Only), "fire.half", "models that shoot: fewer than may")
		}
		return able
	}
	front, all := int(s.Front), int(s.Shooters.Models)
	if front == 0 || front > all {
		front = all
	}
	if s.Moved == Still && hasTrait(u, &missiles, s.missileWeapon(u), missileVolley) {
		return front + u.If(front < all, (all-front+1)/2, "host.front-rank", "half of the other ranks shoot with Volley Fire")
	}
	return u.Apply(front, "host.front-rank", "the front rank shoots")
}
