package rulestest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loophole/odds"
	"loophole/rule"
)

// checkHouse changes every number of the house rules. House rules accept its valid values and no
// others, a situation uses and notes it, and another value changes something.
func (k *kit) checkHouse(t reporter) {
	users := k.users()
	turned := 0
	for _, x := range k.knobs() {
		k.checkRange(t, x)
		if len(users[x.name]) > 0 {
			turned++
			k.checkEnds(t, x, users[x.name])
			k.checkTurned(t, x, users[x.name])
		}
	}
	k.checkSilent(t, users)
	k.checkUsed(t, users)
	k.checkExcuses(t, "unused", "silent")
	t.Logf("%d numbers of the house rules were changed one by one", turned)
}

// users lists the situations in which each name is used. Names that are used only under another
// reading have an empty list.
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
	for name := range k.playedGames().names {
		if users[name] == nil {
			users[name] = []int{}
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

// The bounds of changing one number.
const (
	maxTurned  = 64      // situations that are tried if they note it
	maxSilent  = 4       // and if they do not
	maxEnds    = 8       // situations that are played with it at its ends
	turnBudget = 200_000 // runs of one of them
)

// checkEnds plays with a number at either end of its range. No valid value may make a procedure
// fail.
func (k *kit) checkEnds(t reporter, x knob, users []int) {
	for _, i := range users[:min(maxEnds, len(users))] {
		for _, v := range []int{x.min, x.max} {
			q, err := k.ask(k.situations[i], rule.Setting{Path: x.name, Value: strconv.Itoa(v)})
			if err != nil || q.Legal(nil) != nil {
				continue // checkTurned reports it
			}
			for _, p := range patterns {
				if _, err := playSafely(q, patternDice(p, 0), nil); err != nil && !errors.Is(err, errCut) {
					t.Errorf("%v, with %s=%d and %s: %v", k.situations[i], x.name, v, p.name, err)
					break
				}
			}
		}
	}
}

// checkTurned sets a number to other values, in situations that use it, until something changes.
func (k *kit) checkTurned(t reporter, x knob, users []int) {
	for _, i := range users[:min(maxTurned, len(users))] {
		s, e := k.situations[i], k.base[i]
		for _, v := range k.otherValues(s, x) {
			turned := k.turn(s, x.name, v)
			same := turned.sameResult(e)
			if same {
				turned.explain()
			}
			if turned.fault != nil {
				t.Errorf("%v, with %s=%d: %v", s, x.name, v, turned.fault)
			}
			if !same || turned.explanationWithout(x.name) != e.explanationWithout(x.name) {
				return
			}
		}
	}
	t.Errorf("%s is looked up but changes nothing: write a situation in testdata/cases.txt in which it matters, or drop it", x.name)
}

// turn explores a situation with another number, without explanations.
func (k *kit) turn(s *situation, name string, v int) *exploration {
	q, err := k.ask(s, rule.Setting{Path: name, Value: strconv.Itoa(v)})
	if err != nil {
		return &exploration{fault: err}
	}
	return explore(q, odds.Options{Budget: turnBudget, Unexplained: true})
}

// checkSilent changes the cells that a situation does not note, in the rows that it uses. The
// procedure looked up a cell that matters with LookupCell. If its value is not sure, strict house
// rules and the explanation do not see that the answer depends on it.
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
			t.Errorf("%s is not sure and decides %v, but is not noted: look it up with Cell instead of LookupCell", x.name, s)
		}
	}
}

// leaning returns a situation that a number decides without being noted.
func (k *kit) leaning(x knob, in []int) *situation {
	slices.Sort(in)
	in = slices.Compact(in)
	slices.SortStableFunc(in, func(a, b int) int { return cmp.Compare(k.base[a].runs(), k.base[b].runs()) })
	tried := 0
	for _, i := range in {
		s, e := k.situations[i], k.base[i]
		if e.uses(x.name) || !e.plays() || tried == maxSilent {
			continue
		}
		tried++
		for _, v := range k.otherValues(s, x) {
			if turned := k.turn(s, x.name, v); turned.fault == nil && !turned.sameResult(e) {
				return s
			}
		}
	}
	return nil
}

// checkUsed lists the facts that no situation uses, and the rows and columns without a used cell.
func (k *kit) checkUsed(t reporter, users map[string][]int) {
	look := func(what string, names ...string) {
		used := func(name string) bool { return users[name] != nil }
		excused := func(name string) bool { return k.excused("unused", name) }
		if !slices.ContainsFunc(names, used) && !slices.ContainsFunc(names, excused) {
			remedy := ""
			if strings.HasPrefix(what, "facts.") {
				remedy = fmt.Sprintf("; if only Legal of the game uses it, write \"unused %s: WHY\" in testdata/cases.txt", what)
			}
			t.Errorf("%s is never used by a procedure: write a situation in testdata/cases.txt in which it is, or drop it%s", what, remedy)
		}
	}
	for _, f := range k.rules.Facts {
		look("facts."+f.Name, "facts."+f.Name)
	}
	var idle []string
	for _, x := range k.rules.Tables {
		columns := make([][]string, len(x.Columns))
		for _, row := range x.Rows {
			var cells []string
			for j, c := range x.Columns {
				name := "tables." + x.Name + "." + row.Name + "." + c.Name
				cells, columns[j] = append(cells, name), append(columns[j], name)
				if users[name] == nil {
					idle = append(idle, name)
				}
			}
			look("row tables."+x.Name+"."+row.Name, cells...)
		}
		for j, c := range x.Columns {
			look("column tables."+x.Name+".*."+c.Name, columns[j]...)
		}
	}
	if len(idle) > 0 {
		t.Logf("%d cells of tables are used nowhere, though their rows and columns are: %s", len(idle), strings.Join(idle, " "))
	}
}
