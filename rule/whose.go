package rule

import "slices"

// By sets the side of the next roll, by its seat or its role in the procedure:
// u.By("defender").Count(…). Without By, the side of [Umpire.WithRoller] or the acting side rolls.
func (u *Umpire) By(side Side) *Umpire {
	if u.ReadsSides() {
		u.by = u.seat(side)
		u.noteSideOrSubject()
	}
	return u
}

// ReadsSides reports whether anybody reads the sides and subjects of rolls. Engines that enumerate or
// sample answers do not.
func (u *Umpire) ReadsSides() bool { return !u.ignoresSides }

// WithRoller runs a part of a play in which the first of two seats rolls all dice for which [Umpire.By]
// names no seat and none of the two roles. Outside of such a part the acting side rolls. Within the
// part, a decision must name a seat and not a role, because engines that read no sides do not set
// the roles.
func (u *Umpire) WithRoller(roles, seats [2]Side, part func()) {
	if !u.ReadsSides() {
		part()
		return
	}
	outer := u.roller
	// If the source has no answer, a panic leaves part.
	defer func() { u.roller = outer; u.noteSideOrSubject() }()
	u.roller = seats[0]
	u.noteSideOrSubject()
	u.WithRoles(roles, seats, part)
}

// noteSideOrSubject notes whether the next roll has a side or a subject that somebody reads.
func (u *Umpire) noteSideOrSubject() {
	u.hasSideOrSubject = !u.ignoresSides && (u.by != "" || u.roller != "" || u.about != "")
}

// takeSide returns the side that By set for the current roll, and forgets it.
func (u *Umpire) takeSide() Side {
	by := u.by
	u.by = ""
	u.noteSideOrSubject()
	return by
}

// setSide sets the side for the rolls within a subroll.
func (u *Umpire) setSide(by Side) {
	u.by = by
	u.noteSideOrSubject()
}

// WithRoles runs a part of a play in which sides of a game play the roles of a procedure. A
// decision of "attacker" then goes to the attacking side.
func (u *Umpire) WithRoles(roles, seats [2]Side, part func()) {
	r, s := u.roles, u.seats
	// If the source has no answer, a panic leaves part.
	defer func() { u.roles, u.seats = r, s }()
	u.roles, u.seats = roles, seats
	part()
}

// seat returns the side that plays a role of a procedure in a game. A side plays itself.
func (u *Umpire) seat(by Side) Side {
	for i, role := range u.roles {
		if by == role && role != "" {
			return u.seats[i]
		}
	}
	return by
}

// called holds the names that a game gives to a role's options.
type called struct {
	role         Side
	words, names []string
}

// WithOptionNames runs a part of a play in which a role's options with general words have names of
// a game: words[i] becomes names[i]. Other options keep their words. Calls for several roles can be
// nested.
func (u *Umpire) WithOptionNames(role Side, words, names []string, part func()) {
	n := len(u.called)
	// If the source has no answer, a panic leaves part.
	defer func() { u.called = u.called[:n] }()
	u.called = append(u.called, called{role, words, names})
	part()
}

// Named returns the name that [Umpire.WithOptionNames] set for a word of a role, or the word.
func (u *Umpire) Named(role Side, word string) string {
	for _, c := range u.called {
		if c.role == role {
			if k := slices.Index(c.words, word); k >= 0 {
				return c.names[k]
			}
		}
	}
	return word
}

// About runs a part of a play whose questions begin with a subject, such as the name of one of
// several teams: "cooks: damage". Subjects can be nested, and an empty one adds nothing.
func (u *Umpire) About(subject string, part func()) {
	if u.wordless {
		part()
		return
	}
	outer := u.about
	// If the source has no answer, a panic leaves part.
	defer func() { u.about = outer; u.noteSideOrSubject() }()
	if u.about = subject; subject == "" {
		u.about = outer
	} else if outer != "" {
		u.about = outer + ": " + subject
	}
	u.noteSideOrSubject()
	part()
}
