package oldworld

import (
	"fmt"

	"loophole/rule"
)

// Aim is how the shot of an engine is given.
type Aim uint8

// The ways to give a shot.
const (
	Lands Aim = iota // it is known to hit the building
	Aimed            // the engine is fired, and the dice say where the shot lands
)

// Names lists them.
func (Aim) Names() []string { return []string{"lands", "aimed"} }

// Template is the situation of a template that strikes an occupied building.
type Template struct {
	Engine   rule.Ref `key:"engine" table:"engines" doc:"what makes the template"`
	Shot     Aim      `key:"shot" doc:"whether the template is known to touch the building, or has still to be aimed"`
	Over     bool     `key:"hole" doc:"the hole at its centre is over the building, if the shot is known to touch"`
	Indirect bool     `key:"indirect" doc:"fired at what the crew does not see"`
	Skill    uint8    `key:"skill" min:"0" max:"10" doc:"the crew's Ballistic Skill, for indirect fire"`
	Distance uint8    `key:"distance" unit:"inches" min:"0" max:"99" doc:"from the engine to the building"`
	Scant    bool     `key:"scant" doc:"the last of these inches is no full inch"`
	Across   uint8    `key:"across" unit:"tenths of an inch" min:"0" max:"200" doc:"the building from side to side as the crew sees it, for a template that scatters"`
	Along    uint8    `key:"along" unit:"tenths of an inch" min:"0" max:"200" doc:"the building from front to back"`
	Arc      Arc      `key:"arc" doc:"where the building lies from the front of whoever places the template"`
	State    State    `key:"state" doc:"what the crew is doing"`
	Moved    bool     `key:"moved" doc:"the engine moved this turn"`
	Garrison Side     `key:"garrison" doc:"the unit in the building"`
	PhaseLosses
}

// Burst is what an engine's shot comes to.
type Burst struct {
	Fell Fell `key:"shot" doc:"where the shot fell"`
	Gun  Gun  `key:"engine" doc:"the engine afterwards"`
	Shot
}

// Fell is where a shot fell.
type Fell uint8

// Where a shot may fall.
const (
	OnBuilding Fell = iota
	Wide
	Short
	Beyond
	Misfired
)

// Names lists where a shot may fall.
func (Fell) Names() []string { return []string{"on-building", "wide", "short", "beyond", "misfired"} }

// Gun is the state of an engine after its shot.
type Gun uint8

// The states of an engine.
const (
	Unharmed Gun = iota
	NoShot       // this shot only
	CrewHurt     // a wound, and no shot until the end of the next round
	Wrecked
)

// Names lists the states.
func (Gun) Names() []string { return []string{"unharmed", "no-shot", "crew-hurt", "destroyed"} }

var burstEvents = []rule.Event[Burst]{
	{Name: "building-hit", Gist: "the shot hits the building", Holds: func(b Burst) bool { return b.Fell == OnBuilding }},
	{Name: "casualty", Gist: "at least one model inside is removed", Holds: func(b Burst) bool { return b.Lost > 0 }},
	{Name: "fleeing", Gist: "the unit flees inside", Holds: func(b Burst) bool { return b.Mood == FleesInside }},
	{Name: "test-failed", Gist: "the unit inside fails a Panic test", Holds: func(b Burst) bool { return b.Mood != Calm }},
	{Name: "misfire", Gist: "the engine misfires", Holds: func(b Burst) bool { return b.Fell == Misfired }},
	{Name: "engine-destroyed", Gist: "the engine is wrecked", Holds: func(b Burst) bool { return b.Gun == Wrecked }},
}

var burstMeasures = []rule.Measure[Burst]{
	{Name: "casualties", Unit: "models", Of: func(b Burst) int { return int(b.Lost) }},
}

var templateSpec = rule.Spec[Template, Burst]{
	Name: "template",
	Gist: "a template strikes an occupied building",
	Default: Template{
		Engine: engines.Ref("mortar"), Distance: 24, Across: 60, Along: 60, Skill: 3,
		Garrison: Side{Unit: units.Ref("state-troops"), Models: 20},
	},
	Legal:     legalTemplate,
	Play:      playTemplate,
	Questions: 40,
	Events:    burstEvents,
	Measures:  burstMeasures,
	Examples: []rule.Example{
		{Name: "mortar", Settings: "engine=mortar", Gist: "a mortar's template touches a house with twenty State Troops"},
		{Name: "rock", Settings: "engine=rock-lobber hole=yes garrison=stone-trolls garrison.models=6", Gist: "a rock through the roof onto six Stone Trolls"},
		{Name: "aimed", Settings: "engine=mortar shot=aimed", Gist: "the mortar has still to hit the house"},
		{Name: "breath", Settings: "engine=fire-breath distance=4 garrison=elven-archers garrison.models=12", Gist: "fiery breath at a window"},
		{Name: "captain", Settings: "engine=mortar hole=yes garrison.models=19 garrison.hero=captain", Gist: "a captain is inside too, and at risk like everyone"},
	},
}

// A burst is what a template on the building does before any die is rolled.
type burst struct{ hit, pool int }

// What follows is worked out when it takes effect: aiming before the shot, the risk
// when a template is on the building, each kind of hit when somebody is hit so.
var (
	shell = rule.Precomputed[Template, burst]{Compute: func(u *rule.Umpire, s *Template) burst {
		u.Note("template.risk", "every model inside is at risk")
		return burst{hit: u.Fact(&templateHit), pool: s.Garrison.pool(u)}
	}}
	trajectory = rule.Precomputed[Template, scatterRoll]{Compute: func(u *rule.Umpire, s *Template) scatterRoll {
		return scatterRoll{uint8(5 * u.Cell(&engines, s.Engine, engineDiameter)), s.Across / 2, s.Along / 2, s.Indirect, s.Skill}
	}}
	onMen      = rule.Precomputed[Template, attacks]{Compute: func(u *rule.Umpire, s *Template) attacks { return s.Garrison.grazed(u, s.Engine) }}
	onHero     = rule.Precomputed[Template, attacks]{Compute: func(u *rule.Umpire, s *Template) attacks { return s.Garrison.alone().grazed(u, s.Engine) }}
	holeOnMen  = rule.Precomputed[Template, attacks]{Compute: func(u *rule.Umpire, s *Template) attacks { return s.Garrison.pierced(u, s.Engine) }}
	holeOnHero = rule.Precomputed[Template, attacks]{Compute: func(u *rule.Umpire, s *Template) attacks { return s.Garrison.alone().pierced(u, s.Engine) }}
)

// grazed is a hit of a template on a unit, not by its hole; pierced is one by the
// hole.
func (d *Side) grazed(u *rule.Umpire, engine rule.Ref) attacks {
	b := d.scorched(u, engine, engineStrength, engineAP)
	if b.dice = 1; u.LookupCell(&engines, engine, engineHoleStrength) == 0 {
		b.multiplies(u, engine)
	}
	return b
}

func (d *Side) pierced(u *rule.Umpire, engine rule.Ref) attacks {
	b := d.scorched(u, engine, engineHoleStrength, engineHoleAP)
	b.dice = 1
	b.multiplies(u, engine)
	return b
}

// multiplies sets how many wounds each unsaved wound of an engine becomes.
func (b *attacks) multiplies(u *rule.Umpire, engine rule.Ref) {
	if b.w > 1 {
		b.die, b.plus = uint8(extra(u, &engines, engine, engineWoundsDie, 0)), uint8(extra(u, &engines, engine, engineWounds, 0))
	}
}

// scorched is one automatic hit of an engine on a unit.
func (d *Side) scorched(u *rule.Umpire, engine rule.Ref, strength, ap int) attacks {
	b := attacks{by: byEngine, bane: uint8(extra(u, &engines, engine, engineBane, 0))}
	d.target(u, &b, u.Cell(&engines, engine, strength), extra(u, &engines, engine, ap, 0), d.armour(u, 0, false))
	return b
}

// shelling are the hands of a crew and of the unit inside.
var shelling = hands{of: [2]rule.Side{"crew", defendingSide}}

func playTemplate(u *rule.Umpire, s *Template) Burst {
	return s.play(u, &shelling)
}

// play has both sides throw their dice.
func (s *Template) play(u *rule.Umpire, h *hands) (r Burst) {
	over := s.Over
	if s.Shot == Aimed {
		about(u, h.names[0], func() { r, over = s.fire(u) })
		if r.Fell != OnBuilding {
			return r
		}
	}
	return s.strikes(u, over, h)
}

// What the hole of a template does, by the readings of the ruling.
const (
	firstUnder = iota
	noneUnder
	oneStruck
)

// under is what the hole does, over the building or not.
func (s *Template) under(u *rule.Umpire, over bool) int {
	if !over || u.LookupCell(&engines, s.Engine, engineHoleStrength) == 0 {
		return noneUnder
	}
	return u.Ruling(&hole)
}

// strikes is a template on the building, its hole over it or not.
func (s *Template) strikes(u *rule.Umpire, over bool, h *hands) (r Burst) {
	d, b := &s.Garrison, shell.For(u, s)
	under := s.under(u, over)
	n := int(d.Models)
	strong := under == oneStruck && n > 0
	if strong {
		n--
	}
	hits := 0
	about(u, h.names[1], func() {
		hits = u.Count(n, rule.D6, rule.AtLeast(b.hit), "template.five", "models inside that are hit")
	})
	if under == firstUnder && hits > 0 {
		u.Note("silent.hole", "the first model that is hit is under the hole")
		hits--
		strong = true
	}
	lost := 0
	if strong {
		x := holeOnMen.For(u, s)
		_, lost = x.suffered(h.strike(u, *x))
	}
	if hits > 0 {
		light := *onMen.For(u, s)
		if light.dice = uint8(hits); strong {
			light.hurt = 0
		}
		_, more := light.suffered(h.strike(u, light))
		lost += more
	}
	r.Lost, r.Hurt = d.fall(u, b.pool, min(lost, b.pool))
	if d.Hero > 0 {
		r.Hero = s.findsHero(u, b.hit, under, strong, h)
	}
	r.Mood = s.PhaseLosses.unsettled(u, d, int(r.Lost), d.all(), true, h)
	return r
}

// findsHero is the risk of a character inside, like everybody's. He is under the hole
// if none of the others is.
func (s *Template) findsHero(u *rule.Umpire, hit, under int, taken bool, h *hands) uint8 {
	x := &onHero
	switch struck := under == oneStruck && !taken; {
	case !struck && !atRisk(u, s.Garrison.Hero, hit, h):
		return 0
	case struck || under == firstUnder && !taken:
		u.Note("silent.hole", s.Garrison.alone().says(u, "the first model that is hit, and under the hole"))
		x = &holeOnHero
	}
	b := x.For(u, s)
	_, hurt := b.suffered(h.strike(u, *b))
	return uint8(min(hurt, int(b.w)))
}

// atRisk rolls whether a template hits a character inside.
func atRisk(u *rule.Umpire, character rule.Ref, hit int, h *hands) (struck bool) {
	why := "the character inside is hit"
	if u.Hands() {
		why = units.Rows[character-1].Text + " is hit"
	}
	about(u, h.names[1], func() { struck = u.Test(rule.D6, rule.AtLeast(hit), "template.five", why) })
	return struck
}

// fire aims a stone thrower: scatter die and artillery die.
func (s *Template) fire(u *rule.Umpire) (r Burst, over bool) {
	switch lobs.Roll(u, *trajectory.For(u, s)) {
	case lobMisfired:
		return misfire(u), false
	case lobWide:
		r.Fell = Wide
	case lobOver:
		over = true
	}
	return r, over
}

// A scatterRoll is what aiming a stone thrower depends on, in tenths of an inch: half
// of the template and of the building across and along the shot; and what an
// indirect shot has.
type scatterRoll struct {
	radius, across, along uint8
	indirect              bool
	skill                 uint8
}

// Where the template of a stone thrower may come down.
const (
	lobTouches = iota
	lobOver
	lobWide
	lobMisfired
)

// lobs is the artillery die and the scatter die of a stone thrower.
var lobs = rule.Subroll[scatterRoll]{Name: "scatter", Play: func(u *rule.Umpire, l scatterRoll) int {
	inches := artillery(u, "host.scatter", "of the scatter")
	if inches == 0 {
		return lobMisfired
	}
	on := u.Test(rule.D6, rule.AtMost(u.Fact(&scatterHit)), "host.scatter", "scatter die: a hit, or else an arrow")
	switch {
	case on && !l.indirect:
		return lobOver
	case on:
		inches = max(0, inches-u.Apply(int(l.skill), "host.scatter", "inches less: the crew's skill"))
	}
	if where, sure := l.anyhow(inches); sure {
		u.Note("host.scatter", "it makes no difference which way the arrow points")
		return where
	}
	return l.falls(inches, u.Sum(1, rule.D12, "host.arrow", "where the arrow points, as on a clock: 12 is straight on"))
}}

// anyhow tells what a template does that lands some inches from the middle of
// the building, if that is the same wherever the arrow points.
func (l scatterRoll) anyhow(inches int) (where int, sure bool) {
	r, reach, across, along := 10*inches, int(l.radius), int(l.across), int(l.along)
	corner := across*across + along*along
	switch {
	case r <= min(across, along):
		return lobOver, true
	case r > reach && (r-reach)*(r-reach) > corner:
		return lobWide, true
	case r <= min(across, along)+reach && r*r > corner:
		return lobTouches, true
	}
	return 0, false
}

// sines are those of the hours of a clock, in thousandths.
var sines = [12]int{0, 500, 866, 1000, 866, 500, 0, -500, -866, -1000, -866, -500}

// falls tells what a template does that lands some inches from the middle of
// the building, towards an hour of the clock.
func (l scatterRoll) falls(inches, hour int) int {
	out := func(v, half int) int { return max(0, max(v, -v)-100*half) } // thousandths beyond the wall
	x := out(1000*inches*sines[hour%12]/1000, int(l.across))
	y := out(1000*inches*sines[(hour+3)%12]/1000, int(l.along))
	switch reach := 100 * int(l.radius); {
	case x == 0 && y == 0:
		return lobOver
	case x*x+y*y <= reach*reach:
		return lobTouches
	}
	return lobWide
}

// artillery rolls the artillery die: its inches, or 0 for a misfire. A D6 stands
// for it.
func artillery(u *rule.Umpire, cite rule.Clause, what string) int {
	why := "artillery die"
	if u.Hands() {
		why = "artillery die, inches " + what + " (1 to 5 are 2, 4, 6, 8, 10; 6 is a misfire)"
	}
	n := 2 * u.Sum(1, rule.D6, cite, why) % 12
	if n == 0 {
		u.Note("host.misfire", "artillery die: misfire")
	} else {
		u.Notes(cite, func() string { return fmt.Sprintf("artillery die: %d inches %s", n, what) })
	}
	return n
}

// misfire is what a misfire does to the engine.
func misfire(u *rule.Umpire) Burst {
	t := u.Tally(1, rule.D6, rule.Cuts(1, 4), "host.misfire", "misfire (1 wrecks the engine, 2 to 4 hurt the crew, 5 and 6 cost this shot)")
	switch {
	case t.In(0) > 0:
		u.Note("host.misfire", "misfire: the engine is wrecked")
		return Burst{Fell: Misfired, Gun: Wrecked}
	case t.In(1) > 0:
		u.Note("host.misfire", "misfire: a wound on the crew, and no shot until the end of the next round")
		return Burst{Fell: Misfired, Gun: CrewHurt}
	}
	u.Note("host.misfire", "misfire: no shot now; the engine may fire in its next turn")
	return Burst{Fell: Misfired, Gun: NoShot}
}

func legalTemplate(u *rule.Umpire, s *Template) {
	if s.Engine == 0 {
		u.Forbid("host.engines", "name what makes the template: engine=mortar")
		return
	}
	if !legalSide(u, &s.Garrison) {
		return
	}
	legalOccupier(u, &s.Garrison)
	u.Require(u.Cell(&engines, s.Engine, engineCannon) == 0, "host.cannon", "a cannonball is no template: ask for the cannon")
	u.Require(s.Shot == Lands || u.LookupCell(&engines, s.Engine, engineScatters) == 1, "host.template", "this template is placed, not aimed")
	if s.Shot == Lands && u.LookupCell(&engines, s.Engine, engineScatters) == 0 {
		u.Require(s.Arc == Front, "host.sight", "the building is not in front of whoever breathes")
		u.Require(!s.Indirect, "at.sight", "the building is not seen")
	}
	u.Require(!s.beyond(u), "measure.building", "the building is out of range")
	u.Require(!s.tooNear(u), "host.scatter", "the building is nearer than the engine can fire")
	u.Require(s.State == Ready || s.State == HasRallied, "host.no-shot", "it is engaged or fleeing, charged, or had to move: it cannot fire")
	u.Require(!s.Moved || u.Cell(&engines, s.Engine, engineScatters) == 0, "host.no-shot", "an engine that has moved does not fire")
}

// beyond and tooNear report whether the building is too far or too near for the
// engine.
func (s *Template) beyond(u *rule.Umpire) bool {
	return int(s.Distance) > u.Cell(&engines, s.Engine, engineRange)
}

func (s *Template) tooNear(u *rule.Umpire) bool {
	near := u.Cell(&engines, s.Engine, engineNear)
	return int(s.Distance) < near || int(s.Distance) == near && s.Scant && near > 0
}

func (s *Template) reached(u *rule.Umpire) bool { return !s.beyond(u) && !s.tooNear(u) }
