package tideofiron

import (
	"loophole/game"
	"loophole/rule"
)

var wording = game.Wording{
	Models: "figures",
	Stops:  map[rule.Clause]bool{"host.cover": true, "host.armour": true, "box.terrain": true, "strength.defence": true},
	Dice: map[rule.Clause]game.DiceWording{
		"attack.by-unit": {One: "hit", Many: "hits"}, "target.squad": {One: "hit", Many: "hits"}, "host.firepower": {One: "hit", Many: "hits"},
		"collapse.hits":  {One: "hit", Many: "hits"},
		"host.artillery": {Yes: "contact is established", No: "there is no contact"},
	},
	Needs:     []rule.Clause{"need.values", "weak.half"},
	Questions: map[string]string{"which figure is lost": "A figure is lost: which one?", "opportunity fire at ": "{}: who fires?"},
	ActionTypes: map[string]game.ActionWording{
		"move":     {Order: "Move {0<} to {1>}", Past: "{0} moved to {1}"},
		"skirmish": {Order: "Begin Fire and Movement with {0<}", Past: "{0} began Fire and Movement"},
		"fire": {
			Order: "Fire {0<} at {1>}[ {2}][, with {3} in support]", Past: "{0} fired at {1}[ {2}][, with {3} in support]",
			Slight: []string{"target-pinned", "target-damaged"}, Some: "casualty", All: "target-lost",
			Ends: [3]string{0: "{1} took no harm"},
		},
		"bombard": {
			Order: "Fire {0<} at the building in {1>}[, with {2} in support]", Past: "{0} fired at the building in {1}[, with {2} in support]",
			Slight: []string{"casualty"}, Some: "building-weakened", All: "building-destroyed",
			Ends: [3]string{"The building in {1} stands", "The building in {1} is weakened", "The building in {1} is destroyed"},
		},
		"shell": {
			Order: "Shell {1>} with {0<}[ {2}]", Past: "{0} shelled {1}[ {2}]",
			Slight: []string{"squad-suppressed", "building-weakened"}, Some: "casualty", All: "building-destroyed",
			Ends: [3]string{2: "The building is destroyed"},
		},
		"call": {
			Order: "Call artillery onto {0>}[ {1}]", Past: "Artillery was called onto {0}[ {1}]",
			Slight: []string{"contact"}, Some: "casualty", All: "hex-destroyed",
			Ends: [3]string{2: "A building is destroyed"},
		},
		"watch": {Order: "Put {0<} in opportunity fire", Past: "{0} waited in opportunity fire"},
		"rest":  {Order: "Let {0<} do nothing this round", Past: "{0} did nothing"},
		"done":  {Order: "End the move of {0<}", Past: "{0} stopped"},
	},
	Events: map[string]game.EventWording{
		"building-destroyed": {Past: "the building is destroyed", Short: "destroyed", Goal: "destroy the building"},
		"building-weakened":  {Past: "the building is weakened", Short: "weakened", Goal: "weaken the building"},
		"contact":            {Past: "contact is established", Short: "contact"},
		"hex-destroyed":      {Past: "a building is destroyed", Short: "destroyed"},
		"casualty":           {Past: "the enemy loses figures", Short: "lose some", Goal: "remove figures", Implied: true},
		"casualties-2":       {Past: "the enemy loses two figures or more", Short: "lose two", Implied: true},
		"own-casualty":       {Past: "{own} lose{s} figures", Short: "own loss", Implied: true},
		"mover-stopped":      {Past: "the moving unit is stopped", Short: "stopped"},
		"target-pinned":      {Past: "the target is in a worse condition", Short: "suppressed"},
		"squad-suppressed":   {Past: "a squad there is in a worse condition", Short: "suppressed"},
		"target-lost":        {Past: "the target is lost", Short: "gone"},
		"target-damaged":     {Past: "the vehicle is damaged", Short: "damaged"},
	},
	Markers: map[string]game.MarkerWording{
		"op-fire": {Label: "opportunity fire", Is: "is in opportunity fire"}, "light damage": {Is: "has light damage"}, "heavy damage": {Is: "has heavy damage"},
		"overlay": {Label: "in ruins"}, "+# movement": {Label: "# more to enter"},
	},
	Names: names, ScenarioNames: scenarioNames,
}

// names are what players call modes of fire, after the name of their domain.
var names = map[string]string{
	"mode/normal": "", "mode/suppressive": "to suppress",
}

// scenarioNames are what players call the things of each bundled scenario whose names do not say it.
var scenarioNames = map[string]map[string]string{
	"ambush": {
		"panzer-iii": "the Panzer III", "maxim": "the Maxim crew", "point": "the point squad",
		"rear": "the rear squad",
	},
	"barrage": {
		"cellar": "the cellar squad", "roof": "the roof squad", "neighbours": "the neighbouring squad",
	},
	"block": {
		"sig-33b": "the sIG 33b", "panzer-iii": "the Panzer III", "t-34": "the T-34",
		"maxim": "the Maxim crew", "anti-tank": "the anti-tank squad",
	},
	"crossroads": {
		"stug-iii": "the StuG III", "t-70": "the T-70",
	},
	"row": {
		"sig-33b": "the sIG 33b", "stug-iii": "the StuG III", "pak-40": "the Pak 40",
	},
	"stairs": {
		"landing": "the landing squad", "attic": "the attic squad", "tommy-guns": "the tommy gunners",
	},
	"strongpoint": {
		"tiger": "the Tiger", "rifles": "the riflemen",
	},
	"worked": {
		"sig-33b": "the sIG 33b", "panzer-iii": "the Panzer III",
	},
}
