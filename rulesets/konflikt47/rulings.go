package konflikt47

import "loophole/rule"

// The options of the chapter and of its supplements.
var (
	buildings = rule.NewRuling("buildings", "scope.closed", "May units enter buildings in this game?",
		"open", "they may, as the chapter prefers",
		"closed", "no unit may, as when every building is on fire",
	).AsOption()
	supplements = rule.NewRuling("supplements", "host.supplements", "Do the later supplements apply to the weapons that they add?",
		"no", "only the core book applies",
		"yes", "a rail gun may bring a building down; a compression cannon has no further effect on one",
	).AsOption().WithExample("shoot-at men=3 weapons=heavy-rail-gun distance=10 sight=wall floor=1")
)

// The rulings on moving.
var (
	mixedRun = rule.NewRuling("mixed-run", "orders.run", "May a unit on a Run move one floor and one section?",
		"no", "the text lists floors and sections as alternatives",
		"yes", "a Run is two steps of either kind",
	).WithExample("move to=1 sections=1")
	passFriends = rule.NewRuling("pass-friends", "host.pass", "May a unit on a Run cross a floor that a friendly unit holds?",
		"yes", "infantry may pass through friends everywhere else",
		"no", "a full floor has no room",
	).WithExample("move friends-on-the-way=yes")
	onward = rule.NewRuling("onward", "leave.transport", "May a unit leave one building and enter another in the same Run?",
		"yes", "nothing forbids it if the move is long enough",
		"no", "as with transports, one move takes a unit in or out, not both",
	)
	standardMove = rule.NewRuling("standard-move", "large.two", "Which move limits the sections that a Run may cross two at a time?",
		"six-inches", "the ordinary infantry Advance, which fits the recommended section sizes",
		"own", "the unit's own Advance, whether slow or fast",
	).WithExample("move to=0 sections=2 section-size=5 unit=wehrmacht-heavy-infantry")
	gunFloor = rule.NewRuling("gun-floor", "setup.troops", "On which floors may a gun be set up?",
		"any", "on any floor with an opening, because the text sets no limit",
		"ground", "only on the ground floor",
	).WithExample("deploy unit=pak-40 opening=window floor=1")
	fixedMoving = rule.NewRuling("fixed-moving", "host.fixed", "May a fixed weapon fire in the turn in which its crew moves it?",
		"no", "fixed weapons do not fire on an Advance in this game",
		"yes", "the crew turns it and fires with the modifier for moving, as in the sister game",
	)
)

// The rulings on shooting.
var (
	insideFire = rule.NewRuling("inside-fire", "from.openings", "May units inside a building shoot at each other? For procedures only: in the game, units inside assault.",
		"no", "units shoot through openings; inside they assault",
		"connected", "they may shoot at the next floor or a connected section, as through an opening",
	).WithExample("shoot-at from-inside=yes")
	teamPlaces = rule.NewRuling("team-places", "from.two-men", "How many places at an opening does a team weapon take?",
		"one", "one, because one model fires it",
		"two", "two, because its crew fills a window",
	).WithExample("shoot-from unit=mmg-team weapons=mmg,rifle weapons.1.opening=window weapons.2.opening=window targets.1.men=2")
	mortarsInside = rule.NewRuling("mortars-inside", "from.openings", "From where in a building may a weapon use indirect fire?",
		"opening", "from an opening, like any other fire",
		"roof", "only from the roof",
	)
	walkerPlunging = rule.NewRuling("walker-plunging", "plunging.top", "Does plunging fire strike a walker's top armour?",
		"no", "a walker has no weaker side",
		"yes", "the chapter makes no exception for walkers",
	).WithExample("shoot-from floor=1 weapons=panzerschreck weapons.1.opening=window targets.1.unit=zeus targets.1.distance=10")
	topReplaces = rule.NewRuling("top-armour", "plunging.top", "Does the bonus for side or rear armour apply when a shot strikes the top? For procedures only: vehicles show their front in the game.",
		"instead", "no: the shot strikes the top and not the side or rear",
		"besides", "yes: both bonuses apply",
	).WithExample("shoot-from floor=1 weapons=bazooka weapons.1.opening=window targets.1.unit=tiger-ii targets.1.distance=12 targets.1.facing=rear")
	roofHeight = rule.NewRuling("roof-height", "plunging.top", "Is a roof an upper floor for plunging fire? For procedures only: no unit stands on a roof in the game.",
		"yes", "a roof is higher than every floor",
		"no", "a roof is not a floor",
	).WithExample("shoot-from floor=2 weapons=bazooka targets.1.unit=tiger targets.1.distance=12")
	roofCover = rule.NewRuling("roof", "he.open", "Is a unit on a roof inside the building? For procedures only: no unit stands on a roof in the game.",
		"outside", "no: the edge of the roof gives it cover, but it has no extra protection",
		"inside", "yes: it is protected like a unit inside, and large HE that hits it may bring the building down",
	)
	sniperExtra = rule.NewRuling("sniper", "extra.six", "Does a sniper ignore extra protection?",
		"no", "a sniper ignores cover and gun shields, and this is neither",
		"yes", "extra protection is the same as a gun shield",
	)
	pinnedOut = rule.NewRuling("pinned-out", "host.broken", "Is a unit destroyed when its pins reach its morale?",
		"yes", "as in the sister game of that time",
		"no", "the unit only fails its tests",
	).WithExample("enter pins=9")
)

// The rulings on high explosive and fire.
var (
	twelveHits = rule.NewRuling("twelve-hits", "he.twelve", "Are the twelve hits counted before or after a unit that is Down halves them?",
		"rolled", "before: otherwise 2D6 hits could never reach twelve",
		"suffered", "after: the text says to count the hits as usual",
	)
	twelveSum = rule.NewRuling("twelve-sum", "he.twelve", "Do hits on the roof and on the top floor add up to twelve? For procedures only: no unit stands on a roof in the game.",
		"each", "no: each unit that is hit has a separate roll",
		"together", "yes: one shell has one total",
	)
	emptyBurst = rule.NewRuling("empty-burst", "he.large", "Can a shell that bursts on an empty floor bring the building down?",
		"no", "the shell must hit a unit inside",
		"yes", "its hits are rolled for the building alone",
	).WithExample("shell weapon=medium-howitzer hit=yes storeys=2 floors=4")
	burstPins = rule.NewRuling("burst-pins", "host.pins", "Does a shell that hits and bursts on another floor pin its target?",
		"no", "only units that the shell strikes are pinned",
		"yes", "the target was fired at, and the shot hit",
	).WithExample("shell weapon=medium-mortar hit=yes storeys=2 floors=4 floors.1.pins=8")
	friendsStruck = rule.NewRuling("friends-struck", "he.next", "Does a shell that bursts on a floor strike friendly units there?",
		"yes", "it strikes any unit on that floor",
		"no", "only an enemy is a target",
	).WithExample("shell weapon=medium-mortar hit=yes storeys=2 floors=4,4 floors.2.friendly=yes")
	oneStorey = rule.NewRuling("one-storey", "he.ground", "When does a shell strike the roof of a one-storey building? For procedures only: no unit stands on a roof in the game.",
		"on-a-burst", "when it rolls to burst at the top; it strikes the ground floor in any case",
		"always", "always, because the top floor and the ground floor are the same",
	)
	roofFall = rule.NewRuling("roof-fall", "he.twelve", "Does a collapse destroy a unit on the roof? For procedures only: no unit stands on a roof in the game.",
		"yes", "the unit falls with the building",
		"no", "only units inside are destroyed",
	)
	directCover = rule.NewRuling("direct-cover", "he.direct", "Does the building's cover apply to direct HE fire?",
		"yes", "only damage is as in the open",
		"no", "the unit counts as in the open in every way",
	)
	bunkerFalls = rule.NewRuling("bunker-falls", "bunker.as-building", "Can direct HE fire bring a bunker down?",
		"yes", "only indirect fire is excepted",
		"no", "a bunker is built to withstand it",
	)
	bunkerBurns = rule.NewRuling("bunker-burns", "bunker.as-building", "Can a bunker catch fire?",
		"yes", "bunkers are not excepted",
		"no", "concrete does not burn",
	)
	flameRules = rule.NewRuling("flamethrowers", "flame.automatic", "Which edition's flamethrower rules apply?",
		"core", "those of the core book: hits without a roll, as the chapter says",
		"later", "those of the later edition: one to-hit roll, D6+1 hits from a vehicle, and penetration +3",
	)
	abandoning = rule.NewRuling("abandoning", "flame.abandon", "Does a unit that leaves a burning building take hits?",
		"none", "no, as from an immobilised vehicle",
		"hits", "D6 hits and a pin, as from a destroyed vehicle",
	)
)

// The rulings on assaults and on vehicles.
var (
	reactions = rule.NewRuling("reactions", "leave.react", "What does a unit need to react to an assault?",
		"test", "a passed reaction test, as in this game",
		"distance", "no test, but more than six inches from the attackers, as in the sister game",
	)
	reactionDie = rule.NewRuling("reaction-die", "host.one-order", "Is a reaction the unit's order for this turn?",
		"yes", "the unit's order die shows the reaction",
		"no", "its die stays in the cup, and going Down counts for that one shot only",
	).WithExample("assault attackers=2 defenders=2 reacts=shoot")
	internalObstacle = rule.NewRuling("internal-obstacle", "assault.obstacle", "Are stairs and inner doors a defended obstacle?",
		"yes", "they are easy to defend",
		"no", "the text names an obstacle only for assaults from outside",
	)
	closeProtection = rule.NewRuling("close-protection", "extra.six", "Does a unit inside have extra protection from attackers outside who assault it?",
		"no", "no: the walls protect it from shooting, and in close quarters they are a defended obstacle",
		"shots", "yes, from shots at point-blank range, but not from blows",
		"always", "yes, from shots and blows",
	)
	whoFights = rule.NewRuling("who-fights", "assault.contact", "How many attackers fight when few can reach an opening?",
		"all", "all of them: one model at an opening brings the whole unit in",
		"at-openings", "in the first round, as many as the openings have room for",
	)
	massiveRam = rule.NewRuling("massive-ram", "ram.higher", "Can a brick building do massive damage to a vehicle?",
		"no", "it does full damage at most, whatever its lead",
		"yes", "with a lead of three, as between vehicles",
	)
	toughRam = rule.NewRuling("tough-ram", "ram.higher", "May a tough vehicle cancel damage from a collision?",
		"yes", "it meets the building with its front",
		"no", "it may cancel only damage from shooting",
	)
)
