package konflikt47

// The readings of the rulings that the code asks for, in the order of rulings.go.
const (
	buildingsOpen = iota
	buildingsClosed
)

const (
	supplementsNo = iota
	supplementsYes
)

const (
	mixedRunNo = iota
	mixedRunYes
)

const (
	passFriendsYes = iota
	passFriendsNo
)

const (
	onwardYes = iota
	onwardNo
)

const (
	standardMoveSixInches = iota
	standardMoveOwn
)

const (
	gunFloorAny = iota
	gunFloorGround
)

const (
	fixedMovingNo = iota
	fixedMovingYes
)

const (
	insideFireNo = iota
	insideFireConnected
)

const (
	teamPlacesOne = iota
	teamPlacesTwo
)

const (
	mortarsInsideOpening = iota
	mortarsInsideRoof
)

const (
	walkerPlungingNo = iota
	walkerPlungingYes
)

const (
	topReplacesInstead = iota
	topReplacesBesides
)

const (
	roofHeightYes = iota
	roofHeightNo
)

const (
	roofCoverOutside = iota
	roofCoverInside
)

const (
	sniperExtraNo = iota
	sniperExtraYes
)

const (
	pinnedOutYes = iota
	pinnedOutNo
)

const (
	twelveHitsRolled = iota
	twelveHitsSuffered
)

const (
	twelveSumEach = iota
	twelveSumTogether
)

const (
	emptyBurstNo = iota
	emptyBurstYes
)

const (
	burstPinsNo = iota
	burstPinsYes
)

const (
	friendsStruckYes = iota
	friendsStruckNo
)

const (
	oneStoreyOnABurst = iota
	oneStoreyAlways
)

const (
	roofFallYes = iota
	roofFallNo
)

const (
	directCoverYes = iota
	directCoverNo
)

const (
	bunkerFallsYes = iota
	bunkerFallsNo
)

const (
	bunkerBurnsYes = iota
	bunkerBurnsNo
)

const (
	flameRulesCore = iota
	flameRulesLater
)

const (
	abandoningNone = iota
	abandoningHits
)

const (
	reactionsTest = iota
	reactionsDistance
)

const (
	reactionDieYes = iota
	reactionDieNo
)

const (
	internalObstacleYes = iota
	internalObstacleNo
)

const (
	closeProtectionNo = iota
	closeProtectionShots
	closeProtectionAlways
)

const (
	whoFightsAll = iota
	whoFightsAtOpenings
)

const (
	massiveRamNo = iota
	massiveRamYes
)

const (
	toughRamYes = iota
	toughRamNo
)
