package oldworld

import "loophole/rule"

// The numbers of the rest of the game.
var (
	characterStrength      = rule.Fact{Name: "hero.strength", Cite: "host.strength", Text: "Unit Strength of a character on foot", Value: 1, Min: 1, Max: 10}
	marchMultiple          = rule.Fact{Name: "march.times", Cite: "host.move", Text: "multiple of its Movement that a unit marches", Value: 2, Min: 1, Max: 9}
	columnMultiple         = rule.Fact{Name: "march.column", Cite: "host.move", Text: "multiple of its Movement that a marching column marches", Value: 3, Min: 1, Max: 9}
	marchHinderedInches    = rule.Fact{Name: "march.enemy", Cite: "host.march", Text: "inches within which an enemy hinders a march", Value: 8, Min: 0, Max: 99}
	enemyApartInches       = rule.Fact{Name: "move.apart", Cite: "host.inch", Text: "inches from enemies within which no move may end", Value: 1, Min: 0, Max: 9}
	panicLossPercent       = rule.Fact{Name: "panic.losses", Cite: "host.panic", Text: "percent of its models that a unit may lose without a Panic test", Value: 25, Min: 0, Max: 100}
	panicFleePercent       = rule.Fact{Name: "panic.flees", Cite: "host.panic-fail", Text: "percent of its starting models above which a unit falls back instead of fleeing", Value: 50, Min: 0, Max: 100}
	panicInches            = rule.Fact{Name: "panic.distance", Cite: "host.panic-strength", Text: "inches within which friends cause panic", Value: 6, Min: 0, Max: 99}
	panicStrength          = rule.Fact{Name: "panic.strength", Cite: "host.panic-strength", Text: "Unit Strength from which friends cause panic", Value: 5, Min: 0, Max: 99}
	rallyPenaltyPercent    = rule.Fact{Name: "rally.half", Cite: "host.rally", Text: "percent of its starting models below which a unit rallies at a penalty", Value: 50, Min: 0, Max: 100}
	rallyPenalty           = rule.Fact{Name: "rally.minus", Cite: "host.rally", Text: "Leadership lost by that penalty", Value: 1, Min: 0, Max: 9}
	rallyDoubleOnesPercent = rule.Fact{Name: "rally.quarter", Cite: "host.rally", Text: "percent of its starting models below which a unit rallies only on double ones", Value: 25, Min: 0, Max: 100}
	rallyMusician          = rule.Fact{Name: "rally.musician", Cite: "host.musician", Text: "Leadership that a musician adds to a rally test", Value: 1, Min: 0, Max: 9}
	chargeInitiativeMost   = rule.Fact{Name: "charge.initiative", Cite: "host.initiative", Text: "most Initiative that a charge to the front adds", Value: 3, Min: 0, Max: 9}
	roughChargePenalty     = rule.Fact{Name: "charge.rough", Cite: "host.charge-roll", Text: "inches that a charge loses over difficult ground", Value: 1, Min: 0, Max: 9}
	furiousChargeInches    = rule.Fact{Name: "charge.furious", Cite: "host.first-round", Text: "least inches of a charge that adds Attacks", Value: 3, Min: 0, Max: 9}
	fearPenalty            = rule.Fact{Name: "fear.minus", Cite: "host.fear", Text: "penalty to hit of a unit that fears its enemy", Value: 1, Min: 0, Max: 5}
	fearImmune             = rule.Fact{Name: "fear.immune", Cite: "host.fear", Text: "1 if units that cause fear are immune to fear, 0 if not", Value: 1, Min: 0, Max: 1, Confidence: rule.Likely}
	terrorPenalty          = rule.Fact{Name: "terror.minus", Cite: "host.terror", Text: "Leadership that a unit loses in the Break test against terror", Value: 1, Min: 0, Max: 5}
	terrorImmune           = rule.Fact{Name: "terror.immune", Cite: "host.terror", Text: "1 if units that cause terror are immune to terror, 0 if not", Value: 1, Min: 0, Max: 1, Confidence: rule.Likely}
	terrorCausesFear       = rule.Fact{Name: "terror.fear", Cite: "host.fear", Text: "1 if units that cause terror also cause fear, 0 if not", Value: 1, Min: 0, Max: 1, Confidence: rule.Likely}
	overwhelmMultiple      = rule.Fact{Name: "overwhelm.times", Cite: "host.overwhelm", Text: "multiple of the loser's Unit Strength above which the winners overwhelm it", Value: 2, Min: 1, Max: 9}
	giveGroundInches       = rule.Fact{Name: "give-ground", Cite: "host.give-ground", Text: "inches that a unit moves back when it gives ground", Value: 2, Min: 1, Max: 6}
	frontRank              = rule.Fact{Name: "open.front", Cite: "silent.front", Text: "models abreast in a unit in the open", Value: 5, Min: 1, Max: 40}
	closeOrderStrength     = rule.Fact{Name: "close-order.strength", Cite: "host.order", Text: "least Unit Strength for which close order counts in the open", Value: 10, Min: 1, Max: 60}
	openTemplate           = rule.Fact{Name: "template.open", Cite: "host.template", Text: "the edge of a template hits models in the open on this or more", Value: 4, Min: 2, Max: 7}
	scatterHitFaces        = rule.Fact{Name: "scatter.hit", Cite: "host.scatter", Text: "faces of the scatter die, out of six, that show a hit", Value: 2, Min: 0, Max: 6, Confidence: rule.Likely}
	dispelInches           = rule.Fact{Name: "dispel.distance", Cite: "host.dispel", Text: "inches within which a wizard of level 1 or 2, as all here are, can dispel", Value: 18, Min: 0, Max: 99}
	lookOutSirScore        = rule.Fact{Name: "hero.look-out", Cite: "host.look-out", Text: "another model takes a character's hit on this or more", Value: 2, Min: 2, Max: 7}
	lookOutSirModels       = rule.Fact{Name: "hero.guards", Cite: "host.look-out", Text: "least number of other models for a character's hit to be taken by one of them", Value: 5, Min: 0, Max: 60}
	parryBest              = rule.Fact{Name: "parry.best", Cite: "host.parry", Text: "best armour save that parrying gives", Value: 3, Min: 2, Max: 7}
)
