package oldworld

import (
	"loophole/game"
	"loophole/rule"
)

var wording = game.Wording{
	Stops: map[rule.Clause]bool{"host.save": false, "host.ward": false, "host.regeneration": false, "host.look-out": true},
	Dice: map[rule.Clause]game.DiceWording{
		"host.bs": {One: "hit", Many: "hits"}, "host.ws": {One: "hit", Many: "hits"}, "host.hard": {One: "hit", Many: "hits"},
		"host.wound": {One: "wound", Many: "wounds"}, "host.bane": {One: "wound", Many: "wounds", Does: "wounds", Bands: []string{"no wound", "wounds", "wounds, with Armour Bane"}},
		"host.template": {One: "hit", Many: "hits"}, "template.five": {One: "hit", Many: "hits"},
		"host.misfire": {Bands: []string{"wrecks the engine", "hurts the crew", "costs this shot"}},
		"host.scatter": {Yes: "the shot is a hit", No: "the shot scatters"},
	},
	Questions: map[string]string{
		": the reaction to the charge": "{before}: how do they react to the charge{after}?",
		": the place at the walls":     "{before}: on which side of the building do they stand from now on?",
	},
	ActionTypes: map[string]game.ActionWording{
		"rally":  {Order: "Rally {0<}", Past: "{0} tried to rally", All: "rallied"},
		"charge": {Order: "Charge {1>} with {0<}", Past: "{0} charged {1}", Slight: []string{"building-emptied"}, All: "contact", None: "falls short", Ends: [3]string{"The charge falls short", "", "The charge reaches the building"}},
		"move":   {Order: "Move {0<} to {1>}[, {2}]", Past: "{0} moved to {1}[, {2}]"},
		"turn":   {Order: "Turn {0<} to face {1>}", Past: "{0} turned to face {1}"},
		"enter":  {Order: "Occupy {1>} with {0<}[, {2}]", Past: "{0} occupied {1}"},
		"leave":  {Order: "Leave the building with {0<}, for {1>}", Past: "{0} left the building for {1}"},
		"shoot": {
			Order: "Shoot {0<} at {1>}[, with {2} models][, {3}]", Past: "{0} shot at {1}[, with {2} models]",
			Slight: []string{"target-flees"}, Some: "casualty", All: "target-lost", Ends: [3]string{0: "{1} took no harm"},
		},
		"fire":  {Order: "Fire {0<} at {1>}[, aiming {2} inches short]", Past: "{0} fired at {1}[, aiming {2} inches short]", Some: "casualty", All: "building-emptied"},
		"cast":  {Order: "Cast {1} with {0<} at {2>}", Past: "{0} cast {1} at {2}", Some: "casualty", All: "spell-target-flees"},
		"fight": {Order: "Fight for {0>}", Past: "There was a fight for {0}", Slight: []string{"building-emptied", "fights-outside"}, Some: "casualty", All: "building-taken", None: "enemy unhurt", Ends: [3]string{2: "The building changes hands"}},
		"clash": {Order: "Fight on in the open with {0<}", Past: "{0} fought in the open", Slight: []string{"enemy-beaten"}, Some: "casualty", All: "enemy-gone", None: "enemy unhurt", Ends: [3]string{2: "The enemy is gone"}},
		"done":  {Order: "Go on to the next part of the turn", Past: "The turn went on"},
	},
	Events: map[string]game.EventWording{
		"rallied":            {Past: "the unit rallies", Short: "rallies", Goal: "rally"},
		"contact":            {Past: "the chargers reach the building", Short: "contact", Goal: "reach the building"},
		"building-emptied":   {Past: "the unit inside is gone", Short: "emptied"},
		"building-taken":     {Past: "the building changes hands", Short: "taken"},
		"thrown-back":        {Past: "the assault is thrown back", Short: "thrown back"},
		"fights-outside":     {Past: "the garrison fights on outside the walls", Short: "outside"},
		"enemy-beaten":       {Past: "the enemy is beaten", Short: "beaten", Goal: "beat the enemy"},
		"enemy-gone":         {Past: "the enemy is gone", Short: "gone"},
		"runs-into":          {Past: "the pursuit runs into a building", Short: "runs in"},
		"arrives":            {Past: "the unit arrives", Short: "arrives", Implied: true},
		"goes-in":            {Past: "the unit occupies the building", Short: "goes in", Implied: true},
		"casualty":           {Past: "the enemy loses models", Short: "lose some", Goal: "remove models", Implied: true},
		"casualties-3":       {Past: "the enemy loses three models or more", Short: "lose three", Implied: true},
		"own-casualty":       {Past: "{own} lose{s} models", Short: "own loss", Implied: true},
		"target-flees":       {Past: "the target flees", Short: "flees", Lasting: true},
		"spell-target-flees": {Past: "the target flees", Short: "flees", Lasting: true},
		"target-lost":        {Past: "the target is gone", Short: "gone"},
		"engine-lost":        {Past: "the engine is lost", Short: "engine lost"},
		"wins":               {Past: "the game is won", Short: "won"},
	},
	Markers: map[string]game.MarkerWording{
		"charging home": {Is: "has run into the enemy"}, "charged": {Is: "has charged"}, "compulsory-move": {Label: "compulsory move", Is: "has made a compulsory move"}, "rallied": {Is: "has rallied"},
		"fighting *": {Label: "fighting *", Is: "is fighting *"},
	},
	Names: map[string]string{
		"pace/walking": "", "pace/marching": "marching", "shots/all-shots": "all shots", "side/north": "north", "side/east": "east", "side/south": "south", "side/west": "west",
	},
}
