package odds

import (
	"errors"
	"fmt"
	"hash/maphash"

	"loophole/rule"
)

// A procedure must be pure: given the same answers, it asks the same questions. An umpire that
// plays a path again normally skips the questions whose answers are known. On checked paths it asks
// them all, and the odometer compares each with the earlier question in its place. Such paths take
// longer, so only the second path of the first states is checked, and later one path in
// checkedPathEvery. A different number of questions is noticed on every path.
const (
	checkedStates    = 2
	checkedPathEvery = 64
)

var errImpure = errors.New("odds: given the same answers, the procedure asked different questions")

// checkedOptions keeps the options of choices on checked paths, by the answers before the choice. A
// choice has no weight and no frame.
type checkedOptions struct {
	seed   maphash.Seed
	before map[uint64]uint64
	many   int // choices on this path so far
}

// mostCheckedOptions is the largest number of choices that are kept.
const mostCheckedOptions = 1 << 8

// isChecked reports whether the n-th path of a row is checked. Checked paths come in twos: the first
// stores the questions, and the second asks all of them again.
func (d *odometer) isChecked(n int) bool {
	return d.row < checkedStates && n < 2 || d.runs&(checkedPathEvery-1) < 2
}

// playChecked plays a checked path. It sets checking, so that playLastQuestion checks the choices of the next path
// too.
func (d *odometer) playChecked(n, pass int) int {
	d.checking = true
	d.umpire.IgnorePrefix(n == 1 || d.runs&(checkedPathEvery-1) == 1)
	target := d.run(pass)
	d.umpire.IgnorePrefix(false)
	d.chosen.many = 0
	return target
}

// compareQuestion compares a question with the one that was asked there before. It ignores who
// rolls the dice, because only an umpire with a record knows that.
func (d *odometer) compareQuestion(k int, asked *rule.Roll) error {
	before := &d.asked[k]
	if (before.Pool != asked.Pool || before.Cite != asked.Cite || before.Why != asked.Why) && *before != (rule.Roll{}) {
		return fmt.Errorf("%w: %s for %s, and before that %s for %s in the same place", errImpure, asked.Pool, asked.Why, before.Pool, before.Why)
	}
	return nil
}

// keepQuestion keeps the question of the topmost frame.
func (d *odometer) keepQuestion(r *rule.Roll) {
	if k := d.depth - 1; k < len(d.asked) {
		d.asked[k] = *r
	} else {
		d.asked = append(d.asked, *r)
	}
}

// subrollQuestion stands for any subroll, which its argument alone identifies.
var subrollQuestion = &rule.Roll{Why: "a subroll"}

// compareChoice compares a choice with the one that was asked there before.
func (d *odometer) compareChoice(c rule.Choice) error {
	x := &d.chosen
	if x.before == nil {
		x.seed, x.before = maphash.MakeSeed(), map[uint64]uint64{}
	}
	x.many++
	place := hashWith(hashWith(hashWith(maphash.String(x.seed, "place"), uint64(d.row)), uint64(x.many)), uint64(d.plan.At))
	for i := range d.plan.At {
		place = hashWith(place, uint64(d.frames[i].value))
	}
	asked := hashWith(maphash.String(x.seed, string(c.By)), maphash.String(x.seed, string(c.Cite)))
	asked = hashWith(asked, maphash.String(x.seed, c.Why))
	for _, o := range c.Options {
		asked = hashWith(asked, maphash.String(x.seed, o))
	}
	before, known := x.before[place]
	if known && before != asked {
		return fmt.Errorf("%w: %s: %s", errImpure, c.By.WithVerb("choose"), c.Why)
	}
	if len(x.before) < mostCheckedOptions {
		x.before[place] = asked
	}
	return nil
}

// hashWith adds a word to a hash.
func hashWith(hash, word uint64) uint64 {
	hash = (hash ^ word) * 0x9e3779b97f4a7c15
	return hash ^ hash>>29
}
