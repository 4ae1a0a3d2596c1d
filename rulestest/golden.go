package rulestest

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"loophole/odds"
)

const oddsHead = `# Exact odds of the examples and of the cases marked odds: the chance of each
# event, the mean of each measure, and how often the engine played the
# procedure to find them. Choices take the first option. Rewritten by
# go test -update; read the difference before you keep it.
`

// checkOdds compares the exact odds with the pinned ones.
func (k *kit) checkOdds(t reporter) {
	var b strings.Builder
	b.WriteString(oddsHead)
	clauses := map[string]string{}
	for i, e := range k.explore() {
		if s := k.situations[i]; s.pinned && e.plays() {
			heading := "$ " + s.text
			fmt.Fprintf(&b, "\n%s\n%s", heading, pinned(e.answers[0]))
			clauses[heading] = strings.Join(e.clauses(), ", ")
		}
	}
	k.golden(t, "odds.txt", b.String(), clauses)
}

// clauses returns the clauses that take effect in an exploration, sorted.
func (e *exploration) clauses() []string {
	var list []string
	for s := range e.seen {
		if s.cite != "" {
			list = append(list, string(s.cite))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// pinned writes an answer.
func pinned(a *odds.Answer) string {
	if a == nil {
		return "too large for exact odds\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "runs %d\n", a.Runs)
	p := a.Question.Procedure
	for i, e := range p.Events {
		fmt.Fprintf(&b, "%s %s\n", e.Name, fraction(a.Events[i].Exact))
	}
	for i, m := range p.Measures {
		fmt.Fprintf(&b, "mean %s %s\n", m.Name, fraction(a.Measures[i].Mean().Exact))
	}
	return b.String()
}

// maxDigits bounds the digits of a pinned fraction.
const maxDigits = 60

// fraction writes a fraction with its value. A fraction that is too long to read is cut to enough
// digits to pin it.
func fraction(r *big.Rat) string {
	f, _ := r.Float64()
	s := r.RatString()
	switch {
	case r.IsInt():
		return s
	case len(s) > maxDigits:
		return r.FloatString(30)
	}
	return fmt.Sprintf("%s ≈ %.6g", s, f)
}

// golden compares a text with a file of testdata, or rewrites the file. The clauses, which may be nil,
// are those that take effect below each heading.
func (k *kit) golden(t reporter, name, text string, clauses map[string]string) {
	want, err := k.read(name)
	if err == nil && want == text {
		return
	}
	if err == nil && k.update {
		err = k.write(name, text)
		t.Logf("%s was rewritten:\n%s", k.path(name), diff(want, text, clauses))
	} else if err == nil {
		t.Errorf("%s differs; if the change is right, keep it with go test -update:\n%s", k.path(name), diff(want, text, clauses))
	}
	if err != nil {
		t.Errorf("%s: %v", k.path(name), err)
	}
}

// maxDiff bounds the lines of a difference that are shown.
const maxDiff = 60

// diff shows the lines that differ, each below its heading and the clauses known for it: "-" for the
// old text, "+" for the new one.
func diff(was, is string, clauses map[string]string) string {
	a, b := linesOf(was), linesOf(is)
	var out []string
	heading := ""
	show := func(sign, line string) {
		if heading != "" {
			out = append(out, "  "+heading)
			if list := clauses[heading]; list != "" {
				out = append(out, "  clauses: "+list)
			}
			heading = ""
		}
		out = append(out, sign+" "+line)
	}
	common := commonLines(a, b)
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(common) > 0 && len(a) > 0 && len(b) > 0 && a[0] == common[0] && b[0] == common[0]:
			if strings.HasPrefix(a[0], "$") {
				heading = a[0]
			}
			a, b, common = a[1:], b[1:], common[1:]
		case len(a) > 0 && (len(common) == 0 || a[0] != common[0]):
			show("-", a[0])
			a = a[1:]
		default:
			show("+", b[0])
			b = b[1:]
		}
	}
	if len(out) > maxDiff {
		out = append(out[:maxDiff], fmt.Sprintf("… and %d lines more", len(out)-maxDiff))
	}
	return strings.Join(out, "\n")
}

func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// mostCompared bounds the pairs of lines that are compared, each of which takes four bytes.
const mostCompared = 4_000_000

// commonLines returns the longest list of lines that both have in their order. Lines at the beginning and
// the end that are equal belong to it. Between them it finds nothing if there are too many.
func commonLines(a, b []string) []string {
	var first, last []string
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		first, a, b = append(first, a[0]), a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		last, a, b = append(last, a[len(a)-1]), a[:len(a)-1], b[:len(b)-1]
	}
	slices.Reverse(last)
	if len(a)*len(b) > mostCompared {
		return append(first, last...)
	}
	// longest[i][j] is the number of common lines of a[i:] and b[j:].
	longest := make([][]int32, len(a)+1)
	for i := range longest {
		longest[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			first, i, j = append(first, a[i]), i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return append(first, last...)
}
