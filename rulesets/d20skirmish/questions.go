package d20skirmish

import "loophole/rule"

// topics are the questions that the odds bench offers.
var topics = []rule.Topic{
	{Name: "two-on-two", Title: "Two against two in one room", Gist: "two attackers storm a room held by two, to the finish", Asks: []rule.Ask{
		{Label: "to the finish", Procedure: "melee", Words: "attackers=2 defenders=2"},
	}},
	{Name: "grenade-first", Title: "A grenade first, or straight in?", Gist: "three assaulters against three in a room", Asks: []rule.Ask{
		{Label: "straight in", Procedure: "melee", Words: "attackers=3 defenders=3"},
		{Label: "a grenade first", Procedure: "assault", Words: "rooms=3 rooms.1.defenders=3"},
	}},
	{Name: "how-many", Title: "How many does it take?", Gist: "two, three or four against two who hold a room", Asks: []rule.Ask{
		{Label: "two", Procedure: "melee", Words: "attackers=2 defenders=2"},
		{Label: "three", Procedure: "melee", Words: "attackers=3 defenders=2"},
		{Label: "four", Procedure: "melee", Words: "attackers=4 defenders=2"},
	}},
	{Name: "smg", Title: "What is an SMG worth at the door?", Gist: "two charge two, without an SMG and with one", Asks: []rule.Ask{
		{Label: "rifles", Procedure: "melee", Words: "attackers=2 attackers.1.charging=yes defenders=2"},
		{Label: "one SMG", Procedure: "melee", Words: "attackers=2 attackers.1.charging=yes attackers.1.smg=1 defenders=2"},
	}},
	{Name: "shoot-or-grenade", Title: "Shoot them at the window or throw a grenade?", Gist: "four rifles fire at four behind a window, or one grenade lands among them", Asks: []rule.Ask{
		{Label: "four rifles", Procedure: "fire", Words: "cover=heavy"},
		{Label: "a grenade", Procedure: "grenade", Words: "defenders=4", Aim: "casualty"},
	}},
	{Name: "house", Title: "Can we take the house?", Gist: "a strong room and a weak one, held by two elements, with two grenades", Asks: []rule.Ask{
		{Label: "both rooms", Procedure: "assault", Words: "rooms=3,2 rooms.1.defenders=3 rooms.1.defenders.1.smg=1 rooms.2.defenders=1 rooms.2.defenders.1.element=b grenades=2"},
	}},
}

// phrases are the sentences in which the odds bench states the questions of each procedure.
var phrases = map[string]rule.Phrase{
	"assault": {
		Title: "Storm a house", Aim: "all-rooms-taken", Own: "attackers-lost", Theirs: "defenders-lost",
		Says: "Storm {rooms|a room with # men against <defenders.1.men>||a room with 2 men against 2}, {grenades|# grenades|no grenades} at hand.",
	},
	"grenade": {Title: "Throw a grenade", Aim: "room-empty", Theirs: "casualties", Says: "Throw {grenades|# grenades} into a room with {defenders|# men||nobody} in it."},
	"round":   {Title: "Fight one round", Aim: "attackers-succeed", Own: "attackers-lost", Theirs: "defenders-lost", Says: "{attackers|# men||Nobody} fight {defenders|# men||nobody} for one round[, {cover|across # cover}]."},
	"melee":   {Title: "Fight for a room", Aim: "room-cleared", Own: "attackers-lost", Theirs: "defenders-lost", Says: "{attackers|# men||Nobody} fight {defenders|# men||nobody} for a room, {activations|for # activations|to the finish}[, {cover|across # cover}]."},
	"fire":    {Title: "Fire at a team", Aim: "casualty", Theirs: "casualties", Says: "{men|#}[, {smg|# with SMGs},] fire at {target|#} from {distance|# inches}, {cover|in # cover|in the open}[, {suppressed|suppressed themselves}]."},
	"morale":  {Title: "Test morale", Aim: "firm", Says: "An element with morale {morale|#|as usual}[, {lost|# points lost}] tests it[, {hesitant|hesitant already}]."},
}
