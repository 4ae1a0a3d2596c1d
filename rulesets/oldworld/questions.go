package oldworld

import "loophole/rule"

// topics are the questions that the odds bench offers.
var topics = []rule.Topic{
	{Name: "who-holds", Title: "Who holds the farmhouse?", Gist: "twelve Orcs against ten State Troops, until one side is gone or driven off", Asks: []rule.Ask{
		{Label: "to the end", Procedure: "siege", Words: "attackers.models=12 garrison.models=10 give-up=61 turns=0"},
	}},
	{Name: "shoot-shell-storm", Title: "Shoot, shell or storm?", Gist: "ten State Troops in a house: fifteen handguns, a mortar, or fifteen Chaos Warriors at the door", Asks: []rule.Ask{
		{Label: "fifteen handguns", Procedure: "shoot", Words: "from=open at=building shooters=state-missile-troops shooters.models=15 with=handgun distance=10 target=state-troops target.models=10"},
		{Label: "a mortar", Procedure: "template", Words: "engine=mortar shot=aimed garrison.models=10"},
		{Label: "Chaos Warriors", Procedure: "assault", Words: "attackers=chaos-warriors attackers.models=15 attackers.weapon=great-weapon garrison.models=10"},
	}},
	{Name: "captain", Title: "Does a captain hold the door?", Gist: "twenty Orcs charge twelve State Troops, with and without a captain among them", Asks: []rule.Ask{
		{Label: "without", Procedure: "assault", Words: "attackers.models=20 garrison.models=12"},
		{Label: "with a captain", Procedure: "assault", Words: "attackers.models=20 garrison.models=12 garrison.hero=captain garrison.hero-weapon=great-weapon"},
	}},
	{Name: "which-engine", Title: "Which engine against a full house?", Gist: "a mortar, a rock lobber and a cannon at twenty State Troops", Asks: []rule.Ask{
		{Label: "a mortar", Procedure: "template", Words: "engine=mortar shot=aimed"},
		{Label: "a rock lobber", Procedure: "template", Words: "engine=rock-lobber shot=aimed"},
		{Label: "a great cannon", Procedure: "cannon", Words: "shot=aimed short=4 garrison.models=20"},
	}},
	{Name: "stand-and-shoot", Title: "Hold, or stand and shoot?", Gist: "Orcs charge fifteen crossbowmen in a farmhouse, eight inches away", Asks: []rule.Ask{
		{Label: "hold", Procedure: "charge", Words: "distance=8"},
		{Label: "stand and shoot", Procedure: "charge", Words: "distance=8 reaction=stand-and-shoot"},
	}},
	{Name: "walls", Title: "What are walls worth?", Gist: "fifteen handguns at ten State Troops in the open, behind a hedge, and in a house", Asks: []rule.Ask{
		{Label: "in the open", Procedure: "shoot", Words: "from=open shooters=state-missile-troops shooters.models=15 with=handgun distance=10 target=state-troops target.models=10"},
		{Label: "behind a hedge", Procedure: "shoot", Words: "from=open cover=partial shooters=state-missile-troops shooters.models=15 with=handgun distance=10 target=state-troops target.models=10"},
		{Label: "in a house", Procedure: "shoot", Words: "from=open at=building shooters=state-missile-troops shooters.models=15 with=handgun distance=10 target=state-troops target.models=10"},
	}},
	{Name: "march", Title: "Will they march past the enemy?", Gist: "eight inches with an enemy six inches away: State Troops, State Troops with a captain, and Night Goblins", Asks: []rule.Ask{
		{Label: "State Troops", Procedure: "march", Words: "distance=8 enemy=6"},
		{Label: "with a captain", Procedure: "march", Words: "distance=8 enemy=6 hero=captain"},
		{Label: "Night Goblins", Procedure: "march", Words: "distance=8 enemy=6 unit=night-goblins"},
	}},
	{Name: "panic", Title: "How many may fall before they run?", Gist: "twelve crossbowmen lose four to shooting, or six", Asks: []rule.Ask{
		{Label: "four", Procedure: "panic", Words: "lost=4"},
		{Label: "six", Procedure: "panic", Words: "lost=6"},
	}},
}

const (
	attackersSaid = "{attackers.models|#} {attackers.unit}[ with a {attackers.hero}]"
	garrisonSaid  = "{garrison.models|#} {garrison.unit}[ with a {garrison.hero}]"
)

// phrases are the sentences in which the odds bench states the questions of each procedure.
var phrases = map[string]rule.Phrase{
	"enter":    {Title: "Move into a building", Aim: "inside", Says: "{models|#} {unit}[ with a {hero}] move into a building {distance|# inches} away[, {march|marching}][, {enemy|an enemy # inches away}]."},
	"leave":    {Title: "Leave a building", Aim: "outside", Says: garrisonSaid + " leave, {by}[, the enemy {enemy}]."},
	"march":    {Title: "March in the open", Aim: "arrives", Says: "{models|#} {unit}[ with a {hero}] march {distance|# inches}[, {column|in marching column}], {enemy|an enemy # inches away|no enemy near by}."},
	"shoot":    {Title: "Shoot at a unit", Aim: "casualty", Theirs: "casualties", Says: "{shooters.models|#} {shooters.unit} in the {from} shoot with {with|the #|their usual weapons} at {target.models|#} {target.unit} in the {at}, {distance|# inches} away[, having {moved}]."},
	"cast":     {Title: "Cast a spell", Aim: "cast", Theirs: "casualties", Says: "{caster.hero|A #|A wizard} with {caster.models|#} {caster.unit} in the {from} casts {spell} at {target.models|#} {target.unit} in the {at}, {distance|# inches} away."},
	"template": {Title: "Throw stones at a building", Aim: "casualty", Theirs: "casualties", Says: "A {engine} at " + garrisonSaid + " inside; the shot {shot|is #|lands}[, {hole|the hole is over the building}]."},
	"cannon":   {Title: "Fire a cannon at a building", Aim: "casualty", Theirs: "casualties", Says: "A {engine} at " + garrisonSaid + " inside; the shot {shot|is #|lands}."},
	"panic":    {Title: "Take a Panic test", Aim: "steady", Says: garrisonSaid + " have cause to panic: {cause}[, {lost|# models lost}]."},
	"rally":    {Title: "Rally inside", Aim: "rallied", Says: garrisonSaid + " of {garrison.started|#|as many} try to rally[, {garrison.musician|with a musician}]."},
	"charge":   {Title: "Charge a building", Aim: "contact", Own: "casualties", Says: attackersSaid + " charge " + garrisonSaid + " from {distance|# inches}[, {rough|over rough ground}], who {reaction}."},
	"assault":  {Title: "Fight a round for a building", Aim: "attackers-hold", Own: "attackers-lost", Theirs: "garrison-lost", Says: attackersSaid + " fight " + garrisonSaid + " for a building, after {charge|a charge of # inches|no charge}[, {later-round|in a later round}]."},
	"clash":    {Title: "Fight a round in the open", Aim: "defenders-beaten", Own: "attackers-lost", Theirs: "defenders-lost", Says: attackersSaid + " fight {defenders.models|#} {defenders.unit}[ with a {defenders.hero}] in the open, after {charge|a charge of # inches|no charge}[, {later-round|in a later round}]."},
	"break":    {Title: "Take a Break test", Aim: "holds", Says: "{models|#} {unit} lost by {margin|# points} to a Unit Strength of {enemy-strength}[, {outside|outside}][, {enemy-terror|who cause terror}]."},
	"siege":    {Title: "Besiege a building", Aim: "attackers-hold", Own: "attackers-lost", Theirs: "garrison-lost", Says: attackersSaid + " besiege " + garrisonSaid + " for {turns|# player turns|as long as it takes}, from {charge|# inches}[, the garrison {sortie|going out after them}]."},
}
