package tideofiron

// The readings of the rulings that the code asks for, in the order of rulings.go.
const (
	halvingAfter = iota
	halvingBefore
)

const (
	containedContains = iota
	containedAdds
)

const (
	concussiveRangeNo = iota
	concussiveRangeYes
)

const (
	terrainNone = iota
	terrainCover
)

const (
	tokenTextTable = iota
	tokenTextPrinted
)

const (
	friendsNo = iota
	friendsYes
)

const (
	concealedUnknown = iota
	concealedOccupied
)

const (
	topmostBuilding = iota
	topmostOccupied
)

const (
	areaDiceVehicles = iota
	areaDiceInfantry
)

const (
	worstRangeWorst = iota
	worstRangeLead
)

const (
	oneRollEach = iota
	oneRollOnce
)

const (
	disruptedStay = iota
	disruptedRouted
)

const (
	stielgranateRangeNormal = iota
	stielgranateRangeAny
)

const (
	antiTankCountsSquad = iota
	antiTankCountsSpecialization
)

const (
	damagedMoverFatigued = iota
	damagedMoverGoesOn
)

const (
	sightHeightLine = iota
	sightHeightHigher
)

const (
	sightEdgeBoth = iota
	sightEdgeEither
)

const (
	driftingBeyond = iota
	driftingWhole
)

const (
	rubbleBaseOpen = iota
	rubbleBaseBuilding
)
