package d20skirmish

import "loophole/rule"

// Rulings on the assault and its grenades, the default reading first.
var (
	noGrenade = rule.NewRuling("no-grenade", "assault.grenades", "May a room be assaulted without a grenade?",
		"refused", "no: the grenade is a step of the assault, and no step is optional",
		"melee-only", "yes: without a grenade the melee begins at once",
	).WithExample("assault rooms=2,2 rooms.1.defenders=2 rooms.2.defenders=1 grenades=1")
	removed = rule.NewRuling("removed", "grenade.remove", "Which miniature is removed for a combat ineffective occupant?",
		"occupant", "the one that was rolled for, because every occupant has its own roll",
		"owner", "one of the element's miniatures in the room, chosen by the owner",
	).WithExample("grenade defenders=1,2 defenders.1.smg=1 defenders.2.skill=12")
	suppressionScope = rule.NewRuling("suppression-scope", "grenade.suppressed", "Which characters does a grenade suppress?",
		"room", "the members of the element in that room, as the chart says",
		"element", "all members of the element, in every room",
		"casualties", "all members of the element, and a combat ineffective occupant suppresses it as a stunned one does",
	).WithExample("grenade defenders=2 elsewhere=2")
	suppressionLasts = rule.NewRuling("suppression-lasts", "host.suppression", "How long does a suppression marker stay in the melee?",
		"stays", "until another rule of the game removes it, which the chapter does not state",
		"one-round", "for the first round: it comes off before the next activation",
	).WithExample("assault rooms=2 rooms.1.defenders=3")
	helmetGrenades = rule.NewRuling("helmet-grenades", "melee.helmet", "Does the helmet save help against grenades?",
		"no", "no: the chapter mentions it under the melee",
		"yes", "yes: unlike cover, it works everywhere, and the melee only mentions it",
	).WithExample("grenade defenders=2 defenders-helmet=6")
)

// Rulings on the test, and on the modifiers to it.
var (
	rolling = rule.NewRuling("rolling", "melee.test", "Must the D20 roll under or over the melee skill?",
		"under", "under: a roll of the modified skill or less succeeds, so bonuses raise the skill and a 1 is the best roll",
		"over", "over: the roll plus modifiers must reach the skill, and a natural 20 takes the place of the 1",
		"over-ones", "over: the roll plus modifiers must reach the skill, but a natural 1 still inflicts a casualty",
	).WithExample("round attackers=2 defenders=2 defenders.1.skill=12")
	automatic = rule.NewRuling("automatic", "host.automatic", "Do the highest and lowest faces of the die always succeed or fail?",
		"no", "no: a skill beyond the range of the die always succeeds or always fails",
		"ends", "yes: the best face always succeeds and the worst always fails",
	).WithExample("round attackers=2 attackers.1.smg=2 attackers.1.charging=yes defenders=1")
	movingTarget = rule.NewRuling("moving-target", "defend.moving", "Whose melee skill drops when the target is moving?",
		"defender", "the moving defender's, as in every other row of that chart",
		"attacker", "the attackers', because their target is moving",
		"off", "nobody's: the row belongs to a chart for spotting or fire",
	).WithExample("round attackers=2 defenders=2 defenders.1.moving=yes")
	meleeRounds = rule.NewRuling("melee-rounds", "melee.continue", "How many rounds of a melee are fought while each side is activated once?",
		"each-activation", "two: each side has a next activation of its own, and fights a round in it",
		"once-a-round", "one: the sides share one next activation phase, in the next round of the game",
	).WithExample("melee attackers=1 defenders=1 activations=3")
	chargingLasts = rule.NewRuling("charging-lasts", "melee.continue", "Do charging and moving count after the first round of a melee?",
		"first-round", "no: characters who fight on where they stand neither charge nor move",
		"every-round", "yes, until that melee ends",
	).WithExample("melee attackers=2 attackers.1.charging=yes defenders=2")
	smgs = rule.NewRuling("smg", "attack.smg", "Which characters get the bonus for an SMG?",
		"element", "all members of the bearer's element, because the chart modifies elements",
		"side", "all characters of the bearer's side in that fight",
		"bearer", "only the bearer",
	).WithExample("round attackers=2,1 attackers.1.smg=1 attackers.2.element=b defenders=2")
	stacking = rule.NewRuling("suppression", "grenade.minus-six", "Does suppression by a grenade add to a marker that the element already has?",
		"once", "no: an element is either suppressed or not",
		"stack", "yes: two markers count the modifier twice",
	).WithExample("assault rooms=2 rooms.1.defenders=2 rooms.1.defenders.1.suppressed=yes rooms.1.defenders.1.skill=20")
	suppressionChart = rule.NewRuling("suppression-chart", "defend.suppressed", "Does the melee chart's modifier for suppression add to the one on all skills?",
		"same", "no: it is the same number for the same cause, and counts once",
		"both", "yes: one modifies all skills, and the other modifies melee as well",
	).WithExample("round attackers=2 defenders=2 defenders.1.suppressed=yes defenders.1.skill=20")
	outnumbering = rule.NewRuling("outnumbering", "more.bonus", "Which side gets the bonus for outnumbering, which both the charts and a paragraph state?",
		"symmetric", "the side with more characters, once: the charts give it to either side, and it is the same bonus",
		"active-only", "only the active side, as the paragraph says",
		"both", "the side with more by its chart, and the active side again by the paragraph",
	).WithExample("melee attackers=2 defenders=3")
	outnumberingCount = rule.NewRuling("outnumbering-count", "more.sides", "Which characters count when one side outnumbers the other?",
		"contact", "those in base contact, as the paragraph says",
		"room", "all in the room, because the charts speak of totals",
	).WithExample("round attackers=4 defenders=2 contact=2")
)

// Rulings on the outcome of a round.
var (
	pairing = rule.NewRuling("pairing", "bullet.attacker", "Is the melee in a room one fight, or one fight for each pair?",
		"sides", "one: the table compares the successes of sides, and the examples are its smallest cases",
		"pairs", "one for each character of the smaller side; the other characters join them, as in the examples",
	).WithExample("round attackers=3 defenders=2")
	killed = rule.NewRuling("killed", "outcome.attacker", "How many characters does the side with more successes kill?",
		"one", "one: every example speaks of one",
		"margin", "one for each success by which it leads",
		"all", "the whole enemy side in contact",
	).WithExample("round attackers=3 defenders=3")
	losersSuccesses = rule.NewRuling("losers-successes", "bullet.two", "Do the successes of the side with fewer have an effect?",
		"nothing", "no: the example of two against one names only one death",
		"strike-back", "yes: they kill one character, as a success does in the first two examples",
	).WithExample("round attackers=2 defenders=2")
	ones = rule.NewRuling("ones", "outcome.attacker-ones", "Which side suffers from a roll of 1?",
		"enemy", "the enemy of the roller: a 1 inflicts, and it is the best roll",
		"winner", "the enemy, but if one side has more successes, only by that side's rolls",
		"roller", "the side that rolled it, as a mishap",
	).WithExample("round attackers=2 defenders=2")
	onesWon = rule.NewRuling("ones-won", "outcome.defender-ones", "Does a 1 add a casualty to those of the row that a side wins?",
		"more", "yes, as the deadlock row says of its own casualties",
		"included", "no: the row does not say \"additional\", so the larger of the two numbers counts",
	).WithExample("round attackers=2 defenders=2")
	onesDeadlock = rule.NewRuling("ones-deadlock", "outcome.deadlock-ones", "Does a 1 cause a casualty in a deadlock in which nobody is hurt?",
		"always", "yes: \"always\" outweighs the rest of the row",
		"outnumbered", "only in a deadlock that already costs casualties",
	).WithExample("round attackers=1 defenders=1")
	hopelessOnes = rule.NewRuling("hopeless-ones", "outcome.deadlock-ones", "What does a 1 do for a character whose skill makes success impossible, also where both sides miss, whose row says that nobody is hurt?",
		"inflicts", "it causes a casualty, but is not a success: \"always\" outweighs the row for both sides missing, too",
		"nothing", "nothing: only a success causes a casualty, so where both sides miss nobody is hurt",
	).WithExample("round attackers=1 defenders=1 defenders.1.skill=3 defenders.1.suppressed=yes")
	noneSucceed = rule.NewRuling("none-succeed", "outcome.miss", "Is a round without a success on either side a deadlock?",
		"miss", "no: the row for both sides missing covers it, and nobody is hurt",
		"deadlock", "yes: if the defenders are outnumbered, each side has a casualty",
	).WithExample("round attackers=2 defenders=1")
	outnumberedDeadlock = rule.NewRuling("outnumbered-deadlock", "outcome.outnumbered", "When does a deadlock cost both sides a casualty?",
		"defenders", "when the defenders are outnumbered, as the row says",
		"either", "when either side is outnumbered",
		"never", "never: in the example of a deadlock nobody is hurt",
	).WithExample("round attackers=2 defenders=3")
	overkill = rule.NewRuling("overkill", "melee.helmet", "Does a side also save casualties in excess of its characters?",
		"saves-first", "yes: it saves against every casualty, then loses what is left, up to all its characters",
		"cap-first", "no: it has at most as many casualties as characters, and saves against those",
	).WithExample("round attackers=2 defenders=1 defenders-helmet=10")
	roles = rule.NewRuling("roles", "melee.continue", "Which side is the attacker when the melee continues in the next activation?",
		"assaulters", "the side that assaulted, to the end",
		"active-side", "the active side, so the roles alternate",
	).WithExample("melee attackers=3 defenders=2")
	meleeMorale = rule.NewRuling("melee-morale", "grenade.morale", "Does a casualty in melee also cost morale?",
		"no", "no: the loss of morale is in the grenade chart",
		"yes", "yes: the words \"each casualty\" cover melee as well, on either side",
	).WithExample("melee attackers=2 defenders=2")
	helmets = rule.NewRuling("helmet-saves", "melee.helmet", "Do characters take helmet saves in melee?",
		"used", "yes: a roll of the save or less cancels a casualty of the melee",
		"not-used", "no: the save is optional",
	).AsOption().WithExample("round attackers=2 defenders=2 defenders-helmet=6")
)
