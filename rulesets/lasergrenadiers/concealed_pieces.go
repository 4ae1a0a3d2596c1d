package lasergrenadiers

import "loophole/rule"

// mostPieces is the most pieces that one attack through a wall or into an opening knows of.
const mostPieces = 6

// A Piece is behind a wall, or before it. Its place is given from the point of
// impact, in quarter inches. No unit is no piece.
type Piece struct {
	Unit      rule.Ref `key:"unit" table:"troops" doc:"the kind of piece"`
	Depth     int8     `key:"depth" unit:"quarter inches" min:"-40" max:"40" doc:"how far inside the piece is; below 0 for outside the wall"`
	Aside     int8     `key:"aside" unit:"quarter inches" min:"-40" max:"40" doc:"how far to the right of the line of fire the piece is"`
	Friend    bool     `key:"friend" doc:"the piece is on the firer's side"`
	Unknown   bool     `key:"unknown" doc:"the firer does not know the piece's place"`
	Elsewhere bool     `key:"elsewhere" doc:"the piece is outside the part that the shot strikes"`
}

// PieceResult is what happened to a piece.
type PieceResult uint8

const (
	Unhurt         PieceResult = iota
	Struck                     // hit, but not penetrated
	Penetrated                 // a soldier is out of action, a vehicle is damaged
	PieceDestroyed             // nothing is left of it, whatever it was
)

func (PieceResult) Names() []string { return []string{"unhurt", "struck", "penetrated", "destroyed"} }

// within reports whether the piece is within a radius of a point.
func (p *Piece) within(radius int, depth, aside int8) bool {
	d, a := int(p.Depth)-int(depth), int(p.Aside)-int(aside)
	return d*d+a*a <= radius*radius
}

// legalPieces forbids pieces at places where they cannot be.
func legalPieces(u *rule.Umpire, list *[mostPieces]Piece) {
	for i := range list {
		p := &list[i]
		u.Require(p.Unit != 0 || *p == Piece{}, "host.troops", "a piece has a place but no name")
	}
}

// A pieceTarget is one piece as a target: where it is, what may hit it there, and what penetrates it.
type pieceTarget struct {
	insideStructure       bool // it is inside the structure
	inArea                bool // the effect area reaches it, friend or enemy
	hitInside, hitOutside bool // an effect area hits it inside the structure, outside
	exposedToShot         bool // a shot without an effect area may hit it
	penetratesOn          int  // the highest face that penetrates; highestFace needs no roll
}

// pieceTargets works out the pieces behind and before a wall as targets of a weapon that strikes it. An
// effect area lies around the point of impact, and half of it counts inside (known.half, probe.half).
func pieceTargets(u *rule.Umpire, list *[mostPieces]Piece, weapon *weapon) (targets [mostPieces]pieceTarget) {
	radius, radiusInside := 0, 0
	friends := false
	area := weapon.hasEffectArea(u)
	if area {
		radius = weapon.effectRadius(u)
		radiusInside = weapon.radiusInside(u, radius)
		friends = u.Ruling(&areaFriends) == areaFriendsStruck
	}
	for i := range list {
		piece := &list[i]
		if piece.Unit == 0 {
			continue
		}
		targets[i].inArea = area && piece.within(radius, 0, 0)
		targets[i].insideStructure = piece.Depth >= 0
		targets[i].exposedToShot = !piece.Friend && targets[i].insideStructure && !piece.Elsewhere
		if targets[i].inArea && (friends || !piece.Friend) {
			targets[i].hitOutside = !targets[i].insideStructure
			targets[i].hitInside = targets[i].insideStructure && piece.within(radiusInside, 0, 0)
		}
		if targets[i].hitInside || targets[i].hitOutside || !area && targets[i].exposedToShot {
			targets[i].penetratesOn = weapon.penetratesPieceOn(u, piece.Unit)
		}
	}
	return targets
}

// penetratesPieceOn returns the number on which the weapon penetrates a piece that it hits (host.inside).
func (w *weapon) penetratesPieceOn(u *rule.Umpire, unit rule.Ref) int {
	if u.Ruling(&inside) == insideOut {
		return highestFace
	}
	return penetratesOn(u, w.af, u.Cell(&troops, unit, 0))
}

// needsRoll reports whether a die decides what becomes of a piece that is hit.
func (t *pieceTarget) needsRoll() bool { return t.penetratesOn > 0 && t.penetratesOn < highestFace }

// rollResult rolls for a piece that is hit (host.out).
func (t *pieceTarget) rollResult(u *rule.Umpire) PieceResult {
	if t.penetratesOn >= highestFace || t.needsRoll() && u.Test(rule.D10, rule.AtMost(t.penetratesOn), "host.out", "does the hit penetrate the piece's armour?") {
		return Penetrated
	}
	return Struck
}

// destroyPieces destroys all pieces in the effect area of a nuclear warhead (guide.nuclear).
func destroyPieces(u *rule.Umpire, list *[mostPieces]pieceTarget, results *[mostPieces]PieceResult) {
	u.Note("guide.nuclear", "a nuclear warhead destroys all that is in its effect area")
	for i := range list {
		if list[i].inArea {
			results[i] = PieceDestroyed
		}
	}
}

// applyCollapseToPieces applies what happens to those inside when the structure's points are gone
// (points.inside).
func applyCollapseToPieces(u *rule.Umpire, list *[mostPieces]pieceTarget, results *[mostPieces]PieceResult) {
	if u.Ruling(&insiders) == insidersLeave {
		return
	}
	for i := range list {
		if list[i].insideStructure {
			results[i] = Penetrated
		}
	}
}
