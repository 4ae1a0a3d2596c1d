package rule

// NewJudge returns an umpire that only says whether the rules allow something,
// many times over: it builds no reasons, keeps no record and has no dice. A nil
// house is the published book.
func NewJudge(h *House) *Umpire { return &Umpire{src: noDice{}, house: h, quiet: true} }

// Judged reports whether the checks since it was last called refused nothing.
// It is for umpires made by [NewJudge].
func (u *Umpire) Judged() bool {
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
	u.Refuse(cite, Counted(format, numbers...))
}

// Refuses notes a refusal whose reason is built only if somebody will read it.
func (u *Umpire) Refuses(cite Clause, reason func() string) {
	if u.quiet {
		u.denied = true
		return
	}
	u.Refuse(cite, reason())
}
