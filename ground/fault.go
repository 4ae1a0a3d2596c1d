package ground

import "strings"

// Fault is one thing that is wrong with a description, and where.
type Fault struct {
	Where string // structure "mill", section "hall", opening "gate"
	What  string // what is wrong and what would be right
}

// Faults are all faults of a description, in its order.
type Faults []Fault

// Error writes one fault to a line.
func (f Faults) Error() string {
	var b strings.Builder
	for i, x := range f {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("ground: ")
		if x.Where != "" {
			b.WriteString(x.Where + ": ")
		}
		b.WriteString(x.What)
	}
	return b.String()
}

// orNil returns the faults as an error, or nil when there are none.
func (f Faults) orNil() error {
	if len(f) == 0 {
		return nil
	}
	return f
}
