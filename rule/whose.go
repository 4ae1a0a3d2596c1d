package rule

import "slices"

// By says which side throws the dice of the next roll, by its seat or its role in
// the procedure: u.By("defender").Count(…). Where nothing is said they belong to the
// side of [Umpire.Hand], or else to the side whose action it is.
func (u *Umpire) By(side Side) *Umpire {
	if u.Hands() {
		u.by = u.seat(side)
		u.say()
	}
	return u
}

// Hands reports whether it matters whose dice are thrown, and what for. An engine that
// lays answers out has no hands, nor has one that tries them.
func (u *Umpire) Hands() bool { return !u.deaf }

// Hand runs a part of a play in which the first of two seats throws the dice: all
// those of which [Umpire.By] does not say whose they are, by a seat or by one of the
// roles that the two play. Outside of such a part they belong to the side whose action
// it is. No decision is put to the roles.
func (u *Umpire) Hand(roles, seats [2]Side, part func()) {
	if !u.Hands() {
		part()
		return
	}
	outer := u.hand
	// A source that has no answer leaves by a panic.
	defer func() { u.hand = outer; u.say() }()
	u.hand = seats[0]
	u.say()
	u.WithRoles(roles, seats, part)
}

// say notes whether anything is said of the next roll, and heard.
func (u *Umpire) say() { u.said = !u.deaf && (u.by != "" || u.hand != "" || u.about != "") }

// thrower is who was said to throw the next roll, which is this one.
func (u *Umpire) thrower() Side {
	by := u.by
	u.by = ""
	u.say()
	return by
}

// throws says it again of the rolls that a sub-roll is made of.
func (u *Umpire) throws(by Side) {
	u.by = by
	u.say()
}

// WithRoles runs a part of a play in which sides of a game play the roles of a
// procedure: a decision of "attacker" is put to the side that attacks.
func (u *Umpire) WithRoles(roles, seats [2]Side, part func()) {
	r, s := u.roles, u.seats
	u.roles, u.seats = roles, seats
	part()
	u.roles, u.seats = r, s
}

// seat is who plays a role of a procedure in a game; a seat is its own.
func (u *Umpire) seat(by Side) Side {
	for i, role := range u.roles {
		if by == role && role != "" {
			return u.seats[i]
		}
	}
	return by
}

// called is what the options of a role are called in a game.
type called struct {
	role         Side
	words, names []string
}

// WithOptionNames runs a part of a play in which options that a procedure offers a role by
// general words have names of a game: words[i] is put to it as names[i]. Other
// options keep their words. Calls of several roles hold one inside the other.
func (u *Umpire) WithOptionNames(role Side, words, names []string, part func()) {
	n := len(u.called)
	// A source that has no answer leaves by a panic.
	defer func() { u.called = u.called[:n] }()
	u.called = append(u.called, called{role, words, names})
	part()
}

// Named is what a word for something of a role is called here: its name in a game
// that has said so by [Umpire.WithOptionNames], or the word.
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

// About runs a part of a play whose questions begin with what they are about, as
// the name of a team that is one of several to roll: "cooks: damage". Subjects
// stand one inside the other; an empty one adds nothing.
func (u *Umpire) About(subject string, part func()) {
	outer := u.about
	// A source that has no answer leaves by a panic.
	defer func() { u.about = outer; u.say() }()
	if u.about = subject; subject == "" {
		u.about = outer
	} else if outer != "" {
		u.about = outer + ": " + subject
	}
	u.say()
	part()
}
