package lasergrenadiers

import (
	"loophole/game"
	"loophole/rule"
)

var wording = game.Wording{
	Dice: map[rule.Clause]game.DiceWording{
		"attack.normal": {Yes: "the shot hits", No: "the shot misses"}, "attack.armoured": {Yes: "the shot succeeds", No: "the shot fails"},
		"known.attack": {Yes: "the shot succeeds", No: "the shot fails"}, "probe.attack": {Yes: "the shot succeeds", No: "the shot fails"},
		"engineers.success": {Yes: "the attack succeeds", No: "the attack fails"},
		"host.out":          {Yes: "the shot penetrates", No: "the shot does not penetrate"},
		"known.automatic":   {Yes: "a piece inside is hit", No: "no piece inside is hit"},
		"known.rotary":      {Yes: "a piece inside is hit", No: "no piece inside is hit"},
		"known.single":      {Yes: "a piece inside is hit", No: "no piece inside is hit"},
		"probe.automatic":   {Yes: "a piece inside is hit", No: "no piece inside is hit"},
		"probe.rotary":      {Yes: "a piece inside is hit", No: "no piece inside is hit"},
		"probe.single":      {Yes: "a piece inside is hit", No: "no piece inside is hit"},
		"opening.area-only": {Yes: "the shot goes in", No: "the shot does not go in"},
		"fire.strike":       {Yes: "a fire breaks out", No: "no fire breaks out"},
		"fire.attack":       {Yes: "the fire burns through", No: "the fire does no harm"},
		"hidden.detect":     {Yes: "the enemy is detected", No: "the enemy stays hidden"},
		"host.hit":          {Yes: "the shot strikes the plants", No: "the shot misses the plants"},
		"host.morale":       {Yes: "the piece has recovered", No: "the piece stays shaken"},
		"host.repair":       {Yes: "a point is restored", No: "nothing is repaired"},
		"host.explode":      {Yes: "the vehicle explodes", No: "the vehicle does not explode"},
		"points.forty":      {Yes: "the damaged structure stands", No: "the damaged structure collapses"},
	},
	ActionTypes: map[string]game.ActionWording{
		"move": {Order: "Move {0<} to {1>}[ by {2}]", Past: "{0} moved to {1}[ by {2}]"},
		"fire": {
			Order: "Fire {0<} at {1>}", Past: "{0} fired at {1}",
			Slight: []string{"target-shaken", "target-damaged", "structure-lost"}, Some: "enemy-lost", All: "target-out",
		},
		"pierce": {
			Order: "Fire {0<} through the wall at {1>}", Past: "{0} fired through the wall at {1}",
			Slight: []string{"target-shaken", "target-damaged", "structure-lost", "fire-started"}, Some: "enemy-lost", All: "target-out", None: "nobody out",
		},
		"probe":   {Order: "Fire {0<} through the wall into {1>}", Past: "{0} fired through the wall into {1}", Slight: []string{"structure-lost", "fire-started"}, All: "enemy-lost", None: "nobody out"},
		"lob":     {Order: "Fire {0<} into {1>}, at {2}", Past: "{0} fired into {1}, at {2}", Slight: []string{"structure-lost"}, All: "enemy-lost", None: "nobody out"},
		"bombard": {Order: "Bombard {1>} with {0<}", Past: "{0} bombarded {1}", Slight: []string{"enemy-lost", "fire-started"}, Some: "section-lost", All: "structure-lost", None: "still stands"},
		"ignite":  {Order: "Ignite {1>} with {0<}", Past: "{0} tried to set {1} on fire", Slight: []string{"enemy-lost"}, All: "plants-burnt", None: "not burnt"},
		"breach":  {Order: "Have {0<} breach {1>}", Past: "{0} worked at {1}", All: "wall-breached", None: "not through"},
		"observe": {Order: "Have {0<} look for enemies at {1>}", Past: "{0} looked for enemies at {1}", All: "enemy-found"},
		"recover": {Order: "Have {0<} recover", Past: "{0} tried to recover", All: "recovered"},
		"done":    {Order: "End the activation of {0<}", Past: "{0} stopped"},
		"pass":    {Order: "Pass", Past: "Nothing was activated"},
	},
	Events: map[string]game.EventWording{
		"target-out":     {Past: "the target is out of action", Short: "out"},
		"target-shaken":  {Past: "the target is shaken", Short: "shaken"},
		"target-damaged": {Past: "the vehicle is damaged", Short: "damaged"},
		"enemy-lost":     {Past: "the enemy loses a piece", Short: "out", Goal: "put a piece out of action", Implied: true},
		"own-loss":       {Past: "{own} lose{s} a piece", Short: "own loss", Implied: true},
		"enemy-found":    {Past: "an enemy is found", Short: "found", Goal: "find an enemy", Lasting: true},
		"section-lost":   {Past: "the section falls", Short: "falls", Goal: "destroy the section"},
		"structure-lost": {Past: "the structure is destroyed", Short: "destroyed"},
		"fire-started":   {Past: "a section catches fire", Short: "burns"},
		"plants-burnt":   {Past: "the plants are burnt", Short: "burnt", Goal: "burn the plants"},
		"wall-breached":  {Past: "the wall has a way through", Short: "breached", Goal: "breach the wall"},
		"recovered":      {Past: "the piece has recovered", Short: "recovers", Goal: "recover"},
	},
	Markers: map[string]game.MarkerWording{
		"damage #": {Is: "has # damage"}, "done": {Is: "has acted"},
	},
	ScenarioNames: scenarioNames,
}
