package lasergrenadiers

import "loophole/rule"

// Options of the book, its starting point first.
var (
	damageSystem = rule.NewRuling("damage", "destroy.guidelines", "How is damage to structures recorded?",
		"guidelines", "by the four guidelines: holes, destroyed parts, everything under a nuclear warhead",
		"points", "by the point system, in one of its three variants",
		"ignore", "not at all",
	).AsOption().WithExample("fire structure=house points=24")
	shown = rule.NewRuling("damage-shown", "show.mark", "What does damage do to cover and concealment?",
		"unmarked", "nothing: the model goes on as it stands",
		"marked", "it is marked, and players take it into account when they detect and hit",
	).AsOption().WithExample("detect judged-opened=1")
	variant = rule.NewRuling("variant", "points.variant-1", "Which variant of the point system is used?",
		"1", "one point for each penetrating hit",
		"2", "one for a hit, the attack factor for a penetrating hit",
		"3", "as 2, doubled for a weapon with an effect area",
	).AsOption().WithExample("damage damage=points")
	collapseChecks = rule.NewRuling("collapse-checks", "points.collapse", "Is a damaged structure checked for a collapse at the start of each turn?",
		"no", "no: it falls when its points are gone",
		"yes", "yes",
	).AsOption().WithExample("demolish turns=6")
	breaching = rule.NewRuling("breaching", "engineers.system", "What does a success of engineers count for?",
		"successes", "one point each",
		"points", "what the variant of the point system says",
	).AsOption().WithExample("breach points=12 variant=2")
	untenable = rule.NewRuling("untenable", "points.untenable", "Is a destroyed structure untenable?",
		"yes", "yes: nobody moves through or occupies it",
		"no", "no: troops may use the ruins",
	).AsOption().WithExample("occupy structure=house destroyed=yes act=move")
	fires = rule.NewRuling("fires", "fire.option", "May shots start fires?",
		"no", "no; the rule is optional",
		"yes", "yes",
	).AsOption().WithExample("fire structure=barn")
)

// Rulings, the default reading first.
var (
	fieldMaterials = rule.NewRuling("field-materials", "field.material", "May a field work be of other materials than earth, sandbags and timber?",
		"any", "yes: the book says what is usual",
		"usual-only", "no",
	).WithExample("occupy structure=pillbox made=field wall=brick")
	turrets = rule.NewRuling("turrets", "turret.not", "Do the chapter's rules for attacks apply to weapon turrets?",
		"outside", "no: a turret is no fortification, and is shot at like a vehicle",
		"as-structures", "yes",
	).WithExample("fire structure=turret")
	gate = rule.NewRuling("gate", "destroy.gate", "Must a weapon with an effect area penetrate to destroy a part of a structure?",
		"penetration", "yes: the guidelines stand under the assumption that only what penetrates damages",
		"hit", "no: a hit is enough; the guideline itself does not speak of penetrating",
	).WithExample("fire weapon=rpg")
	nuclear = rule.NewRuling("nuclear", "guide.nuclear", "Must a nuclear warhead penetrate to destroy what is in its effect area?",
		"at-once", "no: everything means everything",
		"penetration", "yes, as any other weapon",
	).WithExample("fire weapon=nuclear-warhead penetrates-on=4")
	halfArea = rule.NewRuling("half-area", "known.half", "Which half of an effect area projects inside?",
		"half-disc", "the half of the circle behind the wall: that is one half of its area",
		"half-radius", "a whole circle of half the radius around the point of impact",
	).WithExample("through")
	areaFriends = rule.NewRuling("friends-in-area", "host.friends", "Does the half inside hit friends too?",
		"spared", "no: the book says enemy troops",
		"struck", "yes: a blast does not ask",
	).WithExample("through pieces=infantry,infantry pieces.2.friend=yes")
	reveals = rule.NewRuling("reveals", "hidden.step", "Whom does firing reveal?",
		"total", "those in total concealment, by one level; others are as visible as they were",
		"each", "everybody, by one level",
	).WithExample("detect concealment=a-third")
	team = rule.NewRuling("team", "hidden.team", "How often does a group roll to detect?",
		"one-roll", "once for the group, as the example reads",
		"each", "once for each observer",
	).WithExample("detect")
	probing = rule.NewRuling("probing", "probe.unknown", "May a player make an exploratory attack where enemies are known to be?",
		"unknown", "no: it is for firing with no idea of anybody there",
		"any", "yes",
	).WithExample("through attack=exploratory")
	pieces = rule.NewRuling("pieces", "host.pieces", "Is the chance to hit behind the wall rolled once or for each piece?",
		"one", "once: it is the chance to hit a piece",
		"each", "for each piece that may be hit",
	).WithExample("through weapon=rotary-cannon")
	which = rule.NewRuling("which-piece", "host.which", "Which of several pieces does an exploratory attack hit?",
		"random", "one at random",
		"owner", "one that their owner chooses",
		"attacker", "one that the attacker chooses",
	).WithExample("through attack=exploratory weapon=rotary-cannon pieces=infantry,powered-infantry pieces.1.unknown=yes pieces.2.unknown=yes")
	inside = rule.NewRuling("inside", "host.inside", "Must a hit on a piece inside penetrate the piece's own armour?",
		"penetrate", "yes: a hit is not yet a penetration in this game",
		"out", "no: it is out of action at once",
	).WithExample("through")
	outer = rule.NewRuling("outer-half", "host.outer", "Does the other half of the effect area hit pieces outside the wall?",
		"struck", "yes, and whether or not the wall is penetrated",
		"spared", "no",
	).WithExample("through pieces=infantry,infantry pieces.2.depth=-3")
	outerOpening = rule.NewRuling("outer-opening", "host.outer-opening", "Does an effect area that is centred inside an opening hit pieces outside the wall?",
		"spared", "no: the wall stands between, and was not penetrated",
		"struck", "yes: the whole circle counts",
	).WithExample("opening pieces=infantry,infantry pieces.2.depth=-1 centre-depth=1")
	openingMiss = rule.NewRuling("opening-miss", "host.miss", "What does a warhead that misses the opening do?",
		"nothing", "nothing",
		"wall", "it strikes the wall beside it and may penetrate there",
	).WithExample("opening")
	holes = rule.NewRuling("holes", "host.holes", "May a hole left by a shot be fired into like an opening?",
		"no", "no: it records damage",
		"yes", "yes",
	).WithExample("opening structure=house into=hole weapon=grenade")
	rounding = rule.NewRuling("collapse-rounding", "points.forty", "How does the collapse check treat percentages between the tens?",
		"down", "each full tenth of damage is one face; part of a tenth is none",
		"nearest", "to the nearest tenth",
		"up", "part of a tenth counts as a whole one",
	).WithExample("collapse points=24 lost=9 turns=3")
	collapseDie = rule.NewRuling("collapse-die", "points.percent", "With what die is a damaged structure checked for a collapse?",
		"ten", "with a ten-sided one, as in the example: each full tenth of damage is one face",
		"percentile", "with percentile dice against the exact percentage, rounded down",
	).WithExample("collapse points=24 lost=9 turns=3")
	again = rule.NewRuling("collapse-again", "points.each-turn", "Is a structure checked again without new damage?",
		"each-turn", "yes, at the start of every turn",
		"new-damage", "no, only in the turn after it was damaged",
	).WithExample("collapse turns=5")
	insiders = rule.NewRuling("insiders", "points.inside", "What happens to pieces inside a structure that is destroyed?",
		"leave", "they must leave it; the book has no attack on them",
		"lost", "they are lost with it",
	).WithExample("collapse turns=5 inside=6")
	charges = rule.NewRuling("charges", "fire.charge", "May a demolition charge set fire to the wall at which it is laid?",
		"as-weapon", "yes: it is a high explosive, and one that hits the wall strikes it",
		"no", "no: it is laid and strikes nothing, and the rule speaks of weapons that strike",
	).WithExample("ignite weapon=demolition-charge")
	plants = rule.NewRuling("plants", "fire.vegetation", "When does a weapon that may start fires destroy plants that it strikes?",
		"roll", "when it sets them alight",
		"at-once", "whenever it strikes them",
	).WithExample("ignite structure=none plants=trees weapon=rpg")
	dampReading = rule.NewRuling("damp", "fire.damp", "What does damp weather subtract from?",
		"number", "from the top of the range: that lowers the chance, as the rule says it should",
		"roll", "from the face rolled: the wording, which raises the chance",
	).WithExample("ignite weapon=rpg weather=rain")
	dampBoth = rule.NewRuling("mist-and-rain", "fire.both", "What does rain in mist count as?",
		"worst", "the worse of the two counts",
		"sum", "both count",
	).WithExample("ignite weather=mist-and-rain")
	growth = rule.NewRuling("growth", "fire.double", "When does a fire grow first?",
		"second", "in the second turn after it started, then every second turn",
		"next", "in the turn after it started, then every second turn",
	).WithExample("fire-growth weapon=none turns=3")
	fuelReading = rule.NewRuling("fuel", "fire.fuel", "What does fuel do?",
		"bounds", "a fire grows until it is as large as what burns, and stays",
		"consumed", "each turn a fire eats fuel of its own size, and goes out when none is left",
	).WithExample("fire-growth weapon=none fuel=12")
	fireSpread = rule.NewRuling("fire-spread", "fire.spread", "How far does a fire spread in a building of several sections?",
		"building", "through all of the building, as far from where it was lit as its size says",
		"section", "in the section in which it was lit, on all its floors",
	).WithExample("fire-growth weapon=none turns=4 groups.1.reached-at=2 groups.1.other-section=yes")
	burnAtOnce = rule.NewRuling("burn-at-once", "fire.lit", "Does a fire attack pieces that it reaches in the turn in which it is lit?",
		"at-once", "yes: they are caught in it",
		"next-turn", "no, not before the next turn begins",
	).WithExample("fire-growth weapon=none turns=1 groups.1.reached-at=0")
	burnOften = rule.NewRuling("burn-often", "fire.caught", "How often does fire attack a piece that stays in it?",
		"each-turn", "once each turn",
		"once", "once only",
	).WithExample("burn turns=3")
)
