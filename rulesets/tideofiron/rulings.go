package tideofiron

import "loophole/rule"

// Rulings, the default reading first.
var (
	halving = rule.Ruling{
		Name: "halving", Cite: "box.half", Question: "Does a supporter halve its firepower before or after Concussive Firepower is added?",
		Readings: []rule.Reading{
			{"after", "add the bonus, then halve and round up: (6+3)/2 is 5, as in the book's example"},
			{"before", "halve, then add the bonus: 6/2+3 is 6"},
		},
	}
	contained = rule.Ruling{
		Name: "stielgranate", Cite: "box.contained", Question: "Does Concussive Firepower count besides Stielgranate 42?",
		Readings: []rule.Reading{
			{"contains", "no: the six dice already contain it, as in the book's example"},
			{"adds", "yes: both count"},
		},
	}
	concussiveRange = rule.Ruling{
		Name: "concussive-range", Cite: "strength.concussive", Question: "Does Concussive Firepower add range against a building too?",
		Readings: []rule.Reading{
			{"no", "the chapter adds firepower only"},
			{"yes", "it adds range as against a squad"},
		},
	}
	terrain = rule.Ruling{
		Name: "terrain", Cite: "box.terrain", Question: "Do squads have cover against the damage of a collapse?",
		Readings: []rule.Reading{
			{"none", "no; the illegible word is read as \"no\", and a roof that falls knows no cover"},
			{"cover", "yes: the building's cover dice are rolled"},
		},
	}
	tokenText = rule.Ruling{
		Name: "example-token", Cite: "box.overlay", Question: "Which movement token follows in the illustrated example?",
		Readings: []rule.Reading{
			{"table", "the rule's own table: +2 for level 1"},
			{"printed", "+1 for level 1, the level of the example, as its damaged text may say"},
		},
	}
	friends = rule.Ruling{
		Name: "friends-inside", Cite: "host.friends", Question: "May one attack a building with one's own squad inside, or shell the floor that it is on?",
		Readings: []rule.Reading{
			{"no", "no"},
			{"yes", "yes; a collapse hurts both sides alike"},
		},
		Example: "attack lead=panzer-iii lead.distance=3 squads=4 squads.1.friendly=yes",
	}
	concealed = rule.Ruling{
		Name: "concealed", Cite: "host.concealed", Question: "Do squads that the attacker does not know of make a building occupied?",
		Readings: []rule.Reading{
			{"unknown", "no: the attacker treats the building as empty; area attacks strike them all the same, and a collapse reveals them"},
			{"occupied", "yes: their owner says that they are in the building, and they can be fired at"},
		},
		Example: "attack target=squad against=1 lead=t-34 lead.distance=2 squads=3 squads.1.concealed=yes",
	}
	topmost = rule.Ruling{
		Name: "topmost", Cite: "host.top", Question: "Which floor is the topmost for an area attack?",
		Readings: []rule.Reading{
			{"building", "the top floor of the hex: squads below are safe even if it is empty"},
			{"occupied", "the highest floor with a squad on it"},
		},
	}
	areaDice = rule.Ruling{
		Name: "area-dice", Cite: "host.area-dice", Question: "How many dice does an area attack roll against the building?",
		Readings: []rule.Reading{
			{"vehicles", "its firepower against vehicles, or the number stated for the building"},
			{"infantry", "the same dice as against the squads"},
		},
	}
	worstRange = rule.Ruling{
		Name: "combined-range", Cite: "host.worst", Question: "Which range class counts for combined fire?",
		Readings: []rule.Reading{
			{"worst", "the worst of all that take part"},
			{"lead", "the lead attacker's"},
		},
		Example: "attack lead=panzer-iii lead.distance=4 support=sig-33b support.1.distance=8",
	}
	oneRoll = rule.Ruling{
		Name: "area-rolls", Cite: "host.area", Question: "Does an area attack roll once, or for every squad it reaches?",
		Readings: []rule.Reading{
			{"each", "for every squad"},
			{"once", "once: the same hits for all, each with its own cover dice"},
		},
		Example: "area crews=2 distance=4 squads=2,2",
	}
	disrupted = rule.Ruling{
		Name: "disrupted-survivors", Cite: "host.disrupted", Question: "What becomes of a disrupted squad that survives a collapse?",
		Readings: []rule.Reading{
			{"stay", "it stays disrupted, which is worse than pinned"},
			{"routed", "a further bad condition: it routs"},
		},
		Example: "collapse level=0 squads=4 squads.1.condition=disrupted",
	}
	stielRange = rule.Ruling{
		Name: "stielgranate-range", Cite: "host.stiel-range", Question: "At what range can Stielgranate 42 be used?",
		Readings: []rule.Reading{
			{"normal", "at close and normal range, not at long range"},
			{"any", "at any range that the unit can fire at"},
		},
		Example: "attack lead=sig-33b lead.distance=7 card=yes",
	}
	antiTankCounts = rule.Ruling{
		Name: "anti-tank", Cite: "eligible.anti-tank", Question: "What does an anti-tank squad contribute against a building?",
		Readings: []rule.Reading{
			{"squad", "all its firepower against vehicles: its figures and the specialization, for the squad is the exception"},
			{"specialization", "the specialization's dice only: figures still add nothing"},
		},
		Example: "attack lead.regulars=4 lead.anti-tank=yes lead.distance=3 weakened=yes",
	}
	damagedMover = rule.Ruling{
		Name: "damaged-mover", Cite: "host.sturdy", Question: "Does light damage by opportunity fire end the action of a vehicle?",
		Readings: []rule.Reading{
			{"fatigued", "yes, it is fatigued, unless it is Sturdy; a Sturdy one loses the movement points only"},
			{"goes-on", "no: every vehicle loses the movement points only"},
		},
		Example: "attack target=vehicle vehicle=panzer-iii lead=t-34 lead.distance=5 action=op-fire hex=open",
	}
	sightHeight = rule.Ruling{
		Name: "sight-height", Cite: "host.sight-height", Question: "When does one see over a building that stands between?",
		Readings: []rule.Reading{
			{"line", "when the straight line between the two floors passes above it, so that it hides more of what is close to it"},
			{"higher", "when one of the two floors is above its top, wherever it stands"},
		},
		Example: "sight from=1 distance=4 at=3",
	}
	sightEdge = rule.Ruling{
		Name: "sight-edge", Cite: "host.sight-edge", Question: "What blocks a line of sight along the side between two hexes?",
		Readings: []rule.Reading{
			{"both", "both hexes together: past one alone it is free"},
			{"either", "either of them"},
		},
		Example: "sight distance=2 at=1 edge=yes",
	}
	drifting = rule.Ruling{
		Name: "drift", Cite: "host.drift", Question: "How far do shells drift when the black die is above the number on the card?",
		Readings: []rule.Reading{
			{"beyond", "as many hexes as it is above that number"},
			{"whole", "as many hexes as it shows"},
		},
		Example: "drift steady=3",
	}
	rubbleBase = rule.Ruling{
		Name: "rubble-base", Cite: "overlay.cost", Question: "What does entering an overlay cost before its token?",
		Readings: []rule.Reading{
			{"open", "as open ground: +3 then takes a squad's whole move"},
			{"building", "as a building"},
		},
	}
)
