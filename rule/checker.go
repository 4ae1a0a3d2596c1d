package rule

// NewChecker returns an umpire that only says whether the rules allow something,
// many times over: it builds no reasons, keeps no record and has no dice. A nil
// house is the published book.
func NewChecker(h *HouseRules) *Umpire {
	return &Umpire{src: noDice{}, house: h, quiet: true, deaf: true}
}

// Checker returns a checker under the same house rules. It is one and the same each time:
// who asks it looks at Allowed before anybody else asks.
func (u *Umpire) Checker() *Umpire {
	if u.checker == nil || u.checker.house != u.house {
		u.checker = NewChecker(u.house)
	}
	u.checker.Reset()
	u.checker.house, u.checker.denied = u.house, false
	return u.checker
}

// Allowed reports whether the checks since it was last called refused nothing.
// It is for umpires made by [NewChecker].
func (u *Umpire) Allowed() bool {
	denied := u.denied
	u.denied = false
	return !denied
}

// Requiref is Require with whole numbers in the reason, as [Counted] writes them.
// It is built only if somebody will read it: "needs %d movement {point} of %d".
func (u *Umpire) Requiref(holds bool, cite Clause, format string, numbers ...int) {
	if !holds {
		u.refusef(cite, format, numbers)
	}
}

func (u *Umpire) refusef(cite Clause, format string, numbers []int) {
	if u.quiet {
		u.denied = true
		return
	}
	u.Forbid(cite, Counted(format, numbers...))
}

// Refuses notes a refusal whose reason is built only if somebody will read it.
func (u *Umpire) Refuses(cite Clause, reason func() string) {
	if u.quiet {
		u.denied = true
		return
	}
	u.Forbid(cite, reason())
}
