package rule

// NewChecker returns an umpire that only reports, repeatedly, whether the rules allow something. It
// builds no reasons, keeps no record and has no dice. Nil house rules are the published rules.
func NewChecker(h *HouseRules) *Umpire {
	return &Umpire{src: noDice{}, house: h, withoutReasons: true, ignoresSides: true}
}

// Checker returns the checker of the umpire, under the same house rules. All calls return the same
// checker, so read Allowed before the next check. It keeps the values of each [Precomputed] and [Memoized].
func (u *Umpire) Checker() *Umpire {
	if u.checker == nil || u.checker.house != u.house {
		u.checker = NewChecker(u.house)
	}
	u.checker.violated = false
	return u.checker
}

// Allowed reports whether no check since its last call found a violation. It is for umpires made by
// [NewChecker].
func (u *Umpire) Allowed() bool {
	violated := u.violated
	u.violated = false
	return !violated
}

// Requiref is Require with whole numbers in the reason, as [Counted] writes them: "needs %d
// movement {point} of %d". The reason is built only if it is needed.
func (u *Umpire) Requiref(holds bool, cite Clause, format string, numbers ...int) {
	if !holds {
		u.refusef(cite, format, numbers)
	}
}

func (u *Umpire) refusef(cite Clause, format string, numbers []int) {
	if u.withoutReasons {
		u.violated = true
		return
	}
	u.Forbid(cite, Counted(format, numbers...))
}

// ForbidFunc notes a violation whose reason is built only if it is needed.
func (u *Umpire) ForbidFunc(cite Clause, reason func() string) {
	if u.withoutReasons {
		u.violated = true
		return
	}
	u.Forbid(cite, reason())
}
