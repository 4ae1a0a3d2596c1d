package sweep

// Missing returns how many shards and questions are missing, and the label of the first cell that
// lacks one. With a stopping rule, some of them may turn out to be superfluous.
func (r *Result) Missing() (shards int, first string) {
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.Done {
			continue
		}
		if shards == 0 {
			first = c.Label()
		}
		shards += c.shards() - len(c.Shards)
	}
	return shards, first
}

// A Gap is a cell that lacks shards.
type Gap struct {
	*Cell
	Lacks []int // numbers of shards, from 0; a question is shard 0
}

// Gaps lists the cells that lack shards, in order.
func (r *Result) Gaps() (list []Gap) {
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.Done {
			continue
		}
		g := Gap{Cell: c}
		for s := range c.shards() {
			if !c.has(s) {
				g.Lacks = append(g.Lacks, s)
			}
		}
		list = append(list, g)
	}
	return list
}

// mostParts bounds the numbers of parts that MissingParts tries.
const mostParts = 1000

// The states of a shard for MissingParts.
const (
	needless = iota // after a stop
	present
	absent
)

// MissingParts returns the parts, as in [Options], that compute exactly what is missing, and the
// number of parts. If several numbers of parts fit, it returns the smallest. It returns nothing if
// the missing shards do not make up such parts, as after an interruption.
func (r *Result) MissingParts() (missing []int, parts int) {
	var state []byte
	for i := range r.Cells {
		c := &r.Cells[i]
		for s := range c.shards() {
			switch {
			case c.has(s):
				state = append(state, present)
			case c.Done:
				state = append(state, needless)
			default:
				state = append(state, absent)
			}
		}
	}
	for parts := 2; parts <= min(mostParts, len(state)/2); parts++ {
		missing, whole := missingOf(state, parts)
		if whole && len(missing) > 0 && len(missing) < parts {
			return missing, parts
		}
	}
	return nil, 0
}

// missingOf lists the parts of which every needed shard is missing. whole is false if a part has some shards
// and lacks others.
func missingOf(state []byte, parts int) (missing []int, whole bool) {
	for part := range parts {
		var have byte
		for i := part; i < len(state); i += parts {
			if have |= state[i]; have == present|absent {
				return nil, false
			}
		}
		if have == absent {
			missing = append(missing, part+1)
		}
	}
	return missing, true
}
