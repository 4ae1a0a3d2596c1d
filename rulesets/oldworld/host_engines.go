package oldworld

import (
	"fmt"

	"loophole/rule"
)

// aimAndScatter fires a stone thrower. over reports whether the hole is over the building.
func (s *Template) aimAndScatter(u *rule.Umpire) (burst TemplateOutcome, over bool) {
	shot := scatter{uint8(5 * u.Cell(&engines, s.Engine, engineDiameter)), s.Across / 2, s.Along / 2, s.Indirect, s.Skill}
	switch scatterRoll.Roll(u, shot) {
	case landsMisfired:
		return misfireRoll(u), false
	case landsWide:
		burst.Fell = Wide
	case landsOver:
		over = true
	}
	return burst, over
}

// A scatter is a shot that may scatter: half of the template and of the building across and along
// the shot, in tenths of an inch, and the crew's Ballistic Skill for indirect fire.
type scatter struct {
	radius, across, along uint8
	indirect              bool
	skill                 uint8
}

// A landing is where a template comes down.
type landing uint8

const (
	landsTouching landing = iota // it touches the building
	landsOver                    // its hole is over the building
	landsWide
	landsMisfired // nowhere
)

// scatterRoll is the artillery die and the scatter die. An indirect shot scatters on a "Hit!" too,
// by the artillery die less the crew's Ballistic Skill.
var scatterRoll = rule.NewResultSubroll("scatter", func(u *rule.Umpire, shot scatter) landing {
	inches := artilleryDie(u, "host.scatter", "of the scatter")
	if inches == 0 {
		return landsMisfired
	}
	hit := u.Test(rule.D6, rule.AtMost(u.Fact(&scatterHitFaces)), "host.scatter", "scatter die: a hit or an arrow")
	switch {
	case hit && !shot.indirect:
		return landsOver
	case hit:
		inches = max(0, inches-u.Apply(int(shot.skill), "host.scatter", "inches deducted for the crew's skill"))
	}
	if where, sure := shot.anyDirection(inches); sure {
		u.Note("host.scatter", "it makes no difference which way the arrow points")
		return where
	}
	return shot.inDirection(inches, u.Sum(1, rule.D12, "host.arrow", "where the arrow points, as on a clock: 12 is straight on"))
})

// anyDirection is the landing of a template some inches from the middle of the building, if it is the
// same in every direction.
func (s scatter) anyDirection(inches int) (where landing, sure bool) {
	distance, reach, across, along := 10*inches, int(s.radius), int(s.across), int(s.along)
	corner := across*across + along*along
	switch {
	case distance <= min(across, along):
		return landsOver, true
	case distance > reach && (distance-reach)*(distance-reach) > corner:
		return landsWide, true
	case distance <= min(across, along)+reach && distance*distance > corner:
		return landsTouching, true
	}
	return 0, false
}

// sines are the sines of the hours of a clock, in thousandths.
var sines = [12]int{0, 500, 866, 1000, 866, 500, 0, -500, -866, -1000, -866, -500}

// inDirection is the landing of a template some inches from the middle of the building, towards an
// hour of the clock.
func (s scatter) inDirection(inches, hour int) landing {
	out := func(v, half int) int { return max(0, max(v, -v)-100*half) } // thousandths of an inch beyond the wall
	x := out(inches*sines[hour%12], int(s.across))
	y := out(inches*sines[(hour+3)%12], int(s.along))
	switch reach := 100 * int(s.radius); {
	case x == 0 && y == 0:
		return landsOver
	case x*x+y*y <= reach*reach:
		return landsTouching
	}
	return landsWide
}

// artilleryDie rolls the artillery die with a D6: 2, 4, 6, 8 or 10 inches, or 0 for a misfire.
func artilleryDie(u *rule.Umpire, cite rule.Clause, what string) int {
	why := u.Text("artillery die", func() string { return "artillery die, inches " + what + " (1 to 5 are 2, 4, 6, 8, 10; 6 is a misfire)" })
	face := u.Sum(1, rule.D6, cite, why)
	if face == 6 {
		u.Note("host.misfire", "artillery die: misfire")
		return 0
	}
	inches := 2 * face
	u.NoteFunc(cite, func() string { return fmt.Sprintf("artillery die: %d inches %s", inches, what) })
	return inches
}

// misfireRoll rolls on the misfire table.
func misfireRoll(u *rule.Umpire) TemplateOutcome {
	tally := u.Tally(1, rule.D6, rule.Cuts(1, 4), "host.misfire", "misfire (1 wrecks the engine, 2 to 4 hurt the crew, 5 and 6 cost this shot)")
	switch {
	case tally.In(0) > 0:
		u.Note("host.misfire", "misfire: the engine is wrecked")
		return TemplateOutcome{Fell: Misfired, Gun: Wrecked}
	case tally.In(1) > 0:
		u.Note("host.misfire", "misfire: the crew loses a wound, and the engine cannot fire until the end of the next round")
		return TemplateOutcome{Fell: Misfired, Gun: CrewHurt}
	}
	u.Note("host.misfire", "misfire: this shot is lost, and the engine may fire in its next turn")
	return TemplateOutcome{Fell: Misfired, Gun: NoShot}
}

// struckRanks is how many of some ranks, an inch deep each, lie between two points. The first rank
// begins at first.
func struckRanks(first, ranks, from, to int) int {
	return max(0, min(first+ranks-1, to)-max(first, from)+1)
}

// ballThroughRanks is the ball itself, which hits one model of each of some ranks of a unit.
func (t *Troops) ballThroughRanks(u *rule.Umpire, engine rule.Ref, ranks int, who *players, text string) (lost, hurt uint8) {
	if ranks == 0 || t.Unit == 0 {
		return 0, t.Hurt
	}
	hits := t.engineHit(u, engine, engineStrength, engineAP)
	hits.fillMultipleWounds(u, engine)
	wounds := t.woundsLeft(u)
	withoutName := *who
	withoutName.names[1] = "" // It is another unit than the one inside.
	hits.dice = uint8(u.Apply(ranks, "host.cannon", text))
	_, n := withoutName.attack(u, hits)
	return t.removeWounds(u, wounds, min(n, wounds))
}

// engineHit is an automatic hit of an engine. strength and ap are columns of the engines table.
func (t *Troops) engineHit(u *rule.Umpire, engine rule.Ref, strength, ap int) attacks {
	hit := attacks{by: byEngine, armourBane: uint8(optionalCell(u, &engines, engine, engineBane))}
	t.fillDefence(u, &hit, u.Cell(&engines, engine, strength), optionalCell(u, &engines, engine, ap), t.armour(u, 0, false))
	return hit
}

// fillMultipleWounds sets the wounds that each unsaved wound of an engine becomes. Models with one
// wound need none.
func (a *attacks) fillMultipleWounds(u *rule.Umpire, engine rule.Ref) {
	if a.woundsPerModel > 1 {
		a.woundsDie = uint8(optionalCell(u, &engines, engine, engineWoundsDie))
		a.woundsPlus = uint8(optionalCell(u, &engines, engine, engineWounds))
	}
}
