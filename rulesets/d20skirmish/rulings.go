package d20skirmish

import "loophole/rule"

// Rulings on the assault and its grenades, the default reading first.
var (
	noGrenade = rule.Ruling{
		Name: "no-grenade", Cite: "assault.grenades", Question: "May a room be assaulted without a grenade?",
		Readings: []rule.Reading{
			{"refused", "no: the grenade is a step of the system, and no step is optional"},
			{"melee-only", "yes: where the grenades have run out, the melee begins at once"},
		},
		Example: "assault rooms=2,2 rooms.1.defenders=2 rooms.2.defenders=1 grenades=1",
	}
	removed = rule.Ruling{
		Name: "removed", Cite: "grenade.remove", Question: "Which miniature is removed for an occupant who is combat ineffective?",
		Readings: []rule.Reading{
			{"occupant", "the one that was rolled for, as every occupant has a roll of his own"},
			{"owner", "one of the element's in the room, of its owner's choice"},
		},
		Example: "grenade defenders=1,2 defenders.1.smg=1 defenders.2.skill=12",
	}
	scope = rule.Ruling{
		Name: "suppression-scope", Cite: "grenade.suppressed", Question: "How far does the suppression by a grenade reach?",
		Readings: []rule.Reading{
			{"room", "to the members of the element in that room, as it is put"},
			{"element", "to all members of the element, in whatever room"},
			{"casualties", "to all of them, and who is combat ineffective has his element suppressed as who is stunned has"},
		},
		Example: "grenade defenders=2 elsewhere=2",
	}
	lasting = rule.Ruling{
		Name: "suppression-lasts", Cite: "host.suppression", Question: "How long does a suppression marker stay in the melee?",
		Readings: []rule.Reading{
			{"stays", "until the game around it takes it away, which the chapter does not say"},
			{"one-round", "for the first round: it is cleared before the next activation"},
		},
		Example: "assault rooms=2 rooms.1.defenders=3",
	}
	helmetGrenades = rule.Ruling{
		Name: "helmet-grenades", Cite: "melee.helmet", Question: "Does the helmet save help against grenades?",
		Readings: []rule.Reading{
			{"no", "no: it is mentioned under the melee"},
			{"yes", "yes: the melee mentions what holds everywhere, in contrast to cover"},
		},
		Example: "grenade defenders=2 defenders-helmet=6",
	}
)

// Rulings on the test, and on the modifiers to it.
var (
	rolling = rule.Ruling{
		Name: "rolling", Cite: "melee.test", Question: "Which way is the D20 read against the melee skill?",
		Readings: []rule.Reading{
			{"under", "skill and modifiers or less succeed: what helps adds to the skill, and a 1 is the best roll"},
			{"over", "the roll with its modifiers must reach the skill; a natural 20 takes the place of the 1"},
			{"over-ones", "the roll with its modifiers must reach the skill, and yet a natural 1 inflicts"},
		},
		Example: "round attackers=2 defenders=2 defenders.1.skill=12",
	}
	automatic = rule.Ruling{
		Name: "automatic", Cite: "host.automatic", Question: "Do the ends of the die always succeed or fail?",
		Readings: []rule.Reading{
			{"no", "no: a skill beyond the die always succeeds or always fails"},
			{"ends", "yes: the best face always succeeds and the worst always fails"},
		},
		Example: "round attackers=2 attackers.1.smg=2 attackers.1.charging=yes defenders=1",
	}
	movingTarget = rule.Ruling{
		Name: "moving-target", Cite: "defend.moving", Question: "Whose skill suffers when the target is moving?",
		Readings: []rule.Reading{
			{"defender", "the moving defender's, as in every other row of that chart"},
			{"attacker", "the attackers', who are after a moving target"},
			{"off", "nobody's: the row belongs to a chart for spotting or fire"},
		},
		Example: "round attackers=2 defenders=2 defenders.1.moving=yes",
	}
	pace = rule.Ruling{
		Name: "melee-rounds", Cite: "melee.continue", Question: "How often is a melee fought until each side has been active once?",
		Readings: []rule.Reading{
			{"each-activation", "twice: the next activation of either side is a next one of theirs, and has a round"},
			{"once-a-round", "once: their next activation phase is one that both have in common, in the next round of the game"},
		},
		Example: "melee attackers=1 defenders=1 activations=3",
	}
	rushLasts = rule.Ruling{
		Name: "charging-lasts", Cite: "melee.continue", Question: "Do charging and moving count after the first round of a melee?",
		Readings: []rule.Reading{
			{"first-round", "no: who fights on where he stands neither charges nor moves"},
			{"every-round", "yes, as long as that melee lasts"},
		},
		Example: "melee attackers=2 attackers.1.charging=yes defenders=2",
	}
	smgs = rule.Ruling{
		Name: "smg", Cite: "attack.smg", Question: "Who has the bonus for an SMG?",
		Readings: []rule.Reading{
			{"element", "everybody in the bearer's element, as the chart modifies elements"},
			{"side", "everybody on the bearer's side in that fight"},
			{"bearer", "the bearer alone"},
		},
		Example: "round attackers=2,1 attackers.1.smg=1 attackers.2.element=b defenders=2",
	}
	stacking = rule.Ruling{
		Name: "suppression", Cite: "grenade.minus-six", Question: "Does the suppression by a grenade add to a marker that the element has already?",
		Readings: []rule.Reading{
			{"once", "no: an element is suppressed or it is not"},
			{"stack", "yes: twice suppressed is twice the modifier"},
		},
		Example: "assault rooms=2 rooms.1.defenders=2 rooms.1.defenders.1.suppressed=yes rooms.1.defenders.1.skill=20",
	}
	twice = rule.Ruling{
		Name: "suppression-chart", Cite: "defend.suppressed", Question: "Is the modifier of the melee chart another one than that to all skills?",
		Readings: []rule.Reading{
			{"same", "no: the same number for the same cause, counted once"},
			{"both", "yes: suppression is a skill modifier, and a melee modifier besides"},
		},
		Example: "round attackers=2 defenders=2 defenders.1.suppressed=yes defenders.1.skill=20",
	}
	outnumbering = rule.Ruling{
		Name: "outnumbering", Cite: "more.bonus", Question: "Who has the bonus for outnumbering, which stands in the charts and again below?",
		Readings: []rule.Reading{
			{"symmetric", "either side that has more, once: the charts give it to both, and it is the same bonus"},
			{"active-only", "the active side only, as the paragraph says"},
			{"both", "either side by its chart, and the active side by the paragraph besides"},
		},
		Example: "melee attackers=2 defenders=3",
	}
	counting = rule.Ruling{
		Name: "outnumbering-count", Cite: "more.sides", Question: "Who is counted when one side outnumbers the other?",
		Readings: []rule.Reading{
			{"contact", "those in base contact, as the paragraph says"},
			{"room", "everybody in the room, as the charts speak of totals"},
		},
		Example: "round attackers=4 defenders=2 contact=2",
	}
)

// Rulings on the outcome of a round.
var (
	pairing = rule.Ruling{
		Name: "pairing", Cite: "bullet.attacker", Question: "Is a room one fight, or are there as many as there are pairs?",
		Readings: []rule.Reading{
			{"sides", "one: the table compares the successes of sides, and the examples are its smallest cases"},
			{"pairs", "one for each character of the smaller side, with the others shared out, as in the examples"},
		},
		Example: "round attackers=3 defenders=2",
	}
	killed = rule.Ruling{
		Name: "killed", Cite: "outcome.attacker", Question: "How many are killed by the side with more successes?",
		Readings: []rule.Reading{
			{"one", "one: every example speaks of one"},
			{"margin", "one for each success more"},
			{"all", "the whole side in contact"},
		},
		Example: "round attackers=3 defenders=3",
	}
	loser = rule.Ruling{
		Name: "losers-successes", Cite: "bullet.two", Question: "Do the successes of the side with fewer do anything?",
		Readings: []rule.Reading{
			{"nothing", "nothing: the example with two against one names one dead"},
			{"strike-back", "they kill one, as a success does in the first two examples"},
		},
		Example: "round attackers=2 defenders=2",
	}
	ones = rule.Ruling{
		Name: "ones", Cite: "outcome.attacker-ones", Question: "Who suffers from a roll of 1?",
		Readings: []rule.Reading{
			{"enemy", "the enemy of whoever rolled it: it inflicts, and it is the best roll"},
			{"winner", "the enemy, but where a side has more successes only by its own rolls"},
			{"roller", "the side that rolled it, as a mishap"},
		},
		Example: "round attackers=2 defenders=2",
	}
	onesWon = rule.Ruling{
		Name: "ones-won", Cite: "outcome.defender-ones", Question: "Is the casualty by a 1 one more than the one by the row that is won?",
		Readings: []rule.Reading{
			{"more", "yes, as the deadlock row says of its own"},
			{"included", "no: the row does not say additional, so the larger of the two numbers counts"},
		},
		Example: "round attackers=2 defenders=2",
	}
	onesDeadlock = rule.Ruling{
		Name: "ones-deadlock", Cite: "outcome.deadlock-ones", Question: "Does a 1 inflict in a deadlock without damage?",
		Readings: []rule.Reading{
			{"always", "yes: always is stronger than no damage"},
			{"outnumbered", "only in the exception, where there is a casualty to add to"},
		},
		Example: "round attackers=1 defenders=1",
	}
	hopeless = rule.Ruling{
		Name: "hopeless-ones", Cite: "outcome.deadlock-ones", Question: "What does a 1 do for someone whose skill is beyond success?",
		Readings: []rule.Reading{
			{"inflicts", "it inflicts, but is no success"},
			{"nothing", "nothing: only successes inflict"},
		},
		Example: "round attackers=1 defenders=1 defenders.1.skill=3 defenders.1.suppressed=yes",
	}
	noneSucceed = rule.Ruling{
		Name: "none-succeed", Cite: "outcome.miss", Question: "Are no successes on both sides as many on both?",
		Readings: []rule.Reading{
			{"miss", "no: the row for both missing is made for it, and does no damage"},
			{"deadlock", "yes: outnumbered defenders and their enemy have a casualty each"},
		},
		Example: "round attackers=2 defenders=1",
	}
	exception = rule.Ruling{
		Name: "outnumbered-deadlock", Cite: "outcome.outnumbered", Question: "When does a deadlock cost both sides a casualty?",
		Readings: []rule.Reading{
			{"defenders", "when the defenders are the fewer, as the row says after denying damage"},
			{"either", "when either side is the fewer"},
			{"never", "never: the example of a deadlock has no damage"},
		},
		Example: "round attackers=2 defenders=3",
	}
	overkill = rule.Ruling{
		Name: "overkill", Cite: "melee.helmet", Question: "Do casualties beyond the number of a side need to be saved?",
		Readings: []rule.Reading{
			{"saves-first", "yes: every casualty is saved or not, and then as many fall as there are"},
			{"cap-first", "no: a side has no more casualties than characters, and saves those"},
		},
		Example: "round attackers=2 defenders=1 defenders-helmet=10",
	}
	roles = rule.Ruling{
		Name: "roles", Cite: "melee.continue", Question: "Who is the attacker when the fight goes on in the next activation?",
		Readings: []rule.Reading{
			{"assaulters", "the side that assaulted, to the end"},
			{"active-side", "the side that is active, in turns"},
		},
		Example: "melee attackers=3 defenders=2",
	}
	meleeMorale = rule.Ruling{
		Name: "melee-morale", Cite: "grenade.morale", Question: "Does a casualty in melee cost morale too?",
		Readings: []rule.Reading{
			{"no", "no: the loss stands in the chart for grenades"},
			{"yes", "yes: each casualty is each casualty, on either side"},
		},
		Example: "melee attackers=2 defenders=2",
	}
	helmets = rule.Ruling{
		Name: "helmet-saves", Cite: "melee.helmet", Question: "Are helmet saves used in melee?", Option: true,
		Readings: []rule.Reading{
			{"used", "yes: each casualty of the melee is cancelled by a roll of the save or less"},
			{"not-used", "no"},
		},
		Example: "round attackers=2 defenders=2 defenders-helmet=6",
	}
)
