package tideofiron

// leavesOut is what a player of the whole game will miss.
var leavesOut = []string{
	"There is no assault: a place with enemies in it is cleared by fire, and tanks do not overrun.",
	"Squads that the scenario conceals come to light in play, and nobody is concealed again.",
	"There is no command and nobody bids for the initiative: the scenario says who goes first in every round.",
	"Of the cards there are the Operations card for Stielgranate 42 and a Strategy card for artillery, which costs an action and no command.",
	"Of the specializations there are anti-tank and medic; flamethrowers and engineers with their charges are missing.",
	"Of the officers' abilities there are movement, cover, recovery and leading pinned squads in fire.",
	"Opportunity fire is one unit at a time: it is not combined, and machine guns do not fire again.",
	"Mortars and artillery do nothing to vehicles, and mortars attack through the action shell alone.",
	"The ground is open, built up or in ruins: there are no hills, woods, roads, railways, trenches, pillboxes, wire, mines or smoke.",
	"Tokens on a hex stay where they are and do nothing.",
	"Nobody goes from hex to hex above the ground floor, because the source breaks off there.",
	"Vehicles carry nobody, and guns move without a crew of their own.",
}
