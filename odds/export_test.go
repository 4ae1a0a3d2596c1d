package odds

// GoesOn reports whether the walk by a round can continue where it stopped.
func (k *Solver) GoesOn(round int) bool {
	return k.walks[round] != nil
}
