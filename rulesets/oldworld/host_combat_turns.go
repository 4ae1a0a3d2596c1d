package oldworld

// longestCharge is the longest charge in inches that makes a difference. A longer one counts as this.
const longestCharge = 9

// A turnKind is the kind of turn in which a round of combat is fought: a later round, a first one
// without a charge, or one after a charge of some inches.
type turnKind uint8

const (
	laterRound   turnKind = 0
	noCharge     turnKind = 1
	underOneInch          = noCharge + longestCharge + 1 // after a charge of less than an inch
	turnKinds             = int(underOneInch) + 1
)

// kindOfTurn returns the kind of turn in which a round is fought. charge is in inches, 0 for no
// charge. part is true if the last of these inches is only part of an inch.
func kindOfTurn(charge uint8, part, later bool) turnKind {
	switch {
	case charge == 1 && part:
		return underOneInch
	case part:
		return afterCharge(int(charge) - 1)
	case charge > 0:
		return afterCharge(int(charge))
	case later:
		return laterRound
	}
	return noCharge
}

// afterCharge returns a round after a charge of 1 to longestCharge full inches.
func afterCharge(inches int) turnKind { return noCharge + turnKind(inches) }

// isFirst reports whether it is the first round of a combat.
func (k turnKind) isFirst() bool { return k != laterRound }

// isCharge reports whether a unit has charged.
func (k turnKind) isCharge() bool { return k > noCharge }

// inches returns the full inches of the charge.
func (k turnKind) inches() int {
	if k == underOneInch {
		return 0
	}
	return int(k - noCharge)
}

// An attackKey holds all that attacks depend on in a kind of turn.
type attackKey struct {
	ws, s, ap, armourBane int
	first                 bool // the first round
}

// reuse gives the fighters the attacks of the kind of turn that was prepared last, if its key is the
// same. It reports whether it did.
func (f *fighters) reuse(kind turnKind, key attackKey) bool {
	if f.latest < kind && f.latestKey == key {
		f.rolls[kind] = f.rolls[f.latest]
		return true
	}
	f.latest, f.latestKey = kind, key
	return false
}
