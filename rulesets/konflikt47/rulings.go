package konflikt47

import "loophole/rule"

// The options of the chapter and of its supplements.
var (
	buildings = rule.NewRuling("buildings", "scope.closed", "May units go into buildings in this game?",
		"open", "they may; the chapter thinks little of the alternative",
		"closed", "no unit may, as when everything burns",
	).AsOption()
	supplements = rule.NewRuling("supplements", "host.supplements", "Do the later supplements apply to their own weapons?",
		"no", "the core book alone",
		"yes", "a rail gun may bring a building down; a compression cannon has no second effect",
	).AsOption().WithExample("shoot-at men=3 weapons=heavy-rail-gun distance=10 sight=wall floor=1")
)

// The rulings on moving.
var (
	mixedRun = rule.NewRuling("mixed-run", "orders.run", "May a Run be one floor and one section?",
		"no", "the page lists floors and sections apart",
		"yes", "two steps of either kind",
	).WithExample("move to=1 sections=1")
	passFriends = rule.NewRuling("pass-friends", "host.pass", "May a unit run across a floor that friends hold?",
		"yes", "infantry passes through its own everywhere else",
		"no", "a full floor is full",
	).WithExample("move friends-on-the-way=yes")
	onward = rule.NewRuling("onward", "leave.transport", "May one Run lead out of a building and into another?",
		"yes", "nothing forbids it if the inches suffice",
		"no", "as with transports: out or in, not both",
	)
	standardMove = rule.NewRuling("standard-move", "large.two", "Which move is a section measured against?",
		"six-inches", "the ordinary Advance of infantry, which the advised sizes fit",
		"own", "the unit's own Advance, slow or fast",
	).WithExample("move to=0 sections=2 section-size=5 unit=wehrmacht-heavy-infantry")
	gunFloor = rule.NewRuling("gun-floor", "setup.troops", "On which floors may a gun be set up?",
		"any", "the page does not say, and an opening will be found",
		"ground", "the ground floor only",
	).WithExample("deploy unit=pak-40 opening=window floor=1")
	fixedMoving = rule.NewRuling("fixed-moving", "host.fixed", "May a fixed weapon fire in the turn in which its crew moves it?",
		"no", "fixed weapons do not fire on an Advance in this game",
		"yes", "they turn and fire with the modifier for moving, as in its sister game",
	)
)

// The rulings on shooting.
var (
	insideFire = rule.NewRuling("inside-fire", "from.openings", "May units shoot at each other inside a building? For procedures only: the game has assaults inside.",
		"no", "shooting goes through openings; inside there are assaults",
		"connected", "to the next floor or a connected section, as through an opening",
	).WithExample("shoot-at from-inside=yes")
	teamPlaces = rule.NewRuling("team-places", "from.two-men", "How many places at an opening does a team weapon take?",
		"one", "one man fires it",
		"two", "its crew fills a window",
	).WithExample("shoot-from unit=mmg-team weapons=mmg,rifle weapons.1.opening=window weapons.2.opening=window targets.1.men=2")
	mortarsInside = rule.NewRuling("mortars-inside", "from.openings", "May a weapon fire indirectly from inside?",
		"opening", "through its opening, like everything else",
		"roof", "from the roof only",
	)
	walkerPlunging = rule.NewRuling("walker-plunging", "plunging.top", "Does fire from above strike a walker's top armour?",
		"no", "walkers have no weaker side",
		"yes", "the chapter makes no exception",
	).WithExample("shoot-from floor=1 weapons=panzerschreck weapons.1.opening=window targets.1.unit=zeus targets.1.distance=10")
	topReplaces = rule.NewRuling("top-armour", "plunging.top", "Does the bonus for side or rear armour count when the top is struck? For procedures only: vehicles show their front in the game.",
		"instead", "the shot strikes the top, not the side",
		"besides", "both bonuses count",
	).WithExample("shoot-from floor=1 weapons=bazooka weapons.1.opening=window targets.1.unit=tiger-ii targets.1.distance=12 targets.1.facing=rear")
	roofHeight = rule.NewRuling("roof-height", "plunging.top", "Is a roof an upper floor for fire from above? For procedures only: nobody stands on a roof in the game.",
		"yes", "it is higher than any",
		"no", "it is no floor",
	).WithExample("shoot-from floor=2 weapons=bazooka targets.1.unit=tiger targets.1.distance=12")
	roofCover = rule.NewRuling("roof", "he.open", "Are troops on a roof inside the building? For procedures only: nobody stands on a roof in the game.",
		"outside", "they have the cover of its edge, and no extra protection",
		"inside", "they are protected like everybody else, and a large shell on them may bring it down",
	)
	sniperExtra = rule.NewRuling("sniper", "extra.six", "Does a sniper ignore the extra protection?",
		"no", "he ignores cover and shields, and this is neither",
		"yes", "it is the same as a shield",
	)
	pinnedOut = rule.NewRuling("pinned-out", "host.broken", "Is a unit destroyed when its pins reach its morale?",
		"yes", "as in the sister game of the time",
		"no", "it only fails its tests",
	).WithExample("enter pins=9")
)

// The rulings on high explosive and fire.
var (
	twelveHits = rule.NewRuling("twelve-hits", "he.twelve", "Are the twelve hits counted before a unit that is down halves them?",
		"rolled", "as the dice fall; 2D6 could never do it otherwise",
		"suffered", "after halving, since hits are counted as usual",
	)
	twelveSum = rule.NewRuling("twelve-sum", "he.twelve", "Do hits on the roof and on the top floor add up to twelve? For procedures only: nobody stands on a roof in the game.",
		"each", "each unit struck has a roll of its own",
		"together", "one shell, one total",
	)
	emptyBurst = rule.NewRuling("empty-burst", "he.large", "May a shell that bursts on an empty floor bring the building down?",
		"no", "it must hit a unit inside",
		"yes", "roll its hits for the building alone",
	).WithExample("shell weapon=medium-howitzer hit=yes storeys=2 floors=4")
	burstPins = rule.NewRuling("burst-pins", "host.pins", "Is a target pinned by a shell that hits and bursts on another floor?",
		"no", "pins go to who is struck",
		"yes", "it was fired at, and the shot hit",
	).WithExample("shell weapon=medium-mortar hit=yes storeys=2 floors=4 floors.1.pins=8")
	friendsStruck = rule.NewRuling("friends-struck", "he.next", "Does a shell that falls into a building strike its own side there?",
		"yes", "it strikes any target on the floor where it bursts",
		"no", "a target is an enemy",
	).WithExample("shell weapon=medium-mortar hit=yes storeys=2 floors=4,4 floors.2.friendly=yes")
	oneStorey = rule.NewRuling("one-storey", "he.ground", "Is the roof of a one-storey building struck as well? For procedures only: nobody stands on a roof in the game.",
		"on-a-burst", "on the roll that bursts at the top; the ground floor is struck anyway",
		"always", "top floor and ground floor are one",
	)
	roofFall = rule.NewRuling("roof-fall", "he.twelve", "Does a collapse destroy a unit on the roof? For procedures only: nobody stands on a roof in the game.",
		"yes", "it falls with the building",
		"no", "only units inside are destroyed",
	)
	directCover = rule.NewRuling("direct-cover", "he.direct", "Does the cover of the building count against aimed shells?",
		"yes", "only damage is as in the open",
		"no", "the unit counts as in the open altogether",
	)
	bunkerFalls = rule.NewRuling("bunker-falls", "bunker.as-building", "Can aimed shells bring a bunker down?",
		"yes", "only indirect fire is excepted",
		"no", "it is built to stand",
	)
	bunkerBurns = rule.NewRuling("bunker-burns", "bunker.as-building", "Can a bunker catch fire?",
		"yes", "it is not excepted",
		"no", "concrete does not burn",
	)
	flameRules = rule.NewRuling("flamethrowers", "flame.automatic", "Which edition of the flamethrower is played?",
		"core", "hits without a roll, as the chapter says",
		"later", "one die to hit, D6+1 hits from a vehicle, three points of penetration",
	)
	abandoning = rule.NewRuling("abandoning", "flame.abandon", "Does a unit that leaves a burning building suffer hits?",
		"none", "as from a vehicle that cannot move",
		"hits", "D6 hits and a pin, as from a vehicle that is destroyed",
	)
)

// The rulings on assaults and on vehicles.
var (
	reactions = rule.NewRuling("reactions", "leave.react", "What does a unit need to react to an assault?",
		"test", "a reaction test, as in this game",
		"distance", "no test, but more than six inches, as in its sister game",
	)
	reactionDie = rule.NewRuling("reaction-die", "host.one-order", "Is a reaction the order of the unit for this turn?",
		"yes", "it shows the die of what it did",
		"no", "its die stays in the cup, and it is down for the one shot only",
	).WithExample("assault attackers=2 defenders=2 reacts=shoot")
	internalObstacle = rule.NewRuling("internal-obstacle", "assault.obstacle", "Are stairs and inner doors a defended obstacle?",
		"yes", "they are easily defended",
		"no", "the page says it of assaults from outside",
	)
	whoFights = rule.NewRuling("who-fights", "assault.contact", "How many attackers fight when few can reach an opening?",
		"all", "one man at an opening brings the whole unit in",
		"at-openings", "as many as can stand at the openings, in the first round",
	)
	massiveRam = rule.NewRuling("massive-ram", "ram.higher", "Can a brick building do massive damage?",
		"no", "full damage, whatever the lead",
		"yes", "with a lead of three, as between vehicles",
	)
	toughRam = rule.NewRuling("tough-ram", "ram.higher", "May a tough vehicle cancel the damage of a collision?",
		"yes", "it drives in front first",
		"no", "that is for shooting",
	)
)
