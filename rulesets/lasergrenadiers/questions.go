package lasergrenadiers

import "loophole/rule"

// topics are the questions that the odds bench offers.
var topics = []rule.Topic{
	{Name: "window-or-wall", Title: "Through the window or through the wall?", Gist: "a heavy fusion rifle at a soldier who shows himself in a window, or at three who are known to be behind the wall", Asks: []rule.Ask{
		{Label: "at the window", Procedure: "fire", Words: "target=troops weapon=heavy-fusion-rifle concealment=over-two-thirds", Aim: "piece-penetrated"},
		{Label: "through the wall", Procedure: "through", Words: "weapon=heavy-fusion-rifle"},
	}},
	{Name: "grenade", Title: "A grenade through the door, or a rocket into the slit?", Gist: "a grenade through a doorway, and a rocket into the embrasure of a pillbox", Asks: []rule.Ask{
		{Label: "the doorway", Procedure: "opening", Words: "structure=house into=doorway weapon=grenade range=short from=8"},
		{Label: "the embrasure", Procedure: "opening", Words: "into=embrasure range=short"},
	}},
	{Name: "saw-or-blast", Title: "Saw the wall or blast it?", Gist: "an engineer with a chainsaw or a demolition charge at a wall of six points", Asks: []rule.Ask{
		{Label: "a chainsaw", Procedure: "breach", Words: "workers=combat-engineer workers.1.tool=chainsaw points=6"},
		{Label: "a demolition charge", Procedure: "breach", Words: "workers=combat-engineer workers.1.tool=demolition-charge points=6"},
	}},
	{Name: "bring-down", Title: "How long does the house stand?", Gist: "a heavy fusion rifle wears down a house of 24 points, under variants 1 and 3", Asks: []rule.Ask{
		{Label: "variant 1", Procedure: "demolish", Words: "guns=heavy-fusion-rifle variant=1"},
		{Label: "variant 3", Procedure: "demolish", Words: "guns=heavy-fusion-rifle variant=3"},
	}},
	{Name: "burns", Title: "Will the barn burn?", Gist: "a fusion rifle strikes a timber barn in dry weather, mist and rain", Asks: []rule.Ask{
		{Label: "dry", Procedure: "ignite", Words: "structure=barn"},
		{Label: "mist", Procedure: "ignite", Words: "structure=barn weather=mist"},
		{Label: "rain", Procedure: "ignite", Words: "structure=barn weather=rain"},
	}},
	{Name: "spot", Title: "Will they spot the sniper?", Gist: "four look for a hidden soldier who has fired, and fire back", Asks: []rule.Ask{
		{Label: "four look", Procedure: "detect", Words: "reply=yes weapon=heavy-fusion-rifle"},
	}},
}

// phrases are the sentences in which the odds bench states the questions of each procedure.
var phrases = map[string]rule.Phrase{
	"occupy":   {Title: "Occupy a structure", Aim: "may-fire", Says: "{soldiers|#} {unit} {act} in a {structure}."},
	"detect":   {Title: "Look for a hidden enemy", Aim: "detected", Says: "{observers|# soldiers} look for {unit|#|an enemy} whose concealment is {concealment}, {fired|who has fired|who keeps still}[, with {with|a #}][; {reply|who detects him fires back}][ with a {weapon}]."},
	"fire":     {Title: "Fire at a structure or those in it", Aim: "penetrated", Says: "Fire a {weapon} at {target|the #} {structure|of a #|in the open} at {range} range[, {concealment|hidden #}][, {indirect|from above}]."},
	"through":  {Title: "Fire through a wall", Aim: "piece-penetrated", Theirs: "penetrated", Says: "Fire a {weapon} through the {surface} of a {structure} at {pieces|#||three infantrymen}, at {range} range, as {attack} targets."},
	"opening":  {Title: "Fire into an opening", Aim: "piece-penetrated", Theirs: "penetrated", Says: "Fire a {weapon} into the {into} of a {structure} with {pieces|#||two infantrymen and a crew-served weapon} inside, at {range} range."},
	"breach":   {Title: "Breach a wall", Aim: "breached", Says: "{workers|#||Nobody} at the {wall|# |usual }wall of a {structure} for {turns|# turns}[, a wall of {points|# points}]."},
	"damage":   {Title: "Damage a structure", Aim: "destroyed", Says: "A {result} of a {weapon} on a {structure} of {points|# points}."},
	"demolish": {Title: "Wear a structure down", Aim: "gone", Says: "{guns|A #||Nothing} at a {structure} of {points|# points} for {turns|# turns}, at {range} range, variant {variant}."},
	"collapse": {Title: "Check for a collapse", Aim: "collapsed", Says: "A structure of {points|# points} that lost {lost|#|none} for {turns|# turns}[, losing {more|# more} each turn]."},
	"ignite":   {Title: "Set something alight", Aim: "fire", Says: "A {weapon} strikes a {structure}[ and {plants}]; the weather is {weather}."},
	"fire-growth": {
		Title: "Let a fire grow", Aim: "structure-gone", Theirs: "casualties",
		Says: "{weapon|A # strikes|A fire burns in} a {structure} for {turns|# turns}, with {groups|#||four infantrymen} near; wind {wind}, weather {weather}.",
	},
	"burn": {Title: "Caught in a fire", Aim: "casualty", Theirs: "casualties", Says: "{groups|#||Four infantrymen} {how|# in|crossing} a fire for {turns|# turns}."},
}
