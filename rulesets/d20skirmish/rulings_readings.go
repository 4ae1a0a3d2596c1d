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
	scopeRoom = iota
	scopeElement
	scopeCasualties
)

const (
	lastingStays = iota
	lastingOneRound
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
	paceEachActivation = iota
	paceOnceARound
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
	countingContact = iota
	countingRoom
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
	loserNothing = iota
	loserStrikeBack
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
	hopelessInflicts = iota
	hopelessNothing
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
