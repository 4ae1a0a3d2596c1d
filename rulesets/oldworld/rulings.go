package oldworld

import "loophole/rule"

// Rulings and options, the default reading first.
var (
	agreed = rule.NewRuling("occupiable", "agree", "Have the players agreed that this building can be occupied?",
		"yes", "yes: without that there is nothing to play here",
		"no", "no: buildings are impassable, as they usually are",
	).AsOption()
	widestPoint = rule.NewRuling("widest", "silent.widest", "Where is a building measured at its widest?",
		"corners", "from one corner to the furthest: nowhere is it wider",
		"side", "along its longer side, as one measures the width of a thing",
	).WithExample("enter widest=42 longest=30")
	halves = rule.NewRuling("half", "silent.half", "How is half of an odd number of models rounded?",
		"up", "up, as this game rounds elsewhere when it asks how many may shoot",
		"down", "down: five of nine are more than half",
	).WithExample("shoot shooters.models=9 distance=12")
	casters = rule.NewRuling("casters", "silent.casters", "Do casters count among the half that may shoot?",
		"within", "yes: one half covers shooting and casting together",
		"besides", "no: half may shoot, and half may cast",
	).WithExample("shoot shooters.models=10 casters=1 distance=12")
	screens = rule.NewRuling("screen", "silent.screen", "Do models in the way hide an occupied building from shooters outside?",
		"hides", "yes, like any target; only the occupier sees over models",
		"towers", "no: the building stands above them",
	).WithExample("shoot from=open at=building screen=yes target.models=10")
	hole = rule.NewRuling("hole", "silent.hole", "What does the hole of a template over the building do?",
		"one", "the first model that is hit takes the stronger hit: one of the men, or the character where only he is hit",
		"none", "nothing: walls are in the way, and every hit is the weaker one",
		"struck", "one model is struck without a roll by the stronger hit, the others on 5+",
	)
	cannonRules = rule.NewRuling("cannon-rules", "silent.cannon", "Do Armour Bane and multiple wounds of the gun apply to the stones?",
		"plain", "no: stones wound, not the ball",
		"gun", "yes: the hits are the gun's",
	).WithExample("cannon garrison=common-trolls garrison.models=6")
	heroHits = rule.NewRuling("cannon-heroes", "silent.hero-hits", "Do the stones of a cannonball strike characters inside?",
		"ranks", "no, while others of their unit are there to be struck",
		"lots", "each hit on a 6, unless one of five or more others takes it for him",
	).WithExample("cannon garrison.models=10 garrison.hero=captain")
	nearWalls = rule.NewRuling("enemy-near", "silent.entry", "May a unit go in while an enemy is within an inch of the building?",
		"no", "no: its move would end within an inch of an enemy",
		"yes", "yes: once inside it is off the table",
	).WithExample("enter enemy-at=1")
	panicHold = rule.NewRuling("panic-inside", "silent.panic", "What does an occupier do when a failed Panic test makes it fall back?",
		"stays", "it stays, has rallied, and counts as having moved",
		"nothing", "nothing at all: it does not fall back",
		"flees", "it flees where it is, since it cannot fall back",
	).WithExample("panic garrison.models=9 lost=3")
	runDown = rule.NewRuling("run-down", "silent.run-down", "What happens to an occupier that flees from a charge?",
		"caught", "it does not move, so a charger that reaches the building runs it down",
		"hidden", "it hides behind the walls: the charger stops at them and the unit flees inside",
	).WithExample("charge reaction=flee distance=8")
	disorder = rule.NewRuling("disordered", "silent.disorder", "Is a charge on a building disordered?",
		"no", "no: the building is what is charged, and skirmishers do not align",
		"yes", "yes: walls keep the charger from aligning, so it has no Initiative bonus",
	).WithExample("assault charge=4 attackers=orc-mob attackers.models=20 garrison=state-troops garrison.models=10")
	contact = rule.NewRuling("contact", "silent.contact", "Do all five count as in base contact? For procedures only: in the game all do.",
		"all", "yes: inside there are no places to measure",
		"placed", "only those said to be; the others strike once",
	).WithExample("assault attackers=common-trolls attackers.models=5 attackers.contact=3")
	supports = rule.NewRuling("support", "silent.support", "Do models behind the five make supporting attacks?",
		"no", "no: skirmishers pushing through doors have no second rank",
		"yes", "yes: the limit is on the fighting rank; as many again support with spears",
	).WithExample("assault garrison.weapon=thrusting-spear garrison.models=15 charge=0 later-round=yes")
	ranks = rule.NewRuling("ranks", "silent.ranks", "Do ranks count in the combat result?",
		"none", "no: skirmishers have none, and both sides count as such",
		"attackers", "those of the attackers do: they came in ranks",
	).WithExample("assault attackers.models=20")
	massed = rule.NewRuling("massed", "host.massed", "Which printing of the combat result is played?",
		"revised", "the revised one: a point for massed infantry on the stronger side",
		"first", "the first: no such point",
	).AsOption()
	highGround = rule.NewRuling("high-ground", "silent.high", "Does an occupier fight from high ground?",
		"no", "no: the chapter gives no such point",
		"yes", "yes: it fights from upper floors and steps",
	)
	heroes = rule.NewRuling("heroes", "silent.heroes", "Do characters take places among the five?",
		"within", "yes: they are models of the fighting rank",
		"besides", "no: five of the unit, and its characters",
	).WithExample("assault attackers.models=20 attackers.hero=captain")
	overwhelm = rule.NewRuling("overwhelm", "silent.overwhelm", "Does an overwhelmed occupier break?",
		"breaks", "yes: the result itself becomes a break before anyone would move",
		"holds", "no: it will not fall back, so there is nothing to turn into a break",
	).WithExample("break")
	wipedOut = rule.NewRuling("wiped-out", "silent.wiped-out", "May winners move in at once when the last occupier falls?",
		"later", "no: the chapter says so of units that break; they walk in next turn",
		"at-once", "yes: an empty building is as good as an abandoned one",
	).WithExample("assault attackers=chaos-warriors attackers.models=20 garrison.models=3")
	takers = rule.NewRuling("takers", "silent.takers", "Must the winners that move in be able to occupy a building?",
		"eligible", "yes: infantry of Unit Strength 20 at most",
		"any", "no: a unit of the winning side may",
	).WithExample("assault attackers=knights attackers.models=10 garrison.models=3 charge=8")
	restraint = rule.NewRuling("restraint", "silent.restrain", "Must an occupier that wins test to stay inside?",
		"test", "yes: all winners do that want to stay",
		"free", "no: the chapter says that it can leave, so it need not",
	)
	pursuit = rule.NewRuling("pursuit", "silent.pursuit", "Can an occupier that leaves in pursuit catch the enemy?",
		"placed", "no: it is put down at the walls and its move is over",
		"chase", "yes: it pursues by the dice first, and is put down if it catches nobody",
	).WithExample("leave by=pursuit enemy=fled restrain=no")
	followUp = rule.NewRuling("follow-up", "silent.reach", "Does a garrison that follows up fight on after it is put down at the walls?",
		"ranks", "yes, where its ranks, an inch deep each, reach the enemy from the wall",
		"never", "no: its movement is over at the wall, and combat with it",
		"contact", "yes: whoever follows up is in contact again, as anywhere else",
	).WithExample("leave by=follow-up phase=combat enemy=gave-ground restrain=no gap=2")
	fronts = rule.NewRuling("front", "silent.front", "How many models of a unit stand abreast in the open, where models are not placed?",
		"five", "five, as many as make a rank of most infantry",
		"set-up", "as many as the set-up puts in its front rank, or all where it says nothing",
	).WithExample("clash attackers=chaos-warriors attackers.models=12")
	press = rule.NewRuling("press", "host.press", "Does the second rank of infantry strike in the open?",
		"revised", "yes, each model once, unless the unit has charged",
		"first", "no, as first printed",
	).AsOption().WithExample("clash")
	confines = rule.NewRuling("close-confines", "assault.tower", "Does the limit of five hold in every building?",
		"all", "yes: \"tower\" is a slip for the building",
		"towers", "in towers only, as the sentence says",
	).WithExample("assault attackers.models=20 garrison.models=20")
	stubbornness = rule.NewRuling("stubborn", "host.stubborn", "How often may a stubborn unit fall back instead of testing?",
		"once", "in its first Break test of the battle",
		"always", "in every Break test, as in another printing",
	).AsOption().WithExample("break unit=greatswords tested=yes margin=3")
	levels = rule.NewRuling("level", "host.level", "How much of a wizard's level counts in casting and dispelling?",
		"half", "half, rounded up, as revised",
		"whole", "the whole, as first printed",
	).AsOption().WithExample("cast caster.unit=master-mage")
)
