package lasergrenadiers

import "loophole/rule"

// Occupation is the situation of a piece that wants to use a structure.
type Occupation struct {
	Unit      rule.Ref `key:"unit" table:"troops" doc:"the kind of piece; none for an empty structure"`
	Soldiers  uint8    `key:"soldiers" unit:"soldiers" min:"0" max:"30" doc:"how many soldiers are or would be inside"`
	Act       Act      `key:"act" doc:"what the soldiers try to do"`
	By        Way      `key:"by" doc:"the way in or out that the soldiers use"`
	Entrances uint8    `key:"entrances" unit:"entrances" min:"0" max:"9" doc:"entrances; 0 for the usual number"`
	Tunnels   bool     `key:"tunnels" doc:"a tunnel or corridor leads to the structure"`
	Viewers   bool     `key:"viewers" doc:"periscopes or similar devices to look out"`
	Automated bool     `key:"automated" doc:"a strongpoint without a crew"`
	Infantry  bool     `key:"infantry-position" doc:"a strongpoint with embrasures and cupolas for infantry"`
	Arc       uint16   `key:"arc" unit:"degrees" min:"0" max:"180" doc:"how far the target is from straight ahead"`
	Covers    uint16   `key:"covers" unit:"degrees" min:"0" max:"180" doc:"how far to each side the openings allow fire"`
	Breached  bool     `key:"breached" doc:"engineers have breached the wall"`

	Structure
}

// Act is what a piece does in or at a structure.
type Act uint8

const (
	TakeShelter Act = iota
	FireOut
	LookOut
	MoveThrough
)

func (Act) Names() []string { return []string{"shelter", "fire", "look", "move"} }

// Way is a way in or out.
type Way uint8

const (
	UsualWay Way = iota
	AboveGround
	BelowGround
	ByTunnel
	ByWindow
	ByBreach
)

func (Way) Names() []string {
	return []string{"usual", "above-ground", "below-ground", "tunnel", "window", "breach"}
}

// OccupationOutcome is the outcome of [Occupation]: what the structure offers.
type OccupationOutcome struct {
	Class     Class `key:"class" doc:"class of the structure"`
	Wall      uint8 `key:"wall-ac" doc:"armour class of the wall"`
	Roof      uint8 `key:"roof-ac" doc:"armour class of the overhead cover; 0 for none"`
	Concealed bool  `key:"concealed" doc:"the piece is concealed"`
	Protected bool  `key:"protected" doc:"direct fire must penetrate to reach the piece"`
	Overhead  bool  `key:"covered" doc:"indirect fire must also penetrate to reach the piece"`
	Fires     bool  `key:"may-fire" doc:"pieces can fire out of the structure"`
	Own       bool  `key:"own-piece" doc:"the structure acts as a piece"`
}

var occupySpec = rule.Spec[Occupation, OccupationOutcome]{
	Name:    "occupy",
	Gist:    "which troops may shelter in a structure, fire or look out of it or move through it, and how it protects them",
	Default: Occupation{Unit: infantry, Soldiers: 2, Structure: Structure{Type: pillbox}},
	Legal:   legalOccupation,
	Play:    playOccupation,
	Events: []rule.Event[OccupationOutcome]{
		{Name: "may-fire", Gist: "pieces can fire out of the structure", Holds: func(o OccupationOutcome) bool { return o.Fires }},
		{Name: "covered", Gist: "the structure also protects from indirect fire", Holds: func(o OccupationOutcome) bool { return o.Overhead }},
	},
	Measures: []rule.Measure[OccupationOutcome]{
		{Name: "wall", Unit: "armour class", Of: func(o OccupationOutcome) int { return int(o.Wall) }},
		{Name: "roof", Unit: "armour class", Of: func(o OccupationOutcome) int { return int(o.Roof) }},
	},
	Examples: []rule.Example{
		{Name: "pillbox", Settings: "act=fire", Gist: "two soldiers fire out of a pillbox"},
		{Name: "foxhole", Settings: "structure=foxhole overhead=logs", Gist: "two soldiers in a foxhole under logs"},
		{Name: "automatic", Settings: "unit=none soldiers=0 structure=strongpoint automated=yes act=fire", Gist: "a strongpoint without a crew fires"},
		{Name: "tunnel", Settings: "tunnels=yes act=move by=tunnel", Gist: "two soldiers move through the tunnels between pillboxes"},
	},
}

// legalOccupation forbids what a piece cannot do in or with a structure.
func legalOccupation(u *rule.Umpire, s *Occupation) {
	at := &s.Structure
	legalStructure(u, at)
	if at.Gone {
		u.Require(u.Ruling(&untenable) == untenableNo, "points.untenable", "the structure is destroyed: no piece may move through or occupy it")
	}
	u.Require(s.Soldiers > 0 == (s.Unit != 0), "strongpoint.regular", "name both the unit and the number of soldiers, or neither")
	legalUse(u, s)
	legalWay(u, s)
	switch s.Act {
	case FireOut:
		legalFireOut(u, s)
	case LookOut:
		seen := at.Type != 0 && openingsOf(u, at.Type) != doorwayOnly || s.Viewers
		u.Require(seen, "pillbox.viewers", "the structure has neither slits nor periscopes to look out of")
	case MoveThrough:
		u.Require(s.Soldiers > 0, "points.untenable", "a move needs soldiers: soldiers=2")
	}
}

// legalUse forbids pieces that the structure cannot hold, such as a third soldier in a foxhole
// (foxhole.capacity).
func legalUse(u *rule.Umpire, s *Occupation) {
	at := &s.Structure
	most := u.Cell(&structures, at.Type, columnCapacity)
	u.Requiref(most == 0 || int(s.Soldiers) <= most, "foxhole.capacity", "the structure has room for %d {soldier}", most)
	switch at.Type {
	case foxhole:
		u.Require(!isVehicle(u, s.Unit), "foxhole.capacity", "a foxhole holds only soldiers")
	case pillbox:
		u.Require(!isVehicle(u, s.Unit), "pillbox.fight", "a pillbox holds only infantry and crew-served weapons")
	case emplacement:
		u.Require(!isVehicle(u, s.Unit), "emplacement.shelter", "an emplacement holds only infantry and crew-served weapons")
	case turret:
		u.Require(s.Soldiers == 0, "turret.mount", "a weapon turret holds only weapons, not troops")
	}
	u.Require(!s.Automated || at.Type == strongpoint, "strongpoint.crew", "only strongpoints can be automatic")
	u.Require(!s.Automated || s.Soldiers == 0 || s.Infantry, "strongpoint.crew", "an automatic strongpoint has no crew")
	u.Require(!s.Infantry || at.Type == strongpoint, "strongpoint.infantry", "only strongpoints can have infantry positions")
	u.Require(!s.Viewers || at.Type == pillbox || at.Type == bunker, "pillbox.viewers", "only pillboxes and bunkers have periscopes")
}

// legalWay forbids ways in that the structure does not have.
func legalWay(u *rule.Umpire, s *Occupation) {
	at := &s.Structure
	closed := at.Type == bunker || at.Type == pillbox
	u.Require(!s.Tunnels || closed, "pillbox.tunnels", "tunnels join only bunkers and pillboxes")
	switch s.By {
	case ByTunnel:
		if at.Type == bunker {
			u.Require(s.Tunnels, "bunker.corridor", "no corridor or tunnel leads to this bunker")
		} else {
			u.Require(s.Tunnels, "pillbox.tunnels", "no tunnel leads to this structure")
		}
	case BelowGround:
		u.Require(closed, "pillbox.entrances", "this structure has no entrance below ground: only pillboxes and bunkers have")
	case AboveGround:
		// The book does not say where the entrance of a buried bunker is. Here it is underground, as the bunker is.
		ground := at.Type != bunker || at.Above || s.Entrances > 1
		u.Require(ground, "bunker.entrance", "the only entrance of a buried bunker counts as underground: give entrances=2 for another")
	case ByWindow:
		u.Require(at.Type != bunker, "bunker.no-slits", "a bunker has no openings except its entrance")
		u.Require(at.Type == bunker || openingsOf(u, at.Type) == windowsAndDoorway, "pillbox.slits", "the structure has no window to go through")
	case ByBreach:
		u.Require(s.Breached, "engineers.breached", "the structure has no breached wall")
	}
}

// legalFireOut forbids impossible fire out of a structure: from a bunker (bunker.not-fighting), or
// outside the field of its openings (pillbox.slits).
func legalFireOut(u *rule.Umpire, s *Occupation) {
	at := &s.Structure
	if at.Type == bunker {
		u.Forbid("bunker.not-fighting", "pieces cannot fight from inside a bunker")
		u.Forbid("bunker.no-slits", "a bunker has neither slits nor embrasures to fire through")
		return
	}
	own := at.Type == strongpoint || at.Type == turret
	u.Require(own || s.Soldiers > 0, "strongpoint.regular", "the structure is empty: only strongpoints and turrets fire without soldiers")
	if at.Type == strongpoint && s.Soldiers > 0 {
		u.Require(s.Infantry, "strongpoint.infantry", "this strongpoint has no embrasures or cupolas for infantry")
	}
	u.Require(at.Type == turret || s.Covers == 0 || s.Arc <= s.Covers, "pillbox.slits", "the target is outside the openings' field of fire")
}

func playOccupation(u *rule.Umpire, s *Occupation) OccupationOutcome {
	at := &s.Structure
	outcome := OccupationOutcome{Class: at.class(u), Wall: uint8(at.wall(u).ac)}
	if at.Gone {
		return outcome
	}
	u.Note("brief.concealment", "the structure conceals its occupants")
	outcome.Concealed = true
	u.Note("brief.protection", "fire must penetrate the structure to reach its occupants")
	outcome.Protected = true
	if outcome.Overhead = at.hasOverheadCover(u); outcome.Overhead {
		outcome.Roof = uint8(at.roof(u).ac)
	}
	s.describe(u)
	switch at.Type {
	case bunker:
		u.Note("bunker.shelter", "the bunker shelters its occupants from direct fire and artillery")
	case foxhole:
		if outcome.Overhead {
			u.Note("foxhole.cover", "earth and sandbags lie on the foxhole's cover")
		}
	case trench:
		u.Note("trench.shelter", "the trench shelters its occupants")
	case emplacement:
		u.Note("emplacement.shelter", "the emplacement protects and conceals its occupants")
	}
	outcome.Fires = at.fightsInside(u)
	outcome.Own = at.Type == strongpoint || at.Type == turret
	if at.Type == strongpoint {
		u.Note("strongpoint.regular", "a strongpoint is always an active part of its army")
	}
	return outcome
}

// describe notes what is said of such a structure, and how one fires out of it.
func (s *Occupation) describe(u *rule.Umpire) {
	at := &s.Structure
	if at.mayBeEither(u) {
		u.Note("field.list", "pillboxes, bunkers and emplacements may be permanent or field fortifications")
	}
	switch fires := s.Act == FireOut; {
	case at.Type == bunker && s.Entrances > 1:
		u.Note("bunker.entrance", "the bunker has more entrances than usual")
	case at.Type == pillbox && fires:
		u.Note("pillbox.fight", "the soldiers fight from inside the pillbox")
		u.Note("pillbox.slits", "the soldiers fire through slits and embrasures")
	case at.Type == trench && at.hasOverheadCover(u):
		u.Note("trench.cover", "this trench has overhead cover, which is rare")
	case at.Type == emplacement && at.hasOverheadCover(u):
		u.Note("emplacement.cover", "this emplacement has overhead cover")
	case at.Type == turret && fires:
		u.Note("turret.arc", "a weapon turret fires in every direction")
	}
}
