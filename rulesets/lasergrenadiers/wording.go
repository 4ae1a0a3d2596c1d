package lasergrenadiers

import "loophole/game"

var wording = game.Wording{
	Verbs: map[string]game.Telling{
		"move":    {Order: "Move {0<} to {1>}[ by {2}]", Past: "{0} moved to {1}[ by {2}]"},
		"fire":    {Order: "Fire {0<} at {1>}", Past: "{0} fired at {1}", Some: "enemy-lost", All: "target-out"},
		"pierce":  {Order: "Fire {0<} through the wall at {1>}", Past: "{0} fired through the wall at {1}", Some: "enemy-lost", All: "target-out"},
		"probe":   {Order: "Fire {0<} through the wall into {1>}", Past: "{0} fired through the wall into {1}", All: "enemy-lost"},
		"lob":     {Order: "Fire {0<} into {1>}, at {2}", Past: "{0} fired into {1}, at {2}", All: "enemy-lost"},
		"bombard": {Order: "Bombard {1>} with {0<}", Past: "{0} bombarded {1}", Some: "section-lost", All: "structure-lost"},
		"ignite":  {Order: "Set {1>} on fire with {0<}", Past: "{0} fired at {1} to burn it", All: "plants-burnt"},
		"breach":  {Order: "Have {0<} breach {1>}", Past: "{0} worked at {1}", All: "wall-breached"},
		"observe": {Order: "Have {0<} look for enemies at {1>}", Past: "{0} looked for enemies at {1}", All: "enemy-found"},
		"recover": {Order: "Have {0<} recover", Past: "{0} tried to recover", All: "recovered"},
		"done":    {Order: "End the activation of {0<}", Past: "{0} was done"},
		"pass":    {Order: "Pass", Past: "Nothing was activated"},
	},
	Events: map[string]game.Saying{
		"target-out":     {Past: "nothing is left of the target", Short: "out"},
		"target-shaken":  {Past: "the target is shaken", Short: "shaken"},
		"target-damaged": {Past: "the vehicle is damaged", Short: "damaged"},
		"enemy-lost":     {Past: "the enemy loses somebody", Short: "out"},
		"own-loss":       {Past: "one's own side loses somebody", Short: "own loss"},
		"enemy-found":    {Past: "an enemy is found", Short: "found"},
		"section-lost":   {Past: "the section falls", Short: "falls"},
		"structure-lost": {Past: "the structure is destroyed", Short: "destroyed"},
		"fire-started":   {Past: "a section catches fire", Short: "burns"},
		"plants-burnt":   {Past: "the plants are burnt", Short: "burnt"},
		"wall-breached":  {Past: "there is a way through the wall", Short: "breached"},
		"recovered":      {Past: "the piece has recovered", Short: "recovers"},
		"wins":           {Past: "the game is won", Short: "won"},
	},
	Names: map[string]string{},
}
