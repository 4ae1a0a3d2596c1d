package konflikt47

import "loophole/rule"

// A query is what is asked about a position between two throws of dice: about one
// unit, or about two, and an opening. What it takes to answer it is done once.
type query struct {
	f       *Battlefield
	i, j    int16
	port    int16
	closely bool // who assaults fights at point-blank
	p       Position
}

// aims are units by or at which shots could be fired, each with the first means by
// which it could.
type aims struct {
	n     uint8
	who   [mostUnits]uint8
	means [mostUnits]WeaponClass
	names [mostUnits + 1]string // as options
}

// try adds a unit if the check allows a shot by any means.
func (x *aims) try(f *Battlefield, judge *rule.Umpire, p *Position, who int, s shot) {
	for s.means = Bullets; s.means <= Lobbed; s.means++ {
		if f.checkShot(judge, p, &s); judge.Allowed() {
			x.who[x.n], x.means[x.n], x.names[x.n] = uint8(who), s.means, f.troops[who].name
			x.n++
			return
		}
	}
}
