package d20skirmish

import "loophole/rule"

// The two sides of an assault.
const (
	attackingSide rule.Side = "attacker"
	defendingSide rule.Side = "defender"
)

// mostGroups is the most groups of a side in a room. In a game they are teams.
const mostGroups = 4

// A Group is characters of one side in one room that are alike.
type Group struct {
	Men        uint8   `key:"men" unit:"characters" min:"0" max:"10" doc:"characters in the group, all alike"`
	Skill      uint8   `key:"skill" min:"0" max:"40" doc:"melee skill of each; 0 is the usual skill of the game"`
	SMG        uint8   `key:"smg" unit:"SMGs" min:"0" max:"10" doc:"characters that carry an SMG"`
	Element    Element `key:"element" doc:"element of the group, within its side"`
	Suppressed bool    `key:"suppressed" doc:"the element already has a suppression marker"`
	Twice      bool    `key:"suppressed-twice" doc:"a grenade has suppressed the element again, which counts if suppression adds up"`
	Hesitant   bool    `key:"hesitant" doc:"the element is hesitant"`
	Pinned     bool    `key:"pinned" doc:"the element is already pinned"`
}

// An Assaulter is a group that enters the room.
type Assaulter struct {
	Group
	Charging bool `key:"charging" doc:"the group charges, which counts in the first round"`
}

// An Occupant is a group in the room.
type Occupant struct {
	Group
	Moving bool `key:"moving" doc:"the group moved in its latest activation, which counts in the first round"`
}

// RoomDefenders are the defenders of a room when the grenade is thrown.
type RoomDefenders struct {
	Defenders       [mostGroups]Occupant `key:"defenders" doc:"occupants of the room: the number of characters of each group"`
	DefendersHelmet uint8                `key:"defenders-helmet" min:"0" max:"20" doc:"helmet save of the defenders; 0 is none"`
}

// Fight is both sides in a room.
type Fight struct {
	Attackers [mostGroups]Assaulter `key:"attackers" doc:"assaulters of the room: the number of characters of each group"`
	RoomDefenders
	AttackersHelmet uint8 `key:"attackers-helmet" min:"0" max:"20" doc:"helmet save of the attackers; 0 is none"`
	Contact         uint8 `key:"contact" unit:"characters" min:"0" max:"30" doc:"most characters of a side in base contact at once, as in a doorway; 0 is everybody"`
	Cover           Cover `key:"cover" doc:"cover of the defenders"`
}

// twoOnTwo is the default fight.
var twoOnTwo = Fight{
	Attackers:     [mostGroups]Assaulter{{Group: Group{Men: 2}}},
	RoomDefenders: RoomDefenders{Defenders: [mostGroups]Occupant{{Group: Group{Men: 2}}}},
}

// Element is an element of a side.
type Element uint8

// elements is the number of elements of a side.
const elements = 4

func (Element) Names() []string { return []string{"a", "b", "c", "d"} }

// An elementSet is a set of elements of a side.
type elementSet uint8

func (s elementSet) has(e Element) bool { return s>>e&1 == 1 }
func (s *elementSet) add(e Element)     { *s |= 1 << e }
func (s *elementSet) remove(e Element)  { *s &^= 1 << e }

// Cover is the cover of a target. It has no effect in melee.
type Cover uint8

const (
	NoCover Cover = iota
	LightCover
	HeavyCover
)

func (Cover) Names() []string { return []string{"none", "light", "heavy"} }

// Result is the result of a round of melee.
type Result uint8

const (
	NoRound             Result = iota // nobody fought
	Attackers                         // the attackers had more successes
	Defenders                         // the defenders had more successes
	Deadlock                          // as many on both sides, and some
	OutnumberedDeadlock               // a deadlock with outnumbered defenders that costs both sides one
	BothMiss                          // no success on either side
	Mixed                             // several fights with several results
)

func (Result) Names() []string {
	return []string{"none", "attackers", "defenders", "deadlock", "outnumbered-deadlock", "both-miss", "mixed"}
}

// Fate is the state of a room after an assault or melee.
type Fate uint8

const (
	Contested Fate = iota // both sides have somebody left
	Taken                 // only attackers are left
	Held                  // only defenders are left
	Emptied               // nobody is left in it
)

func (Fate) Names() []string { return []string{"contested", "taken", "held", "emptied"} }

// roomFate returns the fate of a room for the numbers left.
func roomFate(attackers, defenders int) Fate {
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
