package oldworld

// The readings of the rulings that the code asks for, in the order of rulings.go.
const (
	agreedYes = iota
	agreedNo
)

const (
	widestPointCorners = iota
	widestPointSide
)

const (
	halvesUp = iota
	halvesDown
)

const (
	castersWithin = iota
	castersBesides
)

const (
	screensHides = iota
	screensTowers
)

const (
	cannonRulesPlain = iota
	cannonRulesGun
)

const (
	characterHitsRanks = iota
	characterHitsLots
)

const (
	enemyNearNo = iota
	enemyNearYes
)

const (
	runDownCaught = iota
	runDownHidden
)

const (
	disorderedNo = iota
	disorderedYes
)

const (
	inContactAll = iota
	inContactPlaced
)

const (
	supportsNo = iota
	supportsYes
)

const (
	rankCountNone = iota
	rankCountAttackers
)

const (
	massedInfantryRevised = iota
	massedInfantryFirst
)

const (
	highGroundNo = iota
	highGroundYes
)

const (
	characterPlacesWithin = iota
	characterPlacesBesides
)

const (
	overwhelmBreaks = iota
	overwhelmHolds
)

const (
	wipedOutLater = iota
	wipedOutAtOnce
)

const (
	takersEligible = iota
	takersAny
)

const (
	restraintTest = iota
	restraintFree
)

const (
	pursuitPlaced = iota
	pursuitChase
)

const (
	frontsFive = iota
	frontsSetUp
)

const (
	pressRevised = iota
	pressFirst
)

const (
	closeConfinesAll = iota
	closeConfinesTowers
)

const (
	stubbornnessOnce = iota
	stubbornnessAlways
)

const (
	levelsHalf = iota
	levelsWhole
)
