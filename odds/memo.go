package odds

import "loophole/rule"

// The odometer remembers named sub-rolls: the first time an argument is met
// the sub-roll is played out above the current path, and its distribution is
// one question from then on.

// Again implements rule.Memo.
func (d *odometer) Again() (int, bool) {
	if k := d.pos; k < d.depth {
		d.pos++
		return d.frames[k].value, true
	}
	return 0, false
}

// Slot implements rule.Memo.
func (d *odometer) Slot(sub any) *rule.Slot {
	s := d.subs[sub]
	if s == nil {
		if d.subs == nil {
			d.subs = map[any]*rule.Slot{}
		}
		s = &rule.Slot{}
		d.subs[sub] = s
	}
	return s
}

// Knows implements rule.Memo.
func (d *odometer) Knows(s *rule.Slot, arg int) bool {
	known, _ := s.Known.([]*reads)
	return arg < len(known) && known[arg] != nil
}

// Ask implements rule.Memo.
func (d *odometer) Ask(s *rule.Slot, arg int) (int, error) {
	v, _, err := d.push(s.Known.([]*reads)[arg])
	return v, err
}

// Learn implements rule.Memo.
func (d *odometer) Learn(s *rule.Slot, arg int, name string, play func() int) error {
	base, probe := d.base, d.probe
	d.base, d.probe = d.depth, nil
	d.inSub++
	t := newPile(d.exact)
	values := map[int]int{}
	var r reads
	r.name = name
	for more := true; more; {
		d.pos = d.base
		v := play()
		if err := d.ended(); err != nil {
			return err
		}
		i, ok := values[v]
		if !ok {
			i = len(r.values)
			values[v] = i
			r.values = append(r.values, v)
		}
		t.add(i, d.top())
		var err error
		if more, err = d.advance(); err != nil {
			return err
		}
	}
	d.inSub--
	d.base, d.probe, d.pos = base, probe, d.depth
	_, r.p, r.w = t.finish()
	r.exact = d.exact
	known, _ := s.Known.([]*reads)
	for len(known) <= arg {
		known = append(known, nil)
	}
	known[arg] = &r
	s.Known = known
	return nil
}

// top is the topmost frame of the path, or nil where nothing was asked above
// the base.
func (d *odometer) top() *frame {
	if d.depth == d.base {
		return nil
	}
	return &d.frames[d.depth-1]
}
