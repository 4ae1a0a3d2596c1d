package lasergrenadiers

// The readings of the rulings that the code asks for, in the order of rulings.go.
const (
	shownUnmarked = iota
	shownMarked
)

const (
	breachingSuccesses = iota
	breachingPoints
)

const (
	untenableYes = iota
	untenableNo
)

const (
	fieldMaterialsAny = iota
	fieldMaterialsUsualOnly
)

const (
	turretsOutside = iota
	turretsAsStructures
)

const (
	gatePenetration = iota
	gateHit
)

const (
	nuclearAtOnce = iota
	nuclearPenetration
)

const (
	halfAreaHalfDisc = iota
	halfAreaHalfRadius
)

const (
	areaFriendsSpared = iota
	areaFriendsStruck
)

const (
	revealsTotal = iota
	revealsEach
)

const (
	teamOneRoll = iota
	teamEach
)

const (
	probingUnknown = iota
	probingAny
)

const (
	piecesOne = iota
	piecesEach
)

const (
	whichRandom = iota
	whichOwner
	whichAttacker
)

const (
	insidePenetrate = iota
	insideOut
)

const (
	outerStruck = iota
	outerSpared
)

const (
	outerOpeningSpared = iota
	outerOpeningStruck
)

const (
	openingMissNothing = iota
	openingMissWall
)

const (
	holesNo = iota
	holesYes
)

const (
	roundingDown = iota
	roundingNearest
	roundingUp
)

const (
	collapseDieTen = iota
	collapseDiePercentile
)

const (
	againEachTurn = iota
	againNewDamage
)

const (
	insidersLeave = iota
	insidersLost
)

const (
	chargesAsWeapon = iota
	chargesNo
)

const (
	plantsRoll = iota
	plantsAtOnce
)

const (
	dampReadingNumber = iota
	dampReadingRoll
)

const (
	dampBothWorst = iota
	dampBothSum
)

const (
	growthSecond = iota
	growthNext
)

const (
	fuelReadingBounds = iota
	fuelReadingConsumed
)

const (
	fireSpreadBuilding = iota
	fireSpreadSection
)

const (
	burnAtOnceAtOnce = iota
	burnAtOnceNextTurn
)

const (
	burnOftenEachTurn = iota
	burnOftenOnce
)
