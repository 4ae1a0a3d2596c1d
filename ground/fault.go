package ground

import "strings"

// A Fault is one error in a description, with its place.
type Fault struct {
	Where string // the enclosing parts: structure "mill", section "hall", opening "gate"
	What  string // the problem and its remedy
	Path  string // of the value, counted from 1: structures.2.sections.1.openings.3.place; "" for the whole
}

// Error writes the fault on a line.
func (x Fault) Error() string {
	if x.Where == "" {
		return x.What
	}
	return x.Where + ": " + x.What
}

// Place returns the path of the value in the description.
func (x Fault) Place() string { return x.Path }

// Faults are all faults of a description, in its order.
type Faults []Fault

// Error writes one fault to a line.
func (f Faults) Error() string {
	var b strings.Builder
	for i, x := range f {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("ground: " + x.Error())
	}
	return b.String()
}

// Unwrap returns the faults one by one.
func (f Faults) Unwrap() []error {
	list := make([]error, len(f))
	for i, x := range f {
		list[i] = x
	}
	return list
}

// orNil returns the faults as an error, or nil if there are none.
func (f Faults) orNil() error {
	if len(f) == 0 {
		return nil
	}
	return f
}
