package game

// A Filter reports whether an argument may have a value. It is given the arguments up to
// that one. It is quick, lets everything pass that may be legal, and leaves the rest to the
// Legal of the action type. An optional argument that is left out is None. For a set the
// argument is the number of one member.
type Filter[F, P any] func(f *F, p *P, a Args) bool

// rangesOf are the lowest and the highest value of each argument of each verb.
func rangesOf(names [][]domainNames) [][][2]int16 {
	all := make([][][2]int16, len(names))
	for v, row := range names {
		for _, n := range row {
			low, high := n.low, n.high
			if n.names != nil || n.high == 0 && n.low == 0 {
				low, high = 0, int16(len(n.names)-1)
			}
			all[v] = append(all[v], [2]int16{low, high})
		}
	}
	return all
}

// list appends what the filters from the k-th on let pass.
func (v *ActionType[F, P]) list(f *F, p *P, ranges [][2]int16, k int, a Args, out []Args) []Args {
	if k == len(v.Args) {
		return append(out, a)
	}
	var pass Filter[F, P]
	if k < len(v.Filters) {
		pass = v.Filters[k]
	}
	if v.Args[k].Set {
		return v.listSets(f, p, ranges, k, a, out)
	}
	low, high := ranges[k][0], ranges[k][1]
	if v.Args[k].Optional {
		if a[k] = None; pass == nil || pass(f, p, a) {
			out = v.list(f, p, ranges, k+1, a, out)
		}
	}
	for x := low; x <= high; x++ {
		if a[k] = x; pass == nil || pass(f, p, a) {
			out = v.list(f, p, ranges, k+1, a, out)
		}
	}
	return out
}

// listSets appends every set of the values that the k-th filter lets pass. The empty set
// comes first, if the argument is optional.
func (v *ActionType[F, P]) listSets(f *F, p *P, ranges [][2]int16, k int, a Args, out []Args) []Args {
	members := int16(0)
	for x := range ranges[k][1] + 1 {
		if a[k] = x; k >= len(v.Filters) || v.Filters[k] == nil || v.Filters[k](f, p, a) {
			members |= 1 << x
		}
	}
	for set := int16(0); ; set = (set - members) & members {
		if a[k] = set; set != 0 || v.Args[k].Optional {
			out = v.list(f, p, ranges, k+1, a, out)
		}
		if set == members {
			return out
		}
	}
}
