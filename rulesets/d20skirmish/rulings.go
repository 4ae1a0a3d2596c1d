package d20skirmish

import "loophole/rule"

// Rulings on the assault and its grenades, the default reading first.
var (
	noGrenade = rule.NewRuling("no-grenade", "assault.grenades", "May a room be assaulted without a grenade?",
		"refused", "no: the grenade is a step of the system, and no step is optional",
		"melee-only", "yes: where the grenades have run out, the melee begins at once",
	).WithExample("assault rooms=2,2 rooms.1.defenders=2 rooms.2.defenders=1 grenades=1")
	removed = rule.NewRuling("removed", "grenade.remove", "Which miniature is removed for an occupant who is combat ineffective?",
		"occupant", "the one that was rolled for, as every occupant has a roll of his own",
		"owner", "one of the element's in the room, of its owner's choice",
	).WithExample("grenade defenders=1,2 defenders.1.smg=1 defenders.2.skill=12")
	scope = rule.NewRuling("suppression-scope", "grenade.suppressed", "Whom does a grenade suppress?",
		"room", "to the members of the element in that room, as it is put",
		"element", "to all members of the element, in whatever room",
		"casualties", "to all of them, and who is combat ineffective has his element suppressed as who is stunned has",
	).WithExample("grenade defenders=2 elsewhere=2")
	lasting = rule.NewRuling("suppression-lasts", "host.suppression", "How long does a suppression marker stay in the melee?",
		"stays", "until the game around it takes it away, which the chapter does not say",
		"one-round", "for the first round: it is cleared before the next activation",
	).WithExample("assault rooms=2 rooms.1.defenders=3")
	helmetGrenades = rule.NewRuling("helmet-grenades", "melee.helmet", "Does the helmet save help against grenades?",
		"no", "no: it is mentioned under the melee",
		"yes", "yes: the melee mentions what holds everywhere, in contrast to cover",
	).WithExample("grenade defenders=2 defenders-helmet=6")
)

// Rulings on the test, and on the modifiers to it.
var (
	rolling = rule.NewRuling("rolling", "melee.test", "Must the D20 roll under or over the melee skill?",
		"under", "skill and modifiers or less succeed: what helps adds to the skill, and a 1 is the best roll",
		"over", "the roll with its modifiers must reach the skill; a natural 20 takes the place of the 1",
		"over-ones", "the roll with its modifiers must reach the skill, and yet a natural 1 inflicts",
	).WithExample("round attackers=2 defenders=2 defenders.1.skill=12")
	automatic = rule.NewRuling("automatic", "host.automatic", "Do the ends of the die always succeed or fail?",
		"no", "no: a skill beyond the die always succeeds or always fails",
		"ends", "yes: the best face always succeeds and the worst always fails",
	).WithExample("round attackers=2 attackers.1.smg=2 attackers.1.charging=yes defenders=1")
	movingTarget = rule.NewRuling("moving-target", "defend.moving", "Whose skill suffers when the target is moving?",
		"defender", "the moving defender's, as in every other row of that chart",
		"attacker", "the attackers', who are after a moving target",
		"off", "nobody's: the row belongs to a chart for spotting or fire",
	).WithExample("round attackers=2 defenders=2 defenders.1.moving=yes")
	pace = rule.NewRuling("melee-rounds", "melee.continue", "How often is a melee fought until each side has been active once?",
		"each-activation", "twice: the next activation of either side is a next one of theirs, and has a round",
		"once-a-round", "once: their next activation phase is one that both have in common, in the next round of the game",
	).WithExample("melee attackers=1 defenders=1 activations=3")
	rushLasts = rule.NewRuling("charging-lasts", "melee.continue", "Do charging and moving count after the first round of a melee?",
		"first-round", "no: who fights on where he stands neither charges nor moves",
		"every-round", "yes, as long as that melee lasts",
	).WithExample("melee attackers=2 attackers.1.charging=yes defenders=2")
	smgs = rule.NewRuling("smg", "attack.smg", "Who gets the bonus for an SMG?",
		"element", "everybody in the bearer's element, as the chart modifies elements",
		"side", "everybody on the bearer's side in that fight",
		"bearer", "the bearer alone",
	).WithExample("round attackers=2,1 attackers.1.smg=1 attackers.2.element=b defenders=2")
	stacking = rule.NewRuling("suppression", "grenade.minus-six", "Does suppression by a grenade add to a marker that the element already has?",
		"once", "no: an element is suppressed or it is not",
		"stack", "yes: twice suppressed is twice the modifier",
	).WithExample("assault rooms=2 rooms.1.defenders=2 rooms.1.defenders.1.suppressed=yes rooms.1.defenders.1.skill=20")
	twice = rule.NewRuling("suppression-chart", "defend.suppressed", "Does the melee chart have another modifier for suppression than the one to all skills?",
		"same", "no: the same number for the same cause, counted once",
		"both", "yes: suppression is a skill modifier, and a melee modifier besides",
	).WithExample("round attackers=2 defenders=2 defenders.1.suppressed=yes defenders.1.skill=20")
	outnumbering = rule.NewRuling("outnumbering", "more.bonus", "Who gets the bonus for outnumbering, which both the charts and a paragraph give?",
		"symmetric", "either side that has more, once: the charts give it to both, and it is the same bonus",
		"active-only", "the active side only, as the paragraph says",
		"both", "either side by its chart, and the active side by the paragraph besides",
	).WithExample("melee attackers=2 defenders=3")
	counting = rule.NewRuling("outnumbering-count", "more.sides", "Who is counted when one side outnumbers the other?",
		"contact", "those in base contact, as the paragraph says",
		"room", "everybody in the room, as the charts speak of totals",
	).WithExample("round attackers=4 defenders=2 contact=2")
)

// Rulings on the outcome of a round.
var (
	pairing = rule.NewRuling("pairing", "bullet.attacker", "Is a room one fight, or are there as many as there are pairs?",
		"sides", "one: the table compares the successes of sides, and the examples are its smallest cases",
		"pairs", "one for each character of the smaller side, with the others shared out, as in the examples",
	).WithExample("round attackers=3 defenders=2")
	killed = rule.NewRuling("killed", "outcome.attacker", "How many are killed by the side with more successes?",
		"one", "one: every example speaks of one",
		"margin", "one for each success more",
		"all", "the whole side in contact",
	).WithExample("round attackers=3 defenders=3")
	loser = rule.NewRuling("losers-successes", "bullet.two", "Do the successes of the side with fewer have an effect?",
		"nothing", "nothing: the example with two against one names one dead",
		"strike-back", "they kill one, as a success does in the first two examples",
	).WithExample("round attackers=2 defenders=2")
	ones = rule.NewRuling("ones", "outcome.attacker-ones", "Who suffers from a roll of 1?",
		"enemy", "the enemy of whoever rolled it: it inflicts, and it is the best roll",
		"winner", "the enemy, but where a side has more successes only by its own rolls",
		"roller", "the side that rolled it, as a mishap",
	).WithExample("round attackers=2 defenders=2")
	onesWon = rule.NewRuling("ones-won", "outcome.defender-ones", "Does a 1 add a casualty to those of the row that is won?",
		"more", "yes, as the deadlock row says of its own",
		"included", "no: the row does not say additional, so the larger of the two numbers counts",
	).WithExample("round attackers=2 defenders=2")
	onesDeadlock = rule.NewRuling("ones-deadlock", "outcome.deadlock-ones", "Does a 1 inflict in a deadlock without damage?",
		"always", "yes: always is stronger than no damage",
		"outnumbered", "only in the exception, where there is a casualty to add to",
	).WithExample("round attackers=1 defenders=1")
	hopeless = rule.NewRuling("hopeless-ones", "outcome.deadlock-ones", "What does a 1 do for a character whose skill makes success impossible?",
		"inflicts", "it inflicts, but is no success",
		"nothing", "nothing: only successes inflict",
	).WithExample("round attackers=1 defenders=1 defenders.1.skill=3 defenders.1.suppressed=yes")
	noneSucceed = rule.NewRuling("none-succeed", "outcome.miss", "Is a round without a success on either side a deadlock?",
		"miss", "no: the row for both missing is made for it, and does no damage",
		"deadlock", "yes: outnumbered defenders and their enemy have a casualty each",
	).WithExample("round attackers=2 defenders=1")
	exception = rule.NewRuling("outnumbered-deadlock", "outcome.outnumbered", "When does a deadlock cost both sides a casualty?",
		"defenders", "when the defenders are the fewer, as the row says after denying damage",
		"either", "when either side is the fewer",
		"never", "never: the example of a deadlock has no damage",
	).WithExample("round attackers=2 defenders=3")
	overkill = rule.NewRuling("overkill", "melee.helmet", "Does a side also save casualties beyond its number of characters?",
		"saves-first", "yes: every casualty is saved or not, and then as many fall as there are",
		"cap-first", "no: a side has no more casualties than characters, and saves those",
	).WithExample("round attackers=2 defenders=1 defenders-helmet=10")
	roles = rule.NewRuling("roles", "melee.continue", "Who is the attacker when the fight goes on in the next activation?",
		"assaulters", "the side that assaulted, to the end",
		"active-side", "the side that is active, in turns",
	).WithExample("melee attackers=3 defenders=2")
	meleeMorale = rule.NewRuling("melee-morale", "grenade.morale", "Does a casualty in melee cost morale too?",
		"no", "no: the loss stands in the chart for grenades",
		"yes", "yes: each casualty is each casualty, on either side",
	).WithExample("melee attackers=2 defenders=2")
	helmets = rule.NewRuling("helmet-saves", "melee.helmet", "Are helmet saves used in melee?",
		"used", "yes: each casualty of the melee is cancelled by a roll of the save or less",
		"not-used", "no",
	).AsOption().WithExample("round attackers=2 defenders=2 defenders-helmet=6")
)
