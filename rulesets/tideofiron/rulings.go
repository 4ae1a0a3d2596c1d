package tideofiron

import "loophole/rule"

// Rulings, the default reading first.
var (
	halving = rule.NewRuling("halving", "box.half", "Does a supporter halve its firepower before or after Concussive Firepower is added?",
		"after", "add the bonus, then halve and round up: (6+3)/2 is 5, as in the book's example",
		"before", "halve, then add the bonus: 6/2+3 is 6",
	)
	contained = rule.NewRuling("stielgranate", "box.contained", "Does Concussive Firepower count besides Stielgranate 42?",
		"contains", "no: the six dice already contain it, as in the book's example",
		"adds", "yes: both count",
	)
	concussiveRange = rule.NewRuling("concussive-range", "strength.concussive", "Does Concussive Firepower add range against a building too?",
		"no", "the chapter adds firepower only",
		"yes", "it adds range as against a squad",
	)
	terrain = rule.NewRuling("terrain", "box.terrain", "Do squads have cover against the damage of a collapse?",
		"none", "no; the illegible word is read as \"no\", and a roof that falls knows no cover",
		"cover", "yes: the building's cover dice are rolled",
	)
	tokenText = rule.NewRuling("example-token", "box.overlay", "Which movement token follows in the illustrated example?",
		"table", "the rule's own table: +2 for level 1",
		"printed", "+1 for level 1, the level of the example, as its damaged text may say",
	)
	friends = rule.NewRuling("friends-inside", "host.friends", "May a player attack a building with a friendly squad inside, or shell that squad's floor?",
		"no", "no",
		"yes", "yes; a collapse hurts both sides alike",
	).WithExample("attack lead=panzer-iii lead.distance=3 squads=4 squads.1.friendly=yes")
	concealed = rule.NewRuling("concealed", "host.concealed", "Is a building occupied if the attacker does not know of the squads in it?",
		"unknown", "no: the attacker treats the building as empty; area attacks strike them all the same, and a collapse reveals them",
		"occupied", "yes: their owner says that they are in the building, and they can be fired at",
	).WithExample("attack target=squad against=1 lead=t-34 lead.distance=2 squads=3 squads.1.concealed=yes")
	topmost = rule.NewRuling("topmost", "host.top", "Which floor is the topmost for an area attack?",
		"building", "the top floor of the hex: squads below are safe even if it is empty",
		"occupied", "the highest floor with a squad on it",
	)
	areaDice = rule.NewRuling("area-dice", "host.area-dice", "How many dice does an area attack roll against the building?",
		"vehicles", "its firepower against vehicles, or the number stated for the building",
		"infantry", "the same dice as against the squads",
	)
	worstRange = rule.NewRuling("combined-range", "host.worst", "Which range class counts for combined fire?",
		"worst", "the worst of all that take part",
		"lead", "the lead attacker's",
	).WithExample("attack lead=panzer-iii lead.distance=4 support=sig-33b support.1.distance=8")
	oneRoll = rule.NewRuling("area-rolls", "host.area", "Does an area attack roll once, or for every squad it reaches?",
		"each", "for every squad",
		"once", "once: the same hits for all, each with its own cover dice",
	).WithExample("area crews=2 distance=4 squads=2,2")
	disrupted = rule.NewRuling("disrupted-survivors", "host.disrupted", "What happens to a disrupted squad that survives a collapse?",
		"stay", "it stays disrupted, which is worse than pinned",
		"routed", "a further bad condition: it routs",
	).WithExample("collapse level=0 squads=4 squads.1.condition=disrupted")
	stielRange = rule.NewRuling("stielgranate-range", "host.stiel-range", "At what range can Stielgranate 42 be used?",
		"normal", "at close and normal range, not at long range",
		"any", "at any range that the unit can fire at",
	).WithExample("attack lead=sig-33b lead.distance=7 card=yes")
	antiTankCounts = rule.NewRuling("anti-tank", "eligible.anti-tank", "What does an anti-tank squad contribute against a building?",
		"squad", "all its firepower against vehicles: its figures and the specialization, for the squad is the exception",
		"specialization", "the specialization's dice only: figures still add nothing",
	).WithExample("attack lead.regulars=4 lead.anti-tank=yes lead.distance=3 weakened=yes")
	damagedMover = rule.NewRuling("damaged-mover", "host.sturdy", "Does light damage by opportunity fire end the action of a vehicle?",
		"fatigued", "yes, it is fatigued, unless it is Sturdy; a Sturdy one loses the movement points only",
		"goes-on", "no: every vehicle loses the movement points only",
	).WithExample("attack target=vehicle vehicle=panzer-iii lead=t-34 lead.distance=5 action=op-fire hex=open")
	sightHeight = rule.NewRuling("sight-height", "host.sight-height", "When does a unit see over a building in the way?",
		"line", "when the straight line between the two floors passes above it, so that it hides more of what is close to it",
		"higher", "when one of the two floors is above its top, wherever it stands",
	).WithExample("sight from=1 distance=4 at=3")
	sightEdge = rule.NewRuling("sight-edge", "host.sight-edge", "What blocks a line of sight along the side between two hexes?",
		"both", "both hexes together: past one alone it is free",
		"either", "either of them",
	).WithExample("sight distance=2 at=1 edge=yes")
	drifting = rule.NewRuling("drift", "host.drift", "How far do shells drift when the black die is above the number on the card?",
		"beyond", "as many hexes as it is above that number",
		"whole", "as many hexes as it shows",
	).WithExample("drift steady=3")
	rubbleBase = rule.NewRuling("rubble-base", "overlay.cost", "What does entering an overlay cost before its token?",
		"open", "as open ground: +3 then takes a squad's whole move",
		"building", "as a building",
	)
)
