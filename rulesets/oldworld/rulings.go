package oldworld

import "loophole/rule"

// Rulings and options, the default reading first.
var (
	agreed = rule.NewRuling("occupiable", "agree", "Have the players agreed that units can occupy this building?",
		"yes", "yes: otherwise the chapter does not apply",
		"no", "no: buildings are impassable, as they normally are",
	).AsOption()
	widestPoint = rule.NewRuling("widest", "silent.widest", "How is the greatest width of a building measured?",
		"corners", "from one corner to the farthest other corner: nowhere is it wider",
		"side", "along the longer side, as the width of an object is usually measured",
	).WithExample("enter widest=42 longest=30")
	halves = rule.NewRuling("half", "silent.half", "How is half of an odd number of models rounded?",
		"up", "up, as the game rounds elsewhere when it limits how many models may shoot",
		"down", "down: five of nine models are more than half",
	).WithExample("shoot shooters.models=9 distance=12")
	casters = rule.NewRuling("casters", "silent.casters", "Do casters count towards the half that may shoot?",
		"within", "yes: half of the models, shooters and casters together",
		"besides", "no: half of the models may shoot, and half may cast",
	).WithExample("shoot shooters.models=10 casters=1 distance=12")
	screens = rule.NewRuling("screen", "silent.screen", "Do models in between hide an occupied building from shooters outside?",
		"hides", "yes, as they hide any target; only the occupying unit sees past models",
		"towers", "no: the building stands higher than the models",
	).WithExample("shoot from=open at=building screen=yes target.models=10")
	hole = rule.NewRuling("hole", "silent.hole", "What does the central hole of a template do when it is over the building?",
		"one", "the first model that is hit takes the stronger hit: one of the unit, or the character if only the character is hit",
		"none", "nothing: the walls are in the way, and every hit is the weaker one",
		"struck", "one model takes the stronger hit without a roll, and the others are hit on 5+",
	)
	cannonRules = rule.NewRuling("cannon-rules", "silent.cannon", "Do the cannon's Armour Bane and multiple wounds apply to its hits on the unit inside?",
		"plain", "no: stones cause these hits, not the ball",
		"gun", "yes: these are hits by the cannon",
	).WithExample("cannon garrison=common-trolls garrison.models=6")
	characterHits = rule.NewRuling("cannon-heroes", "silent.hero-hits", "Can the hits of a cannonball strike characters inside?",
		"ranks", "no, as long as other models of their unit are left",
		"lots", "yes: each hit does on a 6, unless one of five or more other models takes it",
	).WithExample("cannon garrison.models=10 garrison.hero=captain")
	enemyNear = rule.NewRuling("enemy-near", "silent.entry", "May a unit enter while an enemy is within an inch of the building?",
		"no", "no: the unit would end its move within an inch of an enemy",
		"yes", "yes: a unit inside is off the table",
	).WithExample("enter enemy-at=1")
	panicInside = rule.NewRuling("panic-inside", "silent.panic", "What does an occupying unit do when a failed Panic test makes it fall back?",
		"stays", "it stays inside, rallies, and counts as having moved",
		"nothing", "nothing at all: it does not fall back",
		"flees", "it flees inside, because it cannot fall back",
	).WithExample("panic garrison.models=9 lost=3")
	runDown = rule.NewRuling("run-down", "silent.run-down", "What happens to an occupying unit that flees from a charge?",
		"caught", "it does not move, so chargers that reach the building destroy it",
		"hidden", "it hides behind the walls: the chargers stop there, and the unit flees inside",
	).WithExample("charge reaction=flee distance=8")
	disordered = rule.NewRuling("disordered", "silent.disorder", "Is a charge against a building disordered?",
		"no", "no: the building is the target of the charge, and skirmishers do not align",
		"yes", "yes: the walls keep the chargers from aligning, so they have no Initiative bonus",
	).WithExample("assault charge=4 attackers=orc-mob attackers.models=20 garrison=state-troops garrison.models=10")
	inContact = rule.NewRuling("contact", "silent.contact", "Do all models of the fighting rank count as in base contact? For procedures only: in the game they always do.",
		"all", "yes: models inside have no positions to measure",
		"placed", "only those stated to be; the others strike once",
	).WithExample("assault attackers=common-trolls attackers.models=5 attackers.contact=3")
	supports = rule.NewRuling("support", "silent.support", "Do models behind the fighting rank make supporting attacks?",
		"no", "no: skirmishers have no second rank",
		"yes", "yes: the limit is on the fighting rank, and as many models again support with spears",
	).WithExample("assault garrison.weapon=thrusting-spear garrison.models=15 charge=0 later-round=yes")
	rankCount = rule.NewRuling("ranks", "silent.ranks", "Do ranks count in the combat result?",
		"none", "no: both sides count as skirmishers, which have no ranks",
		"attackers", "the attackers' ranks do, because they arrived in ranks",
	).WithExample("assault attackers.models=20")
	massedInfantry = rule.NewRuling("massed", "host.massed", "Which printing of the combat result applies?",
		"revised", "the revised one: the stronger side has a point for massed infantry",
		"first", "the first: massed infantry gives no point",
	).AsOption()
	highGround = rule.NewRuling("high-ground", "silent.high", "Does an occupying unit fight from high ground?",
		"no", "no: the chapter gives no point for it",
		"yes", "yes: it fights from upper floors and steps",
	)
	characterPlaces = rule.NewRuling("heroes", "silent.heroes", "Do characters count among the models of the fighting rank?",
		"within", "yes: they are models of the fighting rank",
		"besides", "no: its characters fight as well as the models of the rank",
	).WithExample("assault attackers.models=20 attackers.hero=captain")
	overwhelm = rule.NewRuling("overwhelm", "silent.overwhelm", "Does an overwhelmed occupying unit break?",
		"breaks", "yes: the result becomes a break before any unit would move",
		"holds", "no: the unit does not fall back, so no result can become a break",
	).WithExample("break")
	wipedOut = rule.NewRuling("wiped-out", "silent.wiped-out", "May the winners enter at once when they kill the last model inside?",
		"later", "no: the chapter allows it after a break; the winners can enter next turn",
		"at-once", "yes: a building without a unit is open, whatever emptied it",
	).WithExample("assault attackers=chaos-warriors attackers.models=20 garrison.models=3")
	takers = rule.NewRuling("takers", "silent.takers", "Must the winners that enter be able to occupy a building?",
		"eligible", "yes: they must be infantry with a Unit Strength of 20 at most",
		"any", "no: any unit of the winning side may enter",
	).WithExample("assault attackers=knights attackers.models=10 garrison.models=3 charge=8")
	restraint = rule.NewRuling("restraint", "silent.restrain", "Must an occupying unit that wins test to stay inside?",
		"test", "yes: every winner that wants to stay does",
		"free", "no: the chapter says that it can leave, not that it must",
	)
	pursuit = rule.NewRuling("pursuit", "silent.pursuit", "Can an occupying unit that leaves in pursuit catch the enemy?",
		"placed", "no: it is put down at the walls, and its move ends there",
		"chase", "yes: it rolls for the pursuit first, and is put down at the walls if it catches nobody",
	).WithExample("leave by=pursuit enemy=fled restrain=no")
	followUp = rule.NewRuling("follow-up", "silent.reach", "Does a unit that leaves by following up fight on after it is put down at the walls?",
		"ranks", "yes, if its ranks, an inch deep each, reach from the wall to the enemy",
		"never", "no: its movement ends at the wall, and the combat with it",
		"contact", "yes: a unit that follows up is in contact again, as it is anywhere else",
	).WithExample("leave by=follow-up phase=combat enemy=gave-ground restrain=no gap=2")
	fronts = rule.NewRuling("front", "silent.front", "How many models of a unit stand abreast in the open, where models are not placed?",
		"five", "five, as many as make a rank of most infantry",
		"set-up", "as many as the set-up states for the front rank, or all models if it states none",
	).WithExample("clash attackers=chaos-warriors attackers.models=12")
	press = rule.NewRuling("press", "host.press", "Does the second rank of infantry strike in the open?",
		"revised", "yes, with one attack a model, unless the unit has charged",
		"first", "no, as in the first printing",
	).AsOption().WithExample("clash")
	closeConfines = rule.NewRuling("close-confines", "assault.tower", "Does the limit of the fighting rank apply in every building?",
		"all", "yes: \"tower\" is a slip for \"building\"",
		"towers", "only in towers, as the sentence says",
	).WithExample("assault attackers.models=20 garrison.models=20")
	stubbornness = rule.NewRuling("stubborn", "host.stubborn", "How often may a stubborn unit fall back instead of testing?",
		"once", "in its first Break test of the battle",
		"always", "in every Break test, as in another printing",
	).AsOption().WithExample("break unit=greatswords tested=yes margin=3")
	levels = rule.NewRuling("level", "host.level", "How much of a wizard's level counts in casting and dispel rolls?",
		"half", "half, rounded up, as in the revised printing",
		"whole", "all of it, as in the first printing",
	).AsOption().WithExample("cast caster.unit=master-mage")
)
