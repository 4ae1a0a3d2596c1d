package d20skirmish

import (
	"loophole/game"
	"loophole/rule"
)

var wording = game.Wording{
	Stops: map[rule.Clause]bool{"melee.helmet": true},
	Dice: map[rule.Clause]game.DiceWording{
		"host.fire": {One: "hit", Many: "hits"}, "host.hit": {One: "casualty", Many: "casualties", Does: "hurts"},
		"grenade.each": {One: "casualty", Many: "casualties", Does: "hurts", From: 2}, "melee.rolls": {One: "success", Many: "successes", Does: "succeeds", Which: succeeding},
		"host.test": {Yes: "the element stays firm", No: "the element wavers", Bands: []string{"stays firm", "stays hesitant", "routs"}},
	},
	Questions: map[string]string{"which character is lost": "Which character is lost?", " shows itself": "{}: who fires?"},
	ActionTypes: map[string]game.ActionWording{
		"move": {Order: "Move {0<} to {1>}[ by {2}]", Past: "{0} moved to {1}[ by {2}]"},
		"open": {Order: "Have {0<} open {1>}", Past: "{0} opened {1}"},
		"assault": {
			Order: "Assault {0>} with {1<}", Past: "{1} assaulted {0}",
			Slight: []string{"in-combat"}, Some: "casualty", All: "room-taken", None: "enemy unhurt", Ends: [3]string{2: "The room is taken"},
		},
		"grenade": {Order: "Throw a grenade into {0>} with {1<}", Past: "{1} threw a grenade into {0}", Some: "casualty", All: "room-empty", None: "enemy unhurt"},
		"fight":   {Order: "Go on with the melee in {0>}", Past: "The melee in {0} went on", Some: "casualty", All: "room-cleared", None: "enemy unhurt"},
		"fire":    {Order: "Fire {0<} at {1>}", Past: "{0} fired at {1}", Slight: []string{"target-suppressed"}, Some: "casualty", All: "target-lost", Ends: [3]string{0: "{1} took no harm"}},
		"rally":   {Order: "Rally {0<}", Past: "{0} tested morale", All: "rallied"},
		"watch":   {Order: "Put {0<} on watch", Past: "{0} went on watch"},
		"rest":    {Order: "Let {0<} rest", Past: "{0} rested"},
	},
	Events: map[string]game.EventWording{
		"room-taken":        {Past: "the room is taken", Short: "taken"},
		"room-cleared":      {Past: "no enemy is left in the room", Short: "cleared"},
		"room-emptied":      {Past: "nobody is left in the room", Short: "all dead"},
		"room-empty":        {Past: "no occupant of the room is left", Short: "cleared"},
		"room-lost":         {Past: "the enemy is alone in the room", Short: "lost"},
		"in-combat":         {Past: "both sides fight on in the room", Short: "fight on"},
		"casualty":          {Past: "the enemy has casualties", Short: "hit some", Goal: "cause casualties", Implied: true},
		"casualties-2":      {Past: "the enemy has two casualties or more", Short: "hit two", Implied: true},
		"own-casualty":      {Past: "{own} take{s} casualties", Short: "own loss", Implied: true},
		"mover-stopped":     {Past: "the moving team is stopped", Short: "stopped"},
		"target-suppressed": {Past: "the target is suppressed", Short: "suppressed", Lasting: true},
		"target-lost":       {Past: "the target is wiped out", Short: "gone"},
		"rallied":           {Past: "the team rallies", Short: "rallied", Goal: "rally"},
	},
	Markers: map[string]game.MarkerWording{
		"done": {Is: "has acted"}, "on-watch": {Label: "on watch"}, "morale down by #": {Label: "morale –#", Is: "has lost # of morale"},
		"element a": {Label: "element A"}, "element b": {Label: "element B"}, "element c": {Label: "element C"}, "element d": {Label: "element D"},
	},
	ScenarioNames: scenarioNames,
}
