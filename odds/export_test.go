package odds

// GoesOn reports whether what was walked by a round can go on from where it stopped.
func (k *Kept) GoesOn(round int) bool {
	return k.walks[round] != nil
}
