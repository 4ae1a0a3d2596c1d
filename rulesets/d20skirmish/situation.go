package d20skirmish

import "loophole/rule"

// The two sides of an assault.
const (
	attackingSide rule.Side = "attacker"
	defendingSide rule.Side = "defender"
)

// groups is how many groups of a side there are in a room: in a game, teams.
const groups = 4

// A Group is some characters of one side in one room who are alike.
type Group struct {
	Men        uint8   `key:"men" unit:"characters" min:"0" max:"10" doc:"characters in the group, all alike"`
	Skill      uint8   `key:"skill" min:"0" max:"40" doc:"melee skill of each; 0 is the usual skill of the game"`
	SMG        uint8   `key:"smg" unit:"SMGs" min:"0" max:"10" doc:"how many of them carry an SMG"`
	Element    Element `key:"element" doc:"the element of their side that they belong to"`
	Suppressed bool    `key:"suppressed" doc:"their element has a suppression marker already"`
	Twice      bool    `key:"suppressed-twice" doc:"a grenade has suppressed their element once more, where that adds up"`
	Hesitant   bool    `key:"hesitant" doc:"their element is hesitant"`
	Pinned     bool    `key:"pinned" doc:"their element is pinned already"`
}

// An Assaulter is a group that goes in.
type Assaulter struct {
	Group
	Charging bool `key:"charging" doc:"they charge: it counts in the first round"`
}

// An Occupant is a group that is inside.
type Occupant struct {
	Group
	Moving bool `key:"moving" doc:"they moved in their latest activation: it counts in the first round"`
}

// Inside is who is in a room when the grenade comes.
type Inside struct {
	Defenders       [groups]Occupant `key:"defenders" doc:"occupants of the room, group by group, by their numbers"`
	DefendersHelmet uint8            `key:"defenders-helmet" min:"0" max:"20" doc:"helmet save of the defenders; 0 is none"`
}

// Fight is who is in contact in a room.
type Fight struct {
	Attackers [groups]Assaulter `key:"attackers" doc:"assaulters of the room, group by group, by their numbers"`
	Inside
	AttackersHelmet uint8 `key:"attackers-helmet" min:"0" max:"20" doc:"helmet save of the attackers; 0 is none"`
	Contact         uint8 `key:"contact" unit:"characters" min:"0" max:"30" doc:"most characters of a side in base contact at once, as in a doorway; 0 is everybody"`
	Cover           Cover `key:"cover" doc:"cover of the defenders"`
}

// twoOnTwo is the fight that is asked about if nothing is said.
var twoOnTwo = Fight{
	Attackers: [groups]Assaulter{{Group: Group{Men: 2}}},
	Inside:    Inside{Defenders: [groups]Occupant{{Group: Group{Men: 2}}}},
}

// Element names an element of a side.
type Element uint8

// elements is how many elements of a side the rulebook tells apart.
const elements = 4

// Names lists the elements.
func (Element) Names() []string { return []string{"a", "b", "c", "d"} }

// Cover is what the defenders stand behind.
type Cover uint8

// The kinds of cover.
const (
	NoCover Cover = iota
	LightCover
	HeavyCover
)

// Names lists the kinds of cover.
func (Cover) Names() []string { return []string{"none", "light", "heavy"} }

// Result is how a round of melee ends.
type Result uint8

// The results of a round.
const (
	NoRound    Result = iota // nobody fought
	Attackers                // they had more successes
	Defenders                // they had more successes
	Deadlock                 // as many on both sides
	Outweighed               // the same with outnumbered defenders
	BothMiss                 // none at all
	Mixed                    // several fights with several results
)

// Names lists the results.
func (Result) Names() []string {
	return []string{"none", "attackers", "defenders", "deadlock", "outnumbered-deadlock", "both-miss", "mixed"}
}

// Fate is what becomes of a room.
type Fate uint8

// The fates of a room.
const (
	Contested Fate = iota // both sides are in it
	Taken                 // by the attackers
	Held                  // by the defenders
	Emptied               // nobody is left in it
)

// Names lists the fates.
func (Fate) Names() []string { return []string{"contested", "taken", "held", "emptied"} }

// fate tells it from whether each side has somebody left.
func fate(attackers, defenders int) Fate {
	switch {
	case attackers > 0 && defenders > 0:
		return Contested
	case attackers > 0:
		return Taken
	case defenders > 0:
		return Held
	}
	return Emptied
}
