package tideofiron

// leavesOut lists what the game leaves out of its host game, in sentences for players.
var leavesOut = []string{
	"There are no assaults and no overruns: you clear a place of enemies by fire.",
	"Squads are concealed only at the start, if the scenario says so. A revealed squad cannot hide again.",
	"There are no command points and no bids for the initiative: the scenario sets the side that goes first in every round.",
	"There are only two cards: the Operations card for Stielgranate 42, and a Strategy card for artillery that costs an action and no command.",
	"The only specializations are anti-tank and medic: there are no flamethrowers and no engineers with charges.",
	"Officers add movement and cover, help squads to recover, and let pinned squads fire. They have no other abilities.",
	"Only one unit at a time takes opportunity fire: units do not combine it, and machine guns do not fire again.",
	"Mortars and artillery do not harm vehicles. Mortars attack only with the action shell.",
	"A hex is open ground, a building or ruins: there are no hills, woods, roads, railways, trenches, pillboxes, wire, mines or smoke.",
	"Tokens in a hex stay there and have no effect.",
	"Units do not move from hex to hex above the ground floor: the chapter has no rule for it.",
	"Vehicles do not carry units, and guns move without a crew of their own.",
}
