package wire

import (
	"fmt"
	"strings"

	"loophole/rule"
)

// Pools formats the rolls of one explanation line. Pools that differ only in the number of dice
// are combined.
func Pools(list []rule.Pool) string {
	type family struct {
		name   string
		lo, hi int
	}
	var families []family
next:
	for _, p := range list {
		name := strings.TrimLeft(p.String(), "0123456789")
		for i := range families {
			if f := &families[i]; f.name == name {
				f.lo, f.hi = min(f.lo, p.N()), max(f.hi, p.N())
				continue next
			}
		}
		families = append(families, family{name, p.N(), p.N()})
	}
	var out []string
	for i, f := range families {
		if i == mostFamilies {
			out = append(out, "…")
			break
		}
		switch {
		case f.lo != f.hi:
			out = append(out, fmt.Sprintf("%d–%d%s", f.lo, f.hi, f.name))
		case f.lo == 1:
			out = append(out, f.name)
		default:
			out = append(out, fmt.Sprintf("%d%s", f.lo, f.name))
		}
	}
	return strings.Join(out, ", ")
}

// mostFamilies is the largest number of kinds of pools in one line.
const mostFamilies = 3
