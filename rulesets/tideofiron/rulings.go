package tideofiron

import "loophole/rule"

// Rulings, the default reading first.
var (
	halving = rule.NewRuling("halving", "box.half", "Does a supporting unit halve its firepower before or after it adds Concussive Firepower?",
		"after", "after: it adds the bonus, then halves and rounds up; (6+3)/2 is 5, as in the book's example",
		"before", "before: it halves, then adds the bonus; 6/2+3 is 6",
	)
	contained = rule.NewRuling("stielgranate", "box.contained", "Does Concussive Firepower count in addition to Stielgranate 42?",
		"contains", "no: the six dice already include it, as in the book's example",
		"adds", "yes: both count",
	)
	concussiveRange = rule.NewRuling("concussive-range", "strength.concussive", "Does Concussive Firepower also add range against a building?",
		"no", "no: the chapter adds only firepower",
		"yes", "yes: it adds range as it does against a squad",
	)
	terrain = rule.NewRuling("terrain", "box.terrain", "Do squads have cover against the damage of a collapse?",
		"none", "no: the illegible word is read as \"no\", and cover does not help against a falling roof",
		"cover", "yes: they roll the building's cover dice",
	)
	tokenText = rule.NewRuling("example-token", "box.overlay", "Which movement token does the illustrated example place?",
		"table", "the token of the rule's own table: +2 for level 1",
		"printed", "+1 for level 1, the level of the example, as its damaged text may say",
	)
	friends = rule.NewRuling("friends-inside", "host.friends", "May a player attack a building with a friendly squad inside, or shell that squad's floor?",
		"no", "no: a player does not attack friendly squads",
		"yes", "yes: a collapse harms both sides alike",
	).WithExample("attack lead=panzer-iii lead.distance=3 squads=4 squads.1.friendly=yes")
	concealed = rule.NewRuling("concealed", "host.concealed", "Is a building occupied if the attacker does not know of the squads in it?",
		"unknown", "no: the attacker treats it as unoccupied; area attacks still strike the squads, and a collapse reveals them",
		"occupied", "yes: the owner says that they are in the building, and the attacker can fire at them",
	).WithExample("attack target=squad against=1 lead=t-34 lead.distance=2 squads=3 squads.1.concealed=yes")
	topmost = rule.NewRuling("topmost", "host.top", "Which floor is the topmost for an area attack?",
		"building", "the top floor of the hex: squads below are safe even if it is empty",
		"occupied", "the highest floor with a squad on it",
	)
	areaDice = rule.NewRuling("area-dice", "host.area-dice", "How many dice does an area attack roll against the building?",
		"vehicles", "its firepower against vehicles, or the number stated for the building",
		"infantry", "as many as against the squads",
	)
	worstRange = rule.NewRuling("combined-range", "host.worst", "Which range class counts for combined fire?",
		"worst", "the worst of all the units that fire",
		"lead", "the lead attacker's",
	).WithExample("attack lead=panzer-iii lead.distance=4 support=sig-33b support.1.distance=8")
	oneRoll = rule.NewRuling("area-rolls", "host.area", "Does an area attack roll once, or once for each squad that it affects?",
		"each", "once for each squad",
		"once", "once: every squad takes the same hits, less its own cover dice",
	).WithExample("area crews=2 distance=4 squads=2,2")
	disrupted = rule.NewRuling("disrupted-survivors", "host.disrupted", "What happens to a disrupted squad that survives a collapse?",
		"stay", "it stays disrupted, which is worse than pinned",
		"routed", "its condition worsens again: it routs",
	).WithExample("collapse level=0 squads=4 squads.1.condition=disrupted")
	stielgranateRange = rule.NewRuling("stielgranate-range", "host.stiel-range", "At what range can a unit use Stielgranate 42?",
		"normal", "at close and normal range, but not at long range",
		"any", "at any range at which the unit can fire",
	).WithExample("attack lead=sig-33b lead.distance=7 card=yes")
	antiTankCounts = rule.NewRuling("anti-tank", "eligible.anti-tank", "What does an anti-tank squad contribute against a building?",
		"squad", "all its firepower against vehicles, figures and specialization, because the exception names the squad",
		"specialization", "only the dice of the specialization: the figures still add nothing",
	).WithExample("attack lead.regulars=4 lead.anti-tank=yes lead.distance=3 weakened=yes")
	damagedMover = rule.NewRuling("damaged-mover", "host.sturdy", "Does light damage from opportunity fire end a vehicle's action?",
		"fatigued", "yes, it is fatigued; a Sturdy vehicle loses only the movement points",
		"goes-on", "no: every vehicle loses only the movement points",
	).WithExample("attack target=vehicle vehicle=panzer-iii lead=t-34 lead.distance=5 action=op-fire hex=open")
	sightHeight = rule.NewRuling("sight-height", "host.sight-height", "When can a unit see over a building in the way?",
		"line", "when the straight line between the two floors passes above it, so it hides more of what is close to it",
		"higher", "when one of the two floors is above its top, wherever the building is",
	).WithExample("sight from=1 distance=4 at=3")
	sightEdge = rule.NewRuling("sight-edge", "host.sight-edge", "What blocks a line of sight along the side between two hexes?",
		"both", "both hexes together: one of them alone does not",
		"either", "either of the two hexes",
	).WithExample("sight distance=2 at=1 edge=yes")
	drifting = rule.NewRuling("drift", "host.drift", "How far do the shells drift if the black die is above the number on the card?",
		"beyond", "one hex for each point above that number",
		"whole", "one hex for each point of the die",
	).WithExample("drift steady=3")
	rubbleBase = rule.NewRuling("rubble-base", "overlay.cost", "What does it cost to enter an overlay before its token is added?",
		"open", "as much as open ground: with +3, a squad spends its whole move",
		"building", "as much as a building",
	)
)
