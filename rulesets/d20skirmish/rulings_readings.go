package d20skirmish

// The readings of the rulings that the code asks for, in the order of rulings.go.
const (
	noGrenadeRefused = iota
	noGrenadeMeleeOnly
)

const (
	removedOccupant = iota
	removedOwner
)

const (
	suppressionScopeRoom = iota
	suppressionScopeElement
	suppressionScopeCasualties
)

const (
	suppressionLastsStays = iota
	suppressionLastsOneRound
)

const (
	helmetGrenadesNo = iota
	helmetGrenadesYes
)

const (
	automaticNo = iota
	automaticEnds
)

const (
	movingTargetDefender = iota
	movingTargetAttacker
	movingTargetOff
)

const (
	meleeRoundsEachActivation = iota
	meleeRoundsOnceARound
)

const (
	chargingLastsFirstRound = iota
	chargingLastsEveryRound
)

const (
	smgsElement = iota
	smgsSide
	smgsBearer
)

const (
	stackingOnce = iota
	stackingStack
)

const (
	suppressionChartSame = iota
	suppressionChartBoth
)

const (
	outnumberingSymmetric = iota
	outnumberingActiveOnly
	outnumberingBoth
)

const (
	outnumberingCountContact = iota
	outnumberingCountRoom
)

const (
	pairingSides = iota
	pairingPairs
)

const (
	killedOne = iota
	killedMargin
	killedAll
)

const (
	losersSuccessesNothing = iota
	losersSuccessesStrikeBack
)

const (
	onesEnemy = iota
	onesWinner
	onesRoller
)

const (
	onesWonMore = iota
	onesWonIncluded
)

const (
	onesDeadlockAlways = iota
	onesDeadlockOutnumbered
)

const (
	hopelessOnesInflicts = iota
	hopelessOnesNothing
)

const (
	noneSucceedMiss = iota
	noneSucceedDeadlock
)

const (
	outnumberedDeadlockDefenders = iota
	outnumberedDeadlockEither
	outnumberedDeadlockNever
)

const (
	overkillSavesFirst = iota
	overkillCapFirst
)

const (
	rolesAssaulters = iota
	rolesActiveSide
)

const (
	meleeMoraleNo = iota
	meleeMoraleYes
)

const (
	helmetsUsed = iota
	helmetsNotUsed
)
