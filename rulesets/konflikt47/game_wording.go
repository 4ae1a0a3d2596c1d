package konflikt47

import (
	"loophole/game"
	"loophole/rule"
)

var wording = game.Wording{
	Stops: map[rule.Clause]bool{"host.tough": true},
	Dice: map[rule.Clause]game.DiceWording{
		"host.order-test": {Tries: true, Passes: "a sum of morale less pins, or lower, passes"},
		"host.reaction":   {Passes: "a sum of morale less pins, or lower, passes"},
		"host.morale":     {Passes: "a sum of morale less pins, or lower, passes"},
		"at.roll":         {One: "hit", Many: "hits"}, "host.six-six": {One: "six", Many: "sixes", Does: "counts"}, "host.damage-roll": {One: "kill", Many: "kills", Bands: []string{"no effect", "kills", "kills, and may let the shooter pick"}}, "host.exceptional": {One: "pick", Many: "picks"},
		"host.indirect":    {Yes: "the shot hits", No: "the shot misses"},
		"flame.fire":       {Yes: "the building catches fire", No: "the building does not burn"},
		"host.armour-pins": {Yes: "the crew keeps its nerve", No: "the crew loses its nerve"},
		"host.fubar":       {Yes: "the unit fires at friends", No: "the unit flees"},
		"host.fuel":        {Yes: "the fuel runs out", No: "the fuel lasts"},
	},
	Questions: map[string]string{
		" is fired at":                 "{}: what now?",
		" is assaulted":                "{}: what now?",
		"the burning building is left": "{}?",
		"may fire at what has moved":   "Which unit in Ambush fires at what has moved?",
		"how the attackers fight":      "{}: hand to hand, or with pistols at point-blank range?",
		"how the defenders fight":      "{}: hand to hand, or with pistols at point-blank range?",
		"a drawn round":                "The round is drawn: does this side want another?",
		"at which friend":              "{}?",
		"the floor is empty":           "{}: do the attackers go in?",
		"the turn is over for":         "{}: what happens to its order die?",
		"where the weapon of":          "{}: at which opening?",
	},
	NotCarriedOut: "disobeys",
	ActionTypes: map[string]game.ActionWording{
		"draw":  {Order: "Draw an order die from the cup", Past: "An order die was drawn"},
		"place": {Order: "Set {0<} up at {1>}[, at {2}]", Past: "{0} took up position at {1}[, at {2}]"},
		"fire": {
			Order: "Fire {0<} at {1>}[ and {3}][ with {2}]", Past: "{0} fired at {1}[ and {3}][ with {2}]",
			Slight: []string{"target-pinned", "section-lost"}, Some: "casualty", All: "target-lost", Ends: [3]string{0: "{1} took no harm"},
		},
		"advance": {
			Order: "Advance {0<} to {1>}[ by {2}][ and fire at {3}][ with {4}]", Past: "{0} advanced to {1}[ by {2}][ and fired at {3}]",
			Slight: []string{"section-lost"}, Some: "casualty", None: "enemy unhurt",
		},
		"run":     {Order: "Run {0<} to {1>}[ by {2}]", Past: "{0} ran to {1}[ by {2}]"},
		"assault": {Order: "Assault {1>} with {0<}[ by {2}]", Past: "{0} assaulted {1}[ by {2}]", Some: "casualty", All: "takes-place", None: "held", Ends: [3]string{0: "{1} held out", 2: "{0} took the place"}},
		"ram":     {Order: "Ram {1>} with {0<}", Past: "{0} rammed {1}", Slight: []string{"casualty"}, All: "section-lost", None: "stands", Ends: [3]string{"The building stands", "", "A section comes down"}},
		"ambush":  {Order: "Put {0<} in ambush", Past: "{0} lay in ambush"},
		"rally":   {Order: "Rally {0<}", Past: "{0} rallied", All: "free-of-pins", None: "still pinned"},
		"down":    {Order: "Have {0<} go down", Past: "{0} went down"},
	},
	Events: map[string]game.EventWording{
		"draws-own-die":   {Past: "the die falls to {own}", Short: "own die"},
		"draws-enemy-die": {Past: "the die falls to {enemy}", Short: "enemy's die"},
		"casualty":        {Past: "the enemy has casualties", Short: "hit some", Goal: "cause casualties", Implied: true},
		"casualties-3":    {Past: "the enemy has three casualties or more", Short: "hit three", Implied: true},
		"own-casualty":    {Past: "{own} take{s} casualties", Short: "own loss", Implied: true},
		"target-pinned":   {Past: "the target has more pins", Short: "pinned"},
		"target-lost":     {Past: "the target is destroyed", Short: "gone"},
		"own-loss":        {Past: "{own} lose{s} a unit", Short: "own unit lost"},
		"vehicle-lost":    {Past: "nothing is left of the vehicle", Short: "lost"},
		"bunker-unharmed": {Past: "the bunker takes no harm", Short: "no harm"},
		"disobeys":        {Past: "the unit does not obey", Short: "disobeys"},
		"free-of-pins":    {Past: "the unit is free of pins", Short: "no pins", Goal: "lose all pins", Lasting: true},
		"arrives":         {Past: "the unit arrives", Short: "arrives", Implied: true},
		"takes-place":     {Past: "the attackers take the place", Short: "taken"},
		"section-lost":    {Past: "a section of the building is lost", Short: "down", Goal: "bring a section down"},
	},
	Markers: map[string]game.MarkerWording{
		"fire": {Is: "has fired"}, "advance": {Is: "has advanced"}, "run": {Is: "has run"}, "rally": {Is: "has rallied"},
		"ambush": {Is: "is in ambush"},
	},
	Names: names, ScenarioNames: scenarioNames,
}

// leavesOut is what the game leaves out of its host game and of the chapter.
var leavesOut = []string{
	"Assaults go into, through and out of buildings only: units in the open do not assault each other, and no unit assaults a vehicle.",
	"Tanks and walkers ram only buildings, not vehicles or troops.",
	"A unit that is fired at may go Down or fire back, but cannot run to cover. Recce vehicles have no reaction move.",
	"A unit in Ambush fires after an enemy's move and never interrupts one.",
	"Each named spot holds one unit, whose models are not placed one by one. Distances are measured to the spot.",
	"A vehicle takes the shortest route to a spot. The game ignores turns and facings: a vehicle shows its front to all fire.",
	"Guns cannot move or be towed. A gun shield protects from every side.",
	"The game has no mounted troops, no passengers and no Panzerfausts.",
	"No unit goes onto a roof or into a cellar; rulings about roofs change procedures only.",
	"No unit inside shoots at another floor or section of the same building, whatever the ruling inside-fire says.",
	"On one order a unit fires bullets and shot, or one weapon with shells, or one flamethrower. Only bullets and shot can be divided, between two targets at most.",
	"Indirect fire ranges in only on targets in buildings; at others every shot needs a 6. The game has no spotters.",
	"The winner of an assault takes the place or returns to its own; the game ignores the inches of regrouping.",
	"A unit that flees moves to the spot in reach that is farthest from the nearest visible enemy.",
	"An officer's bonus is measured from place to place. Officers cannot give other units extra orders.",
	"The game has no special rules of weapons and units beyond the tables.",
}
