package konflikt47

import "loophole/rule"

// The options of the chapter and of its supplements.
var (
	buildings = rule.Ruling{
		Name: "buildings", Cite: "scope.closed", Option: true,
		Question: "May units go into buildings in this game?",
		Readings: []rule.Reading{
			{"open", "they may; the chapter thinks little of the alternative"},
			{"closed", "no unit may, as when everything burns"},
		},
	}
	supplements = rule.Ruling{
		Name: "supplements", Cite: "host.supplements", Option: true,
		Question: "Do the later supplements apply to their own weapons?",
		Readings: []rule.Reading{
			{"no", "the core book alone"},
			{"yes", "a rail gun may bring a building down; a compression cannon has no second effect"},
		},
		Example: "shoot-at men=3 weapons=heavy-rail-gun distance=10 sight=wall floor=1",
	}
)

// The rulings on moving.
var (
	mixedRun = rule.Ruling{
		Name: "mixed-run", Cite: "orders.run",
		Question: "May a Run be one floor and one section?",
		Readings: []rule.Reading{
			{"no", "the page lists floors and sections apart"},
			{"yes", "two steps of either kind"},
		},
		Example: "move to=1 sections=1",
	}
	passFriends = rule.Ruling{
		Name: "pass-friends", Cite: "host.pass",
		Question: "May a unit run across a floor that friends hold?",
		Readings: []rule.Reading{
			{"yes", "infantry passes through its own everywhere else"},
			{"no", "a full floor is full"},
		},
		Example: "move friends-on-the-way=yes",
	}
	onward = rule.Ruling{
		Name: "onward", Cite: "leave.transport",
		Question: "May one Run lead out of a building and into another?",
		Readings: []rule.Reading{
			{"yes", "nothing forbids it if the inches suffice"},
			{"no", "as with transports: out or in, not both"},
		},
	}
	standardMove = rule.Ruling{
		Name: "standard-move", Cite: "large.two",
		Question: "Which move is a section measured against?",
		Readings: []rule.Reading{
			{"six-inches", "the ordinary Advance of infantry, which the advised sizes fit"},
			{"own", "the unit's own Advance, slow or fast"},
		},
		Example: "move to=0 sections=2 section-size=5 unit=wehrmacht-heavy-infantry",
	}
	gunFloor = rule.Ruling{
		Name: "gun-floor", Cite: "setup.troops",
		Question: "On which floors may a gun be set up?",
		Readings: []rule.Reading{
			{"any", "the page does not say, and an opening will be found"},
			{"ground", "the ground floor only"},
		},
		Example: "deploy unit=pak-40 opening=window floor=1",
	}
	fixedMoving = rule.Ruling{
		Name: "fixed-moving", Cite: "host.fixed",
		Question: "May a fixed weapon fire in the turn in which it is sited anew?",
		Readings: []rule.Reading{
			{"no", "fixed weapons do not fire on an Advance in this game"},
			{"yes", "they turn and fire with the modifier for moving, as in its sister game"},
		},
	}
)

// The rulings on shooting.
var (
	insideFire = rule.Ruling{
		Name: "inside-fire", Cite: "from.openings",
		Question: "May units shoot at each other inside a building? For procedures only: the game has assaults inside.",
		Readings: []rule.Reading{
			{"no", "shooting goes through openings; inside there are assaults"},
			{"connected", "to the next floor or a connected section, as through an opening"},
		},
		Example: "shoot-at from-inside=yes",
	}
	teamPlaces = rule.Ruling{
		Name: "team-places", Cite: "from.two-men",
		Question: "How many places at an opening does a team weapon take?",
		Readings: []rule.Reading{
			{"one", "one man fires it"},
			{"two", "its crew fills a window"},
		},
		Example: "shoot-from unit=mmg-team weapons=mmg,rifle weapons.1.opening=window weapons.2.opening=window targets.1.men=2",
	}
	mortarsInside = rule.Ruling{
		Name: "mortars-inside", Cite: "from.openings",
		Question: "May a weapon fire indirectly from inside?",
		Readings: []rule.Reading{
			{"opening", "through its opening, like everything else"},
			{"roof", "from the roof only"},
		},
	}
	walkerPlunging = rule.Ruling{
		Name: "walker-plunging", Cite: "plunging.top",
		Question: "Does fire from above strike a walker's top armour?",
		Readings: []rule.Reading{
			{"no", "walkers have no weaker side"},
			{"yes", "the chapter makes no exception"},
		},
		Example: "shoot-from floor=1 weapons=panzerschreck weapons.1.opening=window targets.1.unit=zeus targets.1.distance=10",
	}
	topReplaces = rule.Ruling{
		Name: "top-armour", Cite: "plunging.top",
		Question: "What becomes of the bonus for side or rear armour when the top is struck? For procedures only: vehicles show their front in the game.",
		Readings: []rule.Reading{
			{"instead", "the shot strikes the top, not the side"},
			{"besides", "both bonuses count"},
		},
		Example: "shoot-from floor=1 weapons=bazooka weapons.1.opening=window targets.1.unit=tiger-ii targets.1.distance=12 targets.1.facing=rear",
	}
	roofHeight = rule.Ruling{
		Name: "roof-height", Cite: "plunging.top",
		Question: "Is a roof an upper floor for fire from above? For procedures only: nobody stands on a roof in the game.",
		Readings: []rule.Reading{
			{"yes", "it is higher than any"},
			{"no", "it is no floor"},
		},
		Example: "shoot-from floor=2 weapons=bazooka targets.1.unit=tiger targets.1.distance=12",
	}
	roofCover = rule.Ruling{
		Name: "roof", Cite: "he.open",
		Question: "Are troops on a roof inside the building? For procedures only: nobody stands on a roof in the game.",
		Readings: []rule.Reading{
			{"outside", "they have the cover of its edge, and no extra protection"},
			{"inside", "they are protected like everybody else, and a large shell on them may bring it down"},
		},
	}
	sniperExtra = rule.Ruling{
		Name: "sniper", Cite: "extra.six",
		Question: "Does a sniper ignore the extra protection?",
		Readings: []rule.Reading{
			{"no", "he ignores cover and shields, and this is neither"},
			{"yes", "it is the same as a shield"},
		},
	}
	pinnedOut = rule.Ruling{
		Name: "pinned-out", Cite: "host.broken",
		Question: "Is a unit destroyed when its pins reach its morale?",
		Readings: []rule.Reading{
			{"yes", "as in the sister game of the time"},
			{"no", "it only fails its tests"},
		},
		Example: "enter pins=9",
	}
)

// The rulings on high explosive and fire.
var (
	twelveHits = rule.Ruling{
		Name: "twelve-hits", Cite: "he.twelve",
		Question: "Are the twelve hits counted before a unit that is down halves them?",
		Readings: []rule.Reading{
			{"rolled", "as the dice fall; 2D6 could never do it otherwise"},
			{"suffered", "after halving, since hits are counted as usual"},
		},
	}
	twelveSum = rule.Ruling{
		Name: "twelve-sum", Cite: "he.twelve",
		Question: "Do hits on the roof and on the top floor add up to twelve? For procedures only: nobody stands on a roof in the game.",
		Readings: []rule.Reading{
			{"each", "each unit struck has a roll of its own"},
			{"together", "one shell, one total"},
		},
	}
	emptyBurst = rule.Ruling{
		Name: "empty-burst", Cite: "he.large",
		Question: "May a shell that bursts on an empty floor bring the building down?",
		Readings: []rule.Reading{
			{"no", "it must hit a unit inside"},
			{"yes", "roll its hits for the building alone"},
		},
		Example: "shell weapon=medium-howitzer hit=yes storeys=2 floors=4",
	}
	burstPins = rule.Ruling{
		Name: "burst-pins", Cite: "host.pins",
		Question: "Is a target pinned by a shell that hits and bursts on another floor?",
		Readings: []rule.Reading{
			{"no", "pins go to who is struck"},
			{"yes", "it was fired at, and the shot hit"},
		},
		Example: "shell weapon=medium-mortar hit=yes storeys=2 floors=4 floors.1.pins=8",
	}
	friendsStruck = rule.Ruling{
		Name: "friends-struck", Cite: "he.next",
		Question: "Does a shell that falls into a building strike its own side there?",
		Readings: []rule.Reading{
			{"yes", "it strikes any target on the floor where it bursts"},
			{"no", "a target is an enemy"},
		},
		Example: "shell weapon=medium-mortar hit=yes storeys=2 floors=4,4 floors.2.friendly=yes",
	}
	oneStorey = rule.Ruling{
		Name: "one-storey", Cite: "he.ground",
		Question: "Is the roof of a one-storey building struck as well? For procedures only: nobody stands on a roof in the game.",
		Readings: []rule.Reading{
			{"on-a-burst", "on the roll that bursts at the top; the ground floor is struck anyway"},
			{"always", "top floor and ground floor are one"},
		},
	}
	roofFall = rule.Ruling{
		Name: "roof-fall", Cite: "he.twelve",
		Question: "Does a collapse destroy a unit on the roof? For procedures only: nobody stands on a roof in the game.",
		Readings: []rule.Reading{
			{"yes", "it falls with the building"},
			{"no", "only units inside are destroyed"},
		},
	}
	directCover = rule.Ruling{
		Name: "direct-cover", Cite: "he.direct",
		Question: "Does the cover of the building count against aimed shells?",
		Readings: []rule.Reading{
			{"yes", "only damage is as in the open"},
			{"no", "the unit counts as in the open altogether"},
		},
	}
	bunkerFalls = rule.Ruling{
		Name: "bunker-falls", Cite: "bunker.as-building",
		Question: "Can aimed shells bring a bunker down?",
		Readings: []rule.Reading{
			{"yes", "only indirect fire is excepted"},
			{"no", "it is built to stand"},
		},
	}
	bunkerBurns = rule.Ruling{
		Name: "bunker-burns", Cite: "bunker.as-building",
		Question: "Can a bunker catch fire?",
		Readings: []rule.Reading{
			{"yes", "it is not excepted"},
			{"no", "concrete does not burn"},
		},
	}
	flameRules = rule.Ruling{
		Name: "flamethrowers", Cite: "flame.automatic",
		Question: "Which edition of the flamethrower is played?",
		Readings: []rule.Reading{
			{"core", "hits without a roll, as the chapter says"},
			{"later", "one die to hit, D6+1 hits from a vehicle, three points of penetration"},
		},
	}
	abandoning = rule.Ruling{
		Name: "abandoning", Cite: "flame.abandon",
		Question: "Do those who leave a burning building suffer hits?",
		Readings: []rule.Reading{
			{"none", "as from a vehicle that cannot move"},
			{"hits", "D6 hits and a pin, as from a vehicle that is destroyed"},
		},
	}
)

// The rulings on assaults and on vehicles.
var (
	reactions = rule.Ruling{
		Name: "reactions", Cite: "leave.react",
		Question: "What does a unit need to react to an assault?",
		Readings: []rule.Reading{
			{"test", "a reaction test, as in this game"},
			{"distance", "no test, but more than six inches, as in its sister game"},
		},
	}
	reactionDie = rule.Ruling{
		Name: "reaction-die", Cite: "host.one-order",
		Question: "Is a reaction the order of the unit for this turn?",
		Readings: []rule.Reading{
			{"yes", "it shows the die of what it did"},
			{"no", "its die stays in the cup, and it is down for the one shot only"},
		},
		Example: "assault attackers=2 defenders=2 reacts=shoot",
	}
	internalObstacle = rule.Ruling{
		Name: "internal-obstacle", Cite: "assault.obstacle",
		Question: "Are stairs and inner doors a defended obstacle?",
		Readings: []rule.Reading{
			{"yes", "they are easily defended"},
			{"no", "the page says it of assaults from outside"},
		},
	}
	whoFights = rule.Ruling{
		Name: "who-fights", Cite: "assault.contact",
		Question: "How many attackers fight when few can reach an opening?",
		Readings: []rule.Reading{
			{"all", "one man at an opening brings the whole unit in"},
			{"at-openings", "as many as can stand at the openings, in the first round"},
		},
	}
	massiveRam = rule.Ruling{
		Name: "massive-ram", Cite: "ram.higher",
		Question: "Can a brick building do massive damage?",
		Readings: []rule.Reading{
			{"no", "full damage, whatever the lead"},
			{"yes", "with a lead of three, as between vehicles"},
		},
	}
	toughRam = rule.Ruling{
		Name: "tough-ram", Cite: "ram.higher",
		Question: "May a tough vehicle cancel the damage of a collision?",
		Readings: []rule.Reading{
			{"yes", "it drives in front first"},
			{"no", "that is for shooting"},
		},
	}
)
