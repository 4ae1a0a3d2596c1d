package odds

// GoesOn reports whether what was walked by a round can go on from where it stopped.
func (k *Solver) GoesOn(round int) bool {
	return k.walks[round] != nil
}
