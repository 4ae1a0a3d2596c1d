package oldworld

import "loophole/rule"

// Rulings and options, the default reading first.
var (
	agreed = rule.Ruling{
		Name: "occupiable", Cite: "agree", Question: "Have the players agreed that this building can be occupied?", Option: true,
		Readings: []rule.Reading{
			{"yes", "yes: without that there is nothing to play here"},
			{"no", "no: buildings are impassable, as they usually are"},
		},
	}
	widestPoint = rule.Ruling{
		Name: "widest", Cite: "silent.widest", Question: "Where is a building measured at its widest?",
		Readings: []rule.Reading{
			{"corners", "from one corner to the furthest: nowhere is it wider"},
			{"side", "along its longer side, as one measures the width of a thing"},
		},
		Example: "enter widest=42 longest=30",
	}
	halves = rule.Ruling{
		Name: "half", Cite: "silent.half", Question: "How is half of an odd number of models rounded?",
		Readings: []rule.Reading{
			{"up", "up, as this game rounds elsewhere when it asks how many may shoot"},
			{"down", "down: five of nine are more than half"},
		},
		Example: "shoot shooters.models=9 distance=12",
	}
	casters = rule.Ruling{
		Name: "casters", Cite: "silent.casters", Question: "Do casters count among the half that may shoot?",
		Readings: []rule.Reading{
			{"within", "yes: one half covers shooting and casting together"},
			{"besides", "no: half may shoot, and half may cast"},
		},
		Example: "shoot shooters.models=10 casters=1 distance=12",
	}
	screens = rule.Ruling{
		Name: "screen", Cite: "silent.screen", Question: "Do models in between hide an occupied building from shooters outside?",
		Readings: []rule.Reading{
			{"hides", "yes, like any target; only the occupier sees over models"},
			{"towers", "no: the building stands above them"},
		},
		Example: "shoot from=open at=building screen=yes target.models=10",
	}
	hole = rule.Ruling{
		Name: "hole", Cite: "silent.hole", Question: "What does the hole of a template over the building do?",
		Readings: []rule.Reading{
			{"one", "the first model that is hit takes the stronger hit: one of the men, or the character where only he is hit"},
			{"none", "nothing: walls are in the way, and every hit is the weaker one"},
			{"struck", "one model is struck without a roll by the stronger hit, the others on 5+"},
		},
	}
	cannonRules = rule.Ruling{
		Name: "cannon-rules", Cite: "silent.cannon", Question: "Do Armour Bane and multiple wounds of the gun apply to the stones?",
		Readings: []rule.Reading{
			{"plain", "no: stones wound, not the ball"},
			{"gun", "yes: the hits are the gun's"},
		},
		Example: "cannon garrison=common-trolls garrison.models=6",
	}
	heroHits = rule.Ruling{
		Name: "cannon-heroes", Cite: "silent.hero-hits", Question: "Do the stones of a cannonball strike characters inside?",
		Readings: []rule.Reading{
			{"ranks", "no, while others of their unit are there to be struck"},
			{"lots", "each hit on a 6, unless one of five or more others takes it for him"},
		},
		Example: "cannon garrison.models=10 garrison.hero=captain",
	}
	nearWalls = rule.Ruling{
		Name: "enemy-near", Cite: "silent.entry", Question: "May a unit go in while an enemy is within an inch of the building?",
		Readings: []rule.Reading{
			{"no", "no: its move would end within an inch of an enemy"},
			{"yes", "yes: once inside it is off the table"},
		},
		Example: "enter enemy-at=1",
	}
	panicHold = rule.Ruling{
		Name: "panic-inside", Cite: "silent.panic", Question: "What does an occupier do that would fall back after a failed Panic test?",
		Readings: []rule.Reading{
			{"stays", "it stays, has rallied, and counts as having moved"},
			{"nothing", "nothing at all: it does not fall back"},
			{"flees", "it flees where it is, since it cannot fall back"},
		},
		Example: "panic garrison.models=9 lost=3",
	}
	runDown = rule.Ruling{
		Name: "run-down", Cite: "silent.run-down", Question: "What becomes of an occupier that flees from a charge?",
		Readings: []rule.Reading{
			{"caught", "it does not move, so a charger that reaches the building runs it down"},
			{"hidden", "it hides behind the walls: the charger stops at them and the unit flees inside"},
		},
		Example: "charge reaction=flee distance=8",
	}
	disorder = rule.Ruling{
		Name: "disordered", Cite: "silent.disorder", Question: "Is a charge on a building disordered?",
		Readings: []rule.Reading{
			{"no", "no: the building is what is charged, and skirmishers do not align"},
			{"yes", "yes: walls keep the charger from aligning, so it has no Initiative bonus"},
		},
		Example: "assault charge=4 attackers=orc-mob attackers.models=20 garrison=state-troops garrison.models=10",
	}
	contact = rule.Ruling{
		Name: "contact", Cite: "silent.contact", Question: "Do all five count as in base contact? Only some of them: procedures only.",
		Readings: []rule.Reading{
			{"all", "yes: inside there are no places to measure"},
			{"placed", "only those said to be; the others strike once"},
		},
		Example: "assault attackers=common-trolls attackers.models=5 attackers.contact=3",
	}
	supports = rule.Ruling{
		Name: "support", Cite: "silent.support", Question: "Do models behind the five make supporting attacks?",
		Readings: []rule.Reading{
			{"no", "no: skirmishers pushing through doors have no second rank"},
			{"yes", "yes: the limit is on the fighting rank; as many again support with spears"},
		},
		Example: "assault garrison.weapon=thrusting-spear garrison.models=15 charge=0 later-round=yes",
	}
	ranks = rule.Ruling{
		Name: "ranks", Cite: "silent.ranks", Question: "Do ranks count in the combat result?",
		Readings: []rule.Reading{
			{"none", "no: skirmishers have none, and both sides count as such"},
			{"attackers", "those of the attackers do: they came in ranks"},
		},
		Example: "assault attackers.models=20",
	}
	massed = rule.Ruling{
		Name: "massed", Cite: "host.massed", Question: "Which printing of the combat result is played?", Option: true,
		Readings: []rule.Reading{
			{"revised", "the revised one: a point for massed infantry on the stronger side"},
			{"first", "the first: no such point"},
		},
	}
	highGround = rule.Ruling{
		Name: "high-ground", Cite: "silent.high", Question: "Does an occupier fight from high ground?",
		Readings: []rule.Reading{
			{"no", "no: the chapter gives no such point"},
			{"yes", "yes: it fights from upper floors and steps"},
		},
	}
	heroes = rule.Ruling{
		Name: "heroes", Cite: "silent.heroes", Question: "Do characters take places among the five?",
		Readings: []rule.Reading{
			{"within", "yes: they are models of the fighting rank"},
			{"besides", "no: five of the unit, and its characters"},
		},
		Example: "assault attackers.models=20 attackers.hero=captain",
	}
	overwhelm = rule.Ruling{
		Name: "overwhelm", Cite: "silent.overwhelm", Question: "Does an overwhelmed occupier break?",
		Readings: []rule.Reading{
			{"breaks", "yes: the result itself becomes a break before anyone would move"},
			{"holds", "no: it will not fall back, so there is nothing to turn into a break"},
		},
		Example: "break",
	}
	wipedOut = rule.Ruling{
		Name: "wiped-out", Cite: "silent.wiped-out", Question: "May winners move in at once when the last occupier falls?",
		Readings: []rule.Reading{
			{"later", "no: the chapter says so of units that break; they walk in next turn"},
			{"at-once", "yes: an empty building is as good as an abandoned one"},
		},
		Example: "assault attackers=chaos-warriors attackers.models=20 garrison.models=3",
	}
	takers = rule.Ruling{
		Name: "takers", Cite: "silent.takers", Question: "Must the winners that move in be able to occupy a building?",
		Readings: []rule.Reading{
			{"eligible", "yes: infantry of Unit Strength 20 at most"},
			{"any", "no: a unit of the winning side may"},
		},
		Example: "assault attackers=knights attackers.models=10 garrison.models=3 charge=8",
	}
	restraint = rule.Ruling{
		Name: "restraint", Cite: "silent.restrain", Question: "Must an occupier that wins test to stay inside?",
		Readings: []rule.Reading{
			{"test", "yes: all winners do that want to stay"},
			{"free", "no: the chapter says that it can leave, so it need not"},
		},
	}
	pursuit = rule.Ruling{
		Name: "pursuit", Cite: "silent.pursuit", Question: "Can an occupier that leaves in pursuit catch the enemy?",
		Readings: []rule.Reading{
			{"placed", "no: it is put down at the walls and its move is over"},
			{"chase", "yes: it pursues by the dice first, and is put down if it catches nobody"},
		},
		Example: "leave by=pursuit enemy=fled restrain=no",
	}
	followUp = rule.Ruling{
		Name: "follow-up", Cite: "silent.reach", Question: "Is a garrison that follows up in combat again, where it is put down at the walls?",
		Readings: []rule.Reading{
			{"ranks", "yes, where its ranks, an inch deep each, reach the enemy from the wall"},
			{"never", "no: its movement is over at the wall, and combat with it"},
			{"contact", "yes: whoever follows up is in contact again, as anywhere else"},
		},
		Example: "leave by=follow-up phase=combat enemy=gave-ground restrain=no gap=2",
	}
	fronts = rule.Ruling{
		Name: "front", Cite: "silent.front", Question: "How many models of a unit stand abreast in the open, where no models are placed?",
		Readings: []rule.Reading{
			{"five", "five, as many as make a rank of most infantry"},
			{"set-up", "as many as the set-up puts in its front rank, or all where it says nothing"},
		},
		Example: "clash attackers=chaos-warriors attackers.models=12",
	}
	press = rule.Ruling{
		Name: "press", Cite: "host.press", Question: "Does the second rank of infantry strike in the open?", Option: true,
		Readings: []rule.Reading{
			{"revised", "yes, each model once, unless the unit has charged"},
			{"first", "no, as first printed"},
		},
		Example: "clash",
	}
	confines = rule.Ruling{
		Name: "close-confines", Cite: "assault.tower", Question: "Does the limit of five hold in every building?",
		Readings: []rule.Reading{
			{"all", "yes: \"tower\" is a slip for the building"},
			{"towers", "in towers only, as the sentence says"},
		},
		Example: "assault attackers.models=20 garrison.models=20",
	}
	stubbornness = rule.Ruling{
		Name: "stubborn", Cite: "host.stubborn", Question: "How often may a stubborn unit fall back instead of testing?", Option: true,
		Readings: []rule.Reading{
			{"once", "in its first Break test of the battle"},
			{"always", "in every Break test, as in another printing"},
		},
		Example: "break unit=greatswords tested=yes margin=3",
	}
	levels = rule.Ruling{
		Name: "level", Cite: "host.level", Question: "How much of a wizard's level counts in casting and dispelling?", Option: true,
		Readings: []rule.Reading{
			{"half", "half, rounded up, as revised"},
			{"whole", "the whole, as first printed"},
		},
		Example: "cast caster.unit=master-mage",
	}
)
