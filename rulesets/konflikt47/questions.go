package konflikt47

import "loophole/rule"

// topics are the questions that the odds bench offers.
var topics = []rule.Topic{
	{Name: "two-machine-guns", Title: "Two machine guns at a window", Gist: "two German machine guns fire at a squad in a house, twenty inches away, which stays up or goes Down", Asks: []rule.Ask{
		{Label: "they stay up", Procedure: "shoot-at", Words: "weapons=mmg-german,mmg-german distance=20"},
		{Label: "they go down", Procedure: "shoot-at", Words: "weapons=mmg-german,mmg-german distance=20 reacts=down"},
	}},
	{Name: "walls", Title: "What is a house worth?", Gist: "a German machine gun at a squad of eight twenty inches away: in the open, behind a wall, and in a house", Asks: []rule.Ask{
		{Label: "in the open", Procedure: "shoot-from", Words: "outside=yes weapons=mmg-german targets=8 targets.1.distance=20"},
		{Label: "behind a wall", Procedure: "shoot-from", Words: "outside=yes weapons=mmg-german targets=8 targets.1.distance=20 targets.1.cover=hard"},
		{Label: "in a house", Procedure: "shoot-at", Words: "weapons=mmg-german men=8 distance=20"},
	}},
	{Name: "shell-or-storm", Title: "Should I shell or storm?", Gist: "eight regulars hold the ground floor: a howitzer at twenty inches, or ten models through the door", Asks: []rule.Ask{
		{Label: "shell it", Procedure: "direct-he", Words: "weapon=medium-howitzer distance=20 floors=8"},
		{Label: "storm it", Procedure: "assault", Words: "attackers=10 defenders=8"},
	}},
	{Name: "pin-first", Title: "Does it pay to pin them first?", Gist: "ten models storm a squad of eight with no pin, two or four", Asks: []rule.Ask{
		{Label: "no pins", Procedure: "assault", Words: "attackers=10 defenders=8 reacts=shoot"},
		{Label: "two pins", Procedure: "assault", Words: "attackers=10 defenders=8 reacts=shoot defenders.pins=2"},
		{Label: "four pins", Procedure: "assault", Words: "attackers=10 defenders=8 reacts=shoot defenders.pins=4"},
	}},
	{Name: "stand-or-run", Title: "They are coming: stand, shoot or get out?", Gist: "eight models assault a squad of six in a house with a back door", Asks: []rule.Ask{
		{Label: "stand", Procedure: "assault", Words: "attackers=8 defenders=6 other-side=yes", Aim: "defenders-win"},
		{Label: "shoot first", Procedure: "assault", Words: "attackers=8 defenders=6 other-side=yes reacts=shoot", Aim: "defenders-win"},
		{Label: "get out", Procedure: "assault", Words: "attackers=8 defenders=6 other-side=yes reacts=escape", Aim: "escaped"},
	}},
	{Name: "flames", Title: "What does a Crocodile do to a house?", Gist: "a flame tank against a house with two squads and a gun", Asks: []rule.Ask{
		{Label: "the Crocodile", Procedure: "flame", Words: "weapon=flamethrower-vehicle by.unit=churchill-crocodile distance=11 floors=10,8,0 floors.3.unit=us-57mm-gun storeys=3"},
	}},
	{Name: "ram-or-shell", Title: "Ram the house or shell it?", Gist: "a Tiger at a brick house with a squad, and a heavy howitzer at the same", Asks: []rule.Ask{
		{Label: "ram it", Procedure: "ram", Words: "unit=tiger material=brick floors=8"},
		{Label: "shell it", Procedure: "direct-he", Words: "weapon=heavy-howitzer distance=20 floors=8"},
	}},
}

// phrases are the sentences in which the odds bench states the questions of each procedure.
var phrases = map[string]rule.Phrase{
	"deploy": {Title: "Set a unit up in a building", Aim: "may-move", Says: "Set up {unit|the #} in a {structure}, {floor|on floor #|on the ground floor}, at a {opening}."},
	"enter":  {Title: "Run into a building", Aim: "inside", Says: "[{men|# models} of ]{unit|the #|an infantry unit}[ with {pins|# pins}] runs for a {opening} of a {structure}, {distance|# inches|right at it} away[, {rough|over rough ground}][, {enemy-in-sight|in sight of the enemy}]."},
	"leave":  {Title: "Leave a building", Aim: "obeys", Says: "{unit|The #|An infantry unit}[ of {men|# models}][ with {pins|# pins}] leaves by a {opening} at the order {order}, {distance|# inches}[, {onward|into the next house}]."},
	"move":   {Title: "Move inside a building", Aim: "obeys", Says: "{unit|The #|An infantry unit}[ with {pins|# pins}] goes from {floor|floor #|the ground floor} to {to|floor #|the ground floor} at the order {order}."},
	"order":  {Title: "Give an order", Aim: "obeys", Says: "Order {unit|the #|an infantry unit}[ of {men|# models}] with {pins|# pins|no pins} to {order}[, {outside|in the open}][, {officer|with an officer's # nearby}][, {enemy-in-sight|in sight of the enemy}]."},
	"shoot-from": {
		Title: "Shoot at a unit in the open", Aim: "casualty", Theirs: "casualties",
		Says: "Shoot {weapons|the #\u00a0(<count/one>)||nothing}[ of the {unit}] {outside|in the open|from inside}[ a {structure}][, {floor|from floor #}][, under the order {order}][, {sniper|as snipers}], at {targets|# models (<unit/infantry>), <distance> away|a unit|nobody}.",
	},
	"shoot-at": {
		Title: "Shoot at a building", Aim: "casualty", Theirs: "casualties",
		Says: "Shoot {weapons|the #\u00a0(<count/one>)||nothing} at {unit|the #|infantry}[ of {men|# models}] in a {structure} from {distance|# inches} through the {sight}[, {reacts|who go #}][, {pins|with # pins}].",
	},
	"shell":     {Title: "Drop shells on a building", Aim: "casualty", Theirs: "casualties", Says: "Drop a {weapon}'s shell on a {structure} of {storeys|# storeys}, {floors|# models|a squad|nobody} inside, from {distance|# inches}[, {hit|and it hits}]."},
	"direct-he": {Title: "Shell a building", Aim: "unit-destroyed", Theirs: "casualties", Says: "Fire a {weapon} at a {structure}, {target|at floor #|where it is seen}, with {floors|# models|a squad|nobody} inside, from {distance|# inches}, at the {sight}[, {reacts|who go #}]."},
	"flame":     {Title: "Turn a flamethrower on a building", Aim: "unit-destroyed", Theirs: "casualties", Says: "Turn a {weapon} on a {structure} with {floors|# models|a squad|nobody} inside, from {distance|# inches}, at the {sight}[, {reacts|who #}]."},
	"assault": {
		Title: "Storm a building", Aim: "attackers-hold", Own: "attackers", Theirs: "defenders", Left: true,
		Says: "Storm {floor|floor #|the ground floor} of a {structure} from {from} with {attackers.men|# models|a usual number of models}[ of the {attackers.unit}] by the {opening} against {defenders.men|# models|a usual number}[ of the {defenders.unit}][ with {defenders.pins|# pins}] who {reacts|#|wait}.",
	},
	"ram":    {Title: "Ram a building", Aim: "building-destroyed", Theirs: "units-lost", Says: "Ram a {structure} of {material} with {unit|the #|a vehicle}[, {pins|# pins}], {floors|# models|a squad|nobody} inside."},
	"morale": {Title: "Check morale", Aim: "holds", Says: "{unit|The #|An infantry unit} of {men|# models|usual strength} that lost {lost|# models} with {pins|# pins|no pins} checks its morale."},
}
