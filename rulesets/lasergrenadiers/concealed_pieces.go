package lasergrenadiers

import "loophole/rule"

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

// Hurt is what happened to a piece.
type Hurt uint8

const (
	Unhurt     Hurt = iota
	Struck          // hit, but not penetrated
	Penetrated      // a soldier is out of action, a vehicle is damaged
	Vaporised       // nothing is left of it, whatever it was
)

// Names lists the ways to be hurt.
func (Hurt) Names() []string { return []string{"unhurt", "struck", "penetrated", "destroyed"} }

// within reports whether the piece is within a radius of a point.
func (p *Piece) within(radius int, depth, aside int8) bool {
	d, a := int(p.Depth)-int(depth), int(p.Aside)-int(aside)
	return d*d+a*a <= radius*radius
}

// A victim is one piece as a target: whether the area reaches it, and what penetrates it.
type victim struct {
	inside, outside bool // within the half inside, the half outside
	near            bool // within the whole area, friend or enemy, where there is one
	behind          bool // it is inside the structure
	may             bool // it may be hit by a shot without an area
	need            int  // the highest face that penetrates; 10 needs no roll
}

// victims works out the targets behind a wall, for an effect area around the point of impact.
func victims(u *rule.Umpire, list *[6]Piece, w *weapon) (v [6]victim) {
	radius, radiusInside := 0, 0
	friends := false
	area := w.area(u)
	if area {
		radius = w.radius(u)
		radiusInside = radius // the wall leaves half of this circle inside
		if w.class(u) != Nuclear && u.Ruling(&halfArea) == 1 {
			radiusInside /= 2
		}
		friends = u.Ruling(&areaFriends) == 1
	}
	for i := range list {
		p := &list[i]
		if p.Unit == 0 {
			continue
		}
		v[i].near = area && p.within(radius, 0, 0)
		v[i].behind = p.Depth >= 0
		v[i].may = !p.Friend && v[i].behind && !p.Elsewhere
		if near := v[i].near && (friends || !p.Friend); near {
			v[i].outside = !v[i].behind
			v[i].inside = v[i].behind && p.within(radiusInside, 0, 0)
		}
		if v[i].inside || v[i].outside || !area && v[i].may {
			v[i].need = w.through(u, p.Unit)
		}
	}
	return v
}

// through returns the number on which the weapon penetrates a piece that it hits.
func (w *weapon) through(u *rule.Umpire, unit rule.Ref) int {
	if u.Ruling(&inside) == 1 {
		return 10
	}
	return pierce(u, w.af, u.Cell(&troops, unit, 0))
}

// rolls reports whether a die decides what becomes of a piece that is hit.
func (v *victim) rolls() bool { return v.need > 0 && v.need < 10 }

// hurt rolls for a piece that is hit.
func (v *victim) hurt(u *rule.Umpire) Hurt {
	if v.need >= 10 || v.rolls() && u.Test(rule.D10, rule.AtMost(v.need), "host.out", "does the hit penetrate the piece's armour?") {
		return Penetrated
	}
	return Struck
}

// legalPieces forbids pieces at places where they cannot be.
func legalPieces(u *rule.Umpire, list *[6]Piece) {
	for i := range list {
		p := &list[i]
		u.Require(p.Unit != 0 || *p == Piece{}, "host.troops", "a piece has a place but no name")
	}
}

// vaporise destroys everything in the effect area of a nuclear warhead.
func vaporise(u *rule.Umpire, list *[6]victim, hurt *[6]Hurt) {
	u.Note("guide.nuclear", "a nuclear warhead destroys all that is in its effect area")
	for i := range list {
		if list[i].near {
			hurt[i] = Vaporised
		}
	}
}

// bury applies what happens to those inside when the structure's points are gone.
func bury(u *rule.Umpire, list *[6]victim, hurt *[6]Hurt) {
	if u.Ruling(&insiders) == 0 {
		return
	}
	for i := range list {
		if list[i].behind {
			hurt[i] = Penetrated
		}
	}
}
