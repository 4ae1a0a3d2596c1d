package record

import (
	"strconv"
	"strings"

	"loophole/rule"
)

// parsePool reads a roll as [rule.Pool.String] writes it, and nothing else.
func parsePool(text string) (rule.Pool, bool) {
	head, rest, _ := strings.Cut(text, " ")
	number, faces, _ := strings.Cut(head, "D")
	if number == "" {
		number = "1"
	}
	n, errN := strconv.Atoi(number)
	d, errD := strconv.Atoi(faces)
	if errN != nil || errD != nil || n < 1 || n > rule.MaxDice || d < 1 || d > int(rule.D100) {
		return 0, false
	}
	kind, arg, _ := strings.Cut(rest, " ")
	p, ok := poolOf(n, rule.Die(d), kind, arg)
	// Comparing with the text of the parsed pool rejects every other way of writing it.
	return p, ok && p.Validate() == nil && p.String() == text
}

func poolOf(n int, d rule.Die, kind, arg string) (rule.Pool, bool) {
	switch kind {
	case "", "sum":
		return rule.SumPool(n, d), true
	case "count":
		r, ok := parseTarget(arg)
		return rule.CountPool(n, d, r), ok
	case "tally":
		cuts, ok := parseCuts(arg)
		return rule.TallyPool(n, d, rule.Cuts(cuts...)), ok
	case "faces", "draw":
		bag, err := rule.ParseBag(int(d), kind == "faces", arg)
		return rule.DrawPool(n, bag), err == nil
	case "highest", "lowest":
		keep, err := strconv.Atoi(arg)
		k := rule.Highest
		if kind == "lowest" {
			k = rule.Lowest
		}
		return rule.KeepPool(k, n, max(0, min(keep, n)), d), err == nil
	}
	r, ok := parseTarget(kind)
	return rule.TestPool(d, r), ok
}

// parseTarget reads "never", "5+", "3-", "=6" or "2..4".
func parseTarget(s string) (rule.Target, bool) {
	if s == "never" {
		return rule.Target{}, true
	}
	if lo, hi, ok := strings.Cut(s, ".."); ok {
		a, errA := strconv.Atoi(lo)
		b, errB := strconv.Atoi(hi)
		return rule.Between(a, b), errA == nil && errB == nil
	}
	for sign, read := range map[string]func(int) rule.Target{"+": rule.AtLeast, "-": rule.AtMost} {
		if number, ok := strings.CutSuffix(s, sign); ok {
			k, err := strconv.Atoi(number)
			return read(k), err == nil
		}
	}
	k, err := strconv.Atoi(strings.TrimPrefix(s, "="))
	return rule.Exactly(k), err == nil
}

// parseCuts reads "1/11", the highest face of each band but the last.
func parseCuts(s string) ([]int, bool) {
	var cuts []int
	for s != "" {
		word, rest, _ := strings.Cut(s, "/")
		k, err := strconv.Atoi(word)
		if err != nil || len(cuts) == 3 {
			return nil, false
		}
		cuts, s = append(cuts, k), rest
	}
	return cuts, true
}
