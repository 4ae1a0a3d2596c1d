package tabletop

import (
	"fmt"
	"strings"

	"loophole/wire"
)

// mostBrief is how many words may tell what came of an action.
const mostBrief = 6

var numerals = []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// spelled writes a small number as a word.
func spelled(n int) string {
	if n < len(numerals) {
		return numerals[n]
	}
	return fmt.Sprint(n)
}

// brief says in a few words what came of an action: the losses, what befell, or what
// the last roll said. It is empty for an action without dice of which nothing came.
func (x *Told) brief(rolled bool, entries []wire.Entry) string {
	lost, first := x.lost(), ""
	if len(x.Came) > 0 {
		first = x.Came[0]
	}
	for _, s := range []string{joined(first, lost), lost, first} {
		if s != "" && len(strings.Fields(s)) <= mostBrief {
			return capital(s)
		}
	}
	switch note := noted(entries); {
	case !rolled:
		return ""
	case note != "":
		return capital(note)
	case x.Zone != nil && *x.Zone == 0:
		return "Nothing came of it"
	}
	return ""
}

// lost says who has lost how many: whose they are is said where they are not those of the other side alone.
func (x *Told) lost() string {
	switch {
	case len(x.Losses) == 1 && x.Losses[0].Side != x.By:
		return spelled(x.Losses[0].N) + " lost"
	case len(x.Losses) > 0:
		var list []string
		for _, l := range x.Losses {
			list = append(list, fmt.Sprintf("%s %s", l.Side, spelled(l.N)))
		}
		return "lost: " + strings.Join(list, ", ")
	}
	return ""
}

// joined puts two clauses together, if there are two.
func joined(a, b string) string {
	if a == "" || b == "" {
		return ""
	}
	return a + ", " + b
}

// noted is what the rulebook notes of the last roll, as whose die was drawn, without
// what a comma parts from it.
func noted(entries []wire.Entry) string {
	for i := len(entries) - 2; i >= 0; i-- {
		if entries[i].Kind != "roll" {
			continue
		}
		if next := entries[i+1]; next.Kind == "note" && next.Clause == entries[i].Clause {
			if s, _, _ := strings.Cut(next.Why, ","); len(strings.Fields(s)) <= mostBrief {
				return s
			}
		}
		return ""
	}
	return ""
}

// capital begins a text with a capital.
func capital(s string) string {
	r := []rune(s)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}
