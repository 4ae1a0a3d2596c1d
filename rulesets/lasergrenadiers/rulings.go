package lasergrenadiers

import "loophole/rule"

// Options of the book, its starting point first.
var (
	damageSystem = rule.NewRuling("damage", "destroy.guidelines", "How is damage to structures recorded?",
		"guidelines", "by the four guidelines: holes, destroyed parts, and everything in the area of a nuclear warhead",
		"points", "by the point system, in one of its three variants",
		"ignore", "not at all",
	).AsOption().WithExample("fire structure=house points=24")
	shown = rule.NewRuling("damage-shown", "show.mark", "How does damage affect cover and concealment?",
		"unmarked", "not at all: the structure gives as much as before",
		"marked", "players mark it and take it into account in detection and to-hit rolls",
	).AsOption().WithExample("detect judged-opened=1")
	variant = rule.NewRuling("variant", "points.variant-1", "Which variant of the point system is used?",
		"1", "one point for each penetrating hit",
		"2", "one point for a hit, the attack factor for a penetrating hit",
		"3", "as variant 2, but doubled for a weapon with an effect area",
	).AsOption().WithExample("damage damage=points")
	collapseChecks = rule.NewRuling("collapse-checks", "points.collapse", "Is a damaged structure checked for collapse at the start of each turn?",
		"no", "it falls only when it has lost all its points",
		"yes", "it may collapse before its points are used up",
	).AsOption().WithExample("demolish turns=6")
	breaching = rule.NewRuling("breaching", "engineers.system", "How many points does each success of engineers count for?",
		"successes", "one point",
		"points", "as many as the variant of the point system says",
	).AsOption().WithExample("breach points=12 variant=2")
	untenable = rule.NewRuling("untenable", "points.untenable", "Is a destroyed structure untenable?",
		"yes", "no piece may move through or occupy it",
		"no", "pieces may use the ruins",
	).AsOption().WithExample("occupy structure=house destroyed=yes act=move")
	fires = rule.NewRuling("fires", "fire.option", "May weapons start fires?",
		"no", "the rule is optional and not used",
		"yes", "the optional rule is used",
	).AsOption().WithExample("fire structure=barn")
)

// Rulings, the default reading first.
var (
	fieldMaterials = rule.NewRuling("field-materials", "field.material", "May a field fortification be made of materials other than earth, sandbags and timber?",
		"any", "yes: the text says only what is usual",
		"usual-only", "no: it is made of these three",
	).WithExample("occupy structure=pillbox made=field wall=brick")
	turrets = rule.NewRuling("turrets", "turret.not", "Do the chapter's rules for attacks apply to weapon turrets?",
		"outside", "no: a turret is not a fortification and is attacked like a vehicle",
		"as-structures", "yes: a turret is attacked like a structure",
	).WithExample("fire structure=turret")
	gate = rule.NewRuling("gate", "destroy.gate", "Must a weapon with an effect area penetrate to destroy part of a structure?",
		"penetration", "yes: the guidelines assume that only a weapon that penetrates does damage",
		"hit", "no: a hit is enough, because this guideline does not mention penetration",
	).WithExample("fire weapon=rpg")
	nuclear = rule.NewRuling("nuclear", "guide.nuclear", "Must a nuclear warhead penetrate to destroy what is in its effect area?",
		"at-once", "no: the guideline makes no exception",
		"penetration", "yes, like any other weapon",
	).WithExample("fire weapon=nuclear-warhead penetrates-on=4")
	halfArea = rule.NewRuling("half-area", "known.half", "Which half of an effect area counts inside?",
		"half-disc", "the half of the circle behind the wall, which is half of its area",
		"half-radius", "a whole circle of half the radius around the point of impact",
	).WithExample("through")
	areaFriends = rule.NewRuling("friends-in-area", "host.friends", "Does an effect area inside a structure hit friendly pieces too?",
		"spared", "no: the text says enemy troops",
		"struck", "yes: a blast hits friend and enemy alike",
	).WithExample("through pieces=infantry,infantry pieces.2.friend=yes")
	reveals = rule.NewRuling("reveals", "hidden.step", "Whose concealment does firing lower?",
		"total", "only that of totally concealed pieces, by one level",
		"each", "that of every piece that fires, by one level",
	).WithExample("detect concealment=a-third")
	team = rule.NewRuling("team", "hidden.team", "How often does a group roll to detect?",
		"one-roll", "once for the whole group, as the example reads",
		"each", "once for each observer",
	).WithExample("detect")
	probing = rule.NewRuling("probing", "probe.unknown", "May a player make an exploratory attack where enemies are known to be?",
		"unknown", "no: the firer must have no idea of any enemy there",
		"any", "yes: it may be made anywhere",
	).WithExample("through attack=exploratory")
	pieces = rule.NewRuling("pieces", "host.pieces", "Is the chance to hit inside rolled once or for each piece?",
		"one", "once: it is the chance to hit a single piece",
		"each", "for each piece that can be hit",
	).WithExample("through weapon=rotary-cannon")
	which = rule.NewRuling("which-piece", "host.which", "Which of several pieces does an exploratory attack hit?",
		"random", "one at random",
		"owner", "one that their owner chooses",
		"attacker", "one that the attacker chooses",
	).WithExample("through attack=exploratory weapon=rotary-cannon pieces=infantry,powered-infantry pieces.1.unknown=yes pieces.2.unknown=yes")
	inside = rule.NewRuling("inside", "host.inside", "Must a hit on a piece inside also penetrate the piece's own armour?",
		"penetrate", "yes: in this game, a hit is not yet a penetration",
		"out", "no: the hit puts the piece out of action at once",
	).WithExample("through")
	outer = rule.NewRuling("outer-half", "host.outer", "Does the half of an effect area outside the wall hit pieces there?",
		"struck", "yes, whether or not the wall is penetrated",
		"spared", "no: only the half inside counts",
	).WithExample("through pieces=infantry,infantry pieces.2.depth=-3")
	outerOpening = rule.NewRuling("outer-opening", "host.outer-opening", "Does an effect area centred inside an opening hit pieces outside the wall?",
		"spared", "no: the wall between was not penetrated",
		"struck", "yes: the whole circle counts",
	).WithExample("opening pieces=infantry,infantry pieces.2.depth=-1 centre-depth=1")
	openingMiss = rule.NewRuling("opening-miss", "host.miss", "What does a warhead that misses the opening do?",
		"nothing", "nothing",
		"wall", "it strikes the wall beside the opening and may penetrate there",
	).WithExample("opening")
	holes = rule.NewRuling("holes", "host.holes", "May a piece fire into a hole left by a shot as into an opening?",
		"no", "a hole only records damage: no shot can enter by a hole",
		"yes", "a hole is an opening",
	).WithExample("opening structure=house into=hole weapon=grenade")
	rounding = rule.NewRuling("collapse-rounding", "points.forty", "How does the collapse check round percentages between the tens?",
		"down", "down: each full tenth of damage is one face of the die, and part of a tenth is none",
		"nearest", "to the nearest tenth",
		"up", "up: part of a tenth counts as a full one",
	).WithExample("collapse points=24 lost=9 turns=3")
	collapseDie = rule.NewRuling("collapse-die", "points.percent", "Which die is used to check a damaged structure for collapse?",
		"ten", "one ten-sided die, as in the example: each full tenth of damage is one face",
		"percentile", "percentile dice against the percentage, rounded down to a whole number",
	).WithExample("collapse points=24 lost=9 turns=3")
	again = rule.NewRuling("collapse-again", "points.each-turn", "Is a structure checked again if it takes no new damage?",
		"each-turn", "yes, at the start of every turn",
		"new-damage", "no, only in the turn after it was damaged",
	).WithExample("collapse turns=5")
	insiders = rule.NewRuling("insiders", "points.inside", "What happens to pieces inside a structure that is destroyed?",
		"leave", "they must leave it: the text has no attack on them",
		"lost", "they are lost with it",
	).WithExample("collapse turns=5 inside=6")
	charges = rule.NewRuling("charges", "fire.charge", "Can a demolition charge set fire to the wall at which it is laid?",
		"as-weapon", "yes: it is a high explosive, and a charge that hits the wall strikes it",
		"no", "it is laid and strikes nothing, and the rule is for weapons that strike",
	).WithExample("ignite weapon=demolition-charge")
	plants = rule.NewRuling("plants", "fire.vegetation", "When does a weapon that can start fires destroy the plants that it strikes?",
		"roll", "when it sets them on fire",
		"at-once", "whenever it strikes them",
	).WithExample("ignite structure=none plants=trees weapon=rpg")
	dampReading = rule.NewRuling("damp", "fire.damp", "What does damp weather subtract from?",
		"number", "from the top of the range, which lowers the chance as the rule intends",
		"roll", "from the die roll, as the text says, which raises the chance",
	).WithExample("ignite weapon=rpg weather=rain")
	dampBoth = rule.NewRuling("mist-and-rain", "fire.both", "How do mist and rain count together?",
		"worst", "only the worse of the two counts",
		"sum", "both count",
	).WithExample("ignite weather=mist-and-rain")
	growth = rule.NewRuling("growth", "fire.double", "When does a fire first grow?",
		"second", "in the second turn after it started, and then at each interval",
		"next", "in the turn after it started, and then at each interval",
	).WithExample("fire-growth weapon=none turns=3")
	fuelReading = rule.NewRuling("fuel", "fire.fuel", "How does fuel limit a fire?",
		"bounds", "a fire grows until it is as large as what burns, and then stays that size",
		"consumed", "each turn, a fire uses up fuel equal to its size, and it goes out when none is left",
	).WithExample("fire-growth weapon=none fuel=12")
	fireSpread = rule.NewRuling("fire-spread", "fire.spread", "How far does a fire spread in a building of several sections?",
		"building", "through the whole building, as far from where it started as its size reaches",
		"section", "only in the section where it started, on all floors",
	).WithExample("fire-growth weapon=none turns=4 groups.1.reached-at=2 groups.1.other-section=yes")
	burnAtOnce = rule.NewRuling("burn-at-once", "fire.lit", "Does a fire attack the pieces that it reaches in the turn in which it starts?",
		"at-once", "yes: they are caught in it",
		"next-turn", "no, not before the next turn begins",
	).WithExample("fire-growth weapon=none turns=1 groups.1.reached-at=0")
	burnOften = rule.NewRuling("burn-often", "fire.caught", "How often does fire attack a piece that stays in it?",
		"each-turn", "once each turn",
		"once", "only once",
	).WithExample("burn turns=3")
)
