package odds

import (
	"loophole/internal/replay"
	"loophole/rule"
)

// enumerate plays every path from a node to the next checkpoint or the end, and adds its weight to
// its target: a node, or ^outcome. A question without an answer unwinds to a [rule.Catch] around
// many rows.
func (d *odometer) enumerate(n int, t *rowBuilder) error {
	x := *d.nodes.At(n)
	d.row, d.rowStart = n, d.runs
	d.frames, d.depth, d.plan.Prefix = d.frames[:0], 0, replay.Prefix{Values: d.plan.Values[:0]}
	for _, v := range d.answersTo(&x) {
		d.frames = append(d.frames, frame{value: v})
		d.plan.Values = append(d.plan.Values, v)
		d.depth++
		d.keepQuestion(&rule.Roll{})
	}
	d.base = d.depth
	d.resumes(&x)
	for n := 0; ; n++ {
		target := 0
		if d.isChecked(n) {
			target = d.playChecked(n, int(x.pass))
		} else {
			d.checking = false
			target = d.run(int(x.pass))
		}
		if err := d.checkPath(); err != nil {
			return err
		}
		t.add(target, d.top())
		if !d.exact && d.depth > d.base {
			if err := d.playLastQuestion(t, int(x.pass)); err != nil {
				return err
			}
		}
		if more, err := d.advance(); !more || err != nil {
			return err
		}
	}
}

// playLastQuestion plays the other results of the last question that has several, until a path asks another
// such question. Nearly all paths are played here. It is for floats only, and does the work of float and add
// itself.
func (d *odometer) playLastQuestion(t *rowBuilder, pass int) error {
	last := d.dropCertain(d.base) - 1
	if last < d.base {
		return nil
	}
	f := &d.frames[last]
	before := 1.0
	if last > d.base {
		before = d.frames[last-1].p
	}
	values, chances := f.dist.values, f.dist.p
	c, u, play := &d.plan, d.umpire, d.play
	steps, most := 0, int(d.checkAt-d.steps)
	for i := f.at + 1; i < len(chances) && i < len(values); i++ {
		p := before * chances[i]
		f.at, f.value, f.p = i, values[i], p
		c.Values[last] = values[i]
		c.At, c.StoppedAt, c.Resume, c.Skip = 0, nil, c.ResumeFrom != nil, pass
		target := ^play(u)
		d.checking = false
		if at := c.StoppedAt; at != nil {
			if target = at.Node(); target < 0 {
				target = d.nodeAt(at)
			}
		}
		if c.At != d.depth || c.Resume {
			return errImpure
		}
		d.runs++
		if steps += c.At + 1; d.depth > last+1 {
			if d.dropCertain(last+1) > last+1 {
				t.add(target, d.top())
				return d.addSteps(steps)
			}
			f = &d.frames[last] // a question may have moved the frames
		}
		if steps >= most {
			if err := d.addSteps(steps); err != nil {
				return err
			}
			steps, most = 0, int(d.checkAt-d.steps)
			f = &d.frames[last] // an estimate may have moved the frames
		}
		// The work of add, without the call.
		list, at := t.nodes, target
		if target < 0 {
			list, at = t.outs, ^target
		}
		if uint(at) < uint(len(list)) {
			if slot := int(list[at]) - t.base; slot > 0 {
				t.p[slot-1] += p
				continue
			}
		}
		t.first(target, p)
	}
	return d.addSteps(steps)
}

// dropCertain removes the last questions of the path that have a single result, down to a depth,
// and returns the new depth. Such a question has no other result to play and no weight.
func (d *odometer) dropCertain(least int) int {
	for d.depth > least && len(d.frames[d.depth-1].dist.values) == 1 {
		d.depth--
	}
	d.frames = d.frames[:d.depth]
	d.plan.Values = d.plan.Values[:d.depth]
	return d.depth
}

// addSteps adds steps to those of the question, and regularly checks the limits.
func (d *odometer) addSteps(steps int) error {
	if d.steps += int64(steps); d.steps >= d.checkAt {
		return d.check()
	}
	return nil
}

// answersTo returns the answers that lead to a node.
func (d *odometer) answersTo(x *node) []int {
	if x.answers == 0 {
		return nil
	}
	return d.store.given.at(x.given, x.answers)
}

// resumes sets up the checkpoint, and the state there, from which the paths of a node continue.
func (d *odometer) resumes(x *node) {
	if x.resume < 0 {
		d.plan.Start(nil, 0)
		return
	}
	from := d.nodes.At(int(x.resume))
	d.plan.Start(d.plan.Checkpoints()[from.checkpoint], int(from.state))
}

// run plays one path and returns its target: a node, or ^outcome.
func (d *odometer) run(pass int) int {
	c := &d.plan
	c.At, c.StoppedAt, c.Resume, c.Skip = 0, nil, c.ResumeFrom != nil, pass
	d.chosen.many = 0
	outcome := d.play(d.umpire)
	if at := c.StoppedAt; at != nil {
		if d.nodes.Len() == 1 && c.At == 0 {
			d.instant = at.Number
		}
		if n := at.Node(); n >= 0 {
			return n
		}
		return d.nodeAt(at)
	}
	return ^outcome
}

// checkPath checks a finished path, and regularly the limits.
func (d *odometer) checkPath() error {
	if d.plan.At != d.depth || d.plan.Resume || d.strayed {
		return errImpure
	}
	d.runs++
	if d.steps += int64(d.plan.At) + 1; d.steps >= d.checkAt {
		return d.check()
	}
	return nil
}
