package ground

import "strings"

// Fault is one thing that is wrong with a description, and where.
type Fault struct {
	Where string // structure "mill", section "hall", opening "gate"
	What  string // what is wrong and what would be right
	Path  string // of the value in the description: structures.2.sections.1.openings.3.place, from 1; "" if it is about all
}

// Error writes the fault on a line.
func (x Fault) Error() string {
	if x.Where == "" {
		return x.What
	}
	return x.Where + ": " + x.What
}

// Place is the path of the value that the fault is about.
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

// Unwrap gives the faults one by one.
func (f Faults) Unwrap() []error {
	list := make([]error, len(f))
	for i, x := range f {
		list[i] = x
	}
	return list
}

// orNil returns the faults as an error, or nil when there are none.
func (f Faults) orNil() error {
	if len(f) == 0 {
		return nil
	}
	return f
}
