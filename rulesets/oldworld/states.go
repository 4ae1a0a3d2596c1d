package oldworld

// State is the state of a unit in this turn.
type State uint8

const (
	Ready State = iota
	Charging
	Engaged
	Fleeing
	HasRallied
	Compelled
)

func (State) Names() []string {
	return []string{"ready", "charged", "engaged", "fleeing", "rallied", "compulsory-move"}
}

// Phase is a part of a player's turn.
type Phase uint8

const (
	RemainingMoves Phase = iota
	StrategyPhase
	ChargeMoves
	CompulsoryMoves
	ShootingPhase
	CombatPhase
)

func (Phase) Names() []string {
	return []string{"remaining-moves", "strategy", "charges", "compulsory-moves", "shooting", "combat"}
}

// MoveType is the way in which a unit has moved this turn.
type MoveType uint8

const (
	Still MoveType = iota
	Moved
	Entered
	Marched
)

func (MoveType) Names() []string { return []string{"stood", "moved", "entered", "marched"} }

// Place is where a unit is: in a building or in the open.
type Place uint8

const (
	InBuilding Place = iota
	InOpen
)

func (Place) Names() []string { return []string{"building", "open"} }

// Cover is the cover of a target.
type Cover uint8

const (
	NoCover Cover = iota
	PartialCover
	FullCover
)

func (Cover) Names() []string { return []string{"none", "partial", "full"} }

// Arc is the arc of a unit in which a target lies.
type Arc uint8

const (
	Front Arc = iota
	Flank
	Rear
)

func (Arc) Names() []string { return []string{"front", "flank", "rear"} }
