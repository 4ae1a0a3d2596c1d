package rulestest

import (
	"strconv"
	"strings"

	"loophole/rule"
)

// A knob is a number of the house rules: a fact or a cell of a table.
type knob struct {
	name     string // "facts.defence.block"
	value    int
	min, max int
	sure     bool // published with certainty
	read     func(*rule.Umpire) int
}

// knobs lists the facts, then the cells of tables.
func (k *kit) knobs() []knob {
	var all []knob
	for _, f := range k.rules.Facts {
		all = append(all, knob{"facts." + f.Name, f.Value, f.Min, f.Max, f.Confidence == rule.Sure, func(u *rule.Umpire) int { return u.Fact(f) }})
	}
	for _, t := range k.rules.Tables {
		for i, row := range t.Rows {
			for j, c := range t.Columns {
				lo, hi := c.Min, c.Max
				if lo == 0 && hi == 0 {
					hi = 99
				}
				read := func(u *rule.Umpire) int { return u.Cell(t, rule.Ref(i+1), j) }
				all = append(all, knob{"tables." + t.Name + "." + row.Name + "." + c.Name, row.Cells[j], lo, hi, row.Confidence == rule.Sure, read})
			}
		}
	}
	return all
}

// checkRange sets a number to its ends and past them.
func (k *kit) checkRange(t reporter, x knob) {
	for _, v := range []int{x.min, x.max, x.value} {
		h, err := k.rules.House([]rule.Setting{{Path: x.name, Value: strconv.Itoa(v)}})
		if err != nil {
			t.Errorf("%s=%d is rejected: %v", x.name, v, err)
			continue
		}
		have := 0
		err = rule.Catch(func() { have = x.read(rule.NewUmpire(nil, nil).WithHouseRules(h)) })
		if err != nil || have != v {
			t.Errorf("%s=%d is read as %d (%v): its range must fit in 32 bits", x.name, v, have, err)
		}
	}
	for _, v := range []string{strconv.Itoa(x.min - 1), strconv.Itoa(x.max + 1), "many"} {
		if _, err := k.rules.House([]rule.Setting{{Path: x.name, Value: v}}); err == nil {
			t.Errorf("%s=%s is accepted; its range is %d to %d", x.name, v, x.min, x.max)
		}
	}
	if _, err := k.rules.House([]rule.Setting{{Path: x.name + "x", Value: strconv.Itoa(x.value)}}); err == nil || !strings.Contains(err.Error(), "did you mean") {
		t.Errorf("%sx is mistyped, but the answer is %v", x.name, err)
	}
}

// otherValues lists some valid values of a number that a situation does not have, near ones
// first.
func (k *kit) otherValues(s *situation, x knob) (values []int) {
	inForce := x.value
	for _, g := range s.house {
		if g.Path == x.name {
			inForce, _ = strconv.Atoi(g.Value)
		}
	}
	for _, v := range []int{inForce + 1, inForce - 1, x.max, x.min} {
		if v >= x.min && v <= x.max && v != inForce {
			values = append(values, v)
		}
	}
	return values
}
