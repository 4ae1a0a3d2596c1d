package rulestest

// hideSpy changes the view.
func hideSpy(s *nimSpec, change func(p nim, v *nim, side int)) {
	withSpy(s)
	whole := s.View
	s.View = func(f *nimField, p nim, side int) nim {
		v := whole(f, p, side)
		change(p, &v, side)
		return v
	}
}
