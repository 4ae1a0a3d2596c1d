package lasergrenadiers

import "loophole/rule"

// Options of the book, its starting point first.
var (
	damageSystem = rule.Ruling{
		Name: "damage", Cite: "destroy.guidelines", Question: "How is damage to structures accounted for?", Option: true,
		Example: "fire structure=house points=24",
		Readings: []rule.Reading{
			{"guidelines", "by the four guidelines: holes, destroyed parts, everything under a nuclear warhead"},
			{"points", "by the point system, in one of its three variants"},
			{"ignore", "not at all"},
		},
	}
	shown = rule.Ruling{
		Name: "damage-shown", Cite: "show.mark", Question: "What does damage do to cover and concealment?", Option: true,
		Example: "detect judged-opened=1",
		Readings: []rule.Reading{
			{"unmarked", "nothing: the model goes on as it stands"},
			{"marked", "it is marked, and players take it into account when they detect and hit"},
		},
	}
	variant = rule.Ruling{
		Name: "variant", Cite: "points.variant-1", Question: "Which variant of the point system is used?", Option: true,
		Example: "damage damage=points",
		Readings: []rule.Reading{
			{"1", "one point for each penetrating hit"},
			{"2", "one for a hit, the attack factor for a penetrating hit"},
			{"3", "as 2, doubled for a weapon with an effect area"},
		},
	}
	collapseChecks = rule.Ruling{
		Name: "collapse-checks", Cite: "points.collapse", Question: "Is a damaged structure checked for a collapse at the start of each turn?", Option: true,
		Example: "demolish turns=6",
		Readings: []rule.Reading{
			{"no", "no: it falls when its points are gone"},
			{"yes", "yes"},
		},
	}
	breaching = rule.Ruling{
		Name: "breaching", Cite: "engineers.system", Question: "What does a success of engineers count for?", Option: true,
		Example: "breach points=12 variant=2",
		Readings: []rule.Reading{
			{"successes", "one point each"},
			{"points", "what the variant of the point system says"},
		},
	}
	untenable = rule.Ruling{
		Name: "untenable", Cite: "points.untenable", Question: "Is a destroyed structure untenable?", Option: true,
		Example: "occupy structure=house destroyed=yes act=move",
		Readings: []rule.Reading{
			{"yes", "yes: nobody moves through or occupies it"},
			{"no", "no: troops may use the ruins"},
		},
	}
	fires = rule.Ruling{
		Name: "fires", Cite: "fire.option", Question: "May shots start fires?", Option: true,
		Example: "fire structure=barn",
		Readings: []rule.Reading{
			{"no", "no; the rule is optional"},
			{"yes", "yes"},
		},
	}
)

// Rulings, the default reading first.
var (
	fieldMaterials = rule.Ruling{
		Name: "field-materials", Cite: "field.material", Question: "May a field work be of other materials than earth, sandbags and timber?",
		Example: "occupy structure=pillbox made=field wall=brick",
		Readings: []rule.Reading{
			{"any", "yes: the book says what is usual"},
			{"usual-only", "no"},
		},
	}
	turrets = rule.Ruling{
		Name: "turrets", Cite: "turret.not", Question: "Do the chapter's rules for attacks serve against weapon turrets?",
		Example: "fire structure=turret",
		Readings: []rule.Reading{
			{"outside", "no: a turret is no fortification, and is shot at like a vehicle"},
			{"as-structures", "yes"},
		},
	}
	gate = rule.Ruling{
		Name: "gate", Cite: "destroy.gate", Question: "Must a weapon with an effect area penetrate to destroy a part of a structure?",
		Example: "fire weapon=rpg",
		Readings: []rule.Reading{
			{"penetration", "yes: the guidelines stand under the assumption that only what penetrates damages"},
			{"hit", "no: a hit is enough; the guideline itself does not speak of penetrating"},
		},
	}
	nuclear = rule.Ruling{
		Name: "nuclear", Cite: "guide.nuclear", Question: "Must a nuclear warhead penetrate to destroy what is in its effect area?",
		Example: "fire weapon=nuclear-warhead penetrates-on=4",
		Readings: []rule.Reading{
			{"at-once", "no: everything means everything"},
			{"penetration", "yes, as any other weapon"},
		},
	}
	halfArea = rule.Ruling{
		Name: "half-area", Cite: "known.half", Question: "Which half of an effect area projects inside?",
		Example: "through",
		Readings: []rule.Reading{
			{"half-disc", "the half of the circle behind the wall: that is one half of its area"},
			{"half-radius", "a whole circle of half the radius around the point of impact"},
		},
	}
	areaFriends = rule.Ruling{
		Name: "friends-in-area", Cite: "host.friends", Question: "Does the half inside hit friends too?",
		Example: "through pieces=infantry,infantry pieces.2.friend=yes",
		Readings: []rule.Reading{
			{"spared", "no: the book says enemy troops"},
			{"struck", "yes: a blast does not ask"},
		},
	}
	reveals = rule.Ruling{
		Name: "reveals", Cite: "hidden.step", Question: "Whom does firing reveal?",
		Example: "detect concealment=a-third",
		Readings: []rule.Reading{
			{"total", "those in total concealment, by one level; others are as visible as they were"},
			{"each", "everybody, by one level"},
		},
	}
	team = rule.Ruling{
		Name: "team", Cite: "hidden.team", Question: "How often does a group roll to detect?",
		Example: "detect",
		Readings: []rule.Reading{
			{"one-roll", "once for the group, as the example reads"},
			{"each", "once for each observer"},
		},
	}
	probing = rule.Ruling{
		Name: "probing", Cite: "probe.unknown", Question: "May one make an exploratory attack where enemies are known to be?",
		Example: "through attack=exploratory",
		Readings: []rule.Reading{
			{"unknown", "no: it is for firing with no idea of anybody there"},
			{"any", "yes"},
		},
	}
	pieces = rule.Ruling{
		Name: "pieces", Cite: "host.pieces", Question: "Is the chance to hit behind the wall rolled once or for each piece?",
		Example: "through weapon=rotary-cannon",
		Readings: []rule.Reading{
			{"one", "once: it is the chance to hit a piece"},
			{"each", "for each piece that may be hit"},
		},
	}
	which = rule.Ruling{
		Name: "which-piece", Cite: "host.which", Question: "Which of several pieces does an exploratory attack hit?",
		Example: "through attack=exploratory weapon=rotary-cannon pieces=infantry,powered-infantry pieces.1.unknown=yes pieces.2.unknown=yes",
		Readings: []rule.Reading{
			{"random", "one at random"},
			{"owner", "one that their owner chooses"},
			{"attacker", "one that the attacker chooses"},
		},
	}
	inside = rule.Ruling{
		Name: "inside", Cite: "host.inside", Question: "Must a hit on a piece inside penetrate the piece's own armour?",
		Example: "through",
		Readings: []rule.Reading{
			{"penetrate", "yes: a hit is not yet a penetration in this game"},
			{"out", "no: it is out of action at once"},
		},
	}
	outer = rule.Ruling{
		Name: "outer-half", Cite: "host.outer", Question: "Does the other half of the effect area hit pieces outside the wall?",
		Example: "through pieces=infantry,infantry pieces.2.depth=-3",
		Readings: []rule.Reading{
			{"struck", "yes, and whether or not the wall is penetrated"},
			{"spared", "no"},
		},
	}
	outerOpening = rule.Ruling{
		Name: "outer-opening", Cite: "host.outer-opening", Question: "Does an effect area that is centred inside an opening hit pieces outside the wall?",
		Example: "opening pieces=infantry,infantry pieces.2.depth=-1 centre-depth=1",
		Readings: []rule.Reading{
			{"spared", "no: the wall stands between, and was not penetrated"},
			{"struck", "yes: the whole circle counts"},
		},
	}
	openingMiss = rule.Ruling{
		Name: "opening-miss", Cite: "host.miss", Question: "What does a warhead do that misses the opening?",
		Example: "opening",
		Readings: []rule.Reading{
			{"nothing", "nothing"},
			{"wall", "it strikes the wall beside it and may penetrate there"},
		},
	}
	holes = rule.Ruling{
		Name: "holes", Cite: "host.holes", Question: "May a hole left by a shot be fired into like an opening?",
		Example: "opening structure=house into=hole weapon=grenade",
		Readings: []rule.Reading{
			{"no", "no: it records damage"},
			{"yes", "yes"},
		},
	}
	rounding = rule.Ruling{
		Name: "collapse-rounding", Cite: "points.forty", Question: "How does the collapse check treat percentages between the tens?",
		Example: "collapse points=24 lost=9 turns=3",
		Readings: []rule.Reading{
			{"down", "each full tenth of damage is one face; part of a tenth is none"},
			{"nearest", "to the nearest tenth"},
			{"up", "part of a tenth counts as a whole one"},
		},
	}
	collapseDie = rule.Ruling{
		Name: "collapse-die", Cite: "points.percent", Question: "With what die is a damaged structure checked for a collapse?",
		Example: "collapse points=24 lost=9 turns=3",
		Readings: []rule.Reading{
			{"ten", "with a ten-sided one, as in the example: each full tenth of damage is one face"},
			{"percentile", "with percentile dice against the exact percentage, rounded down"},
		},
	}
	again = rule.Ruling{
		Name: "collapse-again", Cite: "points.each-turn", Question: "Is a structure checked again without new damage?",
		Example: "collapse turns=5",
		Readings: []rule.Reading{
			{"each-turn", "yes, at the start of every turn"},
			{"new-damage", "no, only in the turn after it was damaged"},
		},
	}
	insiders = rule.Ruling{
		Name: "insiders", Cite: "points.inside", Question: "What becomes of those inside a structure that is destroyed?",
		Example: "collapse turns=5 inside=6",
		Readings: []rule.Reading{
			{"leave", "they must leave it; the book has no attack on them"},
			{"lost", "they are lost with it"},
		},
	}
	charges = rule.Ruling{
		Name: "charges", Cite: "fire.charge", Question: "May a demolition charge set the wall alight at which it is laid?",
		Example: "ignite weapon=demolition-charge",
		Readings: []rule.Reading{
			{"as-weapon", "yes: it is a high explosive, and one that hits the wall strikes it"},
			{"no", "no: it is laid and strikes nothing, and the rule speaks of weapons that strike"},
		},
	}
	plants = rule.Ruling{
		Name: "plants", Cite: "fire.vegetation", Question: "When does a weapon that may start fires destroy plants that it strikes?",
		Example: "ignite structure=none plants=trees weapon=rpg",
		Readings: []rule.Reading{
			{"roll", "when it sets them alight"},
			{"at-once", "whenever it strikes them"},
		},
	}
	dampReading = rule.Ruling{
		Name: "damp", Cite: "fire.damp", Question: "What does damp weather subtract from?",
		Example: "ignite weapon=rpg weather=rain",
		Readings: []rule.Reading{
			{"number", "from the top of the range: that lowers the chance, as the rule says it should"},
			{"roll", "from the face rolled: the wording, which raises the chance"},
		},
	}
	dampBoth = rule.Ruling{
		Name: "mist-and-rain", Cite: "fire.both", Question: "What if it rains in mist?",
		Example: "ignite weather=mist-and-rain",
		Readings: []rule.Reading{
			{"worst", "the worse of the two counts"},
			{"sum", "both count"},
		},
	}
	growth = rule.Ruling{
		Name: "growth", Cite: "fire.double", Question: "When does a fire grow first?",
		Example: "fire-growth weapon=none turns=3",
		Readings: []rule.Reading{
			{"second", "in the second turn after it started, then every second turn"},
			{"next", "in the turn after it started, then every second turn"},
		},
	}
	fuelReading = rule.Ruling{
		Name: "fuel", Cite: "fire.fuel", Question: "What does fuel do?",
		Example: "fire-growth weapon=none fuel=12",
		Readings: []rule.Reading{
			{"bounds", "a fire grows until it is as large as what burns, and stays"},
			{"consumed", "each turn a fire eats fuel of its own size, and goes out when none is left"},
		},
	}
	fireSpread = rule.Ruling{
		Name: "fire-spread", Cite: "fire.spread", Question: "How far does a fire spread in a building of several sections?",
		Example: "fire-growth weapon=none turns=4 groups.1.reached-at=2 groups.1.other-section=yes",
		Readings: []rule.Reading{
			{"building", "through all of the building, as far from where it was lit as its size says"},
			{"section", "in the section in which it was lit, on all its floors"},
		},
	}
	burnAtOnce = rule.Ruling{
		Name: "burn-at-once", Cite: "fire.lit", Question: "Does a fire attack those whom it reaches in the turn in which it is lit?",
		Example: "fire-growth weapon=none turns=1 groups.1.reached-at=0",
		Readings: []rule.Reading{
			{"at-once", "yes: they are caught in it"},
			{"next-turn", "no, not before the next turn begins"},
		},
	}
	burnOften = rule.Ruling{
		Name: "burn-often", Cite: "fire.caught", Question: "How often does fire attack a piece that stays in it?",
		Example: "burn turns=3",
		Readings: []rule.Reading{
			{"each-turn", "once each turn"},
			{"once", "once only"},
		},
	}
)
