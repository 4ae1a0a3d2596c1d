package tideofiron

import "loophole/rule"

// topics are the questions that the odds bench offers.
var topics = []rule.Topic{
	{Name: "support", Title: "Is support worth the fatigue?", Gist: "an sIG 33b fires at a building alone, or with a Panzer III in support", Asks: []rule.Ask{
		{Label: "alone", Procedure: "attack", Words: "lead=sig-33b lead.distance=3 level=1 hexes=2 squads=4"},
		{Label: "with the Panzer III", Procedure: "attack", Words: "lead=sig-33b lead.distance=3 support=panzer-iii level=1 hexes=2 squads=4"},
	}},
	{Name: "house-or-squad", Title: "Fire at the squad or at the building?", Gist: "a Panzer III faces a squad in a building of two floors", Asks: []rule.Ask{
		{Label: "at the squad", Procedure: "attack", Words: "target=squad against=1 lead=panzer-iii lead.distance=3 level=1 squads=4", Aim: "casualty"},
		{Label: "at the building", Procedure: "attack", Words: "lead=panzer-iii lead.distance=3 level=1 squads=4", Aim: "casualty"},
	}},
	{Name: "close-in", Title: "How near should a tank go?", Gist: "a T-34 fires at an empty building of one floor from eight, five and two hexes", Asks: []rule.Ask{
		{Label: "from eight hexes", Procedure: "attack", Words: "lead=t-34 lead.distance=8"},
		{Label: "from five", Procedure: "attack", Words: "lead=t-34 lead.distance=5"},
		{Label: "from two", Procedure: "attack", Words: "lead=t-34 lead.distance=2"},
	}},
	{Name: "bring-down", Title: "What destroys a building?", Gist: "a tank, an assault howitzer and an anti-tank squad, each three hexes from a building of one floor", Asks: []rule.Ask{
		{Label: "a T-34", Procedure: "attack", Words: "lead=t-34 lead.distance=3"},
		{Label: "an sIG 33b", Procedure: "attack", Words: "lead=sig-33b lead.distance=3"},
		{Label: "an anti-tank squad", Procedure: "attack", Words: "lead.regulars=4 lead.anti-tank=yes lead.distance=3"},
	}},
	{Name: "mortar", Title: "Should a mortar harm or suppress?", Gist: "a mortar crew is five hexes from a squad on the top floor", Asks: []rule.Ask{
		{Label: "to harm", Procedure: "area", Words: "crews=1 distance=5 level=1 squads=4 squads.1.floor=1"},
		{Label: "to suppress", Procedure: "area", Words: "mode=suppressive crews=1 distance=5 level=1 squads=4 squads.1.floor=1", Aim: "squad-pinned"},
	}},
	{Name: "who-crawls-out", Title: "Who survives when a building is destroyed?", Gist: "three squads are on the three floors of a building that is destroyed", Asks: []rule.Ask{
		{Label: "three floors", Procedure: "collapse", Words: "level=2 squads=4,3,2 squads.2.floor=1 squads.3.floor=2"},
	}},
}

// phrases are the sentences in which the odds bench states the questions of each procedure.
var phrases = map[string]rule.Phrase{
	"attack": {
		Title: "Fire at a building, squad or vehicle", Aim: "harmed", Theirs: "casualties",
		Says: "Fire[ with the {lead.unit}][ with {lead.regulars|# regular figures}][ with {lead.elites|# elite figures}][ and {lead.officers|# officers}][ and {lead.mgs|# machine-gun crews}][ with {dice|# dice}] at {target|the #}[ number {against}][, a {vehicle},][ from {lead.distance|# hexes}][, supported by {support|the #}]; {level|# floors above the ground floor|only a ground floor}[, {squads|# figures} inside][, {weakened|already weakened}][, {card|with the card Stielgranate 42}].",
	},
	"area": {
		Title: "Shell a hex", Aim: "casualty", Theirs: "casualties",
		Says: "Shell the hex[ with {crews|# mortar crews}][ with {dice|# dice}][ from {distance|# hexes}], {mode|#}; {level|# floors above the ground floor|only a ground floor}[, {squads|# figures} inside].",
	},
	"collapse": {
		Title: "A building is destroyed", Aim: "casualty", Theirs: "casualties",
		Says: "The building is destroyed with {squads|# figures||nobody} inside; {level|# floors above the ground floor|only a ground floor}.",
	},
	"enter": {Title: "Enter a building", Aim: "can-go-on", Says: "Enter {hex|the #} with {points|# movement points}; {level|level #|level 0}[, {ambush|an enemy is concealed inside}]."},
	"sight": {Title: "See a floor", Aim: "clear", Says: "Look from {from|floor #|the ground floor} at {to|floor #|the ground floor}, {distance|# hexes} away, past {past|#||nothing}."},
	"drift": {Title: "Call artillery", Aim: "on-target", Says: "Call artillery onto a hex that {blind|no squad of the side sees|a squad of the side sees}; on a black die of {steady|# or less|0} the shells do not drift."},
	"hide":  {Title: "Keep a squad concealed", Aim: "revealed", Says: "A concealed squad in {hex|#}, with the enemy {distance|# hexes away|not near}[, {seen|in line of sight}][, {fires|and the squad fires}][, {struck|and an attack strikes the squad}]."},
}
