package konflikt47

import (
	"loophole/game"
	"loophole/rule"
)

var wording = game.Wording{
	Stops: map[rule.Clause]bool{"host.tough": true},
	Verbs: map[string]game.Telling{
		"draw":  {Order: "Draw an order die from the cup", Past: "An order die was drawn"},
		"place": {Order: "Set {0<} up at {1>}[, at {2}]", Past: "{0} was set up at {1}[, at {2}]"},
		"fire": {
			Order: "Fire {0<} at {1>}[ and {3}][ with {2}]", Past: "{0} fired at {1}[ and {3}][ with {2}]",
			Some: "casualty", All: "target-lost",
		},
		"advance": {
			Order: "Advance {0<} to {1>}[ by {2}][ and fire at {3}][ with {4}]", Past: "{0} advanced to {1}[ by {2}][ and fired at {3}]",
			Some: "casualty",
		},
		"run":     {Order: "Run {0<} to {1>}[ by {2}]", Past: "{0} ran to {1}[ by {2}]"},
		"assault": {Order: "Assault {1>} with {0<}[ by {2}]", Past: "{0} assaulted {1}[ by {2}]", Some: "casualty", All: "takes-place"},
		"ram":     {Order: "Ram {1>} with {0<}", Past: "{0} rammed {1}", All: "section-lost"},
		"ambush":  {Order: "Put {0<} in ambush", Past: "{0} lay in ambush"},
		"rally":   {Order: "Rally {0<}", Past: "{0} rallied", All: "free-of-pins"},
		"down":    {Order: "Have {0<} go down", Past: "{0} went down"},
	},
	Events: map[string]game.Saying{
		"draws-own-die":   {Past: "the die is one's own", Short: "own die"},
		"draws-enemy-die": {Past: "the die is the enemy's", Short: "enemy's die"},
		"casualty":        {Past: "the enemy has casualties", Short: "hit some", Counts: true},
		"casualties-3":    {Past: "the enemy has three casualties or more", Short: "hit three", Counts: true},
		"own-casualty":    {Past: "one's own side has casualties", Short: "own loss", Counts: true},
		"target-pinned":   {Past: "the target has more pins", Short: "pinned"},
		"target-lost":     {Past: "nothing is left of the target", Short: "gone"},
		"own-loss":        {Past: "a unit of one's own side is lost", Short: "own unit lost"},
		"vehicle-lost":    {Past: "nothing is left of the vehicle", Short: "lost"},
		"bunker-unharmed": {Past: "the bunker takes no harm", Short: "no harm"},
		"disobeys":        {Past: "the unit does not obey", Short: "disobeys"},
		"free-of-pins":    {Past: "the unit is free of pins", Short: "no pins"},
		"arrives":         {Past: "the unit arrives", Short: "arrives"},
		"takes-place":     {Past: "the attackers take the place", Short: "taken"},
		"section-lost":    {Past: "a section of the building is lost", Short: "down"},
		"wins":            {Past: "the game is won", Short: "won"},
	},
	Names: map[string]string{
		"is-2": "the IS-2", "is-3": "the IS-3", "pak-43": "the PaK 43", "sherman": "the Sherman", "avre": "the AVRE", "zeus": "the Zeus", "mammoth": "the Mammoth",
		"crocodile": "the Crocodile", "spinne": "the Spinne", "volksgrenadiers": "the Volksgrenadiers", "tesla-tank": "the Tesla tank",
	},
}
