package game

// A Filter reports whether an argument may have a value. It is given the arguments up to
// that one. It is quick, lets everything pass that may be legal, and leaves the rest to the
// Legal of the action type. An optional argument that is left out is None.
type Filter[F, P any] func(f *F, p *P, a *Args) bool

// rangesOf are the lowest and the highest value of each argument of each verb.
func rangesOf(names [][]domainNames) [][][2]int16 {
	all := make([][][2]int16, len(names))
	for v, row := range names {
		for _, n := range row {
			low, high := n.low, n.high
			if low == 0 && high == 0 {
				high = int16(len(n.names) - 1)
			}
			all[v] = append(all[v], [2]int16{low, high})
		}
	}
	return all
}

// lister lists the arguments of an action type. A runner keeps one, so that listing
// allocates nothing.
type lister[F, P any] struct {
	verb   *ActionType[F, P]
	f      *F
	p      *P
	ranges [][2]int16 // of each argument
	a      Args
	out    []Args
}

// list appends what the filters from the k-th on let pass.
func (l *lister[F, P]) list(k int) {
	if k == len(l.verb.Args) {
		l.out = append(l.out, l.a)
		return
	}
	s := &l.verb.Args[k]
	if s.Set {
		l.sets(k, s.Optional)
		return
	}
	var pass Filter[F, P]
	if k < len(l.verb.Filters) {
		pass = l.verb.Filters[k]
	}
	x := l.ranges[k][0]
	if s.Optional {
		x = None
	}
	for high := l.ranges[k][1]; x <= high; x++ {
		if x == None && !s.Optional || x > None && x < l.ranges[k][0] {
			continue
		}
		if l.a[k] = x; pass == nil || pass(l.f, l.p, &l.a) {
			l.list(k + 1)
		}
	}
	l.a[k] = 0
}

// sets appends every set of the values of the k-th argument that [ActionType.Members]
// gives. The empty set comes first, if the argument is optional.
func (l *lister[F, P]) sets(k int, optional bool) {
	members := int16(1<<(l.ranges[k][1]+1) - 1)
	if l.verb.Members != nil {
		members = l.verb.Members(l.f, l.p, &l.a)
	}
	for set := int16(0); ; set = (set - members) & members {
		if l.a[k] = set; set != 0 || optional {
			l.list(k + 1)
		}
		if set == members {
			l.a[k] = 0
			return
		}
	}
}
