package oldworld

import (
	"fmt"

	"loophole/rule"
)

// aimAndScatter fires a stone thrower. over reports whether the hole is over the building.
func (s *Template) aimAndScatter(u *rule.Umpire) (burst Burst, over bool) {
	arg := scatterArg{uint8(5 * u.Cell(&engines, s.Engine, engineDiameter)), s.Across / 2, s.Along / 2, s.Indirect, s.Skill}
	switch scatterRoll.Roll(u, arg) {
	case landsMisfired:
		return misfireRoll(u), false
	case landsWide:
		burst.Fell = Wide
	case landsOver:
		over = true
	}
	return burst, over
}

// A scatterArg is the argument of a scatterRoll: half of the template and of the building across
// and along the shot, in tenths of an inch, and the crew's Ballistic Skill for indirect fire.
type scatterArg struct {
	radius, across, along uint8
	indirect              bool
	skill                 uint8
}

// The values of a scatterRoll: the template touches the building, its hole is over it, it misses,
// the engine misfires.
const (
	landsTouching = iota
	landsOver
	landsWide
	landsMisfired
)

// scatterRoll is the artillery die and the scatter die. An indirect shot scatters on a "Hit!" too,
// by the artillery die less the crew's Ballistic Skill.
var scatterRoll = rule.Subroll[scatterArg]{Name: "scatter", Play: func(u *rule.Umpire, arg scatterArg) int {
	inches := artilleryDie(u, "host.scatter", "of the scatter")
	if inches == 0 {
		return landsMisfired
	}
	hit := u.Test(rule.D6, rule.AtMost(u.Fact(&scatterHitFaces)), "host.scatter", "scatter die: a hit or an arrow")
	switch {
	case hit && !arg.indirect:
		return landsOver
	case hit:
		inches = max(0, inches-u.Apply(int(arg.skill), "host.scatter", "inches deducted for the crew's skill"))
	}
	if where, sure := arg.anyDirection(inches); sure {
		u.Note("host.scatter", "it makes no difference which way the arrow points")
		return where
	}
	return arg.inDirection(inches, u.Sum(1, rule.D12, "host.arrow", "where the arrow points, as on a clock: 12 is straight on"))
}}

// anyDirection is the value for a template some inches from the middle of the building, if every
// direction has the same.
func (arg scatterArg) anyDirection(inches int) (where int, sure bool) {
	distance, reach, across, along := 10*inches, int(arg.radius), int(arg.across), int(arg.along)
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

// inDirection is the value for a template some inches from the middle of the building, towards an
// hour of the clock.
func (arg scatterArg) inDirection(inches, hour int) int {
	out := func(v, half int) int { return max(0, max(v, -v)-100*half) } // thousandths beyond the wall
	x := out(1000*inches*sines[hour%12]/1000, int(arg.across))
	y := out(1000*inches*sines[(hour+3)%12]/1000, int(arg.along))
	switch reach := 100 * int(arg.radius); {
	case x == 0 && y == 0:
		return landsOver
	case x*x+y*y <= reach*reach:
		return landsTouching
	}
	return landsWide
}

// artilleryDie rolls the artillery die with a D6: 2, 4, 6, 8 or 10 inches, or 0 for a misfire.
func artilleryDie(u *rule.Umpire, cite rule.Clause, what string) int {
	why := "artillery die"
	if u.ReadsSides() {
		why = "artillery die, inches " + what + " (1 to 5 are 2, 4, 6, 8, 10; 6 is a misfire)"
	}
	inches := 2 * u.Sum(1, rule.D6, cite, why) % 12
	if inches == 0 {
		u.Note("host.misfire", "artillery die: misfire")
	} else {
		u.NoteFunc(cite, func() string { return fmt.Sprintf("artillery die: %d inches %s", inches, what) })
	}
	return inches
}

// misfireRoll rolls on the misfire table.
func misfireRoll(u *rule.Umpire) Burst {
	tally := u.Tally(1, rule.D6, rule.Cuts(1, 4), "host.misfire", "misfire (1 wrecks the engine, 2 to 4 hurt the crew, 5 and 6 cost this shot)")
	switch {
	case tally.In(0) > 0:
		u.Note("host.misfire", "misfire: the engine is wrecked")
		return Burst{Fell: Misfired, Gun: Wrecked}
	case tally.In(1) > 0:
		u.Note("host.misfire", "misfire: the crew loses a wound, and the engine cannot fire until the end of the next round")
		return Burst{Fell: Misfired, Gun: CrewHurt}
	}
	u.Note("host.misfire", "misfire: this shot is lost, and the engine may fire in its next turn")
	return Burst{Fell: Misfired, Gun: NoShot}
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
	theirs := *who
	theirs.names[1] = "" // It is another unit than the one inside.
	hits.dice = uint8(u.Apply(ranks, "host.cannon", text))
	_, n := theirs.attack(u, hits)
	return t.removeWounds(u, wounds, min(n, wounds))
}

// engineHit is an automatic hit of an engine. strength and ap are columns of the engines table.
func (t *Troops) engineHit(u *rule.Umpire, engine rule.Ref, strength, ap int) attacks {
	hit := attacks{by: byEngine, armourBane: uint8(optionalCell(u, &engines, engine, engineBane, 0))}
	t.fillDefence(u, &hit, u.Cell(&engines, engine, strength), optionalCell(u, &engines, engine, ap, 0), t.armour(u, 0, false))
	return hit
}

// fillMultipleWounds sets the wounds that each unsaved wound of an engine becomes. Models with one
// wound need none.
func (a *attacks) fillMultipleWounds(u *rule.Umpire, engine rule.Ref) {
	if a.woundsPerModel > 1 {
		a.woundsDie = uint8(optionalCell(u, &engines, engine, engineWoundsDie, 0))
		a.woundsPlus = uint8(optionalCell(u, &engines, engine, engineWounds, 0))
	}
}
