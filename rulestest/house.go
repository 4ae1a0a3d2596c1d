package rulestest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"loophole/odds"
	"loophole/rule"
)

// checkRulings looks for a situation that each ruling decides. A switch that
// changes nothing is dead.
func (k *kit) checkRulings(t reporter) {
	shown := map[string]*situation{}
	for _, v := range k.exploreVariants() {
		if id := v.ruling.Name + "=" + v.reading; shown[id] == nil && v.result() != k.base[v.situation].result() {
			shown[id] = k.situations[v.situation]
		}
	}
	for _, r := range k.rules.Rulings {
		var silent []string
		for _, reading := range r.Readings[1:] {
			if s := shown[r.Name+"="+reading.Name]; s != nil {
				t.Logf("%s=%s decides %v", r.Name, reading.Name, s)
			} else {
				silent = append(silent, reading.Name)
			}
		}
		if len(silent) > 0 {
			t.Errorf("ruling %s: %s changes no chance, no outcome and no legality in any situation: write a case that it decides, or drop it",
				r.Name, strings.Join(silent, ", "))
		}
	}
	k.checkExamplesOfRulings(t)
}

// checkExamplesOfRulings expects the example of a ruling to be decided by it.
func (k *kit) checkExamplesOfRulings(t reporter) {
	for _, r := range k.rules.Rulings {
		if r.Example == "" {
			continue
		}
		decided := false
		for _, v := range k.variants {
			s := k.situations[v.situation]
			decided = decided || s.verdict == either && v.ruling == r && v.result() != k.base[v.situation].result()
		}
		if !decided {
			t.Errorf("ruling %s: its example %q comes to the same under every reading: choose one that it decides", r.Name, r.Example)
		}
	}
}

// A knob is a number that a house may set: a fact or a cell of a table.
type knob struct {
	name     string // "facts.defence.block"
	value    int
	min, max int
	sure     bool
	read     func(*rule.Umpire) int
}

// knobs lists the facts, then the cells.
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

// checkHouse turns every knob: it takes lawful values and no others, somebody
// uses it and says so, and turning it changes something.
func (k *kit) checkHouse(t reporter) {
	users := k.users()
	turned := 0
	for _, x := range k.knobs() {
		k.checkRange(t, x)
		if len(users[x.name]) > 0 {
			turned++
			k.checkTurned(t, x, users[x.name])
		}
	}
	k.checkSilent(t, users)
	k.checkUsed(t, users)
	k.checkExcuses(t, "unused", "silent")
	t.Logf("%d numbers of the house were turned one by one", turned)
}

// users lists the situations in which each name is used. Names that are used
// under another reading only have an empty list.
func (k *kit) users() map[string][]int {
	users := map[string][]int{}
	for i, e := range k.explore() {
		for name := range e.names() {
			users[name] = append(users[name], i)
		}
	}
	for _, v := range k.exploreVariants() {
		for name := range v.names() {
			if users[name] == nil {
				users[name] = []int{}
			}
		}
	}
	return users
}

// names lists the facts, cells and rulings that a question uses on some path.
func (e *exploration) names() map[string]bool {
	names := map[string]bool{}
	for s := range e.seen {
		if s.name != "" {
			names[s.name] = true
		}
	}
	return names
}

// checkRange sets a knob to its ends and past them.
func (k *kit) checkRange(t reporter, x knob) {
	for _, v := range []int{x.min, x.max, x.value} {
		h, err := k.rules.House([]rule.Setting{{Path: x.name, Value: strconv.Itoa(v)}})
		if err != nil {
			t.Errorf("%s=%d is refused: %v", x.name, v, err)
			continue
		}
		have := 0
		err = rule.Guard(func() { have = x.read(rule.NewUmpire(nil, nil).Under(h)) })
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

// The limits of turning one knob.
const (
	mostTurned = 64      // situations that are tried where it is noted
	mostSilent = 4       // and where it is not
	turnBudget = 200_000 // runs of one of them
)

// checkTurned sets a knob to other values, in situations that use it, until
// something changes. No value may upset a procedure.
func (k *kit) checkTurned(t reporter, x knob, users []int) {
	for _, i := range users[:min(mostTurned, len(users))] {
		s, e := k.situations[i], k.base[i]
		for _, v := range k.otherValues(s, x) {
			turned := k.turn(s, x.name, v)
			if turned.fault != nil {
				t.Errorf("%v, with %s=%d: %v", s, x.name, v, turned.fault)
			}
			if turned.result() != e.result() || turned.told(x.name) != e.told(x.name) {
				return
			}
		}
	}
	t.Errorf("%s is looked up but changes nothing: write a case in which it matters, or drop it", x.name)
}

// otherValues lists some lawful values of a knob that are not in force in a
// situation, near ones first.
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

func (k *kit) turn(s *situation, name string, v int) *exploration {
	q, err := k.ask(s, rule.Setting{Path: name, Value: strconv.Itoa(v)})
	if err != nil {
		return &exploration{fault: err}
	}
	return explore(q, odds.Options{Budget: turnBudget})
}

// checkSilent turns the cells that a situation does not admit to using, of the
// rows that it does use. A cell that matters all the same was looked up with
// Peek. If it is not sure, a strict house and the account do not see that the
// answer leans on it.
func (k *kit) checkSilent(t reporter, users map[string][]int) {
	rows := map[string][]int{}
	for name, in := range users {
		if parts := strings.Split(name, "."); parts[0] == "tables" {
			row := strings.Join(parts[:3], ".")
			rows[row] = append(rows[row], in...)
		}
	}
	for _, x := range k.knobs() {
		if !strings.HasPrefix(x.name, "tables.") || x.sure && users[x.name] != nil {
			continue
		}
		s := k.leaning(x, rows[strings.Join(strings.Split(x.name, ".")[:3], ".")])
		if s == nil {
			continue
		}
		if users[x.name] == nil {
			users[x.name] = []int{}
		}
		if !x.sure && !k.excused("silent", x.name) {
			t.Errorf("%s is not sure and decides %v, but is not noted: look it up with Cell instead of Peek", x.name, s)
		}
	}
}

// leaning returns a situation that a knob decides without being noted in it.
func (k *kit) leaning(x knob, in []int) *situation {
	slices.Sort(in)
	in = slices.Compact(in)
	slices.SortStableFunc(in, func(a, b int) int { return cmp.Compare(k.base[a].runs(), k.base[b].runs()) })
	tried := 0
	for _, i := range in {
		s, e := k.situations[i], k.base[i]
		if e.uses(x.name) || !e.plays() || tried == mostSilent {
			continue
		}
		tried++
		for _, v := range k.otherValues(s, x) {
			if turned := k.turn(s, x.name, v); turned.fault == nil && turned.result() != e.result() {
				return s
			}
		}
	}
	return nil
}

// checkUsed lists the facts that no situation uses, and the rows and columns
// of which no situation uses a cell.
func (k *kit) checkUsed(t reporter, users map[string][]int) {
	for _, f := range k.rules.Facts {
		if name := "facts." + f.Name; users[name] == nil && !k.excused("unused", name) {
			t.Errorf("%s is never used: write a case in which it is, or drop it", name)
		}
	}
	for _, x := range k.rules.Tables {
		for i := range x.Rows {
			if row := x.Name + "." + x.Rows[i].Name; k.idle(x, users, []int{i}, nil) {
				t.Errorf("row tables.%s is never used: write a case in which it is, or drop it", row)
			}
		}
		for j := range x.Columns {
			if column := x.Name + ".*." + x.Columns[j].Name; k.idle(x, users, nil, []int{j}) {
				t.Errorf("column tables.%s is never used: write a case in which it is, or drop it", column)
			}
		}
	}
}

// idle reports whether no cell of some rows and columns, all of them where
// none are named, is used or excused.
func (k *kit) idle(x *rule.Table, users map[string][]int, rows, columns []int) bool {
	var names []string
	for i, row := range x.Rows {
		for j, c := range x.Columns {
			if (rows == nil || rows[0] == i) && (columns == nil || columns[0] == j) {
				names = append(names, "tables."+x.Name+"."+row.Name+"."+c.Name)
			}
		}
	}
	used := func(name string) bool { return users[name] != nil }
	excused := func(name string) bool { return k.excused("unused", name) }
	return !slices.ContainsFunc(names, used) && !slices.ContainsFunc(names, excused)
}
